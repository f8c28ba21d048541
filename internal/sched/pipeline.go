package sched

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/loops"
)

// Parallel loops that follow each other and hand temporaries on can be run side by side, as stages of a pipeline: each over a strip of a few rows
// at a time, the first ones as far ahead as those behind them reach. Of a temporary only a window of rows is there at any time, and it stays in
// the cache. Threads take bands of rows; what a band needs of the rows before it is computed again (overlapped tiling: Krishnamoorthy et al.,
// "Effective Automatic Parallelization of Stencil Computations", PLDI 2007; Ragan-Kelley et al., "Halide", PLDI 2013, sliding windows).
//
// Row r of a stage touches elements r*pitch+lo to r*pitch+hi of a temporary. The pitch is one for the whole pipeline; lo and hi are computed by
// the host (layout.go). A loop of one dimension has rows of any length: of the pitch.
type pipeline struct {
	stages  []*stage
	temps   []*ir.Op // the scratch buffers that nothing else uses
	buffers []*ir.Op // these, and what clears them if need be, in order
	pitch   analysis.Poly
	apart   []analysis.Pair        // what has to be, besides the stages' guards
	region  *ir.Region             // the loops are in
	users   map[*ir.Value][]*ir.Op // of its buffers
	spread  *spread                // how far apart rows are in windows; nil: as the program has them
	blanks  []blank                // temporaries that no stage clears
}

// stage is a parallel loop of a pipeline.
type stage struct {
	loop  *ir.Op // as written
	space *space // of a copy of it; all stages' polynomials can be compared
	guard guard  // with a space of its own, as when the loop runs by itself: then the guards' kernels are the same
	acc   []analysis.Access
	free  bool // one dimension, along the elements: rows are as long as one likes
	sink  bool // it stores to more than temporaries: no element twice
	cost  cost // of an iteration

	columns []analysis.Poly // of its rows, where it touches temporaries; see spread
}

const (
	freePitch  = 2048 // elements in a row if all loops are along the elements
	mostStages = 24
)

// pipelines finds the pipelines in a region of the host. The ops of each come to stand next to each other, buffers first, behind the scalar ops that
// were between them; the key is the first op.
func (s *scheduler) pipelines(r *ir.Region) map[*ir.Op]*pipeline {
	found := map[*ir.Op]*pipeline{}
	if s.machine.RegisterBytes == 0 || !slices.ContainsFunc(r.Ops, func(o *ir.Op) bool { return o.Kind == ir.OpScratch }) {
		return found // without a temporary nothing is handed on
	}
	users := s.bufferUsers(r)
	for i := 0; i < len(r.Ops); i++ {
		if r.Ops[i].Kind != ir.OpMulti || i+1 == len(r.Ops) {
			continue
		}
		if p := s.pipelineAt(r, i, users); p != nil {
			first := s.gather(p, r, i)
			found[r.Ops[first]] = p
			i = first + len(p.buffers) + len(p.stages) - 1
		}
	}
	return found
}

// gather reorders the ops of r from the buffers of p on, whose first loop is r.Ops[at], and gives the place of the first buffer.
func (s *scheduler) gather(p *pipeline, r *ir.Region, at int) int {
	last := slices.Index(r.Ops, p.stages[len(p.stages)-1].loop)
	var before, loops []*ir.Op
	for k, o := range r.Ops[:last+1] {
		switch {
		case k >= at && o.Kind == ir.OpMulti:
			loops = append(loops, o)
		case p.holds(s, o):
			p.buffers = append(p.buffers, o)
		default:
			before = append(before, o)
		}
	}
	first := len(before)
	before = append(append(before, p.buffers...), loops...)
	r.SetOps(append(before, r.Ops[last+1:]...))
	return first
}

