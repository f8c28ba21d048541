package x86

import (
	"fmt"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/x86/asm"
)

// address is the memory operand base + idx*scale + disp of a load or store. Constant parts of base and idx go into the displacement.
func (s *selector) address(base, idx *ir.Value, scale, disp int64) mem {
	base, disp = s.peel(base, 1, disp)
	start := func() vreg { return s.get(base) }
	if at, ok := s.privates[base]; ok && fits(disp+8+int64(at)+scratchBytes) {
		disp += 8 + int64(at)
		start = func() vreg { return phys(asm.RSP) }
	}
	if c, ok := idx.ConstInt(); ok && fits(disp+c*scale) && fits(c) && fits(scale) {
		return mem{base: start(), disp: int32(disp + c*scale)}
	}
	idx, disp = s.peel(idx, scale, disp)
	if !fits(disp) {
		b := s.gop2(asm.ADD, 8, start(), s.intArg(disp))
		return s.indexed(mem{base: b}, s.get(idx), scale)
	}
	return s.indexed(mem{base: start(), disp: int32(disp)}, s.get(idx), scale)
}

func fits(n int64) bool { return n == int64(int32(n)) }

// indexed adds idx*scale to an address.
func (s *selector) indexed(m mem, idx vreg, scale int64) mem {
	switch scale {
	case 1, 2, 4, 8:
		m.index, m.scale = idx, uint8(scale)
	case 0:
	default:
		m.index, m.scale = s.times(idx, scale), 1
	}
	return m
}

// times is an integer of 64 bits times a constant.
func (s *selector) times(x vreg, c int64) vreg {
	switch {
	case c == 1:
		return x
	case c&(c-1) == 0 && c > 0:
		return s.gop2(asm.SHL, 8, x, im(int64(log2(int(c)))))
	case fits(c):
		d := s.gpr()
		s.emit(inst{op: asm.IMUL, size: 8, args: [5]arg{rg(d), rg(x), im(c)}, fold: 2, msize: 8})
		return d
	}
	return s.gop2(asm.IMUL, 8, x, rg(s.intConst(c)))
}

// peel takes constants that are added to v out of it, as long as the rest is in a register anyway.
func (s *selector) peel(v *ir.Value, scale, disp int64) (*ir.Value, int64) {
	for range 4 {
		o := v.Def
		if o == nil || o.Kind != ir.OpAdd && o.Kind != ir.OpSub {
			break
		}
		c, ok := o.Args[1].ConstInt()
		x := o.Args[0]
		if o.Kind == ir.OpSub {
			c = -c
		} else if !ok {
			c, ok = x.ConstInt()
			x = o.Args[1]
		}
		if !ok || !fits(c) || !fits(scale) || !fits(disp+c*scale) || s.vals[x.ID].reg == 0 {
			break
		}
		v, disp = x, disp+c*scale
	}
	return v, disp
}

// page is how far ahead of a load memory is asked for: prefetchers stop where a page ends.
const page = 4 << 10

// takeLoad gives the address of a load without a mask that was put off, for the instruction that takes it in. What is asked for ahead may lie anywhere: it faults nowhere.
func (s *selector) takeLoad(o *ir.Op) mem {
	s.vals[o.Results[0].ID] = val{}
	m := s.address(o.Args[0], o.Args[1], o.Ints[0], o.Ints[1])
	if o.Mode == ir.Ahead && fits(int64(m.disp)+page) {
		further := m
		further.disp += page
		s.emit(inst{op: asm.PREFETCHT0, size: 1, role: roleUse, mem: further, args: [5]arg{memArg()}})
	}
	return m
}

// loadExtended loads a scalar integer and extends it to size bytes.
func (s *selector) loadExtended(o *ir.Op, size int) vreg {
	t := o.Results[0].Type
	m := s.takeLoad(o)
	d := s.gpr()
	op, sz := extension(t, size)
	s.emit(inst{op: op, size: sz, mem: m, args: [5]arg{rg(d), memArg()}})
	return d
}

