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
// so that they run in lanes and on all cores, with the same bits. Sums of floats, whose order does make a difference, stay loops. So do loops
// inside others: a kernel for each of many short runs would take longer.
func Accumulate(f *ir.Func) bool {
	if f.Kernel != ir.NotKernel {
		return false
	}
	changed := false
	var walk func(r *ir.Region)
	walk = func(r *ir.Region) {
		for _, o := range slices.Clone(r.Ops) {
			switch o.Kind {
			case ir.OpIf, ir.OpBlock, ir.OpParFor:
				for _, in := range o.Regions {
					walk(in)
				}
			case ir.OpFor:
				if a := newAccumulation(o); a != nil && analysis.NewRanges().Of(o.Args[0]).Lo >= 0 {
					a.emit(f)
					changed = true
				}
			}
		}
	}
	walk(f.Body)
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
			if o.Mode == ir.InLanes || o.Kind == ir.OpReduce {
				continue
			}
			if o.Kind == ir.OpFor && innermost(o) {
				if a := newAccumulation(o); a != nil {
					a.inside(f)
					changed = true
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
	loop   *ir.Op
	uses   *ir.Uses
	chains []*chain // of the carried values
}

// newAccumulation recognises such a loop.
func newAccumulation(o *ir.Op) *accumulation {
	body := o.Regions[0]
	n := len(o.Results)
	if n == 0 || o.Mode != ir.Sequential || o.Ints[0] != 1 {
		return nil
	}
	if lo, ok := o.Args[0].ConstInt(); ok {
		if hi, ok := o.Args[1].ConstInt(); ok && hi-lo < leastTrips {
			return nil
		}
	}
	if !onlyComputes(body, o) {
		return nil
	}
	last := body.Terminator()
	a := &accumulation{loop: o, uses: o.Func().Uses()}
	for k := range n {
		c := &chain{a: a, of: body.Params[1+k], seen: map[*ir.Value]int{}, sides: map[*ir.Op]int{}, done: map[*ir.Value]*ir.Value{}}
		if !c.follow(last.Args[k]) || c.kind == ir.OpInvalid || !c.closed() {
			return nil
		}
		a.chains = append(a.chains, c)
	}
	return a
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
	sides map[*ir.Op]int          // the operand through which an op continues the chain
	done  map[*ir.Value]*ir.Value // what stands for values of the chain once it has been taken apart
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
		return neutral(k, t)
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

// emit puts the reduction in the place of the loop.
func (a *accumulation) emit(f *ir.Func) {
	o, body := a.loop, a.loop.Regions[0]
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	count := o.Args[1]
	if lo := o.Args[0]; !isZero(lo) {
		count = b.Binary(ir.OpSub, b.Binary(ir.OpMax, count, lo), lo)
		i := body.NewOp(ir.OpAdd, o.Pos, []*ir.Value{body.Params[0], lo}, ir.TI64)
		ir.ReplaceUses(body, body.Params[0], i.Results[0])
		body.Insert(0, i)
	}
	_, results := a.reduce(b, []*ir.Value{count}, 1)
	a.replace(f, b, results)
}

// inside puts a reduction in lanes in the place of the loop, which stays for few iterations.
func (a *accumulation) inside(f *ir.Func) {
	o := a.loop
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	branch := b.If(b.Compare(ir.OpGe, b.Binary(ir.OpSub, o.Args[1], o.Args[0]), b.Int(leastTrips)), ir.Types(o.Results)...)
	short := b.In(branch.Regions[1])
	short.Yield(short.Insert(ir.NewCloner().Op(o)).Results...)
	long := b.In(branch.Regions[0])
	reduce, results := a.reduce(long, o.Args[:2], 0)
	reduce.Mode = ir.InLanes
	long.Yield(results...)
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

// reduce makes the reduction of the loop's body, over so many dimensions, and what the loop gives.
func (a *accumulation) reduce(b *ir.Builder, extents []*ir.Value, dims int64) (reduce *ir.Op, results []*ir.Value) {
	o, body, n := a.loop, a.loop.Regions[0], len(a.chains)
	last := body.Terminator()
	for k, c := range a.chains {
		last.SetArg(k, c.share(last.Args[k], last))
	}
	body.SetParams(body.Params[:1])
	inits := o.Args[2:]
	ids := slices.Clone(inits)
	for k, c := range a.chains {
		if !idempotent(c.kind) {
			bits, _ := without(c.kind, inits[k].Type)
			ids[k] = b.Const(inits[k].Type, bits)
		}
	}
	types := ir.Types(o.Results)
	reduce = b.Op(ir.OpReduce, slices.Concat(extents, ids), types...)
	reduce.Ints = []int64{dims, int64(n)}
	reduce.SetRegions(body)
	combine := b.In(reduce.AddRegion(slices.Concat(types, types)...))
	var all []*ir.Value
	for k, c := range a.chains {
		all = append(all, combine.Binary(c.kind, combine.Region.Params[k], combine.Region.Params[n+k]))
	}
	combine.Yield(all...)
	for k, c := range a.chains {
		w := reduce.Results[k]
		none, _ := without(c.kind, inits[k].Type)
		if bits, known := inits[k].IsConst(); !idempotent(c.kind) && (!known || bits != none) {
			w = b.Binary(c.kind, inits[k], w)
		}
		results = append(results, w)
	}
	return reduce, results
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
