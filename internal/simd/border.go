package simd

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// Index-set splitting (Wolfe, "High Performance Compilers for Parallel Computing", 1996, ch. 9.7): a comparison of what grows in even steps
// with what does not change divides a loop's range in two. Where such comparisons only tell the borders of an image or a grid from its
// inner part (conditions, clamped and wrapped indices), the inner part gets a body of its own, in which their outcome is known. The few
// iterations at the borders are done one by one.
//
// There is one that finds limits, borderFinder. The step Pieces asks it for the dimensions of a nest (limits.go). What it leaves to the lanes is the dimension that they are along, and loops in
// lanes that are no dimension of a nest: there the scalar loop that a vector loop has for its tail, and for an iteration in which a check fails, does the borders as well, so that what a loop
// at its ends costs is no code of its own.

// borders are the comparisons of a loop in lanes that single out an inner part of its range.
type borders struct {
	inner   *ir.Op // the loop with the body of the inner part
	limits  []limit
	whole   bool // the borders may be wide: the whole range may be done by the body that knows of none
	divides bool // it must, for conditions may divide the range anywhere
}

// limit is a relation between integers that holds in the inner part: ge, le or ne.
type limit struct {
	rel   ir.OpKind
	x, y  *ir.Value
	times int64 // x rel times*y+off
	off   int64
	step  int64 // of x - times*y, from iteration to iteration
}

// narrowBorder is how many iterations a border may have that is held to be narrow.
const narrowBorder = 64

// findBorders looks for limits in a loop in lanes; nil if there are none, or splitting is not for it.
func findBorders(o *ir.Op, opt *Options) *borders {
	if len(o.Results) > 0 || opt.Scalar {
		return nil
	}
	if !slices.ContainsFunc(o.Regions, func(r *ir.Region) bool { return r.Contains(mayLimit) }) {
		return nil
	}
	f := newBorderFinder(o)
	f.likely(o.Regions[0])
	private := false
	o.Regions[0].Walk(func(x *ir.Op) bool {
		private = private || x.Kind == ir.OpAlloca
		f.op(x)
		return true
	})
	if private || len(f.limits) == 0 {
		return nil
	}
	return &borders{inner: f.specialise(), limits: f.limits, whole: f.wide && !compact(o), divides: f.divides}
}

type borderFinder struct {
	loop          *ir.Op
	end           *ir.Value // of the range of the index
	sh            *shapes
	ahead         func(*ir.Value) bool
	limits        []limit
	wide, divides bool
	known         map[*ir.Value]func(c *ir.Cloner) *ir.Value // what stands for a value in the inner part; nil: see truth
	same          map[*ir.Value]*ir.Value                    // for those for which another value of the loop does
	truth         map[*ir.Value]bool
	wanted        map[*ir.Value]bool // how comparisons turn out where most of the work is
}

func newBorderFinder(o *ir.Op) *borderFinder {
	return newFinderAlong(o, analyse(o), o.Args[1])
}

// newFinderAlong is for an index along which values have these shapes, and that goes up to end: a loop may have several.
func newFinderAlong(o *ir.Op, sh *shapes, end *ir.Value) *borderFinder {
	return &borderFinder{loop: o, end: end, sh: sh, ahead: computable(o.Regions[0]),
		known: map[*ir.Value]func(c *ir.Cloner) *ir.Value{}, same: map[*ir.Value]*ir.Value{}, wanted: map[*ir.Value]bool{}}
}

// mayLimit reports an op on integers whose result may be another at the borders than in the inner part.
func mayLimit(o *ir.Op) bool {
	switch o.Kind {
	case ir.OpMax, ir.OpMin, ir.OpRem, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe, ir.OpEq, ir.OpNe:
		return o.Args[0].Type == ir.TI64
	}
	return false
}

