package sched

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/opt"
	"github.com/hone-go/hone/internal/simd"
)

// parfor schedules a parallel loop.
func (s *scheduler) parfor(o *ir.Op) []*ir.Op {
	if a := s.attempts[o]; a != nil {
		return s.launchAttempt(a)
	}
	if makesInside(o) {
		return s.rangeKernel(o, launch{mode: ir.Sequential, inner: o.Regions[0].Contains(isPattern), cores: true})
	}
	if s.scalar[o] {
		return s.rangeKernel(o, launch{mode: ir.Sequential, stream: true, cores: true})
	}
	return s.emit(s.schedule(o))
}

// rangeKernel makes a parallel loop a kernel over its linear index space, and what starts it.
func (s *scheduler) rangeKernel(o *ir.Op, as launch) []*ir.Op {
	s.moved[o] = true
	arenas := s.arenas(o)
	s.recordPattern(o, as.mode, as.inner)
	k, b, lo, hi := s.newRange(o.Pos)
	dims := append([]*ir.Value(nil), o.Args...)
	c := s.estimate(o, as.mode, as.inner)
	s.nest(o.Regions[0], as.inner)
	loop := func(b *ir.Builder, o *ir.Op, mode ir.Mode) *ir.Op {
		if len(dims) > 1 {
			return rows(b, o, lo, hi, dims, mode)
		}
		f := b.For(lo, hi, 1, nil)
		f.Mode = mode
		take(f, o)
		return f
	}
	at := b
	if as.long != nil {
		at = s.rowsOrLanes(b, o, as.long, func(b *ir.Builder, o *ir.Op) { loop(b, o, ir.Sequential) })
	}
	f := loop(at, o, as.mode)
	if as.vectors > 0 {
		f.Ints = append(f.Ints, as.vectors)
	}
	if at != b {
		at.Yield()
	}
	b.Return()
	tmp := &ir.Region{}
	tmp.Append(arenas...)
	s.farMemory(k, &ir.Builder{Region: tmp, Pos: o.Pos}, dims, as.stream)
	args := closeKernel(k)
	if as.mode == ir.InLanes || as.inner {
		s.describe(o, as.mode, len(dims))
	}
	return append(tmp.Ops, s.launch(o, k, dims, c, args, as.cores)...)
}

// paysInLanes reports a parallel loop, some checks of which are made ahead, that may gain by lanes along its dimension, as far as is known. One with loops in it that gains nothing is better
// off without: it is cut between any two iterations, not between vectors of them, and those loops can be made faster on their own.
func (s *scheduler) paysInLanes(o *ir.Op, ahead ...*ir.Op) bool {
	if len(o.Args) > 1 || s.machine.RegisterBytes == 0 || s.machine.Always() || !o.Regions[0].Contains(isLoop) {
		return true
	}
	if opt.Compacts(o.Regions[0], s.machine.RegisterBytes == 64) { // what it keeps goes side by side then, and is not scattered
		return false
	}
	return simd.EstimateOf(o, s.machine, ahead...).Speedup() >= 1
}

// take makes o's body the body of the loop f.
func take(f, o *ir.Op) {
	f.SetRegion(0, o.Regions[0])
	f.Regions[0].Retarget(o, f)
}

// rows emits the loop over a piece [lo, hi) of the linear space of several dimensions, row by row. The result is the loop along a row.
func rows(b *ir.Builder, o *ir.Op, lo, hi *ir.Value, dims []*ir.Value, mode ir.Mode) (f *ir.Op) {
	body := o.Regions[0]
	rowByRow(b, lo, hi, dims, func(in *ir.Builder, at []*ir.Value, x0, x1 *ir.Value) {
		var rep ir.Replacer
		for d, v := range at {
			rep.Replace(body.Params[d], v)
		}
		f = in.For(x0, x1, 1, nil)
		f.Mode = mode
		body.SetParams(body.Params[len(at):])
		rep.Apply(body)
		take(f, o)
	})
	return f
}

