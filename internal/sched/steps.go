package sched

import (
	"errors"
	"fmt"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/loops"
	"github.com/hone-go/hone/internal/opt"
	"github.com/hone-go/hone/internal/simd"
)

// What each step asks and does. A rule that gives an error has changed nothing.

// inside gives the lanes to the patterns inside.
func (n *Nest) inside(loops.Step) error {
	if !n.fast.Regions[0].Contains(isPattern) {
		return errors.New("there is no parallel loop and no reduction inside")
	}
	n.inner = true
	return nil
}

// lower makes patterns inside loops.
func (n *Nest) lower() {
	if n.lowered {
		return
	}
	n.lowered = true
	n.s.nest(n.fast.Regions[0], n.inner)
	n.name()
}

// loopNamed is the counted loop inside with an index of that name. Where several rows at a time have been taken of reductions, these stay what they are.
func (n *Nest) loopNamed(name string) (*ir.Op, error) {
	if n.jam != nil && !n.lowered {
		return n.find(name)
	}
	n.lower()
	return n.find(name)
}

// find is loopNamed where patterns inside may not be loops yet.
func (n *Nest) find(name string) (*ir.Op, error) {
	var found *ir.Op
	n.fast.Regions[0].Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpFor && indexName(o) == name {
			found = o
		}
		return found == nil
	})
	if found == nil {
		return nil, fmt.Errorf("there is no counted loop %s inside", name)
	}
	return found, nil
}

// dimension is the number of the dimension of a parallel loop with an index of that name; -1 if there is none.
func dimension(o *ir.Op, name string) int {
	return slices.IndexFunc(o.Regions[0].Params, func(v *ir.Value) bool { return v.Name == name })
}

func (n *Nest) distribute(t loops.Step) error {
	l, err := n.loopNamed(t.Loops[0])
	if err != nil {
		return err
	}
	d := n.s.distributable(l)
	if d == nil {
		return fmt.Errorf("%s: nothing in it can be done ahead of what waits for the iteration before", l.Pos)
	}
	first := d.apply()
	first.Regions[0].Params[0].Name = t.Loops[0]
	n.apart = append(n.apart, first)
	n.name()
	return nil
}

// interchanger is what changes the loops inside.
func (n *Nest) interchanger() *interchanger {
	if n.x == nil {
		n.x = newInterchanger(n.fast.Regions[0])
		n.x.bounds(n.fast.Regions[0])
	}
	return n.x
}

func (n *Nest) reverse(t loops.Step) error {
	l, err := n.find(t.Loops[0])
	if err != nil {
		return err
	}
	at := slices.Index(loopsIn(n.fast), l)
	written := loopsIn(n.written)
	if n.x != nil || len(written) != len(loopsIn(n.fast)) {
		return errors.New("it comes before all that changes loops")
	}
	small, err := reverse(analysis.In(analysis.NewSpace()), n.written, written[at], l, &n.turned)
	n.small = append(n.small, small...)
	return err
}

func (n *Nest) reorder(t loops.Step) error {
	l, err := n.loopNamed(t.Loops[0])
	if err != nil {
		return err
	}
	if f := onlyLoop(l); f == nil || indexName(f) != t.Loops[1] {
		return fmt.Errorf("%s: %s is not all there is in this loop, or one of them doesn't count up to its end, or carries values", l.Pos, t.Loops[1])
	}
	_, err = n.interchanger().reorder(l)
	return err
}

func (n *Nest) fuse(t loops.Step) error {
	f, err := n.loopNamed(t.Loops[1])
	if err != nil {
		return err
	}
	if l := loopAhead(f); l == nil || indexName(l) != t.Loops[0] {
		return fmt.Errorf("%s: %s is not just ahead of it", f.Pos, t.Loops[0])
	}
	_, err = n.interchanger().fuse(f)
	return err
}

func (n *Nest) promote(t loops.Step) error {
	l, err := n.loopNamed(t.Loops[0])
	if err != nil {
		return err
	}
	x := n.interchanger()
	x.flags = true
	if !x.promoteLoop(l) {
		return fmt.Errorf("%s: it stores nothing at one place of which it is known that nothing else touches it", l.Pos)
	}
	return nil
}

// guarded finds the checks that can be made ahead. The nest is in the order of loops by then that it will have.
func (n *Nest) guarded() error {
	if n.guard != nil {
		return nil
	}
	if !n.inner || !jammableReductions(n.fast.Regions[0]) {
		n.lower()
	}
	x := n.interchanger()
	if x.any() { // short loops that are inside now, or store no more
		opt.UnrollBody(n.fast.Regions[0])
	}
	p := newSpace(n.fast)
	g := &guard{space: p, order: x.needs, small: n.small}
	g.order.Add(&n.turned)
	g.checks, n.rest = p.hoistable()
	n.guard = g
	if n.rest > 0 && n.relies() {
		n.failed = n.left()
		return n.failed
	}
	for _, c := range g.ops() {
		n.deep = n.deep || c.Parent != n.fast.Regions[0]
	}
	return nil
}

