package sched

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// What is no polynomial of indices may have a range over the index space all the same: the least and the greatest of i%n, a byte, or what a condition chooses are
// computed as those of an index are given, and taken for its ends. That such a value and others vary together is seen for minima, maxima and what one condition
// chooses (extreme.go); else the guard asks for more than it has to.

// farAway is a distance at which nobody clamps.
const farAway = 1 << 32

// mask is the greatest result of an and with a constant, which keeps it from being negative.
func mask(o *ir.Op) (int64, bool) {
	for _, a := range o.Args {
		if c, ok := a.ConstInt(); ok && c >= 0 {
			return c, true
		}
	}
	return 0, false
}

// narrowUnsigned reports types all of whose values may well be indices.
func narrowUnsigned(t *ir.Type) bool { return t == ir.TU8 || t == ir.TU16 || t == ir.TBool }

// rangeOf emits the least and the greatest of a value.
func (x *extremes) rangeOf(v *ir.Value) [2]*ir.Value {
	if !x.varying(v) {
		y := x.e.b.Conv(v, ir.TI64)
		return [2]*ir.Value{y, y}
	}
	if r, ok := x.ranges[v]; ok {
		return r
	}
	zero := x.e.b.Int(0)
	x.ranges[v] = [2]*ir.Value{zero, zero} // in cycles, which fail
	if x.e.spent() {
		return x.ranges[v]
	}
	r := x.newRange(v)
	x.ranges[v] = r
	return r
}

func (x *extremes) newRange(v *ir.Value) [2]*ir.Value {
	e := x.e
	if kind, a, b, ok := x.choice(v); ok {
		y, z := x.polyRange(a), x.polyRange(b)
		r := [2]*ir.Value{e.b.Binary(kind, y[0], z[0]), e.b.Binary(kind, y[1], z[1])}
		r[0] = x.beyondHalf(r[0], kind, a, b, false)
		r[1] = x.beyondHalf(r[1], kind, a, b, true)
		return r
	}
	if _, ok := e.p.index[v]; ok {
		r := x.endsOf(v)
		return [2]*ir.Value{x.extreme(r.lo, false), x.extreme(r.hi, true)}
	}
	o := v.Def
	if o == nil || v.Type != ir.TI64 {
		zero := x.fail()
		return [2]*ir.Value{zero, zero}
	}
	arg := func(k int) [2]*ir.Value { return x.polyRange(e.p.s.Of(o.Args[k])) }
	switch o.Kind {
	case ir.OpDiv, ir.OpRem:
		if !e.p.fixed(o.Args[1]) {
			break
		}
		by, y := e.divisor(o.Args[1]), arg(0)
		if o.Kind == ir.OpDiv {
			return [2]*ir.Value{e.b.Binary(ir.OpDiv, y[0], by), e.b.Binary(ir.OpDiv, y[1], by)}
		}
		e.need(e.b.Compare(ir.OpGe, y[0], e.b.Int(0)))
		return [2]*ir.Value{e.b.Int(0), e.b.Binary(ir.OpMin, y[1], e.b.Binary(ir.OpSub, by, e.b.Int(1)))}
	case ir.OpAnd:
		if most, ok := mask(o); ok {
			return [2]*ir.Value{e.b.Int(0), e.b.Int(most)}
		}
	case ir.OpOr, ir.OpAndNot, ir.OpShr:
		if i, by, ok := analysis.Quotient(o); ok {
			y, by := x.polyRange(e.p.s.Of(i)), e.b.Int(by)
			return [2]*ir.Value{e.b.Binary(ir.OpDiv, y[0], by), e.b.Binary(ir.OpDiv, y[1], by)}
		}
		if r, ok := x.bitsRange(o, arg); ok {
			return r
		}
	case ir.OpConv:
		if t := o.Args[0].Type; narrowUnsigned(t) {
			return [2]*ir.Value{e.b.Int(0), e.b.Int(1<<t.Bits() - 1)}
		} else if t == ir.TF64 {
			if r, ok := x.floatRange(o.Args[0]); ok {
				e.need(e.b.Compare(ir.OpGt, r[0], e.b.Float(ir.TF64, -farAway)))
				e.need(e.b.Compare(ir.OpLt, r[1], e.b.Float(ir.TF64, farAway)))
				return [2]*ir.Value{e.b.Conv(r[0], ir.TI64), e.b.Conv(r[1], ir.TI64)}
			}
		}
	}
	if cond, yes, no, ok := arms(v); ok {
		return e.merged(x.armRange(yes, condition{cond, true}), x.armRange(no, condition{cond, false})).r
	}
	if q := e.p.s.Of(v); !q.IsAtom() {
		return x.polyRange(q)
	}
	zero := x.fail()
	return [2]*ir.Value{zero, zero}
}

