package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// What a check asks for in one box follows from what another asks for in another box if the difference of the two is not negative, and the first is empty where the
// second is. Both are differences of polynomials in what is known outside, among which are minima and maxima, where several conditions bound an index: of those one
// of the operands says enough, or both have to. So of a border in four strips, with 25 taps that each lie inside the picture, it is left that the picture
// is as large as that.

// notNegative reports a polynomial of what is known outside that is not below 0, as far as that is seen.
func (e *guardEmitter) notNegative(q analysis.Poly) bool {
	proof := proof{e: e, fuel: proofFuel}
	if !proof.notNegative(q) {
		return false
	}
	for _, q := range proof.exact {
		e.size(q)
	}
	return true
}

// implies reports that d2 holds wherever d does, and all else that is asked for.
func (e *guardEmitter) implies(d, d2 demand) bool {
	if d.limit != d2.limit || slices.ContainsFunc(d.in.empty, func(x emptiness) bool { return x.cond != nil && !slices.ContainsFunc(d2.in.empty, x.is) }) {
		return false
	}
	more, less := d2, d
	if d.limit != nil {
		more, less = d, d2
	}
	if !e.notNegative(e.less(more.sum, more.by, less.sum, less.by)) {
		return false
	}
	for _, x := range d.in.empty { // where d asks for nothing, d2 must not either
		if !slices.ContainsFunc(d2.in.empty, func(y emptiness) bool { return e.impliesEmpty(x, y) }) {
			return false
		}
	}
	return true
}

func (e *guardEmitter) impliesEmpty(x, y emptiness) bool {
	if x.cond != nil || y.cond != nil {
		return x.cond == y.cond
	}
	return e.notNegative(e.less(x.sum, x.by, y.sum, y.by))
}

// less is x + by - (y + byY).
func (e *guardEmitter) less(x analysis.Poly, by int64, y analysis.Poly, byY int64) analysis.Poly {
	return e.p.s.Add(e.p.s.Sub(x, y), analysis.Const(by-byY))
}

// is reports the same condition.
func (x emptiness) is(y emptiness) bool {
	return x.cond == y.cond && x.by == y.by && x.sum.Equal(y.sum)
}

// disjuncts are polynomials of which one is below 0 if and only if q is: minima are taken apart. What is never below 0 is left out.
func (e *guardEmitter) disjuncts(q analysis.Poly) (out []analysis.Poly) {
	if c, ok := q.Const(); ok && c >= 0 {
		return nil
	}
	for _, v := range q.Atoms() {
		proof := proof{e: e, fuel: 1}
		a, both, ok := proof.apart(q, v)
		if !ok || !both {
			continue
		}
		for _, q := range proof.exact {
			e.size(q)
		}
		return append(e.disjuncts(a[0]), e.disjuncts(a[1])...)
	}
	return []analysis.Poly{q}
}

// proofFuel bounds the polynomials that are looked at for one answer, and maxCoef their coefficients: products of two do not wrap around.
const (
	proofFuel = 16
	maxCoef   = 1 << 30
)

// A proof shows that a polynomial is not negative. It is about numbers, not about numbers modulo 2^64: exact has what must not wrap around for that.
type proof struct {
	e     *guardEmitter
	fuel  int
	exact []analysis.Poly
}

func (p *proof) notNegative(q analysis.Poly) bool {
	if p.fuel--; p.fuel < 0 || q.Largest() > maxCoef {
		return false
	}
	if q.Sign(p.e.asked) > 0 {
		return true
	}
	var one [][2]analysis.Poly
	for _, v := range q.Atoms() {
		a, both, ok := p.apart(q, v)
		switch {
		case !ok:
		case both:
			return p.notNegative(a[0]) && p.notNegative(a[1])
		default:
			one = append(one, a)
		}
	}
	return len(one) > 0 && (p.notNegative(one[0][0]) || p.notNegative(one[0][1]))
}

// apart is q with either operand of a minimum or maximum in its place: both have to be not negative for q to be, or one of them.
func (p *proof) apart(q analysis.Poly, v *ir.Value) (out [2]analysis.Poly, both, ok bool) {
	o := v.Def
	if o == nil || o.Kind != ir.OpMin && o.Kind != ir.OpMax || v.Type != ir.TI64 {
		return out, false, false
	}
	c, linear := q.Coef(v)
	sign := c.Sign(p.e.asked)
	if !linear || sign == 0 || c.Largest() > maxCoef {
		return out, false, false
	}
	s := p.e.p.s
	for k, a := range o.Args {
		arg := s.Of(a)
		product, ok := s.Mul(c, arg)
		if !ok || arg.Largest() > maxCoef {
			return out, false, false
		}
		p.exact = append(p.exact, arg)
		out[k] = s.Add(q.Without(v), product)
	}
	return out, (o.Kind == ir.OpMin) == (sign > 0), true
}

// ofExtents is q with either operand of a minimum or maximum in its place, if these are computed from extents of the index space: none of it is large then.
func (e *guardEmitter) ofExtents(q analysis.Poly, v *ir.Value) (out [2]analysis.Poly, ok bool) {
	proof := proof{e: e, fuel: 1}
	if out, _, ok = proof.apart(q, v); !ok {
		return out, false
	}
	var other func(v *ir.Value) bool
	other = func(v *ir.Value) bool {
		if e.p.isExtent(v) {
			return false
		}
		o := v.Def
		return o == nil || o.Kind != ir.OpMin && o.Kind != ir.OpMax || v.Type != ir.TI64 || e.p.s.Of(o.Args[0]).Any(other) || e.p.s.Of(o.Args[1]).Any(other)
	}
	return out, !other(v)
}

// asked reports what the guard asks not to be negative, on its own.
func (e *guardEmitter) asked(v *ir.Value) bool {
	return slices.ContainsFunc(e.signed, func(q analysis.Poly) bool { return q.Equal(e.p.s.Atom(v)) })
}

// isExtent reports that there are indices only where v is not negative, as where they go from 1 to v-2: the guard may well fail where it is.
func (p *space) isExtent(v *ir.Value) bool {
	if p.extents == nil {
		p.extents = map[*ir.Value]bool{}
		for i := range p.index {
			r, _ := p.span(i)
			sum, c := p.s.Sub(r.hi, r.lo).Apart() // the last is below the first where that is below 0
			if vs := sum.Atoms(); len(vs) == 1 && sum.IsAtom() && c <= 0 {
				p.extents[vs[0]] = true
			}
		}
	}
	return p.extents[v]
}
