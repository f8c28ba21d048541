package x86

import (
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/x86/asm"
)

// vectorCompare compares lanes; with AVX-512 only those where under (if not 0) is on. With AVX2 the result has the operands' width.
func (s *selector) vectorCompare(o *ir.Op, under vreg) vreg {
	if s.isa == AVX512 {
		return s.maskCompare(o, under, false)
	}
	x, y, k := s.compareOperands(o)
	c := s.shapeOf(x.Type)
	if c.t.IsFloat() {
		d := s.vec(c)
		in := inst{op: c.packed(asm.VCMPPS), size: c.instSize(), args: [5]arg{rg(d), rg(s.get(x)), {}, im(cmpPredicate(k))}}
		s.source(&in, 2, y, c)
		s.emit(in)
		return d
	}
	a := s.get(x)
	if bits, ok := y.IsConst(); ok && k != ir.OpEq && k != ir.OpNe {
		return s.compareConst(c, k, a, bits)
	}
	return s.compareInts(c, k, a, s.get(y))
}

// compareConst orders lanes and a constant: as signed numbers, with > or <.
func (s *selector) compareConst(c shape, k ir.OpKind, a vreg, bits uint64) vreg {
	least := uint64(1) << (8*c.elem - 1)
	if c.t.IsUnsigned() {
		a, bits = s.flipSign(c, a), bits^least
		c.t = ir.TI64
	}
	all := ^uint64(0) >> (64 - 8*c.elem)
	switch {
	case k == ir.OpGe && bits != least:
		k, bits = ir.OpGt, (bits-1)&all
	case k == ir.OpLe && bits != least-1:
		k, bits = ir.OpLt, (bits+1)&all
	case k == ir.OpGe || k == ir.OpLe:
		return s.splatConst(8, c.size, ^uint64(0))
	}
	return s.compareInts(c, k, a, s.splatOf(c, bits))
}

// splitMask lowers a comparison that only divides a mask m into and(m, c) and andnot(m, c): it is made under m, and the
// rest is what it leaves of m.
func (s *selector) splitMask(o *ir.Op) bool {
	if s.isa != AVX512 || o.Kind < ir.OpEq || o.Kind > ir.OpGe || o.Args[0].Type.Kind != ir.Vec || o.Args[0].Type.Elem == ir.TBool {
		return false
	}
	c := o.Results[0]
	u := s.users[c.ID]
	if u.n != 2 || u.was == nil || u.op == u.was {
		return false
	}
	in, out := u.was, u.op
	if in.Kind != ir.OpAnd {
		in, out = out, in
	}
	if in.Kind != ir.OpAnd || out.Kind != ir.OpAndNot || in.Parent != o.Parent || out.Parent != o.Parent || out.Args[1] != c {
		return false
	}
	m := in.Args[0]
	if m == c {
		m = in.Args[1]
	}
	if m != out.Args[0] || s.vals[m.ID].reg == 0 {
		return false
	}
	k := s.get(m)
	r := s.vectorCompare(o, k)
	s.set(in.Results[0], r)
	s.set(out.Results[0], s.krr(s.kform(asm.KANDNB), r, k))
	s.ops[in.ID].done, s.ops[out.ID].done = true, true
	return true
}

// intPredicate is the immediate of VPCMPD.
func intPredicate(k ir.OpKind) int64 {
	switch k {
	case ir.OpLt:
		return 1
	case ir.OpLe:
		return 2
	case ir.OpNe:
		return 4
	case ir.OpGe:
		return 5
	case ir.OpGt:
		return 6
	}
	return 0
}

// compareInts compares integer lanes with AVX2, which has only signed > and =.
func (s *selector) compareInts(c shape, k ir.OpKind, a, b vreg) vreg {
	not := func(m vreg) vreg { return s.vrr(asm.VPXORD, c, m, s.splatConst(8, c.size, ^uint64(0))) }
	switch k {
	case ir.OpEq:
		return s.vrr(c.eqOp(), c, a, b)
	case ir.OpNe:
		return not(s.vrr(c.eqOp(), c, a, b))
	case ir.OpGt:
		return s.greater(c, a, b)
	case ir.OpLt:
		return s.greater(c, b, a)
	case ir.OpLe:
		a, b = b, a
	}
	if c.elem == 8 {
		return not(s.greater(c, b, a))
	}
	op := asm.VPMAXSB
	if c.t.IsUnsigned() {
		op = asm.VPMAXUB
	}
	return s.vrr(c.eqOp(), c, s.vrr(c.bysize(op), c, a, b), a) // a >= b: a is the maximum
}

func (c shape) eqOp() asm.Op {
	return [...]asm.Op{asm.VPCMPEQB, asm.VPCMPEQW, asm.VPCMPEQD, asm.VPCMPEQQ}[log2(c.elem)]
}

// greater is a > b in the lanes of a vector (AVX2).
func (s *selector) greater(c shape, a, b vreg) vreg {
	if c.t.IsUnsigned() {
		a, b = s.flipSign(c, a), s.flipSign(c, b)
	}
	return s.greaterSigned(c, a, b)
}

// flipSign turns unsigned order into signed order.
func (s *selector) flipSign(c shape, a vreg) vreg {
	return s.vrr(c.dq(asm.VPXORD), c, a, s.splatOf(c, 1<<(8*c.elem-1)))
}

func (s *selector) greaterSigned(c shape, a, b vreg) vreg {
	op := [...]asm.Op{asm.VPCMPGTB, asm.VPCMPGTW, asm.VPCMPGTD, asm.VPCMPGTQ}[log2(c.elem)]
	return s.vrr(op, c, a, b)
}

// unordered recognises x != x || y != y for vectors of floats: one comparison that asks for a NaN in either.
func (s *selector) unordered(o *ir.Op) (x, y *ir.Value, ok bool) {
	if o.Kind != ir.OpOr {
		return nil, nil, false
	}
	var of [2]*ir.Value
	for i, a := range o.Args {
		c := s.late(a, ir.OpNe)
		if c == nil || c.Args[0] != c.Args[1] || !c.Args[0].Type.Scalar().IsFloat() {
			return nil, nil, false
		}
		of[i] = c.Args[0]
	}
	return of[0], of[1], of[0].Type == of[1].Type
}

func (s *selector) compareUnordered(x, y *ir.Value) vreg {
	c := s.shapeOf(x.Type)
	d := s.vec(c)
	if s.isa == AVX512 {
		d = s.mask()
	}
	const unordered = 3 // UNORD_Q
	in := inst{op: c.packed(asm.VCMPPS), size: c.instSize(), args: [5]arg{rg(d), rg(s.get(x)), {}, im(unordered)}}
	s.source(&in, 2, y, c)
	s.emit(in)
	return d
}
