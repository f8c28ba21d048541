package analysis

import (
	"math/rand/v2"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestMixture bounds sums of two products whose second factors may or may not share a constant, and compares with what is computed.
func TestMixture(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	types := []*ir.Type{ir.TU8, ir.TI8, ir.TU16, ir.TI16, ir.TI32, ir.TU32, ir.TI64, ir.TU64}
	closer := 0
	for range 20000 {
		r := &ir.Region{}
		b := ir.NewBuilder(r)
		env := map[*ir.Value]uint64{}
		note := func(v *ir.Value) *ir.Value {
			if d := v.Def; d != nil && d.Kind == ir.OpConst {
				env[v] = d.Bits
			} else if d != nil && env[v] == 0 {
				bits := make([]uint64, len(d.Args))
				for i, a := range d.Args {
					bits[i] = env[a]
				}
				env[v] = ir.EvalScalar(d.Kind, d.Args[0].Type, v.Type, bits...)
			}
			return v
		}
		param := func() *ir.Value {
			p := r.AddParam(types[rnd.IntN(4)], "")
			env[p] = ir.Canonical(p.Type, rnd.Uint64()>>rnd.IntN(64))
			return p
		}
		conv := func(v *ir.Value, to *ir.Type) *ir.Value {
			if v.Type == to {
				return v
			}
			return note(b.Conv(v, to))
		}
		x, y, a := param(), param(), param()
		other := a
		if rnd.IntN(4) == 0 {
			other = param()
		}
		between := types[rnd.IntN(len(types))]
		other = conv(other, between)
		c := note(b.Const(between, ir.Canonical(between, []uint64{255, 256, 127, 1, 65535, 1 << 20}[rnd.IntN(6)])))
		rest := note(b.Binary(ir.OpSub, c, other))
		to := types[rnd.IntN(len(types))]
		p := note(b.Binary(ir.OpMul, conv(x, to), conv(a, to)))
		q := note(b.Binary(ir.OpMul, conv(rest, to), conv(y, to)))
		sum := note(b.Binary(ir.OpAdd, p, q))
		s := NewRanges()
		got, apart := s.Of(sum), Sum(s.Of(p), s.Of(q))
		if n := ir.SignExtend(to, env[sum]); (to.Kind != ir.U64 || got != Everything) && (n < got.Lo || n > got.Hi) {
			t.Fatalf("%d is not in %v: %v * %v + %v * (%v - %v) as %v", n, got, env[x], env[a], env[y], env[c], env[other], to)
		}
		if got.Lo > apart.Lo || got.Hi < apart.Hi {
			closer++
		}
	}
	if closer < 1000 {
		t.Errorf("only %d bounds are closer than those of the summands", closer)
	}
}
