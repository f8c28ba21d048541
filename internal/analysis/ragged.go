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
	case ir.OpLoop:
		bounds = Limits(l)
	default:
		return false
	}
	return slices.ContainsFunc(bounds, func(v *ir.Value) bool { return readInside(v, e, 16) })
}

// Limits are what a loop that isn't counted compares integers with to find out whether it goes on.
func Limits(l *ir.Op) (found []*ir.Value) {
	body := l.Regions[0]
	for _, o := range body.Ops {
		if o.Kind != ir.OpIf || !slices.ContainsFunc(o.Regions, func(r *ir.Region) bool { t := r.Terminator(); return t.Kind == ir.OpBreak && t.Target == l }) {
			continue
		}
		if c := o.Args[0].Def; c != nil {
			for _, v := range c.Args {
				if v.Type.IsInt() && !l.Defines(v) {
					found = append(found, v)
				}
			}
		}
	}
	return found
}

// readInside reports that v depends on something that is loaded inside e.
func readInside(v *ir.Value, e *ir.Op, depth int) bool {
	o := v.Def
	if o == nil || !o.Within(e) || depth == 0 {
		return false
	}
	if o.Kind == ir.OpIf {
		return slices.ContainsFunc(o.Regions, func(r *ir.Region) bool {
			t := r.Terminator()
			return t.Kind == ir.OpYield && readInside(t.Args[v.Index], e, depth-1)
		})
	}
	return o.Kind == ir.OpLoad || slices.ContainsFunc(o.Args, func(a *ir.Value) bool { return readInside(a, e, depth-1) })
}

// LooksUp reports that elements of a pattern's body are loaded from places that are loaded themselves, anew in each iteration.
func LooksUp(o *ir.Op) bool {
	return o.Regions[0].Contains(func(x *ir.Op) bool { return x.Kind == ir.OpLoad && readInside(x.Args[1], o, 16) })
}
