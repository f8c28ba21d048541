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
	lo  float64   // least and
	hi  float64   // greatest inv m - 1
}

// newLogTable places the interval around 1 so that the greatest |inv m - 1| is least.
// The reciprocals are chosen among their neighbours such that value(inv) is within
// 2**-12 ulp of a float64: its rounding error then does not count (Gal and Bachelis,
// An accurate elementary mathematical library, ACM TOMS 17, 1991).
func newLogTable(n int, below float64, value func(inv *big.Float) *big.Float) *logTable {
	step := uint64(1) << 52 / uint64(n)
	t := &logTable{n: n, off: math.Float64bits(1) - uint64(below*float64(step))}
	for j := range n {
		a := math.Float64frombits(t.off + uint64(j)*step)
		b := math.Float64frombits(t.off + uint64(j+1)*step)
		inv := 1.0
		if a > 1 || b <= 1 {
			inv = 2 / (a + b)
			for i := 0; ; i++ {
				v := value(bf(inv))
				d := math.Abs(toF(sub(v, bf(toF(v)))))
				if d < math.Abs(toF(v))*0x1p-66 {
					break
				}
				inv = math.Float64frombits(math.Float64bits(inv) + uint64(1+i%3))
			}
		}
		t.inv = append(t.inv, inv)
		t.lo = min(t.lo, a*inv-1)
		t.hi = max(t.hi, b*inv-1)
	}
	return t
}

func (t *logTable) values(value func(inv *big.Float) *big.Float) []float64 {
	v := make([]float64, t.n)
	for j := range v {
		v[j] = toF(value(bf(t.inv[j]))) + 0
	}
	return v
}

func genLog(f *file) {
	base := map[string]*big.Float{"log": bf(1), "log2": ln2, "log10": log(bf(10))}
	for _, name := range []string{"log", "log2", "log10"} {
		b := base[name]
		value := func(inv *big.Float) *big.Float { return nw().Neg(quo(log(inv), b)) }
		t := newLogTable(8, 5.553, value)
		c0 := bf(toF(quo(bf(1), b)))
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
		f.table(name+"Val holds the "+name+" of 1/"+name+"Inv, exact to about 65 bits.", name+"Val", "float64", t.values(value))
	}
	l := quo(ln2, log(bf(10)))
	f.constant("The logarithm of 2 to base 10.", "log10Of2", toF(l))
}

func genTrig(f *file) {
	sinFit := func(limit float64, n int) fit {
		p := fit{lo: bf(0), hi: bf(limit * limit * slack), powers: seq(0, n)}
		p.f = func(z *big.Float) *big.Float { r := sqrt(z); return quo(sub(sin(r), r), mul(r, z)) }
		p.weight = func(z *big.Float) *big.Float { r := sqrt(z); return quo(mul(r, z), sin(r)) }
		return p
	}
	p := sinFit(math.Pi/2, 7)
	c, e := p.solve()
	f.consts("sin(r) = r + r³ P(r²) for |r| <= π/2, "+errText(e)+".", "sinC", p.powers, c)
	for i, v := range split(pi, 3) {
		f.constant(fmt.Sprintf("Part %d of π.", i+1), fmt.Sprintf("pi%d", i+1), v)
	}
	f.constant("1/π.", "invPi", toF(quo(bf(1), pi)))
}

func genAtan(f *file) {
	p := fit{lo: bf(0), hi: bf(1), powers: seq(0, 19)}
	p.f = func(z *big.Float) *big.Float { r := sqrt(z); return quo(sub(atan(r), r), mul(r, z)) }
	p.weight = func(z *big.Float) *big.Float { r := sqrt(z); return quo(mul(r, z), atan(r)) }
	c, e := p.solve()
	f.consts("atan(t) = t + t³ P(t²) for |t| <= 1, "+errText(e)+".", "atanC", p.powers, c)
}