// pipelineAt looks for a pipeline that begins with the loop r.Ops[at]; nil if there is none.
func (s *scheduler) pipelineAt(r *ir.Region, at int, users map[*ir.Value][]*ir.Op) *pipeline {
	together := s.candidates(r, at)
	if len(together) < 2 {
		return nil
	}
	shared := analysis.NewSpace()
	p := &pipeline{region: r, users: users}
	for _, o := range together {
		st := s.newStage(shared, o)
		if st == nil {
			break
		}
		st.linearise()
		p.stages = append(p.stages, st)
	}
	for len(p.stages) > 1 {
		s.findTemps(p)
		n := p.connected()
		if n == len(p.stages) {
			break
		}
		p.stages = p.stages[:n]
	}
	if len(p.stages) < 2 || !p.handsOn() {
		return nil
	}
	s.keep(p.stages)
	return p
}

// keep has the host keep what the polynomials of stages are made of, whatever becomes of the scalar ops before them.
func (s *scheduler) keep(stages []*stage) {
	for _, st := range stages {
		for _, v := range append(ir.FreeValues(st.space.body), st.loop.Args...) {
			if !v.Type.IsInt() {
				continue
			}
			for _, a := range st.space.s.Of(v).Atoms() {
				s.needed[a] = true
			}
		}
	}
}

// candidates lists the parallel loops, up to mostStages, from r.Ops[at] on between which there are only ops that can as well come before the first of them.
func (s *scheduler) candidates(r *ir.Region, at int) (loops []*ir.Op) {
	made := map[*ir.Value]bool{}
	for _, o := range r.Ops[:at] {
		if o.Kind == ir.OpScratch {
			made[o.Results[0]] = true
		}
	}
	seen := false  // something that is more than a temporary has been stored
	fails := false // a loop may panic
	for _, o := range r.Ops[at:] {
		switch {
		case len(loops) == mostStages:
			return loops
		case o.Kind == ir.OpMulti:
			loops = append(loops, o)
			o.Regions[0].Walk(func(x *ir.Op) bool {
				seen = seen || x.Kind == ir.OpStore && !made[x.Args[0].Root()]
				fails = fails || x.Kind.Has(ir.Check)
				return true
			})
		case o.Kind == ir.OpScratch, o.Kind == ir.OpMake, o.Kind.Has(ir.Check):
			if seen || fails && o.Kind.Has(ir.Check) { // it may panic: what has been stored before that is seen, and so is which panic comes first
				return loops
			}
			if o.Kind == ir.OpScratch {
				made[o.Results[0]] = true
			}
		case s.spare[o] != nil:
		case !o.Kind.Has(ir.Pure) || len(o.Regions) > 0:
			return loops
		}
	}
	return loops
}

// bufferUsers gives for each scratch buffer of r the ops of r that use it; nil stands for one elsewhere.
func (s *scheduler) bufferUsers(r *ir.Region) map[*ir.Value][]*ir.Op {
	users := map[*ir.Value][]*ir.Op{}
	for _, o := range r.Ops {
		if o.Kind == ir.OpScratch {
			users[o.Results[0]] = []*ir.Op{}
		}
	}
	note := func(x, user *ir.Op) {
		for _, a := range x.Args {
			if list, ok := users[a]; ok && (len(list) == 0 || list[len(list)-1] != user) { // they come one by one
				users[a] = append(list, user)
			}
		}
	}
	for _, o := range r.Ops {
		note(o, o)
		for _, in := range o.Regions {
			in.Walk(func(x *ir.Op) bool { note(x, o); return true })
		}
	}
	return users
}

// newStage looks at a loop: nil if it can't be run in strips of rows without further thought, since it may panic for other reasons than a guard
// can see, or take long.
func (s *scheduler) newStage(shared *analysis.Space, o *ir.Op) *stage {
	simple := true
	o.Regions[0].Walk(func(x *ir.Op) bool {
		simple = simple && !isPattern(x) && x.Kind != ir.OpLoop && !storesSlice(x)
		return simple
	})
	if !simple {
		return nil
	}
	c := s.estimate(o, ir.InLanes, false)
	if math.IsInf(c.worst, 1) {
		return nil
	}
	twin := ir.NewCloner().Op(o)
	sp := newSpaceIn(shared, twin)
	g := guard{space: newSpace(twin)}
	var rest int
	if g.checks, rest = g.space.hoistable(); rest > 0 {
		return nil
	}
	return &stage{loop: o, space: sp, guard: g, acc: sp.s.Accesses(sp.body), cost: c}
}

