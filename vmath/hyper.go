package vmath

import "math"

// The hyperbolic functions reduce |x| to k log 2 + r + e, |r| <= log(2)/2, in two parts, and put the functions
// of k log 2, which 2**k and 2**-k give exactly, and of r together by the addition theorems.

// hyperParts returns, for 0 <= a, |a - k log 2| <= log(2)/2, the bits of k (see Exp), r, and with them
// u = sinh(a - k log 2) - r and q = cosh(a - k log 2) - 1.
func hyperParts(a float64) (n uint64, r, u, q float64) {
	y := math.FMA(a, log2e, magic)
	k := y - magic
	t := math.FMA(k, -ln2Hi, a)
	r = math.FMA(k, -ln2Lo, t)
	e := math.FMA(k, -ln2Lo, t-r)
	z := float64(r * r)
	p := math.FMA(sinhC4, z, sinhC3)
	c := math.FMA(coshC4, z, coshC3)
	p = math.FMA(p, z, sinhC2)
	c = math.FMA(c, z, coshC2)
	p = math.FMA(p, z, sinhC1)
	c = math.FMA(c, z, coshC1)
	p = math.FMA(p, z, sinhC0)
	c = math.FMA(c, z, coshC0)
	return math.Float64bits(y), r, math.FMA(r*z, p, e), float64(z * c)
}

// Sinh returns the hyperbolic sine of x, with an error of at most 1.3 ulp.
func Sinh(x float64) float64 {
	a := math.Abs(x)
	n, r, u, q := hyperParts(a)
	b := n << 52
	up, down := math.Float64frombits(oneBits-1<<52+b), math.Float64frombits(oneBits-1<<52-b)
	s, c := up-down, up+down // of k log 2
	low := up - s - down     // what s lacks
	y := math.FMA(c, r, s) + (math.FMA(s, q, float64(c*u)) + low)
	if !(a < 700) {
		y = hyperEdge(a, n, r, u, q)
	}
	return math.Copysign(y, x)
}

// Cosh returns the hyperbolic cosine of x, with an error of at most 1.2 ulp.
func Cosh(x float64) float64 {
	a := math.Abs(x)
	n, r, u, q := hyperParts(a)
	b := n << 52
	up, down := math.Float64frombits(oneBits-1<<52+b), math.Float64frombits(oneBits-1<<52-b)
	s, c := up-down, up+down
	low := up - c + down // what c lacks
	y := math.FMA(s, r, c) + (math.FMA(c, q, float64(s*u)) + low)
	if !(a < 700) {
		y = hyperEdge(a, n, r, u, q)
	}
	return y
}

// hyperEdge returns e**a/2 for a >= 700, where 2**k may overflow though the result does not.
func hyperEdge(a float64, n uint64, r, u, q float64) float64 {
	h := math.Float64frombits(oneBits - 2<<52 + n<<52)
	y := float64((math.FMA(h, r, h) + float64(h*(u+q))) * 2)
	if a > 710.48 {
		y = inf()
	}
	return y
}

// Tanh returns the hyperbolic tangent of x, with an error of at most 0.9 ulp. It is
// ((2**k - 1) + (2**k + 1) tanh r)/((2**k + 1) + (2**k - 1) tanh r) for x = (k log 2)/2 + r, both
// and the quotient in two parts.
func Tanh(x float64) float64 {
	a := math.Abs(x)
	if a > 20 {
		a = 20
	}
	n := math.FMA(a, 2*log2e, magic)
	k := n - magic
	t := math.FMA(k, -ln2Hi/2, a)
	r := math.FMA(k, -ln2Lo/2, t)
	e := math.FMA(k, -ln2Lo/2, t-r)
	z := float64(r * r)
	w := float64(z * z)
	p := math.FMA(tanhC5, z, tanhC4)
	o := math.FMA(tanhC3, z, tanhC2)
	p = math.FMA(p, w, o)
	p = math.FMA(p, w, math.FMA(tanhC1, z, tanhC0))
	u := math.FMA(r*z, p, e) // tanh r = r + u

	s := math.Float64frombits(math.Float64bits(n)<<52 + oneBits)
	plus, minus := s+1, s-1
	w = float64(plus * r)
	num := minus + w
	numLo := math.FMA(plus, u, math.FMA(plus, r, -w)+(minus-num+w))
	v := r + u
	den := math.FMA(minus, v, plus)
	denLo := math.FMA(minus, v, plus-den)
	i := 1 / den
	y := quotient(num, numLo, den, denLo, i)
	if a > 9 {
		y = 1 - (2-2*v)*i // here 2**k + 1 may be rounded, or 2**k - 1
	}
	return math.Copysign(y, x)
}

// quotient returns (n + nl)/(d + dl), where nl and dl are below an ulp or so and i is 1/d.
func quotient(n, nl, d, dl, i float64) float64 {
	q := float64(n * i)
	return math.FMA(math.FMA(-q, d, n)+math.FMA(-q, dl, nl), i, q)
}
