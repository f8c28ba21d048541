package x86

import (
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/x86/asm"
)

// Masks. With AVX-512 they are in mask registers, lane i in bit i; bits from the number of lanes on are anything.
// With AVX2 a mask is a vector of lanes that are all ones or all zeros. A comparison makes it as wide as what it compares; it
// is widened or narrowed when an operation on elements of another width needs it, and passes between regions in
// the width of the kernel's widest elements.

type maskKey struct {
	v     *ir.Value
	width int
}

func (s *selector) mask() vreg { return s.f.newVreg(classMask, 8) }

// maskWidth is the number of bytes per lane of masks that pass between regions (AVX2).
func (s *selector) maskWidth() int { return s.widest }

// kform is the form for the kernel's lanes of a mask operation whose forms are listed B, W, D, Q.
func (s *selector) kform(op asm.Op) asm.Op { return op + asm.Op(max(log2(s.lanes), 3)-3) }

// constMask is all lanes on or off.
func (s *selector) constMask(on bool, width int) vreg {
	if s.isa == AVX2 {
		var bits uint64
		if on {
			bits = ^uint64(0)
		}
		return s.splatConst(8, s.vecSize(width), bits)
	}
	op := s.kform(asm.KXORB)
	if on {
		op = s.kform(asm.KXNORB)
	}
	return s.materialize(s.remat(rematKey{kind: 'm', bits: uint64(op)}, func() remat {
		k := rg(phys(asm.K1))
		return remat{inst: inst{op: op, idiom: true, args: [5]arg{{}, k, k}}, class: classMask, size: 8, free: true}
	}))
}

// maskReg is the register of a mask, and with AVX2 its width.
func (s *selector) maskReg(v *ir.Value) (vreg, int) {
	if bits, ok := v.IsConst(); ok {
		return s.constMask(bits&1 != 0, s.maskWidth()), s.maskWidth()
	}
	r := s.get(v)
	return r, int(s.vals[v.ID].width)
}

// maskAs is a mask in lanes of width bytes (AVX2), or in its mask register.
func (s *selector) maskAs(v *ir.Value, width int) vreg {
	if s.isa == AVX512 {
		return s.get(v)
	}
	if bits, ok := v.IsConst(); ok {
		return s.constMask(bits&1 != 0, width)
	}
	r, w := s.maskReg(v)
	if w == width {
		return r
	}
	return s.cached(maskKey{v, width}, func() vreg { return s.resizeMask(r, w, width) })
}

// cached returns what make gave for the key here or in a region around, or calls it.
func (s *selector) cached(key maskKey, make func() vreg) vreg {
	for _, m := range s.maskScopes {
		if c, ok := m[key]; ok {
			return c
		}
	}
	c := make()
	top := len(s.maskScopes) - 1
	if s.maskScopes[top] == nil {
		s.maskScopes[top] = map[maskKey]vreg{}
	}
	s.maskScopes[top][key] = c
	return c
}

// resizeMask changes the width of a vector mask.
func (s *selector) resizeMask(r vreg, from, to int) vreg {
	if from < to {
		return s.widen(r, from, to, true)
	}
	for from > to {
		r = s.packMask(r, from)
		from /= 2
	}
	return r
}

// packMask halves the width of a vector mask. Saturation does not hurt 0 and -1.
func (s *selector) packMask(r vreg, from int) vreg {
	c := shape{elem: from / 2, size: 16}
	hi := r
	if s.vecSize(from) == 32 {
		hi = s.f.newVreg(classVec, 16)
		s.emit(inst{op: asm.VEXTRACTI128, size: 32, args: [5]arg{rg(hi), rg(r), im(1)}})
	}
	switch from {
	case 8:
		d := s.vec(c)
		s.emit(inst{op: asm.VSHUFPS, size: 16, args: [5]arg{rg(d), rg(r), rg(hi), im(0x88)}})
		return d
	case 4:
		return s.vrr(asm.VPACKSSDW, c, r, hi)
	}
	return s.vrr(asm.VPACKSSWB, c, r, hi)
}

// widen extends every lane from from to to bytes.
func (s *selector) widen(r vreg, from, to int, signed bool) vreg {
	if from == to {
		return r
	}
	op := asm.VPMOVZXBW
	if signed {
		op = asm.VPMOVSXBW
	}
	op += map[[2]int]asm.Op{{1, 2}: 0, {1, 4}: 1, {1, 8}: 2, {2, 4}: 3, {2, 8}: 4, {4, 8}: 5}[[2]int{from, to}]
	size := s.vecSize(to)
	d := s.f.newVreg(classVec, size)
	s.emit(inst{op: op, size: uint8(size), args: [5]arg{rg(d), rg(r)}, fold: 2, msize: uint8(size * from / to)})
	return d
}

func (s *selector) setMask(v *ir.Value, r vreg, width int) {
	s.vals[v.ID] = val{reg: r, width: uint8(width)}
}

