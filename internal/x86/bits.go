package x86

import (
	"math/bits"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/x86/asm"
)

// The ops of package math/bits. In vectors, what no instruction counts is counted by nibbles, in tables that VPSHUFB looks up
// (Muła, Kurz and Lemire, "Faster population counts using AVX2 instructions", The Computer Journal 61, 2018).

func (s *selector) has(f machine.Features) bool { return s.isa == AVX512 && s.features.Has(f) }

// vectorBits lowers them for vectors.
func (s *selector) vectorBits(o *ir.Op, c shape) vreg {
	signed := c.t.IsSigned()
	c.t = [...]*ir.Type{ir.TU8, ir.TU16, ir.TU32, ir.TU64}[log2(c.elem)]
	switch o.Kind {
	case ir.OpRotl:
		return s.vectorRotate(o, c)
	case ir.OpMulHi:
		return s.vectorMulHi(c, s.get(o.Args[0]), s.get(o.Args[1]), signed)
	}
	x := s.get(o.Args[0])
	switch o.Kind {
	case ir.OpClz:
		return s.leadingZeros(c, x)
	case ir.OpCtz:
		return s.trailingZeros(c, x)
	case ir.OpPopcnt:
		return s.popcnt(c, x)
	case ir.OpBitrev:
		return s.swapBytes(c, s.reverseBytewise(c, x))
	}
	return s.swapBytes(c, x)
}

// vr1 emits d = op a, where a may become memory.
func (s *selector) vr1(op asm.Op, c shape, a vreg) vreg {
	d := s.vec(c)
	in := inst{op: op, size: c.instSize(), args: [5]arg{rg(d), rg(a)}}
	s.foldInfo(&in, 1, c)
	s.emit(in)
	return d
}

// nibbles are the low and the high halves of all bytes.
func (s *selector) nibbles(c shape, x vreg) (lo, hi vreg) {
	m := func() vreg { return s.splatConst(1, c.size, 0x0F) }
	return s.logic(asm.VPANDD, c, x, m()), s.logic(asm.VPANDD, c, s.vri(asm.VPSRLW, c, x, 4), m())
}

// lookUp takes bytes out of a table of 16, by numbers below 16.
func (s *selector) lookUp(c shape, index vreg, entry func(n int) byte) vreg {
	t := make([]byte, c.size)
	for i := range t {
		t[i] = entry(i % 16)
	}
	b := shape{ir.TU8, 1, c.size, false}
	return s.vrr(asm.VPSHUFB, b, s.data(t, c.size), index)
}

// shuffle moves bytes inside elements: byte i of an element becomes its old byte from(i).
func (s *selector) shuffle(c shape, x vreg, from func(i int) int) vreg {
	t := make([]byte, c.size)
	for i := range t {
		at := i % c.elem
		t[i] = byte(i%16 - at + from(at))
	}
	return s.vrr(asm.VPSHUFB, shape{ir.TU8, 1, c.size, false}, x, s.data(t, c.size))
}

func (s *selector) swapBytes(c shape, x vreg) vreg {
	if c.elem == 1 {
		return x
	}
	return s.shuffle(c, x, func(i int) int { return c.elem - 1 - i })
}

func (s *selector) reverseBytewise(c shape, x vreg) vreg {
	if s.has(machine.GFNI) { // a product with the matrix that has ones in the other diagonal
		d := s.vec(c)
		in := inst{op: asm.VGF2P8AFFINEQB, size: uint8(c.size), args: [5]arg{rg(d), rg(x), rg(s.splatConst(8, c.size, 0x8040201008040201)), im(0)}}
		s.foldInfo(&in, 2, shape{ir.TU64, 8, c.size, false})
		s.emit(in)
		return d
	}
	lo, hi := s.nibbles(c, x)
	a := s.lookUp(c, lo, func(n int) byte { return bits.Reverse8(uint8(n)) })
	b := s.lookUp(c, hi, func(n int) byte { return bits.Reverse8(uint8(n)) >> 4 })
	return s.logic(asm.VPORD, c, a, b)
}

func (s *selector) popcnt(c shape, x vreg) vreg {
	if s.has(machine.VectorPopcnt) {
		return s.vr1(c.bysize(asm.VPOPCNTB), c, x)
	}
	ones := func(n int) byte { return byte(bits.OnesCount(uint(n))) }
	lo, hi := s.nibbles(c, x)
	bytes := shape{ir.TU8, 1, c.size, false} // their instructions broadcast no constants
	n := s.vrr(asm.VPADDB, bytes, s.lookUp(c, lo, ones), s.lookUp(c, hi, ones))
	if c.elem == 8 {
		return s.vrr(asm.VPSADBW, bytes, n, s.splatOf(c, 0))
	}
	if c.elem >= 2 {
		n = s.vrr(asm.VPMADDUBSW, bytes, n, s.splatConst(1, c.size, 1))
	}
	if c.elem == 4 {
		n = s.vrr(asm.VPMADDWD, bytes, n, s.splatConst(2, c.size, 1))
	}
	return n
}

