package x86

import (
	"math/bits"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/x86/asm"
)

// Division by constants is by multiplication: Granlund and Montgomery, "Division by invariant integers using multiplication", PLDI 1994.

// divide lowers scalar div and rem.
func (s *selector) divide(o *ir.Op, t *ir.Type) vreg {
	rem := o.Kind == ir.OpRem
	size := int(gprSize(t))
	x := s.extended(o.Args[0], size)
	if d, ok := o.Args[1].ConstInt(); ok && d != 0 {
		return s.divideConst(x, t, d, rem)
	}
	q, r := s.divideRegs(x, s.extended(o.Args[1], size), t)
	if rem {
		q, r = r, q
	}
	if twin := s.twin(o); twin != nil { // the instruction gives both
		s.set(twin.Results[0], r)
		s.ops[twin.ID].done = true
	}
	return q
}

// twin finds the rem that goes with a div further on in the region, or the other way round.
func (s *selector) twin(o *ir.Op) *ir.Op {
	if o.Kind == ir.OpRem {
		return s.follower(o, ir.OpDiv)
	}
	return s.follower(o, ir.OpRem)
}

// follower finds an op with o's operands further on in the region.
func (s *selector) follower(o *ir.Op, kind ir.OpKind) *ir.Op {
	past := false
	for _, p := range o.Parent.Ops {
		if past && p.Kind == kind && !s.ops[p.ID].done {
			a, b := p.Args[0], p.Args[1]
			if a == o.Args[0] && b == o.Args[1] || kind.Has(ir.Commutes) && b == o.Args[0] && a == o.Args[1] {
				return p
			}
		}
		past = past || p == o
	}
	return nil
}

// divideRegs is quotient and remainder of extended registers. The hardware faults on the smallest integer by -1; types narrower than
// 32 bits can't get there. Division of 64 bits is slow on many CPUs, so it is done in 32 where both operands fit.
func (s *selector) divideRegs(x, y vreg, t *ir.Type) (q, r vreg) {
	size := gprSize(t)
	if t.Size() < 4 || t == ir.TU32 {
		return s.idiv(x, y, size, t.IsSigned())
	}
	q, r = s.gpr(), s.gpr()
	join := s.newBlock()
	result := func(a, b vreg) {
		s.emit(s.f.copyInst(s.pos, copyPair{q, a}, copyPair{r, b}))
		s.jump(join)
	}
	if size == 8 {
		short, long := s.newBlock(), s.newBlock()
		s.gop2(asm.SHR, 8, s.gop2(asm.OR, 8, x, rg(y)), im(32))
		s.last().flags = true
		s.branch(flagsOf(ccE), short, long)
		s.start(short)
		result(s.idiv(x, y, 4, false))
		s.start(long)
	}
	if t.IsSigned() {
		minus, other := s.newBlock(), s.newBlock()
		s.emitCmp(size, y, im(-1))
		s.branch(flagsOf(ccE), minus, other)
		s.start(minus)
		result(s.gop1(asm.NEG, size, x), s.intConst(0))
		s.start(other)
	}
	result(s.idiv(x, y, size, t.IsSigned()))
	s.start(join)
	return q, r
}

// idiv is the instruction, which works on RDX:RAX.
func (s *selector) idiv(x, y vreg, size uint8, signed bool) (q, r vreg) {
	rax, rdx := phys(asm.RAX), phys(asm.RDX)
	s.emit(s.f.copyInst(s.pos, copyPair{rax, x}))
	op := asm.DIV
	switch {
	case signed && size == 8:
		s.emit(inst{op: asm.CQO, role: roleUse, more: s.f.implicit([]vreg{rax}, []vreg{rdx})})
		op = asm.IDIV
	case signed:
		s.emit(inst{op: asm.CDQ, role: roleUse, more: s.f.implicit([]vreg{rax}, []vreg{rdx})})
		op = asm.IDIV
	default:
		s.emit(inst{op: asm.XOR, size: 4, idiom: true, args: [5]arg{rg(rdx), rg(rdx)}})
	}
	s.emit(inst{op: op, size: size, role: roleUse, args: [5]arg{rg(y)}, fold: 1, msize: size, more: s.f.implicit([]vreg{rax, rdx}, []vreg{rax, rdx})})
	q, r = s.gpr(), s.gpr()
	s.emit(s.f.copyInst(s.pos, copyPair{q, rax}, copyPair{r, rdx}))
	return q, r
}

