package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// roundBlocks is how many blocks of a reduction are at work before their results are combined: enough for that to cost nothing, and few enough for the
// results to stay in the cache. So the room for them doesn't depend on how many elements the program says there are.
const roundBlocks = 4096

// reduce makes a declared reduction two kernels: one gives the results of blocks, in parallel, the other combines them in order. That goes round by
// round:
//
//	m = blocks(min(n, round)); parts = scratch m
//	launch @each m, 0, parts
//	if m == 1 { parts[0] } else {
//	  a = run @join 0, m, ids, parts
//	  for start = round; start < n; start += round (a) {
//	    m = blocks(min(n-start, round)); launch @each m, start, parts; run @join start, m, a, parts
//	  }
//	}
//
// The first round stands alone, since most reductions have no other, and many have one block.
func (s *scheduler) reduce(o *ir.Op) []*ir.Op {
	s.moved[o] = true
	inner := s.lanesGoInside(o)
	mode := ir.InLanes
	if inner {
		mode = ir.Sequential
	}
	s.recordPattern(o, mode, inner)
	c := s.estimate(o, mode, inner)
	s.nest(o.Regions[0], inner)
	tmp := &ir.Region{}
	host := &ir.Builder{Region: tmp, Pos: o.Pos}
	if p := s.newPlaces(o); p != nil && !inner {
		s.placed(host, p, mode, c)
	} else if k := keysOfBlocks(o); k != nil && !inner {
		s.rounds(host, k, cloneRegion(o.Regions[1]), o.Args[1:], mode, c)
		tmp.Ops[len(tmp.Ops)-1].SetResults(o.Results)
	} else {
		s.rounds(host, o, cloneRegion(o.Regions[1]), o.Args[1:], mode, c)
		tmp.Ops[len(tmp.Ops)-1].SetResults(o.Results)
	}
	s.describe(o, mode, 1)
	return tmp.Ops
}

// rounds emits them all, and gives the results. Where blocks give less than that begins with, the last is where a block begins.
func (s *scheduler) rounds(host *ir.Builder, o *ir.Op, combine *ir.Region, ids []*ir.Value, mode ir.Mode, c cost) []*ir.Value {
	return s.roundsOf(host, o, nil, combine, ids, mode, c)
}

// roundsOf is rounds; settle, if it is not nil, gives what the first result of the block at that index is, of n elements, where that isn't certain.
func (s *scheduler) roundsOf(host *ir.Builder, o *ir.Op, settle func(b *ir.Builder, at, n, first *ir.Value) *ir.Value, combine *ir.Region, ids []*ir.Value, mode ir.Mode, c cost) []*ir.Value {
	n := o.Args[0]
	round := s.roundBlocks() * BlockLength
	blocks := blocksOf(host, host.Binary(ir.OpMin, n, host.Int(round)))
	r := &rounds{n: n, parts: make([]*ir.Value, len(ids))}
	for i, id := range ids {
		r.parts[i] = host.Op(ir.OpScratch, []*ir.Value{blocks}, ir.SliceOf(id.Type)).Result()
	}
	r.mean, r.worst = c.emitTimes(host, host.Binary(ir.OpMin, n, host.Int(BlockLength)))
	s.eachBlock(r, o, settle, ids, mode)
	s.joinBlocks(r, o.Pos, combine, ids)
	zero := host.Int(0)
	r.launch(host, zero, blocks)
	one := host.If(host.Compare(ir.OpEq, blocks, host.Int(1)), ir.Types(ids)...)
	in := host.In(one.Regions[0])
	vals := make([]*ir.Value, len(ids))
	for i, p := range r.parts {
		vals[i] = in.Load(p, zero, nil)
	}
	in.Yield(vals...)
	in = host.In(one.Regions[1])
	in.Yield(r.loop(in, round, r.run(in, zero, blocks, ids))...)
	return one.Results
}

func (s *scheduler) roundBlocks() int64 {
	if f := s.machine.Forced; f != nil && f.RoundBlocks > 0 {
		return int64(f.RoundBlocks)
	}
	return roundBlocks
}

// blocksOf is how many blocks n elements are, where n is at most a round.
func blocksOf(b *ir.Builder, n *ir.Value) *ir.Value {
	return b.Binary(ir.OpDiv, b.Binary(ir.OpAdd, n, b.Int(BlockLength-1)), b.Int(BlockLength))
}

// rounds is a declared reduction on the host: what a round of it starts.
type rounds struct {
	n           *ir.Value
	parts       []*ir.Value // the blocks' results, one slice per leaf
	mean, worst *ir.Value   // cost of a block
	each, join  string      // the kernels
	eachArgs    []*ir.Value // behind the round's start
	joinArgs    []*ir.Value // behind the round's start, its blocks, and the results so far
}

