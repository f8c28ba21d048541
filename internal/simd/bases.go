package simd

import (
	"math/bits"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// Bases has addresses in loops begin where what does not change there leads to:
//
//	loop (i) { j = add row, i; v = mload p, j <ints=[4, 0]>; ... }
//	=> q = p + 4*row
//	   loop (i) { v = mload q, i <ints=[4, 0]>; ... }
//
// An instruction has room for a base and one index, so that the addition would be one of its own. Where several rows are read, in turns, these are as many as there are loads.
// A register is no more in use, for the sum is all that row and, for that row, p are asked for.
func Bases(f *ir.Func) bool {
	var found []sumOfPlaces
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpLoop {
			found = append(found, sumsIn(o)...)
		}
		return true
	})
	for _, s := range found {
		s.rebase()
	}
	return len(found) > 0
}

// sumOfPlaces is an index that is the sum of one that does not change in a loop and one that does, and the accesses for which it is computed, all from one base.
type sumOfPlaces struct {
	loop, sum    *ir.Op
	fixed, index *ir.Value
	accesses     []*ir.Op
}

// sumsIn lists those that a loop itself computes.
func sumsIn(loop *ir.Op) (found []sumOfPlaces) {
	body := loop.Regions[0]
	for _, o := range body.Ops {
		if o.Kind != ir.OpAdd || o.Results[0].Type != ir.TI64 {
			continue
		}
		for k, x := range o.Args {
			s := sumOfPlaces{loop: loop, sum: o, fixed: x, index: o.Args[1-k]}
			if loop.Defines(x) || isConst(x) || !loop.Defines(s.index) || isConst(s.index) {
				continue
			}
			uses := loop.Func().Uses()
			if s.accesses = uses.Of(o.Results[0]); !s.oneBase() {
				continue
			}
			if !slices.ContainsFunc(uses.Of(x), func(u *ir.Op) bool { return u != o && u.Within(loop) }) {
				found = append(found, s)
				break
			}
		}
	}
	return found
}

// oneBase reports that the sum is an index of loads and stores alone, in the loop, with one base from outside, and one scale.
func (s *sumOfPlaces) oneBase() bool {
	first := s.accesses
	return len(first) > 0 && !slices.ContainsFunc(s.accesses, func(o *ir.Op) bool {
		return o.Kind != ir.OpMLoad && o.Kind != ir.OpMStore || !o.Within(s.loop) || o.Args[1] != s.sum.Results[0] || slices.Contains(o.Args[2:], s.sum.Results[0]) ||
			o.Args[0] != first[0].Args[0] || s.loop.Defines(o.Args[0]) || o.Ints[0] != first[0].Ints[0] || bits.OnesCount64(uint64(o.Ints[0])) != 1
	})
}

// rebase computes the new base in front of the loop.
func (s *sumOfPlaces) rebase() {
	b := &ir.Builder{Region: ir.NewRegion(s.loop.Parent.Parent), Pos: s.sum.Pos}
	far := s.fixed
	if shift := bits.TrailingZeros64(uint64(s.accesses[0].Ints[0])); shift > 0 {
		far = b.Binary(ir.OpShl, far, b.Const(ir.TU64, uint64(shift)))
	}
	base := b.Binary(ir.OpAdd, s.accesses[0].Args[0], far)
	s.loop.InsertBefore(b.Region.Take(0)...)
	for _, o := range s.accesses {
		o.SetArg(0, base)
		o.SetArg(1, s.index)
	}
	s.sum.Remove()
}

// isConst reports a constant, which an address has room for.
func isConst(v *ir.Value) bool { _, ok := v.IsConst(); return ok }
