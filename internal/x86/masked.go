package x86

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/x86/asm"
)

// elemType is the type that a vector's elements have in memory: bools are bytes.
func elemType(t *ir.Type) *ir.Type {
	if t.Elem == ir.TBool {
		return ir.TU8
	}
	return t.Elem
}

func (s *selector) maskedLoad(o *ir.Op) {
	r := o.Results[0]
	t := elemType(r.Type)
	c := shape{t, t.Size(), s.vecSize(t.Size()), false}
	finish := func(d vreg) {
		if r.Type.Elem == ir.TBool {
			s.setBytesMask(r, d)
		} else {
			s.set(r, d)
		}
	}
	m := o.Args[2]
	switch {
	case s.isa == AVX512:
		k := s.cleanMask(s.get(m), c.elem)
		d := s.vec(c)
		s.emit(inst{op: maskedMoveOp(t), size: c.instSize(), mask: k, zero: true, mem: s.takeLoad(o), args: [5]arg{rg(d), memArg()}})
		finish(d)
	case c.elem >= 4:
		k := s.cleanVectorMask(s.maskAs(m, c.elem), c.elem)
		d := s.vec(c)
		s.emit(inst{op: c.dq(asm.VPMASKMOVD), size: c.instSize(), mem: s.takeLoad(o), args: [5]arg{rg(d), rg(k), memArg()}})
		finish(d)
	default:
		finish(s.loadByLanes(c, m, s.takeLoad(o)))
	}
}

// loadByLanes loads small elements under a mask: all at once if all are wanted, else by fours of bytes, and one by one where only some of these
// are wanted.
func (s *selector) loadByLanes(c shape, m *ir.Value, at mem) vreg {
	area := s.laneArea(0)
	d := s.vec(c)
	k := s.wideMask(c, m)
	bits, all := s.laneBits(m)
	fast, slow, join := s.newBlock(), s.newBlock(), s.newBlock()
	s.branch(all, fast, slow)
	s.start(fast)
	s.emit(s.f.copyInst(s.pos, copyPair{d, s.loadVector(c.t, at)}))
	s.jump(join)
	s.start(slow)
	base, scale, most := s.lea(at), uint8(c.elem), vreg(0)
	if k != 0 {
		var full vreg
		full, bits = s.fullDwords(c, k)
		scale, most = 1, s.vec(c)
		s.emit(inst{op: asm.VPMASKMOVD, size: uint8(c.size), mem: mem{base: base}, args: [5]arg{rg(most), rg(full), memArg()}})
	} else {
		most = s.splatOf(c, 0)
	}
	s.storeVectorAt(c, most, area)
	s.eachLane(bits, func(i vreg) {
		x := s.gpr()
		s.emit(s.loadLane(c, x, mem{base: base, index: i, scale: scale}))
		s.emit(s.storeLane(c, x, mem{base: phys(asm.RSP), index: i, scale: scale, disp: 8 + area}))
	})
	s.emit(s.f.copyInst(s.pos, copyPair{d, s.loadVectorAt(c, area)}))
	s.jump(join)
	s.start(join)
	return d
}

func (s *selector) maskedStore(o *ir.Op) {
	v, m := o.Args[2], o.Args[3]
	t := elemType(v.Type)
	c := shape{t, t.Size(), s.vecSize(t.Size()), false}
	value := func() vreg {
		if v.Type.Elem == ir.TBool {
			return s.maskBytes(v)
		}
		return s.get(v)
	}
	x := value()
	switch {
	case s.isa == AVX512:
		k := s.cleanMask(s.get(m), c.elem)
		s.emit(inst{op: maskedMoveOp(t), size: c.instSize(), role: roleUse, mask: k, mem: s.storeAddress(o), args: [5]arg{memArg(), rg(x)}})
	case c.elem >= 4:
		k := s.cleanVectorMask(s.maskAs(m, c.elem), c.elem)
		s.emit(inst{op: c.dq(asm.VPMASKMOVD), size: c.instSize(), role: roleUse, mem: s.storeAddress(o), args: [5]arg{memArg(), rg(k), rg(x)}})
	default:
		s.storeByLanes(c, m, x, s.storeAddress(o))
	}
}

