package bigfn

import (
	"math"
	"math/big"
)

// Erf returns the error function: 2/√π e^(-x²) Σ 2ⁿ x^(2n+1)/(2n+1)!!, whose
// terms all have the same sign (Abramowitz and Stegun 7.1.6).
func Erf(prec uint, x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return New(prec, 0)
	}
	p := prec + guard
	x2 := num(p).Mul(x, x)
	term, sum := num(p).Set(x), num(p).Set(x)
	twoX2 := num(p).Add(x2, x2)
	for n := int64(3); ; n += 2 {
		term.Mul(term, twoX2)
		term.Quo(term, num(p).SetInt64(n))
		if tiny(term, sum, p) {
			break
		}
		sum.Add(sum, term)
	}
	sum.Mul(sum, Exp(p, x2.Neg(x2)))
	sum.Mul(sum, New(p, 2))
	return sum.Quo(sum, num(p).Sqrt(Pi(p))).SetPrec(prec)
}

// Erfc returns 1 - Erf(x), with enough bits that nothing is lost.
func Erfc(prec uint, x *big.Float) *big.Float {
	f, _ := x.Float64()
	p := prec + guard
	if f > 0 {
		p += uint(1.5*f*f) + 16
	}
	return num(p).Sub(New(p, 1), Erf(p, x)).SetPrec(prec)
}

// Erfcx returns e^(x²) Erfc(x).
func Erfcx(prec uint, x *big.Float) *big.Float {
	p := prec + guard
	e := Exp(p, num(p).Mul(x, x))
	return e.Mul(e, Erfc(p, x)).SetPrec(prec)
}

// ErfinvTail returns y > 0 with erf(y)² = 1 - e^(-w), by Newton's method on log(1 - erf(y)²) = -w.
func ErfinvTail(prec uint, w *big.Float) *big.Float {
	p := prec + guard
	f, _ := w.Float64()
	y := New(p, erfinvGuess(f))
	one := New(p, 1)
	for range 3 {
		c := Erfc(p, y)
		e := num(p).Sub(one, c)                // erf(y)
		s := num(p).Mul(c, num(p).Add(one, e)) // 1 - erf(y)²
		g := num(p).Add(Log(p, s), w)          // to be 0
		// The derivative of -log(1 - erf²) is 2 erf erf'/(1 - erf²), erf' = 2/√π e^(-y²).
		d := Exp(p, num(p).Neg(num(p).Mul(y, y)))
		d.Mul(d, e)
		d.Quo(d, s)
		d.Quo(d.Mul(d, New(p, 4)), num(p).Sqrt(Pi(p)))
		y.Add(y, g.Quo(g, d))
	}
	return y.SetPrec(prec)
}

// erfinvGuess solves erf(y)² = 1 - e^(-w) to a few digits.
func erfinvGuess(w float64) float64 {
	y := math.Sqrt(w) * 0.886
	for range 60 {
		c := math.Erfc(y)
		g := math.Log(c*(2-c)) + w
		if w > 600 { // the leading terms of the asymptotic series
			g = w - y*y - math.Log(y*math.Sqrt(math.Pi)/2) - 0.5/(y*y)
		}
		y += g / (2*y + 1)
	}
	return y
}
