package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Unroll and jam: several rows of a parallel loop at a time, so that what they load in common is loaded once (Callahan, Carr & Kennedy, "Improving
// Register Allocation for Subscripted Variables", PLDI 1990; Carr & Kennedy, "Improving the Ratio of Memory Operations to Floating-Point
// Operations in Loops", TOPLAS 1994). A matrix product becomes a block of results in registers so; stencils share the rows that they read.

// jam says how many rows, along which dimension, and how many vectors side by side.
type jam struct {
	dim     int
	rows    int
	vectors int
	lanes   int       // elements in a vector
	cycles  float64   // for each vector of a row, if that has been estimated,
	next    *block    // and the block that comes next to it
	panel   []panelOf // what an inner loop reads, per column: the rows above and below read it again
}

// panelOf is memory that each column reads, once for each iteration of an inner loop.
type panelOf struct {
	loop  *ir.Op
	bytes int
}

// The limits of the search.
const (
	maxRows    = 8
	maxVectors = 4
	maxJamOps  = 480 // vector operations in the jammed body, loads that rows share counted once
	worthBlock = 0.9 // of the time of one row: rows that are left over, and larger code, take some of what is gained
)

// chooseJam looks for the block of rows and vectors that takes least time per element; nil if that is hardly less than one row does.
func (s *scheduler) chooseJam(o *ir.Op) *jam {
	p := newSpace(o)
	var single, best *block // one row, as good as it gets, and several
	all := s.blocks(p)
	for k := range all {
		switch c := &all[k]; {
		case c.rows == 1:
			if single == nil || c.cycles < single.cycles {
				single = c
			}
		case best == nil || c.cycles < 0.99*best.cycles:
			best = c
		}
	}
	if best == nil || best.cycles > worthBlock*single.cycles {
		return nil
	}
	j := &jam{dim: best.dim, rows: best.rows, vectors: best.vectors, cycles: best.cycles}
	for k := range all {
		if c := &all[k]; c != best && (j.next == nil || c.cycles < j.next.cycles) {
			j.next = c
		}
	}
	j.panel = p.panels(lastParam(p.body))
	return j
}

// block is a number of rows along a dimension, and of vectors.
type block struct {
	dim, rows, vectors int
	cycles             float64 // for each vector of a row
}

// blocks lists those that registers, code and caches have room for; none if it can't be told what they take.
func (s *scheduler) blocks(p *space) (all []block) {
	last := len(p.op.Args) - 1
	if last == 0 || last > 1 && s.columns || !p.jammable(p.body, true) {
		return nil
	}
	lane := p.body.Params[last]
	loads, _ := p.inner(p.body)
	if len(loads) == 0 {
		return nil
	}
	for _, l := range loads {
		if _, ok := l.At.Coef(lane); !ok || p.opaque(l.At) {
			return nil
		}
	}
	carried := max(1, p.carried())
	times := s.newBlockTimes(p)
	for dim := last - 1; dim >= 0; dim-- {
		count, memory := p.newSharing(loads, p.body.Params[dim], lane), p.newRowStreams(p.body.Params[dim])
		work := p.newSharedWork(p.body, count)
		for rows := 1; rows <= maxRows && count != nil; rows++ {
			count.add()
			work.add()
			streams := memory.add()
			for vectors := 1; vectors <= maxVectors; vectors++ {
				registers := carried*rows*vectors + vectors*min(count.varying, 2) + 1
				if registers >= s.machine.Registers || vectors*(work.ops+count.varying) > maxJamOps || rows > 1 && streams > s.machine.RowStreams() {
					continue
				}
				all = append(all, block{dim, rows, vectors, times.cycles(rows, vectors, count, work)})
			}
		}
	}
	return all
}

// panels is what inner loops read along a dimension.
func (p *space) panels(lane *ir.Value) (out []panelOf) {
	loads, _ := p.inner(p.body)
	for _, l := range loads {
		if f := innerLoop(l.Op); f != nil && l.At.Mentions(lane) && p.boxed(f) {
			out = append(out, panelOf{f, l.Elem().Size()})
		}
	}
	return out
}

// widestLoad is the size of the largest element that is loaded inside.
func (p *space) widestLoad() int {
	widest := 1
	loads, _ := p.inner(p.body)
	for _, l := range loads {
		widest = max(widest, l.Elem().Size())
	}
	return widest
}

func unitOrNone(step analysis.Poly) bool {
	c, ok := step.Const()
	return ok && (c == 0 || c == 1)
}

// innerLoop is the counted loop directly around o, nil if there is none but the pattern.
func innerLoop(o *ir.Op) *ir.Op {
	if f := o.Parent.Parent; f != nil && f.Kind == ir.OpFor {
		return f
	}
	return nil
}

// jammable reports a body of straight-line code and counted loops that run to their ends, whose ranges are the same in all rows; if so wanted with choices, too.
// Its checks, if any, are the guard's.
func (p *space) jammable(r *ir.Region, choices bool) bool {
	for _, o := range r.Ops {
		switch {
		case len(o.Regions) == 0:
			if o.Kind == ir.OpAlloca || o.Kind.Has(ir.Terminator) && o.Kind != ir.OpYield {
				return false
			}
		case o.Kind == ir.OpIf && choices && p.fromData(o.Args[0]):
			if slices.ContainsFunc(o.Regions, func(r *ir.Region) bool { return !straight(r) }) {
				return false
			}
		case o.Kind != ir.OpFor || !p.fixed(o.Args[0]) || !p.fixed(o.Args[1]) || !p.jammable(o.Regions[0], choices):
			return false
		}
	}
	return true
}

// innermost lists the operations of the innermost loops (of the body, where it has none), without what computes indices; of choices both arms.
func (p *space) innermost(r *ir.Region) (ops []*ir.Op) {
	for _, o := range r.Ops {
		if o.Kind == ir.OpFor {
			ops = append(ops, p.innermost(o.Regions[0])...)
		}
	}
	if len(ops) > 0 {
		return ops
	}
	data := dataOps(r)
	for _, o := range r.Ops {
		if o.Kind == ir.OpIf {
			for _, arm := range o.Regions {
				ops = append(ops, slices.DeleteFunc(p.innermost(arm), func(o *ir.Op) bool { return o.Kind == ir.OpYield })...)
			}
		}
		switch {
		case o.Kind == ir.OpConst, o.Kind == ir.OpFence, o.Kind.Has(ir.Check):
		case o.Kind == ir.OpLoad, data[o]:
			ops = append(ops, o)
		}
	}
	return ops
}

// dataOps are the ops of straight-line code that compute what is stored or handed on, and these: the others compute where that is.
func dataOps(r *ir.Region) map[*ir.Op]bool {
	data := map[*ir.Op]bool{}
	for _, o := range slices.Backward(r.Ops) {
		if o.Kind == ir.OpLoad || o.Kind != ir.OpStore && !o.Kind.Has(ir.Terminator) && !data[o] {
			continue
		}
		data[o] = true
		for _, a := range dataArgs(o) {
			if a.Def != nil && a.Def.Parent == r && a.Def.Kind != ir.OpLoad {
				data[a.Def] = true
			}
		}
	}
	return data
}

// dataArgs are the operands of an op that are no places in memory; of a choice, those of what is in its arms, too.
func dataArgs(o *ir.Op) []*ir.Value {
	args := o.Args
	if o.Kind == ir.OpStore {
		args = o.Args[2:3]
	}
	for _, arm := range o.Regions {
		for in := range dataOps(arm) {
			args = append(args[:len(args):len(args)], dataArgs(in)...)
		}
	}
	return args
}

// inner lists the loads among those, and counts all.
func (p *space) inner(r *ir.Region) (loads []analysis.Access, ops int) {
	all := p.innermost(r)
	for _, o := range all {
		if o.Kind == ir.OpLoad {
			loads = append(loads, p.s.Access(o))
		}
	}
	return loads, len(all)
}

// carried is the largest number of values that a loop inside carries.
func (p *space) carried() int {
	n := 0
	p.body.Walk(func(o *ir.Op) bool {
		n = max(n, len(o.Results)*min(1, len(o.Regions)))
		return true
	})
	return n
}

// rowStreams counts, as rows are added one after the other, the rows of memory that a body without inner loops walks along, and that may share the
// ways of a cache's set: scratch buffers are laid out so that they don't do that with each other.
type rowStreams struct {
	p        *space
	accesses []analysis.Access // of the next row
	steps    []analysis.Poly
	seen     []analysis.Access
}

func (p *space) newRowStreams(row *ir.Value) *rowStreams {
	c := &rowStreams{p: p}
	p.body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpLoad || o.Kind == ir.OpStore {
			a := p.s.Access(o)
			step, _ := a.At.Coef(row)
			c.accesses, c.steps = append(c.accesses, a), append(c.steps, step)
		}
		return !o.Kind.Has(ir.Loop)
	})
	return c
}

