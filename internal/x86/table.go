package x86

import (
	"encoding/binary"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/x86/asm"
)

// tableBytes are the entries of a table in memory, elem bytes each, padded with copies of the last to n.
func tableBytes(table []uint64, elem, n int) []byte {
	var b []byte
	for i := range max(n, len(table)) {
		var w [8]byte
		binary.LittleEndian.PutUint64(w[:], table[min(i, len(table)-1)])
		b = append(b, w[:elem]...)
	}
	return b
}

// table lowers a lookup in a table of constants.
func (s *selector) table(o *ir.Op) {
	r := o.Results[0]
	idx := o.Args[0]
	if r.Type.Kind == ir.Vec {
		s.vectorTable(o)
		return
	}
	elem := r.Type.Size()
	m := mem{base: s.poolAddress(tableBytes(o.Table(), elem, 0), elem), index: s.extended(idx, 8), scale: uint8(elem)}
	if r.Type.IsFloat() {
		s.set(r, s.loadScalarAt(r.Type, m))
		return
	}
	d := s.gpr()
	s.emit(s.loadLane(shape{elem: elem}, d, m))
	s.set(r, d)
}

// poolAddress is the address of data in the constant pool.
func (s *selector) poolAddress(data []byte, align int) vreg {
	return s.materialize(s.remat(rematKey{kind: 't', text: string(data)}, func() remat {
		at := mem{konst: s.f.pool.Const(data, align).Const}
		return remat{inst: inst{op: asm.LEA, size: 8, mem: at, args: [5]arg{{}, memArg()}}, class: classGPR, size: 8, free: true}
	}))
}

// vectorTable looks up in registers if the table is small, else in memory.
func (s *selector) vectorTable(o *ir.Op) {
	r, idx := o.Results[0], o.Args[0]
	isMask := r.Type.Elem == ir.TBool
	t := elemType(r.Type)
	elem := t.Size()
	if s.bytesLookUp(o) {
		d := s.permuteBytes(o.Table(), s.byteIndex(idx, len(o.Table())))
		if isMask {
			s.setBytesMask(r, d)
			return
		}
		s.set(r, d)
		return
	}
	wide := max(elem, 4)
	if s.lanes*wide > s.isa.VectorBytes() {
		fail("a table of %s for %d lanes", r.Type.Elem, s.lanes)
	}
	perReg := s.isa.VectorBytes() / wide
	inRegs := s.isa == AVX512 && len(o.Table()) <= 4*perReg || s.isa == AVX2 && len(o.Table()) <= 16
	if inRegs {
		if s.isa == AVX2 {
			perReg = 8 // 64-bit entries go in two halves
		}
		if n := len(o.Table()); n == perReg || n == 2*perReg || n == 4*perReg { // all that the low bits can select
			idx = s.peelIndex(idx, n)
		}
	}
	index := idx.Type.Elem.Size()
	var d vreg
	switch {
	case s.isa == AVX2 && wide == 8 && inRegs:
		d = s.permutePairs(o.Table(), idx, index)
	case inRegs:
		n := s.get(idx)
		if index < wide {
			n = s.widen(n, index, wide, idx.Type.Elem.IsSigned())
		} else {
			n = s.narrow(n, index, wide)
		}
		d = s.permuteTable(o.Table(), wide, n)
	default:
		// Lanes that are off may hold any index: none may lead outside.
		n := s.get(idx)
		if index < 4 {
			n = s.widen(n, index, 4, false)
		} else {
			n = s.narrow(n, index, 4)
		}
		index = 4
		n = s.vrr(asm.VPMINUD, shape{ir.TU32, 4, s.vecSize(4), false}, n, s.splatConst(4, s.vecSize(4), uint64(len(o.Table())-1)))
		m := mem{base: s.poolAddress(tableBytes(o.Table(), wide, 0), wide), index: n, scale: uint8(wide)}
		k := s.allLanes(wide, index)
		ct := ir.TU32
		if wide == 8 {
			ct = ir.TU64
		}
		d = s.gatherVector(shape{ct, wide, s.vecSize(wide), false}, index, m, k)
	}
	d = s.narrow(d, wide, elem)
	if isMask {
		s.setBytesMask(r, d)
		return
	}
	s.set(r, d)
}

// bytesLookUp reports a table of bytes that lies in four registers, of which permutations of bytes take what an index of a byte says: a gather of so many elements
// is slower than scalar code.
func (s *selector) bytesLookUp(o *ir.Op) bool {
	return s.isa == AVX512 && s.has(machine.VBMI) && elemType(o.Results[0].Type).Size() == 1 && len(o.Table()) <= 256
}

// byteIndex is an index of a table of n entries as bytes: all others are of lanes that are off.
func (s *selector) byteIndex(v *ir.Value, n int) vreg {
	for v.Def != nil && v.Def.Kind == ir.OpConv {
		of := v.Def.Args[0]
		if !of.Type.Elem.IsInt() || of.Type.Elem.Size() > v.Type.Elem.Size() || s.vals[of.ID].reg == 0 {
			break
		}
		v = of
	}
	return s.narrow(s.get(v), v.Type.Elem.Size(), 1)
}

