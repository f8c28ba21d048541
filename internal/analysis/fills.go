package analysis

import "github.com/hone-go/hone/internal/ir"

// Fills reports a store in a loop, a `for` or a parallel one, that goes to each of the first so many elements of a slice, once, each time the loop is come to,
// if none of its extents is negative.
func (s *Space) Fills(loop, store *ir.Op, length *ir.Value) bool {
	r, ok := s.Run(loop, store)
	return ok && r.Plain() && r.From.Equal(Poly{}) && r.To.Equal(s.Of(length))
}

// A Run is the elements step*k + First, From <= k < To, of a slice.
type Run struct {
	Step     int64
	First    Poly
	From, To Poly
}

// Plain reports elements that are numbered as the loop counts.
func (r Run) Plain() bool { return r.Step == 1 && r.First.Equal(Poly{}) }

// Run gives the elements to which a store in a loop, a `for` or a parallel one, goes each time the loop is come to, if none of its extents is negative.
func (s *Space) Run(loop, store *ir.Op) (r Run, ok bool) {
	if store.Parent != loop.Regions[0] || !Straight(loop) {
		return r, false
	}
	place, from, to, ok := s.numbered(loop)
	at := s.Of(store.Args[1])
	if !ok || at.Equal(place) {
		return Run{1, Poly{}, from, to}, ok
	}
	index := loop.Regions[0].Params[0]
	if !place.Equal(s.Atom(index)) {
		return r, false
	}
	coef, linear := at.Coef(index)
	step, known := coef.Const()
	first := at.Without(index)
	return Run{step, first, from, to}, linear && known && step > 0 && !first.Any(loop.Defines)
}

// numbered gives the number of an iteration, where they are counted in the order of memory, the first one, and the one behind the last.
func (s *Space) numbered(loop *ir.Op) (place, from, to Poly, ok bool) {
	body := loop.Regions[0]
	switch {
	case loop.Kind == ir.OpMulti:
		to = Const(1)
		for d, n := range loop.Args {
			extent := s.Of(n)
			l, ok1 := s.Mul(place, extent)
			m, ok2 := s.Mul(to, extent)
			if !ok1 || !ok2 {
				return place, from, to, false
			}
			place, to = s.Add(l, s.Atom(body.Params[d])), m
		}
		return place, from, to, true
	case loop.Kind != ir.OpFor:
		return place, from, to, false
	}
	place = s.Atom(body.Params[0])
	switch first, behind := s.Of(loop.Args[0]), s.Of(loop.Args[1]); loop.Ints[0] {
	case 1:
		return place, first, behind, true
	case -1: // nothing wraps around where the last one is no number below 0
		return place, from, s.Add(first, Const(1)), behind.Equal(Const(-1))
	}
	return place, from, to, false
}

// Equal calls f for the integers that are equal where a condition holds, or where it does not.
func Equal(cond *ir.Value, holds bool, f func(x, y *ir.Value)) {
	learnt(cond, holds, func(k ir.OpKind, x, y *ir.Value) {
		if k == ir.OpEq && x.Type.IsInt() {
			f(x, y)
		}
	})
}
