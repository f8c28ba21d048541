package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// reduceBits is the logarithm of the number of elements in a block of the canonical order.
const reduceBits = 13

// cut takes reductions into the loop over blocks of another multi that goes through the same elements, as ArgMin does beside a Min: where the blocks are those of
// the canonical order, the reductions have one result for each block of theirs, and these are put together behind.
func (z *fuser) cut(p, c *ir.Op) bool {
	if z.assumed != nil {
		return false
	}
	whole, blocks := p, c
	if !onlyReduces(whole) {
		whole, blocks = c, p
	}
	if !onlyReduces(whole) || !inBlocksOf(blocks, whole.Args[0]) {
		return false
	}
	r := whole.Parent
	b := &ir.Builder{Region: ir.NewRegion(nil), Pos: whole.Pos}
	parts := reduceBlocks(b, whole, blocks)
	results := combineBlocks(b, whole, parts)
	n, at := len(b.Region.Ops), r.Index(whole)
	whole.InsertBefore(b.Region.Take(0)...)
	cut := slices.Clone(r.Ops[at : at+n])

	m := &merge{fuser: newFuser(z.f, nil), p: parts, c: blocks}
	if whole == c {
		m.p, m.c = blocks, parts
	}
	if m.against() != "" {
		for _, o := range slices.Backward(cut) {
			o.Remove()
		}
		return false
	}
	for i, v := range whole.Results {
		ir.ReplaceUses(z.f.Body, v, results[i])
	}
	whole.Remove()
	m.do()
	return true
}

// onlyReduces reports a multi that does nothing but put together what it computes, which can't fail, element by element.
func onlyReduces(multi *ir.Op) bool {
	return len(multi.Args) == 1 && len(multi.Results) > 0 && !multi.Regions[0].Contains(func(o *ir.Op) bool {
		switch {
		case o.Kind == ir.OpReduce:
			return o.Parent != multi.Regions[0] || o.Mode == ir.InOrder
		case o.Kind == ir.OpIf, o.Kind == ir.OpLoad, o.Kind == ir.OpYield:
			return false
		}
		return !o.Kind.Has(ir.Pure)
	})
}

// inBlocksOf reports a multi over the blocks of the canonical order that n elements have: each iteration goes in loops over its block.
func inBlocksOf(multi *ir.Op, n *ir.Value) bool {
	if len(multi.Args) != 1 || !countsBlocks(multi.Args[0], n) {
		return false
	}
	loops := loopsIn(multi)
	return len(loops) > 0 && !slices.ContainsFunc(loops, func(loop *ir.Op) bool {
		if loop.Kind != ir.OpMulti || len(loop.Args) != 1 {
			return true
		}
		start := blockStart(loop.Args[0], n)
		return start == nil || start.Def.Args[0] != multi.Regions[0].Params[0]
	})
}

// countsBlocks reports (n + 8191) / 8192, also of an n that is 0 where it is less.
func countsBlocks(v, n *ir.Value) bool {
	d := v.Def
	if d == nil || !(d.Kind == ir.OpShr && d.Args[1].IsConstInt(reduceBits) || d.Kind == ir.OpDiv && d.Args[1].IsConstInt(reduceBlock)) {
		return false
	}
	x, add := d.Args[0], int64(0)
	for x.Def != nil && (x.Def.Kind == ir.OpAdd || x.Def.Kind == ir.OpSub) {
		c, ok := x.Def.Args[1].ConstInt()
		if !ok || c < 0 || c > reduceBlock {
			break
		}
		if x.Def.Kind == ir.OpSub {
			c = -c
		}
		x, add = x.Def.Args[0], add+c
	}
	if m := x.Def; x != n && m != nil && m.Kind == ir.OpMax && m.Args[1].IsConstInt(0) {
		x = m.Args[0]
	}
	return add == reduceBlock-1 && x == n
}