// bitsRange is the range of i|c, i&^c or i>>c for a constant c, where i is not negative.
func (x *extremes) bitsRange(o *ir.Op, arg func(k int) [2]*ir.Value) (r [2]*ir.Value, ok bool) {
	e, k := x.e, 1
	c, known := o.Args[1].ConstInt()
	if !known && o.Kind == ir.OpOr {
		k = 0
		c, known = o.Args[0].ConstInt()
	}
	if !known || c < 0 || c >= farAway {
		return r, false
	}
	y := arg(1 - k)
	e.need(e.b.Compare(ir.OpGe, y[0], e.b.Int(0)))
	switch {
	case o.Kind == ir.OpShr:
		n := e.b.Const(ir.TU64, uint64(c))
		return [2]*ir.Value{e.b.Binary(ir.OpShr, y[0], n), e.b.Binary(ir.OpShr, y[1], n)}, true
	case o.Kind == ir.OpAndNot:
		return [2]*ir.Value{e.b.Int(0), y[1]}, true
	case c&(c+1) == 0: // the lowest bits: it grows with i
		return [2]*ir.Value{e.b.Binary(ir.OpOr, y[0], e.b.Int(c)), e.b.Binary(ir.OpOr, y[1], e.b.Int(c))}, true
	}
	return [2]*ir.Value{e.b.Binary(ir.OpMax, y[0], e.b.Int(c)), e.b.Binary(ir.OpAdd, y[1], e.b.Int(c))}, true
}

// beyondHalf is the extreme v of the larger or the smaller of a and b, made no more than it has to be: the larger of two numbers with the same sum everywhere is half of that at
// least, and the smaller at most. So it is known of a distance, which is the larger of i-j and j-i, that it isn't below 0.
func (x *extremes) beyondHalf(v *ir.Value, kind ir.OpKind, a, b analysis.Poly, top bool) *ir.Value {
	e := x.e
	sum := e.p.s.Add(a, b)
	if top != (kind == ir.OpMin) || x.varies(sum) || !x.varies(a) {
		return v
	}
	e.small(a)
	e.small(b)
	if !top { // upwards
		sum = e.p.s.Add(sum, analysis.Const(1))
	}
	half := e.b.Binary(ir.OpShr, sum.Emit(e.b, outside), e.b.Const(ir.TU64, 1))
	return e.b.Binary(kind, v, half)
}

// polyRange is the range of a polynomial.
func (x *extremes) polyRange(q analysis.Poly) [2]*ir.Value {
	if q.IsAtom() && x.varies(q) {
		return x.rangeOf(q.Atoms()[0])
	}
	x.e.small(q)
	return [2]*ir.Value{x.extreme(q, false), x.extreme(q, true)}
}

func (e *guardEmitter) either(x, y [2]*ir.Value) [2]*ir.Value {
	return [2]*ir.Value{e.b.Binary(ir.OpMin, x[0], y[0]), e.b.Binary(ir.OpMax, x[1], y[1])}
}

// divisor is one that is positive, which the guard asks for.
func (e *guardEmitter) divisor(v *ir.Value) *ir.Value {
	x := e.b.Conv(v, ir.TI64)
	if c, ok := v.ConstInt(); !ok || c <= 0 {
		e.need(e.b.Compare(ir.OpGt, x, e.b.Int(0)))
		x = e.b.Binary(ir.OpMax, x, e.b.Int(1)) // the guard itself doesn't divide by zero
	}
	return x
}

// armRange is the range of a value where a condition holds: over the part of the index space where it does, if conditions on indices say so, and as far as the
// condition is on the value itself, as in a clamp by if.
func (x *extremes) armRange(v *ir.Value, c condition) (out found) {
	q := x.e.p.s.Of(v)
	for _, part := range x.where(c) {
		out = x.e.merged(out, found{part.polyRange(q), part.nowhere()})
	}
	out.r = x.limited(v, out.r, c)
	return out
}

// limited is a range of a value by a condition on it.
func (x *extremes) limited(v *ir.Value, r [2]*ir.Value, c condition) [2]*ir.Value {
	e := x.e
	o := c.v.Def
	if o == nil || !e.p.op.Defines(c.v) {
		return r
	}
	switch o.Kind {
	case ir.OpNot:
		return x.limited(v, r, condition{o.Args[0], !c.holds})
	case ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
	default:
		return r
	}
	if o.Args[0].Type != ir.TI64 {
		return r
	}
	kind, z, y := o.Kind, o.Args[0], o.Args[1]
	if !c.holds {
		kind = kind.Negated()
	}
	if !x.varying(z) {
		kind, z, y = kind.Mirrored(), y, z
	}
	d, same := e.p.s.Sub(e.p.s.Of(v), e.p.s.Of(z)).Const()
	if !same || d < -farAway || d > farAway || x.varying(y) {
		return r
	}
	// v = z + d: z < y says v <= y + d - 1, where nothing wraps around.
	e.small(e.p.s.Of(v))
	e.small(e.p.s.Of(z))
	e.smallValue(y)
	limit := func(by int64) *ir.Value { return e.b.Binary(ir.OpAdd, e.b.Conv(y, ir.TI64), e.b.Int(d+by)) }
	switch kind {
	case ir.OpLt:
		r[1] = e.b.Binary(ir.OpMin, r[1], limit(-1))
	case ir.OpLe:
		r[1] = e.b.Binary(ir.OpMin, r[1], limit(0))
	case ir.OpGt:
		r[0] = e.b.Binary(ir.OpMax, r[0], limit(1))
	case ir.OpGe:
		r[0] = e.b.Binary(ir.OpMax, r[0], limit(0))
	}
	return r
}
