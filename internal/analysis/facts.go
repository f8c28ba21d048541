package analysis

import "github.com/hone-go/hone/internal/ir"

// Facts answers questions about a function, for as long as nothing in it changes.
type Facts struct {
	space *Space
}

// Of is for questions about f.
func Of(f *ir.Func) *Facts { return In(NewSpace()) }

// In is for questions where others go on to compare normal forms in s.
func In(s *Space) *Facts { return &Facts{space: s} }

// Distinct reports roots of slices that can't be the same memory.
func (f *Facts) Distinct(a, b *ir.Value) bool { return Distinct(a, b) }
