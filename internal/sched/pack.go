package sched

import (
	"errors"
	"math"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/loops"
)

// What a loop inside reads of each column, and all rows read again, is packed where there are many rows: copied once, ahead of them, into a buffer where it lies in the order in
// which it is read, panel by panel of as many columns as are done at a time (Goto and van de Geijn, "Anatomy of High-Performance Matrix Multiplication", TOMS 2008). In place it lies
// a row of memory apart: in another page each time, and where rows are a multiple of a large power of two long, in few sets of the caches, whose ways it doesn't fit. The buffer is
// shared by all threads; there are as many columns in it at a time as Desc.PackBytes has room for.
//
// It may be done ahead because the iterations are independent: an element that all rows read is stored by none, if there are two of them at least.

// packable is a load that can read from a packed panel.
type packable struct {
	analysis.Access
	loop *ir.Op        // around it, in the body: an iteration reads another element of the column
	step analysis.Poly // from one iteration to the next
}

// packables lists the loads in loops inside of what lies side by side along the last dimension, and is the same in all others.
func (p *space) packables(lane *ir.Value) (out []packable) {
	loads, _ := p.inner(p.body)
	for _, l := range loads {
		f := innerLoop(l.Op)
		if f == nil || f.Parent != p.body || f.Ints[0] != 1 || !p.boxed(f) || p.op.Defines(l.Root) || len(l.Op.Ints) > 0 {
			continue
		}
		index := f.Regions[0].Params[0]
		side, ok := l.At.Coef(lane)
		one, isConst := side.Const()
		step, even := l.At.Coef(index)
		near, known := step.Const()
		switch {
		case !ok || !isConst || one != 1 || !even:
		case known && -maxOverlap < near && near < maxOverlap: // columns have elements in common
		case l.At.Any(func(v *ir.Value) bool { return v != lane && v != index && p.op.Defines(v) }):
		case step.Mentions(lane) || step.Mentions(index):
		default:
			out = append(out, packable{l, f, step})
		}
	}
	return out
}

// maxOverlap is a distance between what iterations read up to which a row of columns at a time has most of it several times.
const maxOverlap = 64

// trips is how often the loop runs, as the host computes it: from 0 to 1<<32.
func (k *packable) trips(b *ir.Builder) *ir.Value {
	lo, hi := outer(b, k.loop.Args[0]), outer(b, k.loop.Args[1])
	n := b.Select(b.Compare(ir.OpLt, lo, hi), b.Binary(ir.OpSub, hi, lo), b.Int(0)) // an empty range may have ends that are so far apart that the difference wraps around
	return b.Binary(ir.OpMin, b.Binary(ir.OpMax, n, b.Int(0)), b.Int(1<<32))
}

// packed is the step.
func (n *Nest) packed(t loops.Step) error {
	switch {
	case !n.split || t.Loops[0] != n.lane():
		return errors.New("it takes ranges of columns along this dimension")
	case n.staged:
		return errors.New("the loop is a stage of a pipeline")
	case n.s.placing:
		return errors.New("the nest stays in a kernel, which has no memory for it")
	}
	if o := n.body(); len(newSpace(o).packables(lastParam(o.Regions[0]))) == 0 {
		return errors.New("no loop inside reads columns, one element behind the other, that are the same for all rows")
	}
	n.pack = true
	return nil
}

// worthPacking reports a nest for which it may pay to pack, as far as is known ahead.
func (n *Nest) worthPacking(o *ir.Op, j *jam) bool {
	s := n.s
	last := len(o.Args) - 1
	if n.staged || s.placing || s.standsIn || s.machine.Foreign {
		return false
	}
	packs := newSpace(o).packables(lastParam(o.Regions[0]))
	rows := 1.0
	for _, d := range o.Args[:last] {
		if c, ok := d.ConstInt(); ok {
			rows *= float64(c)
		} else {
			rows = math.Inf(1)
		}
	}
	if s.machine.Always() {
		return len(packs) > 0
	}
	return rows >= float64(s.fewRows(j)) && slices.ContainsFunc(packs, func(k packable) bool {
		n := analysis.TripCount(k.loop)
		return n < 0 || n >= fewTrips
	})
}

// fewTrips is how often a loop inside has to run at least: what fewer iterations read stays in the first cache.
const fewTrips = 32

// fewRows is from how many rows on it pays to pack what doesn't stay in a core's cache, twice the time for both being left as a margin.
func (s *scheduler) fewRows(j *jam) int64 {
	return int64(2*s.machine.Cycles.PackLine/s.machine.Cycles.FarLine) * int64(j.rows)
}

// manyRows is that for what does.
func (s *scheduler) manyRows(j *jam) int64 {
	return int64(2*s.machine.Cycles.PackLine/s.machine.Cycles.NearLine) * int64(j.rows)
}

