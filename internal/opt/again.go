package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Again has loops that begin behind the element that they have been begun with take that one as well, where it changes nothing:
//
//	best, at := x[0], 0; for i := 1; i < n; i++ { if x[i] > best { best, at = x[i], i } }
//	=> for i := 0; ...
//
// x[0] is not above x[0]. What the loop reads begins where the slice does then, mostly where a line of the caches does, and its range is that of other loops over the
// same row. An iteration of what only computes costs nothing; no check in it fails, since the element has been loaded already.
func Again(f *ir.Func) bool {
	changed := false
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpFor && takesAgain(o) {
			b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
			lo, _ := o.Args[0].ConstInt()
			first := b.Const(o.Args[0].Type, uint64(lo-1))
			o.InsertBefore(b.Region.Take(0)...)
			o.SetArg(0, first)
			changed = true
		}
		return true
	})
	return changed
}

// takesAgain reports a loop that could as well begin one iteration ahead.
func takesAgain(o *ir.Op) bool {
	lo, known := o.Args[0].ConstInt()
	if _, short := o.Args[1].ConstInt(); !known || short || lo < 1 || o.Ints[0] != 1 || len(o.Results) == 0 || o.Mode != ir.Sequential || !analysis.Straight(o) {
		return false
	}
	a := &oneAhead{s: analysis.NewSpace(), loop: o, index: o.Regions[0].Params[0], at: lo - 1, known: map[*ir.Value]foreseen{}}
	if !a.begun() {
		return false
	}
	a.known[a.index] = foreseen{bits: uint64(a.at), fixed: true}
	for k, v := range o.Regions[0].Params[1:] {
		a.known[v] = a.of(o.Args[2+k])
	}
	next, ok := a.region(o.Regions[0])
	return ok && !slices.ContainsFunc(o.Args[2:], func(v *ir.Value) bool {
		is := next[0]
		next = next[1:]
		return is == foreseen{} || is != a.of(v)
	})
}

// oneAhead follows what the iteration ahead of a loop's first would compute.
type oneAhead struct {
	s     *analysis.Space
	loop  *ir.Op
	index *ir.Value
	at    int64
	loads []*ir.Op // just ahead of the loop, with nothing stored in between
	known map[*ir.Value]foreseen
}

// foreseen is a value that is known: a constant, or one that has been computed ahead of the loop. The zero value is neither.
type foreseen struct {
	v     *ir.Value
	bits  uint64
	fixed bool
}

// of is what is known of a value.
func (a *oneAhead) of(v *ir.Value) foreseen {
	if bits, ok := v.IsConst(); ok {
		return foreseen{bits: bits, fixed: true}
	}
	if !a.loop.Defines(v) {
		return foreseen{v: v}
	}
	return a.known[v]
}

// begun finds the loads that the loop may have been begun with; false: there are none.
func (a *oneAhead) begun() bool {
	ops := a.loop.Parent.Ops
	for k := a.loop.Parent.Index(a.loop) - 1; k >= 0; k-- {
		o := ops[k]
		if o.Kind.Has(ir.Writes) || slices.ContainsFunc(o.Regions, func(r *ir.Region) bool {
			return r.Contains(func(x *ir.Op) bool { return x.Kind.Has(ir.Writes) })
		}) {
			break
		}
		if o.Kind == ir.OpLoad {
			a.loads = append(a.loads, o)
		}
	}
	return len(a.loads) > 0
}

// region follows the ops of a region, and gives what it yields; not ok if it may fail or do anything but compute.
func (a *oneAhead) region(r *ir.Region) (yields []foreseen, ok bool) {
	for _, o := range r.Ops {
		switch {
		case o.Kind == ir.OpYield:
			for _, v := range o.Args {
				yields = append(yields, a.of(v))
			}
			return yields, true
		case o.Kind == ir.OpIf:
			if !a.branch(o) {
				return nil, false
			}
		case o.Kind == ir.OpLoad:
			ahead := a.loaded(o)
			if ahead == nil {
				return nil, false
			}
			a.known[o.Result()] = foreseen{v: ahead.Result()}
		case o.Kind == ir.OpCheckIndex:
			if !a.checked(o) {
				return nil, false
			}
		case o.Kind.Has(ir.Pure) && len(o.Regions) == 0:
			if len(o.Results) == 1 {
				a.known[o.Result()] = a.scalar(o)
			}
		default:
			return nil, false
		}
	}
	return nil, false
}

// branch follows the arm that is taken.
func (a *oneAhead) branch(o *ir.Op) bool {
	c := a.of(o.Args[0])
	if !c.fixed {
		return false
	}
	arm := o.Regions[0]
	if c.bits == 0 {
		arm = o.Regions[1]
	}
	yields, ok := a.region(arm)
	if ok {
		for k, v := range o.Results {
			a.known[v] = yields[k]
		}
	}
	return ok
}

// place is the index of a load in the iteration.
func (a *oneAhead) place(p analysis.Poly) (q analysis.Poly, ok bool) {
	step, linear := p.Coef(a.index)
	c, fixed := step.Const()
	if !linear || !fixed {
		return q, false
	}
	return a.s.Add(p.Without(a.index), analysis.Const(c*a.at)), true
}

// loaded is the load ahead of the loop that has loaded the same; nil: there is none.
func (a *oneAhead) loaded(o *ir.Op) *ir.Op {
	here := a.s.Access(o)
	at, ok := a.place(here.At)
	if !ok {
		return nil
	}
	here.At = at
	for _, x := range a.loads {
		if there := a.s.Access(x); there.Root == here.Root && there.SameField(here) && there.At.Equal(here.At) {
			return x
		}
	}
	return nil
}

// checked reports a check of an index at which an element of the same slice has been loaded ahead of the loop.
func (a *oneAhead) checked(o *ir.Op) bool {
	at, ok := a.place(a.s.Of(o.Args[0]))
	n := o.Args[1].Def
	return ok && n != nil && n.Kind == ir.OpLen && slices.ContainsFunc(a.loads, func(x *ir.Op) bool {
		return x.Args[0] == n.Args[0] && a.s.Of(x.Args[1]).Equal(at)
	})
}

// scalar is what an op computes.
func (a *oneAhead) scalar(o *ir.Op) foreseen {
	args := make([]foreseen, len(o.Args))
	fixed := (len(args) == 1 || len(args) == 2) && ir.CanEval(o.Kind) && o.Kind != ir.OpDiv && o.Kind != ir.OpRem
	for k, v := range o.Args {
		args[k] = a.of(v)
		fixed = fixed && args[k].fixed
	}
	if bits, ok := o.Results[0].IsConst(); ok {
		return foreseen{bits: bits, fixed: true}
	}
	if fixed {
		bits := make([]uint64, len(args))
		for k, x := range args {
			bits[k] = x.bits
		}
		return foreseen{bits: ir.EvalScalar(o.Kind, o.Args[0].Type, o.Results[0].Type, bits...), fixed: true}
	}
	equal := len(args) == 2 && args[0] != foreseen{} && args[0] == args[1]
	switch o.Kind {
	case ir.OpLt, ir.OpGt:
		if equal { // of numbers that are none, too
			return foreseen{fixed: true}
		}
	case ir.OpLe, ir.OpGe:
		if equal && o.Args[0].Type.IsInt() {
			return foreseen{bits: 1, fixed: true}
		}
	case ir.OpMin, ir.OpMax:
		if equal {
			return args[0]
		}
	case ir.OpSelect:
		if c := args[0]; c.fixed && c.bits != 0 {
			return args[1]
		} else if c.fixed {
			return args[2]
		}
	}
	return foreseen{}
}
