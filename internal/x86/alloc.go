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
	queue   queue
	taken   [asm.K7 + 1][]taken // per physical register, in order
	loc     []asm.Reg           // by register number: the physical register, NoReg if in memory
	slot    []int32             // by register number: 1 + slot, if in memory
	home    []vreg              // by register number: the register whose slot or remat a piece shares
	parts   map[vreg][]vreg     // by home: the pieces for loops

	blockFlags []blockFlags // by number, for the splitter; zeros between two pieces
	pieceSpans []span       // memory for the splitter
	pieceWork  []*block     // the same
	busy       [2][]*loop   // memory for cheapestHoles
	groups     [][]int32    // memory for clusters
	edits      edits
	noted      []int32 // memory for settle
	stats      Stats
}

// taken is a span of a physical register.
type taken struct {
	span
	iv *interval
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
	a := &allocator{f: f, order: order, blockOf: blockOf, ivs: ivs,
		parts: map[vreg][]vreg{}, blockFlags: make([]blockFlags, len(f.blocks))}
	a.edits.first = [2][]int32{f.memory.numbers.take(len(order)), f.memory.numbers.take(len(order))}
	a.queue, a.taken = f.memory.queue, f.memory.taken
	defer func() { f.memory.queue, f.memory.taken = a.queue, a.taken }()
	a.loc = make([]asm.Reg, len(ivs))
	a.slot = make([]int32, len(ivs))
	a.home = make([]vreg, len(ivs))
	for v, iv := range ivs {
		a.home[v] = vreg(v)
		switch {
		case iv == nil || len(iv.spans) == 0:
		case vreg(v).isPhysical():
			iv.weight = float32(math.Inf(1))
			a.loc[v] = asm.Reg(v)
			a.take(iv, asm.Reg(v))
		default:
			iv.uses = slices.DeleteFunc(iv.uses, func(n int32) bool { return order[n].op == opNop }) // copies that are gone
			a.weigh(iv)
			a.queue.push(iv)
		}
	}
	for rounds := 0; len(a.queue) > 0; rounds++ {
		if rounds > 200*len(ivs)+10000 {
			return nil, fmt.Errorf("register allocation does not end")
		}
		if err := a.place(a.queue.pop()); err != nil {
			return nil, err
		}
	}
	a.settle()
	a.colorSlots()
	return a, nil
}

// queue is a heap of intervals: those over several blocks first, by length, then the local ones in program order.
type queue []queued

type queued struct {
	order uint64
	iv    *interval
}

// order is the interval's place in the queue; no two have the same.
func (iv *interval) order() uint64 {
	if iv.local {
		return 1<<62 | uint64(iv.start())<<31 | uint64(iv.v)
	}
	return uint64(math.MaxInt32-(iv.end()-iv.start()))<<31 | uint64(iv.v)
}

func (q *queue) push(iv *interval) {
	*q = append(*q, queued{iv.order(), iv})
	h := *q
	for i := len(h) - 1; i > 0 && h[i].order < h[(i-1)/2].order; i = (i - 1) / 2 {
		h[i], h[(i-1)/2] = h[(i-1)/2], h[i]
	}
}

