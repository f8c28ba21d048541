package sched

import "github.com/hone-go/hone/internal/ir"

// Places that are computed in floats, as where a picture is made smaller, int((float64(x)+0.5)*scale), have ranges, too: sums, products and quotients by what is the same everywhere
// rise or fall all the way with what they are computed from, rounded as they are (as in interval arithmetic: Moore, "Interval Analysis", 1966, but that the program's own operations say
// where its results lie, so that nothing has to be rounded outwards). The guard refuses what is no number, or far away.

// floatRange is the range of a float; not ok if it isn't known.
func (x *extremes) floatRange(v *ir.Value) (r [2]*ir.Value, ok bool) {
	e := x.e
	if !x.varying(v) {
		return [2]*ir.Value{v, v}, true
	}
	o := v.Def
	if o == nil || v.Type != ir.TF64 || len(o.Results) != 1 {
		return r, false
	}
	if o.Kind == ir.OpConv {
		if o.Args[0].Type != ir.TI64 {
			return r, false
		}
		y := x.polyRange(e.p.s.Of(o.Args[0]))
		return [2]*ir.Value{e.b.Conv(y[0], ir.TF64), e.b.Conv(y[1], ir.TF64)}, true
	}
	var args [][2]*ir.Value
	switch o.Kind {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpMin, ir.OpMax, ir.OpFMA, ir.OpNeg, ir.OpFloor, ir.OpCeil, ir.OpTrunc:
	case ir.OpDiv:
		if x.varying(o.Args[1]) {
			return r, false
		}
	default:
		return r, false
	}
	for _, a := range o.Args {
		y, ok := x.floatRange(a)
		if !ok {
			return r, false
		}
		args = append(args, y)
	}
	return x.corners(o, args), true
}

// corners is the least and the greatest of an operation at the ends of all its operands.
func (x *extremes) corners(o *ir.Op, args [][2]*ir.Value) (r [2]*ir.Value) {
	b := x.e.b
	for k := range 1 << len(args) {
		at := make([]*ir.Value, len(args))
		double := false
		for i, a := range args {
			at[i] = a[k>>i&1]
			double = double || k>>i&1 == 1 && a[0] == a[1]
		}
		if double {
			continue
		}
		v := b.Op(o.Kind, at, ir.TF64).Result()
		if r[0] == nil {
			r = [2]*ir.Value{v, v}
			continue
		}
		r = [2]*ir.Value{b.Binary(ir.OpMin, r[0], v), b.Binary(ir.OpMax, r[1], v)}
	}
	return r
}
