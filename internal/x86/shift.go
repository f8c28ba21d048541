package x86

import (
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/x86/asm"
)

// shiftKind is one of the three shifts.
type shiftKind uint8

const (
	shiftLeft    shiftKind = iota
	shiftRight             // shifts zeros in
	shiftRightSg           // shifts copies of the sign in
)

func shiftOf(o *ir.Op, t *ir.Type) shiftKind {
	switch {
	case o.Kind == ir.OpShl:
		return shiftLeft
	case t.IsSigned():
		return shiftRightSg
	}
	return shiftRight
}

var (
	shiftOps  = [3]asm.Op{asm.VPSLLW, asm.VPSRLW, asm.VPSRAW} // W, D, Q each
	shiftVOps = [3][3]asm.Op{                                 // W, D, Q
		{asm.VPSLLVW, asm.VPSLLVD, asm.VPSLLVQ},
		{asm.VPSRLVW, asm.VPSRLVD, asm.VPSRLVQ},
		{asm.VPSRAVW, asm.VPSRAVD, asm.VPSRAVQ},
	}
)

// vectorShift lowers shl and shr. The vector shifts give what Go wants for counts beyond the width.
func (s *selector) vectorShift(o *ir.Op, c shape) vreg {
	k := shiftOf(o, c.t)
	count := o.Args[1]
	x := s.get(o.Args[0])
	if n, ok := count.IsConst(); ok {
		return s.shiftConst(k, c, x, n)
	}
	if count.Type.Kind == ir.Vec {
		return s.shiftVector(k, c, x, s.countsAs(count, c.elem))
	}
	n := s.extended(count, 8)
	if c.elem == 8 && k == shiftRightSg && s.isa == AVX2 {
		last := s.intConst(63)
		s.emitCmp(8, n, im(63))
		n = s.cmov(flagsOf(ccA), last, n, 8)
	}
	xmm := s.f.newVreg(classVec, 16)
	s.emit(inst{op: asm.VMOVQ, args: [5]arg{rg(xmm), rg(n)}})
	return s.shiftUniform(k, c, x, xmm)
}

// shiftConst shifts all lanes by n.
func (s *selector) shiftConst(k shiftKind, c shape, x vreg, n uint64) vreg {
	width := uint64(8 * c.elem)
	switch {
	case n == 0:
		return x
	case n >= width && k != shiftRightSg:
		return s.splatOf(c, 0)
	}
	n = min(n, width-1)
	if c.elem == 1 {
		return s.shiftBytesConst(k, c, x, n)
	}
	if c.elem == 8 && k == shiftRightSg && s.isa == AVX2 {
		if n == 63 {
			return s.vrr(asm.VPCMPGTQ, c, s.splatOf(c, 0), x)
		}
		return s.signFill(c, s.vri(asm.VPSRLQ, c, x, int64(n)), s.splatOf(c, 1<<(63-n)))
	}
	return s.vri(shiftOps[k]+asm.Op(log2(c.elem)-1), c, x, int64(n))
}

// signFill copies bit m of a value that was shifted right to the left.
func (s *selector) signFill(c shape, t, m vreg) vreg {
	return s.vrr(c.bysize(asm.VPSUBB), c, s.logic(c.dq(asm.VPXORD), c, t, m), m)
}

func (s *selector) shiftBytesConst(k shiftKind, c shape, x vreg, n uint64) vreg {
	if k == shiftLeft {
		return s.logic(asm.VPANDD, c, s.vri(asm.VPSLLW, c, x, int64(n)), s.splatOf(c, 0xFF<<n&0xFF))
	}
	t := s.logic(asm.VPANDD, c, s.vri(asm.VPSRLW, c, x, int64(n)), s.splatOf(c, 0xFF>>n))
	if k == shiftRight {
		return t
	}
	return s.signFill(c, t, s.splatOf(c, 0x80>>n))
}

