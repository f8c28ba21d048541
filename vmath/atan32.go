package vmath

import "math"

// Atan32 returns the arctangent of x, with an error of at most 1.6 ulp.
func Atan32(x float32) float32 {
	a := Abs32(x)
	num, den := a, float32(1)
	if a > 1 {
		num, den = -1, a
	}
	p := atanPoly32(num / den)
	if a > 1 {
		p = piFull32Part1/2 + (p + piFull32Part2/2)
	}
	return Copysign32(p, x)
}

// atanPoly32 returns atan(t) for |t| <= 1.
func atanPoly32(t float32) float32 {
	z := t * t
	p := float32(atan32C7)
	p = p*z + atan32C6
	p = p*z + atan32C5
	p = p*z + atan32C4
	p = p*z + atan32C3
	p = p*z + atan32C2
	p = p*z + atan32C1
	p = p*z + atan32C0
	return t*z*p + t
}

// Atan232 returns the angle of the point (x, y), with an error of at most 1.7 ulp.
func Atan232(y, x float32) float32 {
	ax, ay := Abs32(x), Abs32(y)
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
	p := atanPoly32(t)
	if ay > ax {
		p = piFull32Part1/2 - (p - piFull32Part2/2)
	}
	if math.Float32bits(x)&signBit32 != 0 {
		p = piFull32Part1 - (p - piFull32Part2)
	}
	if x != x || y != y {
		p = nan32()
	}
	return Copysign32(p, y)
}
