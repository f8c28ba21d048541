package vmath

import "math"

// Mod returns x less a multiple of y, of x's sign and below |y| in magnitude, exactly.
func Mod(x, y float64) float64 {
	r := modulus(math.Abs(x), math.Abs(y))
	return math.Copysign(r, x)
}

// modulus returns a less a multiple of b, 0 <= a, 0 <= b; NaN where a is infinite or b is 0.
func modulus(a, b float64) float64 {
	q := a / b
	r := modStep(a, b, q)
	if !(q < 0x1p53 && b < inf()) {
		r = modFar(a, b)
	}
	return r
}

// modStep returns a less the multiple of b that q = a/b says. Where q was rounded up to the next integer, the remainder
// is negative at first. Like a itself it is exact: a multiple of the last place of b or of a that is no greater than b.
func modStep(a, b, q float64) float64 {
	r := math.FMA(-math.Trunc(q), b, a)
	if r < 0 {
		r += b
	}
	return r
}

// modFar is modulus for all arguments: it takes away multiples of b 2**n, a 2**52 times smaller each time.
func modFar(a, b float64) float64 {
	r := a
	if b == 0 || a == inf() {
		r = nan()
	}
	for r >= b {
		// The binary exponents of r and b, subnormal or not.
		n := exponent(r) - exponent(b) - 51
		if n < 0 {
			n = 0
		}
		h := n >> 1
		d := b * pow2(h) * pow2(n-h) // exact, and normal unless n is 0
		r = modStep(r, d, r/d)
	}
	if a != a || b != b {
		r = nan()
	}
	return r
}

// exponent returns the binary exponent of a > 0.
func exponent(a float64) int64 {
	b := math.Float64bits(a)
	n := int64(b >> 52)
	if b < minNormal {
		n = int64(math.Float64bits(a*(1<<52))>>52) - 52
	}
	return n
}

// Remainder returns x less the multiple of y nearest to it, the even one of two, exactly.
func Remainder(x, y float64) float64 {
	a, b := math.Abs(x), math.Abs(y)
	r := modulus(a, b+b)
	s := r
	if r+r > b {
		s = r - b
		if s+s >= b {
			s -= b
		}
	}
	return math.Float64frombits(math.Float64bits(s) ^ math.Float64bits(x)&signBit)
}

// Mod32 is Mod for float32.
func Mod32(x, y float32) float32 { return float32(Mod(float64(x), float64(y))) }

// Remainder32 is Remainder for float32.
func Remainder32(x, y float32) float32 { return float32(Remainder(float64(x), float64(y))) }
