package sched

import (
	"math"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A guard is what has to hold, for a whole index space, so that a loop nest may be restructured: no check in it fails, and some slices are
// apart. It is evaluated before the nest starts; where it doesn't hold, the nest runs as it was written. So panics stay what they are, and
// restructured nests have no checks that the guard has made.
//
// It is the precondition of a nest, the Guard step of schedules: one for all its loops and pieces. A loop in lanes that no guard speaks for asks for its
// checks itself, each time that it is run (package simd, hoist.go).
//
// What a check asks is that some polynomials, linear in each index, are not negative: their least values over the index space are emitted (extreme.go), and
// bounds of their size, in floating point, for nothing to wrap around on the way.
type guard struct {
	space  *space
	checks []guarded
	order  analysis.Condition // for its iterations to be independent
	small  []*ir.Value        // bounds that may be subtracted from each other, and such as move with indices
	wide   []widened          // what must not wrap around in its type
}

// conditions says in a note what the guard asks for all of a loop.
func (g *guard) conditions() string {
	var parts []string
	say := func(n int, what, one, many string) {
		switch {
		case n == 1:
			parts = append(parts, ir.Count(n, what)+" "+one)
		case n > 1:
			parts = append(parts, ir.Count(n, what)+" "+many)
		}
	}
	say(len(g.checks), "check", "holds for all of it", "hold for all of it")
	say(len(g.order.Apart), "pair of slices", "is apart", "are apart")
	if len(parts) == 0 {
		return "its bounds don't wrap around"
	}
	return strings.Join(parts, " and ")
}

// guarded is a check that a guard makes, for the domain that the program comes to it in.
type guarded struct {
	op *ir.Op
	in *domain
}

// ops lists the checks themselves.
func (g guard) ops() []*ir.Op {
	ops := make([]*ir.Op, len(g.checks))
	for i, c := range g.checks {
		ops[i] = c.op
	}
	return ops
}

// takeOut takes the checks out of where the guard holds. What compares an index with a length that a check has found it to be less than has one outcome there: so
// a load that has left a loop, under the condition that its check doesn't fail, has none.
func (g guard) takeOut() {
	less := map[[2]*ir.Value]bool{}
	for _, c := range g.checks {
		if c.op.Kind == ir.OpCheckIndex && c.in == nil {
			less[[2]*ir.Value{c.op.Args[0], c.op.Args[1]}] = true
		}
	}
	ir.RemoveOps(g.ops())
	if len(less) == 0 {
		return
	}
	body := g.space.body
	var sure []*ir.Op
	body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpIf && ir.EndFallsThrough(o.Regions[0]) {
			if c := o.Args[0].Def; c != nil && (c.Kind == ir.OpLt && less[[2]*ir.Value{c.Args[0], c.Args[1]}] || c.Kind == ir.OpGt && less[[2]*ir.Value{c.Args[1], c.Args[0]}]) {
				sure = append(sure, o)
			}
		}
		return true
	})
	for _, o := range sure {
		for k, v := range o.Inline(o.Regions[0]) {
			ir.ReplaceUses(body, o.Results[k], v)
		}
	}
}

func (g guard) empty() bool {
	return len(g.checks)+len(g.wide) == 0 && g.order.Empty() && !slices.ContainsFunc(g.small, func(v *ir.Value) bool { return !isConst(v) })
}

// hoistable lists the checks that a guard can make: all iterations of a domain come to them, if none before fails, or those that the data choose. rest is
// the number of the others.
func (p *space) hoistable() (checks []guarded, rest int) {
	trial := &guardTrial{p: p}
	var walk func(r *ir.Region, d *domain)
	walk = func(r *ir.Region, d *domain) {
		for _, o := range r.Ops {
			if o.Kind.Has(ir.Check) && trial.guardable(guarded{o, d}) {
				checks = append(checks, guarded{o, d})
			}
			if o.Leaves() {
				return
			}
			switch {
			case o.Kind == ir.OpIf:
				for k, in := range o.Regions {
					if part, ok := p.within(d, condition{o.Args[0], k == 0}); ok {
						walk(in, part)
					}
				}
			case p.whole(o):
				walk(o.Regions[0], d)
			}
		}
	}
	walk(p.body, nil)
	trial.handOn(checks)
	p.body.Walk(func(o *ir.Op) bool {
		if o.Kind.Has(ir.Check) {
			rest++
		}
		return true
	})
	return checks, rest - len(checks)
}

