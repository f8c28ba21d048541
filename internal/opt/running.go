package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Running gives lanes to a kernel's innermost loops whose iterations depend on each other only by integers that are put together by ops for which the order makes no difference, and are asked
// for on the way, or stand beside stores; or by what the next iteration takes as it is:
//
//	for i { s += x[i]; out[i] = s }
//	for i { out[i] = n; if x[i] > t { n++ } }
//	for i { out[i] = x[i] - last; last = x[i] }
//
// The carried values become what a loop in lanes may carry, see ir.OpRunning. Where the iterations can't be told to be free of each other but for that when the loop begins, it runs as it is;
// so do short ones. pays tells whether lanes are worth it.
func Running(f *ir.Func, pays func(loop *ir.Op) bool) bool {
	return scalarInnermost(f, func(o *ir.Op) bool {
		x := newRunning(o)
		return x != nil && x.emit(f, pays)
	})
}

// scalarInnermost has a kernel's innermost loops changed that have no lanes, nor are in what has, and reports whether any was.
func scalarInnermost(f *ir.Func, change func(loop *ir.Op) bool) (changed bool) {
	if f.Kernel == ir.NotKernel {
		return false
	}
	var walk func(r *ir.Region)
	walk = func(r *ir.Region) {
		for _, o := range slices.Clone(r.Ops) {
			switch {
			case o.Mode == ir.InLanes || o.Kind == ir.OpBlockReduce:
			case o.Kind == ir.OpFor && innermost(o):
				changed = change(o) || changed
			default:
				for _, in := range o.Regions {
					walk(in)
				}
			}
		}
	}
	walk(f.Body)
	return changed
}

// running is such a loop.
type running struct {
	a      *accumulation
	chains []*chain
	needs  analysis.Condition
}

// newRunning recognises one.
func newRunning(o *ir.Op) *running {
	if len(o.Results) == 0 || o.Ints[0] != 1 || !analysis.Straight(o) || !longEnough(o) {
		return nil
	}
	x := &running{a: &accumulation{loop: o, uses: o.Func().Uses()}}
	taken := map[*ir.Value]bool{}
	for k := range o.Results {
		c := x.a.chain(k, true)
		if c == nil || !c.of.Type.IsInt() || c.meets(taken) {
			if c = x.a.handedOn(k); !c.of.Type.IsScalar() {
				return nil
			}
		}
		for v := range c.seen {
			taken[v] = true
		}
		x.chains = append(x.chains, c)
	}
	if !x.placesFree() || !x.orderFree() {
		return nil
	}
	return x
}

// longEnough reports a loop of which it isn't known that its iterations are few.
func longEnough(o *ir.Op) bool {
	most, known := mostTrips(o)
	return !known || most >= leastTrips
}

// mostTrips is how many iterations of a loop in steps of one there are at most, as constants or the branches around it say; one that begins nobody knows where is taken not to
// begin below 0.
func mostTrips(o *ir.Op) (most int64, known bool) {
	first, last := o.Args[0], o.Args[1]
	if o.Ints[0] < 0 {
		first, last = last, first
	}
	lo, _ := first.ConstInt()
	most, known = knownMost(o, last)
	return most - lo, known
}

// knownMost is what v does not exceed where o is, as a constant or by the branches around o.
func knownMost(o *ir.Op, v *ir.Value) (int64, bool) {
	if c, ok := v.ConstInt(); ok {
		return c, true
	}
	if d := v.Def; d != nil && d.Kind == ir.OpMin {
		for _, a := range d.Args {
			if c, ok := a.ConstInt(); ok {
				return c, true
			}
		}
	}
	for r := o.Parent; r.Parent != nil; r = r.Parent.Parent {
		branch := r.Parent
		if branch.Kind != ir.OpIf || branch.Regions[0] != r {
			continue
		}
		cond := branch.Args[0].Def
		if cond != nil && cond.Kind == ir.OpLe && cond.Args[0] == v {
			if c, ok := cond.Args[1].ConstInt(); ok {
				return c, true
			}
		}
	}
	return 0, false
}

