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
	ends      []map[*ir.Value][2]int64 // by dimension, for a comparison: the borders outside of which it turns out as it does in the inner part
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
		l.ends = append(l.ends, map[*ir.Value][2]int64{})
		body.Walk(func(x *ir.Op) bool {
			before := len(f.limits)
			f.op(x)
			more := f.limits[before:]
			if len(more) == 0 {
				return true
			}
			r := x.Results[0]
			if low, high, ok := l.near(k, more); ok {
				l.Low[k], l.High[k] = max(l.Low[k], low), max(l.High[k], high)
				l.ends[k][r] = [2]int64{low, high}
				return true
			}
			f.limits = f.limits[:before] // as it is
			delete(f.known, r)
			delete(f.same, r)
			delete(f.truth, r)
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

// near gives the borders of dimension k between which limits all hold, if these are short.
func (l *Limits) near(k int, more []limit) (low, high int64, ok bool) {
	for _, m := range more {
		if !l.plain(m.x) || !l.plain(m.y) {
			return 0, 0, false
		}
		d := l.space.Sub(l.space.Sub(l.space.Of(m.x), l.times(m.y, m.times)), analysis.Const(m.off)) // x rel y where d rel 0
		step, linear := d.Coef(l.loop.Regions[0].Params[k])
		c, known := step.Const()
		if !linear || !known || c != 1 && c != -1 {
			return 0, 0, false
		}
		at := d.Without(l.loop.Regions[0].Params[k])
		if c > 0 {
			at = l.space.Sub(analysis.Poly{}, at)
		} else {
			m.rel = m.rel.Mirrored()
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
			return 0, 0, false
		}
	}
	return low, high, low <= narrowBorder && high <= narrowBorder
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

// Border makes a copy of the loop for indices in the borders, of which those of the first dimensions are in the inner part nevertheless. Conditions by which
// the program itself tells borders from the inner part are known there.
func (l *Limits) Border(dims int) *ir.Op {
	own := &borderFinder{truth: map[*ir.Value]bool{}}
	l.loop.Regions[0].Walk(func(o *ir.Op) bool {
		for _, any := range []bool{true, false} { // any of some comparisons that don't hold inside, or not all of others that do
			if (o.Kind == ir.OpOr && any || o.Kind == ir.OpAnd && !any) && l.separates(o.Results[0], any) {
				own.truth[o.Results[0]] = any
			}
		}
		return true
	})
	out := specialise(l.loop, append(slices.Clone(l.finders[:dims]), own))
	sweep(out.Regions[0])
	return out
}

// separates reports that v is a sum (or a product) of comparisons, one for each end of each dimension that has a border there, of which one (not) at least
// holds in the borders.
func (l *Limits) separates(v *ir.Value, any bool) bool {
	low, high := make([]bool, len(l.Low)), make([]bool, len(l.High))
	var walk func(v *ir.Value)
	walk = func(v *ir.Value) {
		o := v.Def
		if o == nil {
			return
		}
		if o.Kind == ir.OpOr && any || o.Kind == ir.OpAnd && !any {
			walk(o.Args[0])
			walk(o.Args[1])
			return
		}
		for k, f := range l.finders {
			if yes, ok := f.truth[v]; ok && yes != any {
				lo, hi := l.ends[k][v][0], l.ends[k][v][1]
				low[k] = low[k] || lo == l.Low[k]
				high[k] = high[k] || hi == l.High[k]
			}
		}
	}
	walk(v)
	for k := range low {
		if l.Low[k] > 0 && !low[k] || l.High[k] > 0 && !high[k] {
			return false
		}
	}
	return true
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
