package sched

import (
	"cmp"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/loops"
	"github.com/hone-go/hone/internal/machine"
)

// severalSteps emits, in the block around a loop over time, what takes several steps in one sweep where the slices are large and all guards hold, and the loop as written
// behind it. Where that can't be done after all, there is only the loop.
func (s *scheduler) severalSteps(block *ir.Op, l *timeLoop) {
	r := block.Regions[0]
	loop := l.loop
	if loop.Parent != r { // with the steps inside it is a loop whose iterations are independent
		l.when.Remove()
		s.region(r)
		return
	}
	written := r.Take(r.Index(l.when) + 1)
	from := &ir.Builder{Region: ir.NewRegion(r.Parent), Pos: loop.Pos}
	steps := from.Binary(ir.OpSub, loop.Args[1], loop.Args[0])
	if by := loop.Ints[0]; by > 1 {
		steps = from.Binary(ir.OpDiv, from.Binary(ir.OpAdd, steps, from.Int(by-1)), from.Int(by))
	}
	notes, nests := len(s.notes), len(s.nests)
	skew := s.inSteps(l)
	s.notes = s.notes[:notes]
	launches, inner := straighten(l.when.Regions[0])
	differ, ok := l.differing(l.when.Regions[0], launches)
	if skew == nil {
		s.note(loop.Pos, "loop over time: one step after the other: its nests have no %s", loops.Skew)
		l.when.Remove()
	} else if ok && len(launches) == len(l.stages) && s.rowwise(launches) {
		large := l.large(from, steps, s.machine, skew.N)
		when := r.TakeLast()
		from.Region.MoveTo(r)
		r.Append(when)
		when.SetArg(0, large)
		s.emitSteps(block, l, &swept{launches, inner, differ, skew.N}, steps)
		for k := nests; k < len(s.nests); k++ {
			s.noteNest(k)
			s.without(k, loops.Stream) // see inCaches
		}
		s.note(loop.Pos, "loop over time: several steps in one sweep over %s, where there is more than the cache holds", ir.Count(len(l.shared), "slice"))
	} else {
		s.note(loop.Pos, "loop over time: one step after the other: what a loop in it goes over, or its checks, depend on the step")
		l.when.Remove()
	}
	at := len(r.Ops)
	r.Append(written...)
	hull := (&ir.Builder{Region: r, Pos: loop.Pos}).Block() // what it defines is seen to be used
	hull.Regions[0].Append(r.Ops[at : len(r.Ops)-1]...)
	r.Truncate(at)
	r.Append(hull)
	s.region(hull.Regions[0])
	hull.Remove()
	hull.Regions[0].MoveTo(r)
}

// inSteps schedules the nests of the steps, and gives the step by which several are taken in one sweep; nil: they aren't.
func (s *scheduler) inSteps(l *timeLoop) *loops.Step {
	record, around := s.record, s.group
	s.group = &group{kind: loops.Skew, loops: []string{cmp.Or(l.loop.Regions[0].Params[0].Name, "i0")}, fits: func(int, int) error { return nil }, each: map[[2]int]error{}}
	s.record, s.columns = nil, l.split // the nests are those of the loop as written
	s.region(l.when.Regions[0])
	skew, _ := s.group.said()
	s.record, s.group, s.columns = record, around, false
	return skew
}

// mostSteps is how many there may be: more take years.
const mostSteps = 1 << 40

// large emits whether there are several steps, and the slices don't fit a cache, or somebody wants so many steps in a sweep.
func (l *timeLoop) large(b *ir.Builder, steps *ir.Value, m *machine.Desc, wanted int) *ir.Value {
	loop, bytes := l.loop, b.Int(0)
	for _, v := range l.shared {
		n := b.Binary(ir.OpMin, b.Len(v), b.Int(maxCost))
		bytes = b.Binary(ir.OpAdd, bytes, b.Binary(ir.OpMul, n, b.Int(int64(v.Type.Elem.Size()))))
	}
	least := int64(2 * m.SweepBytes())
	if m.Always() || wanted > 0 {
		least = 0
	}
	large := b.Compare(ir.OpGe, bytes, b.Int(least))
	some := b.Compare(ir.OpLt, loop.Args[0], loop.Args[1]) // the difference may wrap around
	few := int64(2)
	if len(l.stages) > len(l.cycle.given) { // a step is several turns
		few = 1
	}
	all := b.Compare(ir.OpLe, steps, b.Int(mostSteps))
	for _, v := range l.cycle.bounds {
		all = b.Binary(ir.OpAnd, all, b.Compare(ir.OpLe, v, b.Int(mostSteps)))
	}
	return b.Binary(ir.OpAnd, b.Binary(ir.OpAnd, large, all), b.Binary(ir.OpAnd, some, b.Compare(ir.OpGe, steps, b.Int(few))))
}

