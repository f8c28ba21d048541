package x86

import (
	"math"
	"math/bits"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/x86/asm"
)

// Scalar integers and bools live in general registers. The bits above an integer's width are anything; a bool is 0 or 1 in
// all 64 bits. Scalar floats are in the low lane of vector registers.

// gprSize is the operand size for arithmetic on t: 4 for what is narrower.
func gprSize(t *ir.Type) uint8 { return uint8(max(4, t.Size())) }

func (s *selector) gpr() vreg { return s.f.newVreg(classGPR, 8) }

// fop is the form for t of a floating-point operation whose PS, PD, SS, SD forms are listed in this order; op is PS for
// vectors, SS for scalars.
func fop(op asm.Op, t *ir.Type) asm.Op {
	if t.Scalar() == ir.TF64 {
		return op + 1
	}
	return op
}

// gop2 emits d = op a, b for an operation with two operands in the hardware.
func (s *selector) gop2(op asm.Op, size uint8, a vreg, b arg) vreg {
	d := s.gpr()
	t := tieSrc
	switch op {
	case asm.ADD, asm.AND, asm.OR, asm.XOR, asm.IMUL:
		t = tieCommute
	}
	in := inst{op: op, size: size, tie: t, args: [5]arg{rg(d), rg(a), b}}
	if b.kind == argReg {
		in.fold, in.msize = 3, size
	}
	s.emit(in)
	return d
}

// gop1 emits d = op a for an operation that works in place.
func (s *selector) gop1(op asm.Op, size uint8, a vreg) vreg {
	d := s.gpr()
	s.emit(inst{op: op, size: size, tie: tieSrc, args: [5]arg{rg(d), rg(a)}})
	return d
}

// operand is v as the second operand: an immediate if it is a constant that fits.
func (s *selector) operand(v *ir.Value) arg {
	if c, ok := v.IsConst(); ok {
		if n := ir.SignExtend(v.Type, c); n == int64(int32(n)) {
			return im(n)
		}
	}
	return rg(s.get(v))
}

// withOperand emits an instruction whose last operand is v: an immediate, a load that was put off, or a register.
func (s *selector) gopValue(op asm.Op, size uint8, a vreg, v *ir.Value) vreg {
	if o := s.late(v, ir.OpMLoad); o != nil && v.Type.Size() == int(size) {
		m := s.takeLoad(o)
		d := s.gpr()
		s.emit(inst{op: op, size: size, tie: tieSrc, mem: m, args: [5]arg{rg(d), rg(a), memArg()}})
		return d
	}
	return s.gop2(op, size, a, s.operand(v))
}

// extended is v, an integer or bool, with the bits above its width right up to size bytes (4 or 8).
func (s *selector) extended(v *ir.Value, size int) vreg {
	if c, ok := v.IsConst(); ok {
		return s.intConst(ir.SignExtend(v.Type, c))
	}
	if v.Type == ir.TBool || v.Type.Size() >= size {
		return s.get(v)
	}
	if o := s.late(v, ir.OpMLoad); o != nil {
		return s.loadExtended(o, size)
	}
	if zeroExtended(v) {
		return s.get(v)
	}
	return s.extend(s.get(v), v.Type, size)
}

// extend fills the bits above t's width, to size bytes at least.
func (s *selector) extend(a vreg, t *ir.Type, size int) vreg {
	if t == ir.TBool || t.Size() >= size {
		return a
	}
	d := s.gpr()
	op, sz := extension(t, size)
	s.emit(inst{op: op, size: sz, args: [5]arg{rg(d), rg(a)}})
	return d
}

// extension is the move that extends a t to size bytes; a MOV of four bytes clears the rest.
func extension(t *ir.Type, size int) (asm.Op, uint8) {
	switch {
	case t.Kind == ir.I8:
		return asm.MOVSXB, uint8(size)
	case t.Kind == ir.I16:
		return asm.MOVSXW, uint8(size)
	case t.Kind == ir.I32:
		return asm.MOVSXD, 8
	case t.Size() == 1:
		return asm.MOVZXB, 4
	case t.Size() == 2:
		return asm.MOVZXW, 4
	}
	return asm.MOV, 4
}

