package simd

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// HandOver has the last op that needs a vector or float that a loop carries come before the one that gives its next value, where it doesn't wait for that:
//
//	loop (x, y) { y' = ... x, y; z = y*y; x' = ... z; ... }  =>  loop (x, y) { z = y*y; y' = ... x, y; x' = ... z; ... }
//
// Both can be in one register then; else the next value is copied in each iteration, and one more register is taken.
func HandOver(f *ir.Func) bool {
	changed := false
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpLoop {
			for _, again := range goesOn(o) {
				for k, v := range again.Args {
					changed = handOver(o.Regions[0], o.Regions[0].Params[k], v, again) || changed
				}
			}
		}
		return true
	})
	return changed
}

// goesOn are the ops in a loop's body, or in a branch at its end, that begin its next iteration.
func goesOn(loop *ir.Op) (out []*ir.Op) {
	see := func(o *ir.Op) {
		if o.Kind == ir.OpContinue && o.Target == loop {
			out = append(out, o)
		}
	}
	for _, o := range loop.Regions[0].Ops {
		see(o)
		if o.Kind == ir.OpIf {
			for _, r := range o.Regions {
				see(r.Terminator())
			}
		}
	}
	return out
}

// handOver moves what needs p, which next follows, ahead of the op that gives next.
func handOver(r *ir.Region, p, next *ir.Value, again *ir.Op) bool {
	if p.Type.Kind != ir.Vec && !p.Type.IsFloat() || next == p || next.Def == nil || next.Def.Parent != r {
		return false
	}
	at := r.Index(next.Def)
	late := -1
	for i := at + 1; i < len(r.Ops); i++ {
		o := r.Ops[i]
		if !needs(o, p) {
			continue
		}
		if late >= 0 || !o.Kind.Has(ir.Pure) || len(o.Regions) > 0 {
			return false // several would take registers of their own meanwhile
		}
		late = i
	}
	if late < 0 {
		return false
	}
	o := r.Ops[late]
	for _, a := range o.Args {
		if a.Def != nil && a.Def.Parent == r && r.Index(a.Def) >= at {
			return false
		}
	}
	for _, v := range o.Results {
		if slices.Contains(again.Args, v) {
			return false // what it follows may be needed in between
		}
	}
	ops := slices.Delete(slices.Clone(r.Ops), late, late+1)
	r.SetOps(slices.Insert(ops, at, o))
	return true
}

// needs reports that o, or something in it, has v as an operand.
func needs(o *ir.Op, v *ir.Value) bool {
	return slices.Contains(o.Args, v) || slices.ContainsFunc(o.Regions, func(r *ir.Region) bool {
		return r.Contains(func(in *ir.Op) bool { return slices.Contains(in.Args, v) })
	})
}
