package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// maxCarried is the number of iterations back from which values are carried.
const maxCarried = 4

// Carry has loops that run one after the other keep what they have stored and load again soon: out[i] = out[i-1] + x[i] waits for the addition only, and not
// for memory to give back what it was given (Callahan, Carr and Kennedy, "Improving Register Allocation for Subscripted Variables", PLDI 1990). The stores stay:
// after a panic memory is as it was to be. So it is with a sum that is kept in y[i] all through an inner loop, which need not be a counted one.
func Carry(f *ir.Func) bool {
	if f.Kernel == ir.NotKernel {
		return false
	}
	var loops []*ir.Op
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Mode == ir.InLanes {
			return false
		}
		if o.Kind == ir.OpFor || o.Kind == ir.OpLoop {
			loops = append(loops, o)
		}
		return true
	})
	changed := false
	for _, o := range loops {
		changed = carryIn(f, o) || changed
	}
	return changed
}

// reloaded is a store in each iteration of a loop, and the loads of what it has stored some iterations before.
type reloaded struct {
	store *ir.Op
	loads map[*ir.Op]int // how many iterations before
	most  int
}

func carryIn(f *ir.Func, loop *ir.Op) bool {
	if !loadsStored(loop) {
		return false
	}
	space, exits := analysis.NewSpace(), analysis.ExitsOf(loop.Regions[0])[loop]
	found := reloads(f, loop, space, exits)
	for _, r := range found {
		r.rewrite(space, loop, exits)
	}
	return len(found) > 0
}

// loadsStored tells, before anything is analysed, of whether a loop stores to a slice in each iteration that it loads from.
func loadsStored(loop *ir.Op) bool {
	body := loop.Regions[0]
	return slices.ContainsFunc(body.Ops, func(st *ir.Op) bool {
		return st.Kind == ir.OpStore && body.Contains(func(o *ir.Op) bool { return o.Kind == ir.OpLoad && o.Args[0] == st.Args[0] })
	})
}

// reloads finds what a loop stores in each iteration and loads again.
func reloads(f *ir.Func, loop *ir.Op, space *analysis.Space, exits *analysis.Exits) (found []reloaded) {
	body := loop.Regions[0]
	if exits == nil || len(exits.Continues) != 1 || exits.Continues[0] != body.Terminator() {
		return nil // an iteration that ends early may store nothing
	}
	mem := analysis.MemoryOf(f)
	for _, st := range body.Ops {
		if st.Kind != ir.OpStore || inside(st.Args[0], loop) {
			continue
		}
		if r := findReloads(mem, space, loop, st); r.most > 0 {
			found = append(found, r)
		}
	}
	return found
}

// findReloads looks for loads of what st has stored; there are none if something else in the loop may have been stored there since.
func findReloads(mem *analysis.Memory, space *analysis.Space, loop, st *ir.Op) reloaded {
	body, r := loop.Regions[0], reloaded{store: st, loads: map[*ir.Op]int{}}
	at := space.Of(st.Args[1])
	index, step := indexOf(loop), int64(0)
	if index != nil {
		coef, linear := at.Coef(index)
		c, known := coef.Const()
		if !linear || !known {
			return r
		}
		step = c * loop.Ints[0]
	}
	if at.Any(func(v *ir.Value) bool { return v != index && inside(v, loop) }) {
		return r
	}
	class := mem.Class(st)
	alone := true
	body.Walk(func(o *ir.Op) bool {
		switch {
		case o == st:
		case o.Kind == ir.OpStore:
			alone = alone && !mem.Overlapping(class).Has(mem.Class(o))
		case o.Kind == ir.OpLoad && o.Args[0] == st.Args[0] && (analysis.Access{Op: o}).SameField(analysis.Access{Op: st}):
			back, ok := space.Sub(at, space.Of(o.Args[1])).Const()
			switch {
			case !ok:
			case step == 0 && back == 0 && comesBefore(body, o, st):
				r.loads[o] = 1
			case step != 0 && back%step == 0 && back/step >= 1 && back/step <= maxCarried:
				r.loads[o] = int(back / step)
			}
			r.most = max(r.most, r.loads[o])
		case o.Kind.Has(ir.Writes):
			alone = false
		}
		return alone
	})
	if !alone {
		r.most = 0
	}
	return r
}

// indexOf is the index of a counted loop.
func indexOf(loop *ir.Op) *ir.Value {
	if loop.Kind != ir.OpFor {
		return nil
	}
	return loop.Regions[0].Params[0]
}

// comesBefore reports that o, in r or a region inside, is executed in front of st, in r.
func comesBefore(r *ir.Region, o, st *ir.Op) bool {
	for o.Parent != r {
		o = o.Parent.Parent
	}
	return r.Index(o) < r.Index(st)
}

// rewrite has the loop carry the values.
func (r reloaded) rewrite(space *analysis.Space, loop *ir.Op, exits *analysis.Exits) {
	body, st := loop.Regions[0], r.store
	t := st.Args[2].Type
	before := &ir.Builder{Region: ir.NewRegion(loop.Parent.Parent), Pos: st.Pos}
	carried := []*ir.Value{st.Args[2]}
	at := space.Of(st.Args[1])
	for k := 1; k <= r.most; k++ {
		index := at.Emit(before, func(v *ir.Value) *ir.Value {
			if v != indexOf(loop) {
				return v
			}
			return before.Binary(ir.OpSub, loop.Args[0], before.Int(int64(k)*loop.Ints[0]))
		})
		loop.AddArgs(r.first(before, index))
		carried = append(carried, body.AddParam(t, ""))
		loop.AddResults(&ir.Value{Type: t})
	}
	loop.InsertBefore(before.Region.Take(0)...)
	body.Terminator().AddArgs(carried[:r.most]...)
	for _, x := range exits.Breaks {
		x.AddArgs(carried[1:]...)
	}
	var rep ir.Replacer
	for o, k := range r.loads {
		rep.Replace(o.Results[0], carried[k])
		o.Remove()
	}
	rep.Apply(body)
}

// first is what is in memory before the loop; anything where that is outside of the slice: no iteration gets to load it.
func (r reloaded) first(b *ir.Builder, index *ir.Value) *ir.Value {
	s := r.store.Args[0]
	u := func(v *ir.Value) *ir.Value { return b.Op(ir.OpBitcast, []*ir.Value{v}, ir.TU64).Result() }
	t := r.store.Args[2].Type
	there := b.If(b.Compare(ir.OpLt, u(index), u(b.Len(s))), t)
	in := b.In(there.Regions[0])
	in.Yield(in.Load(s, index, r.store.Ints))
	other := b.In(there.Regions[1])
	other.Yield(other.Const(t, 0))
	return there.Result()
}
