// Package bigfn computes elementary functions to any precision with math/big.
// It serves vmath's coefficient generator and, as the last authority, its tests;
// it is written to be obviously right rather than fast.
package bigfn

import (
	"math"
	"math/big"
)

// guard is the number of extra bits carried inside every function.
const guard = 64

// New returns x as a big.Float of the given precision.
func New(prec uint, x float64) *big.Float {
	return new(big.Float).SetPrec(max(prec, 53)).SetFloat64(x)
}

func num(prec uint) *big.Float { return new(big.Float).SetPrec(prec) }

// round returns the integer nearest to x, as a big.Int.
func round(x *big.Float) *big.Int {
	half := big.NewFloat(0.5)
	if x.Sign() < 0 {
		half.Neg(half)
	}
	k, _ := num(x.Prec()+2).Add(x, half).Int(nil)
	return k
}

// tiny reports whether term no longer matters to sum at prec bits.
func tiny(term, sum *big.Float, prec uint) bool {
	return term.Sign() == 0 || term.MantExp(nil) < sum.MantExp(nil)-int(prec)
}

// atanhInv returns atanh(1/n), and atanInv atan(1/n), by their Taylor series.
func atanhInv(prec uint, n int64) *big.Float { return invSeries(prec, n, 1) }
func atanInv(prec uint, n int64) *big.Float  { return invSeries(prec, n, -1) }

func invSeries(prec uint, n, sign int64) *big.Float {
	p := prec + guard
	pow := num(p).Quo(New(p, 1), num(p).SetInt64(n))
	sum := num(p).Set(pow)
	n2 := num(p).SetInt64(sign * n * n)
	for k := int64(3); ; k += 2 {
		pow.Quo(pow, n2)
		t := num(p).Quo(pow, num(p).SetInt64(k))
		if tiny(t, sum, p) {
			return sum.SetPrec(prec)
		}
		sum.Add(sum, t)
	}
}

var ln2Cache, piCache *big.Float

// Precompute fills the caches of Ln2 and Pi to prec bits. The functions of this
// package may be called from several goroutines only if no call needs more.
func Precompute(prec uint) {
	Ln2(prec)
	Pi(prec)
}

// Ln2 returns log 2 (a Machin-like formula: 18 atanh 1/26 - 2 atanh 1/4801 + 8 atanh 1/8749).
func Ln2(prec uint) *big.Float {
	if ln2Cache == nil || ln2Cache.Prec() < prec {
		p := prec + guard
		s := num(p).Mul(New(p, 18), atanhInv(p, 26))
		s.Sub(s, num(p).Mul(New(p, 2), atanhInv(p, 4801)))
		s.Add(s, num(p).Mul(New(p, 8), atanhInv(p, 8749)))
		ln2Cache = s
	}
	return num(prec).Set(ln2Cache)
}

// Pi returns π (Machin's formula: 16 atan 1/5 - 4 atan 1/239).
func Pi(prec uint) *big.Float {
	if piCache == nil || piCache.Prec() < prec {
		p := prec + guard
		s := num(p).Mul(New(p, 16), atanInv(p, 5))
		piCache = s.Sub(s, num(p).Mul(New(p, 4), atanInv(p, 239)))
	}
	return num(prec).Set(piCache)
}

// Exp returns e**x.
func Exp(prec uint, x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return New(prec, 1)
	}
	const halvings = 12
	p := prec + guard + 32
	ln2 := Ln2(p)
	k := round(num(p).Quo(x, ln2))
	r := num(p).Sub(x, num(p).Mul(num(p).SetInt(k), ln2))
	r.SetMantExp(r, -halvings)
	term, sum := New(p, 1), New(p, 1)
	for n := int64(1); ; n++ {
		term.Mul(term, r)
		term.Quo(term, num(p).SetInt64(n))
		if tiny(term, sum, p) {
			break
		}
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum.SetMantExp(sum, int(k.Int64())).SetPrec(prec)
}

// extra returns how many bits cancel in f(x) near a zero of f at x = 0.
func extra(x *big.Float) uint { return uint(max(0, -2*x.MantExp(nil))) }

// Expm1 returns e**x - 1.
func Expm1(prec uint, x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return New(prec, 0)
	}
	p := prec + extra(x) + 8
	e := Exp(p, x)
	return e.Sub(e, New(p, 1)).SetPrec(prec)
}

// Exp2 returns 2**x.
func Exp2(prec uint, x *big.Float) *big.Float {
	p := prec + 32
	return Exp(prec, num(p).Mul(x, Ln2(p)))
}