// anywhere reports a value that may be anything in any iteration, as far as anybody knows: it depends on what the body has loaded, or on the last bits of an index.
func (p *space) anywhere(v *ir.Value) bool {
	return p.comesFrom(v, func(o *ir.Op) bool { return o.Kind == ir.OpLoad || analysis.TakesBits(o) })
}

// fromData reports a value that depends on what the body has loaded.
func (p *space) fromData(v *ir.Value) bool {
	return p.comesFrom(v, func(o *ir.Op) bool { return o.Kind == ir.OpLoad })
}

// comesFrom reports a value that depends on such an op of the body: by what it is computed from, or by which way control went.
func (p *space) comesFrom(v *ir.Value, such func(*ir.Op) bool) bool {
	seen := map[*ir.Value]bool{}
	var from func(v *ir.Value) bool
	from = func(v *ir.Value) bool {
		o := v.Def
		if o == nil || seen[v] || !p.op.Defines(v) {
			return false
		}
		seen[v] = true
		return such(o) || slices.ContainsFunc(o.Regions, func(r *ir.Region) bool {
			return r.Contains(such) || slices.ContainsFunc(ir.FreeValues(r), from)
		}) || slices.ContainsFunc(o.Args, from)
	}
	return from(v)
}

// boxed reports a counted loop or reduction whose range is known outside of the pattern, and that runs to its end.
func (p *space) boxed(f *ir.Op) bool {
	switch {
	case f.Kind == ir.OpFor && f.Ints[0] > 0 && p.fixed(f.Args[0]) && p.fixed(f.Args[1]):
	case f.Kind == ir.OpBlockReduce && f.Ints[0] == 1 && p.fixed(f.Args[0]):
	default:
		return false
	}
	return p.whole(f)
}

// whole reports a loop that counts upwards and runs to its end.
func (p *space) whole(f *ir.Op) bool {
	return (f.Kind == ir.OpFor && f.Ints[0] > 0 || f.Kind == ir.OpBlockReduce) && analysis.Straight(f)
}

// fixed reports a value that is known outside of the pattern.
func (p *space) fixed(v *ir.Value) bool { return !p.op.Defines(v) || isConst(v) }

func isConst(v *ir.Value) bool { _, ok := v.IsConst(); return ok }

// guardTrial finds out which checks a guard can make. What it has emitted for some of them serves others, and in the end the guard.
type guardTrial struct {
	p      *space
	e      *guardEmitter // nil: none yet that has not failed
	failed bool          // one has
}

// guardable reports a check whose operands can be computed from the indices, and what is known outside: it tries.
func (t *guardTrial) guardable(c guarded) bool {
	switch c.op.Kind {
	case ir.OpCheckIndex, ir.OpCheckSlice, ir.OpCheckDiv, ir.OpCheckShift, ir.OpCheckMake:
	default:
		return false
	}
	for _, a := range c.op.Args {
		if !a.Type.IsInt() || a.Type.Size() != 8 && !isConst(a) {
			return false
		}
	}
	if t.e == nil {
		t.e = newGuardEmitter(t.p, ir.NewBuilder(&ir.Region{}).Sharing())
	}
	t.e.check(c)
	if t.e.failed {
		t.e, t.failed = nil, true
		return false
	}
	return true
}

// handOn gives a guard that asks for just these checks what was emitted for them.
func (t *guardTrial) handOn(checks []guarded) {
	if !t.failed {
		t.p.tried = &tried{checks, t.e}
	}
}

