package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A loop that may be left early, and stores, has to go in order, though what it stores may have nothing to do with where it ends:
//
//	for i := lo; i < hi; i++ { v := x[i]; if v < 0 { return i }; out[i] = math.Sqrt(v) }
//	=> if there are enough iterations {
//	       for the first few, as written
//	       if out and x are apart {
//	           end = the first i for which something leaves the loop, or fails; hi if there is none
//	           for i up to end { v := x[i]; out[i] = math.Sqrt(v) }
//	       }
//	   }
//	   for i from there on, as written
//
// What ends the loop is done by the loop as it was, which goes on with the iteration that has it: so all that happens then, happens as before. The loop up to there has neither
// exits nor checks: it is one whose iterations may be reordered. (Loop distribution with control flow: Kennedy and McKinley, SC 1990; here the condition is a search, whose
// result is the other loop's bound.)

const (
	// aheadFew is the number of iterations that are made as written: many loops that may be left early are over then.
	aheadFew = 64
	// aheadLeast is the number of iterations behind these from which the end is looked for ahead: there are three loops for one then.
	aheadLeast = 256
	// aheadMost is the number of ops up to which what decides about the end is computed twice.
	aheadMost = 64
)

// EndsAhead does so for the loops of a host program.
func EndsAhead(f *ir.Func) bool {
	if f.Kernel != ir.NotKernel {
		return false
	}
	changed := false
	var walk func(r *ir.Region)
	walk = func(r *ir.Region) {
		for _, o := range slices.Clone(r.Ops) {
			switch o.Kind {
			case ir.OpIf, ir.OpBlock:
				for _, in := range o.Regions {
					walk(in)
				}
			case ir.OpFor:
				if e := newEndAhead(o); e != nil {
					e.emit()
					changed = true
				}
			}
		}
	}
	walk(f.Body)
	return changed
}

// endAhead is such a loop.
type endAhead struct {
	loop    *ir.Op
	steps   affine
	needed  map[*ir.Op]bool // for what ends it
	limits  []aheadLimit
	carried []aheadCarried // by carried value
	order   analysis.Condition
}

// aheadLimit is a check of an index that grows with the loop's: step*i + begin < n.
type aheadLimit struct {
	step, begin int64
	n           *ir.Value
}

// aheadCarried says what a carried value is in an iteration.
type aheadCarried struct {
	step  int64 // what is added to it in each
	steps bool
	next  *ir.Value // else: what the iteration before computes from its index, and no iteration asks for
}

// newEndAhead recognises one.
func newEndAhead(o *ir.Op) *endAhead {
	body := o.Regions[0]
	if o.Mode != ir.Sequential || o.Ints[0] != 1 || !leavesEarly(o) || body.Terminator().Kind != ir.OpYield ||
		!body.Contains(func(x *ir.Op) bool { return x.Kind == ir.OpStore }) {
		return nil
	}
	e := &endAhead{loop: o, steps: newAffine(o), needed: map[*ir.Op]bool{}}
	if !e.plain(body) || !e.needs(body) || !e.carries() || !e.searched() || !e.reordered() {
		return nil
	}
	return e
}

// plain reports a region of straight lines and branches that do nothing but compute, load, store numbers, check, and leave the loop.
func (e *endAhead) plain(r *ir.Region) bool {
	for _, o := range r.Ops[:len(r.Ops)-1] {
		switch {
		case o.Kind == ir.OpIf:
			stays := e.staying(o)
			if len(stays) == 0 || slices.ContainsFunc(stays, func(in *ir.Region) bool { return !e.plain(in) }) {
				return false
			}
		case o.Kind == ir.OpStore:
			if storesSlices(o) {
				return false
			}
		case o.Kind == ir.OpCheckIndex || o.Kind == ir.OpCheckDiv || o.Kind == ir.OpLoad:
		case o.Kind == ir.OpTable: // others take longer in lanes than in scalar code
			if ranges, _ := rangesOf(o); ranges == nil {
				return false
			}
		case !o.Kind.Has(ir.Pure) || len(o.Regions) > 0:
			return false
		}
	}
	return r.Terminator().Kind == ir.OpYield
}

// staying are the arms of a branch that don't leave the loop.
func (e *endAhead) staying(o *ir.Op) (arms []*ir.Region) {
	for _, r := range o.Regions {
		if !endsLoop(r.Terminator(), e.loop) {
			arms = append(arms, r)
		}
	}
	return arms
}