// blockStart is r*8192 in v = min(8192, n - r*8192); nil: v is something else.
func blockStart(v, n *ir.Value) *ir.Value {
	d := v.Def
	if d == nil || d.Kind != ir.OpMin {
		return nil
	}
	for k, left := range d.Args {
		if x := left.Def; x != nil && x.Kind == ir.OpSub && x.Args[0] == n && d.Args[1-k].IsConstInt(reduceBlock) {
			if at := x.Args[1].Def; at != nil && (at.Kind == ir.OpShl && at.Args[1].IsConstInt(reduceBits) || at.Kind == ir.OpMul && at.Args[1].IsConstInt(reduceBlock)) {
				return x.Args[1]
			}
		}
	}
	return nil
}

// reduceBlocks emits a multi over blocks that collects what reductions have as the results of theirs.
func reduceBlocks(b *ir.Builder, whole, blocks *ir.Op) *ir.Op {
	n := whole.Args[0]
	lengths := make([]*ir.Type, len(whole.Results))
	for i, v := range whole.Results {
		lengths[i] = ir.SliceOf(v.Type)
	}
	same := map[*ir.Value]*ir.Value{n: n}
	parts := b.Multi([]*ir.Value{recompute(b, blocks.Args[0], same)}, lengths...)
	in := b.In(parts.Regions[0])
	same[blocks.Regions[0].Params[0]] = parts.Regions[0].Params[0]
	length := loopsIn(blocks)[0].Args[0]
	inner := in.Multi([]*ir.Value{recompute(in, length, same)}, ir.Types(whole.Results)...)
	lo := same[blockStart(length, n)]
	at := in.In(inner.Regions[0])
	cloner := ir.NewCloner()
	cloner.Map(whole.Regions[0].Params[0], at.Binary(ir.OpAdd, lo, inner.Regions[0].Params[0]))
	cloner.Into(inner.Regions[0], whole.Regions[0].Ops)
	for _, v := range inner.Results {
		in.Op(ir.OpCollect, []*ir.Value{v})
	}
	in.Yield()
	return parts
}

// recompute emits v once more, of the values that others stand for: it may stand behind.
func recompute(b *ir.Builder, v *ir.Value, same map[*ir.Value]*ir.Value) *ir.Value {
	if w := same[v]; w != nil {
		return w
	}
	args := make([]*ir.Value, len(v.Def.Args))
	for i, a := range v.Def.Args {
		args[i] = recompute(b, a, same)
	}
	o := b.Op(v.Def.Kind, args, v.Type)
	o.Bits = v.Def.Bits
	same[v] = o.Result()
	return o.Result()
}

// combineBlocks emits what puts the results of blocks together, from left to right; without any they are what reductions begin with.
func combineBlocks(b *ir.Builder, whole, parts *ir.Op) []*ir.Value {
	var ids []*ir.Value
	for _, out := range whole.Outputs() {
		ids = append(ids, out.IDs()...)
	}
	loop := b.For(b.Int(0), parts.Args[0], 1, ids)
	in := b.In(loop.Regions[0])
	r, before := loop.Regions[0].Params[0], loop.Regions[0].Params[1:]
	next := make([]*ir.Value, len(ids))
	for i, t := range parts.Results {
		next[i] = in.Load(t, r, nil)
	}
	first := in.If(in.Compare(ir.OpEq, r, in.Int(0)), ir.Types(ids)...)
	in.In(first.Regions[0]).Yield(next...)
	others := in.In(first.Regions[1])
	var all []*ir.Value
	for from, outs := 0, whole.Outputs(); len(outs) > 0; outs = outs[1:] {
		to := from + outs[0].Given()
		combine, cloner := outs[0].Combine(), ir.NewCloner()
		cloner.MapAll(combine.Params, slices.Concat(before[from:to], next[from:to]))
		cloner.Into(others.Region, combine.Ops)
		all = append(all, others.Region.TakeLast().Args...)
		from = to
	}
	others.Yield(all...)
	in.Yield(first.Results...)
	return loop.Results
}

func newFuser(f *ir.Func, assumed *Assumption) *fuser {
	mem := analysis.MemoryOf(f)
	if assumed != nil {
		mem = analysis.MemoryApart(f)
	}
	return &fuser{f: f, assumed: assumed, mem: mem, uses: f.Uses(), shared: analysis.Shared(f)}
}
