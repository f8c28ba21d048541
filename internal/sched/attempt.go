package sched

import (
	"math"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/simd"
)

// A plain loop of independent iterations, in which checks are left that can't be made ahead of it, may stop in any of them: nothing behind that one has happened then. On
// several cores it is begun all the same, as if no check failed: hardly ever does one fail (Rauchwerger and Padua, "The LRPD Test: Speculative Run-Time Parallelization of Loops
// with Privatization and Reduction Parallelization", PLDI 1995). What it overwrites of memory that the function has made for itself is kept. What it stores to other memory, which
// others may see or which may be read-only, is put aside until no check can fail any more. If one does, what was kept is put back, what is aside is forgotten, and the loop runs as
// written, from its beginning on, into the very panic.
//
// An iteration that plain Go does not come to might never end. So the loops in it are counted, and one that goes on for too long ends the attempt as a check does.

// attempt is a loop that may be begun so.
type attempt struct {
	*freeLoop
	kept  []keptPlace
	aside []keptPlace
	least int64   // iterations from which it is worth it
	mode  ir.Mode // of its kernel

	done *ir.Value // stands for what its launch says, until that is there
}

// keptPlace is where iterations store: number i to slice[first + step*i].
type keptPlace struct {
	store *ir.Op // in the fast form
	first analysis.Poly
	step  int64
}

const (
	attemptCycles = 8       // an iteration that takes less is bound by memory, most of the time,
	keepCycles    = 6       // and so is one that takes less than this for each value that is kept
	attemptTime   = 100_000 // cycles of all iterations, below which a launch and what goes with it would be felt

	mostPlaces = 4       // places
	mostStep   = 1 << 10 // so that with mostTries nothing wraps around
	mostTries  = 1 << 40
	mostAside  = 1 << 22 // iterations whose values are put aside: memory for all of them has to be there

	longestInside = 1 << 16 // iterations of a loop in an iteration
)

// attemptOf finds out whether a loop with checks that are left may be begun on several cores, and is worth that; nil if not.
func (s *scheduler) attemptOf(facts *analysis.Facts, l *freeLoop) *attempt {
	if l.form != l.loop {
		return nil
	}
	order := orderOf(facts, l.loop)
	t := &freeLoop{loop: l.loop, form: l.loop}
	t.ask(facts, &order, false)
	if !order.Free || len(t.fast.Args) != 1 {
		return nil
	}
	a := &attempt{freeLoop: t, least: 2, mode: ir.Sequential}
	values, ok := a.findKept(analysis.Shared(s.host))
	if !ok {
		return nil
	}
	e := simd.EstimateOf(t.fast, s.machine, t.guard.ops()...)
	if s.machine.Always() || e.Speedup() >= leastSpeedup && s.paysInLanes(t.fast, t.guard.ops()...) {
		a.mode = ir.InLanes
	}
	if !s.machine.Always() {
		if e.Best() < max(attemptCycles, keepCycles*float64(values)) {
			return nil
		}
		a.least = int64(math.Ceil(attemptTime / e.Best()))
	}
	a.limitLoops()
	return a
}

