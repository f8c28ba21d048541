package x86

import (
	"fmt"

	"github.com/hone-go/hone/internal/x86/asm"
)

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

// liveness finds what is live at the ends of blocks. The registers of loop parameters have several definitions, so that the single backward pass
// for pure SSA does not do. Most registers live in one block; each of the others is followed from where a block reads what it has not written back to
// where it is written (Boissinot and others, "Computing liveness sets for SSA-form programs", INRIA 2011): the time goes with the size of the
// program and of the answer, not with their product, as that of sets of all registers for all blocks does.
func (f *fn) liveness() {
	n := int(firstVirtual) + len(f.vregs)
	l, o := &f.memory.live, &f.memory.operands
	l.regs, l.blocks, l.places, l.ends = cleared(l.regs, n), cleared(l.blocks, len(f.blocks)), l.places[:0], l.ends[:0]
	for id, b := range f.blocks {
		for i := range b.insts {
			o.of(&b.insts[i])
			for _, v := range o.uses {
				l.read(v, int32(id), 1)
			}
			for _, v := range o.defs {
				if r := &l.regs[v]; r.lastWrite != int32(id)+1 {
					r.lastWrite = int32(id) + 1
					l.note(&r.writes, int32(id))
				}
			}
		}
	}
	for v := range l.regs {
		if l.regs[v].reads != 0 {
			l.follow(vreg(v), &f.memory.flow)
		}
	}
	f.listOuts()
}

// listOuts gives the blocks the lists of what is live at their ends.
func (f *fn) listOuts() {
	l := &f.memory.live
	f.memory.outs = cleared(f.memory.outs, len(l.ends))
	rest := f.memory.outs
	for i, b := range f.blocks {
		n := l.blocks[i].ends
		b.out, rest = rest[:0:n], rest[n:]
	}
	for _, e := range l.ends {
		b := f.blocks[e.block]
		b.out = append(b.out, e.v)
	}
}

// addLiveness brings the lists up to date when registers are gone, and there are others, in order, each of which lives from the end of the one block
// that writes it.
func (f *fn) addLiveness(added []vreg) {
	l := &f.memory.live
	kept := l.ends[:0]
	for _, e := range l.ends {
		if l.regs[e.v].count > 0 {
			kept = append(kept, e)
		} else {
			l.blocks[e.block].ends--
		}
	}
	l.ends = kept
	for _, v := range added {
		if l.regs[v].count > 0 {
			l.follow(v, &f.memory.flow)
		}
	}
	f.listOuts()
}

// lives is the memory of liveness.
type lives struct {
	regs   []regLife
	blocks []blockLife
	places []livePlace
	ends   []liveEnd // what is live at the ends of blocks, by register
	work   []int32
}

// regLife is where a register is read, in blocks that don't write it before, and written: 1 + index in places of the last of these blocks, and 1 + its
// number; and how often it is read.
type regLife struct{ reads, writes, lastRead, lastWrite, count int32 }

// read notes reads of a register in block number b.
func (l *lives) read(v vreg, b int32, times int32) {
	r := &l.regs[v]
	if r.count += times; r.lastRead != b+1 && r.lastWrite != b+1 {
		r.lastRead = b + 1
		l.note(&r.reads, b)
	}
}

// blockLife is the last register found to be live at a block's start, at its end, and to be written in it, and how many live at its end.
type blockLife struct {
	in, out, kill vreg
	ends          int32
}

type livePlace struct {
	block int32
	next  int32 // 1 + index of the one before
}

type liveEnd struct {
	block int32
	v     vreg
}

func (l *lives) note(list *int32, block int32) {
	l.places = append(withRoom(l.places), livePlace{block, *list})
	*list = int32(len(l.places))
}