// linearise has places in temporaries that depend on clamps be between others, which are linear: a stage loads from no fewer rows.
func (st *stage) linearise() {
	var all []analysis.Access
	for _, a := range st.acc {
		if a.Root.Def != nil && a.Root.Def.Kind == ir.OpScratch {
			all = append(all, st.space.between(a)...)
		} else {
			all = append(all, a)
		}
	}
	st.acc = all
}

// findTemps finds the buffers that only the stages use.
func (s *scheduler) findTemps(p *pipeline) {
	p.temps = nil
	for _, o := range p.region.Ops {
		if o.Kind != ir.OpScratch || len(p.users[o.Results[0]]) == 0 {
			continue
		}
		own, touched := true, false
		for _, u := range p.users[o.Results[0]] {
			k := slices.IndexFunc(p.stages, func(st *stage) bool { return st.loop == u })
			own = own && (k >= 0 || s.spare[u] == o)
			touched = touched || k >= 0 && slices.ContainsFunc(p.stages[k].acc, func(a analysis.Access) bool { return a.Root == o.Results[0] })
		}
		if own && touched {
			p.temps = append(p.temps, o)
		}
	}
}

func (p *pipeline) isTemp(v *ir.Value) bool { return v.Def != nil && slices.Contains(p.temps, v.Def) }

// connected gives the number of stages, from the first on, that fit together: they go through temporaries row by row with the same pitch, and
// nothing else that one stores is touched by another.
func (p *pipeline) connected() int {
	p.pitch, p.apart = analysis.Poly{}, nil
	pitched := false
	for m, st := range p.stages {
		st.sink, st.free = false, false
		temps, rowwise := false, false
		for _, a := range st.acc {
			if !p.isTemp(a.Root) {
				st.sink = st.sink || a.Stores() && !a.Private()
				continue
			}
			temps = temps || a.Stores()
			step, ok := a.At.Coef(st.space.body.Params[0])
			if !ok || !st.space.linear(a.At) {
				return m
			}
			if c, known := step.Const(); known && c == 1 && len(st.loop.Args) == 1 {
				if st.space.farAround(a.At) {
					return m
				}
				st.free = true
				continue
			}
			rowwise = true
			if !pitched {
				p.pitch, pitched = step, true
			}
			if st.space.opaque(step) || !step.Equal(p.pitch) {
				return m
			}
		}
		if st.sink && temps || st.free == rowwise { // both, or what has no part in it
			return m
		}
		for _, before := range p.stages[:m] {
			apart, ok := p.apartFrom(before, st)
			if !ok {
				return m
			}
			p.apart = append(p.apart, apart...)
		}
	}
	if !pitched {
		p.pitch = analysis.Const(freePitch)
	}
	return len(p.stages)
}

// farAround reports a place that moves by a distance that isn't known with a loop inside: down a column, say.
func (p *space) farAround(at analysis.Poly) bool {
	for v, sp := range p.index {
		if c, ok := at.Coef(v); ok && sp.loop != nil {
			if _, known := c.Const(); !known {
				return true
			}
		}
	}
	return false
}

// linear reports a place that is linear in each index, with factors that are known outside, and ranges, too.
func (p *space) linear(at analysis.Poly) bool {
	if p.opaque(at) {
		return false
	}
	for v, sp := range p.index {
		if !at.Mentions(v) {
			continue
		}
		c, ok := at.Coef(v)
		if !ok || sp.loop != nil && !p.boxed(sp.loop) || c.Any(func(f *ir.Value) bool { return p.op.Defines(f) }) {
			return false
		}
	}
	return true
}

