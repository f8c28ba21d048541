package analysis

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// OnlyLookedAt reports a slice of which only elements, the length, and parts that are so used, too, are asked for, where it is made: nothing else gets hold of it.
func OnlyLookedAt(v *ir.Value, uses *ir.Uses) bool {
	for _, u := range uses.Of(v) {
		switch u.Kind {
		case ir.OpLoad, ir.OpLen, ir.OpCap, ir.OpIsNil, ir.OpMove:
		case ir.OpStore:
			if u.Args[2] == v {
				return false
			}
		case ir.OpSlice:
			if u.Args[0] != v || !OnlyLookedAt(u.Result(), uses) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// IsFresh reports an object made here, none that comes from elsewhere.
func IsFresh(v *ir.Value) bool {
	return v.Def != nil && (v.Def.Kind.Has(ir.Allocates) || v.Def.Kind == ir.OpMulti && v.GivenBy().Makes())
}

// isParam reports a parameter of the function.
func isParam(v *ir.Value) bool { return v.Owner != nil && v.Owner.Parent == nil }

// Distinct reports roots of slices that can't be the same memory: a fresh object is neither another one nor what a parameter leads to, and what is stored only in
// tables that the function has made for itself nothing else leads to.
func Distinct(a, b *ir.Value) bool {
	switch {
	case a == b:
		return false
	case IsFresh(a) && (IsFresh(b) || isParam(b)) || isParam(a) && IsFresh(b):
		return true
	case isParam(a) && isParam(b):
		return false
	}
	x := objectsOf(a)
	return x != nil && x.apart(a, b)
}

// Allocation is the object, as it was made, that v is a slice of; nil if that is not known.
func Allocation(v *ir.Value) *ir.Value {
	if v = v.Root(); IsFresh(v) {
		return v
	}
	return nil
}

// Shared lists the slices in f, by their roots, that are more than loaded from, stored to, measured, cut and returned: someone else may come by them.
func Shared(f *ir.Func) map[*ir.Value]bool { return reached(f, ir.OpReturn) }

// Escaping lists the slices in f, by their roots, that may still be in use when f has returned: where a move has copied elements, nothing is.
func Escaping(f *ir.Func) map[*ir.Value]bool { return reached(f, ir.OpMove) }

// Given lists the slices in f, by their roots, that others may come by otherwise than as results.
func Given(f *ir.Func) map[*ir.Value]bool { return reached(f, ir.OpReturn, ir.OpMove) }

// reached lists the slices of which ops that are not of kinds but do more than load, store, measure and cut.
func reached(f *ir.Func, but ...ir.OpKind) map[*ir.Value]bool {
	found := map[*ir.Value]bool{}
	f.Body.Walk(func(o *ir.Op) bool {
		args := o.Args
		switch o.Kind {
		case ir.OpLoad, ir.OpStore, ir.OpLen, ir.OpCap, ir.OpIsNil, ir.OpSlice:
			args = args[1:]
		default:
			if slices.Contains(but, o.Kind) {
				return true
			}
		}
		for _, a := range args {
			if a.Type.Kind == ir.Slice {
				found[a.Root()] = true
			}
		}
		return true
	})
	return found
}
