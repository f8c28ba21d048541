package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// pool makes scratch buffers of slices that the function makes for itself: they are used again at the next call, where fresh memory would have
// to be got from the operating system, page by page, and be zeroed. A buffer is cleared where the program may see that it isn't fresh.
func (s *scheduler) pool(f *ir.Func) {
	escaping := analysis.Shared(f, true)
	var walk func(r *ir.Region)
	walk = func(r *ir.Region) {
		var ops []*ir.Op
		ahead := map[*ir.Op][]*ir.Op{} // what is to be cleared ahead of a loop
		for k, o := range r.Ops {
			for _, in := range o.Regions {
				if !isPattern(o) {
					walk(in)
				}
			}
			ops = append(append(ops, ahead[o]...), o)
			if o.Kind == ir.OpMake && !escaping[o.Results[0]] && !holdsSlices(o.Results[0].Type.Elem) {
				o.SetKind(ir.OpScratch)
				tmp := &ir.Region{}
				b := &ir.Builder{Region: tmp, Pos: o.Pos}
				writer := overwrites(o, r.Ops[k+1:])
				if writer == nil {
					clearBuffer(b, o)
				} else {
					clearForEmpty(b, o, writer.Args)
				}
				for _, x := range tmp.Ops {
					if x.Kind == ir.OpIf {
						s.spare[x] = o
					}
				}
				if writer == nil {
					ops = append(ops, tmp.Ops...)
				} else {
					ahead[writer] = append(ahead[writer], tmp.Ops...)
				}
			}
		}
		r.SetOps(ops)
	}
	walk(f.Body)
}

// overwrites gives the parallel loop that stores to every element of the made slice, if none of its extents is negative, before anything
// else looks at it; nil if there is none.
func overwrites(made *ir.Op, rest []*ir.Op) *ir.Op {
	buffer := made.Results[0]
	at := slices.IndexFunc(rest, func(o *ir.Op) bool { return o.Kind != ir.OpLen && o.Kind != ir.OpCap && uses(o, buffer) })
	if at < 0 || rest[at].Kind != ir.OpMulti {
		return nil
	}
	s := analysis.NewSpace()
	leaves := 0
	ir.Leaves(buffer.Type.Elem, func([]int, *ir.Type) { leaves++ })
	var stored [][]int64
	for _, o := range rest[at].Regions[0].Ops {
		switch {
		case o.Kind == ir.OpStore && o.Args[0] == buffer && !slices.Contains(o.Ints, -1) && s.Fills(rest[at], o, made.Args[0]):
			if !slices.ContainsFunc(stored, func(x []int64) bool { return slices.Equal(x, o.Ints) }) {
				stored = append(stored, o.Ints)
			}
		case o.Kind != ir.OpLen && o.Kind != ir.OpCap && uses(o, buffer):
			return nil
		}
	}
	if len(stored) < leaves {
		return nil
	}
	return rest[at]
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