// follow goes back from where v is read. A register that would come from outside is the selector's mistake: what it computed in one arm of a branch, it
// took for computed in the other.
func (l *lives) follow(v vreg, from *flow) {
	for at := l.regs[v].writes; at != 0; at = l.places[at-1].next {
		l.blocks[l.places[at-1].block].kill = v
	}
	work := l.work[:0]
	for at := l.regs[v].reads; at != 0; at = l.places[at-1].next {
		b := l.places[at-1].block
		l.blocks[b].in = v
		work = append(work, b)
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range from.preds(int(b)) {
			x := &l.blocks[p]
			if x.out == v {
				continue
			}
			x.out = v
			x.ends++
			l.ends = append(withRoom(l.ends), liveEnd{p, v})
			if x.kill != v && x.in != v {
				x.in = v
				work = append(work, p)
			}
		}
	}
	l.work = work
	if first := &l.blocks[0]; first.in == v && v >= firstVirtual {
		panic(fmt.Sprintf("x86: %v is read where it may not have been written", v))
	}
}

// stepBack turns the set of registers live after the instruction into the one before it.
func (o *operands) stepBack(live bitset) {
	for _, v := range o.defs {
		live.remove(int(v))
	}
	for _, v := range o.uses {
		live.add(int(v))
	}
}

// twoAddress gives instructions the operands that the hardware has: where the destination is also a source, it picks
// the source that dies here, and copies it if none does. The copies mostly vanish in coalesce. It takes out what computes for nobody, and reports
// whether less may be live at the ends of blocks than before.
func (f *fn) twoAddress() (less bool) {
	m, o := f.memory, &f.memory.operands
	n := int(firstVirtual) + len(f.vregs)
	m.next, m.liveSet = cleared(m.next, n), cleared(m.liveSet, (n+63)/64)
	f.copiedTo(m.next)
	live := bitset(m.liveSet)
	for _, b := range f.blocks {
		clear(live)
		for _, v := range b.out {
			live.add(int(v))
		}
		m.unread = m.unread[:0]
		list := b.insts // filled from its end
		switch n := len(b.insts) + ties(b.insts); {
		case n <= cap(list): // what is read has not been written over: the copies so far are no more than the ties
			list = list[:n]
		default:
			list = m.insts.take(n)
		}
		at := len(list)
		for i := len(b.insts) - 1; i >= 0; i-- {
			if f.dead(&b.insts[i], live) {
				continue
			}
			at--
			list[at] = b.insts[i]
			in := &list[at]
			if in.tie == tieNone {
				o.of(in)
				o.stepBack(live)
				continue
			}
			if in.tie == tieMove {
				in.chooseMoved(live, m.next)
			}
			cp, ok := in.untie(live, m.next[in.args[0].reg])
			o.of(in)
			o.stepBack(live)
			if ok {
				at--
				list[at] = f.copyInst(in.pos, cp)
				o.of(&list[at])
				o.stepBack(live)
			}
		}
		b.insts = list[at:]
		for _, v := range m.unread {
			less = less || m.live.regs[v].reads != 0 && !b.readsFirst(v)
		}
	}
	return less
}

// ties counts the instructions that may need a copy.
func ties(insts []inst) (n int) {
	for i := range insts {
		if insts[i].tie != tieNone {
			n++
		}
	}
	return n
}

// readsFirst reports whether the first instruction of the block that has v as operand reads it.
func (b *block) readsFirst(v vreg) bool {
	for i := range b.insts {
		if b.insts[i].reads(v) {
			return true
		}
		if b.insts[i].writes(v) {
			return false
		}
	}
	return false
}

// copiedTo notes for registers where parallel copies take them: the result of a loop's body to the parameter of its next iteration, if it also leaves the loop.
func (f *fn) copiedTo(next []vreg) {
	deepest := -1
	for _, b := range f.blocks {
		deepest = max(deepest, b.weightDepth())
	}
	for depth := -1; depth <= deepest; depth++ {
		for _, b := range f.blocks {
			if b.weightDepth() != depth {
				continue
			}
			for i := range b.insts {
				if in := &b.insts[i]; in.op == opCopy {
					for _, c := range in.more.copies {
						next[c.src] = c.dst
					}
				}
			}
		}
	}
}