// findKept lists what has to be kept, and the number of values for each iteration. What the function has made for itself nobody sees after a panic; if the loop does not load it
// either, it need not be what it was.
func (a *attempt) findKept(shared map[*ir.Value]bool) (values int, ok bool) {
	o, space := a.fast, a.guard.space.s
	body, index := o.Regions[0], o.Regions[0].Params[0]
	loaded := map[*ir.Value]bool{}
	body.Walk(func(x *ir.Op) bool {
		if x.Kind == ir.OpLoad {
			loaded[x.Args[0].Root()] = true
		}
		return true
	})
	ok = true
	body.Walk(func(x *ir.Op) bool {
		if x.Kind != ir.OpStore || !ok {
			return ok
		}
		root := x.Args[0].Root()
		fresh := analysis.IsFresh(root)
		switch {
		case fresh && o.Defines(root):
			return true
		case fresh && !shared[root] && !loaded[root]:
			return true
		}
		at := space.Of(x.Args[1])
		coef, linear := at.Coef(index)
		step, known := coef.Const()
		first := at.Without(index)
		ok = linear && known && step != 0 && step <= mostStep && step >= -mostStep && !first.Any(o.Defines) &&
			x.Args[1].Type == ir.TI64 && len(x.Args) == 3 && !slices.Contains(x.Ints, -1) && !o.Defines(x.Args[0])
		if !fresh || shared[root] { // another goroutine may see it, or it is read-only: nothing is written that plain Go would not write
			ok = ok && x.Parent == body && !a.looksAgain(x)
			a.aside = append(a.aside, keptPlace{x, first, step})
			return ok
		}
		if ok && !slices.ContainsFunc(a.kept, func(k keptPlace) bool {
			return k.store.Args[0] == x.Args[0] && slices.Equal(k.store.Ints, x.Ints) && k.step == step && k.first.Equal(first)
		}) {
			a.kept = append(a.kept, keptPlace{x, first, step})
		}
		return ok
	})
	values = len(a.kept) + len(a.aside)
	return values, ok && values <= mostPlaces
}

// looksAgain reports that an iteration, behind a store, loads by the same name what it may have stored: that is elsewhere. Where it may load it by another name,
// the guard asks for slices that have nothing in common. No other iteration loads it.
func (a *attempt) looksAgain(store *ir.Op) bool {
	root, body := store.Args[0].Root(), a.fast.Regions[0]
	again := false
	at := body.Index(store)
	body.Walk(func(x *ir.Op) bool {
		if x.Parent == body && body.Index(x) <= at {
			return false
		}
		if x.Kind == ir.OpLoad {
			again = again || x.Args[0].Root() == root
			a.demandApart(root, x.Args[0].Root())
		}
		return !again
	})
	return again
}

// demandApart has the guard ask for slices with these roots that are apart, where they might be the same.
func (a *attempt) demandApart(one, other *ir.Value) {
	pairs := slices.Clone(a.guard.order.Apart)
	for i, p := range pairs {
		if p.A.Root() == one && p.B.Root() == other || p.A.Root() == other && p.B.Root() == one {
			pairs[i].Same = false
		}
	}
	a.guard.order.Apart = pairs
}

// limitLoops has loops inside fail that go on for too long: all whose number of iterations is not the same in each of the loop's.
func (a *attempt) limitLoops() {
	var inside []*ir.Op
	a.fast.Regions[0].Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpLoop || o.Kind == ir.OpFor && slices.ContainsFunc(o.Args[:2], a.guard.space.fromData) {
			inside = append(inside, o)
		}
		return true
	})
	for _, o := range inside {
		b := &ir.Builder{Region: &ir.Region{}, Pos: o.Pos}
		most := b.Int(longestInside)
		if o.Kind == ir.OpFor {
			from, to := o.Args[0], o.Args[1]
			if o.Ints[0] < 0 {
				from, to = to, from
			}
			trips := b.Conv(b.Binary(ir.OpSub, to, from), ir.TU64)
			b.Op(ir.OpCheckIndex, []*ir.Value{b.Select(b.Compare(ir.OpLt, from, to), trips, b.Const(ir.TU64, 0)), most})
			o.InsertBefore(b.Region.Take(0)...)
			continue
		}
		zero := b.Int(0)
		o.InsertBefore(b.Region.Take(0)...)
		o.AddArgs(zero)
		body := o.Regions[0]
		count := body.AddParam(ir.TI64, "")
		b.Op(ir.OpCheckIndex, []*ir.Value{count, most})
		next := b.Binary(ir.OpAdd, count, b.Int(1))
		body.Insert(0, b.Region.Take(0)...)
		body.Walk(func(x *ir.Op) bool {
			if x.Kind == ir.OpContinue && x.Target == o {
				x.AddArgs(next)
			}
			return true
		})
	}
}