// storeByLanes stores small elements under a mask, as loadByLanes loads them.
func (s *selector) storeByLanes(c shape, m *ir.Value, x vreg, at mem) {
	area := s.laneArea(0)
	k := s.wideMask(c, m)
	bits, all := s.laneBits(m)
	fast, slow, join := s.newBlock(), s.newBlock(), s.newBlock()
	s.branch(all, fast, slow)
	s.start(fast)
	s.storeVector(c.t, x, at)
	s.jump(join)
	s.start(slow)
	s.storeVectorAt(c, x, area)
	base, scale := s.lea(at), uint8(c.elem)
	if k != 0 {
		var full vreg
		full, bits = s.fullDwords(c, k)
		scale = 1
		s.emit(inst{op: asm.VPMASKMOVD, size: uint8(c.size), role: roleUse, mem: mem{base: base}, args: [5]arg{memArg(), rg(full), rg(x)}})
	}
	s.eachLane(bits, func(i vreg) {
		e := s.gpr()
		s.emit(s.loadLane(c, e, mem{base: phys(asm.RSP), index: i, scale: scale, disp: 8 + area}))
		s.emit(s.storeLane(c, e, mem{base: base, index: i, scale: scale}))
	})
	s.jump(join)
	s.start(join)
}

// wideMask is the mask for elements of bytes or words if they fill a register, else 0.
func (s *selector) wideMask(c shape, m *ir.Value) vreg {
	if s.lanes*c.elem < 16 {
		return 0
	}
	return s.maskAs(m, c.elem)
}

// fullDwords cuts a mask of bytes or words in two: full has the 32 bits of which all elements are on, rest a bit for the first byte of each other
// element that is on.
func (s *selector) fullDwords(c shape, k vreg) (full, rest vreg) {
	full = s.vrr(asm.VPCMPEQD, c, k, s.splatOf(c, ^uint64(0)))
	left := s.logic(asm.VPANDND, c, full, k)
	rest = s.gpr()
	s.emit(inst{op: asm.VPMOVMSKB, size: uint8(c.size), args: [5]arg{rg(rest), rg(left)}})
	if c.elem == 2 {
		rest = s.gop2(asm.AND, 4, rest, im(0x55555555))
	}
	return full, rest
}

// lea puts an address into a register.
func (s *selector) lea(m mem) vreg {
	if m.index == 0 && m.disp == 0 && m.base.isVirtual() {
		return m.base
	}
	d := s.gpr()
	s.emit(inst{op: asm.LEA, size: 8, mem: m, args: [5]arg{rg(d), memArg()}})
	return d
}

// laneArea is one of the places in the scratch area for going through lanes in a loop: room for a vector register each.
func (s *selector) laneArea(i int) int32 {
	if s.areas == nil {
		at := s.private(3 * 64)
		s.areas = []int32{at, at + 64, at + 128}
	}
	return s.areas[i]
}

func (s *selector) storeVectorAt(c shape, x vreg, area int32) {
	s.emit(inst{op: asm.VMOVDQU32, size: uint8(c.size), role: roleUse, mem: onStack(area), args: [5]arg{memArg(), rg(x)}})
}

func (s *selector) loadVectorAt(c shape, area int32) vreg {
	d := s.vec(c)
	s.emit(inst{op: asm.VMOVDQU32, size: uint8(c.size), mem: onStack(area), args: [5]arg{rg(d), memArg()}})
	return d
}

// loadLane loads one element into a general register; the bits above it are anything.
func (s *selector) loadLane(c shape, d vreg, m mem) inst {
	switch c.elem {
	case 1:
		return inst{op: asm.MOVZXB, size: 4, mem: m, args: [5]arg{rg(d), memArg()}}
	case 2:
		return inst{op: asm.MOVZXW, size: 4, mem: m, args: [5]arg{rg(d), memArg()}}
	}
	return inst{op: asm.MOV, size: uint8(c.elem), mem: m, args: [5]arg{rg(d), memArg()}}
}

