package vmath

import "math"

// The logarithms write x = 2**k m, with m in an interval of ratio 2 around 1, and
// r = inv m - 1, where inv comes from a table indexed by the leading bits of m:
// log x = k log 2 + log(1/inv) + log(1+r). The interval around 1 has inv = 1, so
// nothing cancels there (Tang, Table-driven implementation of the logarithm
// function in IEEE floating-point arithmetic, ACM TOMS 16, 1990).

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

// Log returns the natural logarithm of x, with an error of at most 1.9 ulp.
// 26 vector instructions.
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
	return math.FMA(r, logPoly(r), math.FMA(k, ln2Hi, logVal(i)))
}

// logPoly returns log(1+r)/r for the reduced r.
func logPoly(r float64) float64 { return math.FMA(logTail(r), r, 1) }

// logTail returns (log(1+r) - r)/r² for the reduced r.
func logTail(r float64) float64 {
	p := math.FMA(logC9, r, logC8)
	p = math.FMA(p, r, logC7)
	p = math.FMA(p, r, logC6)
	p = math.FMA(p, r, logC5)
	p = math.FMA(p, r, logC4)
	p = math.FMA(p, r, logC3)
	p = math.FMA(p, r, logC2)
	p = math.FMA(p, r, logC1)
	return math.FMA(p, r, logC0)
}

// Log2 returns the logarithm of x to base 2, with an error of at most 1.8 ulp.
// It is exact for powers of two. 26 vector instructions.
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
	p := math.FMA(log2C9, r, log2C8)
	p = math.FMA(p, r, log2C7)
	p = math.FMA(p, r, log2C6)
	p = math.FMA(p, r, log2C5)
	p = math.FMA(p, r, log2C4)
	p = math.FMA(p, r, log2C3)
	p = math.FMA(p, r, log2C2)
	p = math.FMA(p, r, log2C1)
	p = math.FMA(p, r, log2C0)
	p = math.FMA(p, r, log2e)
	return math.FMA(r, p, k+log2Val(i))
}

// Log10 returns the logarithm of x to base 10, with an error of at most 2 ulp.
// 26 vector instructions.
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
	p := math.FMA(log10C9, r, log10C8)
	p = math.FMA(p, r, log10C7)
	p = math.FMA(p, r, log10C6)
	p = math.FMA(p, r, log10C5)
	p = math.FMA(p, r, log10C4)
	p = math.FMA(p, r, log10C3)
	p = math.FMA(p, r, log10C2)
	p = math.FMA(p, r, log10C1)
	p = math.FMA(p, r, log10C0)
	p = math.FMA(p, r, math.Log10E)
	return math.FMA(r, p, math.FMA(k, log10Of2, log10Val(i)))
}

// Log1p returns log(1+x), accurate also where x is near 0, with an error of at most
// 2.1 ulp. 42 vector instructions.
func Log1p(x float64) float64 {
	a, b := x, 1.0
	if x < 1 {
		a, b = 1, x
	}
	u := a + b
	lost := b - (u - a) // u + lost = 1 + x exactly (Dekker's Fast2Sum)

	t := math.Float64bits(u) + (oneBits - logOff)
	k := math.Float64frombits(t>>52|two52Bits) - (two52 + expBias)
	i := t >> 49
	inv := logInv(i)
	m := math.Float64frombits(t&mantissa + logOff)
	// lost is scaled as u was: m/u = 2**-k.
	scale := math.Float64frombits(2*oneBits - t&^mantissa)
	r := math.FMA(m, inv, -1)
	c := float64(lost * scale * inv)
	c = math.FMA(k, ln2Lo, math.FMA(-c, r, c)) // c/(1+r), and what ln2Hi lacks
	y := math.FMA(k, ln2Hi, logVal(i)+r) + math.FMA(r*r, logTail(r), c)

	if !(x > -1 && x < 0x1p1000) {
		y = logEdge(u, Log(u)) // also where scale is no normal number
		if x != x {
			y = x
		}
	}
	if x == 0 {
		y = x // -0 stays -0
	}
	return y
}
