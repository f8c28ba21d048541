package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// HoistArrays moves a private array that is filled once and then only read out of the loops and branches around, as far as what it is
// filled with allows: an array of coefficients, say, that an inner loop indexes. Iterations of a parallel loop then share it.
func HoistArrays(f *ir.Func) bool {
	changed := false
	for {
		arrays := nestedArrays(f.Body)
		if len(arrays) == 0 {
			return changed
		}
		uses := f.Uses()
		i := slices.IndexFunc(arrays, func(o *ir.Op) bool { return filledOnce(o, uses.Of(o.Results[0])) })
		if i < 0 {
			return changed
		}
		hoistArray(arrays[i], uses)
		changed = true
	}
}

// nestedArrays are the private arrays in r that stand in a loop or a branch.
func nestedArrays(r *ir.Region) (arrays []*ir.Op) {
	r.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpAlloca && o.Parent.Parent != nil {
			arrays = append(arrays, o)
		}
		return true
	})
	return arrays
}

// filledOnce reports an array whose stores all stand beside it, before any load, with operands from outside the region (or constants).
func filledOnce(o *ir.Op, users []*ir.Op) bool {
	r := o.Parent
	readFrom := len(r.Ops) // where the first reader stands
	last := -1             // where the last store stands
	for _, u := range users {
		at := r.Index(enclosing(u, r))
		switch {
		case u.Kind == ir.OpStore && u.Parent == r:
			for _, a := range u.Args[1:] { // the array itself is not from outside
				if _, ok := a.IsConst(); !ok && regionOf(a) == r {
					return false
				}
			}
			last = max(last, at)
		case u.Kind == ir.OpLoad || u.Kind == ir.OpLen || u.Kind == ir.OpCap:
			readFrom = min(readFrom, at)
		default:
			return false
		}
	}
	return last < readFrom
}

// enclosing is o or the op around it that stands in r.
func enclosing(o *ir.Op, r *ir.Region) *ir.Op {
	for o.Parent != r {
		o = o.Parent.Parent
	}
	return o
}

// hoistArray moves the array and its stores in front of the op around them, with the constants that they use: those that others use, too,
// are copied.
func hoistArray(o *ir.Op, uses *ir.Uses) {
	r := o.Parent
	outer := r.Parent
	move := map[*ir.Op]bool{o: true}
	for _, u := range uses.Of(o.Results[0]) {
		move[u] = move[u] || u.Kind == ir.OpStore
	}
	for _, x := range r.Ops {
		if x.Kind == ir.OpConst && uses.Count(x.Results[0]) > 0 {
			only := true
			for _, u := range uses.Of(x.Results[0]) {
				only = only && move[u]
			}
			move[x] = only
		}
	}
	var moved, kept []*ir.Op
	for _, x := range r.Ops {
		if !move[x] {
			kept = append(kept, x)
			continue
		}
		for i, a := range x.Args {
			if regionOf(a) == r && !move[a.Def] { // a constant
				c := r.NewOp(ir.OpConst, x.Pos, nil, a.Type)
				c.Bits, _ = a.IsConst()
				x.SetArg(i, c.Results[0])
				moved = append(moved, c)
			}
		}
		moved = append(moved, x)
	}
	r.SetOps(kept)
	outer.InsertBefore(moved...)
}
