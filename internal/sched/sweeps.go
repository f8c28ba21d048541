package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A loop over time that goes through the same space in each iteration, storing to one slice what it computes from another, which then change places, reads and
// writes all of them once for each step. Where they are larger than a core's cache, several steps are taken in one sweep over them (plan/sweeps.go has how): a step
// may follow the one before as soon as that is done with what both touch. What a step does is what it did as written, of the rows in another order: so nothing in
// it may fail, and slices that one step stores to must be apart from what others touch, or the same. A guard ahead of all steps says so; else the loop runs as written.
//
// The slices that steps hand on to each other are seen as rows, of as many elements as the indices of a step's first dimension are apart, and these as columns, by
// the second. Row r of a step touches rows r+lo to r+hi of them, which the host computes: by how much the steps have to be apart follows from that.

// timeLoop is such a loop.
type timeLoop struct {
	loop   *ir.Op
	cycle  *cycle
	when   *ir.Op // ahead of it, with the steps after which its slices are where they were in its first region
	stages []*stage
	pitch  analysis.Poly // of rows
	column analysis.Poly // of columns
	split  bool          // rows have columns
	shared []*ir.Value   // the slices that steps store to, as far as they are known to be different
	apart  []analysis.Pair
	at     []place // where stages begin
	lonely map[*ir.Value]place
}

// timeLoops finds them in the host, and puts the other way to run it ahead of each.
func (s *scheduler) timeLoops(r *ir.Region) {
	if s.machine.SweepBytes() == 0 {
		return
	}
	for _, o := range slices.Clone(r.Ops) {
		if isPattern(o) || o.Kind == ir.OpFor && s.timeLoop(o) {
			continue
		}
		for _, in := range o.Regions {
			s.timeLoops(in)
		}
	}
}

// timeLoop looks at one loop.
func (s *scheduler) timeLoop(o *ir.Op) bool {
	if !o.Regions[0].Contains(stores) || !goesOn(o) {
		return false
	}
	notes := len(s.notes)
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	when := b.If(b.Bool(false))
	arm := when.Regions[0]
	c := unfold(o, arm)
	if c == nil || c.stages(len(c.nests)) > mostStages {
		return false
	}
	b.In(arm).Yield()
	b.In(when.Regions[1]).Yield()
	ahead := b.Region.Take(0)
	o.InsertBefore(ahead...)
	l := &timeLoop{loop: o, when: when, cycle: c}
	why := s.steps(l)
	s.notes = s.notes[:notes]
	if why != "" {
		ir.RemoveOps(ahead)
		s.note(o.Pos, "loop over time: one step after the other: %s", why)
		return false
	}
	// What it gives is chosen by a block around both.
	block := o.Parent.NewOp(ir.OpBlock, o.Pos, nil)
	was := o.Results
	var own []*ir.Value
	for _, v := range was {
		own = append(own, &ir.Value{Type: v.Type, Name: v.Name})
	}
	o.SetResults(own)
	block.SetResults(was)
	at := o.Parent.Index(ahead[0])
	r := o.Parent
	r.Outline(at, at+len(ahead)+1, block, block.AddRegion())
	in := b.In(block.Regions[0])
	in.Yield(own...)
	s.keep(l.stages)
	s.timed[block] = l
	return true
}

// writeOut makes loops of moves, which are right where the slices have nothing in common: parallel ones, or inside nests plain ones. Of moves within a slice, which
// may overlap, it makes none.
func writeOut(r *ir.Region, inside bool) {
	for _, o := range slices.Clone(r.Ops) {
		for _, in := range o.Regions {
			writeOut(in, true)
		}
		if o.Kind != ir.OpMove || o.Args[0].Root() == o.Args[1].Root() {
			continue
		}
		dst, src, n := o.Args[0], o.Args[1], o.Args[2]
		b := &ir.Builder{Region: ir.NewRegion(r.Parent), Pos: o.Pos}
		var body *ir.Region
		if inside {
			body = b.For(b.Int(0), n, 1, nil).Regions[0]
		} else {
			body = b.Multi([]*ir.Value{n}).Regions[0]
		}
		in := b.In(body)
		storeLeaves(in, dst, body.Params[0], loadLeaves(in, src, body.Params[0]))
		in.Yield()
		o.ReplaceBy(b.Region.Take(0)...)
	}
}

