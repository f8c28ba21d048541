package x86

import (
	"fmt"
	"strings"

	"github.com/hone-go/hone/internal/x86/asm"
)

// This file has the machine IR: asm's instructions over virtual registers, in basic blocks, between instruction
// selection and emission.

// vreg is a register: below firstVirtual a physical one (an asm.Reg), from there on a virtual one. 0 is none.
type vreg int32

const firstVirtual vreg = 128

func phys(r asm.Reg) vreg       { return vreg(r) }
func (v vreg) isPhysical() bool { return v > 0 && v < firstVirtual }
func (v vreg) isVirtual() bool  { return v >= firstVirtual }
func (v vreg) String() string {
	if v.isPhysical() {
		return asm.Reg(v).String()
	}
	return fmt.Sprintf("v%d", int(v-firstVirtual))
}

// class is a register file.
type class uint8

const (
	classGPR class = iota
	classVec
	classMask
	numClasses
)

// vinfo describes a virtual register.
type vinfo struct {
	class class
	size  uint8  // bytes that a spill slot needs: 8 for general and mask registers, 16, 32 or 64 for vectors
	remat *remat // how to compute the value anew anywhere, instead of spilling it; nil if it can't be
}

// remat is a computation without register operands (but for the parameter pointer), cheap enough to repeat.
type remat struct {
	inst  inst  // its args[0] is to be replaced
	mem   mem   // where memory holds the value, if fold
	fold  bool  // the value may be read from mem in place
	bcast uint8 // mem holds one element of this size; 0: all of the value
	full  uint8 // bytes that mem holds, if bcast is 0
	class class
	size  uint8
	free  bool // needs neither parameters nor memory to be in some state: may move to any place in the kernel
	more  extra

	first, last int32   // where it is made in the loop that hoist looks at: 1 + index in the placer's list
	worth       float32 // the sum of the values of these places
	block       *block  // the last block for which settle has made it, in made
	made        vreg
}

// extra is that of the instructions that stand for the computation.
func (r *remat) extra() *extra {
	r.more.remat = r
	return &r.more
}

// mem is asm.Mem over virtual registers.
type mem struct {
	base, index vreg
	scale       uint8
	disp        int32
	konst       asm.ConstRef
	slot        int32 // 1 + number of a spill slot; base and index are empty then
}

type argKind uint8

const (
	argNone argKind = iota
	argReg
	argMem // the instruction's mem
	argImm
	argWide // more.wide
)

type arg struct {
	kind argKind
	reg  vreg // or the immediate
}

func rg(v vreg) arg      { return arg{kind: argReg, reg: v} }
func memArg() arg        { return arg{kind: argMem} }
func (a arg) imm() int32 { return int32(a.reg) }

// im is an immediate of 32 bits, which instructions on 32 bits may have unsigned.
func im(i int64) arg {
	if i != int64(int32(i)) && i != int64(uint32(i)) {
		panic(fmt.Sprintf("x86: an immediate of %d", i))
	}
	return arg{kind: argImm, reg: vreg(i)}
}

// role says what an instruction does to its first operand.
type role uint8

const (
	roleDef    role = iota // writes it
	roleModify             // reads and writes it
	roleUse                // reads it only: stores, compares
)

// tie says how an instruction's destination is bound to a source before the pass twoAddress has run; afterwards it is tieNone.
type tie uint8

const (
	tieNone    tie = iota
	tieSrc         // args are d, a, rest: the hardware form is op d, rest with d = a
	tieCommute     // the same, and a and the first of rest may be swapped
	tieMove        // a conditional move: the same, if the condition becomes its opposite
	tieFMA         // args are d, a, b, c for a*b+c; op is the 213 form
	tieKeep        // like tieSrc with a staying the first operand of its own (masked operation: op d{k}, rest with d = a before)
)

