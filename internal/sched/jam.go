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
	weigh   bool      // the sizes decide whether it is packed
}

// side is how many columns are done at a time.
func (j *jam) side() int64 { return int64(j.vectors * j.lanes) }

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
	j := leastTime(s.blocks(p))
	if j != nil {
		j.panel = p.panels(lastParam(p.body))
	}
	return j
}

// chooseJamAround does so where the loop f inside has the lanes.
func (s *scheduler) chooseJamAround(o, f *ir.Op) *jam {
	return leastTime(s.blocksAround(newSpace(o), f))
}

// leastTime is the best of the blocks, and the one that comes next; nil if one row takes hardly longer.
func leastTime(all []block) *jam {
	var single, best *block // one row, as good as it gets, and several
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
	return j
}

// block is a number of rows along a dimension, and of vectors.
type block struct {
	dim, rows, vectors int
	cycles             float64 // for each vector of a row
}

// blocks lists those that registers, code and caches have room for; none if it can't be told what they take.
func (s *scheduler) blocks(p *space) []block {
	last := len(p.op.Args) - 1
	if last == 0 || last > 1 && s.columns || !p.jammable(p.body, true) {
		return nil
	}
	width, _ := p.s.Most(p.op.Args[last])
	return s.blocksAlong(p, p.body, width, last, maxRows)
}

// blocksAround lists those of rows of the loop f, all that there is but straight-line code and the loops around it.
func (s *scheduler) blocksAround(p *space, f *ir.Op) []block {
	beside := func(l *ir.Op) bool { return l != f && !l.Defines(f.Regions[0].Params[0]) }
	if !p.jammable(p.body, false) || slices.ContainsFunc(loopsIn(p.op), beside) {
		return nil
	}
	return s.blocksAlong(p, f.Regions[0], int64(max(analysis.TripCount(f), 0)), len(p.op.Args), maxJamRows)
}

// blocksAlong lists those of vectors along the last index of the region r, which has width values if that is known, and of up to most rows in one of the first dims dimensions.
func (s *scheduler) blocksAlong(p *space, r *ir.Region, width int64, dims, most int) (all []block) {
	lane := lastParam(r)
	loads, _ := p.inner(r)
	if len(loads) == 0 {
		return nil
	}
	for _, l := range loads {
		if _, ok := l.At.Coef(lane); !ok || p.opaque(l.At) {
			return nil
		}
	}
	carried := max(1, p.carried())
	times := s.newBlockTimes(p, width)
	for dim := dims - 1; dim >= 0; dim-- {
		count, memory := p.newSharing(loads, p.body.Params[dim], lane), p.newRowStreams(r, p.body.Params[dim])
		work := p.newSharedWork(r, count)
		for rows := 1; rows <= most && count != nil; rows++ {
			if streams := memory.add(); rows > 1 && streams > s.machine.RowStreams() {
				break // nor has it for more rows
			}
			count.add()
			work.add()
			for vectors := 1; vectors <= maxVectors; vectors++ {
				registers := carried*rows*vectors + vectors*min(count.varying, 2) + 1
				if registers >= s.machine.Registers || vectors*(work.ops+count.varying) > maxJamOps {
					break
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

// dataOps are the ops of straight-line code, and of the arms of choices in it, that compute what is stored or handed on, and these: the others compute where that is.
func dataOps(r *ir.Region) map[*ir.Op]bool {
	data := map[*ir.Op]bool{}
	markData(r, data)
	return data
}

func markData(r *ir.Region, data map[*ir.Op]bool) {
	for _, o := range slices.Backward(r.Ops) {
		if o.Kind == ir.OpLoad || o.Kind != ir.OpStore && !o.Kind.Has(ir.Terminator) && !data[o] {
			continue
		}
		data[o] = true
		args := o.Args
		if o.Kind == ir.OpStore {
			args = o.Args[2:3]
		}
		for _, a := range args {
			if a.Def != nil && a.Def.Kind != ir.OpLoad {
				data[a.Def] = true
			}
		}
		for _, arm := range o.Regions {
			markData(arm, data)
		}
	}
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

// rowStreams counts, as rows are added one after the other, the rows of memory that a body without inner loops walks along: those that may share the ways of a
// cache's set, and the streams that prefetchers and stores keep apart. (Measured on Zen 5, AVX2, two derivatives of 2048 x 2048 pixels into two temporaries in a pipeline:
// with three rows at a time, 11 streams, the pipeline takes 0.98 ns for a pixel, with four, 14 streams, 1.01, with five 1.04, six 1.12, seven 1.16. So do rows of 1000.)
type rowStreams struct {
	p        *space
	accesses []analysis.Access // of the next row
	steps    []analysis.Poly
	seen     []analysis.Access
}

func (p *space) newRowStreams(r *ir.Region, row *ir.Value) *rowStreams {
	c := &rowStreams{p: p}
	r.Walk(func(o *ir.Op) bool {
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
	return len(c.seen)
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
	f.Mode, f.Ints = o.Mode, slices.Clone(o.Ints)
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