// left says which check is left in the loop.
func (n *Nest) left() error {
	guarded := n.guard.ops()
	pos := n.Pos
	n.fast.Regions[0].Walk(func(o *ir.Op) bool {
		if o.Kind.Has(ir.Check) && !slices.Contains(guarded, o) {
			pos = o.Pos
			return false
		}
		return true
	})
	return fmt.Errorf("%s: this check can't be made ahead of the nest", pos)
}

// need takes the step that others rely on.
func (n *Nest) need() error {
	if n.steps.Has(loops.Guard) {
		return nil
	}
	return n.Apply(loops.Step{Kind: loops.Guard})
}

// needAll is need where no check may be left.
func (n *Nest) needAll() error {
	if err := n.need(); err != nil {
		return err
	}
	if n.rest > 0 {
		return n.left()
	}
	return nil
}

func (n *Nest) collapse(t loops.Step) error {
	if err := n.needAll(); err != nil {
		return err
	}
	f, err := n.loopNamed(t.Loops[0])
	if err != nil {
		return err
	}
	if n.inner {
		return errors.New("the lanes are in the loops inside")
	}
	if len(n.lifted) > 0 {
		return errors.New("there is a loop that has become another dimension")
	}
	around := n.fast
	if k := len(n.flat); k > 0 {
		around = n.flat[k-1]
	}
	if f.Parent.Parent != around {
		return fmt.Errorf("%s: it is not directly in what is a dimension", f.Pos)
	}
	order, err := n.guard.space.asDimension(n.flat, f)
	if err != nil {
		return err
	}
	n.guard.order.Add(&order)
	n.flat, n.trial = append(n.flat, f), nil
	return nil
}

func (n *Nest) lift(t loops.Step) error {
	if err := n.needAll(); err != nil {
		return err
	}
	f, err := n.loopNamed(t.Loops[0])
	if err != nil {
		return err
	}
	around := n.fast
	if k := len(n.lifted); k > 0 {
		around = n.lifted[k-1]
	}
	switch {
	case n.inner:
		return errors.New("the lanes are in the loops inside")
	case n.staged:
		return errors.New("it is run together with others, by its rows")
	case len(n.flat) > 0:
		return errors.New("there is a loop that has become the last dimension")
	case f.Parent.Parent != around:
		return fmt.Errorf("%s: it is not directly in what is a dimension", f.Pos)
	}
	order, err := n.guard.space.asDimension(n.lifted, f)
	if err != nil {
		return err
	}
	n.guard.order.Add(&order)
	n.lifted, n.trial = append(n.lifted, f), nil
	return nil
}

// seen is the loop as it is with its dimensions, for what comes behind Collapse and Lift. The checks that the guard makes are not in it.
func (n *Nest) seen() *ir.Op {
	n.strip()
	if len(n.flat)+len(n.lifted) == 0 {
		return n.fast
	}
	if n.trial == nil {
		n.trial = n.flattened()
	}
	return n.trial
}

// strip takes out the checks that the guard makes.
func (n *Nest) strip() {
	if n.guard != nil && !n.bare {
		n.guard.takeOut()
		n.bare = true
	}
	n.fast.Detach()
}

// lane is the name of the last dimension.
func (n *Nest) lane() string {
	if k := len(n.flat); k > 0 {
		return indexName(n.flat[k-1])
	}
	return lastParam(n.fast.Regions[0]).Name
}

func (n *Nest) inLanes(t loops.Step) error {
	name := t.Loops[0]
	if name == n.lane() {
		switch {
		case n.inner, len(n.lanes) > 0, hasLanes(n.fast):
			return errors.New("loops inside have lanes")
		case n.written.Regions[0].Contains((*ir.Op).Canonical):
			return errors.New("there is a reduction inside that has its own order")
		}
		n.own = true
		return nil
	}
	switch {
	case n.own:
		return errors.New("the parallel loop around it has lanes")
	case len(n.flat) > 0:
		return errors.New("the last dimension is another loop")
	}
	if err := n.need(); err != nil {
		return err
	}
	f, err := n.loopNamed(name)
	switch {
	case err != nil:
		return err
	case !lanesForm(f):
		return fmt.Errorf("%s: it doesn't run to its end in steps of one, carries values, or there are lanes in it", f.Pos)
	case failsBehindStore(f, n.guard.ops()):
		return fmt.Errorf("%s: a check in it comes behind a store of the same iteration", f.Pos)
	}
	for l := range n.lanes {
		if f.Defines(l.Regions[0].Params[0]) || l.Defines(f.Regions[0].Params[0]) {
			return fmt.Errorf("%s: a loop in it or around it has lanes", f.Pos)
		}
	}
	order, err := n.guard.space.independent(f, nil)
	if err != nil {
		return err
	}
	n.guard.order.Add(&order)
	n.lanes[f] = 0
	return nil
}

