package opt

import (
	"math/bits"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// maxLifted is the number of ops in the arms of an if that become unconditional where the if is a minimum or maximum.
const maxLifted = 4

// extremes makes minima and maxima of an if that is behind its arms: if i < 0 {0} else {i} is max(i, 0), and if i >= n {n-1} else {i} is
// min(i, n-1) where n-1 is known not to wrap around. Clamps are then the same to what follows, however they were written, and take no branch.
// The if gives integers, and its arms are as good as empty; g.out ends before it. The branch that an arm's numbers are compared under is
// known to be the one taken.
func (g *ranger) extremes(o *ir.Op) bool {
	if len(o.Results) == 0 || !liftable(o) {
		return false
	}
	x, y := o.Regions[0].Terminator().Args, o.Regions[1].Terminator().Args
	kinds := make([]ir.OpKind, len(o.Results))
	for i, v := range o.Results {
		if !analysis.Orderable(v.Type) {
			return false
		}
		switch {
		case g.ordered(o, x[i], y[i]):
			kinds[i] = ir.OpMin
		case g.ordered(o, y[i], x[i]):
			kinds[i] = ir.OpMax
		default:
			return false
		}
	}
	for _, r := range o.Regions {
		g.out = append(g.out, r.Ops[:len(r.Ops)-1]...)
	}
	for i, v := range o.Results {
		m := o.Parent.NewOp(kinds[i], o.Pos, []*ir.Value{x[i], y[i]})
		m.SetResults([]*ir.Value{v})
		g.out = append(g.out, m)
	}
	return true
}

// ordered proves that the one of a and b that the if gives is the lesser of them: a in its first arm, b in its second.
func (g *ranger) ordered(o *ir.Op, a, b *ir.Value) bool {
	if c := o.Args[0].Def; c != nil { // the very comparison
		switch k := c.Kind; {
		case (k == ir.OpLt || k == ir.OpLe) && c.Args[0] == a && c.Args[1] == b, (k == ir.OpGt || k == ir.OpGe) && c.Args[0] == b && c.Args[1] == a:
			return true
		}
	}
	return g.under(o, true, func() bool { return g.prove(a, b, 0) }) && g.under(o, false, func() bool { return g.prove(b, a, 0) })
}

// under is f with what is known in an arm of o.
func (g *ranger) under(o *ir.Op, holds bool, f func() bool) bool {
	mark := len(g.undo)
	g.learn(o.Args[0], holds, 4)
	defer g.forget(mark)
	return f()
}

// liftable reports an if whose arms compute so little, and nothing that can fail, that they may be computed always.
func liftable(o *ir.Op) bool {
	n := 0
	for _, r := range o.Regions {
		if r.Terminator().Kind != ir.OpYield {
			return false
		}
		for _, x := range r.Ops[:len(r.Ops)-1] {
			switch x.Kind {
			case ir.OpConst:
			case ir.OpMin, ir.OpMax, ir.OpAdd, ir.OpSub:
				n++
			default:
				return false
			}
		}
	}
	return n <= maxLifted
}

// masked replaces what a mask leaves as it is: a byte & 255, an index below 1024 & 1023.
func (g *ranger) masked(o *ir.Op) bool {
	m, ok := o.Args[1].ConstInt()
	b := g.ranges.Of(o.Args[0])
	if !ok || !o.Results[0].Type.IsInt() || b.Lo < 0 {
		return false
	}
	if all := int64(1)<<bits.Len64(uint64(b.Hi)) - 1; m&all != all {
		return false
	}
	g.rep.Replace(o.Results[0], o.Args[0])
	return true
}