// divideConst divides an extended register by a constant.
func (s *selector) divideConst(x vreg, t *ir.Type, d int64, rem bool) vreg {
	size := gprSize(t)
	var q vreg
	if t.IsSigned() {
		q = s.signedByConst(x, size, d)
	} else {
		u := uint64(d) & (^uint64(0) >> (64 - t.Bits()))
		if u&(u-1) == 0 {
			if rem {
				return s.gop2(asm.AND, size, x, s.intArg(int64(u-1)))
			}
			return s.gop2(asm.SHR, size, x, im(int64(log2u(u))))
		}
		q = s.unsignedByConst(x, size, u)
	}
	if !rem {
		return q
	}
	p := s.gpr()
	if fits(d) {
		s.emit(inst{op: asm.IMUL, size: size, args: [5]arg{rg(p), rg(q), im(d)}, fold: 2, msize: size})
	} else {
		p = s.gop2(asm.IMUL, size, q, rg(s.intConst(d)))
	}
	return s.gop2(asm.SUB, size, x, rg(p))
}

func log2u(u uint64) int { return bits.TrailingZeros64(u) }

// mulHigh is the upper half of the 128-bit product of x and a constant.
func (s *selector) mulHigh(x vreg, m uint64, signed bool) vreg {
	rax, rdx := phys(asm.RAX), phys(asm.RDX)
	c := s.intConst(int64(m))
	op := asm.MUL
	if signed {
		op = asm.IMUL
	}
	s.emit(s.f.copyInst(s.pos, copyPair{rax, x}))
	s.emit(inst{op: op, size: 8, role: roleUse, args: [5]arg{rg(c)}, fold: 1, msize: 8, more: s.f.implicit([]vreg{rax}, []vreg{rax, rdx})})
	d := s.gpr()
	s.emit(s.f.copyInst(s.pos, copyPair{d, rdx}))
	return d
}

func (s *selector) unsignedByConst(x vreg, size uint8, d uint64) vreg {
	if size == 4 { // a 64-bit reciprocal is exact for 32-bit dividends
		return s.mulHigh(s.extend(x, ir.TU32, 8), ^uint64(0)/d+1, false)
	}
	m, l := unsignedMagic(d, 64)
	t := s.mulHigh(x, m, false)
	h := s.gop2(asm.SHR, 8, s.gop2(asm.SUB, 8, x, rg(t)), im(1))
	return s.gop2(asm.SHR, 8, s.gop2(asm.ADD, 8, h, rg(t)), im(int64(l-1)))
}

// unsignedMagic gives m and l for n/d = (m*n>>w + (n - m*n>>w)>>1) >> (l-1), for d > 1.
func unsignedMagic(d uint64, w int) (m uint64, l int) {
	l = bits.Len64(d - 1)
	if w == 64 {
		var hi uint64
		if l < 64 {
			hi = 1<<l - d
		} else {
			hi = -d
		}
		m, _ = bits.Div64(hi, 0, d)
		return m + 1, l
	}
	return (1<<w)*(1<<l-d)/d + 1, l
}

func (s *selector) signedByConst(x vreg, size uint8, d int64) vreg {
	w := int64(size) * 8
	if size == 4 {
		d = int64(int32(d))
	}
	u := uint64(d)
	if d < 0 {
		u = -u
	}
	if size == 4 {
		u &= 1<<32 - 1
	}
	var q vreg
	switch {
	case u == 1:
		q = x
	case u&(u-1) == 0:
		k := int64(log2u(u))
		sign := s.gop2(asm.SAR, size, x, im(w-1))
		bias := s.gop2(asm.SHR, size, sign, im(w-k))
		q = s.gop2(asm.SAR, size, s.gop2(asm.ADD, size, x, rg(bias)), im(k))
	case size == 4:
		l := max(bits.Len64(u-1), 1)
		m := uint64(1)<<(32+l-1)/u + 1
		wide := s.extend(x, ir.TI32, 8)
		p := s.gop2(asm.IMUL, 8, wide, s.intArg(int64(m)))
		q = s.gop2(asm.SAR, 8, p, im(int64(32+l-1)))
		q = s.gop2(asm.SUB, 4, q, rg(s.gop2(asm.SAR, 8, wide, im(63))))
	default:
		l := max(bits.Len64(u-1), 1)
		m, _ := bits.Div64(uint64(1)<<(l-1), 0, u) // 2^(64+l-1)/u, without its top bit if it has more than 64
		h := s.mulHigh(x, m+1, true)
		h = s.gop2(asm.ADD, 8, h, rg(x))
		q = s.gop2(asm.SAR, 8, h, im(int64(l-1)))
		q = s.gop2(asm.SUB, 8, q, rg(s.gop2(asm.SAR, 8, x, im(63))))
	}
	if d < 0 {
		return s.gop1(asm.NEG, size, q)
	}
	return q
}

