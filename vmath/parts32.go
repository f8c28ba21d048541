package vmath

import "math"

// Round32 returns the nearest integer, rounding half away from zero.
func Round32(x float32) float32 {
	t := Trunc32(x)
	if Abs32(x-t) >= 0.5 {
		t += Copysign32(1, x)
	}
	return t
}

// RoundToEven32 returns the nearest integer, rounding ties to even.
func RoundToEven32(x float32) float32 { return float32(math.RoundToEven(float64(x))) }

// Dim32 returns the maximum of x-y and 0.
func Dim32(x, y float32) float32 {
	d := x - y
	if d <= 0 {
		d = 0
	}
	return d
}

// Modf32 returns the integer and the fractional part of x, both with its sign.
func Modf32(x float32) (integer, fraction float32) {
	integer = Trunc32(x)
	return integer, Copysign32(x-integer, x)
}

// Frexp32 breaks x into a fraction in [1/2, 1) and a power of two: x = frac 2**exp.
func Frexp32(x float32) (frac float32, exp int) {
	b := math.Float32bits(x)
	e := int32(b>>23&0xff) - (expBias32 - 1)
	if b&^signBit32 < minNormal32 { // also 0
		b = math.Float32bits(x * (1 << 23))
		e = int32(b>>23&0xff) - (expBias32 - 1 + 23)
	}
	frac = math.Float32frombits(b&(signBit32|mantissa32) | (oneBits32 - 1<<23))
	if x == 0 || !(Abs32(x) < inf32()) {
		frac, e = x, 0
	}
	return frac, int(e)
}

// Ldexp32 returns frac 2**exp, rounded once.
func Ldexp32(frac float32, exp int) float32 {
	n := int64(exp)
	if n > 300 {
		n = 300
	}
	if n < -300 {
		n = -300
	}
	return float32(float64(frac) * pow2(n)) // exact in float64
}

// Logb32 returns the binary exponent of x as a float32.
func Logb32(x float32) float32 {
	b := math.Float32bits(x) &^ signBit32
	k := math.Float32frombits(b>>23|two23Bits) - (two23 + expBias32)
	if b-minNormal32 >= infBits32-minNormal32 {
		k = math.Float32frombits(math.Float32bits(Abs32(x)*(1<<23))>>23|two23Bits) - (two23 + expBias32 + 23)
		if x == 0 {
			k = -inf32()
		}
		if !(Abs32(x) < inf32()) {
			k = x * x
		}
	}
	return k
}

// Nextafter32 returns the next float32 from x towards y.
func Nextafter32(x, y float32) float32 {
	b := int32(math.Float32bits(x))
	d := int32(-1) // towards 0
	if (y > x) == (x > 0) {
		d = 1
	}
	r := math.Float32frombits(uint32(b + d))
	if x == 0 {
		r = Copysign32(0x1p-149, y)
	}
	if x == y {
		r = x
	}
	if x != x || y != y {
		r = nan32()
	}
	return r
}