// needs finds what decides about the end: conditions under which the loop is left, and checks.
func (e *endAhead) needs(r *ir.Region) bool {
	for _, o := range r.Ops {
		switch o.Kind {
		case ir.OpIf:
			stays := e.staying(o)
			for _, in := range stays {
				e.needs(in)
			}
			if len(stays) == 1 || slices.ContainsFunc(stays, e.decides) {
				e.needOp(o)
			}
		case ir.OpCheckIndex, ir.OpCheckDiv:
			if !e.limited(o) {
				e.needOp(o)
			}
		}
	}
	n := 0
	for o := range e.needed {
		if o.Kind != ir.OpConst {
			n++
		}
	}
	return n <= aheadMost
}

// decides reports a region from which the loop may be left, or with a check.
func (e *endAhead) decides(r *ir.Region) bool {
	return r.Contains(func(o *ir.Op) bool { return endsLoop(o, e.loop) || o.Kind.Has(ir.Check) })
}

// needOp marks an op and what it is computed from.
func (e *endAhead) needOp(o *ir.Op) {
	if !insideOp(o, e.loop) || e.needed[o] {
		return
	}
	e.needed[o] = true
	for _, a := range o.Args {
		e.needOp(a.Def)
	}
	if o.Kind == ir.OpIf {
		for _, r := range e.staying(o) {
			for _, a := range r.Terminator().Args {
				e.needOp(a.Def)
			}
		}
	}
}

// limited takes a check in that bounds the loop's index, which is not below aheadFew.
func (e *endAhead) limited(o *ir.Op) bool {
	if o.Kind != ir.OpCheckIndex || o.Parent != e.loop.Regions[0] || inside(o.Args[1], e.loop) || o.Args[1].Type != ir.TI64 {
		return false
	}
	step, begin, ok := e.form(o.Args[0])
	if !ok || step < 1 || step*aheadFew+begin < 0 {
		return false
	}
	e.limits = append(e.limits, aheadLimit{step, begin, o.Args[1]})
	return true
}

// form is that of an index: step*i + begin, with the loop's index i, and small constants.
func (e *endAhead) form(v *ir.Value) (step, begin int64, ok bool) {
	const small = 1 << 20
	if v == e.loop.Regions[0].Params[0] {
		return 1, 0, true
	}
	o := v.Def
	if o == nil || len(o.Args) != 2 || v.Type != ir.TI64 {
		return 0, 0, false
	}
	n, known := o.Args[1].ConstInt()
	step, begin, ok = e.form(o.Args[0])
	if !known || !ok || n < -small || n > small {
		return 0, 0, false
	}
	switch o.Kind {
	case ir.OpAdd:
		begin += n
	case ir.OpSub:
		begin -= n
	case ir.OpMul:
		step, begin = step*n, begin*n
	case ir.OpShl:
		if n < 0 || n > 20 {
			return 0, 0, false
		}
		step, begin = step<<n, begin<<n
	default:
		return 0, 0, false
	}
	return step, begin, -small <= step && step <= small && -small <= begin && begin <= small
}

// carries finds out what carried values are in an iteration that is not come to from the one before.
func (e *endAhead) carries() bool {
	body := e.loop.Regions[0]
	asked := map[*ir.Value]bool{} // by what an iteration does unless it leaves the loop
	var ask func(r *ir.Region)
	ask = func(r *ir.Region) {
		for _, o := range r.Ops {
			if o.Kind == ir.OpYield && r == body {
				continue
			}
			for _, a := range o.Args {
				asked[a] = true
			}
			if o.Kind == ir.OpIf {
				for _, in := range e.staying(o) {
					ask(in)
				}
			}
		}
	}
	ask(body)
	for k, p := range body.Params[1:] {
		if step, ok := e.steps.of(p); ok && p.Type == ir.TI64 {
			e.carried = append(e.carried, aheadCarried{step: step, steps: true})
			continue
		}
		next := body.Terminator().Args[k]
		if asked[p] || !e.ofIndex(next) {
			return false
		}
		e.carried = append(e.carried, aheadCarried{next: next})
	}
	return true
}

// ofIndex reports a value that is computed from the index alone.
func (e *endAhead) ofIndex(v *ir.Value) bool {
	o, body := v.Def, e.loop.Regions[0]
	if v == body.Params[0] || !inside(v, e.loop) {
		return true
	}
	if o == nil || o.Parent != body || o.Kind != ir.OpConst && !o.Kind.Has(ir.Pure) || len(o.Regions) > 0 {
		return false
	}
	return !slices.ContainsFunc(o.Args, func(a *ir.Value) bool { return !e.ofIndex(a) })
}

