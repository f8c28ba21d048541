package x86

import (
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/x86/asm"
)

// pack puts four floats side by side: pairs, and then these.
func (s *selector) pack(o *ir.Op) {
	c := s.shapeOf(o.Results[0].Type)
	if len(o.Args) != 4 || !c.t.IsFloat() {
		fail("%s of %d %s is not for the code generator", o.Kind, len(o.Args), c.t)
	}
	pair := func(op asm.Op, size int, a, b vreg) vreg {
		d := s.f.newVreg(classVec, 16)
		s.emit(inst{op: op, size: uint8(size), args: [5]arg{rg(d), rg(a), rg(b)}})
		return d
	}
	unpack := asm.VUNPCKLPD
	if c.elem == 4 {
		unpack = asm.VUNPCKLPS
	}
	low := pair(unpack, 16, s.get(o.Args[0]), s.get(o.Args[1]))
	high := pair(unpack, 16, s.get(o.Args[2]), s.get(o.Args[3]))
	if c.elem == 4 {
		s.set(o.Results[0], pair(asm.VUNPCKLPD, 16, low, high))
		return
	}
	d := s.vec(c)
	if s.isa == AVX512 { // registers beyond the first sixteen need another instruction
		s.emit(inst{op: asm.VSHUFI64X2, size: 32, args: [5]arg{rg(d), rg(low), rg(high), im(0)}})
	} else {
		s.emit(inst{op: asm.VINSERTF128, size: 32, args: [5]arg{rg(d), rg(low), rg(high), im(1)}})
	}
	s.set(o.Results[0], d)
}
