package vmath

import "math"

// Erf returns the error function of x, with an error of at most 1.3 ulp: eight
// polynomials of degree 14, whose coefficients are looked up by interval.
// 39 vector instructions.
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
	// The greatest terms last: in the first interval, where erfC0 is 0, the
	// linear one must not be rounded before it is added.
	p = math.FMA(p, t*t, erfC0(i))
	p = math.FMA(erfC1(i), t, p)
	return math.Copysign(p, x)
}

// Erfc returns 1 - Erf(x), accurate also where that is near 0, with an error of at
// most 2.1 ulp. It is e**(-x²) times a function that eight polynomials of
// degree 18 stand for. 71 vector instructions.
func Erfc(x float64) float64 {
	a := math.Abs(x)
	if a > erfcMax {
		a = erfcMax
	}
	i := math.Float64bits(math.FMA(a, erfcScale, erfcShift)) >> 51
	f := erfcPoly(i, a-erfcCentre(i))

	s := float64(a * a)
	lo := math.FMA(a, a, -s)
	n := math.FMA(s, -log2e, magic)
	k := n - magic
	r := math.FMA(k, -ln2Hi, -s) + math.FMA(k, -ln2Lo, -lo)
	y := math.FMA(math.FMA(r*r, expm1Core(r), r), f, f)
	b := math.Float64bits(n)
	z := math.Float64frombits(math.Float64bits(y) + b<<52)
	if !(s < 700) { // the result may be subnormal
		e := int64(b - magicBits)
		z = float64(y * pow2(e>>1) * pow2(e-e>>1))
	}
	if x < 0 {
		z = 2 - z
	}
	return z
}

// erfcPoly returns erfc(x) e**x² for x = t + erfcCentre(i).
func erfcPoly(i uint64, t float64) float64 {
	p := math.FMA(erfcC18(i), t, erfcC17(i))
	p = math.FMA(p, t, erfcC16(i))
	p = math.FMA(p, t, erfcC15(i))
	p = math.FMA(p, t, erfcC14(i))
	p = math.FMA(p, t, erfcC13(i))
	p = math.FMA(p, t, erfcC12(i))
	p = math.FMA(p, t, erfcC11(i))
	p = math.FMA(p, t, erfcC10(i))
	p = math.FMA(p, t, erfcC9(i))
	p = math.FMA(p, t, erfcC8(i))
	p = math.FMA(p, t, erfcC7(i))
	p = math.FMA(p, t, erfcC6(i))
	p = math.FMA(p, t, erfcC5(i))
	p = math.FMA(p, t, erfcC4(i))
	p = math.FMA(p, t, erfcC3(i))
	p = math.FMA(p, t, erfcC2(i))
	p = math.FMA(p, t, erfcC1(i))
	return math.FMA(p, t, erfcC0(i))
}
