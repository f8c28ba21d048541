package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/opt"
	"github.com/hone-go/hone/internal/simd"
)

// restructure schedules a parallel loop in another order of iterations than it was written in, where that pays: lanes along a plain loop inside
// it, loops that become dimensions of the parallel one, several rows at a time (jam.go). What such an order relies on is looked at ahead, by a
// guard; if it doesn't hold the loop runs as written, in scalar code. The result is nil where the loop is best left as it is.
func (s *scheduler) restructure(o *ir.Op) []*ir.Op {
	if s.machine.RegisterBytes == 0 {
		return nil
	}
	var f *form
	if s.choose(o) {
		if ops := s.jamReductions(o); ops != nil {
			return ops
		}
		if f = s.innerForm(o); f == nil {
			return nil
		}
	} else {
		f = s.bestForm(o)
	}
	fast, g, lanes := f.fast, f.guard, f.lanes
	checks := g.ops() // to be taken out
	g.order.Apart = slices.DeleteFunc(g.order.Apart, func(a analysis.Pair) bool {
		return slices.ContainsFunc(s.apart[o], func(b analysis.Pair) bool { return follows(a, b) })
	})
	var j *jam
	var chains *rowJam
	var part *innerPart
	mode := ir.InLanes
	if hasLanes(fast) {
		mode = ir.Sequential
	}
	if lanes == nil {
		if f.rest == 0 && mode == ir.InLanes {
			if j = s.chooseJam(fast); j == nil {
				chains = s.chooseChains(fast)
			}
		}
		bordered := false
		if f.rest == 0 && j == nil && chains == nil && len(fast.Args) > 1 {
			ir.RemoveOps(checks)
			checks = nil
			limits := simd.FindLimits(fast)
			if mode == ir.InLanes {
				part = s.innerPart(fast, limits)
			}
			bordered = part != nil || len(g.checks) > 0 && limits != nil // checks ahead of each row take their time
		}
		if j == nil && chains == nil && !bordered && !f.changes.any() && !deep(fast, g.ops()) {
			return nil
		}
	}
	f.changes.note(s, o)
	for _, l := range f.apart {
		s.takenApart(l.Pos)
	}

	s.moved[o] = true
	tmp := &ir.Region{}
	tmp.Append(f.changes.ahead.Take(0)...)
	host := &ir.Builder{Region: tmp, Pos: o.Pos}
	then := s.guarded(host, o, *g, "as written, one by one", func() []*ir.Op { return s.rangeKernel(o, ir.Sequential, false) })
	ir.RemoveOps(checks)
	switch {
	case f.flat:
		collapse(then, fast, lanes[0])
		s.note(lanes[0].Pos, "the loop is a dimension of the parallel loop around it")
		if f.rest == 0 {
			if j = s.chooseJam(fast); j == nil {
				part = s.innerPart(fast, simd.FindLimits(fast))
			}
		}
	case lanes != nil:
		mode = ir.Sequential
		for _, f := range lanes {
			f.Mode = ir.InLanes
			s.note(f.Pos, "lanes along this loop: its iterations are independent")
		}
	}
	switch {
	case part != nil:
		s.apartFromBorders(then, fast, part)
	case j != nil:
		s.blocked(then, fast, j)
	case chains != nil:
		s.blockedRows(then, fast, chains)
	default:
		then.Region.Append(s.rangeKernel(fast, mode, false)...)
	}
	if then != host {
		then.Yield()
	}
	return tmp.Ops
}

// form is a copy of a parallel loop to be restructured, with the guard for that.
type form struct {
	fast    *ir.Op
	guard   *guard
	rest    int // checks that are not the guard's
	lanes   []*ir.Op
	flat    bool
	changes *interchanger
	apart   []*ir.Op // loops that were taken apart from sums
}

// bestForm chooses the order of the loops inside. Sums stay in registers where all checks are made ahead. A loop goes inside although it walks along memory in
// long steps only where several rows then share what it loads.
func (s *scheduler) bestForm(o *ir.Op) *form {
	if o.Regions[0].Contains(s.distributes) {
		if f := s.newForm(o, changes{distribute: true}); f.worthApart() {
			return f
		}
	}
	f := s.newForm(o, changes{interchange: true, far: true})
	if f.changes.walks > 0 && !f.jams(s) {
		f = s.newForm(o, changes{interchange: true})
	}
	if (f.changes.any() || len(f.guard.small) > 0) && f.rest > 0 {
		f = s.newForm(o, changes{})
	}
	return f
}

// innerForm gives plain loops lanes beside patterns that have theirs inside, too; nil if there are none.
func (s *scheduler) innerForm(o *ir.Op) *form {
	if o.Regions[0].Contains(s.distributes) {
		if f := s.newForm(o, changes{inner: true, distribute: true}); f.worthApart() && !f.flat {
			return f
		}
	}
	if f := s.newForm(o, changes{inner: true}); f.lanes != nil && !f.flat {
		return f
	}
	return nil
}

