package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// near is where a number is beside an index: index+lo <= number <= index+hi. A clamp is near what it clamps: of 0 <= y < h, max(y-1, 0) is y-1 or y, and min(y+1, h-1)
// is y or y+1.
type near struct {
	index  *ir.Value
	lo, hi int64
}

// near finds the index that q is near, if there is one that it can be told of.
func (p *space) near(q analysis.Poly) (n near, ok bool) {
	varying, c := q.Apart()
	atoms := varying.Atoms()
	if len(atoms) != 1 || !varying.IsAtom() {
		return near{}, false
	}
	v := atoms[0]
	if _, is := p.index[v]; is {
		return near{v, c, c}, true
	}
	o := v.Def
	if o == nil || !p.op.Defines(v) || v.Type != ir.TI64 {
		return near{}, false
	}
	switch o.Kind {
	case ir.OpSelect:
		x, ok1 := p.near(p.s.Of(o.Args[1]))
		y, ok2 := p.near(p.s.Of(o.Args[2]))
		n, ok = near{x.index, min(x.lo, y.lo), max(x.hi, y.hi)}, ok1 && ok2 && x.index == y.index
	case ir.OpMax, ir.OpMin:
		if n, ok = p.clamped(o.Kind, o.Args[0], o.Args[1]); !ok {
			n, ok = p.clamped(o.Kind, o.Args[1], o.Args[0])
		}
	}
	n.lo, n.hi = n.lo+c, n.hi+c
	return n, ok
}

// clamped is near for the larger or the smaller of x, which is near an index, and y, which is, too, or an end of its range.
func (p *space) clamped(kind ir.OpKind, x, y *ir.Value) (n near, ok bool) {
	if n, ok = p.near(p.s.Of(x)); !ok {
		return near{}, false
	}
	end := p.s.Of(y)
	if m, ok := p.near(end); ok && m.index == n.index {
		if kind == ir.OpMax {
			return near{n.index, max(n.lo, m.lo), max(n.hi, m.hi)}, true
		}
		return near{n.index, min(n.lo, m.lo), min(n.hi, m.hi)}, true
	}
	r, ok := p.span(n.index)
	if kind == ir.OpMax {
		k, far := p.s.Sub(end, r.lo).Const()
		return near{n.index, n.lo, max(n.hi, k)}, ok && far
	}
	k, far := p.s.Sub(end, r.hi).Const()
	return near{n.index, min(n.lo, k), n.hi}, ok && far
}

// between lists accesses, linear in the indices, between which a load is whose place depends on clamps.
func (p *space) between(a analysis.Access) []analysis.Access {
	if a.Stores() {
		return []analysis.Access{a}
	}
	k := slices.IndexFunc(a.At.Atoms(), func(v *ir.Value) bool {
		_, isIndex := p.index[v]
		return !isIndex && p.op.Defines(v)
	})
	if k < 0 {
		return []analysis.Access{a}
	}
	v := a.At.Atoms()[k]
	n, ok := p.near(p.s.Atom(v))
	factor, linear := a.At.Coef(v)
	if !ok || !linear {
		return []analysis.Access{a}
	}
	var all []analysis.Access
	for _, by := range []int64{n.lo, n.hi} {
		moved, ok := p.s.Mul(factor, p.s.Add(p.s.Atom(n.index), analysis.Const(by)))
		if !ok {
			return []analysis.Access{a}
		}
		b := a
		b.At = p.s.Add(a.At.Without(v), moved)
		all = append(all, p.between(b)...)
	}
	return all
}
