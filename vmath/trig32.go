package vmath

import "math"

// The float32 reduction subtracts k times π in four parts: the first three products
// are exact for k < 2**13, the fourth needs not be (Cody and Waite, Software Manual for
// the Elementary Functions, 1980). From trigMax32 on the reduction is Payne and Hanek's,
// in integers.

const trigMax32 = 12000

// angle32 reduces a >= 0: a = hπ/2 + r + e modulo 2π, |r| <= π/4, h only by its last two bits.
func angle32(a float32) (r, e float32, h uint32) {
	n := a*twoOverPi32 + magic32
	k := n - magic32
	t := a - k*(piIn32Part1/2) - k*(piIn32Part2/2)
	r = t - k*(piIn32Part3/2)
	e = t - r - k*(piIn32Part3/2) - k*(piIn32Part4/2)
	h = math.Float32bits(n)
	if !(a < trigMax32) {
		r, e, h = payneHanek32(a)
	}
	return r, e, h
}

// sinCos32 returns u and v with sin(r+e) = r + u and cos(r+e) = 1 + v.
func sinCos32(r, e float32) (u, v float32) {
	z := r * r
	p := float32(sin32C2)
	q := float32(cos32C3)
	q = q*z + cos32C2
	p = p*z + sin32C1
	q = q*z + cos32C1
	p = p*z + sin32C0
	q = q*z + cos32C0
	return r*z*p + e, z*q - r*e
}

// Sin32 returns the sine of x (in radians), with an error of at most 1.4 ulp.
func Sin32(x float32) float32 {
	r, e, h := angle32(Abs32(x))
	u, v := sinCos32(r, e)
	y := r + u
	if h&1 != 0 {
		y = 1 + v
	}
	return math.Float32frombits(math.Float32bits(y) ^ (h<<30^math.Float32bits(x))&signBit32)
}

// Cos32 returns the cosine of x (in radians), with an error of at most 1.4 ulp.
func Cos32(x float32) float32 {
	r, e, h := angle32(Abs32(x))
	u, v := sinCos32(r, e)
	y := 1 + v
	if h&1 != 0 {
		y = r + u
	}
	return math.Float32frombits(math.Float32bits(y) ^ (h+1)<<30&signBit32)
}

// Sincos32 returns the sine and the cosine of x (in radians), each with an error of at most 1.4 ulp.
func Sincos32(x float32) (sin, cos float32) {
	r, e, h := angle32(Abs32(x))
	u, v := sinCos32(r, e)
	s, c := r+u, 1+v
	if h&1 != 0 {
		s, c = c, s
	}
	sin = math.Float32frombits(math.Float32bits(s) ^ (h<<30^math.Float32bits(x))&signBit32)
	cos = math.Float32frombits(math.Float32bits(c) ^ (h+1)<<30&signBit32)
	return sin, cos
}

// Tan32 returns the tangent of x (in radians), with an error of at most 1.9 ulp.
func Tan32(x float32) float32 {
	r, e, h := angle32(Abs32(x))
	z := r * r
	p := float32(tan32C5)
	p = p*z + tan32C4
	p = p*z + tan32C3
	p = p*z + tan32C2
	p = p*z + tan32C1
	p = p*z + tan32C0
	y := r + (r*z*p + (z*e + e))
	if h&1 != 0 {
		y = -1 / y
	}
	return math.Float32frombits(math.Float32bits(y) ^ math.Float32bits(x)&signBit32)
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
	w0, w1, w2 := digits(s + 7) // 32 fewer are left out, and the product has its point after two bits
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

// digits returns 96 binary digits of 2/π, 32 each, from number at-32 on (counted from 0; before them there are zeros).
// It multiplies rather than shift by a variable.
func digits(at uint32) (w0, w1, w2 uint32) {
	i := at >> 5
	d0, d1, d2, d3 := twoOverPiBits(i), twoOverPiBits(i+1), twoOverPiBits(i+2), twoOverPiBits(i+3)
	if at&16 != 0 {
		d0, d1, d2, d3 = d0<<16|d1>>16, d1<<16|d2>>16, d2<<16|d3>>16, d3<<16
	}
	p := powerOf2(at)
	return d0*p | d1>>16*p>>16, d1*p | d2>>16*p>>16, d2*p | d3>>16*p>>16
}

// powerOf2 returns 2**(i&15).
func powerOf2(i uint32) uint32 {
	return [16]uint32{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768}[i&15]
}

// mulHigh24 returns the upper 32 bits of m w, for m < 2**24.
func mulHigh24(m, w uint32) uint32 {
	m1, m0 := m>>16, m&0xffff
	w1, w0 := w>>16, w&0xffff
	u := m1*w0 + m0*w0>>16
	v := m0*w1 + u&0xffff
	return m1*w1 + u>>16 + v>>16
}
