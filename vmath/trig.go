package vmath

import "math"

// Sine, cosine and tangent subtract a multiple hπ/2 of π/2, with π in three parts. With fused
// multiply-add the first subtraction is exact (Boldo, Daumas and Li, Formally verified
// argument reduction with a fused multiply-add, IEEE Trans. Comput. 58, 2009). From trigMax
// on the reduction is Payne and Hanek's. What is left, |r + e| <= π/4 in two parts, has one
// polynomial for its sine and one for its cosine.

const trigMax = 0x1p30

// angle reduces a >= 0: a = hπ/2 + r + e modulo 2π, |r| <= π/4, h only by its last two bits.
func angle(a float64) (r, e float64, h uint64) {
	n := math.FMA(a, twoOverPi, magic)
	k := n - magic
	s := math.FMA(k, -pi1/2, a)
	d := float64(k * (pi2 / 2))
	r = s - d
	e = math.FMA(k, -pi3/2, s-r-d-math.FMA(k, pi2/2, -d))
	h = math.Float64bits(n)
	if !(a < trigMax) {
		r, e, h = payneHanek(a)
	}
	return r, e, h
}

// sinCos returns u and v with sin(r+e) = r + u and cos(r+e) = 1 + v.
func sinCos(r, e float64) (u, v float64) {
	z := float64(r * r)
	p := math.FMA(sinC5, z, sinC4)
	q := math.FMA(cosC6, z, cosC5)
	p = math.FMA(p, z, sinC3)
	q = math.FMA(q, z, cosC4)
	p = math.FMA(p, z, sinC2)
	q = math.FMA(q, z, cosC3)
	p = math.FMA(p, z, sinC1)
	q = math.FMA(q, z, cosC2)
	p = math.FMA(p, z, sinC0)
	q = math.FMA(q, z, cosC1)
	q = math.FMA(q, z, cosC0)
	// The derivatives of sine and cosine are taken for 1 and -r: e is below half an ulp of r.
	u = math.FMA(r*z, p, e)
	v = math.FMA(z, q, -float64(r*e))
	return u, v
}

// Sin returns the sine of x (in radians), with an error of at most 1.2 ulp.
func Sin(x float64) float64 {
	r, e, h := angle(math.Abs(x))
	u, v := sinCos(r, e)
	y := r + u
	if h&1 != 0 {
		y = 1 + v
	}
	return math.Float64frombits(math.Float64bits(y) ^ (h<<62^math.Float64bits(x))&signBit)
}

// Cos returns the cosine of x (in radians), with an error of at most 1.2 ulp.
func Cos(x float64) float64 {
	r, e, h := angle(math.Abs(x))
	u, v := sinCos(r, e)
	y := 1 + v
	if h&1 != 0 {
		y = r + u
	}
	return math.Float64frombits(math.Float64bits(y) ^ (h+1)<<62&signBit)
}

// Sincos returns the sine and the cosine of x (in radians), each with an error of at most 1.2 ulp.
func Sincos(x float64) (sin, cos float64) {
	r, e, h := angle(math.Abs(x))
	u, v := sinCos(r, e)
	s, c := r+u, 1+v
	if h&1 != 0 {
		s, c = c, s
	}
	sin = math.Float64frombits(math.Float64bits(s) ^ (h<<62^math.Float64bits(x))&signBit)
	cos = math.Float64frombits(math.Float64bits(c) ^ (h+1)<<62&signBit)
	return sin, cos
}

// Tan returns the tangent of x (in radians), with an error of at most 1.7 ulp.
func Tan(x float64) float64 {
	r, e, h := angle(math.Abs(x))
	u, v := sinCos(r, e)
	s, c := r+u, 1+v
	num, numLo, den, denLo := s, r-s+u, c, 1-c+v
	if h&1 != 0 {
		num, numLo, den, denLo = -c, -denLo, s, numLo
	}
	y := quotient(num, numLo, den, denLo, 1/den)
	return math.Float64frombits(math.Float64bits(y) ^ math.Float64bits(x)&signBit)
}

// payneHanek reduces a >= 2**30: a = hπ/2 + r + e modulo 2π, |r| <= π/4, h only
// by its last two bits (Payne and Hanek, Radian reduction for trigonometric functions,
// SIGNUM Newsletter 18, 1983). It multiplies a with as many digits of 1/π as can
// change the result, and keeps every partial product exact, in two float64.
func payneHanek(a float64) (r, e float64, h uint64) {
	b := math.Float64bits(a)
	i := (b>>52 - (expBias + 30)) >> 5
	x := math.Float64frombits(b - i<<57) // a 2**(-32i), in [2**30, 2**62)
	wa, wb, wc := invPiA(i), invPiB(i), invPiC(i)
	p0 := float64(x * wa)
	e0 := mod2(math.FMA(x, wa, -p0))
	p1 := float64(x * wb)
	e1 := math.FMA(x, wb, -p1)
	p2 := float64(x * wc)
	e2 := math.FMA(x, wc, -p2)
	e2 = math.FMA(x, invPiD(i), e2)

	// The sum modulo 2 of all these, the greatest first.
	s, f := twoSum(mod2(p0), e0)
	s, g := twoSum(s, mod2(p1))
	n := math.RoundToEven(2 * s)
	s, t := twoSum(math.FMA(n, -0.5, s), f)
	s, u := twoSum(s, g)
	s, v := twoSum(s, e1)
	s, w := twoSum(s, p2)
	lo := t + (u + (v + (w + e2)))

	r = float64(s * pi1)
	e = math.FMA(s, pi1, -r)
	t = math.FMA(s, pi2, math.FMA(lo, pi1, e))
	u = r + t + (a - a) // NaN where a is infinite
	return u, t - (u - r), math.Float64bits(n + magic)
}

// mod2 returns v less the nearest multiple of 2.
func mod2(v float64) float64 { return math.FMA(math.RoundToEven(0.5*v), -2, v) }

// twoSum returns a+b and its rounding error (Knuth).
func twoSum(a, b float64) (sum, err float64) {
	s := a + b
	t := s - a
	return s, (a - (s - t)) + (b - t)
}
