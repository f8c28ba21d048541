package simd

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
)

// Straight-line code of several registers' worth of lanes can be emitted part by part or operation by operation, and what is loaded early or late.
// Where all values would not fit the registers, the order decides how many are kept in memory; where the code is longer than what out-of-order
// execution sees at a time, it decides how many chains of dependent operations overlap. Of a few orders the best is taken (after Goodman & Hsu,
// "Code Scheduling and Register Allocation in Large Basic Blocks", ICS 1988).

// spillCycles is about what it costs that one more value is alive than there are registers.
const spillCycles = 3

// estimator finds out about orders of ops; its memory serves one after the other.
type estimator struct {
	machine *machine.Desc

	found  ir.Index
	last   []int32 // by number in found: the op that uses a value last
	at     []int   // by number in found: when a value is there
	loads  []int
	busy   []int    // units, by cycle
	vector []*ir.Op // the ops on vectors
	edges  []edge
	needs  lists
	users  lists
	done   []bool
	outs   [2][]*ir.Op // orders; the best so far may be one of them
}

// schedule gives the ops of a run in the best of the orders: the first, unless another is clearly better, or of a short run the first that the registers are enough
// for. They are in region. The result is good until the next call.
func (e *estimator) schedule(orders [][]*ir.Op, region *ir.Region) []*ir.Op {
	best, registers := orders[0], e.machine.FreeRegisters()
	short := len(best) <= e.machine.SchedulerEntries
	if short {
		for _, o := range orders {
			if e.pressure(o, region) <= registers {
				return o
			}
		}
	}
	cost := func(ops []*ir.Op) float64 {
		c := spillCycles * float64(max(0, e.pressure(ops, region)-registers))
		if !short {
			c += float64(e.cycles(ops))
		}
		return c
	}
	least := 0.95 * cost(best)
	for _, o := range orders {
		o = e.onDemand(o)
		if c := cost(o); c < least {
			best, least = o, c
			e.outs[0], e.outs[1] = e.outs[1], e.outs[0]
		}
	}
	return best
}

// cycles estimates how long the ops take in a loop where execution is out of order: operations wait in a scheduler for their operands and for one of the units.
func (e *estimator) cycles(ops []*ir.Op) int {
	found, at, vector, busy := &e.found, e.at[:0], e.vector[:0], e.busy[:0]
	found.Truncate(0)
	for _, o := range ops {
		if len(o.Results) > 0 && o.Kind.Has(ir.Lanewise) && isVector(o) {
			vector = append(vector, o)
			for _, v := range o.Results {
				found.Add(v)
				at = append(at, 0)
			}
		}
	}
	clock, issued, first := 0, 0, 0
	for n := range 2 * len(vector) {
		o := vector[n%len(vector)]
		if n == len(vector) {
			clear(at)
			first = len(busy)
		}
		for n-issued >= e.machine.SchedulerEntries {
			issued += busy[clock]
			clock++
		}
		t := clock
		for _, a := range o.Args {
			if k := found.Find(a); k >= 0 {
				t = max(t, at[k])
			}
		}
		for t < len(busy) && busy[t] == e.machine.FloatPorts {
			t++
		}
		for t >= len(busy) {
			busy = append(busy, 0)
		}
		busy[t]++
		for _, v := range o.Results {
			at[found.Find(v)] = t + e.latency(o)
		}
	}
	e.at, e.vector, e.busy = at, vector, busy
	return len(busy) - first
}

// latency is how many cycles after an operation has begun another may use its result.
func (e *estimator) latency(o *ir.Op) int {
	switch o.Kind {
	case ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpSelect, ir.OpShl, ir.OpShr, ir.OpBitcast:
		return e.machine.Latency.Logic
	case ir.OpDiv, ir.OpSqrt:
		return e.machine.Latency.Div()
	}
	return e.machine.Latency.VectorAny
}

// pressure is the largest number of vectors that the ops define, or that their region begins with and they use up, and that are alive at a time.
func (e *estimator) pressure(ops []*ir.Op, region *ir.Region) int {
	inside, last := &e.found, e.last[:0]
	inside.Truncate(0)
	alive := 0
	for i, o := range ops {
		for _, v := range o.Results {
			inside.Add(v)
			last = append(last, int32(len(ops))) // used behind, unless found otherwise
		}
		for _, a := range o.Args {
			if a.Owner == region && a.Type.Kind == ir.Vec && inside.Add(a) == len(last) {
				last = append(last, 0)
				alive++
			}
			if n := inside.Find(a); n >= 0 {
				last[n] = int32(i)
			}
		}
	}
	e.last = last
	most := alive
	for i, o := range ops {
		for _, v := range o.Results {
			if v.Type.Kind == ir.Vec && o.Kind != ir.OpConst {
				alive++
			}
		}
		most = max(most, alive)
		for k, a := range o.Args {
			if n := inside.Find(a); n >= 0 && last[n] == int32(i) && a.Type.Kind == ir.Vec && (a.Def == nil || a.Def.Kind != ir.OpConst) && !repeats(o.Args[:k], a) {
				alive--
			}
		}
	}
	return most
}

