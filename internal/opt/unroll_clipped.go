package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// mostClipped is the width of a window up to which a clipped loop is looked at.
const mostClipped = 64

// clipped is what a loop over a window that ends where something else does is without that: a loop over all of the window, of a constant width, with conditions.
//
//	for max(y-2, 0), min(y+3, h) (i) { ... }    becomes    for 0, 5 (d) { i = y-2 + d; if i >= 0 && i < h { ... } }
//
// Loops over the length of such a window, min(y+3, h) - max(y-2, 0), are as good.
//
// Written out, in lanes and away from the borders it has neither loop nor condition (index set splitting comes later, with the borders of all kinds).
// nil: it is none, or wraps around.
func clipped(s *analysis.Space, o *ir.Op) *ir.Op {
	if o.Kind != ir.OpFor || o.Mode != ir.Sequential || o.Ints[0] != 1 || o.Regions[0].Contains(func(x *ir.Op) bool { return x.Target == o }) {
		return nil
	}
	first, end := o.Args[0], o.Args[1]
	var from *ir.Value // what the index counts from
	if d := end.Def; first.IsConstInt(0) && d != nil && d.Kind == ir.OpSub && s.FarFromEnds(d.Args[0]) && s.FarFromEnds(d.Args[1]) {
		from = d.Args[1]
		first, end = from, d.Args[0]
	}
	lows, highs := clipsOf(s, first, ir.OpMax), clipsOf(s, end, ir.OpMin)
	if len(lows)+len(highs) < 3 {
		return nil
	}
	for _, lo := range lows {
		for _, hi := range highs {
			width, ok := s.Sub(hi.at, lo.at).Const()
			if !ok || width < 1 || width > mostClipped || !s.FarFromEnds(lo.bound) || !s.FarFromEnds(hi.bound) {
				continue
			}
			return window(o, width, from, lo, others(lows, lo), others(highs, hi))
		}
	}
	return nil
}

// clip is one of several values that a loop's bound is the largest or the least of: a value and a constant.
type clip struct {
	bound *ir.Value
	plus  int64
	at    analysis.Poly
}

func others(all []clip, l clip) []clip {
	return slices.DeleteFunc(slices.Clone(all), func(x clip) bool { return x.bound == l.bound && x.plus == l.plus })
}

// clipsOf lists them.
func clipsOf(s *analysis.Space, v *ir.Value, kind ir.OpKind) (all []clip) {
	var walk func(v *ir.Value, plus int64)
	walk = func(v *ir.Value, plus int64) {
		d := v.Def
		switch {
		case d != nil && d.Kind == kind:
			walk(d.Args[0], plus)
			walk(d.Args[1], plus)
			return
		case d != nil && d.Kind == ir.OpAdd && holds(d.Args[0], kind):
			if c, ok := d.Args[1].ConstInt(); ok && c >= -mostClipped && c <= mostClipped {
				walk(d.Args[0], plus+c)
				return
			}
		}
		if c, ok := v.ConstInt(); !ok || kind != ir.OpMin || c < analysis.MaxCount/2 { // which nothing reaches
			all = append(all, clip{v, plus, s.Add(s.Of(v), analysis.Const(plus))})
		}
	}
	walk(v, 0)
	return all
}

// holds reports a sum with a constant of such an op, or one.
func holds(v *ir.Value, kind ir.OpKind) bool {
	d := v.Def
	return d != nil && (d.Kind == kind || d.Kind == ir.OpAdd && isConstant(d.Args[1]) && holds(d.Args[0], kind))
}

// window makes the loop over all of the window.
func window(o *ir.Op, width int64, from *ir.Value, lo clip, lows, highs []clip) *ir.Op {
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	loop := b.For(b.Int(0), b.Int(width), 1, o.Args[2:])
	body := o.Regions[0]
	in := b.In(loop.Regions[0])
	d, carried := loop.Regions[0].Params[0], loop.Regions[0].Params[1:]
	at := d
	if lo.plus != 0 {
		at = in.Binary(ir.OpAdd, d, in.Int(lo.plus))
	}
	i := in.Binary(ir.OpAdd, lo.bound, at)
	var inside *ir.Value
	need := func(kind ir.OpKind, l clip) {
		v := i
		if l.plus != 0 {
			v = in.Binary(ir.OpSub, i, in.Int(l.plus))
		}
		inside = in.Join(ir.OpAnd, inside, in.Compare(kind, v, l.bound))
	}
	for _, l := range lows {
		need(ir.OpGe, l)
	}
	for _, l := range highs {
		need(ir.OpLt, l)
	}
	branch := in.If(inside, ir.Types(carried)...)
	c := ir.NewCloner()
	if from != nil {
		i = in.In(branch.Regions[0]).Binary(ir.OpSub, i, from)
	}
	c.Map(body.Params[0], i)
	c.MapAll(body.Params[1:], carried)
	c.Ops[o] = branch
	c.Into(branch.Regions[0], body.Ops)
	in.In(branch.Regions[1]).Yield(carried...)
	in.Yield(branch.Results...)
	return loop
}

func isConstant(v *ir.Value) bool {
	_, ok := v.ConstInt()
	return ok
}
