package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/opt"
)

// What a loop over time does need not be the same in each step: slices change places, or are chosen by the number of the step (bufs[t&1]) or by a number that the loop
// carries (cur = 1 - cur); every other step has a branch of its own, or the points of another colour. After a few steps everything is as it was. These steps are
// written out one after the other, in each of which what is carried, and what is left of the number of the step, is known (unrolling by the period, as in
// opt.Periods; what is known is evaluated away, as in Jones, Gomard & Sestoft, "Partial Evaluation and Automatic Program Generation", 1993).

// mostCycle is after how many steps everything is as it was, at the most.
const mostCycle = 4

// cycle is what a loop does until everything is as it was.
type cycle struct {
	given  [][]*ir.Value   // for each step, what the loop carries then: slices from outside, and constants; nil: a number that differs from step to step
	nests  []int           // how many loops each has
	bounds []*ir.Value     // which may not be large, for the number of the step to be what it is taken for
	twin   *ir.Op          // a copy of the loop, with loops of a few iterations written out
	ahead  map[*ir.Op]bool // of its ops
}

// stages is how many loops there are in the first so many steps.
func (c *cycle) stages(steps int) (n int) {
	for _, k := range c.nests[:steps] {
		n += k
	}
	return n
}

// unfold writes the steps of a cycle to arm; nil: the loop has none.
func unfold(o *ir.Op, arm *ir.Region) *cycle {
	if o.Ints[0] < 1 || o.Ints[0] > maxStep || !analysis.Straight(o) {
		return nil
	}
	twin := ir.NewCloner().OpIn(o.Parent, o)
	writeOutFew(twin.Regions[0])
	p := phasesOf(twin)
	if p == nil {
		return nil
	}
	numbers := make([]bool, len(o.Args)-2) // which of what is carried differ from step to step
	for k, v := range o.Args[2:] {
		numbers[k] = v.Type.Kind != ir.Slice && !isConst(v)
	}
	for {
		arm.Truncate(0)
		c, again := p.unfold(arm, numbers)
		if !again {
			return c
		}
	}
}

// unfold does so where some of what is carried are numbers that differ from step to step; again: there are more of these.
func (p *phases) unfold(arm *ir.Region, numbers []bool) (c *cycle, again bool) {
	o := p.loop
	first := slices.Clone(o.Args[2:])
	for k, differs := range numbers {
		if differs {
			first[k] = nil
		}
	}
	ahead, ok := aheadOfSteps(o, p, numbers)
	if !ok {
		return nil, false
	}
	p.ahead = ahead
	c = &cycle{bounds: p.bounds, twin: o, ahead: p.ahead}
	for now := first; len(c.given) < mostCycle; {
		c.given = append(c.given, now)
		step, next := p.step(len(c.given)-1, now)
		for k, v := range next {
			switch {
			case numbers[k]:
				next[k] = nil
			case v != nil && (v.Type.Kind == ir.Slice || isConst(v)):
			case o.Args[2+k].Type.Kind == ir.Slice:
				return nil, false
			default:
				numbers[k] = true
				return nil, true
			}
		}
		writeOut(step, false)
		if !collectPoints(step) {
			return nil, false
		}
		nests, ok := nestsOf(step)
		if !ok || !steady(step, o) {
			return nil, false
		}
		c.nests = append(c.nests, nests)
		step.MoveTo(arm)
		if now = next; slices.EqualFunc(now, first, alike) && int64(len(c.given))*o.Ints[0]%p.period == 0 {
			return c, false
		}
		if c.stages(len(c.nests)) > mostStages {
			break
		}
	}
	for k, v := range first { // what is known, but does not come back, counts
		comes := v == nil || v.Type.Kind == ir.Slice || slices.ContainsFunc(c.given[1:], func(vs []*ir.Value) bool { return alike(vs[k], v) })
		numbers[k], again = numbers[k] || !comes, again || !comes
	}
	return nil, again
}

// alike reports the same slice, the same constant, or numbers that differ from step to step.
func alike(a, b *ir.Value) bool { return a == b || a != nil && b != nil && sameValue(a, b) }

// maxStep bounds by how much the number of a step grows, for that of the last one not to wrap around.
const maxStep = 1 << 16

// nestsOf counts the loops of a step; not ok if it does other things, too, or goes to points only.
func nestsOf(step *ir.Region) (n int, ok bool) {
	for _, x := range step.Ops {
		switch {
		case x.Kind == ir.OpFor && promotable(x) && x.Regions[0].Contains(stores), x.Kind == ir.OpMulti && len(x.Results) == 0:
			n, ok = n+1, ok || !isPoint(x)
		case len(x.Regions) > 0 || !x.Kind.Has(ir.Pure):
			return 0, false
		}
	}
	return n, ok
}

