package opt

import (
	"math"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A binary search goes on with one half of a range or the other:
//
//	i, j := lo, hi
//	for i < j { h := int(uint(i+j) >> 1); if x[h] < key { i = h + 1 } else { j = h } }
//
// By induction lo <= i <= h < j <= hi wherever h is computed: i never becomes less, and j never more, than it is. So h is an index if lo is none below 0 and hi is no more
// than the length. With i <= j, and j = h - 1, h is j at most.

// bisection is such a loop.
type bisection struct {
	i, j, h *ir.Value
	closed  bool // j belongs to the range
}

// bisects notes, where a loop has been entered, what i and j lie between, and which value lies between them.
func (g *ranger) bisects(loop *ir.Op) {
	if loop.Kind != ir.OpLoop || len(loop.Args) < 2 {
		return
	}
	body := loop.Regions[0]
	for at, o := range body.Ops {
		if len(o.Results) != 1 || o.Results[0].Type != ir.TI64 {
			continue
		}
		i, j, signed := analysis.Middle(o.Results[0])
		if i == nil || i.Owner != body || j.Owner != body || i == j {
			continue
		}
		b := &bisection{i: i, j: j, h: o.Results[0]}
		if !b.entered(loop, body.Ops[:at]) || !b.halves(loop) {
			continue
		}
		i, j = b.i, b.j
		lo, hi := loop.Args[i.Index], loop.Args[j.Index]
		most := int64(math.MaxInt64)
		switch {
		case signed:
			most = math.MaxInt64 / 2
		case b.closed: // h+1 doesn't wrap around
			most--
		}
		if g.ranges.Of(hi).Hi > most || !g.nonNegative(lo) {
			continue
		}
		g.narrow(i, analysis.Between(0, math.MaxInt64))
		g.narrow(j, analysis.Between(math.MinInt64, g.ranges.Of(hi).Hi))
		g.atMost(j, hi, 0)
		if g.middles == nil {
			g.middles = map[*ir.Op]*bisection{}
		}
		g.middles[o] = b
		return
	}
}

// middleOf notes what is known of the middle, where it has been computed.
func (g *ranger) middleOf(o *ir.Op) {
	b := g.middles[o]
	if b == nil {
		return
	}
	off := int64(-1)
	if b.closed {
		off = 0
	}
	g.narrow(b.h, analysis.Between(0, math.MaxInt64))
	g.atMost(b.h, b.j, off)
	g.atMost(b.i, b.h, 0)
}

// entered reports that control comes behind these ops of the loop only where i is before j, which may have been taken for each other.
func (b *bisection) entered(loop *ir.Op, ops []*ir.Op) bool {
	for _, o := range ops {
		if o.Kind != ir.OpIf || o.Args[0].Def == nil || len(o.Args[0].Def.Args) != 2 {
			continue
		}
		c := o.Args[0].Def
		kind, x, y := c.Kind, c.Args[0], c.Args[1]
		if kind < ir.OpLt || kind > ir.OpGe {
			continue
		}
		if !leavesFor(o.Regions[1], loop) {
			if !leavesFor(o.Regions[0], loop) {
				continue
			}
			kind = kind.Negated()
		}
		if kind == ir.OpGt || kind == ir.OpGe {
			kind, x, y = kind.Mirrored(), y, x
		}
		if x == b.j && y == b.i {
			if c := b.h.Def; c.Kind == ir.OpAdd { // i + (j-i)/2 has a direction
				continue
			}
			b.i, b.j = b.j, b.i
		}
		if x == b.i && y == b.j {
			b.closed = kind == ir.OpLe
			return true
		}
	}
	return false
}

// leavesFor reports an arm from which control doesn't come back to the loop.
func leavesFor(r *ir.Region, loop *ir.Op) bool {
	t := r.Terminator()
	return t.Kind == ir.OpReturn || t.Kind == ir.OpBreak && (t.Target == loop || !insideOp(t.Target, loop))
}

// halves reports that the loop goes on with i as it is, h, or h+1, and with j as it is, h, or h-1.
func (b *bisection) halves(loop *ir.Op) bool {
	ok, body := true, loop.Regions[0]
	goes := func(t *ir.Op) {
		ok = ok && b.becomes(loop, t.Args[b.i.Index], b.i, 1, 8) && b.becomes(loop, t.Args[b.j.Index], b.j, -1, 8)
	}
	body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpContinue && o.Target == loop {
			goes(o)
		}
		return ok
	})
	return ok && body.Terminator().Kind != ir.OpYield
}

// becomes reports that v is was, the middle, or the middle and off.
func (b *bisection) becomes(loop *ir.Op, v, was *ir.Value, off int64, depth int) bool {
	o := v.Def
	switch {
	case v == was || v == b.h:
		return true
	case o == nil || !insideOp(o, loop) || depth == 0:
		return false
	case o.Kind == ir.OpAdd || o.Kind == ir.OpSub:
		c, ok := o.Args[1].ConstInt()
		return ok && o.Args[0] == b.h && (o.Kind == ir.OpAdd && c == off || o.Kind == ir.OpSub && c == -off)
	case o.Kind == ir.OpSelect:
		return b.becomes(loop, o.Args[1], was, off, depth-1) && b.becomes(loop, o.Args[2], was, off, depth-1)
	case o.Kind == ir.OpIf:
		for _, r := range o.Regions {
			if t := r.Terminator(); t.Kind == ir.OpYield && !b.becomes(loop, t.Args[v.Index], was, off, depth-1) {
				return false
			}
		}
		return true
	}
	return false
}
