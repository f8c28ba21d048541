package opt

import (
	"math"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Programs that want sums cut off at the ends of a narrow type, averages or distances compute them in a wider one. What follows gives the same
// within the type, so that the register holds twice as many; code generation knows these forms as single instructions:
//
//	a + min(b, ^a)                                           unsigned sum, cut off
//	max(a, b) - b                                            unsigned difference, cut off
//	a + min(max(b, MIN - min(a, 0)), MAX - max(a, 0))        signed sum, cut off
//	a - min(max(b, max(a, -1) - MAX), min(a, -1) - MIN)      signed difference, cut off
//	(a | b) - (a^b)>>1                                       unsigned average, rounded up (Warren, Hacker's Delight, 2-5)
//	(a & b) + (a^b)>>1                                       rounded down, which is three instructions
//	max(a, b) - min(a, b)                                    distance

// saturator rewrites them in a loop in lanes.
type saturator struct {
	ranges *analysis.Ranges
	rw     rewriter
}

// saturate rewrites the forms in the loop's regions.
func saturate(loop *ir.Op) bool {
	if !slices.ContainsFunc(loop.Regions, func(r *ir.Region) bool { return r.Contains(saturates) }) {
		return false
	}
	s := &saturator{ranges: rangesIn(loop)}
	s.rw.simplify = func(rw *rewriter, o *ir.Op) *ir.Value {
		if rw.depth > 0 || !saturates(o) {
			return nil
		}
		return s.op(o)
	}
	for _, r := range loop.Regions {
		s.rw.walk(r)
	}
	return s.rw.changed
}

// saturates reports an op that op looks at.
func saturates(o *ir.Op) bool {
	return (o.Kind == ir.OpMin || o.Kind == ir.OpMax || o.Kind == ir.OpShr) && o.Results[0].Type.IsInt()
}

// op gives what o can be replaced by, or nil.
func (s *saturator) op(o *ir.Op) *ir.Value {
	switch o.Kind {
	case ir.OpMin, ir.OpMax:
		if v := s.clamped(o); v != nil {
			return v
		}
		return s.distance(o)
	case ir.OpShr:
		return s.average(o)
	}
	return nil
}

// constArg is the constant operand of min and max, and the other one.
func constArg(o *ir.Op) (x *ir.Value, c int64, ok bool) {
	for i, a := range o.Args {
		if c, ok := a.ConstInt(); ok && len(o.Args) == 2 && (c >= 0 || a.Type.Kind != ir.U64) {
			return o.Args[1-i], c, true
		}
	}
	return nil, 0, false
}

// holder is the narrowest type of 1 or 2 bytes, of fewer than the values have, that holds both.
func (s *saturator) holder(x, y *ir.Value, signed bool) *ir.Type {
	for _, bytes := range []int{1, 2} {
		if bytes < x.Type.Size() && analysis.Fits(s.ranges.Of(x), bytes, signed) && analysis.Fits(s.ranges.Of(y), bytes, signed) {
			return analysis.IntType(bytes, signed)
		}
	}
	return nil
}

// in computes in type t and widens the result again.
func (s *saturator) in(t, result *ir.Type, x, y *ir.Value, f func(b *rewriter, a, c *ir.Value) *ir.Value) *ir.Value {
	rw := &s.rw
	return rw.emit(ir.OpConv, result, f(rw, rw.emit(ir.OpConv, t, x), rw.emit(ir.OpConv, t, y)))
}

// clamped handles sums and differences that are cut off.
func (s *saturator) clamped(o *ir.Op) *ir.Value {
	v, c, ok := constArg(o)
	if !ok || v.Def == nil {
		return nil
	}
	lo, hi := int64(math.MinInt64), int64(math.MaxInt64)
	set := func(k ir.OpKind, c int64) {
		if k == ir.OpMin {
			hi = min(hi, c)
		} else {
			lo = max(lo, c)
		}
	}
	set(o.Kind, c)
	if d := v.Def; d.Kind == ir.OpMin || d.Kind == ir.OpMax {
		w, c, ok := constArg(d)
		if !ok || d.Kind == o.Kind || w.Def == nil {
			return nil
		}
		set(d.Kind, c)
		v = w
	}
	d := v.Def
	if d.Kind != ir.OpAdd && (d.Kind != ir.OpSub || !v.Type.IsSigned()) || lo > hi { // differences without a sign wrap around
		return nil
	}
	x, y, kind := d.Args[0], d.Args[1], d.Kind
	t := v.Type
	if c, ok := y.ConstInt(); ok && kind == ir.OpAdd && lo == 0 { // the algebra's form of a subtraction
		if u := s.holder(x, x, false); u != nil && -c > 0 && -c <= analysis.TypeInterval(u).Hi {
			y, kind = s.rw.constant(t, uint64(-c)), ir.OpSub
		}
	}
	if u := s.holder(x, y, false); u != nil {
		switch most := analysis.TypeInterval(u).Hi; {
		case kind == ir.OpAdd && hi == most && lo <= 0:
			return s.in(u, t, x, y, func(b *rewriter, a, c *ir.Value) *ir.Value {
				return b.emit(ir.OpAdd, u, a, b.emit(ir.OpMin, u, c, b.emit(ir.OpNot, u, a)))
			})
		case kind == ir.OpSub && lo == 0 && hi >= most:
			return s.in(u, t, x, y, func(b *rewriter, a, c *ir.Value) *ir.Value {
				return b.emit(ir.OpSub, u, b.emit(ir.OpMax, u, a, c), c)
			})
		}
	}
	u := s.holder(x, y, true)
	if u == nil || lo != analysis.TypeInterval(u).Lo || hi != analysis.TypeInterval(u).Hi {
		return nil
	}
	return s.in(u, t, x, y, func(b *rewriter, a, c *ir.Value) *ir.Value {
		num := func(n int64) *ir.Value { return b.constant(u, uint64(n)) }
		if kind == ir.OpAdd {
			up, down := b.emit(ir.OpMax, u, a, num(0)), b.emit(ir.OpMin, u, a, num(0))
			low, top := b.emit(ir.OpSub, u, num(lo), down), b.emit(ir.OpSub, u, num(hi), up)
			return b.emit(ir.OpAdd, u, a, b.emit(ir.OpMin, u, b.emit(ir.OpMax, u, c, low), top))
		}
		up, down := b.emit(ir.OpMax, u, a, num(-1)), b.emit(ir.OpMin, u, a, num(-1))
		low, top := b.emit(ir.OpSub, u, up, num(hi)), b.emit(ir.OpSub, u, down, num(lo))
		return b.emit(ir.OpSub, u, a, b.emit(ir.OpMin, u, b.emit(ir.OpMax, u, c, low), top))
	})
}

// distance handles max(x-y, y-x), whose bits as an unsigned number are right also where the difference of signed ones is large.
func (s *saturator) distance(o *ir.Op) *ir.Value {
	d, e := o.Args[0].Def, o.Args[1].Def
	if o.Kind != ir.OpMax || d == nil || e == nil || d.Kind != ir.OpSub || e.Kind != ir.OpSub || d.Args[0] != e.Args[1] || d.Args[1] != e.Args[0] {
		return nil
	}
	x, y, t := d.Args[0], d.Args[1], o.Results[0].Type
	if !t.IsSigned() {
		return nil
	}
	for _, signed := range []bool{false, true} {
		u := s.holder(x, y, signed)
		if u == nil {
			continue
		}
		if fits := func(v *ir.Value) bool { return analysis.Fits(s.ranges.Of(v), u.Size(), true) }; fits(o.Args[0]) && fits(o.Args[1]) {
			return nil // the differences are as narrow
		}
		return s.in(u, t, x, y, func(b *rewriter, a, c *ir.Value) *ir.Value {
			m := b.emit(ir.OpSub, u, b.emit(ir.OpMax, u, a, c), b.emit(ir.OpMin, u, a, c))
			return b.emit(ir.OpConv, analysis.IntType(u.Size(), false), m)
		})
	}
	return nil
}

// average handles (x+y+1) >> 1 and (x+y) >> 1, with the summands in any order.
func (s *saturator) average(o *ir.Op) *ir.Value {
	n, ok := o.Args[1].ConstInt()
	if !ok || n != 1 {
		return nil
	}
	x, y, up := halved(o.Args[0])
	if x == nil {
		return nil
	}
	u := s.holder(x, y, false)
	if u == nil {
		return nil
	}
	return s.in(u, o.Results[0].Type, x, y, func(b *rewriter, a, c *ir.Value) *ir.Value {
		half := b.emit(ir.OpShr, u, b.emit(ir.OpXor, u, a, c), b.constant(ir.TU64, 1))
		if up {
			return b.emit(ir.OpSub, u, b.emit(ir.OpOr, u, a, c), half)
		}
		return b.emit(ir.OpAdd, u, b.emit(ir.OpAnd, u, a, c), half)
	})
}

// halved gives x and y where v is their sum, or one more: up.
func halved(v *ir.Value) (x, y *ir.Value, up bool) {
	sum := v.Def
	if sum == nil || sum.Kind != ir.OpAdd {
		return nil, nil, false
	}
	if x, one, ok := constArg(sum); ok {
		if one != 1 || x.Def == nil || x.Def.Kind != ir.OpAdd {
			return nil, nil, false
		}
		return x.Def.Args[0], x.Def.Args[1], true
	}
	for i, a := range sum.Args { // x+1 is one of them
		if d := a.Def; d != nil && d.Kind == ir.OpAdd {
			if x, one, ok := constArg(d); ok && one == 1 {
				return x, sum.Args[1-i], true
			}
		}
	}
	return sum.Args[0], sum.Args[1], false
}
