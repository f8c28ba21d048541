package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Between its nests a loop over time does other things: it reads the strength of a source (s := amp[t]), adds that to a point (a[src] += s), notes what a point has come
// to (trace[t] = a[rec]). What is computed from the number of the step, or from numbers that the loop carries, and from what no step stores to, is computed for all steps
// ahead of them, into slices (scalar expansion: Padua & Wolfe, "Advanced Compiler Optimizations for Supercomputers", CACM 1986). What goes to points in between is a
// step of one iteration, in the row and the column of the point that it stores to.

// aheadOfSteps lists the ops of a loop's body that differ from step to step and need nothing of what steps store; so do not the numbers that it carries.
func aheadOfSteps(o *ir.Op, p *phases, numbers []bool) (ahead map[*ir.Op]bool, ok bool) {
	body := o.Regions[0]
	t := body.Params[0]
	differs, done := map[*ir.Value]bool{t: true}, map[*ir.Value]bool{}
	ahead = map[*ir.Op]bool{}
	missing := func(v *ir.Value) bool {
		return o.Defines(v) && !isConst(v) && !done[v] && (v.Owner != body || v.Type.Kind == ir.Slice)
	}
	for k, yes := range numbers {
		differs[body.Params[1+k]] = yes
	}
	stored := storedRoots(o)
	for _, x := range body.Ops[:len(body.Ops)-1] {
		used := x.Operands()
		known := computed(x, o, stored) && !slices.ContainsFunc(used, missing)
		varies := slices.ContainsFunc(used, func(v *ir.Value) bool { return differs[v] }) && !slices.Contains(p.sinks, x) && !slices.Contains(p.signs, x)
		for _, v := range x.Results {
			done[v], differs[v] = known, varies
		}
		if known && varies {
			ahead[x] = true
		}
	}
	for k, v := range body.Terminator().Args {
		if numbers[k] && missing(v) { // it depends on what steps store
			return nil, false
		}
	}
	return ahead, true
}

// storedRoots are the slices that a loop stores to.
func storedRoots(o *ir.Op) map[*ir.Value]bool {
	stored := map[*ir.Value]bool{}
	carried, chosen := false, false
	o.Regions[0].Walk(func(x *ir.Op) bool {
		if stores(x) {
			root := x.Args[0].Root()
			stored[root] = true
			if o.Defines(root) { // one of those that it carries, or chooses
				carried, chosen = true, chosen || root.Owner == nil
			}
		}
		return true
	})
	if carried {
		for _, v := range o.Args[2:] {
			stored[v.Root()] = true
		}
	}
	if chosen {
		for _, v := range ir.FreeValues(o.Regions[0]) {
			if v.Type.Kind == ir.Slice {
				stored[v.Root()] = true
			}
		}
	}
	return stored
}

// computed reports an op that may be done ahead of all steps: it computes, loads what no step stores to, or checks such an index.
func computed(x, o *ir.Op, stored map[*ir.Value]bool) bool {
	switch {
	case hasSlice(x.Results):
		return false
	case x.Kind == ir.OpCheckIndex:
		return true
	case x.Kind == ir.OpLoad:
		root := x.Args[0].Root()
		return !o.Defines(root) && !stored[root] && x.Results[0].Type.IsScalar()
	case x.Kind == ir.OpIf:
		return !x.Leaves() && !slices.ContainsFunc(x.Regions, func(r *ir.Region) bool {
			return r.Contains(func(y *ir.Op) bool {
				return y.Kind != ir.OpYield && y.Kind != ir.OpIf && (!y.Kind.Has(ir.Pure) || len(y.Regions) > 0)
			})
		})
	}
	return x.Kind.Has(ir.Pure) && len(x.Regions) == 0
}

// collectPoints makes a loop of one iteration of what a step does to points between two nests. false: something else needs what it loads, and it is no loop over time.
func collectPoints(step *ir.Region) bool {
	var group []*ir.Op
	loaded := map[*ir.Value]bool{}
	close := func(at *ir.Op) {
		if len(group) == 0 {
			return
		}
		b := &ir.Builder{Region: ir.NewRegion(step.Parent), Pos: group[0].Pos}
		one := b.Multi([]*ir.Value{b.Int(1)})
		ir.RemoveOps(group)
		one.Regions[0].Append(group...)
		b.In(one.Regions[0]).Yield()
		if at == nil {
			b.Region.MoveTo(step)
		} else {
			at.InsertBefore(b.Region.Take(0)...)
		}
		group = nil
	}
	for _, x := range slices.Clone(step.Ops) {
		used := x.Operands()
		needs := slices.ContainsFunc(used, func(v *ir.Value) bool { return loaded[v] })
		point := needs || x.Kind == ir.OpLoad || x.Kind == ir.OpStore || x.Kind.Has(ir.Check)
		switch {
		case len(x.Regions) > 0:
			if needs {
				return false
			}
			close(x)
		case point:
			if slices.ContainsFunc(used, func(v *ir.Value) bool { return loaded[v] && !slices.Contains(group, v.Def) }) {
				return false // what was loaded ahead of another nest
			}
			group = append(group, x)
			for _, v := range x.Results {
				loaded[v] = true
			}
		}
	}
	close(nil)
	return true
}