// Log returns the natural logarithm of x > 0, by Halley's iteration on Exp.
func Log(prec uint, x *big.Float) *big.Float {
	m := new(big.Float)
	e := x.MantExp(m)
	f, _ := m.Float64()
	if f < math.Sqrt2/2 {
		m.SetMantExp(m, 1)
		e--
	}
	d, _ := num(m.Prec()).Sub(m, big.NewFloat(1)).Float64()
	if d == 0 {
		return num(prec).Mul(num(prec+guard).SetInt64(int64(e)), Ln2(prec+guard))
	}
	p := prec + guard
	if e == 0 {
		p += uint(max(0, -2*big.NewFloat(d).MantExp(nil)))
	}
	y := New(p, math.Log1p(d))
	for bits := uint(40); bits < 3*p; bits *= 3 {
		ey := Exp(p, y)
		t := num(p).Quo(num(p).Sub(m, ey), num(p).Add(m, ey))
		y.Add(y, t.SetMantExp(t, 1))
	}
	y.Add(y, num(p).Mul(num(p).SetInt64(int64(e)), Ln2(p)))
	return y.SetPrec(prec)
}

// Log1p returns log(1+x).
func Log1p(prec uint, x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return New(prec, 0)
	}
	p := prec + guard + extra(x) + uint(max(0, x.MantExp(nil)))
	return Log(p, num(p).Add(x, New(p, 1))).SetPrec(prec)
}

// Log2 and Log10 return the logarithms to base 2 and 10.
func Log2(prec uint, x *big.Float) *big.Float {
	p := prec + guard
	l := Log(p, x)
	return l.Quo(l, Ln2(p)).SetPrec(prec)
}

// Log10 returns the logarithm to base 10.
func Log10(prec uint, x *big.Float) *big.Float {
	p := prec + guard
	l := Log(p, x)
	return l.Quo(l, Log(p, New(p, 10))).SetPrec(prec)
}

// Pow returns x**y for x > 0.
func Pow(prec uint, x, y *big.Float) *big.Float {
	p := prec + guard
	return Exp(prec, num(p).Mul(y, Log(p, x)))
}

// Tanh returns the hyperbolic tangent.
func Tanh(prec uint, x *big.Float) *big.Float {
	p := prec + guard
	t := Expm1(p, num(p).Mul(x, New(p, 2)))
	return t.Quo(t, num(p).Add(t, New(p, 2))).SetPrec(prec)
}

// Sinh returns the hyperbolic sine, e + e/(e+1) halved, where e is Expm1.
func Sinh(prec uint, x *big.Float) *big.Float {
	if x.Sign() < 0 {
		y := Sinh(prec, num(x.Prec()).Neg(x))
		return y.Neg(y)
	}
	p := prec + guard
	e := Expm1(p, x)
	e.Add(e, num(p).Quo(e, num(p).Add(e, New(p, 1))))
	return e.SetMantExp(e, -1).SetPrec(prec)
}

// Cosh returns the hyperbolic cosine.
func Cosh(prec uint, x *big.Float) *big.Float {
	p := prec + guard
	e := Exp(p, x)
	e.Add(e, num(p).Quo(New(p, 1), e))
	return e.SetMantExp(e, -1).SetPrec(prec)
}

// Asinh returns the inverse hyperbolic sine, log(1 + x + x²/(1 + sqrt(x²+1))) for x >= 0.
func Asinh(prec uint, x *big.Float) *big.Float {
	if x.Sign() < 0 {
		y := Asinh(prec, num(x.Prec()).Neg(x))
		return y.Neg(y)
	}
	p := prec + guard + extra(x)
	x2 := num(p).Mul(x, x)
	s := num(p).Sqrt(num(p).Add(x2, New(p, 1)))
	t := x2.Quo(x2, s.Add(s, New(p, 1)))
	return Log1p(prec, t.Add(t, x))
}

// Acosh returns the inverse hyperbolic cosine of x > 1, log(1 + t + sqrt(t(t+2))) with t = x - 1.
func Acosh(prec uint, x *big.Float) *big.Float {
	p := prec + guard + 64
	t := num(p).Sub(x, New(p, 1))
	s := num(p).Add(t, New(p, 2))
	s.Sqrt(s.Mul(s, t))
	return Log1p(prec, s.Add(s, t))
}

// Atanh returns the inverse hyperbolic tangent, log(1 + 2x/(1-x)) halved.
func Atanh(prec uint, x *big.Float) *big.Float {
	p := prec + guard + extra(x)
	t := num(p).Sub(New(p, 1), x)
	y := Log1p(prec, t.Quo(num(p).Add(x, x), t))
	return y.SetMantExp(y, -1)
}