// add adds a row, and returns how many there are now.
func (c *rowStreams) add() int {
	for k, a := range c.accesses {
		near := func(x analysis.Access) bool { return x.Root == a.Root && x.At.Near(a.At) }
		if !slices.ContainsFunc(c.seen, near) {
			c.seen = append(c.seen, a)
		}
		c.accesses[k].At = c.p.s.Add(a.At, c.steps[k])
	}
	buffers := map[*ir.Value]int{}
	most, sum := 0, 0
	for _, a := range c.seen {
		if d := a.Root.Def; d != nil && d.Kind == ir.OpScratch {
			buffers[a.Root]++
			most = max(most, buffers[a.Root])
		} else {
			sum++
		}
	}
	return sum + most
}

// jamRows appends to dst what src does in several iterations at once: each cloner stands for one.
func jamRows(dst, src *ir.Region, rows []*ir.Cloner) {
	b := &ir.Builder{Region: dst}
	ops := src.Ops
	for len(ops) > 0 {
		o := ops[0]
		b.Pos = o.Pos
		switch {
		case o.Kind == ir.OpFor:
			jamLoop(b, o, rows)
		case o.Kind == ir.OpBlockReduce:
			jamReduction(b, o, rows)
		case o.Kind == ir.OpYield:
			var vals []*ir.Value
			for _, c := range rows {
				vals = append(vals, c.Args(o.Args)...)
			}
			b.Yield(vals...)
		default:
			n := slices.IndexFunc(ops, func(o *ir.Op) bool { return o.Kind.Has(ir.Loop) || o.Kind.Has(ir.Terminator) })
			jamStraight(b, ops[:n], rows)
			ops = ops[n:]
			continue
		}
		ops = ops[1:]
	}
}

