package vmath

import "math"

// Sine and cosine subtract the nearest multiple of π (for the cosine: odd multiple of
// π/2), with π in three parts. With fused multiply-add the first subtraction is exact
// (Boldo, Daumas and Li, Formally verified argument reduction with a fused
// multiply-add, IEEE Trans. Comput. 58, 2009); beyond trigMax the reduction is Payne and Hanek's.

const trigMax = 0x1p30

// Sin returns the sine of x (in radians), with an error of at most 1.5 ulp.
// 21 vector instructions where |x| < 2**30.
func Sin(x float64) float64 {
	a := math.Abs(x)
	n := math.FMA(a, invPi, magic)
	k := n - magic
	r := math.FMA(k, -pi1, a)
	r = math.FMA(k, -pi2, r)
	r = math.FMA(k, -pi3, r)
	q := math.Float64bits(n)
	if !(a < trigMax) {
		var h uint64
		r, _, h = payneHanek(a)
		// In units of π/2 h is the nearest integer; an odd one means a cosine.
		r, q = sinQuadrant(r, h)
	}
	y := sinPoly(r)
	sign := q<<63 ^ math.Float64bits(x)&signBit
	return math.Float64frombits(math.Float64bits(y) ^ sign)
}

// sinPoly returns sin(r) for |r| <= π/2.
func sinPoly(r float64) float64 {
	z := r * r
	p := math.FMA(sinC7, z, sinC6)
	p = math.FMA(p, z, sinC5)
	p = math.FMA(p, z, sinC4)
	p = math.FMA(p, z, sinC3)
	p = math.FMA(p, z, sinC2)
	p = math.FMA(p, z, sinC1)
	p = math.FMA(p, z, sinC0)
	return math.FMA(r*z, p, r)
}
