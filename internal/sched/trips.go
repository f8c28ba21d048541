package sched

import (
	"math"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// The number of iterations of a loop whose counter may wrap around (opt.Counted) is one that no polynomial is:
//
//	n = if lo > hi { 0 } else if hi is the largest integer { more than any program runs } else { min(hi-lo as it is without a sign, more than any program runs) + 1 }
//
// Where hi-lo+1 doesn't wrap around, and is small, which a guard asks for, it is max(hi-lo+1, 0): so lo plus the loop's index is seen to be hi at most.

// trips gives that difference.
func (x *extremes) trips(v *ir.Value) (q analysis.Poly, ok bool) {
	if v.Type != ir.TI64 || v.Def == nil || v.Def.Kind != ir.OpSelect || !v.Def.Args[2].IsConstInt(0) {
		return q, false
	}
	runs, n := v.Def.Args[0].Def, v.Def.Args[1]
	if runs == nil || runs.Kind < ir.OpLt || runs.Kind > ir.OpGe || runs.Args[0].Type != ir.TI64 {
		return q, false
	}
	kind, lo, hi := runs.Kind, runs.Args[0], runs.Args[1]
	if kind == ir.OpGt || kind == ir.OpGe {
		kind, lo, hi = kind.Mirrored(), hi, lo
	}
	if o := n.Def; o != nil && o.Kind == ir.OpSelect && o.Args[1].IsConstInt(analysis.MaxCount) {
		if c := o.Args[0].Def; c == nil || c.Kind != ir.OpEq || c.Args[0] != hi || !c.Args[1].IsConstInt(math.MaxInt64) {
			return q, false
		}
		n = o.Args[2]
	}
	way, ok := uncapped(n)
	if !ok {
		return q, false
	}
	s := x.e.p.s
	q = s.Add(s.Of(way), analysis.Const(1))
	width := s.Sub(s.Of(hi), s.Of(lo))
	if kind == ir.OpLe {
		width = s.Add(width, analysis.Const(1))
	}
	if !q.Equal(width) {
		return q, false
	}
	x.e.small(s.Of(hi))
	x.e.small(s.Of(lo))
	x.e.small(q)
	return q, true
}

// uncapped is what is counted in n = min(it, more than any program runs) + 1.
func uncapped(n *ir.Value) (way *ir.Value, ok bool) {
	o := n.Def
	if o == nil || o.Kind != ir.OpAdd || !o.Args[1].IsConstInt(1) {
		return nil, false
	}
	if o = o.Args[0].Def; o == nil || o.Kind != ir.OpConv {
		return nil, false
	}
	if o = o.Args[0].Def; o == nil || o.Kind != ir.OpMin || o.Results[0].Type != ir.TU64 || !o.Args[1].IsConstInt(analysis.MaxCount) {
		return nil, false
	}
	return o.Args[0], true
}
