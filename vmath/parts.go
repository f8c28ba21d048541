package vmath

import "math"

// Functions that take numbers apart and put them together. All are exact, or rounded as package math's are.

// Round returns the nearest integer, rounding half away from zero.
func Round(x float64) float64 { return math.Round(x) }

// RoundToEven returns the nearest integer, rounding ties to even.
func RoundToEven(x float64) float64 { return math.RoundToEven(x) }

// FMA returns x*y + z, rounded once.
func FMA(x, y, z float64) float64 { return math.FMA(x, y, z) }

// IsNaN reports whether x is not a number.
func IsNaN(x float64) bool { return x != x }

// IsInf reports whether x is an infinity: positive for sign > 0, negative for sign < 0, either for 0.
func IsInf(x float64, sign int) bool {
	return sign >= 0 && x == inf() || sign <= 0 && x == -inf()
}

// Signbit reports whether x is negative or negative zero.
func Signbit(x float64) bool { return math.Float64bits(x)&signBit != 0 }

// Dim returns the maximum of x-y and 0.
func Dim(x, y float64) float64 {
	d := x - y
	if d <= 0 {
		d = 0
	}
	return d
}

// Modf returns the integer and the fractional part of x, both with its sign.
func Modf(x float64) (integer, fraction float64) {
	integer = math.Trunc(x)
	return integer, math.Copysign(x-integer, x)
}

// Frexp breaks x into a fraction in [1/2, 1) and a power of two: x = frac 2**exp.
func Frexp(x float64) (frac float64, exp int) {
	b := math.Float64bits(x)
	e := int(b>>52&0x7ff) - (expBias - 1)
	if b&^signBit < minNormal { // also 0
		b = math.Float64bits(x * (1 << 52))
		e = int(b>>52&0x7ff) - (expBias - 1 + 52)
	}
	frac = math.Float64frombits(b&(signBit|mantissa) | (oneBits - 1<<52))
	if x == 0 || !(math.Abs(x) < inf()) {
		frac, e = x, 0
	}
	return frac, e
}

// Ldexp returns frac 2**exp, rounded once.
func Ldexp(frac float64, exp int) float64 {
	y := float64(frac * pow2(int64(exp)))
	if uint64(exp)+1022 > 2045 { // no exponent of a normal number
		y = ldexpFar(frac, int64(exp))
	}
	return y
}

// ldexpFar takes up to three steps, of which only the last one rounds: one that makes the result subnormal leaves
// nothing of it to the next.
func ldexpFar(x float64, n int64) float64 {
	s, t := 1.0, 1.0
	if n > 1023 {
		s = 0x1p1023
		n -= 1023
	}
	if n > 1023 {
		t = 0x1p1023
		n -= 1023
	}
	if n > 1023 {
		n = 1023
	}
	if n < -1022 {
		s = 0x1p-969
		n += 969
	}
	if n < -1022 {
		t = 0x1p-969
		n += 969
	}
	if n < -1022 {
		n = -1022
	}
	return x * s * t * pow2(n)
}

// Logb returns the binary exponent of x as a float64.
func Logb(x float64) float64 {
	b := math.Float64bits(x) &^ signBit
	k := math.Float64frombits(b>>52|two52Bits) - (two52 + expBias)
	if b-minNormal >= infBits-minNormal {
		k = math.Float64frombits(math.Float64bits(math.Abs(x)*(1<<52))>>52|two52Bits) - (two52 + expBias + 52)
		if x == 0 {
			k = -inf()
		}
		if !(math.Abs(x) < inf()) {
			k = x * x
		}
	}
	return k
}

// Ilogb returns the binary exponent of x as an integer.
func Ilogb(x float64) int {
	b := math.Float64bits(x) &^ signBit
	k := int(b>>52) - expBias
	if b-minNormal >= infBits-minNormal {
		k = int(math.Float64bits(math.Abs(x)*(1<<52))>>52) - (expBias + 52)
		if x == 0 {
			k = math.MinInt32
		}
		if !(math.Abs(x) < inf()) {
			k = math.MaxInt32
		}
	}
	return k
}

// Nextafter returns the next number from x towards y.
func Nextafter(x, y float64) float64 {
	b := int64(math.Float64bits(x))
	d := int64(-1) // towards 0
	if (y > x) == (x > 0) {
		d = 1
	}
	r := math.Float64frombits(uint64(b + d))
	if x == 0 {
		r = math.Copysign(0x1p-1074, y)
	}
	if x == y {
		r = x
	}
	if x != x || y != y {
		r = nan()
	}
	return r
}
