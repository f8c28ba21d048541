package bigfn

import "math/big"

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
