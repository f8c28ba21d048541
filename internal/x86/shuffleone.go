package x86

import "github.com/hone-go/hone/internal/x86/asm"

// oneShuffle is a shuffle of two registers by one instruction without a vector of lane numbers: a blend, an unpacking, a window of both in a row, a selection by an
// immediate operand.
func (s *selector) oneShuffle(c shape, a, b vreg, p pattern) (vreg, bool) {
	n := len(p)
	if p.each(func(i, x int) bool { return x%n == i }) {
		return s.constBlend(c, a, b, p)
	}
	if d, ok := s.unpack(c, a, b, p); ok {
		return d, true
	}
	if from, ok := p.window(16 / c.elem); ok {
		return s.vrri(asm.VPALIGNR, c.ofBytes(1), b, a, int64(from*c.elem)), true // of bytes: it takes in no element that is broadcast
	}
	if from, ok := p.window(n); ok && s.isa == AVX512 && c.elem >= 4 {
		return s.vrri(asm.VALIGND+asm.Op(log2(c.elem)-2), c, b, a, int64(from)), true
	}
	switch c.elem {
	case 4:
		g, ok := p.repeats(4)
		if ok && low(g[0], 4) && low(g[1], 4) && high(g[2], 4) && high(g[3], 4) {
			return s.vrri(asm.VSHUFPS, c, a, b, immOf(g, 2)), true
		}
	case 8:
		if p.inLanes(8) && p.each(func(i, x int) bool { return (x >= n) == (i%2 == 1) }) {
			choice := int64(0)
			for i, x := range p {
				if x >= 0 {
					choice |= int64(x&1) << i
				}
			}
			return s.vrri(asm.VSHUFPD, c, a, b, choice), true
		}
	}
	if c.size == 32 {
		return s.halves(c, a, b, p)
	}
	return 0, false
}

// window is the place from which on all groups of so many elements take what comes in a row: the end of a group of the first register, and the beginning of that of the second.
func (p pattern) window(per int) (from int, ok bool) {
	for from = 1; from < per; from++ {
		if p.each(func(i, x int) bool {
			at := i%per + from
			return x == i/per*per+at%per+at/per*len(p)
		}) {
			return from, true
		}
	}
	return 0, false
}

func low(x, n int) bool  { return x < n }
func high(x, n int) bool { return x < 0 || x >= n }

// halves puts two halves of registers of 32 bytes together.
func (s *selector) halves(c shape, a, b vreg, p pattern) (vreg, bool) {
	for e := c.elem; e < 16; e *= 2 {
		q, ok := p.coarser()
		if !ok {
			return 0, false
		}
		p = q
	}
	if s.isa == AVX512 { // registers beyond the first sixteen need another instruction, the lower half from a, the upper from b
		if p[0] < 2 && (p[1] < 0 || p[1] >= 2) {
			return s.vrri(asm.VSHUFI64X2, c.ofBytes(8), a, b, int64(max(p[0], 0)|max(p[1]-2, 0)<<1)), true
		}
		return 0, false
	}
	return s.vrri(asm.VPERM2I128, c, a, b, int64(max(p[0], 0)|max(p[1], 0)<<4)), true
}

// unpack interleaves the lower or upper halves of every 16 bytes.
func (s *selector) unpack(c shape, a, b vreg, p pattern) (vreg, bool) {
	n, per := len(p), 16/c.elem
	for upper, op := range []asm.Op{asm.VPUNPCKLBW, asm.VPUNPCKHBW} {
		if !p.matches(func(i int) int { return i/per*per + upper*per/2 + i%per/2 + i%2*n }) {
			continue
		}
		return s.vrr(op+asm.Op(log2(c.elem)), c, a, b), true
	}
	return 0, false
}

// vrri emits d = op a, b, imm; b may become memory.
func (s *selector) vrri(op asm.Op, c shape, a, b vreg, n int64) vreg {
	d := s.vec(c)
	in := inst{op: op, size: c.instSize(), args: [5]arg{rg(d), rg(a), rg(b), im(n)}}
	s.foldInfo(&in, 2, c)
	s.emit(in)
	return d
}

// constBlend takes every lane from one of two registers, in its place.
func (s *selector) constBlend(c shape, a, b vreg, p pattern) (vreg, bool) {
	n := len(p)
	if s.isa == AVX512 {
		var bits uint64
		for i, x := range p {
			if x >= n {
				bits |= 1 << i
			}
		}
		return s.blend(shape{elem: c.elem, size: c.size}, s.maskBitsConst(bits), b, a), true
	}
	if c.elem < 4 {
		q, ok := p.coarser()
		if !ok {
			return s.blend(shape{elem: 1, size: c.size}, s.laneMask(c, p), b, a), true
		}
		return s.constBlend(c.ofBytes(2*c.elem), a, b, q)
	}
	if c.elem == 8 {
		p, n, c = p.finer(), 2*n, c.ofBytes(4)
	}
	choice := int64(0)
	for i, x := range p {
		if x >= n {
			choice |= 1 << i
		}
	}
	return s.vrri(asm.VPBLENDD, c, a, b, choice), true
}

// laneMask is all ones in the lanes that come from the second source.
func (s *selector) laneMask(c shape, p pattern) vreg {
	list := make([]uint64, len(p))
	for i, x := range p {
		if x >= len(p) {
			list[i] = ^uint64(0)
		}
	}
	return s.elements(c.elem, c.size, list)
}
