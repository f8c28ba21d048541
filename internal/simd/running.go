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

// begin gives what the loop's registers begin with.
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
		if r.prefixes() {
			vals = append(vals, e.foldLanes(accs[k], func(a, _ *ir.Value) *ir.Value { return a }))
			continue
		}
		all := e.foldLanes(accs[k], func(a, b *ir.Value) *ir.Value { return e.b.Binary(r.kind, a, b) })
		vals = append(vals, e.b.Binary(r.kind, r.init, all))
	}
	return vals
}

// running emits one step of what is carried: in scalar code the op itself, else for a vector.
func (e *emitter) running(o *ir.Op) {
	if e.lanes == nil {
		e.env[o.Result()] = lval{u: e.b.Binary(o.Joined(), e.get(o.Args[0]).u, e.get(o.Args[1]).u)}
		return
	}
	k := slices.IndexFunc(e.lanes.runs, func(r *run) bool { return r.op == o })
	r := e.lanes.runs[k]
	v := e.toVec(e.get(o.Args[1]))
	if mask := e.cur.val; mask != nil {
		v = e.b.Select(mask, v, e.b.Const(v.Type, r.neutral(v.Type.Elem)))
	}
	registers, acc := e.registers(v), &e.lanes.accs[k]
	if !r.prefixes() {
		*acc = join(registers, *acc, func(a, b *ir.Value) *ir.Value { return e.b.Binary(r.kind, a, b) })
		return
	}
	var after, before []*ir.Value
	lanes := e.kernel.Lanes
	for _, x := range registers {
		x = e.prefix(r, x)
		so := e.b.Binary(r.kind, *acc, x)
		after = append(after, so)
		if r.before {
			before = append(before, e.window(lanes-1, *acc, so))
		}
		last := slices.Repeat([]int64{int64(lanes - 1)}, lanes)
		*acc = e.b.Binary(r.kind, *acc, e.shuffle(last, x)) // not from so: the next register waits for one op only
	}
	e.env[o.Result()] = lval{v: e.together(v.Type, after)}
	if r.before {
		e.env[r.param] = lval{v: e.together(v.Type, before)}
	}
}

// prefix puts each lane of a register together with those before it.
func (e *emitter) prefix(r *run, x *ir.Value) *ir.Value {
	none := e.b.Const(x.Type, r.neutral(x.Type.Elem))
	for by := 1; by < e.kernel.Lanes; by *= 2 {
		x = e.b.Binary(r.kind, e.window(e.kernel.Lanes-by, none, x), x)
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
// of an iteration, and what asks for a carried value as it was before the iteration behind what carries it on.
func inVectorOrder(o *ir.Op) *ir.Op {
	late := func(x *ir.Op) bool { return x.Kind == ir.OpStore && x.Mode == ir.Late }
	body := o.Regions[0]
	early := false
	for k := range o.Results {
		early = early || usedBefore(o.RunningOf(k))
	}
	if !early && !slices.ContainsFunc(body.Ops, late) {
		return o
	}
	f := ir.NewCloner().Op(o)
	body = f.Regions[0]
	ops := body.Ops[:len(body.Ops)-1]
	var parts [4][]*ir.Op // what waits for nothing that is carried, what the running wait for, the others, late stores
	carried, needed := carriedIn(f)
	for _, x := range ops {
		switch {
		case late(x):
			parts[3] = append(parts[3], x)
		case !early || !carried[x]:
			parts[0] = append(parts[0], x)
		case needed[x]:
			parts[1] = append(parts[1], x)
		default:
			parts[2] = append(parts[2], x)
		}
	}
	last := body.Terminator()
	body.SetOps(append(slices.Concat(parts[:]...), last))
	return f
}

// usedBefore reports that an op of the loop's body takes a carried value ahead of the running.
func usedBefore(running *ir.Op) bool {
	for _, x := range running.Parent.Ops {
		if x == running {
			return false
		}
		if x.Takes(func(v *ir.Value) bool { return v == running.Args[0] }) {
			return true
		}
	}
	return false
}

// carriedIn finds the ops of a loop's body that wait for what is carried, and those of them that the running wait for, which these are among.
func carriedIn(loop *ir.Op) (carried, needed map[*ir.Op]bool) {
	body := loop.Regions[0]
	carried, needed = map[*ir.Op]bool{}, map[*ir.Op]bool{}
	for _, x := range body.Ops {
		carried[x] = x.Takes(func(v *ir.Value) bool { return v.Owner == body && v.Index > 0 || v.Def != nil && carried[v.Def] })
	}
	var need func(x *ir.Op)
	need = func(x *ir.Op) {
		if !carried[x] || needed[x] {
			return
		}
		needed[x] = true
		x.Takes(func(v *ir.Value) bool {
			if v.Def != nil {
				need(v.Def)
			}
			return false
		})
	}
	for k := range loop.Results {
		need(loop.RunningOf(k))
	}
	return carried, needed
}

// runningCost is an estimate for a register of so many lanes.
func runningCost(o *ir.Op, lanes int) float64 {
	if after, before := asked(o); !after && !before {
		return 0.5
	}
	return 1.5 + float64(bits.Len(uint(lanes-1))) // a shuffle and an op for each doubling, and to take the last lane
}
