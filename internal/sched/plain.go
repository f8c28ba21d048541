package sched

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A plain loop whose iterations may be reordered is as good as a declared parallel one, where no check in it fails. Under a guard that says so, and that the
// slices are as the analysis wants them, it becomes a parallel loop; or, inside a loop that is sequential itself, a loop in lanes in the same kernel, since a
// launch for each iteration of that one would cost more than it brings. Otherwise it runs as written: memory after a panic is what plain Go leaves.

// plainLoops makes such loops of the host parallel, or gives them lanes.
func (s *scheduler) plainLoops(f *ir.Func) {
	if s.machine.RegisterBytes == 0 { // other targets' compilers do that themselves
		return
	}
	var found []*freeLoop
	facts := analysis.Of(f)
	var walk func(r *ir.Region, inKernel bool)
	walk = func(r *ir.Region, inKernel bool) {
		for _, o := range r.Ops {
			switch o.Kind {
			case ir.OpIf, ir.OpBlock:
				for _, in := range o.Regions {
					walk(in, inKernel)
				}
			case ir.OpMulti:
				if choosesSlices(o) || makesInside(o) {
					found = append(found, s.freeInside(facts, o)...)
				}
			case ir.OpFor, ir.OpLoop:
				if l := s.freeLoop(facts, o, inKernel); l != nil {
					found = append(found, l)
					delete(s.forks, o)
					continue
				}
				alone := inKernel || outlinable(o) && !s.forks[o]
				at, notes := len(found), len(s.notes)
				walk(o.Regions[0], alone)
				if !alone && !s.forks[o] && leaver(o) && !slices.ContainsFunc(found[at:], (*freeLoop).isNest) {
					// It leaves what is around it (a search that breaks off, an iteration to a tolerance), and is one kernel all the same.
					found, s.notes = found[:at], s.notes[:notes]
					walk(o.Regions[0], true)
				}
			}
		}
	}
	walk(f.Body, false)
	for _, l := range found { // facts are about the function as it was
		s.version(l)
	}
	s.insideOwners(f, found)
}

// insideOwners gives lanes to loops inside of those that have become parallel, and make slices for themselves: they don't have lanes of their own.
func (s *scheduler) insideOwners(f *ir.Func, found []*freeLoop) {
	facts := analysis.Of(f)
	var inside []*freeLoop
	for _, l := range found {
		if l.fast.Kind == ir.OpMulti && makesInside(l.fast) {
			inside = append(inside, s.freeInside(facts, l.fast)...)
		}
	}
	for _, l := range inside {
		s.version(l)
	}
}

// choosesSlices reports a parallel loop whose iterations come by slices of their own, as the rows of a slice of slices. Where these are, and how long, nobody knows
// ahead of it, so that a guard for all of it has nothing to ask; and from one to the next there are no even steps for lanes along its own index.
func choosesSlices(o *ir.Op) bool {
	return o.Regions[0].Contains(func(x *ir.Op) bool {
		return (x.Kind == ir.OpLoad || x.Kind == ir.OpStore) && x.Args[0].Root().Def != nil && !analysis.IsFresh(x.Args[0].Root()) && o.Defines(x.Args[0].Root())
	})
}

// freeInside finds the innermost plain loops of a parallel one that can have lanes under a guard of their own, in each of its iterations.
func (s *scheduler) freeInside(facts *analysis.Facts, o *ir.Op) (found []*freeLoop) {
	o.Regions[0].Walk(func(x *ir.Op) bool {
		if x.Kind == ir.OpFor && !x.Regions[0].Contains(isLoop) {
			if l := s.freeLoop(facts, x, true); l != nil {
				found = append(found, l)
			}
		}
		return x.Kind != ir.OpMulti && x.Kind != ir.OpBlockReduce
	})
	return found
}

