package opt

import "github.com/hone-go/hone/internal/ir"

// What is computed in float64 from float32, and becomes one again, is computed in float32 where that gives the same (ir.Single). So are a sum, difference, product, quotient
// or root of such: rounded to the 53 bits of a float64 first, it is rounded to the same float32 (S. Figueroa, When is double rounding innocuous?, 1995; the product is exact).

// singleOp simplifies a conversion of such a float64.
func singleOp(rw *rewriter, o *ir.Op) *ir.Value {
	x, t := o.Args[0], o.Results[0].Type
	if o.Kind != ir.OpConv || x.Type != ir.TF64 || x.Def == nil {
		return nil
	}
	if ir.Single(x) {
		if t == ir.TF32 {
			return inSingle(rw, x)
		}
		return rw.emit(ir.OpConv, t, inSingle(rw, x))
	}
	if t != ir.TF32 {
		return nil
	}
	d := x.Def
	if v := besideZero(rw, d); v != nil {
		return v
	}
	switch d.Kind {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpDiv, ir.OpSqrt:
	default:
		return nil
	}
	for _, a := range d.Args {
		if !ir.Single(a) {
			return nil
		}
	}
	args := make([]*ir.Value, len(d.Args))
	for i, a := range d.Args {
		args[i] = inSingle(rw, a)
	}
	v := rw.emit(d.Kind, t, args...)
	if d.Kind == ir.OpMul { // which the conversion keeps from being fused with a sum
		v = rw.emit(ir.OpFence, t, v)
	}
	return v
}

// besideZero is a sum or difference d of two products of such numbers as a float32, where a factor of one is 0: a complex number times one that is real or imaginary. The other
// product, which is exact in float64, is rounded once, as math.FMA does; what it is joined with is a zero, whose sign may count, or no number.
func besideZero(rw *rewriter, d *ir.Op) *ir.Value {
	if d.Kind != ir.OpAdd && d.Kind != ir.OpSub || !isSingleProduct(d.Args[0]) || !isSingleProduct(d.Args[1]) {
		return nil
	}
	k := 0
	if !timesZero(d.Args[k]) {
		k = 1
	}
	if !timesZero(d.Args[k]) {
		return nil
	}
	factors := func(v *ir.Value) (x, y *ir.Value) { return inSingle(rw, v.Def.Args[0]), inSingle(rw, v.Def.Args[1]) }
	x, y := factors(d.Args[k])
	zero := rw.emit(ir.OpFence, ir.TF32, rw.emit(ir.OpMul, ir.TF32, x, y))
	x, y = factors(d.Args[1-k])
	switch {
	case d.Kind == ir.OpSub && k == 1:
		zero = rw.emit(ir.OpNeg, ir.TF32, zero)
	case d.Kind == ir.OpSub:
		x = rw.emit(ir.OpNeg, ir.TF32, x)
	}
	return rw.emit(ir.OpFMA, ir.TF32, x, y, zero)
}

func isSingleProduct(v *ir.Value) bool {
	return v.Def != nil && v.Def.Kind == ir.OpMul && ir.Single(v.Def.Args[0]) && ir.Single(v.Def.Args[1])
}

// timesZero reports a product with the constant 0.
func timesZero(v *ir.Value) bool {
	for _, a := range v.Def.Args {
		if bits, ok := a.IsConst(); ok && ir.BitsFloat(ir.TF64, bits) == 0 {
			return true
		}
	}
	return false
}

// singleComparison compares such numbers as float32.
func singleComparison(rw *rewriter, o *ir.Op) *ir.Value {
	x, y := o.Args[0], o.Args[1]
	if x.Type != ir.TF64 || !ir.Single(x) || !ir.Single(y) {
		return nil
	}
	return rw.emit(o.Kind, ir.TBool, inSingle(rw, x), inSingle(rw, y))
}

// inSingle is such a number as a float32.
func inSingle(rw *rewriter, v *ir.Value) *ir.Value {
	return ir.InSingle(v, func(k ir.OpKind, bits uint64, args ...*ir.Value) *ir.Value {
		if k == ir.OpConst {
			return rw.constant(ir.TF32, bits)
		}
		return rw.emit(k, ir.TF32, args...)
	})
}
