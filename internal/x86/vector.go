package x86

import (
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/x86/asm"
)

// shape is what instructions for a type look like: elements of elem bytes in registers of size bytes, or one scalar float.
type shape struct {
	t      *ir.Type // of one element
	elem   int
	size   int
	scalar bool
}

func (s *selector) shapeOf(t *ir.Type) shape {
	if t.Kind == ir.Vec {
		e := t.Elem.Size()
		return shape{t.Elem, e, s.vecSize(e), false}
	}
	return shape{t, t.Size(), 16, true}
}

// packed is the form for the shape's element of a float operation whose forms are listed PS, PD.
func (c shape) packed(op asm.Op) asm.Op { return fop(op, c.t) }

// form is that of one whose forms are listed PS, PD, SS, SD.
func (c shape) form(op asm.Op) asm.Op {
	op = fop(op, c.t)
	if c.scalar {
		op += 2
	}
	return op
}

// bysize is the form of an integer operation whose forms are listed B, W, D, Q.
func (c shape) bysize(op asm.Op) asm.Op { return op + asm.Op(log2(c.elem)) }

// dq is the form of an operation that has D and Q, for whatever elements.
func (c shape) dq(op asm.Op) asm.Op {
	if c.elem == 8 {
		return op + 1
	}
	return op
}

func log2(n int) int {
	k := 0
	for ; n > 1; n >>= 1 {
		k++
	}
	return k
}

func (s *selector) vec(c shape) vreg { return s.f.newVreg(classVec, c.size) }

// instSize is the Size of an instruction on the shape.
func (c shape) instSize() uint8 {
	if c.scalar {
		return 0
	}
	return uint8(c.size)
}

// foldInfo lets the instruction's operand number i become memory later.
func (s *selector) foldInfo(in *inst, i int, c shape) {
	in.fold = uint8(i + 1)
	in.msize = uint8(c.size)
	if c.scalar {
		in.msize = uint8(c.elem)
	}
	if s.isa == AVX512 && !c.scalar && c.elem >= 4 {
		in.elem = uint8(c.elem)
	}
}

// source fills operand number i of the instruction with v: memory if v is a load that was put off and that the operand can
// take in, else a register.
func (s *selector) source(in *inst, i int, v *ir.Value, c shape) {
	if o := s.late(v, ir.OpMLoad); o != nil && in.mem == (mem{}) && len(o.Args) == 2 && s.exact(v.Type) {
		in.mem = s.takeLoad(o)
		in.args[i] = memArg()
		return
	}
	if o := s.late(v, ir.OpSplat); o != nil && in.mem == (mem{}) && s.isa == AVX512 && c.elem >= 4 && !c.scalar {
		if l := s.late(o.Args[0], ir.OpMLoad); l != nil {
			in.mem, in.bcast = s.takeLoad(l), true
			in.args[i] = memArg()
			return
		}
	}
	in.args[i] = rg(s.get(v))
	if in.mem == (mem{}) && in.fold == 0 {
		s.foldInfo(in, i, c)
	}
}

// exact reports a type whose values fill the memory operand of an instruction.
func (s *selector) exact(t *ir.Type) bool {
	return t.Kind != ir.Vec || s.lanes*t.Elem.Size() >= 16
}

// foldableLate reports a value that source would take in as memory.
func (s *selector) foldableLate(v *ir.Value) bool {
	o := s.vals[v.ID].later
	return o != nil && (o.Kind == ir.OpMLoad && len(o.Args) == 2 && s.exact(v.Type) || o.Kind == ir.OpConst)
}

// vop2 emits d = op a, b with b a value that may be folded.
func (s *selector) vop2(op asm.Op, c shape, x, y *ir.Value) vreg {
	d := s.vec(c)
	in := inst{op: op, size: c.instSize(), args: [5]arg{rg(d), rg(s.get(x))}}
	s.source(&in, 2, y, c)
	s.emit(in)
	return d
}