// vectorDivide lowers div and rem on vectors.
func (s *selector) vectorDivide(o *ir.Op, c shape) vreg {
	rem := o.Kind == ir.OpRem
	if bits, ok := o.Args[1].IsConst(); ok {
		d := ir.SignExtend(c.t, bits)
		if q := s.vectorByConst(o, c, d); q != 0 {
			if !rem {
				return q
			}
			x := s.get(o.Args[0])
			return s.vrr(c.bysize(asm.VPSUBB), c, x, s.mulByConst(c, q, uint64(d)))
		}
	}
	x, y := s.get(o.Args[0]), s.get(o.Args[1])
	if c.elem == 4 {
		q := s.divideInts(c, x, y)
		if !rem {
			return q
		}
		return s.vrr(asm.VPSUBD, c, x, s.vrr(asm.VPMULLD, c, q, y))
	}
	if c.elem == 8 {
		return s.divideLongs(c, x, y, rem)
	}
	return s.divideLanes(c, x, y, rem)
}

func (s *selector) mulByConst(c shape, q vreg, d uint64) vreg {
	switch {
	case c.elem == 2:
		return s.vrr(asm.VPMULLW, c, q, s.splatOf(c, d))
	case c.elem == 4:
		return s.vrr(asm.VPMULLD, c, q, s.splatOf(c, d))
	case c.elem == 8 && s.isa == AVX512:
		return s.vrr(asm.VPMULLQ, c, q, s.splatOf(c, d))
	case c.elem == 1:
		return s.mulBytes(c, q, s.splatOf(c, d))
	}
	return s.mul64(c, q, s.splatOf(c, d))
}

// vectorByConst is the quotient by a constant, or 0 if there is no good way.
func (s *selector) vectorByConst(o *ir.Op, c shape, d int64) vreg {
	w := 8 * c.elem
	u := uint64(d)
	if c.t.IsSigned() && d < 0 {
		u = -u
	}
	u &= ^uint64(0) >> (64 - w)
	if u == 0 {
		return 0
	}
	x := s.get(o.Args[0])
	neg := func(q vreg) vreg {
		if c.t.IsSigned() && d < 0 {
			return s.vrr(c.bysize(asm.VPSUBB), c, s.splatOf(c, 0), q)
		}
		return q
	}
	if u&(u-1) == 0 {
		k := uint64(log2u(u))
		if c.t.IsUnsigned() {
			return s.shiftConst(shiftRight, c, x, k)
		}
		if k == 0 {
			return neg(x)
		}
		bias := s.shiftConst(shiftRight, c, s.shiftConst(shiftRightSg, c, x, uint64(w-1)), uint64(w)-k)
		return neg(s.shiftConst(shiftRightSg, c, s.vrr(c.bysize(asm.VPADDB), c, x, bias), k))
	}
	if c.elem == 1 {
		return neg(s.bytesByConst(c, x, u))
	}
	add, sub := c.bysize(asm.VPADDB), c.bysize(asm.VPSUBB)
	if m, k, ok := shortMagic(u, w, c.t.IsSigned()); ok {
		q := s.mulHighVector(c, x, m)
		if c.t.IsUnsigned() {
			return s.shiftConst(shiftRight, c, q, k)
		}
		return neg(s.vrr(sub, c, s.shiftConst(shiftRightSg, c, q, k), s.shiftConst(shiftRightSg, c, x, uint64(w-1))))
	}
	if c.t.IsUnsigned() {
		m, l := unsignedMagic(u, w)
		t := s.mulHighVector(c, x, m)
		h := s.shiftConst(shiftRight, c, s.vrr(sub, c, x, t), 1)
		return s.shiftConst(shiftRight, c, s.vrr(add, c, h, t), uint64(l-1))
	}
	l := max(bits.Len64(u-1), 1)
	var m uint64
	if w == 64 {
		m, _ = bits.Div64(uint64(1)<<(l-1), 0, u) // 2^(64+l-1)/u, without its top bit if it has more than 64
		m++
	} else {
		m = uint64(1)<<(w+l-1)/u + 1
	}
	t := s.vrr(add, c, s.mulHighVector(c, x, m), x) // m has its top bit set: read as signed it is 2^w too small
	q := s.shiftConst(shiftRightSg, c, t, uint64(l-1))
	return neg(s.vrr(sub, c, q, s.shiftConst(shiftRightSg, c, x, uint64(w-1))))
}

