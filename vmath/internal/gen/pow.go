package main

import (
	"fmt"
	"math"
	"math/big"
)

// genPow writes the tables of a logarithm to base 2 good to some 66 bits. The
// reciprocals have 9 bits, so that inv m - 1 is the sum of two float64; the
// logarithms come in two parts, the first of which can be added to any exponent exactly.
func genPow(f *file) {
	const n = 16
	step := uint64(1) << 52 / n
	off := math.Float64bits(1) - uint64(10.53*float64(step))
	var inv, hi, lo []float64
	var most float64
	for j := range uint64(n) {
		a := math.Float64frombits(off + j*step)
		b := math.Float64frombits(off + (j+1)*step)
		v := 1.0
		if a > 1 || b <= 1 {
			v = math.Round(2/(a+b)*256) / 256
		}
		l := nw().Neg(quo(log(bf(v)), ln2))
		h := math.Round(toF(l)*0x1p40)*0x1p-40 + 0
		inv, hi, lo = append(inv, v), append(hi, h), append(lo, toF(sub(l, bf(h)))+0)
		most = max(most, math.Abs(a*v-1), math.Abs(b*v-1))
	}
	f.printf("// powOff holds the bits of the least reduced argument.\nconst powOff = %#x\n\n", off)
	f.table("powInv holds a reciprocal, of few bits, for each sixteenth of the reduced range.", "powInv", "float64", inv)
	f.table("powHi holds the logarithms to base 2 of 1/powInv, to 40 places.", "powHi", "float64", hi)
	f.table("powLo holds what is missing to powHi.", "powLo", "float64", lo)
	p := fit{lo: bf(-most), hi: bf(most), powers: seq(0, 8)}
	p.f = func(r *big.Float) *big.Float {
		return quo(add(sub(log1p(r), r), mul(bf(0.5), mul(r, r))), mul(r, mul(r, r)))
	}
	p.weight = func(r *big.Float) *big.Float { return nw().Abs(quo(mul(r, mul(r, r)), log1p(r))) }
	c, e := p.solve()
	f.consts(fmt.Sprintf("log(1+r) = r - r²/2 + r³ P(r) for |r| <= %.4f, %s.", most, errText(e)), "powC", p.powers, c)
	f.constant("What is missing from log2e to 1/log 2.", "log2eLo", split(quo(bf(1), ln2), 2)[1])
}

// genReduce writes the table of 1/π for huge arguments: entry i holds, in four parts,
// 1/π modulo 2**(53-e), e = 30+32i, times 2**(32i). The part left out contributes multiples
// of 2 to the product with any float64 not below 2**e.
func genReduce(f *file) {
	const p = 1400
	v := new(big.Float).SetPrec(p).Quo(new(big.Float).SetPrec(p).SetInt64(1), bigPi(p))
	parts := make([][]float64, 4)
	for i := range 32 {
		shift := 53 - 30 - 32*i
		w := new(big.Float).SetPrec(p).SetMantExp(v, -shift)
		whole, _ := w.Int(nil)
		w.Sub(w, new(big.Float).SetPrec(p).SetInt(whole))
		w.SetMantExp(w, shift+32*i)
		for k, x := range split(new(big.Float).SetPrec(prec).Set(w), 4) {
			parts[k] = append(parts[k], x)
		}
	}
	for k, t := range parts {
		name := fmt.Sprintf("invPi%c", 'A'+k)
		f.table(fmt.Sprintf("%s holds part %d of the digits of 1/π that matter for arguments from 2**(30+32i) on, scaled by 2**(32i).", name, k+1), name, "float64", t)
	}
	f.constant("2/π.", "twoOverPi", toF(quo(bf(2), pi)))
}
