package sched

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
)

// A plain loop that runs in order only for what it counts (a filter, a running sum of integers), or for where it ends (a search), has several cores all the same,
// where it is long: it is gone through in rounds, and each round in runs of a fixed length, one beside the other. Of a loop that counts, a first pass over a round
// has what each run adds, and a second one does what the loop does, each run from where those before it have come to (Blelloch, "Prefix Sums and Their Applications",
// 1990). Where the loop stores, a round is all of it, or of thousands of runs, and the two passes are one relay (relay.go): the second finds in the caches what the first one has read. Of a search, each run says where it would leave. The loop itself comes behind the rounds, for
// what they have left: nothing, most of the time, or the iteration in which it is left, or those for which there may be no room. So what it gives, stores and panics
// with is its own affair. Integers only: these may be added up in any order.
//
// Where nothing asks for such a sum before the end (a count of what has changed, beside stores), one pass is enough: a parallel loop that stores, and reduces.

const (
	roundsRun   = 16384 // iterations of a run: some microseconds at least
	roundsAlone = 4     // times a core's cache that a loop has to go through: a filter of 800 KB is as fast on one core (10 and 12 us), of 8 MB half as fast
	roundsRelay = 4096  // runs of a relay at most: there is room for what each comes to, however far the loop goes, and a fork for 64M iterations costs nothing
	roundsLight = 24    // ops of a first pass that two cores make up for; where it is more, there have to be more
)

// longLoop is a loop that can be gone through in rounds.
type longLoop struct {
	loop    *ir.Op
	touches []analysis.Access // what it loads and stores
	guard   guard
	carries []*carriedSum
	rooms   []room
	run     int64 // iterations
	round   int64 // for each thread, a multiple of run
	relay   int64 // runs of a relay at most
	alone   int64 // of fewer iterations it is left to one core
	threads int64 // from which on it pays
	free    bool  // its iterations are independent but for sums that it only adds to
}

// carriedSum is what a loop carries, and an operation that may be applied in any order has come to.
type carriedSum struct {
	param *ir.Value
	kind  ir.OpKind
	chain map[*ir.Value]bool // what it is on the way through an iteration
	adds  int64              // how often an iteration adds one to it, at most; -1: something else is added, too
}

// room asks that a sum stays below a limit, and doesn't begin below 0: for a check, or for a loop not to be left.
type room struct {
	of    *carriedSum
	limit *ir.Value
}

// inRounds has loops of the host gone through in rounds.
func (s *scheduler) inRounds(f *ir.Func) {
	if s.machine.RegisterBytes == 0 {
		return
	}
	var found []*longLoop
	facts := analysis.Of(f)
	var walk func(r *ir.Region)
	walk = func(r *ir.Region) {
		for _, o := range r.Ops {
			switch o.Kind {
			case ir.OpIf, ir.OpBlock:
				for _, in := range o.Regions {
					walk(in)
				}
			case ir.OpFor, ir.OpLoop:
				if l := s.newRounds(facts, o); l != nil {
					found = append(found, l)
				} else if !outlinable(o) && !leaver(o) {
					walk(o.Regions[0])
				}
			}
		}
	}
	walk(f.Body)
	for _, l := range found { // facts are about the function as it was
		if l.free {
			s.emitFree(l)
			continue
		}
		if len(l.carries) > 0 {
			s.noteOutcome(l.loop.Pos, ir.RunsOnCores, "plain loop in order: on several cores in two passes, one for what it counts and one for all, where it is long")
		} else {
			s.noteOutcome(l.loop.Pos, ir.RunsOnCores, "plain loop in order: on several cores in rounds, where it is long")
		}
		s.emitRounds(l)
	}
}

