package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
)

// layout is what the host finds out about a pipeline before it runs: whether it may and should be run, how far each stage is ahead, and how large
// the windows are. At time t a stage has done its rows below t+ahead; a band of rows that begins at time t begins with row t+before of it.
type layout struct {
	ok, from, to, strip, pitch *ir.Value
	row                        *ir.Value // elements that rows have, of which the pitch is a few more where they are spread
	ahead, before              []*ir.Value
	windows                    []window
	parts                      []filled
}

// window: the elements of a temporary that are touched from time t on begin at t*pitch+low, in a band that begins then at t*pitch+first; those
// touched before end at t*pitch+top.
type window struct{ first, low, top *ir.Value }

// maxPitch keeps products of pitches and rows within 64 bits.
const maxPitch = 1 << 31

// extent is the elements that row 0 of a stage touches in a temporary.
type extent struct{ lo, hi *ir.Value }

// slots lists all numbers of a layout.
func (l *layout) slots() []**ir.Value {
	out := []**ir.Value{&l.from, &l.to, &l.strip, &l.pitch, &l.row}
	for m := range l.ahead {
		out = append(out, &l.ahead[m])
	}
	for m := range l.before {
		out = append(out, &l.before[m])
	}
	for k := range l.windows {
		w := &l.windows[k]
		out = append(out, &w.first, &w.low, &w.top)
	}
	for k := range l.parts {
		out = append(out, &l.parts[k].first, &l.parts[k].n)
	}
	return out
}

// layout emits all that, in a branch: if the temporaries are small it isn't needed.
func (s *scheduler) layout(host *ir.Builder, p *pipeline, paths []*path, strip int) *layout {
	bytes := host.Int(0)
	for _, t := range p.temps {
		size := host.Int(int64(t.Results[0].Type.Elem.Size()))
		bytes = host.Binary(ir.OpAdd, bytes, host.Binary(ir.OpMul, host.Binary(ir.OpMin, t.Args[0], host.Int(maxCost)), size))
	}
	large := host.Compare(ir.OpGe, bytes, host.Int(int64(s.machine.KeepBytes())))
	if strip > 0 { // somebody wants it
		large = host.Bool(true)
	}
	tmp := &ir.Region{}
	e := &layouter{Builder: &ir.Builder{Region: tmp, Pos: host.Pos}, machine: s.machine, p: p}
	l := e.layout(s.machine.TileBytes(), s.unit(paths), strip)
	// Stages one by one, as they are guarded when they run one after the other: the kernels are the same.
	guards := []guard{}
	for _, st := range p.stages {
		guards = append(guards, st.guard)
	}
	for _, g := range append(guards, guard{space: p.stages[0].space, order: analysis.Condition{Apart: p.apart}}) {
		if !g.empty() {
			l.ok = e.Binary(ir.OpAnd, l.ok, s.emitGuard(e.Builder, g))
		}
	}
	vals := []*ir.Value{l.ok}
	for _, slot := range l.slots() {
		vals = append(vals, *slot)
	}
	e.Yield(vals...)

	branch := host.If(large, ir.Types(vals)...)
	tmp.MoveTo(branch.Regions[0])
	none := host.In(branch.Regions[1])
	nothing := []*ir.Value{none.Bool(false)}
	zero := none.Int(0)
	for range vals[1:] {
		nothing = append(nothing, zero)
	}
	none.Yield(nothing...)
	l.ok = branch.Results[0]
	for k, slot := range l.slots() {
		*slot = branch.Results[1+k]
	}
	return l
}

// unit is the number of rows of which strips should be multiples, for the sake of the kernels that take several at a time: all of them, or if that is too
// much the hungriest.
func (s *scheduler) unit(paths []*path) int {
	all, most := 1, 1
	for _, p := range paths {
		u := s.rows[p.launch].jam
		most = max(most, u)
		for k := all; all%u != 0; {
			all += k
		}
	}
	if all > maxUnit {
		return most
	}
	return all
}

const maxUnit = 12

