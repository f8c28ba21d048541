package x86

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/x86/asm"
)

// Bitwise operations on vectors combine: AVX-512 has an instruction for every function of three operands.

// isBitwise reports an operation on the bits of vectors of integers.
func isBitwise(o *ir.Op) bool {
	switch o.Kind {
	case ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAndNot, ir.OpNot:
		t := o.Results[0].Type
		return t.Kind == ir.Vec && t.Elem.IsInt()
	}
	return false
}

// ternary lowers a bitwise operation together with those among its operands that wait for it, as one function of up to three
// operands; ok is false if none waits or AVX-512 is missing.
func (s *selector) ternary(o *ir.Op, c shape) (d vreg, ok bool) {
	if s.isa != AVX512 {
		return 0, false
	}
	var leaves []*ir.Value
	for _, a := range o.Args {
		leaves = addOnce(leaves, a)
	}
	inner := 0
	for i := 0; i < len(leaves); {
		d := s.vals[leaves[i].ID].later
		if d == nil || !isBitwise(d) {
			i++
			continue
		}
		more := slices.Delete(slices.Clone(leaves), i, i+1)
		for _, a := range d.Args {
			more = addOnce(more, a)
		}
		if len(more) > 3 {
			i++
			continue
		}
		inner, leaves, i = inner+1, more, 0
	}
	if inner == 0 {
		return 0, false
	}
	// What may become memory goes last.
	slices.SortStableFunc(leaves, func(a, b *ir.Value) int { return boolInt(s.foldableLate(a)) - boolInt(s.foldableLate(b)) })
	table := truth(o, leaves)
	for len(leaves) < 3 {
		leaves = append(leaves, leaves[len(leaves)-1])
	}
	if leaves[1] == leaves[2] {
		b := s.get(leaves[1])
		return s.ternlog(c, s.get(leaves[0]), b, b, int64(table)), true
	}
	d = s.vec(c)
	in := inst{op: c.dq(asm.VPTERNLOGD), size: uint8(c.size), tie: tieSrc,
		args: [5]arg{rg(d), rg(s.get(leaves[0])), rg(s.get(leaves[1])), {}, im(int64(table))}}
	s.source(&in, 3, leaves[2], c)
	s.emit(in)
	return d, true
}

func addOnce(vs []*ir.Value, v *ir.Value) []*ir.Value {
	if slices.Contains(vs, v) {
		return vs
	}
	return append(vs, v)
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// truth is the truth table of o over leaves, as VPTERNLOG takes it.
func truth(o *ir.Op, leaves []*ir.Value) uint8 {
	of := func(v *ir.Value) uint8 {
		if i := slices.Index(leaves, v); i >= 0 {
			return [...]uint8{0xF0, 0xCC, 0xAA}[i]
		}
		return truth(v.Def, leaves)
	}
	x := of(o.Args[0])
	if o.Kind == ir.OpNot {
		return ^x
	}
	y := of(o.Args[1])
	switch o.Kind {
	case ir.OpAnd:
		return x & y
	case ir.OpOr:
		return x | y
	case ir.OpXor:
		return x ^ y
	}
	return x &^ y
}
