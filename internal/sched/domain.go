package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A domain is the part of an index space in which an op runs, as far as conditions on the indices around it say: a union of boxes. A nil domain is all of
// the space.
type domain struct{ boxes []box }

// A box is a conjunction of conditions.
type box struct {
	clips []clip
	when  []condition // which mention no index
	fixed []given
}

// everywhere reports a box without any condition.
func (b *box) everywhere() bool { return len(b.clips)+len(b.when)+len(b.fixed) == 0 }

// A given is a comparison of what is known outside, made inside.
type given struct {
	kind ir.OpKind
	x, y analysis.Poly
}

// A clip bounds an index: sign*index + rest >= 0. It says so if nothing wraps around in the sides of the comparison that it comes from.
type clip struct {
	index *ir.Value
	sign  int64
	rest  analysis.Poly
	sides [2]analysis.Poly
}

// maxBoxes is the number of boxes up to which conditions are looked into.
const maxBoxes = 8

// within is the part of d where the condition holds; not ok if indices take part in it in a way that no boxes describe. What the data decide, or the last bits of an
// index, may be so or not: that says nothing.
func (p *space) within(d *domain, c condition) (*domain, bool) {
	boxes, ok := p.boxes(c)
	if !ok {
		return nil, false
	}
	if d == nil {
		return &domain{boxes}, true
	}
	boxes, ok = product(d.boxes, boxes)
	return &domain{boxes}, ok
}

// boxes is where a condition holds. It is found once for each: what its operands are bounded by may ask for the conditions that they are chosen by, and each of
// these for those before.
func (p *space) boxes(c condition) ([]box, bool) {
	if d, ok := p.holding[c]; ok {
		return d.boxes, d.ok
	}
	boxes, ok := p.newBoxes(c)
	if p.holding == nil {
		p.holding = map[condition]holding{}
	}
	p.holding[c] = holding{boxes, ok}
	return boxes, ok
}

// holding is what boxes has found.
type holding struct {
	boxes []box
	ok    bool
}

func (p *space) newBoxes(c condition) ([]box, bool) {
	if !p.op.Defines(c.v) || isConst(c.v) {
		return []box{{when: []condition{c}}}, true
	}
	o := c.v.Def
	if o == nil {
		return nil, false
	}
	switch o.Kind {
	case ir.OpNot:
		return p.boxes(condition{o.Args[0], !c.holds})
	case ir.OpAnd, ir.OpOr:
		a, ok := p.boxes(condition{o.Args[0], c.holds})
		if !ok {
			return nil, false
		}
		b, ok := p.boxes(condition{o.Args[1], c.holds})
		if !ok {
			return nil, false
		}
		if c.holds == (o.Kind == ir.OpAnd) {
			return product(a, b)
		}
		return append(slices.Clone(a), b...), len(a)+len(b) <= maxBoxes
	case ir.OpIf:
		return p.chosen(o, c)
	case ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe, ir.OpEq, ir.OpNe:
		if boxes, ok := p.compared(o, c.holds); ok {
			return boxes, true
		}
		if p.curved(o) {
			return []box{{}}, true
		}
	}
	return []box{{}}, p.anywhere(c.v)
}

// chosen is where what an if gives holds, or doesn't: one way or the other. (x > 0 && a[x-1] < m is one, since the load isn't to be executed elsewhere.)
func (p *space) chosen(o *ir.Op, c condition) (out []box, ok bool) {
	for k, r := range o.Regions {
		t := r.Terminator()
		if t.Kind != ir.OpYield {
			continue // control doesn't come here
		}
		v := t.Args[c.v.Index]
		bits, known := v.IsConst()
		if known && (bits != 0) != c.holds {
			continue
		}
		way, ok := p.boxes(condition{o.Args[0], k == 0})
		if ok && !known {
			var given []box
			if given, ok = p.boxes(condition{v, c.holds}); ok {
				way, ok = product(way, given)
			}
		}
		if !ok || len(out)+len(way) > maxBoxes {
			return nil, false
		}
		out = append(out, way...)
	}
	return out, true
}

// curved reports a comparison that holds in a part of the space which no plane bounds, as a disk: products of indices take part in it.
func (p *space) curved(o *ir.Op) bool {
	if o.Args[0].Type != ir.TI64 {
		return false
	}
	d := p.s.Sub(p.s.Of(o.Args[0]), p.s.Of(o.Args[1]))
	isIndex := func(v *ir.Value) bool { _, ok := p.index[v]; return ok }
	return slices.ContainsFunc(d.Atoms(), func(v *ir.Value) bool {
		by, linear := d.Coef(v)
		return isIndex(v) && (!linear || by.Any(isIndex))
	})
}

