package vmath

import "math"

// The exponentials reduce x to r in a small interval around 0 and a scale
// s = 2**(n/8) or 2**n, and evaluate a minimax polynomial in r. The table trick is
// Tang's (Table-driven implementation of the exponential function, ACM TOMS 15, 1989).

// Exp returns e**x, with an error of at most 1.1 ulp.
func Exp(x float64) float64 {
	n := math.FMA(x, 8*log2e, magic)
	k := n - magic
	r := math.FMA(k, -ln2Hi/8, x)
	r = math.FMA(k, -ln2Lo/8, r)
	p := expPoly(r)
	i := math.Float64bits(n)
	t := exp2Table(i)
	s := math.Float64frombits(t + i<<49)
	y := math.FMA(s*r, p, s)
	if !(math.Abs(x) < 705) {
		y = expEdge(x, r, p, i, t)
		if x > 710 {
			y = inf()
		}
		if x < -746 {
			y = 0
		}
	}
	return y
}

// expPoly returns (e**r - 1)/r for |r| <= log(2)/16.
func expPoly(r float64) float64 {
	p := math.FMA(expC5, r, expC4)
	p = math.FMA(p, r, expC3)
	p = math.FMA(p, r, expC2)
	p = math.FMA(p, r, expC1)
	p = math.FMA(p, r, expC0)
	return math.FMA(p, r, 1)
}

// expEdge is the last step of Exp and Exp2 where the result, or its scale, is not a
// normal number: it scales in two steps, of which the second one overflows or underflows.
func expEdge(x, r, p float64, i, t uint64) float64 {
	n := int64(i-magicBits) >> 3
	h := n >> 1
	s := math.Float64frombits(t + i<<61>>12 + uint64(h)<<52)
	y := float64(math.FMA(s*r, p, s) * pow2(n-h))
	if x != x {
		y = x
	}
	return y
}

// pow2 returns 2**n for -1022 <= n <= 1023.
func pow2(n int64) float64 { return math.Float64frombits(uint64(n+1023) << 52) }

// Exp2 returns 2**x, with an error of at most 1 ulp.
func Exp2(x float64) float64 {
	const magic8 = magic / 8 // adding it rounds to multiples of 1/8
	n := x + magic8
	r := x - (n - magic8)
	p := exp2Poly(r)
	i := math.Float64bits(n)
	t := exp2Table(i)
	s := math.Float64frombits(t + i<<49)
	y := math.FMA(s*r, p, s)
	if !(math.Abs(x) < 1018) {
		y = expEdge(x, r, p, i-math.Float64bits(magic8)+magicBits, t)
		if x >= 1024 {
			y = inf()
		}
		if x < -1075 {
			y = 0
		}
	}
	return y
}

// exp2Poly returns (2**r - 1)/r for |r| <= 1/16.
func exp2Poly(r float64) float64 {
	p := math.FMA(exp2C6, r, exp2C5)
	p = math.FMA(p, r, exp2C4)
	p = math.FMA(p, r, exp2C3)
	p = math.FMA(p, r, exp2C2)
	p = math.FMA(p, r, exp2C1)
	return math.FMA(p, r, exp2C0)
}

// Exp10 returns 10**x, with an error of at most 1.1 ulp. (Package math has it for integers only, as Pow10.)
func Exp10(x float64) float64 {
	n := math.FMA(x, 8*log2of10, magic)
	k := n - magic
	r := math.FMA(k, -lg2Hi/8, x)
	r = math.FMA(k, -lg2Lo/8, r)
	p := math.FMA(exp10C6, r, exp10C5)
	p = math.FMA(p, r, exp10C4)
	p = math.FMA(p, r, exp10C3)
	p = math.FMA(p, r, exp10C2)
	p = math.FMA(p, r, exp10C1)
	p = math.FMA(p, r, exp10C0)
	i := math.Float64bits(n)
	t := exp2Table(i)
	s := math.Float64frombits(t + i<<49)
	y := math.FMA(s*r, p, s)
	if !(math.Abs(x) < 306) {
		y = expEdge(x, r, p, i, t)
		if x > 309 {
			y = inf()
		}
		if x < -325 {
			y = 0
		}
	}
	return y
}

// expm1Core returns (e**r - 1 - r)/r² for |r| <= log(2)/2 and z = r².
func expm1Core(r, z float64) float64 {
	p := math.FMA(expm1C10, z, expm1C8)
	q := math.FMA(expm1C9, z, expm1C7)
	p = math.FMA(p, z, expm1C6)
	q = math.FMA(q, z, expm1C5)
	p = math.FMA(p, z, expm1C4)
	q = math.FMA(q, z, expm1C3)
	p = math.FMA(p, z, expm1C2)
	q = math.FMA(q, z, expm1C1)
	p = math.FMA(p, z, expm1C0)
	return math.FMA(q, r, p)
}

// Expm1 returns e**x - 1, accurate also where x is near 0, with an error of at most 1.3 ulp.
func Expm1(x float64) float64 {
	n := math.FMA(x, log2e, magic)
	k := n - magic
	t := math.FMA(k, -ln2Hi, x)
	r := math.FMA(k, -ln2Lo, t)
	e := math.FMA(k, -ln2Lo, t-r) // r + e is the reduced argument
	z := float64(r * r)
	q := math.FMA(z, expm1Core(r, z), e)
	s := math.Float64frombits(math.Float64bits(n)<<52 + oneBits)
	y := math.FMA(s, q, math.FMA(s, r, s-1))
	if !(math.Abs(x) < 709) {
		// s/2 is still finite where s is not, and -1 no longer counts.
		h := math.Float64frombits(math.Float64bits(n)<<52 + oneBits - 1<<52)
		y = float64(math.FMA(h, q, math.FMA(h, r, h)) * 2)
		if x > 710 {
			y = inf()
		}
		if x < 0 {
			y = -1
		}
		if x != x {
			y = x
		}
	}
	if x == 0 {
		y = x // -0 stays -0
	}
	return y
}
