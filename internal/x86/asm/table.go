package asm

// This file says how the rows of the tables are to be read.

// Op is an operation, named as its mnemonic. MOVZXB, MOVZXW, MOVSXB and MOVSXW name the width of their source.
type Op uint16

const badOp Op = 0

// op is a row: an operation's mnemonic and its forms. Emission takes the first form that fits.
type op struct {
	op    Op
	name  string
	forms []form
}

// form is one form of an operation. Its args are in Intel order.
type form struct {
	lay  layout
	args [4]argSpec
	spec spec
}

// layout says which field of the encoding holds which operand ("Op/En" in the SDM). An immediate, if
// there is one, is always the last operand.
type layout uint8

const (
	lNone layout = iota // no operand, or none that is encoded but an immediate
	lM                  // rm
	lM0                 // rm is register 0: a longer opcode in truth
	lO                  // low bits of the opcode
	lRM                 // reg, rm
	lMR                 // rm, reg
	lRVM                // reg, vvvv, rm
	lMVR                // rm, vvvv, reg
	lRMV                // reg, rm, vvvv
	lVM                 // vvvv, rm
	lRVMR               // reg, vvvv, rm, immediate bits 7:4
)

// argSpec says what an operand may be: a class, whether memory may stand for the register,
// and the widths of the register and of the memory operand.
type argSpec uint16

// Short names, for the tables.
type (
	ff = []form
	a4 = [4]argSpec
)

const (
	cNone  argSpec = iota
	cGPR           // general-purpose register
	cVec           // vector register
	cMask          // mask register
	cMem           // memory only
	cVSIB          // memory with a vector index as wide as the register width says
	cImm8          // 8 bits, signed or unsigned: the operation says
	cImm8s         // 8 bits, sign-extended to Size
	cImm           // Size bytes, at most 4 and then sign-extended
	cImmU4         // 4 bytes, zero-extended
	cImm8B         // 8 bytes
	cOne           // the immediate 1
	cCL            // register CL
	cAcc           // register AL, AX, EAX or RAX
	cLabel         // code label, 4 bytes relative

	cClass argSpec = 0xF
	cOrMem argSpec = 0x10 // or memory
)

// Widths. wS is the instruction's Size, wH, wQ and wO its half, quarter and eighth.
const (
	wS = iota
	wH
	wQ
	wO
	w1
	w2
	w4
	w8
	w16
	w32
	w64
	wDup // MOVDDUP's memory: 8 of 16, else Size
	wNone
)

const (
	regShift = 5
	memShift = 9

	regS  = wS << regShift
	regH  = wH << regShift
	regQ  = wQ << regShift
	regO  = wO << regShift
	reg1  = w1 << regShift
	reg2  = w2 << regShift
	reg4  = w4 << regShift
	reg8  = w8 << regShift
	reg16 = w16 << regShift
	reg32 = w32 << regShift
	memS  = cOrMem | wS<<memShift
	memH  = cOrMem | wH<<memShift
	memQ  = cOrMem | wQ<<memShift
	memO  = cOrMem | wO<<memShift
	mem1  = cOrMem | w1<<memShift
	mem2  = cOrMem | w2<<memShift
	mem4  = cOrMem | w4<<memShift
	mem8  = cOrMem | w8<<memShift
	mem16 = cOrMem | w16<<memShift
	mem32 = cOrMem | w32<<memShift
)