// goesOn reports a loop whose turns may read what others have written: it carries slices, or reads one that it writes. Most loops around others do neither, as those
// over rows, and for them all that follows would be tried for nothing.
func goesOn(o *ir.Op) bool {
	if slices.ContainsFunc(o.Args[2:], func(v *ir.Value) bool { return v.Type.Kind == ir.Slice }) {
		return true
	}
	var reads, writes []*ir.Value
	inside := false // it isn't known which it is
	note := func(to []*ir.Value, s *ir.Value) []*ir.Value {
		s = s.Root()
		inside = inside || o.Defines(s)
		return append(to, s)
	}
	o.Regions[0].Walk(func(x *ir.Op) bool {
		switch {
		case x.Kind == ir.OpLoad:
			reads = note(reads, x.Args[0])
		case x.Kind == ir.OpMove:
			writes, reads = note(writes, x.Args[0]), note(reads, x.Args[1])
		case x.Kind.Has(ir.Writes) && len(x.Args) > 0 && x.Args[0].Type.Kind == ir.Slice:
			writes = note(writes, x.Args[0])
		}
		return !inside
	})
	return inside || slices.ContainsFunc(writes, func(s *ir.Value) bool { return slices.Contains(reads, s) })
}

func stores(o *ir.Op) bool { return o.Kind == ir.OpStore || o.Kind == ir.OpMove }

// steps makes the nests of all steps parallel loops without checks, each behind the guard for that, and finds how they fit together; else it says why not.
func (s *scheduler) steps(l *timeLoop) (why string) {
	facts := analysis.Of(s.host)
	var nests []*freeLoop
	for _, o := range slices.Clone(l.when.Regions[0].Ops) {
		var f *freeLoop
		switch o.Kind {
		case ir.OpFor:
			f = s.freeLoop(facts, o, false)
		case ir.OpMulti:
			s.scalar[o] = s.scalar[o] || isPoint(o)
			f = s.declared(o)
		default:
			continue
		}
		if f == nil || f.turns {
			return "a loop in it is not independent, or may fail: " + o.Pos.String()
		}
		nests = append(nests, f)
	}
	if len(nests) == 0 {
		return "nothing is left of its steps"
	}
	shared := analysis.NewSpace()
	for _, f := range nests { // facts are about the function as it was
		columns := f.columns()
		s.guardedStep(f, columns)
		st := s.newStage(shared, f.fast)
		if st == nil {
			return "a loop in it may fail, or take long: " + f.loop.Pos.String()
		}
		l.stages = append(l.stages, st)
	}
	free := int64(freePitch)
	if s.machine.Always() {
		free = 16
	}
	return l.connect(free)
}

// declared is a parallel loop as a step.
func (s *scheduler) declared(o *ir.Op) *freeLoop {
	if o.Regions[0].Contains(func(x *ir.Op) bool { return isPattern(x) && len(x.Results) > 0 }) {
		return nil
	}
	s.nest(o.Regions[0], false)
	l := &freeLoop{loop: o, form: o, fast: o}
	rest := 0
	l.guard = guard{space: newSpace(o)}
	if l.guard.checks, rest = l.guard.space.hoistable(); rest > 0 {
		return nil
	}
	return l
}

// columns is the loop inside a step of one dimension that can be its second one, and has loops inside itself; what that asks for goes into the guard.
func (l *freeLoop) columns() *ir.Op {
	p := l.guard.space
	k := slices.IndexFunc(p.body.Ops, func(x *ir.Op) bool { return x.Kind == ir.OpFor })
	if k < 0 || len(p.op.Args) > 1 {
		return nil
	}
	f := p.body.Ops[k]
	if f.Ints[0] != 1 || len(f.Results) > 0 || !p.boxed(f) || !perfect(p.body, f) || !f.Regions[0].Contains(isLoop) {
		return nil
	}
	cond, err := p.independent(f, p.body.Ops[:k])
	if err != nil {
		return nil
	}
	l.guard.order.Add(&cond)
	return f
}