// worthApart reports that all loops that were taken apart from sums get lanes.
func (f *form) worthApart() bool {
	return f.lanes != nil && !slices.ContainsFunc(f.apart, func(x *ir.Op) bool { return !slices.Contains(f.lanes, x) })
}

// changes say how a form may differ from what was written.
type changes struct {
	interchange bool // loops inside change places, sums stay in registers
	far         bool // also where accesses are far from each other then
	distribute  bool // loops are taken apart from sums in Go's order
	inner       bool // patterns inside have lanes
}

func (s *scheduler) newForm(o *ir.Op, as changes) *form {
	f := &form{fast: ir.NewCloner().OpIn(o.Parent, o)} // so that the loops around it are known
	defer f.fast.Detach()
	body := f.fast.Regions[0]
	var turned analysis.Condition
	var small []*ir.Value
	if as.interchange && slices.ContainsFunc(loopsIn(o), func(l *ir.Op) bool { return l.Ints[0] == -1 }) {
		small = upwards(analysis.In(analysis.NewSpace()), o, f.fast, &turned)
	}
	s.nest(body, as.inner)
	if as.distribute {
		for _, l := range loopsIn(f.fast) {
			if d := s.distribution(l); d != nil {
				f.apart = append(f.apart, d.apply())
			}
		}
	}
	x := newInterchanger(body)
	x.far = as.far
	x.bounds(body)
	if as.interchange {
		x.interchange(body)
		x.promote(body)
	}
	if x.any() { // short loops that are inside now, or store no more
		opt.UnrollBody(body)
	}
	f.changes = x
	p := newSpace(f.fast)
	f.guard = &guard{space: p, order: x.needs, small: small}
	f.guard.order.Add(&turned)
	f.guard.checks, f.rest = p.hoistable()
	f.lanes, f.flat = p.lanesLoops(f.guard, f.rest == 0)
	return f
}

// jams reports that rows of the form share what they load.
func (f *form) jams(s *scheduler) bool {
	c := ir.NewCloner()
	trial := c.Op(f.fast)
	if f.flat {
		collapse(ir.NewBuilder(&ir.Region{}), trial, c.Ops[f.lanes[0]])
	}
	return f.rest == 0 && (f.flat || f.lanes == nil) && !hasLanes(trial) && s.chooseJam(trial) != nil
}

// guarded emits a guard, and what is to be done where it doesn't hold; the result is where to emit the rest. The guard's checks are the caller's to take out.
func (s *scheduler) guarded(host *ir.Builder, o *ir.Op, g guard, otherwise string, written func() []*ir.Op) (then *ir.Builder) {
	if g.empty() {
		return host
	}
	cond := s.emitGuard(host, g)
	branch := host.If(cond)
	other := host.In(branch.Regions[1])
	s.note(o.Pos, "in this order if %d checks hold for all of the loop and %d pairs of slices are apart; else %s", len(g.checks), len(g.order.Apart), otherwise)
	s.standIn(func() { other.Region.Append(written()...) })
	other.Yield()
	return host.In(branch.Regions[0])
}

// deep reports a check in a loop inside: only a guard can take it out of there.
func deep(o *ir.Op, checks []*ir.Op) bool {
	for _, c := range checks {
		if c.Parent != o.Regions[0] {
			return true
		}
	}
	return false
}

// shortTrip is the number of iterations, if it is known, below which a loop inside is not worth lanes of its own.
const shortTrip = 16

// lanesLoops looks for plain loops inside a parallel one that should have the lanes, since the accesses are next to each other along them: flat says that it
// is one that is all there is in the parallel loop, whose last dimension it can become. What has to be apart goes into the guard.
func (p *space) lanesLoops(g *guard, checked bool) (chosen []*ir.Op, flat bool) {
	own := p.body.Params[len(p.body.Params)-1]
	var walk func(r *ir.Region) []*ir.Op
	walk = func(r *ir.Region) (chosen []*ir.Op) {
		for _, f := range r.Ops {
			if f.Kind != ir.OpFor && f.Kind != ir.OpIf {
				continue
			}
			var inner []*ir.Op
			for _, in := range f.Regions {
				inner = append(inner, walk(in)...)
			}
			if f.Kind == ir.OpFor && lanesCandidate(f) && !failsBehindStore(f, g.ops()) {
				c := p.cost(f.Regions[0], f.Regions[0].Params[0], nil)
				if _, ok := p.independent(f, nil); ok && c < p.cost(f.Regions[0], own, nil) && (len(inner) == 0 || c < p.cost(f.Regions[0], nil, inner)) {
					inner = []*ir.Op{f}
				}
			}
			chosen = append(chosen, inner...)
		}
		return chosen
	}
	chosen = walk(p.body)
	if len(chosen) == 0 || p.cost(p.body, nil, chosen) >= p.cost(p.body, own, nil) {
		return nil, false
	}
	if f := chosen[0]; len(chosen) == 1 && checked && p.boxed(f) && perfect(p.body, f) {
		if cond, ok := p.independent(f, p.body.Ops[:p.body.Index(f)]); ok {
			g.order.Add(&cond)
			return chosen, true
		}
	}
	for _, f := range chosen {
		cond, _ := p.independent(f, nil)
		g.order.Add(&cond)
	}
	return chosen, false
}

