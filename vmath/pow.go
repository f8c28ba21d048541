package vmath

import "math"

// Pow returns x**y, with an error of at most 1.1 ulp, as 2**(y log2 x) with the
// logarithm in two float64.
func Pow(x, y float64) float64 {
	h, l := powLog2(x, expBias)
	z, e := powExp2(h, l, y)
	if logRare(x) || !(math.Abs(e) < 1018) {
		z = powEdge(x, y)
	}
	return z
}

// powLog2 returns log2(x 2**(expBias-bias)) for normal x > 0 as a sum, good to about 2**-66.
func powLog2(x, bias float64) (hi, lo float64) {
	t := math.Float64bits(x) + (oneBits - powOff)
	k := math.Float64frombits(t>>52|two52Bits) - (two52 + bias)
	i := t >> 48
	m := math.Float64frombits(t&mantissa + powOff)
	inv := powInv(i)
	p := float64(m * inv)
	re := math.FMA(m, inv, -p)
	r := p - 1 // r + re = inv m - 1 exactly

	// log(1 + r + re) as u + v
	q := float64(r * r)
	u := math.FMA(q, -0.5, r)
	v := math.FMA(q, -0.5, r-u)
	v = math.FMA(math.FMA(r, r, -q), -0.5, v)
	v += math.FMA(q-r, re, re) // the derivative is 1/(1+r)
	c := math.FMA(powC8, r, powC7)
	c = math.FMA(c, r, powC6)
	c = math.FMA(c, r, powC5)
	c = math.FMA(c, r, powC4)
	c = math.FMA(c, r, powC3)
	c = math.FMA(c, r, powC2)
	c = math.FMA(c, r, powC1)
	c = math.FMA(c, r, powC0)
	v = math.FMA(q*r, c, v)

	// times 1/log 2, plus the table's value and the exponent
	w := float64(u * log2e)
	we := math.FMA(u, log2e, -w)
	we = math.FMA(u, log2eLo, we)
	we = math.FMA(v, log2e, we)
	s := k + powHi(i)
	hi = s + w
	lo = (s - hi + w) + (we + powLo(i))
	return hi, lo
}

// powExp2 returns 2**(y (h+l)), and y h. Where that is not below 1018 in magnitude the
// power is meaningless.
func powExp2(h, l, y float64) (z, e float64) {
	r, i, p, e := powReduce(h, l, y)
	s := math.Float64frombits(exp2Table(i) + i<<49)
	return math.FMA(s*r, p, s), e
}

// powReduce writes y (h+l) as n/8 + r, and returns r, the bits of n (see Exp2), the
// polynomial in r, and y h.
func powReduce(h, l, y float64) (r float64, i uint64, p, e float64) {
	e = float64(y * h)
	f := math.FMA(y, l, math.FMA(y, h, -e))
	const magic8 = magic / 8
	n := e + f + magic8
	r = e - (n - magic8) + f
	return r, math.Float64bits(n) - math.Float64bits(magic8) + magicBits, exp2Poly(r), e
}

// powEdge returns x**y for all x and y.
func powEdge(x, y float64) float64 {
	a := math.Abs(x)
	scaled, bias := a, float64(expBias)
	if a < 0x1p-1022 {
		scaled, bias = a*0x1p54, expBias+54
	}
	h, l := powLog2(scaled, bias)
	if a == 0 {
		h, l = -inf(), 0
	}
	if a == inf() {
		h, l = inf(), 0
	}
	r, i, p, e := powReduce(h, l, y)
	z := expEdge(e, r, p, i, exp2Table(i))
	if e >= 1026 {
		z = inf()
	}
	if e < -1080 {
		z = 0
	}
	whole := math.Trunc(y) == y
	odd := whole && math.Trunc(y*0.5) != y*0.5
	if math.Float64bits(x)&signBit != 0 {
		if odd {
			z = -z
		}
		if !whole && a > 0 && a < inf() {
			z = nan()
		}
	}
	if x != x || y != y {
		z = nan()
	}
	if a == 1 && math.Abs(y) == inf() || x == 1 || y == 0 {
		z = 1
	}
	return z
}