// shortMagic gives m and k for n/u = m*n >> w >> k (rounded down), where there is an m of w bits, for signed n w-1: m = 2^p/u rounded up is
// exact if m*u - 2^p is at most 2^p divided by the number of dividends. u is no power of two.
func shortMagic(u uint64, w int, signed bool) (m, k uint64, ok bool) {
	n := w
	if signed {
		n--
	}
	for p := w; w <= 32 && p < w+bits.Len64(u); p++ {
		m := (1<<p + u - 1) / u
		if e := m*u - 1<<p; m < 1<<n && e <= 1<<(p-n) {
			return m, uint64(p - w), true
		}
	}
	return 0, 0, false
}

// bytesByConst divides bytes by way of 16-bit lanes, the even and the odd ones apart: for n below 2^8 the upper half of n*m, with m = 2^16/u
// rounded up, is exact, since n*(m*u-2^16) < 2^16.
func (s *selector) bytesByConst(c shape, x vreg, u uint64) vreg {
	wide := shape{ir.TU16, 2, c.size, false}
	low := s.splatConst(2, c.size, 0x00FF)
	m := s.splatConst(2, c.size, (1<<16+u-1)/u)
	var even, odd vreg
	if c.t.IsSigned() {
		quotient := func(n vreg) vreg { // rounded down, and towards zero by one more for what is negative
			return s.vrr(asm.VPSUBW, wide, s.vrr(asm.VPMULHW, wide, n, m), s.vri(asm.VPSRAW, wide, n, 15))
		}
		even = quotient(s.vri(asm.VPSRAW, wide, s.vri(asm.VPSLLW, wide, x, 8), 8))
		odd = quotient(s.vri(asm.VPSRAW, wide, x, 8))
		even = s.logic(asm.VPANDD, wide, even, low)
	} else {
		even = s.vrr(asm.VPMULHUW, wide, s.logic(asm.VPANDD, wide, x, low), m)
		odd = s.vrr(asm.VPMULHUW, wide, s.vri(asm.VPSRLW, wide, x, 8), m)
	}
	return s.logic(asm.VPORD, wide, even, s.vri(asm.VPSLLW, wide, odd, 8))
}

// mulHigh64 is mulHighVector for 8 bytes: there are products of 32 bits only (Warren, Hacker's Delight, 8-2).
func (s *selector) mulHigh64(c shape, x vreg, m uint64) vreg {
	u := shape{ir.TU64, 8, c.size, false}
	mul := func(a vreg, k uint64) vreg { return s.vrr(asm.VPMULUDQ, u, a, s.splatOf(u, k)) }
	high := func(a vreg) vreg { return s.vri(asm.VPSRLQ, u, a, 32) }
	add := func(a, b vreg) vreg { return s.vrr(asm.VPADDQ, u, a, b) }
	ml, mh, xh := m&(1<<32-1), m>>32, high(x)
	t := add(mul(xh, ml), high(mul(x, ml)))
	w := add(mul(x, mh), s.logic(asm.VPANDQ, u, t, s.splatOf(u, 1<<32-1)))
	h := add(add(mul(xh, mh), high(t)), high(w))
	if c.t.IsUnsigned() {
		return h
	}
	// As unsigned numbers the factors are 2^64 larger where they are negative.
	sign := s.shiftConst(shiftRightSg, shape{ir.TI64, 8, c.size, false}, x, 63)
	h = s.vrr(asm.VPSUBQ, u, h, s.logic(asm.VPANDQ, u, sign, s.splatOf(u, m)))
	if m>>63 != 0 {
		h = s.vrr(asm.VPSUBQ, u, h, x)
	}
	return h
}

