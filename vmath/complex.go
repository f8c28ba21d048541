package vmath

import "math"

// complexQuo is (a+bi)/(c+di) as plain Go has it, bit for bit: Smith's
// algorithm (Algorithm 116, Communications of the ACM 5, 1962), and for what
// it turns into NaNs the rules of C99, G.5.1. Compiled code divides complex
// numbers by it.
//
// The two cases of the algorithm share their divisions, so that it runs in
// lanes without computing both.
func complexQuo(a, b, c, d float64) (e, f float64) {
	real := math.Abs(c) >= math.Abs(d)
	large, small := d, c
	if real {
		large, small = c, d
	}
	ratio := small / large
	denom := large + ratio*small
	if real {
		e = a + b*ratio
		f = b - a*ratio
	} else {
		e = a*ratio + b
		f = b*ratio - a
	}
	e /= denom
	f /= denom
	if e != e && f != f {
		e, f = complexQuoSpecial(a, b, c, d, e, f)
	}
	return e, f
}

// complexQuoSpecial replaces the NaNs e and f where infinities or zeros are the
// right answer.
func complexQuoSpecial(a, b, c, d, e, f float64) (float64, float64) {
	inf := math.Inf(1)
	switch {
	case c == 0 && d == 0 && (a == a || b == b):
		s := math.Copysign(inf, c)
		e, f = s*a, s*b
	case (math.IsInf(a, 0) || math.IsInf(b, 0)) && finite(c) && finite(d):
		a, b = unit(a), unit(b)
		e, f = inf*(a*c+b*d), inf*(b*c-a*d)
	case (math.IsInf(c, 0) || math.IsInf(d, 0)) && finite(a) && finite(b):
		c, d = unit(c), unit(d)
		e, f = 0*(a*c+b*d), 0*(b*c-a*d)
	}
	return e, f
}

func finite(x float64) bool { return x-x == 0 }

// unit is 1 for an infinity and 0 otherwise, with the sign of x.
func unit(x float64) float64 {
	u := 0.0
	if math.IsInf(x, 0) {
		u = 1
	}
	return math.Copysign(u, x)
}
