package vmath

import "math"

// Erf32 returns the error function of x, with an error of at most 1.3 ulp: eight
// polynomials of degree 7, whose coefficients are looked up by interval.
func Erf32(x float32) float32 {
	a := Abs32(x)
	if a > erf32Max {
		a = erf32Max
	}
	y := a*erf32Scale + erf32Shift
	i := math.Float32bits(y) >> 20
	t := a - erf32Centre(i)
	base := erf32C0(i)
	if y < erf32First {
		base = t // the coefficients are those of the function less x
	}
	p := erf32C7(i)
	p = p*t + erf32C6(i)
	p = p*t + erf32C5(i)
	p = p*t + erf32C4(i)
	p = p*t + erf32C3(i)
	p = p*t + erf32C2(i)
	p = p*t + erf32C1(i)
	return Copysign32(p*t+base, x)
}

// Erfc32 returns 1 - Erf32(x), accurate also where that is near 0, with an error of at
// most 1.6 ulp. It is e**(-x²) times a function that eight polynomials of degree 9 stand
// for.
func Erfc32(x float32) float32 {
	a := Abs32(x)
	if a > erfc32Max {
		a = erfc32Max
	}
	i := math.Float32bits(a*erfc32Scale+erfc32Shift) >> 22
	t := a - erfc32Centre(i)
	p := erfc32C9(i)
	p = p*t + erfc32C8(i)
	p = p*t + erfc32C7(i)
	p = p*t + erfc32C6(i)
	p = p*t + erfc32C5(i)
	p = p*t + erfc32C4(i)
	p = p*t + erfc32C3(i)
	p = p*t + erfc32C2(i)
	p = p*t + erfc32C1(i)
	c := erfc32C0(i)
	f := p*t + c
	fl := p*t + (c - f) // what f lost

	// x² as a sum of two, the first one exact.
	h := math.Float32frombits(math.Float32bits(a) &^ 0xfff)
	s := h * h
	lo := (a - h) * (a + h)
	const log2e32 = log2e
	n := magic32 - (s+lo)*log2e32
	k := n - magic32
	u, v := -s-k*ln2In32Part1, k*ln2In32Part2+lo
	r := u - v
	e := u - r - v // r + e is the reduced exponent
	q := float32(exp32C4)
	q = q*r + exp32C3
	q = q*r + exp32C2
	q = q*r + exp32C1
	q = q*r + exp32C0
	q = r*r*q + e
	y := f + (r*f + (q*f + fl))
	b := math.Float32bits(n)
	z := math.Float32frombits(math.Float32bits(y) + b<<23)
	if !(s < 80) { // the result may be subnormal
		z = expEdge32(y, b)
	}
	if x < 0 {
		z = 2 - z
	}
	return z
}
