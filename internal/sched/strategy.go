package sched

import (
	"errors"
	"math"
	"slices"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/loops"
	"github.com/hone-go/hone/internal/simd"
)

// The default strategy: which steps a nest takes where nobody says.

// schedule gives a parallel loop its schedule.
func (s *scheduler) schedule(o *ir.Op) *Nest {
	n := s.chosen(o)
	if s.group != nil {
		s.group.joined(n)
	}
	return n
}

func (s *scheduler) chosen(o *ir.Op) *Nest {
	if s.choose == nil || s.standsIn || s.scalar[o] {
		return s.strategy(o)
	}
	n := s.newNest(o)
	if !s.choose(n) {
		return s.strategy(o)
	}
	if err := n.Relied(); err != nil {
		n.Fail(err)
	}
	return n
}

// strategy is the schedule that is thought to be best.
func (s *scheduler) strategy(o *ir.Op) *Nest {
	inner := s.lanesGoInside(o)
	if s.machine.RegisterBytes != 0 {
		var n *Nest
		if inner {
			if n = s.rowsOfReductions(o); n == nil {
				n = s.innerNest(o)
			}
		} else {
			n = s.bestNest(o)
		}
		if n != nil {
			return n.finish()
		}
	}
	return s.asWritten(o, inner)
}

// asWritten is the schedule of a nest whose checks stay where they are.
func (s *scheduler) asWritten(o *ir.Op, inner bool) *Nest {
	n := s.begin(o)
	if (inner || hasLanes(o)) && o.Regions[0].Contains(isPattern) {
		n.must(loops.Inside)
	} else if !hasLanes(o) && s.paysInLanes(o) {
		n.must(loops.Lanes, n.lane())
	}
	return n.finish()
}

// finish takes the steps of each schedule of ours.
func (n *Nest) finish() *Nest {
	n.must(loops.Stream)
	if !n.s.placing {
		n.must(loops.Parallel)
	}
	return n
}

// must takes a step of which it is known that it is legal.
func (n *Nest) must(k loops.Kind, names ...string) { n.mustN(k, 0, names...) }

func (n *Nest) mustN(k loops.Kind, by int, names ...string) {
	if err := n.Apply(loops.Step{Kind: k, Loops: names, N: by}); err != nil {
		panic("sched: " + n.Pos.String() + ": " + err.Error())
	}
}

// rowsOfReductions schedules a parallel loop around reductions several rows at a time, if all its checks can be made ahead and its rows share loads; nil if not.
func (s *scheduler) rowsOfReductions(o *ir.Op) *Nest {
	if !jammableReductions(o.Regions[0]) {
		return nil
	}
	n := s.begin(o)
	n.must(loops.Inside)
	if n.guarded() != nil || n.rest > 0 {
		return nil
	}
	dim, rows := s.chooseRows(n.fast, n.guard.space)
	if rows == 0 {
		return nil
	}
	n.mustN(loops.Jam, rows, n.fast.Regions[0].Params[dim].Name)
	return n
}

// changes say how the loops inside may differ from what was written.
type changes struct {
	interchange bool // loops inside change places, sums stay in registers
	far         bool // also where accesses are far from each other then
	distribute  bool // loops are taken apart from sums in Go's order
	inner       bool // patterns inside have lanes
	shift       bool // loops that move with the indices around them count from 0
	alongside   bool // loops that load the same are one
	whole       bool // loops over parts of a range are one
}

// candidate is a nest of which the loops inside have been changed, and what should be in lanes then.
type candidate struct {
	*Nest
	along []*ir.Op
	flat  []*ir.Op // the one, and those around it, where they can become the last dimensions and should
	up    []*ir.Op // those that should go outside
	walks int      // loops that walk along memory in long steps went inside
}

