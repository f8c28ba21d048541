package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/loops"
)

// promote keeps what loops accumulate at one place in registers (scalar replacement: Carr and Kennedy, "Scalar Replacement in the Presence of Conditional
// Control Flow", SP&E 1994): it is loaded ahead of the loop and stored behind it. That is right where nothing else in the loop touches that memory, the loop
// has an iteration, and no check in it fails, which is the guard's to see to.
func (x *interchanger) promote(r *ir.Region) {
	for _, o := range slices.Clone(r.Ops) {
		for _, in := range o.Regions {
			x.promote(in)
		}
		if o.Kind == ir.OpFor {
			x.promoteLoop(o)
		}
	}
}

// promoteLoop keeps what one loop accumulates, directly in it, in registers. It reports whether there is something.
func (x *interchanger) promoteLoop(o *ir.Op) bool {
	if o.Mode != ir.Sequential || !(*space)(nil).whole(o) {
		return false
	}
	before := x.sums
	for _, st := range storesOf(o) {
		x.promoteStore(o, st)
	}
	if x.sums == before {
		return false
	}
	x.did(loops.Promote, o)
	return true
}

// storesOf lists the stores directly in a loop, and those in an arm of a choice that is directly in it.
func storesOf(o *ir.Op) (stores []*ir.Op) {
	for _, in := range o.Regions[0].Ops {
		if in.Kind == ir.OpStore {
			stores = append(stores, in)
		}
		if in.Kind != ir.OpIf || slices.ContainsFunc(in.Regions, func(arm *ir.Region) bool { return !ir.EndFallsThrough(arm) }) {
			continue
		}
		for _, arm := range in.Regions {
			for _, st := range arm.Ops {
				if st.Kind == ir.OpStore {
					stores = append(stores, st)
				}
			}
		}
	}
	return stores
}

// promoteStore does so with one store, of storesOf, if it can.
func (x *interchanger) promoteStore(o, st *ir.Op) {
	a := x.space.Access(st)
	known := func(v *ir.Value) bool { return !o.Defines(v) }
	if a.Private() || !known(a.Root) || a.At.Any(func(v *ir.Value) bool { return !known(v) }) {
		return
	}
	var loads []*ir.Op
	needs, alone := x.aloneAt(o, a, func(b analysis.Access) bool {
		if b.Op != st && (!samePlace(a, b) || b.Stores() || !comesBefore(o, b.Op, st)) {
			return false
		}
		if b.Op != st {
			loads = append(loads, b.Op)
		}
		return true
	})
	if !alone || len(loads) == 0 {
		if x.flags {
			x.promoteLast(o, a)
		}
		return
	}
	if needs.Mentions(x.within) || !x.someIteration(&needs, o) {
		return
	}
	x.needs.Add(&needs)
	x.sums++
	if st.Parent != o.Regions[0] {
		always(st, loads[0].Results[0]) // which keep replaces
	}
	keep(o, st, loads, a, x.space)
	x.changed()
}

// aloneAt is the condition for nothing in the loop o to touch the place a but what goes with it, which is asked about all that touches that memory.
func (x *interchanger) aloneAt(o *ir.Op, a analysis.Access, with func(b analysis.Access) bool) (needs analysis.Condition, ok bool) {
	for _, b := range x.space.Accesses(o.Regions[0]) {
		switch {
		case b.OtherField(a) || analysis.Distinct(a.Root, b.Root):
		case b.Root == a.Root:
			if !with(b) {
				return needs, false
			}
		case o.Defines(b.Root):
			return needs, false
		default:
			needs.Add(&analysis.Condition{Apart: []analysis.Pair{{A: a.Root, B: b.Root, Cut: a.Cut() || b.Cut()}}})
		}
	}
	return needs, true
}

// comesBefore reports that each iteration of o comes to a load, directly in it, before it may come to a store. Where the two stand in the same arm of a choice, the program
// may touch that memory in no iteration.
func comesBefore(o, load, st *ir.Op) bool {
	body, at := o.Regions[0], st
	if at.Parent != body {
		at = at.Parent.Parent // the choice
	}
	return load.Parent == body && body.Index(load) < body.Index(at)
}

// always has a store that one arm of a choice makes be made behind the choice: where that arm isn't taken, of what is there already.
func always(st *ir.Op, there *ir.Value) {
	arm := st.Parent
	choice := arm.Parent
	st.Remove()
	for _, r := range choice.Regions {
		v := there
		if r == arm {
			v = st.Args[2]
		}
		r.Terminator().AddArgs(v)
	}
	v := &ir.Value{Type: there.Type}
	choice.AddResults(v)
	st.SetArg(2, v)
	choice.InsertAfter(st)
}

// keep has o carry what is at the place of st.
func keep(o, st *ir.Op, loads []*ir.Op, a analysis.Access, s *analysis.Space) {
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: st.Pos}
	index := a.At.Emit(b, outside)
	init := stored(o, a, s)
	if init == nil {
		init = b.Load(a.Root, index, st.Ints)
	}
	o.InsertBefore(b.Region.Take(0)...)
	o.AddArgs(init)
	sum := o.Regions[0].AddParam(init.Type, "")
	var rep ir.Replacer
	for _, l := range loads {
		rep.Replace(l.Result(), sum)
		l.Remove()
	}
	value := st.Args[2]
	st.Remove()
	o.Regions[0].Terminator().AddArgs(value)
	rep.Apply(o.Regions[0])
	total := &ir.Value{Type: init.Type}
	o.AddResults(total)
	b.Store(a.Root, index, total, st.Ints)
	o.InsertAfter(b.Region.Take(0)...)
}

// stored takes the last store to a place out from ahead of the loop o, if there is nothing but arithmetic and checks between; the result is what it has stored.
func stored(o *ir.Op, a analysis.Access, s *analysis.Space) *ir.Value {
	r := o.Parent
	for k := r.Index(o) - 1; k >= 0; k-- {
		st := r.Ops[k]
		if st.Kind == ir.OpStore && samePlace(a, s.Access(st)) {
			st.Remove()
			return st.Args[2]
		}
		if len(st.Regions) > 0 || !st.Kind.Has(ir.Pure) && !st.Kind.Has(ir.Check) {
			return nil
		}
	}
	return nil
}
