package asm

// Helpers for the usual operand combinations. The destination comes first, as in Inst.

// Op emits an instruction with any operands.
func (a *Assembler) Op(op Op, size int, args ...Arg) { a.Emit(I(op, size, args...)) }

// RR emits op dst, src.
func (a *Assembler) RR(op Op, size int, dst, src Reg) {
	a.Emit(Inst{Op: op, Size: uint8(size), Args: [4]Arg{R(dst), R(src)}})
}

// RM emits op dst, memory.
func (a *Assembler) RM(op Op, size int, dst Reg, src Mem) {
	a.Emit(Inst{Op: op, Size: uint8(size), Args: [4]Arg{R(dst), M(src)}})
}

// MR emits op memory, src.
func (a *Assembler) MR(op Op, size int, dst Mem, src Reg) {
	a.Emit(Inst{Op: op, Size: uint8(size), Args: [4]Arg{M(dst), R(src)}})
}

// RI emits op dst, immediate.
func (a *Assembler) RI(op Op, size int, dst Reg, v int64) {
	a.Emit(Inst{Op: op, Size: uint8(size), Args: [4]Arg{R(dst), Imm(v)}})
}

// RRR emits op dst, src1, src2.
func (a *Assembler) RRR(op Op, size int, dst, src1, src2 Reg) {
	a.Emit(Inst{Op: op, Size: uint8(size), Args: [4]Arg{R(dst), R(src1), R(src2)}})
}

// RRM emits op dst, src1, memory.
func (a *Assembler) RRM(op Op, size int, dst, src1 Reg, src2 Mem) {
	a.Emit(Inst{Op: op, Size: uint8(size), Args: [4]Arg{R(dst), R(src1), M(src2)}})
}

// RRI emits op dst, src, immediate.
func (a *Assembler) RRI(op Op, size int, dst, src Reg, v int64) {
	a.Emit(Inst{Op: op, Size: uint8(size), Args: [4]Arg{R(dst), R(src), Imm(v)}})
}

// RRRI emits op dst, src1, src2, immediate.
func (a *Assembler) RRRI(op Op, size int, dst, src1, src2 Reg, v int64) {
	a.Emit(Inst{Op: op, Size: uint8(size), Args: [4]Arg{R(dst), R(src1), R(src2), Imm(v)}})
}

// RRMI emits op dst, src1, memory, immediate.
func (a *Assembler) RRMI(op Op, size int, dst, src1 Reg, src2 Mem, v int64) {
	a.Emit(Inst{Op: op, Size: uint8(size), Args: [4]Arg{R(dst), R(src1), M(src2), Imm(v)}})
}

// Jmp emits a jump to l.
func (a *Assembler) Jmp(l Label) { a.Emit(Inst{Op: JMP, Args: [4]Arg{L(l)}}) }

// Jcc emits a jump to l on condition c.
func (a *Assembler) Jcc(c Cond, l Label) { a.Emit(Inst{Op: Jcc(c), Args: [4]Arg{L(l)}}) }

// MovImm loads a 64-bit constant in the shortest way that leaves the flags alone.
func (a *Assembler) MovImm(dst Reg, v int64) { a.RI(MOV, 8, dst, v) }