// launch starts a round's blocks.
func (r *rounds) launch(b *ir.Builder, start, blocks *ir.Value) {
	o := b.Op(ir.OpLaunch, append([]*ir.Value{blocks, b.Int(0), r.mean, r.worst, start}, r.eachArgs...))
	o.SetSym(r.each)
}

// run combines the results so far with those of a round's blocks.
func (r *rounds) run(b *ir.Builder, start, blocks *ir.Value, accs []*ir.Value) []*ir.Value {
	o := b.Op(ir.OpRun, append(append([]*ir.Value{start, blocks}, accs...), r.joinArgs...), ir.Types(accs)...)
	o.SetSym(r.join)
	return o.Results
}

// loop emits all rounds but the first, and gives the results.
func (r *rounds) loop(b *ir.Builder, length int64, accs []*ir.Value) []*ir.Value {
	round := b.Int(length)
	f := b.For(round, r.n, length, accs)
	in := b.In(f.Regions[0])
	start := f.Regions[0].Params[0]
	blocks := blocksOf(in, in.Binary(ir.OpMin, in.Binary(ir.OpSub, r.n, start), round))
	r.launch(in, start, blocks)
	in.Yield(r.run(in, start, blocks, f.Regions[0].Params[1:])...)
	return f.Results
}

// eachBlock emits the kernel that stores the results of a round's blocks.
func (s *scheduler) eachBlock(r *rounds, o *ir.Op, settle func(b *ir.Builder, at, n, first *ir.Value) *ir.Value, ids []*ir.Value, mode ir.Mode) {
	k, b, lo, hi := s.newRange(o.Pos)
	start := k.Body.AddParam(ir.TI64, "start")
	f := b.For(lo, hi, 1, nil)
	in := b.In(f.Regions[0])
	block := f.Regions[0].Params[0]
	at := in.Binary(ir.OpAdd, start, in.Binary(ir.OpMul, block, in.Int(BlockLength)))
	vals := reduceBlock(in, o, at, r.n, o.Args[1:], mode)
	if settle != nil {
		vals = append([]*ir.Value{settle(in, at, r.n, vals[0])}, vals[1:]...)
	}
	if len(vals) < len(r.parts) {
		vals = append(slices.Clip(vals), in.Conv(at, ids[len(vals)].Type))
	}
	for i, v := range vals {
		in.Store(r.parts[i], block, v, nil)
	}
	in.Yield()
	b.Return()
	r.each, r.eachArgs = k.Name, closeKernel(k)
}

// reduceBlock emits the block of a declared reduction over [0, n) that begins at start. What comes before has been done, so that its end is no overflow.
func reduceBlock(b *ir.Builder, o *ir.Op, start, n *ir.Value, ids []*ir.Value, mode ir.Mode) []*ir.Value {
	end := b.Binary(ir.OpMin, n, b.Binary(ir.OpAdd, start, b.Int(BlockLength)))
	r := b.Op(ir.OpBlockReduce, append([]*ir.Value{start, end}, ids...), ir.Types(ids)...)
	r.Mode, r.Ints = mode, append([]int64{0}, o.Ints[1:]...)
	r.SetRegions(o.Regions...)
	return r.Results
}

// joinBlocks emits the kernel that combines the results so far with a round's in order; at the start of all, the first block's is the result so far.
func (s *scheduler) joinBlocks(r *rounds, pos ir.Pos, combine *ir.Region, ids []*ir.Value) {
	k := s.newKernel(ir.SingleKernel, ir.Types(ids))
	k.Pos = pos
	b := &ir.Builder{Region: k.Body, Pos: pos}
	start, blocks := k.Body.AddParam(ir.TI64, "start"), k.Body.AddParam(ir.TI64, "blocks")
	var inits []*ir.Value
	for _, id := range ids {
		inits = append(inits, k.Body.AddParam(id.Type, ""))
	}
	f := b.For(b.Int(0), blocks, 1, inits)
	in := b.In(f.Regions[0])
	i, accs := f.Regions[0].Params[0], f.Regions[0].Params[1:]
	vals := make([]*ir.Value, len(r.parts))
	for j, p := range r.parts {
		vals[j] = in.Load(p, i, nil)
	}
	in.Yield(foldBlock(in, combine, in.Binary(ir.OpOr, start, i), accs, vals)...)
	b.Return(f.Results...)
	r.join, r.joinArgs = k.Name, closeKernel(k)
}

// foldBlock is vals for the first block, where at is 0, combine(accs, vals) for the others.
func foldBlock(b *ir.Builder, combine *ir.Region, at *ir.Value, accs, vals []*ir.Value) []*ir.Value {
	first := b.If(b.Compare(ir.OpEq, at, b.Int(0)), ir.Types(accs)...)
	b.In(first.Regions[0]).Yield(vals...)
	other := first.Regions[1]
	inlineInto(other, combine, append(append([]*ir.Value(nil), accs...), vals...))
	return first.Results
}