func (s *selector) scalarOp(o *ir.Op, t *ir.Type) {
	r := o.Results[0]
	switch {
	case r.Type == ir.TBool && o.Kind != ir.OpSelect:
		s.set(r, s.boolOp(o))
	case o.Kind == ir.OpSelect:
		s.set(r, s.scalarSelect(o))
	case o.Kind == ir.OpBitcast:
		s.set(r, s.scalarBitcast(o))
	case t.IsFloat():
		s.set(r, s.floatOp(o))
	default:
		s.set(r, s.intOp(o, t))
	}
}

// intOp lowers arithmetic on integers.
func (s *selector) intOp(o *ir.Op, t *ir.Type) vreg {
	size := gprSize(t)
	switch o.Kind {
	case ir.OpAdd, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpSub:
		ops := map[ir.OpKind]asm.Op{ir.OpAdd: asm.ADD, ir.OpSub: asm.SUB, ir.OpAnd: asm.AND, ir.OpOr: asm.OR, ir.OpXor: asm.XOR}
		x, y := o.Args[0], o.Args[1]
		if o.Kind == ir.OpAdd || o.Kind == ir.OpSub {
			if d := s.addFlag(o, size); d != 0 {
				return d
			}
		}
		if _, ok := x.IsConst(); ok && o.Kind.Has(ir.Commutes) {
			x, y = y, x
		}
		return s.gopValue(ops[o.Kind], size, s.get(x), y)
	case ir.OpMul:
		return s.mul(o, size)
	case ir.OpDiv, ir.OpRem:
		return s.divide(o, t)
	case ir.OpDivLong, ir.OpRemLong:
		return s.divideLong(o)
	case ir.OpNeg:
		return s.gop1(asm.NEG, size, s.get(o.Args[0]))
	case ir.OpNot:
		return s.gop1(asm.NOT, size, s.get(o.Args[0]))
	case ir.OpAndNot:
		if c, ok := o.Args[1].IsConst(); ok {
			return s.gop2(asm.AND, size, s.get(o.Args[0]), s.intArg(^ir.SignExtend(t, c)))
		}
		d := s.gpr()
		s.emit(inst{op: asm.ANDN, size: size, args: [5]arg{rg(d), rg(s.get(o.Args[1])), rg(s.get(o.Args[0]))}, fold: 3, msize: size})
		return d
	case ir.OpShl, ir.OpShr:
		return s.shift(o, t)
	case ir.OpRotl, ir.OpClz, ir.OpCtz, ir.OpPopcnt, ir.OpBswap, ir.OpBitrev, ir.OpMulHi:
		return s.scalarBits(o, t)
	case ir.OpMin, ir.OpMax:
		x, y := s.get(o.Args[0]), s.get(o.Args[1])
		s.emitCmp(uint8(t.Size()), x, rg(y)) // without the bits above, which to extend would take time that the next iteration waits for
		return s.cmov(flagsOf(orderCond(minMaxOrder(o.Kind), t.IsSigned())), x, y, size)
	case ir.OpFence:
		return s.get(o.Args[0])
	}
	fail("%s of %s", o.Kind, t)
	return 0
}

// minMaxOrder is the comparison after which the first operand is the result.
func minMaxOrder(k ir.OpKind) ir.OpKind {
	if k == ir.OpMin {
		return ir.OpLt
	}
	return ir.OpGt
}

// intArg is an immediate if n fits, else a register.
func (s *selector) intArg(n int64) arg {
	if n == int64(int32(n)) {
		return im(n)
	}
	return rg(s.intConst(n))
}

