package opt

import (
	"math"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// mostDivided bounds integers that are divided as floats: 2^-51 of the quotient, by which a product with the reciprocal may be too large, is less than what is missing from it to the next integer.
const mostDivided = 1 << 50

// Quotients has lanes divide integers of 64 bits that are known to be small, such as sums of smaller ones, by what is the same for all of them as floats:
//
//	q = n / d  =>  q = conv (conv n * r), where r is 1/d, or a little farther from 0
//
// A multiple of d is not rounded below the quotient, for r isn't less than 1/d (in magnitude), and nothing else is rounded up to the next integer. It is for machines that convert between the two in vectors.
func Quotients(f *ir.Func) bool {
	if f.Kernel == ir.NotKernel {
		return false
	}
	var divisions []*ir.Op
	f.Body.Walk(func(o *ir.Op) bool {
		if (o.Kind == ir.OpDiv || o.Kind == ir.OpRem) && o.Results[0].Type == ir.TI64 && byUniform(o) {
			divisions = append(divisions, o)
		}
		return true
	})
	if len(divisions) == 0 {
		return false
	}
	changed := false
	ranges := analysis.NewRanges()
	f.Body.Walk(func(o *ir.Op) bool { // long sums, from their begin on
		if len(o.Results) == 1 && o.Results[0].Type == ir.TI64 {
			ranges.Of(o.Results[0])
		}
		return true
	})
	for _, o := range divisions {
		if !ranges.Of(o.Args[0]).Within(-mostDivided, mostDivided) {
			continue
		}
		loop, d := lanesAround(o), o.Args[1]
		c, constant := d.ConstInt()
		b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
		var by *ir.Value
		if constant {
			by = b.Const(ir.TF64, math.Float64bits(1/float64(c))+1)
		} else {
			by = beyond(loop, d)
		}
		q := b.Conv(b.Binary(ir.OpMul, b.Conv(o.Args[0], ir.TF64), by), ir.TI64)
		if o.Kind == ir.OpRem {
			q = b.Binary(ir.OpSub, o.Args[0], b.Binary(ir.OpMul, q, d))
		}
		o.InsertBefore(b.Region.Take(0)...)
		ir.ReplaceUses(f.Body, o.Results[0], q)
		o.Remove()
		changed = true
	}
	return changed
}

// byUniform reports a division in lanes by what is the same for all of them, and no power of two.
func byUniform(o *ir.Op) bool {
	loop := lanesAround(o)
	if c, constant := o.Args[1].ConstInt(); constant {
		return loop != nil && c != 0 && c&(c-1) != 0
	}
	return loop != nil && !inside(o.Args[1], loop)
}

// lanesAround is the loop or reduction in lanes that o is in.
func lanesAround(o *ir.Op) *ir.Op {
	for p := o.Parent.Parent; p != nil; p = p.Parent.Parent {
		if p.Mode == ir.InLanes && p.Kind.Has(ir.Loop) {
			return p
		}
	}
	return nil
}

// beyond emits the reciprocal of d ahead of a loop: the next float, away from 0.
func beyond(loop *ir.Op, d *ir.Value) *ir.Value {
	b := &ir.Builder{Region: ir.NewRegion(loop.Parent.Parent), Pos: loop.Pos}
	r := b.Binary(ir.OpDiv, b.Float(ir.TF64, 1), b.Conv(d, ir.TF64))
	bits := b.Op(ir.OpBitcast, []*ir.Value{r}, ir.TU64).Result()
	next := b.Op(ir.OpBitcast, []*ir.Value{b.Binary(ir.OpAdd, bits, b.Const(ir.TU64, 1))}, ir.TF64).Result()
	loop.InsertBefore(b.Region.Take(0)...)
	return next
}
