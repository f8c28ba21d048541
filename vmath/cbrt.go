package vmath

import "math"

// Cbrt returns the cube root of x, with an error of at most 0.6 ulp: a guess y of 17 bits, whose cube
// is exact, and a short series in (m - y³)/y³ for m, which is x but for powers of 8.
func Cbrt(x float64) float64 {
	a := math.Abs(x)
	y := cbrtCore(a)
	if !(a >= 0x1p-1022 && a < inf()) {
		y = cbrtCore(a*0x1p54) * 0x1p-18
		if a == 0 || !(a < inf()) {
			y = a
		}
	}
	return math.Copysign(y, x)
}

// cbrtCore returns the cube root of a normal a > 0.
func cbrtCore(a float64) float64 {
	b := math.Float64bits(a)
	e := math.Float64frombits(b>>52|two52Bits) - (two52 + expBias)
	n := math.FMA(e, 1.0/3, magic)
	k := math.Float64bits(n)
	i := (b>>52 + k + 2) & 3 // e - 3k + 1, which is 0, 1 or 2
	m := math.Float64frombits(b&mantissa | oneBits)
	p := math.FMA(cbrtC5, m, cbrtC4)
	p = math.FMA(p, m, cbrtC3)
	p = math.FMA(p, m, cbrtC2)
	p = math.FMA(p, m, cbrtC1)
	p = math.FMA(p, m, cbrtC0)
	y := math.Float64frombits(math.Float64bits(p*cbrtOf(i)) &^ (1<<36 - 1))
	m = math.Float64frombits(math.Float64bits(m) + i<<52 - 1<<52)
	c := float64(y * y * y)
	d := (m - c) / c
	// (1+d)**(1/3) = 1 + d/3 - d²/9 + 5d³/81 - ...
	s := math.FMA(d, 5.0/81, -1.0/9)
	s = math.FMA(s, d, 1.0/3)
	y = math.FMA(float64(y*d), s, y)
	return math.Float64frombits(math.Float64bits(y) + k<<52)
}

// Cbrt32 returns the cube root of x, with an error of at most 0.7 ulp, as Cbrt does.
func Cbrt32(x float32) float32 {
	a := Abs32(x)
	y := cbrtCore32(a)
	if !(a >= 0x1p-126 && a < inf32()) {
		y = cbrtCore32(a*0x1p24) * 0x1p-8
		if a == 0 || !(a < inf32()) {
			y = a
		}
	}
	return Copysign32(y, x)
}

// cbrtCore32 returns the cube root of a normal a > 0.
func cbrtCore32(a float32) float32 {
	b := math.Float32bits(a)
	e := math.Float32frombits(b>>23|two23Bits) - (two23 + expBias32)
	n := e*(1.0/3) + magic32
	k := math.Float32bits(n)
	i := (b>>23 + k + 2) & 3
	m := math.Float32frombits(b&mantissa32 | oneBits32)
	p := float32(cbrt32C3)
	p = p*m + cbrt32C2
	p = p*m + cbrt32C1
	p = p*m + cbrt32C0
	y := math.Float32frombits(math.Float32bits(p*cbrtOf32(i)) &^ (1<<16 - 1))
	m = math.Float32frombits(math.Float32bits(m) + i<<23 - 1<<23)
	c := y * y * y
	d := (m - c) / c
	s := d*(5.0/81) - 1.0/9
	s = s*d + 1.0/3
	y = y*d*s + y
	return math.Float32frombits(math.Float32bits(y) + k<<23)
}