func (s *selector) mul(o *ir.Op, size uint8) vreg {
	x, y := o.Args[0], o.Args[1]
	if _, ok := x.IsConst(); ok {
		x, y = y, x
	}
	c, ok := y.IsConst()
	if !ok {
		return s.gopValue(asm.IMUL, size, s.get(x), y)
	}
	n := ir.SignExtend(y.Type, c)
	a := s.get(x)
	switch {
	case n == 0:
		return s.intConst(0)
	case n == 1:
		return a
	case n&(n-1) == 0:
		return s.gop2(asm.SHL, size, a, im(int64(bits.TrailingZeros64(uint64(n)))))
	case n == 3 || n == 5 || n == 9:
		d := s.gpr()
		s.emit(inst{op: asm.LEA, size: size, mem: mem{base: a, index: a, scale: uint8(n - 1)}, args: [5]arg{rg(d), memArg()}})
		return d
	case n == int64(int32(n)):
		d := s.gpr()
		s.emit(inst{op: asm.IMUL, size: size, args: [5]arg{rg(d), rg(a), im(n)}, fold: 2, msize: size})
		return d
	}
	return s.gop2(asm.IMUL, size, a, rg(s.intConst(n)))
}

// shift lowers shl and shr with Go's meaning for counts beyond the width; the hardware takes the count modulo 32 or 64.
func (s *selector) shift(o *ir.Op, t *ir.Type) vreg {
	size, width := gprSize(t), int64(t.Bits())
	if c, ok := o.Args[1].IsConst(); ok {
		x := o.Args[0]
		switch {
		case c >= uint64(width) && (o.Kind == ir.OpShl || !t.IsSigned()):
			return s.intConst(0)
		case c >= uint64(width):
			c = uint64(width - 1)
		}
		switch {
		case c == 0:
			return s.get(x)
		case o.Kind == ir.OpShl:
			return s.gop2(asm.SHL, size, s.get(x), im(int64(c)))
		case t.IsSigned():
			return s.gop2(asm.SAR, size, s.extended(x, int(size)), im(int64(c)))
		}
		return s.gop2(asm.SHR, size, s.extended(x, int(size)), im(int64(c)))
	}
	last := int64(size)*8 - 1
	below := below(o.Args[1], uint64(last)+1)
	count := s.shiftCount(o.Args[1], uint64(last))
	csize := gprSize(o.Args[1].Type)
	d := s.gpr()
	if o.Kind == ir.OpShr && t.IsSigned() {
		x := s.extended(o.Args[0], int(size))
		if below {
			s.emit(inst{op: asm.SARX, size: size, args: [5]arg{rg(d), rg(x), rg(count)}})
			return d
		}
		most := s.intConst(last)
		s.emitCmp(csize, count, im(last))
		c := s.cmov(flagsOf(ccA), most, count, csize)
		s.emit(inst{op: asm.SARX, size: size, args: [5]arg{rg(d), rg(x), rg(c)}})
		return d
	}
	op, x := asm.SHLX, vreg(0)
	if o.Kind == ir.OpShr {
		op, x = asm.SHRX, s.extended(o.Args[0], int(size))
	} else {
		x = s.get(o.Args[0])
	}
	s.emit(inst{op: op, size: size, args: [5]arg{rg(d), rg(x), rg(count)}})
	if below {
		return d
	}
	zero := s.intConst(0)
	s.emitCmp(csize, count, im(last))
	return s.cmov(flagsOf(ccA), zero, d, size)
}

// shiftCount is a count in a register, of which the hardware takes the bits in last.
func (s *selector) shiftCount(v *ir.Value, last uint64) vreg {
	low := v
	for low.Def != nil && low.Def.Kind == ir.OpConv && low.Def.Args[0].Type.IsInt() { // which keeps the low eight bits
		low = low.Def.Args[0]
	}
	if o := low.Def; o != nil && o.Kind == ir.OpAnd {
		for i, a := range o.Args {
			if c, ok := a.IsConst(); ok && c == last {
				return s.get(o.Args[1-i])
			}
		}
	}
	return s.extended(v, 4)
}

// below reports an integer that is seen to be in [0, n), as counts of shifts are by x & 63, x % 64 or x >> 58.
func below(v *ir.Value, n uint64) bool {
	if c, ok := v.IsConst(); ok {
		return c < n
	}
	o := v.Def
	if o == nil {
		return false
	}
	constant := func(i int, least, most uint64) bool {
		c, ok := o.Args[i].IsConst()
		return ok && least <= c && c <= most
	}
	unsigned := !v.Type.IsSigned()
	switch o.Kind {
	case ir.OpAnd:
		return below(o.Args[0], n) || below(o.Args[1], n)
	case ir.OpRem:
		return unsigned && constant(1, 1, n)
	case ir.OpMin:
		return unsigned && (below(o.Args[0], n) || below(o.Args[1], n))
	case ir.OpShr:
		bits := v.Type.Bits()
		for k := 0; k < bits && unsigned; k++ {
			if 1<<k >= n {
				return 1<<k == n && constant(1, uint64(bits-k), math.MaxUint64)
			}
		}
	case ir.OpConv:
		return o.Args[0].Type.IsInt() && below(o.Args[0], n)
	}
	return false
}

