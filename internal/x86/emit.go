package x86

import (
	"fmt"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/x86/asm"
)

// scratchBytes is the size of the area at [RSP+8] that a kernel may use (internal/rt has the same constant).
const scratchBytes = 65536

// emitter turns allocated machine IR into bytes.
type emitter struct {
	f         *fn
	a         *allocator
	asm       *asm.Assembler
	emergency [2]int32
	busy      asm.Reg  // a free register that is in use as a temporary
	pending   []move   // the parallel copy that is being emitted
	all, left []move   // memory for it
	out       asm.Inst // memory for plain
	count     int
}

// begin makes the emitter ready for a kernel.
func (e *emitter) begin(f *fn, a *allocator) {
	*e = emitter{f: f, a: a, asm: f.pool, all: e.all[:0], left: e.left[:0]}
}

// frame gives the slots their places, each aligned: small ones first, since an address tells offsets below 128 in one byte, and the kernel's private memory behind them.
func (f *fn) frame() {
	off := int32(0)
	for i := len(f.slots) - 1; i >= 0; i-- { // colorSlots made them in descending order of size
		s := &f.slots[i]
		s.off = (off + s.size - 1) &^ (s.size - 1)
		off = s.off + s.size
	}
	f.privates = (off + 63) &^ 63
	f.frameEnd = f.privates + (f.scratch+63)&^63
}

func (e *emitter) emit() error {
	layout := e.f.layout()
	for _, b := range layout {
		b.label = e.asm.NewLabel()
	}
	for i, b := range layout {
		var next *block
		if i+1 < len(layout) {
			next = layout[i+1]
		}
		if b.align {
			e.asm.Align(32)
		}
		e.asm.Bind(b.label)
		for k := range b.insts {
			e.inst(b, int32(b.start+k), &b.insts[k], next)
		}
	}
	if e.f.frameEnd > scratchBytes {
		return &ir.Limit{Msg: fmt.Sprintf("the kernel needs %d bytes of scratch, there are %d", e.f.frameEnd, scratchBytes)}
	}
	return nil
}

// inst emits an instruction with what the allocator put around it.
func (e *emitter) inst(b *block, n int32, in *inst, next *block) {
	e.asm.SetPos(in.pos | int32(b.weightDepth()+1)<<posBits)
	if !e.a.edits.any(n) {
		e.one(n, in, next)
		return
	}
	for list, i := e.a.edits.at(before, n), 0; i < len(list); i++ {
		e.one(n, &list[i], nil)
	}
	e.one(n, in, next)
	for list, i := e.a.edits.at(behind, n), 0; i < len(list); i++ {
		e.one(n, &list[i], nil)
	}
}

func (e *emitter) one(n int32, in *inst, next *block) {
	switch in.op {
	case opNop:
	case opCopy:
		moves := e.left[:0]
		for _, c := range in.more.copies {
			moves = append(moves, move{e.placeOf(c.dst), e.placeOf(c.src), e.f.class(c.dst), e.copySize(c)})
		}
		e.left = moves
		e.parallelMoves(n, moves)
	case opRemat:
		e.remat(n, in.more.remat, in.args[0].reg)
	case opJump:
		if t := in.more.to[0].thread(); t != next {
			e.asm.Jmp(t.label)
		}
	case opBranch:
		e.branch(in.more.cond, in.more.to[0].thread(), in.more.to[1].thread(), next)
	case opRet:
		if e.f.streams { // before another thread is told that all is written
			e.asm.Op(asm.SFENCE, 0)
		}
		e.asm.Op(asm.VZEROUPPER, 0)
		e.asm.Op(asm.RET, 0)
	default:
		e.plain(in)
	}
}

// remat makes the value of v anew, by way of a register if it lives in memory.
func (e *emitter) remat(n int32, rm *remat, v vreg) {
	def, p := rm.inst, e.placeOf(v)
	if p.reg != asm.NoReg {
		def.args[0] = rg(v)
		e.plain(&def)
		return
	}
	e.withRegister(n, rm.class, func(r asm.Reg) {
		def.args[0] = rg(vreg(r))
		e.plain(&def)
		e.moveSized(p, place{reg: r}, rm.class, int(rm.size))
	})
}

func (e *emitter) copySize(c copyPair) int {
	size := 8
	if c.dst.isVirtual() {
		size = int(e.f.info(c.dst).size)
	}
	if c.src.isVirtual() {
		size = max(size, int(e.f.info(c.src).size))
	}
	return size
}

func (e *emitter) branch(c flagCond, yes, no, next *block) {
	if yes == no {
		if yes != next {
			e.asm.Jmp(yes.label)
		}
		return
	}
	if yes == next {
		c, yes, no = c.negate(), no, yes
	}
	switch {
	case c.or != ccNone:
		e.asm.Jcc(asm.Cond(c.cc), yes.label)
		e.asm.Jcc(asm.Cond(c.or), yes.label)
	case c.and != ccNone:
		e.asm.Jcc(asm.Cond(c.cc^1), no.label)
		e.asm.Jcc(asm.Cond(c.and), yes.label)
	default:
		e.asm.Jcc(asm.Cond(c.cc), yes.label)
	}
	if no != next {
		e.asm.Jmp(no.label)
	}
}