func (n *Nest) pieces(loops.Step) error {
	if err := n.needAll(); err != nil {
		return err
	}
	switch dims := len(n.seen().Args); {
	case !n.own || dims < 2:
		return errors.New("it takes lanes along the last of several dimensions")
	case n.staged && dims > 2:
		return errors.New("the loop is a stage of a pipeline, and has more than rows and columns")
	case n.long != nil:
		return errRows
	case len(n.columns) > 0:
		return errColumns
	}
	n.part = n.interior()
	if n.part == nil {
		return errors.New("no comparison with an index says how far from the ends of a dimension its outcome changes")
	}
	return nil
}

// interior is the inner part of the loop, between the limits of its dimensions; nil if there are none.
func (n *Nest) interior() *ir.Op {
	if o := n.seen(); !n.looked {
		n.looked = true
		if n.limits = simd.FindLimits(o); n.limits != nil {
			n.between = n.limits.Inside(len(o.Args))
		}
	}
	return n.between
}

// body is the loop that several rows at a time are of.
func (n *Nest) body() *ir.Op {
	if n.part != nil {
		return n.part
	}
	return n.seen()
}

func (n *Nest) jammed(t loops.Step) error {
	if err := n.needAll(); err != nil {
		return err
	}
	o := n.body()
	d, last := dimension(o, t.Loops[0]), len(o.Args)-1
	switch {
	case d < 0:
		return fmt.Errorf("the parallel loop has no dimension %s", t.Loops[0])
	case n.jam != nil:
		return errors.New("a dimension has been already")
	case n.long != nil:
		return errRows
	case len(n.columns) > 0:
		return errColumns
	case hasLanes(o):
		return errors.New("plain loops inside have the lanes")
	case n.own && d == last:
		return errors.New("it has the lanes")
	case n.own && last > 1 && n.s.columns:
		return errors.New("the loop is a stage of a pipeline")
	case !n.lowered && n.inner: // reductions of straight-line code
		if why := newSpace(o).ragged(); why != nil {
			return why
		}
	case !newSpace(o).jammable(o.Regions[0], n.own):
		return errors.New("there is more inside than straight-line code and counted loops of the same range in all rows")
	}
	n.jam = &jam{dim: d, rows: t.N, vectors: 1}
	return nil
}

// chained has several rows done at a time where loops wait for the iteration before.
func (n *Nest) chained(t loops.Step) error {
	if err := n.needAll(); err != nil {
		return err
	}
	switch {
	case t.Loops[0] != n.lane():
		return fmt.Errorf("the last dimension is %s", n.lane())
	case t.N > maxChains:
		return fmt.Errorf("more than %d rows", maxChains)
	case n.jam != nil || n.own || len(n.flat)+len(n.lifted) > 0:
		return errors.New("there is another order of its dimensions, or it has the lanes")
	case n.staged:
		return errors.New("it is run together with others, by its rows")
	case !n.lowered:
		return errors.New("there are reductions inside that are no loops yet")
	}
	n.strip()
	lo, hi := &ir.Value{Type: ir.TI64}, &ir.Value{Type: ir.TI64}
	if err := newAbreast(n.fast, t.N, n.apart, n.lanes).emit(ir.NewBuilder(&ir.Region{}), lo, hi); err != nil {
		return err
	}
	n.chains = t.N
	return nil
}

// maxChains is the most rows whose chains go side by side.
const maxChains = 16

// maxUnroll is the most vectors at a time: registers are 32 at most.
const maxUnroll = 16

func (n *Nest) unroll(t loops.Step) error {
	if t.N > maxUnroll {
		return fmt.Errorf("more than %d vectors", maxUnroll)
	}
	if t.Loops[0] == n.lane() && n.own {
		n.vectors = int64(t.N)
		if n.jam != nil {
			n.jam.vectors = t.N
		}
		return nil
	}
	f, err := n.loopNamed(t.Loops[0])
	if err != nil {
		return err
	}
	if _, ok := n.lanes[f]; !ok {
		return errors.New("it has no lanes")
	}
	n.lanes[f] = int64(t.N)
	return nil
}

func (n *Nest) ranges(t loops.Step) error {
	if n.jam == nil || !n.own || t.Loops[0] != n.lane() {
		return errors.New("it takes rows at a time along another dimension, and lanes along this one")
	}
	if n.part != nil && n.staged {
		return errors.New("the loop is a stage of a pipeline")
	}
	if o := n.body(); len(newSpace(o).panels(lastParam(o.Regions[0]))) == 0 {
		return errors.New("no loop inside reads memory along it")
	}
	n.split = true
	return nil
}
