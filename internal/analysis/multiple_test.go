package analysis

import "testing"

// TestMultiple takes rows out of places.
func TestMultiple(t *testing.T) {
	_, p := region(3)
	s := NewSpace()
	w, d, x := s.Atom(p[0]), s.Atom(p[1]), s.Atom(p[2])
	times := func(k int64, q Poly) Poly {
		r, _ := s.Mul(Const(k), q)
		return r
	}
	plane, _ := s.Mul(w, d)
	place := func(k int64, q Poly, c int64) Poly { return s.Add(s.Add(times(k, q), x), Const(c)) }
	for _, c := range []struct {
		name string
		p, q Poly
		k    int64
		rest Poly
		ok   bool
	}{
		{"2w+x-3 by w", place(2, w, -3), w, 2, place(0, w, -3), true},
		{"x-w by w", place(-1, w, 0), w, -1, x, true},
		{"x by w", x, w, 0, x, true},
		{"6w+x by 3w", place(6, w, 0), times(3, w), 2, x, true},
		{"5w+x by 3w", place(5, w, 0), times(3, w), 0, place(5, w, 0), false},
		{"-w+x by 3w", place(-1, w, 0), times(3, w), 0, place(-1, w, 0), false},
		{"wd+w+x by wd", s.Add(plane, place(1, w, 0)), plane, 1, place(1, w, 0), true},
		{"wd+w+x by w", s.Add(plane, place(1, w, 0)), w, 1, s.Add(plane, x), true},
		{"x+17 by 8", place(0, w, 17), Const(8), 2, place(0, w, 1), true},
		{"x+16 by 8", place(0, w, 16), Const(8), 2, x, true},
		{"x-1 by 8", place(0, w, -1), Const(8), -1, place(0, w, 7), true},
		{"x-8 by 8", place(0, w, -8), Const(8), -1, x, true},
		{"x-9 by -8", place(0, w, -9), Const(-8), 0, place(0, w, -9), false},
		{"x by w+1", x, s.Add(w, Const(1)), 0, x, false},
	} {
		if k, rest, ok := s.Multiple(c.p, c.q); k != c.k || ok != c.ok || !rest.Equal(c.rest) {
			t.Errorf("%s: %d times, %v left, %v; not %d, %v, %v", c.name, k, rest, ok, c.k, c.rest, c.ok)
		}
	}
}