// commute is vop2 for an operation that commutes.
func (s *selector) commute(op asm.Op, c shape, x, y *ir.Value) vreg {
	if s.foldableLate(x) && !s.foldableLate(y) {
		x, y = y, x
	}
	d := s.vop2(op, c, x, y)
	s.last().comm = true
	return d
}

// vrr emits d = op a, b on registers, of which the last may become memory.
func (s *selector) vrr(op asm.Op, c shape, a, b vreg) vreg {
	d := s.vec(c)
	in := inst{op: op, size: c.instSize(), args: [5]arg{rg(d), rg(a), rg(b)}}
	s.foldInfo(&in, 2, c)
	s.emit(in)
	return d
}

// logic is vrr for bitwise operations, which exist for whole registers only.
func (s *selector) logic(op asm.Op, c shape, a, b vreg) vreg {
	c.scalar = false
	return s.vrr(op, c, a, b)
}

// vri emits d = op a, imm.
func (s *selector) vri(op asm.Op, c shape, a vreg, n int64) vreg {
	d := s.vec(c)
	s.emit(inst{op: op, size: c.instSize(), args: [5]arg{rg(d), rg(a), im(n)}})
	return d
}

// ternlog emits d = f(a, b, c), with imm the truth table of f.
func (s *selector) ternlog(sh shape, a, b, c vreg, imm int64) vreg {
	d := s.vec(sh)
	op := sh.dq(asm.VPTERNLOGD)
	in := inst{op: op, size: uint8(sh.size), tie: tieSrc, args: [5]arg{rg(d), rg(a), rg(b), rg(c), im(imm)}}
	sh.scalar = false
	s.foldInfo(&in, 3, sh)
	if sh.elem < 4 {
		in.elem = 4
	}
	s.emit(in)
	return d
}

// splatOf is a constant in all lanes of the shape; for a scalar, in all of an xmm register.
func (s *selector) splatOf(c shape, bits uint64) vreg { return s.splatConst(c.elem, c.size, bits) }

// vectorOp lowers arithmetic on vectors; what gives masks is in maskOp.
func (s *selector) vectorOp(o *ir.Op, operand *ir.Type) {
	r := o.Results[0]
	switch o.Kind {
	case ir.OpSelect:
		s.set(r, s.vectorSelect(o))
		return
	case ir.OpBitcast, ir.OpFence:
		s.set(r, s.get(o.Args[0]))
		return
	}
	if r.Type.Elem.IsFloat() {
		s.set(r, s.floatOp(o))
		return
	}
	s.set(r, s.vectorIntOp(o, s.shapeOf(operand)))
}

