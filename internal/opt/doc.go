// Package opt holds the passes on the residual level: first-order functions in SSA form with patterns. Each is one function
// X(f *ir.Func) (changed bool) in a file of its name; internal/pipeline puts them in order. All take time linear in the size of the
// function (times the depth of nesting at worst), since they run at a user's first call.
package opt

import "github.com/hone-go/hone/internal/ir"

// around is the op whose region holds o, nil in a function's body.
func around(o *ir.Op) *ir.Op { return o.Parent.Parent }

// regionOf is the region in which v becomes visible.
func regionOf(v *ir.Value) *ir.Region {
	if v.Def != nil {
		return v.Def.Parent
	}
	return v.Owner
}

// inside reports whether v is defined in a region of o, at any depth.
func inside(v *ir.Value, o *ir.Op) bool {
	for r := regionOf(v); r != nil && r.Parent != nil; r = r.Parent.Parent {
		if r.Parent == o {
			return true
		}
	}
	return false
}

// carried is where an op's carried values begin among its operands and its region's parameters.
func carried(o *ir.Op) (arg, param int) {
	if o.Kind == ir.OpFor {
		return 2, 1
	}
	return 0, 0
}

// exits are the ops that leave or repeat an op: per target the breaks (and yields of its own regions), and the continues.
type exits struct {
	breaks, continues []*ir.Op
}

// exitsOf collects the exits of all ops in r. A yield in a for counts as a continue, one in an if or a block as a break.
func exitsOf(r *ir.Region) map[*ir.Op]*exits {
	all := map[*ir.Op]*exits{}
	collectExits(r, all)
	return all
}

func collectExits(r *ir.Region, all map[*ir.Op]*exits) {
	for _, o := range r.Ops {
		for _, in := range o.Regions {
			collectExits(in, all)
		}
		addExit(r, o, all)
	}
}

func addExit(r *ir.Region, o *ir.Op, all map[*ir.Op]*exits) {
	target := o.Target
	again := o.Kind == ir.OpContinue
	if o.Kind == ir.OpYield && r.Parent != nil {
		target = r.Parent
		again = target.Kind == ir.OpFor
	}
	if target == nil {
		return
	}
	e := all[target]
	if e == nil {
		e = &exits{}
		all[target] = e
	}
	if again {
		e.continues = append(e.continues, o)
	} else {
		e.breaks = append(e.breaks, o)
	}
}

// insideOp reports whether o is outer, or stands in one of its regions.
func insideOp(o, outer *ir.Op) bool {
	for ; o != nil; o = around(o) {
		if o == outer {
			return true
		}
	}
	return false
}
