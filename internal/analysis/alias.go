package analysis

import "github.com/hone-go/hone/internal/ir"

// IsFresh reports an object made here, none that comes from elsewhere.
func IsFresh(v *ir.Value) bool { return v.Def != nil && v.Def.Kind.Has(ir.Allocates) }

// isParam reports a parameter of the function.
func isParam(v *ir.Value) bool { return v.Owner != nil && v.Owner.Parent == nil }

// Distinct reports roots of slices that can't be the same memory, whatever else the function does: a fresh object is neither another one nor
// what a parameter leads to.
func Distinct(a, b *ir.Value) bool {
	if a == b {
		return false
	}
	return IsFresh(a) && (IsFresh(b) || isParam(b)) || isParam(a) && IsFresh(b)
}