// steady reports a step whose nests go over the same places in each: else it is a loop over rows.
func steady(step *ir.Region, loop *ir.Op) bool {
	space := analysis.NewSpace()
	for _, x := range step.Ops {
		if len(x.Regions) == 0 || isPoint(x) {
			continue
		}
		moves := slices.ContainsFunc(space.Accesses(x.Regions[0]), func(a analysis.Access) bool { return a.At.Any(loop.Defines) })
		bounds := func(y *ir.Op) bool {
			return isLoop(y) && slices.ContainsFunc(y.Args, func(v *ir.Value) bool { return v.Type.IsInt() && space.Of(v).Any(loop.Defines) })
		}
		if moves || bounds(x) || x.Regions[0].Contains(bounds) {
			return false
		}
	}
	return true
}

// phases is what the body of a loop asks of the number of a step: what is left of it when it is divided by the period.
type phases struct {
	loop   *ir.Op
	period int64
	first  int64
	coef   map[*ir.Value]int64 // of sums that it is in
	sinks  []*ir.Op            // which take only what is left of it from such sums
	signs  []*ir.Op            // which take only the sign
	bounds []*ir.Value
	ahead  map[*ir.Op]bool // ops that are done for all steps ahead of them
}

// phasesOf finds them; nil where it isn't known.
func phasesOf(o *ir.Op) *phases {
	body := o.Regions[0]
	p := &phases{loop: o, period: 1, coef: map[*ir.Value]int64{body.Params[0]: 1}}
	body.Walk(func(x *ir.Op) bool {
		p.use(x)
		return true
	})
	if first, known := o.Args[0].ConstInt(); known && 0 <= first && first <= maxTrips {
		p.first = first
	} else if len(p.sinks)+len(p.signs) > 0 {
		return nil
	}
	for _, x := range p.signs {
		if !p.notNegative(x.Args[0], 0) {
			return nil
		}
	}
	return p
}

// maxFactor bounds by what the number of a step is multiplied, and what is left of it divided.
const maxFactor = 1 << 8

// use looks at an op of the body.
func (p *phases) use(x *ir.Op) {
	if !slices.ContainsFunc(x.Args, func(v *ir.Value) bool { return p.coef[v] != 0 }) || len(x.Results) != 1 || !x.Results[0].Type.IsInt() {
		return
	}
	a, v := p.coef[x.Args[0]], x.Result()
	if len(x.Args) == 1 {
		if x.Kind == ir.OpConv && v.Type.Size() >= 4 {
			p.coef[v] = a
		}
		return
	}
	if len(x.Args) != 2 {
		return
	}
	b := p.coef[x.Args[1]]
	by, known := x.Args[1].ConstInt()
	c := int64(0)
	switch x.Kind {
	case ir.OpAdd:
		c = a + b
	case ir.OpSub:
		c = a - b
	case ir.OpMul:
		if known && -maxFactor <= by && by <= maxFactor {
			c = a * by
		}
	case ir.OpShl:
		if known && 0 <= by && by <= 8 {
			c = a << by
		}
	case ir.OpAnd:
		if known && 0 < by && by < maxFactor && by&(by+1) == 0 {
			p.sink(x, by+1)
			return
		}
	case ir.OpRem: // of what is not negative
		if known && 0 < by && by < maxFactor && p.notNegative(x.Args[0], 0) {
			p.sink(x, by)
			return
		}
	case ir.OpShr:
		if known && by == 63 && v.Type == ir.TI64 {
			p.signs = append(p.signs, x)
			return
		}
	}
	if c != 0 && c <= maxFactor && c >= -maxFactor {
		p.coef[v] = c
	}
}

// sink notes an op that takes what is left of a sum when it is divided by q.
func (p *phases) sink(x *ir.Op, q int64) {
	p.sinks = append(p.sinks, x)
	for n := p.period; p.period%q != 0; {
		p.period += n
	}
}

// notNegative reports a sum of the number of the step and what is not negative, if bounds are not large.
func (p *phases) notNegative(v *ir.Value, depth int) bool {
	if v == p.loop.Regions[0].Params[0] {
		return true
	}
	if v.Def != nil && depth < 4 && p.coef[v] > 0 {
		switch v.Def.Kind {
		case ir.OpAdd:
			return p.notNegative(v.Def.Args[0], depth+1) && p.notNegative(v.Def.Args[1], depth+1)
		case ir.OpMul, ir.OpShl:
			return p.notNegative(v.Def.Args[0], depth+1)
		}
	}
	if p.coef[v] != 0 || v.Type != ir.TI64 {
		return false
	}
	r := analysis.NewRanges().Of(v)
	if r.Within(0, maxTrips) {
		return true
	}
	if r.Lo < 0 {
		return false
	}
	if v.Owner != nil && v.Index == 0 {
		switch f := v.Owner.Parent; {
		case f != nil && f.Kind == ir.OpFor && f.Ints[0] > 0:
			v = f.Args[1]
		case f != nil && f.Kind == ir.OpMulti:
			v = f.Args[0]
		}
	}
	if p.loop.Defines(v) {
		return false
	}
	p.bounds = append(p.bounds, v)
	return true
}