// floatOp lowers arithmetic on floats, in vectors and alone.
func (s *selector) floatOp(o *ir.Op) vreg {
	c := s.shapeOf(o.Results[0].Type)
	x := o.Args[0]
	switch o.Kind {
	case ir.OpAdd:
		if n := s.late(x, ir.OpNeg); n != nil {
			return s.vop2(c.form(asm.VSUBPS), c, o.Args[1], n.Args[0])
		}
		if n := s.late(o.Args[1], ir.OpNeg); n != nil {
			return s.vop2(c.form(asm.VSUBPS), c, x, n.Args[0])
		}
		return s.commute(c.form(asm.VADDPS), c, x, o.Args[1])
	case ir.OpSub:
		if n := s.late(o.Args[1], ir.OpNeg); n != nil {
			return s.commute(c.form(asm.VADDPS), c, x, n.Args[0])
		}
		return s.vop2(c.form(asm.VSUBPS), c, x, o.Args[1])
	case ir.OpMul:
		if bits, ok := o.Args[1].IsConst(); ok && bits == ir.FloatBits(c.t, 2) {
			a := s.get(x)
			return s.vrr(c.form(asm.VADDPS), c, a, a)
		}
		return s.commute(c.form(asm.VMULPS), c, x, o.Args[1])
	case ir.OpDiv:
		return s.vop2(c.form(asm.VDIVPS), c, x, o.Args[1])
	case ir.OpFMA:
		return s.fma(o, c)
	case ir.OpNeg:
		return s.logic(c.packed(asm.VXORPS), c, s.get(x), s.splatOf(c, signBit(c.t)))
	case ir.OpAbs:
		return s.logic(c.packed(asm.VANDPS), c, s.get(x), s.splatOf(c, signBit(c.t)-1))
	case ir.OpCopysign:
		return s.copysign(c, s.get(x), s.get(o.Args[1]))
	case ir.OpSqrt:
		if c.scalar {
			a := s.get(x)
			return s.vrr(c.form(asm.VSQRTPS), c, a, a)
		}
		return s.vop1(c.form(asm.VSQRTPS), c, x)
	case ir.OpFloor:
		return s.round(c, x, 1)
	case ir.OpCeil:
		return s.round(c, x, 2)
	case ir.OpTrunc:
		return s.round(c, x, 3)
	case ir.OpRint:
		return s.round(c, x, 0)
	case ir.OpMin, ir.OpMax:
		return s.floatMinMax(o, c)
	case ir.OpFence:
		return s.get(x)
	}
	fail("%s of %s", o.Kind, c.t)
	return 0
}

// vop1 emits d = op x with x a value that may be folded.
func (s *selector) vop1(op asm.Op, c shape, x *ir.Value) vreg {
	d := s.vec(c)
	in := inst{op: op, size: c.instSize(), args: [5]arg{rg(d)}}
	s.source(&in, 1, x, c)
	s.emit(in)
	return d
}

// round rounds to integers: mode 0 to nearest even, 1 down, 2 up, 3 towards zero; 8 suppresses the inexact exception.
func (s *selector) round(c shape, x *ir.Value, mode int64) vreg {
	op := asm.VROUNDPS
	if s.isa == AVX512 {
		op = asm.VRNDSCALEPS
	}
	d := s.vec(c)
	if c.scalar {
		a := s.get(x)
		s.emit(inst{op: c.form(op), args: [5]arg{rg(d), rg(a), rg(a), im(8 | mode)}})
		return d
	}
	in := inst{op: c.form(op), size: c.instSize(), args: [5]arg{rg(d), {}, im(8 | mode)}}
	s.source(&in, 1, x, c)
	s.emit(in)
	return d
}

// fma lowers a*b+c, taking negations of its operands in.
func (s *selector) fma(o *ir.Op, c shape) vreg {
	var v [3]*ir.Value
	minus := [3]bool{}
	for i, a := range o.Args {
		v[i] = a
		if n := s.late(a, ir.OpNeg); n != nil {
			v[i], minus[i] = n.Args[0], true
		}
	}
	op := asm.VFMADD213PS
	switch product := minus[0] != minus[1]; {
	case product && minus[2]:
		op = asm.VFNMSUB213PS
	case product:
		op = asm.VFNMADD213PS
	case minus[2]:
		op = asm.VFMSUB213PS
	}
	d := s.vec(c)
	in := inst{op: c.form(op), size: c.instSize(), tie: tieFMA, args: [5]arg{rg(d)}}
	for i := range v {
		s.source(&in, i+1, v[i], c)
	}
	in.fold = 0
	if in.mem == (mem{}) {
		s.foldInfo(&in, 2, c)
	}
	s.emit(in)
	return d
}

func (s *selector) copysign(c shape, x, y vreg) vreg {
	sign := s.splatOf(c, signBit(c.t))
	if s.isa == AVX512 {
		return s.ternlog(c, x, y, sign, 0xD8) // sign ? y : x
	}
	a := s.logic(c.packed(asm.VANDNPS), c, sign, x)
	b := s.logic(c.packed(asm.VANDPS), c, y, s.splatOf(c, signBit(c.t)))
	return s.logic(c.packed(asm.VORPS), c, a, b)
}

