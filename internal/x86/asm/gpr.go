package asm

// General-purpose instructions.

const (
	// Moves.
	MOV Op = 1 + iota
	MOVZXB
	MOVZXW
	MOVSXB
	MOVSXW
	MOVSXD
	LEA
	XCHG
	BSWAP
	PUSH
	POP

	// Arithmetic and logic.
	ADD
	OR
	ADC
	SBB
	AND
	SUB
	XOR
	CMP
	TEST
	NOT
	NEG
	MUL
	DIV
	IDIV
	IMUL
	INC
	DEC
	CWD
	CDQ
	CQO
	CDQE

	// Shifts.
	ROL
	ROR
	SHL
	SHR
	SAR
	SHLD
	SHRD
	SHLX
	SHRX
	SARX
	RORX

	// Bits.
	MULX
	ANDN
	BLSR
	BLSMSK
	BLSI
	BZHI
	PEXT
	PDEP
	BSF
	BSR
	POPCNT
	TZCNT
	LZCNT
	BT
	BTS
	BTR
	BTC

	// Control.
	JMP
	CALL
	RET
	UD2
	INT3
	NOP
	PAUSE
	PREFETCHNTA
	PREFETCHT0
	PREFETCHT1
	PREFETCHT2
	PREFETCHW
	SFENCE
	LFENCE
	MFENCE

	// By condition, in the order of Cond: see Jcc, SETcc, CMOVcc.
	JO
	JNO
	JB
	JAE
	JE
	JNE
	JBE
	JA
	JS
	JNS
	JP
	JNP
	JL
	JGE
	JLE
	JG
	SETO
	SETNO
	SETB
	SETAE
	SETE
	SETNE
	SETBE
	SETA
	SETS
	SETNS
	SETP
	SETNP
	SETL
	SETGE
	SETLE
	SETG
	CMOVO
	CMOVNO
	CMOVB
	CMOVAE
	CMOVE
	CMOVNE
	CMOVBE
	CMOVA
	CMOVS
	CMOVNS
	CMOVP
	CMOVNP
	CMOVL
	CMOVGE
	CMOVLE
	CMOVG

	endGpr = iota + 1 // one past the last of this file
)

