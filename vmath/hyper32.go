package vmath

import "math"

// hyperParts32 is hyperParts for float32.
func hyperParts32(a float32) (n uint32, r, u, q float32) {
	const log2e32 = log2e
	y := a*log2e32 + magic32
	k := y - magic32
	t := a - k*ln2In32Part1
	r = t - k*ln2In32Part2
	e := t - r - k*ln2In32Part2
	z := r * r
	p := float32(sinh32C2)
	c := float32(cosh32C2)
	p = p*z + sinh32C1
	c = c*z + cosh32C1
	p = p*z + sinh32C0
	c = c*z + cosh32C0
	return math.Float32bits(y), r, r*z*p + e, z * c
}

// Sinh32 returns the hyperbolic sine of x, with an error of at most 1.5 ulp.
func Sinh32(x float32) float32 {
	a := Abs32(x)
	n, r, u, q := hyperParts32(a)
	b := n << 23
	up, down := math.Float32frombits(oneBits32-1<<23+b), math.Float32frombits(oneBits32-1<<23-b)
	s, c := up-down, up+down
	low := up - s - down
	y := c*r + s + (s*q + c*u + low)
	if !(a < 85) {
		y = hyperEdge32(a, n, r, u, q)
	}
	return Copysign32(y, x)
}

// Cosh32 returns the hyperbolic cosine of x, with an error of at most 1.4 ulp.
func Cosh32(x float32) float32 {
	a := Abs32(x)
	n, r, u, q := hyperParts32(a)
	b := n << 23
	up, down := math.Float32frombits(oneBits32-1<<23+b), math.Float32frombits(oneBits32-1<<23-b)
	s, c := up-down, up+down
	low := up - c + down
	y := s*r + c + (c*q + s*u + low)
	if !(a < 85) {
		y = hyperEdge32(a, n, r, u, q)
	}
	return y
}

// hyperEdge32 returns e**a/2 for a >= 85, where 2**k may overflow though the result does not.
func hyperEdge32(a float32, n uint32, r, u, q float32) float32 {
	h := math.Float32frombits(oneBits32 - 2<<23 + n<<23)
	y := (h*r + h + h*(u+q)) * 2
	if a > 89.4160 {
		y = inf32()
	}
	return y
}

// The inverse functions are computed in float64.

// logShort returns log(x) for normal x > 0, good to about 40 bits.
func logShort(x float64) float64 {
	t := math.Float64bits(x) + (oneBits - logOff)
	k := math.Float64frombits(t>>52|two52Bits) - (two52 + expBias)
	i := t >> 49
	m := math.Float64frombits(t&mantissa + logOff)
	r := math.FMA(m, logInv(i), -1)
	p := math.FMA(logShortC5, r, logShortC4)
	p = math.FMA(p, r, logShortC3)
	p = math.FMA(p, r, logShortC2)
	p = math.FMA(p, r, logShortC1)
	p = math.FMA(p, r, logShortC0)
	p = math.FMA(p, r, 1)
	return math.FMA(r, p, math.FMA(k, ln2Hi, logVal(i)))
}

// seriesArg is where two terms of a Taylor series are enough for a float32.
const seriesArg = 0x1p-12

// Asinh32 returns the inverse hyperbolic sine of x, with an error of at most 0.6 ulp.
func Asinh32(x float32) float32 {
	a := math.Abs(float64(x))
	z := float64(a * a)
	y := logShort(a + math.Sqrt(z+1))
	if a < seriesArg {
		y = math.FMA(a*z, -1.0/6, a)
	}
	if !(a < inf()) {
		y = a
	}
	return Copysign32(float32(y), x)
}

// Acosh32 returns the inverse hyperbolic cosine of x, with an error of at most 0.6 ulp.
func Acosh32(x float32) float32 {
	a := float64(x)
	y := logShort(a + math.Sqrt((a-1)*(a+1)))
	if !(a >= 1) {
		y = nan()
	}
	if a == inf() {
		y = a
	}
	return float32(y)
}

// Atanh32 returns the inverse hyperbolic tangent of x, with an error of at most 0.6 ulp.
func Atanh32(x float32) float32 {
	a := math.Abs(float64(x))
	y := 0.5 * logShort((1+a)/(1-a))
	if a < seriesArg {
		y = math.FMA(float64(a*a)*a, 1.0/3, a)
	}
	if a == 1 {
		y = inf()
	}
	if !(a <= 1) {
		y = nan()
	}
	return Copysign32(float32(y), x)
}
