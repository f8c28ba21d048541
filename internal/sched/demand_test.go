package sched

import (
	"fmt"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// Two checks of s[n+plus] where i >= from: what is asked for in the larger of two boxes says all of the smaller one, if it is as much; the other way around it doesn't.
func TestDemands(t *testing.T) {
	type check struct{ from, plus int64 }
	for _, c := range []struct {
		a, b check
		left int // upper limits that are asked for
	}{
		{check{1, 0}, check{3, 0}, 1},
		{check{1, 2}, check{3, 0}, 1},
		{check{1, 0}, check{3, 2}, 2},
		{check{1, 0}, check{1, 2}, 1},
	} {
		for _, order := range [][]check{{c.a, c.b}, {c.b, c.a}} {
			f := ir.NewFunc("f", []*ir.Type{ir.TI64, ir.TI64}, nil)
			n, length := f.Body.Params[0], f.Body.Params[1]
			b := ir.NewBuilder(f.Body)
			loop := b.Op(ir.OpMulti, []*ir.Value{n})
			in := b.In(loop.AddRegion(ir.TI64))
			for _, c := range order {
				branch := in.If(in.Compare(ir.OpGe, in.Region.Params[0], in.Int(c.from)))
				then := in.In(branch.Regions[0])
				then.Op(ir.OpCheckIndex, []*ir.Value{then.Binary(ir.OpAdd, n, then.Int(c.plus)), length})
				then.Yield()
				in.In(branch.Regions[1]).Yield()
			}
			in.Yield()
			b.Return()

			p := newSpace(loop)
			checks, rest := p.hoistable()
			e := newGuardEmitter(p, ir.NewBuilder(&ir.Region{}).Sharing())
			for _, c := range checks {
				e.check(c)
			}
			var left []string
			for _, d := range e.demands {
				if d.limit != nil {
					left = append(left, fmt.Sprint(d.by))
				}
			}
			if len(checks) != 2 || rest != 0 || len(left) != c.left {
				t.Errorf("of %v %d checks are the guard's, and what is left of their upper limits is n+%v; want %d", order, len(checks), left, c.left)
			}
		}
	}
}
