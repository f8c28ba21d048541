package x86

import (
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/x86/asm"
)

// divideLong lowers divlong and remlong, both at once where both are there.
func (s *selector) divideLong(o *ir.Op) vreg {
	twin := s.longTwin(o)
	rem := o.Kind == ir.OpRemLong
	q, r := s.longQuotient(s.get(o.Args[0]), s.get(o.Args[1]), s.get(o.Args[2]), rem || twin != nil)
	if rem {
		q, r = r, q
	}
	if twin != nil {
		s.set(twin.Results[0], r)
		s.ops[twin.ID].done = true
	}
	return q
}

// longTwin finds the remlong that goes with a divlong further on in the region, or the other way round.
func (s *selector) longTwin(o *ir.Op) *ir.Op {
	kind := ir.OpDivLong
	if o.Kind == kind {
		kind = ir.OpRemLong
	}
	for _, p := range o.Parent.Ops[o.Parent.Index(o)+1:] {
		if p.Kind == kind && !s.ops[p.ID].done && p.Args[0] == o.Args[0] && p.Args[1] == o.Args[1] && p.Args[2] == o.Args[2] {
			return p
		}
	}
	return nil
}

// longQuotient divides hi:lo by y. The instruction faults where the quotient has no room: for the remainder what is too much goes first then, or all if y is 0.
func (s *selector) longQuotient(hi, lo, y vreg, rem bool) (q, r vreg) {
	q, r = s.gpr(), s.gpr()
	join := s.newBlock()
	result := func(a, b vreg) {
		s.emit(s.f.copyInst(s.pos, copyPair{q, a}, copyPair{r, b}))
		s.jump(join)
	}
	room, none, zero := s.newBlock(), s.newBlock(), s.newBlock()
	s.emitCmp(8, hi, rg(y))
	s.branch(flagsOf(ccB), room, none)
	s.start(room)
	result(s.div128(hi, lo, y))
	s.start(none)
	if rem {
		reduce := s.newBlock()
		s.emitCmp(8, y, im(0))
		s.branch(flagsOf(ccE), zero, reduce)
		s.start(reduce)
		_, left := s.div128(s.intConst(0), hi, y)
		_, left = s.div128(left, lo, y)
		result(s.intConst(0), left)
	} else {
		s.jump(zero)
	}
	s.start(zero)
	result(s.intConst(0), s.intConst(0))
	s.start(join)
	return q, r
}

// div128 is the instruction.
func (s *selector) div128(hi, lo, y vreg) (q, r vreg) {
	rax, rdx := phys(asm.RAX), phys(asm.RDX)
	s.emit(s.f.copyInst(s.pos, copyPair{rax, lo}, copyPair{rdx, hi}))
	s.emit(inst{op: asm.DIV, size: 8, role: roleUse, args: [5]arg{rg(y)}, fold: 1, msize: 8, more: s.f.implicit([]vreg{rax, rdx}, []vreg{rax, rdx})})
	q, r = s.gpr(), s.gpr()
	s.emit(s.f.copyInst(s.pos, copyPair{q, rax}, copyPair{r, rdx}))
	return q, r
}

// divideLongLanes divides lane by lane.
func (s *selector) divideLongLanes(o *ir.Op, c shape) vreg {
	hi, lo, y := s.laneArea(0), s.laneArea(1), s.laneArea(2)
	for k, area := range []int32{hi, lo, y} {
		s.storeVectorAt(c, s.get(o.Args[k]), area)
	}
	lane := func(area int32, i vreg) mem {
		return mem{base: phys(asm.RSP), index: i, scale: 8, disp: 8 + area}
	}
	s.eachLane(s.intConst(int64(^uint64(0)>>(64-s.lanes))), func(i vreg) {
		load := func(area int32) vreg { return s.loadScalarAt(c.t, lane(area, i)) }
		rem := o.Kind == ir.OpRemLong
		q, r := s.longQuotient(load(hi), load(lo), load(y), rem)
		if rem {
			q = r
		}
		s.emit(s.storeLane(c, q, lane(hi, i))) // which nobody asks for any more
	})
	return s.loadVectorAt(c, hi)
}
