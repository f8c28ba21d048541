package x86

import (
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/x86/asm"
)

// blend is x where m (of the shape's width) is on, else y.
func (s *selector) blend(c shape, m, x, y vreg) vreg {
	d := s.vec(c)
	if s.isa == AVX512 {
		op := [...]asm.Op{asm.VPBLENDMB, asm.VPBLENDMW, asm.VPBLENDMD, asm.VPBLENDMQ}[log2(c.elem)]
		if c.t != nil && c.t.IsFloat() {
			op = c.packed(asm.VBLENDMPS)
		}
		in := inst{op: op, size: uint8(c.size), mask: m, args: [5]arg{rg(d), rg(y), rg(x)}}
		s.foldInfo(&in, 2, c)
		s.emit(in)
		return d
	}
	op := asm.VPBLENDVB
	switch c.elem {
	case 4:
		op = asm.VBLENDVPS
	case 8:
		op = asm.VBLENDVPD
	}
	in := inst{op: op, size: uint8(c.size), args: [5]arg{rg(d), rg(y), rg(x), rg(m)}}
	s.foldInfo(&in, 2, c)
	s.emit(in)
	return d
}

// plainMinMax recognises a < b ? a : b and a > b ? a : b of floats: what MINPS and MAXPS compute, also for NaN and zeros, where both give b.
func (s *selector) plainMinMax(cond, x, y *ir.Value) (op asm.Op, a, b *ir.Value, ok bool) {
	o := s.lateCompare(cond)
	if o == nil || !o.Args[0].Type.Scalar().IsFloat() {
		return 0, nil, nil, false
	}
	k := o.Kind
	switch {
	case x == o.Args[0] && y == o.Args[1]:
	case x == o.Args[1] && y == o.Args[0]:
		k = k.Mirrored()
	default:
		return 0, nil, nil, false
	}
	switch k {
	case ir.OpLt:
		return asm.VMINPS, x, y, true
	case ir.OpGt:
		return asm.VMAXPS, x, y, true
	}
	return 0, nil, nil, false
}

// vectorSelect lowers select on vectors.
func (s *selector) vectorSelect(o *ir.Op) vreg {
	c := s.shapeOf(o.Results[0].Type)
	cond, x, y := o.Args[0], o.Args[1], o.Args[2]
	if cond.Type == ir.TBool {
		return s.blend(c, s.spreadBool(s.get(cond), c.elem), s.get(x), s.get(y))
	}
	if n := s.late(cond, ir.OpNot); n != nil {
		cond, x, y = n.Args[0], y, x
	}
	if op, a, b, ok := s.plainMinMax(cond, x, y); ok {
		d := s.vec(c)
		in := inst{op: c.packed(op), size: c.instSize(), args: [5]arg{rg(d), rg(s.get(a))}}
		s.source(&in, 2, b, c)
		s.emit(in)
		return d
	}
	zero := func(v *ir.Value) bool { bits, ok := v.IsConst(); return ok && bits == 0 }
	if o := s.vals[x.ID].later; o != nil && s.countsLanes(o, y) {
		return s.countLanes(c, o, s.maskAs(cond, c.elem), s.get(y))
	}
	if o := s.vals[x.ID].later; o != nil && s.maskable(o) {
		return s.maskedOp(c, cond, o, y, zero(y))
	}
	if zero(y) {
		return s.keep(c, cond, x)
	}
	if s.isa == AVX2 && zero(x) {
		a := s.get(y)
		return s.vrr(c.dq(asm.VPANDND), c, s.maskAs(cond, c.elem), a)
	}
	if s.isa == AVX2 {
		b := s.get(y)
		d := s.vec(c)
		m := s.maskAs(cond, c.elem)
		in := inst{op: map[int]asm.Op{1: asm.VPBLENDVB, 2: asm.VPBLENDVB, 4: asm.VBLENDVPS, 8: asm.VBLENDVPD}[c.elem],
			size: uint8(c.size), args: [5]arg{rg(d), rg(b), {}, rg(m)}}
		s.source(&in, 2, x, c)
		s.emit(in)
		return d
	}
	k := s.get(cond)
	b := s.get(y)
	d := s.vec(c)
	op := [...]asm.Op{asm.VPBLENDMB, asm.VPBLENDMW, asm.VPBLENDMD, asm.VPBLENDMQ}[log2(c.elem)]
	if c.t.IsFloat() {
		op = c.packed(asm.VBLENDMPS)
	}
	in := inst{op: op, size: uint8(c.size), mask: k, args: [5]arg{rg(d), rg(b)}}
	s.source(&in, 2, x, c)
	s.emit(in)
	return d
}

