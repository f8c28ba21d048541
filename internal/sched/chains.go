package sched

import "github.com/hone-go/hone/internal/ir"

// Sums along the rows of a matrix, each in the order of its terms: with a row in each lane all that is loaded has to be gathered. Where there is little to
// compute, it takes less time to go through several rows at once in scalar code, each of which is a chain of operations that wait for each other: so many
// that the units always have one to do. What the rows have in common is loaded once.

// chooseChains looks for such a parallel loop, and says how many rows; 0 if it isn't one.
func (s *scheduler) chooseChains(o *ir.Op) (rows int) {
	p := newSpace(o)
	last := len(o.Args) - 1
	carried := p.carried()
	if carried == 0 || carried > s.machine.ScalarChains()/2 || !p.jammable(p.body, false) {
		return 0
	}
	lane := p.body.Params[last]
	loads, ops := p.inner(p.body)
	gathers := 0
	for _, l := range loads {
		f := innerLoop(l.Op)
		if f == nil || len(f.Results) == 0 || p.opaque(l.At) {
			return 0
		}
		if !l.At.Mentions(lane) {
			continue
		}
		across, ok1 := l.At.Coef(lane)
		along, ok2 := l.At.Coef(f.Regions[0].Params[0])
		c, known := across.Const()
		if !ok1 || !ok2 || known && -maxNear <= c && c <= maxNear || !unitOrNone(along) {
			return 0
		}
		gathers++
	}
	// A gather loads an element a cycle, scalar code does two operations, beside the end of the iteration.
	if gathers == 0 || ops-len(loads)-1 > 2*gathers {
		return 0
	}
	return s.machine.ScalarChains() / carried
}
