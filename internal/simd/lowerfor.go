package simd

import "github.com/hone-go/hone/internal/ir"

// LowerFor rewrites every sequential `for` of a kernel as a bottom-tested loop under a guard, so that what follows knows one kind of loop:
//
//	for lo, hi, inits (i, c) { body; yield n }
//	=> if lo < hi { loop inits (i, c) { body; i' = i+step; if i' < hi { continue i', n } else { break n } } } else { yield inits }
func LowerFor(k *Kernel, _ *Options) error {
	lowerFor(k.Func.Body)
	return nil
}

func lowerFor(r *ir.Region) {
	for k := 0; k < len(r.Ops); k++ {
		o := r.Ops[k]
		for _, in := range o.Regions {
			lowerFor(in)
		}
		if o.Kind == ir.OpFor && o.Mode != ir.InLanes {
			k += lowerOneFor(r, k)
		}
	}
}

// lowerOneFor rewrites r.Ops[at] and returns how many ops it put before it.
func lowerOneFor(r *ir.Region, at int) int {
	o := r.Ops[at]
	lo, hi, inits := o.Args[0], o.Args[1], o.Args[2:]
	step, body := o.Ints[0], o.Regions[0]
	less := ir.OpLt
	if step < 0 {
		less = ir.OpGt
	}
	pre := &ir.Region{}
	b := &ir.Builder{Region: pre, Pos: o.Pos}
	guard := b.Compare(less, lo, hi)

	o.Ints = nil
	o.Become(ir.OpIf, guard)
	o.SetRegions()
	then, other := o.AddRegion(), o.AddRegion()
	b.In(other).Yield(inits...)

	b.Region = then
	loop := b.Loop(append([]*ir.Value{lo}, inits...), ir.Types(inits)...)
	b.Yield(loop.Results...)
	loop.SetRegion(0, body)
	body.Retarget(o, loop)

	next := closeBody(body, loop, b)
	b.Region = body
	i2 := b.Binary(ir.OpAdd, body.Params[0], b.Int(step))
	test := b.If(b.Compare(less, i2, hi))
	b.In(test.Regions[0]).Continue(loop, append([]*ir.Value{i2}, next...)...)
	b.In(test.Regions[1]).Break(loop, next...)
	b.Break(loop, next...) // never reached: every region ends in a terminator

	r.Insert(at, pre.Ops...)
	return len(pre.Ops)
}

// closeBody makes the body fall through to its end, with the values for the next iteration: its last yield is dropped if it's the only
// way to go on, else the body goes into a block that the others leave.
func closeBody(body *ir.Region, loop *ir.Op, b *ir.Builder) []*ir.Value {
	last := body.Terminator()
	early := 0
	body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpContinue && o.Target == loop && o != last {
			early++
		}
		return true
	})
	if early == 0 && (last.Kind == ir.OpYield || last.Kind == ir.OpContinue && last.Target == loop) {
		body.TakeLast()
		return last.Args
	}
	blk := body.NewOp(ir.OpBlock, loop.Pos, nil, ir.Types(body.Params[1:])...)
	in := blk.AddRegion()
	body.Outline(0, len(body.Ops), blk, in)
	in.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpContinue && o.Target == loop {
			o.SetTarget(blk)
			o.SetKind(ir.OpBreak)
		}
		return true
	})
	return blk.Results
}