// maskOp lowers what gives a mask.
func (s *selector) maskOp(o *ir.Op) {
	r := o.Results[0]
	operand := o.Args[0].Type
	if o.Kind >= ir.OpEq && o.Kind <= ir.OpGe && operand.Elem != ir.TBool {
		m := s.vectorCompare(o, 0)
		s.setMask(r, m, operand.Elem.Size())
		return
	}
	if x, y, ok := s.unordered(o); ok {
		s.setMask(r, s.compareUnordered(x, y), x.Type.Elem.Size())
		return
	}
	if s.isa == AVX512 {
		s.set(r, s.maskLogic(o))
		return
	}
	// All operands in one width: theirs if it is the same, else the largest.
	width := 0
	for _, a := range o.Args {
		if _, ok := a.IsConst(); !ok && a.Type.Kind == ir.Vec {
			_, w := s.maskReg(a)
			width = max(width, w)
		}
	}
	if width == 0 {
		width = s.maskWidth()
	}
	c := shape{elem: width, size: s.vecSize(width)}
	get := func(i int) vreg { return s.maskAs(o.Args[i], width) }
	ones := func() vreg { return s.splatConst(8, c.size, ^uint64(0)) }
	var d vreg
	switch o.Kind {
	case ir.OpAnd:
		if n := s.late(o.Args[1], ir.OpNot); n != nil {
			d = s.vrr(asm.VPANDND, c, s.maskAs(n.Args[0], width), get(0))
			break
		}
		d = s.vrr(asm.VPANDD, c, get(0), get(1))
	case ir.OpOr:
		d = s.vrr(asm.VPORD, c, get(0), get(1))
	case ir.OpXor, ir.OpNe:
		d = s.vrr(asm.VPXORD, c, get(0), get(1))
	case ir.OpEq:
		d = s.vrr(asm.VPXORD, c, s.vrr(asm.VPXORD, c, get(0), get(1)), ones())
	case ir.OpAndNot:
		d = s.vrr(asm.VPANDND, c, get(1), get(0))
	case ir.OpNot:
		d = s.vrr(asm.VPXORD, c, get(0), ones())
	case ir.OpSelect:
		m := vreg(0)
		if o.Args[0].Type == ir.TBool {
			m = s.spreadBool(s.get(o.Args[0]), width)
		} else {
			m = get(0)
		}
		d = s.blend(shape{elem: 1, size: c.size}, m, get(1), get(2))
	case ir.OpFence:
		d = get(0)
	default:
		fail("%s of masks", o.Kind)
	}
	s.setMask(r, d, width)
}

// krr emits d = op a, b on mask registers.
func (s *selector) krr(op asm.Op, a, b vreg) vreg {
	d := s.mask()
	s.emit(inst{op: op, args: [5]arg{rg(d), rg(a), rg(b)}})
	return d
}

// maskLogic lowers logic on mask registers.
func (s *selector) maskLogic(o *ir.Op) vreg {
	x := o.Args[0]
	get := func(i int) vreg { return s.get(o.Args[i]) }
	switch o.Kind {
	case ir.OpAnd:
		for i := range 2 {
			if c := s.lateCompare(o.Args[i]); c != nil && c.Args[0].Type.Elem != ir.TBool {
				return s.vectorCompare(c, get(1-i)) // compare only where the other holds
			}
		}
		for i := range 2 {
			if n := s.late(o.Args[i], ir.OpNot); n != nil {
				return s.krr(s.kform(asm.KANDNB), s.get(n.Args[0]), get(1-i))
			}
		}
		return s.krr(s.kform(asm.KANDB), get(0), get(1))
	case ir.OpOr:
		return s.krr(s.kform(asm.KORB), get(0), get(1))
	case ir.OpXor, ir.OpNe:
		return s.krr(s.kform(asm.KXORB), get(0), get(1))
	case ir.OpEq:
		return s.krr(s.kform(asm.KXNORB), get(0), get(1))
	case ir.OpAndNot:
		if c := s.lateCompare(o.Args[1]); c != nil && c.Args[0].Type.Elem != ir.TBool {
			return s.maskCompare(c, get(0), true)
		}
		return s.krr(s.kform(asm.KANDNB), get(1), get(0))
	case ir.OpNot:
		if c := s.lateCompare(x); c != nil && c.Args[0].Type.Elem != ir.TBool {
			return s.maskCompare(c, 0, true)
		}
		return s.knot(get(0))
	case ir.OpSelect:
		c := vreg(0)
		if x.Type == ir.TBool {
			c = s.spreadBool(get(0), 0)
		} else {
			c = get(0)
		}
		return s.krr(s.kform(asm.KORB), s.krr(s.kform(asm.KANDB), c, get(1)), s.krr(s.kform(asm.KANDNB), c, get(2)))
	case ir.OpFence:
		return get(0)
	}
	fail("%s of masks", o.Kind)
	return 0
}

func (s *selector) knot(a vreg) vreg {
	d := s.mask()
	s.emit(inst{op: s.kform(asm.KNOTB), args: [5]arg{rg(d), rg(a)}})
	return d
}

// spreadBool makes a mask of a bool in a general register.
func (s *selector) spreadBool(b vreg, width int) vreg {
	n := s.gop1(asm.NEG, 8, b)
	if s.isa == AVX512 {
		k := s.mask()
		s.emit(inst{op: asm.KMOVQ, size: 8, args: [5]arg{rg(k), rg(n)}})
		return k
	}
	return s.broadcast(n, 8, s.vecSize(width))
}

