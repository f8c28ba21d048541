package simd

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Limits are the borders of a parallel loop over several dimensions: how many of the first and the last indices of each belong to them. In between, in the inner
// part, the outcome of comparisons of an index, of clamping and of wrapping around is known (border.go), whatever the extents are.
type Limits struct {
	Low, High []int64 // by dimension
	loop      *ir.Op
	finders   []*borderFinder
	space     *analysis.Space
}

// FindLimits looks for limits at constant distances from the ends of a parallel loop's dimensions; nil: there are none.
func FindLimits(o *ir.Op) *Limits {
	body := o.Regions[0]
	n := len(o.Args)
	l := &Limits{Low: make([]int64, n), High: make([]int64, n), loop: o, space: analysis.NewSpace()}
	if !body.Contains(mayLimit) || body.Contains(func(o *ir.Op) bool { return o.Kind == ir.OpAlloca }) {
		return nil
	}
	found := false
	for k, end := range o.Args {
		f := newFinderAlong(o, shapesOf(analysis.ShapesIn(body.Params[k], nil, body)), end)
		f.likely(body)
		f.truth = map[*ir.Value]bool{}
		body.Walk(func(x *ir.Op) bool {
			before := len(f.limits)
			f.op(x)
			if more := f.limits[before:]; len(more) > 0 && !l.near(k, more) { // as it is
				f.limits = f.limits[:before]
				r := x.Results[0]
				delete(f.known, r)
				delete(f.same, r)
				delete(f.truth, r)
			}
			return true
		})
		found = found || len(f.limits) > 0
		l.finders = append(l.finders, f)
	}
	if !found {
		return nil
	}
	return l
}

// near reports limits that all hold between borders of some length of dimension k, which are noted then.
func (l *Limits) near(k int, more []limit) bool {
	low, high := l.Low[k], l.High[k]
	for _, m := range more {
		if !l.plain(m.x) || !l.plain(m.y) {
			return false
		}
		d := l.space.Sub(l.space.Sub(l.space.Of(m.x), l.times(m.y, m.times)), analysis.Const(m.off)) // x rel y where d rel 0
		step, linear := d.Coef(l.loop.Regions[0].Params[k])
		c, known := step.Const()
		if !linear || !known || c != 1 && c != -1 {
			return false
		}
		at := d.Without(l.loop.Regions[0].Params[k])
		if rel := m.rel; c > 0 {
			at = l.space.Sub(analysis.Poly{}, at)
		} else if rel != ir.OpNe {
			m.rel = rel.Mirrored()
		}
		first, isFirst := at.Const()
		last, isLast := l.space.Sub(l.space.Of(l.loop.Args[k]), at).Const() // how far it is from the end
		switch {
		case m.rel == ir.OpGe && isFirst:
			low = max(low, first)
		case m.rel == ir.OpLe && isLast:
			high = max(high, last-1)
		case m.rel == ir.OpNe && isFirst && first == 0:
			low = max(low, 1)
		case m.rel == ir.OpNe && isLast && last == 1:
			high = max(high, 1)
		default:
			return false
		}
	}
	if low > narrowBorder || high > narrowBorder {
		return false
	}
	l.Low[k], l.High[k] = low, high
	return true
}

func (l *Limits) times(v *ir.Value, n int64) analysis.Poly {
	p, _ := l.space.Mul(l.space.Of(v), analysis.Const(n))
	return p
}

// plain reports an integer that can't wrap around before a program has counted to the end of a dimension: a sum of few indices and extents.
func (l *Limits) plain(v *ir.Value) bool {
	p := l.space.Of(v)
	konst := p
	for _, a := range p.Atoms() {
		coef, ok := p.Coef(a)
		c, known := coef.Const()
		if !ok || !known || c < -2 || c > 2 || !l.ofSpace(a) {
			return false
		}
		konst = konst.Without(a)
	}
	c, ok := konst.Const()
	return ok && -analysis.MaxStep < c && c < analysis.MaxStep
}

// ofSpace reports an index, or what extents are computed from.
func (l *Limits) ofSpace(v *ir.Value) bool {
	return slices.Contains(l.loop.Regions[0].Params, v) ||
		slices.ContainsFunc(l.loop.Args, func(n *ir.Value) bool { return l.space.Of(n).Mentions(v) })
}

// Inside makes a copy of the loop for which the limits of the first dimensions hold.
func (l *Limits) Inside(dims int) *ir.Op {
	inner := specialise(l.loop, l.finders[:dims])
	sweep(inner.Regions[0])
	return inner
}

// Empty reports that nothing happens in the borders: whichever condition doesn't hold, the loop stores nothing.
func (l *Limits) Empty() bool {
	for _, f := range l.finders {
		if len(f.known) > 0 {
			return false
		}
		for v, yes := range f.truth {
			other := specialise(l.loop, []*borderFinder{{truth: map[*ir.Value]bool{v: !yes}}})
			if other.Regions[0].Contains(func(o *ir.Op) bool { return o.Kind.Has(ir.Writes) || o.Kind.Has(ir.Check) }) {
				return false
			}
		}
	}
	return true
}

// sweep removes pure ops that nothing uses.
func sweep(r *ir.Region) {
	for again := true; again; {
		used := map[*ir.Value]bool{}
		r.Walk(func(o *ir.Op) bool {
			for _, a := range o.Args {
				used[a] = true
			}
			return true
		})
		again = false
		dead := func(o *ir.Op) bool {
			return o.Kind.Has(ir.Pure) && len(o.Regions) == 0 && !slices.ContainsFunc(o.Results, func(v *ir.Value) bool { return used[v] })
		}
		var clean func(r *ir.Region)
		clean = func(r *ir.Region) {
			again = again || slices.ContainsFunc(r.Ops, dead)
			r.Filter(func(o *ir.Op) bool { return !dead(o) })
			for _, o := range r.Ops {
				for _, in := range o.Regions {
					clean(in)
				}
			}
		}
		clean(r)
	}
}
