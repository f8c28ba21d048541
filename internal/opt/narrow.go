package opt

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Narrow computes integers inside loops in lanes in the narrowest type that gives the same result (analysis.Widths), since a register holds more of them: Go
// programs widen bytes to int, compute, and cut the result.
func Narrow(f *ir.Func) bool {
	changed := false
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Mode != ir.InLanes || o.Kind != ir.OpFor && o.Kind != ir.OpBlockReduce {
			return true
		}
		if o.Kind == ir.OpBlockReduce {
			changed = narrowReduce(o) || narrowPlaces(o) || changed
		}
		changed = cutOff(o) || changed
		changed = saturate(o) || changed
		changed = narrowLoop(o) || changed
		return false
	})
	return changed
}

type narrower struct {
	*analysis.Widths
	types    map[*ir.Value]*ir.Type // what results are computed in
	operands map[*ir.Op]*ir.Type    // what exact ops take
	dests    map[*ir.Op][]*ir.Value // what operands become

	rep   ir.Replacer
	forms map[*ir.Value]*ir.Value // the narrow form of a value
	out   []*ir.Op
	owner *ir.Region
	pos   ir.Pos
}

func narrowLoop(loop *ir.Op) bool {
	n := widthsOf(loop, nil)
	if n == nil {
		return false
	}
	assumed := n.assume(loop)
	if assumed != nil {
		n = assumed
	} else if !n.worth() {
		return false
	}
	n.plan()
	if assumed != nil {
		n.guard(loop)
	}
	for _, r := range loop.Regions {
		n.rewrite(r)
	}
	n.ends(loop)
	return true
}

// widthsOf is nil where analysis gives none.
func widthsOf(loop *ir.Op, known map[*ir.Value]analysis.Interval) *narrower {
	w := analysis.WidthsOf(loop, known)
	if w == nil {
		return nil
	}
	return &narrower{Widths: w, forms: map[*ir.Value]*ir.Value{}}
}

// worth reports that something is computed narrower than before.
func (n *narrower) worth() bool {
	for v, k := range n.Of {
		if !k.Fixed && !k.Free() && k.Bytes < v.Type.Size() && (v.Def == nil || v.Def.Kind != ir.OpConv) {
			return true
		}
	}
	for o, w := range n.Wide {
		if w < o.Args[0].Type.Size() {
			return true
		}
	}
	for _, o := range n.Ops { // counts are widened for the language's sake only
		if o.Kind == ir.OpShl || o.Kind == ir.OpShr {
			if k := n.Of[o.Args[1]]; k != nil && !k.Fixed && !k.Free() && k.Bytes < o.Args[1].Type.Size() {
				return true
			}
		}
	}
	return false
}
