package asm

// fields are the operands of an instruction, by the fields of its encoding.
type fields struct {
	reg, vvvv, is4 uint8
	rm             *Arg // register or memory; nil without ModRM
	imm            *Arg
	immLen         int
}

func (f *form) fields(in *Inst) fields {
	a := &in.Args
	var x fields
	digit := uint8(f.spec>>digShift) & 7
	switch f.lay {
	case lM:
		x.reg, x.rm = digit, &a[0]
	case lM0:
		x.reg, x.rm = digit, &rax
	case lRM:
		x.reg, x.rm = a[0].Reg.num(), &a[1]
	case lMR:
		x.rm, x.reg = &a[0], a[1].Reg.num()
	case lRVM, lRVMR:
		x.reg, x.vvvv, x.rm = a[0].Reg.num(), a[1].Reg.num(), &a[2]
	case lMVR:
		x.rm, x.vvvv, x.reg = &a[0], a[1].Reg.num(), a[2].Reg.num()
	case lRMV:
		x.reg, x.rm, x.vvvv = a[0].Reg.num(), &a[1], a[2].Reg.num()
	case lVM:
		x.vvvv, x.rm, x.reg = a[0].Reg.num(), &a[1], digit
	}
	if f.lay == lRVMR {
		x.is4, x.immLen = a[3].Reg.num()<<4, 1
		return x
	}
	for i := range f.args {
		if n := immLen(f.args[i]&cClass, immSize(f, in)); n > 0 {
			x.imm, x.immLen = &a[i], n
		}
	}
	return x
}

var rax = R(RAX)

func immLen(class argSpec, size int) int {
	switch class {
	case cImm8, cImm8s:
		return 1
	case cImm:
		return min(size, 4)
	case cImmU4, cLabel:
		return 4
	case cImm8B:
		return 8
	}
	return 0
}

// rmBits returns the bits that extend the rm operand: b and x of REX, VEX and EVEX, and bit 4 of a vector index.
func (x *fields) rmBits() (b, idx, v4 uint8) {
	if x.rm == nil {
		return 0, 0, 0
	}
	if x.rm.Kind == ArgReg {
		n := x.rm.Reg.num()
		return n >> 3 & 1, n >> 4, 0
	}
	m := &x.rm.Mem
	if m.Base.IsGPR() {
		b = m.Base.num() >> 3
	}
	if m.Index != NoReg {
		idx, v4 = m.Index.num()>>3&1, m.Index.num()>>4
	}
	return b, idx, v4
}

func (a *Assembler) encode(in *Inst, f *form, sp space) {
	if m := in.mem(); m != nil {
		*m = m.shortest()
	}
	x := f.fields(in)
	disp8 := 1 // what a one-byte displacement counts
	switch sp {
	case legacy:
		a.legacyPrefix(in, f, &x)
	case vex:
		a.vexPrefix(in, f, &x)
	case evex:
		a.evexPrefix(in, f, &x)
		disp8 = f.disp8(in)
	}
	op := byte(f.spec)
	if f.lay == lO {
		op += in.Args[0].Reg.num() & 7
	} else if in.Size == 1 && f.spec&g1 != 0 && f.spec&gWide != 0 {
		op &^= 1
	}
	a.buf = append(a.buf, op)
	if x.rm != nil {
		a.modRM(&x, disp8)
	}
	if x.immLen > 0 {
		a.immediate(&x)
	}
}

func (a *Assembler) immediate(x *fields) {
	if x.imm == nil {
		a.buf = append(a.buf, x.is4)
		return
	}
	if x.imm.Kind == ArgLabel {
		a.fixup(0, x.imm.Mem.Label, 0)
	}
	v := uint64(x.imm.Imm)
	for i := 0; i < x.immLen; i++ {
		a.buf = append(a.buf, byte(v))
		v >>= 8
	}
}

var ppBytes = [4]byte{0, 0x66, 0xF3, 0xF2}

func (a *Assembler) legacyPrefix(in *Inst, f *form, x *fields) {
	s := f.spec
	if in.Size == 2 && s&gFix == 0 {
		a.buf = append(a.buf, 0x66)
	}
	if pp := s >> ppShift & 3; pp != 0 {
		a.buf = append(a.buf, ppBytes[pp])
	}
	b, idx, _ := x.rmBits()
	if f.lay == lO {
		b = in.Args[0].Reg.num() >> 3
	}
	rex := x.reg>>3<<2 | idx<<1 | b
	if in.Size == 8 && s&(gFix|gFix8|gNoW) == 0 || s&gW != 0 {
		rex |= 8
	}
	if rex != 0 || f.byteRegNeedsREX(in) {
		a.buf = append(a.buf, 0x40|rex)
	}
	if s>>mapShift&3 != 0 {
		a.buf = append(a.buf, 0x0F)
	}
}

// byteRegNeedsREX reports whether an operand is SPL, BPL, SIL or DIL: without a REX prefix their numbers
// mean AH, CH, DH and BH.
func (f *form) byteRegNeedsREX(in *Inst) bool {
	for i := range f.args {
		if f.args[i]&cClass == cGPR && in.Args[i].Kind == ArgReg && f.args[i].regWidth(int(in.Size)) == 1 {
			if n := in.Args[i].Reg.num(); n >= 4 && n < 8 {
				return true
			}
		}
	}
	return false
}

