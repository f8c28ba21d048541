package analysis

import (
	"math/rand/v2"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestNarrowValue compares polynomials of integers of all widths with what is computed, on random numbers: what may wrap around must not be
// taken apart, and what can't must.
func TestNarrowValue(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	types := []*ir.Type{ir.TI8, ir.TI16, ir.TI32, ir.TI64, ir.TU8, ir.TU16, ir.TU32, ir.TU64}
	apart := 0
	for range 4000 {
		r := &ir.Region{}
		b := ir.NewBuilder(r)
		var vals []*ir.Value
		env := map[*ir.Value]uint64{}
		for range 3 {
			p := r.AddParam([]*ir.Type{ir.TU8, ir.TI8, ir.TU16, ir.TI32, ir.TU64}[rnd.IntN(5)], "")
			env[p] = ir.Canonical(p.Type, rnd.Uint64()>>rnd.IntN(64))
			vals = append(vals, p)
		}
		for range 10 {
			p, q := vals[rnd.IntN(len(vals))], vals[rnd.IntN(len(vals))]
			to := types[rnd.IntN(len(types))]
			var v *ir.Value
			switch k := rnd.IntN(6); {
			case k < 2 || p.Type != q.Type && k < 5:
				v = b.Conv(p, to)
				if v == p {
					continue
				}
				env[v] = ir.EvalScalar(ir.OpConv, p.Type, to, env[p])
			case k < 5:
				kind := []ir.OpKind{ir.OpAdd, ir.OpSub, ir.OpMul}[k-2]
				v = b.Binary(kind, p, q)
				env[v] = ir.EvalScalar(kind, p.Type, p.Type, env[p], env[q])
			default:
				v = b.Const(p.Type, ir.Canonical(p.Type, uint64(rnd.IntN(9)-4)))
				env[v], _ = v.IsConst()
			}
			vals = append(vals, v)
		}
		s := NewSpace()
		for _, v := range vals {
			p, sum := s.Of(v), int64(0)
			for _, t := range p.terms {
				prod := t.coef
				for _, f := range t.factors {
					prod *= ir.SignExtend(f.Type, env[f])
				}
				sum += prod
			}
			if want := ir.SignExtend(v.Type, env[v]); sum != want {
				t.Fatalf("a polynomial is %d, its value %d: %v", sum, want, v.Def)
			}
			if v.Type.Bits() < 64 && v.Def != nil && v.Def.Kind != ir.OpConst && !p.Equal(s.Atom(v)) {
				apart++
			}
		}
	}
	if t.Logf("%d narrow values were taken apart", apart); apart < 1000 {
		t.Errorf("only %d narrow values were taken apart", apart)
	}
}