func (f *borderFinder) op(o *ir.Op) {
	if !mayLimit(o) {
		return
	}
	x, y := f.inner(o.Args[0]), f.inner(o.Args[1])
	step, ok := f.step(x, y)
	if !ok {
		return
	}
	other := !f.sh.Of(x).IsUniform()
	if !other {
		x, y = y, x
	}
	r := o.Results[0]
	switch o.Kind {
	case ir.OpMax:
		f.add(limit{ir.OpGe, x, y, 1, 0, f.sign(o, step, other)}, false)
		f.stand(r, x)
	case ir.OpMin:
		f.add(limit{ir.OpLe, x, y, 1, 0, f.sign(o, step, other)}, false)
		f.stand(r, x)
	case ir.OpRem:
		if other && f.sh.Of(y).IsUniform() {
			f.wrapped(o, x, y, step)
		}
	case ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe, ir.OpEq, ir.OpNe:
		k := o.Kind
		if !other {
			k, step = k.Mirrored(), -step
		}
		f.compare(r, k, x, y, step)
	}
}

// stand has v stand for r in the inner part.
func (f *borderFinder) stand(r, v *ir.Value) {
	f.known[r] = func(c *ir.Cloner) *ir.Value { return c.Value(v) }
	f.same[r] = v
}

// inner is what v is in the inner part: of an index that is clamped on both sides the second clamp sees the index itself.
func (f *borderFinder) inner(v *ir.Value) *ir.Value {
	if w := f.same[v]; w != nil {
		return w
	}
	return v
}

// wrapped takes the remainder x % y for x, or for x - y where y has been added to keep x from being negative.
func (f *borderFinder) wrapped(o *ir.Op, x, y *ir.Value, step int64) {
	if _, known := y.ConstInt(); known {
		return // it wraps around again and again
	}
	added := int64(0)
	l := linearOf(x)
	for _, t := range l.terms {
		if t.v == y && t.coef == 1 {
			added = 1
		}
	}
	f.add(limit{ir.OpGe, x, y, added, 0, step}, false)
	f.add(limit{ir.OpLe, x, y, added + 1, -1, step}, false)
	if added == 0 {
		f.known[o.Results[0]] = func(c *ir.Cloner) *ir.Value { return c.Value(x) }
		return
	}
	f.known[o.Results[0]] = func(c *ir.Cloner) *ir.Value { return f.difference(c, o, x, y) }
}

// difference makes x - y in the place of o's copy, without y where that is in x.
func (f *borderFinder) difference(c *ir.Cloner, o *ir.Op, x, y *ir.Value) *ir.Value {
	at := c.Value(o.Results[0]).Def
	tmp := &ir.Region{}
	b := &ir.Builder{Region: tmp, Pos: o.Pos}
	l := linearOf(x)
	l.addValue(y, -1, linearDepth)
	var v *ir.Value
	if len(l.terms) == 1 && l.terms[0].coef == 1 {
		v = b.Binary(ir.OpAdd, c.Value(l.terms[0].v), b.Int(l.konst))
	} else {
		v = b.Binary(ir.OpSub, c.Value(x), c.Value(y))
	}
	at.InsertBefore(tmp.Ops...)
	return v
}

// sign is the step of x - y once x is the operand that is not uniform.
func (f *borderFinder) sign(o *ir.Op, step int64, other bool) int64 {
	if other {
		return step
	}
	return -step
}

// step is how much x - y grows from one iteration to the next, if that is known, not 0, and both can be computed ahead of the loop.
func (f *borderFinder) step(x, y *ir.Value) (int64, bool) {
	a, b := f.sh.Of(x), f.sh.Of(y)
	d := a.Stride - b.Stride
	ok := !a.Varying && !b.Varying && d != 0 && -maxHoistStride < d && d < maxHoistStride
	return d, ok && f.ahead(x) && f.ahead(y)
}