// step writes out a step that is given what the loop carries, and gives what the loop goes on with: nil for what is no slice from outside, and not known.
func (p *phases) step(k int, given []*ir.Value) (out *ir.Region, next []*ir.Value) {
	o := p.loop
	body := o.Regions[0]
	f := ir.NewFunc("step", nil, ir.Types(o.Args[2:]))
	b := &ir.Builder{Region: f.Body, Pos: o.Pos}
	c, back := ir.NewCloner(), ir.Replacer{}
	own := func(v *ir.Value) *ir.Value {
		switch w := c.Value(v); {
		case w != v:
			return w
		case isConst(v):
			w = b.Const(v.Type, v.Def.Bits)
			c.Map(v, w)
		default:
			w = f.Body.AddParam(v.Type, v.Name)
			c.Map(v, w)
			back.Replace(w, v)
		}
		return c.Value(v)
	}
	for _, v := range ir.FreeValues(body) {
		own(v)
	}
	own(body.Params[0])
	for i, v := range given {
		if v != nil {
			c.Map(body.Params[1+i], own(v))
		} else {
			own(body.Params[1+i])
		}
	}
	for _, x := range body.Ops[:len(body.Ops)-1] {
		if !p.ahead[x] {
			c.Into(f.Body, []*ir.Op{x})
			continue
		}
		for _, v := range x.Results {
			own(v)
		}
	}
	number := b.Int(p.first + int64(k)*o.Ints[0])
	ir.RemoveOps([]*ir.Op{number.Def})
	f.Body.Insert(0, number.Def)
	for _, x := range p.sinks {
		p.known(c, x, number)
	}
	for _, x := range p.signs {
		if !p.ahead[x] {
			zero := b.Const(x.Result().Type, 0)
			ir.ReplaceUses(f.Body, c.Value(x.Result()), zero)
			ir.RemoveOps([]*ir.Op{zero.Def})
			f.Body.Insert(0, zero.Def)
		}
	}
	b.Return(c.Args(body.Terminator().Args)...)
	known(f)
	for _, v := range f.Body.TakeLast().Args {
		if v = back.Of(v); v.Def != nil && v.Def.Parent == f.Body && !isConst(v) {
			v = nil
		}
		next = append(next, v)
	}
	back.Apply(f.Body)
	out = ir.NewRegion(o.Parent.Parent)
	f.Body.MoveTo(out)
	return out, next
}

// known gives the copy of an op that takes the last of a sum the sum with the number of the step as it is known.
func (p *phases) known(c *ir.Cloner, sink *ir.Op, number *ir.Value) {
	if p.ahead[sink] {
		return
	}
	at := c.Value(sink.Result()).Def
	b := &ir.Builder{Region: ir.NewRegion(at.Parent.Parent), Pos: at.Pos}
	var with func(v *ir.Value) *ir.Value
	with = func(v *ir.Value) *ir.Value {
		switch {
		case v == p.loop.Regions[0].Params[0]:
			return number
		case p.coef[v] == 0:
			if w := c.Value(v); w != v || !isConst(v) {
				return w
			}
			return b.Const(v.Type, v.Def.Bits)
		}
		return b.Insert(b.Region.PartOf(v.Def, with, func(t *ir.Type) *ir.Type { return t })).Result()
	}
	at.SetArg(0, with(sink.Args[0]))
	at.InsertBefore(b.Region.Take(0)...)
}

// known evaluates what is known in a step, and writes out loops of a few iterations that have nests inside, as over colours.
func known(f *ir.Func) {
	for {
		opt.Fold(f)
		opt.Algebra(f)
		opt.Clean(f)
		opt.DCE(f)
		if !writeOutFew(f.Body) {
			return
		}
	}
}

// writeOutFew writes out the loops of a region that have a few iterations, and others inside.
func writeOutFew(r *ir.Region) (changed bool) {
	for _, o := range slices.Clone(r.Ops) {
		if o.Kind != ir.OpFor || !analysis.Straight(o) || !o.Regions[0].Contains(func(x *ir.Op) bool { return isLoop(x) || isPattern(x) }) {
			continue
		}
		lo, known := o.Args[0].ConstInt()
		trips := analysis.TripCount(o)
		if !known || trips < 0 || trips > mostCycle {
			continue
		}
		b := &ir.Builder{Region: ir.NewRegion(r.Parent), Pos: o.Pos}
		body, state := o.Regions[0], o.Args[2:]
		last := len(body.Ops) - 1
		for k := range trips {
			c := ir.NewCloner()
			c.Map(body.Params[0], b.Int(lo+k*o.Ints[0]))
			c.MapAll(body.Params[1:], state)
			c.Into(b.Region, body.Ops[:last])
			state = c.Args(body.Ops[last].Args)
		}
		for k, v := range o.Results {
			ir.ReplaceUses(r, v, state[k])
		}
		o.ReplaceBy(b.Region.Take(0)...)
		changed = true
	}
	return changed
}
