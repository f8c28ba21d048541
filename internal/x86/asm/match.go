package asm

// space is the encoding space chosen for an instruction.
type space uint8

const (
	noSpace space = iota
	legacy
	vex
	evex
)

// match returns the first form of the instruction's operation that fits, and the space to encode it in.
func match(in *Inst) (*form, space) {
	if in.Op == badOp || int(in.Op) >= len(table) {
		return nil, noSpace
	}
	sizes, evexOnly := in.sizes(), in.needsEVEX()
	forms := table[in.Op].forms
	for i := range forms {
		f := &forms[i]
		sp := f.space(in, sizes, evexOnly)
		if sp == noSpace || !f.takes(in) {
			continue
		}
		if f.spec&swap != 0 && sp == vex && f.longerThanNext(in) {
			continue
		}
		return f, sp
	}
	return nil, noSpace
}

// Encodable reports whether the instruction has an encoding.
func (in Inst) Encodable() bool {
	if in.Args[0].Kind == ArgLabel && in.Op != CALL {
		return in.plainJump()
	}
	f, _ := match(&in)
	return f != nil && in.gatherConflict() == ""
}

// sizes returns the spec bits of which a form must have one to be of the instruction's Size.
func (in *Inst) sizes() spec {
	switch in.Size {
	case 0:
		return gFix | gFix8 | vFix | vFix1 | eFix
	case 1:
		return g1 | gFix
	case 2:
		return g2 | gFix | vFix | eFix
	case 4:
		return g4 | gFix | vGPR | eGPR | vFix | vFix1 | eFix
	case 8:
		return g8 | gFix | gFix8 | vGPR | eGPR | vFix | vFix1 | eFix
	case 16:
		return v16 | e16 | vFix | vFix1 | eFix
	case 32:
		return v32 | e32
	case 64:
		return e64
	}
	return 0
}

// needsEVEX reports whether something of the instruction only EVEX can encode.
func (in *Inst) needsEVEX() bool {
	if in.Mask != NoReg || in.Zero || in.Bcast || in.Round != RoundDefault {
		return true
	}
	for i := range in.Args {
		a := &in.Args[i]
		if a.Kind == ArgReg && a.Reg >= X16 && a.Reg <= X31 ||
			a.Kind == ArgMem && a.Mem.Index >= X16 && a.Mem.Index <= X31 {
			return true
		}
	}
	return false
}

// space returns the space in which f could encode the instruction as far as size, mask and broadcast go.
func (f *form) space(in *Inst, sizes spec, evexOnly bool) space {
	s := f.spec
	avail := s & sizes
	if !evexOnly {
		if avail&anyG != 0 {
			return legacy
		}
		if avail&anyV != 0 {
			return vex
		}
	}
	if avail&anyE == 0 {
		return noSpace
	}
	switch {
	case in.Mask == NoReg && (in.Zero || s&mkR != 0),
		in.Mask != NoReg && (s&mk == 0 || in.Mask <= K0 || in.Mask > K7),
		in.Zero && (s&mz == 0 || in.Args[0].Kind == ArgMem),
		in.Bcast && (s&(bc4|bc8) == 0 || in.mem() == nil),
		in.Round != RoundDefault && !f.rounds(in):
		return noSpace
	}
	return evex
}

// rounds reports whether f can have the instruction's rounding mode.
func (f *form) rounds(in *Inst) bool {
	s := f.spec
	if in.mem() != nil || s&eSizes != 0 && in.Size != 64 {
		return false
	}
	if in.Round == SAE {
		return s&sae != 0
	}
	return in.Round < SAE && (s&er != 0 || s&er8 != 0 && in.Size == 8)
}

// mem returns the instruction's memory operand, or nil.
func (in *Inst) mem() *Mem {
	for i := range in.Args {
		if in.Args[i].Kind == ArgMem {
			return &in.Args[i].Mem
		}
	}
	return nil
}

// takes reports whether f takes the instruction's operands.
func (f *form) takes(in *Inst) bool {
	for i := range f.args {
		if !f.args[i].takes(&in.Args[i], immSize(f, in)) {
			return false
		}
	}
	return true
}