// tried is what a trial has emitted for some checks; emitter nil: nothing, as there are none.
type tried struct {
	checks  []guarded
	emitter *guardEmitter
}

// emitter is one that has emitted all that the guard's checks ask for to b: the one that has tried it, if it is the same.
func (g guard) emitter(b *ir.Builder) *guardEmitter {
	t := g.space.tried
	if t != nil && t.emitter != nil && len(g.small)+len(g.wide) == 0 && slices.Equal(t.checks, g.checks) {
		g.space.tried = nil // an op stands in one place
		e := t.emitter
		for _, o := range e.b.Region.Ops {
			o.Pos = b.Pos
		}
		e.b.Region.MoveTo(b.Region)
		e.b.Region, e.b.Pos = b.Region, b.Pos
		return e
	}
	e := newGuardEmitter(g.space, b.Sharing())
	e.most *= max(len(g.checks), 1) // in the trial, one may have been served by others that are left out now
	for _, v := range g.small {
		e.smallValue(v)
	}
	for _, w := range g.wide {
		e.fits(w)
	}
	for _, c := range g.checks {
		e.check(c)
	}
	return e
}

// emitGuard makes the guard a kernel, and gives its result.
func (s *scheduler) emitGuard(host *ir.Builder, g guard) *ir.Value {
	k := s.newKernel(ir.SingleKernel, []*ir.Type{ir.TBool})
	k.Pos = host.Pos
	b := &ir.Builder{Region: k.Body, Pos: host.Pos}
	b.Return(g.emit(b))
	args := closeKernel(k)
	run := host.Op(ir.OpRun, args, ir.TBool)
	run.SetSym(k.Name)
	return run.Result()
}

// emit emits what computes whether the guard holds.
func (g guard) emit(b *ir.Builder) *ir.Value {
	e := g.emitter(b)
	if !g.order.Empty() {
		e.need(g.order.Emit(e.b))
	}
	if e.failed { // not what hoistable has found
		panic("sched: a guard can't be computed")
	}
	return e.holds()
}

type guardEmitter struct {
	p      *space
	b      *ir.Builder
	ok     *ir.Value // nil: nothing is needed yet
	failed bool      // something can't be computed

	demands []demand        // that the result of holds is to see to
	smalls  []analysis.Poly // which are to be small

	fuel int // steps that the check at hand may still take
	most int // and at its beginning

	signed []analysis.Poly // known not to be negative
	boxes  map[*box]*extremes
	whole  *extremes // of the whole index space

	virtual map[*ir.Value]*virtual
	levels  map[*ir.Value]int
}

func newGuardEmitter(p *space, b *ir.Builder) *guardEmitter {
	e := &guardEmitter{p: p, b: b, fuel: extremeFuel, most: extremeFuel, boxes: map[*box]*extremes{}, virtual: map[*ir.Value]*virtual{}, levels: map[*ir.Value]int{}}
	e.whole = newExtremes(e, nil)
	return e
}

func (e *guardEmitter) need(c *ir.Value) { e.ok = e.b.Join(ir.OpAnd, e.ok, c) }

// check emits what a check asks in all boxes of indices that the program comes to it in.
func (e *guardEmitter) check(c guarded) {
	e.fuel = e.most
	boxes := []*extremes{e.whole}
	if c.in != nil {
		boxes = nil
		for k := range c.in.boxes {
			x := &c.in.boxes[k]
			if e.boxes[x] == nil {
				e.boxes[x] = newExtremes(e, x)
			}
			boxes = append(boxes, e.boxes[x])
		}
	}
	for _, x := range boxes {
		if !slices.ContainsFunc(x.empty, emptiness.always) {
			e.asks(c.op, x)
		}
	}
}

