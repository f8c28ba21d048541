package x86

import (
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/x86/asm"
)

// conv lowers numeric conversions. Where the language leaves the result of float to integer open it is what
// the Go compiler's instructions give; ir.EvalScalar defines it.
func (s *selector) conv(o *ir.Op) {
	from, to := o.Args[0].Type, o.Results[0].Type
	if to.Kind == ir.Vec {
		s.set(o.Results[0], s.convVector(o, from.Elem, to.Elem))
		return
	}
	var d vreg
	switch {
	case from.IsInt() && to.IsInt():
		if to.Size() > from.Size() {
			d = s.extended(o.Args[0], max(4, to.Size()))
		} else {
			d = s.get(o.Args[0])
		}
	case from.IsInt():
		d = s.intToFloat(s.extended(o.Args[0], intWidth(from)), from, to)
	case to.IsInt():
		d = s.floatToInt(s.get(o.Args[0]), from, to)
	case from == to:
		d = s.get(o.Args[0])
	default:
		op := asm.VCVTSS2SD
		if to == ir.TF32 {
			op = asm.VCVTSD2SS
		}
		d = s.f.newVreg(classVec, 16)
		in := inst{op: op, args: [5]arg{rg(d), rg(s.scalarConst(8, 0))}}
		if l := s.late(o.Args[0], ir.OpMLoad); l != nil {
			in.mem, in.args[2] = s.takeLoad(l), memArg()
		} else {
			in.args[2] = rg(s.get(o.Args[0]))
			in.fold, in.msize = 3, uint8(from.Size())
		}
		s.emit(in)
	}
	s.set(o.Results[0], d)
}

// intWidth is the width of the signed integer that the conversion of a t to float starts from.
func intWidth(t *ir.Type) int {
	if t == ir.TU32 || t.Size() == 8 {
		return 8
	}
	return 4
}

// intToFloat converts an integer that has been extended to intWidth.
func (s *selector) intToFloat(a vreg, from, to *ir.Type) vreg {
	cvt := func(op asm.Op, a vreg, size int) vreg {
		d := s.f.newVreg(classVec, 16)
		// The instruction keeps the rest of its first source: a zero cuts the dependency on an old value.
		s.emit(inst{op: op, size: uint8(size), args: [5]arg{rg(d), rg(s.scalarConst(8, 0)), rg(a)}, fold: 3, msize: uint8(size)})
		return d
	}
	op, uop := asm.VCVTSI2SS, asm.VCVTUSI2SS
	if to == ir.TF64 {
		op, uop = asm.VCVTSI2SD, asm.VCVTUSI2SD
	}
	switch {
	case from != ir.TU64:
		return cvt(op, a, intWidth(from))
	case s.isa == AVX512:
		return cvt(uop, a, 8)
	}
	// Halve what has the top bit set, keeping the last bit for the sake of rounding, and double the result.
	half := s.gop2(asm.OR, 8, s.gop2(asm.SHR, 8, a, im(1)), rg(s.gop2(asm.AND, 8, a, im(1))))
	sign := s.gop2(asm.SAR, 8, a, im(63))
	s.emitCmp(8, a, im(0))
	x := cvt(op, s.cmov(flagsOf(ccS), half, a, 8), 8)
	m := s.f.newVreg(classVec, 16)
	s.emit(inst{op: asm.VMOVQ, args: [5]arg{rg(m), rg(sign)}})
	c := s.shapeOf(to)
	return s.vrr(c.form(asm.VADDPS), c, x, s.logic(c.packed(asm.VANDPS), c, x, m))
}