// floatMinMax lowers Go's min and max. VMINPD gives its second operand if one is NaN, or both are zeros.
func (s *selector) floatMinMax(o *ir.Op, c shape) vreg {
	op := c.form(asm.VMINPS)
	if o.Kind == ir.OpMax {
		op = c.form(asm.VMAXPS)
	}
	x, y := o.Args[0], o.Args[1]
	if quietNonZero(x) {
		x, y = y, x
	}
	if bits, ok := y.IsConst(); ok {
		neg := bits == signBit(c.t)
		switch {
		case quietNonZero(y), bits == 0 && o.Kind == ir.OpMin, neg && o.Kind == ir.OpMax:
			return s.vop2(op, c, y, x)
		case bits == 0: // max(x, 0): adding +0 makes +0 of the -0 that may have come out
			m := s.vop2(op, c, y, x)
			return s.vrr(c.form(asm.VADDPS), c, m, s.constant(o.Results[0].Type, 0))
		}
	}
	a, b := s.get(x), s.get(y)
	return s.minMaxRegs(o.Kind, c, a, b)
}

func (s *selector) minMaxRegs(k ir.OpKind, c shape, a, b vreg) vreg {
	if k == ir.OpMin { // both orders: equal but for zeros and NaNs, of which the union of the bits is right
		p, q := s.vrr(c.form(asm.VMINPS), c, a, b), s.vrr(c.form(asm.VMINPS), c, b, a)
		return s.logic(c.packed(asm.VORPS), c, p, q)
	}
	if s.isa == AVX512 {
		// VRANGE orders zeros but prefers numbers to NaNs; adding makes a NaN of these.
		r, d, k := s.vec(c), s.vec(c), s.mask()
		s.emit(inst{op: c.form(asm.VRANGEPS), size: c.instSize(), args: [5]arg{rg(r), rg(a), rg(b), im(5)}})
		s.emit(inst{op: c.form(asm.VCMPPS), size: c.instSize(), args: [5]arg{rg(k), rg(a), rg(b), im(3)}})
		s.emit(inst{op: c.form(asm.VADDPS), size: c.instSize(), tie: tieKeep, mask: k, args: [5]arg{rg(d), rg(r), rg(a), rg(b)}})
		return d
	}
	p, q := s.vrr(c.form(asm.VMAXPS), c, a, b), s.vrr(c.form(asm.VMAXPS), c, b, a)
	x := s.logic(c.packed(asm.VXORPS), c, p, q)
	u := s.logic(c.packed(asm.VORPS), c, p, x)
	return s.vrr(c.form(asm.VSUBPS), c, u, x)
}

// vectorIntOp lowers integer arithmetic on vectors.
func (s *selector) vectorIntOp(o *ir.Op, c shape) vreg {
	if isBitwise(o) {
		if d, ok := s.ternary(o, c); ok {
			return d
		}
	}
	x := o.Args[0]
	if d := s.saturating(o, c); d != 0 {
		return d
	}
	switch o.Kind {
	case ir.OpAdd:
		return s.commute(c.bysize(asm.VPADDB), c, x, o.Args[1])
	case ir.OpSub:
		return s.vop2(c.bysize(asm.VPSUBB), c, x, o.Args[1])
	case ir.OpNeg:
		d := s.vec(c)
		in := inst{op: c.bysize(asm.VPSUBB), size: c.instSize(), args: [5]arg{rg(d), rg(s.splatOf(c, 0))}}
		s.source(&in, 2, x, c)
		s.emit(in)
		return d
	case ir.OpAnd:
		return s.commute(c.dq(asm.VPANDD), c, x, o.Args[1])
	case ir.OpOr:
		return s.commute(c.dq(asm.VPORD), c, x, o.Args[1])
	case ir.OpXor:
		return s.commute(c.dq(asm.VPXORD), c, x, o.Args[1])
	case ir.OpAndNot:
		return s.vop2(c.dq(asm.VPANDND), c, o.Args[1], x)
	case ir.OpNot:
		a := s.get(x)
		if s.isa == AVX512 {
			return s.ternlog(c, a, a, a, 0x55)
		}
		return s.logic(c.dq(asm.VPXORD), c, a, s.splatOf(c, ^uint64(0)))
	case ir.OpMul:
		return s.vectorMul(o, c)
	case ir.OpShl, ir.OpShr:
		return s.vectorShift(o, c)
	case ir.OpRotl, ir.OpClz, ir.OpCtz, ir.OpPopcnt, ir.OpBswap, ir.OpBitrev, ir.OpMulHi:
		return s.vectorBits(o, c)
	case ir.OpMin, ir.OpMax:
		return s.intMinMax(o, c)
	case ir.OpDiv, ir.OpRem:
		return s.vectorDivide(o, c)
	case ir.OpDivLong, ir.OpRemLong:
		return s.divideLongLanes(o, c)
	}
	fail("%s of %s", o.Kind, o.Results[0].Type)
	return 0
}