// straighten takes the launches out of what has been made of some steps, and gives them and the region that control comes to if all guards hold: what was behind
// a guard's branch comes inside it.
func straighten(r *ir.Region) (launches []*ir.Op, inner *ir.Region) {
	for inner = r; ; {
		at := slices.IndexFunc(inner.Ops, func(o *ir.Op) bool { return o.Kind == ir.OpIf && len(o.Results) == 0 })
		end := at
		if at < 0 {
			end = len(inner.Ops) - 1
		}
		for _, o := range slices.Clone(inner.Ops[:end]) {
			switch {
			case o.Kind == ir.OpLaunch:
				launches = append(launches, o)
				o.Remove()
				end--
			case o.Kind != ir.OpRun && (!o.Kind.Has(ir.Pure) || len(o.Regions) > 0):
				return nil, nil
			}
		}
		if at < 0 {
			return launches, inner
		}
		branch := inner.Ops[end]
		then, other := branch.Regions[0], branch.Regions[1]
		then.TakeLast()
		then.Append(inner.Take(end + 1)...)
		(&ir.Builder{Region: inner, Pos: branch.Pos}).Yield()
		other.Truncate(0)
		(&ir.Builder{Region: other, Pos: branch.Pos}).Yield()
		inner = then
	}
}

// rowwise reports launches that go through their spaces row by row.
func (s *scheduler) rowwise(launches []*ir.Op) bool {
	return !slices.ContainsFunc(launches, func(o *ir.Op) bool { _, ok := s.rows[o]; return !ok })
}

// swept is what steps have become: launches, where control comes to if all guards hold, and what they are given that differs from step to step.
type swept struct {
	launches []*ir.Op
	inner    *ir.Region
	differ   []*ir.Value
	wanted   int // steps in a sweep; 0: as many as gain
}

// emitSteps emits the sweeps, and what the loop gives then.
func (s *scheduler) emitSteps(block *ir.Op, l *timeLoop, x *swept, steps *ir.Value) {
	launches, inner, loop := x.launches, x.inner, l.loop
	for k, st := range l.stages { // its columns are those of the kernel
		in := s.rows[launches[k]].inner
		l.split = l.split && (isPoint(st.loop) || len(in) > 0 && sameValue(in[0], st.loop.Args[1]))
	}
	end := inner.TakeLast()
	b := (&ir.Builder{Region: inner, Pos: loop.Pos}).Sharing()
	e := &layouter{Builder: b, p: &pipeline{stages: l.stages, pitch: l.pitch}}
	ok, about := l.layout(e, s.machine.SweepBytes())
	if about == nil {
		about = []*ir.Value{e.Int(0), e.Int(0), e.Int(0)}
		l.at = slices.Repeat([]place{{e.Int(0), e.Int(0)}}, len(l.stages))
	}
	numbered := l.numbered(x.differ)
	if numbered {
		ok = b.Binary(ir.OpAnd, ok, b.Compare(ir.OpLe, steps, b.Int(mostKept)))
	}
	if len(l.apart) > 0 {
		ok = b.Binary(ir.OpAnd, ok, s.emitGuard(b, guard{space: l.stages[0].space, order: analysis.Condition{Apart: l.apart}}))
	}
	branch := b.If(ok)
	b.In(branch.Regions[1]).Yield()
	inner.Append(end)

	then := b.In(branch.Regions[0])
	var kept []*ir.Value
	var numbers map[int]*ir.Value
	if numbered {
		hull := then.Block()
		for _, v := range x.differ {
			kept = append(kept, then.Op(ir.OpScratch, []*ir.Value{steps}, ir.SliceOf(v.Type)).Result())
		}
		var fits *ir.Value
		fits, numbers = l.ahead(then, steps, x.differ, kept)
		branch := then.If(fits)
		then.In(branch.Regions[1]).Yield()
		defer func() { s.inHull(hull) }()
		defer then.Yield()
		then = then.In(branch.Regions[0])
	}
	then = then.Sharing()
	body := &ir.Region{}
	in := then.In(body)
	for k, st := range l.stages {
		o := launches[k]
		args := append([]*ir.Value{o.Args[0]}, l.shape(then, e, st, s.rows[o])...)
		args = append(args, l.at[k].row, l.at[k].column)
		for _, v := range s.inCaches(then, o) {
			if i := slices.Index(x.differ, v); i >= 0 {
				v = kept[i]
			}
			args = append(args, v)
		}
		turn := in.Op(ir.OpTurn, args)
		turn.SetSym(o.Sym())
		turn.Ints = []int64{l.cycle.stepOf(k)}
	}
	in.Yield()
	given := l.cycle.given
	cycles, rest := then.Binary(ir.OpDiv, steps, then.Int(int64(len(given)))), then.Binary(ir.OpRem, steps, then.Int(int64(len(given))))
	turns := then.Int(0) // of the last cycle
	results := given[0]
	for k, vs := range given[1:] {
		here := then.Compare(ir.OpEq, rest, then.Int(int64(k+1)))
		turns = then.Select(here, then.Int(int64(l.cycle.stages(k+1))), turns)
		next := make([]*ir.Value, len(vs))
		for i, v := range vs {
			if v != nil {
				next[i] = then.Select(here, own(then, v), own(then, results[i]))
			}
		}
		results = next
	}
	turns = then.Binary(ir.OpAdd, then.Binary(ir.OpMul, cycles, then.Int(int64(len(l.stages)))), turns)
	sweeps := then.Op(ir.OpSweeps, append([]*ir.Value{turns}, about...))
	sweeps.Ints = []int64{int64(s.machine.SweepBytes()), int64(len(given)), int64(x.wanted)}
	sweeps.SetRegions(body)
	results = slices.Clone(results)
	for i, v := range results {
		if v == nil {
			v = numbers[i]
		}
		results[i] = own(then, v)
	}
	then.Break(block, results...)
	s.renamed.Apply(block.Regions[0]) // what was computed by ops that have moved into kernels since the loop was looked at
}