func repeats(vs []*ir.Value, v *ir.Value) bool {
	for _, x := range vs {
		if x == v {
			return true
		}
	}
	return false
}

// demand is a schedule in the making.
type demand struct {
	ops   []*ir.Op
	edges []edge
	needs *lists // by op: the ops that must come before it
	users *lists
	done  []bool
	out   []*ir.Op
}

// edge says that of two ops one must come before the other.
type edge struct{ first, then int32 }

// lists are lists of numbers of ops, by op, in one piece of memory.
type lists struct{ start, all []int32 }

func (l *lists) of(i int) []int32 { return l.all[l.start[i]:l.start[i+1]] }

// sort sorts edges by op, each list in the order in which they were found.
func (l *lists) sort(n int, edges []edge, key, value func(edge) int32) {
	l.start, l.all = append(l.start[:0], make([]int32, n+2)...), slices.Grow(l.all[:0], len(edges))[:len(edges)]
	for _, e := range edges {
		l.start[key(e)+2]++
	}
	for i := range n {
		l.start[i+2] += l.start[i+1]
	}
	for _, e := range edges {
		at := &l.start[key(e)+1]
		l.all[*at] = value(e)
		*at++
	}
}

// onDemand keeps the order of what computes, but loads and broadcasts wait until they are needed, and all that can use them does so at once. The
// order of accesses to memory of which one is a store stays.
func (e *estimator) onDemand(ops []*ir.Op) []*ir.Op {
	e.done = append(e.done[:0], make([]bool, len(ops))...)
	d := &demand{ops: ops, edges: e.edges[:0], needs: &e.needs, users: &e.users, done: e.done, out: e.outs[0][:0]}
	defined, at := &e.found, e.at[:0] // the op that defines a value, by number in found
	defined.Truncate(0)
	store := -1
	loads := e.loads[:0]
	for i, o := range ops {
		for _, a := range o.Args {
			if n := defined.Find(a); n >= 0 {
				d.order(at[n], i)
			}
		}
		switch {
		case o.Kind.Has(ir.Writes):
			for _, k := range loads {
				d.order(k, i)
			}
			if store >= 0 {
				d.order(store, i)
			}
			store, loads = i, loads[:0]
		case o.Kind.Has(ir.Reads):
			if store >= 0 {
				d.order(store, i)
			}
			loads = append(loads, i)
		}
		for _, v := range o.Results {
			defined.Add(v)
			at = append(at, i)
		}
	}
	e.edges, e.at, e.loads = d.edges, at, loads
	d.needs.sort(len(ops), d.edges, func(e edge) int32 { return e.then }, func(e edge) int32 { return e.first })
	d.users.sort(len(ops), d.edges, func(e edge) int32 { return e.first }, func(e edge) int32 { return e.then })
	for i, o := range ops {
		if !lazy(o) {
			d.emit(i)
		}
	}
	for i := range ops {
		d.emit(i)
	}
	e.outs[0] = d.out
	return d.out
}

// lazy reports what is cheap to begin with later: loads, broadcasts, constants, scalar arithmetic.
func lazy(o *ir.Op) bool {
	return o.Kind == ir.OpMLoad || o.Kind == ir.OpSplat || o.Kind == ir.OpConst || o.Kind.Has(ir.Pure) && !isVector(o)
}

func (d *demand) order(first, then int) {
	d.edges = append(d.edges, edge{int32(first), int32(then)})
}

func (d *demand) emit(i int) {
	if d.done[i] {
		return
	}
	for _, k := range d.needs.of(i) {
		d.emit(int(k))
	}
	if d.done[i] { // at once, when the last of its operands came
		return
	}
	d.done[i] = true
	d.out = append(d.out, d.ops[i])
	if o := d.ops[i]; o.Kind == ir.OpMLoad || o.Kind == ir.OpSplat {
		d.advance(i)
	}
}

// advance emits the users of op i that wait for nothing else.
func (d *demand) advance(i int) {
	for _, next := range d.users.of(i) {
		u := int(next)
		if !d.done[u] && d.ops[u].Kind.Has(ir.Lanewise) && d.ready(u) {
			for _, k := range d.needs.of(u) {
				d.emit(int(k))
			}
			if d.done[u] { // at once, with the last of them
				continue
			}
			d.done[u] = true
			d.out = append(d.out, d.ops[u])
			if len(d.users.of(u)) == 1 {
				d.advance(u)
			}
		}
	}
}

func (d *demand) ready(i int) bool {
	for _, k := range d.needs.of(i) {
		if !d.done[k] && !d.free(int(k)) {
			return false
		}
	}
	return true
}

// free reports a constant, or a vector of a scalar that is there: it needn't be waited for.
func (d *demand) free(i int) bool {
	switch d.ops[i].Kind {
	case ir.OpConst:
		return true
	case ir.OpSplat:
		return d.ready(i)
	}
	return false
}
