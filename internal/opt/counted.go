package opt

import (
	"math"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Counted turns loops that count into fors:
//
//	loop ^l i0, x0 (i, x) { if i < n { yield } { break ^l x }; ...; continue ^l i+1, x' }
//
// becomes for i0, n, x0 (i, x) { ...; yield x' }. The bound must not change in the loop, the guard must be the first thing with an
// effect, and every continue must add the same constant (or what is not known, but the same: counted_steps.go). What the guard's exit gives is computed behind the for, from its results.
// A loop that is left in other places, too, becomes a block around the for; so does one with more conditions than one, which are looked at in it. Where the counter might wrap around (or a bound of <=
// be the largest integer) the loop stays as it is, unless it would have to run for centuries to get there, or its counter has 64 bits (counted_trips.go). Two counters that come towards each other, as where
// a slice is turned round (i < j, i+1, j-1), are one and the middle.
// To be run after Clean (guards) and LICM (bounds out of the loop).
func Counted(f *ir.Func) bool {
	c := counter{exits: analysis.ExitsOf(f.Body), ranges: analysis.NewRanges()}
	c.ranges.Exits = c.exits
	c.region(f.Body)
	return c.changed
}

type counter struct {
	exits   map[*ir.Op]*analysis.Exits
	ranges  *analysis.Ranges
	changed bool
}

func (c *counter) region(r *ir.Region) {
	out := make([]*ir.Op, 0, len(r.Ops))
	var rep ir.Replacer
	for _, o := range r.Ops {
		ops := []*ir.Op{o}
		if o.Kind == ir.OpLoop {
			if m := c.match(o); m != nil {
				c.changed = true
				ops = m.rewrite(&rep)
				c.ranges.Forget() // the counter has a bound now, which tells more about loops inside
				for _, x := range ops {
					c.carries(x)
				}
			}
		}
		out = append(out, ops...)
		for _, o := range ops {
			for _, in := range o.Regions {
				c.region(in)
			}
		}
	}
	r.SetOps(out)
	rep.Apply(r)
}

// carries notes where a loop that counts now, o or inside a block o, goes on from: what it carries has bounds for the loops inside.
func (c *counter) carries(o *ir.Op) {
	switch o.Kind {
	case ir.OpBlock, ir.OpIf:
		for _, r := range o.Regions {
			for _, x := range r.Ops {
				c.carries(x)
			}
		}
	case ir.OpFor:
		e := &analysis.Exits{}
		o.Regions[0].Walk(func(x *ir.Op) bool {
			if x.Target == o && x.Kind == ir.OpContinue {
				e.Continues = append(e.Continues, x)
			}
			return true
		})
		if t := o.Regions[0].Terminator(); t.Kind == ir.OpYield {
			e.Continues = append(e.Continues, t)
		}
		c.exits[o] = e
	}
}

// match is a loop that counts.
type match struct {
	c       *counter
	loop    *ir.Op
	guard   int // place of the guard in the region
	leave   *ir.Region
	rest    []condition // the guard's other conditions: it stays as a guard on these
	index   int         // of the counter among the parameters
	kind    ir.OpKind   // compares counter + offset with bound: while it holds the loop goes on
	bound   *ir.Value
	offset  int64
	step    int64
	breaks  []*ir.Op // besides the guard's
	conts   []*ir.Op
	meets   bool        // bound is where another counter begins that comes towards this one
	byTrips bool        // the for counts iterations, see counted_trips.go
	by      *ir.Value   // not nil: the counter moves by this times step, see counted_steps.go
	next    bool        // and is compared as it will be in the next iteration
	also    []condition // outside of the loop, without which there is no iteration
}

func (c *counter) match(loop *ir.Op) *match {
	m := &match{c: c, loop: loop}
	if !m.findGuard() || !m.findCondition() {
		return nil
	}
	return m
}

// findGuard looks for the first op that is not pure: it must be a guard that breaks the loop with nothing but pure ops.
func (m *match) findGuard() bool {
	r := m.loop.Regions[0]
	for i, o := range r.Ops {
		if o.Kind.Has(ir.Pure) || o.Kind == ir.OpLoad {
			continue
		}
		arm, _ := leaving(o)
		if arm == nil {
			return false
		}
		t := arm.Terminator()
		if t.Kind != ir.OpBreak || t.Target != m.loop {
			return false
		}
		for _, in := range arm.Ops[:len(arm.Ops)-1] {
			if !in.Kind.Has(ir.Pure) {
				return false
			}
		}
		m.guard, m.leave = i, arm
		return m.exitIsPure(t)
	}
	return false
}

// exitIsPure checks that what the exit gives can be computed behind the loop: from parameters and outer values by pure ops.
func (m *match) exitIsPure(t *ir.Op) bool {
	seen := map[*ir.Value]bool{}
	var ok func(v *ir.Value) bool
	ok = func(v *ir.Value) bool {
		if v.Def == nil || seen[v] || !m.inLoop(v) {
			return true
		}
		seen[v] = true
		if v.Def.Kind == ir.OpLoad {
			return false
		}
		for _, a := range v.Def.Args {
			if !ok(a) {
				return false
			}
		}
		return true
	}
	for _, v := range t.Args {
		if !ok(v) {
			return false
		}
	}
	return true
}

// inLoop reports whether v is defined in the loop's region or the guard's leaving arm.
func (m *match) inLoop(v *ir.Value) bool {
	r := regionOf(v)
	return r == m.loop.Regions[0] || r == m.leave
}

// counterOf takes v apart into a parameter of the loop and a constant offset.
func (m *match) counterOf(v *ir.Value) (index int, offset int64, ok bool) {
	if d := v.Def; d != nil && (d.Kind == ir.OpAdd || d.Kind == ir.OpSub) {
		k, isConst := d.Args[1].ConstInt()
		if !isConst {
			return 0, 0, false
		}
		if d.Kind == ir.OpSub {
			k = -k
		}
		v, offset = d.Args[0], k
	}
	return v.Index, offset, v.Owner == m.loop.Regions[0] && v.Type.IsInt()
}

// findCondition looks among the guard's conditions for the comparison of what counts.
func (m *match) findCondition() bool {
	o := m.loop.Regions[0].Ops[m.guard]
	all := conjuncts(nil, o.Args[0], m.leave == o.Regions[1])
	for _, counts := range []func() bool{m.exact, m.countsTrips} {
		for k, c := range all {
			m.rest, m.breaks, m.step, m.meets = append(all[:k:k], all[k+1:]...), nil, 0, false
			if !c.not && m.compares(o, c.v.Def) && m.findStep() && counts() {
				return true
			}
		}
		m.byTrips = true
	}
	return m.stepsBy(o, all)
}

// condition is one of those that a guard looks at: v, or its opposite.
type condition struct {
	v   *ir.Value
	not bool
}

// conjuncts appends those that have to hold all (one of which has to hold) for v to.
func conjuncts(out []condition, v *ir.Value, all bool) []condition {
	kind := ir.OpOr
	if all {
		kind = ir.OpAnd
	}
	if d := v.Def; d != nil {
		switch {
		case d.Kind == kind:
			return conjuncts(conjuncts(out, d.Args[0], all), d.Args[1], all)
		case d.Kind == ir.OpAndNot && kind == ir.OpAnd:
			return append(conjuncts(out, d.Args[0], all), condition{d.Args[1], true})
		}
	}
	return append(out, condition{v, false})
}

// compares reads a condition of the guard o.
func (m *match) compares(o, d *ir.Op) bool {
	if d == nil || d.Kind < ir.OpEq || d.Kind > ir.OpGe {
		return false
	}
	m.kind = d.Kind
	if m.leave == o.Regions[0] {
		m.kind = m.kind.Negated()
	}
	x, y := d.Args[0], d.Args[1]
	if m.approach(x, y) {
		return true
	}
	index, offset, ok := m.counterOf(x)
	if !ok || !m.invariant(y) {
		x, y = y, x
		m.kind = m.kind.Mirrored()
		index, offset, ok = m.counterOf(x)
		if !ok || !m.invariant(y) {
			return false
		}
	}
	m.index, m.offset, m.bound = index, offset, y
	return m.kind != ir.OpEq
}

// approach reads the comparison of two counters: for i, j := 0, n-1; i < j; i, j = i+1, j-1.
func (m *match) approach(x, y *ir.Value) bool {
	r := m.loop.Regions[0]
	if x.Owner != r || y.Owner != r || x.Type != ir.TI64 {
		return false
	}
	kind := m.kind
	if kind == ir.OpGt || kind == ir.OpGe {
		x, y, kind = y, x, kind.Mirrored()
	}
	if kind != ir.OpLt && kind != ir.OpLe {
		return false
	}
	for _, t := range m.c.exits[m.loop].Continues {
		_, up, _ := m.counterOf(t.Args[x.Index]) // that it is x which counts findStep sees to
		j, down, ok := m.counterOf(t.Args[y.Index])
		if !ok || j != y.Index || up != 1 || down != -1 {
			return false
		}
	}
	m.kind, m.index, m.offset, m.bound, m.meets = kind, x.Index, 0, m.loop.Args[y.Index], true
	return true
}

func (m *match) invariant(v *ir.Value) bool {
	if _, isConst := v.IsConst(); isConst {
		return true
	}
	return !inside(v, m.loop)
}

// findStep checks that all continues add the same constant to the counter, and lists the exits.
func (m *match) findStep() bool {
	e := m.c.exits[m.loop]
	m.conts = e.Continues
	for i, t := range m.conts {
		index, step, ok := m.counterOf(t.Args[m.index])
		if !ok || index != m.index || step == 0 || i > 0 && step != m.step {
			return false
		}
		m.step = step
	}
	for _, t := range e.Breaks {
		if t != m.leave.Terminator() || len(m.rest) > 0 {
			m.breaks = append(m.breaks, t)
		}
	}
	return len(m.conts) > 0
}

// exact decides whether a for counts the same way, with no wrapping around that could be noticed.
func (m *match) exact() bool {
	init, bound := m.c.ranges.Of(m.loop.Args[m.index]), m.c.ranges.Of(m.bound)
	up := m.step > 0
	t := m.loop.Args[m.index].Type
	if m.meets { // they meet in the middle: nothing wraps around on the way (see middle)
		return init.Within(-analysis.MaxCount/2, analysis.MaxCount/2)
	}
	if m.kind == ir.OpNe {
		// i != n counts up to n or down to it if n lies ahead at a multiple of the step.
		first := analysis.Sum(init, analysis.Between(m.offset, m.offset)) // that is compared
		ahead := up && first.Hi <= bound.Lo || !up && first.Lo >= bound.Hi
		if m.step != 1 && m.step != -1 || !ahead || t.Kind == ir.U64 {
			return false
		}
		m.kind = ir.OpLt
		if !up {
			m.kind = ir.OpGt
		}
	}
	strict := m.kind == ir.OpLt || m.kind == ir.OpGt
	if up != (m.kind == ir.OpLt || m.kind == ir.OpLe) {
		return false
	}
	simple := strict && (m.step == 1 || m.step == -1) && m.offset == 0
	if t != ir.TI64 {
		return simple && (t.Kind != ir.U64 || init.Lo >= 0 && init.Hi < analysis.MaxCount && bound.Within(0, analysis.MaxCount))
	}
	if simple {
		return true
	}
	if m.offset != 0 { // what is compared doesn't wrap around at first, then: limit sees to bounds that are far away
		const small = 1 << 48 // lengths are
		added := analysis.Between(m.offset, m.offset).Join(analysis.Between(m.step, m.step))
		return init.Within(-small, small) && added.Within(-analysis.MaxStep, analysis.MaxStep)
	}
	if m.step > analysis.MaxStep || m.step < -analysis.MaxStep {
		return false
	}
	const far = analysis.MaxCount + analysis.MaxStep
	if up {
		return bound.Hi < math.MaxInt64-analysis.MaxStep || init.Hi <= far || m.opposed()
	}
	return bound.Lo > math.MinInt64+analysis.MaxStep || init.Lo >= -far
}

// opposed reports that a counter begins as far below some number as its bound is above it: for d := -r; d <= r. If there is an iteration at all, it begins low
// then: from first > 2^62 and first + bound = sum, where -1 <= sum < 2^63, follows bound = sum - first < first, and nothing wraps around in that.
func (m *match) opposed() bool {
	space := analysis.NewSpace()
	sum := space.Add(space.Of(m.loop.Args[m.index]), space.Of(m.bound))
	return m.c.ranges.OfPoly(sum).Lo >= -1
}

// rewrite makes the for; it gives the ops that take the loop's place.
func (m *match) rewrite(rep *ir.Replacer) []*ir.Op {
	loop, r := m.loop, m.loop.Regions[0]
	tmp := ir.NewBuilder(ir.NewRegion(loop.Parent.Parent))
	tmp.Pos = loop.Pos
	lo, hi, step := m.extent(tmp)
	exit := m.leave.Terminator()

	p := r.Params[m.index]
	params := ir.Without(r.Params, m.index)
	o := tmp.For(lo, hi, step, ir.Without(loop.Args, m.index))
	o.SetNote(loop.Note())
	o.SetRegion(0, r)
	m.keepRest(r)

	// Parameters.
	fresh := &ir.Value{Type: ir.TI64, Name: p.Name}
	r.SetParams(append([]*ir.Value{fresh}, params...))
	var inner ir.Replacer
	in := &ir.Builder{Region: ir.NewRegion(loop), Pos: loop.Pos}
	k := m.counterAt(in, fresh)
	inner.Replace(p, k)
	inner.Apply(r)
	r.Insert(0, in.Region.Take(0)...)

	for _, x := range m.conts {
		x.RemoveArg(m.index)
		if x == r.Terminator() {
			x.SetTarget(nil)
			x.SetKind(ir.OpYield)
		} else {
			x.SetTarget(o)
		}
	}

	// What the guard's exit gives, behind the for.
	cl := ir.NewCloner()
	for i, q := range params {
		cl.Map(q, o.Results[i])
	}
	if m.uses(exit, p) || m.uses(exit, k) {
		last := m.counterAt(tmp, m.lastIndex(tmp, lo, hi))
		cl.Map(p, last)
		cl.Map(k, last)
	}
	results := m.exitValues(cl, tmp, exit)
	if len(m.breaks) == 0 {
		for i, v := range loop.Results {
			rep.Replace(v, results[i])
		}
		return tmp.Region.Ops
	}
	tmp.Yield(results...)
	loop.Become(ir.OpBlock)
	loop.SetRegions(tmp.Region)
	return []*ir.Op{loop}
}

// extent emits where the for begins and ends.
func (m *match) extent(b *ir.Builder) (lo, hi *ir.Value, step int64) {
	if m.byTrips {
		return b.Int(0), m.trips(b), 1
	}
	return b.Conv(m.loop.Args[m.index], ir.TI64), m.limit(b), m.step
}

// counterAt is the counter where the for's index is i.
func (m *match) counterAt(b *ir.Builder, i *ir.Value) *ir.Value {
	t := m.counterType()
	i = b.Conv(i, t)
	if !m.byTrips {
		return i
	}
	first := m.loop.Args[m.index]
	switch {
	case m.by != nil && m.step < 0:
		return b.Binary(ir.OpSub, first, b.Binary(ir.OpMul, i, m.by))
	case m.by != nil:
		i = b.Binary(ir.OpMul, i, m.by)
	case m.step != 1:
		i = b.Binary(ir.OpMul, i, b.Const(t, uint64(m.step)))
	}
	return b.Binary(ir.OpAdd, first, i)
}

// lastIndex is the for's index behind its last iteration, if there is one.
func (m *match) lastIndex(b *ir.Builder, lo, hi *ir.Value) *ir.Value {
	if m.byTrips {
		return hi
	}
	return indexBehind(b, lo, hi, m.step)
}

// indexBehind is the index of a for from lo to hi behind its last iteration; lo if there is none.
func indexBehind(b *ir.Builder, lo, hi *ir.Value, step int64) *ir.Value {
	switch step {
	case 1:
		return b.Binary(ir.OpMax, lo, hi)
	case -1:
		return b.Binary(ir.OpMin, lo, hi)
	}
	less, by, far := ir.OpLt, step, b.Binary(ir.OpSub, hi, lo)
	if by < 0 {
		less, by, far = ir.OpGt, -by, b.Binary(ir.OpSub, lo, hi)
	}
	// The distance may have 64 bits; where there is any, it is 1 at least, and steps go as far as the least multiple that is no less.
	one, size := b.Const(ir.TU64, 1), b.Const(ir.TU64, uint64(by))
	steps := b.Binary(ir.OpAdd, b.Binary(ir.OpDiv, b.Binary(ir.OpSub, b.Conv(far, ir.TU64), one), size), one)
	gone := b.Binary(ir.OpMul, b.Conv(steps, ir.TI64), b.Int(step))
	return b.Select(b.Compare(less, lo, hi), b.Binary(ir.OpAdd, lo, gone), lo)
}

// keepRest takes the guard out of the loop's region, or leaves it with the conditions that the for doesn't look at.
func (m *match) keepRest(r *ir.Region) {
	if len(m.rest) == 0 {
		r.Splice(m.guard, m.guard+1)
		return
	}
	guard := r.Ops[m.guard]
	kind := ir.OpAnd
	if m.leave == guard.Regions[0] {
		kind = ir.OpOr
	}
	b := &ir.Builder{Region: ir.NewRegion(r.Parent), Pos: guard.Pos}
	var cond *ir.Value
	for _, c := range m.rest {
		v := c.v
		if c.not {
			v = b.Unary(ir.OpNot, v)
		}
		if cond != nil {
			v = b.Binary(kind, cond, v)
		}
		cond = v
	}
	guard.SetArg(0, cond)
	guard.InsertBefore(b.Region.Take(0)...)
}

// limit emits the for's bound: the first value of the counter for which it is not executed any more.
func (m *match) limit(b *ir.Builder) *ir.Value {
	bound := m.bound
	if m.meets {
		return m.middle(b)
	}
	if bits, ok := bound.IsConst(); ok {
		bound = b.Const(bound.Type, bits) // it may stand in the loop
	}
	bound = b.Conv(bound, ir.TI64)
	shift := -m.offset
	switch m.kind {
	case ir.OpLe:
		shift++
	case ir.OpGe:
		shift--
	}
	// Where the sum would wrap around, nothing runs, or everything.
	if r := m.c.ranges.Of(bound); shift > 0 && r.Hi > math.MaxInt64-analysis.MaxStep {
		bound = b.Binary(ir.OpMin, bound, b.Int(math.MaxInt64-shift))
	} else if shift < 0 && r.Lo < math.MinInt64+analysis.MaxStep {
		bound = b.Binary(ir.OpMax, bound, b.Int(math.MinInt64-shift))
	}
	if shift == 0 {
		return bound
	}
	return b.Binary(ir.OpAdd, bound, b.Int(shift))
}

// middle is the counter's first value that is not below (or for <=, above) the other one, which comes towards it: half of the way between them, rounded up.
func (m *match) middle(b *ir.Builder) *ir.Value {
	const far = analysis.MaxCount / 2 // who begins farther away meets nobody in the time there is
	first, bound := m.loop.Args[m.index], m.bound
	r := m.c.ranges.Of(bound)
	if r.Hi > far {
		bound = b.Binary(ir.OpMin, bound, b.Int(far))
	}
	if r.Lo < -far && !first.IsConstInt(0) {
		bound = b.Binary(ir.OpMax, bound, b.Int(-far-1))
	}
	way := b.Binary(ir.OpSub, bound, first)
	one := int64(1)
	if m.kind == ir.OpLe {
		one = 2
	}
	half := b.Binary(ir.OpShr, b.Binary(ir.OpAdd, way, b.Int(one)), b.Const(ir.TU64, 1))
	return b.Binary(ir.OpAdd, first, half)
}

// uses reports whether the exit's values depend on v.
func (m *match) uses(exit *ir.Op, v *ir.Value) bool {
	seen := map[*ir.Value]bool{}
	var depends func(w *ir.Value) bool
	depends = func(w *ir.Value) bool {
		if w == v {
			return true
		}
		if w.Def == nil || seen[w] || !m.inLoop(w) {
			return false
		}
		seen[w] = true
		for _, a := range w.Def.Args {
			if depends(a) {
				return true
			}
		}
		return false
	}
	for _, w := range exit.Args {
		if depends(w) {
			return true
		}
	}
	return false
}

// exitValues emits behind the for what the exit gives.
func (m *match) exitValues(cl *ir.Cloner, b *ir.Builder, exit *ir.Op) []*ir.Value {
	var value func(v *ir.Value) *ir.Value
	value = func(v *ir.Value) *ir.Value {
		if w, ok := cl.Values[v]; ok {
			return w
		}
		if v.Def == nil || !m.inLoop(v) {
			return v
		}
		for _, a := range v.Def.Args {
			value(a)
		}
		b.Insert(cl.Op(v.Def))
		return cl.Values[v]
	}
	out := make([]*ir.Value, len(exit.Args))
	for i, v := range exit.Args {
		out[i] = value(v)
	}
	return out
}