// longerThanNext reports whether f needs three bytes of VEX prefix where the next form, with the roles of
// the fields reg and rm exchanged, does with two. Both move from register to register.
func (f *form) longerThanNext(in *Inst) bool {
	reg, rm := &in.Args[0], &in.Args[1]
	if f.lay == lRVM {
		rm = &in.Args[2]
	}
	return rm.Kind == ArgReg && rm.Reg.IsVec() && rm.Reg.num() >= 8 && reg.Reg.num() < 8
}

func (s argSpec) takes(a *Arg, size int) bool {
	class := s & cClass
	switch a.Kind {
	case ArgNone:
		return class == cNone
	case ArgReg:
		switch class {
		case cGPR:
			return a.Reg.IsGPR()
		case cVec:
			return a.Reg.IsVec()
		case cMask:
			return a.Reg.IsMask()
		case cCL:
			return a.Reg == RCX
		case cAcc:
			return a.Reg == RAX
		}
	case ArgMem:
		if class == cVSIB {
			return a.Mem.Index.IsVec() && a.Mem.valid()
		}
		return s&cOrMem != 0 && !a.Mem.Index.IsVec() && a.Mem.valid()
	case ArgImm:
		return takesImm(class, a.Imm, size)
	case ArgLabel:
		return class == cLabel
	}
	return false
}

// immSize is the operand width to which an immediate of f is extended.
func immSize(f *form, in *Inst) int {
	if f.spec&gFix8 != 0 {
		return 8 // PUSH
	}
	return int(in.Size)
}

func takesImm(class argSpec, v int64, size int) bool {
	switch class {
	case cImm8:
		return v >= -1<<7 && v < 1<<8
	case cImm8s:
		// An immediate of the full width may have been given unsigned: 0xFFFFFFFF is -1 of 4 bytes.
		if !takesImm(cImm, v, size) {
			return false
		}
		v = signExtend(v, size)
		return v >= -1<<7 && v < 1<<7
	case cImm:
		switch size {
		case 1:
			return v >= -1<<7 && v < 1<<8
		case 2:
			return v >= -1<<15 && v < 1<<16
		case 4:
			return v >= -1<<31 && v < 1<<32
		default:
			return v >= -1<<31 && v < 1<<31
		}
	case cImmU4:
		return v >= 0 && v < 1<<32
	case cImm8B:
		return true
	case cOne:
		return v == 1
	}
	return false
}

func signExtend(v int64, size int) int64 {
	switch size {
	case 1:
		return int64(int8(v))
	case 2:
		return int64(int16(v))
	case 4:
		return int64(int32(v))
	}
	return v
}

// valid reports whether m can be encoded. Its index may be a vector.
func (m *Mem) valid() bool {
	switch m.Scale {
	case 0, 1, 2, 4, 8:
	default:
		return false
	}
	if m.Const != 0 || m.Label != 0 {
		return m.Base == NoReg && m.Index == NoReg && (m.Const == 0 || m.Label == 0)
	}
	switch {
	case m.Base == RIP:
		return m.Index == NoReg
	case m.Base != NoReg && !m.Base.IsGPR():
		return false
	case m.Index == RSP: // means "no index" in the encoding, but may change places with the base
		return m.Scale <= 1 && m.Base != RSP
	}
	return m.Index == NoReg || m.Index.IsGPR() || m.Index.IsVec()
}

// shortest returns the form of the address with the shortest encoding: without a base, an index always
// costs four bytes of displacement.
func (m Mem) shortest() Mem {
	if m.Scale == 0 || m.Index == NoReg {
		m.Scale = 1
	}
	if m.Index.IsVec() || m.Index == NoReg {
		return m
	}
	switch {
	case m.Base == NoReg && m.Scale == 1:
		m.Base, m.Index = m.Index, NoReg
	case m.Base == NoReg && m.Scale == 2:
		m.Base, m.Scale = m.Index, 1
	case m.Index == RSP:
		m.Base, m.Index = m.Index, m.Base
	}
	return m
}

// width resolves a width code.
func width(code argSpec, size int) int {
	switch code {
	case wS:
		return size
	case wH:
		return size / 2
	case wQ:
		return size / 4
	case wO:
		return size / 8
	case wDup:
		if size == 16 {
			return 8
		}
		return size
	case w1, w2, w4, w8, w16, w32, w64:
		return 1 << (code - w1)
	}
	return 0
}

func (s argSpec) regWidth(size int) int { return width(s>>regShift&0xF, size) }
func (s argSpec) memWidth(size int) int { return width(s>>memShift&0xF, size) }