// rowByRow emits a loop through a piece [lo, hi) of the linear space of several dimensions: along the last one as far as the row or the piece goes, then on with the
// next row. What each emits is done for [from, to) of a row, at has the indices in the other dimensions.
func rowByRow(b *ir.Builder, lo, hi *ir.Value, dims []*ir.Value, each func(in *ir.Builder, at []*ir.Value, from, to *ir.Value)) {
	last := len(dims) - 1
	loop := b.Loop([]*ir.Value{lo})
	in := b.In(loop.Regions[0])
	pos := loop.Regions[0].Params[0]
	more := in.If(in.Compare(ir.OpLt, pos, hi))
	in.Break(loop) // never reached
	in.In(more.Regions[1]).Break(loop)

	in.Region = more.Regions[0]
	row := in.Binary(ir.OpDiv, pos, dims[last])
	from := in.Binary(ir.OpSub, pos, in.Binary(ir.OpMul, row, dims[last]))
	left := in.Binary(ir.OpSub, hi, pos)
	to := in.Binary(ir.OpMin, dims[last], in.Binary(ir.OpAdd, from, left))
	each(in, delinearise(in, row, dims[:last]), from, to)
	in.Continue(loop, in.Binary(ir.OpAdd, pos, in.Binary(ir.OpSub, to, from)))
}

// launchRows tells how a launch goes through an index space: row by row, of inner iterations each (none: 1), jam rows at a time if there are as many.
type launchRows struct {
	inner []*ir.Value
	jam   int
}

// launch emits the host's side: the size of the index space, and the launch.
func (s *scheduler) launch(o *ir.Op, k *ir.Func, dims []*ir.Value, c cost, args []*ir.Value, cores bool) []*ir.Op {
	tmp := &ir.Region{}
	b := &ir.Builder{Region: tmp, Pos: o.Pos}
	n := linearSize(b, dims)
	unit := dims[len(dims)-1]
	if len(dims) == 1 {
		unit = b.Int(64)
	}
	mean, worst := c.emit(b)
	if !cores {
		mean = b.Int(0)
	}
	l := b.Op(ir.OpLaunch, append([]*ir.Value{n, unit, mean, worst}, args...))
	l.SetSym(k.Name)
	s.rows[l] = launchRows{dims[1:], 1}
	return tmp.Ops
}

// inlineInto appends the ops of r, which ends in a yield, with its parameters replaced.
func inlineInto(dst, r *ir.Region, args []*ir.Value) {
	c := ir.NewCloner()
	c.MapAll(r.Params, args)
	c.Into(dst, r.Ops)
}

func cloneRegion(r *ir.Region) *ir.Region { return ir.NewCloner().Region(r, nil) }

// nest schedules the patterns inside a kernel's body: in lanes where inner says so, else in sequence. The lanes go further in where reductions there
// have to go in the canonical order, since no loop in lanes can hold such.
func (s *scheduler) nest(r *ir.Region, inner bool) {
	ops := make([]*ir.Op, 0, len(r.Ops))
	for _, o := range r.Ops {
		loops := nestParfor
		switch {
		case o.Kind == ir.OpMulti:
		case o.Kind == ir.OpBlockReduce && o.Ints[0] > 0: // not a block of one
			loops = nestReduce
		default:
			for _, in := range o.Regions {
				s.nest(in, inner)
			}
			ops = append(ops, o)
			continue
		}
		deeper := o.Regions[0].Contains((*ir.Op).Canonical)
		s.nest(o.Regions[0], inner && deeper)
		b := &ir.Builder{Region: &ir.Region{}, Pos: o.Pos}
		loops(b, o, inner && !deeper)
		ops = append(ops, b.Region.Ops...)
	}
	r.SetOps(ops)
}

