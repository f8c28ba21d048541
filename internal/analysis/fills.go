package analysis

import "github.com/hone-go/hone/internal/ir"

// Fills reports a store in a loop, a `for` or a parallel one, that goes to each of the first so many elements of a slice, once, each time the loop is come to,
// if none of its extents is negative.
func (s *Space) Fills(loop, store *ir.Op, length *ir.Value) bool {
	if store.Parent != loop.Regions[0] || !Straight(loop) {
		return false
	}
	place, size, ok := s.numbered(loop)
	return ok && s.Of(store.Args[1]).Equal(place) && size.Equal(s.Of(length))
}

// numbered gives the number of an iteration, where they are counted from 0 in the order of memory, and how many there are.
func (s *Space) numbered(loop *ir.Op) (place, size Poly, ok bool) {
	body := loop.Regions[0]
	switch {
	case loop.Kind == ir.OpMulti:
		size = Const(1)
		for d, n := range loop.Args {
			extent := s.Of(n)
			l, ok1 := s.Mul(place, extent)
			m, ok2 := s.Mul(size, extent)
			if !ok1 || !ok2 {
				return place, size, false
			}
			place, size = s.Add(l, s.Atom(body.Params[d])), m
		}
		return place, size, true
	case loop.Kind != ir.OpFor:
		return place, size, false
	}
	place = s.Atom(body.Params[0])
	switch first, behind := s.Of(loop.Args[0]), s.Of(loop.Args[1]); loop.Ints[0] {
	case 1:
		return place, behind, first.Equal(Const(0))
	case -1:
		return place, s.Add(first, Const(1)), behind.Equal(Const(-1))
	}
	return place, size, false
}
