package sched

import (
	"github.com/hone-go/hone/internal/ir"
)

// emitRounds puts the rounds ahead of the loop, which goes on behind them. Where it is short, that is one question.
func (s *scheduler) emitRounds(l *longLoop) {
	o := l.loop
	state := append([]*ir.Value{o.Args[0]}, o.Args[2:]...)
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	n := o.Args[1]
	if from, ok := o.Args[0].ConstInt(); !ok || from != 0 {
		n = b.Binary(ir.OpSub, n, o.Args[0])
	}
	long := b.If(b.Compare(ir.OpGe, n, b.Int(l.alone)), ir.Types(state)...)
	b.In(long.Regions[1]).Yield(state...)
	in := b.In(long.Regions[0])
	threads := in.Int(l.threads)
	holds := in.Bool(true)
	if !s.machine.Always() { // code for long loops need not be there before there is one
		s.spares[long.Regions[0]] = true
		threads = in.Op(ir.OpThreads, nil, ir.TI64).Result()
		holds = in.Compare(ir.OpGe, threads, in.Int(l.threads))
	}
	holds = in.Binary(ir.OpAnd, holds, s.emitGuard(in, l.guard))
	cut := in.If(holds, ir.Types(state)...)
	in.Yield(cut.Results...)
	b.In(cut.Regions[1]).Yield(state...)
	in = b.In(cut.Regions[0])
	e := &roundsEmitter{longLoop: l, s: s, n: n, zero: in.Int(0), size: in.Int(l.run)}
	e.begin(in, threads)
	o.InsertBefore(b.Region.Take(0)...)
	o.SetArgs(append([]*ir.Value{long.Results[0], o.Args[1]}, long.Results[1:]...))
}

// emitFree puts a parallel loop that stores, and reduces, in the place of one that is free, where the guard holds.
func (s *scheduler) emitFree(l *longLoop) {
	o := l.loop
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	branch := b.If(s.emitGuard(b, l.guard), ir.Types(o.Results)...)
	own := branch.Results
	branch.SetResults(o.Results)
	o.SetResults(own)
	in := b.In(branch.Regions[0])
	sums := (&roundsEmitter{longLoop: l}).sums(in, o.Args[0], o.Args[1], true).Results
	var all []*ir.Value
	for k, c := range l.carries {
		all = append(all, in.Binary(c.kind, o.Args[2+k], sums[k]))
	}
	in.Yield(all...)
	o.ReplaceBy(b.Region.Take(0)...)
	branch.Regions[1].Append(o)
	b.In(branch.Regions[1]).Yield(own...)
	s.spares[branch.Regions[1]] = true
	s.note(o.Pos, "plain loop: iterations are independent but for what they add up, if %s; else as written", l.guard.conditions())
}

// roundsEmitter emits the rounds of a loop of n iterations.
type roundsEmitter struct {
	*longLoop
	s             *scheduler
	n, zero, size *ir.Value
	from          *ir.Value   // the iteration with which rounds begin
	perRun        []*ir.Value // slices: what each run of a round has found, one for each thing
	before        []*ir.Value // and, of what is carried, what those before it come to
}

// begin emits the rounds, with what the loop goes on with as the results of b's region. A search looks through the beginning on one core: what is looked for is there often.
func (e *roundsEmitter) begin(b *ir.Builder, threads *ir.Value) {
	e.from = e.zero
	if len(e.carries) > 0 {
		b.Yield(e.emit(b, threads)...)
		return
	}
	e.from = b.Int(2 * e.run)
	at := e.found(b, e.loop.Args[0], b.Binary(ir.OpAdd, e.loop.Args[0], e.from))
	early := b.If(b.Compare(ir.OpLt, at, e.from), ir.TI64)
	in := b.In(early.Regions[0])
	in.Yield(in.Binary(ir.OpAdd, e.loop.Args[0], at))
	in = b.In(early.Regions[1])
	in.Yield(e.emit(in, threads)...)
	b.Yield(early.Results...)
}

