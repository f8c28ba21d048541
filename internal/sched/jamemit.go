package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// How blocks of rows and vectors (jam.go) become kernels.

// blocked emits a parallel loop as blocks of rows, and of columns where an inner loop reads a panel of them: the blocks of one range of columns
// come one after the other, so that what they read of the columns stays in the cache.
func (s *scheduler) blocked(host *ir.Builder, o *ir.Op, n *Nest) {
	s.recordPattern(o, ir.InLanes, false)
	if n.pack {
		s.blockedPacked(host, o, n)
	} else {
		s.blockRange(host, o, n, nil)
	}
	s.note(o.Pos, "%s over %s in blocks of %s and %s", s.loopName(), ir.Count(len(o.Args), "dimension"), ir.Count(int(n.jam.rows), "row"), ir.Count(int(n.jam.vectors), "vector"))
}

// blockRange is blocked for a range of the columns, of which something is packed, or for all (nil).
func (s *scheduler) blockRange(host *ir.Builder, o *ir.Op, n *Nest, r *columnRange) {
	j := n.jam
	k, b, lo, hi := s.newRange(o.Pos)
	var dims []*ir.Value // of the launch
	var each *ir.Value   // elements in one of its iterations
	unit := 1
	if last := len(o.Args) - 1; j.dim == last-1 && len(j.panel) == 0 {
		dims, each, unit = o.Args[:last], host.Binary(ir.OpMin, o.Args[last], host.Int(maxTrips)), j.rows
		j.along(b, o, lo, hi, dims)
	} else {
		cache := s.machine.TileBytes()
		if r.packed() {
			cache = s.machine.PanelBytes()
		}
		dims, each = j.blocks(host, b, o, lo, hi, cache, r)
		if len(j.panel) > 0 { // an iteration is much work
			unit = 0
		}
	}
	b.Return()
	s.farMemory(k, host, o.Args, n.stream)
	args := closeKernel(k)
	size := linearSize(host, dims)
	if len(dims) < len(o.Args) {
		size = rowsUnlessEmpty(host, size, o.Args[len(dims)])
	}
	mean, worst := s.estimate(o, ir.InLanes, false).emitTimes(host, each)
	if !n.cores {
		mean = host.Int(0)
	}
	l := host.Op(ir.OpLaunch, append([]*ir.Value{size, host.Int(int64(unit)), mean, worst}, args...))
	l.SetSym(k.Name)
	if len(j.panel) == 0 && (j.dim > 0 || len(dims) == 1) {
		if len(dims) > 1 {
			unit = 1 // all of a row of the launch is done together
		}
		s.rows[l] = launchRows{dims[1:], unit}
	}
}

// along emits the rows numbered [lo, hi) of a space of these dimensions: as far as the last of them or the piece goes, then on with the next one.
func (j *jam) along(b *ir.Builder, o *ir.Op, lo, hi *ir.Value, dims []*ir.Value) {
	zero, width := b.Int(0), o.Args[len(o.Args)-1]
	if len(dims) == 1 {
		j.rowsOf(b, o, []*ir.Value{lo}, lo, hi, zero, width, nil)
		return
	}
	rowByRow(b, lo, hi, dims, func(in *ir.Builder, at []*ir.Value, first, end *ir.Value) {
		j.rowsOf(in, o, append(at, first), first, end, zero, width, nil)
	})
}

// blocks emits the loop over the blocks numbered [lo, hi), the range of columns slowest. It gives the launch's dimensions, and about how many
// elements a block has.
func (j *jam) blocks(host, b *ir.Builder, o *ir.Op, lo, hi *ir.Value, cache int, r *columnRange) (dims []*ir.Value, each *ir.Value) {
	last := len(o.Args) - 1
	width, height := o.Args[last], o.Args[j.dim]
	columns, tiles := width, 0
	if len(j.panel) > 0 {
		columns, tiles = j.columns(host, width, cache), 1
		if r != nil {
			width = host.Binary(ir.OpSub, r.to, r.from)
		}
		dims = append(dims, ceilDiv(host, width, columns))
	}
	dims = append(dims, o.Args[:last]...)
	dims[tiles+j.dim] = ceilDiv(host, height, host.Int(int64(j.rows)))

	f := b.For(lo, hi, 1, nil)
	in := b.In(f.Regions[0])
	at := delinearise(in, f.Regions[0].Params[0], dims)
	x0, x1 := in.Int(0), width
	if tiles > 0 {
		x0 = in.Binary(ir.OpMul, at[0], columns)
		if r != nil {
			x0, x1 = in.Binary(ir.OpAdd, r.from, x0), r.to
		}
		x1 = in.Binary(ir.OpMin, x1, in.Binary(ir.OpAdd, x0, columns))
	}
	row := in.Binary(ir.OpMul, at[tiles+j.dim], in.Int(int64(j.rows)))
	if j.repeatable(o) { // the last block has rows of the one before, if there are enough
		back := in.Binary(ir.OpSub, height, in.Int(int64(j.rows)))
		if !r.packed() {
			back = in.Select(in.Compare(ir.OpGt, o.Args[last], in.Int(1)), in.Binary(ir.OpMax, back, in.Int(0)), row)
		}
		row = in.Binary(ir.OpMin, row, back)
	}
	end := in.Binary(ir.OpMin, height, in.Binary(ir.OpAdd, row, in.Int(int64(j.rows))))
	j.rowsOf(in, o, at[tiles:], row, end, x0, x1, r)
	in.Yield()
	each = host.Binary(ir.OpMul, host.Binary(ir.OpMin, columns, host.Int(maxTrips/64)), host.Int(int64(j.rows)))
	return dims, each
}

