package sched

import (
	"cmp"
	"math"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// What an iteration of a parallel loop makes for itself, and nobody sees behind it, lies in memory of the thread's own, an arena, which the next iteration uses again. How
// much it needs it says itself: a kernel in which there is less room is left, and begins anew with that iteration (check.room). So nothing may have been stored by then that
// is not the iteration's own; where the size follows from the index and from what is known outside, it is asked for first of all.

// owner finds what iterations of a loop can make for themselves.
type owner struct {
	loop *ir.Op
	uses *ir.Uses
}

// owns reports that all that is made in the iterations of a loop, a `for` or a parallel one, can be in arenas, and that something is made.
func (s *scheduler) owns(loop *ir.Op) bool {
	w := &owner{loop: loop, uses: s.host.Uses()}
	made := 0
	ok := true
	loop.Regions[0].Walk(func(o *ir.Op) bool {
		if isMade(o) {
			made++
			ok = ok && w.owned(o)
		}
		return ok
	})
	return ok && made > 0 && made <= mostArenas
}

// isMade reports an op that gives memory which can be in an arena.
func isMade(o *ir.Op) bool { return o.Kind == ir.OpMake || o.Kind == ir.OpStack }

// mostArenas is how many arenas a kernel may have.
const mostArenas = 8

// owned looks at one slice that is made.
func (w *owner) owned(made *ir.Op) bool {
	for x := made.Parent.Parent; x != w.loop; x = x.Parent.Parent {
		if isPattern(x) {
			return false
		}
	}
	if made.Kind == ir.OpStack { // it has room for all there may be
		return true
	}
	return !made.Results[0].Type.Elem.HoldsSlices() && analysis.OnlyLookedAt(made.Results[0], w.uses) && w.asks(made) != asksNowhere
}

// little reports a number of elements that is known to be no more than a few.
func (w *owner) little(n *ir.Value) bool {
	return analysis.NewRanges().Of(n).Within(math.MinInt64, littleRoom)
}

// littleRoom is how many elements there is room for in any case, where that is enough and how many there are follows late.
const littleRoom = 1 << 12

// mostAhead bounds what is computed again at the begin of an iteration.
const mostAhead = 12

// early reports a number that can be computed at the begin of an iteration, by operations that do no harm whatever their operands.
func (w *owner) early(v *ir.Value, depth int) bool {
	o := v.Def
	if !w.loop.Defines(v) || isConst(v) || v.Owner == w.loop.Regions[0] {
		return true
	}
	if o == nil || depth > mostAhead || len(o.Regions) > 0 || !o.Kind.Has(ir.Pure) || v.Type.Kind == ir.Slice && o.Kind != ir.OpSlice {
		return false
	}
	if o.Kind == ir.OpDiv || o.Kind == ir.OpRem {
		if d, ok := o.Args[1].ConstInt(); !ok || d == 0 {
			return false
		}
	}
	return !slices.ContainsFunc(o.Args, func(a *ir.Value) bool { return !w.early(a, depth+1) })
}

// storesBefore reports that something may be stored in an iteration, to memory that isn't its own, before it comes to o.
func (w *owner) storesBefore(o *ir.Op) bool {
	for x := o; x != w.loop; x = x.Parent.Parent {
		ops := x.Parent.Ops
		if x != o && x.Kind.Has(ir.Loop) { // of an earlier turn of it
			ops = append(slices.Clone(ops[:x.Parent.Index(x)]), x)
		} else {
			ops = ops[:x.Parent.Index(x)]
		}
		if slices.ContainsFunc(ops, w.stores) {
			return true
		}
	}
	return false
}

// stores reports an op in which something is stored to memory that is not the iteration's own.
func (w *owner) stores(o *ir.Op) bool {
	if o.Kind.Has(ir.Writes) {
		root := o.Args[0].Root()
		return !(o.Kind == ir.OpStore || o.Kind == ir.OpMove) || !analysis.IsFresh(root) || !w.loop.Defines(root)
	}
	return slices.ContainsFunc(o.Regions, func(r *ir.Region) bool { return slices.ContainsFunc(r.Ops, w.stores) })
}

// makesInside reports a parallel loop with something made in its iterations.
func makesInside(o *ir.Op) bool {
	return o.Regions[0].Contains(isMade)
}

// arenas puts what the iterations of a parallel loop make into arenas. The result are these, for the host.
func (s *scheduler) arenas(o *ir.Op) []*ir.Op {
	var made []*ir.Op
	o.Regions[0].Walk(func(x *ir.Op) bool {
		if isMade(x) {
			made = append(made, x)
		}
		return true
	})
	if len(made) == 0 {
		return nil
	}
	host := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	ahead := &ir.Builder{Region: ir.NewRegion(o), Pos: o.Pos}
	iteration := o.Regions[0].Params[0]
	for d, n := range o.Args[1:] {
		iteration = ahead.Binary(ir.OpAdd, ahead.Binary(ir.OpMul, iteration, n), o.Regions[0].Params[d+1])
	}
	w := &owner{loop: o}
	where := map[*ir.Op]asks{} // found before anything is stored to an arena
	for _, m := range made {
		if m.Kind == ir.OpMake {
			where[m] = w.asks(m)
		}
	}
	for _, m := range made {
		a := host.Op(ir.OpArena, nil, m.Results[0].Type)
		a.Ints = []int64{s.arenaCount}
		s.arenaCount++
		if m.Kind == ir.OpStack {
			a.Ints = append(a.Ints, int64(1+len(m.Ints)))
			ir.ReplaceUses(o.Regions[0], m.Results[0], a.Result())
			m.Remove()
			continue
		}
		w.place(ahead, m, a, iteration, where[m])
	}
	o.Regions[0].Insert(0, ahead.Region.Take(0)...)
	return host.Region.Take(0)
}

// place puts one slice that is made into its arena.
func (w *owner) place(ahead *ir.Builder, m, arena *ir.Op, iteration *ir.Value, where asks) {
	here := &ir.Builder{Region: ir.NewRegion(m.Parent.Parent), Pos: m.Pos}
	n, at, need := m.Args[0], here, m.Args[0]
	elem := m.Results[0].Type.Elem
	checkMade(here, n, elem)
	switch where {
	case asksAhead:
		at, need = ahead, w.needAhead(ahead, m)
	case asksLittle:
		at, need = ahead, ahead.Int(max(analysis.NewRanges().Of(n).Hi, 0))
	case asksNowhere:
		panic("sched: what an iteration makes has no room any more")
	}
	buffer := arena.Result()
	check := at.Op(ir.OpCheckRoom, []*ir.Value{need, at.Len(buffer), iteration})
	check.Ints = arena.Ints
	part := here.Op(ir.OpSlice, []*ir.Value{buffer, here.Int(0), n, n}, m.Results[0].Type)
	if !fillsAll(m, m.Parent.Ops[m.Parent.Index(m)+1:]) {
		inLanes(here, n, func(b *ir.Builder, i *ir.Value) {
			var zeros []*ir.Value
			ir.Leaves(buffer.Type.Elem, func(_ []int, leaf *ir.Type) { zeros = append(zeros, b.Const(leaf, 0)) })
			storeLeaves(b, part.Result(), i, zeros)
		})
	}
	was := m.Results[0]
	m.InsertBefore(here.Region.Take(0)...)
	ir.ReplaceUses(w.loop.Regions[0], was, part.Result())
	m.Remove()
}

// fillsAll reports that the first ops to look at what is made store to all of it.
func fillsAll(made *ir.Op, ops []*ir.Op) bool {
	if o := firstUse(made, ops); o != nil && o.Kind == ir.OpMove {
		return o.Args[0] == made.Results[0] && o.Args[2] == made.Args[0] && o.Args[1].Root() != made.Results[0]
	}
	return coversSurely(made.Results[0], made.Args[0], ops)
}

// again computes v, which is early, once more.
func again(b *ir.Builder, loop *ir.Op, v *ir.Value) *ir.Value {
	if !loop.Defines(v) || v.Owner == loop.Regions[0] {
		return v
	}
	c := ir.NewCloner()
	for _, a := range v.Def.Args {
		c.Map(a, again(b, loop, a))
	}
	o := c.OpIn(b.Region, v.Def)
	b.Insert(o)
	return o.Result()
}

// findOwned finds the loops whose iterations make slices for themselves: declared ones, and outermost plain ones, which may become such.
func (s *scheduler) findOwned(r *ir.Region, fors bool) {
	for _, o := range r.Ops {
		switch {
		case o.Kind == ir.OpMulti, fors && o.Kind == ir.OpFor && plainForm(o):
			if makesInside(o) && s.owns(o) {
				s.own[o] = true
				continue
			}
		}
		for _, in := range o.Regions {
			if !isPattern(o) {
				s.findOwned(in, fors)
			}
		}
	}
}

// whyMadeOutside tells which slice of those that a parallel loop makes, around o, has no place in an arena, and what to do: a pass may have left why.
func (s *scheduler) whyMadeOutside(o *ir.Op) (at *ir.Op, why string) {
	loop := o
	for x := o.Parent.Parent; x != nil; x = x.Parent.Parent {
		if isPattern(x) {
			loop = x
		}
	}
	at = o
	w := &owner{loop: loop, uses: s.host.Uses()}
	found := false
	loop.Regions[0].Walk(func(x *ir.Op) bool {
		switch {
		case why != "":
		case x.Kind == ir.OpMake && x.Note() != "":
			at, why = x, x.Note()
		case !found && isMade(x) && !w.owned(x):
			at, found = x, true
		}
		return why == ""
	})
	return at, cmp.Or(why, "a slice is made inside a parallel loop; make it outside and give each iteration its part")
}

// prepareOwned writes moves to what iterations make out as loops, which are seen through, and has checks of sizes that are the same in all of them come first where nothing
// is noticed before.
func (s *scheduler) prepareOwned() {
	for o := range s.own {
		if o.Kind != ir.OpFor {
			continue
		}
		var moves []*ir.Op
		o.Regions[0].Walk(func(x *ir.Op) bool {
			if x.Kind == ir.OpMove && x.Args[0].Type.Elem.IsScalar() && analysis.Distinct(x.Args[0].Root(), x.Args[1].Root()) {
				moves = append(moves, x)
			}
			return true
		})
		for _, x := range moves {
			b := &ir.Builder{Region: ir.NewRegion(x.Parent.Parent), Pos: x.Pos}
			body := b.For(b.Int(0), x.Args[2], 1, nil).Regions[0]
			in := b.In(body)
			in.Store(x.Args[0], body.Params[0], in.Load(x.Args[1], body.Params[0], nil), nil)
			in.Yield()
			x.ReplaceBy(b.Region.Take(0)...)
		}
		checkMakesFirst(o)
	}
}

// checkMakesFirst takes checks of sizes out of a loop that its first iteration comes to before anything is noticed.
func checkMakesFirst(o *ir.Op) {
	for _, x := range slices.Clone(o.Regions[0].Ops) {
		if x.Kind == ir.OpCheckMake && !o.Defines(x.Args[0]) {
			b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: x.Pos}
			lo, hi := o.Args[0], o.Args[1]
			if o.Ints[0] < 0 {
				lo, hi = hi, lo
			}
			branch := b.If(b.Compare(ir.OpLt, lo, hi))
			x.Remove()
			branch.Regions[0].Append(x)
			b.In(branch.Regions[0]).Yield()
			b.In(branch.Regions[1]).Yield()
			o.InsertBefore(b.Region.Take(0)...)
			continue
		}
		if analysis.Noticeable(x) {
			return
		}
	}
}

// owner reports a slice that an iteration makes for itself.
func (s *scheduler) owner(o *ir.Op) bool {
	for x := o.Parent.Parent; x != nil; x = x.Parent.Parent {
		if s.own[x] {
			return true
		}
	}
	return false
}
