package analysis

import (
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestQuotient divides polynomials of a, b and c.
func TestQuotient(t *testing.T) {
	s := NewSpace()
	a, b, c := s.Atom(&ir.Value{Type: ir.TI64}), s.Atom(&ir.Value{Type: ir.TI64}), s.Atom(&ir.Value{Type: ir.TI64})
	plus := func(p Poly, k int64) Poly { return s.Add(p, Const(k)) }
	times := func(p, q Poly) Poly { r, _ := s.Mul(p, q); return r }
	for _, q := range []struct {
		name string
		q, r Poly
	}{
		{"squares", plus(a, -2), plus(a, -2)},
		{"sums", s.Add(a, b), s.Sub(a, b)},
		{"products of which one ends before the other", s.Sub(times(b, c), a), s.Add(a, c)},
		{"a constant", plus(times(a, b), 1), Const(3)},
		{"by one product", times(a, b), plus(c, 5)},
		{"factors", s.Sub(times(Const(2), a), c), s.Add(times(b, Const(-3)), times(a, c))},
	} {
		p := times(q.q, q.r)
		if got, ok := s.Quotient(p, q.q); !ok || !got.Equal(q.r) {
			t.Errorf("%s: %v by %v: %v, %v", q.name, p, q.q, got, ok)
		}
		if got, ok := s.Quotient(p, q.r); !ok || !got.Equal(q.q) {
			t.Errorf("%s: %v by %v: %v, %v", q.name, p, q.r, got, ok)
		}
		if got, ok := s.Quotient(plus(p, 1), q.q); ok {
			t.Errorf("%s: %v by %v: %v, though 1 is left over", q.name, plus(p, 1), q.q, got)
		}
	}
	for _, q := range [][2]Poly{{Poly{}, plus(a, 1)}, {a, Poly{}}, {plus(a, 1), plus(times(Const(2), a), 2)}, {plus(a, 3), plus(b, 3)}} {
		if got, ok := s.Quotient(q[0], q[1]); ok {
			t.Errorf("%v by %v: %v", q[0], q[1], got)
		}
	}
}