type layouter struct {
	*ir.Builder
	machine *machine.Desc
	p       *pipeline
	pitch   *ir.Value // of windows
	row     *ir.Value // the pitch as the program has it
}

func (e *layouter) add(x, y *ir.Value) *ir.Value { return e.Binary(ir.OpAdd, x, y) }
func (e *layouter) sub(x, y *ir.Value) *ir.Value { return e.Binary(ir.OpSub, x, y) }
func (e *layouter) mul(x, y *ir.Value) *ir.Value { return e.Binary(ir.OpMul, x, y) }

// ceilRows is x/pitch, rounded up.
func (e *layouter) ceilRows(x *ir.Value) *ir.Value {
	q := e.Binary(ir.OpDiv, x, e.pitch)
	more := e.Compare(ir.OpGt, x, e.mul(q, e.pitch))
	return e.Select(more, e.add(q, e.Int(1)), q)
}

// fold is kind(x, y), where x may be missing.
func (e *layouter) fold(kind ir.OpKind, x, y *ir.Value) *ir.Value {
	if x == nil {
		return y
	}
	return e.Binary(kind, x, y)
}

func (e *layouter) layout(cache, unit, strip int) *layout {
	p := e.p
	one := e.Int(1)
	raw := p.program().Emit(e.Builder, e.outside)
	ok := e.Compare(ir.OpLe, raw, e.Int(maxPitch))
	e.row = e.Binary(ir.OpMax, e.Binary(ir.OpMin, raw, e.Int(maxPitch)), one)
	e.pitch = e.spread()
	ok = e.allOf(ok, e.Compare(ir.OpGe, raw, one))
	l := &layout{pitch: e.pitch, row: e.row}
	loads, stores := make([][]*extent, len(p.stages)), make([][]*extent, len(p.stages))
	for m, st := range p.stages {
		ok = e.allOf(ok, e.nonEmpty(st)...)
		for _, t := range p.temps {
			loads[m] = append(loads[m], e.extent(st, t.Results[0], false))
			stored := e.extent(st, t.Results[0], true)
			ok = e.allOf(ok, e.cell(l, m, t, stored)...)
			stores[m] = append(stores[m], stored)
		}
	}
	e.order(l, loads, stores)
	for m, st := range p.stages {
		rows := st.loop.Args[0]
		if st.free {
			rows = ceilDiv(e.Builder, rows, e.row)
		}
		l.from = e.fold(ir.OpMin, l.from, e.sub(e.Int(0), l.ahead[m]))
		l.to = e.fold(ir.OpMax, l.to, e.sub(rows, l.ahead[m]))
	}
	fixed, each := e.Int(0), e.Int(0)
	for k, t := range p.temps {
		w := e.window(l, k, loads, stores)
		l.windows = append(l.windows, w)
		size := e.Int(int64(t.Results[0].Type.Elem.Size()))
		reach := e.sub(w.top, e.Binary(ir.OpMin, w.first, w.low))
		// So that nothing wraps around in what follows.
		ok = e.allOf(ok, e.Compare(ir.OpLe, e.Int(0), reach), e.Compare(ir.OpLe, reach, e.Int(int64(4*cache))))
		fixed = e.add(fixed, e.mul(reach, size))
		each = e.add(each, e.mul(e.pitch, size))
	}
	time := e.rowTime(1)
	ok = e.allOf(ok, e.Compare(ir.OpLe, time, e.Int(longStrip)))
	l.strip = e.Binary(ir.OpDiv, e.sub(e.Int(int64(cache)), fixed), each)
	if strip > 0 {
		l.strip, unit = e.Int(int64(strip)), 1
	}
	l.strip = e.Binary(ir.OpMin, l.strip, e.Binary(ir.OpDiv, e.Int(longStrip), time))
	l.strip = e.Binary(ir.OpMax, l.strip, one)
	if unit > 1 {
		u := e.Int(int64(unit))
		whole := e.mul(e.Binary(ir.OpDiv, l.strip, u), u)
		few := e.Select(e.Compare(ir.OpLe, e.add(fixed, e.mul(each, u)), e.Int(int64(2*cache))), u, l.strip) // rather more than the cache should hold than one row at a time
		l.strip = e.Select(e.Compare(ir.OpGe, l.strip, u), whole, few)
	}
	l.ok = e.allOf(ok, e.Compare(ir.OpLe, e.add(fixed, each), e.Int(int64(4*cache))))
	return l
}

