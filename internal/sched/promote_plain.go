package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// freeNests lists the plain loops in a region that can be multis under their guards.
func freeNests(f *ir.Func, r *ir.Region) (free []*freeLoop) {
	facts := analysis.Of(f)
	for _, o := range fusible(r, true) {
		if l := freeNest(facts, o); l != nil {
			free = append(free, l)
		}
	}
	return free
}

// promote makes multis of them.
func promote(r *ir.Region, free []*freeLoop) {
	for _, l := range free { // facts are about the function as it was
		at := r.Index(l.loop)
		r.Splice(at, at+1, slices.Concat(l.bounds, l.ahead, []*ir.Op{l.fast})...)
	}
}

// handsOn reports a region in which one loop stores to memory that another loads from: what is handed on may then stay in registers, as sums do that one starts and another adds to.
func handsOn(r *ir.Region) bool {
	stored := map[*ir.Value]bool{}
	for _, o := range fusible(r, true) {
		var own []*ir.Value
		found := o.Regions[0].Contains(func(x *ir.Op) bool {
			if x.Kind == ir.OpStore {
				own = append(own, x.Args[0].Root())
			}
			return x.Kind == ir.OpLoad && stored[x.Args[0].Root()]
		})
		if found {
			return true
		}
		for _, v := range own {
			stored[v] = true
		}
	}
	return false
}

// inRows reports multis of which one hands memory made in the function to another row by row, or element by element: they may be stages of a pipeline (pipeline.go), which loops
// with guards of their own are not.
func inRows(multis []*ir.Op) bool {
	type rows struct {
		of    *ir.Value
		apart analysis.Poly
	}
	s := analysis.NewSpace()
	var stored []rows
	for _, o := range multis {
		var own []rows
		for _, a := range s.Accesses(o.Regions[0]) {
			step, linear := a.At.Coef(o.Regions[0].Params[0])
			if !linear || step.Equal(analysis.Const(0)) || step.Any(o.Defines) {
				continue
			}
			if a.Stores() && a.Root.Def != nil && a.Root.Def.Kind == ir.OpMake {
				own = append(own, rows{a.Root, step})
			}
			if !a.Stores() && slices.ContainsFunc(stored, func(x rows) bool { return x.of == a.Root && x.apart.Equal(step) }) {
				return true
			}
		}
		stored = append(stored, own...)
	}
	return false
}

// freeNest is what a plain loop is if all of its checks can be made ahead; nil: it can't.
func freeNest(facts *analysis.Facts, o *ir.Op) *freeLoop {
	if o.Kind != ir.OpFor || !promotable(o) {
		return nil
	}
	l := &freeLoop{loop: o, form: o}
	order := l.orderOf(facts)
	if !order.Free {
		order = l.interchange(order)
	}
	if !order.Free || l.ask(facts, &order, true) > 0 && (len(l.fast.Args) == 1 || l.ask(facts, &order, false) > 0) {
		return nil
	}
	return l
}

// assume takes the checks that the guard makes out of a promoted loop, and emits the guard; nil: it can't be told from what is known.
func (l *freeLoop) assume(b *ir.Builder, known func(*ir.Value) bool) *ir.Value {
	part := &ir.Builder{Region: &ir.Region{}, Pos: l.loop.Pos}
	cond := l.guard.emit(part)
	if l.whole != nil {
		cond = part.Binary(ir.OpAnd, cond, l.whole)
	}
	if slices.ContainsFunc(ir.FreeValues(part.Region), func(v *ir.Value) bool { return !known(v) }) {
		return nil
	}
	b.Region.Append(part.Region.Take(0)...)
	l.guard.takeOut()
	return cond
}