// compare takes a comparison x k y to be true or false in the inner part: that on a constant tells the lower border, any other the upper.
func (f *borderFinder) compare(r *ir.Value, k ir.OpKind, x, y *ir.Value, step int64) {
	if f.truth == nil {
		f.truth = map[*ir.Value]bool{}
	}
	l := linearOf(y)
	_, constant := y.ConstInt()
	grows := step > 0           // the relation > comes to hold as the index goes up
	inside := constant == grows // x > y holds in the inner part
	// Which border it is nobody knows, unless it is the end of the loop: take the way to most of the work, or what the program asks for.
	lone := len(l.terms) == 1 && l.konst == 0 && !constant && !f.ends(l.terms[0].v)
	yes := false
	switch k {
	case ir.OpGt, ir.OpGe:
		yes = inside || lone
	case ir.OpLt, ir.OpLe:
		yes = !inside || lone
	case ir.OpNe:
		yes = true
	}
	if want, ok := f.wanted[r]; ok && lone {
		yes = want
	}
	if k == ir.OpEq || k == ir.OpNe {
		if step != 1 && step != -1 {
			return
		}
		f.truth[r] = yes
		f.add(limit{ir.OpNe, x, y, 1, 0, step}, true)
		return
	}
	f.truth[r] = yes
	switch {
	case k == ir.OpGt && yes, k == ir.OpLe && !yes:
		f.add(limit{ir.OpGe, x, y, 1, 1, step}, true)
	case k == ir.OpGe && yes, k == ir.OpLt && !yes:
		f.add(limit{ir.OpGe, x, y, 1, 0, step}, true)
	case k == ir.OpLt && yes, k == ir.OpGe && !yes:
		f.add(limit{ir.OpLe, x, y, 1, -1, step}, true)
	default:
		f.add(limit{ir.OpLe, x, y, 1, 0, step}, true)
	}
}

// ends reports the end of the loop's range, or of the row of which it is a part.
func (f *borderFinder) ends(v *ir.Value) bool {
	end := f.end
	return v == end || end.Def != nil && end.Def.Kind == ir.OpMin && slices.Contains(end.Def.Args, v)
}

// likely notes how the comparisons that ifs depend on turn out where the larger part of the code is: what a border has instead is short. It
// counts the ops.
func (f *borderFinder) likely(r *ir.Region) (size int) {
	var ifs []branch
	for _, o := range r.Ops {
		size++
		b := branch{op: o}
		for k, in := range o.Regions {
			n := f.likely(in)
			size += n
			if o.Kind == ir.OpIf {
				b.work[k] = n
			}
		}
		if o.Kind == ir.OpIf {
			b.behind = size
			ifs = append(ifs, b)
		}
	}
	for _, b := range ifs {
		for k, arm := range b.op.Regions {
			if t := arm.Terminator(); t == nil || t.Kind == ir.OpYield {
				b.work[k] += size - b.behind
			}
		}
		if b.work[0] != b.work[1] {
			f.want(b.op.Args[0], b.work[0] > b.work[1])
		}
	}
	return size
}

// branch is an if, with the ops in its arms, and those of the region up to its end.
type branch struct {
	op     *ir.Op
	work   [2]int
	behind int
}

// want notes how comparisons turn out for v to be yes, as far as there is one way only.
func (f *borderFinder) want(v *ir.Value, yes bool) {
	d := v.Def
	if d == nil {
		return
	}
	switch d.Kind {
	case ir.OpNot:
		f.want(d.Args[0], !yes)
	case ir.OpAnd, ir.OpOr:
		if yes == (d.Kind == ir.OpAnd) {
			f.want(d.Args[0], yes)
			f.want(d.Args[1], yes)
		}
	case ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		f.wanted[v] = yes
	}
}

// add adds a limit. A condition may divide the range anywhere; clamping and wrapping are for borders.
func (f *borderFinder) add(l limit, condition bool) {
	if !f.isNarrow(l) {
		f.wide, f.divides = true, f.divides || condition
	}
	f.limits = append(f.limits, l)
}

