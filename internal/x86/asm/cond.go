package asm

// Cond is a condition on the flags; its value is the condition code of the encoding.
type Cond uint8

// The conditions. B, AE, BE and A (below, above) compare unsigned integers, and floating-point numbers after
// VUCOMISD; L, GE, LE and G compare signed integers. P is set by VUCOMISD for unordered operands.
const (
	CondO Cond = iota
	CondNO
	CondB
	CondAE
	CondE
	CondNE
	CondBE
	CondA
	CondS
	CondNS
	CondP
	CondNP
	CondL
	CondGE
	CondLE
	CondG
)

// Not returns the opposite condition.
func (c Cond) Not() Cond { return c ^ 1 }

// Jcc returns the conditional jump on c.
func Jcc(c Cond) Op { return JO + Op(c) }

// SETcc returns the operation that sets a byte to 1 if c holds, to 0 if not.
func SETcc(c Cond) Op { return SETO + Op(c) }

// CMOVcc returns the conditional move on c.
func CMOVcc(c Cond) Op { return CMOVO + Op(c) }

// String returns the suffix in mnemonics.
func (c Cond) String() string { return table[Jcc(c)].name[1:] }

// jumpCond returns the condition under which o jumps; ok is false if o is no conditional jump.
func (o Op) jumpCond() (c Cond, ok bool) {
	if o < JO || o > JG {
		return 0, false
	}
	return Cond(o - JO), true
}