// floatToInt converts a scalar.
func (s *selector) floatToInt(x vreg, from, to *ir.Type) vreg {
	op := asm.VCVTTSS2SI
	if from == ir.TF64 {
		op = asm.VCVTTSD2SI
	}
	cvt := func(x vreg, size uint8) vreg {
		d := s.gpr()
		s.emit(inst{op: op, size: size, args: [5]arg{rg(d), rg(x)}, fold: 2, msize: uint8(from.Size())})
		return d
	}
	switch {
	case to.Size() < 4 || to == ir.TI32:
		return cvt(x, 4)
	case to != ir.TU64:
		return cvt(x, 8)
	}
	c := s.shapeOf(from)
	two63 := ir.FloatBits(from, 1<<63)
	small := cvt(x, 8)
	big := cvt(s.vrr(c.form(asm.VSUBPS), c, x, s.scalarConst(c.elem, two63)), 8)
	big = s.gop2(asm.OR, 8, big, rg(s.intConst(-1<<63)))
	limit := s.scalarConst(c.elem, two63)
	s.emit(inst{op: fop(asm.VUCOMISS, from), role: roleUse, args: [5]arg{rg(limit), rg(x)}})
	return s.cmov(flagsOf(ccA), small, big, 8)
}

// convVector converts lanes.
func (s *selector) convVector(o *ir.Op, from, to *ir.Type) vreg {
	if m, ok := s.saturated[o]; ok {
		return s.clampInts(s.get(m.x), from, to)
	}
	x := s.get(o.Args[0])
	switch {
	case from == to:
		return x
	case from.IsInt() && to.IsInt():
		return s.convInts(x, from, to)
	case from.IsInt() && to == ir.TF64:
		return s.intsToDoubles(x, from)
	case from.IsInt():
		return s.intsToSingles(x, from)
	case to.IsFloat():
		op := asm.VCVTPS2PD
		if to == ir.TF32 {
			op = asm.VCVTPD2PS
		}
		return s.vconv(op, 8, to.Size(), x)
	case to.Size() < 4 || to == ir.TI32:
		op := asm.VCVTTPS2DQ
		if from == ir.TF64 {
			op = asm.VCVTTPD2DQ
		}
		return s.narrow(s.vconv(op, from.Size(), 4, x), 4, to.Size())
	case to == ir.TU32 && s.vecSize(8) > s.isa.VectorBytes():
		return s.inHalves(x, from, to)
	case to == ir.TU32:
		return s.narrow(s.toInt64(x, from), 8, 4)
	case to == ir.TI64:
		return s.toInt64(x, from)
	}
	if from == ir.TF32 {
		x = s.vconv(asm.VCVTPS2PD, 8, 8, x)
	}
	return s.doublesToUint64(x)
}

// toInt64 converts floats to int64.
func (s *selector) toInt64(x vreg, from *ir.Type) vreg {
	switch {
	case s.isa == AVX2 && from == ir.TF32:
		return s.doublesToInt64(s.vconv(asm.VCVTPS2PD, 8, 8, x))
	case s.isa == AVX2:
		return s.doublesToInt64(x)
	case from == ir.TF32:
		return s.vconv(asm.VCVTTPS2QQ, 8, 8, x)
	}
	return s.vconv(asm.VCVTTPD2QQ, 8, 8, x)
}

// inHalves converts a register full of lanes in two steps, by way of integers that take two registers.
func (s *selector) inHalves(x vreg, from, to *ir.Type) vreg {
	size, lanes := s.vecSize(from.Size()), s.lanes
	s.lanes = lanes / 2
	lo := s.narrow(s.toInt64(s.half(x, size, 0), from), 8, to.Size())
	hi := s.narrow(s.toInt64(s.half(x, size, 1), from), 8, to.Size())
	s.lanes = lanes
	return s.joinHalves(size, lo, hi)
}

// half is the lower or upper half of a register of size bytes.
func (s *selector) half(x vreg, size, which int) vreg {
	if which == 0 {
		return x
	}
	d := s.f.newVreg(classVec, size/2)
	op := asm.VEXTRACTI128
	if size == 64 {
		op = asm.VEXTRACTI64X4
	} else if s.isa == AVX512 {
		op = asm.VEXTRACTI32X4
	}
	s.emit(inst{op: op, size: uint8(size), args: [5]arg{rg(d), rg(x), im(1)}})
	return d
}

// joinHalves is the inverse of half.
func (s *selector) joinHalves(size int, lo, hi vreg) vreg {
	d := s.f.newVreg(classVec, size)
	op := asm.VINSERTI128
	if size == 64 {
		op = asm.VINSERTI64X4
	} else if s.isa == AVX512 {
		op = asm.VINSERTI32X4
	}
	s.emit(inst{op: op, size: uint8(size), args: [5]arg{rg(d), rg(lo), rg(hi), im(1)}, fold: 3, msize: uint8(size / 2)})
	return d
}

