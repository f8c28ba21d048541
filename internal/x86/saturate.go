package x86

import (
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/x86/asm"
)

// form is a part of an expression of integers: op over kids; a constant of the type's least (ir.OpInvalid with which = 'l') or greatest
// value ('g'), 0 or -1 ('0', '-'); or one of two values ('a', 'b').
type form struct {
	op    ir.OpKind
	which byte
	kids  []*form
}

func pat(op ir.OpKind, kids ...*form) *form { return &form{op: op, kids: kids} }
func leaf(which byte) *form                 { return &form{which: which} }

var (
	patA, patB = leaf('a'), leaf('b')
	least      = leaf('l')
	greatest   = leaf('g')

	// What opt's saturate makes.
	saturatedForms = []struct {
		p      *form
		signed bool
		op     asm.Op // for bytes; that for 16 bits follows
	}{
		{pat(ir.OpAdd, patA, pat(ir.OpMin, patB, pat(ir.OpNot, patA))), false, asm.VPADDUSB},
		{pat(ir.OpSub, pat(ir.OpMax, patA, patB), patB), false, asm.VPSUBUSB},
		{pat(ir.OpSub, pat(ir.OpOr, patA, patB), pat(ir.OpShr, pat(ir.OpXor, patA, patB), leaf('1'))), false, asm.VPAVGB},
		{pat(ir.OpAdd, patA, pat(ir.OpMin, pat(ir.OpMax, patB, pat(ir.OpSub, least, pat(ir.OpMin, patA, leaf('0')))), pat(ir.OpSub, greatest, pat(ir.OpMax, patA, leaf('0'))))),
			true, asm.VPADDSB},
		{pat(ir.OpSub, patA, pat(ir.OpMin, pat(ir.OpMax, patB, pat(ir.OpAdd, pat(ir.OpMax, patA, leaf('-')), leaf('n'))),
			pat(ir.OpAdd, pat(ir.OpMin, patA, leaf('-')), leaf('l')))), true, asm.VPSUBSB},
	}
)

// match binds a and b so that the form is v, trying operands that commute both ways round.
func (p *form) match(v *ir.Value, t *ir.Type, ab *[2]*ir.Value) bool {
	switch p.which {
	case 0:
	case 'a', 'b':
		x := &ab[p.which-'a']
		if *x == nil {
			*x = v
		}
		return *x == v
	default:
		bits, ok := v.IsConst()
		if p.which == '1' {
			return ok && bits == 1
		}
		return ok && bits == p.constant(t)
	}
	d := v.Def
	if d == nil || d.Kind != p.op || len(d.Args) != len(p.kids) {
		return false
	}
	saved := *ab
	for swap := range 2 {
		ok := true
		for i, k := range p.kids {
			if swap == 1 {
				i = len(d.Args) - 1 - i
			}
			ok = ok && k.match(d.Args[i], t, ab)
		}
		if ok {
			return true
		}
		*ab = saved
		if !d.Kind.Has(ir.Commutes) && d.Kind != ir.OpMin && d.Kind != ir.OpMax {
			break
		}
	}
	return false
}

// constant is what a form that is a constant stands for.
func (p *form) constant(t *ir.Type) uint64 {
	most := uint64(1)<<(t.Bits()-1) - 1
	switch p.which {
	case 'l':
		return most + 1
	case 'g':
		return most
	case '-':
		return 2*most + 1
	case 'n':
		return most + 2
	}
	return 0
}

// saturation is an instruction on two values.
type saturation struct {
	op   asm.Op // the form for bytes
	x, y *ir.Value
}

// findSaturated finds the expressions on bytes and 16-bit integers that are one instruction each. Nothing inside may be needed otherwise.
func (s *selector) findSaturated(r *ir.Region) {
	for _, o := range r.Ops {
		for _, in := range o.Regions {
			s.findSaturated(in)
		}
		if o.Kind == ir.OpConv {
			s.findClamped(o)
		}
		if o.Kind != ir.OpAdd && o.Kind != ir.OpSub || o.Results[0].Type.Kind != ir.Vec || o.Results[0].Type.Elem.Size() > 2 {
			continue
		}
		t := o.Results[0].Type.Elem
		for _, x := range saturatedForms {
			var ab [2]*ir.Value
			if x.signed != t.IsSigned() || x.p.op != o.Kind || !x.p.match(o.Results[0], t, &ab) {
				continue
			}
			var inner []*ir.Op
			if !s.within(o, o, &ab, &inner) {
				continue
			}
			s.saturate(o, saturation{x.op, ab[0], ab[1]}, inner)
		}
	}
}

// saturate notes that o is lowered as m says, and that the ops inside are not lowered at all.
func (s *selector) saturate(o *ir.Op, m saturation, inner []*ir.Op) {
	if s.saturated == nil {
		s.saturated = map[*ir.Op]saturation{}
	}
	for _, in := range inner {
		s.cover(in)
	}
	s.saturated[o] = m
}

// cover notes that another op is lowered together with o.
func (s *selector) cover(o *ir.Op) {
	s.ops[o.ID].covered = true
}