// nonEmpty says that every loop of a stage has an iteration, the counted loops inside as well, one of which may be what a row consists of. A range that
// is empty has no first and no last element.
func (e *layouter) nonEmpty(st *stage) (conds []*ir.Value) {
	for _, n := range st.loop.Args {
		conds = append(conds, e.Compare(ir.OpGe, n, e.Int(1)))
	}
	st.space.body.Walk(func(f *ir.Op) bool {
		if f.Kind == ir.OpFor && st.space.boxed(f) {
			conds = append(conds, e.Compare(ir.OpLt, outer(e.Builder, f.Args[0]), outer(e.Builder, f.Args[1])))
		}
		return true
	})
	return conds
}

// allOf is the conjunction of conditions.
func (e *layouter) allOf(ok *ir.Value, conds ...*ir.Value) *ir.Value {
	for _, c := range conds {
		ok = e.Binary(ir.OpAnd, ok, c)
	}
	return ok
}

// longStrip is as long, in picoseconds, as a stage may take for a strip by the worst estimate: it can't be preempted.
const longStrip = 400e6

// rowTime is how long a row of the slowest stage may take, or what is in it for one place of as many indices as are fixed, in picoseconds.
func (e *layouter) rowTime(fixed int) *ir.Value {
	worst := e.Int(1)
	for _, st := range e.p.stages {
		n := e.pitch
		if !st.free {
			n = e.Int(1)
			if inner := st.loop.Args[min(fixed, len(st.loop.Args)):]; len(inner) > 0 {
				n = linearSize(e.Builder, inner)
			}
		}
		_, row := st.cost.emitTimes(e.Builder, e.Binary(ir.OpMin, n, e.Int(maxTrips)))
		worst = e.Binary(ir.OpMax, worst, row)
	}
	return worst
}

// order finds out how far the stages have to be ahead of each other, from the last to the first. Before a stage comes to row r all that it loads has to
// be stored, and before it stores something all others must have had their turn: both say that a stage is done with what a later one touches.
func (e *layouter) order(l *layout, loads, stores [][]*extent) {
	n := len(e.p.stages)
	l.ahead, l.before = make([]*ir.Value, n), make([]*ir.Value, n)
	for m := n - 1; m >= 0; m-- {
		var ahead, before *ir.Value
		for later := m + 1; later < n; later++ {
			for k := range e.p.temps {
				ahead = e.follow(ahead, stores[m][k], loads[later][k], l.ahead[later])
				ahead = e.follow(ahead, stores[m][k], stores[later][k], l.ahead[later])
				ahead = e.follow(ahead, loads[m][k], stores[later][k], l.ahead[later])
				if s, x := stores[m][k], loads[later][k]; s != nil && x != nil {
					before = e.fold(ir.OpMin, before, e.add(l.before[later], e.ceilRows(e.sub(x.lo, s.hi))))
				}
			}
		}
		if ahead == nil {
			ahead = e.Int(0)
		}
		if e.p.stages[m].sink || before == nil {
			before = ahead
		}
		l.ahead[m], l.before[m] = ahead, e.Binary(ir.OpMin, before, ahead)
	}
}

// follow is how far ahead a stage with this extent has to be of a later one, which is so far ahead itself, and what was found out before.
func (e *layouter) follow(ahead *ir.Value, own, later *extent, laterAhead *ir.Value) *ir.Value {
	if own == nil || later == nil {
		return ahead
	}
	rows := e.ceilRows(e.add(e.sub(later.hi, own.lo), e.Int(1)))
	return e.fold(ir.OpMax, ahead, e.add(laterAhead, e.sub(rows, e.Int(1))))
}

