package vmath

import "math"

// Atan returns the arctangent of x, with an error of at most 1.4 ulp.
func Atan(x float64) float64 {
	a := math.Abs(x)
	if a > 0x1p60 { // no difference, and finite
		a = 0x1p60
	}
	num, den := a, 1.0
	if a > 1 {
		num, den = -1, a
	}
	t := num / den
	z := float64(t * t)
	// t is inexact only where it is -1/a; the derivative is 1/(1+t²), about 1 - t²/2.
	e := float64(math.FMA(-t, den, num) * -t)
	p := math.FMA(float64(t*z), atanTail(z), math.FMA(-0.5*e, z, e))
	y := t + p
	if a > 1 {
		y = pi1/2 + t + (p + pi2/2)
	}
	return math.Copysign(y, x)
}

// atanTail returns (atan(t) - t)/t³ for z = t² <= 1. The higher terms are in four chains, since the processor cannot
// see far enough ahead to overlap long ones.
func atanTail(z float64) float64 {
	z2 := float64(z * z)
	z4 := float64(z2 * z2)
	p0 := math.FMA(atanC18, z4, atanC14)
	p1 := math.FMA(atanC19, z4, atanC15)
	p2 := math.FMA(atanC16, z4, atanC12)
	p3 := math.FMA(atanC17, z4, atanC13)
	p0 = math.FMA(p0, z4, atanC10)
	p1 = math.FMA(p1, z4, atanC11)
	p2 = math.FMA(p2, z4, atanC8)
	p3 = math.FMA(p3, z4, atanC9)
	p0 = math.FMA(p0, z4, atanC6)
	p1 = math.FMA(p1, z4, atanC7)
	p2 = math.FMA(p2, z4, atanC4)
	p3 = math.FMA(p3, z4, atanC5)
	p0 = math.FMA(p0, z4, atanC2)
	p1 = math.FMA(p1, z4, atanC3)
	p := math.FMA(math.FMA(p3, z, p2), z2, math.FMA(p1, z, p0))
	p = math.FMA(p, z, atanC1)
	return math.FMA(p, z, atanC0)
}

// Atan2 returns the angle of the point (x, y), with an error of at most 1.8 ulp.
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
	z := float64(t * t)
	p := math.FMA(float64(t*z), atanTail(z), t)
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
