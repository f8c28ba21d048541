package main

import (
	"fmt"
	"math"
	"math/big"
)

// slack widens reduced ranges by what rounding in the reduction can add.
const slack = 1 + 1e-9

func genExp(f *file) {
	r := mul(ln2, bf(slack/16))
	p := fit{lo: nw().Neg(r), hi: r, powers: seq(0, 5)}
	p.f = func(r *big.Float) *big.Float { return quo(sub(expm1(r), r), mul(r, r)) }
	p.weight = func(r *big.Float) *big.Float { return mul(r, r) }
	c, e := p.solve()
	f.consts("exp(r) = 1 + r + r² P(r) for |r| <= log(2)/16, "+errText(e)+".", "expC", p.powers, c)

	s := bf(1.0 / 16)
	p = fit{lo: nw().Neg(s), hi: s, powers: seq(0, 6)}
	p.f = func(r *big.Float) *big.Float { return quo(expm1(mul(r, ln2)), r) }
	p.weight = func(r *big.Float) *big.Float { return nw().Abs(r) }
	c, e = p.solve()
	f.consts("2**r = 1 + r P(r) for |r| <= 1/16, "+errText(e)+".", "exp2C", p.powers, c)

	s = mul(quo(ln2, log(bf(10))), bf(slack/16))
	p = fit{lo: nw().Neg(s), hi: s, powers: seq(0, 6)}
	p.f = func(r *big.Float) *big.Float { return quo(expm1(mul(r, log(bf(10)))), r) }
	p.weight = func(r *big.Float) *big.Float { return nw().Abs(r) }
	c, e = p.solve()
	f.consts("10**r = 1 + r P(r) for |r| <= log10(2)/16, "+errText(e)+".", "exp10C", p.powers, c)
	ten := split(quo(ln2, log(bf(10))), 2)
	f.constant("The logarithm of 2 to base 10 and what is missing to it.", "lg2Hi", ten[0])
	f.constant("See lg2Hi.", "lg2Lo", ten[1])
	f.constant("The logarithm of 10 to base 2.", "log2of10", toF(quo(log(bf(10)), ln2)))

	r = mul(ln2, bf(slack/2))
	p = fit{lo: nw().Neg(r), hi: r, powers: seq(0, 10)}
	p.f = func(r *big.Float) *big.Float { return quo(sub(expm1(r), r), mul(r, r)) }
	p.weight = func(r *big.Float) *big.Float { return quo(mul(r, r), nw().Abs(expm1(r))) }
	c, e = p.solve()
	f.consts("exp(r) - 1 = r + r² P(r) for |r| <= log(2)/2, "+errText(e)+".", "expm1C", p.powers, c)

	ln := split(ln2, 2)
	f.constant("log 2 and what is missing to it.", "ln2Hi", ln[0])
	f.constant("See ln2Hi.", "ln2Lo", ln[1])
	f.constant("1/log 2.", "log2e", toF(quo(bf(1), ln2)))
	tab := make([]uint64, 8)
	for j := range tab {
		tab[j] = math.Float64bits(toF(exp(mul(ln2, bf(float64(j)/8))))) - uint64(j)<<49
	}
	f.bits("exp2Table holds the bits of 2**(i/8) less i<<49, so that adding 8n+i, shifted left by 49, gives those of 2**(n+i/8).", "exp2Table", tab)
}

// logTable describes a reduction of the logarithm: m in [off, 2 off) is cut by the
// top bits of its representation into n intervals, one of which surrounds 1.
type logTable struct {
	n   int
	off uint64    // bits of the lower end
	inv []float64 // reciprocal of a point in the middle of the interval
	val []float64 // its logarithm, negated
	lo  float64   // least and
	hi  float64   // greatest inv m - 1
}

// logPlaces is the number of binary places of a logTable's values: few enough that adding a multiple of log 2 of as
// many places is exact.
const logPlaces = 42

// newLogTable places the interval around 1 so that the greatest |inv m - 1| is least.
// The reciprocals are chosen among their neighbours such that their logarithms to this base are within
// 2**-60 of a number of logPlaces places (Gal and Bachelis, An accurate elementary mathematical library, ACM TOMS 17, 1991).
func newLogTable(n int, below float64, base *big.Float) *logTable {
	step := uint64(1) << 52 / uint64(n)
	t := &logTable{n: n, off: math.Float64bits(1) - uint64(below*float64(step))}
	for j := range n {
		a := math.Float64frombits(t.off + uint64(j)*step)
		b := math.Float64frombits(t.off + uint64(j+1)*step)
		inv := 1.0
		if a > 1 || b <= 1 {
			inv = luckyReciprocal(2/(a+b), base)
		}
		t.inv = append(t.inv, inv)
		v := nw().Neg(quo(log(bf(inv)), base))
		t.val = append(t.val, math.Round(toF(v)*(1<<logPlaces))/(1<<logPlaces)+0)
		t.lo = min(t.lo, a*inv-1)
		t.hi = max(t.hi, b*inv-1)
	}
	return t
}

