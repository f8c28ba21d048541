package main

import (
	"fmt"
	"math"
	"math/big"
)

// round32 returns x rounded to n bits.
func roundBits(x *big.Float, n uint) float64 { return toF(new(big.Float).SetPrec(n).Set(x)) }

// cut returns x as a sum of numbers of the given lengths in bits, each rounded to the nearest.
func cut(x *big.Float, lengths ...uint) []float64 {
	r := nw().Set(x)
	var s []float64
	for _, n := range lengths {
		v := roundBits(r, n)
		s = append(s, v)
		r.Sub(r, bf(v))
	}
	return s
}

func (f *file) parts(comment, prefix string, v []float64) {
	for i, x := range v {
		f.constant(fmt.Sprintf("%s, part %d.", comment, i+1), fmt.Sprintf("%s%d", prefix, i+1), x)
	}
}

// solve32 fits with coefficients rounded to float32 and writes them.
func (f *file) solve32(comment, prefix string, p fit) {
	p.single = true
	c, e := p.solve()
	f.consts(comment+", "+errText(e)+".", prefix, p.powers, c)
}

func genExp32(f *file) {
	r := mul(ln2, bf(1.001/2))
	p := fit{lo: nw().Neg(r), hi: r, powers: seq(0, 4)}
	p.f = func(r *big.Float) *big.Float { return quo(sub(expm1(r), r), mul(r, r)) }
	p.weight = func(r *big.Float) *big.Float { return quo(mul(r, r), exp(r)) }
	f.solve32("exp(r) = 1 + r + r² P(r) for |r| <= log(2)/2", "exp32C", p)
	p.powers = seq(0, 5)
	p.weight = func(r *big.Float) *big.Float { return quo(mul(r, r), nw().Abs(expm1(r))) }
	f.solve32("exp(r) - 1 = r + r² P(r) for |r| <= log(2)/2", "expm132C", p)

	p = fit{lo: bf(-0.5), hi: bf(0.5), powers: seq(0, 6)}
	p.f = func(r *big.Float) *big.Float { return quo(expm1(mul(r, ln2)), r) }
	p.weight = func(r *big.Float) *big.Float { return quo(nw().Abs(r), exp(mul(r, ln2))) }
	f.solve32("2**r = 1 + r P(r) for |r| <= 1/2", "exp232C", p)
	f.parts("log 2, the first part short enough that its product with an exponent is exact", "ln2In32Part", cut(ln2, 15, 24))
}

func genLog32(f *file) {
	p := fit{lo: bf(-1.0 / 3), hi: bf(1.0 / 3), powers: seq(0, 7)}
	p.f = func(r *big.Float) *big.Float {
		return quo(add(sub(log1p(r), r), mul(bf(0.5), mul(r, r))), mul(r, mul(r, r)))
	}
	p.weight = func(r *big.Float) *big.Float { return nw().Abs(quo(mul(r, mul(r, r)), log1p(r))) }
	f.solve32("log(1+r) = r - r²/2 + r³ P(r) for |r| <= 1/3", "log32C", p)
	p = fit{lo: bf(-1.0 / 3), hi: bf(1.0 / 3), powers: seq(0, 9)}
	p.f = func(r *big.Float) *big.Float { return sub(quo(quo(log1p(r), ln2), r), bf(1)) }
	p.weight = func(r *big.Float) *big.Float { return nw().Abs(quo(mul(r, ln2), log1p(r))) }
	f.solve32("log2(1+r) = r (1 + P(r)) for |r| <= 1/3", "log232C", p)
	f.parts("1/log 10, the first part of 12 bits", "log10eIn32Part", cut(quo(bf(1), log(bf(10))), 12, 24))
	f.parts("log10 2", "log10Of2In32Part", cut(quo(ln2, log(bf(10))), 15, 24))
}