// candidate tries changes; nil if a check is left that forbids them.
func (s *scheduler) candidate(o *ir.Op, as changes) *candidate {
	n := s.begin(o)
	if as.inner {
		n.must(loops.Inside)
	}
	if as.interchange && slices.ContainsFunc(loopsIn(o), func(l *ir.Op) bool { return l.Ints[0] == -1 }) {
		for _, l := range loopsIn(n.fast) {
			n.Apply(loops.Step{Kind: loops.Reverse, Loops: []string{indexName(l)}})
		}
	}
	n.lower()
	if as.shift {
		n.shiftAll()
	}
	if as.whole && n.Apply(loops.Step{Kind: loops.Whole}) != nil {
		return nil
	}
	if as.distribute {
		for _, l := range loopsIn(n.fast) {
			if s.distributes(l) {
				n.must(loops.Distribute, indexName(l))
			}
		}
	}
	c := &candidate{Nest: n}
	x := n.interchanger()
	x.far, x.flags = as.far, s.machine.MaskRegisters > 0 // flags take registers of values, and with them vectors abreast, where masks are vectors
	if as.alongside {
		x.alongside(n.fast.Regions[0])
	}
	if as.interchange {
		x.interchange(n.fast.Regions[0])
		x.promote(n.fast.Regions[0])
		n.steps = append(n.steps, x.steps...)
		c.walks = x.walks
	}
	if n.guarded() != nil {
		return nil
	}
	c.along, c.flat = n.guard.space.lanesLoops(n.guard, n.rest == 0, s.machine)
	if len(c.flat) > 1 && s.chooseJam(collapsed(c.fast, c.flat)) == nil { // rows that are not one after the other in loops take more to begin with
		c.flat = nil
	}
	if len(c.along) == 0 && n.rest == 0 && !n.staged {
		c.up = n.guard.space.walked()
	}
	return c
}

// innerNest gives plain loops lanes beside patterns that have theirs inside, too; nil if there are none.
func (s *scheduler) innerNest(o *ir.Op) *Nest {
	if !o.Regions[0].Contains(isPattern) {
		return nil
	}
	try := func(as changes, good func(c *candidate) bool) *Nest {
		if c := s.candidate(o, as); c != nil && len(c.along) > 0 && len(c.flat) == 0 && good(c) {
			c.takeLanes()
			c.chainsAbreast()
			return c.Nest
		}
		return nil
	}
	if o.Regions[0].Contains(s.distributes) {
		if n := try(changes{inner: true, distribute: true}, (*candidate).worthApart); n != nil {
			return n
		}
	}
	return try(changes{inner: true}, func(*candidate) bool { return true })
}

// worthApart reports that all loops that were taken apart from sums get lanes.
func (c *candidate) worthApart() bool {
	return len(c.along) > 0 && !slices.ContainsFunc(c.apart, func(x *ir.Op) bool { return !slices.Contains(c.along, x) })
}

// takeLanes gives the loops that should have lanes some, or makes the one a dimension.
func (c *candidate) takeLanes() {
	c.must(loops.Guard)
	for _, f := range c.flat {
		c.must(loops.Collapse, indexName(f))
	}
	for _, f := range c.along {
		c.must(loops.Lanes, indexName(f))
	}
}

// bestNest chooses the order of the loops inside, and what is done several rows at a time; nil where the loop is best left as it is. Sums stay in registers where all
// checks are made ahead. A loop goes inside although it walks along memory in long steps only where several rows then share what it loads.
func (s *scheduler) bestNest(o *ir.Op) *Nest {
	if o.Regions[0].Contains(s.distributes) {
		if c := s.candidate(o, changes{distribute: true}); c != nil && c.worthApart() {
			return c.inLanes()
		}
	}
	if splitByHand(o.Regions[0]) {
		if c := s.candidate(o, changes{whole: true}); c != nil && c.rest == 0 && len(c.flat) > 0 {
			if n := c.blockOfWhole(); n != nil {
				return n
			}
		}
	}
	if loopsAlongside(o) {
		if c := s.candidate(o, changes{interchange: true, alongside: true}); c != nil && len(c.flat) > 0 && c.jams() {
			return c.inLanes()
		}
	}
	interchanged := func(shift bool) *candidate {
		c := s.candidate(o, changes{interchange: true, far: true, shift: shift})
		if c == nil || c.walks > 0 && !c.jams() {
			c = s.candidate(o, changes{interchange: true, shift: shift})
		}
		return c
	}
	var c *candidate
	if hasWindows(o) {
		c = interchanged(true)
	}
	if c == nil {
		c = interchanged(false)
	}
	if c == nil {
		c = s.candidate(o, changes{})
	}
	return c.inLanes()
}

