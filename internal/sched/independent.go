package sched

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// independent reports whether a plain loop inside a parallel one, together with accesses around it that would be made again in each of its
// iterations, may be given lanes, or become a dimension of the parallel loop, provided that the slices are apart: such pairs go into the guard of
// the transformed loop.
func (p *space) independent(f *ir.Op, around []*ir.Op) (apart []analysis.Pair, ok bool) {
	v := analysis.In(p.s).Reorder(f, around...)
	if !v.Free || len(v.If.Holds)+len(v.If.Small) > 0 || p.anyInside(v.If.Apart) {
		return nil, false
	}
	return v.If.Apart, true
}

// anyInside reports slices that are not known outside of the pattern.
func (p *space) anyInside(apart []analysis.Pair) bool {
	for _, a := range apart {
		if p.inside[a.A] || p.inside[a.B] {
			return true
		}
	}
	return false
}
