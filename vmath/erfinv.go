package vmath

import "math"

// erfinvRatio returns erfinv(x)/x for 1-x² = s, as a sum of which the first number is a constant and the greater: eight
// polynomials of degree 10 in -log(s), and where that is large others.
func erfinvRatio(s float64) (hi, lo float64) {
	w, wl := logParts(s, expBias)
	i := math.Float64bits(math.FMA(-w, erfinvNearScale, erfinvNearShift)) >> 49
	t := -w - erfinvNearCentre(i) - wl
	z := float64(t * t)
	p := math.FMA(erfinvNearC9(i), z, erfinvNearC7(i))
	q := math.FMA(erfinvNearC10(i), z, erfinvNearC8(i))
	p = math.FMA(p, z, erfinvNearC5(i))
	q = math.FMA(q, z, erfinvNearC6(i))
	p = math.FMA(p, z, erfinvNearC3(i))
	q = math.FMA(q, z, erfinvNearC4(i))
	p = math.FMA(p, z, erfinvNearC1(i))
	q = math.FMA(q, z, erfinvNearC2(i))
	hi, lo = erfinvNearC0(i), float64(math.FMA(q, t, p)*t)
	if !(w > -erfinvFar) {
		hi, lo = erfinvFarRatio(s, w, wl)
	}
	return hi, lo
}

// erfinvFarRatio is erfinvRatio for log(s) = w+wl <= -erfinvFar: eight polynomials in sqrt(-log(s)).
func erfinvFarRatio(s, w, wl float64) (hi, lo float64) {
	if s < 0x1p-1022 {
		w, wl = logParts(s*(1<<subnormals), expBias+subnormals)
	}
	t := math.Sqrt(math.Abs(w))
	i := math.Float64bits(math.FMA(t, erfinvScale, erfinvShift)) >> 51
	t = t - erfinvCentre(i) - (math.FMA(t, t, w)+wl)*(0.5/t) // the square root in two parts
	z := float64(t * t)
	z2 := float64(z * z)
	p0 := math.FMA(erfinvC13(i), z2, erfinvC9(i))
	p1 := math.FMA(erfinvC14(i), z2, erfinvC10(i))
	p2 := math.FMA(erfinvC15(i), z2, erfinvC11(i))
	p3 := math.FMA(erfinvC16(i), z2, erfinvC12(i))
	p0 = math.FMA(p0, z2, erfinvC5(i))
	p1 = math.FMA(p1, z2, erfinvC6(i))
	p2 = math.FMA(p2, z2, erfinvC7(i))
	p3 = math.FMA(p3, z2, erfinvC8(i))
	p0 = math.FMA(p0, z2, erfinvC1(i))
	p1 = math.FMA(p1, z2, erfinvC2(i))
	p2 = math.FMA(p2, z2, erfinvC3(i))
	p3 = math.FMA(p3, z2, erfinvC4(i))
	p := math.FMA(math.FMA(p3, t, p2), z, math.FMA(p1, t, p0))
	return erfinvC0(i), float64(p * t)
}

// Erfinv returns the inverse error function of x, with an error of at most 1.3 ulp.
func Erfinv(x float64) float64 {
	h, l := erfinvRatio(math.FMA(-x, x, 1))
	y := math.Copysign(math.FMA(x, h, float64(x*l)), x)
	if !(math.Abs(x) < 1) {
		y = nan()
		if math.Abs(x) == 1 {
			y = math.Copysign(inf(), x)
		}
	}
	return y
}

// Erfcinv returns the inverse of Erfc, with an error of at most 1.3 ulp.
func Erfcinv(x float64) float64 {
	h, l := erfinvRatio(float64(x * (2 - x)))
	d := 1 - x
	y := math.FMA(d, h, float64(d*l))
	if !(x > 0 && x < 2) {
		y = nan()
		if x == 0 {
			y = inf()
		}
		if x == 2 {
			y = -inf()
		}
	}
	return y
}

// Erfinv32 returns the inverse error function of x, with an error of at most 0.6 ulp, computed in float64.
func Erfinv32(x float32) float32 { return float32(Erfinv(float64(x))) }

// Erfcinv32 returns the inverse of Erfc32, with an error of at most 0.6 ulp, computed in float64.
func Erfcinv32(x float32) float32 { return float32(Erfcinv(float64(x))) }
