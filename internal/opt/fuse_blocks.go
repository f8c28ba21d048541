package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// sameBlocks reports two multis over blocks: each iteration of either goes in loops over a block of elements, and those with the same index over the same. One
// loop over blocks then goes from one to the next for both, and what both read of a block is read from memory once (Wolf and Lam, "A Data Locality Optimizing
// Algorithm", PLDI 1991).
func sameBlocks(p, c *ir.Op) bool {
	first, second := loopsIn(p), loopsIn(c)
	if len(first) == 0 || len(second) == 0 {
		return false
	}
	differs := func(x, y *ir.Op, same iterations) bool {
		switch {
		case x.Kind != y.Kind:
			return true
		case x.Kind == ir.OpMulti:
			return !slices.EqualFunc(x.Args, y.Args, same.values)
		}
		return x.Kind != ir.OpFor || x.Ints[0] != y.Ints[0] || !same.values(x.Args[0], y.Args[0]) || !same.values(x.Args[1], y.Args[1])
	}
	own, other := iterations{p.Regions[0], p.Regions[0]}, iterations{p.Regions[0], c.Regions[0]}
	return !slices.ContainsFunc(first, func(x *ir.Op) bool { return differs(first[0], x, own) }) &&
		!slices.ContainsFunc(second, func(y *ir.Op) bool { return differs(first[0], y, other) })
}

// loopsIn are the loops in the body of a multi, if each iteration comes to all of them and there are none in them; else nil.
func loopsIn(multi *ir.Op) (loops []*ir.Op) {
	body := multi.Regions[0]
	deep := body.Contains(func(o *ir.Op) bool {
		if !o.Kind.Has(ir.Loop) {
			return false
		}
		loops = append(loops, o)
		return o.Parent != body
	})
	if deep {
		return nil
	}
	return loops
}

// iterations are the bodies of two loops, of iterations with the same index.
type iterations [2]*ir.Region

// values reports that two are the same: computed alike from the same.
func (s iterations) values(x, y *ir.Value) bool { return s.equal(x, y, 12) }

func (s iterations) equal(x, y *ir.Value, depth int) bool {
	switch a, b := x.Def, y.Def; {
	case sameValue(x, y):
		return true
	case a == nil && b == nil:
		return x.Owner == s[0] && y.Owner == s[1] && x.Index == y.Index
	case a == nil || b == nil || depth == 0:
		return false
	default:
		return a.Kind == b.Kind && a.Kind.Has(ir.Pure) && a.Kind != ir.OpTable && x.Type == y.Type && x.Index == y.Index && len(a.Regions)+len(b.Regions) == 0 &&
			a.Bits == b.Bits && slices.Equal(a.Ints, b.Ints) && slices.EqualFunc(a.Args, b.Args, func(v, w *ir.Value) bool { return s.equal(v, w, depth-1) })
	}
}