// isPoint reports such a loop.
func isPoint(o *ir.Op) bool {
	n, ok := o.Args[0].ConstInt()
	return o.Kind == ir.OpMulti && ok && n == 1 && len(o.Args) == 1
}

// point looks at where a stage of one iteration goes: to places that are known ahead of all steps, or to slices that no nest touches.
func (l *timeLoop) point(st *stage, stored map[*ir.Value]bool) (why string) {
	for _, a := range st.acc {
		if a.Private() {
			continue
		}
		l.keepApart(a)
		if !stored[a.Root] {
			continue
		}
		if !slices.Contains(l.shared, a.Root) {
			l.shared = append(l.shared, a.Root)
		}
		if l.lone(a.Root) {
			continue
		}
		if st.space.opaque(a.At) || a.At.Any(l.cycle.twin.Defines) {
			return "a place in it depends on the step: " + a.Op.Pos.String()
		}
	}
	return ""
}

// lone reports a slice that only points touch: their order is that of the steps, wherever in it they go, as long as they are in one place of the grid.
func (l *timeLoop) lone(root *ir.Value) bool {
	for _, st := range l.stages {
		if !isPoint(st.loop) && slices.ContainsFunc(st.acc, func(a analysis.Access) bool { return a.Root == root }) {
			return false
		}
	}
	return true
}

// pointAt emits the row and the column of a point: of the first that is stored to, or loaded.
func (l *timeLoop) pointAt(e *layouter, st *stage, width *ir.Value) (at place) {
	var first *analysis.Access
	for k, a := range st.acc {
		if slices.Contains(l.shared, a.Root) && !l.lone(a.Root) && (first == nil || !first.Stores() && a.Stores()) {
			first = &st.acc[k]
		}
	}
	if first == nil {
		return place{e.Int(0), e.Int(0)}
	}
	return l.placeOf(e, first.At, width)
}

// place is a row and a column.
type place struct{ row, column *ir.Value }

func (l *timeLoop) placeOf(e *layouter, at analysis.Poly, width *ir.Value) place {
	v := at.Emit(e.Builder, e.outside)
	p := place{e.floor(v, e.pitch), e.Int(0)}
	if l.split {
		p.column = e.floor(e.sub(v, e.mul(p.row, e.pitch)), width)
	}
	return p
}

// differing lists what launches are given that differs from step to step; not ok if anything else depends on that.
func (l *timeLoop) differing(arm *ir.Region, launches []*ir.Op) (vs []*ir.Value, ok bool) {
	ok = !arm.Contains(func(o *ir.Op) bool { return slices.ContainsFunc(o.Args, l.cycle.twin.Defines) })
	for _, o := range launches {
		ok = ok && !slices.ContainsFunc(o.Args[:4], l.cycle.twin.Defines)
		for _, v := range o.Args[4:] {
			if !l.cycle.twin.Defines(v) || isConst(v) || slices.Contains(vs, v) {
				continue
			}
			ok = ok && v.Type.IsScalar()
			vs = append(vs, v)
		}
	}
	return vs, ok
}

// mostKept is for how many steps numbers are computed ahead.
const mostKept = 1 << 20

