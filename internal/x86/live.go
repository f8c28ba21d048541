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

// liveness finds what is live at the ends of blocks. The registers of loop parameters have several definitions, so that the single backward pass
// for pure SSA does not do. Most registers live in one block; each of the others is followed from where a block reads what it has not written back to
// where it is written (Boissinot and others, "Computing liveness sets for SSA-form programs", INRIA 2011): the time goes with the size of the
// program and of the answer, not with their product, as that of sets of all registers for all blocks does.
func (f *fn) liveness() {
	n := int(firstVirtual) + len(f.vregs)
	f.known = n
	f.memory.words.reset() // of the last time
	l := &f.memory.live
	l.reads, l.writes, l.places, l.ends = cleared(l.reads, n), cleared(l.writes, n), l.places[:0], l.ends[:0]
	for _, b := range f.blocks {
		for i := range b.insts {
			in := &b.insts[i]
			in.eachUse(func(v *vreg) {
				// What is listed last for a register tells whether this block has read or written it before.
				if !reserved(*v) && !l.last(l.writes[*v], b) && !l.last(l.reads[*v], b) {
					l.note(&l.reads[*v], b)
				}
			})
			in.eachDef(func(v *vreg) {
				if !l.last(l.writes[*v], b) {
					l.note(&l.writes[*v], b)
				}
			})
		}
	}
	count := cleared(l.count, len(f.blocks)+1)
	l.count = count
	l.in, l.out, l.kill = cleared(l.in, len(f.blocks)), cleared(l.out, len(f.blocks)), cleared(l.kill, len(f.blocks))
	for v := range l.reads {
		if l.reads[v] != 0 {
			l.follow(vreg(v), f.blocks)
		}
	}
	for _, e := range l.ends {
		count[e.block]++
	}
	for i, b := range f.blocks {
		b.out = f.memory.regs.take(int(count[i]))[:0]
	}
	for _, e := range l.ends {
		b := f.blocks[e.block]
		b.out = append(b.out, e.v)
	}
}

// lives is the memory of liveness.
type lives struct {
	reads, writes []int32 // by register: 1 + index in places of the last block that reads it before it writes it, or that writes it
	places        []livePlace
	ends          []liveEnd // what is live at the ends of blocks, by register
	count         []int32   // by block: how many of ends
	work          []*block

	in, out, kill []vreg // by block: the last register found to be live at its start, at its end, and to be written in it
}

type livePlace struct {
	b    *block
	next int32 // 1 + index of the one before
}

type liveEnd struct {
	block int32
	v     vreg
}

func (l *lives) last(at int32, b *block) bool { return at != 0 && l.places[at-1].b == b }

func (l *lives) note(list *int32, b *block) {
	l.places = append(l.places, livePlace{b, *list})
	*list = int32(len(l.places))
}

// follow goes back from where v is read.
func (l *lives) follow(v vreg, blocks []*block) {
	for at := l.writes[v]; at != 0; at = l.places[at-1].next {
		l.kill[l.places[at-1].b.id] = v
	}
	work := l.work[:0]
	for at := l.reads[v]; at != 0; at = l.places[at-1].next {
		b := l.places[at-1].b
		l.in[b.id] = v
		work = append(work, b)
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range b.preds {
			if l.out[p.id] == v {
				continue
			}
			l.out[p.id] = v
			l.ends = append(l.ends, liveEnd{int32(p.id), v})
			if l.kill[p.id] != v && l.in[p.id] != v {
				l.in[p.id] = v
				work = append(work, p)
			}
		}
	}
	l.work = work
}

// stepBack turns the set of registers live after the instruction into the one before it.
func (in *inst) stepBack(live bitset) {
	in.eachDef(func(v *vreg) { live.remove(int(*v)) })
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
		clear(live)
		for _, v := range b.out {
			live.add(int(v))
		}
		rev = rev[:0]
		for i := len(b.insts) - 1; i >= 0; i-- {
			if b.insts[i].dead(live) {
				continue
			}
			rev = append(rev, b.insts[i])
			in := &rev[len(rev)-1]
			if in.tie == tieNone {
				in.stepBack(live)
				continue
			}
			cp, ok := in.untie(live, next[in.args[0].reg])
			in.stepBack(live)
			if ok {
				rev = append(rev, f.copyInst(in.pos, cp))
				rev[len(rev)-1].stepBack(live)
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