// Operands, as the tables name them: oR register of Size, oR4 register of 4 bytes, oRM register or memory,
// oX vector of Size, oXH of half of it, oX16 xmm, oX16M8 xmm or 8 bytes of memory, and so on.
const (
	oR    = cGPR | regS
	oR1   = cGPR | reg1
	oR2   = cGPR | reg2
	oR4   = cGPR | reg4
	oR8   = cGPR | reg8
	oRM   = cGPR | regS | memS
	oRM1  = cGPR | reg1 | mem1
	oRM2  = cGPR | reg2 | mem2
	oRM4  = cGPR | reg4 | mem4
	oRM8  = cGPR | reg8 | mem8
	oR4M1 = cGPR | reg4 | mem1
	oR4M2 = cGPR | reg4 | mem2

	oMem = cMem | cOrMem | wNone<<memShift // an address only
	oM   = cMem | memS
	oM1  = cMem | mem1
	oM2  = cMem | mem2
	oM4  = cMem | mem4
	oM8  = cMem | mem8
	oM16 = cMem | mem16
	oM32 = cMem | mem32

	oX     = cVec | regS
	oXH    = cVec | regH
	oXM    = cVec | regS | memS
	oXMH   = cVec | regH | memH
	oXMQ   = cVec | regQ | memQ
	oXMO   = cVec | regO | memO
	oXMDup = cVec | regS | cOrMem | wDup<<memShift
	oX16   = cVec | reg16
	oX32   = cVec | reg32
	oX16M1 = cVec | reg16 | mem1
	oX16M2 = cVec | reg16 | mem2
	oX16M4 = cVec | reg16 | mem4
	oX16M8 = cVec | reg16 | mem8
	oX16M  = cVec | reg16 | mem16
	oX32M  = cVec | reg32 | mem32

	oVS4 = cVSIB | regS | mem4 // index vector of Size, elements of 4 bytes
	oVS8 = cVSIB | regS | mem8
	oVH4 = cVSIB | regH | mem4
	oVH8 = cVSIB | regH | mem8

	oK   = cMask
	oKM1 = cMask | mem1
	oKM2 = cMask | mem2
	oKM4 = cMask | mem4
	oKM8 = cMask | mem8

	oI8  = cImm8
	oI8s = cImm8s
	oI   = cImm
	oIU4 = cImmU4
	oI64 = cImm8B
	oOne = cOne
	oCL  = cCL
	oAcc = cAcc
	oL   = cLabel
)

// spec holds the rest of a form: opcode (absent if 00), prefix, opcode map, the spaces (legacy, VEX, EVEX) and sizes in
// which the form exists, W, and what EVEX adds.
type spec uint64

const (
	ppShift  = 8
	mapShift = 10
	digShift = 12

	p66 spec = 1 << ppShift
	pF3 spec = 2 << ppShift
	pF2 spec = 3 << ppShift

	m0F spec = 1 << mapShift // the opcode map; none of them is the one-byte map
	m38 spec = 2 << mapShift
	m3A spec = 3 << mapShift
)

const (
	// Opcode extension in the reg field ("/digit").
	d0 spec = iota << digShift
	d1
	d2
	d3
	d4
	d5
	d6
	d7
)

const (
	// Legacy encoding, by Size. A form for both 1 and other sizes has an even opcode for 1: bit 0 is "w".
	g1    spec = 1 << (16 + iota)
	g2         // operand-size prefix
	g4         //
	g8         // REX.W
	gFix       // one size only, none to be chosen
	gFix8      // one size only, 8
	gW         // with gFix: REX.W
	gNoW       // no REX.W for Size 8

	// VEX.
	v16   // L0
	v32   // L1
	vFix  // L0, not a matter of Size: scalars and mask registers
	vFix1 // L1, not a matter of Size: mask registers
	vGPR  // L0, W by Size 4 or 8

	// EVEX.
	e16
	e32
	e64
	eFix // scalar
	eGPR // scalar, W by Size 4 or 8

	vw1 // W1 in VEX
	ew1 // W1 in EVEX

	bc4 // the memory operand may be a broadcast element of 4 bytes
	bc8 // ... of 8 bytes
	mk  // write mask
	mz  // zeroing too
	mkR // write mask other than K0 required
	er  // embedded rounding: Inst.Round may be a rounding mode
	er8 // ... for Size 8 only
	sae // Inst.Round may be SAE
	n1  // disp8 counts elements of 1 byte, whatever the memory operand's width
	n2
	n4
	n8

	swap // VEX: if only the rm register is one of 8 to 15, the next form (operands swapped) is shorter
	trim // the mnemonic of this form lacks the element width: VEX's VPAND for VPANDQ

	gSizes = g1 | g2 | g4 | g8
	gWide  = g2 | g4 | g8
	gAll   = gSizes
	g48    = g4 | g8
	vSizes = v16 | v32
	eSizes = e16 | e32 | e64
	anyV   = v16 | v32 | vFix | vFix1 | vGPR
	anyE   = e16 | e32 | e64 | eFix | eGPR
	anyG   = gSizes | gFix | gFix8
	w1s    = vw1 | ew1
	mkz    = mk | mz
	vxy    = v16 | v32
	exyz   = e16 | e32 | e64
	eyz    = e32 | e64
)

// table is indexed by Op.
var table [endMask]*op

func init() {
	for _, rows := range [][]op{gprOps, fpOps, integerOps, convertOps, shuffleOps, moveOps, maskOps} {
		for i := range rows {
			table[rows[i].op] = &rows[i]
		}
	}
}

// String returns the mnemonic.
func (o Op) String() string {
	if int(o) < len(table) && table[o] != nil {
		return table[o].name
	}
	return "(bad op)"
}