// columnRange is a part of the columns, and the buffers with what is packed of them; without, they are read in place.
type columnRange struct {
	from, to *ir.Value
	packs    []packable
	buffers  []*ir.Value // of each
	trips    []*ir.Value // of the loop of each
}

// packed reports that something is.
func (r *columnRange) packed() bool { return r != nil && len(r.packs) > 0 }

// blockedPacked emits a parallel loop as blocks of rows that read what has been packed ahead, where that pays, range by range of the columns that have room in the buffers. Columns
// that are left over, which are fewer than are done at a time, are read in place; so are all where it doesn't pay.
func (s *scheduler) blockedPacked(host *ir.Builder, o *ir.Op, n *Nest) {
	side, width := n.jam.side(), o.Args[len(o.Args)-1]
	r := columnRange{packs: newSpace(o).packables(lastParam(o.Regions[0]))}
	branch := host.If(s.packPays(host, o, n.jam, r.packs), ir.TI64)
	no := host.In(branch.Regions[1])
	no.Yield(no.Int(0))

	b := host.In(branch.Regions[0])
	bytes := b.Int(1)
	for _, k := range r.packs {
		trips := k.trips(b)
		r.trips = append(r.trips, trips)
		bytes = b.Binary(ir.OpAdd, bytes, b.Binary(ir.OpMul, trips, b.Int(int64(k.Elem().Size())*side)))
	}
	panels := b.Binary(ir.OpDiv, width, b.Int(side))
	fit := b.Binary(ir.OpMin, panels, b.Binary(ir.OpDiv, b.Int(int64(s.machine.PackBytes())), bytes)) // some: packPays has seen to that
	whole, room := b.Binary(ir.OpMul, panels, b.Int(side)), b.Binary(ir.OpMul, fit, b.Int(side))
	for i, k := range r.packs {
		size := b.Binary(ir.OpMul, room, r.trips[i])
		r.buffers = append(r.buffers, b.Op(ir.OpScratch, []*ir.Value{size}, ir.SliceOf(k.Elem())).Result())
	}
	f := b.For(b.Int(0), ceilDiv(b, panels, fit), 1, nil)
	in := b.In(f.Regions[0])
	r.from = in.Binary(ir.OpMul, f.Regions[0].Params[0], room)
	r.to = in.Binary(ir.OpMin, whole, in.Binary(ir.OpAdd, r.from, room))
	s.packRange(in, o, n, &r)
	s.blockRange(in, o, n, &r)
	in.Yield()
	b.Yield(whole)

	s.blockRange(host, o, n, &columnRange{from: branch.Results[0], to: width})
	s.note(o.Pos, "what is read of columns is copied ahead, panel by panel, where enough rows read it again (%s)", ir.Count(len(r.packs), "load"))
}

// packPays emits whether it is right to pack, and pays if somebody has to ask: what rows in place lose for each line of the cache, in cycles, against what copying it takes.
func (s *scheduler) packPays(host *ir.Builder, o *ir.Op, j *jam, packs []packable) *ir.Value {
	last := len(o.Args) - 1
	rows, least, weigh := linearSize(host, o.Args[:last]), int64(2), j.weigh && !s.machine.Always()
	if weigh {
		least = max(least, s.fewRows(j))
	}
	branch := host.If(host.Compare(ir.OpGe, rows, host.Int(least)), ir.TBool)
	no := host.In(branch.Regions[1])
	no.Yield(no.Bool(false))
	b := host.In(branch.Regions[0])
	bytes := b.Int(1)
	var far *ir.Value
	for _, k := range packs {
		trips, size := k.trips(b), int64(k.Elem().Size())
		bytes = b.Binary(ir.OpAdd, bytes, b.Binary(ir.OpMul, trips, b.Int(size)))
		step := b.Binary(ir.OpMul, k.step.Emit(b, func(v *ir.Value) *ir.Value { return outer(b, v) }), b.Int(size))
		minus := b.Binary(ir.OpSub, b.Int(0), step)
		// In place, what is read lies in as many sets of the second-level cache as there are multiples of the step in it; and beyond some pages.
		sets := b.Binary(ir.OpMul, trips, b.Binary(ir.OpAnd, step, minus))
		pages := b.Binary(ir.OpMul, trips, b.Binary(ir.OpMax, step, minus))
		far = b.Join(ir.OpOr, far, b.Compare(ir.OpGt, sets, b.Int(int64(s.machine.L2Bytes))))
		far = b.Join(ir.OpOr, far, b.Compare(ir.OpGt, pages, b.Int(int64(s.machine.ReachBytes))))
	}
	yes := b.Compare(ir.OpLt, bytes, b.Int(int64(s.machine.PackBytes())/j.side()))
	yes = b.Binary(ir.OpAnd, yes, b.Compare(ir.OpGe, o.Args[last], b.Int(j.side())))
	yes = b.Binary(ir.OpAnd, yes, b.Compare(ir.OpGe, o.Args[j.dim], b.Int(int64(j.rows))))
	if weigh {
		many := b.Compare(ir.OpGe, rows, b.Int(s.manyRows(j)))
		whole := b.Binary(ir.OpMul, bytes, b.Binary(ir.OpMin, o.Args[last], b.Int(maxTrips)))
		many = b.Binary(ir.OpAnd, many, b.Compare(ir.OpGt, whole, b.Int(int64(2*s.machine.L1Bytes))))
		yes = b.Binary(ir.OpAnd, yes, b.Binary(ir.OpOr, far, many))
	}
	b.Yield(yes)
	return branch.Results[0]
}

