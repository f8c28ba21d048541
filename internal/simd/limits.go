package simd

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Limits are the borders of a parallel loop over several dimensions: how many of the first and the last indices of each belong to them. In between, in the inner
// part, the outcome of comparisons of an index, of clamping and of wrapping around is known (border.go), whatever the extents are.
type Limits struct {
	Low, High []Edge // by dimension
	loop      *ir.Op
	finders   []*borderFinder
	ends      []map[*ir.Value][2]Edge // by dimension, for a comparison: the borders outside of which alone it turns out as it does in the inner part
	space     *analysis.Space
	atoms     []*ir.Value // of edges, and of what limits are computed from: nothing wraps around as long as they aren't far from 0
}

// An Edge is how many indices at one end of a dimension belong to its border: the greatest of Const and of Sums, which are known ahead of the loop only when it runs;
// or all of them, where something that is Asked then says so.
type Edge struct {
	Const int64
	Sums  []analysis.Poly
	Asked bool
}

// None reports that no index belongs to it.
func (e Edge) None() bool { return e.Const == 0 && !e.Asked }

// or is the greater one.
func (e Edge) or(d Edge) Edge {
	e.Const, e.Sums, e.Asked = max(e.Const, d.Const), slices.Clone(e.Sums), e.Asked || d.Asked
	for _, p := range d.Sums {
		if !slices.ContainsFunc(e.Sums, p.Equal) {
			e.Sums = append(e.Sums, p)
		}
	}
	return e
}

func (e Edge) equal(d Edge) bool {
	return e.Const == d.Const && e.Asked == d.Asked && slices.EqualFunc(e.Sums, d.Sums, analysis.Poly.Equal)
}

// edgeOf is p, if it is a constant or a sum of what is known ahead of the loop.
func (l *Limits) edgeOf(p analysis.Poly) (Edge, bool) {
	if c, ok := p.Const(); ok {
		return Edge{Const: max(c, 0)}, c <= narrowBorder
	}
	return Edge{Sums: []analysis.Poly{p}, Asked: true}, !p.Any(l.inside)
}

// inside reports a value that the loop defines.
func (l *Limits) inside(v *ir.Value) bool { return l.loop.Defines(v) }