// freeLoop is a plain loop that may be run in any order if a guard holds.
type freeLoop struct {
	loop   *ir.Op
	form   *ir.Op      // the loop, or a copy with its loops interchanged
	fast   *ir.Op      // what it becomes then
	bounds []*ir.Op    // what computes its bounds
	ahead  []*ir.Op    // what computes its extent
	small  []*ir.Value // bounds that must not be too far apart for that
	whole  *ir.Value   // a condition that goes with it; nil: none
	guard  guard
	inner  bool // in lanes where it is
	nested bool // a nest, scheduled where it is
	turns  bool // in lanes, one vector after the other, since checks are left in it

	clips   []*ir.Op // checks of the fast form for loops inside to end where rows do, see unclip.go
	clipped bool     // that isn't for the guard to say
	relies  bool     // iterations are not known to be independent without it

	attempt *attempt // made before anything else; nil: none
	written bool     // nothing else
}

// isNest reports a loop with loops inside: what an iteration of a loop around it does is much, next to a launch.
func (l *freeLoop) isNest() bool { return l.loop.Regions[0].Contains(isLoop) }

// freeLoop looks at one loop, perhaps in one that will be a kernel with all that is in it: there an innermost one can have lanes, and a nest a schedule of its own.
func (s *scheduler) freeLoop(facts *analysis.Facts, o *ir.Op, inKernel bool) *freeLoop {
	nested := inKernel && o.Regions[0].Contains(isLoop)
	inner := inKernel && !nested
	if o.Kind != ir.OpFor || inner && o.Ints[0] != 1 {
		return nil
	}
	if !promotable(o) || makesInside(o) && (inKernel || !s.own[o]) {
		return nil
	}
	l := &freeLoop{loop: o, form: o, inner: inner, nested: nested}
	order := l.orderOf(facts)
	if !order.Free && !inner && !makesInside(o) {
		order = l.interchange(order)
	}
	if !order.Free && !inKernel && !makesInside(o) {
		order = s.ownScratches(l, order)
	}
	if !order.Free {
		s.note(o.Pos, "plain loop in order: %s", order.Because())
		return nil
	}
	rest := l.ask(facts, &order, true)
	if rest > 0 && !inner && len(l.fast.Args) > 1 {
		rest = l.ask(facts, &order, false)
	}
	switch {
	case nested && s.tiny(l), rest > 0 && l.relies:
		return nil
	case rest == 0:
		return l
	case nested:
		s.note(o.Pos, "plain loops in order: %s in them can't be made ahead of them, one at %s", ir.Count(rest, "check"), l.unguarded().Pos)
		return nil
	}
	if makesInside(l.form) {
		s.note(o.Pos, "plain loop in order: %s in it can't be made ahead of it, one at %s", ir.Count(rest, "check"), l.unguarded().Pos)
		return nil
	}
	if !inner {
		l.attempt = s.attemptOf(facts, l)
	}
	l.turns = true
	if why := s.inTurns(facts, l); why != "" {
		if l.written = l.attempt != nil; l.written {
			return l
		}
		s.note(o.Pos, "plain loop in order: %s in it can't be made ahead of it, one at %s: %s", ir.Count(rest, "check"), l.unguarded().Pos, why)
		return nil
	}
	return l
}

// promotable reports a loop that may be looked at.
func promotable(o *ir.Op) bool {
	return plainForm(o) && !o.Regions[0].Contains(func(x *ir.Op) bool {
		return isPattern(x) || x.Kind == ir.OpScratch || x.Kind == ir.OpStack && !isGrowing(x) || storesSlice(x)
	})
}

// ask makes the fast form and finds what its guard asks for; the result is the number of checks that are left in it. split allows several dimensions in the place
// of one.
func (l *freeLoop) ask(facts *analysis.Facts, order *analysis.Order, split bool) (rest int) {
	l.copy(facts, &order.If, split)
	wide := widen(l.fast)
	p := newSpace(l.fast)
	if !p.fit(wide) {
		l.copy(facts, &order.If, split)
		p, wide = newSpace(l.fast), nil
	}
	l.guard = guard{space: p, order: order.If, small: l.small, wide: wide}
	l.guard.checks, rest = p.hoistable()
	if !l.unclips() && !l.relies {
		l.clipped = true
		return l.ask(facts, order, split)
	}
	return rest
}