// tryFirst puts the attempt ahead of the loop, which then runs only if it has not been done so.
func (s *scheduler) tryFirst(a *attempt) {
	o := a.loop
	r := o.Parent
	at := r.Index(o)
	b := &ir.Builder{Region: ir.NewRegion(r.Parent), Pos: o.Pos}
	branch := b.If(s.emitAttempt(b, a))
	b.In(branch.Regions[0]).Yield()
	r.Splice(at, at+1)
	branch.Regions[1].Append(o)
	b.In(branch.Regions[1]).Yield()
	r.Insert(at, b.Region.Take(0)...)
	s.noteOutcome(o.Pos, ir.RunsOnCores, "on several cores if it is long: where a check fails it runs as written")
	if n := len(a.kept); n > 0 {
		s.note(o.Pos, "%s of each iteration kept until no check can fail any more, else put back", ir.Count(n, "value"))
	}
	if n := len(a.aside); n > 0 {
		s.note(o.Pos, "%s of each iteration put aside until no check can fail any more", ir.Count(n, "value"))
	}
}

// emitAttempt emits the attempt, and gives whether all is done.
func (s *scheduler) emitAttempt(b *ir.Builder, a *attempt) *ir.Value {
	b.Region.Append(a.ahead...)
	n := a.fast.Args[0]
	long := b.If(b.Compare(ir.OpGe, n, b.Int(a.least)), ir.TBool)
	other := b.In(long.Regions[1])
	other.Yield(other.Bool(false))
	in := b.In(long.Regions[0])
	most := int64(mostTries)
	if len(a.aside) > 0 {
		most = mostAside
	}
	holds := in.Compare(ir.OpLe, n, in.Int(most))
	if !s.machine.Always() { // the code need not be there before there is a loop that is long
		s.spares[long.Regions[0]] = true
		holds = in.Binary(ir.OpAnd, holds, in.Compare(ir.OpGe, in.Op(ir.OpThreads, nil, ir.TI64).Result(), in.Int(2)))
	}
	if !a.guard.empty() {
		holds = in.Binary(ir.OpAnd, holds, s.emitGuard(in, a.guard))
	}
	s.apart[a.fast] = a.guard.order.Apart
	a.guard.takeOut()
	cut := in.If(holds, ir.TBool)
	in.Yield(cut.Results...)
	other = b.In(cut.Regions[1])
	other.Yield(other.Bool(false))
	in = b.In(cut.Regions[0])
	back, out := a.keep(in, n), a.putAside(in, n)
	in.Region.Append(a.fast)
	done := in.Bool(true)
	s.attempts[a.fast], a.done = a, done
	if len(a.kept)+len(a.aside) > 0 {
		failed := in.If(done)
		put := in.In(failed.Regions[0])
		out(put)
		put.Yield()
		put = in.In(failed.Regions[1])
		back(put)
		put.Yield()
	}
	in.Yield(done)
	return long.Results[0]
}

// keep emits what keeps what iterations overwrite. The result emits what puts it back.
func (a *attempt) keep(b *ir.Builder, n *ir.Value) (back func(b *ir.Builder)) {
	type place struct{ from, count, buffer *ir.Value }
	places := make([]place, len(a.kept))
	each := func(b *ir.Builder, p place, step int64, do func(in *ir.Builder, i, at *ir.Value)) {
		multi := b.Multi([]*ir.Value{p.count})
		in, i := b.In(multi.Regions[0]), multi.Regions[0].Params[0]
		do(in, i, in.Binary(ir.OpAdd, p.from, in.Binary(ir.OpMul, i, in.Int(step))))
		in.Yield()
	}
	for k, x := range a.kept {
		slice, path := x.store.Args[0], x.store.Ints
		p := &places[k]
		p.from, p.count = x.within(b, b.Op(ir.OpLen, []*ir.Value{slice}, ir.TI64).Result(), n)
		p.buffer = b.Op(ir.OpScratch, []*ir.Value{p.count}, ir.SliceOf(x.store.Args[2].Type)).Result()
		each(b, *p, x.step, func(in *ir.Builder, i, at *ir.Value) { in.Store(p.buffer, i, in.Load(slice, at, path), nil) })
	}
	return func(b *ir.Builder) {
		for k, x := range a.kept {
			each(b, places[k], x.step, func(in *ir.Builder, i, at *ir.Value) {
				in.Store(x.store.Args[0], at, in.Load(places[k].buffer, i, nil), x.store.Ints)
			})
		}
	}
}

