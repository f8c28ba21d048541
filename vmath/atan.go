package vmath

import "math"

// Atan returns the arctangent of x, with an error of at most 1.5 ulp.
// 33 vector instructions, one of them a division.
func Atan(x float64) float64 {
	a := math.Abs(x)
	num, den := a, 1.0
	if a > 1 {
		num, den = -1, a
	}
	p := atanPoly(num / den)
	if a > 1 {
		p = pi1/2 + (p + pi2/2)
	}
	return math.Copysign(p, x)
}

// atanPoly returns atan(t) for |t| <= 1.
func atanPoly(t float64) float64 {
	z := t * t
	p := math.FMA(atanC19, z, atanC18)
	p = math.FMA(p, z, atanC17)
	p = math.FMA(p, z, atanC16)
	p = math.FMA(p, z, atanC15)
	p = math.FMA(p, z, atanC14)
	p = math.FMA(p, z, atanC13)
	p = math.FMA(p, z, atanC12)
	p = math.FMA(p, z, atanC11)
	p = math.FMA(p, z, atanC10)
	p = math.FMA(p, z, atanC9)
	p = math.FMA(p, z, atanC8)
	p = math.FMA(p, z, atanC7)
	p = math.FMA(p, z, atanC6)
	p = math.FMA(p, z, atanC5)
	p = math.FMA(p, z, atanC4)
	p = math.FMA(p, z, atanC3)
	p = math.FMA(p, z, atanC2)
	p = math.FMA(p, z, atanC1)
	p = math.FMA(p, z, atanC0)
	return math.FMA(t*z, p, t)
}

// Atan2 returns the angle of the point (x, y), with an error of at most 1.5 ulp.
// 47 vector instructions, one of them a division.
func Atan2(y, x float64) float64 {
	ax, ay := math.Abs(x), math.Abs(y)
	lo, hi := ay, ax
	if ay > ax {
		lo, hi = ax, ay
	}
	t := lo / hi
	if lo == hi {
		t = 1 // also where both are infinite
	}
	if hi == 0 {
		t = 0
	}
	p := atanPoly(t)
	if ay > ax {
		p = pi1/2 - (p - pi2/2)
	}
	if math.Float64bits(x)&signBit != 0 {
		p = pi1 - (p - pi2)
	}
	if x != x || y != y {
		p = nan()
	}
	return math.Copysign(p, y)
}