// pop removes the first interval.
func (q *queue) pop() *interval {
	h := *q
	iv, n := h[0].iv, len(h)-1
	h[0] = h[n]
	for i := 0; ; {
		least := i
		for k := 2*i + 1; k <= 2*i+2 && k < n; k++ {
			if h[k].order < h[least].order {
				least = k
			}
		}
		if least == i {
			break
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
	*q = h[:n]
	return iv
}

// weigh computes what a position of the interval in a register is worth: the executions of its uses, over its length.
func (a *allocator) weigh(iv *interval) {
	iv.local = iv.within(a.blockOf)
	if iv.stage == stageFinal {
		iv.weight = float32(math.Inf(1))
		return
	}
	w := float32(0)
	for _, n := range iv.uses {
		in, bl := a.order[n], a.blockOf[n]
		f := frequency(bl)
		reads, writes := in.reads(iv.v), in.writes(iv.v)
		if reads && in.foldable(iv.v) {
			w += 0.5 * f
		} else if reads {
			w += f
		}
		if writes && a.f.info(iv.v).remat == nil {
			w += f
			if bl.loop != nil && iv.covers(int32(bl.loop.head.start)*4) {
				w += f // the next iteration waits for it to go to memory and back
			}
		}
	}
	if a.f.info(a.home[iv.v]).remat != nil {
		w *= 0.5
	}
	iv.weight = w / float32(iv.length()+16)
}

func frequency(b *block) float32 {
	d := b.weightDepth()
	if d < 0 {
		return 0.01
	}
	return float32(math.Pow(10, float64(min(d, 6))))
}

func (in *inst) reads(v vreg) bool { return in.countReads(v) > 0 }

// countReads is how often eachUse would give v.
func (in *inst) countReads(v vreg) (n int) {
	for i := range in.args {
		if a := &in.args[i]; a.reg == v && a.kind == argReg && (i > 0 && !in.idiom || i == 0 && in.role != roleDef) {
			n++
		}
	}
	for _, r := range [...]vreg{in.mask, in.mem.base, in.mem.index} {
		if r == v {
			n++
		}
	}
	if in.more == nil {
		return n
	}
	for _, r := range in.more.uses {
		if r == v {
			n++
		}
	}
	for i := range in.more.copies {
		if in.more.copies[i].src == v {
			n++
		}
	}
	return n
}

// writes reports whether eachDef would give v.
func (in *inst) writes(v vreg) bool {
	if a := &in.args[0]; a.reg == v && a.kind == argReg && in.role != roleUse {
		return true
	}
	if in.more == nil {
		return false
	}
	for i := range in.more.copies {
		if in.more.copies[i].dst == v {
			return true
		}
	}
	return slices.Contains(in.more.defs, v)
}

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

// take marks the spans of a physical register as used.
func (a *allocator) take(iv *interval, r asm.Reg) {
	list := a.taken[r]
	for _, s := range iv.spans {
		at := search(list, s.from)
		list = slices.Insert(list, at, taken{s, iv})
	}
	a.taken[r] = list
}

func (a *allocator) release(iv *interval, r asm.Reg) {
	list := a.taken[r]
	lo, hi := search(list, iv.start()), search(list, iv.end())
	kept := list[:lo]
	for _, t := range list[lo:hi] {
		if t.iv != iv {
			kept = append(kept, t)
		}
	}
	a.taken[r] = append(kept, list[hi:]...)
}

// search finds the first entry that does not start before at.
func search(list []taken, at int32) int {
	lo, hi := 0, len(list)
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		if list[mid].from < at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// conflicts calls g for the entries of r that overlap the interval, until g returns false.
func (a *allocator) conflicts(iv *interval, r asm.Reg, g func(*interval) bool) {
	a.entries(iv, r, func(t taken, _ span) bool { return g(t.iv) })
}

// overlaps calls g for where r is taken while the interval lives, until g returns false.
func (a *allocator) overlaps(iv *interval, r asm.Reg, g func(span) bool) {
	a.entries(iv, r, func(t taken, s span) bool { return g(span{max(s.from, t.from), min(s.to, t.to)}) })
}

// entries calls g for the entries of r that overlap the interval, with the span of it that they overlap, until g returns false.
func (a *allocator) entries(iv *interval, r asm.Reg, g func(taken, span) bool) {
	list := a.taken[r]
	if len(list) == 0 {
		return
	}
	for _, s := range iv.spans {
		i := search(list, s.from)
		if i > 0 && list[i-1].to > s.from {
			i--
		}
		for ; i < len(list) && list[i].from < s.to; i++ {
			if !g(list[i], s) {
				return
			}
		}
	}
}

func (a *allocator) free(iv *interval, r asm.Reg) bool {
	ok := true
	a.conflicts(iv, r, func(*interval) bool { ok = false; return false })
	return ok
}

// place finds a register for the interval, or cuts it.
func (a *allocator) place(iv *interval) error {
	regs := a.f.registers(a.f.class(iv.v))
	for _, h := range iv.hints {
		if r := a.loc[h]; r != asm.NoReg && slices.Contains(regs, r) && a.free(iv, r) {
			a.assign(iv, r)
			return nil
		}
	}
	for _, r := range regs {
		if a.free(iv, r) {
			a.assign(iv, r)
			return nil
		}
	}
	// Throw out what is worth least, if it is worth less than this.
	best, cost := asm.NoReg, iv.weight
	for _, r := range regs {
		worst := float32(0)
		a.conflicts(iv, r, func(o *interval) bool {
			worst = max(worst, o.weight)
			return worst < cost
		})
		if worst < cost {
			best, cost = r, worst
		}
	}
	if best != asm.NoReg {
		var out []*interval
		a.conflicts(iv, best, func(o *interval) bool {
			if !slices.Contains(out, o) {
				out = append(out, o)
			}
			return true
		})
		for _, o := range out {
			a.release(o, best)
			a.loc[o.v] = asm.NoReg
			a.queue.push(o)
		}
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

func (a *allocator) assign(iv *interval, r asm.Reg) {
	a.loc[iv.v] = r
	a.take(iv, r)
}