// putAside has iterations store elsewhere what others may see. The result emits what takes it to its places, in the order in which an iteration stores.
func (a *attempt) putAside(b *ir.Builder, n *ir.Value) (out func(b *ir.Builder)) {
	type place struct {
		keptPlace
		slice, buffer *ir.Value
		path          []int64
	}
	places := make([]place, len(a.aside))
	for k, x := range a.aside {
		o := x.store
		buffer := b.Op(ir.OpScratch, []*ir.Value{n}, ir.SliceOf(o.Args[2].Type)).Result()
		places[k] = place{x, o.Args[0], buffer, o.Ints}
		in := &ir.Builder{Region: &ir.Region{}, Pos: o.Pos}
		in.Store(buffer, a.fast.Regions[0].Params[0], o.Args[2], nil)
		o.ReplaceBy(in.Region.Take(0)...)
	}
	return func(b *ir.Builder) {
		for _, p := range places {
			first := p.first.Emit(b, outside)
			multi := b.Multi([]*ir.Value{n})
			in, i := b.In(multi.Regions[0]), multi.Regions[0].Params[0]
			in.Store(p.slice, in.Binary(ir.OpAdd, first, in.Binary(ir.OpMul, i, in.Int(p.step))), in.Load(p.buffer, i, nil), p.path)
			in.Yield()
		}
	}
}

// within emits the first place that is in the slice, and how many are: of n, those before the slice, and behind it, are left out.
func (x keptPlace) within(b *ir.Builder, length, n *ir.Value) (from, count *ir.Value) {
	const far = 1 << 60 // from there no iteration comes to the slice
	first := b.Binary(ir.OpMax, b.Binary(ir.OpMin, x.first.Emit(b, outside), b.Int(far)), b.Int(-far))
	zero, step := b.Int(0), b.Int(max(x.step, -x.step))
	up := first // the distance that is left to the slice's begin, and to its end, in the direction in which it goes
	if x.step < 0 {
		up = b.Binary(ir.OpSub, b.Binary(ir.OpSub, length, b.Int(1)), first)
	}
	ceil := func(v *ir.Value) *ir.Value { // of what is not negative, in steps
		return b.Binary(ir.OpDiv, b.Binary(ir.OpAdd, v, b.Int(max(x.step, -x.step)-1)), step)
	}
	skip := b.Binary(ir.OpMin, ceil(b.Binary(ir.OpMax, b.Binary(ir.OpSub, zero, up), zero)), n)
	end := b.Binary(ir.OpMin, ceil(b.Binary(ir.OpMax, b.Binary(ir.OpSub, length, up), zero)), n)
	count = b.Binary(ir.OpMax, b.Binary(ir.OpSub, end, skip), zero)
	return b.Binary(ir.OpAdd, first, b.Binary(ir.OpMul, skip, b.Int(x.step))), count
}

// launchAttempt makes the loop of an attempt a kernel, whose launch says whether it has been done.
func (s *scheduler) launchAttempt(a *attempt) []*ir.Op {
	ops := s.rangeKernel(a.fast, launch{mode: a.mode, cores: true})
	l := ops[len(ops)-1]
	done := &ir.Value{Type: ir.TBool}
	l.AddResults(done)
	var rep ir.Replacer
	rep.Replace(a.done, done)
	s.replace(&rep)
	return ops
}
