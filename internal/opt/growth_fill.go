package opt

import (
	"fmt"

	"github.com/hone-go/hone/internal/ir"
)

// fillsAll reports that all elements of the slice o, s[:n+k] behind the branch that makes room, from n on are stored before anything else is done with it: what was there, zeros
// in fresh memory, nobody sees.
func fillsAll(o *ir.Op) bool {
	n, count, ok := added(o)
	if !ok {
		return false
	}
	d := o.Result()
	k, known := count.ConstInt()
	if known && (k < 0 || k > maxAppends) {
		return false
	}
	left := map[string]bool{} // leaves of elements that are to come
	if known {
		for i := range k {
			ir.Leaves(d.Type.Elem, func(path []int, _ *ir.Type) { left[fmt.Sprint(i, path)] = true })
		}
	}
	ops := o.Parent.Ops
	for _, x := range ops[o.Parent.Index(o)+1:] {
		if known && len(left) == 0 {
			return true
		}
		switch {
		case x.Kind == ir.OpStore && x.Args[0] == d:
			at, ok := leafOf(x, n)
			if !ok || !left[at] {
				return false
			}
			delete(left, at)
		case x.Kind == ir.OpMove && equalInts(x.Args[2], count) && isRest(x.Args[0], d, n):
			return true
		case !x.Kind.Has(ir.Pure) && x.Kind != ir.OpLoad || len(x.Regions) > 0, x.Kind == ir.OpLoad && x.Args[0].Root() == d.Root():
			return false
		}
	}
	return false
}

// isRest reports d[n:end].
func isRest(v, d, n *ir.Value) bool {
	o := v.Def
	return o != nil && o.Kind == ir.OpSlice && len(o.Args) == 3 && o.Args[0] == d && isAt(o.Args[1], n) && o.Args[2] == d.Def.Args[2] || n == nil && v == d
}

// isAt reports v = n; n is nil for 0.
func isAt(v, n *ir.Value) bool {
	k, ok := distanceFrom(v, n)
	return ok && k == 0
}

// leafOf names the leaf that a store goes to, of an element counted from n on.
func leafOf(x *ir.Op, n *ir.Value) (string, bool) {
	i, ok := distanceFrom(x.Args[1], n)
	path := make([]int, len(x.Ints))
	extra := x.Args[3:]
	for k, step := range x.Ints {
		path[k] = int(step)
		if step < 0 {
			c, known := extra[0].ConstInt()
			if !known {
				return "", false
			}
			path[k], extra = int(c), extra[1:]
		}
	}
	return fmt.Sprint(i, path), ok
}

// distanceFrom is the constant k where v is n+k; n is nil for 0.
func distanceFrom(v, n *ir.Value) (k int64, ok bool) {
	if n == nil {
		k, ok = v.ConstInt()
		return k, ok && k >= 0
	}
	if v == n {
		return 0, true
	}
	if to, known := v.ConstInt(); known {
		from, known := n.ConstInt()
		return to - from, known && to >= from
	}
	if d := v.Def; d != nil && d.Kind == ir.OpAdd && d.Args[0] == n {
		k, ok = d.Args[1].ConstInt()
	}
	return k, ok && k >= 0
}
