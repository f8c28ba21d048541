package simd

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
)

// parts is how many registers' worth of elements a loop works on at a time. Loops that wait for results of their own last iteration, and
// tiny bodies, gain from several independent vectors; large bodies only lose registers.
func (e *emitter) parts(body *ir.Region, sh *shapes) int {
	n, private := 0, false
	var wait waits
	body.Walk(func(o *ir.Op) bool {
		n += e.costOf(o)
		if g := sh.groups[o]; g != nil {
			n += int(g.cost(&e.opt.Machine.Cycles))
		}
		private = private || o.Kind == ir.OpAlloca
		if o.Kind == ir.OpLoop {
			wait.add(o, sh, e)
		}
		return true
	})
	room := e.opt.Machine.LoopRegisters(wait.masked)
	// Temporary values are those of one part at a time.
	fit := min((room-max(2, wait.cost/8))/max(wait.values, 1), maxSplit/max(n, 1))
	switch {
	case private: // memory is the limit
		return 1
	case wait.loops > 0 && wait.cost <= 40:
		n := max(1, min(fit, wait.most(e.opt.Machine)))
		if even := 1 << (bits.Len(uint(n)) - 1); !wait.masked && even >= wait.side(e.opt.Machine) {
			n = even // five or six are no faster than four that keep all units at work
		}
		return n
	case wait.loops > 0 && wait.cost <= 80:
		return max(1, min(fit, 2))
	case wait.loops > 0:
		return 1
	case n <= 12, n <= 60 && reloadsIn(body):
		return 4
	case n <= 30:
		return 2
	}
	return 1
}

// maxSplit bounds the number of operations that working on several parts may lead to.
const maxSplit = 1000

// waits describes the loops inside a body, where several parts help each other over what each of them waits for.
type waits struct {
	loops   int
	masked  bool // lanes may leave a loop one by one
	cost    int  // of one iteration of the longest innermost loop
	chain   int  // cycles that it waits for the iteration before
	vectors int  // operations on vectors that it has
	values  int  // varying values that a loop needs registers for all the time, and half of those that it is given, which may as well come from memory
}

// most is how many parts help.
func (w *waits) most(m *machine.Desc) int {
	switch {
	case w.masked:
		return m.MaskedParts()
	case w.cost > longIteration:
		return max(4, min(w.side(m), 8))
	}
	return 8
}

// side is how many parts side by side keep all units at work while one waits for its last iteration (measured on Zen 4, z*z + c of complex128, ten cycles from one z to the
// next: with AVX2 0.20 ns for an element with four parts, 0.19 with five, 0.16 with seven; with AVX-512 0.130, 0.126, 0.130; on Zen 5, in cycles a vector of 64 bytes: 2.25
// with five parts, 1.95 with six, 1.62 with eight, 1.52 with ten, where the units alone would take 1.5).
func (w *waits) side(m *machine.Desc) int {
	if w.vectors == 0 {
		return 1
	}
	return (w.chain*m.SideBySide() + w.vectors - 1) / w.vectors
}

// longIteration is from how many instructions on, of an iteration of a loop inside, four vectors are enough to do while one waits, if what it waits for doesn't take long.
// Eight gain little, and more are left over (measured on Zen 4, the nearest of points in the plane: 11.6 us with five vectors, 9.7 with four, 8.8 with eight, but of 61 queries 1131, 938, 1717).
const longIteration = 9

func (w *waits) add(loop *ir.Op, sh *shapes, e *emitter) {
	w.loops++
	body := loop.Regions[0]
	values, given := 0, 0
	if sh.Divergent(loop) {
		w.masked = true
		values = len(loop.Results) // kept apart from what goes on changing
	}
	for _, p := range body.Params {
		if sh.Of(p).Varying {
			values++
		}
	}
	cost, inner := 0, true
	seen := map[*ir.Value]bool{} // what is defined inside, or counted
	define := func(vs []*ir.Value) {
		for _, v := range vs {
			seen[v] = true
		}
	}
	define(body.Params)
	body.Walk(func(o *ir.Op) bool {
		cost += e.costOf(o)
		inner = inner && o.Kind != ir.OpLoop
		define(o.Results)
		for _, r := range o.Regions {
			define(r.Params)
		}
		for _, a := range o.Args {
			if !seen[a] && sh.Of(a).Varying {
				seen[a] = true
				given++
			}
		}
		return true
	})
	w.values = max(w.values, values+given/2)
	if inner && cost > w.cost {
		w.cost = cost
		w.chain, w.vectors = e.chain(loop, sh)
	}
}

// chain is how many cycles after an iteration of a loop the next one has what it carries, and how many operations on vectors an iteration has.
func (e *emitter) chain(loop *ir.Op, sh *shapes) (cycles, vectors int) {
	order := estimator{machine: e.opt.Machine}
	at := map[*ir.Value]int{} // what depends on values that are carried
	for _, p := range loop.Regions[0].Params {
		if sh.Of(p).Varying {
			at[p] = 0
		}
	}
	loop.Regions[0].Walk(func(o *ir.Op) bool {
		t, waits := 0, false
		for _, a := range o.Args {
			if k, in := at[a]; in {
				t, waits = max(t, k), true
			}
		}
		if o.Kind == ir.OpContinue && o.Target == loop {
			cycles = max(cycles, t)
		}
		if len(o.Regions) == 0 && slices.ContainsFunc(o.Results, func(v *ir.Value) bool { return sh.Of(v).Varying }) {
			vectors += e.costOf(o)
		}
		if waits {
			for _, v := range o.Results {
				at[v] = t + order.latency(o)
			}
		}
		return true
	})
	return cycles, vectors
}