func (s *selector) storeLane(c shape, x vreg, m mem) inst {
	return inst{op: asm.MOV, size: uint8(c.elem), role: roleUse, mem: m, args: [5]arg{memArg(), rg(x)}}
}

// laneBits is a mask with one bit per lane in a general register, the others being 0, and flags that say whether all are on.
func (s *selector) laneBits(m *ir.Value) (bits vreg, all flagCond) {
	if s.isa == AVX2 {
		// One bit per lane: not from lanes of two bytes.
		if _, w := s.maskReg(m); w == 2 {
			r, n := s.moveMask(s.maskAs(m, 1), 1)
			return s.onlyBits(r, n)
		}
	}
	r, n := s.maskBits(m)
	return s.onlyBits(r, n)
}

func (s *selector) onlyBits(r vreg, n int) (bits vreg, all flagCond) {
	switch {
	case n == 64:
		bits = r
		s.emit(inst{op: asm.CMP, size: 8, role: roleUse, args: [5]arg{rg(bits), im(-1)}})
	case n == 32:
		bits = s.extend(r, ir.TU32, 8)
		s.emit(inst{op: asm.CMP, size: 4, role: roleUse, args: [5]arg{rg(bits), im(-1)}})
	default:
		bits = s.gop2(asm.AND, 4, r, im(1<<n-1))
		s.emitCmp(4, bits, im(1<<n-1))
	}
	return bits, flagsOf(ccE)
}

// eachLane makes a loop over the bits that are set, in ascending order.
func (s *selector) eachLane(bits vreg, body func(i vreg)) {
	b := s.gpr()
	head, exit := s.newBlock(), s.newBlock()
	s.emit(s.f.copyInst(s.pos, copyPair{b, bits}))
	s.emitCmp(8, b, im(0))
	enter := s.newBlock()
	s.branch(flagsOf(ccE), exit, enter)
	s.start(enter)
	s.jump(head)
	l := &loop{parent: s.loop, depth: s.depth() + 1, head: head}
	s.f.loops = append(s.f.loops, l)
	s.loop = l
	s.start(head)
	l.first = head.id
	i, rest := s.gpr(), s.gpr()
	s.emit(inst{op: asm.TZCNT, size: 8, args: [5]arg{rg(i), rg(b)}})
	body(i)
	s.emit(inst{op: asm.BLSR, size: 8, args: [5]arg{rg(rest), rg(b)}})
	again, leave := s.newBlock(), s.newBlock()
	s.branch(flagsOf(ccNE), again, leave)
	s.start(again)
	s.emit(s.f.copyInst(s.pos, copyPair{b, rest}))
	s.jump(head)
	l.last = again.id
	s.loop = l.parent
	s.start(leave)
	s.jump(exit)
	s.start(exit)
}

// gatherOps by float or integer, then width of index, then width of data.
var gatherOps = [2][2][2]asm.Op{
	{{asm.VPGATHERDD, asm.VPGATHERDQ}, {asm.VPGATHERQD, asm.VPGATHERQQ}},
	{{asm.VGATHERDPS, asm.VGATHERDPD}, {asm.VGATHERQPS, asm.VGATHERQPD}},
}

var scatterOps = [2][2][2]asm.Op{
	{{asm.VPSCATTERDD, asm.VPSCATTERDQ}, {asm.VPSCATTERQD, asm.VPSCATTERQQ}},
	{{asm.VSCATTERDPS, asm.VSCATTERDPD}, {asm.VSCATTERQPS, asm.VSCATTERQPD}},
}

func vsibOp(table *[2][2][2]asm.Op, t *ir.Type, index, data int) asm.Op {
	f := 0
	if t.IsFloat() {
		f = 1
	}
	return table[f][log2(index)-2][log2(data)-2]
}