// orderOf tells whether the iterations of a loop may be reordered, perhaps with its places computed in 64 bits, and steps filled.
func orderOf(facts *analysis.Facts, o *ir.Op) analysis.Order {
	order := facts.Reorder(o)
	if order.Free {
		return order
	}
	trial := ir.NewCloner().Op(o)
	if wide, filled := widen(trial), fill(trial); len(wide) == 0 && !filled {
		return order
	}
	o.ReplaceBy(trial)
	order = analysis.In(analysis.NewSpace()).Reorder(trial)
	trial.ReplaceBy(o)
	return order
}

// interchange has another loop of the nest be the outermost one, if the iterations of that one are independent: it is what the order of the loop's own
// becomes then.
func (l *freeLoop) interchange(order analysis.Order) analysis.Order {
	if onlyLoop(l.loop) == nil {
		return order
	}
	hull := ir.NewRegion(l.loop.Parent.Parent)
	hull.Append(ir.NewCloner().Op(l.loop))
	x := newInterchanger(hull)
	x.bounds(hull)
	x.interchange(hull)
	f := hull.Ops[len(hull.Ops)-1]
	if x.swaps == 0 || !plainForm(f) || x.waits(f) {
		return order
	}
	other := analysis.In(analysis.NewSpace()).Reorder(f)
	if !other.Free || other.If.Mentions(x.within) {
		return order
	}
	other.If.Add(&x.needs)
	l.form, l.bounds = f, append(x.ahead.Take(0), hull.Ops[:len(hull.Ops)-1]...)
	return other
}

// unguarded is the first check that the guard doesn't make.
func (l *freeLoop) unguarded() (found *ir.Op) {
	l.fast.Regions[0].Walk(func(o *ir.Op) bool {
		if found == nil && o.Kind.Has(ir.Check) && !slices.Contains(l.guard.ops(), o) {
			found = o
		}
		return found == nil
	})
	return found
}

// plainForm reports a counted loop of some length that carries nothing, and runs to its end.
func plainForm(o *ir.Op) bool {
	if len(o.Results) > 0 || o.Leaves() {
		return false
	}
	_, loops := weight(o.Regions[0].Ops)
	if from, ok := o.Args[0].ConstInt(); !loops && ok && o.Ints[0] == 1 && analysis.NewRanges().Of(o.Args[1]).Within(-shortTrip, from+shortTrip-1) { // the rest of a division, say
		return false
	}
	trips := analysis.TripCount(o)
	return loops || trips < 0 || trips >= shortTrip
}

// copy makes the fast form, and adds to what it needs.
func (l *freeLoop) copy(facts *analysis.Facts, needs *analysis.Condition, split bool) {
	l.small = nil
	if l.inner {
		l.fast = ir.NewCloner().Op(l.form)
		l.fast.Mode = ir.InLanes
	} else {
		l.parallel(split)
		fill(l.fast)
	}
	l.unclip()
	l.small = append(slices.Clone(l.small), upwards(facts, l.form, l.fast, needs)...)
}

// upwards makes loops inside fast, a copy of a loop, count upwards that count downwards by one, where their order makes no difference either: they may become
// dimensions, or get lanes. Others that have checks keep their order and count their iterations. The result are bounds that must not be too far apart for that.
func upwards(facts *analysis.Facts, loop, fastLoop *ir.Op, needs *analysis.Condition) (small []*ir.Value) {
	written, fast := loopsIn(loop), loopsIn(fastLoop)
	for k, f := range fast {
		o := written[k]
		more, err := reverse(facts, loop, o, f, needs)
		if err != nil {
			more = checkedUpwards(loop, o, f)
		}
		small = append(small, more...)
	}
	return small
}

