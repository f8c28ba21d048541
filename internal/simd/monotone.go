package simd

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// monotone reports a selection of the least or greatest so far, or of what goes with it: its condition is whether another value, one that doesn't depend on it, is
// less, or greater, than what the loop carries, and that is all that becomes of what the loop carries. In no order, that changes about log n times in n iterations.
func (b *brancher) monotone(k keeper) bool {
	if isExtreme(k.op) {
		side := k.side()
		return b.onlyGrows(k.loop, k.op.Args[side], k.op.Args[1-side], k.op.Kind == ir.OpMax)
	}
	c := k.op.Args[0].Def
	if c == nil {
		return false
	}
	switch c.Kind {
	case ir.OpLt, ir.OpLe:
		return b.onlyGrows(k.loop, c.Args[0], c.Args[1], true) || b.onlyGrows(k.loop, c.Args[1], c.Args[0], false)
	case ir.OpGt, ir.OpGe:
		return b.onlyGrows(k.loop, c.Args[0], c.Args[1], false) || b.onlyGrows(k.loop, c.Args[1], c.Args[0], true)
	}
	return false
}

// onlyGrows reports a value made of a parameter of the loop by taking greater ones (up), or smaller ones, that is carried on to the next iteration with nothing else
// done to it. The other does not depend on it.
func (b *brancher) onlyGrows(loop *ir.Op, v, other *ir.Value, up bool) bool {
	return slices.ContainsFunc(loop.Regions[0].Params, func(p *ir.Value) bool {
		return grownFrom(p, v, up) && !slices.ContainsFunc(b.ends[loop], func(e *ir.Op) bool {
			return e.Kind == ir.OpContinue && !grownFrom(p, e.Args[p.Index], up)
		}) && !b.waits(loop, other, p)
	})
}

// grownFrom reports that v is the greatest of p and others (up), or the least.
func grownFrom(p, v *ir.Value, up bool) bool {
	if v == p {
		return true
	}
	o := v.Def
	switch {
	case o == nil:
		return false
	case isExtreme(o):
		return (o.Kind == ir.OpMax) == up && (grownFrom(p, o.Args[0], up) || grownFrom(p, o.Args[1], up))
	case o.Kind != ir.OpSelect || o.Args[0].Def == nil:
		return false
	}
	c := o.Args[0].Def
	var greater, less *ir.Value
	switch c.Kind {
	case ir.OpLt, ir.OpLe:
		less, greater = c.Args[0], c.Args[1]
	case ir.OpGt, ir.OpGe:
		greater, less = c.Args[0], c.Args[1]
	default:
		return false
	}
	if !up {
		greater, less = less, greater
	}
	return o.Args[1] == greater && o.Args[2] == less && (grownFrom(p, greater, up) || grownFrom(p, less, up))
}
