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
		most := uint64(1)<<(t.Bits()-1) - 1
		want := map[byte]uint64{'l': most + 1, 'g': most, '0': 0, '-': 2*most + 1, 'n': most + 2}[p.which]
		return ok && bits == want
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
			if s.covered == nil {
				s.covered, s.saturated = map[*ir.Op]bool{}, map[*ir.Op]saturation{}
			}
			for _, in := range inner {
				s.covered[in] = true
			}
			s.saturated[o] = saturation{x.op, ab[0], ab[1]}
		}
	}
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