// inst is a machine instruction. Of the operands, at most one is memory, and its address is in mem.
type inst struct {
	op    asm.Op
	size  uint8
	role  role
	tie   tie
	zero  bool
	bcast bool
	fold  uint8 // 1 + index of the operand that may be memory instead of a register; 0: none
	elem  uint8 // size of the elements that operand may be broadcast from; 0: no broadcast
	msize uint8 // bytes that operand reads as memory
	comm  bool  // the second and third operands may be exchanged
	flags bool  // its flags are read: it may not be removed though nobody reads its result
	idiom bool  // operands after the first are read in name only: xor r, r
	early bool  // the destination may not share a register with a source (gathers)
	mask  vreg
	pos   int32 // index of the source position
	args  [5]arg
	mem   mem
	more  *extra
}

// extra is what few instructions have.
type extra struct {
	uses, defs []vreg // implicit or clobbered registers
	copies     []copyPair
	cond       flagCond  // opBranch
	to         [2]*block // opJump, opBranch
	remat      *remat    // opRemat
	wide       int64     // an immediate of 64 bits
}

// copyPair is one assignment of a parallel copy.
type copyPair struct{ dst, src vreg }

// Pseudo operations, outside asm's range.
const (
	opCopy   asm.Op = 0xFF00 + iota // parallel copy: more.copies
	opJump                          // to more.to[0]
	opBranch                        // if flags hold more.cc to more.to[0] else more.to[1]
	opRet
	opRemat // args[0] = value of its remat, to be put where the allocator wants it
	opNop
)

// cond is a condition on the flags, as the hardware numbers them.
type cond uint8

const (
	ccO cond = iota
	ccNO
	ccB
	ccAE
	ccE
	ccNE
	ccBE
	ccA
	ccS
	ccNS
	ccP
	ccNP
	ccL
	ccGE
	ccLE
	ccG
	ccNone cond = 0xFF
)

// flagCond is a condition that needs up to two flags tests: float equality has to look at parity, too.
type flagCond struct {
	cc  cond
	and cond // ccNone, or cc && and
	or  cond // ccNone, or cc || or
}

func (c flagCond) negate() flagCond {
	n := flagCond{cc: c.cc ^ 1, and: ccNone, or: ccNone}
	if c.and != ccNone {
		n.or = c.and ^ 1
	}
	if c.or != ccNone {
		n.and = c.or ^ 1
	}
	return n
}

// block is a basic block. Blocks are numbered in the order of the structured program: a block's number is greater than those of
// its dominators, and a loop's blocks are consecutive.
type block struct {
	id    int
	insts []inst
	succs []*block
	depth int
	loop  *loop // innermost loop around it, or nil
	span  *loop // innermost loop whose blocks' numbers are around its own: one that it may only leave
	cold  bool  // seldom run: every path from here leaves the kernel abnormally, or rare is set
	rare  bool  // known to be run seldom
	start int   // index of the first instruction in the numbering
	label asm.Label

	onlyJumps bool     // holds nothing but a jump
	goal      *block   // where onlyJumps leads in the end
	onPath    bool     // the same, while threadJumps looks for it
	moved     bool     // stands behind a loop's body, of which it is a test
	tests     []*block // of the last block of loops: the tests to put behind it
	place     int      // 1 + index in the layout, 0 if it is not there
	align     bool
	out       []vreg // live at its end, in order
	measured  bool   // pressure is known
	pressure  [numClasses]int
	reached   bool  // from the first block
	foundIn   *loop // the last loop that it was found to be in
}

// loop is a natural loop: blocks first (the header) to last.
type loop struct {
	parent      *loop
	depth       int
	head        *block
	first, last int
	outer       *loop           // the loop around its blocks, as in block.span
	pre         *block          // block that enters it
	inside      []*loop         // the loops whose outer is this one
	inner       bool            // has no loop inside
	hoisted     [numClasses]int // values that placeConstants made before it
}