// jamStraight appends straight-line code and choices, row by row, but all stores at the end: then what a row has loaded serves the next ones, too. Only where a
// row loads what it may have stored, or one way of a choice stores, stores stay where they are.
func jamStraight(b *ir.Builder, ops []*ir.Op, rows []*ir.Cloner) {
	var stored []*ir.Op
	late := true
	look := func(o *ir.Op) bool {
		switch o.Kind {
		case ir.OpStore:
			stored = append(stored, o)
		case ir.OpLoad:
			late = late && !slices.ContainsFunc(stored, func(st *ir.Op) bool {
				return st.Args[2].Type == o.Results[0].Type && !analysis.Distinct(st.Args[0].Root(), o.Args[0].Root())
			})
		}
		return true
	}
	for _, o := range ops {
		look(o)
		for _, arm := range o.Regions {
			before := len(stored)
			arm.Walk(look)
			late = late && len(stored) == before
		}
	}
	for _, isStore := range []bool{false, true} {
		for _, c := range rows {
			for _, o := range ops {
				if (late && o.Kind == ir.OpStore) == isStore {
					b.Insert(c.Op(o))
				}
			}
		}
	}
}

func jamLoop(b *ir.Builder, o *ir.Op, rows []*ir.Cloner) {
	var inits []*ir.Value
	for _, c := range rows {
		inits = append(inits, c.Args(o.Args[2:])...)
	}
	f := b.For(rows[0].Value(o.Args[0]), rows[0].Value(o.Args[1]), o.Ints[0], inits)
	f.Mode = o.Mode
	n := len(o.Results)
	for u, c := range rows {
		c.Map(o.Regions[0].Params[0], f.Regions[0].Params[0])
		c.MapAll(o.Regions[0].Params[1:], f.Regions[0].Params[1+u*n:1+(u+1)*n])
	}
	jamRows(f.Regions[0], o.Regions[0], rows)
	for u, c := range rows {
		c.MapAll(o.Results, f.Results[u*n:(u+1)*n])
	}
}

