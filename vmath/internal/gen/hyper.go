package main

import (
	"fmt"
	"math/big"

	"github.com/hone-go/hone/vmath/internal/bigfn"
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

// genGamma writes Stirling's series, in logarithms to base 2, and the Taylor series of log(Γ) at its zeros.
func genGamma(f *file) {
	p := fit{lo: bf(0), hi: bf(1.0 / 64), powers: seq(0, 6)}
	p.f = func(w *big.Float) *big.Float {
		z := quo(bf(1), sqrt(w))
		return quo(mul(stirlingTail(z), z), ln2)
	}
	p.weight = func(w *big.Float) *big.Float { return sqrt(w) } // absolute
	f.solve64("log2(Γ(z)) = (z-1/2) log2(z) - z log2(e) + stirlingC + P(1/z²)/z for z >= 8, absolute", "stirlingC", p)
	c := quo(log(mul(bf(2), pi)), mul(bf(2), ln2))
	f.constant("log2(2π)/2 and what is missing to it.", "stirlingC", toF(c))
	f.constant("See stirlingC.", "stirlingCLow", toF(sub(c, bf(toF(c)))))
	var one, two []float64
	for n := 1; n <= 11; n++ {
		z, z1 := nw().Neg(gammaConst(n)), nw().Neg(sub(gammaConst(n), bf(1)))
		if n%2 == 0 {
			z.Neg(z)
			z1.Neg(z1)
		}
		one, two = append(one, toF(quo(z, bf(float64(n))))), append(two, toF(quo(z1, bf(float64(n)))))
	}
	f.consts("log(Γ(1+d)) as a series in d.", "lgammaOne", seq(1, 11), one)
	f.consts("log(Γ(2+d)) as a series in d.", "lgammaTwo", seq(1, 11), two)
}

// stirlingTail is log(Γ(z)) less the leading terms of Stirling's formula.
func stirlingTail(z *big.Float) *big.Float {
	t := sub(z, bf(0.5))
	t = sub(mul(t, log(z)), z)
	t = add(t, quo(log(mul(bf(2), pi)), bf(2)))
	return sub(lgamma(z), t)
}

// gammaConst is Euler's constant for n = 1, and the sum of 1/k**n otherwise, by the formula of Euler and Maclaurin.
func gammaConst(n int) *big.Float {
	const terms = 60
	s, last := bf(0), quo(bf(1), ipow(bf(terms), n))
	for k := 1; k < terms; k++ {
		s.Add(s, quo(bf(1), ipow(bf(float64(k)), n)))
	}
	s.Add(s, quo(last, bf(2)))
	if n == 1 {
		s.Sub(s, log(bf(terms)))
	} else {
		s.Add(s, quo(mul(last, bf(terms)), bf(float64(n-1))))
	}
	// B(2j)/(2j)! n(n+1)...(n+2j-2)/terms**(n+2j-1)
	t := quo(mul(last, bf(float64(n))), bf(terms))
	for j, b := range bigfn.Bernoulli() {
		i := float64(2 * (j + 1))
		if j > 0 {
			t = quo(mul(t, mul(bf(float64(n)+i-3), bf(float64(n)+i-2))), bf(terms*terms))
			t = quo(t, mul(bf(i), bf(i-1)))
		} else {
			t = quo(t, bf(2))
		}
		s.Add(s, mul(t, nw().SetRat(b)))
	}
	return s
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
