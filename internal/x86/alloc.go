package x86

import (
	"fmt"
	"math"
	"slices"

	"github.com/hone-go/hone/internal/x86/asm"
)

// Register allocation. Intervals are taken from a queue, long ones first and those inside one block in program order, and
// get a register that is free for all of their spans. Where none is, one that is worth less than the
// newcomer is thrown out again; if there is none of these either, the newcomer is cut into pieces, first for loops (split.go), then around uses
// (spill.go), which come back to the queue, and lives in memory in between (the scheme of LLVM's greedy allocator; live intervals with holes as
// in linear scan). A register keeps one place all its life, so that no moves are needed where control flow joins.

type allocator struct {
	f       *fn
	order   []*inst
	blockOf []*block
	ivs     []*interval // by register number
	at      []binding   // the same
	queue   queue
	taken   occupancy
	edits   edits
	stats   Stats

	splitter splitter
	// Memory for what lasts no longer than one call.
	busy     [2][]*loop  // of cheapestHoles
	outer    []*loop     // of loopsIn
	byLoops  []group     // of byLoop
	rest     []use       // the same
	clusters [][]use     // of cluster
	hinted   []vreg      // of place
	evicted  []vreg      // the same
	noted    []int32     // of settle
	loaded   []bool      // the same
	slots    []slotState // of dropDeadStores
	users    []slotUser  // of colorSlots
	lives    [][]span    // the same
}

// binding is where a register is.
type binding struct {
	loc  asm.Reg // the physical register, NoReg if in memory
	cost float32 // what its interval weighs while it has one
	slot int32   // 1 + slot, if in memory; -1 until slots are numbered
	home vreg    // the register whose slot or remat a piece shares

	first, last, next vreg // of a home: its first and last piece for loops; of such a piece: the next one
}

// Stats counts what the allocator could not keep in registers.
type Stats struct {
	Spilled int // values that live in memory
	Stores  int // instructions that store them
	Loads   int // instructions that load them (not counting operands in memory)
	Instrs  int // machine instructions before encoding
}

var (
	gprOrder = []asm.Reg{asm.RAX, asm.RCX, asm.RDX, asm.RSI, asm.RBX, asm.R8, asm.R9, asm.R10, asm.R11, asm.R12, asm.R13, asm.R14, asm.R15}
	vecOrder = func() (rs []asm.Reg) {
		for i := range 32 {
			rs = append(rs, asm.Vec(i))
		}
		return rs
	}()
	maskOrder = []asm.Reg{asm.K1, asm.K2, asm.K3, asm.K4, asm.K5, asm.K6, asm.K7}
)

// registers lists the registers of a class in order of preference: those with short encodings first.
func (f *fn) registers(c class) []asm.Reg {
	switch c {
	case classGPR:
		return gprOrder
	case classMask:
		return maskOrder
	}
	if f.isa == AVX512 {
		return vecOrder
	}
	return vecOrder[:16]
}

func (f *fn) allocate(order []*inst, blockOf []*block, ivs []*interval) (*allocator, error) {
	a := &f.memory.allocator
	a.f, a.order, a.blockOf, a.ivs = f, order, blockOf, ivs
	a.edits.first = [2][]int32{f.memory.numbers.take(len(order)), f.memory.numbers.take(len(order))}
	a.at = cleared(a.at, len(ivs))
	a.splitter.begin(a)
	a.taken.begin(len(order))
	for v, iv := range ivs {
		a.at[v].home = vreg(v)
		switch {
		case iv == nil || len(iv.spans) == 0:
		case vreg(v).isPhysical():
			iv.weight = float32(math.Inf(1))
			a.at[v].loc, a.at[v].cost = asm.Reg(v), iv.weight
			a.taken.take(iv, asm.Reg(v))
		default:
			a.weigh(iv)
			a.queue.add(iv)
		}
	}
	a.queue.start()
	for rounds := 0; !a.queue.empty(); rounds++ {
		if rounds > 200*len(ivs)+10000 {
			return nil, fmt.Errorf("register allocation does not end")
		}
		if err := a.place(a.ivs[a.queue.pop()]); err != nil {
			return nil, err
		}
	}
	a.settle()
	a.colorSlots()
	return a, nil
}

// reset makes the allocator free for another kernel.
func (a *allocator) reset() {
	a.taken.reset()
	a.queue.reset()
	a.edits.notes, a.edits.code, a.stats = a.edits.notes[:0], a.edits.code[:0], Stats{}
}

