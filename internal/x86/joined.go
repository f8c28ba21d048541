package x86

import (
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/x86/asm"
)

// Registers of wide integers, of which the low bytes are stored side by side, are packed two by two: half as many instructions as there are registers, and one that puts what came of
// each in order, as the packing instructions work within 16 bytes. They cut off at the ends of the narrow type what is beyond; where the program doesn't, nothing is.

// findPacked finds the stores of several vectors that have been narrowed for them alone, which is done by packing. Conversions that cut off have been found before.
func (s *selector) findPacked(body *ir.Region) {
	uses := map[*ir.Op]int{}
	var stores []*ir.Op
	body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpMStoreAll && s.packable(o) {
			stores = append(stores, o)
			for _, v := range o.Args[2:] {
				uses[v.Def]++
			}
		}
		return true
	})
	for kept := -1; kept != len(stores); { // until none shares a conversion with what is none of them
		kept = len(stores)
		stores = keep(stores, func(o *ir.Op) bool {
			for _, v := range o.Args[2:] {
				if uses[v.Def] != s.users[v.ID].n {
					for _, w := range o.Args[2:] {
						uses[w.Def]--
					}
					return false
				}
			}
			return true
		})
	}
	for _, o := range stores {
		for _, v := range o.Args[2:] {
			s.cover(v.Def)
		}
	}
}

func keep(ops []*ir.Op, such func(*ir.Op) bool) (out []*ir.Op) {
	for _, o := range ops {
		if such(o) {
			out = append(out, o)
		}
	}
	return out
}

// packable reports a store of vectors that have been converted from as many registers full of wider integers as fill one when they are packed.
func (s *selector) packable(o *ir.Op) bool {
	vs := o.Args[2:]
	for _, v := range vs {
		if v.Def == nil || v.Def.Kind != ir.OpConv {
			return false
		}
		from, to := v.Def.Args[0].Type.Elem, v.Type.Elem
		if from != vs[0].Def.Args[0].Type.Elem || from == ir.TBool || !to.IsInt() || from.Size() > 4 || from.Size() != to.Size()*len(vs) || s.lanes*from.Size() != s.isa.VectorBytes() {
			return false
		}
		if s.clamps(v.Def) != s.clamps(vs[0].Def) {
			return false
		}
	}
	return true
}

// clamps reports a conversion that cuts off.
func (s *selector) clamps(conv *ir.Op) bool {
	_, ok := s.saturated[conv]
	return ok
}

// storeAll stores vectors one behind the other.
func (s *selector) storeAll(o *ir.Op) {
	vs := o.Args[2:]
	t := vs[0].Type.Elem
	size := s.lanes * t.Size()
	at := func(k int) mem { return s.address(o.Args[0], o.Args[1], o.Ints[0], o.Ints[1]+int64(k*size)) }
	if !s.ops[vs[0].Def.ID].covered {
		for k, v := range vs {
			s.storeRegister(t, size, s.get(v), at(k), o.Mode)
		}
		return
	}
	s.storeRegister(t, s.isa.VectorBytes(), s.packed(vs), at(0), o.Mode)
}

// storeRegister stores the size bytes of a vector, past the caches if it is asked for and can be.
func (s *selector) storeRegister(t *ir.Type, size int, r vreg, m mem, mode ir.Mode) {
	switch {
	case mode == ir.Streaming && size >= 16:
		s.f.streams = true
		s.emit(inst{op: asm.VMOVNTPS, size: uint8(size), role: roleUse, mem: m, args: [5]arg{memArg(), rg(r)}})
	case size >= 16:
		s.emit(inst{op: moveOp(t), size: uint8(size), role: roleUse, mem: m, args: [5]arg{memArg(), rg(r)}})
	default:
		s.storeVector(t, r, m)
	}
}

// packed is the register that narrowed vectors fill.
func (s *selector) packed(vs []*ir.Value) vreg {
	from, to := vs[0].Def.Args[0].Type.Elem, vs[0].Type.Elem
	clamps := s.clamps(vs[0].Def)
	var xs []vreg
	for _, v := range vs {
		xs = append(xs, s.toPack(v.Def, to))
	}
	c := shape{t: ir.TU32, elem: from.Size(), size: s.isa.VectorBytes()}
	for len(xs) > 1 {
		op := packOp(c.elem, clamps && (to.IsSigned() || c.elem > 2*to.Size()))
		c = c.ofBytes(c.elem / 2)
		for k := range len(xs) / 2 {
			xs[k] = s.vrr(op, c, xs[2*k], xs[2*k+1])
		}
		xs = xs[:len(xs)/2]
	}
	// Each 16 bytes have a piece of every vector, in their order.
	pieces := c.size / 16
	p := make(pattern, pieces*len(vs))
	for k := range vs {
		for q := range pieces {
			p[k*pieces+q] = q*len(vs) + k
		}
	}
	return s.permute1(c.ofBytes(16/len(vs)), xs[0], p)
}

// packOp packs elements of size bytes, which have a sign, into such as have one or have none.
func packOp(size int, signed bool) asm.Op {
	switch {
	case size == 4 && signed:
		return asm.VPACKSSDW
	case size == 4:
		return asm.VPACKUSDW
	case signed:
		return asm.VPACKSSWB
	}
	return asm.VPACKUSWB
}

// toPack is what a conversion narrows, for instructions that cut off: where the conversion doesn't, only the bits that are kept.
func (s *selector) toPack(conv *ir.Op, to *ir.Type) vreg {
	if m, ok := s.saturated[conv]; ok {
		return s.get(m.x)
	}
	x := conv.Args[0]
	r := s.get(x)
	most := uint64(1)<<to.Bits() - 1
	if x.Type.Elem.IsFloat() {
		r = s.vconv(asm.VCVTTPS2DQ, 4, 4, r)
	} else if isAtMost(x, most) {
		return r
	}
	c := shape{t: ir.TU32, elem: x.Type.Elem.Size(), size: s.isa.VectorBytes()}
	return s.logic(asm.VPANDD, c, r, s.splatOf(c, most))
}

// isAtMost reports a vector of integers that are seen not to be above most, nor below 0.
func isAtMost(v *ir.Value, most uint64) bool {
	d := v.Def
	if d == nil {
		return false
	}
	t := v.Type.Elem
	switch d.Kind {
	case ir.OpConst:
		return d.Bits <= most
	case ir.OpShr:
		n, ok := d.Args[1].IsConst()
		return ok && t.IsUnsigned() && n < 64 && (uint64(1)<<t.Bits()-1)>>n <= most
	case ir.OpAnd:
		return isAtMost(d.Args[0], most) || isAtMost(d.Args[1], most)
	case ir.OpMin:
		return t.IsUnsigned() && (isAtMost(d.Args[0], most) || isAtMost(d.Args[1], most)) || isAtMost(d.Args[0], most) && isAtMost(d.Args[1], most)
	case ir.OpConv:
		from := d.Args[0].Type.Elem
		return from.IsInt() && from.IsUnsigned() && from.Size() < t.Size() && uint64(1)<<from.Bits()-1 <= most
	case ir.OpSelect:
		return isAtMost(d.Args[1], most) && isAtMost(d.Args[2], most)
	}
	return false
}