// ahead emits the loop that computes numbers for all steps into slices, and gives whether no check has failed in it, and what it carries.
func (l *timeLoop) ahead(b *ir.Builder, steps *ir.Value, wanted, kept []*ir.Value) (ok *ir.Value, carried map[int]*ir.Value) {
	o := l.cycle.twin
	body := o.Regions[0]
	end := body.Terminator()
	inits, numbers := []*ir.Value{b.Bool(true)}, []int{}
	for k, v := range o.Args[2:] {
		if v.Type.Kind != ir.Slice {
			inits, numbers = append(inits, own(b, v)), append(numbers, k)
		}
	}
	loop := b.For(b.Int(0), steps, 1, inits)
	in := b.In(loop.Regions[0])
	params := loop.Regions[0].Params
	c := ir.NewCloner()
	c.Map(body.Params[0], in.Binary(ir.OpAdd, own(in, o.Args[0]), in.Binary(ir.OpMul, params[0], in.Int(o.Ints[0]))))
	for i, k := range numbers {
		c.Map(body.Params[1+k], params[2+i])
	}
	roots := slices.Clone(wanted)
	for _, k := range numbers {
		roots = append(roots, end.Args[k])
	}
	needed := l.needed(roots)
	for _, x := range body.Ops[:len(body.Ops)-1] {
		switch {
		case !needed[x]:
		case x.Kind == ir.OpCheckIndex:
			i, n := in.Conv(c.Value(x.Args[0]), ir.TU64), in.Conv(c.Value(x.Args[1]), ir.TU64)
			branch := in.If(in.Compare(ir.OpLt, i, n))
			in.In(branch.Regions[0]).Yield()
			out := in.In(branch.Regions[1])
			out.Break(loop, append([]*ir.Value{out.Bool(false)}, params[2:]...)...)
		default:
			c.Into(in.Region, []*ir.Op{x})
		}
	}
	for k, v := range wanted {
		in.Store(kept[k], params[0], c.Value(v), nil)
	}
	next := []*ir.Value{in.Bool(true)}
	for _, k := range numbers {
		next = append(next, own(in, c.Value(end.Args[k])))
	}
	in.Yield(next...)
	carried = map[int]*ir.Value{}
	for i, k := range numbers {
		carried[k] = loop.Results[1+i]
	}
	return loop.Results[0], carried
}

// needed are the ops of the body that compute these values, and the checks that are made ahead with what they need.
func (l *timeLoop) needed(roots []*ir.Value) map[*ir.Op]bool {
	body := l.cycle.twin.Regions[0]
	needed := map[*ir.Op]bool{}
	var need func(v *ir.Value)
	op := func(x *ir.Op) {
		if needed[x] {
			return
		}
		needed[x] = true
		for _, a := range x.Args {
			need(a)
		}
		for _, r := range x.Regions {
			for _, a := range ir.FreeValues(r) {
				need(a)
			}
		}
	}
	need = func(v *ir.Value) {
		if v.Def != nil && v.Def.Parent == body {
			op(v.Def)
		}
	}
	for _, v := range roots {
		need(v)
	}
	for x := range l.cycle.ahead {
		if x.Kind == ir.OpCheckIndex {
			op(x)
		}
	}
	return needed
}

// numbered reports a loop of which something is computed ahead of its steps.
func (l *timeLoop) numbered(wanted []*ir.Value) bool {
	if len(wanted) > 0 || slices.Contains(l.cycle.given[0], nil) {
		return true
	}
	for x := range l.cycle.ahead {
		if x.Kind == ir.OpCheckIndex {
			return true
		}
	}
	return false
}

// pointExtents emits where a point is, and includes what the stage touches from there; fine is that it is not far, nil that this can't be computed. Slices that only
// points touch must be touched in one place of the grid.
func (l *timeLoop) pointExtents(e *layouter, st *stage, width *ir.Value, rows, columns *[2]interval) (at place, fine *ir.Value) {
	g := newGuardEmitter(st.space, e.Builder)
	at = l.pointAt(e, st, width)
	fine = e.Bool(true)
	for _, a := range st.acc {
		switch {
		case !slices.Contains(l.shared, a.Root):
			continue
		case l.lone(a.Root):
			if l.lonely == nil {
				l.lonely = map[*ir.Value]place{}
			}
			if p, ok := l.lonely[a.Root]; ok {
				fine = e.allOf(fine, e.Compare(ir.OpEq, p.row, at.row), e.Compare(ir.OpEq, p.column, at.column))
			}
			l.lonely[a.Root] = at
			continue
		}
		if g.small(a.At); g.failed {
			return at, nil
		}
		p := l.placeOf(e, a.At, width)
		row := e.sub(p.row, at.row)
		e.include(rows, interval{row, row}, a.Stores())
		if l.split {
			column := e.sub(p.column, at.column)
			e.include(columns, interval{column, column}, a.Stores())
		}
	}
	return at, e.Binary(ir.OpAnd, fine, g.holds())
}

// stepOf is the step that a stage belongs to.
func (c *cycle) stepOf(stage int) int64 {
	step := 0
	for stage >= c.stages(step+1) {
		step++
	}
	return int64(step)
}

// inHull schedules what comes behind a block that is empty, up to the branch, in it: what it defines is seen to be used.
func (s *scheduler) inHull(hull *ir.Op) {
	r := hull.Parent
	at := r.Index(hull)
	end := at + 1
	for r.Ops[end].Kind != ir.OpIf {
		end++
	}
	ops := slices.Clone(r.Ops[at+1 : end])
	ir.RemoveOps(ops)
	hull.Regions[0].Append(ops...)
	s.region(hull.Regions[0])
	ops = hull.Regions[0].Take(0)
	hull.ReplaceBy(ops...)
}