// meets reports that a chain goes through values that others go through.
func (c *chain) meets(taken map[*ir.Value]bool) bool {
	for v := range c.seen {
		if taken[v] {
			return true
		}
	}
	return false
}

// handedOn is the chain of a value that the next iteration takes as it is.
func (a *accumulation) handedOn(k int) *chain {
	of := a.loop.Regions[0].Params[1+k]
	return &chain{a: a, of: of, seen: map[*ir.Value]int{of: 1}}
}

// placesFree reports that no access, and nothing that may fail, depends on a carried value, but for what is stored.
func (x *running) placesFree() bool {
	body := x.a.loop.Regions[0]
	depends := map[*ir.Value]bool{}
	for _, c := range x.chains {
		for v := range c.seen {
			depends[v] = true
		}
	}
	ok := true
	body.Walk(func(o *ir.Op) bool {
		for k, v := range o.Args {
			if !depends[v] {
				continue
			}
			stored := o.Kind == ir.OpStore && k == 2
			ok = ok && (stored || o.Kind == ir.OpIf || o.Kind == ir.OpYield || o.Kind.Has(ir.Lanewise))
			given := o.Results
			if o.Kind == ir.OpYield {
				given = around(o).Results[k : k+1]
			}
			for _, r := range given {
				depends[r] = true
			}
		}
		return true
	})
	return ok
}

// orderFree reports that the iterations are free of each other but for what they carry, and under which condition.
func (x *running) orderFree() bool {
	o := x.a.loop
	trial := ir.NewCloner().Op(o)
	body := trial.Regions[0]
	for _, p := range body.Params[1:] {
		ir.ReplaceUses(body, p, &ir.Value{Type: p.Type, Name: p.Name}) // nothing is known of it
	}
	body.SetParams(body.Params[:1])
	body.Terminator().SetArgs(nil)
	trial.SetArgs(trial.Args[:2])
	trial.SetResults(nil)
	o.InsertBefore(trial)
	order := analysis.In(analysis.NewSpace()).Reorder(trial)
	trial.Remove()
	if !order.Free || order.If.Mentions(func(v *ir.Value) bool { return inside(v, trial) }) {
		return false
	}
	x.needs = order.If
	return true
}

// emit puts the loop in lanes beside the loop as it was, under the condition.
func (x *running) emit(f *ir.Func, pays func(loop *ir.Op) bool) bool {
	o := x.a.loop
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	lo, hi := o.Args[0], o.Args[1]
	spare := ir.NewCloner().Op(o)
	for _, c := range x.chains {
		c.runOn()
	}
	o.Mode = ir.InLanes
	o.Changed()
	if _, ok := o.InVectorOrder(); !ok || !x.delay() || !pays(o) {
		o.ReplaceBy(spare)
		moveResults(f, o, spare.Results)
		return false
	}
	enough := b.Binary(ir.OpAnd, b.Compare(ir.OpGe, b.Binary(ir.OpSub, hi, lo), b.Int(leastTrips)), x.needs.Emit(b))
	branch := b.If(enough, ir.Types(o.Results)...)
	rep := &ir.Replacer{}
	for k, v := range o.Results {
		rep.Replace(v, branch.Results[k])
	}
	o.ReplaceBy(b.Region.Ops...)
	rep.Apply(f.Body)
	for k, loop := range []*ir.Op{o, spare} {
		in := b.In(branch.Regions[k])
		in.Insert(loop)
		in.Yield(loop.Results...)
	}
	return true
}

// moveResults has values in the place of an op's.
func moveResults(f *ir.Func, o *ir.Op, vs []*ir.Value) {
	rep := &ir.Replacer{}
	for k, v := range o.Results {
		rep.Replace(v, vs[k])
	}
	rep.Apply(f.Body)
}