// emit gives what the loop goes on with: the index, and what is carried.
func (e *roundsEmitter) emit(b *ir.Builder, threads *ir.Value) []*ir.Value {
	round := b.Binary(ir.OpMul, threads, b.Int(e.round))
	most := b.Binary(ir.OpMul, threads, b.Int(e.round/e.run))
	first := round
	types := []*ir.Type{ir.TI64}
	if len(e.carries) > 0 {
		types = nil
	} else {
		first = b.Int(2 * e.run) // the next twice as much: where it is found, less than half has been in vain
	}
	for _, c := range e.carries {
		types = append(types, c.param.Type)
	}
	if e.relays() { // all at once, mostly
		round = b.Binary(ir.OpMin, e.n, b.Int(e.relay*e.run))
		most = b.Binary(ir.OpDiv, b.Binary(ir.OpAdd, round, b.Int(e.run-1)), e.size)
		first = round
		for _, t := range types {
			e.before = append(e.before, b.Op(ir.OpScratch, []*ir.Value{most}, ir.SliceOf(t)).Result())
		}
	}
	for _, t := range types {
		e.perRun = append(e.perRun, b.Op(ir.OpScratch, []*ir.Value{most}, ir.SliceOf(t)).Result())
	}
	carried := e.loop.Args[2:]
	loop := b.Loop(append([]*ir.Value{e.from, first}, carried...), append([]*ir.Type{ir.TI64}, ir.Types(carried)...)...)
	in := b.In(loop.Regions[0])
	start, size, sums := loop.Regions[0].Params[0], loop.Regions[0].Params[1], loop.Regions[0].Params[2:]
	m := in.Binary(ir.OpMin, size, in.Binary(ir.OpSub, e.n, start))
	m, stop := e.fits(in, m, sums)
	end := in.If(stop)
	b.In(end.Regions[0]).Break(loop, append([]*ir.Value{start}, sums...)...)
	b.In(end.Regions[1]).Yield()
	runs := in.Binary(ir.OpDiv, in.Binary(ir.OpAdd, m, in.Int(e.run-1)), e.size)
	next := in.Binary(ir.OpAdd, start, m)
	if len(e.carries) > 0 {
		base := in.Binary(ir.OpAdd, e.loop.Args[0], start)
		first := e.pass(in, base, m, runs, e.count)
		sums = e.places(in, runs, sums)
		if e.relays() {
			then := e.pass(in, base, m, runs, e.again)
			e.s.relays[first] = &relay{longLoop: e.longLoop, then: then, sums: e.perRun, places: e.before, n: runs}
		}
		in.Continue(loop, append([]*ir.Value{next, size}, sums...)...)
	} else {
		e.pass(in, in.Binary(ir.OpAdd, e.loop.Args[0], start), m, runs, e.search)
		at := e.earliest(in, runs, next)
		found := in.If(in.Compare(ir.OpLt, at, next))
		b.In(found.Regions[0]).Break(loop, at)
		b.In(found.Regions[1]).Yield()
		in.Continue(loop, next, in.Binary(ir.OpMin, round, in.Binary(ir.OpAdd, size, size)))
	}
	return append([]*ir.Value{b.Binary(ir.OpAdd, e.loop.Args[0], loop.Results[0])}, loop.Results[1:]...)
}

// pass emits a parallel loop over the runs of the m iterations from start on; each emits one, of the iterations from lo to hi.
func (e *roundsEmitter) pass(b *ir.Builder, base, m, runs *ir.Value, each func(b *ir.Builder, run, lo, hi *ir.Value)) *ir.Op {
	multi := b.Multi([]*ir.Value{runs})
	in, r := b.In(multi.Regions[0]), multi.Regions[0].Params[0]
	from := in.Binary(ir.OpMul, r, e.size)
	to := in.Binary(ir.OpMin, in.Binary(ir.OpAdd, from, e.size), m)
	each(in, r, in.Binary(ir.OpAdd, base, from), in.Binary(ir.OpAdd, base, to))
	in.Yield()
	return multi
}

// fits gives how many of m iterations there is room for, and whether to stop: there are none, or not for a run.
func (e *roundsEmitter) fits(b *ir.Builder, m *ir.Value, sums []*ir.Value) (fit, stop *ir.Value) {
	stop = b.Compare(ir.OpLe, m, e.zero)
	for _, r := range e.rooms {
		at := sums[r.of.param.Index-1]
		stop = b.Binary(ir.OpOr, stop, b.Compare(ir.OpLt, at, e.zero))
		stop = b.Binary(ir.OpOr, stop, b.Compare(ir.OpLt, r.limit, at)) // from 0 on the difference is none that overflows
		left := b.Binary(ir.OpSub, r.limit, at)
		if e.relays() && r.of.adds > 0 { // as many as there is room for in any case
			m = b.Binary(ir.OpMin, m, b.Binary(ir.OpDiv, b.Binary(ir.OpSub, left, b.Int(1)), b.Int(r.of.adds)))
			stop = b.Binary(ir.OpOr, stop, b.Compare(ir.OpLt, m, b.Int(e.run)))
		} else {
			stop = b.Binary(ir.OpOr, stop, b.Compare(ir.OpLe, left, b.Binary(ir.OpMul, m, b.Int(r.of.adds))))
		}
	}
	return m, stop
}

// relays reports a loop that does more than count: a relay does that.
func (e *roundsEmitter) relays() bool {
	return len(e.carries) > 0 && e.loop.Regions[0].Contains(func(o *ir.Op) bool { return o.Kind == ir.OpStore })
}