// reverse does so with one of them, f, a copy of o in loop.
func reverse(facts *analysis.Facts, loop, o, f *ir.Op, needs *analysis.Condition) (small []*ir.Value, err error) {
	known := func(v *ir.Value) bool { return !loop.Defines(v) || isConst(v) }
	if f.Ints[0] != -1 || !known(o.Args[0]) || !known(o.Args[1]) {
		return nil, fmt.Errorf("%s: it doesn't count down by one, or its bounds aren't known ahead", o.Pos)
	}
	free, err := aheadOf(o, orderOf(facts, o), loop.Defines)
	if err != nil {
		return nil, err
	}
	needs.Add(&free)
	b := ir.NewBuilder(&ir.Region{})
	one := b.Int(1)
	lo, hi := b.Binary(ir.OpAdd, f.Args[1], one), b.Binary(ir.OpAdd, f.Args[0], one)
	f.InsertBefore(b.Region.Take(0)...)
	f.SetArgs([]*ir.Value{lo, hi})
	f.Ints = []int64{1}
	f.Changed()
	return o.Args, nil
}

// loopsIn lists the counted loops inside o.
func loopsIn(o *ir.Op) (out []*ir.Op) {
	o.Regions[0].Walk(func(x *ir.Op) bool {
		if x.Kind == ir.OpFor {
			out = append(out, x)
		}
		return true
	})
	return out
}

// parallel makes a parallel loop of a copy of the loop, with its index from 0 on in steps of 1, or with several indices where split allows that.
func (l *freeLoop) parallel(split bool) {
	o := l.form
	lo, hi, step := o.Args[0], o.Args[1], o.Ints[0]
	tmp := &ir.Region{}
	b := &ir.Builder{Region: tmp, Pos: o.Pos}
	first, known := lo.ConstInt()
	fromZero := known && first == 0
	extent := hi
	if !fromZero || step != 1 {
		l.small = o.Args
		size := step
		extent = b.Binary(ir.OpSub, hi, lo)
		if step < 0 {
			size, extent = -step, b.Binary(ir.OpSub, lo, hi)
		}
		if size > 1 {
			extent = b.Binary(ir.OpAdd, extent, b.Int(size-1))
			if size&(size-1) == 0 { // whatever is not above 0 is empty
				extent = b.Binary(ir.OpShr, extent, b.Const(ir.TU64, uint64(bits.TrailingZeros64(uint64(size)))))
			} else {
				extent = b.Binary(ir.OpDiv, extent, b.Int(size))
			}
		}
	}

	was := o.Regions[0].Params[0]
	l.fast = b.Op(ir.OpMulti, []*ir.Value{extent})
	body := l.fast.AddRegion()
	i := body.AddParam(ir.TI64, was.Name)
	in := &ir.Builder{Region: body, Pos: o.Pos}
	c := ir.NewCloner()
	at := i
	switch step {
	case 1:
	case -1: // upwards as well: what is next to each other is so in lanes
		lo, fromZero = b.Binary(ir.OpAdd, hi, b.Int(1)), false
	default:
		at = in.Binary(ir.OpMul, at, in.Int(step))
	}
	if !fromZero {
		at = in.Binary(ir.OpAdd, at, lo)
	}
	c.Map(was, at)
	c.Ops[o] = l.fast // whom a continue repeats
	c.Into(body, o.Regions[0].Ops)
	l.fast.Remove()
	ascend(b, l.fast)
	if l.whole = nil; split {
		l.whole = splitIndex(b, l.fast)
	}
	l.ahead = tmp.Take(0)
}

// ascend has a loop of one dimension go the other way round if more accesses in it go down with its index than up: what is next to each other is so in lanes.
func ascend(b *ir.Builder, o *ir.Op) {
	s, body := analysis.NewSpace(), o.Regions[0]
	index := body.Params[0]
	up := 0
	for _, a := range s.Accesses(body) {
		step, _ := a.At.Coef(index)
		switch c, known := step.Const(); {
		case known && c < 0:
			up--
		case known && c > 0:
			up++
		}
	}
	if up >= 0 {
		return
	}
	last := b.Binary(ir.OpSub, o.Args[0], b.Int(1))
	fresh := &ir.Value{Type: ir.TI64, Name: index.Name}
	at := body.NewOp(ir.OpSub, o.Pos, []*ir.Value{last, fresh}, ir.TI64)
	ir.ReplaceUses(body, index, at.Result())
	body.SetParams([]*ir.Value{fresh})
	body.Insert(0, at)
}

