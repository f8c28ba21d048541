package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// exit takes in an op that asks for room as a check does, and leaves the loop where there is none, or the comparison for it:
//
//	if n+1 <= cap(out) {} else { return i, n }
func (c *compaction) exit(o *ir.Op, a arm) bool {
	if o.Kind != ir.OpIf { // a comparison, before the branch
		return len(o.Results) == 1 && o.Results[0].Type == ir.TBool && slices.ContainsFunc(a.Ops, func(x *ir.Op) bool {
			return x.Kind == ir.OpIf && x.Args[0] == o.Results[0] && c.exit(x, a)
		})
	}
	stays, cond := c.leavesElse(o), o.Args[0].Def
	if stays < 0 || cond == nil || cond.Parent != a {
		return false
	}
	at, n := c.fits(cond, stays == 1)
	if at == nil || !c.in(at, a) || !onlyUse(cond, o) {
		return false
	}
	at.of.bounds = append(at.of.bounds, bound{at, n, c.anyway(a)})
	c.exits[o], c.exits[cond] = true, true
	return true
}

// leavesElse tells which arm of a branch does nothing, where the other does nothing but leave the loop; -1: none.
func (c *compaction) leavesElse(o *ir.Op) (stays int) {
	for i, r := range o.Regions {
		other := o.Regions[1-i]
		end := other.Terminator()
		leaves := end.Kind == ir.OpReturn || end.Kind == ir.OpBreak && end.Target != c.loop
		if len(o.Results) == 0 && len(r.Ops) == 1 && r.Terminator().Kind == ir.OpYield && leaves &&
			!slices.ContainsFunc(other.Ops[:len(other.Ops)-1], func(x *ir.Op) bool { return !x.Kind.Has(ir.Pure) || len(x.Regions) > 0 }) {
			return i
		}
	}
	return -1
}

// fits reads a comparison, or what is the case where it fails, as at < n, with n from outside of the loop.
func (c *compaction) fits(o *ir.Op, fails bool) (at *tallied, n *ir.Value) {
	kind := o.Kind
	if fails {
		kind = kind.Negated()
	}
	if len(o.Args) != 2 {
		return nil, nil
	}
	x, y := o.Args[0], o.Args[1]
	if c.places[x] == nil {
		kind, x, y = kind.Mirrored(), y, x
	}
	p := c.places[x]
	if p == nil || !c.fromOutside(y) {
		return nil, nil
	}
	switch plus, _ := constOf(p.plus); {
	case kind == ir.OpLt:
		return p, y
	case kind == ir.OpLe && plus == 1 && !p.of.down:
		return &tallied{of: p.of}, y
	}
	return nil, nil
}

// constOf is the constant that v is; 0 for nil.
func constOf(v *ir.Value) (n int64, ok bool) {
	if v == nil {
		return 0, true
	}
	return v.ConstInt()
}

// onlyUse reports that nothing uses what an op computes but another in its region.
func onlyUse(o, by *ir.Op) bool {
	only := true
	o.Parent.Walk(func(x *ir.Op) bool {
		only = only && (x == by || !slices.Contains(x.Args, o.Results[0]))
		return only
	})
	return only
}