// nestParfor: a nest of sequential loops, the innermost in lanes if asked for.
func nestParfor(b *ir.Builder, o *ir.Op, lanes bool) {
	dims := o.Args
	body := o.Regions[0]
	params := body.Params
	zero := b.Int(0)
	var rep ir.Replacer
	in := b
	last := len(dims) - 1
	for d := range last {
		f := in.For(zero, dims[d], 1, nil)
		if d > 0 {
			in.Yield()
		}
		rep.Replace(params[d], f.Regions[0].Params[0])
		f.Regions[0].Params[0].Name = params[d].Name
		in = in.In(f.Regions[0])
	}
	f := in.For(zero, dims[last], 1, nil)
	if last > 0 {
		in.Yield()
	}
	if lanes {
		f.Mode = ir.InLanes
	}
	body.SetParams(params[last:])
	rep.Apply(body)
	take(f, o)
}

// shortRow is up to how many elements a ragged row is reduced one by one where blocks in lanes would give the same. What these take to begin with, and to put partial results
// together, is as much as about so many elements take (measured on Zen 5: rows of 0 to 3 labels that are looked up took 2.2 times as long in lanes, of 16 as long, of 0 to 79 half).
const shortRow = 16

// nestReduce: blocks in sequence where the order is the canonical one, in lanes if asked for; else a loop in index order. Where the order makes no
// difference the lanes decide, and in ragged rows the length.
func nestReduce(b *ir.Builder, o *ir.Op, lanes bool) {
	var results []*ir.Value
	switch {
	case o.Canonical():
		results = reduceBlocks(b, o, lanes)
	case lanes && o.Exact() && raggedInside(o):
		short := b.If(b.Compare(ir.OpLe, o.Args[0], b.Int(shortRow)))
		one := b.In(short.Regions[0])
		one.Yield(reduceInOrder(one, ir.NewCloner().OpIn(one.Region, o))...)
		many := b.In(short.Regions[1])
		many.Yield(reduceBlocks(many, o, true)...)
		short.SetResults(o.Results)
		return
	case lanes && o.Exact():
		results = reduceBlocks(b, o, true)
	default:
		results = reduceInOrder(b, o)
	}
	// The op's own results stay, defined by the loop now.
	results[0].Def.SetResults(o.Results)
}

// raggedInside reports that the bounds of o are read in each iteration of the innermost loop or pattern around it.
func raggedInside(o *ir.Op) bool {
	e := o.Parent.Parent
	for e != nil && !isLoop(e) {
		e = e.Parent.Parent
	}
	return e != nil && analysis.Ragged(o, e)
}

// reduceBlocks is a reduction block by block.
func reduceBlocks(b *ir.Builder, o *ir.Op, lanes bool) []*ir.Value {
	n, ids := o.Args[0], o.Args[1:]
	combine := cloneRegion(o.Regions[1])
	mode := ir.Sequential
	if lanes {
		mode = ir.InLanes
	}
	f := b.For(b.Int(0), n, BlockLength, ids)
	in := b.In(f.Regions[0])
	i, accs := f.Regions[0].Params[0], f.Regions[0].Params[1:]
	vals := reduceBlock(in, o, i, n, ids, mode)
	in.Yield(foldBlock(in, combine, i, accs, vals)...)
	return f.Results
}

// reduceInOrder is a reduction element by element.
func reduceInOrder(b *ir.Builder, o *ir.Op) []*ir.Value {
	n, ids := o.Args[0], o.Args[1:]
	f := b.For(b.Int(0), n, 1, ids)
	body := o.Regions[0]
	index := f.Regions[0].Params[0]
	index.Name = body.Params[0].Name
	ir.ReplaceUses(body, body.Params[0], index)
	accs := f.Regions[0].Params[1:]
	yield := body.TakeLast()
	body.MoveTo(f.Regions[0])
	inlineInto(f.Regions[0], cloneRegion(o.Step()), append(append([]*ir.Value(nil), accs...), yield.Args...))
	return f.Results
}
