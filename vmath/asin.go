package vmath

import "math"

// asinParts returns r and u with asin(a) = r + u for 0 <= a <= 1/2, and asin(a) = π/2 - 2(r + u) beyond.
func asinParts(a float64) (r, u float64) {
	z := float64(a * a)
	r = a
	if a > 0.5 {
		z = (1 - a) * 0.5
		r = math.Sqrt(z)
	}
	w := float64(z * z)
	p := math.FMA(asinC11, w, asinC9)
	q := math.FMA(asinC10, w, asinC8)
	p = math.FMA(p, w, asinC7)
	q = math.FMA(q, w, asinC6)
	p = math.FMA(p, w, asinC5)
	q = math.FMA(q, w, asinC4)
	p = math.FMA(p, w, asinC3)
	q = math.FMA(q, w, asinC2)
	p = math.FMA(p, w, asinC1)
	q = math.FMA(q, w, asinC0)
	return r, float64(r * z * math.FMA(p, z, q))
}

// Asin returns the arcsine of x, with an error of at most 1.2 ulp.
func Asin(x float64) float64 {
	a := math.Abs(x)
	r, u := asinParts(a)
	y := r + u
	if a > 0.5 {
		t := pi1/2 - 2*r
		y = t + (pi1/2 - t - 2*r + (pi2/2 - 2*u))
	}
	return math.Copysign(y, x)
}

// Acos returns the arccosine of x, with an error of at most 1.2 ulp.
func Acos(x float64) float64 {
	a := math.Abs(x)
	r, u := asinParts(a)
	// π/2 - asin(x), or what is left of it where asin comes from π/2.
	s, base, low := math.Copysign(1, -x), pi1/2, pi2/2
	if a > 0.5 {
		s, base, low = math.Copysign(2, x), 0, 0
		if x < 0 {
			base, low = pi1, pi2
		}
	}
	return base + s*r + (low + s*u)
}