func (s *selector) memory(o *ir.Op) {
	switch o.Kind {
	case ir.OpMLoad:
		s.load(o)
	case ir.OpMStore:
		s.store(o)
	case ir.OpMStoreAll:
		s.storeAll(o)
	case ir.OpGather:
		s.gather(o)
	case ir.OpScatter:
		s.scatter(o)
	case ir.OpPtr:
		if len(o.Args) != 0 {
			fail("ptr of a slice")
		}
		at := s.private(int32(o.Ints[0]))
		if s.privates == nil {
			s.privates = map[*ir.Value]int32{}
		}
		s.privates[o.Results[0]] = at
		s.set(o.Results[0], s.materialize(s.remat(rematKey{kind: 'a', bits: uint64(at)}, func() remat {
			in := inst{op: asm.LEA, size: 8, mem: mem{base: phys(asm.RSP), disp: 8 + at}, args: [5]arg{{}, memArg()}}
			return remat{inst: in, class: classGPR, size: 8, free: true}
		})))
	}
}

// private takes n bytes of private memory, at a multiple of 64, and gives their offset in it. The emitter adds where private memory is to all addresses from RSP on.
func (s *selector) private(n int32) int32 {
	at := s.f.scratch
	if n < 0 || n > scratchBytes || at+n > scratchBytes {
		panic(&ir.Limit{Msg: fmt.Sprintf("the kernel needs more than %d bytes of private memory", scratchBytes)})
	}
	s.f.scratch = (at + n + 63) &^ 63
	return at
}

// onStack is the memory operand for an offset in private memory.
func onStack(at int32) mem { return mem{base: phys(asm.RSP), disp: 8 + at} }

func (s *selector) load(o *ir.Op) {
	r := o.Results[0]
	t := r.Type
	switch {
	case t.Kind == ir.Vec && len(o.Args) == 3:
		s.maskedLoad(o)
	case t.Kind == ir.Vec && t.Elem == ir.TBool:
		s.setBytesMask(r, s.loadVector(ir.TU8, s.takeLoad(o)))
	case t.Kind == ir.Vec:
		s.set(r, s.loadVector(t.Elem, s.takeLoad(o)))
	case t.IsFloat():
		d := s.f.newVreg(classVec, 16)
		s.emit(inst{op: fop(asm.VMOVSS, t), mem: s.takeLoad(o), args: [5]arg{rg(d), memArg()}})
		s.set(r, d)
	default:
		m := s.takeLoad(o)
		d := s.gpr()
		op, size := asm.MOV, uint8(t.Size())
		switch t.Size() {
		case 1:
			op, size = asm.MOVZXB, 4
		case 2:
			op, size = asm.MOVZXW, 4
		}
		s.emit(inst{op: op, size: size, mem: m, args: [5]arg{rg(d), memArg()}})
		s.set(r, d)
	}
}

// setBytesMask makes the mask v of a vector of bytes that are 0 or 1.
func (s *selector) setBytesMask(v *ir.Value, b vreg) {
	c := shape{ir.TI8, 1, s.vecSize(1), false}
	if s.isa == AVX512 {
		k := s.mask()
		s.emit(inst{op: asm.VPTESTMB, size: c.instSize(), args: [5]arg{rg(k), rg(b), rg(b)}})
		s.set(v, k)
		return
	}
	s.setMask(v, s.vrr(asm.VPCMPGTB, c, b, s.splatOf(c, 0)), 1)
}

// maskBytes is the inverse of setBytesMask.
func (s *selector) maskBytes(v *ir.Value) vreg {
	c := shape{ir.TI8, 1, s.vecSize(1), false}
	if s.isa == AVX512 {
		one := s.splatOf(c, 1)
		d := s.vec(c)
		s.emit(inst{op: asm.VMOVDQU8, size: c.instSize(), mask: s.get(v), zero: true, args: [5]arg{rg(d), rg(one)}})
		return d
	}
	d := s.vec(c)
	s.emit(inst{op: asm.VPABSB, size: c.instSize(), args: [5]arg{rg(d), rg(s.maskAs(v, 1))}})
	return d
}

// loadVector loads a whole vector of elements t.
func (s *selector) loadVector(t *ir.Type, m mem) vreg {
	d := s.f.newVreg(classVec, s.vecSize(t.Size()))
	in := inst{mem: m, args: [5]arg{rg(d), memArg()}}
	switch n := s.lanes * t.Size(); n {
	case 16, 32, 64:
		in.op, in.size = moveOp(t), uint8(n)
	case 8:
		in.op = asm.VMOVQ
	case 4:
		in.op = asm.VMOVD
	case 2:
		in.op, in.size = asm.VPBROADCASTW, 16
	default:
		in.op, in.size = asm.VPBROADCASTB, 16
	}
	s.emit(in)
	return d
}