// vsib is the address of a gather or scatter; ok is false if its scale is none of the hardware's.
func (s *selector) vsib(o *ir.Op) (m mem, index int, ok bool) {
	scale, disp := o.Ints[0], o.Ints[1]
	index = o.Args[1].Type.Elem.Size()
	if !fits(disp) || scale != 1 && scale != 2 && scale != 4 && scale != 8 {
		return mem{}, index, false
	}
	return mem{base: s.get(o.Args[0]), index: s.get(o.Args[1]), scale: uint8(scale), disp: int32(disp)}, index, true
}

func (s *selector) gather(o *ir.Op) {
	r := o.Results[0]
	t := elemType(r.Type)
	c := shape{t, t.Size(), s.vecSize(t.Size()), false}
	if o.Args[1].Type == ir.TI64 {
		s.setLoaded(r, s.gatherEven(o, c))
		return
	}
	m, index, ok := s.vsib(o)
	if !ok || c.elem < 4 {
		d := vreg(0)
		n := int64(c.elem)
		if n < 4 && s.lanes*8 <= s.isa.VectorBytes() && (o.Ints[0] == 1 || o.Ints[0] == 2) && o.Ints[0]%n == 0 && o.Ints[1]%n == 0 {
			d = s.gatherSmall(o, c)
		} else {
			d = s.gatherByLanes(o, c)
		}
		s.setLoaded(r, d)
		return
	}
	if l := s.loadedIndices(o, c); l != nil {
		s.set(r, s.gatherLoaded(o, l, c))
		return
	}
	s.set(r, s.gatherVector(c, index, m, s.gatherMask(o.Args[2], c.elem, index)))
}

// setLoaded says that a register holds v as it is in memory, where bools are bytes.
func (s *selector) setLoaded(v *ir.Value, d vreg) {
	if v.Type.Elem == ir.TBool {
		s.setBytesMask(v, d)
	} else {
		s.set(v, d)
	}
}

// loadedIndices gives the load of the indices of a gather of four 64-bit elements, if it may as well be made now, index by index. On AMD's cores that and
// the four loads of elements take less time than a gather does (a sixth less in a product with a sparse matrix on Zen 5; of eight elements no less).
func (s *selector) loadedIndices(o *ir.Op, c shape) *ir.Op {
	l := o.Args[1].Def
	if c.size != 32 || c.elem != 8 || l == nil || l.Kind != ir.OpMLoad || len(l.Args) > 2 || l.Parent != o.Parent || o.Args[1].Type.Elem.Size() < 4 || !fits(l.Ints[1]+32) {
		return nil
	}
	if bits, ok := o.Args[2].IsConst(); !ok || bits == 0 {
		return nil
	}
	ops := o.Parent.Ops
	at := slices.Index(ops, l)
	for _, x := range ops[at+1:] {
		if x == o {
			return l
		}
		if writes(x) {
			return nil
		}
	}
	return nil
}

// writes reports an op that stores, or may.
func writes(o *ir.Op) bool {
	found := o.Kind.Has(ir.Writes)
	for _, r := range o.Regions {
		r.Walk(func(x *ir.Op) bool {
			found = found || x.Kind.Has(ir.Writes)
			return !found
		})
	}
	return found
}

