package opt

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Moves makes loops of the moves in counted loops that are from one object to another, which can't overlap: rows that are copied are then loads and stores like others, at places that
// analysis knows.
func Moves(f *ir.Func) bool {
	changed := false
	var walk func(r *ir.Region, inside bool)
	walk = func(r *ir.Region, inside bool) {
		for k := 0; k < len(r.Ops); k++ {
			o := r.Ops[k]
			if inside && o.Kind == ir.OpMove && o.Args[0].Type.Elem.IsScalar() && analysis.Distinct(o.Args[0].Root(), o.Args[1].Root()) {
				writeMove(o)
				changed = true
				continue
			}
			for _, in := range o.Regions {
				walk(in, inside || o.Kind == ir.OpFor && !forHost(o))
			}
		}
	}
	walk(f.Body, false)
	return changed
}

// forHost reports a loop with what only the host does in it: an allocation, as where slices grow, or a store of a slice.
func forHost(o *ir.Op) bool {
	return o.Regions[0].Contains(func(x *ir.Op) bool {
		return x.Kind.Has(ir.Allocates) || x.Kind == ir.OpStore && x.Args[2].Type.Kind == ir.Slice
	})
}

// writeMove makes a loop of a move.
func writeMove(o *ir.Op) {
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	body := b.For(b.Int(0), o.Args[2], 1, nil).Regions[0]
	in := b.In(body)
	in.Store(o.Args[0], body.Params[0], in.Load(o.Args[1], body.Params[0], nil), nil)
	in.Yield()
	o.ReplaceBy(b.Region.Take(0)...)
}
