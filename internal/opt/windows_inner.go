package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// leastInner is how many iterations an inner loop has at least to be a window, where their number isn't known before it runs.
const leastInner = 16

// innerSum is a loop inside that adds up a window:
//
//	w = for from, to, init (j, sum) { sum + f(i, j) }
//
// where from and to stay, or move along with i, and f(i+1, j) is f(i, j+1), or f(i, j). It may be inside others that add up windows.
type innerSum struct {
	outer []*ir.Op // such others, the outermost first
	loop  *ir.Op
	index *ir.Value
	term  summand       // f
	moves int64         // by how much from and to grow with i: 0 or 1
	count analysis.Poly // to - from
}

// innerSum recognises such loops.
func (l *slidingLoop) innerSum(o *ir.Op) *slidingSum {
	in := &innerSum{loop: o}
	for addsUp(in.loop) && !innermost(in.loop) {
		next := l.nextInner(in.loop)
		if next == nil {
			return nil
		}
		in.outer, in.loop = append(in.outer, in.loop), next
	}
	if !addsUp(in.loop) || o.Regions[0].Contains(func(x *ir.Op) bool { return isCheck(x) || !computes(x, o) }) {
		return nil
	}
	in.index = in.loop.Regions[0].Params[0]
	if !l.findTerm(in) || !l.bounds(in) {
		return nil
	}
	for _, v := range []*ir.Value{in.term.v, in.term.cond} {
		if v != nil && !l.follows(in, v, 0) {
			return nil
		}
	}
	run := &slidingRun{first: in.term, last: in.term, inner: in}
	if n, known := in.count.Const(); known {
		if run.n = n; n < leastRun {
			return nil
		}
	}
	return &slidingSum{of: o.Results[0], runs: []*slidingRun{run}, rest: []summand{{v: o.Args[2]}}}
}

// addsUp reports a counted loop that carries one integer to its end.
func addsUp(o *ir.Op) bool {
	return o.Kind == ir.OpFor && len(o.Results) == 1 && o.Results[0].Type.IsInt() && o.Ints[0] == 1 && analysis.Straight(o)
}

// nextInner is the loop inside one that goes through as many each time, and hands on what it carries.
func (l *slidingLoop) nextInner(o *ir.Op) *ir.Op {
	body := o.Regions[0]
	next := body.Terminator().Args[0].Def
	if next == nil || next.Parent != body || !addsUp(next) || next.Args[2] != body.Params[1] || l.fn.Uses().Count(body.Params[1]) != 1 || l.fn.Uses().Count(next.Results[0]) != 1 {
		return nil
	}
	for _, v := range o.Args[:2] {
		if _, constant := v.IsConst(); !constant && inside(v, l.loop) {
			return nil
		}
	}
	return next
}

// findTerm finds what an iteration adds to what the loop carries.
func (l *slidingLoop) findTerm(in *innerSum) bool {
	body := in.loop.Regions[0]
	carried, end := body.Params[1], body.Terminator().Args[0].Def
	if end == nil || end.Parent != body {
		return false
	}
	p, ok := l.parts(end)
	if !ok || l.fn.Uses().Count(carried) != p.asked {
		return false
	}
	k := slices.Index(p.sums, carried)
	switch {
	case k < 0:
		return false
	case len(p.more) > 0:
		in.term = p.more[0]
	default:
		in.term = summandOf(p.sums[1-k])
	}
	return true
}

// bounds reports a loop whose first index stays or grows with that of the loop around, and that always has as many iterations.
func (l *slidingLoop) bounds(in *innerSum) bool {
	from, to := l.space.Of(in.loop.Args[0]), l.space.Of(in.loop.Args[1])
	other := func(v *ir.Value) bool { return v != l.index && inside(v, l.loop) }
	coef, linear := from.Coef(l.index)
	moves, known := coef.Const()
	in.moves, in.count = moves, l.space.Sub(to, from)
	return linear && known && (moves == 0 || moves == 1) && !from.Any(other) && !in.count.Any(func(v *ir.Value) bool { return inside(v, l.loop) })
}

