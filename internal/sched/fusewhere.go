package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/opt"
)

// FuseWhere fuses multis in a row of which only what a call is given tells that they may be: the slices that are parameters share no memory, and no check in
// them fails. Both are asked ahead of the first of them, in one guard for all; where it does not hold, they run as they were written:
//
//	for i := range hone.Parallel(n) { y[i] = 2*x[i] }
//	for i := range hone.Parallel(n) { z[i] = y[i] + 1 }
//
// It follows opt.Fuse, which needs no guard.
func FuseWhere(f *ir.Func) bool { return fuseWhere(f, false) }

// FusePlain does so with plain loops of which the iterations are independent of each other under such a guard, too.
func FusePlain(f *ir.Func) bool { return fuseWhere(f, true) }

func fuseWhere(f *ir.Func, plain bool) bool {
	changed := false
	var walk func(r *ir.Region)
	walk = func(r *ir.Region) {
		if n := len(fusible(r, plain)); n > 1 && n <= mostLoops && (!plain || handsOn(r)) && fuseRegion(f, r, plain) {
			changed = true
			return
		}
		for _, o := range slices.Clone(r.Ops) {
			if o.Kind == ir.OpMulti || plain && o.Kind.Has(ir.Loop) { // plain loops inside others belong to the kernels of those
				continue
			}
			for k, in := range o.Regions {
				if o.Mode != ir.Guarded || k == 0 {
					walk(in)
				}
			}
		}
	}
	walk(f.Body)
	return changed
}

// fusible lists the loops of a region that may be fused.
func fusible(r *ir.Region, plain bool) (loops []*ir.Op) {
	for _, o := range r.Ops {
		if o.Kind == ir.OpMulti || plain && o.Kind == ir.OpFor {
			loops = append(loops, o)
		}
	}
	return loops
}

// mostLoops is how many loops in a row are looked at: each step of fusion finds all facts anew, so that time grows with the square of their number.
const mostLoops = 24

// mostPairs is how many pairs of slices a call may be asked to keep apart.
const mostPairs = 12

// fuseRegion fuses multis of a region, if that can be done with a guard that could not be done without.
func fuseRegion(f *ir.Func, r *ir.Region, plain bool) bool {
	first := r.Index(fusible(r, plain)[0])
	var promoted []*freeLoop
	if plain {
		if promoted = freeNests(f, r); len(opt.Multis(r))+len(promoted) < 2 {
			return false
		}
	}
	spare := ir.NewRegion(nil)
	ir.NewCloner().Into(spare, r.Ops[first:])
	undo := func() bool {
		r.Truncate(first)
		spare.MoveTo(r)
		return false
	}
	promote(r, promoted)
	from := pullUp(r, first)
	before := opt.Multis(r)
	guards := &ir.Builder{Region: &ir.Region{}, Pos: r.Ops[from].Pos}
	known := knownAt(r, from)
	cond := guards.Bool(true)
	for _, l := range promoted {
		c := l.assume(guards, known)
		if c == nil {
			return undo()
		}
		cond = guards.Binary(ir.OpAnd, cond, c)
	}
	reshaped := false
	if plain {
		c := reshape(before, guards, known)
		cond, reshaped = guards.Join(ir.OpAnd, c, cond), c != nil
	}
	for _, o := range before {
		if c := assumeChecks(o, guards, known); c != nil {
			cond = guards.Binary(ir.OpAnd, cond, c)
		}
	}
	turned := false
	if plain {
		c := turn(before, guards, known)
		cond, turned = guards.Join(ir.OpAnd, c, cond), c != nil
	}
	needs := &opt.Assumption{Known: knownAt(r, from)} // what turns have computed isn't
	opt.FuseAssuming(f, r, needs)
	pairs, ok := pairsOf(f, r.Ops[from:])
	staged := (len(promoted) > 0 || turned) && inRows(opt.Multis(r))
	if len(opt.Multis(r)) == len(before) && !reshaped && !staged || !ok {
		return undo()
	}
	needs.Needs.Add(&analysis.Condition{Apart: pairs})
	cond = guards.Binary(ir.OpAnd, cond, needs.Needs.Emit(guards))
	fast := ir.NewRegion(nil)
	r.MoveTail(from, fast)
	r.Append(guards.Region.Take(0)...)
	branch(r, cond, fast, spare)
	sinkMakes(f, r, r.Ops[len(r.Ops)-2])
	return true
}