var gprOps = []op{
	// Moves.
	{MOV, "mov", ff{
		{lMR, a4{oRM, oR}, gAll | 0x89},
		{lRM, a4{oR, oRM}, gAll | 0x8B},
		{lO, a4{oR1, oI8}, g1 | 0xB0},
		{lO, a4{oR, oI}, g2 | g4 | 0xB8},
		{lO, a4{oR, oIU4}, g8 | gNoW | 0xB8},
		{lM, a4{oRM, oI}, gAll | d0 | 0xC7},
		{lO, a4{oR, oI64}, g8 | 0xB8},
	}},
	{MOVZXB, "movzx", ff{{lRM, a4{oR, oRM1}, gWide | m0F | 0xB6}}},
	{MOVZXW, "movzx", ff{{lRM, a4{oR, oRM2}, g48 | m0F | 0xB7}}},
	{MOVSXB, "movsx", ff{{lRM, a4{oR, oRM1}, gWide | m0F | 0xBE}}},
	{MOVSXW, "movsx", ff{{lRM, a4{oR, oRM2}, g48 | m0F | 0xBF}}},
	{MOVSXD, "movsxd", ff{{lRM, a4{oR, oRM4}, g8 | 0x63}}},
	{LEA, "lea", ff{{lRM, a4{oR, oMem}, g48 | 0x8D}}},
	{XCHG, "xchg", ff{{lMR, a4{oRM, oR}, gAll | 0x87}}},
	{BSWAP, "bswap", ff{{lO, a4{oR}, g48 | m0F | 0xC8}}},
	{PUSH, "push", ff{
		{lO, a4{oR8}, gFix8 | 0x50},
		{lNone, a4{oI8s}, gFix8 | 0x6A},
		{lNone, a4{oI}, gFix8 | 0x68},
		{lM, a4{oM8}, gFix8 | d6 | 0xFF},
	}},
	{POP, "pop", ff{
		{lO, a4{oR8}, gFix8 | 0x58},
		{lM, a4{oM8}, gFix8 | d0 | 0x8F},
	}},
	// Arithmetic and logic.
	{ADD, "add", ff{
		{lMR, a4{oRM, oR}, gAll | 0x01},
		{lRM, a4{oR, oRM}, gAll | 0x03},
		{lNone, a4{oAcc, oI}, g1 | 0x04},
		{lM, a4{oRM, oI8s}, gWide | d0 | 0x83},
		{lNone, a4{oAcc, oI}, gWide | 0x05},
		{lM, a4{oRM, oI}, gAll | d0 | 0x81},
	}},
	{OR, "or", ff{
		{lMR, a4{oRM, oR}, gAll | 0x09},
		{lRM, a4{oR, oRM}, gAll | 0x0B},
		{lNone, a4{oAcc, oI}, g1 | 0x0C},
		{lM, a4{oRM, oI8s}, gWide | d1 | 0x83},
		{lNone, a4{oAcc, oI}, gWide | 0x0D},
		{lM, a4{oRM, oI}, gAll | d1 | 0x81},
	}},
	{ADC, "adc", ff{
		{lMR, a4{oRM, oR}, gAll | 0x11},
		{lRM, a4{oR, oRM}, gAll | 0x13},
		{lNone, a4{oAcc, oI}, g1 | 0x14},
		{lM, a4{oRM, oI8s}, gWide | d2 | 0x83},
		{lNone, a4{oAcc, oI}, gWide | 0x15},
		{lM, a4{oRM, oI}, gAll | d2 | 0x81},
	}},
	{SBB, "sbb", ff{
		{lMR, a4{oRM, oR}, gAll | 0x19},
		{lRM, a4{oR, oRM}, gAll | 0x1B},
		{lNone, a4{oAcc, oI}, g1 | 0x1C},
		{lM, a4{oRM, oI8s}, gWide | d3 | 0x83},
		{lNone, a4{oAcc, oI}, gWide | 0x1D},
		{lM, a4{oRM, oI}, gAll | d3 | 0x81},
	}},
	{AND, "and", ff{
		{lMR, a4{oRM, oR}, gAll | 0x21},
		{lRM, a4{oR, oRM}, gAll | 0x23},
		{lNone, a4{oAcc, oI}, g1 | 0x24},
		{lM, a4{oRM, oI8s}, gWide | d4 | 0x83},
		{lNone, a4{oAcc, oI}, gWide | 0x25},
		{lM, a4{oRM, oI}, gAll | d4 | 0x81},
	}},
	{SUB, "sub", ff{
		{lMR, a4{oRM, oR}, gAll | 0x29},
		{lRM, a4{oR, oRM}, gAll | 0x2B},
		{lNone, a4{oAcc, oI}, g1 | 0x2C},
		{lM, a4{oRM, oI8s}, gWide | d5 | 0x83},
		{lNone, a4{oAcc, oI}, gWide | 0x2D},
		{lM, a4{oRM, oI}, gAll | d5 | 0x81},
	}},
	{XOR, "xor", ff{
		{lMR, a4{oRM, oR}, gAll | 0x31},
		{lRM, a4{oR, oRM}, gAll | 0x33},
		{lNone, a4{oAcc, oI}, g1 | 0x34},
		{lM, a4{oRM, oI8s}, gWide | d6 | 0x83},
		{lNone, a4{oAcc, oI}, gWide | 0x35},
		{lM, a4{oRM, oI}, gAll | d6 | 0x81},
	}},
	{CMP, "cmp", ff{
		{lMR, a4{oRM, oR}, gAll | 0x39},
		{lRM, a4{oR, oRM}, gAll | 0x3B},
		{lNone, a4{oAcc, oI}, g1 | 0x3C},
		{lM, a4{oRM, oI8s}, gWide | d7 | 0x83},
		{lNone, a4{oAcc, oI}, gWide | 0x3D},
		{lM, a4{oRM, oI}, gAll | d7 | 0x81},
	}},
	{TEST, "test", ff{
		{lMR, a4{oRM, oR}, gAll | 0x85},
		{lNone, a4{oAcc, oI}, gAll | 0xA9},
		{lM, a4{oRM, oI}, gAll | d0 | 0xF7},
	}},
	{NOT, "not", ff{{lM, a4{oRM}, gAll | d2 | 0xF7}}},
	{NEG, "neg", ff{{lM, a4{oRM}, gAll | d3 | 0xF7}}},
	{MUL, "mul", ff{{lM, a4{oRM}, gAll | d4 | 0xF7}}},
	{DIV, "div", ff{{lM, a4{oRM}, gAll | d6 | 0xF7}}},
	{IDIV, "idiv", ff{{lM, a4{oRM}, gAll | d7 | 0xF7}}},
	{IMUL, "imul", ff{
		{lM, a4{oRM}, gAll | d5 | 0xF7},
		{lRM, a4{oR, oRM}, gWide | m0F | 0xAF},
		{lRM, a4{oR, oRM, oI8s}, gWide | 0x6B},
		{lRM, a4{oR, oRM, oI}, gWide | 0x69},
	}},
	{INC, "inc", ff{{lM, a4{oRM}, gAll | d0 | 0xFF}}},
	{DEC, "dec", ff{{lM, a4{oRM}, gAll | d1 | 0xFF}}},
	{CWD, "cwd", ff{{lNone, a4{}, gFix | p66 | 0x99}}},
	{CDQ, "cdq", ff{{lNone, a4{}, gFix | 0x99}}},
	{CQO, "cqo", ff{{lNone, a4{}, gFix | gW | 0x99}}},
	{CDQE, "cdqe", ff{{lNone, a4{}, gFix | gW | 0x98}}},
	// Shifts.
	{ROL, "rol", ff{
		{lM, a4{oRM, oOne}, gAll | d0 | 0xD1},
		{lM, a4{oRM, oI8}, gAll | d0 | 0xC1},
		{lM, a4{oRM, oCL}, gAll | d0 | 0xD3},
	}},
	{ROR, "ror", ff{
		{lM, a4{oRM, oOne}, gAll | d1 | 0xD1},
		{lM, a4{oRM, oI8}, gAll | d1 | 0xC1},
		{lM, a4{oRM, oCL}, gAll | d1 | 0xD3},
	}},
	{SHL, "shl", ff{
		{lM, a4{oRM, oOne}, gAll | d4 | 0xD1},
		{lM, a4{oRM, oI8}, gAll | d4 | 0xC1},
		{lM, a4{oRM, oCL}, gAll | d4 | 0xD3},
	}},
	{SHR, "shr", ff{
		{lM, a4{oRM, oOne}, gAll | d5 | 0xD1},
		{lM, a4{oRM, oI8}, gAll | d5 | 0xC1},
		{lM, a4{oRM, oCL}, gAll | d5 | 0xD3},
	}},
	{SAR, "sar", ff{
		{lM, a4{oRM, oOne}, gAll | d7 | 0xD1},
		{lM, a4{oRM, oI8}, gAll | d7 | 0xC1},
		{lM, a4{oRM, oCL}, gAll | d7 | 0xD3},
	}},
	{SHLD, "shld", ff{
		{lMR, a4{oRM, oR, oI8}, gWide | m0F | 0xA4},
		{lMR, a4{oRM, oR, oCL}, gWide | m0F | 0xA5},
	}},
	{SHRD, "shrd", ff{
		{lMR, a4{oRM, oR, oI8}, gWide | m0F | 0xAC},
		{lMR, a4{oRM, oR, oCL}, gWide | m0F | 0xAD},
	}},
	{SHLX, "shlx", ff{{lRMV, a4{oR, oRM, oR}, vGPR | p66 | m38 | 0xF7}}},
	{SHRX, "shrx", ff{{lRMV, a4{oR, oRM, oR}, vGPR | pF2 | m38 | 0xF7}}},
	{SARX, "sarx", ff{{lRMV, a4{oR, oRM, oR}, vGPR | pF3 | m38 | 0xF7}}},
	{RORX, "rorx", ff{{lRM, a4{oR, oRM, oI8}, vGPR | pF2 | m3A | 0xF0}}},
	// Bits.
	{MULX, "mulx", ff{{lRVM, a4{oR, oR, oRM}, vGPR | pF2 | m38 | 0xF6}}},
	{ANDN, "andn", ff{{lRVM, a4{oR, oR, oRM}, vGPR | m38 | 0xF2}}},
	{BLSR, "blsr", ff{{lVM, a4{oR, oRM}, vGPR | m38 | d1 | 0xF3}}},
	{BLSMSK, "blsmsk", ff{{lVM, a4{oR, oRM}, vGPR | m38 | d2 | 0xF3}}},
	{BLSI, "blsi", ff{{lVM, a4{oR, oRM}, vGPR | m38 | d3 | 0xF3}}},
	{BZHI, "bzhi", ff{{lRMV, a4{oR, oRM, oR}, vGPR | m38 | 0xF5}}},
	{PEXT, "pext", ff{{lRVM, a4{oR, oR, oRM}, vGPR | pF3 | m38 | 0xF5}}},
	{PDEP, "pdep", ff{{lRVM, a4{oR, oR, oRM}, vGPR | pF2 | m38 | 0xF5}}},
	{BSF, "bsf", ff{{lRM, a4{oR, oRM}, gWide | m0F | 0xBC}}},
	{BSR, "bsr", ff{{lRM, a4{oR, oRM}, gWide | m0F | 0xBD}}},
	{POPCNT, "popcnt", ff{{lRM, a4{oR, oRM}, gWide | pF3 | m0F | 0xB8}}},
	{TZCNT, "tzcnt", ff{{lRM, a4{oR, oRM}, gWide | pF3 | m0F | 0xBC}}},
	{LZCNT, "lzcnt", ff{{lRM, a4{oR, oRM}, gWide | pF3 | m0F | 0xBD}}},
	{BT, "bt", ff{
		{lMR, a4{oRM, oR}, gWide | m0F | 0xA3},
		{lM, a4{oRM, oI8}, gWide | m0F | d4 | 0xBA},
	}},
	{BTS, "bts", ff{
		{lMR, a4{oRM, oR}, gWide | m0F | 0xAB},
		{lM, a4{oRM, oI8}, gWide | m0F | d5 | 0xBA},
	}},
	{BTR, "btr", ff{
		{lMR, a4{oRM, oR}, gWide | m0F | 0xB3},
		{lM, a4{oRM, oI8}, gWide | m0F | d6 | 0xBA},
	}},
	{BTC, "btc", ff{
		{lMR, a4{oRM, oR}, gWide | m0F | 0xBB},
		{lM, a4{oRM, oI8}, gWide | m0F | d7 | 0xBA},
	}},
	// Control.
	{JMP, "jmp", ff{{lM, a4{oRM8}, gFix8 | d4 | 0xFF}}},
	{CALL, "call", ff{
		{lM, a4{oRM8}, gFix8 | d2 | 0xFF},
		{lNone, a4{oL}, gFix8 | 0xE8},
	}},
	{RET, "ret", ff{{lNone, a4{}, gFix | 0xC3}}},
	{UD2, "ud2", ff{{lNone, a4{}, gFix | m0F | 0x0B}}},
	{INT3, "int3", ff{{lNone, a4{}, gFix | 0xCC}}},
	{NOP, "nop", ff{{lNone, a4{}, gFix | 0x90}}},
	{PAUSE, "pause", ff{{lNone, a4{}, gFix | pF3 | 0x90}}},
	{PREFETCHNTA, "prefetchnta", ff{{lM, a4{oM1}, gFix | m0F | d0 | 0x18}}},
	{PREFETCHT0, "prefetcht0", ff{{lM, a4{oM1}, gFix | m0F | d1 | 0x18}}},
	{PREFETCHT1, "prefetcht1", ff{{lM, a4{oM1}, gFix | m0F | d2 | 0x18}}},
	{PREFETCHT2, "prefetcht2", ff{{lM, a4{oM1}, gFix | m0F | d3 | 0x18}}},
	{PREFETCHW, "prefetchw", ff{{lM, a4{oM1}, gFix | m0F | d1 | 0x0D}}},
	{SFENCE, "sfence", ff{{lM0, a4{}, gFix | m0F | d7 | 0xAE}}},
	{LFENCE, "lfence", ff{{lM0, a4{}, gFix | m0F | d5 | 0xAE}}},
	{MFENCE, "mfence", ff{{lM0, a4{}, gFix | m0F | d6 | 0xAE}}},
	// By condition, in the order of Cond: see Jcc, SETcc, CMOVcc.
	{JO, "jo", nil},   // a jump to a label: see Assembler.jump
	{JNO, "jno", nil}, // a jump to a label: see Assembler.jump
	{JB, "jb", nil},   // a jump to a label: see Assembler.jump
	{JAE, "jae", nil}, // a jump to a label: see Assembler.jump
	{JE, "je", nil},   // a jump to a label: see Assembler.jump
	{JNE, "jne", nil}, // a jump to a label: see Assembler.jump
	{JBE, "jbe", nil}, // a jump to a label: see Assembler.jump
	{JA, "ja", nil},   // a jump to a label: see Assembler.jump
	{JS, "js", nil},   // a jump to a label: see Assembler.jump
	{JNS, "jns", nil}, // a jump to a label: see Assembler.jump
	{JP, "jp", nil},   // a jump to a label: see Assembler.jump
	{JNP, "jnp", nil}, // a jump to a label: see Assembler.jump
	{JL, "jl", nil},   // a jump to a label: see Assembler.jump
	{JGE, "jge", nil}, // a jump to a label: see Assembler.jump
	{JLE, "jle", nil}, // a jump to a label: see Assembler.jump
	{JG, "jg", nil},   // a jump to a label: see Assembler.jump
	{SETO, "seto", ff{{lM, a4{oRM1}, gFix | m0F | d0 | 0x90}}},
	{SETNO, "setno", ff{{lM, a4{oRM1}, gFix | m0F | d0 | 0x91}}},
	{SETB, "setb", ff{{lM, a4{oRM1}, gFix | m0F | d0 | 0x92}}},
	{SETAE, "setae", ff{{lM, a4{oRM1}, gFix | m0F | d0 | 0x93}}},
	{SETE, "sete", ff{{lM, a4{oRM1}, gFix | m0F | d0 | 0x94}}},
	{SETNE, "setne", ff{{lM, a4{oRM1}, gFix | m0F | d0 | 0x95}}},
	{SETBE, "setbe", ff{{lM, a4{oRM1}, gFix | m0F | d0 | 0x96}}},
	{SETA, "seta", ff{{lM, a4{oRM1}, gFix | m0F | d0 | 0x97}}},
	{SETS, "sets", ff{{lM, a4{oRM1}, gFix | m0F | d0 | 0x98}}},
	{SETNS, "setns", ff{{lM, a4{oRM1}, gFix | m0F | d0 | 0x99}}},
	{SETP, "setp", ff{{lM, a4{oRM1}, gFix | m0F | d0 | 0x9A}}},
	{SETNP, "setnp", ff{{lM, a4{oRM1}, gFix | m0F | d0 | 0x9B}}},
	{SETL, "setl", ff{{lM, a4{oRM1}, gFix | m0F | d0 | 0x9C}}},
	{SETGE, "setge", ff{{lM, a4{oRM1}, gFix | m0F | d0 | 0x9D}}},
	{SETLE, "setle", ff{{lM, a4{oRM1}, gFix | m0F | d0 | 0x9E}}},
	{SETG, "setg", ff{{lM, a4{oRM1}, gFix | m0F | d0 | 0x9F}}},
	{CMOVO, "cmovo", ff{{lRM, a4{oR, oRM}, gWide | m0F | 0x40}}},
	{CMOVNO, "cmovno", ff{{lRM, a4{oR, oRM}, gWide | m0F | 0x41}}},
	{CMOVB, "cmovb", ff{{lRM, a4{oR, oRM}, gWide | m0F | 0x42}}},
	{CMOVAE, "cmovae", ff{{lRM, a4{oR, oRM}, gWide | m0F | 0x43}}},
	{CMOVE, "cmove", ff{{lRM, a4{oR, oRM}, gWide | m0F | 0x44}}},
	{CMOVNE, "cmovne", ff{{lRM, a4{oR, oRM}, gWide | m0F | 0x45}}},
	{CMOVBE, "cmovbe", ff{{lRM, a4{oR, oRM}, gWide | m0F | 0x46}}},
	{CMOVA, "cmova", ff{{lRM, a4{oR, oRM}, gWide | m0F | 0x47}}},
	{CMOVS, "cmovs", ff{{lRM, a4{oR, oRM}, gWide | m0F | 0x48}}},
	{CMOVNS, "cmovns", ff{{lRM, a4{oR, oRM}, gWide | m0F | 0x49}}},
	{CMOVP, "cmovp", ff{{lRM, a4{oR, oRM}, gWide | m0F | 0x4A}}},
	{CMOVNP, "cmovnp", ff{{lRM, a4{oR, oRM}, gWide | m0F | 0x4B}}},
	{CMOVL, "cmovl", ff{{lRM, a4{oR, oRM}, gWide | m0F | 0x4C}}},
	{CMOVGE, "cmovge", ff{{lRM, a4{oR, oRM}, gWide | m0F | 0x4D}}},
	{CMOVLE, "cmovle", ff{{lRM, a4{oR, oRM}, gWide | m0F | 0x4E}}},
	{CMOVG, "cmovg", ff{{lRM, a4{oR, oRM}, gWide | m0F | 0x4F}}},
}