// trailingZeros counts the ones of ^x & (x-1), which are below the lowest one of x, or takes the zeros above them.
func (s *selector) trailingZeros(c shape, x vreg) vreg {
	below := s.logic(c.dq(asm.VPANDND), c, x, s.vrr(c.bysize(asm.VPADDB), c, x, s.splatOf(c, ^uint64(0))))
	counts := s.has(machine.VectorPopcnt) || c.elem <= 2 || c.elem == 8 && s.isa == AVX2
	if counts {
		return s.popcnt(c, below)
	}
	return s.vrr(c.bysize(asm.VPSUBB), c, s.splatOf(c, uint64(8*c.elem)), s.leadingZeros(c, below))
}

func (s *selector) leadingZeros(c shape, x vreg) vreg {
	switch {
	case c.elem >= 4 && s.isa == AVX512:
		return s.vr1(c.dq(asm.VPLZCNTD), c, x)
	case c.elem == 4:
		return s.leadingZeros32(c, x)
	case c.elem == 8:
		n := s.leadingZeros32(c, x)
		hi := s.vri(asm.VPSRLQ, c, n, 32)
		lo := s.logic(asm.VPANDQ, c, n, s.splatOf(c, 1<<32-1))
		none := s.vrr(asm.VPCMPEQQ, c, hi, s.splatOf(c, 32))
		return s.vrr(asm.VPADDQ, c, hi, s.logic(asm.VPANDQ, c, lo, none))
	}
	// The zeros above the highest one of each nibble; so many where there is none that another one's count is less.
	w := 8 * c.elem
	zeros := func(above int) func(n int) byte {
		return func(n int) byte {
			if n == 0 {
				return byte(w)
			}
			return byte(bits.LeadingZeros8(uint8(n)) - 4 + above)
		}
	}
	lo, hi := s.nibbles(c, x)
	n := s.vrr(asm.VPMINUB, c, s.lookUp(c, hi, zeros(0)), s.lookUp(c, lo, zeros(4)))
	if c.elem == 1 {
		return n
	}
	n = s.vrr(asm.VPADDB, c, n, s.splatOf(c, 8)) // the low byte has eight more bits above
	return s.logic(asm.VPANDD, c, s.vrr(asm.VPMINUB, c, n, s.vri(asm.VPSRLW, c, n, 8)), s.splatOf(c, 0xFF))
}

// leadingZeros32 takes them from the exponent of the number as a float. Without the bits that follow a one it can't be rounded up.
// The highest bit makes the float negative: then the exponent with the sign is so large that the difference saturates.
func (s *selector) leadingZeros32(c shape, x vreg) vreg {
	c = shape{ir.TU32, 4, c.size, false}
	f := s.vr1(asm.VCVTDQ2PS, c, s.logic(asm.VPANDND, c, s.vri(asm.VPSRLD, c, x, 1), x))
	n := s.vrr(asm.VPSUBUSW, c, s.splatOf(c, 127+31), s.vri(asm.VPSRLD, c, f, 23))
	return s.vrr(asm.VPMINSW, c, n, s.splatOf(c, 32))
}

// vectorRotate lowers rotl, whose count is a constant, or one for each lane.
func (s *selector) vectorRotate(o *ir.Op, c shape) vreg {
	w := uint64(8 * c.elem)
	x, count := s.get(o.Args[0]), o.Args[1]
	if n, ok := count.IsConst(); ok {
		return s.rotateConst(c, x, n%w)
	}
	var n vreg
	if count.Type.Kind == ir.Vec {
		if from := count.Type.Elem.Size(); from < c.elem {
			n = s.widen(s.get(count), from, c.elem, false)
		} else {
			n = s.narrow(s.get(count), from, c.elem)
		}
	} else {
		n = s.broadcast(s.get(count), c.elem, c.size)
	}
	if c.elem >= 4 && s.isa == AVX512 {
		return s.vrr(c.dq(asm.VPROLVD), c, x, n)
	}
	n = s.logic(asm.VPANDD, c, n, s.splatOf(c, w-1))
	back := s.vrr(c.bysize(asm.VPSUBB), c, s.splatOf(c, w), n) // shifts by the width give zero
	return s.logic(asm.VPORD, c, s.shiftVector(shiftLeft, c, x, n), s.shiftVector(shiftRight, c, x, back))
}