// rowsAround has several rows done at a time where the loop inside that has the lanes then loads less.
func (c *candidate) rowsAround() {
	if len(c.along) != 1 || c.rest > 0 || c.inner || c.staged {
		return
	}
	f := c.along[0]
	if j := c.s.chooseJamAround(c.fast, f); j != nil {
		c.mustN(loops.Jam, j.rows, c.fast.Regions[0].Params[j.dim].Name)
		c.mustN(loops.Unroll, j.vectors, indexName(f))
	}
}

// chainsAbreast has loops that wait for the iteration before go side by side for several rows, where there are some beside those that have the lanes.
func (c *candidate) chainsAbreast() {
	if c.rest > 0 || c.staged || c.jam != nil {
		return
	}
	most := 0 // values that such a loop carries
	for _, f := range loopsIn(c.fast) {
		most = max(most, len(f.Results))
	}
	if most == 0 || most > c.s.machine.ScalarChains()/2 {
		return
	}
	rows := c.s.machine.ScalarChains() / most
	if c.steps.Has(loops.Distribute) && rows > 2 { // strip by strip all rows are as many streams for the prefetchers; half of them wait little longer
		rows /= 2
	}
	for ; rows > 1; rows /= 2 {
		if err := c.Apply(loops.Step{Kind: loops.Chains, Loops: []string{c.lane()}, N: rows}); !errors.Is(err, errRoom) {
			return
		}
	}
}

// jams reports that rows of the nest share what they load.
func (c *candidate) jams() bool {
	if c.rest > 0 || len(c.flat) == 0 && len(c.along) > 0 {
		return false
	}
	o := c.fast
	if len(c.flat) > 0 {
		o = collapsed(o, c.flat)
	}
	return !hasLanes(o) && c.s.chooseJam(o) != nil
}

// blockOfWhole takes the steps about lanes and rows of a nest whose loops are one again, if several rows at a time come of it; else nil.
func (c *candidate) blockOfWhole() *Nest {
	c.takeLanes()
	if j := c.s.chooseJam(c.seen()); j != nil {
		c.block(c.seen(), j)
		return c.Nest
	}
	if !c.hasInterior() {
		return nil
	}
	j := c.s.chooseJam(c.interior())
	if j == nil || !c.muchFaster(j) {
		return nil
	}
	c.piecesOf(j)
	return c.Nest
}

// worthWhole is how many times as fast the inner part is thought to be in blocks of rows, from which on that is worth a loop through the borders and a guard of its own. On Zen 5 a
// 5-point stencil (1.87) takes 0.8 of the time in memory then, but 1.1 in the cache, Sobel's operator on bytes (1.59) 1.2 in memory, a convolution of 25 points (2.4) 0.4 and 0.6.
const worthWhole = 2

// muchFaster reports that blocks of rows are, next to the fastest of the loops as they were written.
func (c *candidate) muchFaster(j *jam) bool {
	if c.s.machine.Always() {
		return true
	}
	written := c.s.candidate(c.written, changes{})
	if written == nil {
		return true
	}
	least := math.Inf(1)
	for _, f := range written.along {
		least = min(least, simd.EstimateOf(f, c.s.machine, written.guard.ops()...).Vector)
	}
	return least >= worthWhole*j.cycles
}