// own is v, or a constant of its own.
func own(b *ir.Builder, v *ir.Value) *ir.Value {
	if bits, ok := v.IsConst(); ok {
		return b.Const(v.Type, bits)
	}
	return v
}

// sameValue reports one value, or equal constants.
func sameValue(a, b *ir.Value) bool {
	x, ok1 := a.ConstInt()
	y, ok2 := b.ConstInt()
	return a == b || ok1 && ok2 && x == y
}

// shape is how a step goes through its space: how many of its indices a column has, how many columns a row, and how many rows it takes at a time.
func (l *timeLoop) shape(b *ir.Builder, e *layouter, st *stage, rows launchRows) []*ir.Value {
	per, columns := b.Int(1), b.Int(1)
	inner := rows.inner
	switch {
	case isPoint(st.loop):
	case st.free:
		per, inner = e.pitch, nil
	case l.split:
		columns, inner = inner[0], inner[1:]
	}
	if len(inner) > 0 {
		per = linearSize(b, inner)
	}
	return []*ir.Value{per, columns, b.Int(int64(rows.jam))}
}

// inCaches are the arguments of a launch, with stores that go through the caches.
func (s *scheduler) inCaches(b *ir.Builder, launch *ir.Op) []*ir.Value {
	args := slices.Clone(launch.Args[4:])
	k := s.kernels[slices.IndexFunc(s.kernels, func(f *ir.Func) bool { return f.Name == launch.Sym() })]
	k.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpStream {
			if p := o.Args[0]; p.Owner == k.Body {
				args[p.Index-2] = b.Bool(false)
			}
		}
		return true
	})
	return args
}

