package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// Stacks of slices that grow (opt.SplitGrowth) hold nothing where they begin: what is read in them was stored since. So it is nobody's business whether iterations of a loop
// have one in common or each has its own, as long as they hand on no length.

// isGrowing reports such a stack.
func isGrowing(o *ir.Op) bool { return o.Kind == ir.OpStack && len(o.Ints) > 0 }

// sinkStacks has an iteration have what it alone uses.
func sinkStacks(f *ir.Func) {
	for _, o := range slices.Clone(f.Body.Ops) {
		sinkStack(f, o)
	}
	f.Body.Walk(func(o *ir.Op) bool {
		for _, r := range o.Regions {
			for _, x := range slices.Clone(r.Ops) {
				sinkStack(f, x)
			}
		}
		return true
	})
}

// sinkStack moves one into the loop in which all that use it are, from the outside in.
func sinkStack(f *ir.Func, stack *ir.Op) {
	if !isGrowing(stack) {
		return
	}
	for {
		var user *ir.Op
		for _, o := range stack.Parent.Ops {
			if o != stack && uses(o, stack.Results[0]) {
				if user != nil {
					return
				}
				user = o
			}
		}
		if user == nil || slices.Contains(user.Args, stack.Results[0]) || user.Kind == ir.OpLoop || user.Kind == ir.OpFor && len(user.Results) > 0 {
			return
		}
		var in *ir.Region
		for _, r := range user.Regions {
			if slices.ContainsFunc(r.Ops, func(o *ir.Op) bool { return uses(o, stack.Results[0]) }) {
				if in != nil {
					return
				}
				in = r
			}
		}
		if in == nil {
			return
		}
		stack.Remove()
		in.Insert(0, stack)
		if user.Kind == ir.OpMulti || user.Kind == ir.OpFor && plainForm(user) {
			return
		}
	}
}

// liftStacks has the host provide those of loops that run in order.
func liftStacks(f *ir.Func) {
	var stacks []*ir.Op
	var walk func(r *ir.Region)
	walk = func(r *ir.Region) {
		for _, o := range r.Ops {
			switch {
			case o.Kind == ir.OpStack && r != f.Body:
				stacks = append(stacks, o)
			case !isPattern(o):
				for _, in := range o.Regions {
					walk(in)
				}
			}
		}
	}
	walk(f.Body)
	for _, o := range stacks {
		o.Remove()
	}
	f.Body.Insert(0, stacks...)
}
