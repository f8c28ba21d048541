package vmath

// asinParts32 is asinParts for float32.
func asinParts32(a float32) (r, u float32) {
	z := a * a
	r = a
	if a > 0.5 {
		z = (1 - a) * 0.5
		r = Sqrt32(z)
	}
	p := float32(asin32C4)
	p = p*z + asin32C3
	p = p*z + asin32C2
	p = p*z + asin32C1
	p = p*z + asin32C0
	return r, r * z * p
}

// Asin32 returns the arcsine of x, with an error of at most 1.3 ulp.
func Asin32(x float32) float32 {
	a := Abs32(x)
	r, u := asinParts32(a)
	y := r + u
	if a > 0.5 {
		t := piFull32Part1/2 - 2*r
		y = t + (piFull32Part1/2 - t - 2*r + (piFull32Part2/2 - 2*u))
	}
	return Copysign32(y, x)
}

// Acos32 returns the arccosine of x, with an error of at most 1.3 ulp.
func Acos32(x float32) float32 {
	a := Abs32(x)
	r, u := asinParts32(a)
	s, base, low := Copysign32(1, -x), float32(piFull32Part1/2), float32(piFull32Part2/2)
	if a > 0.5 {
		s, base, low = Copysign32(2, x), 0, 0
		if x < 0 {
			base, low = piFull32Part1, piFull32Part2
		}
	}
	return base + s*r + (low + s*u)
}