// packRange emits what fills the buffers: a kernel over the panels.
func (s *scheduler) packRange(host *ir.Builder, o *ir.Op, n *Nest, r *columnRange) {
	side := n.jam.side()
	k, b, lo, hi := s.newRange(o.Pos)
	f := b.For(lo, hi, 1, nil)
	in := b.In(f.Regions[0])
	x := in.Binary(ir.OpAdd, r.from, in.Binary(ir.OpMul, f.Regions[0].Params[0], in.Int(side)))
	g := panelLoop(in, side, n.jam.vectors)
	in.Yield()
	each := host.Int(0) // of a panel, in picoseconds
	for i := range r.packs {
		p, gb, column := &r.packs[i], in.In(g.Regions[0]), g.Regions[0].Params[0]
		from, to := outer(gb, p.loop.Args[0]), outer(gb, p.loop.Args[1])
		h := gb.For(from, to, 1, nil)
		c, index := gb.In(h.Regions[0]), h.Regions[0].Params[0]
		lane := c.Binary(ir.OpAdd, x, column)
		at := p.At.Emit(c, func(v *ir.Value) *ir.Value {
			switch v {
			case lastParam(o.Regions[0]):
				return lane
			case p.loop.Regions[0].Params[0]:
				return index
			}
			return v
		})
		c.Store(r.buffers[i], r.place(c, i, x, c.Binary(ir.OpSub, index, from), column, side), c.Load(p.Root, at, nil), nil)
		c.Yield()
		row := int64(2*s.machine.Launch.UnitByte) * int64(p.Elem().Size()) * side
		each = host.Binary(ir.OpAdd, each, host.Binary(ir.OpMul, r.trips[i], host.Int(row)))
	}
	in.In(g.Regions[0]).Yield()
	normaliseIndices(g)
	b.Return()
	args := closeKernel(k)
	worst := host.Binary(ir.OpMin, each, host.Int(maxCost))
	mean := worst
	if !n.cores {
		mean = host.Int(0)
	}
	panels := host.Binary(ir.OpDiv, host.Binary(ir.OpSub, r.to, r.from), host.Int(side))
	host.Op(ir.OpLaunch, append([]*ir.Value{panels, host.Int(0), mean, worst}, args...)).SetSym(k.Name)
}

// panelLoop emits a loop in lanes over the columns of a panel, which are known to be whole vectors.
func panelLoop(b *ir.Builder, side int64, vectors int) *ir.Op {
	g := b.For(b.Int(0), b.Int(side), 1, nil)
	g.Mode = ir.InLanes
	g.Ints = append(g.Ints, int64(vectors))
	return g
}

// place is where an element lies in a buffer: what iteration number i, from 0, reads of a column of the panel that begins with column x.
func (r *columnRange) place(b *ir.Builder, k int, x, i, column *ir.Value, side int64) *ir.Value {
	first := b.Binary(ir.OpMul, b.Binary(ir.OpSub, x, r.from), r.trips[k])
	at := b.Binary(ir.OpAdd, first, b.Binary(ir.OpMul, i, b.Int(side)))
	return b.Binary(ir.OpAdd, at, column)
}

// body is a copy of o's body that reads from the panel that begins with column x.
func (r *columnRange) body(o *ir.Op, x *ir.Value, side int64) *ir.Region {
	c := ir.NewCloner()
	body := c.Op(o).Regions[0]
	for k := range r.packs {
		load, loop := c.Value(r.packs[k].Op.Results[0]).Def, c.Ops[r.packs[k].loop]
		b := &ir.Builder{Region: ir.NewRegion(load.Parent.Parent), Pos: load.Pos}
		i := b.Binary(ir.OpSub, loop.Regions[0].Params[0], outer(b, loop.Args[0]))
		at := r.place(b, k, x, i, b.Binary(ir.OpSub, lastParam(body), x), side)
		load.InsertBefore(b.Region.Take(0)...)
		load.SetArg(0, r.buffers[k])
		load.SetArg(1, at)
	}
	return body
}
