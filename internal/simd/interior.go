package simd

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Interior leaves of the loops of a kernel, of which the iterations don't depend on each other, the inner part that the splitting of borders singles out
// (border.go), as a loop from 0 on; of a plain loop that gets its lanes under a guard, the form that has them. What is left is what most of the time goes into: what
// it is tells whether two ways of writing a computation meet. The function doesn't compute the same any more; that is for comparing, not for running.
func Interior(f *ir.Func) {
	r := &interior{space: analysis.NewSpace()}
	r.region(f.Body)
}

type interior struct{ space *analysis.Space }

func (x *interior) region(r *ir.Region) {
	for i := 0; i < len(r.Ops); i++ {
		o := r.Ops[i]
		if o.Kind == ir.OpIf {
			if fast := lanesUnderGuard(o); fast != nil {
				o.Inline(fast)
				i--
				continue
			}
		}
		if o.Kind == ir.OpFor && len(o.Results) == 0 && o.Ints[0] == 1 && analysis.RunsToEnd(o) {
			inner := x.split(o)
			i = r.Index(inner)
			o = inner
		}
		if o.Kind == ir.OpFor && o.Mode == ir.InLanes { // of what the splitting of checks off the loop makes sure ahead of it (hoist.go)
			body := o.Regions[0]
			ahead := hoistableChecks(body, analyse(o))
			body.Filter(func(o *ir.Op) bool { return !ahead[o] })
		}
		for _, in := range o.Regions {
			x.region(in)
		}
	}
}

// lanesUnderGuard is the arm of an if in which a loop has lanes that has none in the other arm.
func lanesUnderGuard(o *ir.Op) *ir.Region {
	loop := func(r *ir.Region) *ir.Op {
		for _, o := range r.Ops {
			if o.Kind == ir.OpFor {
				return o
			}
		}
		return nil
	}
	x, y := loop(o.Regions[0]), loop(o.Regions[1])
	if len(o.Results) > 0 || x == nil || y == nil || x.Mode != ir.InLanes || y.Mode == ir.InLanes {
		return nil
	}
	return o.Regions[0]
}

// split puts the inner part of a loop in its place.
func (x *interior) split(o *ir.Op) *ir.Op {
	body := o.Regions[0]
	f := newBorderFinder(o)
	f.likely(body)
	body.Walk(func(x *ir.Op) bool { f.op(x); return true })
	lo, hi := x.space.Of(o.Args[0]), x.space.Of(o.Args[1])
	b := &ir.Builder{Region: &ir.Region{}, Pos: o.Pos}
	for _, l := range f.limits {
		var ok bool
		if lo, hi, ok = x.limit(b, lo, hi, body.Params[0], l); !ok {
			return o
		}
	}
	value := func(v *ir.Value) *ir.Value { return v }
	from := lo.Emit(b, value)
	extent := x.extent(x.space.Sub(hi, lo)).Emit(b, value)
	zero := b.Int(0)
	o.InsertBefore(b.Region.Take(0)...)
	inner := o
	if len(f.limits) > 0 {
		inner = f.specialise()
		o.ReplaceBy(inner)
	}
	inner.SetArgs([]*ir.Value{zero, extent})
	index := inner.Regions[0].Params[0]
	fresh := &ir.Value{Type: ir.TI64, Name: index.Name}
	at := inner.Regions[0].NewOp(ir.OpAdd, o.Pos, []*ir.Value{fresh, from}, ir.TI64)
	ir.ReplaceUses(inner.Regions[0], index, at.Result())
	inner.Regions[0].SetParams([]*ir.Value{fresh})
	inner.Regions[0].Insert(0, at)
	return inner
}

// extent is that of a loop without what makes no difference to it: that it is not below 0, or not above what no extent comes near.
func (x *interior) extent(p analysis.Poly) analysis.Poly {
	for _, v := range p.Atoms() {
		o := v.Def
		if c, ok := p.Coef(v); o == nil || !ok || !c.Equal(analysis.Const(1)) || o.Kind != ir.OpMax && o.Kind != ir.OpMin {
			continue
		}
		for k, a := range o.Args {
			with := func(a *ir.Value) analysis.Poly { return x.space.Add(p.Without(v), x.space.Of(a)) }
			c, known := with(a).Const()
			if known && (o.Kind == ir.OpMax && c <= 0 || o.Kind == ir.OpMin && c > moderate) {
				return x.extent(with(o.Args[1-k]))
			}
		}
	}
	return p
}

// limit narrows a range to where a limit holds.
func (x *interior) limit(b *ir.Builder, lo, hi analysis.Poly, index *ir.Value, l limit) (analysis.Poly, analysis.Poly, bool) {
	s := x.space
	y, ok := s.Mul(s.Of(l.y), analysis.Const(l.times))
	d := s.Sub(s.Sub(s.Of(l.x), y), analysis.Const(l.off)) // x rel y where d rel 0
	step, linear := d.Coef(index)
	c, known := step.Const()
	if !ok || !linear || !known || c == 0 {
		return lo, hi, false
	}
	if c < 0 { // as one that grows
		d, c = s.Sub(analysis.Poly{}, d), -c
		l.rel = l.rel.Mirrored()
	}
	if l.rel == ir.OpGe {
		d = s.Sub(d, analysis.Const(c-1)) // rounded up
	}
	at, ok := x.quotient(s.Sub(analysis.Poly{}, d.Without(index)), c) // d is 0, or just below, where the index is this
	if !ok || l.rel == ir.OpNe && c != 1 {
		return lo, hi, false
	}
	if at.Any(func(v *ir.Value) bool { return v.Owner == index.Owner || v.Def != nil && index.Owner.Holds(v.Def) }) {
		return lo, hi, false
	}
	one := analysis.Const(1)
	switch {
	case l.rel == ir.OpNe && s.Sub(at, lo).Equal(analysis.Poly{}):
		return s.Add(lo, one), hi, true
	case l.rel == ir.OpNe:
		return lo, at, s.Sub(hi, at).Equal(one)
	case l.rel == ir.OpGe:
		return x.extreme(b, ir.OpMax, lo, at), hi, true
	}
	return lo, x.extreme(b, ir.OpMin, hi, s.Add(at, one)), true
}

// quotient is p divided by c and rounded down, if all but its constant is divided without rest.
func (x *interior) quotient(p analysis.Poly, c int64) (analysis.Poly, bool) {
	konst := p
	for _, v := range p.Atoms() {
		konst = konst.Without(v)
	}
	k, _ := konst.Const()
	whole := x.space.Sub(p, konst)
	by, ok := whole.Over(analysis.Const(c))
	if !ok && !whole.Equal(analysis.Poly{}) {
		return p, false
	}
	q := k / c
	if k%c < 0 {
		q--
	}
	return x.space.Add(by, analysis.Const(q)), true
}

// extreme is the minimum or maximum of p and q.
func (x *interior) extreme(b *ir.Builder, kind ir.OpKind, p, q analysis.Poly) analysis.Poly {
	if d, ok := x.space.Sub(p, q).Const(); ok {
		if (d > 0) == (kind == ir.OpMax) {
			return p
		}
		return q
	}
	value := func(v *ir.Value) *ir.Value { return v }
	return x.space.Of(b.Binary(kind, p.Emit(b, value), q.Emit(b, value)))
}