// guardedStep puts a step behind its guard, in the place of the loop as written.
func (s *scheduler) guardedStep(l *freeLoop, columns *ir.Op) {
	b := &ir.Builder{Region: ir.NewRegion(l.loop.Parent.Parent), Pos: l.loop.Pos}
	b.Region.Append(l.bounds...)
	b.Region.Append(l.ahead...)
	cond := b.Bool(true)
	if !l.guard.empty() {
		cond = s.emitGuard(b, l.guard)
	}
	if l.whole != nil {
		cond = b.Binary(ir.OpAnd, cond, l.whole)
	}
	branch := b.If(cond)
	l.loop.ReplaceBy(b.Region.Take(0)...)
	s.apart[l.fast] = l.guard.order.Apart
	l.guard.takeOut()
	then := b.In(branch.Regions[0])
	if columns != nil {
		collapse(then, l.fast, columns)
	}
	then.Region.Append(l.fast)
	then.Yield()
	b.In(branch.Regions[1]).Yield()
}

// connect finds what the steps have in common. If all go along the elements, rows have so many.
func (l *timeLoop) connect(free int64) (why string) {
	stored := map[*ir.Value]bool{}
	var roots []*ir.Value // in order
	for _, st := range l.stages {
		if st.space.body.Contains(func(o *ir.Op) bool {
			return o.Kind != ir.OpLoad && o.Kind != ir.OpStore && (o.Kind.Has(ir.Reads) || o.Kind.Has(ir.Writes))
		}) {
			return "a loop in it does more than load and store: " + st.loop.Pos.String()
		}
		for _, a := range st.acc {
			if st.space.op.Defines(a.Root) && !a.Private() {
				return "slices are chosen in it: " + a.Op.Pos.String()
			}
			if a.Stores() && !a.Private() && !stored[a.Root] {
				stored[a.Root], roots = true, append(roots, a.Root)
			}
		}
	}
	for _, root := range roots { // and what is read ahead of all steps
		for _, x := range l.cycle.twin.Regions[0].Ops {
			if !l.cycle.ahead[x] || x.Kind != ir.OpLoad {
				continue
			}
			if from := x.Args[0].Root(); !analysis.Distinct(root, from) {
				l.apart = append(l.apart, analysis.Pair{A: root, B: from, Cut: true})
			}
		}
	}
	l.split = true
	pitched, columns := false, false
	for _, st := range l.stages {
		if st.free = false; isPoint(st.loop) {
			if why := l.point(st, stored); why != "" {
				return why
			}
			continue
		}
		rowwise := false
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
			step, ok := a.At.Coef(st.space.body.Params[0])
			if !ok || !st.space.linear(a.At) || a.At.Any(l.cycle.twin.Defines) {
				return "a place in it is not linear in the indices: " + a.Op.Pos.String()
			}
			if c, known := step.Const(); known && c == 1 && len(st.loop.Args) == 1 {
				st.free = true
				continue
			}
			rowwise = true
			if !pitched {
				l.pitch, pitched = step, true
			}
			if st.space.opaque(step) || !step.Equal(l.pitch) {
				return "steps go through its slices in different ways: " + a.Op.Pos.String()
			}
			if len(st.loop.Args) == 1 || !l.split {
				l.split = false
				continue
			}
			column, _ := a.At.Coef(st.space.body.Params[1])
			if !columns {
				l.column, columns = column, true
			}
			l.split = !st.space.opaque(column) && column.Equal(l.column)
		}
		if st.free == rowwise {
			return "a step in it goes through no slices, or in two ways: " + st.loop.Pos.String()
		}
		l.split = l.split && !st.free
	}
	if !pitched {
		l.pitch = analysis.Const(free)
	}
	l.split = l.split && columns
	return ""
}

// keepApart notes what has to be apart from what an access goes to, for steps to be told apart by rows.
func (l *timeLoop) keepApart(a analysis.Access) {
	for _, st := range l.stages {
		for _, x := range st.acc {
			if !a.Stores() && !x.Stores() || x.Private() || x.Root == a.Root || x.OtherField(a) || analysis.Distinct(x.Root, a.Root) {
				continue
			}
			p := analysis.Pair{A: x.Root, B: a.Root, Cut: x.Cut() || a.Cut()}
			if !slices.ContainsFunc(l.apart, func(q analysis.Pair) bool { return follows(p, q) }) {
				l.apart = append(l.apart, p)
			}
		}
	}
}
