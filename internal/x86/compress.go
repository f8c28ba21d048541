package x86

import (
	"math/bits"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/x86/asm"
)

// The lanes of a vector that a mask chooses, side by side. AVX-512 has an instruction for that; into memory it takes some 140 cycles on AMD Zen 4 (uops.info,
// VPCOMPRESSD m512), in registers two operations. AVX2 takes the permutation from a table (Lemire and Schlegel call the like "left packing"): 256 entries for
// eight lanes, 16 for four.

// bitsOf stands for a width in the cache of converted masks: one bit for each lane in a general register, all others 0.
const bitsOf = -2

// cleanBits is a mask as one bit for each lane in a general register, all others 0.
func (s *selector) cleanBits(m *ir.Value) vreg {
	if on, ok := m.IsConst(); ok {
		return s.intConst(-int64(on&1) & int64(uint64(1)<<s.lanes-1))
	}
	return s.cached(maskKey{m, bitsOf}, func() vreg { return s.takeBits(m) })
}

func (s *selector) takeBits(m *ir.Value) vreg {
	d := s.gpr()
	var last int
	if s.isa == AVX512 {
		op, size := asm.KMOVB, uint8(4)
		switch {
		case s.lanes > 32:
			op, size = asm.KMOVQ, 8
		case s.lanes > 16:
			op = asm.KMOVD
		case s.lanes > 8:
			op = asm.KMOVW
		}
		s.emit(inst{op: op, size: size, args: [5]arg{rg(d), rg(s.get(m))}})
		last = max(s.lanes, 8)
	} else {
		r, w := s.maskReg(m)
		if w == 2 { // which has two bits for each lane
			r, w = s.maskAs(m, 1), 1
		}
		d, _ = s.moveMask(r, w)
		last = max(s.lanes, 16/w)
	}
	if last > s.lanes {
		d = s.gop2(asm.AND, 4, d, im(1<<s.lanes-1))
	}
	return d
}

// count is the number of lanes that are on.
func (s *selector) count(m *ir.Value) vreg {
	d := s.gpr()
	s.emit(inst{op: asm.POPCNT, size: 8, args: [5]arg{rg(d), rg(s.cleanBits(m))}})
	return d
}

// compress lowers a compress, of a mask or a vector.
func (s *selector) compress(o *ir.Op) {
	v, m, r := o.Args[0], o.Args[1], o.Results[0]
	c := s.shapeOf(r.Type)
	switch {
	case v == m:
		s.firstOn(r, m)
	case r.Type.Elem == ir.TBool:
		fail("compress of a mask by another")
	case s.isa == AVX512 && (c.elem >= 4 || s.has(machine.VBMI2)):
		op := c.dq(asm.VPCOMPRESSD)
		if c.elem < 4 {
			op = asm.VPCOMPRESSB + asm.Op(c.elem-1)
		}
		d := s.vec(c)
		s.emit(inst{op: op, size: uint8(c.size), mask: s.get(m), zero: true, args: [5]arg{rg(d), rg(s.get(v))}})
		s.set(r, d)
	case s.isa == AVX2 && c.elem >= 4 && s.lanes*c.elem >= 16 && s.lanes <= 8:
		s.set(r, s.compressByTable(c, s.get(v), m))
	default:
		fail("compress of %s", r.Type)
	}
}

// firstOn is as many of the first lanes as the mask has on.
func (s *selector) firstOn(r, m *ir.Value) {
	if s.isa == AVX512 {
		b, d, k := s.cleanBits(m), s.gpr(), s.mask()
		s.emit(inst{op: asm.PEXT, size: 8, args: [5]arg{rg(d), rg(b), rg(b)}})
		s.emit(inst{op: asm.KMOVQ, size: 8, args: [5]arg{rg(k), rg(d)}})
		s.set(r, k)
		return
	}
	w := s.maskWidth()
	size := s.vecSize(w)
	data := make([]byte, 2*size) // ones, then zeros: what begins n lanes before the middle
	for i := range size {
		data[i] = 0xFF
	}
	if w < 4 {
		fail("compress of a mask of %d lanes", s.lanes)
	}
	n := s.gop1(asm.NEG, 8, s.count(m))
	d := s.f.newVreg(classVec, size)
	at := mem{base: s.poolAddress(data, 32), index: n, scale: uint8(w), disp: int32(size)}
	s.emit(inst{op: asm.VMOVDQU32, size: uint8(size), mem: at, args: [5]arg{rg(d), memArg()}})
	s.setMask(r, d, w)
}

// compressByTable permutes four bytes at a time, as the mask's bits say.
func (s *selector) compressByTable(c shape, v vreg, m *ir.Value) vreg {
	parts := c.elem / 4
	n := s.lanes * parts
	var data []byte
	for on := range uint(1) << s.lanes {
		entry := make([]byte, 0, 8)
		for left := on; left != 0; left &= left - 1 {
			for p := range parts {
				entry = append(entry, byte(bits.TrailingZeros(left)*parts+p))
			}
		}
		data = append(data, append(entry, make([]byte, n-len(entry))...)...)
	}
	ints := shape{ir.TU32, 4, c.size, false}
	index := s.vec(ints)
	at := mem{base: s.poolAddress(data, n), index: s.cleanBits(m), scale: uint8(n)}
	s.emit(inst{op: asm.VPMOVZXBD, size: uint8(c.size), mem: at, args: [5]arg{rg(index), memArg()}})
	if c.size == 16 {
		return s.vrr(asm.VPERMILPS, ints, v, index)
	}
	return s.vrr(asm.VPERMD, ints, index, v)
}
