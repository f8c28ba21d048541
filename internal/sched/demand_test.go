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

// The taps of a filter in the border of a picture, each where it lies inside, and in the interior, where all do: of all that they ask for it is left that the picture is as
// large as that, in whatever order they come.
func TestDemandsOfBorders(t *testing.T) {
	for _, order := range [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {1, 3, 0, 2}} {
		f := ir.NewFunc("f", []*ir.Type{ir.TI64, ir.TI64, ir.TI64}, nil)
		h, w, length := f.Body.Params[0], f.Body.Params[1], f.Body.Params[2]
		b := ir.NewBuilder(f.Body)
		loop := b.Op(ir.OpMulti, []*ir.Value{h, w})
		in := b.In(loop.AddRegion(ir.TI64, ir.TI64))
		y, x := in.Region.Params[0], in.Region.Params[1]
		plus := func(b *ir.Builder, v *ir.Value, c int64) *ir.Value { return b.Binary(ir.OpAdd, v, b.Int(c)) }
		under := func(b *ir.Builder, conds ...*ir.Value) *ir.Builder {
			c := conds[0]
			for _, d := range conds[1:] {
				c = b.Binary(ir.OpAnd, c, d)
			}
			return b.In(b.If(c).Regions[0])
		}
		inside := func(b *ir.Builder, i, n *ir.Value) []*ir.Value {
			return []*ir.Value{b.Compare(ir.OpGe, i, b.Int(0)), b.Compare(ir.OpLt, i, n)}
		}
		taps := func(b *ir.Builder, part func(b *ir.Builder, ty, tx *ir.Value) *ir.Builder) {
			for dy := int64(-1); dy <= 1; dy++ {
				for dx := int64(-1); dx <= 1; dx++ {
					ty, tx := plus(b, y, dy), plus(b, x, dx)
					c := part(b, ty, tx)
					c.Op(ir.OpCheckIndex, []*ir.Value{c.Binary(ir.OpAdd, c.Binary(ir.OpMul, ty, w), tx), length})
					if c != b {
						c.Yield()
					}
				}
			}
		}
		strips := []func(b *ir.Builder) *ir.Value{
			func(b *ir.Builder) *ir.Value { return b.Compare(ir.OpLt, y, b.Int(1)) },
			func(b *ir.Builder) *ir.Value { return b.Compare(ir.OpGe, y, plus(b, h, -1)) },
			func(b *ir.Builder) *ir.Value { return b.Compare(ir.OpGe, x, plus(b, w, -1)) },
		}
		for _, k := range order {
			if k == len(strips) {
				c := under(in, in.Compare(ir.OpGe, y, in.Int(1)), in.Compare(ir.OpLt, y, plus(in, h, -1)), in.Compare(ir.OpGe, x, in.Int(1)), in.Compare(ir.OpLt, x, plus(in, w, -1)))
				taps(c, func(b *ir.Builder, _, _ *ir.Value) *ir.Builder { return b })
				c.Yield()
				continue
			}
			c := under(in, strips[k](in))
			taps(c, func(b *ir.Builder, ty, tx *ir.Value) *ir.Builder {
				return under(b, append(inside(b, ty, h), inside(b, tx, w)...)...)
			})
			c.Yield()
		}
		in.Yield()
		b.Return()

		p := newSpace(loop)
		checks, rest := p.hoistable()
		e := newGuardEmitter(p, ir.NewBuilder(&ir.Region{}).Sharing())
		for _, c := range checks {
			e.check(c)
		}
		if len(checks) != 36 || rest != 0 || len(e.demands) != 1 || e.demands[0].limit != length {
			t.Errorf("in order %v %d checks are the guard's, %d not, and %d demands are left of them; want 36, 0, 1", order, len(checks), rest, len(e.demands))
		}
	}
}