// mulHighVector is the upper half of the product of each lane with a constant, as the type is signed.
func (s *selector) mulHighVector(c shape, x vreg, m uint64) vreg {
	f := s.splatOf(c, m)
	if c.elem == 8 {
		return s.mulHigh64(c, x, m)
	}
	if c.elem == 2 {
		if c.t.IsSigned() {
			return s.vrr(asm.VPMULHW, c, x, f)
		}
		return s.vrr(asm.VPMULHUW, c, x, f)
	}
	op := asm.VPMULUDQ
	if c.t.IsSigned() {
		op = asm.VPMULDQ
	}
	wide := shape{ir.TU64, 8, c.size, false}
	even := s.vri(asm.VPSRLQ, c, s.vrr(op, wide, x, f), 32)
	odd := s.vrr(op, wide, s.vri(asm.VPSRLQ, c, x, 32), s.splatOf(c, m))
	odd = s.logic(asm.VPANDQ, wide, odd, s.splatOf(wide, 0xFFFFFFFF00000000))
	return s.logic(asm.VPORQ, wide, even, odd)
}

// divideInts divides 32-bit lanes as doubles, whose 53 bits make the truncated quotient exact. Lanes that divide by zero give
// anything, but do not fault.
func (s *selector) divideInts(c shape, x, y vreg) vreg {
	if 2*c.size <= s.isa.VectorBytes() || s.lanes*8 <= 16 {
		return s.divideAsDoubles(c, x, y, s.vecSize(8))
	}
	lo := s.divideAsDoubles(c, x, y, c.size)
	hi := s.divideAsDoubles(c, s.half(x, c.size, 1), s.half(y, c.size, 1), c.size)
	return s.joinHalves(c.size, lo, hi)
}

// divideAsDoubles divides the 32-bit integers in the lower half of registers of size bytes.
func (s *selector) divideAsDoubles(c shape, x, y vreg, size int) vreg {
	d := shape{ir.TF64, 8, size, false}
	half := max(16, size/2)
	cvt := func(a vreg) vreg {
		r := s.vec(d)
		switch {
		case c.t.IsSigned():
			s.emit(inst{op: asm.VCVTDQ2PD, size: uint8(size), args: [5]arg{rg(r), rg(a)}})
		case s.isa == AVX512:
			s.emit(inst{op: asm.VCVTUDQ2PD, size: uint8(size), args: [5]arg{rg(r), rg(a)}})
		default:
			z := s.vec(d)
			s.emit(inst{op: asm.VPMOVZXDQ, size: uint8(size), args: [5]arg{rg(z), rg(a)}})
			k := s.splatOf(d, 0x4330000000000000)
			return s.vrr(asm.VSUBPD, d, s.logic(asm.VPORQ, d, z, k), s.splatOf(d, 0x4330000000000000))
		}
		return r
	}
	q := s.vrr(asm.VDIVPD, d, cvt(x), cvt(y))
	r := s.f.newVreg(classVec, half)
	switch {
	case c.t.IsSigned():
		s.emit(inst{op: asm.VCVTTPD2DQ, size: uint8(size), args: [5]arg{rg(r), rg(q)}})
	case s.isa == AVX512:
		s.emit(inst{op: asm.VCVTTPD2UDQ, size: uint8(size), args: [5]arg{rg(r), rg(q)}})
	default: // truncate, and read the integer off the mantissa of 2^52 + q
		t := s.vec(d)
		s.emit(inst{op: asm.VROUNDPD, size: uint8(size), args: [5]arg{rg(t), rg(q), im(8 | 3)}})
		u := s.vrr(asm.VADDPD, d, t, s.splatOf(d, 0x4330000000000000))
		hi := u
		if size == 32 {
			hi = s.half(u, 32, 1)
		}
		s.emit(inst{op: asm.VSHUFPS, size: 16, args: [5]arg{rg(r), rg(u), rg(hi), im(0x88)}})
	}
	return r
}

// divideLongs divides 64-bit lanes as doubles where all dividends and divisors are below 2^51, else lane by lane. The truncated quotient is
// exact: for x and y below 2^53, the distance of x/y from the next integer above is at least 1/y, more than half a unit in the last place of x/y.
// So is the remainder by a fused multiply-add. Lanes that divide by zero give anything.
func (s *selector) divideLongs(c shape, x, y vreg, rem bool) vreg {
	d := shape{ir.TF64, 8, c.size, false}
	out := s.vec(c)
	a, b := s.longsToDoubles(d, x), s.longsToDoubles(d, y)
	q := s.truncated(d, s.vrr(asm.VDIVPD, d, a, b))
	if rem {
		r := s.vec(d)
		s.emit(inst{op: asm.VFNMADD213PD, size: d.instSize(), tie: tieFMA, args: [5]arg{rg(r), rg(q), rg(b), rg(a)}})
		q = r
	}
	s.emit(s.f.copyInst(s.pos, copyPair{out, s.doublesToLongs(d, q)}))
	slow, join := s.newBlock(), s.newBlock()
	s.branch(s.allSmall(c, x, y), join, slow)
	s.start(slow)
	s.emit(s.f.copyInst(s.pos, copyPair{out, s.divideLanes(c, x, y, rem)}))
	s.jump(join)
	for _, b := range s.f.blocks[slow.id:] {
		b.rare = true
	}
	s.start(join)
	return out
}

