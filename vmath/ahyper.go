package vmath

import "math"

// The inverse hyperbolic functions are logarithms, of arguments in two parts.

// hugeArg is where asinh x and acosh x become log 2x.
const hugeArg = 0x1p28

// Asinh returns the inverse hyperbolic sine of x, log(x + sqrt(x²+1)), with an error of at
// most 1.2 ulp.
func Asinh(x float64) float64 {
	a := math.Abs(x)
	p := float64(a * a)
	h, d := twoSum(p, 1)
	d += math.FMA(a, a, -p)
	s := math.Sqrt(h)
	d = (math.FMA(-s, s, h) + d) * (0.5 / s) // s + d = sqrt(a²+1)
	u := s + a
	y := logPair(u, a-(u-s)+d, expBias)
	if !(a < hugeArg) {
		y = logCore(a, expBias-1)
		if !(a < inf()) {
			y = a
		}
	}
	return math.Copysign(y, x)
}

// Acosh returns the inverse hyperbolic cosine of x, log(x + sqrt(x²-1)), with an error
// of at most 1.4 ulp.
func Acosh(x float64) float64 {
	p := float64(x * x)
	h := p - 1
	s := math.Sqrt(h)
	i := 0.5 / s
	if x == 1 {
		i = 0
	}
	d := (math.FMA(-s, s, h) + math.FMA(x, x, -p)) * i
	u := x + s
	y := logPair(u, s-(u-x)+d, expBias)
	if !(x >= 1 && x < hugeArg) {
		y = logCore(x, expBias-1)
		if !(x < inf()) {
			y = x
		}
		if x < 1 {
			y = nan()
		}
	}
	return y
}

// Atanh returns the inverse hyperbolic tangent of x, log(1 + 2x/(1-x))/2, with an error of
// at most 1.2 ulp.
func Atanh(x float64) float64 {
	a := math.Abs(x)
	d := 1 - a
	i := 1 / d
	n := a + a
	q := float64(n * i)
	e := math.FMA(-q, 1-d-a, math.FMA(-q, d, n)) * i // q + e = 2a/(1-a)
	u, v := twoSum(1, q)
	y := 0.5 * logPair(u, v+e, expBias)
	if !(a < 1) {
		y = nan()
		if a == 1 {
			y = inf()
		}
	}
	return math.Copysign(y, x)
}