// countsLanes reports y + 1 and y - 1: where AVX2 has a mask, it has the second number.
func (s *selector) countsLanes(o *ir.Op, y *ir.Value) bool {
	if s.isa != AVX2 || o.Kind != ir.OpAdd || o.Args[0] != y || y.Type.Kind != ir.Vec || !y.Type.Elem.IsInt() {
		return false
	}
	n, ok := o.Args[1].IsConst()
	n = ir.Canonical(y.Type.Elem, n)
	return ok && (n == 1 || n == ir.Canonical(y.Type.Elem, ^uint64(0)))
}

// countLanes computes o of which countsLanes holds where the mask is on; elsewhere it is y.
func (s *selector) countLanes(c shape, o *ir.Op, mask, y vreg) vreg {
	if n, _ := o.Args[1].ConstInt(); n == 1 {
		return s.vrr(c.bysize(asm.VPSUBB), c, y, mask)
	}
	return s.vrr(c.bysize(asm.VPADDB), c, mask, y)
}

// maskable reports an op on vectors that AVX-512 does in one instruction, whose mask has a bit for each element.
func (s *selector) maskable(o *ir.Op) bool {
	t := o.Results[0].Type
	if s.isa != AVX512 || t.Kind != ir.Vec || t.Elem == ir.TBool {
		return false
	}
	switch o.Kind {
	case ir.OpAdd, ir.OpSub:
		return true
	case ir.OpMul:
		return t.Elem.Size() > 1
	case ir.OpDiv, ir.OpFMA:
		return t.Elem.IsFloat()
	case ir.OpAnd, ir.OpOr, ir.OpXor:
		return t.Elem.Size() >= 4
	case ir.OpMin, ir.OpMax:
		return t.Elem.IsInt()
	}
	return false
}

// maskedOp computes select(cond, o, y) by doing o under the mask.
func (s *selector) maskedOp(c shape, cond *ir.Value, o *ir.Op, y *ir.Value, zero bool) vreg {
	k := s.get(cond)
	keep := vreg(0)
	if !zero {
		keep = s.get(y)
	}
	x := s.get(o.Results[0])
	in := s.last()
	done := in.args[0].reg == x && in.mask == 0 && in.role == roleDef
	switch {
	case !done:
	case in.tie == tieNone && zero:
		in.mask, in.zero = k, true
		return x
	case in.tie == tieNone:
		copy(in.args[2:], in.args[1:])
		in.args[1] = rg(keep)
		if in.fold > 0 {
			in.fold++
		}
		in.mask, in.tie, in.comm = k, tieKeep, false
		return x
	case in.tie == tieFMA && !zero && in.keepFMA(keep):
		in.mask = k
		return x
	}
	if zero {
		keep = s.splatOf(c, 0)
	}
	return s.blend(c, k, x, keep)
}

// keep is x where the mask is on, else 0.
func (s *selector) keep(c shape, cond, x *ir.Value) vreg {
	if s.isa == AVX2 {
		m := s.maskAs(cond, c.elem)
		d := s.vec(c)
		in := inst{op: c.dq(asm.VPANDD), size: uint8(c.size), args: [5]arg{rg(d), rg(m)}}
		s.source(&in, 2, x, c)
		s.emit(in)
		return d
	}
	k := s.get(cond)
	d := s.vec(c)
	op := [...]asm.Op{asm.VMOVDQU8, asm.VMOVDQU16, asm.VMOVDQU32, asm.VMOVDQU64}[log2(c.elem)]
	if c.t.IsFloat() {
		op = c.packed(asm.VMOVAPS)
	}
	s.emit(inst{op: op, size: uint8(c.size), mask: k, zero: true, args: [5]arg{rg(d), rg(s.get(x))}})
	return d
}
