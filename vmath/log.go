package vmath

import "math"

// The logarithms write x = 2**k m, with m in an interval of ratio 2 around 1, and
// r = inv m - 1, where inv comes from a table indexed by the leading bits of m:
// log x = k log 2 + log(1/inv) + log(1+r). The interval around 1 has inv = 1, so
// nothing cancels there (Tang, Table-driven implementation of the logarithm
// function in IEEE floating-point arithmetic, ACM TOMS 16, 1990). The table's logarithms and the
// greater part of log 2 have so few digits that k log 2 + log(1/inv) is exact.

const (
	minNormal  = 0x0010000000000000 // bits of the least normal number
	infBits    = 0x7ff0000000000000
	mantissa   = 0x000fffffffffffff
	oneBits    = 0x3ff0000000000000
	two52      = 0x1p52
	two52Bits  = 0x4330000000000000
	expBias    = 1023
	subnormals = 54 // subnormal arguments are scaled by 2**54
)

// Log returns the natural logarithm of x, with an error of at most 1.3 ulp.
func Log(x float64) float64 {
	y := logCore(x, expBias)
	if logRare(x) {
		y = logEdge(x, logCore(x*(1<<subnormals), expBias+subnormals))
	}
	return y
}

// logRare reports whether x is not a positive normal finite number.
func logRare(x float64) bool { return math.Float64bits(x)-minNormal >= infBits-minNormal }

// logEdge corrects y, the logarithm of a subnormal x, for other arguments.
func logEdge(x, y float64) float64 {
	if x == 0 {
		y = -inf()
	}
	if x < 0 {
		y = nan()
	}
	if !(x < inf()) {
		y = x
		if x > 0 {
			y = inf()
		}
	}
	return y
}

// logCore returns log(x 2**(expBias-bias)) for normal x > 0.
func logCore(x, bias float64) float64 {
	t := math.Float64bits(x) + (oneBits - logOff)
	k := math.Float64frombits(t>>52|two52Bits) - (two52 + bias)
	i := t >> 49
	m := math.Float64frombits(t&mantissa + logOff)
	r := math.FMA(m, logInv(i), -1)
	z := float64(r * r)
	u := math.FMA(z, logTail(r, z), float64(k*logOf2Lo))
	return math.FMA(k, logOf2Hi, logVal(i)) + (r + u)
}

// logParts is logCore with a result in two parts.
func logParts(x, bias float64) (hi, lo float64) {
	t := math.Float64bits(x) + (oneBits - logOff)
	k := math.Float64frombits(t>>52|two52Bits) - (two52 + bias)
	i := t >> 49
	m := math.Float64frombits(t&mantissa + logOff)
	r := math.FMA(m, logInv(i), -1)
	z := float64(r * r)
	u := math.FMA(z, logTail(r, z), float64(k*logOf2Lo))
	h := math.FMA(k, logOf2Hi, logVal(i))
	s := h + r
	hi = s + u
	return hi, h - s + r + (s - hi + u)
}

// logPair returns log((u+v) 2**(expBias-bias)) for normal u > 0 and |v| of at most an ulp of u.
func logPair(u, v, bias float64) float64 {
	t := math.Float64bits(u) + (oneBits - logOff)
	k := math.Float64frombits(t>>52|two52Bits) - (two52 + bias)
	i := t >> 49
	inv := logInv(i)
	m := math.Float64frombits(t&mantissa + logOff)
	// v is scaled as u was: m/u = 2**-k.
	scale := math.Float64frombits(2*oneBits - t&^mantissa)
	r := math.FMA(m, inv, -1)
	c := float64(v * scale * inv)
	c = math.FMA(k, logOf2Lo, math.FMA(-c, r, c)) // c/(1+r), and what logOf2Hi lacks
	z := float64(r * r)
	return math.FMA(k, logOf2Hi, logVal(i)) + (r + math.FMA(z, logTail(r, z), c))
}

// logTail returns (log(1+r) - r)/z for the reduced r and z = r².
func logTail(r, z float64) float64 {
	p := math.FMA(logC8, z, logC6)
	q := math.FMA(logC9, z, logC7)
	p = math.FMA(p, z, logC4)
	q = math.FMA(q, z, logC5)
	p = math.FMA(p, z, logC2)
	q = math.FMA(q, z, logC3)
	p = math.FMA(p, z, logC0)
	q = math.FMA(q, z, logC1)
	return math.FMA(q, r, p)
}

// Log2 returns the logarithm of x to base 2, with an error of at most 1.3 ulp.
// It is exact for powers of two.
func Log2(x float64) float64 {
	y := log2Core(x, expBias)
	if logRare(x) {
		y = logEdge(x, log2Core(x*(1<<subnormals), expBias+subnormals))
	}
	return y
}

func log2Core(x, bias float64) float64 {
	t := math.Float64bits(x) + (oneBits - log2Off)
	k := math.Float64frombits(t>>52|two52Bits) - (two52 + bias)
	i := t >> 49
	m := math.Float64frombits(t&mantissa + log2Off)
	r := math.FMA(m, log2Inv(i), -1)
	z := float64(r * r)
	p := math.FMA(log2C8, z, log2C6)
	q := math.FMA(log2C9, z, log2C7)
	p = math.FMA(p, z, log2C4)
	q = math.FMA(q, z, log2C5)
	p = math.FMA(p, z, log2C2)
	q = math.FMA(q, z, log2C3)
	p = math.FMA(p, z, log2C0)
	q = math.FMA(q, z, log2C1)
	p = math.FMA(q, r, p)
	return (k + log2Val(i)) + math.FMA(r, log2e, math.FMA(z, p, float64(r*log2eLo)))
}

// Log10 returns the logarithm of x to base 10, with an error of at most 1.8 ulp.
func Log10(x float64) float64 {
	y := log10Core(x, expBias)
	if logRare(x) {
		y = logEdge(x, log10Core(x*(1<<subnormals), expBias+subnormals))
	}
	return y
}

func log10Core(x, bias float64) float64 {
	t := math.Float64bits(x) + (oneBits - log10Off)
	k := math.Float64frombits(t>>52|two52Bits) - (two52 + bias)
	i := t >> 49
	m := math.Float64frombits(t&mantissa + log10Off)
	r := math.FMA(m, log10Inv(i), -1)
	z := float64(r * r)
	p := math.FMA(log10C8, z, log10C6)
	q := math.FMA(log10C9, z, log10C7)
	p = math.FMA(p, z, log10C4)
	q = math.FMA(q, z, log10C5)
	p = math.FMA(p, z, log10C2)
	q = math.FMA(q, z, log10C3)
	p = math.FMA(p, z, log10C0)
	q = math.FMA(q, z, log10C1)
	p = math.FMA(q, r, p)
	u := math.FMA(z, p, math.FMA(k, log10Of2Lo, float64(r*log10eLo)))
	return math.FMA(k, log10Of2Hi, log10Val(i)) + math.FMA(r, log10eHi, u)
}

// Log1p returns log(1+x), accurate also where x is near 0, with an error of at most
// 1.2 ulp.
func Log1p(x float64) float64 {
	a, b := x, 1.0
	if x < 1 {
		a, b = 1, x
	}
	u := a + b
	y := logPair(u, b-(u-a), expBias) // 1 + x in two parts exactly (Dekker's Fast2Sum)
	if !(x > -1 && x < 0x1p1000) {
		y = logEdge(u, Log(u)) // also where logPair's scale is no normal number
		if x != x {
			y = x
		}
	}
	if x == 0 {
		y = x // -0 stays -0
	}
	return y
}
