package opt

import (
	"math"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// behindCompact reports a loop for what a compact has left.
func behindCompact(o *ir.Op) bool {
	if d := o.Args[0].Def; d != nil && d.Kind == ir.OpIf {
		return slices.ContainsFunc(d.Regions[0].Ops, func(x *ir.Op) bool { return x.Kind == ir.OpCompact })
	}
	return false
}

// emit puts the compact in front of the loop.
func (c *compaction) emit() {
	o := c.loop
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	lo, hi, inits := o.Args[0], o.Args[1], o.Args[2:]
	ok := b.Compare(ir.OpGe, b.Binary(ir.OpSub, hi, lo), b.Int(leastTrips))
	ok = b.Binary(ir.OpAnd, ok, b.Compare(ir.OpGe, lo, b.Int(0)))
	and := func(x *ir.Value) { ok = b.Binary(ir.OpAnd, ok, x) }
	at := map[*tallied]*ir.Value{}
	start := func(p *tallied) *ir.Value {
		if at[p] == nil {
			at[p] = c.start(b, p)
			and(b.Compare(ir.OpGe, at[p], b.Int(0)))
		}
		return at[p]
	}
	for _, x := range c.checks {
		first, end := c.shifted(b, lo, x.Args[0]), c.shifted(b, hi, x.Args[0])
		and(b.Compare(ir.OpGe, first, b.Int(0)))
		and(b.Compare(ir.OpGe, end, first)) // it does not wrap around
		and(b.Compare(ir.OpLe, end, c.outside(b, x.Args[1])))
	}
	for _, m := range c.memory {
		and(c.apart(b, m, start(m.store.at)))
	}
	rooms := c.rooms(b, start)
	for _, p := range c.between {
		x, y := p[0], p[1]
		if x.op.Args[0] != y.op.Args[0] {
			and(apart(b, x.op.Args[0], y.op.Args[0], false))
			continue
		}
		// What begins first has room up to where the other begins.
		d := b.Binary(ir.OpSub, start(y.at), start(x.at))
		most, first := b.Int(math.MaxInt64), b.Compare(ir.OpGe, d, b.Int(0))
		rooms[x.at.of] = b.Binary(ir.OpMin, rooms[x.at.of], b.Select(first, d, most))
		rooms[y.at.of] = b.Binary(ir.OpMin, rooms[y.at.of], b.Select(first, most, b.Unary(ir.OpNeg, d)))
	}
	branch := b.If(ok, append([]*ir.Type{ir.TI64}, ir.Types(inits)...)...)
	b.In(branch.Regions[1]).Yield(append([]*ir.Value{lo}, inits...)...)
	in := b.In(branch.Regions[0])
	done := c.compact(in, rooms, start)
	next := []*ir.Value{done.Results[0]}
	for k, v := range inits {
		by := ir.OpAdd
		if c.counters[k].down {
			by = ir.OpSub
		}
		next = append(next, in.Binary(by, v, in.Conv(done.Results[1+k], v.Type)))
	}
	in.Yield(next...)
	o.InsertBefore(b.Region.Take(0)...)
	o.SetArgs(append([]*ir.Value{branch.Results[0], hi}, branch.Results[1:]...))
}

// shifted is what v, the loop's index and more, is where the index is i.
func (c *compaction) shifted(b *ir.Builder, i, v *ir.Value) *ir.Value {
	if plus, _ := c.ahead(v); plus != nil {
		return b.Binary(ir.OpAdd, i, c.outside(b, plus))
	}
	return i
}

// outside is a value that is the same in all iterations, where the loop begins.
func (c *compaction) outside(b *ir.Builder, v *ir.Value) *ir.Value {
	if bits, ok := v.IsConst(); ok {
		return b.Const(v.Type, bits)
	}
	return v
}

// start is the place that is counted first.
func (c *compaction) start(b *ir.Builder, p *tallied) *ir.Value {
	v := b.Conv(c.loop.Args[1+p.of.param.Index], ir.TI64)
	if p.of.down {
		return b.Binary(ir.OpSub, c.outside(b, p.plus), v)
	}
	if p.plus != nil {
		v = b.Binary(ir.OpAdd, v, c.outside(b, p.plus))
	}
	return v
}

// apart asks whether a store leaves alone what is loaded behind it.
func (c *compaction) apart(b *ir.Builder, m ordered, at *ir.Value) *ir.Value {
	x, y := m.load.Args[0], m.store.op.Args[0]
	if !m.ahead {
		return apart(b, x, y, false)
	}
	ahead := b.Compare(ir.OpLe, at, c.shifted(b, c.loop.Args[0], m.load.Args[1]))
	if x == y {
		return ahead
	}
	return b.Binary(ir.OpOr, apart(b, x, y, false), b.Binary(ir.OpAnd, apart(b, x, y, true), ahead))
}

// apart asks whether two slices have nothing in common; or, same, whether they begin at the same address.
func apart(b *ir.Builder, x, y *ir.Value, same bool) *ir.Value {
	o := b.Op(ir.OpApart, []*ir.Value{x, y}, ir.TBool)
	o.Ints = []int64{0, 0}
	if same {
		o.Ints[0] = 1
	}
	return o.Result()
}

// rooms are how far each tally can go up.
func (c *compaction) rooms(b *ir.Builder, start func(p *tallied) *ir.Value) map[*tally]*ir.Value {
	rooms := map[*tally]*ir.Value{}
	limit := func(n *tally, room *ir.Value) {
		if rooms[n] != nil {
			room = b.Binary(ir.OpMin, rooms[n], room)
		}
		rooms[n] = room
	}
	below := func(p *tallied, n *ir.Value, anyway bool) {
		limit(p.of, c.room(b, b.Binary(ir.OpSub, b.Binary(ir.OpMax, n, b.Int(0)), start(p)), anyway))
	}
	for _, n := range c.counters {
		for _, x := range n.bounds {
			if x.at == nil {
				limit(n, c.room(b, b.Binary(ir.OpSub, b.Binary(ir.OpMax, c.loop.Args[1+n.param.Index], b.Int(0)), c.outside(b, x.n)), x.anyway))
				continue
			}
			below(x.at, c.outside(b, x.n), x.anyway)
		}
		if t := n.param.Type; t.Size() < 8 {
			bits := t.Bits()
			if t.IsSigned() {
				bits--
			}
			limit(n, b.Binary(ir.OpSub, b.Int(1<<bits-1), b.Conv(c.loop.Args[1+n.param.Index], ir.TI64)))
		} else {
			limit(n, b.Int(math.MaxInt64))
		}
	}
	for _, s := range c.stores {
		below(s.at, b.Op(ir.OpLen, []*ir.Value{s.op.Args[0]}, ir.TI64).Result(), s.anyway)
	}
	return rooms
}

// room is how far a tally goes up where what is kept has so many places.
func (c *compaction) room(b *ir.Builder, places *ir.Value, anyway bool) *ir.Value {
	if anyway { // what is not kept has a place, too
		return b.Binary(ir.OpSub, places, b.Int(1))
	}
	return places
}

// compact emits the compact itself.
func (c *compaction) compact(b *ir.Builder, rooms map[*tally]*ir.Value, start func(p *tallied) *ir.Value) *ir.Op {
	lo, hi := c.loop.Args[0], c.loop.Args[1]
	if slices.ContainsFunc(c.stores, func(s *compacted) bool { return s.anyway }) {
		hi = b.Binary(ir.OpSub, hi, b.Int(1))
	}
	args, types := []*ir.Value{lo, hi}, []*ir.Type{ir.TI64}
	var sizes []int64
	var stores []*compacted
	for _, n := range c.counters {
		args, types = append(args, rooms[n]), append(types, ir.TI64)
		before := len(stores)
		for _, s := range c.stores {
			if s.at.of == n {
				stores = append(stores, s)
			}
		}
		sizes = append(sizes, int64(len(stores)-before))
	}
	for _, s := range stores {
		args = append(args, s.op.Args[0], start(s.at))
	}
	o := b.Op(ir.OpCompact, args, types...)
	o.Ints = sizes
	in := b.In(o.AddRegion(ir.TI64))
	body := c.loop.Regions[0]
	k := &keeper{compaction: c, copies: ir.NewCloner(), conds: map[arm]*ir.Value{}, values: map[*compacted]*ir.Value{}}
	k.copies.Map(body.Params[0], in.Region.Params[0])
	k.arm(in, body, nil)
	var out []*ir.Value
	for _, n := range c.counters {
		out = append(out, k.conds[n.arm])
	}
	for _, s := range stores {
		out = append(out, k.values[s])
	}
	in.Yield(out...)
	return o
}

// keeper emits what a compact computes of an index.
type keeper struct {
	*compaction
	copies *ir.Cloner
	conds  map[arm]*ir.Value // where an arm counts
	values map[*compacted]*ir.Value
}

// arm emits what an arm computes for its stores, and for those of arms inside it, where cond holds; nil: always.
func (k *keeper) arm(b *ir.Builder, a arm, cond *ir.Value) {
	k.conds[a] = cond
	ops := a.Ops
	for _, o := range ops[:len(ops)-1] {
		switch {
		case len(o.Regions) > 0 && k.arms[o.Regions[0]]:
			for i, r := range o.Regions {
				k.side(b, r, k.copies.Value(o.Args[0]), i == 0, cond)
			}
		case o.Kind == ir.OpCheckIndex, k.exits[o]: // a store has a place
		case o.Kind == ir.OpStore:
			k.values[k.storeOf(o)] = k.copies.Value(o.Args[2])
		case !slices.ContainsFunc(o.Args, k.counts):
			k.copies.Into(b.Region, []*ir.Op{o})
		}
	}
}

func (k *keeper) storeOf(o *ir.Op) *compacted {
	return k.stores[slices.IndexFunc(k.stores, func(s *compacted) bool { return s.op == o })]
}

// side emits an arm of a branch inside an arm: under the condition if it may not be computed elsewhere.
func (k *keeper) side(b *ir.Builder, a arm, branch *ir.Value, holds bool, around *ir.Value) {
	cond := branch
	if !holds {
		cond = b.Unary(ir.OpNot, branch)
	}
	if around != nil {
		cond = b.Binary(ir.OpAnd, around, cond)
	}
	if k.anywhere(a) {
		k.arm(b, a, cond)
		return
	}
	var arms []arm
	for _, n := range k.counters {
		if n.arm != a && within(n.arm, a) && !slices.Contains(arms, n.arm) {
			arms = append(arms, n.arm)
		}
	}
	var stores []*compacted
	types := slices.Repeat([]*ir.Type{ir.TBool}, len(arms))
	for _, s := range k.stores {
		if within(s.op.Parent, a) {
			stores, types = append(stores, s), append(types, s.op.Args[2].Type)
		}
	}
	k.conds[a] = cond
	if len(types) == 0 {
		return
	}
	does := b.If(cond, types...)
	in, other := b.In(does.Regions[0]), b.In(does.Regions[1])
	k.arm(in, a, nil)
	var out, zeros []*ir.Value
	for i, n := range arms {
		out = append(out, k.conds[n])
		k.conds[n] = does.Results[i]
	}
	for i, s := range stores {
		out = append(out, k.values[s])
		k.values[s] = does.Results[len(arms)+i]
	}
	for _, t := range types {
		zeros = append(zeros, other.Const(t, 0))
	}
	in.Yield(out...)
	other.Yield(zeros...)
	k.conds[a] = cond
}

// within reports a region that is r or inside it.
func within(x, r *ir.Region) bool {
	for x != r && x.Parent != nil {
		x = x.Parent.Parent
	}
	return x == r
}

// anywhere reports what may be computed, and is worth that, where it isn't asked for.
func (k *keeper) anywhere(r *ir.Region) bool {
	return !slices.ContainsFunc(r.Ops, func(o *ir.Op) bool {
		if len(o.Regions) > 0 && k.arms[o.Regions[0]] {
			return slices.ContainsFunc(o.Regions, func(in *ir.Region) bool { return !k.anywhere(in) })
		}
		return o.Kind == ir.OpLoad || o.Kind == ir.OpDiv || o.Kind == ir.OpRem || o.Kind == ir.OpTable || len(o.Regions) > 0
	})
}
