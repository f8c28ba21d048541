package vmath

import "math"

// Hypot returns sqrt(x*x + y*y), taking care to avoid unnecessary overflow and underflow, with an error of at
// most 1 ulp.
func Hypot(x, y float64) float64 {
	a, b := math.Abs(x), math.Abs(y)
	if a < b {
		a, b = b, a
	}
	r := math.Sqrt(math.FMA(a, a, float64(b*b)))
	if !(a < 0x1p511 && a > 0x1p-459) {
		up, down := 0x1p600, 0x1p-600
		if a > 1 {
			up, down = down, up
		}
		a *= up
		b *= up
		r = float64(math.Sqrt(math.FMA(a, a, float64(b*b))) * down)
		if math.Abs(x) == inf() || math.Abs(y) == inf() {
			r = inf()
		}
	}
	return r
}

// Hypot32 returns sqrt(x*x + y*y), with an error of at most 0.6 ulp, computed in float64.
func Hypot32(x, y float32) float32 {
	a, b := float64(x), float64(y)
	r := float32(math.Sqrt(math.FMA(a, a, float64(b*b))))
	if Abs32(x) == inf32() || Abs32(y) == inf32() {
		r = inf32()
	}
	return r
}
