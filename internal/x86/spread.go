package x86

import (
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/x86/asm"
)

// spread lowers splat and iota.
func (s *selector) spread(o *ir.Op) {
	r := o.Results[0]
	e := r.Type.Elem
	if o.Kind == ir.OpIota {
		size := e.Size()
		list := make([]uint64, s.lanes)
		for i := range list {
			list[i] = uint64(i)
		}
		s.set(r, s.elements(size, s.vecSize(size), list))
		return
	}
	x := o.Args[0]
	if bits, ok := x.IsConst(); ok {
		s.bind([]*ir.Value{r}, []vreg{s.constant(r.Type, bits)})
		return
	}
	if e == ir.TBool {
		s.setMask(r, s.spreadBool(s.get(x), s.maskWidth()), s.maskWidth())
		return
	}
	size := s.vecSize(e.Size())
	if l := s.late(x, ir.OpMLoad); l != nil {
		d := s.f.newVreg(classVec, size)
		s.emit(inst{op: broadcastOp(e.Size(), size, e.IsFloat()), size: uint8(size), mem: s.takeLoad(l), args: [5]arg{rg(d), memArg()}})
		s.set(r, d)
		return
	}
	if i := s.paramIndex(x); i >= 0 && e.Size() >= 4 {
		s.set(r, s.splatParam(e, size, i))
		return
	}
	if !e.IsFloat() {
		s.set(r, s.broadcast(s.get(x), e.Size(), size))
		return
	}
	d := s.f.newVreg(classVec, size)
	s.emit(inst{op: broadcastOp(e.Size(), size, true), size: uint8(size), args: [5]arg{rg(d), rg(s.get(x))}})
	s.set(r, d)
}

// paramIndex is the word that holds v if v is a parameter in memory, or -1.
func (s *selector) paramIndex(v *ir.Value) int {
	if v.Owner != s.kernel.Body {
		return -1
	}
	i := v.Index
	if s.kernel.Kernel == ir.RangeKernel {
		i -= 2
	}
	return i
}

// splatParam is a parameter in all lanes. It can be read anew anywhere.
func (s *selector) splatParam(e *ir.Type, size, i int) vreg {
	m := mem{base: paramReg, disp: int32(8 * i)}
	return s.materialize(s.remat(rematKey{kind: 'b', typ: e, bits: uint64(i), size: uint8(size)}, func() remat {
		in := inst{op: broadcastOp(e.Size(), size, e.IsFloat()), size: uint8(size), mem: m, args: [5]arg{{}, memArg()}}
		return remat{inst: in, mem: m, fold: s.isa == AVX512, bcast: uint8(e.Size()), class: classVec, size: uint8(size), free: true}
	}))
}

// broadcastOp is the instruction that spreads an element from memory or the low lane of a vector register.
func broadcastOp(elem, size int, float bool) asm.Op {
	switch {
	case elem == 1:
		return asm.VPBROADCASTB
	case elem == 2:
		return asm.VPBROADCASTW
	case elem == 4 && float:
		return asm.VBROADCASTSS
	case elem == 4:
		return asm.VPBROADCASTD
	case float && size == 16:
		return asm.VMOVDDUP
	case float:
		return asm.VBROADCASTSD
	}
	return asm.VPBROADCASTQ
}

// broadcast spreads the low elem bytes of a general register.
func (s *selector) broadcast(a vreg, elem, size int) vreg {
	d := s.f.newVreg(classVec, size)
	if s.isa == AVX512 {
		s.emit(inst{op: broadcastOp(elem, size, false), size: uint8(size), args: [5]arg{rg(d), rg(a)}})
		return d
	}
	t := s.f.newVreg(classVec, 16)
	op := asm.VMOVD
	if elem == 8 {
		op = asm.VMOVQ
	}
	s.emit(inst{op: op, args: [5]arg{rg(t), rg(a)}})
	s.emit(inst{op: broadcastOp(elem, size, false), size: uint8(size), args: [5]arg{rg(d), rg(t)}})
	return d
}