// newRounds looks at one loop; nil: it can't be done.
func (s *scheduler) newRounds(facts *analysis.Facts, o *ir.Op) *longLoop {
	if o.Kind != ir.OpFor || o.Ints[0] != 1 || o.Mode != ir.Sequential || o.Regions[0].Contains(unfitForRounds) {
		return nil
	}
	trips := analysis.TripCount(o)
	if trips >= 0 && trips < longRow && !s.machine.Always() {
		return nil
	}
	l := &longLoop{loop: o, touches: analysis.NewSpace().Accesses(o.Regions[0]), threads: 2}
	var probe *ir.Op
	if len(o.Results) > 0 {
		probe = l.counts(facts)
	} else if !analysis.Straight(o) && l.searches() {
		probe = l.probe()
	}
	l.free = l.free && (l.heavy() || s.machine.Always())
	if probe == nil || !l.free && trips >= 0 && trips < roundsRun && !s.machine.Always() {
		return nil
	}
	var rest int
	l.guard.space = newSpace(probe)
	if l.guard.checks, rest = l.guard.space.hoistable(); rest > 0 {
		return nil
	}
	l.guard.small = o.Args[:2]
	l.lengths(s.machine)
	return l
}

// unfitForRounds are ops that a run can't hold, or that are done once only.
func unfitForRounds(x *ir.Op) bool {
	switch x.Kind {
	case ir.OpIf, ir.OpBlock, ir.OpFor, ir.OpYield, ir.OpBreak, ir.OpContinue, ir.OpReturn, ir.OpLoad, ir.OpStore, ir.OpLen, ir.OpCap:
		return x.Kind == ir.OpStore && storesSlice(x)
	}
	return !x.Kind.Has(ir.Pure) && !x.Kind.Has(ir.Check)
}

// probe is a copy of the loop that carries nothing and is not left: what its guard is asked for.
func (l *longLoop) probe() *ir.Op {
	b := &ir.Builder{Region: ir.NewRegion(l.loop.Parent.Parent), Pos: l.loop.Pos}
	probe := b.For(l.loop.Args[0], l.loop.Args[1], 1, nil)
	c, was := ir.NewCloner(), l.loop.Regions[0]
	c.Map(was.Params[0], probe.Regions[0].Params[0])
	c.Ops[l.loop] = probe
	c.MapAll(was.Params[1:], l.loop.Args[2:])
	c.Into(probe.Regions[0], was.Ops)
	stay(probe, probe.Regions[0])
	return probe
}

// stay has the iterations of loop go on where regions of r leave it, or end one.
func stay(loop *ir.Op, r *ir.Region) {
	for _, o := range r.Ops {
		for _, in := range o.Regions {
			stay(loop, in)
		}
	}
	o := r.Terminator()
	if r != loop.Regions[0] && (o == nil || o.Kind == ir.OpYield || o.Target != nil && o.Target != loop && o.Target.Within(loop)) {
		return
	}
	b := &ir.Builder{Region: ir.NewRegion(r.Parent), Pos: o.Pos}
	var vals []*ir.Value
	if r != loop.Regions[0] {
		for _, v := range r.Parent.Results {
			vals = append(vals, b.Const(v.Type, 0))
		}
	}
	b.Yield(vals...)
	o.ReplaceBy(b.Region.Take(0)...)
}

// lengths chooses how long runs and rounds are: what a round reads and writes stays in the cores' own caches from the first pass to the second.
func (l *longLoop) lengths(m *machine.Desc) {
	bytes := 0
	seen := map[*ir.Value]bool{}
	for _, a := range l.touches {
		if !seen[a.Root] {
			seen[a.Root] = true
			bytes += a.Root.Type.Elem.Size()
		}
	}
	l.run, l.relay = roundsRun, roundsRelay
	if m.Always() {
		l.run, l.relay = 7, 5
	}
	fit := int64(m.TileBytes() / max(bytes, 1))
	l.round = max(fit/l.run, 1) * l.run
	l.alone = max(roundsAlone*fit, 4*l.run)
	if m.Always() {
		l.round, l.alone = 2*l.run, 2*l.run
	}
}
