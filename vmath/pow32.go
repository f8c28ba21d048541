package vmath

import "math"

// Pow32 returns x**y, with an error of at most 0.6 ulp, as 2**(y log2 x) in float64, where float32's subnormal numbers and
// results out of its range are nothing special.
func Pow32(x, y float32) float32 {
	a, e := float64(x), float64(y)
	z := exp2Short(e * log2Short(a))
	if !(x > 0 && x < inf32() && Abs32(y) < inf32()) {
		z = powEdge32(a, e)
	}
	return float32(z)
}

// log2Short returns log2(x) for normal x > 0, good to about 40 bits.
func log2Short(x float64) float64 {
	t := math.Float64bits(x) + (oneBits - log2Off)
	k := math.Float64frombits(t>>52|two52Bits) - (two52 + expBias)
	i := t >> 49
	m := math.Float64frombits(t&mantissa + log2Off)
	r := math.FMA(m, log2Inv(i), -1)
	p := math.FMA(log2ShortC5, r, log2ShortC4)
	p = math.FMA(p, r, log2ShortC3)
	p = math.FMA(p, r, log2ShortC2)
	p = math.FMA(p, r, log2ShortC1)
	p = math.FMA(p, r, log2ShortC0)
	p = math.FMA(p, r, log2e)
	return math.FMA(r, p, k+log2Val(i))
}

// exp2Short returns 2**x, good to about 32 bits, where that is a float32, and else a number that rounds to 0 or infinity.
func exp2Short(x float64) float64 {
	if x > 200 {
		x = 200
	}
	if x < -200 {
		x = -200
	}
	const magic8 = magic / 8
	n := x + magic8
	r := x - (n - magic8)
	p := math.FMA(exp2ShortC3, r, exp2ShortC2)
	p = math.FMA(p, r, exp2ShortC1)
	p = math.FMA(p, r, exp2ShortC0)
	i := math.Float64bits(n)
	s := math.Float64frombits(exp2Table(i) + i<<49)
	return math.FMA(s*r, p, s)
}

// powEdge32 returns x**y for all x and y.
func powEdge32(x, y float64) float64 {
	a := math.Abs(x)
	l := log2Short(a)
	if a == 0 {
		l = -inf()
	}
	if !(a < inf()) {
		l = a
	}
	z := exp2Short(y * l)
	whole := math.Trunc(y) == y
	if math.Float64bits(x)&signBit != 0 {
		if whole && math.Trunc(y*0.5) != y*0.5 {
			z = -z
		}
		if !whole && a > 0 && a < inf() {
			z = nan()
		}
	}
	if x != x || y != y {
		z = nan()
	}
	if a == 1 && math.Abs(y) == inf() || x == 1 || y == 0 {
		z = 1
	}
	return z
}