// isNarrow reports a limit that a few iterations at most do not meet: it lies near one of the loop's ends.
func (f *borderFinder) isNarrow(l limit) bool {
	index := f.loop.Regions[0].Params[0]
	d := linearOf(l.x)
	d.addValue(l.y, -l.times, linearDepth)
	d.addTerm(index, -l.step) // what is left is x - y, less what it grows by
	near := func(end *ir.Value) bool {
		at := linear{append([]term(nil), d.terms...), d.konst - l.off}
		at.addValue(end, l.step, linearDepth)
		return len(at.terms) == 0 && -narrowBorder*abs64(l.step) <= at.konst && at.konst <= narrowBorder*abs64(l.step)
	}
	lo, hi := f.loop.Args[0], f.loop.Args[1]
	if near(hi) || hi.Def != nil && hi.Def.Kind == ir.OpMin && slices.ContainsFunc(hi.Def.Args, near) { // one end is that of the row or the strip
		return true
	}
	if fromZero(lo) {
		return len(d.terms) == 0 && l.step > 0 && d.konst-l.off >= -narrowBorder*l.step
	}
	return near(lo)
}

// fromZero reports where a part of a range begins that begins at 0: a strip of a kernel's range, or of a row of that.
func fromZero(lo *ir.Value) bool {
	if lo.Owner != nil {
		return lo.Owner.Parent == nil && lo.Index == 0
	}
	o := lo.Def // x - x/y*y
	if o.Kind != ir.OpSub || o.Args[1].Def == nil || o.Args[1].Def.Kind != ir.OpMul {
		return false
	}
	return slices.ContainsFunc(o.Args[1].Def.Args, func(q *ir.Value) bool {
		return q.Def != nil && q.Def.Kind == ir.OpDiv && q.Def.Args[0] == o.Args[0] && slices.Contains(o.Args[1].Def.Args, q.Def.Args[1])
	})
}

func abs64(x int64) int64 { return max(x, -x) }

// specialise makes the loop of the inner part.
func (f *borderFinder) specialise() *ir.Op {
	return specialise(f.loop, []*borderFinder{f})
}

// specialise makes the loop of the part in which all limits hold that were found.
func specialise(loop *ir.Op, all []*borderFinder) *ir.Op {
	c := ir.NewCloner()
	inner := c.OpIn(loop.Parent, loop)
	s := &simplifier{truth: map[*ir.Value]bool{}}
	for _, f := range all {
		for v, by := range f.known {
			s.rep.Replace(c.Value(v), by(c))
		}
		for v, yes := range f.truth {
			s.truth[c.Value(v)] = yes
		}
	}
	s.region(inner.Regions[0])
	return inner
}

// bordered emits a loop with borders.
//
//	i, stop := lo, first of the inner part
//	for {
//		one by one, from i to stop
//		if stop == hi { break }
//		i, stop = behind the vectors of the inner part, hi
//	}
//
// Where the borders turn out to be wide, the whole range is the vectors' instead, by the body that knows of no borders.
func (e *emitter) bordered(o *ir.Op, b *borders) {
	lo, hi := e.ends(o)
	inner, why := e.prepare(b.inner)
	if why != "" {
		e.noteOutcome(o.Pos, ir.NotInLanes, "not in lanes: %s", why)
		e.spareLoop(o, lo, hi, nil, false)
		return
	}
	e.noteOutcome(o.Pos, ir.RunsInLanes, "in lanes: %d elements in a register, %d at a time, between the borders", e.kernel.Lanes, inner.vl)
	e.takes(o, inner)
	first, behind, use := e.innerRange(o, b, lo, hi)
	var whole *vectorBody
	start := hi
	if b.whole {
		if whole, why = e.prepare(o); why == "" {
			start = lo
		} else {
			whole = nil
		}
	}
	e.bothEnds(lo, e.b.Select(use, first, start), hi, func(i, stop *ir.Value) { e.spareLoop(o, i, stop, nil, true) }, func() *ir.Value {
		run := func(v *vectorBody, lo, hi *ir.Value) []*ir.Value {
			next, _ := e.run(v, lo, hi) // such loops carry nothing
			return []*ir.Value{next}
		}
		if whole == nil {
			return run(inner, first, behind)[0]
		}
		return e.plainIf(use, []*ir.Type{ir.TI64}, func() []*ir.Value { return run(inner, first, behind) }, func() []*ir.Value { return run(whole, lo, hi) })[0]
	})
}

