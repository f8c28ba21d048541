package simd

import (
	"math/bits"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// run is a value that a loop in lanes carries from iteration to iteration (ir.OpRunning). The loop keeps a register of it: what it is so far in all lanes, or, where only its end is asked
// for, what each lane has put together.
type run struct {
	op     *ir.Op
	kind   ir.OpKind
	param  *ir.Value
	init   *ir.Value // before the loop, lowered
	after  bool      // iterations ask what it is with them
	before bool      // or without
}

// runsOf lists what a loop carries.
func runsOf(loop *ir.Op, inits []*ir.Value) []*run {
	runs := make([]*run, len(loop.Results))
	for k := range runs {
		o := loop.RunningOf(k)
		after, before := asked(o)
		after = after || o.Joined() == ir.OpInvalid
		runs[k] = &run{op: o, kind: o.Joined(), param: o.Args[0], init: inits[k], after: after, before: before}
	}
	return runs
}

// asked reports which of the values of a running the loop's body takes, but for the running and the yield themselves.
func asked(o *ir.Op) (after, before bool) {
	last := o.Parent.Terminator()
	o.Parent.Walk(func(x *ir.Op) bool {
		after = after || x != last && slices.Contains(x.Args, o.Results[0])
		before = before || x != o && slices.Contains(x.Args, o.Args[0])
		return true
	})
	return after, before
}

// prefixes reports whether it takes any.
func (r *run) prefixes() bool { return r.after || r.before }

func (r *run) neutral(t *ir.Type) uint64 {
	bits, _ := ir.Neutral(r.kind, t)
	return bits
}

// beginRuns gives what the loop's registers begin with.
func (e *emitter) beginRuns(runs []*run) (accs []*ir.Value) {
	for _, r := range runs {
		t := ir.VecOf(r.init.Type, e.kernel.Lanes)
		if r.prefixes() {
			accs = append(accs, e.b.Op(ir.OpSplat, []*ir.Value{r.init}, t).Result())
		} else {
			accs = append(accs, e.b.Const(t, r.neutral(r.init.Type)))
		}
	}
	return accs
}

// endRuns gives what is carried where the registers are these.
func (e *emitter) endRuns(runs []*run, accs []*ir.Value) (vals []*ir.Value) {
	for k, r := range runs {
		if r.prefixes() { // the last lane has it, of sums every one
			vals = append(vals, e.foldLanes(accs[k], func(_, b *ir.Value) *ir.Value { return b }))
			continue
		}
		all := e.foldLanes(accs[k], func(a, b *ir.Value) *ir.Value { return e.b.Binary(r.kind, a, b) })
		vals = append(vals, e.b.Binary(r.kind, r.init, all))
	}
	return vals
}

// running emits one step of what is carried: in scalar code the op itself, else for a vector.
func (e *emitter) running(o *ir.Op) {
	kind := o.Joined()
	switch {
	case e.lanes == nil && kind == ir.OpInvalid:
		e.env[o.Result()] = lval{u: e.get(o.Args[1]).u}
		return
	case e.lanes == nil:
		e.env[o.Result()] = lval{u: e.b.Binary(kind, e.get(o.Args[0]).u, e.get(o.Args[1]).u)}
		return
	}
	k := slices.IndexFunc(e.lanes.runs, func(r *run) bool { return r.op == o })
	r, acc := e.lanes.runs[k], &e.lanes.accs[k]
	v, mask := e.toVec(e.get(o.Args[1])), e.cur.val
	if kind == ir.OpInvalid {
		e.handOn(r, v, acc)
		return
	}
	if mask != nil {
		v = e.b.Select(mask, v, e.b.Const(v.Type, r.neutral(v.Type.Elem)))
	}
	if !r.prefixes() {
		*acc = join(e.registers(v), *acc, func(a, b *ir.Value) *ir.Value { return e.b.Binary(kind, a, b) })
		return
	}
	var after, before []*ir.Value
	last := slices.Repeat([]int64{int64(e.kernel.Lanes - 1)}, e.kernel.Lanes)
	for _, x := range e.registers(v) {
		x = e.prefix(r, x)
		so := e.b.Binary(kind, *acc, x)
		after, before = append(after, so), append(before, e.window(e.kernel.Lanes-1, *acc, so))
		*acc = e.b.Binary(kind, *acc, e.shuffle(last, x)) // not from so: the next register waits for one op only
	}
	e.env[o.Result()] = lval{v: e.together(v.Type, after)}
	if r.before {
		e.env[r.param] = lval{v: e.together(v.Type, before)}
	}
}

// handOn has a vector take what the iterations before its own had (LLVM calls that a first-order recurrence).
func (e *emitter) handOn(r *run, v *ir.Value, acc **ir.Value) {
	mask := e.cur.val
	var before []*ir.Value
	for _, x := range e.registers(v) {
		before = append(before, e.window(e.kernel.Lanes-1, *acc, x))
		*acc = x
	}
	e.env[r.op.Result()] = lval{v: v}
	if r.before {
		e.env[r.param] = lval{v: e.together(v.Type, before)}
	}
	if mask == nil {
		return
	}
	// The loop ends here: the last lane that is on goes to all.
	on := e.registers(mask)
	var following []*ir.Value
	for k, m := range on {
		next := e.b.Const(m.Type, 0)
		if k+1 < len(on) {
			next = on[k+1]
		}
		following = append(following, e.window(1, m, next))
	}
	alone := e.b.Binary(ir.OpAndNot, mask, e.together(mask.Type, following))
	*acc = e.b.Op(ir.OpSplat, []*ir.Value{e.oneLane(alone, v)}, (*acc).Type).Result()
}

// oneLane is the lane of a vector for which a mask is on.
func (e *emitter) oneLane(mask, v *ir.Value) *ir.Value {
	t := v.Type.Elem
	if t == ir.TBool {
		return e.b.Op(ir.OpAny, []*ir.Value{e.b.Binary(ir.OpAnd, mask, v)}, ir.TBool).Result()
	}
	bits := t
	if t.IsFloat() {
		bits = signs(t)
		v = e.b.Op(ir.OpBitcast, []*ir.Value{v}, ir.VecOf(bits, v.Type.Len)).Result()
	}
	v = e.b.Select(mask, v, e.b.Const(v.Type, 0))
	x := join(e.registers(v), e.b.Const(ir.VecOf(bits, e.kernel.Lanes), 0), func(a, b *ir.Value) *ir.Value { return e.b.Binary(ir.OpOr, a, b) })
	u := e.foldLanes(x, func(a, b *ir.Value) *ir.Value { return e.b.Binary(ir.OpOr, a, b) })
	if t.IsFloat() {
		u = e.b.Op(ir.OpBitcast, []*ir.Value{u}, t).Result()
	}
	return u
}

// prefix puts each lane of a register together with those before it: first within each 16 bytes, between which lanes take longer to go, then with the last of the 16 bytes before.
func (e *emitter) prefix(r *run, x *ir.Value) *ir.Value {
	none := e.b.Const(x.Type, r.neutral(x.Type.Elem))
	n := e.kernel.Lanes
	per := min(max(16/max(x.Type.Elem.Size(), 1), 1), n)
	for by := 1; by < n; by *= 2 {
		lanes := make([]int64, n)
		for i := range lanes {
			group := i / per * per
			switch {
			case by < per && i-by < group:
				lanes[i] = int64(i - by + per) // of none
			case by < per:
				lanes[i] = int64(n + i - by)
			case group < by:
				lanes[i] = int64(i)
			default:
				lanes[i] = int64(n + group - by + per - 1)
			}
		}
		x = e.b.Binary(r.kind, e.shuffle(lanes, none, x), x)
	}
	return x
}

// window takes a register from two in a row, from a lane of the first one on.
func (e *emitter) window(from int, x, y *ir.Value) *ir.Value {
	lanes := make([]int64, e.kernel.Lanes)
	for i := range lanes {
		lanes[i] = int64(from + i)
	}
	return e.shuffle(lanes, x, y)
}

// together is the vector of some registers.
func (e *emitter) together(t *ir.Type, registers []*ir.Value) *ir.Value {
	if len(registers) == 1 {
		return registers[0]
	}
	return e.regroup(t, 0, registers...)
}

// inVectorOrder is a loop with its ops in the order in which vectors make them; it is the loop itself where that is the one they have. Stores that vectors are to make late come at the end
// of an iteration.
func inVectorOrder(o *ir.Op) *ir.Op {
	ops, ok := o.InVectorOrder()
	late := func(x *ir.Op) bool { return x.Kind == ir.OpStore && x.Mode == ir.Late }
	if !ok || slices.Equal(ops, o.Regions[0].Ops) && !slices.ContainsFunc(ops, late) {
		return o
	}
	f := ir.NewCloner().Op(o)
	body := f.Regions[0]
	ops, _ = f.InVectorOrder()
	last := body.Terminator()
	var stores, others []*ir.Op
	for _, x := range ops {
		switch {
		case late(x):
			stores = append(stores, x)
		case x != last:
			others = append(others, x)
		}
	}
	body.SetOps(append(append(others, stores...), last))
	return f
}

// runningCost is an estimate for a register of so many lanes.
func runningCost(o *ir.Op, lanes int) float64 {
	after, before := asked(o)
	switch {
	case o.Joined() == ir.OpInvalid:
		return 1
	case !after && !before:
		return 0.5
	}
	return 1.5 + float64(bits.Len(uint(lanes-1))) // a shuffle and an op for each doubling, and to take the last lane
}