// searched reports that the end can be looked for in lanes, without places that are looked up.
func (e *endAhead) searched() bool {
	for o := range e.needed {
		if o.Kind != ir.OpLoad {
			continue
		}
		if step, ok := e.steps.of(o.Args[1]); !ok || step <= 0 || step > 8 {
			return false
		}
	}
	if len(e.needed) == 0 { // nothing but checks that limits make: the loop isn't left
		return false
	}
	b := &ir.Builder{Region: ir.NewRegion(e.loop.Parent.Parent), Pos: e.loop.Pos}
	block := e.search(b, e.loop.Args[0], e.loop.Args[1], e.loop.Args[2:])
	return newSearch(block.Regions[0].Ops[0]) != nil
}

// reordered reports that iterations which don't leave the loop may be reordered, together with what decides that they don't.
func (e *endAhead) reordered() bool {
	b := &ir.Builder{Region: ir.NewRegion(e.loop.Parent.Parent), Pos: e.loop.Pos}
	trial := e.stores(b, e.loop.Args[0], e.loop.Args[1], e.loop.Args[2:])
	before := b.Region.Take(0)
	e.loop.InsertBefore(before...)
	order := analysis.In(analysis.NewSpace()).Reorder(trial)
	for _, o := range slices.Backward(before) {
		o.Remove()
	}
	e.order = order.If
	return order.Free
}

// index begins a loop of the iterations from lo to hi, and gives what is known of their carried values, if those of lo's are these.
func (e *endAhead) index(b *ir.Builder, lo, hi *ir.Value, first []*ir.Value) (*ir.Op, *ir.Cloner) {
	loop := b.For(lo, hi, 1, nil)
	c := ir.NewCloner()
	in := b.In(loop.Regions[0])
	params, i := e.loop.Regions[0].Params, loop.Regions[0].Params[0]
	c.Map(params[0], i)
	for k, on := range e.carried {
		if on.steps {
			c.Map(params[1+k], e.stepped(in, first[k], on.step, lo, i))
		}
	}
	return loop, c
}

// stepped is a value in iteration i that is first in iteration lo.
func (e *endAhead) stepped(b *ir.Builder, first *ir.Value, step int64, lo, i *ir.Value) *ir.Value {
	return at(b, first, step, b.Binary(ir.OpSub, i, lo), first.Type)
}

// search emits the search for the first iteration from lo on, before hi, that does not come to its end.
func (e *endAhead) search(b *ir.Builder, lo, hi *ir.Value, first []*ir.Value) *ir.Op {
	block := b.Block(ir.TI64)
	in := b.In(block.Regions[0])
	loop, c := e.index(in, lo, hi, first)
	one := in.In(loop.Regions[0])
	leave := func(b *ir.Builder, cond *ir.Value, holds bool) {
		branch := b.If(cond)
		arms := [2]*ir.Region{branch.Regions[0], branch.Regions[1]}
		if !holds {
			arms[0], arms[1] = arms[1], arms[0]
		}
		b.In(arms[0]).Break(block, loop.Regions[0].Params[0])
		b.In(arms[1]).Yield()
	}
	e.region(one, c, e.loop.Regions[0], func(b *ir.Builder, o *ir.Op) bool {
		switch o.Kind {
		case ir.OpCheckIndex:
			if e.needed[o] {
				leave(b, b.Compare(ir.OpLt, b.Conv(c.Value(o.Args[0]), ir.TU64), b.Conv(c.Value(o.Args[1]), ir.TU64)), false)
			}
		case ir.OpCheckDiv:
			d := c.Value(o.Args[0])
			leave(b, b.Compare(ir.OpEq, d, b.Const(d.Type, 0)), true)
		case ir.OpIf:
			if len(e.staying(o)) > 1 {
				return e.needed[o]
			}
			leave(b, c.Value(o.Args[0]), endsLoop(o.Regions[0].Terminator(), e.loop))
		default:
			return e.needed[o]
		}
		return false
	})
	one.Yield()
	in.Yield(hi)
	return block
}

// stores emits the iterations from lo to hi, none of which leaves the loop.
func (e *endAhead) stores(b *ir.Builder, lo, hi *ir.Value, first []*ir.Value) *ir.Op {
	loop, c := e.index(b, lo, hi, first)
	in := b.In(loop.Regions[0])
	e.region(in, c, e.loop.Regions[0], func(_ *ir.Builder, o *ir.Op) bool { return !o.Kind.Has(ir.Check) })
	in.Yield()
	return loop
}

