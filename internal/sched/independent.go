package sched

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// independent reports whether a plain loop inside a parallel one, together with accesses around it that would be made again in each of its
// iterations, may be given lanes, or become a dimension of the parallel loop, provided that a condition holds, which goes into the guard of
// the transformed loop.
func (p *space) independent(f *ir.Op, around []*ir.Op) (analysis.Condition, error) {
	order := analysis.In(p.s).Reorder(f, around...)
	if order.Free && order.If.Mentions(p.op.Defines) {
		order.If = order.If.Throughout(p.s, p.loopsAround(f))
	}
	return aheadOf(f, order, p.op.Defines)
}

// loopsAround lists the loops of the nest around f, from inside out.
func (p *space) loopsAround(f *ir.Op) (out []*ir.Op) {
	for o := f; o != p.op; {
		if o = o.Parent.Parent; o.Kind.Has(ir.Loop) {
			out = append(out, o)
		}
	}
	return out
}

// follows reports that slices are apart as a asks if they are as b does.
func follows(a, b analysis.Pair) bool {
	same := a.A == b.A && a.B == b.B || a.A == b.B && a.B == b.A
	return same && (a.Same || !b.Same) && (b.Cut || !a.Cut)
}