// permuteBytes looks up bytes, as permuteTable does wider elements.
func (s *selector) permuteBytes(table []uint64, n vreg) vreg {
	c := shape{ir.TU8, 1, 64, false}
	part := func(i int) vreg {
		lo := min(64*i, len(table)-1)
		return s.data(tableBytes(table[lo:min(lo+64, len(table))], 1, 64), 64)
	}
	if len(table) <= 64 {
		return s.vrr(asm.VPERMB, c, n, part(0))
	}
	two := func(i int) vreg { // entries 128*i to 128*(i+1), by the lower seven bits
		d := s.vec(c)
		in := inst{op: asm.VPERMI2B, size: 64, tie: tieSrc, args: [5]arg{rg(d), rg(n), rg(part(2 * i)), rg(part(2*i + 1))}}
		s.foldInfo(&in, 3, c)
		s.emit(in)
		return d
	}
	if len(table) <= 128 {
		return two(0)
	}
	k := s.mask()
	s.emit(inst{op: asm.VPMOVB2M, size: 64, args: [5]arg{rg(k), rg(n)}})
	return s.blend(c, k, two(1), two(0))
}

// peelIndex takes off what does not matter to permutations, which look at the low bits only: conversions between 64-bit
// types, and a mask that keeps the index below n, a power of two.
func (s *selector) peelIndex(v *ir.Value, n int) *ir.Value {
	for v.Def != nil && v.Def.Kind == ir.OpConv && v.Def.Args[0].Type.Elem.IsInt() && v.Def.Args[0].Type.Elem.Size() == v.Type.Elem.Size() && s.vals[v.Def.Args[0].ID].reg != 0 {
		v = v.Def.Args[0]
	}
	if d := v.Def; d != nil && d.Kind == ir.OpAnd && s.vals[d.Args[0].ID].reg != 0 {
		if c, ok := d.Args[1].IsConst(); ok && c == uint64(n-1) {
			return d.Args[0]
		}
	}
	return v
}

// indexPairs stands for a width in the cache of converted values: every index twice, in 32 bits.
const indexPairs = -1

// permutePairs looks up 64-bit entries with AVX2, which permutes 32-bit elements only: the lower and upper halves apart.
// The table has 16 entries at most; The indices have index bytes.
func (s *selector) permutePairs(table []uint64, idx *ir.Value, index int) vreg {
	c := shape{ir.TU32, 4, 32, false}
	pairs := s.cached(maskKey{idx, indexPairs}, func() vreg {
		n := s.widen(s.get(idx), index, 8, false)
		d := s.vec(c)
		s.emit(inst{op: asm.VPSHUFD, size: 32, args: [5]arg{rg(d), rg(n), im(0xA0)}})
		return d
	})
	half := func(shift uint) vreg {
		list := make([]uint64, len(table))
		same := true
		for i, x := range table {
			list[i] = x >> shift & (1<<32 - 1)
			same = same && list[i] == list[0]
		}
		if same {
			return s.splatConst(4, 32, list[0])
		}
		return s.permuteTable(list, 4, pairs)
	}
	d := s.vec(c)
	s.emit(inst{op: asm.VPBLENDD, size: 32, args: [5]arg{rg(d), rg(half(0)), rg(half(32)), im(0xAA)}, fold: 3, msize: 32})
	return d
}

// allLanes is a fresh mask for a gather of all lanes.
func (s *selector) allLanes(elem, index int) vreg {
	if s.isa == AVX512 {
		k := s.mask()
		s.emit(s.f.copyInst(s.pos, copyPair{k, s.cleanMask(s.constMask(true, 0), max(elem, index))}))
		return k
	}
	m := s.f.newVreg(classVec, s.vecSize(elem))
	s.emit(s.f.copyInst(s.pos, copyPair{m, s.cleanVectorMask(s.splatConst(8, s.vecSize(elem), ^uint64(0)), elem)}))
	return m
}

// permuteTable looks up by permutations of whole registers that hold the table, and blends between them.
func (s *selector) permuteTable(table []uint64, elem int, n vreg) vreg {
	size := s.isa.VectorBytes()
	per := size / elem
	c := shape{ir.TU32, elem, size, false}
	if elem == 8 {
		c.t = ir.TU64
	}
	part := func(i int) vreg {
		lo := min(i*per, len(table)-1)
		return s.data(tableBytes(table[lo:min(lo+per, len(table))], elem, per), size)
	}
	one := func(i int) vreg { // entries i*per to (i+1)*per
		op := asm.VPERMD
		if elem == 8 {
			op = asm.VPERMQ
		}
		return s.vrr(op, c, n, part(i))
	}
	bit := func(b uint64) vreg { // lanes whose index has this bit
		if s.isa == AVX2 { // shifted to the sign, where blends look
			return s.vri(asm.VPSLLD, c, n, int64(31-log2(int(b))))
		}
		k := s.mask()
		s.emit(inst{op: c.dq(asm.VPTESTMD), size: uint8(size), args: [5]arg{rg(k), rg(n), rg(s.splatOf(c, b))}})
		return k
	}
	if len(table) <= per {
		return one(0)
	}
	if s.isa == AVX2 {
		return s.blend(c, bit(uint64(per)), one(1), one(0))
	}
	two := func(i int) vreg { // entries 2*i*per to 2*(i+1)*per
		d := s.vec(c)
		in := inst{op: c.dq(asm.VPERMI2D), size: uint8(size), tie: tieSrc, args: [5]arg{rg(d), rg(n), rg(part(2 * i)), rg(part(2*i + 1))}}
		s.foldInfo(&in, 3, c)
		s.emit(in)
		return d
	}
	if len(table) <= 2*per {
		return two(0)
	}
	return s.blend(c, bit(uint64(2*per)), two(1), two(0))
}