// emitCmp compares a register with an operand.
func (s *selector) emitCmp(size uint8, a vreg, b arg) {
	if b.kind == argImm && b.imm() == 0 {
		s.emit(inst{op: asm.TEST, size: size, role: roleUse, args: [5]arg{rg(a), rg(a)}})
		return
	}
	in := inst{op: asm.CMP, size: size, role: roleUse, args: [5]arg{rg(a), b}}
	if b.kind == argReg {
		in.fold, in.msize = 2, size
	}
	s.emit(in)
}

// flagsOf is a condition that one test decides.
func flagsOf(c cond) flagCond { return flagCond{cc: c, and: ccNone, or: ccNone} }

// cmov is x if the flags hold c, else y. Nothing that changes flags may come between their making and it.
func (s *selector) cmov(c flagCond, x, y vreg, size uint8) vreg {
	if c.or != ccNone { // c1 || c2 ? x : y
		y = s.cmov(flagsOf(c.cc), x, y, size)
		return s.cmov(flagsOf(c.or), x, y, size)
	}
	if c.and != ccNone { // !(!c1 || !c2)
		return s.cmov(c.negate(), y, x, size)
	}
	d := s.gpr()
	s.emit(inst{op: asm.CMOVcc(asm.Cond(c.cc)), size: max(size, 4), tie: tieMove, args: [5]arg{rg(d), rg(y), rg(x)}, fold: 3, msize: max(size, 4)})
	return d
}

// setcc is a bool from flags that are made now. It goes into a register that was cleared before: to set one byte of another would wait for what was in it.
func (s *selector) setcc(flags func() flagCond) vreg {
	zero := s.gpr()
	s.emit(inst{op: asm.XOR, size: 4, idiom: true, args: [5]arg{rg(zero), rg(zero)}})
	c := flags()
	if c.and != ccNone || c.or != ccNone {
		return s.cmov(c, s.intConst(1), zero, 4)
	}
	d := s.gpr()
	s.emit(inst{op: asm.SETcc(asm.Cond(c.cc)), size: 1, tie: tieSrc, args: [5]arg{rg(d), rg(zero)}})
	return d
}

// orderCond is the condition for a comparison of integers.
func orderCond(k ir.OpKind, signed bool) cond {
	switch k {
	case ir.OpEq:
		return ccE
	case ir.OpNe:
		return ccNE
	}
	i := map[ir.OpKind]int{ir.OpLt: 0, ir.OpLe: 1, ir.OpGt: 2, ir.OpGe: 3}[k]
	if signed {
		return [...]cond{ccL, ccLE, ccG, ccGE}[i]
	}
	return [...]cond{ccB, ccBE, ccA, ccAE}[i]
}

// cond makes flags that say whether v, a scalar bool, holds.
func (s *selector) cond(v *ir.Value) flagCond {
	if o := s.vals[v.ID].later; o != nil {
		switch o.Kind {
		case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
			return s.compare(o)
		case ir.OpAny, ir.OpAll:
			return s.maskTest(o)
		case ir.OpNot:
			return s.cond(o.Args[0]).negate()
		}
	}
	r := s.get(v)
	s.emit(inst{op: asm.TEST, size: 4, role: roleUse, args: [5]arg{rg(r), rg(r)}})
	return flagsOf(ccNE)
}