// allSmall holds if all lanes of x and y are below 2^51 and, if signed, not below -2^51.
func (s *selector) allSmall(c shape, x, y vreg) flagCond {
	limit := uint64(1) << 51
	if c.t.IsSigned() {
		x, y = s.vrr(asm.VPADDQ, c, x, s.splatOf(c, limit)), s.vrr(asm.VPADDQ, c, y, s.splatOf(c, limit))
		limit *= 2
	}
	either := s.logic(asm.VPORQ, c, x, y)
	if s.isa == AVX512 {
		k := s.mask()
		s.emit(inst{op: asm.VPTESTMQ, size: c.instSize(), args: [5]arg{rg(k), rg(either), rg(s.splatOf(c, -limit))}})
		s.emit(inst{op: s.kform(asm.KORTESTB), role: roleUse, args: [5]arg{rg(k), rg(k)}})
	} else {
		s.emit(inst{op: asm.VPTEST, size: c.instSize(), role: roleUse, args: [5]arg{rg(either), rg(s.splatOf(c, -limit))}})
	}
	return flagsOf(ccE)
}

// The double with the bits of smallLong + x has the value 1.5*2^52 + x, for -2^51 <= x < 2^51.
const smallLong = 0x4338000000000000

// longsToDoubles converts integers from -2^51 up to 2^51.
func (s *selector) longsToDoubles(d shape, x vreg) vreg {
	if s.isa == AVX512 {
		return s.vconv(asm.VCVTQQ2PD, 8, 8, x)
	}
	k := s.splatOf(d, smallLong)
	return s.vrr(asm.VSUBPD, d, s.vrr(asm.VPADDQ, d, x, k), k)
}

// doublesToLongs converts integers from -2^51 to 2^51.
func (s *selector) doublesToLongs(d shape, x vreg) vreg {
	if s.isa == AVX512 {
		return s.vconv(asm.VCVTTPD2QQ, 8, 8, x)
	}
	k := s.splatOf(d, smallLong)
	return s.vrr(asm.VPSUBQ, d, s.vrr(asm.VADDPD, d, x, k), k)
}

// truncated rounds doubles towards zero.
func (s *selector) truncated(d shape, x vreg) vreg {
	op := asm.VROUNDPD
	if s.isa == AVX512 {
		op = asm.VRNDSCALEPD
	}
	t := s.vec(d)
	s.emit(inst{op: op, size: d.instSize(), args: [5]arg{rg(t), rg(x), im(8 | 3)}})
	return t
}

// divideLanes divides lane by lane in scalar code. Lanes that divide by zero give 0.
func (s *selector) divideLanes(c shape, x, y vreg, rem bool) vreg {
	a, b, out := s.laneArea(0), s.laneArea(1), s.laneArea(2)
	s.storeVectorAt(c, x, a)
	s.storeVectorAt(c, y, b)
	s.storeVectorAt(c, s.splatOf(c, 0), out)
	all := s.intConst(int64(^uint64(0) >> (64 - s.lanes)))
	lane := func(area int32, i vreg) mem {
		return mem{base: phys(asm.RSP), index: i, scale: uint8(c.elem), disp: 8 + area}
	}
	s.eachLane(all, func(i vreg) {
		p := s.extend(s.loadScalarAt(c.t, lane(a, i)), c.t, int(gprSize(c.t)))
		q := s.extend(s.loadScalarAt(c.t, lane(b, i)), c.t, int(gprSize(c.t)))
		work, skip := s.newBlock(), s.newBlock()
		s.emitCmp(gprSize(c.t), q, im(0))
		s.branch(flagsOf(ccE), skip, work)
		s.start(work)
		d, r := s.divideRegs(p, q, c.t)
		if rem {
			d = r
		}
		s.emit(s.storeLane(c, d, lane(out, i)))
		s.jump(skip)
		s.start(skip)
	})
	return s.loadVectorAt(c, out)
}
