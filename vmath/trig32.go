package vmath

import "math"

// The float32 reduction subtracts k times π in four parts: the first three products
// are exact for k < 2**13, the fourth needs not be (Cody and Waite, Software Manual for
// the Elementary Functions, 1980). From trigMax32 on the reduction is Payne and Hanek's,
// in integers.

const trigMax32 = 12000

// Sin32 returns the sine of x (in radians), with an error of at most 2.2 ulp.
// 21 vector instructions where |x| < 12000.
func Sin32(x float32) float32 {
	a := Abs32(x)
	n := a*invPi32 + magic32
	k := n - magic32
	t := a - k*piIn32Part1 - k*piIn32Part2
	r := t - k*piIn32Part3
	r += t - r - k*piIn32Part3 - k*piIn32Part4
	odd := math.Float32bits(n)
	if !(a < trigMax32) {
		var h uint32
		r, h = hugeAngle32(a, 0)
		odd = h >> 1
	}
	sign := odd<<31 ^ math.Float32bits(x)&signBit32
	return math.Float32frombits(math.Float32bits(sinPoly32(r)) ^ sign)
}

// Cos32 returns the cosine of x (in radians), with an error of at most 2.2 ulp.
// 21 vector instructions where |x| < 12000.
func Cos32(x float32) float32 {
	a := Abs32(x)
	n := a*invPi32 - 0.5 + magic32
	k := n - magic32 + 0.5
	t := k*piIn32Part1 - a + k*piIn32Part2 // cos a = ± sin(kπ - a)
	r := t + k*piIn32Part3
	r += t - r + k*piIn32Part3 + k*piIn32Part4
	odd := math.Float32bits(n)
	if !(a < trigMax32) {
		var h uint32
		r, h = hugeAngle32(a, 1)
		odd = (h + 1) >> 1
	}
	return math.Float32frombits(math.Float32bits(sinPoly32(r)) ^ odd<<31)
}

// sinPoly32 returns sin(r) for |r| <= π/2.
func sinPoly32(r float32) float32 {
	z := r * r
	p := float32(sin32C3)
	p = p*z + sin32C2
	p = p*z + sin32C1
	p = p*z + sin32C0
	return r*z*p + r
}

// Tan32 returns the tangent of x (in radians), with an error of at most 1.9 ulp.
// 27 vector instructions where |x| < 12000, one of them a division.
func Tan32(x float32) float32 {
	a := Abs32(x)
	n := a*twoOverPi32 + magic32
	k := n - magic32
	t := a - k*(piIn32Part1/2) - k*(piIn32Part2/2)
	r := t - k*(piIn32Part3/2)
	e := t - r - k*(piIn32Part3/2) - k*(piIn32Part4/2) // r + e is the reduced argument
	odd := math.Float32bits(n)
	if !(a < trigMax32) {
		r, e, odd = payneHanek32(a)
	}
	z := r * r
	p := float32(tan32C5)
	p = p*z + tan32C4
	p = p*z + tan32C3
	p = p*z + tan32C2
	p = p*z + tan32C1
	p = p*z + tan32C0
	y := r + (r*z*p + (z*e + e))
	if odd&1 != 0 {
		y = -1 / y
	}
	return math.Float32frombits(math.Float32bits(y) ^ math.Float32bits(x)&signBit32)
}

// hugeAngle32 reduces a as payneHanek32 does; where h+shift is odd it returns π/2 - |r|,
// whose sine is the cosine of r.
func hugeAngle32(a float32, shift uint32) (float32, uint32) {
	r, e, h := payneHanek32(a)
	if (h+shift)&1 != 0 {
		if r < 0 {
			e = -e
		}
		b := Abs32(r)
		c := piFull32Part1/2 - b
		return c + (piFull32Part1/2 - c - b + (piFull32Part2/2 - e)), h
	}
	return r + e, h
}

// payneHanek32 reduces a >= 1: a = hπ/2 + r + e modulo 2π, |r| <= π/4, h only by its
// last two bits (Payne and Hanek, Radian reduction for trigonometric functions,
// SIGNUM Newsletter 18, 1983): 24 bits of a times 96 bits of 2/π in fixed point, of
// which the upper 64 are kept.
func payneHanek32(a float32) (r, e float32, h uint32) {
	b := math.Float32bits(a)
	m := b&mantissa32 | minNormal32
	// a = m 2**(s-23). Digits of 2/π above 2**(25-s) contribute multiples of 4.
	s := b>>23 - expBias32
	at := s + 7 // at-32 digits are left out, and the product has its point after two bits
	w0, w1, w2 := digits(at), digits(at+32), digits(at+64)
	hi := m*w0 + mulHigh24(m, w1)
	lo := m * w1
	carry := lo
	lo += mulHigh24(m, w2)
	if lo < carry {
		hi++
	}
	h = (hi + 1<<29) >> 30
	hi -= h << 30
	sign := hi & signBit32
	if sign != 0 { // the magnitude of a negative fraction
		hi = ^hi
		lo = ^lo // less by 2**-62: far below what is seen
	}
	u := float32(int32(hi&^63)) * 0x1p-30
	v := float32(int32(hi&63<<18|lo>>14))*0x1p-48 + float32(int32(lo&0x3fff))*0x1p-62
	f := u + v
	v = u - f + v
	// f + v is the fraction in units of π/2; f is cut in two for exact products.
	fh := math.Float32frombits(math.Float32bits(f) &^ 0xfff)
	fl := f - fh
	const half1, half2, half3 = piIn32Part1 / 2, piIn32Part2 / 2, piFull32Part1/2 - piIn32Part1/2 - piIn32Part2/2
	p := fh * half1
	q := fh*half2 + (fl*(piFull32Part1/2) + (fh*half3 + (v*(piFull32Part1/2) + f*(piFull32Part2/2))))
	r = p + q
	e = p - r + q + (a - a) // NaN where a is infinite
	return math.Float32frombits(math.Float32bits(r) ^ sign), math.Float32frombits(math.Float32bits(e) ^ sign), h
}

// digits returns 32 binary digits of 2/π, from number at-32 on (counted from 0; before
// them there are zeros).
func digits(at uint32) uint32 {
	i := at >> 5
	s := at & 31
	return twoOverPiBits(i)<<s | twoOverPiBits(i+1)>>1>>(31-s)
}

// mulHigh24 returns the upper 32 bits of m w, for m < 2**24.
func mulHigh24(m, w uint32) uint32 {
	m1, m0 := m>>16, m&0xffff
	w1, w0 := w>>16, w&0xffff
	u := m1*w0 + m0*w0>>16
	v := m0*w1 + u&0xffff
	return m1*w1 + u>>16 + v>>16
}