func (s *selector) rotateConst(c shape, x vreg, n uint64) vreg {
	switch {
	case n == 0:
		return x
	case c.elem >= 4 && s.isa == AVX512:
		return s.vri(c.dq(asm.VPROLD), c, x, int64(n))
	case n%8 == 0:
		return s.shuffle(c, x, func(i int) int { return (i + c.elem - int(n/8)) % c.elem })
	case c.elem > 1:
		return s.logic(asm.VPORD, c, s.shiftConst(shiftLeft, c, x, n), s.shiftConst(shiftRight, c, x, uint64(8*c.elem)-n))
	}
	l, r := s.vri(asm.VPSLLW, c, x, int64(n)), s.vri(asm.VPSRLW, c, x, int64(8-n))
	m := s.splatOf(c, 0xFF<<n&0xFF)
	if s.isa == AVX512 {
		return s.ternlog(c, m, l, r, 0xCA) // m ? l : r
	}
	return s.logic(asm.VPORD, c, s.logic(asm.VPANDD, c, l, m), s.logic(asm.VPANDND, c, m, r))
}

// vectorMulHi is the upper half of products of lanes.
func (s *selector) vectorMulHi(c shape, x, y vreg, signed bool) vreg {
	switch c.elem {
	case 1:
		return s.mulHiBytes(c, x, y, signed)
	case 2:
		if signed {
			return s.vrr(asm.VPMULHW, c, x, y)
		}
		return s.vrr(asm.VPMULHUW, c, x, y)
	case 4:
		op, wide := asm.VPMULUDQ, shape{ir.TU64, 8, c.size, false}
		if signed {
			op = asm.VPMULDQ
		}
		even := s.vri(asm.VPSRLQ, wide, s.vrr(op, wide, x, y), 32)
		odd := s.vrr(op, wide, s.vri(asm.VPSRLQ, wide, x, 32), s.vri(asm.VPSRLQ, wide, y, 32))
		if s.isa == AVX512 {
			return s.ternlog(wide, even, odd, s.splatOf(wide, 0xFFFFFFFF<<32), 0xF8) // even | odd & mask
		}
		d := s.vec(c)
		s.emit(inst{op: asm.VPBLENDD, size: uint8(c.size), args: [5]arg{rg(d), rg(even), rg(odd), im(0xAA)}, fold: 3, msize: uint8(c.size)})
		return d
	}
	hi := s.mulHi64(c, x, y)
	if signed { // see ir.EvalScalar
		hi = s.vrr(asm.VPSUBQ, c, hi, s.logic(asm.VPANDQ, c, s.shiftConst(shiftRightSg, c, x, 63), y))
		hi = s.vrr(asm.VPSUBQ, c, hi, s.logic(asm.VPANDQ, c, s.shiftConst(shiftRightSg, c, y, 63), x))
	}
	return hi
}

// mulHi64 multiplies by halves of 32 bits, as math/bits.Mul64 does.
func (s *selector) mulHi64(c shape, x0, y0 vreg) vreg {
	mul := func(a, b vreg) vreg { return s.vrr(asm.VPMULUDQ, c, a, b) }
	add := func(a, b vreg) vreg { return s.vrr(asm.VPADDQ, c, a, b) }
	high := func(a vreg) vreg { return s.vri(asm.VPSRLQ, c, a, 32) }
	x1, y1 := high(x0), high(y0)
	t := add(mul(x1, y0), high(mul(x0, y0)))
	w := add(mul(x0, y1), s.logic(asm.VPANDQ, c, t, s.splatOf(c, 1<<32-1)))
	return add(add(mul(x1, y1), high(t)), high(w))
}

// mulHiBytes multiplies even and odd bytes in 16-bit lanes.
func (s *selector) mulHiBytes(c shape, x, y vreg, signed bool) vreg {
	even := func(a vreg) vreg { return s.logic(asm.VPANDD, c, a, s.splatConst(2, c.size, 0xFF)) }
	down := asm.VPSRLW
	if signed {
		down = asm.VPSRAW
		even = func(a vreg) vreg { return s.vri(asm.VPSRAW, c, s.vri(asm.VPSLLW, c, a, 8), 8) }
	}
	e := s.vri(asm.VPSRLW, c, s.vrr(asm.VPMULLW, c, even(x), even(y)), 8)
	o := s.vrr(asm.VPMULLW, c, s.vri(down, c, x, 8), s.vri(down, c, y, 8))
	return s.logic(asm.VPORD, c, e, s.logic(asm.VPANDD, c, o, s.splatConst(2, c.size, 0xFF00)))
}