// luckyReciprocal returns a number near x whose logarithm has almost no digits beyond logPlaces. From one number to the
// next the logarithm changes by a constant, as far as can be seen over so short a way.
func luckyReciprocal(x float64, base *big.Float) float64 {
	v := nw().SetMantExp(quo(log(bf(x)), base), logPlaces)
	whole, _ := v.Int(nil)
	at := toF(sub(v, nw().SetInt(whole)))
	ulp := math.Nextafter(x, 2*x) - x
	step := toF(nw().SetMantExp(quo(quo(bf(ulp), bf(x)), base), logPlaces))
	for i := 0; ; i++ {
		f := at + float64(i)*step
		if math.Abs(f-math.Round(f)) < 0x1p-18 {
			return x + float64(i)*ulp
		}
	}
}

func genLog(f *file) {
	base := map[string]*big.Float{"log": bf(1), "log2": ln2, "log10": log(bf(10))}
	for _, name := range []string{"log", "log2", "log10"} {
		b := base[name]
		t := newLogTable(8, 5.553, b)
		c0 := quo(bf(1), b)
		p := fit{lo: bf(t.lo), hi: bf(t.hi), powers: seq(0, 9)}
		p.f = func(r *big.Float) *big.Float { return quo(sub(quo(log1p(r), b), mul(c0, r)), mul(r, r)) }
		p.weight = func(r *big.Float) *big.Float {
			// Relative to the least result that this r can be part of.
			if toF(r) > -0.035 {
				return nw().Abs(quo(mul(b, mul(r, r)), log1p(r)))
			}
			return quo(mul(b, mul(r, r)), bf(0.05))
		}
		c, e := p.solve()
		f.consts(fmt.Sprintf("%s(1+r) = r/log(base) + r² P(r) for %.4f <= r <= %.4f, %s.", name, t.lo, t.hi, errText(e)), name+"C", p.powers, c)
		f.printf("// %sOff holds the bits of the least reduced argument.\nconst %sOff = %#x\n\n", name, name, t.off)
		f.table(name+"Inv holds a reciprocal for each eighth of the reduced range.", name+"Inv", "float64", t.inv)
		f.table(fmt.Sprintf("%[1]sVal holds the %[1]s of 1/%[1]sInv, exact to 2**-60 though of %[2]d places only.", name, logPlaces), name+"Val", "float64", t.val)
	}
	places := func(x *big.Float) float64 { return math.Round(toF(x)*(1<<logPlaces)) / (1 << logPlaces) }
	of := func(comment, name string, v *big.Float) {
		hi := places(v)
		f.constant(fmt.Sprintf("%s to %d places, and what is missing.", comment, logPlaces), name+"Hi", hi)
		f.constant("See "+name+"Hi.", name+"Lo", toF(sub(v, bf(hi))))
	}
	of("log 2", "logOf2", ln2)
	of("The logarithm of 2 to base 10", "log10Of2", quo(ln2, log(bf(10))))
	e := split(quo(bf(1), log(bf(10))), 2)
	f.constant("1/log 10 and what is missing to it.", "log10eHi", e[0])
	f.constant("See log10eHi.", "log10eLo", e[1])
}

func genTrig(f *file) {
	quarter := mul(pi, bf(slack/4))
	f.solve64("sin(r) = r + r³ P(r²) for |r| <= π/4", "sinC", oddFit(sin, quarter, 6))
	f.solve64("cos(r) = 1 + r² P(r²) for |r| <= π/4", "cosC", evenFit(cos, quarter, 7))
	for i, v := range split(pi, 3) {
		f.constant(fmt.Sprintf("Part %d of π.", i+1), fmt.Sprintf("pi%d", i+1), v)
	}
}

func genAtan(f *file) {
	p := fit{lo: bf(0), hi: bf(1), powers: seq(0, 19)}
	p.f = func(z *big.Float) *big.Float { r := sqrt(z); return quo(sub(atan(r), r), mul(r, z)) }
	p.weight = func(z *big.Float) *big.Float { r := sqrt(z); return quo(mul(r, z), atan(r)) }
	c, e := p.solve()
	f.consts("atan(t) = t + t³ P(t²) for |t| <= 1, "+errText(e)+".", "atanC", p.powers, c)
}
