package bigfn

import "math/big"

// SinCos returns the sine and the cosine.
func SinCos(prec uint, x *big.Float) (sin, cos *big.Float) {
	// Enough of π for every float64: the exponent, the result's bits, and as
	// much again for arguments near multiples of π/2.
	p := prec + guard + uint(max(0, x.MantExp(nil))) + 80
	half := Pi(p)
	half.SetMantExp(half, -1)
	k := round(num(p).Quo(x, half))
	r := num(p).Sub(x, num(p).Mul(num(p).SetInt(k), half))
	sin, cos = sinSeries(p, r, 1), cosSeries(p, r)
	switch new(big.Int).And(k, big.NewInt(3)).Int64() {
	case 1:
		sin, cos = cos, sin.Neg(sin)
	case 2:
		sin, cos = sin.Neg(sin), cos.Neg(cos)
	case 3:
		sin, cos = cos.Neg(cos), sin
	}
	return sin.SetPrec(prec), cos.SetPrec(prec)
}

func cosSeries(p uint, r *big.Float) *big.Float { return sinSeries(p, r, 0) }

// sinSeries sums r**n/n! with alternating signs over n = first, first+2, ...
func sinSeries(p uint, r *big.Float, first int64) *big.Float {
	term := New(p, 1)
	if first == 1 {
		term.Set(r)
	}
	sum := num(p).Set(term)
	if term.Sign() == 0 {
		return sum
	}
	r2 := num(p).Mul(r, r)
	r2.Neg(r2)
	for n := first; ; n += 2 {
		term.Mul(term, r2)
		term.Quo(term, num(p).SetInt64((n+1)*(n+2)))
		if tiny(term, sum, p) {
			return sum
		}
		sum.Add(sum, term)
	}
}

// Sin returns the sine.
func Sin(prec uint, x *big.Float) *big.Float { s, _ := SinCos(prec, x); return s }

// Cos returns the cosine.
func Cos(prec uint, x *big.Float) *big.Float { _, c := SinCos(prec, x); return c }

// Tan returns the tangent.
func Tan(prec uint, x *big.Float) *big.Float {
	s, c := SinCos(prec+guard, x)
	return s.Quo(s, c).SetPrec(prec)
}

// Atan returns the arctangent, halving the argument until its series converges fast.
func Atan(prec uint, x *big.Float) *big.Float {
	const halvings = 8
	p := prec + guard
	if x.Sign() == 0 {
		return New(prec, 0)
	}
	one := New(p, 1)
	t := num(p).Set(x)
	for range halvings {
		s := num(p).Mul(t, t)
		s.Sqrt(s.Add(s, one))
		t.Quo(t, s.Add(s, one))
	}
	t2 := num(p).Mul(t, t)
	t2.Neg(t2)
	pow, sum := num(p).Set(t), num(p).Set(t)
	for n := int64(3); ; n += 2 {
		pow.Mul(pow, t2)
		term := num(p).Quo(pow, num(p).SetInt64(n))
		if tiny(term, sum, p) {
			break
		}
		sum.Add(sum, term)
	}
	return sum.SetMantExp(sum, halvings).SetPrec(prec)
}

// Asin returns the arcsine for |x| < 1.
func Asin(prec uint, x *big.Float) *big.Float {
	p := prec + guard + extra(x)
	d := num(p).Sub(New(p, 1), num(p).Mul(x, x))
	return Atan(prec, num(p).Quo(x, d.Sqrt(d)))
}

// Acos returns the arccosine for 0 < |x| < 1.
func Acos(prec uint, x *big.Float) *big.Float {
	p := prec + guard + extra(x)
	d := num(p).Sub(New(p, 1), num(p).Mul(x, x))
	y := Atan(p, num(p).Quo(d.Sqrt(d), x))
	if x.Sign() < 0 {
		y.Add(y, Pi(p))
	}
	return y.SetPrec(prec)
}