// gatherLoaded loads the elements one by one.
func (s *selector) gatherLoaded(o, l *ir.Op, c shape) vreg {
	base, scale, disp := s.get(o.Args[0]), o.Ints[0], int32(o.Ints[1])
	size := o.Args[1].Type.Elem.Size()
	index := s.address(l.Args[0], l.Args[1], l.Ints[0], l.Ints[1])
	lane := func(i int) mem {
		at := index
		at.disp += int32(i * size)
		j := s.gpr()
		in := inst{op: asm.MOV, size: 8, mem: at, args: [5]arg{rg(j), memArg()}}
		if size == 4 {
			in.op = asm.MOVSXD
		}
		s.emit(in)
		return mem{base: base, index: j, scale: uint8(scale), disp: disp}
	}
	pair := func(i int) vreg {
		low, both := s.f.newVreg(classVec, 16), s.f.newVreg(classVec, 16)
		s.emit(inst{op: asm.VMOVSD, mem: lane(i), args: [5]arg{rg(low), memArg()}})
		s.emit(inst{op: asm.VMOVHPD, mem: lane(i + 1), args: [5]arg{rg(both), rg(low), memArg()}})
		return both
	}
	a, b, d := pair(0), pair(2), s.vec(c)
	s.emit(inst{op: asm.VINSERTF128, size: 32, args: [5]arg{rg(d), rg(a), rg(b), im(1)}})
	return d
}

// gatherSmall gathers bytes or 16-bit elements out of the aligned 32 bits around them, which lie in the same page. An element of 16 bits
// has to be aligned, as Go's are.
func (s *selector) gatherSmall(o *ir.Op, c shape) vreg {
	wide, four := s.shapeOf(ir.VecOf(ir.TI64, s.lanes)), s.shapeOf(ir.VecOf(ir.TU32, s.lanes))
	base := s.get(o.Args[0])
	if o.Ints[1] != 0 {
		base = s.gop2(asm.ADD, 8, base, s.intArg(o.Ints[1]))
	}
	idx := s.widen(s.get(o.Args[1]), o.Args[1].Type.Elem.Size(), 8, true)
	idx = s.shiftConst(shiftLeft, wide, idx, uint64(log2(int(o.Ints[0]))))
	at := s.vrr(asm.VPADDQ, wide, idx, s.broadcast(base, 8, wide.size))
	low := s.narrow(at, 8, 4)
	aligned := s.logic(asm.VPANDQ, wide, at, s.splatOf(wide, ^uint64(3)))
	k := s.gatherMask(o.Args[2], 4, 8)
	words := s.gatherVector(four, 8, mem{index: aligned, scale: 1}, k)
	bit := s.shiftConst(shiftLeft, four, s.logic(asm.VPANDD, four, low, s.splatOf(four, 3)), 3)
	return s.narrow(s.vrr(asm.VPSRLVD, four, words, bit), 4, c.elem)
}

// gatherMask is a fresh copy of a mask, which the gather will clear.
func (s *selector) gatherMask(v *ir.Value, elem, index int) vreg {
	if s.isa == AVX512 {
		k := s.mask()
		s.emit(s.f.copyInst(s.pos, copyPair{k, s.cleanMask(s.get(v), max(elem, index))}))
		return k
	}
	m := s.f.newVreg(classVec, s.vecSize(elem))
	s.emit(s.f.copyInst(s.pos, copyPair{m, s.cleanVectorMask(s.maskAs(v, elem), elem)}))
	return m
}

// gatherVector emits the gather; k is overwritten.
func (s *selector) gatherVector(c shape, index int, m mem, k vreg) vreg {
	d := s.vec(c)
	size := uint8(s.vecSize(max(c.elem, index)))
	in := inst{op: vsibOp(&gatherOps, c.t, index, c.elem), size: size, tie: tieSrc, mem: m,
		args: [5]arg{rg(d), rg(s.splatOf(c, 0)), memArg()}, more: s.f.implicit(nil, []vreg{k})}
	if s.isa == AVX512 {
		in.mask = k
	} else {
		in.args[3] = rg(k)
	}
	s.emit(in)
	return d
}

// gatherByLanes loads elements one by one.
func (s *selector) gatherByLanes(o *ir.Op, c shape) vreg {
	base, idx := s.get(o.Args[0]), s.get(o.Args[1])
	ic := s.shapeOf(o.Args[1].Type)
	data, index := s.laneArea(0), s.laneArea(1)
	s.storeVectorAt(ic, idx, index)
	s.storeVectorAt(c, s.splatOf(c, 0), data)
	s.lanesOn(o.Args[2], func(i laneNumber) {
		x := s.gpr()
		s.emit(s.loadLane(c, x, s.laneAddress(o, base, ic, index, i)))
		s.emit(s.storeLane(c, x, i.in(data, c.elem)))
	})
	return s.loadVectorAt(c, data)
}

