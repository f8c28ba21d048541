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

// insideOp reports whether o is outer, or stands in one of its regions.
func insideOp(o, outer *ir.Op) bool { return o.Within(outer) }