// vconv emits a conversion of which the widest operand has wide bytes per lane, and the result elem.
func (s *selector) vconv(op asm.Op, wide, elem int, x vreg) vreg {
	d := s.f.newVreg(classVec, s.vecSize(elem))
	s.emit(inst{op: op, size: uint8(s.vecSize(wide)), args: [5]arg{rg(d), rg(x)}})
	return d
}

// convInts widens or narrows integers.
func (s *selector) convInts(x vreg, from, to *ir.Type) vreg {
	if to.Size() > from.Size() {
		return s.widen(x, from.Size(), to.Size(), from.IsSigned())
	}
	return s.narrow(x, from.Size(), to.Size())
}

// narrow keeps the low bytes of every lane.
func (s *selector) narrow(x vreg, from, to int) vreg {
	if from == to {
		return x
	}
	d := s.f.newVreg(classVec, s.vecSize(to))
	if s.isa == AVX512 {
		op := map[[2]int]asm.Op{{2, 1}: asm.VPMOVWB, {4, 1}: asm.VPMOVDB, {8, 1}: asm.VPMOVQB, {4, 2}: asm.VPMOVDW, {8, 2}: asm.VPMOVQW, {8, 4}: asm.VPMOVQD}[[2]int{from, to}]
		s.emit(inst{op: op, size: uint8(s.vecSize(from)), args: [5]arg{rg(d), rg(x)}})
		return d
	}
	wide := s.vecSize(from) == 32
	if from == 8 && to == 4 {
		hi := x
		if wide {
			hi = s.half(x, 32, 1)
		}
		s.emit(inst{op: asm.VSHUFPS, size: 16, args: [5]arg{rg(d), rg(x), rg(hi), im(0x88)}})
		return d
	}
	// Gather the wanted bytes of each 16-byte lane at its start, then put the lanes' parts side by side.
	sel := make([]byte, 32)
	for i := range sel {
		sel[i] = 0x80
		if j := i % 16; j < 16*to/from {
			sel[i] = byte(j/to*from + j%to)
		}
	}
	c := shape{elem: 1, size: s.vecSize(from)}
	p := s.vrr(asm.VPSHUFB, c, x, s.data(sel[:c.size], c.size))
	if !wide {
		return p
	}
	op := map[int]asm.Op{2: asm.VPUNPCKLQDQ, 4: asm.VPUNPCKLDQ, 8: asm.VPUNPCKLWD}[from/to]
	return s.vrr(op, shape{elem: 1, size: 16}, p, s.half(p, 32, 1))
}

// intsToDoubles converts lanes of any integer type to float64.
func (s *selector) intsToDoubles(x vreg, from *ir.Type) vreg {
	c := s.shapeOf(ir.VecOf(ir.TF64, s.lanes))
	switch {
	case from.Size() < 4 || from == ir.TI32:
		return s.vconv(asm.VCVTDQ2PD, 8, 8, s.widen(x, from.Size(), 4, from.IsSigned()))
	case s.isa == AVX512:
		op := map[*ir.Type]asm.Op{ir.TU32: asm.VCVTUDQ2PD, ir.TI64: asm.VCVTQQ2PD, ir.TU64: asm.VCVTUQQ2PD}[from]
		return s.vconv(op, 8, 8, x)
	case from == ir.TU32: // the mantissa of 2^52 + x
		w := s.logic(asm.VPORQ, c, s.widen(x, 4, 8, false), s.splatOf(c, 0x4330000000000000))
		return s.vrr(asm.VSUBPD, c, w, s.splatOf(c, 0x4330000000000000))
	}
	// In two parts, as mantissas of large powers of two; the last addition is the only one that rounds.
	var hi, bias vreg
	lowWords := int64(0xCC)
	if from == ir.TU64 {
		hi = s.logic(asm.VPORQ, c, s.vri(asm.VPSRLQ, c, x, 32), s.splatOf(c, 0x4530000000000000)) // 2^84 + high*2^32
		bias = s.splatOf(c, 0x4530000000100000)                                                   // 2^84 + 2^52
	} else {
		h := s.vec(c)
		s.emit(inst{op: asm.VPBLENDW, size: uint8(c.size), args: [5]arg{rg(h), rg(s.vri(asm.VPSRAD, c, x, 16)), rg(s.splatOf(c, 0)), im(0x33)}})
		hi = s.vrr(asm.VPADDQ, c, h, s.splatOf(c, 0x4438000000000000)) // 3*2^67 + high*2^48
		bias = s.splatOf(c, 0x4438001000000000)
		lowWords = 0x88
	}
	lo := s.vec(c)
	s.emit(inst{op: asm.VPBLENDW, size: uint8(c.size), args: [5]arg{rg(lo), rg(x), rg(s.splatOf(c, 0x4330000000000000)), im(lowWords)}})
	return s.vrr(asm.VADDPD, c, s.vrr(asm.VSUBPD, c, hi, bias), lo)
}

