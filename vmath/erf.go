package vmath

import "math"

// Erf returns the error function of x, with an error of at most 1.3 ulp: eight
// polynomials of degree 14, whose coefficients are looked up by interval.
func Erf(x float64) float64 {
	a := math.Abs(x)
	if a > erfMax {
		a = erfMax
	}
	i := math.Float64bits(math.FMA(a, erfScale, erfShift)) >> 49
	t := a - erfCentre(i)
	z := float64(t * t)
	p := math.FMA(erfC14(i), z, erfC12(i))
	q := math.FMA(erfC13(i), z, erfC11(i))
	p = math.FMA(p, z, erfC10(i))
	q = math.FMA(q, z, erfC9(i))
	p = math.FMA(p, z, erfC8(i))
	q = math.FMA(q, z, erfC7(i))
	p = math.FMA(p, z, erfC6(i))
	q = math.FMA(q, z, erfC5(i))
	p = math.FMA(p, z, erfC4(i))
	q = math.FMA(q, z, erfC3(i))
	p = math.FMA(p, z, erfC2(i))
	p = math.FMA(q, t, p)
	// The greatest terms last: in the first interval, where erfC0 is 0, the
	// linear one must not be rounded before it is added.
	p = math.FMA(p, z, erfC0(i))
	p = math.FMA(erfC1(i), t, p)
	return math.Copysign(p, x)
}

// Erfc returns 1 - Erf(x), accurate also where that is near 0, with an error of at
// most 1.9 ulp. It is e**(-x²) times a function that eight polynomials of
// degree 18 stand for.
func Erfc(x float64) float64 {
	a := math.Abs(x)
	if a > erfcMax {
		a = erfcMax
	}
	i := math.Float64bits(math.FMA(a, erfcScale, erfcShift)) >> 51
	f, fl := erfcPoly(i, a-erfcCentre(i))

	s := float64(a * a)
	lo := math.FMA(a, a, -s)
	n := math.FMA(s, -log2e, magic)
	k := n - magic
	r := math.FMA(k, -ln2Hi, -s) + math.FMA(k, -ln2Lo, -lo)
	z := float64(r * r)
	y := f + math.FMA(math.FMA(z, expm1Core(r, z), r), f, fl)
	b := math.Float64bits(n)
	z = math.Float64frombits(math.Float64bits(y) + b<<52)
	if !(s < 700) { // the result may be subnormal
		e := int64(b - magicBits)
		z = float64(y * pow2(e>>1) * pow2(e-e>>1))
	}
	if x < 0 {
		z = 2 - z
	}
	return z
}

// erfcPoly returns erfc(x) e**x² for x = t + erfcCentre(i), as a sum.
func erfcPoly(i uint64, t float64) (hi, lo float64) {
	t2 := float64(t * t)
	t4 := float64(t2 * t2)
	p0 := math.FMA(erfcC17(i), t4, erfcC13(i))
	p1 := math.FMA(erfcC18(i), t4, erfcC14(i))
	p2 := math.FMA(erfcC15(i), t4, erfcC11(i))
	p3 := math.FMA(erfcC16(i), t4, erfcC12(i))
	p0 = math.FMA(p0, t4, erfcC9(i))
	p1 = math.FMA(p1, t4, erfcC10(i))
	p2 = math.FMA(p2, t4, erfcC7(i))
	p3 = math.FMA(p3, t4, erfcC8(i))
	p0 = math.FMA(p0, t4, erfcC5(i))
	p1 = math.FMA(p1, t4, erfcC6(i))
	p2 = math.FMA(p2, t4, erfcC3(i))
	p3 = math.FMA(p3, t4, erfcC4(i))
	p0 = math.FMA(p0, t4, erfcC1(i))
	p1 = math.FMA(p1, t4, erfcC2(i))
	p := math.FMA(math.FMA(p3, t, p2), t2, math.FMA(p1, t, p0))
	c := erfcC0(i)
	hi = math.FMA(p, t, c)
	return hi, math.FMA(p, t, c-hi)
}