// moveOp moves vectors of t between registers and memory of any alignment.
func moveOp(t *ir.Type) asm.Op {
	if t.IsFloat() {
		return fop(asm.VMOVUPS, t)
	}
	return asm.VMOVDQU32
}

// maskedMoveOp does it under a mask register.
func maskedMoveOp(t *ir.Type) asm.Op {
	if t.IsFloat() {
		return fop(asm.VMOVUPS, t)
	}
	return [...]asm.Op{asm.VMOVDQU8, asm.VMOVDQU16, asm.VMOVDQU32, asm.VMOVDQU64}[log2(t.Size())]
}

func (s *selector) store(o *ir.Op) {
	v := o.Args[2]
	t := v.Type
	switch {
	case t.Kind == ir.Vec && len(o.Args) == 4:
		s.maskedStore(o)
		return
	case t.Kind == ir.Vec && t.Elem == ir.TBool:
		b := s.maskBytes(v)
		s.storeVector(ir.TU8, b, s.storeAddress(o))
		return
	case t.Kind == ir.Vec:
		r := s.get(v)
		s.storeRegister(t.Elem, s.lanes*t.Elem.Size(), r, s.storeAddress(o), o.Mode)
		return
	case t.IsFloat():
		r := s.get(v)
		s.emit(inst{op: fop(asm.VMOVSS, t), role: roleUse, mem: s.storeAddress(o), args: [5]arg{memArg(), rg(r)}})
		return
	}
	if s.update(o) {
		return
	}
	a := s.operand(v)
	s.emit(inst{op: asm.MOV, size: uint8(t.Size()), role: roleUse, mem: s.storeAddress(o), args: [5]arg{memArg(), a}})
}

func (s *selector) storeAddress(o *ir.Op) mem {
	return s.address(o.Args[0], o.Args[1], o.Ints[0], o.Ints[1])
}

// storeVector stores a whole vector of elements t.
func (s *selector) storeVector(t *ir.Type, r vreg, m mem) {
	in := inst{role: roleUse, mem: m, args: [5]arg{memArg(), rg(r)}}
	switch n := s.lanes * t.Size(); n {
	case 16, 32, 64:
		in.op, in.size = moveOp(t), uint8(n)
	case 8:
		in.op = asm.VMOVQ
	case 4:
		in.op = asm.VMOVD
	case 2:
		in.op, in.size, in.args[2] = asm.VPEXTRW, 16, im(0)
	default:
		in.op, in.size, in.args[2] = asm.VPEXTRB, 16, im(0)
	}
	s.emit(in)
}

// cleanMask is a mask register whose bits from the number of lanes on are off, for instructions on elem bytes per lane that would look at them.
func (s *selector) cleanMask(k vreg, elem int) vreg {
	if s.lanes*elem >= 16 {
		return k
	}
	d := s.mask()
	if s.lanes >= 8 {
		s.emit(inst{op: s.kform(asm.KMOVB), args: [5]arg{rg(d), rg(k)}})
		return d
	}
	e := s.mask()
	n := int64(8 - s.lanes)
	s.emit(inst{op: asm.KSHIFTLB, args: [5]arg{rg(d), rg(k), im(n)}})
	s.emit(inst{op: asm.KSHIFTRB, args: [5]arg{rg(e), rg(d), im(n)}})
	return e
}

// cleanVectorMask does the same for a mask of AVX2, which is in an xmm register then.
func (s *selector) cleanVectorMask(m vreg, elem int) vreg {
	switch s.lanes * elem {
	case 8:
		d := s.f.newVreg(classVec, 16)
		s.emit(inst{op: asm.VMOVQ, args: [5]arg{rg(d), rg(m)}})
		return d
	case 4:
		c := shape{size: 16, elem: 4}
		return s.vrr(asm.VPANDD, c, m, s.elements(4, 16, []uint64{1<<32 - 1}))
	}
	return m
}
