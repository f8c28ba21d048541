package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Recurrences gives lanes to what a kernel's innermost loops compute of values that are put together in order, such as sums of floats, which have to be:
//
//	for i { s += x[i] - x[i-n]; out[i] = math.Sqrt(s / k) }
//	=> for strips of i {
//	       for i in the strip { s += x[i] - x[i-n]; t[i] = s }
//	       for i in the strip mode=lanes { out[i] = math.Sqrt(t[i] / k) }
//	   }
//
// strip by strip, so that what lies between stays in the cache (loop distribution with scalar expansion: Kennedy & Allen, "Optimizing Compilers for Modern Architectures", 2002, chapters 5 and
// 6). Where the iterations can't be told to be free of each other but for what they carry when the loop begins, it runs as it is; so do short ones. inLanes tells how
// many cycles an iteration of a loop in lanes takes.
func Recurrences(f *ir.Func, inLanes func(loop *ir.Op) float64) bool {
	return scalarInnermost(f, func(o *ir.Op) bool {
		x := newRecurrence(o)
		return x != nil && x.emit(f, inLanes)
	})
}

const (
	recurStrip = 256 // iterations
	mostHanded = 8   // values that the second loop takes from the first
	recurWorth = 1.25
)

// recurrence is such a loop.
type recurrence struct {
	running
	ahead  map[*ir.Op]bool // ops of the body that the next iteration waits for, and what these take
	behind []*ir.Op        // the others, with those that are done again
	handed []*ir.Value     // what these take from the first loop
}

// newRecurrence recognises one.
func newRecurrence(o *ir.Op) *recurrence {
	if len(o.Results) == 0 || o.Ints[0] != 1 || o.Mode != ir.Sequential || !analysis.Straight(o) || !longEnough(o) {
		return nil
	}
	if o.Regions[0].Contains(func(x *ir.Op) bool { return x.Kind.Has(ir.Check) || x.Kind == ir.OpAlloca }) {
		return nil
	}
	x := &recurrence{running: running{a: &accumulation{loop: o, uses: o.Func().Uses()}}, ahead: map[*ir.Op]bool{}}
	for k, v := range o.Results {
		if !v.Type.IsScalar() {
			return nil
		}
		x.chains = append(x.chains, x.a.handedOn(k))
	}
	if !x.split() || !x.placesFree() || !x.orderFree() || !x.keepsOrder(x.order()) {
		return nil
	}
	return x
}

// split tells what the next iteration waits for from the rest, and what that takes; false if there is nothing to store in the rest, or it takes too much.
func (x *recurrence) split() bool {
	body := x.a.loop.Regions[0]
	var need func(v *ir.Value) bool
	need = func(v *ir.Value) bool {
		if o := bodyOp(v.Def, body); o != nil && !x.ahead[o] {
			x.ahead[o] = true
			o.Takes(need)
		}
		return false
	}
	for _, v := range body.Terminator().Args {
		need(v)
	}
	stores := false
	for _, o := range body.Ops {
		writes := mayWrite(o)
		if writes && x.ahead[o] {
			return false
		}
		stores = stores || writes
	}
	return stores && x.take()
}

// bodyOp is the op of a loop's body that o is, or is in; nil: none.
func bodyOp(o *ir.Op, body *ir.Region) *ir.Op {
	for o != nil && o.Parent != body {
		o = around(o)
	}
	return o
}

// take finds what the second loop takes from the first: what is made of carried values, which are handed on. The rest is done again.
func (x *recurrence) take() bool {
	body := x.a.loop.Regions[0]
	carried := map[*ir.Value]bool{}
	for _, p := range body.Params[1:] {
		carried[p] = true
	}
	for _, o := range body.Ops {
		if o.Takes(func(v *ir.Value) bool { return carried[v] }) {
			for _, v := range o.Results {
				carried[v] = true
			}
		}
	}
	behind := map[*ir.Op]bool{}
	var need func(v *ir.Value) bool
	need = func(v *ir.Value) bool {
		o := bodyOp(v.Def, body)
		switch {
		case carried[v] && (o == nil || x.ahead[o] && v.Def == o):
			if !slices.Contains(x.handed, v) {
				x.handed = append(x.handed, v)
			}
		case o != nil && !behind[o]:
			behind[o] = true
			o.Takes(need)
		}
		return false
	}
	for _, o := range body.Ops {
		if !x.ahead[o] && !o.Kind.Has(ir.Terminator) {
			behind[o] = true
			o.Takes(need)
		}
	}
	for _, o := range body.Ops {
		if behind[o] {
			x.behind = append(x.behind, o)
		}
	}
	return 0 < len(x.handed) && len(x.handed) <= mostHanded &&
		!slices.ContainsFunc(x.handed, func(v *ir.Value) bool { return !v.Type.IsScalar() || v.Type == ir.TBool })
}