// inLanes takes the steps about lanes and rows; nil if nothing is won by a guard.
func (c *candidate) inLanes() *Nest {
	if len(c.along) > 0 && len(c.flat) == 0 {
		c.takeLanes()
		c.rowsAround()
		c.chainsAbreast()
		return c.Nest
	}
	if len(c.flat) > 0 {
		c.takeLanes()
		if c.rest == 0 {
			if j := c.s.chooseJam(c.seen()); j != nil {
				c.block(c.seen(), j)
			} else if c.hasInterior() {
				c.piecesOf(c.s.chooseJam(c.interior()))
			}
		}
		return c.Nest
	}
	if len(c.up) > 0 && !hasLanes(c.fast) {
		c.must(loops.Guard)
		for _, f := range c.up {
			c.must(loops.Lift, indexName(f))
		}
		c.must(loops.Lanes, c.lane())
		if j := c.s.chooseJam(c.seen()); j != nil {
			c.block(c.seen(), j)
		} else if c.hasInterior() {
			c.piecesOf(c.s.chooseJam(c.interior()))
		}
		return c.Nest
	}
	own, deep := !hasLanes(c.fast), c.deep
	deep = deep || own && c.checksCost()
	if c.rest > 0 {
		return c.guardIf(c.x.any() || deep, own)
	}
	c.fast.Detach()
	if own {
		if j := c.s.chooseJam(c.fast); j != nil {
			c.must(loops.Guard)
			c.must(loops.Lanes, c.lane())
			c.block(c.fast, j)
			return c.Nest
		}
		if c.rowsInLanes() {
			return c.Nest
		}
		if rows := c.s.chooseChains(c.fast); rows > 0 {
			c.must(loops.Guard)
			c.mustN(loops.Jam, rows, c.lane())
			return c.Nest
		}
	}
	if len(c.fast.Args) > 1 {
		if own && c.hasInterior() {
			c.must(loops.Guard)
			c.must(loops.Lanes, c.lane())
			c.piecesOf(c.s.chooseJam(c.interior()))
			return c.Nest
		}
		if len(c.guard.checks) > 0 && c.interior() != nil { // checks ahead of each row take their time
			deep = true
		}
	}
	return c.guardIf(c.x.any() || deep, own)
}

// worthAhead is how many times as fast a loop is without its checks, from which on these are worth a guard: asking ahead takes a kernel of its own.
const worthAhead = 1.1

// checksCost reports a loop that is thought to be faster without the checks that can be made ahead: in scalar code they are made in each iteration, and words are not put
// together from bytes with checks in between, which are all gathered or scattered then.
func (c *candidate) checksCost() bool {
	if len(c.guard.checks) == 0 || len(c.fast.Args) > 1 || c.s.machine.Always() {
		return false
	}
	return simd.EstimateOf(c.fast, c.s.machine).Best() >= worthAhead*simd.EstimateOf(c.fast, c.s.machine, c.guard.ops()...).Best()
}

// guardIf is the nest with its checks ahead and lanes along its last dimension, or nil.
func (c *candidate) guardIf(worth, own bool) *Nest {
	var long *ir.Op
	own = own && c.s.paysInLanes(c.fast, c.guard.ops()...)
	if own {
		long = c.rowsToGather()
	}
	if !worth && long == nil {
		return nil
	}
	c.must(loops.Guard)
	if own {
		c.must(loops.Lanes, c.lane())
	}
	if long != nil {
		c.must(loops.Long, indexName(long))
	}
	return c.Nest
}

// hasInterior reports an inner part that can be apart from the borders.
func (c *candidate) hasInterior() bool {
	dims := len(c.seen().Args)
	return dims >= 2 && !(c.staged && dims > 2) && c.interior() != nil
}

// piecesOf takes the inner part apart from the borders, several rows at a time if j says so.
func (c *candidate) piecesOf(j *jam) {
	c.must(loops.Pieces)
	if j != nil {
		c.block(c.part, j)
	}
}

// block takes the steps that a block of rows and vectors of o consists of.
func (c *candidate) block(o *ir.Op, j *jam) {
	last := len(o.Args) - 1
	c.mustN(loops.Jam, j.rows, o.Regions[0].Params[j.dim].Name)
	c.mustN(loops.Unroll, j.vectors, c.lane())
	if len(j.panel) > 0 && !(c.part != nil && c.staged) {
		c.must(loops.Split, o.Regions[0].Params[last].Name)
		if c.worthPacking(o, j) {
			c.must(loops.Pack, o.Regions[0].Params[last].Name)
			c.jam.weigh = true
		}
	}
	c.jam.cycles, c.jam.next = j.cycles, j.next
}
