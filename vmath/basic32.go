package vmath

import "math"

const signBit32 = 1 << 31

// magic32 added to |x| < 2^22 leaves x, rounded to an integer, in the low bits.
const (
	magic32     = 0x1.8p23
	magic32Bits = 0x4b400000
)

func inf32() float32 { return math.Float32frombits(0x7f800000) }
func nan32() float32 { return math.Float32frombits(0x7fc00000) }

// Sqrt32 returns the square root of x, correctly rounded (one instruction).
func Sqrt32(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// Abs32 returns the absolute value of x.
func Abs32(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ signBit32) }

// Floor32 returns the greatest integer not greater than x.
func Floor32(x float32) float32 { return float32(math.Floor(float64(x))) }

// Ceil32 returns the least integer not less than x.
func Ceil32(x float32) float32 { return float32(math.Ceil(float64(x))) }

// Trunc32 returns the integer part of x.
func Trunc32(x float32) float32 { return float32(math.Trunc(float64(x))) }

// Copysign32 returns a value with the magnitude of x and the sign of s.
func Copysign32(x, s float32) float32 {
	return math.Float32frombits(math.Float32bits(x)&^signBit32 | math.Float32bits(s)&signBit32)
}

// Max32 returns the greater of x and y, with the special cases of Max.
func Max32(x, y float32) float32 {
	r := x
	if y > x {
		r = y
	}
	if x == y { // they can differ only in the sign of zero
		r = math.Float32frombits(math.Float32bits(x) & math.Float32bits(y))
	}
	if x != x || y != y {
		r = nan32()
	}
	if x == inf32() || y == inf32() {
		r = inf32()
	}
	return r
}

// Min32 returns the lesser of x and y, with the special cases of Min.
func Min32(x, y float32) float32 {
	r := x
	if y < x {
		r = y
	}
	if x == y {
		r = math.Float32frombits(math.Float32bits(x) | math.Float32bits(y))
	}
	if x != x || y != y {
		r = nan32()
	}
	if x == -inf32() || y == -inf32() {
		r = -inf32()
	}
	return r
}