// weigh computes what a position of the interval in a register is worth: the executions of its uses, over its length.
func (a *allocator) weigh(iv *interval) {
	iv.local = iv.within(a.blockOf)
	if iv.stage == stageFinal {
		iv.weight = float32(math.Inf(1))
		return
	}
	w := float32(0)
	remat := a.f.info(iv.v).remat != nil
	for _, u := range iv.uses {
		bl := a.blockOf[u.n()]
		f := frequency(bl)
		if u.reads() && a.order[u.n()].foldable(iv.v) {
			w += 0.5 * f
		} else if u.reads() {
			w += f
		}
		if u.writes() && !remat {
			w += f
			if bl.loop != nil && iv.covers(int32(bl.loop.head.start)*4) {
				w += f // the next iteration waits for it to go to memory and back
			}
		}
	}
	if a.f.info(a.at[iv.v].home).remat != nil {
		w *= 0.5
	}
	iv.weight = w / float32(iv.length()+16)
}

// frequency is how often the block is thought to run.
func frequency(b *block) float32 {
	d := b.weightDepth()
	if d < 0 {
		return 0.01
	}
	return frequencies[min(d, len(frequencies)-1)]
}

var frequencies = [...]float32{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6}

// foldable reports whether v is an operand of the instruction that may be memory instead, and no other operand.
func (in *inst) foldable(v vreg) bool {
	if in.op == opCopy {
		return true
	}
	if in.fold == 0 || in.mem != (mem{}) {
		return false
	}
	if in.countReads(v) != 1 || in.role == roleModify && in.args[0].reg == v {
		return false
	}
	i := in.fold - 1
	if in.args[i].kind == argReg && in.args[i].reg == v {
		return true
	}
	_, fma := isFMA(in.op)
	return (fma || in.comm) && in.args[1].kind == argReg && in.args[1].reg == v
}

// heaviest is the greatest weight of what is in r while the interval lives, or one that is not below the limit.
func (a *allocator) heaviest(iv *interval, r asm.Reg, limit float32) float32 {
	list, i, most := a.taken.lists[r], 0, float32(0)
	for _, s := range iv.spans {
		for i = overlapping(list, s, i); i < len(list) && list[i].from < s.to; i++ {
			if most = max(most, a.at[list[i].v].cost); most >= limit {
				return most
			}
		}
	}
	return most
}

// evict takes away what is in r while the interval lives.
func (a *allocator) evict(iv *interval, r asm.Reg) {
	list, i, out := a.taken.lists[r], 0, a.evicted[:0]
	for _, s := range iv.spans {
		for i = overlapping(list, s, i); i < len(list) && list[i].from < s.to; i++ {
			if v := list[i].v; !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	a.evicted = out
	for _, v := range out {
		o := a.ivs[v]
		a.taken.release(o, r)
		a.at[v].loc = asm.NoReg
		a.queue.push(o)
	}
}

// place finds a register for the interval, or cuts it.
func (a *allocator) place(iv *interval) error {
	busy := a.taken.busy(iv)
	if r := a.hint(iv, busy); r != asm.NoReg {
		a.assign(iv, r)
		return nil
	}
	regs := a.f.registers(a.f.class(iv.v))
	for _, r := range regs {
		if busy&bit(r) == 0 && a.taken.free(iv.spans, r) {
			a.assign(iv, r)
			return nil
		}
	}
	// Throw out what is worth least, if it is worth less than this.
	best, cost := asm.NoReg, iv.weight
	for _, r := range regs {
		if worst := a.heaviest(iv, r, cost); worst < cost {
			best, cost = r, worst
		}
	}
	if best != asm.NoReg {
		a.evict(iv, best)
		a.assign(iv, best)
		return nil
	}
	if iv.stage == stageFinal {
		if a.copiedOnly(iv) {
			a.aside(iv)
			return nil
		}
		return fmt.Errorf("too few registers at instruction %d: %v", iv.start()/4, a.order[iv.start()/4])
	}
	a.spill(iv)
	return nil
}

// hint is a register that is free for the interval and that what it is copied from or to is in, if there is one. It is none of the busy ones.
func (a *allocator) hint(iv *interval, busy regSet) asm.Reg {
	a.hinted = a.f.memory.listHints(iv.hints, a.hinted[:0])
	for _, h := range a.hinted {
		if r := a.at[h].loc; r != asm.NoReg && busy&bit(r) == 0 && a.taken.free(iv.spans, r) {
			return r
		}
	}
	return asm.NoReg
}

func (a *allocator) assign(iv *interval, r asm.Reg) {
	a.at[iv.v].loc, a.at[iv.v].cost = r, iv.weight
	a.taken.take(iv, r)
}
