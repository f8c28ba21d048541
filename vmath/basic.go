package vmath

import "math"

const signBit = 1 << 63

// magic added to |x| < 2^51 leaves x, rounded to an integer, in the low bits.
const (
	magic     = 0x1.8p52
	magicBits = 0x4338000000000000
)

func inf() float64 { return math.Float64frombits(0x7ff0000000000000) }
func nan() float64 { return math.Float64frombits(0x7ff8000000000001) }

// Sqrt returns the square root of x, correctly rounded (one instruction).
func Sqrt(x float64) float64 { return math.Sqrt(x) }

// Abs returns the absolute value of x.
func Abs(x float64) float64 { return math.Abs(x) }

// Floor returns the greatest integer not greater than x.
func Floor(x float64) float64 { return math.Floor(x) }

// Ceil returns the least integer not less than x.
func Ceil(x float64) float64 { return math.Ceil(x) }

// Trunc returns the integer part of x.
func Trunc(x float64) float64 { return math.Trunc(x) }

// Copysign returns a value with the magnitude of x and the sign of s.
func Copysign(x, s float64) float64 { return math.Copysign(x, s) }

// Max returns the greater of x and y, as math.Max does: +Inf if one is +Inf, even
// where the other is NaN, else NaN if one is NaN; +0 is greater than -0.
func Max(x, y float64) float64 {
	r := x
	if y > x {
		r = y
	}
	if x == y { // they can differ only in the sign of zero
		r = math.Float64frombits(math.Float64bits(x) & math.Float64bits(y))
	}
	if x != x || y != y {
		r = nan()
	}
	if x == inf() || y == inf() {
		r = inf()
	}
	return r
}

// Min returns the lesser of x and y, as math.Min does: -Inf if one is -Inf, even
// where the other is NaN, else NaN if one is NaN; -0 is less than +0.
func Min(x, y float64) float64 {
	r := x
	if y < x {
		r = y
	}
	if x == y {
		r = math.Float64frombits(math.Float64bits(x) | math.Float64bits(y))
	}
	if x != x || y != y {
		r = nan()
	}
	if x == -inf() || y == -inf() {
		r = -inf()
	}
	return r
}