func (s *selector) intMinMax(o *ir.Op, c shape) vreg {
	if c.elem == 8 && s.isa == AVX2 {
		a, b := s.get(o.Args[0]), s.get(o.Args[1])
		m := s.greater(c, a, b)
		if o.Kind == ir.OpMin {
			a, b = b, a
		}
		return s.blend(c, m, a, b)
	}
	op := asm.VPMINSB
	switch {
	case o.Kind == ir.OpMin && c.t.IsUnsigned():
		op = asm.VPMINUB
	case o.Kind == ir.OpMax && c.t.IsSigned():
		op = asm.VPMAXSB
	case o.Kind == ir.OpMax:
		op = asm.VPMAXUB
	}
	return s.commute(c.bysize(op), c, o.Args[0], o.Args[1])
}

func (s *selector) vectorMul(o *ir.Op, c shape) vreg {
	switch {
	case c.elem == 2:
		return s.commute(asm.VPMULLW, c, o.Args[0], o.Args[1])
	case c.elem == 4:
		return s.commute(asm.VPMULLD, c, o.Args[0], o.Args[1])
	case c.elem == 8 && s.isa == AVX512:
		return s.commute(asm.VPMULLQ, c, o.Args[0], o.Args[1])
	}
	a, b := s.get(o.Args[0]), s.get(o.Args[1])
	if c.elem == 1 {
		return s.mulBytes(c, a, b)
	}
	return s.mul64(c, a, b)
}

// mulBytes multiplies even and odd bytes in 16-bit lanes.
func (s *selector) mulBytes(c shape, a, b vreg) vreg {
	even := s.vrr(asm.VPMULLW, c, a, b)
	odd := s.vrr(asm.VPMULLW, c, s.vri(asm.VPSRLW, c, a, 8), s.logic(asm.VPANDD, c, b, s.splatConst(2, c.size, 0xFF00)))
	return s.logic(asm.VPORD, c, s.logic(asm.VPANDD, c, even, s.splatConst(2, c.size, 0x00FF)), odd)
}

// mul64 multiplies 64-bit lanes by parts of 32 bits: low*low + (high*low + low*high)<<32.
func (s *selector) mul64(c shape, a, b vreg) vreg {
	ah, bh := s.vri(asm.VPSRLQ, c, a, 32), s.vri(asm.VPSRLQ, c, b, 32)
	cross := s.vrr(asm.VPADDQ, c, s.vrr(asm.VPMULUDQ, c, ah, b), s.vrr(asm.VPMULUDQ, c, bh, a))
	return s.vrr(asm.VPADDQ, c, s.vri(asm.VPSLLQ, c, cross, 32), s.vrr(asm.VPMULUDQ, c, a, b))
}