// body emits an iteration, without checks: the guard has made them, and there is room.
func (e *roundsEmitter) body(b *ir.Builder, i *ir.Value, carried []*ir.Value, stores bool) *ir.Cloner {
	c, was := ir.NewCloner(), e.loop.Regions[0]
	c.MapAll(was.Params, append([]*ir.Value{i}, carried...))
	c.Into(b.Region, was.Ops[:len(was.Ops)-1])
	var drop []*ir.Op
	b.Region.Walk(func(o *ir.Op) bool {
		if o.Kind.Has(ir.Check) || o.Kind == ir.OpStore && !stores || len(e.carries) > 0 && shortOfRoom(o) {
			drop = append(drop, o)
			return false
		}
		return true
	})
	ir.RemoveOps(drop)
	return c
}

// sums emits a parallel loop that has what the iterations from lo to hi add.
func (e *roundsEmitter) sums(b *ir.Builder, lo, hi *ir.Value, stores bool) *ir.Op {
	types, nothing := make([]*ir.Type, len(e.carries)), make([]*ir.Value, len(e.carries))
	for k, c := range e.carries {
		types[k], nothing[k] = c.param.Type, c.nothing(b)
	}
	multi := b.Multi([]*ir.Value{b.Binary(ir.OpSub, hi, lo)}, types...)
	in := b.In(multi.Regions[0])
	c := e.body(in, in.Binary(ir.OpAdd, lo, multi.Regions[0].Params[0]), nothing, stores)
	for k, v := range e.loop.Regions[0].Terminator().Args {
		reduceBy(in, e.carries[k].kind, c.Value(v), nothing[k])
	}
	in.Yield()
	return multi
}

// count emits the first pass of a run: what its iterations add.
func (e *roundsEmitter) count(b *ir.Builder, run, lo, hi *ir.Value) {
	sums := e.sums(b, lo, hi, false).Results
	for k, s := range e.perRun {
		b.Store(s, run, sums[k], nil)
	}
}

// places emits what puts in each run's place what those before it come to, and gives what all come to.
func (e *roundsEmitter) places(b *ir.Builder, runs *ir.Value, sums []*ir.Value) []*ir.Value {
	loop := b.For(e.zero, runs, 1, sums)
	in, r, so := b.In(loop.Regions[0]), loop.Regions[0].Params[0], loop.Regions[0].Params[1:]
	var next []*ir.Value
	for k, s := range e.perRun {
		sum := in.Load(s, r, nil)
		if e.before != nil {
			in.Store(e.before[k], r, so[k], nil)
		}
		next = append(next, in.Binary(e.carries[k].kind, so[k], sum))
	}
	in.Yield(next...)
	return loop.Results
}

// again emits the second pass of a run: the loop itself. What it comes to takes the place of what the run adds, for who does without a first pass.
func (e *roundsEmitter) again(b *ir.Builder, run, lo, hi *ir.Value) {
	var inits []*ir.Value
	for _, s := range e.before {
		inits = append(inits, b.Load(s, run, nil))
	}
	loop := b.For(lo, hi, 1, inits)
	in, params := b.In(loop.Regions[0]), loop.Regions[0].Params
	c := e.body(in, params[0], params[1:], true)
	in.Yield(c.Args(e.loop.Regions[0].Terminator().Args)...)
	for k, s := range e.perRun {
		b.Store(s, run, loop.Results[k], nil)
	}
}

// search emits a run of a search.
func (e *roundsEmitter) search(b *ir.Builder, run, lo, hi *ir.Value) {
	b.Store(e.perRun[0], run, e.found(b, lo, hi), nil)
}

// found emits where the iterations from lo to hi leave the loop, counted from the loop's beginning; the loop's end if they don't.
func (e *roundsEmitter) found(b *ir.Builder, lo, hi *ir.Value) *ir.Value {
	block := b.Block(ir.TI64)
	in := b.In(block.Regions[0])
	loop := in.For(lo, hi, 1, nil)
	body, i := in.In(loop.Regions[0]), loop.Regions[0].Params[0]
	e.body(body, i, nil, false)
	body.Yield()
	leave(block, loop.Regions[0], i)
	in.Yield(e.loop.Args[1])
	return b.Binary(ir.OpSub, block.Result(), e.loop.Args[0])
}

// leave has the exits in r go out of the block with the index.
func leave(block *ir.Op, r *ir.Region, i *ir.Value) {
	for _, o := range r.Ops {
		for _, in := range o.Regions {
			leave(block, in, i)
		}
	}
	if o := r.Terminator(); o != nil && o.Kind != ir.OpYield {
		b := &ir.Builder{Region: ir.NewRegion(r.Parent), Pos: o.Pos}
		b.Break(block, i)
		o.ReplaceBy(b.Region.Take(0)...)
	}
}

// earliest emits the first place that a run has found, next if none has.
func (e *roundsEmitter) earliest(b *ir.Builder, runs, next *ir.Value) *ir.Value {
	loop := b.For(e.zero, runs, 1, []*ir.Value{next})
	in, r := b.In(loop.Regions[0]), loop.Regions[0].Params[0]
	at := in.Load(e.perRun[0], r, nil)
	in.Yield(in.Binary(ir.OpMin, loop.Regions[0].Params[1], at))
	return loop.Result()
}