// intsToSingles converts lanes of any integer type to float32.
func (s *selector) intsToSingles(x vreg, from *ir.Type) vreg {
	c := s.shapeOf(ir.VecOf(ir.TF32, s.lanes))
	switch {
	case from.Size() < 4 || from == ir.TI32:
		return s.vconv(asm.VCVTDQ2PS, 4, 4, s.widen(x, from.Size(), 4, from.IsSigned()))
	case s.isa == AVX512 && from == ir.TU32:
		return s.vconv(asm.VCVTUDQ2PS, 4, 4, x)
	case s.isa == AVX512:
		op := asm.VCVTQQ2PS
		if from == ir.TU64 {
			op = asm.VCVTUQQ2PS
		}
		return s.vconv(op, 8, 4, x)
	case from == ir.TU32: // two exact halves, one rounding
		hi := s.vconv(asm.VCVTDQ2PS, 4, 4, s.vri(asm.VPSRLD, c, x, 16))
		lo := s.vconv(asm.VCVTDQ2PS, 4, 4, s.logic(asm.VPANDD, c, x, s.splatOf(c, 0xFFFF)))
		return s.vrr(asm.VADDPS, c, s.vrr(asm.VMULPS, c, hi, s.splatOf(c, ir.FloatBits(ir.TF32, 65536))), lo)
	}
	// By way of doubles, which must not round before singles do: where there are more bits than they have, what the lowest of these say beside the next is only whether
	// all are zero (rounding to odd: Boldo and Melquiond, "Emulation of FMA and correctly rounded sums", IEEE Transactions on Computers 57, 2008).
	q := s.shapeOf(ir.VecOf(ir.TI64, s.lanes))
	const low = 1<<11 - 1 // 64 bits, of which a double holds 53
	near := x
	if from == ir.TI64 {
		near = s.vrr(asm.VPADDQ, q, x, s.splatOf(q, 1<<52))
	}
	near = s.vrr(asm.VPCMPEQQ, q, s.vri(asm.VPSRLQ, q, near, 53), s.splatOf(q, 0))
	carry := s.vrr(asm.VPADDQ, q, s.logic(asm.VPANDQ, q, x, s.splatOf(q, low)), s.splatOf(q, low))
	odd := s.logic(asm.VPANDQ, q, s.logic(asm.VPORQ, q, x, carry), s.splatOf(q, ^uint64(low)))
	return s.vconv(asm.VCVTPD2PS, 8, 4, s.intsToDoubles(s.blend(q, near, x, odd), from))
}

