package x86

import (
	"encoding/binary"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/x86/asm"
)

// laneReduce folds lanes by halving: the combine region is expanded once per halving, on the vectors and on themselves moved down.
// Lanes beyond the half compute something that nobody looks at.
func (s *selector) laneReduce(o *ir.Op) {
	r := o.Regions[0]
	n := len(o.Args)
	acc := make([]vreg, n)
	for i, v := range o.Args {
		acc[i] = s.canonical(v)
	}
	for w := s.lanes / 2; w >= 1; w /= 2 {
		moved := make([]vreg, n)
		for i, v := range o.Args {
			moved[i] = s.moveDown(v.Type, acc[i], w)
		}
		s.bind(r.Params[:n], acc)
		s.bind(r.Params[n:], moved)
		out := s.inline(r)
		next := make([]vreg, n)
		for i, v := range out {
			next[i] = s.canonical(v)
		}
		acc = next
	}
	for i, v := range o.Results {
		s.set(v, s.firstLane(o.Args[i].Type, acc[i]))
	}
}

// inline lowers the region's ops here, and returns what it yields.
func (s *selector) inline(r *ir.Region) []*ir.Value {
	s.maskScopes = append(s.maskScopes, nil)
	for _, o := range r.Ops[:len(r.Ops)-1] {
		s.setPos(o.Pos)
		if s.putOff(o) {
			s.vals[o.Results[0].ID] = val{later: o}
			continue
		}
		s.op(o)
	}
	s.maskScopes = s.maskScopes[:len(s.maskScopes)-1]
	return r.Ops[len(r.Ops)-1].Args
}

// moveDown moves lanes w.. to the front.
func (s *selector) moveDown(t *ir.Type, x vreg, w int) vreg {
	elem := t.Elem.Size()
	if t.Elem == ir.TBool {
		if s.isa == AVX512 {
			d := s.mask()
			s.emit(inst{op: s.kform(asm.KSHIFTRB), args: [5]arg{rg(d), rg(x), im(int64(w))}})
			return d
		}
		elem = s.maskWidth()
	}
	d := s.f.newVreg(classVec, s.vecSize(elem))
	switch n := w * elem; n {
	case 32:
		s.emit(inst{op: asm.VEXTRACTI64X4, size: 64, args: [5]arg{rg(d), rg(x), im(1)}})
	case 16:
		op := asm.VEXTRACTI128
		if s.isa == AVX512 {
			op = asm.VEXTRACTI32X4
		}
		s.emit(inst{op: op, size: 32, args: [5]arg{rg(d), rg(x), im(1)}})
	case 8:
		s.emit(inst{op: asm.VPSHUFD, size: 16, args: [5]arg{rg(d), rg(x), im(0xEE)}})
	default:
		s.emit(inst{op: asm.VPSRLDQ, size: 16, args: [5]arg{rg(d), rg(x), im(int64(n))}})
	}
	return d
}

// firstLane is lane 0 as a scalar.
func (s *selector) firstLane(t *ir.Type, x vreg) vreg {
	e := t.Elem
	if e.IsFloat() {
		return x
	}
	d := s.gpr()
	switch {
	case e == ir.TBool && s.isa == AVX512:
		s.emit(inst{op: asm.KMOVW, size: 4, args: [5]arg{rg(d), rg(x)}})
		return s.gop2(asm.AND, 4, d, im(1))
	case e == ir.TBool:
		s.emit(inst{op: asm.VMOVD, args: [5]arg{rg(d), rg(x)}})
		return s.gop2(asm.AND, 4, d, im(1))
	case e.Size() == 8:
		s.emit(inst{op: asm.VMOVQ, args: [5]arg{rg(d), rg(x)}})
	default:
		s.emit(inst{op: asm.VMOVD, args: [5]arg{rg(d), rg(x)}})
	}
	return d
}

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
	m := mem{base: s.poolAddress(tableBytes(o.Table, elem, 0), elem), index: s.extended(idx, 8), scale: uint8(elem)}
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
	return s.materialize(s.remat(rematKey{kind: 't', text: string(data)}, func() *remat {
		at := mem{konst: s.f.pool.Const(data, align).Const}
		return &remat{inst: inst{op: asm.LEA, size: 8, mem: at, args: [5]arg{{}, memArg()}}, class: classGPR, size: 8, free: true}
	}))
}

// vectorTable looks up in registers if the table is small, else in memory.
func (s *selector) vectorTable(o *ir.Op) {
	r, idx := o.Results[0], o.Args[0]
	isMask := r.Type.Elem == ir.TBool
	t := elemType(r.Type)
	elem := t.Size()
	wide := max(elem, 4)
	if s.lanes*wide > s.isa.VectorBytes() {
		fail("a table of %s for %d lanes", r.Type.Elem, s.lanes)
	}
	index := idx.Type.Elem.Size()
	perReg := s.isa.VectorBytes() / wide
	var d vreg
	switch {
	case s.isa == AVX512 && len(o.Table) <= 4*perReg, s.isa == AVX2 && wide == 4 && len(o.Table) <= 2*perReg:
		n := s.get(idx)
		if index < wide {
			n = s.widen(n, index, wide, idx.Type.Elem.IsSigned())
		} else {
			n = s.narrow(n, index, wide)
		}
		d = s.permuteTable(o.Table, wide, n)
	default:
		// Lanes that are off may hold any index: none may lead outside.
		n := s.get(idx)
		if index < 4 {
			n = s.widen(n, index, 4, false)
		} else {
			n = s.narrow(n, index, 4)
		}
		index = 4
		n = s.vrr(asm.VPMINUD, shape{ir.TU32, 4, s.vecSize(4), false}, n, s.splatConst(4, s.vecSize(4), uint64(len(o.Table)-1)))
		m := mem{base: s.poolAddress(tableBytes(o.Table, wide, 0), wide), index: n, scale: uint8(wide)}
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

// allLanes is a fresh mask for a gather of all lanes.
func (s *selector) allLanes(elem, index int) vreg {
	if s.isa == AVX512 {
		k := s.mask()
		s.emit(copyInst(s.pos, copyPair{k, s.cleanMask(s.constMask(true, 0), max(elem, index))}))
		return k
	}
	m := s.f.newVreg(classVec, s.vecSize(elem))
	s.emit(copyInst(s.pos, copyPair{m, s.cleanVectorMask(s.splatConst(8, s.vecSize(elem), ^uint64(0)), elem)}))
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