// region copies a region of the loop up to its end, where takes says so, and gives nothing up but arms that leave the loop: takes is asked about the branch then, for what
// is to be there in its place.
func (e *endAhead) region(b *ir.Builder, c *ir.Cloner, r *ir.Region, takes func(*ir.Builder, *ir.Op) bool) {
	for _, o := range r.Ops[:len(r.Ops)-1] {
		if o.Kind != ir.OpIf {
			if takes(b, o) {
				c.Into(b.Region, []*ir.Op{o})
			}
			continue
		}
		stays := e.staying(o)
		if len(stays) > 1 && !takes(b, o) {
			continue
		}
		if len(stays) == 1 {
			takes(b, o)
			e.region(b, c, stays[0], takes)
			c.MapAll(o.Results, c.Args(stays[0].Terminator().Args))
			continue
		}
		branch := b.If(c.Value(o.Args[0]), ir.Types(o.Results)...)
		for k, in := range o.Regions {
			arm := b.In(branch.Regions[k])
			e.region(arm, c, in, takes)
			arm.Yield(c.Args(in.Terminator().Args)...)
		}
		c.MapAll(o.Results, branch.Results)
	}
}

// emit puts what is done ahead before the loop.
func (e *endAhead) emit() {
	o := e.loop
	region := ir.NewRegion(o.Parent.Parent)
	b := &ir.Builder{Region: region, Pos: o.Pos}
	s := &search{loop: o, steps: e.steps}
	around := s.exitBlock(b)
	if around != nil {
		b = b.In(around.Regions[0])
	}
	lo, hi := o.Args[0], o.Args[1]
	good := b.Binary(ir.OpAnd, b.Compare(ir.OpGe, lo, b.Int(0)), b.Compare(ir.OpGe, hi, b.Int(0)))
	good = b.Binary(ir.OpAnd, good, b.Compare(ir.OpGe, b.Binary(ir.OpSub, hi, lo), b.Int(aheadFew+aheadLeast)))
	types := ir.Types(o.Regions[0].Params)
	long := b.If(good, types...)
	b.In(long.Regions[1]).Yield(append([]*ir.Value{lo}, o.Args[2:]...)...)
	in := b.In(long.Regions[0])
	from := in.Binary(ir.OpAdd, lo, in.Int(aheadFew))
	few := in.Insert(ir.NewCloner().Op(o))
	few.SetArgs(append([]*ir.Value{lo, from}, o.Args[2:]...))
	if around != nil {
		leaveTo(few, around)
	}
	first := few.Results
	apart := in.If(e.order.Emit(in), types...)
	in.Yield(apart.Results...)
	in.In(apart.Regions[1]).Yield(append([]*ir.Value{from}, first...)...)
	in = in.In(apart.Regions[0])
	end := e.search(in, from, e.limit(in, hi, from), first).Results[0]
	e.stores(in, from, end, first)
	next := []*ir.Value{end}
	for k, on := range e.carried {
		next = append(next, e.carriedAt(in, on, first[k], from, end))
	}
	in.Yield(next...)
	if around == nil {
		o.InsertBefore(region.Take(0)...)
		o.SetArgs(append([]*ir.Value{long.Results[0], hi}, long.Results[1:]...))
		return
	}
	s.wrap(region, around, b, long)
}

// limit emits the index, at least from, up to which checks of indices hold.
func (e *endAhead) limit(b *ir.Builder, hi, from *ir.Value) *ir.Value {
	const most = 1 << 60 // no index wraps around below it
	for _, l := range e.limits {
		n := b.Binary(ir.OpMax, b.Binary(ir.OpMin, l.n, b.Int(most)), b.Int(0))
		n = b.Binary(ir.OpSub, n, b.Int(l.begin+1-l.step)) // rounded up
		n = b.Binary(ir.OpMax, n, b.Int(0))
		if l.step > 1 {
			n = b.Binary(ir.OpDiv, n, b.Int(l.step))
		}
		hi = b.Binary(ir.OpMin, hi, n)
	}
	return b.Binary(ir.OpMax, hi, from)
}

// carriedAt is a carried value in iteration end, if it is first in iteration from.
func (e *endAhead) carriedAt(b *ir.Builder, on aheadCarried, first, from, end *ir.Value) *ir.Value {
	if on.steps {
		return e.stepped(b, first, on.step, from, end)
	}
	c := ir.NewCloner()
	c.Map(e.loop.Regions[0].Params[0], b.Binary(ir.OpSub, end, b.Int(1)))
	return b.Select(b.Compare(ir.OpGt, end, from), e.copied(b, c, on.next), first)
}

// copied computes v again, of the index that c has.
func (e *endAhead) copied(b *ir.Builder, c *ir.Cloner, v *ir.Value) *ir.Value {
	if _, ok := c.Values[v]; !ok && inside(v, e.loop) {
		for _, a := range v.Def.Args {
			e.copied(b, c, a)
		}
		c.Into(b.Region, []*ir.Op{v.Def})
	}
	return c.Value(v)
}