// doublesToInt64 converts with AVX2: below 2^51 by adding 1.5*2^52, which leaves the integer in the low bits, else lane by lane.
func (s *selector) doublesToInt64(x vreg) vreg {
	const magic = 0x4338000000000000
	c := s.shapeOf(ir.VecOf(ir.TF64, s.lanes))
	d, m, t := s.vec(c), s.vec(c), s.vec(c)
	abs := s.logic(asm.VANDPD, c, x, s.splatOf(c, 1<<63-1))
	limit := s.splatOf(c, ir.FloatBits(ir.TF64, 1<<51))
	s.emit(inst{op: asm.VCMPPD, size: uint8(c.size), args: [5]arg{rg(m), rg(abs), rg(limit), im(5)}, fold: 3, msize: uint8(c.size)}) // not less
	s.emit(inst{op: asm.VROUNDPD, size: uint8(c.size), args: [5]arg{rg(t), rg(x), im(8 | 3)}})
	sum := s.vrr(asm.VADDPD, c, t, s.splatOf(c, magic))
	quick := s.vrr(asm.VPSUBQ, c, sum, s.splatOf(c, magic))
	s.emit(s.f.copyInst(s.pos, copyPair{d, quick}))
	s.emit(inst{op: asm.VTESTPD, size: uint8(c.size), role: roleUse, args: [5]arg{rg(m), rg(m)}})
	slow, join := s.newBlock(), s.newBlock()
	s.branch(flagsOf(ccE), join, slow)
	s.start(slow)
	s.b.rare = true
	r := s.eachLaneMap(x, ir.TF64, ir.TI64, func(x vreg) vreg { return s.floatToInt(x, ir.TF64, ir.TI64) })
	s.emit(s.f.copyInst(s.pos, copyPair{d, r}))
	s.jump(join)
	s.start(join)
	return d
}

// doublesToUint64 converts as Go does: by way of signed integers.
func (s *selector) doublesToUint64(x vreg) vreg {
	c := s.shapeOf(ir.VecOf(ir.TU64, s.lanes))
	two63 := s.splatOf(c, ir.FloatBits(ir.TF64, 1<<63))
	if s.isa == AVX2 { // one conversion, since it takes long for large numbers
		m := s.vec(c)
		s.emit(inst{op: asm.VCMPPD, size: uint8(c.size), args: [5]arg{rg(m), rg(x), rg(two63), im(5)}}) // not less
		d := s.toInt64(s.vrr(asm.VSUBPD, c, x, s.logic(asm.VPANDQ, c, m, two63)), ir.TF64)
		return s.logic(asm.VPORQ, c, d, s.logic(asm.VPANDQ, c, m, s.splatOf(c, 1<<63)))
	}
	small := s.toInt64(x, ir.TF64)
	big := s.toInt64(s.vrr(asm.VSUBPD, c, x, two63), ir.TF64)
	big = s.logic(asm.VPORQ, c, big, s.splatOf(c, 1<<63))
	k := s.mask()
	s.emit(inst{op: asm.VCMPPD, size: uint8(c.size), args: [5]arg{rg(k), rg(x), rg(two63), im(0x11)}})
	return s.blend(c, k, small, big)
}

// eachLaneMap computes f on the lanes one by one, by way of memory: for what the instruction set lacks.
func (s *selector) eachLaneMap(x vreg, from, to *ir.Type, f func(vreg) vreg) vreg {
	in, out := s.shapeOf(ir.VecOf(from, s.lanes)), s.shapeOf(ir.VecOf(to, s.lanes))
	a, b := s.laneArea(0), s.laneArea(1)
	s.storeVectorAt(in, x, a)
	for i := range s.lanes {
		r := f(s.loadScalarAt(from, onStack(a+int32(i*in.elem))))
		s.storeScalarAt(to, r, onStack(b+int32(i*out.elem)))
	}
	return s.loadVectorAt(out, b)
}

func (s *selector) loadScalarAt(t *ir.Type, m mem) vreg {
	if t.IsFloat() {
		d := s.f.newVreg(classVec, 16)
		s.emit(inst{op: fop(asm.VMOVSS, t), mem: m, args: [5]arg{rg(d), memArg()}})
		return d
	}
	d := s.gpr()
	op, size := extension(t, 8)
	if t.Size() == 8 {
		op, size = asm.MOV, 8
	}
	s.emit(inst{op: op, size: size, mem: m, args: [5]arg{rg(d), memArg()}})
	return d
}

func (s *selector) storeScalarAt(t *ir.Type, r vreg, m mem) {
	op, size := asm.MOV, uint8(t.Size())
	if t.IsFloat() {
		op, size = fop(asm.VMOVSS, t), 0
	}
	s.emit(inst{op: op, size: size, role: roleUse, mem: m, args: [5]arg{memArg(), rg(r)}})
}