// rowsOf emits the rows [lo, hi) of columns [x0, x1), several at a time and the rest one by one; at has the indices in the other dimensions.
func (j *jam) rowsOf(b *ir.Builder, o *ir.Op, at []*ir.Value, lo, hi, x0, x1 *ir.Value, r *columnRange) {
	lanes := func(b *ir.Builder, rows []*ir.Value, vectors int) {
		body := o.Regions[0]
		if !r.packed() {
			g := b.For(x0, x1, 1, nil)
			g.Mode = ir.InLanes
			if vectors > 0 { // else how many is seen when they are made
				g.Ints = append(g.Ints, int64(vectors))
			}
			j.jamInto(g, body, at, rows, g.Regions[0].Params[0])
		} else {
			f := b.For(x0, x1, j.side(), nil)
			in, x := b.In(f.Regions[0]), f.Regions[0].Params[0]
			g := panelLoop(in, j.side(), vectors)
			in.Yield()
			j.jamInto(g, r.body(o, x, j.side()), at, rows, b.In(g.Regions[0]).Binary(ir.OpAdd, x, g.Regions[0].Params[0]))
		}
	}
	if r.packed() && j.repeatable(o) {
		rows := []*ir.Value{lo}
		for u := 1; u < j.rows; u++ {
			rows = append(rows, b.Binary(ir.OpAdd, lo, b.Int(int64(u))))
		}
		lanes(b, rows, j.vectors)
		return
	}
	// The last rows that are not enough for a block are done together with some before them once more, where that makes no difference. Where it does, half a block is
	// done of those of loops, and the others are few. Vectors of straight-line code overlap by themselves; those of loops wait for what these carry.
	again, waits := repeatable(o.Regions[0]), o.Regions[0].Contains(isLoop)
	inHalves := waits && !again && !r.packed() && !j.repeatable(o)
	left := j.together(b, lo, hi, j.rows, again, func(in *ir.Builder, rows []*ir.Value) { lanes(in, rows, j.vectors) })
	if j.rows == 1 {
		return
	}
	vectors := 1
	if waits {
		vectors = j.vectors
	}
	if half := j.rows / 2; inHalves && half > 1 {
		left = j.together(b, left, hi, half, false, func(in *ir.Builder, rows []*ir.Value) { lanes(in, rows, vectors) })
	}
	j.together(b, left, hi, 1, false, func(in *ir.Builder, rows []*ir.Value) { lanes(in, rows, vectors) })
}

// together emits as many of the rows [lo, hi) as can be done n at a time: all if there are so many and it makes no difference when some are done again. It gives the first
// that is left.
func (j *jam) together(b *ir.Builder, lo, hi *ir.Value, n int, again bool, do func(in *ir.Builder, rows []*ir.Value)) (left *ir.Value) {
	var step *ir.Value
	left = hi
	if n > 1 {
		step = b.Int(int64(n))
		if rest := b.Binary(ir.OpSub, hi, lo); again {
			left = b.Select(b.Compare(ir.OpGe, rest, step), hi, lo)
		} else {
			left = b.Binary(ir.OpAdd, lo, b.Binary(ir.OpMul, b.Binary(ir.OpDiv, rest, step), step))
		}
	}
	f := b.For(lo, left, int64(n), nil)
	in := b.In(f.Regions[0])
	rows := []*ir.Value{f.Regions[0].Params[0]}
	if again && n > 1 {
		rows[0] = in.Binary(ir.OpMin, rows[0], in.Binary(ir.OpSub, hi, step))
	}
	for u := 1; u < n; u++ {
		rows = append(rows, in.Binary(ir.OpAdd, rows[0], in.Int(int64(u))))
	}
	do(in, rows)
	in.Yield()
	return left
}

