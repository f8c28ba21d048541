package analysis

import "github.com/hone-go/hone/internal/ir"

// Facts answers questions about a function, for as long as nothing in it changes.
type Facts struct {
	fn    *ir.Func
	space *Space
}

// Of is for questions about f.
func Of(f *ir.Func) *Facts { return &Facts{fn: f, space: NewSpace()} }

// Distinct reports roots of slices that can't be the same memory.
func (f *Facts) Distinct(a, b *ir.Value) bool { return Distinct(a, b) }