// findClamped finds conversions of 16- and 32-bit signed integers to narrower ones that were cut off at the ends of these before.
func (s *selector) findClamped(o *ir.Op) {
	from, to := o.Args[0].Type, o.Results[0].Type
	if to.Kind != ir.Vec || !from.Elem.IsSigned() || !to.Elem.IsInt() || to.Elem.Size() >= from.Elem.Size() || from.Elem.Size() > 4 {
		return
	}
	lo, hi := int64(0), int64(1)<<to.Elem.Bits()-1
	if to.Elem.IsSigned() {
		lo, hi = -1<<(to.Elem.Bits()-1), 1<<(to.Elem.Bits()-1)-1
	}
	var inner []*ir.Op
	v := o.Args[0]
	for len(inner) < 2 {
		d := v.Def
		if d == nil || d.Kind != ir.OpMin && d.Kind != ir.OpMax || s.users[v.ID].n != 1 || d.Parent != o.Parent {
			return
		}
		c, ok := d.Args[1].ConstInt()
		if !ok || d.Kind == ir.OpMin && c != hi || d.Kind == ir.OpMax && c != lo || len(inner) == 1 && inner[0].Kind == d.Kind {
			return
		}
		inner = append(inner, d)
		v = d.Args[0]
	}
	s.saturate(o, saturation{x: v}, inner)
}

// clampInts narrows lanes, cut off at the ends of the type.
func (s *selector) clampInts(x vreg, from, to *ir.Type) vreg {
	if s.isa == AVX512 {
		ops := map[[2]int]asm.Op{{2, 1}: asm.VPMOVSWB, {4, 1}: asm.VPMOVSDB, {4, 2}: asm.VPMOVSDW}
		if to.IsUnsigned() {
			c := s.shapeOf(ir.VecOf(from, s.lanes))
			x = s.vrr(c.bysize(asm.VPMAXSB), c, x, s.splatOf(c, 0))
			ops = map[[2]int]asm.Op{{2, 1}: asm.VPMOVUSWB, {4, 1}: asm.VPMOVUSDB, {4, 2}: asm.VPMOVUSDW}
		}
		d := s.f.newVreg(classVec, s.vecSize(to.Size()))
		s.emit(inst{op: ops[[2]int{from.Size(), to.Size()}], size: uint8(s.vecSize(from.Size())), args: [5]arg{rg(d), rg(x)}})
		return d
	}
	for size := from.Size(); size > to.Size(); size /= 2 {
		// To 16 bits on the way to 8 with signs: the second step cuts off what is left.
		unsigned := to.IsUnsigned() && size == 2*to.Size()
		op := asm.VPACKSSDW
		switch {
		case size == 4 && unsigned:
			op = asm.VPACKUSDW
		case size == 2 && unsigned:
			op = asm.VPACKUSWB
		case size == 2:
			op = asm.VPACKSSWB
		}
		hi := x
		if s.vecSize(size) == 32 {
			hi = s.half(x, 32, 1)
		}
		x = s.vrr(op, shape{elem: size / 2, size: 16}, x, hi)
	}
	return x
}

// within lists the ops of a form that was matched at root, and reports whether each has one use, in the same region.
func (s *selector) within(o, root *ir.Op, ab *[2]*ir.Value, inner *[]*ir.Op) bool {
	for _, a := range o.Args {
		if _, ok := a.IsConst(); ok || a == ab[0] || a == ab[1] {
			continue
		}
		if s.users[a.ID].n != 1 || a.Def.Parent != root.Parent {
			return false
		}
		*inner = append(*inner, a.Def)
		if !s.within(a.Def, root, ab, inner) {
			return false
		}
	}
	return true
}

// saturating lowers what findSaturated found, and absolute values; 0 if o is none.
func (s *selector) saturating(o *ir.Op, c shape) vreg {
	if m, ok := s.saturated[o]; ok {
		if o.Kind == ir.OpSub && m.op != asm.VPAVGB {
			return s.vop2(c.bysize(m.op), c, m.x, m.y)
		}
		return s.commute(c.bysize(m.op), c, m.x, m.y)
	}
	if o.Kind == ir.OpMax && c.t.IsSigned() && (c.elem < 8 || s.isa == AVX512) {
		if x := opposite(o.Args[0], o.Args[1]); x != nil {
			return s.vop1(c.bysize(asm.VPABSB), c, x)
		}
	}
	return 0
}

// opposite gives x if one of the two is x and the other -x, or one p-q and the other q-p.
func opposite(x, y *ir.Value) *ir.Value {
	d, e := x.Def, y.Def
	switch {
	case e != nil && e.Kind == ir.OpNeg && e.Args[0] == x:
		return x
	case d != nil && d.Kind == ir.OpNeg && d.Args[0] == y:
		return y
	case d != nil && e != nil && d.Kind == ir.OpSub && e.Kind == ir.OpSub && d.Args[0] == e.Args[1] && d.Args[1] == e.Args[0]:
		return x
	}
	return nil
}