func genTrig32(f *file) {
	odd := func(g func(*big.Float) *big.Float, limit float64, n int) fit {
		p := fit{lo: bf(0), hi: bf(limit * limit * 1.0001), powers: seq(0, n)}
		p.f = func(z *big.Float) *big.Float { r := sqrt(z); return quo(sub(g(r), r), mul(r, z)) }
		p.weight = func(z *big.Float) *big.Float { r := sqrt(z); return quo(mul(r, z), g(r)) }
		return p
	}
	f.solve32("sin(r) = r + r³ P(r²) for |r| <= π/4", "sin32C", odd(sin, math.Pi/4, 2))
	f.solve32("cos(r) = 1 + r² P(r²) for |r| <= π/4", "cos32C", evenFit(cos, bf(math.Pi/4*1.0001), 4))
	f.solve32("tan(r) = r + r³ P(r²) for |r| <= π/4", "tan32C", odd(tan, math.Pi/4, 5))
	f.solve32("atan(t) = t + t³ P(t²) for |t| <= 1", "atan32C", odd(atan, 1, 7))
	f.parts("π, for products with up to 13 bits", "piIn32Part", cut(pi, 11, 11, 11, 24))
	f.parts("π in full length", "piFull32Part", cut(pi, 24, 24))
	f.constant("2/π.", "twoOverPi32", roundBits(quo(bf(2), pi), 24))
	v := new(big.Float).SetPrec(600).Quo(new(big.Float).SetPrec(600).SetInt64(2), bigPi(600))
	var words []string
	words = append(words, "0")
	for range 7 {
		v.SetMantExp(v, 32)
		w, _ := v.Int(nil)
		v.Sub(v, new(big.Float).SetPrec(600).SetInt(w))
		words = append(words, fmt.Sprintf("%#08x", w))
	}
	f.lookup("twoOverPiBits holds the binary digits of 2/π, 32 at a time, after 32 zeros.", "twoOverPiBits", "uint32", words)
}

func genPieces32(f *file) {
	for _, p := range []struct {
		name       string
		f          func(*big.Float) *big.Float
		max, end   float64
		from, to   float64
		bit, deg   int
		odd        bool
		saturation string
	}{
		{"erf32", erf, 3.9375, 3.94, 1.03125, 2, 49, 7, true, "is 1 to the last bit"},
		{"tanh32", tanh, 9.015625, 9.02, 1, 16, 51, 7, true, "is 1 to the last bit"},
		{"erfc32", erfcx, 10.0625, 10.07, 2, 32, 51, 9, false, "underflows to 0"},
	} {
		base := p.name[:len(p.name)-2]
		f.constant(fmt.Sprintf("%s(x) %s for x >= %sMax.", base, p.saturation, p.name), p.name+"Max", p.max)
		q := &pieces{name: p.name, scale: float64(float32((p.to - p.from) / p.end)), shift: p.from, bit: p.bit, f: p.f, odd: p.odd, unit: p.odd, single: true}
		q.fit(p.deg)
		q.emit(f)
	}
}

// genShort writes polynomials that are good enough where a float32 is computed in float64.
func genShort(f *file) {
	for _, d := range []struct {
		name   string
		base   *big.Float
		degree int
	}{{"log", bf(1), 5}, {"log2", ln2, 5}} {
		t := newLogTable(8, 5.553, d.base)
		c0 := quo(bf(1), d.base)
		p := fit{lo: bf(t.lo), hi: bf(t.hi), powers: seq(0, d.degree)}
		p.f = func(r *big.Float) *big.Float { return quo(sub(quo(log1p(r), d.base), mul(c0, r)), mul(r, r)) }
		p.weight = func(r *big.Float) *big.Float { return nw().Abs(quo(mul(d.base, mul(r, r)), log1p(r))) }
		f.solve64(fmt.Sprintf("%s(1+r) = r/log(base) + r² P(r) for the r of %sInv", d.name, d.name), d.name+"ShortC", p)
	}
	p := fit{lo: bf(-1.0 / 16), hi: bf(1.0 / 16), powers: seq(0, 3)}
	p.f = func(r *big.Float) *big.Float { return quo(expm1(mul(r, ln2)), r) }
	p.weight = func(r *big.Float) *big.Float { return nw().Abs(r) }
	f.solve64("2**r = 1 + r P(r) for |r| <= 1/16", "exp2ShortC", p)
}
