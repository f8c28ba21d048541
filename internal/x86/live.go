package x86

import "github.com/hone-go/hone/internal/x86/asm"

// Positions. Instruction number n of the function owns the four positions from 4n: code that the allocator inserts before it,
// its reads, its writes, and code inserted behind it. A register that dies in an instruction is thus free for its result.
const (
	atBefore = 0
	atUse    = 1
	atDef    = 2
	atAfter  = 3
)

// reserved reports the registers that the allocator leaves alone: the stack pointer, the frame pointer (for unwinders) and
// the pointer to the parameters.
func reserved(v vreg) bool {
	return v == phys(asm.RSP) || v == phys(asm.RBP) || v == paramReg || v == phys(asm.RIP)
}

const paramReg = vreg(asm.RDI)

// liveness computes what is live at the ends of blocks, iterating over gen and kill sets: the registers of
// loop parameters have several definitions, so that the single backward pass for pure SSA does not do.
func (f *fn) liveness() {
	n := int(firstVirtual) + len(f.vregs)
	kills := make([]bitset, len(f.blocks))
	f.memory.words.reset() // of the last time
	for _, b := range f.blocks {
		b.in, b.out = f.newBitset(n), f.newBitset(n)
		gen, kill := b.in, f.newBitset(n)
		for i := len(b.insts) - 1; i >= 0; i-- {
			b.insts[i].stepBack(gen, func(v vreg) { kill.add(int(v)) })
		}
		kills[b.id] = kill
	}
	for changed := true; changed; {
		changed = false
		for i := len(f.blocks) - 1; i >= 0; i-- {
			b := f.blocks[i]
			grown := false
			for _, s := range b.succs {
				grown = b.out.union(s.in) || grown
			}
			if grown {
				changed = true
				for w, out := range b.out {
					b.in[w] |= out &^ kills[b.id][w]
				}
			}
		}
	}
}

// stepBack turns the set of registers live after the instruction into the one before it.
func (in *inst) stepBack(live bitset, killed func(vreg)) {
	in.eachDef(func(v *vreg) {
		live.remove(int(*v))
		if killed != nil {
			killed(*v)
		}
	})
	in.eachUse(func(v *vreg) {
		if !reserved(*v) {
			live.add(int(*v))
		}
	})
}

// twoAddress gives instructions the operands that the hardware has: where the destination is also a source, it picks
// the source that dies here, and copies it if none does. The copies mostly vanish in coalesce.
func (f *fn) twoAddress() {
	next := f.copiedTo()
	live := f.newBitset(int(firstVirtual) + len(f.vregs))
	rev := f.memory.emitted
	for _, b := range f.blocks {
		live.copyFrom(b.out)
		rev = rev[:0]
		for i := len(b.insts) - 1; i >= 0; i-- {
			if b.insts[i].dead(live) {
				continue
			}
			rev = append(rev, b.insts[i])
			in := &rev[len(rev)-1]
			if in.tie == tieNone {
				in.stepBack(live, nil)
				continue
			}
			cp, ok := in.untie(live, next[in.args[0].reg])
			in.stepBack(live, nil)
			if ok {
				rev = append(rev, cp)
				rev[len(rev)-1].stepBack(live, nil)
			}
		}
		if len(rev) > len(b.insts) {
			b.insts = f.memory.insts.take(len(rev))
		}
		b.insts = b.insts[:len(rev)]
		for i, in := range rev {
			b.insts[len(rev)-1-i] = in
		}
	}
	f.memory.emitted = rev
}

// copiedTo maps registers to where parallel copies take them: the result of a loop's body to the parameter of its next iteration.
func (f *fn) copiedTo() []vreg {
	next := f.memory.regs.take(int(firstVirtual) + len(f.vregs))
	for _, b := range f.blocks {
		for i := range b.insts {
			if in := &b.insts[i]; in.op == opCopy {
				for _, c := range in.more.copies {
					next[c.src] = c.dst
				}
			}
		}
	}
	return next
}

// dead reports an instruction that does nothing but write registers that nobody reads. Of a parallel copy it keeps only what is read.
func (in *inst) dead(live bitset) bool {
	if in.op == opNop {
		return true
	}
	if in.op == opCopy {
		kept := in.more.copies[:0]
		for _, c := range in.more.copies {
			if live.has(int(c.dst)) {
				kept = append(kept, c)
			}
		}
		in.more.copies = kept
		return len(kept) == 0
	}
	if in.flags || in.role == roleUse || in.args[0].kind != argReg || !in.args[0].reg.isVirtual() || live.has(int(in.args[0].reg)) {
		return false
	}
	return in.more == nil || len(in.more.defs) == 0
}

func copyInst(pos int32, pairs ...copyPair) inst {
	return inst{op: opCopy, pos: pos, more: &extra{copies: pairs}}
}

// untie rewrites one instruction with a tie; live is what lives after it. It returns the copy to go before it.
func (in *inst) untie(live bitset, next vreg) (inst, bool) {
	dies := func(a arg) bool {
		return a.kind == argReg && a.reg.isVirtual() && !live.has(int(a.reg)) && a.reg != in.args[0].reg
	}
	d := in.args[0].reg
	switch in.tie {
	case tieFMA:
		return in.untieFMA(dies, next)
	case tieCommute:
		a, b := in.args[1], in.args[2]
		if b.kind == argReg && (a.kind != argReg || !dies(a) && dies(b)) {
			in.args[1], in.args[2] = b, a
		}
	}
	if in.tie != tieKeep && !in.flags && !dies(in.args[1]) && in.toLea() {
		in.tie = tieNone
		return inst{}, false
	}
	a := in.args[1]
	copy(in.args[1:], in.args[2:])
	in.args[4] = arg{}
	in.role = roleModify
	in.tie = tieNone
	if in.fold > 0 {
		in.fold--
	}
	return in.copyBefore(d, a.reg)
}

// copyBefore makes the copy of src to d, which the instruction is about to overwrite. What it reads of src besides it reads of d.
func (in *inst) copyBefore(d, src vreg) (inst, bool) {
	if src == d {
		return inst{}, false
	}
	for i := 1; i < len(in.args); i++ {
		if in.args[i].kind == argReg && in.args[i].reg == src && !in.idiom {
			in.args[i].reg = d
		}
	}
	return copyInst(in.pos, copyPair{d, src}), true
}

// toLea turns an addition that would need a copy into an address computation.
func (in *inst) toLea() bool {
	if in.op != asm.ADD && in.op != asm.SUB || in.size < 4 || in.args[1].kind != argReg {
		return false
	}
	a, b := in.args[1], in.args[2]
	m := mem{base: a.reg}
	switch {
	case b.kind == argImm && in.op == asm.ADD:
		m.disp = int32(b.imm)
	case b.kind == argImm && b.imm != -1<<31:
		m.disp = int32(-b.imm)
	case b.kind == argReg && in.op == asm.ADD:
		m.index, m.scale = b.reg, 1
	default:
		return false
	}
	in.op, in.mem, in.fold, in.role = asm.LEA, m, 0, roleDef
	in.args = [5]arg{in.args[0], memArg()}
	return true
}
