package simd

import "github.com/hone-go/hone/internal/ir"

// widenDivisions makes divisions of 8- and 16-bit integers ones of 32 bits, which vectors do by way of floating point; narrower ones would
// be done lane by lane. It goes before the lanes are counted, since they are as many as 32-bit elements fit a register then.
func widenDivisions(r *ir.Region) {
	var ops []*ir.Op
	for _, o := range r.Ops {
		for _, in := range o.Regions {
			widenDivisions(in)
		}
		if (o.Kind != ir.OpDiv && o.Kind != ir.OpRem) || !o.Results[0].Type.IsInt() || o.Results[0].Type.Size() > 2 {
			ops = append(ops, o)
			continue
		}
		tmp := &ir.Region{}
		b := &ir.Builder{Region: tmp, Pos: o.Pos}
		narrow, wide := o.Results[0], ir.TU32
		if narrow.Type.IsSigned() {
			wide = ir.TI32
		}
		widen := func(v *ir.Value) *ir.Value {
			if c, ok := v.ConstInt(); ok {
				return b.Const(wide, uint64(c))
			}
			return b.Conv(v, wide)
		}
		q := b.Op(o.Kind, []*ir.Value{widen(o.Args[0]), widen(o.Args[1])}, wide).Result()
		back := b.Op(ir.OpConv, []*ir.Value{q})
		back.Results = []*ir.Value{narrow}
		narrow.Def = back
		for _, x := range tmp.Ops {
			x.Parent = r
		}
		ops = append(ops, tmp.Ops...)
	}
	r.Ops = ops
}
