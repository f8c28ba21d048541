package opt

import "github.com/hone-go/hone/internal/ir"

// A search that knows no first key begins with NaN, which every key wins against:
//
//	best, at := math.NaN(), 0
//	for i, v := range x {
//		if !math.IsNaN(v) && (v > best || math.IsNaN(best)) {
//			best, at = v, i
//		}
//	}
//
// As keys that are NaN are passed over, the best so far is NaN before the first one only, just as partial results are that have found nothing yet.

// findFirst recognises a condition of which either part may hold: that a key is better than the best, and that the best is NaN.
func (w *winner) findFirst(o *ir.Op, key, best *ir.Value) bool {
	if o.Kind != ir.OpOr || !key.Type.IsFloat() {
		return false
	}
	for k, a := range o.Args {
		if !isNaN(a, best, true) || o.Args[1-k].Def == nil {
			continue
		}
		switch c := o.Args[1-k].Def; {
		case c.Kind < ir.OpLt || c.Kind > ir.OpGe:
			continue
		case c.Args[0] == key && c.Args[1] == best:
			w.kind = c.Kind
		case c.Args[1] == key && c.Args[0] == best:
			w.kind = c.Kind.Mirrored()
		default:
			continue
		}
		w.compare, w.holds, w.first = o.Args[1-k].Def, true, true
		return true
	}
	return false
}

// passesNaN reports that what is taken isn't NaN, by one of the decisions on the way to it.
func passesNaN(t *taken) bool {
	for _, s := range t.path {
		if impliesOrdered(s.cond, s.holds, t.value) {
			return true
		}
	}
	return false
}

// impliesOrdered reports that v isn't NaN where the condition holds, or where it doesn't.
func impliesOrdered(cond *ir.Value, holds bool, v *ir.Value) bool {
	if isNaN(cond, v, !holds) {
		return true
	}
	o := cond.Def
	switch {
	case o == nil:
		return false
	case o.Kind == ir.OpNot:
		return impliesOrdered(o.Args[0], !holds, v)
	case o.Kind == ir.OpAndNot && holds:
		return impliesOrdered(o.Args[0], true, v) || impliesOrdered(o.Args[1], false, v)
	case o.Kind == ir.OpAnd && holds, o.Kind == ir.OpOr && !holds:
		return impliesOrdered(o.Args[0], holds, v) || impliesOrdered(o.Args[1], holds, v)
	}
	return false
}

// isNaN reports a comparison of v with itself that holds if v is NaN, or, where so is false, if it isn't.
func isNaN(c, v *ir.Value, so bool) bool {
	kind := ir.OpEq
	if so {
		kind = ir.OpNe
	}
	return c.Def != nil && c.Def.Kind == kind && c.Def.Args[0] == v && c.Def.Args[1] == v
}
