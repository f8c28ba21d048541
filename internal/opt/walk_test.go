package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// walker runs functions of scalars with loops and branches, and shows each value that it computes. There is one place in memory.
type walker struct {
	of    []uint64 // by value ID
	see   func(v *ir.Value, bits uint64)
	place uint64
	left  int // iterations before it gives up
}

// outOfSteps is what a walker panics with when it gives up.
type outOfSteps struct{}

// failed is what it panics with where a check fails.
type failed struct{}

// walk gives what f returns for some arguments, nothing where a check fails; ended: it did, in so many iterations.
func walk(f *ir.Func, in []uint64, iterations int, see func(v *ir.Value, bits uint64)) (out []uint64, place uint64, ended bool) {
	w := &walker{of: make([]uint64, f.Number()), see: see, left: iterations}
	defer func() {
		if r := recover(); r != nil {
			switch r.(type) {
			case failed:
				out, place, ended = nil, w.place, true
			case outOfSteps:
			default:
				panic(r)
			}
		}
	}()
	w.set(f.Body.Params, in)
	_, out = w.region(f.Body)
	return out, w.place, true
}

func (w *walker) set(vs []*ir.Value, bits []uint64) {
	for i, v := range vs {
		w.of[v.ID] = bits[i]
		if w.see != nil {
			w.see(v, bits[i])
		}
	}
}

func (w *walker) args(o *ir.Op) []uint64 {
	out := make([]uint64, len(o.Args))
	for i, a := range o.Args {
		out[i] = w.of[a.ID]
	}
	return out
}

// region runs a region; it gives the op that ends it, or leaves it, with its operands.
func (w *walker) region(r *ir.Region) (*ir.Op, []uint64) {
	for _, o := range r.Ops {
		if o.Kind.Has(ir.Terminator) {
			return o, w.args(o)
		}
		if len(o.Regions) > 0 {
			if end, vals := w.inner(o); end != nil {
				return end, vals
			}
			continue
		}
		args := w.args(o)
		switch o.Kind {
		case ir.OpConst:
			w.set(o.Results, []uint64{o.Bits})
		case ir.OpStore:
			w.place = args[2]
		case ir.OpLoad:
			w.set(o.Results, []uint64{w.place})
		case ir.OpCheckIndex, ir.OpCheckSlice:
			if o.Kind == ir.OpCheckIndex && args[0] >= args[1] || !slices.IsSorted(args) || int64(args[len(args)-1]) < 0 {
				panic(failed{})
			}
		case ir.OpTable:
			w.set(o.Results, []uint64{o.Table()[args[0]]})
		default:
			at, t := o.Args[0].Type, o.Results[0].Type
			if o.Kind == ir.OpSelect {
				at = t
			}
			w.set(o.Results, []uint64{ir.EvalScalar(o.Kind, at, t, args...)})
		}
	}
	panic("no terminator")
}

// inner runs an op with regions; it gives what leaves more than it.
func (w *walker) inner(o *ir.Op) (*ir.Op, []uint64) {
	args, r := w.args(o), o.Regions[0]
	switch o.Kind {
	case ir.OpIf:
		if args[0] == 0 {
			r = o.Regions[1]
		}
		end, vals := w.region(r)
		if end.Kind != ir.OpYield {
			return end, vals
		}
		w.set(o.Results, vals)
	case ir.OpBlock:
		end, vals := w.region(r)
		if end.Kind != ir.OpYield && end.Target != o {
			return end, vals
		}
		w.set(o.Results, vals)
	case ir.OpLoop, ir.OpFor:
		state, i, hi, step := args, int64(0), int64(0), int64(0)
		if o.Kind == ir.OpFor {
			state, i, hi, step = args[2:], int64(args[0]), int64(args[1]), o.Ints[0]
		}
		for {
			params := state
			if o.Kind == ir.OpFor {
				if step > 0 && i >= hi || step < 0 && i <= hi {
					break
				}
				params = append([]uint64{uint64(i)}, state...)
			}
			if w.left--; w.left < 0 {
				panic(outOfSteps{})
			}
			w.set(r.Params, params)
			end, vals := w.region(r)
			if end.Kind != ir.OpYield && end.Target != o {
				return end, vals
			}
			state = vals
			if end.Kind == ir.OpBreak {
				break
			}
			distance, by := uint64(hi)-uint64(i), uint64(step)
			if step < 0 {
				distance, by = -distance, -by
			}
			if i += step; by >= distance { // the next one may not even exist
				i = hi
			}
		}
		w.set(o.Results, state)
	default:
		panic(o.Kind)
	}
	return nil, nil
}