// layout emits whether steps may follow each other in a tile, and the numbers that sweeps are given about them beside their own: by how many rows and columns at the most
// what one step touches lies from what another does in the same row and column, and how many bytes a column has.
func (l *timeLoop) layout(e *layouter, cache int) (ok *ir.Value, about []*ir.Value) {
	one := e.Int(1)
	raw := l.pitch.Emit(e.Builder, e.outside)
	ok = e.allOf(e.Compare(ir.OpLe, one, raw), e.Compare(ir.OpLe, raw, e.Int(maxPitch)))
	e.pitch = e.Binary(ir.OpMax, e.Binary(ir.OpMin, raw, e.Int(maxPitch)), one)
	width := e.pitch
	splits := e.Bool(l.split)
	if l.split {
		raw := l.column.Emit(e.Builder, e.outside)
		splits = e.allOf(splits, e.Compare(ir.OpLe, one, raw), e.Compare(ir.OpLe, raw, e.pitch))
		width = e.Binary(ir.OpMax, e.Binary(ir.OpMin, raw, e.pitch), one)
	}
	var rows, columns [2]interval // of stores, and of all
	for _, st := range l.stages {
		ok = e.allOf(ok, e.nonEmpty(st)...)
		if isPoint(st.loop) {
			at, fine := l.pointExtents(e, st, width, &rows, &columns)
			if fine == nil {
				return e.Bool(false), nil
			}
			ok, l.at = e.Binary(ir.OpAnd, ok, fine), append(l.at, at)
			continue
		}
		l.at = append(l.at, place{e.Int(0), e.Int(0)})
		g := newGuardEmitter(st.space, e.Builder)
		index := st.space.body.Params
		for _, a := range st.acc {
			if !slices.Contains(l.shared, a.Root) {
				continue
			}
			if g.small(a.At); g.failed { // even where nothing is done
				return e.Bool(false), nil
			}
			rest := a.At.Without(index[0])
			first, last := e.ends(g, st, a, rest, 1)
			if st.free {
				last = e.add(last, e.sub(e.pitch, one))
			}
			row := interval{e.floor(first, e.pitch), e.floor(last, e.pitch)}
			e.include(&rows, row, a.Stores())
			if !l.split {
				continue
			}
			splits = e.allOf(splits, e.Compare(ir.OpEq, row.lo, row.hi)) // the columns of a row begin anew in the next
			first, last = e.ends(g, st, a, rest.Without(index[1]), 2)
			begin := e.mul(row.lo, e.pitch)
			e.include(&columns, interval{e.floor(e.sub(first, begin), width), e.floor(e.sub(last, begin), width)}, a.Stores())
		}
		ok = e.allOf(ok, g.holds())
	}
	reach, across := e.reach(rows), e.Int(-1)
	if l.split {
		across = e.Select(splits, e.reach(columns), across)
	}
	size := 0
	for _, v := range l.shared {
		size += v.Type.Elem.Size()
	}
	bytes := e.mul(width, e.Int(int64(size)))
	// Two steps of the least tile fit, and no piece takes long: a row, or of a tile of columns the part that fits.
	time := e.rowTime(1)
	if l.split {
		part := e.mul(e.rowTime(2), e.Binary(ir.OpDiv, e.Int(int64(cache)), bytes))
		time = e.Select(e.Compare(ir.OpGe, across, e.Int(0)), part, time)
	}
	across0, most := e.Binary(ir.OpMin, e.Binary(ir.OpMax, across, e.Int(0)), e.Int(maxTrips)), e.Int(maxTrips)
	least := e.Select(e.Compare(ir.OpGe, across, e.Int(0)), e.mul(e.mul(across0, e.Int(5)), bytes), e.mul(e.pitch, e.Int(int64(size))))
	inUse := e.mul(e.add(e.mul(e.Binary(ir.OpMin, reach, most), e.Int(3)), one), e.Binary(ir.OpMin, least, e.Int(1<<36)))
	return e.allOf(ok, e.Compare(ir.OpLe, reach, most), e.Compare(ir.OpLe, inUse, e.Int(int64(cache))), e.Compare(ir.OpLe, time, e.Int(longStrip))), []*ir.Value{reach, across, bytes}
}

// ends emits the first and the last element that an access goes to, relative to where the first so many indices are 0: what is left of its place is rest.
func (e *layouter) ends(g *guardEmitter, st *stage, a analysis.Access, rest analysis.Poly, fixed int) (first, last *ir.Value) {
	d := st.space.around(a.Op)
	if d == nil {
		d = &domain{[]box{{}}}
	}
	for k := range d.boxes { // one that is empty makes the range no smaller
		x := newExtremes(g, &d.boxes[k])
		g.fuel = g.most
		first, last = e.fold(ir.OpMin, first, x.extreme(rest, false)), e.fold(ir.OpMax, last, x.extreme(rest, true))
	}
	if g.failed || first == nil {
		g.failed = false
		first, last = e.rowZero(st, a, fixed)
		if st.free {
			last = e.sub(last, e.sub(e.pitch, e.Int(1)))
		}
	}
	return first, last
}

// around is the part of the space in which an op runs, as far as the conditions around it say.
func (p *space) around(o *ir.Op) (d *domain) {
	var conds []condition
	for r := o.Parent; r != p.body; r = r.Parent.Parent {
		if r.Parent.Kind == ir.OpIf {
			conds = append(conds, condition{r.Parent.Args[0], r == r.Parent.Regions[0]})
		}
	}
	for _, c := range slices.Backward(conds) {
		if part, ok := p.within(d, c); ok {
			d = part
		}
	}
	return d
}

// interval is a range of rows or columns, both ends in it.
type interval struct{ lo, hi *ir.Value }

// include extends ranges, of what is stored to and of all that is touched.
func (e *layouter) include(all *[2]interval, r interval, stores bool) {
	for k := range all {
		if k == 0 && !stores {
			continue
		}
		all[k] = interval{e.fold(ir.OpMin, all[k].lo, r.lo), e.fold(ir.OpMax, all[k].hi, r.hi)}
	}
}

// reach is how far what is stored lies from what is touched, at the most.
func (e *layouter) reach(of [2]interval) *ir.Value {
	stores, all := of[0], of[1]
	return e.Binary(ir.OpMax, e.sub(all.hi, stores.lo), e.sub(stores.hi, all.lo))
}

// floor is x/n, rounded down.
func (e *layouter) floor(x, n *ir.Value) *ir.Value {
	q := e.Binary(ir.OpDiv, x, n)
	return e.Select(e.Compare(ir.OpLt, x, e.mul(q, n)), e.sub(q, e.Int(1)), q)
}
