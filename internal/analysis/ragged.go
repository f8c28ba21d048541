package analysis

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// Ragged reports a loop or pattern whose bounds are read from memory inside of e, a loop or pattern around it, anew in each of e's iterations: the rows of a
// sparse matrix. Neighbouring iterations of e are of different lengths then, short ones as a rule.
func Ragged(l, e *ir.Op) bool {
	bounds := l.Args
	switch l.Kind {
	case ir.OpFor:
		bounds = l.Args[:2]
	case ir.OpMulti:
	case ir.OpBlockReduce:
		bounds = l.Args[:1]
	default:
		return false
	}
	return slices.ContainsFunc(bounds, func(v *ir.Value) bool { return readInside(v, e, 16) })
}

// readInside reports that v depends on something that is loaded inside e.
func readInside(v *ir.Value, e *ir.Op, depth int) bool {
	o := v.Def
	if o == nil || !o.Within(e) || depth == 0 {
		return false
	}
	return o.Kind == ir.OpLoad || slices.ContainsFunc(o.Args, func(a *ir.Value) bool { return readInside(a, e, depth-1) })
}

// LooksUp reports that elements of a pattern's body are loaded from places that are loaded themselves, anew in each iteration.
func LooksUp(o *ir.Op) bool {
	return o.Regions[0].Contains(func(x *ir.Op) bool { return x.Kind == ir.OpLoad && readInside(x.Args[1], o, 16) })
}
