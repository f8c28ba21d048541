package vmath

import "math"

// Float32 has no fused multiply-add in Go. Products that must be exact have factors
// short enough to be so, and then it does not matter whether a compiler fuses.

const oneBits32 = 0x3f800000

// Exp32 returns e**x, with an error of at most 1 ulp.
func Exp32(x float32) float32 {
	const log2e32 = log2e
	n := x*log2e32 + magic32
	k := n - magic32
	r := x - k*ln2In32Part1 - k*ln2In32Part2
	p := float32(exp32C4)
	p = p*r + exp32C3
	p = p*r + exp32C2
	p = p*r + exp32C1
	p = p*r + exp32C0
	p = r*r*p + r
	i := math.Float32bits(n)
	y := math.Float32frombits(math.Float32bits(1+p) + i<<23)
	if !(Abs32(x) < 87) {
		y = expEdge32(1+p, i)
		if x > 89 {
			y = inf32()
		}
		if x < -104 {
			y = 0
		}
		if x != x {
			y = x
		}
	}
	return y
}

// expEdge32 returns p 2**n, with the bits of n as magic32 leaves them, where 2**n or the
// product may be no normal number: it scales in two steps, of which only the second rounds.
func expEdge32(p float32, i uint32) float32 {
	n := int32(i - magic32Bits)
	h := n >> 1
	return p * pow232(h) * pow232(n-h)
}

// pow232 returns 2**n for -126 <= n <= 127.
func pow232(n int32) float32 { return math.Float32frombits(uint32(n+127) << 23) }

// Exp232 returns 2**x, with an error of at most 1.1 ulp.
func Exp232(x float32) float32 {
	n := x + magic32
	p := exp2Poly32(x - (n - magic32))
	i := math.Float32bits(n)
	y := math.Float32frombits(math.Float32bits(p) + i<<23)
	if !(Abs32(x) < 126) {
		y = expEdge32(p, i)
		if x >= 128 {
			y = inf32()
		}
		if x < -150 {
			y = 0
		}
		if x != x {
			y = x
		}
	}
	return y
}

// Exp1032 returns 10**x, with an error of at most 0.6 ulp, computed in float64.
func Exp1032(x float32) float32 { return float32(exp2Short(float64(x) * log2of10)) }

// exp2Poly32 returns 2**r for |r| <= 1/2.
func exp2Poly32(r float32) float32 {
	p := float32(exp232C6)
	p = p*r + exp232C5
	p = p*r + exp232C4
	p = p*r + exp232C3
	p = p*r + exp232C2
	p = p*r + exp232C1
	p = p*r + exp232C0
	return p*r + 1
}

// Expm132 returns e**x - 1, accurate also where x is near 0, with an error of at most
// 1.3 ulp.
func Expm132(x float32) float32 {
	const log2e32 = log2e
	n := x*log2e32 + magic32
	k := n - magic32
	t := x - k*ln2In32Part1
	r := t - k*ln2In32Part2
	e := t - r - k*ln2In32Part2 // r + e is the reduced argument
	p := float32(expm132C5)
	p = p*r + expm132C4
	p = p*r + expm132C3
	p = p*r + expm132C2
	p = p*r + expm132C1
	p = p*r + expm132C0
	q := r*r*p + e
	i := math.Float32bits(n)
	s := math.Float32frombits(i<<23 + oneBits32)
	y := s*q + (s*r + (s - 1))
	if !(Abs32(x) < 88) {
		y = expEdge32(1+(r+q), i)
		if x > 89 {
			y = inf32()
		}
		if x < 0 {
			y = -1
		}
		if x != x {
			y = x
		}
	}
	if x == 0 {
		y = x // -0 stays -0
	}
	return y
}