// compare emits a scalar comparison.
func (s *selector) compare(o *ir.Op) flagCond {
	x, y, k := o.Args[0], o.Args[1], o.Kind
	t := x.Type
	if t.IsFloat() {
		return s.compareFloats(x, y, k)
	}
	if _, ok := x.IsConst(); ok {
		x, y, k = y, x, k.Mirrored()
	}
	size := uint8(t.Size())
	if l := s.late(y, ir.OpMLoad); l != nil {
		a := s.get(x)
		m := s.takeLoad(l)
		s.emit(inst{op: asm.CMP, size: size, role: roleUse, mem: m, args: [5]arg{rg(a), memArg()}})
		return flagsOf(orderCond(k, t.IsSigned()))
	}
	if and := s.late(x, ir.OpAnd); and != nil && testsBits(and, o) {
		s.vals[x.ID] = val{}
		a := s.get(and.Args[0])
		s.emit(inst{op: asm.TEST, size: size, role: roleUse, args: [5]arg{rg(a), s.operand(and.Args[1])}})
		return flagsOf(orderCond(k, false))
	}
	a := s.get(x)
	s.emitCmp(size, a, s.operand(y))
	return flagsOf(orderCond(k, t.IsSigned()))
}

// testsBits reports a comparison of x & y with 0, which one instruction makes.
func testsBits(and, o *ir.Op) bool {
	if and.Kind != ir.OpAnd || o.Kind != ir.OpEq && o.Kind != ir.OpNe || !o.Args[0].Type.IsInt() {
		return false
	}
	for k, a := range o.Args {
		if c, ok := o.Args[1-k].IsConst(); ok && c == 0 && a == and.Results[0] {
			_, ok = and.Args[0].IsConst()
			return !ok
		}
	}
	return false
}

// compareFloats uses VUCOMISD, whose flags are those of an unsigned comparison, with all of CF, ZF, PF set if unordered.
func (s *selector) compareFloats(x, y *ir.Value, k ir.OpKind) flagCond {
	if k == ir.OpLt || k == ir.OpLe {
		x, y, k = y, x, k.Mirrored()
	}
	a := s.get(x)
	s.femit(inst{op: fop(asm.VUCOMISS, x.Type), role: roleUse, args: [5]arg{rg(a)}}, 1, y)
	switch k {
	case ir.OpEq:
		return flagCond{cc: ccE, and: ccNP, or: ccNone}
	case ir.OpNe:
		return flagCond{cc: ccNE, and: ccNone, or: ccP}
	case ir.OpGt:
		return flagsOf(ccA)
	}
	return flagsOf(ccAE)
}

// femit emits a scalar float instruction whose operand number i is v, which may be a load that was put off.
func (s *selector) femit(in inst, i int, v *ir.Value) {
	if o := s.late(v, ir.OpMLoad); o != nil {
		in.mem = s.takeLoad(o)
		in.args[i] = memArg()
	} else {
		in.args[i] = rg(s.get(v))
		in.fold, in.msize = uint8(i+1), uint8(v.Type.Size())
	}
	s.emit(in)
}

// boolOp lowers what gives a scalar bool.
func (s *selector) boolOp(o *ir.Op) vreg {
	switch o.Kind {
	case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		return s.setcc(func() flagCond { return s.compare(o) })
	case ir.OpAnd:
		return s.gop2(asm.AND, 4, s.get(o.Args[0]), rg(s.get(o.Args[1])))
	case ir.OpOr:
		return s.gop2(asm.OR, 4, s.get(o.Args[0]), rg(s.get(o.Args[1])))
	case ir.OpXor:
		return s.gop2(asm.XOR, 4, s.get(o.Args[0]), rg(s.get(o.Args[1])))
	case ir.OpAndNot:
		d := s.gpr()
		s.emit(inst{op: asm.ANDN, size: 4, args: [5]arg{rg(d), rg(s.get(o.Args[1])), rg(s.get(o.Args[0]))}})
		return d
	case ir.OpNot:
		return s.gop2(asm.XOR, 4, s.get(o.Args[0]), im(1))
	case ir.OpFence:
		return s.get(o.Args[0])
	}
	fail("%s of bools", o.Kind)
	return 0
}

// scalarSelect lowers select on scalars.
func (s *selector) scalarSelect(o *ir.Op) vreg {
	t := o.Results[0].Type
	if t.IsFloat() {
		return s.floatSelect(o)
	}
	if x, ok := o.Args[1].IsConst(); ok && x == 1 {
		if y, ok := o.Args[2].IsConst(); ok && y == 0 {
			return s.get(o.Args[0])
		}
	}
	x, y := s.get(o.Args[1]), s.get(o.Args[2])
	return s.cmov(s.cond(o.Args[0]), x, y, gprSize(t))
}

