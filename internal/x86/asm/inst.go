package asm

// Label names a place in the code. It comes from Assembler.NewLabel; the zero value is no label.
type Label int32

// ConstRef names an entry of the constant pool; the zero value is none.
type ConstRef int32

// Mem is a memory operand: [Base + Index*Scale + Disp], or RIP-relative when Const or Label is set
// (then Base and Index are empty and Disp counts from there). Scale is 1, 2, 4, 8, or 0, which means 1.
// In gathers and scatters Index is a vector register.
type Mem struct {
	Base, Index Reg
	Scale       uint8
	Disp        int32
	Const       ConstRef
	Label       Label
}

// At returns the memory operand [base + disp].
func At(base Reg, disp int32) Mem { return Mem{Base: base, Disp: disp} }

// AtIndex returns the memory operand [base + index*scale + disp].
func AtIndex(base, index Reg, scale uint8, disp int32) Mem {
	return Mem{Base: base, Index: index, Scale: scale, Disp: disp}
}

// Add returns m moved by delta bytes.
func (m Mem) Add(delta int32) Mem {
	m.Disp += delta
	return m
}

// ArgKind says what an Arg holds.
type ArgKind uint8

// The kinds of operands.
const (
	ArgNone ArgKind = iota
	ArgReg
	ArgMem
	ArgImm
	ArgLabel
)

// Arg is an operand: a register, memory, an immediate or (in jumps and calls) a label.
type Arg struct {
	Kind ArgKind
	Reg  Reg
	Mem  Mem // of ArgLabel, only Mem.Label
	Imm  int64
}

// R returns a register operand.
func R(r Reg) Arg { return Arg{Kind: ArgReg, Reg: r} }

// M returns a memory operand.
func M(m Mem) Arg { return Arg{Kind: ArgMem, Mem: m} }

// Imm returns an immediate operand. A value of up to the operand's width may be given signed or unsigned.
func Imm(v int64) Arg { return Arg{Kind: ArgImm, Imm: v} }

// L returns a label operand.
func L(l Label) Arg { return Arg{Kind: ArgLabel, Mem: Mem{Label: l}} }

// Round is EVEX's embedded rounding, for instructions with register operands only, of Size 64 or scalar.
// All modes but the first raise no exceptions.
type Round uint8

// The rounding modes. SAE leaves rounding to the instruction or to MXCSR.
const (
	RoundDefault Round = iota // as MXCSR has it
	RoundNearest              // to nearest, ties to even
	RoundDown
	RoundUp
	RoundZero
	SAE
)

// Inst is an instruction. Its operands stand in Intel order, the destination first.
//
// Size is the width in bytes: 1, 2, 4 or 8 for general-purpose instructions, 16, 32 or 64 for vector
// instructions, where the widest vector operand counts: both VCVTPS2PD zmm, ymm and VCVTPD2PS ymm, zmm have
// Size 64. Conversions between a general-purpose and a vector register have the Size of the former, 4 or 8.
// Where only one width exists (scalar floating point, mask registers, VMOVD, PUSH, calls, ...) Size may be 0.
type Inst struct {
	Op    Op
	Size  uint8
	Mask  Reg  // K1 to K7: only lanes with their bit set are written (or stored, loaded, compared)
	Zero  bool // with Mask: the other lanes become zero instead of keeping their value
	Bcast bool // the memory operand is one element, broadcast to all lanes
	Round Round
	Args  [4]Arg
}

// Rounded returns the instruction with embedded rounding r.
func (in Inst) Rounded(r Round) Inst {
	in.Round = r
	return in
}

// I returns an instruction without a mask.
func I(op Op, size int, args ...Arg) Inst {
	in := Inst{Op: op, Size: uint8(size)}
	if len(args) > len(in.Args) {
		in.Op = badOp
		return in
	}
	copy(in.Args[:], args)
	return in
}

// Masked returns the instruction with write mask k, merging.
func (in Inst) Masked(k Reg) Inst {
	in.Mask = k
	return in
}

// Zeroed returns the instruction with write mask k, zeroing.
func (in Inst) Zeroed(k Reg) Inst {
	in.Mask, in.Zero = k, true
	return in
}

// Broadcast returns the instruction with its memory operand broadcast.
func (in Inst) Broadcast() Inst {
	in.Bcast = true
	return in
}
