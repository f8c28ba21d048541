package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// append(s[:i], s[j:]...) takes elements out of a slice: where i <= j, it never makes memory.

// neverGrow takes branches away that make room where there is enough for certain.
func (s *growths) neverGrow() {
	var grows []*ir.Op
	s.f.Body.Walk(func(o *ir.Op) bool {
		if from, end, ok := growthOf(o); ok && from.Def != nil && from.Def.Kind == ir.OpSlice && len(from.Def.Args) == 3 && isZero(from.Def.Args[1]) && withoutMiddle(o, end) == from.Def.Args[0] {
			grows = append(grows, o)
		}
		return true
	})
	var rep ir.Replacer
	for _, o := range grows {
		for k, v := range o.Inline(o.Regions[makesRarely(o)]) {
			rep.Replace(o.Results[k], v)
		}
		s.changed = true
	}
	rep.Apply(s.f.Body)
}

// withoutMiddle is the slice s for a number len(s[:i]) + len(s[j:]) at an op that is only come to where i <= j; nil: it is no such number.
func withoutMiddle(at *ir.Op, n *ir.Value) *ir.Value {
	if n.Def == nil || n.Def.Kind != ir.OpAdd {
		return nil
	}
	head, tail := lengthOf(n.Def.Args[0]), lengthOf(n.Def.Args[1])
	if head == nil || tail == nil || head.Args[0] != tail.Args[0] || !isZero(head.Args[1]) || !isMeasure(tail.Args[2], ir.OpLen, tail.Args[0]) {
		return nil
	}
	i, j := head.Args[2], tail.Args[1] // both parts are there, so that j is within the slice, and i within its capacity
	if i == j || isMore(j, i) || checkedAhead(at, i, j) {
		return head.Args[0]
	}
	return nil
}

// lengthOf is the op that cuts the slice whose length a number is.
func lengthOf(n *ir.Value) *ir.Op {
	if n.Def == nil || n.Def.Kind != ir.OpLen || n.Def.Args[0].Def == nil || n.Def.Args[0].Def.Kind != ir.OpSlice {
		return nil
	}
	return n.Def.Args[0].Def
}

// isMore reports j = i+k, where k is positive, or constants like that.
func isMore(j, i *ir.Value) bool {
	if n, ok := j.ConstInt(); ok {
		m, known := i.ConstInt()
		return known && m <= n
	}
	if j.Def == nil || j.Def.Kind != ir.OpAdd || j.Def.Args[0] != i {
		return false
	}
	k, ok := j.Def.Args[1].ConstInt()
	return ok && k > 0
}

// checkedAhead reports that a check of slice bounds, i before j, comes for certain before an op.
func checkedAhead(at *ir.Op, i, j *ir.Value) bool {
	for x := at; x != nil; x = x.Parent.Parent {
		if slices.ContainsFunc(x.Parent.Ops[:x.Parent.Index(x)], func(o *ir.Op) bool {
			k := slices.Index(o.Args, j)
			return o.Kind == ir.OpCheckSlice && k > 0 && o.Args[k-1] == i
		}) {
			return true
		}
	}
	return false
}