// lanesCandidate reports a loop whose form allows lanes, and in which nothing has some: one by one, nothing carried, left at its end only.
func lanesCandidate(f *ir.Op) bool {
	if f.Mode == ir.InLanes || f.Regions[0].Contains(func(x *ir.Op) bool { return x.Mode == ir.InLanes }) {
		return false
	}
	if f.Ints[0] != 1 || len(f.Results) > 0 || f.Regions[0].Terminator().Kind != ir.OpYield || !analysis.Straight(f) {
		return false
	}
	trips := analysis.TripCount(f)
	return trips < 0 || trips >= shortTrip
}

// failsBehindStore reports a check, none of the guard's, that comes behind a store of the same iteration. A vector is left at its first failed check:
// lanes behind that one have stored by then what a plain loop never stores.
func failsBehindStore(f *ir.Op, guarded []*ir.Op) bool {
	stored, found := false, false
	var walk func(r *ir.Region)
	walk = func(r *ir.Region) {
		for _, o := range r.Ops {
			if o.Kind == ir.OpStore && o.Mode != ir.Late && !(analysis.Access{Op: o, Root: o.Args[0].Root()}).Private() {
				stored = true
			}
			found = found || stored && o.Kind.Has(ir.Check) && !slices.Contains(guarded, o)
			for _, in := range o.Regions {
				walk(in)
				if o.Kind.Has(ir.Loop) { // its next iteration
					walk(in)
				}
			}
		}
	}
	walk(f.Regions[0])
	return found
}

// innerWeight is how often the body of a loop is thought to run for each time that what is around it does.
const innerWeight = 8

// cost sums, over the loads and stores in r, what they cost if the lanes run along index; nil: one by one. In the chosen loops they run along those.
func (p *space) cost(r *ir.Region, index *ir.Value, chosen []*ir.Op) int {
	cost := 0
	for _, o := range r.Ops {
		if o.Kind == ir.OpLoad || o.Kind == ir.OpStore {
			cost += p.accessCost(p.s.Access(o), index)
		}
		along, weight := index, 1
		if o.Kind.Has(ir.Loop) {
			weight = innerWeight
			if slices.Contains(chosen, o) {
				along = o.Regions[0].Params[0]
			}
		}
		for _, in := range o.Regions {
			cost += weight * p.cost(in, along, chosen)
		}
	}
	return cost
}

func (p *space) accessCost(a analysis.Access, index *ir.Value) int {
	if a.Private() {
		return 0
	}
	if index == nil {
		return 8
	}
	step, ok := a.At.Coef(index)
	c, known := step.Const()
	switch {
	case !ok || !known || p.opaque(a.At):
		return 8
	case c == 0:
		return 0
	case (c == 1 || c == -1) && len(a.Op.Ints) == 0:
		return 1
	case -4 <= c && c <= 4:
		return 3
	}
	return 8
}

// perfect reports that the loop f is all there is in the body, but for what can as well be done again in each of its iterations.
func perfect(body *ir.Region, f *ir.Op) bool {
	at := body.Index(f)
	if at < 0 || at != len(body.Ops)-2 {
		return false
	}
	for _, o := range body.Ops[:at] {
		again := o.Kind.Has(ir.Pure) || o.Kind.Has(ir.Check) || o.Kind == ir.OpLoad
		if !again || len(o.Regions) > 0 {
			return false
		}
	}
	return true
}

// collapse makes the plain loop f the last dimension of the parallel loop o.
func collapse(host *ir.Builder, o, f *ir.Op) {
	lo, hi := f.Args[0], f.Args[1]
	extent := outer(host, hi)
	from, isConst := lo.ConstInt()
	if from != 0 || !isConst {
		extent = host.Binary(ir.OpSub, host.Binary(ir.OpMax, extent, outer(host, lo)), outer(host, lo))
	}
	o.AddArgs(extent)
	body, inner := o.Regions[0], f.Regions[0]
	index := body.AddParam(ir.TI64, inner.Params[0].Name)
	j := index
	if from != 0 || !isConst {
		add := body.NewOp(ir.OpAdd, f.Pos, []*ir.Value{index, lo}, ir.TI64)
		f.InsertBefore(add)
		j = add.Result()
	}
	ir.ReplaceUses(inner, inner.Params[0], j)
	f.Inline(inner)
}
