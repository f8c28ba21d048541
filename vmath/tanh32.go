package vmath

import "math"

// Tanh32 returns the hyperbolic tangent of x, with an error of at most 1.5 ulp: eight
// polynomials of degree 7, whose coefficients are looked up by interval.
// 24 vector instructions.
func Tanh32(x float32) float32 {
	a := Abs32(x)
	if a > tanh32Max {
		a = tanh32Max
	}
	i := math.Float32bits(a*tanh32Scale+tanh32Shift) >> 22
	t := a - tanh32Centre(i)
	p := tanh32C7(i)
	p = p*t + tanh32C6(i)
	p = p*t + tanh32C5(i)
	p = p*t + tanh32C4(i)
	p = p*t + tanh32C3(i)
	p = p*t + tanh32C2(i)
	p = t*t*p + tanh32C0(i) // see Erf
	p = tanh32C1(i)*t + p
	return Copysign32(p, x)
}
