package simd

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// LowerFor rewrites every sequential `for` of a kernel as a bottom-tested loop under a guard, so that what follows knows one kind of loop:
//
//	for lo, hi, inits (i, c) { body; yield n }
//	=> if lo < hi { loop inits (i, c) { body; i' = i+step; if i' < hi { continue i', n } else { break n } } } else { yield inits }
//
// Where lanes begin and end it moved by the same, it goes through the number of iterations, in which they agree whatever wraps around:
//
//	=> if lo < hi { n = hi-lo; loop 0, inits (k, c) { i = lo+k; body; k' = k+1; if k' != n { continue k', n } else { break n } } } else { yield inits }
func LowerFor(k *Kernel, _ *Options) error {
	moved := map[*ir.Op]bool{}
	k.Func.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpFor && o.Mode == ir.InLanes {
			findMoved(o, moved)
			return false
		}
		return true
	})
	lowerFor(k.Func.Body, moved)
	return nil
}

// findMoved finds the loops inside one in lanes that begin and end moved by the same from lane to lane, but for what is clamped at its borders.
func findMoved(lanes *ir.Op, moved map[*ir.Op]bool) {
	inside := func(o *ir.Op) bool { return o.Kind == ir.OpFor && abs64(o.Ints[0]) == 1 && o.Mode != ir.InLanes }
	if !lanes.Regions[0].Contains(inside) {
		return
	}
	s := analysis.ShapesOf(lanes)
	lanes.Regions[0].Walk(func(o *ir.Op) bool {
		if inside(o) {
			lo, ok := strideInside(s, o.Args[0])
			hi, also := strideInside(s, o.Args[1])
			moved[o] = ok && also && lo == hi && lo != 0
		}
		return true
	})
}

// strideInside is how far v is from lane to lane where it is not clamped.
func strideInside(s *analysis.Shapes, v *ir.Value) (stride int64, ok bool) {
	if sh := s.Of(v); !sh.Varying {
		return sh.Stride, true
	}
	if v.Def == nil {
		return 0, false
	}
	switch k := v.Def.Kind; k {
	case ir.OpMax, ir.OpMin, ir.OpAdd, ir.OpSub:
		x, ok := strideInside(s, v.Def.Args[0])
		y, also := strideInside(s, v.Def.Args[1])
		if k == ir.OpSub {
			y = -y
		}
		if k == ir.OpAdd || k == ir.OpSub || x == 0 || y == 0 {
			return x + y, ok && also
		}
	}
	return 0, false
}

func lowerFor(r *ir.Region, moved map[*ir.Op]bool) {
	for k := 0; k < len(r.Ops); k++ {
		o := r.Ops[k]
		for _, in := range o.Regions {
			lowerFor(in, moved)
		}
		if o.Kind == ir.OpFor && o.Mode != ir.InLanes {
			k += lowerOneFor(r, k, moved[o])
		}
	}
}

// lowerOneFor rewrites r.Ops[at] and returns how many ops it put before it.
func lowerOneFor(r *ir.Region, at int, moved bool) int {
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
	first, last := lo, hi
	if moved {
		first, last = b.Int(0), b.Binary(ir.OpMul, b.Int(step), b.Binary(ir.OpSub, hi, lo))
		less = ir.OpNe
	}
	loop := b.Loop(append([]*ir.Value{first}, inits...), ir.Types(inits)...)
	b.Yield(loop.Results...)
	loop.SetRegion(0, body)
	body.Retarget(o, loop)

	if moved {
		countFrom(lo, step, body)
		step = 1
	}
	next := closeBody(body, loop, b)
	b.Region = body
	i2 := b.Binary(ir.OpAdd, body.Params[0], b.Int(step))
	test := b.If(b.Compare(less, i2, last))
	b.In(test.Regions[0]).Continue(loop, append([]*ir.Value{i2}, next...)...)
	b.In(test.Regions[1]).Break(loop, next...)
	b.Break(loop, next...) // never reached: every region ends in a terminator

	r.Insert(at, pre.Ops...)
	return len(pre.Ops)
}

// countFrom has the index of a body, which goes from lo on in steps, be the number of the iteration.
func countFrom(lo *ir.Value, step int64, body *ir.Region) {
	k := body.Params[0]
	ahead := &ir.Region{}
	b := &ir.Builder{Region: ahead, Pos: body.Parent.Pos}
	i := b.Binary(ir.OpAdd, lo, b.Binary(ir.OpMul, b.Int(step), k))
	ir.ReplaceUses(body, k, i)
	body.Insert(0, ahead.Take(0)...)
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