// window is that of temporary k.
func (e *layouter) window(l *layout, k int, loads, stores [][]*extent) (w window) {
	for m := range e.p.stages {
		for _, x := range []*extent{loads[m][k], stores[m][k]} {
			if x == nil {
				continue
			}
			w.first = e.fold(ir.OpMin, w.first, e.add(e.mul(l.before[m], e.pitch), x.lo))
			w.low = e.fold(ir.OpMin, w.low, e.add(e.mul(l.ahead[m], e.pitch), x.lo))
			w.top = e.fold(ir.OpMax, w.top, e.add(e.mul(e.sub(l.ahead[m], e.Int(1)), e.pitch), x.hi))
		}
	}
	w.top = e.add(w.top, e.Int(1))
	return w
}

// extent is what a stage loads from a temporary, or stores to it; nil if it doesn't.
func (e *layouter) extent(st *stage, temp *ir.Value, stores bool) *extent {
	var out *extent
	for _, a := range e.outermost(st, temp, stores) {
		lo, hi := e.rowZero(st, a, 1)
		if out == nil {
			out = &extent{lo, hi}
		} else {
			out.lo, out.hi = e.Binary(ir.OpMin, out.lo, lo), e.Binary(ir.OpMax, out.hi, hi)
		}
	}
	return out
}

// outermost lists the accesses, without those that lie at constant distances between others.
func (e *layouter) outermost(st *stage, temp *ir.Value, stores bool) []analysis.Access {
	var all []analysis.Access
	for _, a := range st.acc {
		if a.Root == temp && a.Stores() == stores {
			all = append(all, a)
		}
	}
	s := st.space.s
	return slices.DeleteFunc(slices.Clone(all), func(a analysis.Access) bool {
		below, above := false, false
		for _, x := range all {
			if d, ok := s.Sub(x.At, a.At).Const(); ok {
				below, above = below || d < 0, above || d > 0
			}
		}
		return below && above
	})
}

// rowZero is the first and the last element that an access goes to in row 0, and there where further indices are 0 of which the first so many have no part in it.
func (e *layouter) rowZero(st *stage, a analysis.Access, fixed int) (lo, hi *ir.Value) {
	sp := st.space
	rest := a.At
	zero := e.Int(0)
	lo, hi = zero, zero
	for d, v := range sp.body.Params {
		step, _ := a.At.Coef(v)
		rest = rest.Without(v)
		switch {
		case st.free:
			hi = e.add(hi, e.sub(e.pitch, e.Int(1)))
		case d >= fixed:
			lo, hi = e.along(lo, hi, step, sp.index[v])
		}
	}
	sp.body.Walk(func(f *ir.Op) bool {
		if f.Kind == ir.OpFor && f.Ints[0] > 0 {
			if v := f.Regions[0].Params[0]; rest.Mentions(v) {
				step, _ := a.At.Coef(v)
				rest = rest.Without(v)
				lo, hi = e.along(lo, hi, step, sp.index[v])
			}
		}
		return true
	})
	base := rest.Emit(e.Builder, e.outside)
	return e.add(base, lo), e.add(base, hi)
}

// along adds what an index with this coefficient contributes at the ends of its range.
func (e *layouter) along(lo, hi *ir.Value, coef analysis.Poly, r span) (*ir.Value, *ir.Value) {
	c := coef.Emit(e.Builder, e.outside)
	from := e.Int(0)
	if r.lo != nil {
		from = outer(e.Builder, r.lo)
	}
	last := e.Binary(ir.OpMax, e.sub(outer(e.Builder, r.hi), e.Int(1)), from)
	a, z := e.mul(c, from), e.mul(c, last)
	return e.add(lo, e.Binary(ir.OpMin, a, z)), e.add(hi, e.Binary(ir.OpMax, a, z))
}

// outside is what stands for a value in polynomials.
func (e *layouter) outside(v *ir.Value) *ir.Value {
	if sp := e.p.spread; sp != nil && v == sp.apart {
		return e.pitch
	}
	return v
}