// product is where both hold.
func product(a, b []box) (out []box, ok bool) {
	if len(a)*len(b) > maxBoxes {
		return nil, false
	}
	for _, x := range a {
		for _, y := range b {
			out = append(out, box{append(slices.Clone(x.clips), y.clips...), append(slices.Clone(x.when), y.when...), append(slices.Clone(x.fixed), y.fixed...)})
		}
	}
	return out, true
}

// compared is where a comparison of an index with what is fixed holds, or doesn't.
func (p *space) compared(o *ir.Op, truth bool) ([]box, bool) {
	if o.Args[0].Type != ir.TI64 {
		return nil, false
	}
	x, y := p.s.Of(o.Args[0]), p.s.Of(o.Args[1])
	if !p.bounded(x) || !p.bounded(y) { // data that cancel are in both, and nobody knows how large they are
		return nil, false
	}
	kind := o.Kind
	if !truth {
		kind = kind.Negated()
	}
	if inside := func(v *ir.Value) bool { return p.op.Defines(v) }; !x.Any(inside) && !y.Any(inside) {
		return []box{{fixed: []given{{kind, x, y}}}}, true
	}
	less := func(x, y analysis.Poly, by int64) ([]box, bool) { // x + by <= y
		c, ok := p.clip(p.s.Sub(p.s.Sub(y, x), analysis.Const(by)))
		c.sides = [2]analysis.Poly{x, y}
		return []box{{clips: []clip{c}}}, ok
	}
	switch kind {
	case ir.OpLt:
		return less(x, y, 1)
	case ir.OpLe:
		return less(x, y, 0)
	case ir.OpGt:
		return less(y, x, 1)
	case ir.OpGe:
		return less(y, x, 0)
	}
	if c, ok := p.clip(p.s.Sub(y, x)); ok && kind == ir.OpNe {
		switch at := c.value(p.s); { // the first or the last index: all but one are on one side
		case p.isEnd(c.index, at, false):
			return less(p.s.Add(at, analysis.Const(1)), p.s.Atom(c.index), 0)
		case p.isEnd(c.index, at, true):
			return less(p.s.Atom(c.index), at, 1)
		}
	}
	gap := int64(0)
	if kind == ir.OpNe {
		gap = 1
	}
	a, ok1 := less(x, y, gap)
	b, ok2 := less(y, x, gap)
	if !ok1 || !ok2 {
		return nil, false
	}
	if kind == ir.OpNe {
		return append(a, b...), true
	}
	return product(a, b)
}

// bounded reports a polynomial whose size a guard can compute: it tries.
func (p *space) bounded(q analysis.Poly) bool {
	trial := p.trial
	if trial == nil {
		trial = newGuardEmitter(p, ir.NewBuilder(&ir.Region{}).Sharing())
	}
	p.trial = nil // bounds ask for others
	trial.fuel = trial.most
	if !trial.bounded(q) {
		return false
	}
	p.trial = trial
	return true
}

// value is the one at which a clip ends.
func (c *clip) value(s *analysis.Space) analysis.Poly {
	if c.sign > 0 {
		return s.Sub(analysis.Poly{}, c.rest)
	}
	return c.rest
}

// isEnd reports the first or the last value of an index.
func (p *space) isEnd(index *ir.Value, at analysis.Poly, last bool) bool {
	r, ok := p.span(index)
	if last {
		r.lo = r.hi
	}
	return ok && at.Equal(r.lo)
}

// clip is what q >= 0 says about the innermost of the indices in it.
func (p *space) clip(q analysis.Poly) (clip, bool) {
	var index *ir.Value
	for _, v := range q.Atoms() {
		if sp, ok := p.index[v]; !ok {
			if p.op.Defines(v) {
				return clip{}, false
			}
		} else if index == nil || sp.depth > p.index[index].depth {
			index = v
		}
	}
	if index == nil {
		return clip{}, false
	}
	step, linear := q.Coef(index)
	c, known := step.Const()
	if !linear || !known || c != 1 && c != -1 {
		return clip{}, false
	}
	return clip{index: index, sign: c, rest: q.Without(index)}, true
}
