package x86

import (
	"slices"

	"github.com/hone-go/hone/internal/x86/asm"
)

// place is where a value is: a register, or a slot in the scratch area if reg is NoReg.
type place struct {
	reg  asm.Reg
	slot int32
}

type move struct {
	dst, src place
	class    class
	size     int
}

func (e *emitter) placeOf(v vreg) place {
	if v.isPhysical() {
		return place{reg: asm.Reg(v)}
	}
	at := &e.a.at[v]
	if at.loc != asm.NoReg {
		return place{reg: at.loc}
	}
	return place{slot: e.a.at[at.home].slot}
}

// parallelMoves emits the moves of a parallel copy in an order in which no source is overwritten before it is read.
// n is the number of the instruction, to find registers that are free.
func (e *emitter) parallelMoves(n int32, moves []move) {
	e.all = append(e.all[:0], moves...)
	e.pending = e.all
	defer func() { e.pending = nil }()
	for len(moves) > 0 {
		progress := false
		for i := 0; i < len(moves); i++ {
			m := moves[i]
			if m.dst != m.src && blocked(moves, i) {
				continue
			}
			if m.dst != m.src {
				e.move(n, m)
			}
			moves = append(moves[:i], moves[i+1:]...)
			i--
			progress = true
		}
		if !progress {
			moves = e.breakCycle(n, moves)
		}
	}
}

// blocked reports whether another pending move still reads the destination of move i.
func blocked(moves []move, i int) bool {
	for j := range moves {
		if j != i && moves[j].src == moves[i].dst {
			return true
		}
	}
	return false
}

// breakCycle exchanges the two sides of the first move, which settles it, and redirects the others.
func (e *emitter) breakCycle(n int32, moves []move) []move {
	m := moves[0]
	if m.class == classGPR && m.dst.reg != asm.NoReg && m.src.reg != asm.NoReg && e.freeReg(n, classGPR) == asm.NoReg { // three moves take no longer, and what waits for one side doesn't wait for the other
		e.asm.RR(asm.XCHG, 8, m.dst.reg, m.src.reg)
	} else {
		x, y := m.dst, m.src
		e.withTemp(n, m, func(t place) {
			e.move(n, move{t, x, m.class, 64})
			e.move(n, move{x, y, m.class, 64})
			e.move(n, move{y, t, m.class, 64})
		})
	}
	rest := moves[1:]
	for i := range rest {
		switch rest[i].src {
		case m.dst:
			rest[i].src = m.src
		case m.src:
			rest[i].src = m.dst
		}
	}
	return rest
}

// withTemp calls g with a place of m's class that nobody uses: a free register, or the emergency slot.
func (e *emitter) withTemp(n int32, m move, g func(place)) {
	if r := e.freeReg(n, m.class); r != asm.NoReg {
		e.busy = r
		g(place{reg: r})
		e.busy = asm.NoReg
		return
	}
	g(place{slot: e.emergencySlot(0)})
}

// freeReg finds a register that no interval occupies around instruction n, and that is no side of a pending move: copies that the allocator has
// inserted read registers of intervals that end before n.
func (e *emitter) freeReg(n int32, c class) asm.Reg {
	if c == classMask {
		if e.busy == asm.K0 {
			return asm.NoReg
		}
		return asm.K0 // never allocated: it can't be a write mask
	}
	around := [...]span{{n * 4, n*4 + 4}}
	for _, r := range e.f.registers(c) {
		if r != e.busy && !e.isPending(r) && e.a.taken.free(around[:], r) {
			return r
		}
	}
	return asm.NoReg
}

func (e *emitter) isPending(r asm.Reg) bool {
	return slices.ContainsFunc(e.pending, func(m move) bool { return m.dst.reg == r || m.src.reg == r })
}

// move emits one move between any places.
func (e *emitter) move(n int32, m move) {
	size := min(m.size, e.fullSize(m.class))
	for _, p := range []place{m.dst, m.src} {
		if p.reg == asm.NoReg {
			size = min(size, int(e.f.slots[p.slot-1].size))
		}
	}
	if m.dst.reg != asm.NoReg || m.src.reg != asm.NoReg {
		e.moveSized(m.dst, m.src, m.class, size)
		return
	}
	e.withRegister(n, m.class, func(r asm.Reg) {
		e.moveSized(place{reg: r}, m.src, m.class, size)
		e.moveSized(m.dst, place{reg: r}, m.class, size)
	})
}

// withRegister calls g with a register that is free, or whose value is put aside meanwhile.
func (e *emitter) withRegister(n int32, c class, g func(r asm.Reg)) {
	if r := e.freeReg(n, c); r != asm.NoReg {
		g(r)
		return
	}
	r, aside := e.f.registers(c)[0], place{slot: e.emergencySlot(1)}
	e.moveSized(aside, place{reg: r}, c, e.fullSize(c))
	g(r)
	e.moveSized(place{reg: r}, aside, c, e.fullSize(c))
}

func (e *emitter) fullSize(c class) int {
	switch {
	case c != classVec:
		return 8
	case e.f.isa == AVX512:
		return 64
	}
	return 32
}

func (e *emitter) moveSized(dst, src place, c class, size int) {
	op := asm.MOV
	switch c {
	case classVec:
		op = asm.VMOVAPS
		if size < 16 {
			size = 16
		}
	case classMask:
		op, size = asm.KMOVQ, 0
	default:
		size = 8
	}
	switch {
	case dst.reg == asm.NoReg:
		e.asm.MR(op, size, e.slotMem(dst.slot), src.reg)
	case src.reg == asm.NoReg:
		e.asm.RM(op, size, dst.reg, e.slotMem(src.slot))
	default:
		e.asm.RR(op, size, dst.reg, src.reg)
	}
}

// slotMem is the address of slot number s - 1.
func (e *emitter) slotMem(s int32) asm.Mem {
	return asm.At(asm.RSP, 8+e.f.slots[s-1].off)
}

// emergencySlot is one of two slots that moves use when registers are short.
func (e *emitter) emergencySlot(i int) int32 {
	if e.emergency[i] == 0 {
		e.f.slots = append(e.f.slots, slot{size: 64, off: e.f.frameEnd})
		e.f.frameEnd += 64
		e.emergency[i] = int32(len(e.f.slots))
	}
	return e.emergency[i]
}
