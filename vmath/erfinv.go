package vmath

import "math"

// erfinvRatio returns erfinv(x)/x for 1-x² = s, by sixteen polynomials of degree 16 in sqrt(-log(s)).
func erfinvRatio(s float64) float64 {
	w, wl := logParts(s, expBias)
	if s < 0x1p-1022 {
		w, wl = logParts(s*(1<<subnormals), expBias+subnormals)
	}
	t := math.Sqrt(math.Abs(w))
	half := 0.5 / t
	if w == 0 {
		half = 0
	}
	i := math.Float64bits(math.FMA(t, erfinvScale, erfinvShift)) >> 50
	t = t - erfinvCentre(i) - (math.FMA(t, t, w)+wl)*half // the square root in two parts
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
	return math.FMA(p, t, erfinvC0(i))
}

// Erfinv returns the inverse error function of x, with an error of at most 1.9 ulp.
func Erfinv(x float64) float64 {
	y := float64(x * erfinvRatio(math.FMA(-x, x, 1)))
	if !(math.Abs(x) < 1) {
		y = nan()
		if math.Abs(x) == 1 {
			y = math.Copysign(inf(), x)
		}
	}
	return y
}

// Erfcinv returns the inverse of Erfc, with an error of at most 1.9 ulp.
func Erfcinv(x float64) float64 {
	y := float64((1 - x) * erfinvRatio(float64(x*(2-x))))
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