// blocked emits a parallel loop as blocks of rows, and of columns where an inner loop reads a panel of them: the blocks of one range of columns
// come one after the other, so that what they read of the columns stays in the cache.
func (s *scheduler) blocked(host *ir.Builder, o *ir.Op, n *Nest) {
	j := n.jam
	s.recordPattern(o, ir.InLanes, false)
	k, b, lo, hi := s.newRange(o.Pos)
	var dims []*ir.Value // of the launch
	var each *ir.Value   // elements in one of its iterations
	unit := 1
	if last := len(o.Args) - 1; j.dim == last-1 && len(j.panel) == 0 {
		dims, each, unit = o.Args[:last], host.Binary(ir.OpMin, o.Args[last], host.Int(maxTrips)), j.rows
		j.along(b, o, lo, hi, dims)
	} else {
		dims, each = j.blocks(host, b, o, lo, hi, s.machine.TileBytes())
		if len(j.panel) > 0 { // an iteration is much work
			unit = 0
		}
	}
	b.Return()
	s.streams = n.stream && s.stream(k, host, o.Args) || s.streams
	args := closeKernel(k)
	size := linearSize(host, dims)
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
	s.note(o.Pos, "%s over %d dimension(s) in blocks of %d rows and %d vectors", s.loopName(), len(o.Args), j.rows, j.vectors)
}

// along emits the rows numbered [lo, hi) of a space of these dimensions: as far as the last of them or the piece goes, then on with the next one.
func (j *jam) along(b *ir.Builder, o *ir.Op, lo, hi *ir.Value, dims []*ir.Value) {
	last := len(dims) - 1
	zero, width := b.Int(0), o.Args[len(o.Args)-1]
	if last == 0 {
		j.rowsOf(b, o, []*ir.Value{lo}, lo, hi, zero, width)
		return
	}
	loop := b.Loop([]*ir.Value{lo})
	in := b.In(loop.Regions[0])
	pos := loop.Regions[0].Params[0]
	more := in.If(in.Compare(ir.OpLt, pos, hi))
	in.Break(loop) // never reached
	in.In(more.Regions[1]).Break(loop)
	in.Region = more.Regions[0]
	outer := in.Binary(ir.OpDiv, pos, dims[last])
	first := in.Binary(ir.OpSub, pos, in.Binary(ir.OpMul, outer, dims[last]))
	end := in.Binary(ir.OpMin, dims[last], in.Binary(ir.OpAdd, first, in.Binary(ir.OpSub, hi, pos)))
	j.rowsOf(in, o, append(delinearise(in, outer, dims[:last]), first), first, end, zero, width)
	in.Continue(loop, in.Binary(ir.OpAdd, pos, in.Binary(ir.OpSub, end, first)))
}