// dead reports an instruction that does nothing but write registers that nobody reads. Of a parallel copy it keeps only what is read. What is read no
// longer it notes.
func (f *fn) dead(in *inst, live bitset) bool {
	m := f.memory
	if in.op == opNop {
		return true
	}
	if in.op == opCopy {
		kept := in.more.copies[:0]
		for _, c := range in.more.copies {
			if live.has(int(c.dst)) {
				kept = append(kept, c)
			} else {
				m.unread = append(m.unread, c.src)
			}
		}
		in.more.copies = kept
		return len(kept) == 0
	}
	if in.flags || in.role == roleUse || in.args[0].kind != argReg || !in.args[0].reg.isVirtual() || live.has(int(in.args[0].reg)) {
		return false
	}
	if in.more != nil && len(in.more.defs) > 0 {
		return false
	}
	m.operands.of(in)
	m.unread = append(m.unread, m.operands.uses...)
	return true
}

// copyInst makes copies, all at once.
func (f *fn) copyInst(pos int32, pairs ...copyPair) inst {
	return f.parallel(pos, f.memory.pairs.copyOf(pairs))
}

// parallel is copyInst with a list that becomes its own.
func (f *fn) parallel(pos int32, pairs []copyPair) inst {
	more := f.newExtra()
	more.copies = pairs
	return inst{op: opCopy, pos: pos, more: more}
}

func (f *fn) newExtra() *extra { return &f.memory.extras.take(1)[0] }

// implicit is that of an instruction that reads and writes registers that are no operands of it.
func (f *fn) implicit(uses, defs []vreg) *extra {
	more := f.newExtra()
	more.uses, more.defs = f.memory.regs.copyOf(uses), f.memory.regs.copyOf(defs)
	return more
}

// untie rewrites one instruction with a tie; live is what lives after it. It returns the copy to go before it, if one is needed.
func (in *inst) untie(live bitset, next vreg) (copyPair, bool) {
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
		return copyPair{}, false
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

// chooseMoved has a conditional move overwrite the source that dies here, if the other doesn't, or the one in whose place the result goes on, as what a loop carries does.
func (in *inst) chooseMoved(live bitset, next []vreg) {
	in.tie = tieSrc
	a, b := in.args[1], in.args[2]
	dies := func(a arg) bool { return a.reg.isVirtual() && !live.has(int(a.reg)) }
	if b.kind != argReg || !dies(b) {
		return
	}
	if dies(a) {
		d := next[in.args[0].reg]
		for range 3 { // out of branches
			if d != 0 && d != a.reg && d != b.reg {
				d = next[d]
			}
		}
		if d != b.reg {
			return
		}
	}
	in.op = asm.CMOVO + (in.op - asm.CMOVO) ^ 1 // conditions and their opposites stand side by side
	in.args[1], in.args[2] = b, a
}

// copyBefore makes the copy of src to d, which the instruction is about to overwrite. What it reads of src besides it reads of d.
func (in *inst) copyBefore(d, src vreg) (copyPair, bool) {
	if src == d {
		return copyPair{}, false
	}
	for i := 1; i < len(in.args); i++ {
		if in.args[i].kind == argReg && in.args[i].reg == src && !in.idiom {
			in.args[i].reg = d
		}
	}
	return copyPair{d, src}, true
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
		m.disp = b.imm()
	case b.kind == argImm && b.imm() != -1<<31:
		m.disp = -b.imm()
	case b.kind == argReg && in.op == asm.ADD:
		m.index, m.scale = b.reg, 1
	default:
		return false
	}
	in.op, in.mem, in.fold, in.role = asm.LEA, m, 0, roleDef
	in.args = [5]arg{in.args[0], memArg()}
	return true
}
