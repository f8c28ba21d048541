package main

import (
	"fmt"
	"math/big"
)

// oddFit is g(r) = r + r³ P(r²) for |r| <= limit, with n coefficients, good relative to g.
func oddFit(g func(*big.Float) *big.Float, limit *big.Float, n int) fit {
	p := fit{lo: bf(0), hi: mul(limit, limit), powers: seq(0, n-1)}
	p.f = func(z *big.Float) *big.Float { r := sqrt(z); return quo(sub(g(r), r), mul(r, z)) }
	p.weight = func(z *big.Float) *big.Float { r := sqrt(z); return quo(mul(r, z), g(r)) }
	return p
}

// evenFit is g(r) = 1 + r² P(r²) in the same way.
func evenFit(g func(*big.Float) *big.Float, limit *big.Float, n int) fit {
	p := fit{lo: bf(0), hi: mul(limit, limit), powers: seq(0, n-1)}
	p.f = func(z *big.Float) *big.Float { return quo(sub(g(sqrt(z)), bf(1)), z) }
	p.weight = func(z *big.Float) *big.Float { return quo(z, g(sqrt(z))) }
	return p
}

// solve64 fits with float64 coefficients and writes them.
func (f *file) solve64(comment, prefix string, p fit) {
	c, e := p.solve()
	f.consts(comment+", "+errText(e)+".", prefix, p.powers, c)
}

func genHyper(f *file) {
	half := mul(ln2, bf(slack/2))
	f.solve64("sinh(r) = r + r³ P(r²) for |r| <= log(2)/2", "sinhC", oddFit(sinh, half, 5))
	f.solve64("cosh(r) = 1 + r² P(r²) for |r| <= log(2)/2", "coshC", evenFit(cosh, half, 5))
	f.solve64("tanh(r) = r + r³ P(r²) for |r| <= log(2)/4", "tanhC", oddFit(tanh, mul(half, bf(0.5)), 6))

	half = mul(ln2, bf(1.001/2))
	f.solve32("sinh(r) = r + r³ P(r²) for |r| <= log(2)/2", "sinh32C", oddFit(sinh, half, 3))
	f.solve32("cosh(r) = 1 + r² P(r²) for |r| <= log(2)/2", "cosh32C", evenFit(cosh, half, 3))
}

func genAsin(f *file) {
	f.solve64("asin(r) = r + r³ P(r²) for |r| <= 1/2", "asinC", oddFit(asin, bf(0.5), 12))
	f.solve32("asin(r) = r + r³ P(r²) for |r| <= 1/2", "asin32C", oddFit(asin, bf(0.5), 5))
}

func genCbrt(f *file) {
	third := quo(bf(1), bf(3))
	cbrt := func(x *big.Float) *big.Float { return exp(mul(third, log(x))) }
	for _, d := range []struct {
		name   string
		deg    int
		single bool
	}{{"cbrt", 5, false}, {"cbrt32", 3, true}} {
		p := fit{f: cbrt, lo: bf(1), hi: bf(2), powers: seq(0, d.deg), single: d.single}
		p.weight = func(x *big.Float) *big.Float { return quo(bf(1), cbrt(x)) }
		c, e := p.solve()
		f.consts(fmt.Sprintf("The cube root of 1 <= m <= 2, %s.", errText(e)), d.name+"C", p.powers, c)
	}
	f.table("cbrtOf holds 2**((i-1)/3).", "cbrtOf", "float64", []float64{toF(cbrt(bf(0.5))), 1, toF(cbrt(bf(2))), 1})
	f.table("cbrtOf32 holds 2**((i-1)/3).", "cbrtOf32", "float32", []float64{float64(float32(toF(cbrt(bf(0.5))))), 1, float64(float32(toF(cbrt(bf(2))))), 1})
}