// apartFrom lists the slices that have to be apart so that two stages may run at the same time; not ok if they touch the same ones.
func (p *pipeline) apartFrom(a, b *stage) (apart []analysis.Pair, ok bool) {
	for _, x := range a.acc {
		for _, y := range b.acc {
			if !x.Stores() && !y.Stores() || x.Private() || y.Private() || p.isTemp(x.Root) || p.isTemp(y.Root) || analysis.Distinct(x.Root, y.Root) {
				continue
			}
			if x.Root == y.Root || a.space.op.Defines(x.Root) || b.space.op.Defines(y.Root) {
				return nil, false
			}
			apart = append(apart, analysis.Pair{A: x.Root, B: y.Root, Cut: x.Cut() || y.Cut()})
		}
	}
	return apart, true
}

// handsOn reports whether one stage loads what another has stored, in a temporary.
func (p *pipeline) handsOn() bool {
	for m, st := range p.stages {
		for _, later := range p.stages[m+1:] {
			for _, a := range st.acc {
				if a.Stores() && p.isTemp(a.Root) && slices.ContainsFunc(later.acc, func(x analysis.Access) bool { return !x.Stores() && x.Root == a.Root }) {
					return true
				}
			}
		}
	}
	return false
}

// inStages emits the loops of a pipeline, in stages as far as their schedules say so.
func (s *scheduler) inStages(p *pipeline) []*ir.Op {
	for _, o := range p.buffers {
		for _, in := range o.Regions {
			s.region(in)
		}
	}
	out := &ir.Region{}
	s.spread(p, out)
	first := len(s.nests)
	g, parts := s.stageGroup(p, first)
	made := make([][]*ir.Op, len(p.stages))
	around := s.group
	s.group = g
	for m, st := range p.stages {
		made[m] = s.parfor(st.loop)
	}
	s.group = around
	var late [][]*ir.Op
	rest := slices.Clone(p.buffers)
	g.runs(func(from, to int, t *loops.Step) {
		ops := slices.Concat(made[from : to+1]...)
		if part := parts[[2]int{from, to}]; t != nil {
			part.buffers = slices.DeleteFunc(slices.Clone(rest), func(o *ir.Op) bool { return !part.holds(s, o) })
			rest = slices.DeleteFunc(rest, func(o *ir.Op) bool { return part.holds(s, o) })
			if ops = s.pipeline(part, made[from:to+1], t.N); ops == nil {
				ops = slices.Concat(append([][]*ir.Op{part.buffers}, made[from:to+1]...)...)
				for m := from; m < to && !s.standsIn; m++ {
					s.without(first+m, loops.ComputeAt)
				}
			}
		}
		late = append(late, ops)
	})
	out.Append(rest...)
	out.Append(slices.Concat(late...)...)
	return out.Take(0)
}

// stageGroup is the stages as nests that can be run together, the first of which has that number, and the pipelines that parts of them are once it has been asked for them.
func (s *scheduler) stageGroup(p *pipeline, first int) (g *group, parts map[[2]int]*pipeline) {
	g, parts = &group{kind: loops.ComputeAt, each: map[[2]int]error{}}, map[[2]int]*pipeline{}
	g.fits = func(from, to int) error {
		part := s.part(p, from, to)
		if part == nil {
			return errors.New("they don't fit together: what one stores the other touches elsewhere, or it is needed behind them")
		}
		parts[[2]int{from, to}] = part
		return nil
	}
	for m, st := range p.stages {
		g.loops = append(g.loops, fmt.Sprintf("%d.%s", first+m, cmp.Or(st.loop.Regions[0].Params[0].Name, "i0")))
	}
	return g, parts
}

// holds reports a buffer of the pipeline, or what clears it.
func (p *pipeline) holds(s *scheduler, o *ir.Op) bool {
	return slices.Contains(p.temps, o) || slices.Contains(p.temps, s.spare[o])
}

// part is the pipeline of some stages of one; nil if they are none by themselves.
func (s *scheduler) part(p *pipeline, from, to int) *pipeline {
	if from == 0 && to == len(p.stages)-1 {
		return p
	}
	part := &pipeline{region: p.region, users: p.users}
	for _, st := range p.stages[from : to+1] {
		same := *st
		part.stages = append(part.stages, &same)
	}
	s.findTemps(part)
	if part.connected() < len(part.stages) || !part.handsOn() {
		return nil
	}
	if len(part.temps) == len(p.temps) { // there are no others whose rows would have to stay as they are
		part.spread = p.spread
	}
	return part
}

