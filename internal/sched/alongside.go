package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Loops over rows that have become one still go along each row one after the other,
//
//	for y { for x { a[y][x] = ... in ... }; for x { b[y][x] = ... in ... } }
//
// and load what they have in common twice, each row for itself. As one loop along the row they are done in blocks of rows, which share it.

// loopsAlongside reports loops in o, one just ahead of the other, that load from the same memory.
func loopsAlongside(o *ir.Op) bool {
	s := analysis.NewSpace()
	return slices.ContainsFunc(o.Regions[0].Ops, func(f *ir.Op) bool {
		if f.Kind != ir.OpFor {
			return false
		}
		l := loopAhead(f)
		return l != nil && shareLoads(s, l, f)
	})
}

// shareLoads reports loops of which both load from a slice.
func shareLoads(s *analysis.Space, l, f *ir.Op) bool {
	theirs := s.Accesses(f.Regions[0])
	return slices.ContainsFunc(s.Accesses(l.Regions[0]), func(a analysis.Access) bool {
		return !a.Stores() && slices.ContainsFunc(theirs, func(b analysis.Access) bool { return !b.Stores() && a.Root == b.Root })
	})
}

// alongside has such loops in a region be one, as far as they may.
func (x *interchanger) alongside(r *ir.Region) {
	for k := 0; k < len(r.Ops); k++ {
		f := r.Ops[k]
		if f.Kind != ir.OpFor {
			continue
		}
		if l := loopAhead(f); l == nil || !shareLoads(x.space, l, f) {
			continue
		}
		if both, err := x.fuse(f); err == nil {
			k = r.Index(both)
		}
	}
}
