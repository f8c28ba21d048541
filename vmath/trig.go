package vmath

import "math"

// Sine and cosine subtract the nearest multiple of π (for the cosine: odd multiple of
// π/2), with π in three parts. With fused multiply-add the first subtraction is exact
// (Boldo, Daumas and Li, Formally verified argument reduction with a fused multiply-add,
// IEEE Trans. Comput. 58, 2009). From trigMax on the reduction is Payne and Hanek's.

const trigMax = 0x1p30

// Sin returns the sine of x (in radians), with an error of at most 1.7 ulp.
// 22 vector instructions where |x| < 2**30.
func Sin(x float64) float64 {
	a := math.Abs(x)
	n := math.FMA(a, invPi, magic)
	k := n - magic
	r := math.FMA(k, -pi1, a)
	r = math.FMA(k, -pi2, r)
	r = math.FMA(k, -pi3, r)
	odd := math.Float64bits(n)
	if !(a < trigMax) {
		var h uint64
		r, h = hugeAngle(a, 0)
		odd = h >> 1
	}
	sign := odd<<63 ^ math.Float64bits(x)&signBit
	return math.Float64frombits(math.Float64bits(sinPoly(r)) ^ sign)
}

// Cos returns the cosine of x (in radians), with an error of at most 1.7 ulp.
// 22 vector instructions where |x| < 2**30.
func Cos(x float64) float64 {
	a := math.Abs(x)
	n := math.FMA(a, invPi, -0.5) + magic
	k := n - magic + 0.5
	r := math.FMA(k, pi1, -a) // cos a = ± sin(kπ - a)
	r = math.FMA(k, pi2, r)
	r = math.FMA(k, pi3, r)
	odd := math.Float64bits(n)
	if !(a < trigMax) {
		var h uint64
		r, h = hugeAngle(a, 1)
		odd = (h + 1) >> 1
	}
	return math.Float64frombits(math.Float64bits(sinPoly(r)) ^ odd<<63)
}

// hugeAngle reduces a as payneHanek does; where h+shift is odd it returns π/2 - |r|, whose
// sine is the cosine of r.
func hugeAngle(a float64, shift uint64) (float64, uint64) {
	r, e, h := payneHanek(a)
	if r < 0 {
		e = -e
	}
	b := math.Abs(r)
	c := pi1/2 - b
	if (h+shift)&1 != 0 {
		r = c + (pi1/2 - c - b + (pi2/2 - e))
	}
	return r, h
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

// Tan returns the tangent of x (in radians), with an error of at most 1.9 ulp: eight
// polynomials of degree 12 on [0, π/4], and a reciprocal for half of all x.
// 57 vector instructions where |x| < 2**30, one of them a division.
func Tan(x float64) float64 {
	a := math.Abs(x)
	n := math.FMA(a, twoOverPi, magic)
	k := n - magic
	s := math.FMA(k, -pi1/2, a)
	d := float64(k * (pi2 / 2))
	r := s - d
	e := math.FMA(k, -pi3/2, s-r-d-math.FMA(k, pi2/2, -d)) // r + e is the reduced argument
	odd := math.Float64bits(n)
	if !(a < trigMax) {
		r, e, odd = payneHanek(a)
	}
	sign := math.Float64bits(r) & signBit
	y := tanPoly(math.Abs(r), math.Float64frombits(math.Float64bits(e)^sign))
	if odd&1 != 0 {
		y = -1 / y
	}
	return math.Float64frombits(math.Float64bits(y) ^ sign ^ math.Float64bits(x)&signBit)
}

// tanPoly returns tan(r+e) for 0 <= r <= π/4 and e below an ulp of r.
func tanPoly(r, e float64) float64 {
	y := math.FMA(r, tanScale, tanShift)
	i := math.Float64bits(y) >> 49
	t := r - tanCentre(i) + e
	base, low := tanC0(i), 0.0
	if y < tanFirst {
		base, low = r, e
	}
	p := math.FMA(tanC12(i), t, tanC11(i))
	p = math.FMA(p, t, tanC10(i))
	p = math.FMA(p, t, tanC9(i))
	p = math.FMA(p, t, tanC8(i))
	p = math.FMA(p, t, tanC7(i))
	p = math.FMA(p, t, tanC6(i))
	p = math.FMA(p, t, tanC5(i))
	p = math.FMA(p, t, tanC4(i))
	p = math.FMA(p, t, tanC3(i))
	p = math.FMA(p, t, tanC2(i))
	p = math.FMA(p, t, tanC1(i))
	return base + math.FMA(p, t, low)
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