// pipeline emits a pipeline for where its temporaries are large, and the loops that have been made one after the other for where they aren't or the guard fails. Strips
// have so many rows; 0: as many as fit. The result is nil if a loop is no launch of a kernel that goes row by row.
func (s *scheduler) pipeline(p *pipeline, made [][]*ir.Op, strip int) []*ir.Op {
	paths := make([]*path, len(p.stages))
	for m, ops := range made {
		if paths[m] = s.fastPath(ops); paths[m] == nil {
			return nil
		}
	}
	pos := p.stages[0].loop.Pos
	whole := p
	p, paths = p.withBlanks(paths)
	tmp := &ir.Region{}
	host := &ir.Builder{Region: tmp, Pos: pos}
	l := s.layout(host, p, paths, strip)
	branch := host.If(l.ok)
	then, other := host.In(branch.Regions[0]), host.In(branch.Regions[1])
	body := &ir.Region{}
	in := then.In(body)
	clone := ir.NewCloner()
	for k, t := range p.temps {
		w := l.windows[k]
		clone.Map(t.Results[0], in.Op(ir.OpWindow, []*ir.Value{l.elements(then, p, t), w.first, w.low, w.top}, t.Results[0].Type).Result())
	}
	if p.spread != nil {
		clone.Map(p.spread.apart, l.pitch)
	}
	for _, x := range l.parts {
		x.emit(in, l, clone.Value(x.temp.Results[0]), clone.Value(p.stages[x.stage].loop.Args[0]))
	}
	for m, st := range p.stages {
		for _, o := range paths[m].ops {
			then.Insert(clone.Op(o))
		}
		launch, rows, skip := paths[m].launch, l.row, then.Int(0)
		if st.free {
			skip = then.Binary(ir.OpSub, l.pitch, l.row)
		} else {
			rows = then.Int(1)
			if inner := clone.Args(s.rows[launch].inner); len(inner) > 0 {
				rows = linearSize(then, inner)
			}
		}
		args := append([]*ir.Value{clone.Value(launch.Args[0]), rows, l.ahead[m], l.before[m], skip}, clone.Args(launch.Args[4:])...)
		in.Op(ir.OpStage, args).SetSym(launch.Sym())
	}
	in.Yield()
	run := then.Op(ir.OpPipeline, []*ir.Value{l.from, l.to, l.strip, l.pitch})
	run.SetRegions(body)
	then.Yield()
	other.Region.Append(p.buffers...)
	other.Region.Append(slices.Concat(made...)...)
	other.Yield()
	s.renamed.Apply(tmp)
	s.note(pos, "%d loops are run as a pipeline over strips of rows where what they hand on is large", len(whole.stages))
	return tmp.Ops
}

// path is how a loop is run when its guard holds: scalar ops, and a launch.
type path struct {
	ops    []*ir.Op
	launch *ir.Op
}

// fastPath finds it in what parfor gives; nil if that is not the one launch of a kernel that goes row by row.
func (s *scheduler) fastPath(ops []*ir.Op) *path {
	p := &path{}
	for _, o := range ops {
		switch o.Kind {
		case ir.OpLaunch:
			if p.launch != nil {
				return nil
			}
			p.launch = o
		case ir.OpIf:
			in := s.fastPath(o.Regions[0].Ops)
			if in == nil || p.launch != nil {
				return nil
			}
			p.ops, p.launch = append(p.ops, in.ops...), in.launch
		case ir.OpRun, ir.OpYield:
		default:
			if !o.Kind.Has(ir.Pure) || slices.ContainsFunc(o.Args, func(a *ir.Value) bool { return a.Type.Kind == ir.Slice }) {
				return nil
			}
			p.ops = append(p.ops, o)
		}
	}
	if _, ok := s.rows[p.launch]; !ok {
		return nil
	}
	return p
}