// fn is a function in machine IR.
type fn struct {
	isa       ISA
	lanes     int
	blocks    []*block
	loops     []*loop
	outermost []*loop // those that have no outer
	vregs     []vinfo // index: vreg - firstVirtual
	pool      *asm.Assembler
	scratch   int32 // bytes of private memory
	slots     []slot
	privates  int32 // where private memory is in the scratch area, once that is known: behind the slots
	frameEnd  int32 // bytes of the scratch area in use
	streams   bool  // some stores go past the caches
	memory    *scratch
}

// reset makes the memory of f free for another kernel.
func (f *fn) reset() {
	*f = fn{blocks: f.blocks[:0], loops: f.loops[:0], outermost: f.outermost[:0], vregs: f.vregs[:0], slots: f.slots[:0]}
}

// slot is a place in the scratch area.
type slot struct {
	size int32
	off  int32
}

func (f *fn) newVreg(c class, size int) vreg {
	f.vregs = append(withRoom(f.vregs), vinfo{class: c, size: uint8(size)})
	return firstVirtual + vreg(len(f.vregs)-1)
}

func (f *fn) info(v vreg) *vinfo { return &f.vregs[v-firstVirtual] }

func (f *fn) class(v vreg) class {
	if v.isPhysical() {
		switch r := asm.Reg(v); {
		case r.IsGPR():
			return classGPR
		case r.IsVec():
			return classVec
		}
		return classMask
	}
	return f.info(v).class
}

func (m mem) String() string {
	var b strings.Builder
	b.WriteByte('[')
	switch {
	case m.slot != 0:
		fmt.Fprintf(&b, "slot%d", m.slot-1)
	case m.konst != 0:
		fmt.Fprintf(&b, "const%d", m.konst)
	default:
		fmt.Fprintf(&b, "%v", m.base)
		if m.index != 0 {
			fmt.Fprintf(&b, "+%v*%d", m.index, max(m.scale, 1))
		}
	}
	if m.disp != 0 {
		fmt.Fprintf(&b, "%+d", m.disp)
	}
	b.WriteByte(']')
	return b.String()
}

func (in *inst) String() string {
	var b strings.Builder
	switch in.op {
	case opCopy:
		b.WriteString("copy")
		for _, c := range in.more.copies {
			fmt.Fprintf(&b, " %v<-%v", c.dst, c.src)
		}
		return b.String()
	case opJump:
		return fmt.Sprintf("jump b%d", in.more.to[0].id)
	case opBranch:
		return fmt.Sprintf("branch %v b%d b%d", in.more.cond, in.more.to[0].id, in.more.to[1].id)
	case opRet:
		return "ret"
	case opRemat:
		b.WriteString("remat")
	default:
		b.WriteString(in.op.String())
	}
	for i, a := range in.args {
		sep := ", "
		if i == 0 {
			sep = " "
		}
		switch a.kind {
		case argReg:
			fmt.Fprintf(&b, "%s%v", sep, a.reg)
		case argMem:
			fmt.Fprintf(&b, "%s%v", sep, in.mem)
		case argImm:
			fmt.Fprintf(&b, "%s%d", sep, a.imm())
		case argWide:
			fmt.Fprintf(&b, "%s%d", sep, in.more.wide)
		}
		if i == 0 && in.mask != 0 {
			fmt.Fprintf(&b, "{%v}", in.mask)
		}
	}
	return b.String()
}

// String is a dump for tests and debugging.
func (f *fn) String() string {
	var b strings.Builder
	for _, bl := range f.blocks {
		fmt.Fprintf(&b, "b%d: depth %d", bl.id, bl.depth)
		if bl.cold {
			b.WriteString(" cold")
		}
		b.WriteByte('\n')
		for i := range bl.insts {
			fmt.Fprintf(&b, "  %4d %v\n", bl.start+i, &bl.insts[i])
		}
	}
	return b.String()
}

// bitset is a set of small integers.
type bitset []uint64

func (s bitset) has(i int) bool { return s[i>>6]>>(i&63)&1 != 0 }
func (s bitset) add(i int)      { s[i>>6] |= 1 << (i & 63) }
func (s bitset) remove(i int)   { s[i>>6] &^= 1 << (i & 63) }