// floatSelect masks, since there is no conditional move for vector registers.
func (s *selector) floatSelect(o *ir.Op) vreg {
	t := o.Results[0].Type
	x, y := s.get(o.Args[1]), s.get(o.Args[2])
	d := s.f.newVreg(classVec, 16)
	if s.isa == AVX512 {
		k := s.f.newVreg(classMask, 8)
		if c := s.lateCompare(o.Args[0]); c != nil && c.Args[0].Type.IsFloat() {
			a := s.get(c.Args[0])
			s.femit(inst{op: fop(asm.VCMPSS, c.Args[0].Type), args: [5]arg{rg(k), rg(a), {}, im(cmpPredicate(c.Kind))}}, 2, c.Args[1])
		} else {
			s.emit(inst{op: asm.KMOVD, size: 4, args: [5]arg{rg(k), rg(s.get(o.Args[0]))}})
		}
		s.emit(inst{op: fop(asm.VBLENDMPS, t), size: 16, mask: k, args: [5]arg{rg(d), rg(y), rg(x)}})
		return d
	}
	m := s.f.newVreg(classVec, 16)
	if c := s.lateCompare(o.Args[0]); c != nil && c.Args[0].Type == t {
		a := s.get(c.Args[0])
		s.femit(inst{op: fop(asm.VCMPSS, t), args: [5]arg{rg(m), rg(a), {}, im(cmpPredicate(c.Kind))}}, 2, c.Args[1])
	} else {
		n := s.gop1(asm.NEG, 8, s.get(o.Args[0]))
		s.emit(inst{op: asm.VMOVQ, args: [5]arg{rg(m), rg(n)}})
	}
	s.emit(inst{op: fop(asm.VBLENDVPS, t), size: 16, args: [5]arg{rg(d), rg(y), rg(x), rg(m)}})
	return d
}

// lateCompare returns the comparison that computes v, if it was put off.
func (s *selector) lateCompare(v *ir.Value) *ir.Op {
	o := s.vals[v.ID].later
	if o != nil && o.Kind >= ir.OpEq && o.Kind <= ir.OpGe {
		return o
	}
	return nil
}

// cmpPredicate is the immediate of VCMPPD: ordered and quiet, but for ne, which is unordered.
func cmpPredicate(k ir.OpKind) int64 {
	switch k {
	case ir.OpEq:
		return 0x00 // EQ_OQ
	case ir.OpNe:
		return 0x04 // NEQ_UQ
	case ir.OpLt:
		return 0x11 // LT_OQ
	case ir.OpLe:
		return 0x12 // LE_OQ
	case ir.OpGt:
		return 0x1E // GT_OQ
	}
	return 0x1D // GE_OQ
}

func (s *selector) scalarBitcast(o *ir.Op) vreg {
	from, to := o.Args[0].Type, o.Results[0].Type
	a := s.get(o.Args[0])
	if from.IsFloat() == to.IsFloat() {
		return a
	}
	op := asm.VMOVQ
	if to.Size() == 4 {
		op = asm.VMOVD
	}
	if to.IsFloat() {
		d := s.f.newVreg(classVec, 16)
		s.emit(inst{op: op, args: [5]arg{rg(d), rg(a)}, fold: 2, msize: uint8(to.Size())})
		return d
	}
	d := s.gpr()
	s.emit(inst{op: op, args: [5]arg{rg(d), rg(a)}})
	return d
}

// signBit is the bits of -0.
func signBit(t *ir.Type) uint64 {
	if t.Scalar() == ir.TF64 {
		return 1 << 63
	}
	return 1 << 31
}

// quietNonZero reports a float constant that is neither NaN nor zero.
func quietNonZero(v *ir.Value) bool {
	bits, ok := v.IsConst()
	if !ok {
		return false
	}
	x := ir.BitsFloat(v.Type.Scalar(), bits)
	return x != 0 && !math.IsNaN(x)
}
