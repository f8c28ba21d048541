package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A loop that stores to one place where a condition says so, and doesn't load it,
//
//	for i { if d[i] < least { least = d[i]; out[q] = i } }
//
// keeps what it has stored last in a register, and whether it has stored at all, and stores that behind: a program that stores nothing touches nothing. Branches that only
// choose what is kept become selections, where a store under a mask in each iteration would go to memory (the flag is LLVM's, of licm-force-thread-model-single's conditional
// promotion, and of Carr and Kennedy's conditional control flow).

// lastStored is what a loop stores to one place.
type lastStored struct {
	loop   *ir.Op
	at     analysis.Access
	stores []*ir.Op // all of them in the loop, each in an arm of a choice
}

// kept is what has been stored last to it on the way here, and whether anything has.
type kept struct{ value, stored *ir.Value }

// promoteLast keeps what is stored at the place a last, if it can.
func (x *interchanger) promoteLast(o *ir.Op, a analysis.Access) {
	l := lastStored{loop: o, at: a}
	needs, ok := x.aloneAt(o, a, func(b analysis.Access) bool {
		if !b.Stores() || !samePlace(a, b) || !chosen(o, b.Op) || b.Op.Args[2].Type.Kind == ir.Slice {
			return false
		}
		l.stores = append(l.stores, b.Op)
		return true
	})
	if !ok || len(l.stores) == 0 || needs.Mentions(x.within) { // the last of several stores takes the others along
		return
	}
	x.needs.Add(&needs)
	x.sums++
	l.keep()
	x.changed()
}

// chosen reports that st stands in an arm of a choice, all choices and arms around it, up to the loop o, being such as come to their ends.
func chosen(o, st *ir.Op) bool {
	r := st.Parent
	for r != o.Regions[0] {
		choice := r.Parent
		if choice.Kind != ir.OpIf || slices.ContainsFunc(choice.Regions, func(arm *ir.Region) bool { return !ir.EndFallsThrough(arm) }) {
			return false
		}
		r = choice.Parent
	}
	return st.Parent != o.Regions[0]
}

// keep has the loop carry what is stored last.
func (l *lastStored) keep() {
	o, st := l.loop, l.stores[0]
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: st.Pos}
	t := st.Args[2].Type
	args := []*ir.Value{b.Zero(t), b.Bool(false)}
	o.InsertBefore(b.Region.Take(0)...)
	o.AddArgs(args...)
	body := o.Regions[0]
	end := l.through(body, kept{body.AddParam(t, ""), body.AddParam(ir.TBool, "")})
	body.Terminator().AddArgs(end.value, end.stored)
	last := kept{&ir.Value{Type: t}, &ir.Value{Type: ir.TBool}}
	o.AddResults(last.value, last.stored)
	index := l.at.At.Emit(b, outside)
	any := b.If(last.stored)
	then := b.In(any.Regions[0])
	then.Store(l.at.Root, index, last.value, st.Ints)
	then.Yield()
	b.In(any.Regions[1]).Yield()
	o.InsertAfter(b.Region.Take(0)...)
}

// through takes the stores out of a region that is entered with p, and returns what is there at its end.
func (l *lastStored) through(r *ir.Region, p kept) kept {
	for _, o := range slices.Clone(r.Ops) {
		switch {
		case slices.Contains(l.stores, o):
			b := &ir.Builder{Region: ir.NewRegion(r.Parent), Pos: o.Pos}
			p = kept{o.Args[2], b.Bool(true)}
			o.ReplaceBy(b.Region.Take(0)...)
		case o.Kind == ir.OpIf && slices.ContainsFunc(l.stores, func(st *ir.Op) bool { return st.Within(o) }):
			for _, arm := range o.Regions {
				end := l.through(arm, p)
				arm.Terminator().AddArgs(end.value, end.stored)
			}
			p = kept{&ir.Value{Type: p.value.Type}, &ir.Value{Type: ir.TBool}}
			o.AddResults(p.value, p.stored)
		}
	}
	return p
}
