package sched

import (
	"math"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// A reduction that looks for the place of the best key carries a place beside each partial result, and takes it down with a comparison and two choices where the
// best key alone is one maximum. So of many elements the best keys of blocks are found without places; the block that the best of all is from is known by where
// it begins, and looked through again, which is little beside the rest:
//
//	if n > placesFrom { key, start = reduce blocks by key; if key != id { look for the key from start on } else { as it was } } else { as it was }
//
// A best key that is what partial results begin with may be from no element at all: then all is done as it was. Where it is not, it is a number, and the key of an
// element, so that there is one to be found. Nobody asks for a place but for which of two zeros is the first in a plain search for the best float: that is looked for
// in blocks whose best key is zero, at once, and nothing else.

// placesFrom is the number of elements above which the block that has the best key is a small part of them.
const placesFrom = 4 * BlockLength

// places is such a reduction.
type places struct {
	o       *ir.Op
	better  ir.OpKind // a key than the best so far: < or >
	last    bool      // of equal keys the last one is looked for, not the first
	overNaN bool      // partial results may be NaN, which every number wins against
	noPlace bool      // nobody asks where it is
	worst   *ir.Value // what the search for the best key begins with
}

// newPlaces recognises one: over one dimension, with nothing in its body but loads and arithmetic, and with an index as its place.
func (s *scheduler) newPlaces(o *ir.Op) *places {
	body := o.Regions[0]
	last := body.Terminator()
	if len(o.Results) != 2 || !slices.Equal(o.Ints, []int64{1, 2}) || len(o.Regions) != 3 || len(last.Args) != 2 || !isIndex(last.Args[1], body.Params[0]) {
		return nil
	}
	if slices.ContainsFunc(body.Ops[:len(body.Ops)-1], func(x *ir.Op) bool { return len(x.Regions) > 0 || x.Kind != ir.OpLoad && !x.Kind.Has(ir.Pure) }) {
		return nil
	}
	p := &places{o: o, noPlace: !s.used(o.Results[1])}
	if !p.steps(o.Regions[2]) || !p.joins(o.Regions[1]) {
		return nil
	}
	return p
}

// used reports a value of the host that anything asks for, here, where the region at hand will stand, or behind it.
func (s *scheduler) used(v *ir.Value) bool {
	return s.needed[v] || s.hostUses()[v] || v.Def.Parent.Contains(func(o *ir.Op) bool { return slices.Contains(o.Args, v) })
}

// isIndex reports an index, of any type: as places grow with it, it is in that type's range.
func isIndex(v, i *ir.Value) bool {
	return v == i || v.Def != nil && v.Def.Kind == ir.OpConv && v.Type.IsInt() && v.Def.Args[0] == i
}

// picks is the condition on which a region that puts two results together gives the second instead of the first: it gives nothing else.
func picks(r *ir.Region) *ir.Value {
	var cond *ir.Value
	for k, v := range r.Terminator().Args {
		d := v.Def
		if d == nil || d.Kind != ir.OpSelect || d.Args[1] != r.Params[2+k] || d.Args[2] != r.Params[k] || cond != nil && d.Args[0] != cond {
			return nil
		}
		cond = d.Args[0]
	}
	return cond
}

// order is how y compares with x in c; 0 if that is not what c asks. Where x may be no number, which every number wins against, c is that y is one, and not worse.
func order(c, y, x *ir.Value) ir.OpKind {
	o := c.Def
	if o != nil && o.Kind == ir.OpAndNot && order(o.Args[0], y, y) == ir.OpEq {
		switch order(o.Args[1], y, x) {
		case ir.OpLe:
			return ir.OpGt
		case ir.OpLt:
			return ir.OpGe
		case ir.OpGe:
			return ir.OpLt
		case ir.OpGt:
			return ir.OpLe
		}
		return 0
	}
	switch {
	case o == nil || o.Kind != ir.OpEq && (o.Kind < ir.OpLt || o.Kind > ir.OpGe):
		return 0
	case o.Args[0] == y && o.Args[1] == x:
		return o.Kind
	case o.Args[0] == x && o.Args[1] == y && o.Kind == ir.OpEq:
		return o.Kind
	case o.Args[0] == x && o.Args[1] == y:
		return o.Kind.Mirrored()
	}
	return 0
}

// steps recognises the step that takes a better key, or also an equal one: it is the later one.
func (p *places) steps(r *ir.Region) bool {
	c := picks(r)
	if c == nil {
		return false
	}
	p.overNaN = c.Def != nil && c.Def.Kind == ir.OpAndNot
	switch order(c, r.Params[2], r.Params[0]) {
	case ir.OpLt:
		p.better = ir.OpLt
	case ir.OpGt:
		p.better = ir.OpGt
	case ir.OpLe:
		p.better, p.last = ir.OpLt, true
	case ir.OpGe:
		p.better, p.last = ir.OpGt, true
	default:
		return false
	}
	return true
}

// joins recognises what puts partial results together: the better key wins, of equal ones that at the lesser place, or at the greater.
func (p *places) joins(r *ir.Region) bool {
	c := picks(r)
	if c == nil || c.Def == nil || c.Def.Kind != ir.OpOr {
		return false
	}
	x, y := r.Params[:2], r.Params[2:]
	before := ir.OpLt
	if p.last {
		before = ir.OpGt
	}
	for k, tie := range c.Def.Args {
		d := tie.Def
		wins := c.Def.Args[1-k]
		if d == nil || d.Kind != ir.OpAnd || order(wins, y[0], x[0]) != p.better || p.overNaN != (wins.Def.Kind == ir.OpAndNot) {
			continue
		}
		for k, eq := range d.Args {
			if order(eq, y[0], x[0]) == ir.OpEq && order(d.Args[1-k], y[1], x[1]) == before {
				return true
			}
		}
	}
	return false
}

// number is what partial results begin with, or, where that is NaN, the worst key.
func (p *places) number(b *ir.Builder) *ir.Value {
	id := p.o.Args[1]
	if bits, ok := id.IsConst(); !ok || !p.overNaN || !math.IsNaN(ir.BitsFloat(id.Type, bits)) {
		return id
	}
	sign := 1
	if p.better == ir.OpGt {
		sign = -1
	}
	return b.Const(id.Type, ir.FloatBits(id.Type, math.Inf(sign)))
}

// keys is the reduction for the key alone.
func (p *places) keys() *ir.Op {
	o := p.o
	t := o.Results[0].Type
	k := o.Parent.NewOp(ir.OpBlockReduce, o.Pos, []*ir.Value{o.Args[0], p.worst}, t)
	k.Ints, k.Mode = []int64{1, 1}, o.Mode
	body := cloneRegion(o.Regions[0])
	body.Terminator().SetArgs(body.Terminator().Args[:1])
	k.SetRegions(body)
	r := k.AddRegion(t, t)
	b := &ir.Builder{Region: r, Pos: o.Pos}
	b.Yield(b.Select(b.Compare(p.better, r.Params[1], r.Params[0]), r.Params[1], r.Params[0]))
	return k
}

// keysOfBlocks is the reduction for the key alone of one that only asks in which block the best key is (opt.Sought); nil: it isn't that.
func keysOfBlocks(o *ir.Op) *ir.Op {
	last := o.Regions[0].Terminator()
	if len(o.Results) != 2 || !slices.Equal(o.Ints, []int64{1, 2}) || len(o.Regions) != 3 || len(last.Args) != 2 {
		return nil
	}
	at := last.Args[1].Def
	if at == nil || at.Kind != ir.OpAnd || at.Args[0] != o.Regions[0].Params[0] {
		return nil
	}
	step := o.Regions[2]
	join := step.Terminator().Args[0].Def
	if begin, known := at.Args[1].ConstInt(); !known || begin != -BlockLength || join == nil || join.Kind != ir.OpMin && join.Kind != ir.OpMax || join.Args[0] != step.Params[0] || join.Args[1] != step.Params[2] {
		return nil
	}
	t := o.Results[0].Type
	k := o.Parent.NewOp(ir.OpBlockReduce, o.Pos, o.Args[:2], t)
	k.Ints, k.Mode = []int64{1, 1}, o.Mode
	body := cloneRegion(o.Regions[0])
	body.Terminator().SetArgs(body.Terminator().Args[:1])
	k.SetRegions(body)
	r := k.AddRegion(t, t)
	b := &ir.Builder{Region: r, Pos: o.Pos}
	b.Yield(b.Binary(join.Kind, r.Params[0], r.Params[1]))
	return k
}

// placed emits the reduction with the place looked for behind it, for many elements or where that is seldom needed, and as it was for few, or where no key was found.
func (s *scheduler) placed(host *ir.Builder, p *places, mode ir.Mode, c cost) {
	o := p.o
	p.worst = p.number(host)
	keys, look := p.keys(), cloneRegion(o.Regions[0])
	ids := o.Args[1:]
	kernels := len(s.kernels)
	types := append(ir.Types(ids), ir.TBool)
	from := int64(placesFrom)
	if s.machine.Always() || p.noPlace {
		from = 0
	}
	none := append(slices.Clone(ids), host.Const(ir.TBool, 0))
	many := host.If(host.Compare(ir.OpGt, o.Args[0], host.Int(from)), types...)
	host.In(many.Regions[1]).Yield(none...)
	in := host.In(many.Regions[0])
	best := s.roundsOf(in, keys, p.settle(look), cloneRegion(o.Regions[1]), ids, mode, c)
	if p.noPlace {
		kernels = len(s.kernels)
	}
	found := in.If(in.Compare(p.better, best[0], p.worst), types...)
	in.Yield(found.Results...)
	in.In(found.Regions[1]).Yield(none...)
	in = in.In(found.Regions[0])
	if !p.noPlace {
		best = s.lookFor(in, p, look, best)
	}
	in.Yield(append(slices.Clip(best), in.Const(ir.TBool, 1))...)
	last := len(s.kernels)
	one := host.If(many.Results[2], ir.Types(ids)...)
	host.In(one.Regions[0]).Yield(many.Results[:2]...)
	in = host.In(one.Regions[1])
	combine := cloneRegion(o.Regions[1])
	in.Yield(s.rounds(in, o, combine, ids, mode, c)...)
	one.SetResults(o.Results)
	if p.noPlace {
		last = len(s.kernels)
		s.note(o.Pos, "the best is found first, and then, where it is zero, which zero is the first")
	} else {
		s.note(o.Pos, "where there are more than %d, the best is found first, and then its place", from)
	}
	for _, k := range s.kernels[kernels:last] {
		k.Rare = true
	}
}

// settle is what is done with the best key of a block where nobody asks for its place: if it is zero, the one that the search comes to is looked for. That is a comparison
// for each block; a zero is no rare best, and were it the host that asks, calls would go the long way round.
func (p *places) settle(body *ir.Region) func(b *ir.Builder, at, n, key *ir.Value) *ir.Value {
	if !p.noPlace || !p.o.Results[0].Type.IsFloat() {
		return nil
	}
	return func(b *ir.Builder, at, n, key *ir.Value) *ir.Value {
		zero := b.If(b.Compare(ir.OpEq, key, b.Const(key.Type, 0)), key.Type)
		in := b.In(zero.Regions[0])
		in.Yield(p.find(in, body, at, blockLength(in, at, n), []*ir.Value{key})...)
		b.In(zero.Regions[1]).Yield(key)
		return zero.Result()
	}
}

// blockLength is that of the block that begins at start.
func blockLength(b *ir.Builder, start, n *ir.Value) *ir.Value {
	return b.Binary(ir.OpMin, b.Binary(ir.OpSub, n, start), b.Int(BlockLength))
}

// lookFor emits the kernel that looks for it, and its call.
func (s *scheduler) lookFor(host *ir.Builder, p *places, body *ir.Region, best []*ir.Value) []*ir.Value {
	k := s.newKernel(ir.SingleKernel, ir.Types(best))
	k.Pos = p.o.Pos
	b := &ir.Builder{Region: k.Body, Pos: p.o.Pos}
	start := b.Conv(best[1], ir.TI64)
	b.Return(p.find(b, body, start, blockLength(b, start, p.o.Args[0]), best)...)
	run := host.Op(ir.OpRun, closeKernel(k), ir.Types(best)...)
	run.SetSym(k.Name)
	return run.Results
}

// find emits the search for a key that is among so many from start on, and gives it, and its place if there is one.
func (p *places) find(b *ir.Builder, body *ir.Region, start, length *ir.Value, best []*ir.Value) []*ir.Value {
	out := b.Block(ir.Types(best)...)
	in := b.In(out.Regions[0])
	loop := in.For(in.Int(0), length, 1, nil)
	in.Yield(best...)
	in = in.In(loop.Regions[0])
	i := loop.Regions[0].Params[0]
	if p.last {
		i = in.Binary(ir.OpSub, in.Binary(ir.OpSub, length, in.Int(1)), i)
	}
	i = in.Binary(ir.OpAdd, start, i)
	c := ir.NewCloner()
	c.Map(body.Params[0], i)
	c.Into(in.Region, body.Ops[:len(body.Ops)-1])
	found := []*ir.Value{c.Value(body.Terminator().Args[0])}
	if len(best) > 1 {
		found = append(found, in.Conv(i, best[1].Type))
	}
	hit := in.If(in.Compare(ir.OpEq, found[0], best[0]))
	in.In(hit.Regions[0]).Break(out, found...)
	in.In(hit.Regions[1]).Yield()
	in.Yield()
	return out.Results
}
