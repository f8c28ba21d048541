package vmath

import "math"

// The float32 logarithms need no table: x = 2**k (1+f), -1/3 <= f < 1/3.

const (
	minNormal32  = 0x00800000
	infBits32    = 0x7f800000
	mantissa32   = 0x007fffff
	two23        = 0x1p23
	two23Bits    = 0x4b000000
	expBias32    = 127
	subnormals32 = 25 // subnormal arguments are scaled by 2**25

	log32Off = 0x3f2aaaab // bits of 2/3, the least reduced argument
)

// Log32 returns the natural logarithm of x, with an error of at most 1 ulp.
func Log32(x float32) float32 {
	y := logCore32(x, expBias32)
	if logRare32(x) {
		y = logEdge32(x, logCore32(x*(1<<subnormals32), expBias32+subnormals32))
	}
	return y
}

// logRare32 reports whether x is not a positive normal finite number.
func logRare32(x float32) bool { return math.Float32bits(x)-minNormal32 >= infBits32-minNormal32 }

// logEdge32 corrects y, the logarithm of a subnormal x, for other arguments.
func logEdge32(x, y float32) float32 {
	if x == 0 {
		y = -inf32()
	}
	if x < 0 {
		y = nan32()
	}
	if !(x < inf32()) {
		y = x
		if x > 0 {
			y = inf32()
		}
	}
	return y
}

// logReduce32 returns f and k with x = 2**(k+bias-expBias32) (1+f).
func logReduce32(x, bias float32) (f, k float32) {
	t := math.Float32bits(x) + (oneBits32 - log32Off)
	k = math.Float32frombits(t>>23|two23Bits) - (two23 + bias)
	return math.Float32frombits(t&mantissa32+log32Off) - 1, k
}

func logCore32(x, bias float32) float32 {
	f, k := logReduce32(x, bias)
	return logSum32(f, k, 0)
}

// logSum32 returns log(1+f+e) + k log 2.
func logSum32(f, k, e float32) float32 {
	p := f*f*log32Poly(f) + (k*ln2In32Part2 + e)
	return k*ln2In32Part1 + (p + f)
}

// log32Poly returns (log(1+f) - f)/f² for |f| <= 1/3.
func log32Poly(f float32) float32 {
	p := float32(log32C7)
	p = p*f + log32C6
	p = p*f + log32C5
	p = p*f + log32C4
	p = p*f + log32C3
	p = p*f + log32C2
	p = p*f + log32C1
	p = p*f + log32C0
	return p*f - 0.5
}

// Log232 returns the logarithm of x to base 2, with an error of at most 1.5 ulp.
// It is exact for powers of two.
func Log232(x float32) float32 {
	y := log2Core32(x, expBias32)
	if logRare32(x) {
		y = logEdge32(x, log2Core32(x*(1<<subnormals32), expBias32+subnormals32))
	}
	return y
}

func log2Core32(x, bias float32) float32 {
	f, k := logReduce32(x, bias)
	p := float32(log232C9)
	p = p*f + log232C8
	p = p*f + log232C7
	p = p*f + log232C6
	p = p*f + log232C5
	p = p*f + log232C4
	p = p*f + log232C3
	p = p*f + log232C2
	p = p*f + log232C1
	p = p*f + log232C0
	return (k + f) + p*f
}

// Log1032 returns the logarithm of x to base 10, with an error of at most 1.1 ulp.
func Log1032(x float32) float32 {
	y := log10Core32(x, expBias32)
	if logRare32(x) {
		y = logEdge32(x, log10Core32(x*(1<<subnormals32), expBias32+subnormals32))
	}
	return y
}

func log10Core32(x, bias float32) float32 {
	f, k := logReduce32(x, bias)
	p := f * f * log32Poly(f)
	h := math.Float32frombits(math.Float32bits(f) &^ 0xfff) // 12 bits: the product is exact
	lo := h*log10eIn32Part2 + ((f-h+p)*math.Log10E + k*log10Of2In32Part2)
	return k*log10Of2In32Part1 + (h*log10eIn32Part1 + lo)
}

// Log1p32 returns log(1+x), accurate also where x is near 0, with an error of at most
// 1.2 ulp.
func Log1p32(x float32) float32 {
	a, b := x, float32(1)
	if x < 1 {
		a, b = 1, x
	}
	u := a + b
	lost := b - (u - a) // u + lost = 1 + x exactly (Dekker's Fast2Sum)

	t := math.Float32bits(u) + (oneBits32 - log32Off)
	k := math.Float32frombits(t>>23|two23Bits) - (two23 + expBias32)
	m := math.Float32frombits(t&mantissa32 + log32Off)
	scale := math.Float32frombits(2*oneBits32 - t&^mantissa32) // m/u = 2**-k
	c := lost * scale
	f := m - 1 + c
	e := m - 1 - f + c // what f lost
	y := logSum32(f, k, e)

	if !(x > -1 && x < 0x1p100) {
		y = logEdge32(u, Log32(u)) // also where scale is no normal number
		if x != x {
			y = x
		}
	}
	if x == 0 {
		y = x // -0 stays -0
	}
	return y
}
