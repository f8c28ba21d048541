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
// where from and to stay, or move along with i, and f(i+1, j) is f(i, j+1), or f(i, j).
type innerSum struct {
	loop  *ir.Op
	index *ir.Value
	term  summand       // f
	moves int64         // by how much from and to grow with i: 0 or 1
	count analysis.Poly // to - from
}

// innerSum recognises such a loop.
func (l *slidingLoop) innerSum(o *ir.Op) *slidingSum {
	body := o.Regions[0]
	if len(o.Results) != 1 || !o.Results[0].Type.IsInt() || o.Ints[0] != 1 || !innermost(o) || !analysis.Straight(o) || !onlyComputes(body, o) || body.Contains(isCheck) {
		return nil
	}
	in := &innerSum{loop: o, index: body.Params[0]}
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

// findTerm finds what an iteration adds to what the loop carries.
func (l *slidingLoop) findTerm(in *innerSum) bool {
	body := in.loop.Regions[0]
	carried, end := body.Params[1], body.Terminator().Args[0].Def
	if end == nil || end.Parent != body {
		return false
	}
	p := l.parts(end)
	if p == nil || l.uses.Count(carried) != p.asked {
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
		if !p.Any(func(a *ir.Value) bool { return a != l.index && a != in.index && inside(a, l.loop) }) {
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
		if inside(o.Args[0], l.loop) || o.Parent != in.loop.Regions[0] && o.Parent != l.loop.Regions[0] || l.storedBefore(o, in.place(o)) {
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

// place is the op of the body of the loop in lanes in which a load is made.
func (in *innerSum) place(load *ir.Op) *ir.Op {
	if load.Parent == in.loop.Parent {
		return load
	}
	return in.loop
}
