package opt

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// reserve leaves it to the begin of the iteration to see that there is room for all that it may append to a slice of the function's own. An iteration that doesn't append as
// much has got room for nothing then: nobody sees that, unless
// it's by its room that the slice isn't nil.
func (g *growth) reserve(o *ir.Op) bool {
	s, _, ok := growthOf(o)
	c := g.chains[s]
	if !ok || c == nil || c.nilByRoom() {
		return false
	}
	g.ahead = append(g.ahead, c)
	return true
}

// countAppends finds how many elements an iteration appends to each local slice at the most, but for loops inside.
func (g *growth) countAppends() {
	g.most = map[*localSlice]int64{}
	var count func(r *ir.Region, inside bool)
	count = func(r *ir.Region, inside bool) {
		for _, o := range r.Ops {
			if s, end, ok := growthOf(o); ok && g.chains[s] != nil {
				c := g.chains[s]
				n, known := int64(0), false
				if end.Def != nil && end.Def.Kind == ir.OpAdd && endOf(end.Def.Args[0], s) {
					n, known = end.Def.Args[1].ConstInt()
				}
				if !known || n < 0 || n > maxAppends || inside || g.most[c] < 0 || g.most[c] > maxAppends {
					g.most[c] = -1
				} else {
					g.most[c] += n
				}
				continue
			}
			for _, in := range o.Regions {
				count(in, inside || o.Kind.Has(ir.Loop))
			}
		}
	}
	count(g.loop.Regions[0], false)
}

// askFirst asks what reserve has left to the begin of the iteration: ahead of the first op that stores. It reports that this can be asked there, and that there is something
// to ask at all.
func (g *growth) askFirst() bool {
	r := g.loop.Regions[0]
	for _, c := range g.ahead {
		p := r.Params[c.index]
		if g.most[c] < 0 {
			return g.fails(nil, "it isn't known how much an iteration appends before it stores something")
		}
		if g.asked[c] {
			continue
		}
		g.asked[c] = true
		at := 0
		for !analysis.OutcomeOf(r.Ops[at]).Has(analysis.Stores) {
			at++
		}
		b := &ir.Builder{Region: ir.NewRegion(r.Parent), Pos: r.Ops[at].Pos}
		end := b.Binary(ir.OpAdd, b.Len(p), b.Int(g.most[c]))
		cond := b.Compare(ir.OpLe, end, b.Op(ir.OpCap, []*ir.Value{p}, ir.TI64).Result())
		ops := b.Region.Take(0)
		r.Insert(at, ops...)
		g.ask(r, at+len(ops), -1, cond, 0, map[int]*ir.Value{c.index: end})
		g.found = true
	}
	return g.found
}
