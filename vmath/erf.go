package vmath

import "math"

// Erf returns the error function of x, with an error of at most 1.5 ulp: eight
// polynomials of degree 14, whose coefficients are looked up by interval.
// 37 vector instructions.
func Erf(x float64) float64 {
	a := math.Abs(x)
	if a > erfMax {
		a = erfMax
	}
	i := math.Float64bits(math.FMA(a, erfScale, erfShift)) >> 49
	t := a - erfCentre(i)
	p := math.FMA(erfC14(i), t, erfC13(i))
	p = math.FMA(p, t, erfC12(i))
	p = math.FMA(p, t, erfC11(i))
	p = math.FMA(p, t, erfC10(i))
	p = math.FMA(p, t, erfC9(i))
	p = math.FMA(p, t, erfC8(i))
	p = math.FMA(p, t, erfC7(i))
	p = math.FMA(p, t, erfC6(i))
	p = math.FMA(p, t, erfC5(i))
	p = math.FMA(p, t, erfC4(i))
	p = math.FMA(p, t, erfC3(i))
	p = math.FMA(p, t, erfC2(i))
	p = math.FMA(p, t, erfC1(i))
	p = math.FMA(p, t, erfC0(i))
	return math.Copysign(p, x)
}