func (a *Assembler) vexPrefix(in *Inst, f *form, x *fields) {
	s := f.spec
	b, idx, _ := x.rmBits()
	r := x.reg >> 3 & 1
	var w, l uint8
	if s&vw1 != 0 || s&vGPR != 0 && in.Size == 8 {
		w = 1
	}
	if s&vFix1 != 0 || s&v32 != 0 && in.Size == 32 {
		l = 1
	}
	last := (^x.vvvv&0xF)<<3 | l<<2 | uint8(s>>ppShift&3)
	if m := uint8(s >> mapShift & 3); b|idx|w != 0 || m != 1 {
		a.buf = append(a.buf, 0xC4, (r^1)<<7|(idx^1)<<6|(b^1)<<5|m, w<<7|last)
	} else {
		a.buf = append(a.buf, 0xC5, (r^1)<<7|last)
	}
}

func (a *Assembler) evexPrefix(in *Inst, f *form, x *fields) {
	s := f.spec
	b, idx, v4 := x.rmBits()
	v4 |= x.vvvv >> 4
	var w, ll, z, bc, k uint8
	if s&ew1 != 0 || s&eGPR != 0 && in.Size == 8 {
		w = 1
	}
	if s&eSizes != 0 {
		ll = in.Size >> 5 // 0, 1, 2 for 16, 32, 64
	}
	if in.Zero {
		z = 1
	}
	if in.Bcast {
		bc = 1
	}
	if in.Round != RoundDefault { // stands in the place of the vector length
		bc, ll = 1, 0
		if in.Round != SAE {
			ll = uint8(in.Round - RoundNearest)
		}
	}
	if in.Mask != NoReg {
		k = in.Mask.num()
	}
	a.buf = append(a.buf, 0x62,
		(x.reg>>3&1^1)<<7|(idx^1)<<6|(b^1)<<5|(x.reg>>4^1)<<4|uint8(s>>mapShift&3),
		w<<7|(^x.vvvv&0xF)<<3|1<<2|uint8(s>>ppShift&3),
		z<<7|ll<<5|bc<<4|(v4^1)<<3|k)
}

// disp8 returns N of EVEX's compressed displacement disp8*N (SDM vol. 2, 2.7.5). All of the tuple types there
// come to this: N is the width of the memory that is read or written, one element for a broadcast. Only
// compression and expansion count elements while they touch up to a whole vector.
func (f *form) disp8(in *Inst) int {
	s := f.spec
	switch {
	case in.Bcast:
		return f.elem()
	case s&n1 != 0:
		return 1
	case s&n2 != 0:
		return 2
	case s&n4 != 0:
		return 4
	case s&n8 != 0:
		return 8
	}
	for i := range f.args {
		if in.Args[i].Kind == ArgMem {
			return f.args[i].memWidth(int(in.Size))
		}
	}
	return 1
}

// elem returns the width of a broadcast element.
func (f *form) elem() int {
	if f.spec&bc8 != 0 {
		return 8
	}
	return 4
}

// modRM appends ModRM, SIB and displacement. disp8 is what a one-byte displacement counts.
func (a *Assembler) modRM(x *fields, disp8 int) {
	reg := x.reg & 7 << 3
	if x.rm.Kind == ArgReg {
		a.buf = append(a.buf, 3<<6|reg|x.rm.Reg.num()&7)
		return
	}
	m := &x.rm.Mem
	switch {
	case m.Const != 0 || m.Label != 0:
		a.buf = append(a.buf, reg|5)
		a.fixup(m.Const, m.Label, x.immLen)
		a.disp32(m.Disp)
		return
	case m.Base == RIP:
		a.buf = append(a.buf, reg|5)
		a.disp32(m.Disp)
		return
	case m.Base == NoReg: // mode 0 with base 5 means no base and four bytes of displacement
		a.buf = append(a.buf, reg|4, m.sib(5))
		a.disp32(m.Disp)
		return
	}

	base := m.Base.num() & 7
	mod := uint8(2)
	switch n := int32(disp8); {
	case m.Disp == 0 && base != 5: // mode 0 with RBP or R13 would mean no base
		mod = 0
	case m.Disp%n == 0 && m.Disp/n >= -128 && m.Disp/n <= 127:
		mod = 1
	}
	if m.Index == NoReg && base != 4 {
		a.buf = append(a.buf, mod<<6|reg|base)
	} else { // RSP and R12 as base need a SIB byte
		a.buf = append(a.buf, mod<<6|reg|4, m.sib(base))
	}
	switch mod {
	case 1:
		a.buf = append(a.buf, byte(m.Disp/int32(disp8)))
	case 2:
		a.disp32(m.Disp)
	}
}

func (m *Mem) sib(base uint8) byte {
	var scale uint8
	switch m.Scale {
	case 2:
		scale = 1
	case 4:
		scale = 2
	case 8:
		scale = 3
	}
	index := uint8(4) // none
	if m.Index != NoReg {
		index = m.Index.num() & 7
	}
	return scale<<6 | index<<3 | base
}

func (a *Assembler) disp32(d int32) {
	a.buf = append(a.buf, byte(d), byte(d>>8), byte(d>>16), byte(d>>24))
}
