package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// What was a slice before something was appended to it is the same memory afterwards if there was room, and another if there was none. Where memory is made ahead of that
// there is always room: so nobody may touch the elements of what it was behind a branch that makes room for more.

// older reports that a use of a value of the chain, by an op of the loop, may come behind such a branch that has come since there is the value.
func (c *localSlice) older(loop *ir.Op, v *ir.Value, use *ir.Op) bool {
	return slices.ContainsFunc(c.grows(loop), func(grow *ir.Op) bool {
		for outer := use.Parent.Parent; outer != loop && outer != nil; outer = outer.Parent.Parent {
			if outer.Kind.Has(ir.Loop) && grow.Within(outer) && !inside(v, outer) { // of an earlier turn
				return true
			}
		}
		return precedes(grow, use) && !use.Within(grow) && !before(grow, v)
	})
}

// before reports that a branch has been passed when there is v.
func before(grow *ir.Op, v *ir.Value) bool {
	if v.Def != nil {
		return grow.Within(v.Def) || precedes(grow, v.Def)
	}
	return precedes(grow, v.Owner.Parent)
}

// grows lists the branches of the loop that make room for the chain.
func (c *localSlice) grows(loop *ir.Op) []*ir.Op {
	if c.made == nil {
		c.made = []*ir.Op{}
		loop.Regions[0].Walk(func(o *ir.Op) bool {
			if fast := makesRarely(o); fast >= 0 {
				c.made = append(c.made, o)
			}
			return true
		})
	}
	return c.made
}

// precedes reports that a comes before b in the text, and that both may come in one turn of all loops around.
func precedes(a, b *ir.Op) bool {
	for x := a; x.Parent != nil; x = x.Parent.Parent {
		for y := b; y != nil && y.Parent != nil; y = y.Parent.Parent {
			if x.Parent == y.Parent {
				return x != y && x.Parent.Index(x) < x.Parent.Index(y)
			}
		}
		if x.Parent.Parent == nil {
			break
		}
	}
	return false
}