// laneNumber is the number of a lane: in a register, or known.
type laneNumber struct {
	reg vreg
	n   int
}

// in is the place of the lane's element of elem bytes in an area of the scratch memory.
func (i laneNumber) in(area int32, elem int) mem {
	if i.reg != 0 {
		return mem{base: phys(asm.RSP), index: i.reg, scale: uint8(elem), disp: 8 + area}
	}
	return onStack(area + int32(i.n*elem))
}

// maxUnrolled is the most lanes that are gone through one by one without a loop.
const maxUnrolled = 8

// lanesOn does something for every lane that is on, in ascending order: without a loop if all of few are.
func (s *selector) lanesOn(m *ir.Value, body func(i laneNumber)) {
	bits, all := s.laneBits(m)
	if s.lanes > maxUnrolled {
		s.eachLane(bits, func(i vreg) { body(laneNumber{reg: i}) })
		return
	}
	every, some, join := s.newBlock(), s.newBlock(), s.newBlock()
	s.branch(all, every, some)
	s.start(every)
	for i := range s.lanes {
		body(laneNumber{n: i})
	}
	s.jump(join)
	s.start(some)
	s.eachLane(bits, func(i vreg) { body(laneNumber{reg: i}) })
	s.jump(join)
	s.start(join)
}

// laneAddress is the address that lane i of a gather or scatter means, whose indices lie at index in the scratch area.
func (s *selector) laneAddress(o *ir.Op, base vreg, ic shape, index int32, i laneNumber) mem {
	j := s.gpr()
	at := i.in(index, ic.elem)
	if ic.elem == 4 {
		s.emit(inst{op: asm.MOVSXD, size: 8, mem: at, args: [5]arg{rg(j), memArg()}})
	} else {
		s.emit(inst{op: asm.MOV, size: 8, mem: at, args: [5]arg{rg(j), memArg()}})
	}
	disp := o.Ints[1]
	if !fits(disp) {
		base, disp = s.gop2(asm.ADD, 8, base, s.intArg(disp)), 0
	}
	return s.indexed(mem{base: base, disp: int32(disp)}, j, o.Ints[0])
}

func (s *selector) scatter(o *ir.Op) {
	v := o.Args[2]
	t := elemType(v.Type)
	c := shape{t, t.Size(), s.vecSize(t.Size()), false}
	x := vreg(0)
	if v.Type.Elem == ir.TBool {
		x = s.maskBytes(v)
	} else {
		x = s.get(v)
	}
	if o.Args[1].Type == ir.TI64 {
		s.scatterEven(o, c, x)
		return
	}
	m, index, ok := s.vsib(o)
	if ok && s.isa == AVX512 && c.elem >= 4 {
		k := s.gatherMask(o.Args[3], c.elem, index)
		s.emit(inst{op: vsibOp(&scatterOps, t, index, c.elem), size: uint8(s.vecSize(max(c.elem, index))), role: roleUse, mask: k, mem: m,
			args: [5]arg{memArg(), rg(x)}, more: s.f.implicit(nil, []vreg{k})})
		return
	}
	base, idx := s.get(o.Args[0]), s.get(o.Args[1])
	ic := s.shapeOf(o.Args[1].Type)
	data, at := s.laneArea(0), s.laneArea(1)
	s.storeVectorAt(ic, idx, at)
	s.storeVectorAt(c, x, data)
	s.lanesOn(o.Args[3], func(i laneNumber) {
		e := s.gpr()
		s.emit(s.loadLane(c, e, i.in(data, c.elem)))
		s.emit(s.storeLane(c, e, s.laneAddress(o, base, ic, at, i)))
	})
}
