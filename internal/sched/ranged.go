package sched

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// What is no polynomial of indices may have a range over the index space all the same: the least and the greatest of min(max(x+d, 0), w-1), i%n, or a byte are
// computed like those of an index, of which a check then is at the corners. That such a value and others vary together is not seen: the guard asks for more
// than it has to.

// maxRanged is the depth to which expressions are looked into.
const maxRanged = 8

// farAway is a distance at which nobody clamps.
const farAway = 1 << 32

// ranged reports a value whose range a guard can compute.
func (p *space) ranged(v *ir.Value, depth int) bool {
	if !p.inside[v] || isConst(v) {
		return v.Type.IsInt()
	}
	if sp, ok := p.index[v]; ok {
		return sp.loop == nil || p.boxed(sp.loop)
	}
	o := v.Def
	if o == nil || depth > maxRanged || v.Type != ir.TI64 {
		return false
	}
	switch o.Kind {
	case ir.OpMin, ir.OpMax:
		return p.ranged(o.Args[0], depth+1) && p.ranged(o.Args[1], depth+1)
	case ir.OpDiv, ir.OpRem:
		return p.fixed(o.Args[1]) && p.ranged(o.Args[0], depth+1)
	case ir.OpAnd:
		_, ok := mask(o)
		return ok
	case ir.OpConv:
		return narrowUnsigned(o.Args[0].Type)
	case ir.OpSelect:
		return p.ranged(o.Args[1], depth+1) && p.ranged(o.Args[2], depth+1)
	case ir.OpIf:
		for _, r := range o.Regions {
			if t := r.Terminator(); t.Kind != ir.OpYield || !p.ranged(t.Args[v.Index], depth+1) {
				return false
			}
		}
		return true
	}
	q := p.s.Of(v)
	return !q.IsAtom() && p.rangedPoly(q, depth+1)
}

// rangedPoly reports a polynomial, linear in each of what varies in it, that takes its extremes where these do.
func (p *space) rangedPoly(q analysis.Poly, depth int) bool {
	n := 0
	for _, v := range q.Atoms() {
		if !p.inside[v] {
			continue
		}
		n++
		if _, linear := q.Coef(v); !linear || !p.ranged(v, depth) {
			return false
		}
	}
	return n <= maxCorner
}

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
func (e *guardEmitter) rangeOf(v *ir.Value) [2]*ir.Value {
	if !e.p.inside[v] || isConst(v) {
		x := e.b.Conv(v, ir.TI64)
		return [2]*ir.Value{x, x}
	}
	if r, ok := e.ends[v]; ok {
		return r
	}
	r := e.newRange(v)
	e.ends[v] = r
	return r
}

func (e *guardEmitter) newRange(v *ir.Value) [2]*ir.Value {
	if _, ok := e.p.index[v]; ok { // of an empty range its beginning twice
		r := e.span(v)
		return [2]*ir.Value{r[0], e.b.Binary(ir.OpMax, r[1], r[0])}
	}
	o := v.Def
	switch o.Kind {
	case ir.OpMin, ir.OpMax:
		x, y := e.rangeOf(o.Args[0]), e.rangeOf(o.Args[1])
		return [2]*ir.Value{e.b.Binary(o.Kind, x[0], y[0]), e.b.Binary(o.Kind, x[1], y[1])}
	case ir.OpDiv:
		by, x := e.positive(o.Args[1]), e.rangeOf(o.Args[0])
		return [2]*ir.Value{e.b.Binary(ir.OpDiv, x[0], by), e.b.Binary(ir.OpDiv, x[1], by)}
	case ir.OpRem:
		by, x := e.positive(o.Args[1]), e.rangeOf(o.Args[0])
		e.need(e.b.Compare(ir.OpGe, x[0], e.b.Int(0)))
		return [2]*ir.Value{e.b.Int(0), e.b.Binary(ir.OpMin, x[1], e.b.Binary(ir.OpSub, by, e.b.Int(1)))}
	case ir.OpAnd:
		most, _ := mask(o)
		return [2]*ir.Value{e.b.Int(0), e.b.Int(most)}
	case ir.OpConv:
		t := o.Args[0].Type
		return [2]*ir.Value{e.b.Int(0), e.b.Int(1<<t.Bits() - 1)}
	case ir.OpSelect:
		c := o.Args[0]
		return e.either(e.armRange(o.Args[1], condition{c, true}), e.armRange(o.Args[2], condition{c, false}))
	case ir.OpIf:
		c := o.Args[0]
		return e.either(e.armRange(o.Regions[0].Terminator().Args[v.Index], condition{c, true}), e.armRange(o.Regions[1].Terminator().Args[v.Index], condition{c, false}))
	}
	return e.polyRange(e.p.s.Of(v))
}

func (e *guardEmitter) either(x, y [2]*ir.Value) [2]*ir.Value {
	return [2]*ir.Value{e.b.Binary(ir.OpMin, x[0], y[0]), e.b.Binary(ir.OpMax, x[1], y[1])}
}

// positive is a divisor, which has to be.
func (e *guardEmitter) positive(v *ir.Value) *ir.Value {
	x := e.b.Conv(v, ir.TI64)
	if c, ok := v.ConstInt(); !ok || c <= 0 {
		e.need(e.b.Compare(ir.OpGt, x, e.b.Int(0)))
		x = e.b.Binary(ir.OpMax, x, e.b.Int(1)) // the guard itself doesn't divide by zero
	}
	return x
}

// polyRange is the range of a polynomial, at the corners of what varies in it.
func (e *guardEmitter) polyRange(q analysis.Poly) (r [2]*ir.Value) {
	e.small(q)
	e.eachCorner([]analysis.Poly{q}, nil, func(at []*ir.Value) {
		if r[0] == nil {
			r = [2]*ir.Value{at[0], at[0]}
			return
		}
		r = e.either(r, [2]*ir.Value{at[0], at[0]})
	})
	return r
}

// armRange is the range of a value where a condition holds, perhaps on itself, as in a clamp by if.
func (e *guardEmitter) armRange(v *ir.Value, c condition) [2]*ir.Value {
	r := e.rangeOf(v)
	o := c.v.Def
	if o == nil || !e.p.inside[c.v] {
		return r
	}
	switch o.Kind {
	case ir.OpNot:
		return e.armRange(v, condition{o.Args[0], !c.holds})
	case ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
	default:
		return r
	}
	if o.Args[0].Type != ir.TI64 {
		return r
	}
	kind, x, y := o.Kind, o.Args[0], o.Args[1]
	if !c.holds {
		kind = kind.Negated()
	}
	if !e.p.inside[x] || isConst(x) {
		kind, x, y = kind.Mirrored(), y, x
	}
	d, same := e.p.s.Sub(e.p.s.Of(v), e.p.s.Of(x)).Const()
	if !same || d < -farAway || d > farAway || e.p.inside[y] && !isConst(y) {
		return r
	}
	// v = x + d: x < y says v <= y + d - 1, where nothing wraps around.
	e.small(e.p.s.Of(v))
	e.small(e.p.s.Of(x))
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