// jamInto fills a loop in lanes with what body does in these rows; column is its index in the last dimension.
func (j *jam) jamInto(g *ir.Op, body *ir.Region, at, rows []*ir.Value, column *ir.Value) {
	last := len(body.Params) - 1
	var cs []*ir.Cloner
	for _, r := range rows {
		c := ir.NewCloner()
		c.MapAll(body.Params[:last], at)
		c.Map(body.Params[j.dim], r)
		c.Map(body.Params[last], column)
		cs = append(cs, c)
	}
	jamRows(g.Regions[0], body, cs)
	normaliseIndices(g)
}

// repeatable reports a body that does the same when it is run once more: it loads nothing that it stores.
func repeatable(body *ir.Region) bool {
	return !overlapping(body, func(*ir.Op) bool { return true })
}

// repeatable is that where there are several rows and columns: what all of one or the other load, none stores, since the iterations are independent.
func (j *jam) repeatable(o *ir.Op) bool {
	p := newSpace(o)
	return !overlapping(p.body, func(load *ir.Op) bool {
		a := p.s.Access(load)
		return !p.always(load) || p.op.Defines(a.Root) || p.opaque(a.At) || a.At.Mentions(p.body.Params[j.dim]) && a.At.Mentions(lastParam(p.body))
	})
}

// always reports an op that every iteration comes to, if loops around it in the body run at all.
func (p *space) always(o *ir.Op) bool {
	for o.Parent != p.body {
		if o = o.Parent.Parent; o.Kind != ir.OpFor {
			return false
		}
	}
	return true
}

// overlapping reports that one of these loads may load what is stored.
func overlapping(body *ir.Region, these func(load *ir.Op) bool) bool {
	var loads, stores []*ir.Value
	body.Walk(func(o *ir.Op) bool {
		switch {
		case o.Kind == ir.OpLoad && these(o):
			loads = append(loads, o.Args[0].Root())
		case o.Kind == ir.OpStore:
			stores = append(stores, o.Args[0].Root())
		}
		return true
	})
	return slices.ContainsFunc(stores, func(st *ir.Value) bool {
		return slices.ContainsFunc(loads, func(l *ir.Value) bool { return !analysis.Distinct(st, l) })
	})
}

// normaliseIndices computes the indices of all accesses in a loop in lanes from their normal forms: first what is the same for all iterations, then
// what isn't, and constants last. So rows that read the same memory read it at indices that look the same, however the program has them.
func normaliseIndices(g *ir.Op) {
	sp := analysis.NewSpace()
	inside := valuesIn(g)
	var walk func(r *ir.Region)
	walk = func(r *ir.Region) {
		tmp := &ir.Region{}
		b := ir.NewBuilder(tmp).Sharing()
		for _, o := range r.Ops {
			for _, in := range o.Regions {
				walk(in)
			}
			if o.Kind == ir.OpLoad || o.Kind == ir.OpStore {
				b.Pos = o.Pos
				if q := sp.Of(o.Args[1]); !q.IsAtom() && o.Args[1].Type == ir.TI64 {
					o.SetArg(1, q.EmitParts(b, func(v *ir.Value) bool { return !inside[v] }))
				}
			}
			b.Insert(o)
		}
		r.SetOps(tmp.Ops)
	}
	walk(g.Regions[0])
}

// ceilDiv is max(n, 0)/by, rounded up.
func ceilDiv(b *ir.Builder, n, by *ir.Value) *ir.Value {
	n = b.Binary(ir.OpMax, n, b.Int(0))
	q := b.Binary(ir.OpDiv, n, by)
	return b.Binary(ir.OpAdd, q, b.Binary(ir.OpMin, b.Binary(ir.OpSub, n, b.Binary(ir.OpMul, q, by)), b.Int(1)))
}

// columns is the width of a range of columns: a multiple of the vectors side by side, such that what inner loops read of it fits the cache.
func (j *jam) columns(b *ir.Builder, width *ir.Value, cache int) *ir.Value {
	side := b.Int(int64(j.vectors * j.lanes))
	if len(j.panel) == 0 {
		return b.Binary(ir.OpMax, width, b.Int(1))
	}
	bytes := b.Int(1)
	for _, x := range j.panel {
		trips := b.Binary(ir.OpSub, outer(b, x.loop.Args[1]), outer(b, x.loop.Args[0]))
		trips = b.Binary(ir.OpMin, b.Binary(ir.OpMax, trips, b.Int(1)), b.Int(1<<32))
		bytes = b.Binary(ir.OpAdd, bytes, b.Binary(ir.OpMul, trips, b.Int(int64(x.bytes))))
	}
	fit := b.Binary(ir.OpDiv, b.Int(int64(cache)), bytes)
	fit = b.Binary(ir.OpMul, b.Binary(ir.OpDiv, fit, side), side)
	return b.Binary(ir.OpMax, fit, side)
}

// outer is v for the host; constants may be the body's own.
func outer(b *ir.Builder, v *ir.Value) *ir.Value {
	if bits, ok := v.IsConst(); ok {
		return b.Const(v.Type, bits)
	}
	return v
}
