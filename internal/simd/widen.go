package simd

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// WidenDivisions makes divisions of 8- and 16-bit integers by variables ones of 32-bit floats, whose quotient, cut, is exact: with x and y
// below 2^16 the quotient is farther from the next integer than its rounding error (which is at most x/y * 2^-24 < 1/y). A division by zero,
// in lanes that are off, gives anything. It goes before the lanes are counted, since they are as many as 32-bit elements fit a register
// then. Divisions by constants are multiplications in the type itself.
func WidenDivisions(k *Kernel, _ *Options) error {
	widenDivisions(k.Func.Body, false)
	return nil
}

func widenDivisions(r *ir.Region, lanes bool) {
	for _, o := range r.Ops {
		for _, in := range o.Regions {
			widenDivisions(in, lanes || o.Mode == ir.InLanes)
		}
	}
	if !lanes || !slices.ContainsFunc(r.Ops, shortDivision) {
		return
	}
	var ops []*ir.Op
	for _, o := range r.Ops {
		if !shortDivision(o) {
			ops = append(ops, o)
			continue
		}
		tmp := &ir.Region{}
		b := &ir.Builder{Region: tmp, Pos: o.Pos}
		x, y, t := o.Args[0], o.Args[1], o.Results[0].Type
		q := b.Conv(b.Conv(b.Binary(ir.OpDiv, b.Conv(x, ir.TF32), b.Conv(y, ir.TF32)), ir.TI32), t)
		if o.Kind == ir.OpRem {
			q = b.Binary(ir.OpSub, x, b.Binary(ir.OpMul, q, y))
		}
		q.Def.SetResults(o.Results)
		ops = append(ops, tmp.Ops...)
	}
	r.SetOps(ops)
}

// shortDivision reports a division of integers of up to 16 bits by what is no constant.
func shortDivision(o *ir.Op) bool {
	if (o.Kind != ir.OpDiv && o.Kind != ir.OpRem) || !o.Results[0].Type.IsInt() || o.Results[0].Type.Size() > 2 {
		return false
	}
	_, known := o.Args[1].IsConst()
	return !known
}