// blocks emits the loop over the blocks numbered [lo, hi), the range of columns slowest. It gives the launch's dimensions, and about how many
// elements a block has.
func (j *jam) blocks(host, b *ir.Builder, o *ir.Op, lo, hi *ir.Value, cache int) (dims []*ir.Value, each *ir.Value) {
	last := len(o.Args) - 1
	width, height := o.Args[last], o.Args[j.dim]
	columns, tiles := width, 0
	if len(j.panel) > 0 {
		columns, tiles = j.columns(host, width, cache), 1
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
		x1 = in.Binary(ir.OpMin, width, in.Binary(ir.OpAdd, x0, columns))
	}
	row := in.Binary(ir.OpMul, at[tiles+j.dim], in.Int(int64(j.rows)))
	end := in.Binary(ir.OpMin, height, in.Binary(ir.OpAdd, row, in.Int(int64(j.rows))))
	j.rowsOf(in, o, at[tiles:], row, end, x0, x1)
	in.Yield()
	each = host.Binary(ir.OpMul, host.Binary(ir.OpMin, columns, host.Int(maxTrips/64)), host.Int(int64(j.rows)))
	return dims, each
}

// rowsOf emits the rows [lo, hi) of columns [x0, x1), several at a time and the rest one by one; at has the indices in the other dimensions.
func (j *jam) rowsOf(b *ir.Builder, o *ir.Op, at []*ir.Value, lo, hi, x0, x1 *ir.Value) {
	last := len(o.Args) - 1
	lanes := func(b *ir.Builder, rows []*ir.Value, vectors int) {
		g := b.For(x0, x1, 1, nil)
		g.Mode = ir.InLanes
		g.Ints = append(g.Ints, int64(vectors))
		var cs []*ir.Cloner
		for _, r := range rows {
			c := ir.NewCloner()
			c.MapAll(o.Regions[0].Params[:last], at)
			c.Map(o.Regions[0].Params[j.dim], r)
			c.Map(o.Regions[0].Params[last], g.Regions[0].Params[0])
			cs = append(cs, c)
		}
		jamRows(g.Regions[0], o.Regions[0], cs)
		normaliseIndices(g)
		b.Yield()
	}
	// The last rows that are not enough for a block are done together with some before them once more, where that makes no difference.
	n := b.Int(int64(j.rows))
	rest, again := hi, repeatable(o.Regions[0])
	if again {
		rest = b.Select(b.Compare(ir.OpGe, b.Binary(ir.OpSub, hi, lo), n), hi, lo)
	} else {
		rest = b.Binary(ir.OpAdd, lo, b.Binary(ir.OpMul, b.Binary(ir.OpDiv, b.Binary(ir.OpSub, hi, lo), n), n))
	}
	f := b.For(lo, rest, int64(j.rows), nil)
	in := b.In(f.Regions[0])
	rows := []*ir.Value{f.Regions[0].Params[0]}
	if again {
		rows[0] = in.Binary(ir.OpMin, rows[0], in.Binary(ir.OpSub, hi, n))
	}
	for u := 1; u < j.rows; u++ {
		rows = append(rows, in.Binary(ir.OpAdd, rows[0], in.Int(int64(u))))
	}
	lanes(in, rows, j.vectors)
	// Rows that are left over are few. Vectors of straight-line code overlap by themselves; those of loops wait for what these carry.
	g := b.For(rest, hi, 1, nil)
	vectors := j.vectors
	if !o.Regions[0].Contains(isLoop) {
		vectors = 1
	}
	lanes(b.In(g.Regions[0]), g.Regions[0].Params[:1], vectors)
}

// repeatable reports a body that does the same when it is run once more: it loads nothing that it stores.
func repeatable(body *ir.Region) bool {
	var loads, stores []*ir.Value
	body.Walk(func(o *ir.Op) bool {
		switch o.Kind {
		case ir.OpLoad:
			loads = append(loads, o.Args[0].Root())
		case ir.OpStore:
			stores = append(stores, o.Args[0].Root())
		}
		return true
	})
	return !slices.ContainsFunc(stores, func(st *ir.Value) bool {
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
