package sched

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Order decides in which order the reductions inside other patterns go, where it makes a difference: in the canonical one, with the lanes inside, if
// their accesses are next to each other along their own index, and those of the outermost pattern less so; else in the order of their indices. So do all that
// are deeper inside, and the rows of sparse matrices: those are short as a rule, so that putting the lanes' results together takes longer than they do, and
// gathers are no faster than single loads where the CPU has those of several iterations under way. The rule knows nothing but the program. What it says is
// recorded in the reductions, and everything later keeps to it; so the pass runs before all that changes accesses.
func Order(f *ir.Func) bool {
	changed := false
	f.Body.Walk(func(o *ir.Op) bool {
		if !isPattern(o) {
			return true
		}
		inner := lanesInside(o)
		for _, r := range o.Regions {
			changed = orderInside(o, r, inner) || changed
		}
		return false
	})
	return changed
}

// orderInside records the order of the reductions in r, of a pattern: canonical for those that are in no pattern inside.
func orderInside(pattern *ir.Op, r *ir.Region, canonical bool) bool {
	changed := false
	r.Walk(func(o *ir.Op) bool {
		if !isPattern(o) {
			return true
		}
		canonical := canonical && !(analysis.Ragged(o, pattern) && analysis.LooksUp(o))
		for _, out := range o.Outputs() {
			if out.Kind == ir.OpReduce && !canonical {
				out.Mode, changed = ir.InOrder, true
				out.Changed()
			}
		}
		for _, in := range o.Regions {
			changed = orderInside(o, in, false) || changed
		}
		return false
	})
	return changed
}

// lanesGoInside decides which loop of a nest gets the lanes: the pattern's own last dimension, or the patterns directly inside it (true). Reductions whose
// order has been decided decide that, too; else the accesses do.
func (s *scheduler) lanesGoInside(o *ir.Op) (inner bool) {
	ordered := false
	for _, r := range o.Regions {
		if r.Contains((*ir.Op).Canonical) {
			return true
		}
		ordered = ordered || r.Contains((*ir.Op).Indexed)
	}
	return !ordered && lanesInside(o)
}

// lanesInside reports that along the patterns directly inside o the accesses are next to each other in memory, rather than along its own last dimension.
func lanesInside(o *ir.Op) bool {
	body := o.Regions[0]
	own := body.Params[len(body.Params)-1]
	ownCost, innerCost, n := 0, 0, 0
	body.Walk(func(x *ir.Op) bool {
		if !isPattern(x) {
			return true
		}
		n++
		in := x.Regions[0].Params[len(x.Regions[0].Params)-1]
		a, b := accessCost(x.Regions[0], own), accessCost(x.Regions[0], in)
		ownCost += a
		innerCost += b
		return false
	})
	return n > 0 && innerCost < ownCost
}

// accessCost sums, over the loads and stores in r, what they cost if the lanes run along index.
func accessCost(r *ir.Region, index *ir.Value) int {
	cost := 0
	r.Walk(func(x *ir.Op) bool {
		if x.Kind == ir.OpLoad || x.Kind == ir.OpStore {
			for i, a := range x.Args[1:] {
				if x.Kind == ir.OpStore && i == 1 {
					continue // the value
				}
				st, ok := strideOf(a, index, 0)
				if i == 0 {
					begin, known := beginOf(x.Args[0], index)
					st, ok = st+begin, ok && known
				}
				switch {
				case !ok:
					cost += 8
				case st == 0:
				case i == 0 && (st == 1 || st == -1) && len(x.Ints) == 0:
					cost++
				default:
					cost += 8
				}
			}
		}
		return true
	})
	return cost
}

// beginOf is by how many elements a slice's begin moves when index grows by one; not ok if that isn't a known constant.
func beginOf(v, index *ir.Value) (stride int64, ok bool) {
	for ok = true; ok && v.Def != nil; v = v.Def.Args[0] {
		if v.Def.Kind != ir.OpSlice {
			_, fixed := strideOf(v, index, 0)
			return stride, fixed
		}
		var st int64
		st, ok = strideOf(v.Def.Args[1], index, 0)
		stride += st
	}
	return stride, ok
}

// strideOf is by how much v grows when index grows by one; not ok if that isn't a known constant.
func strideOf(v, index *ir.Value, depth int) (int64, bool) {
	if v == index {
		return 1, true
	}
	o := v.Def
	if o == nil || depth > 16 || len(o.Regions) > 0 || len(o.Args) == 0 {
		// Parameters of loops in between, results of control flow: constant with respect to index unless it feeds them, which is rare
		// in an index.
		return 0, true
	}
	strides := make([]int64, len(o.Args))
	fixed := true
	for i, a := range o.Args {
		st, ok := strideOf(a, index, depth+1)
		if !ok {
			return 0, false
		}
		strides[i] = st
		fixed = fixed && st == 0
	}
	if fixed {
		return 0, true
	}
	switch o.Kind {
	case ir.OpAdd:
		return strides[0] + strides[1], true
	case ir.OpSub:
		return strides[0] - strides[1], true
	case ir.OpMul:
		for i := range 2 {
			if c, ok := o.Args[1-i].ConstInt(); ok {
				return strides[i] * c, true
			}
		}
	case ir.OpConv:
		return strides[0], o.Args[0].Type.IsInt() && o.Result().Type.IsInt()
	}
	return 0, false
}

// describe notes what became of a pattern, and its memory traffic.
func (s *scheduler) describe(o *ir.Op, mode ir.Mode, dims int) {
	what := s.loopName()
	if o.Kind == ir.OpBlockReduce {
		what = "reduction"
		if n := len(o.Ints) - 1; n > 1 {
			s.note(o.Pos, "%d reductions over the same range are one loop", n)
		}
	}
	where := "lanes along its last dimension"
	if mode != ir.InLanes {
		where = "lanes in the loops inside it"
	}
	s.note(o.Pos, "%s over %s, %s", what, ir.Count(dims, "dimension"), where)
}

// loopName is what notes call a loop of which the iterations are independent.
func (s *scheduler) loopName() string {
	if s.placing {
		return "nest, on one core,"
	}
	return "parallel loop"
}
