package sched

import "github.com/hone-go/hone/internal/ir"

// lowerMoves makes loops in lanes of the moves of elements in patterns, or everywhere in a kernel. Where the two parts of memory are apart, or the same, that is
// one loop; else blocks of elements go through memory of the kernel's own, forwards or backwards, so that none is overwritten before it is read. What the host
// moves it moves as Go does.
func lowerMoves(r *ir.Region, inKernel bool) {
	out := make([]*ir.Op, 0, len(r.Ops))
	for _, o := range r.Ops {
		for _, in := range o.Regions {
			lowerMoves(in, inKernel || isPattern(o))
		}
		if o.Kind == ir.OpMove && inKernel {
			out = append(out, loopsOf(o)...)
		} else {
			out = append(out, o)
		}
	}
	r.SetOps(out)
}

// movedBytes is the size of the blocks.
const movedBytes = 512

func loopsOf(o *ir.Op) []*ir.Op {
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	dst, src, n := o.Args[0], o.Args[1], o.Args[2]
	zero := b.Int(0)
	part := func(b *ir.Builder, s, n *ir.Value) *ir.Value {
		return b.Op(ir.OpSlice, []*ir.Value{s, zero, n}, s.Type).Result()
	}
	apart := func(b *ir.Builder, x, y *ir.Value, same int64) *ir.Value {
		a := b.Op(ir.OpApart, []*ir.Value{x, y}, ir.TBool)
		a.Ints = []int64{same, 0}
		return a.Result()
	}
	from := part(b, src, n)
	free := b.If(apart(b, part(b, dst, n), from, 1))
	straight := b.In(free.Regions[0])
	inLanes(straight, n, func(b *ir.Builder, i *ir.Value) { storeLeaves(b, dst, i, loadLeaves(b, src, i)) })
	straight.Yield()

	b = b.In(free.Regions[1])
	first := part(b, dst, b.Binary(ir.OpMin, n, b.Int(1)))
	moveBlocks(b, dst, src, n, apart(b, first, from, 0)) // forwards if what dst begins with is none of what is read
	b.Yield()
	return free.Parent.Take(0)
}

// inLanes emits a loop over [0, n).
func inLanes(b *ir.Builder, n *ir.Value, body func(b *ir.Builder, i *ir.Value)) {
	f := b.For(b.Int(0), n, 1, nil)
	f.Mode = ir.InLanes
	in := b.In(f.Regions[0])
	body(in, f.Regions[0].Params[0])
	in.Yield()
}

// moveBlocks moves elements block by block: each is read before it is written, and what it overwrites belongs to it or to those before.
func moveBlocks(b *ir.Builder, dst, src, n, forwards *ir.Value) {
	block := max(movedBytes/int64(max(src.Type.Elem.Size(), 1)), 1)
	size := b.Int(block)
	count := b.Binary(ir.OpDiv, b.Binary(ir.OpAdd, n, b.Int(block-1)), size)
	last := b.Binary(ir.OpSub, count, b.Int(1))
	var own []*ir.Value // a block of each leaf
	ir.Leaves(src.Type.Elem, func(_ []int, leaf *ir.Type) {
		a := b.Op(ir.OpAlloca, nil, ir.SliceOf(leaf))
		a.Ints = []int64{block}
		own = append(own, a.Result())
	})
	f := b.For(b.Int(0), count, 1, nil)
	in := b.In(f.Regions[0])
	k := f.Regions[0].Params[0]
	begin := in.Binary(ir.OpMul, in.Select(forwards, k, in.Binary(ir.OpSub, last, k)), size)
	m := in.Binary(ir.OpMin, size, in.Binary(ir.OpSub, n, begin))
	inLanes(in, m, func(b *ir.Builder, i *ir.Value) {
		for l, v := range loadLeaves(b, src, b.Binary(ir.OpAdd, begin, i)) {
			b.Store(own[l], i, v, nil)
		}
	})
	inLanes(in, m, func(b *ir.Builder, i *ir.Value) {
		vals := make([]*ir.Value, len(own))
		for l, a := range own {
			vals[l] = b.Load(a, i, nil)
		}
		storeLeaves(b, dst, b.Binary(ir.OpAdd, begin, i), vals)
	})
	in.Yield()
}

// hasLanes reports a loop inside that has lanes already.
func hasLanes(o *ir.Op) bool {
	return o.Regions[0].Contains(func(x *ir.Op) bool { return x.Kind == ir.OpFor && x.Mode == ir.InLanes })
}