// order is that in which the ops of the body are done when it has been taken apart. What is done again, behind, is so in the order that it had.
func (x *recurrence) order() (ops []*ir.Op) {
	var rest []*ir.Op
	for _, o := range x.a.loop.Regions[0].Ops {
		if x.ahead[o] {
			ops = append(ops, o)
		} else {
			rest = append(rest, o)
		}
	}
	return append(ops, rest...)
}

// emit puts both loops beside the loop as it was, under the condition.
func (x *recurrence) emit(f *ir.Func, inLanes func(loop *ir.Op) float64) bool {
	o := x.a.loop
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	lo, hi := o.Args[0], o.Args[1]
	enough := b.Binary(ir.OpAnd, b.Compare(ir.OpGe, b.Binary(ir.OpSub, hi, lo), b.Int(leastTrips)), b.Compare(ir.OpGe, lo, b.Int(0)))
	branch := b.If(b.Binary(ir.OpAnd, enough, x.needs.Emit(b)), ir.Types(o.Results)...)
	ahead, behind := x.apart(b.In(branch.Regions[0]))
	if scalarCycles(o) < recurWorth*(scalarCycles(ahead)+inLanes(behind)) {
		return false
	}
	spare := ir.NewCloner().Op(o)
	in := b.In(branch.Regions[1])
	in.Insert(spare)
	in.Yield(spare.Results...)
	moveResults(f, o, branch.Results)
	o.ReplaceBy(b.Region.Take(0)...)
	return true
}

// apart emits both loops, strip by strip.
func (x *recurrence) apart(b *ir.Builder) (ahead, behind *ir.Op) {
	o := x.a.loop
	body := o.Regions[0]
	strips := b.For(o.Args[0], o.Args[1], recurStrip, o.Args[2:])
	in := b.In(strips.Regions[0])
	first := strips.Regions[0].Params[0]
	end := in.Binary(ir.OpAdd, first, in.Binary(ir.OpMin, in.Binary(ir.OpSub, o.Args[1], first), in.Int(recurStrip)))
	buffers := make([]*ir.Value, len(x.handed))
	for k, v := range x.handed {
		a := in.Op(ir.OpAlloca, nil, ir.SliceOf(v.Type))
		a.Ints = []int64{recurStrip}
		buffers[k] = a.Result()
	}

	ahead = in.For(first, end, 1, strips.Regions[0].Params[1:])
	c := ir.NewCloner()
	c.MapAll(body.Params, ahead.Regions[0].Params)
	each := in.In(ahead.Regions[0])
	for _, op := range body.Ops {
		if x.ahead[op] || op.Kind == ir.OpConst {
			each.Insert(c.Op(op))
		}
	}
	at := each.Binary(ir.OpSub, ahead.Regions[0].Params[0], first)
	for k, v := range x.handed {
		each.Store(buffers[k], at, c.Value(v), nil)
	}
	each.Insert(c.Op(body.Terminator()))

	behind = in.For(first, end, 1, nil)
	behind.Mode = ir.InLanes
	c = ir.NewCloner()
	c.Map(body.Params[0], behind.Regions[0].Params[0])
	each = in.In(behind.Regions[0])
	at = each.Binary(ir.OpSub, behind.Regions[0].Params[0], first)
	for k, v := range x.handed {
		c.Map(v, each.Load(buffers[k], at, nil))
	}
	for _, op := range x.behind {
		each.Insert(c.Op(op))
	}
	each.Yield()
	in.Yield(ahead.Results...)
	b.Yield(strips.Results...)
	return ahead, behind
}