// FindLimits looks for limits at the ends of a parallel loop's dimensions, at constant distances from them or at distances that are the same for all of the loop; nil:
// there are none.
func FindLimits(o *ir.Op) *Limits {
	body := o.Regions[0]
	n := len(o.Args)
	l := &Limits{Low: make([]Edge, n), High: make([]Edge, n), loop: o, space: analysis.NewSpace()}
	if !body.Contains(mayLimit) || body.Contains(func(o *ir.Op) bool { return o.Kind == ir.OpAlloca }) {
		return nil
	}
	found := false
	for k, end := range o.Args {
		f := newFinderAlong(o, shapesOf(analysis.ShapesIn(body.Params[k], nil, body)), end)
		f.ahead = func(*ir.Value) bool { return true } // near sees to it
		f.likely(body)
		f.truth = map[*ir.Value]bool{}
		l.ends = append(l.ends, map[*ir.Value][2]Edge{})
		body.Walk(func(x *ir.Op) bool {
			before := len(f.limits)
			f.op(x)
			more := f.limits[before:]
			if len(more) == 0 {
				return true
			}
			r := x.Results[0]
			if low, high, ok := l.near(k, more); ok {
				l.Low[k], l.High[k] = l.Low[k].or(low), l.High[k].or(high)
				if !low.Asked && !high.Asked && !slices.ContainsFunc(more, l.ofLoops) {
					l.ends[k][r] = [2]Edge{low, high}
				}
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

// near gives the borders of dimension k between which limits all hold, if these are short, or how long they are is known when the loop begins.
func (l *Limits) near(k int, more []limit) (low, high Edge, ok bool) {
	var atoms []*ir.Value
	for _, m := range more {
		if !l.plain(m.x) || !l.plain(m.y) {
			return low, high, false
		}
		used := l.atomsOf(m)
		d := l.space.Sub(l.space.Sub(l.space.Of(m.x), l.times(m.y, m.times)), analysis.Const(m.off)) // x rel y where d rel 0
		step, linear := d.Coef(l.loop.Regions[0].Params[k])
		c, known := step.Const()
		if !linear || !known || c != 1 && c != -1 {
			return low, high, false
		}
		at := d.Without(l.loop.Regions[0].Params[k])
		if c > 0 {
			at = l.space.Sub(analysis.Poly{}, at)
		} else {
			m.rel = m.rel.Mirrored()
		}
		if at.Any(l.counts) && m.rel == ir.OpNe {
			return low, high, false
		}
		var end Edge
		asked := slices.ContainsFunc(used, func(v *ir.Value) bool { return !l.ofSpace(v) })
		extent := l.space.Of(l.loop.Args[k])
		switch first, last := at, l.space.Sub(extent, at); { // how far it is from the ends
		case m.rel == ir.OpGe && !l.mentions(first, extent):
			end, ok = l.edgeOf(l.most(first))
			end.Asked = end.Asked || asked
			low = low.or(end)
		case m.rel == ir.OpLe && (!l.mentions(last, extent) || asked && ofRows(l.loop.Args[k])):
			end, ok = l.edgeOf(l.space.Sub(l.most(last), analysis.Const(1)))
			end.Asked = end.Asked || asked
			high = high.or(end)
		case m.rel == ir.OpNe && first.Equal(analysis.Const(0)):
			end, ok = Edge{Const: 1, Asked: asked}, true
			low = low.or(end)
		case m.rel == ir.OpNe && last.Equal(analysis.Const(1)):
			end, ok = Edge{Const: 1, Asked: asked}, true
			high = high.or(end)
		default:
			ok = false
		}
		if !ok {
			return low, high, false
		}
		if end.Asked {
			atoms = append(atoms, used...)
		}
	}
	for _, v := range atoms {
		if !slices.Contains(l.atoms, v) {
			l.atoms = append(l.atoms, v)
		}
	}
	return low, high, true
}

// mentions reports a distance from an end that depends on how long the dimension is: that of somewhere in between.
func (l *Limits) mentions(p, extent analysis.Poly) bool { return p.Any(extent.Mentions) }

// ofRows reports a number of rows that has been counted by dividing, as where a loop over all elements is one over rows: a program that tells the last row by the quotient
// knows how many there are by another name, as y < h-1 where there are len(in)/w.
func ofRows(extent *ir.Value) bool { return extent.Def != nil && extent.Def.Kind == ir.OpDiv }

// atomsOf lists what the sides of a limit are computed from ahead of the loop.
func (l *Limits) atomsOf(m limit) (out []*ir.Value) {
	add := func(p analysis.Poly) {
		for _, v := range p.Atoms() {
			if !l.inside(v) {
				out = append(out, v)
			} else if l.counts(v) {
				f := v.Owner.Parent
				out = append(out, l.space.Of(f.Args[0]).Atoms()...)
				out = append(out, l.space.Of(f.Args[1]).Atoms()...)
			}
		}
	}
	add(l.space.Of(m.x))
	add(l.space.Of(m.y))
	return out
}

// ofLoops reports a limit that indices of loops inside take part in: in the borders it may be met by some of them.
func (l *Limits) ofLoops(m limit) bool {
	return l.space.Of(m.x).Any(l.counts) || l.space.Of(m.y).Any(l.counts)
}

// counts reports the index of a loop inside whose range is the same in all iterations of the loop.
func (l *Limits) counts(v *ir.Value) bool {
	if v.Owner == nil || v.Owner.Parent == nil || v.Owner.Parent.Kind != ir.OpFor || v.Index != 0 || !l.inside(v) {
		return false
	}
	for _, end := range v.Owner.Parent.Args[:2] {
		if p := l.space.Of(end); p.Any(l.inside) || !isSum(p) {
			return false
		}
	}
	return true
}

// most is the greatest that p is for all values of the indices of loops inside.
func (l *Limits) most(p analysis.Poly) analysis.Poly {
	for _, v := range p.Atoms() {
		if !l.counts(v) {
			continue
		}
		f := v.Owner.Parent
		first, last := l.space.Of(f.Args[0]), l.space.Sub(l.space.Of(f.Args[1]), analysis.Const(1))
		if f.Ints[0] < 0 {
			first, last = l.space.Add(l.space.Of(f.Args[1]), analysis.Const(1)), l.space.Of(f.Args[0])
		}
		by, _ := p.Coef(v)
		c, _ := by.Const()
		if c < 0 {
			last = first
		}
		by, _ = l.space.Mul(last, analysis.Const(c))
		p = l.space.Add(p.Without(v), by)
	}
	return p
}

func (l *Limits) times(v *ir.Value, n int64) analysis.Poly {
	p, _ := l.space.Mul(l.space.Of(v), analysis.Const(n))
	return p
}

// plain reports an integer that can't wrap around before a program has counted to the end of a dimension: a sum of few indices and extents, and of values of which is
// asked when the program runs (atoms).
func (l *Limits) plain(v *ir.Value) bool {
	p := l.space.Of(v)
	return isSum(p) && !p.Any(func(v *ir.Value) bool {
		return l.inside(v) && !slices.Contains(l.loop.Regions[0].Params, v) && !l.counts(v)
	})
}

// ofSpace reports an index, or what extents are computed from.
func (l *Limits) ofSpace(v *ir.Value) bool {
	return slices.Contains(l.loop.Regions[0].Params, v) ||
		slices.ContainsFunc(l.loop.Args, func(n *ir.Value) bool { return l.space.Of(n).Mentions(v) })
}

// isSum reports a sum of few values, and of a constant that isn't large.
func isSum(p analysis.Poly) bool {
	konst := p
	for _, a := range p.Atoms() {
		coef, ok := p.Coef(a)
		c, known := coef.Const()
		if !ok || !known || c < -2 || c > 2 {
			return false
		}
		konst = konst.Without(a)
	}
	c, ok := konst.Const()
	return ok && -analysis.MaxStep < c && c < analysis.MaxStep
}

// modest is a number so far from the ends of 64 bits that sums of a few such numbers can't wrap around.
const modest = 1 << 40

// Emit emits, by dimension, how many of the first indices belong to a border, and how many to none; extents are the dimensions'. None do where something may wrap
// around.
func (l *Limits) Emit(b *ir.Builder, extents []*ir.Value) (low, inner []*ir.Value) {
	var good *ir.Value
	for _, v := range l.atoms {
		v = b.Binary(ir.OpAdd, b.Conv(v, ir.TI64), b.Int(modest))
		good = b.Join(ir.OpAnd, good, b.Compare(ir.OpLt, b.Conv(v, ir.TU64), b.Const(ir.TU64, 2*modest)))
	}
	edge := func(e Edge, room *ir.Value) *ir.Value {
		n := b.Int(e.Const)
		if !e.Asked {
			return n
		}
		for _, p := range e.Sums {
			n = b.Binary(ir.OpMax, n, p.Emit(b, func(v *ir.Value) *ir.Value { return v }))
		}
		return b.Select(good, b.Binary(ir.OpMin, n, room), room)
	}
	for k, extent := range extents {
		room := b.Binary(ir.OpMax, extent, b.Int(0))
		first := edge(l.Low[k], room)
		if l.High[k].Asked {
			room = b.Binary(ir.OpSub, room, b.Binary(ir.OpMin, first, room))
		}
		last := edge(l.High[k], room)
		all := b.Int(l.Low[k].Const + l.High[k].Const)
		if l.Low[k].Asked || l.High[k].Asked {
			all = b.Binary(ir.OpAdd, first, last)
		}
		low = append(low, first)
		inner = append(inner, b.Binary(ir.OpSub, b.Binary(ir.OpMax, extent, all), all))
	}
	return low, inner
}

// Inside makes a copy of the loop for which the limits of the first dimensions hold.
func (l *Limits) Inside(dims int) *ir.Op {
	inner := specialise(l.loop, l.finders[:dims])
	sweep(inner.Regions[0])
	return inner
}

// Border makes a copy of the loop for indices of which those of the first dims dimensions are in the inner part, and one at least from there up to the to-th is in the borders. Conditions by
// which the program itself tells borders from the inner part are known there.
func (l *Limits) Border(dims, to int) *ir.Op {
	own := &borderFinder{truth: map[*ir.Value]bool{}}
	l.loop.Regions[0].Walk(func(o *ir.Op) bool {
		for _, any := range []bool{true, false} { // any of some comparisons that don't hold inside, or not all of others that do
			if (o.Kind == ir.OpOr && any || o.Kind == ir.OpAnd && !any) && l.separates(o.Results[0], any, dims, to) {
				own.truth[o.Results[0]] = any
			}
		}
		return true
	})
	out := specialise(l.loop, append(slices.Clone(l.finders[:dims]), own))
	sweep(out.Regions[0])
	return out
}

// separates reports that v is a sum (or a product) of comparisons, one for each end of each of some dimensions that has a border there, of which one (not) at least
// holds in the borders of these.
func (l *Limits) separates(v *ir.Value, any bool, from, to int) bool {
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
				low[k] = low[k] || lo.equal(l.Low[k])
				high[k] = high[k] || hi.equal(l.High[k])
			}
		}
	}
	walk(v)
	for k := from; k < to; k++ {
		if !l.Low[k].None() && !low[k] || !l.High[k].None() && !high[k] {
			return false
		}
	}
	return true
}

// Empty reports that nothing happens in the borders: whichever condition doesn't hold, the loop stores nothing. Where something may be found to wrap around, all of
// the loop is in the borders.
func (l *Limits) Empty() bool {
	asked := func(e Edge) bool { return e.Asked }
	if slices.ContainsFunc(l.Low, asked) || slices.ContainsFunc(l.High, asked) {
		return false
	}
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