// version puts both forms of the loop in its place, and the guard before them; or only the fast one, where the guard has nothing to ask.
func (s *scheduler) version(l *freeLoop) {
	if l.attempt != nil {
		s.tryFirst(l.attempt)
	}
	if l.written {
		return
	}
	r := l.loop.Parent
	at := r.Index(l.loop)
	tmp := &ir.Region{}
	b := &ir.Builder{Region: tmp, Pos: l.loop.Pos}
	tmp.Append(l.bounds...)
	tmp.Append(l.ahead...)
	cond := s.condition(b, l)
	s.apart[l.fast] = l.guard.order.Apart
	l.guard.takeOut()
	if l.turns && !l.inner {
		l.fast = lanesInOrder(b, l.fast)
	}
	fast := []*ir.Op{l.fast}
	if l.nested {
		fast = s.inPlace(l.fast)
	}
	if cond == nil {
		tmp.Append(fast...)
		r.Splice(at, at+1, tmp.Take(0)...)
		return
	}
	s.scalar[l.loop] = true
	branch := b.If(cond)
	r.Splice(at, at+1)
	for k, ops := range [][]*ir.Op{fast, {l.loop}} {
		branch.Regions[k].Append(ops...)
		b.In(branch.Regions[k]).Yield()
	}
	if !l.nested {
		s.spares[branch.Regions[1]] = true
	}
	r.Insert(at, tmp.Take(0)...)
	s.note(l.loop.Pos, "plain loop: independent iterations if %s; else as written", l.guard.conditions())
}

// condition emits when the fast form is to run: where it is worth the guard, and that holds; nil: always. A guard ahead of a launch is a kernel.
func (s *scheduler) condition(b *ir.Builder, l *freeLoop) *ir.Value {
	launched := !l.inner && !l.nested && !l.turns
	var cond *ir.Value
	if !launched {
		cond = s.worthGuard(b, l)
	}
	switch {
	case l.guard.empty():
	case launched:
		cond = s.emitGuard(b, l.guard)
	default:
		cond = b.Join(ir.OpAnd, cond, l.guard.emit(b))
	}
	if l.whole != nil {
		cond = b.Join(ir.OpAnd, cond, l.whole)
	}
	if !launched {
		ownConstants(b.Region)
	}
	return cond
}

// worthGuard emits whether a loop that is not launched is worth the guard ahead of it; nil: it is known to be.
func (s *scheduler) worthGuard(b *ir.Builder, l *freeLoop) *ir.Value {
	if l.nested {
		return s.costsEnough(b, l)
	}
	lo, hi := l.loop.Args[0], l.loop.Args[1]
	from, ok1 := lo.ConstInt()
	to, ok2 := hi.ConstInt()
	if ok1 && ok2 && to-from >= longRow {
		return nil
	}
	return b.Compare(ir.OpGe, b.Binary(ir.OpSub, hi, lo), b.Int(longRow))
}

// longRow is the number of iterations from which lanes in a loop inside another are worth their guard.
const longRow = 32

// ownConstants gives the ops of r constants of their own in the place of those that are defined elsewhere, perhaps further in.
func ownConstants(r *ir.Region) {
	own := map[*ir.Value]*ir.Value{}
	b := ir.NewBuilder(&ir.Region{})
	for _, o := range r.Ops {
		o.MapArgs(func(v *ir.Value) *ir.Value {
			if v.Def == nil || v.Def.Kind != ir.OpConst || v.Def.Parent == r {
				return v
			}
			if own[v] == nil {
				own[v] = b.Const(v.Type, v.Def.Bits)
			}
			return own[v]
		})
	}
	r.Insert(0, b.Region.Take(0)...)
}