// follows reports a value of the inner loop that moves along with both indices in the same way.
func (l *slidingLoop) follows(in *innerSum, v *ir.Value, depth int) bool {
	if !inside(v, l.loop) {
		return true
	}
	if depth > maxShifted {
		return false
	}
	if v.Type == ir.TI64 || v.Type == ir.TU64 {
		p := l.space.Of(v)
		if !p.Any(func(a *ir.Value) bool {
			return a != l.index && a != in.index && !in.goesThrough(a) && inside(a, l.loop)
		}) {
			outer, linear := p.Coef(l.index)
			inner, too := p.Coef(in.index)
			a, known := outer.Const()
			b, both := inner.Const()
			return linear && too && known && both && a+b*in.moves == b
		}
	}
	o := v.Def
	if o == nil || len(o.Results) != 1 {
		return false
	}
	switch {
	case o.Kind == ir.OpLoad:
		if inside(o.Args[0], l.loop) || !in.eachTime(o.Parent, l) || l.storedBefore(o, in.place(o, l)) {
			return false
		}
	case o.Kind == ir.OpDiv || o.Kind == ir.OpRem || !(o.Kind == ir.OpConst || o.Kind.Has(ir.Lanewise) && o.Kind.Has(ir.Pure)):
		return false
	}
	for _, a := range o.Args {
		if !l.follows(in, a, depth+1) {
			return false
		}
	}
	return true
}

// goesThrough reports the index of one of the loops around.
func (in *innerSum) goesThrough(v *ir.Value) bool {
	return slices.ContainsFunc(in.outer, func(o *ir.Op) bool { return o.Regions[0].Params[0] == v })
}

// eachTime reports the body of one of the loops: what is in it is not under a condition.
func (in *innerSum) eachTime(r *ir.Region, l *slidingLoop) bool {
	return r == l.loop.Regions[0] || r == in.loop.Regions[0] || slices.ContainsFunc(in.outer, func(o *ir.Op) bool { return o.Regions[0] == r })
}

// all is the outermost of the loops that add up.
func (in *innerSum) all() *ir.Op { return append(in.outer[:len(in.outer):len(in.outer)], in.loop)[0] }

// place is the op of the body of the loop in lanes in which a load is made.
func (in *innerSum) place(load *ir.Op, l *slidingLoop) *ir.Op {
	if load.Parent == l.loop.Regions[0] {
		return load
	}
	return in.all()
}

// again emits the loops around the innermost once more, which add up what add gives in each of their iterations.
func (in *innerSum) again(b *ir.Builder, c *copying, n int, add func(c *copying) []*ir.Value) []*ir.Value {
	t := in.loop.Results[0].Type
	var wrap func(b *ir.Builder, c *copying, outer []*ir.Op, sums []*ir.Value) []*ir.Value
	wrap = func(b *ir.Builder, c *copying, outer []*ir.Op, sums []*ir.Value) []*ir.Value {
		if len(outer) == 0 {
			added := add(c)
			for k, v := range added {
				added[k] = b.Binary(ir.OpAdd, sums[k], v)
			}
			return added
		}
		o := outer[0]
		f := b.For(c.value(o.Args[0]), c.value(o.Args[1]), 1, sums)
		inner := b.In(f.Regions[0]).Sharing()
		d := c.in(inner)
		d.to[o.Regions[0].Params[0]] = f.Regions[0].Params[0]
		inner.Yield(wrap(inner, d, outer[1:], f.Regions[0].Params[1:])...)
		return f.Results
	}
	if len(in.outer) == 0 {
		return add(c)
	}
	return wrap(b, c, in.outer, slices.Repeat([]*ir.Value{b.Const(t, 0)}, n))
}