// sinkMakes moves memory into the arms of the guard's branch if it is used there only, each with its own: where the guard holds it may no longer be stored, or be a temporary of
// loops that are run together; where not, it is made as written.
func sinkMakes(f *ir.Func, r *ir.Region, branch *ir.Op) {
	uses := f.Uses()
	type sunk struct {
		made *ir.Op
		into []*ir.Region
	}
	var all []sunk
	for _, o := range r.Ops {
		if o.Kind != ir.OpMake {
			continue
		}
		users := uses.Of(o.Results[0])
		x := sunk{made: o}
		inside := 0
		for _, arm := range branch.Regions {
			n := 0
			for _, u := range users {
				if arm.Holds(u) {
					n++
				}
			}
			if inside += n; n > 0 {
				x.into = append(x.into, arm)
			}
		}
		if inside == len(users) {
			all = append(all, x)
		}
	}
	var gone []*ir.Op
	for k := len(all) - 1; k >= 0; k-- { // the first comes first in each arm
		x := all[k]
		for _, arm := range x.into {
			own := ir.NewCloner().OpIn(arm, x.made)
			ir.ReplaceUses(arm, x.made.Results[0], own.Result())
			arm.Insert(0, own)
		}
		gone = append(gone, x.made)
	}
	ir.RemoveOps(gone)
}

// pullUp has numbers that need nothing of what comes from the op at index `from` on stand before it; it returns where that is then.
func pullUp(r *ir.Region, from int) int {
	late := map[*ir.Value]bool{}
	var first, behind []*ir.Op
	for _, o := range r.Ops[from:] {
		if opt.Speculatable(o) && !hasSlice(o.Results) && !slices.ContainsFunc(o.Args, func(v *ir.Value) bool { return late[v] }) {
			first = append(first, o)
			continue
		}
		for _, v := range o.Results {
			late[v] = true
		}
		behind = append(behind, o)
	}
	if len(first) > 0 {
		r.Splice(from, len(r.Ops), slices.Concat(first, behind)...)
	}
	return from + len(first)
}

// knownAt reports whether a value is known before the op of r at an index.
func knownAt(r *ir.Region, at int) func(v *ir.Value) bool {
	late := map[*ir.Value]bool{}
	for _, o := range r.Ops[at:] {
		for v := range valuesIn(o) {
			late[v] = true
		}
		for _, v := range o.Results {
			late[v] = true
		}
	}
	return func(v *ir.Value) bool { return !late[v] }
}

// assumeChecks takes out of a multi the checks that can be made ahead of it, from what is known there, and emits what they ask; nil: there are none.
func assumeChecks(o *ir.Op, b *ir.Builder, known func(v *ir.Value) bool) *ir.Value {
	p := newSpace(o)
	checks, _ := p.hoistable()
	if len(checks) == 0 {
		return nil
	}
	g := guard{space: p, checks: checks}
	part := &ir.Builder{Region: &ir.Region{}, Pos: o.Pos}
	cond := g.emit(part)
	if slices.ContainsFunc(ir.FreeValues(part.Region), func(v *ir.Value) bool { return !known(v) }) {
		return nil
	}
	b.Region.Append(part.Region.Take(0)...)
	g.takeOut()
	return cond
}

// pairsOf lists the parameters that fusion has taken to be apart: of each pair one is stored to; not ok: they are too many.
func pairsOf(f *ir.Func, ops []*ir.Op) (pairs []analysis.Pair, ok bool) {
	s, m := analysis.NewSpace(), analysis.MemoryOf(f)
	var all []analysis.Access
	for _, o := range ops {
		if o.Kind == ir.OpLoad || o.Kind == ir.OpStore {
			all = append(all, s.Access(o))
		}
		for _, r := range o.Regions {
			all = append(all, s.Accesses(r)...)
		}
	}
	for _, a := range all {
		for _, x := range all {
			if !a.Stores() || a.Root == x.Root || a.Root.Owner != f.Body || x.Root.Owner != f.Body || !m.MayOverlap(a.Op, x.Op) {
				continue
			}
			k := slices.IndexFunc(pairs, func(p analysis.Pair) bool {
				return p.A == a.Root && p.B == x.Root || p.A == x.Root && p.B == a.Root
			})
			if k < 0 {
				k = len(pairs)
				pairs = append(pairs, analysis.Pair{A: a.Root, B: x.Root})
			}
			pairs[k].Cut = pairs[k].Cut || a.Cut() || x.Cut()
		}
	}
	return pairs, len(pairs) <= mostPairs
}

// branch ends r with one of two regions that end as r did.
func branch(r *ir.Region, cond *ir.Value, fast, spare *ir.Region) {
	b := &ir.Builder{Region: r, Pos: cond.Def.Pos}
	end := fast.Terminator()
	o := b.If(cond, ir.Types(end.Args)...)
	o.Mode = ir.Guarded
	for k, from := range []*ir.Region{fast, spare} {
		last := from.TakeLast()
		from.MoveTo(o.Regions[k])
		b.In(o.Regions[k]).Yield(last.Args...)
	}
	end.SetArgs(o.Results)
	r.Append(end)
}
