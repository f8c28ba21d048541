package vmath

import "math"

// Pow32 returns x**y, with an error of at most 1.2 ulp, as 2**(y log2 x) with the
// logarithm in two float32 and products made exact by splitting their factors into 12 bits
// each (Dekker, A floating-point technique for extending the available precision, 1971).
// 79 vector instructions where x is positive, normal and finite and so is the result.
func Pow32(x, y float32) float32 {
	h, l := powLog232(x, expBias32)
	p, i, e := powExp232(h, l, y)
	z := math.Float32frombits(math.Float32bits(p) + i<<23)
	if logRare32(x) || !(Abs32(e) < 126) {
		z = powEdge32(x, y)
	}
	return z
}

// upper returns x cut to 12 bits.
func upper(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ 0xfff) }

// powLog232 returns log2(x 2**(expBias32-bias)) for normal x > 0 as a sum, good to about 2**-34.
func powLog232(x, bias float32) (hi, lo float32) {
	t := math.Float32bits(x) + (oneBits32 - pow32Off)
	k := math.Float32frombits(t>>23|two23Bits) - (two23 + bias)
	i := t >> 19
	m := math.Float32frombits(t&mantissa32 + pow32Off)
	inv := pow32Inv(i)
	mh := upper(m)
	a, b := mh*inv-1, (m-mh)*inv // inv m - 1 = a + b exactly
	r := a + b
	c := r - a
	re := (a - (r - c)) + (b - c)

	// log(1 + r + re) as u + v
	rh := upper(r)
	q := rh * rh * 0.5
	u := r - q
	v := r - u - q
	v += re - r*re - (r+rh)*0.5*(r-rh)
	p := float32(pow32C3)
	p = p*r + pow32C2
	p = p*r + pow32C1
	p = p*r + pow32C0
	v = r*r*r*p + v

	// times 1/log 2, plus the table's value and the exponent
	uh := upper(u)
	w := uh * log2eIn32Part1
	we := uh*log2eIn32Part2 + (u-uh+v)*math.Log2E
	s := k + pow32Hi(i)
	hi = s + w
	lo = (s - hi + w) + (we + pow32Lo(i))
	return hi, lo
}

// powExp232 writes y (h+l) as n + r, and returns 2**r, the bits of n (see Exp232), and n.
func powExp232(h, l, y float32) (p float32, i uint32, e float32) {
	hh, yh := upper(h), upper(y)
	a := hh * yh // exact
	b := (y-yh)*hh + y*(h-hh+l)
	n := a + b + magic32
	e = n - magic32
	return exp2Poly32(a - e + b), math.Float32bits(n), a + b
}

// powEdge32 returns x**y for all x and y.
func powEdge32(x, y float32) float32 {
	a := Abs32(x)
	scaled, bias := a, float32(expBias32)
	if a < 0x1p-126 {
		scaled, bias = a*(1<<subnormals32), expBias32+subnormals32
	}
	h, l := powLog232(scaled, bias)
	p, i, e := powExp232(h, l, y)
	// What may overflow on the way is known beforehand; a = 1 has h = 0.
	if !(Abs32(y) < 0x1p40) {
		e = h * y
	}
	if a == 0 {
		e = -y
	}
	if a == inf32() {
		e = y
	}
	z := expEdge32(p, i)
	if e >= 130 || e > 0 && (a == 0 || a == inf32()) {
		z = inf32()
	}
	if e < -152 || e < 0 && (a == 0 || a == inf32()) {
		z = 0
	}
	t := y * 0.5
	whole, even := Trunc32(y) == y, Trunc32(t) == t
	if math.Float32bits(x)&signBit32 != 0 {
		if whole && !even {
			z = -z
		}
		if !whole && a > 0 && a < inf32() {
			z = nan32()
		}
	}
	if x != x || y != y {
		z = nan32()
	}
	if a == 1 && Abs32(y) == inf32() || x == 1 || y == 0 {
		z = 1
	}
	return z
}