// costOf is a rough number of vector instructions.
func (e *emitter) costOf(o *ir.Op) int {
	n := &e.opt.Machine.Instructions
	switch o.Kind {
	case ir.OpConst, ir.OpYield, ir.OpLen, ir.OpFence:
		return 0
	case ir.OpDiv, ir.OpSqrt:
		return n.Div
	case ir.OpRem, ir.OpDivLong, ir.OpRemLong:
		return n.Rem
	case ir.OpLoad:
		return n.Load
	case ir.OpRunning:
		return n.Running
	}
	return n.Other
}

// regionCost is a rough number of vector instructions in a region.
func (e *emitter) regionCost(r *ir.Region) int {
	n := 0
	r.Walk(func(o *ir.Op) bool {
		n += e.costOf(o)
		return true
	})
	return n
}

// needsGuard reports whether an arm of a varying branch may run only where a lane needs it: for safety (what it does on behalf of all
// lanes must not be done for none) or because it is long.
func (e *emitter) needsGuard(r *ir.Region) bool {
	if e.straight {
		return false
	}
	cost, must := 0, false
	r.Walk(func(o *ir.Op) bool {
		cost += e.costOf(o)
		switch o.Kind {
		case ir.OpLoop, ir.OpAlloca:
			must = true
		case ir.OpCheckIndex, ir.OpCheckDiv, ir.OpCheckShift, ir.OpCheckSlice, ir.OpCheckMake, ir.OpCheckPanic, ir.OpCheckRoom:
			must = true
		case ir.OpLoad:
			must = must || e.sh.Of(o.Result()).IsUniform()
		}
		return true
	})
	return must || cost > e.opt.Machine.GuardOps
}

// obstacle says why the body of a loop or reduction can't be put in lanes, vl at a time; "" if it can.
func (e *emitter) obstacle(o *ir.Op, sh *shapes, vl int) string {
	body := o.Regions[0]
	if e.opt.Scalar {
		return "scalar code was asked for"
	}
	bytes, why := 0, ""
	body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpAlloca {
			// Vectors, the tail and the scalar loop have copies of their own.
			bytes += int(o.Ints[0]) * o.Result().Type.Elem.Size() * (2*vl + 1)
		}
		for i, a := range o.Args {
			if sh.Private(a) && !(i == 0 && (o.Kind == ir.OpLoad || o.Kind == ir.OpStore || o.Kind == ir.OpLen || o.Kind == ir.OpCap)) {
				why = o.Pos.String() + ": a local array is used as a slice" // its elements are not side by side
			}
		}
		return true
	})
	switch {
	case why != "":
		return why
	case bytes > e.opt.ScratchBytes/2:
		return "the local arrays are too large to have one per lane"
	case !e.opt.Machine.Always() && sh.estimate(o, e.kernel.Lanes, e.opt.Machine).Speedup() < 1:
		return "gathers, scatters or divisions would take longer than scalar code"
	}
	return storeBeforeCheck(o, sh)
}

// combineObstacle says why the operation of a reduction can't be applied to vectors. It is put on partial results again when these are
// folded, so it must be arithmetic, with branches at most.
func combineObstacle(combine *ir.Region, sh *shapes) string {
	why := ""
	combine.Walk(func(o *ir.Op) bool {
		ok := o.Kind.Has(ir.Lanewise) || o.Kind.Has(ir.Terminator) || o.Kind == ir.OpConst ||
			o.Kind == ir.OpIf && sh.Parts(o) || o.Kind == ir.OpBlock && sh.Divergent(o)
		if !ok && why == "" {
			why = fmt.Sprintf("%s: %s in the operation of a reduction", o.Pos, o.Kind)
		}
		return true
	})
	return why
}

// storeBeforeCheck: a vector is left at its first failed check, and the scalar loop then repeats its iterations. That is only right if they
// haven't stored anything yet, or nothing that they read themselves: then they store the same again. (Checks that are hoisted have been
// made before; they're asked for again, by the rule that hoists them.) Where a loop carries values, its iterations are in order: those behind the one that fails
// must not have stored anything at all.
func storeBeforeCheck(loop *ir.Op, sh *shapes) string {
	body, inOrder := loop.Regions[0], loop.Kind == ir.OpFor && len(loop.Results) > 0
	hoistable := hoistableChecks(body, sh)
	read := map[*ir.Type]bool{} // types of elements that are loaded, be it several as a word: memory of another type is other memory
	element := func(o *ir.Op) *ir.Type { return ir.PathType(o.Args[0].Type.Elem, o.Ints) }
	body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpLoad && !sh.Private(o.Args[0]) {
			read[element(o)] = true
		}
		return true
	})
	why, stored := "", false
	var walk func(r *ir.Region)
	walk = func(r *ir.Region) {
		for _, o := range r.Ops {
			switch {
			case o.Kind == ir.OpStore && !sh.Private(o.Args[0]):
				stored = stored || inOrder || read[element(o)]
			case o.Kind.Has(ir.Check) && stored && !hoistable[o] && why == "":
				why = o.Pos.String() + ": a check comes after a store of the same iteration"
			}
			for range loopPasses(o) {
				for _, in := range o.Regions {
					walk(in)
				}
			}
		}
	}
	walk(body)
	return why
}

// loopPasses: what a loop's body does later comes, in its next iteration, before what it does first.
func loopPasses(o *ir.Op) int {
	if o.Kind.Has(ir.Loop) {
		return 2
	}
	return 1
}
