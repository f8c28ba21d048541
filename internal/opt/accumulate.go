package opt

import (
	"math"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// leastTrips is the number of iterations below which a loop stays as it is, where it is known.
const leastTrips = 64

// Accumulate makes reductions of the loops of a host program and of parallel loops that do nothing but accumulate by ops for which the order makes
// no difference, such as
//
//	for i, v := range x { n += int(v); if v > limit { most = max(most, y[i]) } }
//
// or that keep the least or greatest value and its place, so that they run in lanes and on all cores, with the same bits. Sums of floats, whose order does make a difference, stay loops. So do loops
// inside others: a kernel for each of many short runs would take longer.
func Accumulate(f *ir.Func) bool {
	if f.Kernel != ir.NotKernel {
		return false
	}
	changed := false
	var walk func(r *ir.Region, inside bool)
	walk = func(r *ir.Region, inside bool) {
		for _, o := range slices.Clone(r.Ops) {
			switch o.Kind {
			case ir.OpIf, ir.OpBlock, ir.OpMulti:
				for _, in := range o.Regions {
					walk(in, inside || o.Kind == ir.OpMulti)
				}
			case ir.OpFor:
				// A place is looked for inside a parallel loop by the lanes that this has; if it has none, AccumulateInside sees to it.
				switch a := newAccumulation(o); {
				case a == nil:
				case a.small() && !(inside && a.winners()):
					a.emit(f)
					changed = true
				default:
					a.undo()
				}
			}
		}
	}
	walk(f.Body, false)
	return changed
}

// AccumulateInside does so for a kernel's innermost sequential loops, which become reductions in lanes, if they are long enough when they run.
func AccumulateInside(f *ir.Func) bool {
	if f.Kernel == ir.NotKernel {
		return false
	}
	changed := false
	var walk func(r *ir.Region)
	walk = func(r *ir.Region) {
		for _, o := range slices.Clone(r.Ops) {
			if o.Mode == ir.InLanes || o.Kind == ir.OpBlockReduce {
				continue
			}
			if o.Kind == ir.OpFor && innermost(o) {
				// Where a search still has checks to make, the loop may be what stands in for another, and is to be short.
				switch a := newAccumulation(o); {
				case a == nil:
				case !(a.winners() && o.Regions[0].Contains(isCheck)):
					a.inside(f)
					changed = true
				default:
					a.undo()
				}
				continue
			}
			for _, in := range o.Regions {
				walk(in)
			}
		}
	}
	walk(f.Body)
	return changed
}

// accumulation is a loop whose carried values are accumulated.
type accumulation struct {
	loop  *ir.Op
	uses  *ir.Uses
	parts []part // of the carried values
	down  bool   // the loop counts down: the reduction goes up
	undo  func() // makes the loop again what it was, if it stays one
}

// part is one or several of the values that a loop carries, of which a reduction makes leaves.
type part interface {
	// begin gives what its leaves begin with.
	begin(b *ir.Builder) []*ir.Value
	// yields has the body compute what an iteration adds to the leaves, before the op last.
	yields(last *ir.Op) []*ir.Value
	// join joins partial results, the first of those given, or, as a step, what a later iteration yields to one.
	join(b *ir.Builder, x, y []*ir.Value, step bool) []*ir.Value
	// results makes of the leaves, the first of those given, what the loop gives, which it writes to out. It returns how many they are.
	results(b *ir.Builder, leaves, out []*ir.Value) int
}

// newAccumulation recognises such a loop.
func newAccumulation(o *ir.Op) *accumulation {
	body := o.Regions[0]
	n := len(o.Results)
	down := o.Ints[0] == -1 // which check fails first depends on the direction
	if n == 0 || o.Mode != ir.Sequential || o.Ints[0] != 1 && !(down && !body.Contains(isCheck)) {
		return nil
	}
	if !longEnough(o) || !onlyComputes(body, o) {
		return nil
	}
	undo := keysAsChoices(o)
	a := &accumulation{loop: o, uses: o.Func().Uses(), down: down, undo: undo}
	if !a.findParts() {
		undo()
		return nil
	}
	return a
}

// findParts tells the parts of what the loop carries apart.
func (a *accumulation) findParts() bool {
	n := len(a.loop.Results)
	taken := make([]bool, n)
	for k := range n {
		if taken[k] {
			continue
		}
		if c := a.chain(k, false); c != nil {
			a.parts = append(a.parts, c)
			continue
		}
		w := a.winner(k, taken)
		if w == nil {
			return false
		}
		a.parts = append(a.parts, w)
	}
	return true
}

// onlyComputes reports a region without effects that is left at its end only.
func onlyComputes(r *ir.Region, loop *ir.Op) bool {
	return !r.Contains(func(o *ir.Op) bool { return !computes(o, loop) })
}

func computes(o, loop *ir.Op) bool {
	switch {
	case o.Kind == ir.OpBreak || o.Kind == ir.OpContinue:
		return o.Target != loop && insideOp(o.Target, loop)
	case o.Kind == ir.OpReturn:
		return false
	case len(o.Regions) > 0:
		return o.Kind == ir.OpIf || o.Kind == ir.OpBlock || o.Kind == ir.OpLoop || o.Kind == ir.OpFor
	case o.Kind == ir.OpCheckMake: // the host's
		return false
	}
	return o.Kind.Has(ir.Pure) || o.Kind.Has(ir.Check) || o.Kind.Has(ir.Terminator) || o.Kind == ir.OpLoad
}

// chain is how a carried value goes on: through ops of one kind, and branches that take part or not.
type chain struct {
	a     *accumulation
	of    *ir.Value // the loop's parameter
	kind  ir.OpKind
	seen  map[*ir.Value]int       // values on the way, and how often
	asked []*ir.Value             // those between what it begins and ends with that others use
	sides map[*ir.Op]int          // the operand through which an op continues the chain
	done  map[*ir.Value]*ir.Value // what stands for values of the chain once it has been taken apart
}

// chain recognises that of carried value k. Of an open one, the values on the way may be used elsewhere in the loop.
func (a *accumulation) chain(k int, open bool) *chain {
	body := a.loop.Regions[0]
	c := &chain{a: a, of: body.Params[1+k], seen: map[*ir.Value]int{}, sides: map[*ir.Op]int{}, done: map[*ir.Value]*ir.Value{}}
	end := body.Terminator().Args[k]
	if !c.follow(end) || c.kind == ir.OpInvalid || !open && !c.closed() {
		return nil
	}
	body.Walk(func(o *ir.Op) bool {
		for _, v := range o.Results {
			if n := c.seen[v]; n > 0 && v != end && n != a.uses.Count(v) {
				c.asked = append(c.asked, v)
			}
		}
		return true
	})
	return c
}

// closed reports that nothing else uses the values of the chain.
func (c *chain) closed() bool {
	for v, n := range c.seen {
		if n != c.a.uses.Count(v) {
			return false
		}
	}
	return true
}

// onTheWay reports an operand through which o continues the chain.
func (c *chain) onTheWay(o *ir.Op, k int) bool {
	on := func(v *ir.Value) bool { return c.seen[v] > 0 }
	switch {
	case o.Kind == ir.OpYield:
		p := o.Parent.Parent
		return p == c.a.loop && k == c.of.Index-1 || p != c.a.loop && k < len(p.Results) && on(p.Results[k])
	case o.Kind == ir.OpSelect:
		return k > 0 && on(o.Results[0])
	}
	return len(o.Results) == 1 && on(o.Results[0]) && k == c.sides[o]
}

// follow goes back from v to the parameter.
func (c *chain) follow(v *ir.Value) bool {
	c.seen[v]++
	if v == c.of || c.seen[v] > 1 {
		return true
	}
	o := v.Def
	if !insideOp(o, c.a.loop) {
		return false
	}
	switch {
	case o.Kind == ir.OpIf:
		for _, r := range o.Regions {
			if !c.follow(r.Terminator().Args[v.Index]) { // a yield: an arm leaves blocks only, and those are no part of a chain
				return false
			}
		}
		return true
	case o.Kind == ir.OpSelect:
		return c.follow(o.Args[1]) && c.follow(o.Args[2])
	}
	k := o.Kind
	if k == ir.OpSub {
		k = ir.OpAdd
	}
	if _, ok := without(k, v.Type); !ok || c.kind != ir.OpInvalid && c.kind != k {
		return false
	}
	c.kind = k
	if o.Kind != ir.OpSub && !c.reaches(o.Args[0], 16) {
		c.sides[o] = 1
	}
	return c.follow(o.Args[c.sides[o]])
}

func (c *chain) reaches(v *ir.Value, depth int) bool {
	if v == c.of || depth == 0 {
		return v == c.of
	}
	o := v.Def
	switch {
	case o == nil || !insideOp(o, c.a.loop):
		return false
	case o.Kind == ir.OpIf:
		t := o.Regions[0].Terminator()
		e := o.Regions[1].Terminator()
		return t.Kind == ir.OpYield && c.reaches(t.Args[v.Index], depth-1) || e.Kind == ir.OpYield && c.reaches(e.Args[v.Index], depth-1)
	}
	return len(o.Regions) == 0 && slices.ContainsFunc(o.Args, func(a *ir.Value) bool { return c.reaches(a, depth-1) })
}

// without is what makes no difference to an accumulation by k; not ok if the order does.
func without(k ir.OpKind, t *ir.Type) (bits uint64, ok bool) {
	switch {
	case t.IsInt():
		return ir.Neutral(k, t)
	case k == ir.OpAnd: // of bools
		return 1, true
	case k == ir.OpOr:
		return 0, true
	case k == ir.OpMin: // of floats
		return ir.FloatBits(t, math.Inf(1)), true
	case k == ir.OpMax:
		return ir.FloatBits(t, math.Inf(-1)), true
	}
	return 0, false
}

// winners reports that there is a least or greatest value with its place among the parts.
func (a *accumulation) winners() bool {
	return slices.ContainsFunc(a.parts, func(p part) bool { _, ok := p.(*winner); return ok })
}

// small reports that the loop's indices are not negative, and that there is room behind them.
func (a *accumulation) small() bool {
	r := analysis.NewRanges()
	lo := r.Of(a.loop.Args[0])
	if a.down {
		return r.Of(a.loop.Args[1]).Lo >= -1 && lo.Hi < math.MaxInt64
	}
	return lo.Lo >= 0
}

// bounds are those of the indices, from below.
func (a *accumulation) bounds(b *ir.Builder) (lo, hi *ir.Value) {
	lo, hi = a.loop.Args[0], a.loop.Args[1]
	if a.down {
		lo, hi = next(b, hi), next(b, lo)
	}
	return lo, hi
}

// next is v+1.
func next(b *ir.Builder, v *ir.Value) *ir.Value {
	if n, ok := v.ConstInt(); ok {
		return b.Int(n + 1)
	}
	return b.Binary(ir.OpAdd, v, b.Int(1))
}

// emit puts the reduction in the place of the loop.
func (a *accumulation) emit(f *ir.Func) {
	o, body := a.loop, a.loop.Regions[0]
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	lo, count := a.bounds(b)
	if !isZero(lo) {
		count = b.Binary(ir.OpSub, b.Binary(ir.OpMax, count, lo), lo)
		i := body.NewOp(ir.OpAdd, o.Pos, []*ir.Value{body.Params[0], lo}, ir.TI64)
		ir.ReplaceUses(body, body.Params[0], i.Results[0])
		body.Insert(0, i)
	}
	reduce := a.multi(b, count)
	a.replace(f, b, a.results(b, reduce.Results))
}

// inside puts reductions in lanes in the place of the loop, one for each block of so many iterations as a reduce of the loops level goes over:
//
//	if enough { for start = lo; start < hi; start += reduceBlock (acc) { join(acc, reduce start, min(hi, start+reduceBlock)) } } else { the loop }
func (a *accumulation) inside(f *ir.Func) {
	o := a.loop
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	lo, hi := a.bounds(b)
	enough := b.Compare(ir.OpGe, b.Binary(ir.OpSub, hi, lo), b.Int(leastTrips))
	and := func(c *ir.Value) { enough = b.Binary(ir.OpAnd, enough, c) }
	and(b.Compare(ir.OpLe, hi, b.Int(math.MaxInt64-reduceBlock)))
	if a.winners() || a.down { // indices are none of the numbers for none
		and(b.Compare(ir.OpGe, lo, b.Int(0)))
	}
	if a.down { // a bound may have wrapped around
		and(b.Compare(ir.OpGe, hi, lo))
	}
	branch := b.If(enough, ir.Types(o.Results)...)
	short := b.In(branch.Regions[1])
	short.Yield(short.Insert(ir.NewCloner().Op(o)).Results...)
	long := b.In(branch.Regions[0])
	blocks := long.For(lo, hi, reduceBlock, a.begin(long))
	in := long.In(blocks.Regions[0])
	start, accs := blocks.Regions[0].Params[0], blocks.Regions[0].Params[1:]
	reduce := a.block(in, start, in.Binary(ir.OpMin, hi, in.Binary(ir.OpAdd, start, in.Int(reduceBlock))))
	in.Yield(a.join(in, accs, reduce.Results, false)...)
	long.Yield(a.results(long, blocks.Results)...)
	a.replace(f, b, branch.Results)
}

// replace puts the ops of b in the place of the loop.
func (a *accumulation) replace(f *ir.Func, b *ir.Builder, results []*ir.Value) {
	o := a.loop
	rep := &ir.Replacer{}
	for k, v := range o.Results {
		rep.Replace(v, results[k])
	}
	o.ReplaceBy(b.Region.Ops...)
	rep.Apply(f.Body)
}

// values takes what the loop carries away, and gives what each iteration adds to the leaves.
func (a *accumulation) values() (vals []*ir.Value) {
	body := a.loop.Regions[0]
	last := body.Terminator()
	for _, p := range a.parts {
		vals = append(vals, p.yields(last)...)
	}
	last.SetArgs(nil)
	body.SetParams(body.Params[:1])
	return vals
}

// multi makes the reduction of the loop's body over so many iterations.
func (a *accumulation) multi(b *ir.Builder, count *ir.Value) *ir.Op {
	ids, body := a.begin(b), a.loop.Regions[0]
	out := body.NewOp(ir.OpReduce, b.Pos, slices.Concat(a.values(), ids))
	body.Terminator().InsertBefore(out)
	a.regions(out, ir.Types(ids))
	o := b.Op(ir.OpMulti, []*ir.Value{count}, ir.Types(ids)...)
	o.SetRegions(body)
	return o
}

// block makes the reduction of the loop's body from start to end, in lanes.
func (a *accumulation) block(b *ir.Builder, start, end *ir.Value) *ir.Op {
	ids, body := a.begin(b), a.loop.Regions[0]
	body.Terminator().SetArgs(a.values())
	o := b.Op(ir.OpBlockReduce, append([]*ir.Value{start, end}, ids...), ir.Types(ids)...)
	o.Ints, o.Mode = []int64{0, int64(len(ids))}, ir.InLanes
	o.SetRegions(body)
	a.regions(o, ir.Types(ids))
	return o
}

// regions gives a reduction the regions that combine partial results, and take one step where that is another thing.
func (a *accumulation) regions(o *ir.Op, leaves []*ir.Type) {
	n := len(leaves)
	region := func(step bool) {
		in := ir.NewBuilder(o.AddRegion(slices.Concat(leaves, leaves)...))
		in.Pos = o.Pos
		in.Yield(a.join(in, in.Region.Params[:n], in.Region.Params[n:], step)...)
	}
	region(false)
	if a.winners() {
		region(true)
	}
}

// begin gives what all leaves begin with.
func (a *accumulation) begin(b *ir.Builder) (ids []*ir.Value) {
	for _, p := range a.parts {
		ids = append(ids, p.begin(b)...)
	}
	return ids
}

// join joins all leaves.
func (a *accumulation) join(b *ir.Builder, x, y []*ir.Value, step bool) (all []*ir.Value) {
	for _, p := range a.parts {
		joined := p.join(b, x, y, step)
		x, y = x[len(joined):], y[len(joined):]
		all = append(all, joined...)
	}
	return all
}

// results makes of all leaves what the loop gives.
func (a *accumulation) results(b *ir.Builder, leaves []*ir.Value) []*ir.Value {
	out := make([]*ir.Value, len(a.loop.Results))
	for _, p := range a.parts {
		leaves = leaves[p.results(b, leaves, out):]
	}
	return out
}

// init is what the carried value begins with.
func (c *chain) init() *ir.Value { return c.a.loop.Args[1+c.of.Index] }

// begin: a least or greatest value begins with what the loop does.
func (c *chain) begin(b *ir.Builder) []*ir.Value {
	if idempotent(c.kind) {
		return []*ir.Value{c.init()}
	}
	bits, _ := without(c.kind, c.of.Type)
	return []*ir.Value{b.Const(c.of.Type, bits)}
}

func (c *chain) yields(last *ir.Op) []*ir.Value {
	return []*ir.Value{c.share(last.Args[c.of.Index-1], last)}
}

func (c *chain) join(b *ir.Builder, x, y []*ir.Value, _ bool) []*ir.Value {
	return []*ir.Value{b.Binary(c.kind, x[0], y[0])}
}

func (c *chain) results(b *ir.Builder, leaves, out []*ir.Value) int {
	w, init := leaves[0], c.init()
	none, _ := without(c.kind, init.Type)
	if bits, known := init.IsConst(); !idempotent(c.kind) && (!known || bits != none) {
		w = b.Binary(c.kind, init, w)
	}
	out[c.of.Index-1] = w
	return 1
}

func isZero(v *ir.Value) bool {
	n, ok := v.ConstInt()
	return ok && n == 0
}

func idempotent(k ir.OpKind) bool {
	return k == ir.OpMin || k == ir.OpMax || k == ir.OpAnd || k == ir.OpOr
}

// share makes of a value of the chain, which user takes, what the iteration adds to the parameter.
func (c *chain) share(v *ir.Value, user *ir.Op) *ir.Value {
	if v == c.of {
		k := user.Parent.NewOp(ir.OpConst, user.Pos, nil, v.Type)
		k.Bits, _ = without(c.kind, v.Type)
		user.InsertBefore(k)
		return k.Results[0]
	}
	if w, ok := c.done[v]; ok {
		return w
	}
	c.done[v] = v
	o := v.Def
	switch o.Kind {
	case ir.OpIf:
		for _, r := range o.Regions {
			t := r.Terminator()
			t.SetArg(v.Index, c.share(t.Args[v.Index], t))
		}
		return v
	case ir.OpSelect:
		o.SetArg(1, c.share(o.Args[1], o))
		o.SetArg(2, c.share(o.Args[2], o))
		return v
	}
	side := c.sides[o]
	switch {
	case o.Args[side] != c.of:
		o.SetArg(side, c.share(o.Args[side], o))
		return v
	case o.Kind == ir.OpSub:
		o.Become(ir.OpNeg, o.Args[1])
		return v
	}
	o.Remove()
	c.done[v] = o.Args[1-side]
	return c.done[v]
}

// Accumulates says from how many iterations on a loop that AccumulateInside makes a reduction in lanes gains so much by that that nothing else is as fast; 0: it makes none of it.
// What has a place with it takes longer to put together, and of several not all partial results are in registers.
func Accumulates(o *ir.Op) (trips int64) {
	f := ir.NewFunc("", nil, nil)
	f.Body.Append(ir.NewCloner().Op(o))
	a := newAccumulation(f.Body.Ops[0])
	if a == nil {
		return 0
	}
	trips = leastTrips / 2
	for _, p := range a.parts {
		if _, ok := p.(*winner); ok {
			trips *= 4
		}
	}
	return max(trips, leastTrips)
}
