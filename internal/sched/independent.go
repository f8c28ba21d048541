package sched

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// independent reports whether a plain loop inside a parallel one, together with accesses around it that would be made again in each of its
// iterations, may be given lanes, or become a dimension of the parallel loop, provided that a condition holds, which goes into the guard of
// the transformed loop.
func (p *space) independent(f *ir.Op, around []*ir.Op) (analysis.Condition, error) {
	return aheadOf(f, analysis.In(p.s).Reorder(f, around...), p.op.Defines)
}

// follows reports that slices are apart as a asks if they are as b does.
func follows(a, b analysis.Pair) bool {
	same := a.A == b.A && a.B == b.B || a.A == b.B && a.B == b.A
	return same && (a.Same || !b.Same) && (b.Cut || !a.Cut)
}