// asks notes what a check asks for over a box.
func (e *guardEmitter) asks(o *ir.Op, x *extremes) {
	s := e.p.s
	args := make([]analysis.Poly, len(o.Args))
	for k, a := range o.Args {
		args[k] = s.Of(a)
		e.small(args[k])
	}
	atLeast := func(q analysis.Poly, n int64) {
		q = x.least(q)
		if c, known := q.Const(); known && c >= n {
			return
		}
		sum, by := e.parts(q)
		e.demand(demand{sum, by - n, nil, x})
	}
	switch o.Kind {
	case ir.OpCheckIndex:
		atLeast(args[0], 0)
		if x.varies(args[1]) {
			atLeast(s.Sub(args[1], args[0]), 1)
		} else {
			sum, by := e.parts(x.greatest(args[0]))
			e.demand(demand{sum, by, args[1].Emit(e.b, outside), x})
		}
	case ir.OpCheckSlice:
		before := analysis.Poly{}
		for _, q := range args {
			atLeast(s.Sub(q, before), 0)
			before = q
		}
	case ir.OpCheckDiv:
		if x.varies(args[0]) {
			atLeast(args[0], 1)
		} else {
			c := e.b.Compare(ir.OpNe, args[0].Emit(e.b, outside), e.b.Int(0))
			if none := x.nowhere(); none != nil {
				c = e.b.Binary(ir.OpOr, none, c)
			}
			e.need(c)
		}
	case ir.OpCheckShift:
		atLeast(args[0], 0)
	case ir.OpCheckMake:
		atLeast(args[0], 0)
		atLeast(s.Sub(analysis.Const(ir.MaxMake), args[0]), 0)
	default:
		panic("sched: no guard makes this check")
	}
}

// small says that nothing wraps around in q, in the whole index space.
func (e *guardEmitter) small(q analysis.Poly) {
	if !q.IsAtom() || e.whole.varies(q) {
		e.size(q)
	}
}

// size says so of what is known outside, too.
func (e *guardEmitter) size(q analysis.Poly) {
	if isKnown(q) || slices.ContainsFunc(e.smalls, q.Equal) {
		return
	}
	for _, v := range q.Atoms() {
		if a, ok := e.ofExtents(q, v); ok {
			e.size(a[0])
			e.size(a[1])
			return
		}
	}
	e.smalls = append(e.smalls, q)
	for _, v := range q.Atoms() {
		if e.whole.varying(v) {
			e.bound(v) // can it be computed?
		}
	}
}

// bounded reports a polynomial whose size can be computed.
func (e *guardEmitter) bounded(q analysis.Poly) bool {
	e.small(q)
	return !e.failed
}

// smallValue says so of a value; of one inside, in the whole index space.
func (e *guardEmitter) smallValue(v *ir.Value) {
	switch {
	case isConst(v):
	case e.p.op.Defines(v):
		e.small(e.p.s.Of(v))
	default:
		e.size(e.p.s.Atom(v))
	}
}

// positive says that q is at least 0, or 1.
func (e *guardEmitter) positive(q analysis.Poly, least int64) {
	if c, ok := q.Const(); ok && c >= least || least == 0 && slices.ContainsFunc(e.signed, q.Equal) {
		return
	}
	e.signed = append(e.signed, q)
	e.small(q)
	e.need(e.b.Compare(ir.OpGe, q.Emit(e.b, outside), e.b.Int(least)))
}

func outside(v *ir.Value) *ir.Value { return v }

// bound is |v|, in float64; of an index over its whole range.
func (e *guardEmitter) bound(v *ir.Value) *ir.Value {
	abs := func(x *ir.Value) *ir.Value {
		if c, ok := x.ConstInt(); ok {
			return e.b.Float(ir.TF64, math.Abs(float64(c)))
		}
		return e.b.Unary(ir.OpAbs, e.b.Conv(x, ir.TF64))
	}
	if !e.whole.varying(v) {
		return abs(e.b.Conv(v, ir.TI64))
	}
	ends := e.whole.rangeOf(v)
	if c, ok := ends[0].ConstInt(); ok && c == 0 {
		return abs(ends[1]) // which is below 0 where it has wrapped around: bounds that are added up must not cancel
	}
	return e.b.Binary(ir.OpMax, abs(ends[0]), abs(ends[1]))
}
