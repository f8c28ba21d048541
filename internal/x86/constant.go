package x86

import (
	"encoding/binary"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/x86/asm"
)

// constant puts a constant into a register. It is made at every use anew; placeConstants decides which are worth a
// register for longer, and which stay in memory.
func (s *selector) constant(t *ir.Type, bits uint64) vreg {
	switch {
	case t.Kind == ir.Vec && t.Elem == ir.TBool:
		return s.constMask(bits&1 != 0, s.maskWidth())
	case t.Kind == ir.Vec:
		return s.splatConst(t.Elem.Size(), s.vecSize(t.Elem.Size()), bits)
	case t.IsFloat():
		return s.scalarConst(t.Size(), bits)
	}
	return s.intConst(ir.SignExtend(t, bits))
}

// intConst is an integer in a general register.
func (s *selector) intConst(n int64) vreg {
	return s.materialize(s.remat(rematKey{kind: 'i', bits: uint64(n)}, func() remat {
		in := inst{op: asm.MOV, size: 8}
		if fits(n) {
			in.args[1] = im(n)
		} else {
			in.args[1].kind, in.more = argWide, s.f.newExtra()
			in.more.wide = n
		}
		return remat{inst: in, class: classGPR, size: 8, free: true}
	}))
}

// scalarConst is a float of this many bytes in the low lane of a vector register.
func (s *selector) scalarConst(elem int, bits uint64) vreg {
	return s.materialize(s.remat(rematKey{kind: 's', bits: bits, elem: uint8(elem)}, func() remat {
		if bits == 0 {
			return remat{inst: zeroInst(16), class: classVec, size: 16, free: true}
		}
		op, m := asm.VMOVSD, s.f.pool.Const64(bits)
		if elem == 4 {
			op, m = asm.VMOVSS, s.f.pool.Const32(uint32(bits))
		}
		at := mem{konst: m.Const}
		return remat{inst: inst{op: op, mem: at, args: [5]arg{{}, memArg()}}, mem: at, fold: true, full: uint8(elem), class: classVec, size: 16, free: true}
	}))
}

// zeroInst clears a vector register: the CPU knows it depends on nothing.
func zeroInst(size int) inst {
	z := rg(phys(asm.X0))
	return inst{op: asm.VPXORD, size: uint8(min(size, 16)), idiom: true, args: [5]arg{{}, z, z}}
}

// splatConst is a vector register of size bytes, with the same element of elem bytes in all lanes.
func (s *selector) splatConst(elem, size int, bits uint64) vreg {
	return s.materialize(s.splatRemat(elem, size, bits))
}

func (s *selector) splatRemat(elem, size int, bits uint64) *remat {
	// Equal patterns of different widths are one constant, as wide as broadcasts in operands can be.
	for elem < 4 {
		bits &= 1<<(8*elem) - 1
		bits |= bits << (8 * elem)
		elem *= 2
	}
	if elem == 4 {
		bits &= 1<<32 - 1
	}
	key := rematKey{kind: 'v', bits: bits, elem: uint8(elem), size: uint8(size)}
	return s.remat(key, func() remat {
		ones := bits == ^uint64(0) || elem == 4 && bits == 1<<32-1
		switch {
		case bits == 0:
			return remat{inst: zeroInst(size), class: classVec, size: uint8(size), free: true}
		case ones && s.isa == AVX512:
			z := rg(phys(asm.X0))
			in := inst{op: asm.VPTERNLOGD, size: uint8(size), idiom: true, args: [5]arg{{}, z, z, im(0xFF)}}
			return remat{inst: in, class: classVec, size: uint8(size), free: true}
		case ones:
			z := rg(phys(asm.X0))
			in := inst{op: asm.VPCMPEQD, size: uint8(size), idiom: true, args: [5]arg{{}, z, z}}
			return remat{inst: in, class: classVec, size: uint8(size), free: true}
		case s.isa == AVX512:
			op, m := asm.VBROADCASTSD, asm.Mem{}
			if elem == 8 {
				m = s.f.pool.Const64(bits)
			} else {
				op, m = asm.VBROADCASTSS, s.f.pool.Const32(uint32(bits))
			}
			if size == 16 && elem == 8 {
				op = asm.VMOVDDUP
			}
			at := mem{konst: m.Const}
			return remat{inst: inst{op: op, size: uint8(size), mem: at, args: [5]arg{{}, memArg()}}, mem: at, fold: true, bcast: uint8(elem), class: classVec, size: uint8(size), free: true}
		}
		data := make([]byte, size)
		for i := 0; i < size; i += elem {
			if elem == 8 {
				binary.LittleEndian.PutUint64(data[i:], bits)
			} else {
				binary.LittleEndian.PutUint32(data[i:], uint32(bits))
			}
		}
		return s.dataRemat(data, size)
	})
}

// data is a vector constant with these bytes; what lies behind them is zero.
func (s *selector) data(data []byte, size int) vreg {
	if len(data) < size {
		data = append(data[:len(data):len(data)], make([]byte, size-len(data))...)
	}
	return s.materialize(s.remat(rematKey{kind: 'd', text: string(data)}, func() remat { return s.dataRemat(data, size) }))
}

func (s *selector) dataRemat(data []byte, size int) remat {
	at := mem{konst: s.f.pool.Const(data, size).Const}
	return remat{inst: inst{op: asm.VMOVAPS, size: uint8(size), mem: at, args: [5]arg{{}, memArg()}}, mem: at, fold: true, full: uint8(size), class: classVec, size: uint8(size), free: true}
}

// elements is a vector constant with one element of elem bytes per entry.
func (s *selector) elements(elem, size int, list []uint64) vreg {
	var b []byte
	for _, x := range list {
		var w [8]byte
		binary.LittleEndian.PutUint64(w[:], x)
		b = append(b, w[:elem]...)
	}
	return s.data(b, size)
}
