package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// maxWhole is up to how many iterations memory is made ahead for all that they append: if one of them panics, it was for nothing.
const maxWhole = 1 << 27

// roomAhead is the note at a branch between a loop that has room and the loop as it was.
const roomAhead = "append: room is made ahead for all that the loop appends"

// whole makes room ahead of a loop that appends the same number of elements in each of its iterations, which are counted:
//
//	loop (s, i) { if i < n {} else { break s }; .. append(s, x) .. }  =>  t = make(len(s)+n), filled as s; loop (t, i) { .. t[:len(t)+1] .. }
//
// For a slice that others may see there has to be room. The loop as it was stands behind, for where the guard fails.
func (s *growths) whole(loop *ir.Op) {
	p := &appends{loop: loop, counts: map[int]int64{}}
	m := s.counter.match(loop)
	if at := loop.Parent.Parent; at != nil && at.Note() == roomAhead || m == nil || m.byTrips || len(m.breaks)+len(m.rest) > 0 || m.step != 1 && m.step != -1 || !p.collect() || slices.ContainsFunc(p.grows, func(o *ir.Op) bool {
		return o.Parent != loop.Regions[0] || loop.Regions[0].Index(o) < m.guard
	}) {
		return
	}
	s.changed = true
	g := s.copy(loop)
	for _, o := range p.grows {
		copied := g.copyOf(o)
		g.never(copied, makesRarely(copied))
	}
	b := &ir.Builder{Region: ir.NewRegion(loop.Parent.Parent), Pos: loop.Pos}
	lo, hi, step := m.extent(b)
	if step < 0 {
		lo, hi = hi, lo
	}
	trips := b.Select(b.Compare(ir.OpLe, hi, lo), b.Int(0), b.Binary(ir.OpSub, hi, lo))
	guard := b.Compare(ir.OpLe, b.Conv(trips, ir.TU64), b.Const(ir.TU64, maxWhole))
	ends := map[int]*ir.Value{}
	for _, k := range p.params() {
		v := loop.Args[k]
		ends[k] = b.Binary(ir.OpAdd, b.Len(v), b.Binary(ir.OpMul, trips, b.Int(p.counts[k])))
		if !slices.ContainsFunc(g.local, func(c *localSlice) bool { return c.index == k }) {
			guard = b.Binary(ir.OpAnd, guard, b.Compare(ir.OpLe, ends[k], b.Op(ir.OpCap, []*ir.Value{v}, ir.TI64).Result()))
		}
	}
	test := b.If(guard, ir.Types(loop.Results)...)
	test.Mode = ir.Guarded
	test.SetNote(roomAhead)
	in := b.In(test.Regions[0])
	for _, c := range g.local {
		if end := ends[c.index]; end != nil {
			g.loop.SetArg(c.index, roomy(in, loop.Args[c.index], end))
		}
	}
	in.Insert(g.loop)
	out := slices.Clone(g.loop.Results)
	for _, c := range g.local {
		for _, k := range c.results {
			if c.start.Kind == ir.OpZero && ends[c.index] != nil {
				out[k] = nilIfEmpty(in, out[k], c.start.Result())
			}
		}
	}
	in.Yield(out...)
	for k, r := range loop.Results {
		test.Results[k].Name = r.Name
	}
	place, ops := loop.Parent, b.Region.Take(0)
	at := place.Index(loop)
	place.Splice(at, at+1, ops...)
	other := b.In(test.Regions[1])
	other.Insert(loop)
	var rep ir.Replacer
	for k, r := range loop.Results {
		rep.Replace(r, test.Results[k])
	}
	rep.Apply(s.f.Body)
	other.Yield(loop.Results...)
}

// copyOf is what an op with regions has become in the copy.
func (g *growth) copyOf(o *ir.Op) *ir.Op { return g.copies.Ops[o] }

// roomy is s in memory with room for end elements.
func roomy(b *ir.Builder, s, end *ir.Value) *ir.Value {
	n := b.Len(s)
	t := b.Op(ir.OpMake, []*ir.Value{end}, s.Type).Result()
	b.Op(ir.OpMove, []*ir.Value{t, s, n})
	return b.Op(ir.OpSlice, []*ir.Value{t, b.Int(0), n}, s.Type).Result()
}

// nilIfEmpty is s, but nil where it has no elements.
func nilIfEmpty(b *ir.Builder, s, none *ir.Value) *ir.Value {
	test := b.If(b.Compare(ir.OpGt, b.Len(s), b.Int(0)), s.Type)
	b.In(test.Regions[0]).Yield(s)
	b.In(test.Regions[1]).Yield(none)
	return test.Result()
}
