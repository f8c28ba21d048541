// Package asm encodes x86-64 instructions: general-purpose, AVX2 (VEX) and AVX-512 (EVEX).
//
// It is table-driven. An operation is one row of a table in one of the files gpr.go, fp.go, integer.go,
// convert.go, shuffle.go, move.go or mask.go; a row holds the forms of the operation in the notation of the
// Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2 (the "SDM" of the comments), as
// plain Go data. An [Assembler] takes instructions ([Inst]), labels and constants, and yields
// position-independent machine code with its constants behind it.
package asm

import "strconv"

// Reg is a register. The zero value is no register.
// Neither a general-purpose nor a vector register has a width: that is a property of the instruction.
type Reg uint8

// The general-purpose registers, in the order of their hardware numbers.
const (
	NoReg Reg = iota
	RAX
	RCX
	RDX
	RBX
	RSP
	RBP
	RSI
	RDI
	R8
	R9
	R10
	R11
	R12
	R13
	R14
	R15
	// RIP may only be the base of a Mem without an index; the displacement then counts from the next instruction.
	RIP
)

// The vector registers: xmm, ymm or zmm by the instruction. X16 and above need EVEX.
const (
	X0 Reg = 32 + iota
	X1
	X2
	X3
	X4
	X5
	X6
	X7
	X8
	X9
	X10
	X11
	X12
	X13
	X14
	X15
	X16
	X17
	X18
	X19
	X20
	X21
	X22
	X23
	X24
	X25
	X26
	X27
	X28
	X29
	X30
	X31
)

// The mask registers. K0 cannot be an instruction's Mask: the hardware reads it there as "no mask".
const (
	K0 Reg = 64 + iota
	K1
	K2
	K3
	K4
	K5
	K6
	K7
)

// GPR returns the general-purpose register with hardware number n, 0 to 15.
func GPR(n int) Reg { return RAX + Reg(n) }

// Vec returns the vector register n, 0 to 31.
func Vec(n int) Reg { return X0 + Reg(n) }

// KReg returns the mask register n, 0 to 7.
func KReg(n int) Reg { return K0 + Reg(n) }

// IsGPR reports whether r is a general-purpose register (RIP is none).
func (r Reg) IsGPR() bool { return r >= RAX && r <= R15 }

// IsVec reports whether r is a vector register.
func (r Reg) IsVec() bool { return r >= X0 && r <= X31 }

// IsMask reports whether r is a mask register.
func (r Reg) IsMask() bool { return r >= K0 && r <= K7 }

// Num returns the hardware number of r within its class.
func (r Reg) Num() int { return int(r.num()) }

func (r Reg) num() uint8 {
	switch {
	case r >= K0:
		return uint8(r - K0)
	case r >= X0:
		return uint8(r - X0)
	default:
		return uint8(r - RAX)
	}
}

var gprNames = [16]string{
	"ax", "cx", "dx", "bx", "sp", "bp", "si", "di",
	"r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
}

// String names the register without a width: rax, x5, k1.
func (r Reg) String() string {
	if r.IsVec() {
		return "x" + strconv.Itoa(r.Num())
	}
	return r.sized(8)
}

// sized names the register as an operand of size bytes.
func (r Reg) sized(size int) string {
	switch {
	case r == NoReg:
		return "noreg"
	case r == RIP:
		return "rip"
	case r.IsMask():
		return "k" + strconv.Itoa(r.Num())
	case r.IsVec():
		prefix := "xmm"
		if size == 64 {
			prefix = "zmm"
		} else if size == 32 {
			prefix = "ymm"
		}
		return prefix + strconv.Itoa(r.Num())
	case !r.IsGPR():
		return "reg?" + strconv.Itoa(int(r))
	}
	name := gprNames[r.num()]
	if r.num() >= 8 {
		return name + [...]string{1: "b", 2: "w", 4: "d", 8: ""}[gprWidth(size)]
	}
	switch size {
	case 1:
		if r.num() >= 4 {
			return name + "l"
		}
		return name[:1] + "l"
	case 2:
		return name
	case 4:
		return "e" + name
	default:
		return "r" + name
	}
}

func gprWidth(size int) int {
	if size == 1 || size == 2 || size == 4 {
		return size
	}
	return 8
}
