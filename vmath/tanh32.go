package vmath

import "math"

// Tanh32 returns the hyperbolic tangent of x, with an error of at most 1.1 ulp: eight
// polynomials of degree 7, whose coefficients are looked up by interval.
func Tanh32(x float32) float32 {
	a := Abs32(x)
	if a > tanh32Max {
		a = tanh32Max
	}
	y := a*tanh32Scale + tanh32Shift
	i := math.Float32bits(y) >> 22
	t := a - tanh32Centre(i)
	base := tanh32C0(i)
	if y < tanh32First {
		base = t // the coefficients are those of the function less x
	}
	p := tanh32C7(i)
	p = p*t + tanh32C6(i)
	p = p*t + tanh32C5(i)
	p = p*t + tanh32C4(i)
	p = p*t + tanh32C3(i)
	p = p*t + tanh32C2(i)
	p = p*t + tanh32C1(i)
	return Copysign32(p*t+base, x)
}