// compareOperands are the operands of a comparison, the one that may be memory second.
func (s *selector) compareOperands(o *ir.Op) (x, y *ir.Value, k ir.OpKind) {
	x, y, k = o.Args[0], o.Args[1], o.Kind
	if s.foldableLate(x) && !s.foldableLate(y) {
		return y, x, k.Mirrored()
	}
	return x, y, k
}

// maskCompare compares into a mask register, in the lanes of under only if that is not 0. Each predicate has its negation, which holds for
// NaN where it does not, four places on.
func (s *selector) maskCompare(o *ir.Op, under vreg, negate bool) vreg {
	x, y, k := s.compareOperands(o)
	c := s.shapeOf(x.Type)
	d := s.mask()
	in := inst{size: c.instSize(), mask: under, args: [5]arg{rg(d), rg(s.get(x))}}
	var predicate int64
	switch {
	case c.t.IsFloat():
		in.op, predicate = c.packed(asm.VCMPPS), cmpPredicate(k)
	case c.t.IsSigned():
		in.op, predicate = c.bysize(asm.VPCMPB), intPredicate(k)
	default:
		in.op, predicate = c.bysize(asm.VPCMPUB), intPredicate(k)
	}
	if negate {
		predicate ^= 4
	}
	in.args[3] = im(predicate)
	s.source(&in, 2, y, c)
	s.emit(in)
	return d
}

// maskTest makes flags of any and all.
func (s *selector) maskTest(o *ir.Op) flagCond {
	v := o.Args[0]
	invert := false
	if n := s.late(v, ir.OpNot); n != nil { // any(not m) = not all(m)
		v, invert = n.Args[0], true
	}
	all := (o.Kind == ir.OpAll) != invert
	var c flagCond
	if s.testsMasks() {
		x, y := v, v
		if or := s.late(v, ir.OpOr); or != nil {
			x, y = or.Args[0], or.Args[1]
		}
		s.emit(inst{op: s.kform(asm.KORTESTB), role: roleUse, args: [5]arg{rg(s.get(x)), rg(s.get(y))}})
		c = flagsOf(ccNE)
		if all {
			c = flagsOf(ccB)
		}
	} else {
		r, n := s.maskBits(v)
		full := int64(1)<<n - 1
		exact := s.isa == AVX2 && s.exactMask(v) // no other bits than the lanes'
		switch {
		case !all && exact:
			s.emit(inst{op: asm.TEST, size: 4, role: roleUse, args: [5]arg{rg(r), rg(r)}})
			c = flagsOf(ccNE)
		case all:
			if n < 32 && !exact {
				r = s.gop2(asm.AND, 4, r, im(full))
			}
			s.emitCmp(4, r, im(int64(int32(full))))
			c = flagsOf(ccE)
		default:
			s.emit(inst{op: asm.TEST, size: 4, role: roleUse, args: [5]arg{rg(r), im(int64(int32(full)))}})
			c = flagsOf(ccNE)
		}
	}
	if invert {
		c = c.negate()
	}
	return c
}

// testsMasks reports an instruction that sets the flags by the lanes of two masks together.
func (s *selector) testsMasks() bool { return s.isa == AVX512 && s.lanes >= 8 }

// testsEither reports that o asks for the lanes of one mask or another: the instruction that makes the flags joins them.
func (s *selector) testsEither(or, o *ir.Op) bool {
	return or.Kind == ir.OpOr && (o.Kind == ir.OpAny || o.Kind == ir.OpAll) && s.testsMasks()
}

// exactMask reports a vector mask that fills its register.
func (s *selector) exactMask(v *ir.Value) bool {
	_, w := s.maskReg(v)
	return s.lanes*w >= 16
}

// maskBits puts a mask into a general register, of which the low n bits count: one per lane, or with AVX2 and 2-byte lanes two.
func (s *selector) maskBits(v *ir.Value) (r vreg, n int) {
	if s.isa == AVX512 {
		d := s.gpr()
		op, size := asm.KMOVW, uint8(4)
		switch {
		case s.lanes > 32:
			op, size = asm.KMOVQ, 8
		case s.lanes > 16:
			op = asm.KMOVD
		}
		s.emit(inst{op: op, size: size, args: [5]arg{rg(d), rg(s.get(v))}})
		return d, s.lanes
	}
	return s.moveMask(s.maskReg(v))
}

// moveMask is maskBits for a vector mask.
func (s *selector) moveMask(m vreg, w int) (r vreg, n int) {
	d := s.gpr()
	op := map[int]asm.Op{1: asm.VPMOVMSKB, 2: asm.VPMOVMSKB, 4: asm.VMOVMSKPS, 8: asm.VMOVMSKPD}[w]
	s.emit(inst{op: op, size: uint8(s.vecSize(w)), args: [5]arg{rg(d), rg(m)}})
	if w == 2 {
		return d, 2 * s.lanes
	}
	return d, s.lanes
}