// plain emits an instruction that asm knows.
func (e *emitter) plain(in *inst) {
	e.count++
	out := &e.out
	*out = asm.Inst{Op: in.op, Size: in.size, Zero: in.zero, Bcast: in.bcast}
	if in.mask != 0 {
		out.Mask = e.reg(in.mask)
	}
	for i := range in.args {
		switch a := &in.args[i]; a.kind {
		case argReg:
			r := a.reg
			if in.idiom {
				r = in.args[0].reg // op r, r, r: the operands' names stand for the destination
			}
			out.Args[i].Kind, out.Args[i].Reg = asm.ArgReg, e.reg(r)
		case argImm:
			out.Args[i].Kind, out.Args[i].Imm = asm.ArgImm, int64(a.imm())
		case argWide:
			out.Args[i].Kind, out.Args[i].Imm = asm.ArgImm, in.more.wide
		case argMem:
			out.Args[i].Kind, out.Args[i].Mem = asm.ArgMem, e.mem(&in.mem)
		}
	}
	if in.redundant(out) {
		return
	}
	e.asm.Add(out)
}

// redundant reports a move of a register to itself.
func (in *inst) redundant(out *asm.Inst) bool {
	same := out.Args[0].Kind == asm.ArgReg && out.Args[1].Kind == asm.ArgReg && out.Args[0].Reg == out.Args[1].Reg
	return same && out.Mask == asm.NoReg && in.op == asm.MOV && in.size == 8
}

func (e *emitter) reg(v vreg) asm.Reg {
	p := e.placeOf(v)
	if p.reg == asm.NoReg {
		panic(fmt.Sprintf("x86: %v has no register", v))
	}
	return p.reg
}

func (e *emitter) mem(m *mem) asm.Mem {
	if m.slot != 0 {
		return e.slotMem(e.a.at[m.slot].slot)
	}
	out := asm.Mem{Scale: m.scale, Disp: m.disp, Const: m.konst}
	if m.base != 0 {
		if out.Base = e.reg(m.base); out.Base == asm.RSP {
			out.Disp += e.f.privates
		}
	}
	if m.index != 0 {
		out.Index = e.reg(m.index)
	}
	return out
}

// thread is where control is after the block and others that only jump on: the first that does more; in an endless loop of such blocks one of
// them.
func (b *block) thread() *block {
	if b.onlyJumps {
		return b.goal
	}
	return b
}

// threadJumps finds the goals of the blocks that only jump, each path once.
func (f *fn) threadJumps() {
	for _, b := range f.blocks {
		if !b.onlyJumps || b.goal != nil {
			continue
		}
		path := f.memory.found[:0]
		for b.onlyJumps && b.goal == nil && !b.onPath {
			b.onPath = true
			path = append(path, b)
			b = b.insts[len(b.insts)-1].more.to[0]
		}
		if b.onlyJumps && b.goal != nil {
			b = b.goal
		}
		for _, p := range path {
			p.goal = b
		}
		f.memory.found = path
	}
}

// layout is the order of blocks in memory: as in the program, but cold ones last, and the tests at the head of a loop
// behind its body, so that an iteration takes one jump; what an innermost loop is left by, before its end,
// stands behind the loop around it, or all else, so that neither its iterations nor its end jump over it.
func (f *fn) layout() []*block {
	m := f.memory
	out := m.blockLists.take(len(f.blocks))[:0]
	for _, l := range f.loops {
		m.found = l.tests(f, m.found[:0])
		for _, b := range m.found {
			b.moved = true
			last := f.blocks[l.last]
			last.tests = append(m.blockLists.withRoom(last.tests, 1), b)
		}
	}
	last := f.blocks[len(f.blocks)-1]
	for _, b := range f.blocks[1:] {
		if l := b.span; l != nil && l.inner && b.loop != l && !b.cold && !b.moved && b.id < l.last {
			b.moved = true
			behind := last
			if b.loop != nil {
				behind = f.blocks[b.loop.last]
			}
			behind.tests = append(m.blockLists.withRoom(behind.tests, 1), b)
		}
	}
	for _, b := range f.blocks {
		if !b.cold && !b.moved {
			out = append(out, b)
		}
		out = append(out, b.tests...)
	}
	for _, b := range f.blocks {
		if b.cold {
			out = append(out, b)
		}
	}
	f.alignLoops(out)
	kept := out[:0]
	for _, b := range out {
		if !b.onlyJumps || b.thread() == b {
			kept = append(kept, b)
		}
	}
	return kept
}

// tests lists the blocks at the loop's head that can go behind its body: they end in tests that leave the loop. The list is made in the given
// memory.
func (l *loop) tests(f *fn, out []*block) []*block {
	// The body must come back to the head at its end, or nothing is won.
	for i := l.last; ; i-- {
		if i == l.first {
			return out[:0]
		}
		if b := f.blocks[i]; !b.cold && !b.onlyJumps {
			if last := &b.insts[len(b.insts)-1]; last.op != opJump || last.more.to[0].thread() != l.head {
				return out[:0]
			}
			break
		}
	}
	for i := l.first; i < l.last; i++ {
		b := f.blocks[i]
		if b.onlyJumps {
			continue
		}
		last := &b.insts[len(b.insts)-1]
		if last.op != opBranch || b.cold {
			break
		}
		outside := 0
		for _, t := range last.more.to {
			if t = t.thread(); t.id < l.first || t.id > l.last {
				outside++
			}
		}
		if outside != 1 {
			break
		}
		out = append(out, b)
	}
	if n := len(out); n > 0 && out[n-1].id == l.last {
		return out[:0]
	}
	return out
}

// alignLoops marks the first block of every innermost loop for alignment.
func (f *fn) alignLoops(layout []*block) {
	for i, b := range layout {
		b.place = i + 1
	}
	for _, l := range f.loops {
		if !l.inner || l.head.cold {
			continue
		}
		first := -1
		for i := l.first; i <= l.last; i++ {
			b := f.blocks[i]
			if k := b.place - 1; k >= 0 && !b.cold && !b.onlyJumps && (first < 0 || k < first) {
				first = k
			}
		}
		if first >= 0 {
			layout[first].align = true
		}
	}
}
