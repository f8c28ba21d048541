package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/opt"
	"github.com/hone-go/hone/internal/simd"
)

// A plain loop of which not all checks can be made ahead of it (of an index that is loaded, say) can have lanes where an iteration stores nothing ahead of those that are
// left: vectors take their turns in the loop's order, and one in which a check fails has stored nothing when the scalar loop takes over from it. So memory is what plain
// Go leaves. Such a loop stays on one core. No iteration that fails waits for a later one that never
// ends: vectors in which a loop inside has gone on for long are left to the scalar loop, too (simd).

// leastSpeedup is the estimated speedup from which lanes are worth checks in each vector.
const leastSpeedup = 1.25

// inTurns makes a loop ready for that; or says why it can't be, or isn't worth it.
func (s *scheduler) inTurns(facts *analysis.Facts, l *freeLoop) (why string) {
	if s.freeWithin(facts, l.loop) {
		return "a loop inside has lanes"
	}
	guarded := l.guard.ops()
	if failsBehindStore(l.fast, guarded) {
		opt.DelayStores(l.fast, l.guard.space.s, &l.guard.order)
		if failsBehindStore(l.fast, guarded) {
			return "a check comes after a store of the same iteration"
		}
	}
	if !s.machine.Always() && simd.EstimateOf(l.fast, s.machine).Speedup() < leastSpeedup {
		return "in lanes it would take as long"
	}
	return ""
}

// freeWithin reports a loop inside that can have lanes itself, along which memory mostly lies.
func (s *scheduler) freeWithin(facts *analysis.Facts, loop *ir.Op) bool {
	said := len(s.notes)
	free := slices.ContainsFunc(loopsIn(loop), func(o *ir.Op) bool {
		return !o.Regions[0].Contains(isLoop) && s.freeLoop(facts, o, true) != nil
	})
	s.notes = s.notes[:said]
	return free
}

// lanesInOrder is a loop in lanes, in order, with the body of a parallel loop.
func lanesInOrder(b *ir.Builder, o *ir.Op) *ir.Op {
	f := b.For(b.Int(0), o.Args[0], 1, nil)
	f.Mode = ir.InLanes
	take(f, o)
	f.Remove()
	return f
}