// delay has stores wait for the end of an iteration where vectors can't make them before: what they store is known only then, or checks come behind them.
func (x *running) delay() bool {
	o := x.a.loop
	ops, _ := o.InVectorOrder()
	moves := !slices.Equal(ops, o.Regions[0].Ops)
	behind, stored := false, false
	for _, op := range o.Regions[0].Ops {
		behind = behind || op.Kind.Has(ir.Check) && stored
		stored = stored || op.Kind == ir.OpStore
	}
	if !moves {
		if behind {
			DelayStores(o, analysis.NewSpace(), &x.needs) // else such a check has to be one that is made ahead of the loop
		}
		return true
	}
	// What is loaded before it is stored in one iteration must not be the same: slices that begin at one address are not apart enough.
	for k := range x.needs.Apart {
		x.needs.Apart[k].Same = false
	}
	DelayStores(o, analysis.NewSpace(), &x.needs)
	return x.keepsOrder(ops)
}

// keepsOrder reports that what touches the same memory, under the condition, does so in the same order when the loop's ops come in another, with its late stores behind them.
func (x *running) keepsOrder(ops []*ir.Op) bool {
	body := x.a.loop.Regions[0]
	place := map[*ir.Op]int{}
	for k, o := range ops {
		if place[o] = k; o.Mode == ir.Late {
			place[o] += len(ops)
		}
	}
	at := func(a analysis.Access) int {
		o := a.Op
		for o.Parent != body {
			o = around(o)
		}
		return place[o]
	}
	accesses := analysis.NewSpace().Accesses(body)
	for k, a := range accesses {
		for _, b := range accesses[k+1:] {
			if (a.Stores() || b.Stores()) && at(a) > at(b) && !x.needs.Parts(a, b) {
				return false
			}
		}
	}
	return true
}

// runOn makes the chain a running.
func (c *chain) runOn() {
	body, k := c.a.loop.Regions[0], c.of.Index-1
	last := body.Terminator()
	v := last.Args[k]
	if c.kind == ir.OpInvalid {
		run := body.NewOp(ir.OpRunning, last.Pos, []*ir.Value{c.of, v}, v.Type)
		run.SetSym(ir.Second)
		last.InsertBefore(run)
		last.SetArg(k, run.Results[0])
		return
	}
	between := c.between()
	run := body.NewOp(ir.OpRunning, v.Def.Pos, []*ir.Value{c.of, c.of}, v.Type)
	run.SetSym(c.kind.String())
	ir.ReplaceUses(body, v, run.Results[0])
	v.Def.InsertAfter(run)
	run.SetArg(1, c.share(v, run))
	for _, o := range between {
		o.SetArg(1, c.share(o.Args[1], o))
	}
}

// between has those who ask for values of the chain between what it begins and ends with take that of the former and what has come to it since. It gives the ops that put these together,
// whose second operand is the value as yet.
func (c *chain) between() (ops []*ir.Op) {
	body := c.a.loop.Regions[0]
	for _, v := range c.asked {
		x := v.Def.Parent.NewOp(c.kind, v.Def.Pos, []*ir.Value{c.of, v}, v.Type)
		body.Walk(func(o *ir.Op) bool {
			for k, a := range o.Args {
				if a == v && !c.onTheWay(o, k) {
					o.SetArg(k, x.Results[0])
				}
			}
			return true
		})
		v.Def.InsertAfter(x)
		ops = append(ops, x)
	}
	return ops
}

// DelayStores has the stores of a loop's iteration come at its end in vectors; what is left to scalar code stores them where they are. It does nothing where something
// behind a store may touch the same memory under the condition.
func DelayStores(loop *ir.Op, s *analysis.Space, cond *analysis.Condition) bool {
	body := loop.Regions[0]
	if !analysis.Straight(loop) {
		return false
	}
	accesses := s.Accesses(body)
	var stores []*ir.Op
	for k, a := range accesses {
		if !a.Stores() || a.Op.Parent != body {
			continue
		}
		for _, behind := range accesses[k+1:] {
			if !(behind.Stores() && behind.Op.Parent == body) && !cond.Parts(a, behind) {
				return false
			}
		}
		stores = append(stores, a.Op)
	}
	for _, o := range stores {
		o.Mode = ir.Late
		o.Changed()
	}
	return true
}