// shiftUniform shifts all lanes by the 64-bit count in an xmm register.
func (s *selector) shiftUniform(k shiftKind, c shape, x, n vreg) vreg {
	if c.elem == 1 {
		return s.inParts(k, c, x, n, n, func(k shiftKind, x, n vreg) vreg {
			return s.shiftUniform(k, shape{ir.TU16, 2, c.size, false}, x, n)
		})
	}
	by := func(op asm.Op, x vreg) vreg {
		d := s.vec(c)
		s.emit(inst{op: op, size: uint8(c.size), args: [5]arg{rg(d), rg(x), rg(n)}})
		return d
	}
	if c.elem == 8 && k == shiftRightSg && s.isa == AVX2 {
		return s.signFill(c, by(asm.VPSRLQ, x), by(asm.VPSRLQ, s.splatOf(c, 1<<63)))
	}
	return by(shiftOps[k]+asm.Op(log2(c.elem)-1), x)
}

// shiftVector shifts every lane by its own count, of the same width.
func (s *selector) shiftVector(k shiftKind, c shape, x, n vreg) vreg {
	switch {
	case c.elem == 1 || c.elem == 2 && s.isa == AVX2:
		wide := shape{ir.TU16, 2 * c.elem, c.size, false}
		low := s.splatConst(2*c.elem, c.size, 1<<(8*c.elem)-1)
		even := s.logic(asm.VPANDD, c, n, low)
		odd := s.vri(shiftOps[shiftRight]+asm.Op(log2(wide.elem)-1), c, n, int64(8*c.elem))
		return s.inParts(k, c, x, even, odd, func(k shiftKind, x, n vreg) vreg { return s.shiftVector(k, wide, x, n) })
	case c.elem == 8 && k == shiftRightSg && s.isa == AVX2:
		u := shape{ir.TU64, 8, c.size, false}
		n = s.blend(c, s.greater(u, n, s.splatOf(c, 63)), s.splatOf(c, 63), n)
		return s.signFill(c, s.vrr(asm.VPSRLVQ, c, x, n), s.vrr(asm.VPSRLVQ, c, s.splatOf(c, 1<<63), n))
	}
	return s.vrr(shiftVOps[k][log2(c.elem)-1], c, x, n)
}

// inParts shifts lanes by way of shifts on lanes twice as wide, the even and the odd ones apart, by the counts even and odd.
func (s *selector) inParts(k shiftKind, c shape, x, even, odd vreg, shift func(k shiftKind, x, n vreg) vreg) vreg {
	bits := 8 * c.elem
	low := uint64(1)<<bits - 1
	and := func(a vreg, m uint64) vreg { return s.logic(asm.VPANDD, c, a, s.splatConst(2*c.elem, c.size, m)) }
	byImm := func(k shiftKind, a vreg) vreg {
		return s.vri(shiftOps[k]+asm.Op(log2(2*c.elem)-1), c, a, int64(bits))
	}
	var e, o vreg
	switch k {
	case shiftLeft:
		e, o = and(shift(k, x, even), low), shift(k, and(x, low<<bits), odd)
	case shiftRight:
		e, o = shift(k, and(x, low), even), and(shift(k, x, odd), low<<bits)
	default:
		e, o = byImm(shiftRight, shift(k, byImm(shiftLeft, x), even)), and(shift(k, x, odd), low<<bits)
	}
	return s.logic(asm.VPORD, c, e, o)
}

// countsAs is a vector of unsigned counts as elements of elem bytes. Those that do not fit are made large.
func (s *selector) countsAs(v *ir.Value, elem int) vreg {
	from := v.Type.Elem.Size()
	n := s.get(v)
	switch {
	case from < elem:
		return s.widen(n, from, elem, false)
	case from == elem:
		return n
	}
	if s.isa == AVX512 {
		op := map[[2]int]asm.Op{{2, 1}: asm.VPMOVUSWB, {4, 1}: asm.VPMOVUSDB, {8, 1}: asm.VPMOVUSQB, {4, 2}: asm.VPMOVUSDW, {8, 2}: asm.VPMOVUSQW, {8, 4}: asm.VPMOVUSQD}[[2]int{from, elem}]
		d := s.f.newVreg(classVec, s.vecSize(elem))
		s.emit(inst{op: op, size: uint8(s.vecSize(from)), args: [5]arg{rg(d), rg(n)}})
		return d
	}
	c := s.shapeOf(v.Type)
	most := s.splatOf(c, 255)
	switch from {
	case 8:
		n = s.blend(c, s.greater(c, n, most), most, n)
	default:
		n = s.vrr(c.bysize(asm.VPMINUB), c, n, most)
	}
	return s.narrow(n, from, elem)
}