// moderate is a number so far from the ends of 64 bits that what is computed with it in steps can't wrap around.
const moderate = 1 << 60

// innerRange emits where the inner part begins and ends, and whether it is the larger part by far.
func (e *emitter) innerRange(o *ir.Op, b *borders, lo, hi *ir.Value) (first, behind, use *ir.Value) {
	body := o.Regions[0]
	n := e.b.Binary(ir.OpSub, hi, lo)
	use = e.b.Compare(ir.OpLt, n, e.b.Int(1<<47))
	first, behind = lo, hi
	both := func(c *ir.Value) { use = e.b.Binary(ir.OpAnd, use, c) }
	at := func(v *ir.Value) *ir.Value {
		x := e.computeAt(body, []*ir.Value{v}, lo)[0].u
		if _, known := x.ConstInt(); !known {
			shifted := e.b.Binary(ir.OpAdd, x, e.b.Int(moderate))
			both(e.b.Compare(ir.OpLt, e.scalarOps().unsigned(shifted), e.b.Const(ir.TU64, 2*moderate)))
		}
		return x
	}
	both(e.b.Compare(ir.OpLt, e.scalarOps().unsigned(e.b.Binary(ir.OpAdd, lo, e.b.Int(moderate))), e.b.Const(ir.TU64, 2*moderate)))
	for _, l := range b.limits {
		d := e.b.Binary(ir.OpSub, at(l.x), e.b.Binary(ir.OpAdd, e.times(at(l.y), l.times), e.b.Int(l.off)))
		f, l := e.limitEnds(d, l, lo, n)
		first, behind = e.b.Binary(ir.OpMax, first, f), e.b.Binary(ir.OpMin, behind, l)
	}
	both(e.b.Compare(ir.OpLt, first, behind))
	if b.whole {
		outside := e.b.Binary(ir.OpSub, n, e.b.Binary(ir.OpSub, behind, first))
		few := e.b.Binary(ir.OpAdd, e.b.Binary(ir.OpShr, n, e.b.Const(ir.TU64, 3)), e.b.Int(16))
		both(e.b.Compare(ir.OpLe, outside, few))
	}
	return first, behind, use
}

func (e *emitter) times(v *ir.Value, n int64) *ir.Value {
	if n == 0 {
		return e.b.Int(0)
	}
	return e.scaled(v, n)
}

// limitEnds is from where to where a limit is met, d being x-y in the first of n iterations.
func (e *emitter) limitEnds(d *ir.Value, l limit, lo, n *ir.Value) (first, behind *ir.Value) {
	step, all := l.step, e.b.Binary(ir.OpAdd, lo, n)
	divide := func(x *ir.Value, s int64) *ir.Value {
		if s == 1 {
			return x
		}
		return e.b.Binary(ir.OpDiv, x, e.b.Int(s))
	}
	if l.rel == ir.OpNe {
		at := d
		if step > 0 {
			at = e.b.Unary(ir.OpNeg, d)
		}
		low := e.b.Compare(ir.OpLt, at, e.b.Binary(ir.OpSub, n, at)) // cut off what is before it, or what is behind
		where := e.b.Binary(ir.OpAdd, lo, at)
		return e.b.Select(low, e.b.Binary(ir.OpAdd, where, e.b.Int(1)), lo), e.b.Select(low, all, where)
	}
	if l.rel == ir.OpLe {
		d, step = e.b.Unary(ir.OpNeg, d), -step
	}
	if step > 0 { // d + step*k >= 0 from some k on
		short := e.b.Binary(ir.OpMax, e.b.Unary(ir.OpNeg, d), e.b.Int(0))
		return e.b.Binary(ir.OpAdd, lo, divide(e.b.Binary(ir.OpAdd, short, e.b.Int(step-1)), step)), all
	}
	spare := e.b.Binary(ir.OpMax, d, e.b.Int(-1))
	return lo, e.b.Binary(ir.OpAdd, lo, divide(e.b.Binary(ir.OpAdd, spare, e.b.Int(-step)), -step))
}
