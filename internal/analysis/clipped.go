package analysis

import (
	"maps"

	"github.com/hone-go/hone/internal/ir"
)

// clipped is the query about two accesses with indices in narrower ranges, as conditions around the accesses say: where borders are left out by conditions, what lies
// beside a point lies in its row. exact is what must not wrap around, for that. nil: there are no such conditions.
func (q *query) clipped(s, a Access) (narrow *query, exact []Poly) {
	n := *q.nest
	n.spans = maps.Clone(q.spans)
	changed := false
	clip := func(o *ir.Op, second bool) {
		for _, c := range q.around(o) {
			d := c.diff
			if second {
				d = c.other
			}
			for _, v := range d.Atoms() {
				sp, ok := n.spans[v]
				if !ok || second != (q.twin[v] == nil) {
					continue
				}
				if narrower, ok := n.clip(sp, v, c.kind, d); ok {
					n.spans[v], changed = narrower, true
					exact = append(exact, c.diff, q.space.Of(c.x), q.space.Of(c.y))
				}
			}
		}
	}
	clip(s.Op, false)
	clip(a.Op, true)
	if !changed {
		return nil, nil
	}
	out := *q
	out.nest = &n
	return &out, exact
}

// clip is the range of an index where d k 0 holds, if it is in d by itself, and that is narrower.
func (n *nest) clip(sp span, v *ir.Value, k ir.OpKind, d Poly) (span, bool) {
	coef, ok := d.Coef(v)
	c, known := coef.Const()
	if !ok || !known || c != 1 && c != -1 {
		return sp, false
	}
	at := n.space.Sub(Poly{}, d.Without(v)) // v k at
	if c < 0 {
		at, k = d.Without(v), k.Mirrored()
	}
	if at.Any(func(w *ir.Value) bool { return n.inside[w] }) {
		return sp, false
	}
	least, most := at, at
	switch k {
	case ir.OpNe:
		switch {
		case at.Equal(sp.lo):
			sp.lo = n.space.Add(sp.lo, Const(1))
		case at.Equal(sp.hi):
			sp.hi = n.space.Sub(sp.hi, Const(1))
		default:
			return sp, false
		}
		return sp, true
	case ir.OpGt:
		least = n.space.Add(at, Const(1))
	case ir.OpLt:
		most = n.space.Sub(at, Const(1))
	}
	switch k {
	case ir.OpGt, ir.OpGe:
		more, ok := n.space.Sub(least, sp.lo).Const()
		sp.lo = least
		return sp, ok && more > 0
	case ir.OpLt, ir.OpLe:
		less, ok := n.space.Sub(sp.hi, most).Const()
		sp.hi = most
		return sp, ok && less > 0
	}
	return sp, false
}
