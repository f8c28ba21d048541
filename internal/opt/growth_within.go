package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// What a slice that grows in an iteration (growth_own.go) is cut to: behind its end there are elements that Go may have or not, so that nobody may look at them.

// withinAny reports a value at an op that is an end of s, or of what that has been cut from at the begin, with as much room if that is asked for.
func (c *ownGrowth) withinAny(at *ir.Op, end, s *ir.Value, room bool) bool {
	for !c.within(at, end, s, map[*ir.Value]bool{}) {
		if s.Def == nil || s.Def.Kind != ir.OpSlice || !isZero(s.Def.Args[1]) || room && len(s.Def.Args) == 4 {
			return false
		}
		s = s.Def.Args[0]
	}
	return true
}

// inRoom reports a number that is not above the capacity of s, whatever that is.
func (c *ownGrowth) inRoom(at *ir.Op, v, s *ir.Value) bool {
	_, end, ok := growthOf(s.Def)
	return ok && sameLong(v) == sameLong(end) || c.withinAny(at, v, s, true)
}

// sameLong is what a number of 64 bits has been converted from, without a change to these.
func sameLong(v *ir.Value) *ir.Value {
	for d := v.Def; d != nil && (d.Kind == ir.OpBitcast || d.Kind == ir.OpConv) && d.Args[0].Type.IsInt() && d.Args[0].Type.Bits() == 64 && v.Type.IsInt() && v.Type.Bits() == 64; d = v.Def {
		v = d.Args[0]
	}
	return v
}

// within reports a value at an op that is an end of s, or of a part of it: wherever it comes from. It is a number with a sign, or the bits of one.
func (c *ownGrowth) within(at *ir.Op, end, s *ir.Value, seen map[*ir.Value]bool) bool {
	if seen[end] || noLonger(end, s) || seenWithin(at, end, s) || withoutMiddle(at, end) == s {
		return true
	}
	seen[end] = true
	all := func(ops []*ir.Op, k int) bool {
		return !slices.ContainsFunc(ops, func(x *ir.Op) bool { return !c.within(x, x.Args[k], s, seen) })
	}
	d := end.Def
	switch {
	case d == nil: // what is from an earlier turn says nothing of what s is in this one
		loop := end.Owner.Parent
		return loop != nil && loop.Kind == ir.OpLoop && !loop.Defines(s) && c.within(loop, loop.Args[end.Index], s, seen) && all(c.exits[loop].Continues, end.Index)
	case d.Kind == ir.OpIf || d.Kind == ir.OpBlock || d.Kind == ir.OpLoop:
		return all(c.exits[d].Breaks, end.Index)
	case d.Kind == ir.OpMin && end.Type == ir.TI64:
		return slices.ContainsFunc(d.Args, func(v *ir.Value) bool { return c.within(at, v, s, seen) })
	case d.Kind == ir.OpDiv && end.Type == ir.TI64, d.Kind == ir.OpShr && end.Type == ir.TI64: // what is negative stays so, or becomes 0
		n, ok := d.Args[1].ConstInt()
		return ok && n > 0 && c.within(at, d.Args[0], s, seen)
	case d.Kind == ir.OpRem: // by len(s)+1, or less
		n := sameLong(d.Args[1])
		if k := n.Def; k != nil && k.Kind == ir.OpAdd && k.Args[1].IsConstInt(1) {
			n = k.Args[0]
		}
		return endOf(n, s)
	case sameLong(end) != end:
		return c.within(at, sameLong(end), s, seen)
	case d.Kind == ir.OpSelect:
		return c.within(at, d.Args[1], s, seen) && c.within(at, d.Args[2], s, seen)
	}
	return false
}

// seenWithin reports that an op is only come to where end is no more than the length of s: a check or a branch has seen to that.
func seenWithin(at *ir.Op, end, s *ir.Value) bool {
	for x := at; x.Parent.Parent != nil; x = x.Parent.Parent {
		if slices.ContainsFunc(x.Parent.Ops[:x.Parent.Index(x)], func(y *ir.Op) bool {
			if y.Kind != ir.OpCheckSlice && y.Kind != ir.OpCheckIndex {
				return false
			}
			k := slices.Index(y.Args, end)
			return k >= 0 && slices.ContainsFunc(y.Args[k+1:], func(v *ir.Value) bool { return noLonger(v, s) }) // they ascend
		}) {
			return true
		}
		if p := x.Parent.Parent; p.Kind == ir.OpIf && p.Args[0].Def != nil && len(p.Args[0].Def.Args) == 2 {
			cond := p.Args[0].Def
			kind, a, b := cond.Kind, cond.Args[0], cond.Args[1]
			if x.Parent == p.Regions[1] {
				kind = kind.Negated()
			}
			if (kind == ir.OpLt || kind == ir.OpLe) && a == end && isMeasure(b, ir.OpLen, s) || (kind == ir.OpGt || kind == ir.OpGe) && b == end && isMeasure(a, ir.OpLen, s) {
				return true
			}
		}
	}
	return false
}