// scalarBits lowers them for scalars.
func (s *selector) scalarBits(o *ir.Op, t *ir.Type) vreg {
	size, width := gprSize(t), int64(t.Bits())
	x := o.Args[0]
	unsigned := func() vreg { // x, with zeros above it
		return s.extend(s.get(x), [...]*ir.Type{ir.TU8, ir.TU16, ir.TU32, ir.TU64}[log2(t.Size())], int(size))
	}
	count := func(op asm.Op, a vreg) vreg {
		d := s.gpr()
		s.emit(inst{op: op, size: size, args: [5]arg{rg(d), rg(a)}, fold: 2, msize: size})
		return d
	}
	switch o.Kind {
	case ir.OpClz:
		n := count(asm.LZCNT, unsigned())
		if width < 32 {
			n = s.gop2(asm.SUB, 4, n, im(32-width))
		}
		return n
	case ir.OpCtz:
		a := s.get(x)
		if width < 32 {
			a = s.gop2(asm.OR, 4, a, im(1<<width))
		}
		return count(asm.TZCNT, a)
	case ir.OpPopcnt:
		return count(asm.POPCNT, unsigned())
	case ir.OpRotl:
		return s.rotate(o, t)
	case ir.OpBswap:
		return s.bswap(s.get(x), width)
	case ir.OpBitrev:
		return s.bswap(s.reverseInBytes(s.get(x), size), width)
	}
	return s.mulHi(o, t)
}

// bswap reverses the bytes of a value of so many bits.
func (s *selector) bswap(a vreg, width int64) vreg {
	switch width {
	case 8:
		return a
	case 16:
		return s.gop2(asm.SHR, 4, s.gop1(asm.BSWAP, 4, a), im(16))
	}
	return s.gop1(asm.BSWAP, uint8(width/8), a)
}

// reverseInBytes reverses the bits of every byte: it swaps neighbours, pairs and nibbles.
func (s *selector) reverseInBytes(a vreg, size uint8) vreg {
	for i, m := range []int64{0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F} {
		if size == 4 {
			m &= 1<<32 - 1
		}
		mask := s.intArg(int64(int32(m)))
		if size == 8 {
			mask = rg(s.intConst(m))
		}
		n := im(1 << i)
		up := s.gop2(asm.SHL, size, s.gop2(asm.AND, size, a, mask), n)
		a = s.gop2(asm.OR, size, up, rg(s.gop2(asm.AND, size, s.gop2(asm.SHR, size, a, n), mask)))
	}
	return a
}

// rotate lowers rotl. Narrow values are repeated to fill 32 bits first, whose rotation is then the right one, too.
func (s *selector) rotate(o *ir.Op, t *ir.Type) vreg {
	size := gprSize(t)
	a := s.get(o.Args[0])
	if t.Size() < 4 {
		a = s.extend(a, [...]*ir.Type{ir.TU8, ir.TU16}[log2(t.Size())], 4)
		a = s.gop2(asm.IMUL, 4, a, rg(s.intConst([...]int64{0x01010101, 0x00010001}[log2(t.Size())])))
	}
	d := s.gpr()
	if n, ok := o.Args[1].IsConst(); ok {
		n %= uint64(t.Bits())
		if n == 0 {
			return a
		}
		s.emit(inst{op: asm.RORX, size: size, args: [5]arg{rg(d), rg(a), im(int64(8*uint64(size) - n))}})
		return d
	}
	n := s.get(o.Args[1])
	s.emit(inst{op: asm.SHLX, size: size, args: [5]arg{rg(d), rg(a), rg(n)}})
	r := s.gpr()
	s.emit(inst{op: asm.SHRX, size: size, args: [5]arg{rg(r), rg(a), rg(s.gop1(asm.NEG, size, n))}})
	return s.gop2(asm.OR, size, d, rg(r))
}

// mulHi lowers mulhi. Of 64 bits the instruction gives the lower half, too.
func (s *selector) mulHi(o *ir.Op, t *ir.Type) vreg {
	x, y := o.Args[0], o.Args[1]
	if t.Size() < 8 {
		p := s.gop2(asm.IMUL, 8, s.extended(x, 8), rg(s.extended(y, 8)))
		return s.gop2(asm.SHR, 8, p, im(int64(t.Bits())))
	}
	a, b := s.get(x), s.get(y)
	rax, rdx := phys(asm.RAX), phys(asm.RDX)
	op := asm.MUL
	if t.IsSigned() {
		op = asm.IMUL
	}
	s.emit(s.f.copyInst(s.pos, copyPair{rax, a}))
	s.emit(inst{op: op, size: 8, role: roleUse, args: [5]arg{rg(b)}, fold: 1, msize: 8, more: s.f.implicit([]vreg{rax}, []vreg{rax, rdx})})
	hi, lo := s.gpr(), s.gpr()
	s.emit(s.f.copyInst(s.pos, copyPair{hi, rdx}, copyPair{lo, rax}))
	if twin := s.follower(o, ir.OpMul); twin != nil {
		s.set(twin.Results[0], lo)
		s.ops[twin.ID].done = true
	}
	return hi
}
