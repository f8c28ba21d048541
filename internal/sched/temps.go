package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// pool makes scratch buffers of slices that the function makes for itself: they are used again at the next call, where fresh memory would have
// to be got from the operating system, page by page, and be zeroed. A buffer is cleared where the program may see that it isn't fresh.
func (s *scheduler) pool(f *ir.Func) {
	escaping := analysis.Escaping(f)
	var later []*ir.Op
	var walk func(r *ir.Region)
	walk = func(r *ir.Region) {
		var ops []*ir.Op
		ahead := map[*ir.Op][]*ir.Op{} // what is to be cleared ahead of a loop
		for k, o := range r.Ops {
			for _, in := range o.Regions {
				if !isPattern(o) && !s.own[o] {
					walk(in)
				}
			}
			ops = append(append(ops, ahead[o]...), o)
			if o.Kind == ir.OpMake && o.Mode != ir.Uncleared && !o.Results[0].Type.Elem.HoldsSlices() {
				tmp := &ir.Region{}
				b := &ir.Builder{Region: tmp, Pos: o.Pos}
				first := firstUse(o, r.Ops[k+1:])
				all := overwrites(o, first)
				covered := all || coversSurely(o.Results[0], o.Args[0], r.Ops[k+1:])
				switch {
				case !escaping[o.Results[0]]:
					o.SetKind(ir.OpScratch)
				case covered:
					o.Mode = ir.Uncleared
					o.Changed()
				default:
					later = append(later, o)
				}
				switch {
				case o.Kind == ir.OpScratch && !covered:
					clearBuffer(b, o)
					ops = append(ops, tmp.Ops...)
				case all && first.Kind == ir.OpMulti && (o.Kind == ir.OpScratch || o.Mode == ir.Uncleared):
					clearForEmpty(b, o, first.Args)
					for _, x := range tmp.Ops {
						if x.Kind == ir.OpIf {
							s.spare[x] = o
						}
					}
					ahead[first] = append(ahead[first], tmp.Ops...)
				}
			}
		}
		r.SetOps(ops)
	}
	walk(f.Body)
	for _, o := range later {
		s.uncleared(o, o.Parent)
	}
}

// firstUse is the first of ops that does more with the made slice than ask for its length, or nil.
func firstUse(made *ir.Op, ops []*ir.Op) *ir.Op {
	at := slices.IndexFunc(ops, func(o *ir.Op) bool { return touches(o, made.Results[0]) })
	if at < 0 {
		return nil
	}
	return ops[at]
}

// overwrites reports that o is a loop that stores to every element of the made slice before anything else looks at it, if none of several extents is negative, or
// a branch in each of whose arms such a loop of one extent comes first.
func overwrites(made, o *ir.Op) bool {
	return o != nil && coverOf(made.Results[0], made.Args[0], true).by([]*ir.Op{o})
}

// uses reports whether o, or what is in it, has v as an operand.
func uses(o *ir.Op, v *ir.Value) bool {
	if slices.Contains(o.Args, v) {
		return true
	}
	found := false
	for _, r := range o.Regions {
		r.Walk(func(x *ir.Op) bool {
			found = found || slices.Contains(x.Args, v)
			return !found
		})
	}
	return found
}

// clearForEmpty emits the loop that zeroes a scratch buffer where a parallel loop over several extents doesn't, since one of two that are
// negative has a product that is not.
func clearForEmpty(b *ir.Builder, made *ir.Op, dims []*ir.Value) {
	if len(dims) == 1 {
		return
	}
	empty := b.Bool(false)
	for _, d := range dims {
		empty = b.Binary(ir.OpOr, empty, b.Compare(ir.OpLt, d, b.Int(0)))
	}
	branch := b.If(empty)
	b.In(branch.Regions[1]).Yield()
	then := b.In(branch.Regions[0])
	clearBuffer(then, made)
	then.Yield()
}

// clearBuffer emits the loop that zeroes a scratch buffer.
func clearBuffer(b *ir.Builder, made *ir.Op) {
	buffer, n := made.Results[0], made.Args[0]
	loop := b.Op(ir.OpMulti, []*ir.Value{n})
	body := loop.AddRegion(ir.TI64)
	in := b.In(body)
	var zeros []*ir.Value
	ir.Leaves(buffer.Type.Elem, func(_ []int, leaf *ir.Type) { zeros = append(zeros, in.Const(leaf, 0)) })
	storeLeaves(in, buffer, body.Params[0], zeros)
	in.Yield()
}
