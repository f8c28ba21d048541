package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// inside goes on with a loop in the iteration, r.Ops[at], that appends, if it is known how often it runs at the most: where there is room for all of that ahead of it, nothing
// in it makes memory.
func (g *growth) inside(r *ir.Region, at, first int) bool {
	loop := r.Ops[at]
	p := &appends{loop: loop, counts: map[int]int64{}}
	if !p.collect() {
		return false
	}
	m := g.counter.match(g.from[loop])
	if m == nil || m.byTrips {
		return false
	}
	tmp := &ir.Builder{Region: ir.NewRegion(r.Parent), Pos: loop.Pos}
	lo, hi, step := m.extent(tmp)
	if step < 0 {
		lo, hi = hi, lo
	}
	b := &ir.Builder{Region: ir.NewRegion(r.Parent), Pos: loop.Pos}
	g.copies.Into(b.Region, tmp.Region.Take(0))
	lo, hi = b.Conv(g.copies.Value(lo), ir.TI64), b.Conv(g.copies.Value(hi), ir.TI64)
	// As many iterations as there are elements in memory, or fewer: nothing wraps around.
	trips := b.Binary(ir.OpSub, hi, lo)
	none := b.Compare(ir.OpLe, hi, lo)
	few := b.Compare(ir.OpLt, b.Conv(trips, ir.TU64), b.Const(ir.TU64, analysis.MaxCount/maxAppends))
	for _, k := range p.params() {
		s := loop.Args[k]
		room := b.Binary(ir.OpSub, b.Op(ir.OpCap, []*ir.Value{s}, ir.TI64).Result(), b.Len(s))
		few = b.Binary(ir.OpAnd, few, b.Compare(ir.OpLe, b.Binary(ir.OpMul, trips, b.Int(p.counts[k])), room))
	}
	cond := b.Binary(ir.OpOr, none, few)
	needs := map[int]*ir.Value{}
	reserve := b.Compare(ir.OpLt, b.Conv(trips, ir.TU64), b.Const(ir.TU64, maxReserved))
	for _, k := range p.params() {
		if c := g.chains[loop.Args[k]]; c != nil && !c.nilByRoom() && g.hasAll(p, loop) {
			need := b.Binary(ir.OpAdd, b.Len(loop.Args[k]), b.Binary(ir.OpMul, trips, b.Int(p.counts[k])))
			needs[c.index] = b.Select(reserve, need, b.Int(0))
		}
	}
	n := b.Region.Take(0)
	r.Insert(at, n...)
	if !g.ask(r, at+len(n), first, cond, 0, needs) {
		return false
	}
	for _, o := range p.grows {
		g.never(o, makesRarely(o))
	}
	return true
}

// hasAll reports that all slices that a loop inside appends to are the function's own.
func (g *growth) hasAll(p *appends, loop *ir.Op) bool {
	return !slices.ContainsFunc(p.params(), func(k int) bool { return g.chains[loop.Args[k]] == nil })
}

// maxReserved is for how many iterations room is made ahead, whether they append or not.
const maxReserved = 1 << 20

// maxAppends is how many elements an iteration may append.
const maxAppends = 1 << 10

// appends are what the iterations of a loop append to the slices that it carries.
type appends struct {
	loop   *ir.Op
	grows  []*ir.Op
	counts map[int]int64 // elements, for each that is carried, of one iteration at the most
}

// params are the carried slices that are appended to.
func (p *appends) params() (ks []int) {
	for k := range p.counts {
		ks = append(ks, k)
	}
	slices.Sort(ks)
	return ks
}

// collect finds them. It reports that nothing else becomes of these slices, and that no loop further inside appends.
func (p *appends) collect() bool {
	body := p.loop.Regions[0]
	ok := true
	body.Walk(func(o *ir.Op) bool {
		switch {
		case makesRarely(o) >= 0:
			k, n := p.count(o)
			if k < 0 || n > maxAppends {
				ok = false
			}
			p.grows = append(p.grows, o)
			p.counts[k] += n
			return false
		case makesMemory(o) || o.Kind.Has(ir.Loop) && o.Regions[0].Contains(makesMemory):
			ok = false
		}
		return ok
	})
	if !ok {
		return false
	}
	for k, n := range p.counts {
		if n > maxAppends || slices.ContainsFunc(exitsTo(body, p.loop, ir.OpContinue), func(o *ir.Op) bool { return p.carried(o.Args[k]) != k }) {
			return false
		}
	}
	return true
}

// count reads if len(s)+n <= cap(s) { yield s } else ..: which carried slice s is, and n.
func (p *appends) count(o *ir.Op) (k int, n int64) {
	s, end, ok := growthOf(o)
	if !ok || end.Def == nil || end.Def.Kind != ir.OpAdd {
		return -1, 0
	}
	n, known := end.Def.Args[1].ConstInt()
	if !known || n < 0 || !endOf(end.Def.Args[0], s) {
		return -1, 0
	}
	return p.carried(s), n
}

// endOf reports the length of a slice, or what it was cut to.
func endOf(v, s *ir.Value) bool {
	return isMeasure(v, ir.OpLen, s) || s.Def != nil && s.Def.Kind == ir.OpSlice && s.Def.Args[2] == v && isZero(s.Def.Args[1])
}

// carried tells which carried slice v has become of by appending alone; -1: none.
func (p *appends) carried(v *ir.Value) int {
	o := v.Def
	switch {
	case o == nil:
		if v.Owner == p.loop.Regions[0] {
			return v.Index
		}
	case o.Kind == ir.OpSlice && isZero(o.Args[1]) && o.Args[0].Def != nil && makesRarely(o.Args[0].Def) >= 0 && len(o.Args) == 3: // r[:end]
		grow := o.Args[0].Def
		if k, _ := p.count(grow); k >= 0 && slices.Contains(grow.Args[0].Def.Args, o.Args[2]) {
			return k
		}
	case o.Kind == ir.OpIf && makesRarely(o) < 0:
		k := -1
		for i, r := range o.Regions {
			end := r.Terminator()
			if end.Kind != ir.OpYield {
				continue
			}
			c := p.carried(end.Args[v.Index])
			if c < 0 || k >= 0 && c != k && i > 0 {
				return -1
			}
			k = c
		}
		return k
	}
	return -1
}

// exitsTo lists the exits of that kind to o in r.
func exitsTo(r *ir.Region, o *ir.Op, kind ir.OpKind) (exits []*ir.Op) {
	r.Walk(func(x *ir.Op) bool {
		if x.Target == o && x.Kind == kind {
			exits = append(exits, x)
		}
		return true
	})
	return exits
}
