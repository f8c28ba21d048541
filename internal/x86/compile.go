// Package x86 compiles kernels at the lanes level to machine code. It selects instructions over virtual registers (select.go and the
// files it leads to), decides where constants are kept (place.go), gives instructions the hardware's operands (live.go, fma.go), allocates
// registers (interval.go, coalesce.go, alloc.go, occupancy.go, split.go, splitter.go, spill.go) and emits code through package asm (emit.go, moves.go).
package x86

import (
	"fmt"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
)

// ISA is the instruction set that code is made for.
type ISA uint8

const (
	// AVX2 stands for x86-64-v3: AVX2, FMA, BMI1, BMI2, LZCNT.
	AVX2 ISA = iota
	// AVX512 stands for x86-64-v4: AVX512F, VL, BW, DQ, CD besides.
	AVX512
)

// String is the name of the instruction set.
func (i ISA) String() string {
	if i == AVX512 {
		return "avx512"
	}
	return "avx2"
}

// VectorBytes is the size of a vector register.
func (i ISA) VectorBytes() int {
	if i == AVX512 {
		return 64
	}
	return 32
}

// Code is the machine code of a kernel. The calling convention is in docs/ir.md and in internal/rt's Call.
type Code struct {
	Bytes   []byte // position-independent; its place in memory has to be aligned to 64 bytes
	Lines   []Line // what explain shows
	Params  int    // words of parameters
	Results int    // words of results, behind the parameters
	Scratch int    // bytes of the scratch area that it needs
	Stats   Stats
}

// FailWord is the index of the first of the four words for failures.
func (c *Code) FailWord() int { return c.Params + c.Results }

// Words is the length of the block of words that the code is called with.
func (c *Code) Words() int { return c.FailWord() + failWords }

const failWords = 4

// posBits is the part of asm's position that holds the index of a source position; above it is the loop depth plus one.
const posBits = 24

// Line is an instruction of the listing.
type Line struct {
	Offset int
	Text   string
	Pos    ir.Pos
	Depth  int // loops around it; -1 in code that runs only when something goes wrong
}

// Compile translates a kernel at the lanes level. It numbers the kernel's values (ir.Func.Number), so that one kernel may not be compiled by
// two goroutines at a time.
func Compile(k *ir.Func, isa ISA) (code *Code, err error) {
	return CompileWith(k, isa, Options{Listing: true})
}

// Options are what can be asked of CompileWith.
type Options struct {
	Listing  bool             // fill Code.Lines, which takes a fifth of the time
	Features machine.Features // what the CPU has besides
}

// CompileWith is Compile with options.
func CompileWith(k *ir.Func, isa ISA, opt Options) (code *Code, err error) {
	f, s, err := lower(k, isa, opt)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", k.Name, err)
	}
	defer f.memory.release()
	f.pool.KeepListing = opt.Listing
	a, err := f.finish()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", k.Name, err)
	}
	return s.assemble(f, a)
}

// finish runs the passes between selection and emission.
func (f *fn) finish() (*allocator, error) {
	f.clean()
	f.liveness()
	f.addLiveness(f.placeConstants())
	if less := f.twoAddress(); less {
		f.liveness()
	}
	order, blockOf := f.number()
	ivs := f.intervals(order)
	f.coalesce(order, blockOf, ivs)
	a, err := f.allocate(order, blockOf, ivs)
	if err != nil {
		return nil, err
	}
	f.frame()
	f.markJumps(a)
	return a, nil
}

// markJumps finds the blocks that allocation has left empty, and where they lead.
func (f *fn) markJumps(a *allocator) {
	for _, b := range f.blocks[1:] {
		b.onlyJumps = b.insts[len(b.insts)-1].op == opJump
		for i := range b.insts {
			n := int32(b.start + i)
			if i < len(b.insts)-1 && b.insts[i].op != opNop || a.edits.any(n) {
				b.onlyJumps = false
			}
		}
	}
	f.threadJumps()
}

// assemble emits the code.
func (s *selector) assemble(f *fn, a *allocator) (code *Code, err error) {
	defer func() {
		if r := recover(); r != nil {
			if msg, ok := r.(string); ok {
				err = fmt.Errorf("%s: %s", s.kernel.Name, msg)
				return
			}
			panic(r)
		}
	}()
	e := &f.memory.emitter
	e.begin(f, a)
	if err := e.emit(); err != nil {
		return nil, fmt.Errorf("%s: %w", s.kernel.Name, err)
	}
	bytes, err := e.asm.Finish()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.kernel.Name, err)
	}
	a.stats.Instrs = e.count
	code = &Code{Bytes: bytes, Params: s.paramWords, Results: len(s.kernel.Results), Scratch: int(f.frameEnd), Stats: a.stats}
	for _, l := range e.asm.Listing() {
		line := Line{Offset: l.Off, Text: l.String(), Depth: int(l.Pos>>posBits) - 1}
		if p := int(l.Pos & (1<<posBits - 1)); p < len(s.positions) {
			line.Pos = s.positions[p]
		}
		code.Lines = append(code.Lines, line)
	}
	return code, nil
}

// clean removes blocks that can't be reached, numbers the rest, and finds out which are in which loop and which are cold.
func (f *fn) clean() {
	f.blocks[0].reach()
	kept, loops := f.blocks[:0], f.loops[:0]
	newID := f.memory.numbers.take(len(f.blocks) + 1)
	for i, b := range f.blocks {
		newID[i] = int32(len(kept))
		if b.reached {
			kept = append(kept, b)
		}
	}
	newID[len(f.blocks)] = int32(len(kept))
	for _, l := range f.loops {
		if !l.head.reached {
			continue
		}
		l.first, l.last = int(newID[l.first]), int(newID[l.last+1]-1)
		loops = append(loops, l)
	}
	f.blocks, f.loops = kept, loops
	for i, b := range f.blocks {
		b.id = i
	}
	f.findCold()
	f.findLoops()
}

// reach marks the block and all to which control goes from it.
func (b *block) reach() {
	if b.reached {
		return
	}
	b.reached = true
	for _, s := range b.succs {
		s.reach()
	}
}

// findCold marks the blocks from which every path leads to a failure.
func (f *fn) findCold() {
	for _, b := range f.blocks[1:] {
		b.cold = b.cold || b.rare
	}
	for changed := true; changed; {
		changed = false
		for i := len(f.blocks) - 1; i > 0; i-- {
			b := f.blocks[i]
			if b.cold || len(b.succs) == 0 {
				continue
			}
			all := true
			for _, s := range b.succs {
				all = all && s.cold
			}
			if all {
				b.cold, changed = true, true
			}
		}
	}
}

// findLoops gives each block its innermost natural loop: the blocks from which the head can be reached again inside the loop. What stands
// in a loop's region only to leave it does not count.
func (f *fn) findLoops() {
	f.findPreds()
	work, found := f.memory.work[:0], f.memory.found
	from := &f.memory.flow
	for _, l := range f.loops { // outer ones first
		l.head.foundIn, found = l, append(found[:0], l.head)
		l.pre = nil
		isLoop := false
		for _, p := range from.preds(l.head.id) {
			if b := f.blocks[p]; l.around(b) {
				work, isLoop = append(work, p), true
			} else {
				l.pre = b
			}
		}
		for len(work) > 0 {
			b := f.blocks[work[len(work)-1]]
			work = work[:len(work)-1]
			if b.foundIn == l {
				continue
			}
			b.foundIn, found = l, append(found, b)
			work = append(work, from.preds(b.id)...)
		}
		if !isLoop {
			continue
		}
		l.inner = true
		for p := l.parent; p != nil && !l.head.cold; p = p.parent {
			p.inner = false
		}
		for _, b := range found {
			b.loop, b.depth = l, l.depth
		}
		if l.outer = l.head.span; l.outer != nil {
			l.outer.inside = append(f.memory.loopLists.withRoom(l.outer.inside, 1), l)
		} else {
			f.outermost = append(f.outermost, l)
		}
		for _, b := range f.blocks[l.first : l.last+1] {
			b.span = l
		}
	}
	f.memory.work, f.memory.found = work, found
}

// flow is where control comes from: the numbers of the predecessors of all blocks, and where those of each begin.
type flow struct{ from, at []int32 }

// preds are the numbers of the blocks from which control goes to a block.
func (w *flow) preds(b int) []int32 { return w.from[w.at[b]:w.at[b+1]] }

func (f *fn) findPreds() {
	w := &f.memory.flow
	w.at = cleared(w.at, len(f.blocks)+1)
	for _, b := range f.blocks {
		for _, s := range b.succs {
			w.at[s.id]++
		}
	}
	n := int32(0)
	for i, k := range w.at {
		n += k
		w.at[i] = n // the end for now
	}
	w.from = cleared(w.from, int(n))
	for i := len(f.blocks) - 1; i >= 0; i-- {
		for k := len(f.blocks[i].succs) - 1; k >= 0; k-- {
			to := f.blocks[i].succs[k].id
			w.at[to]--
			w.from[w.at[to]] = int32(i)
		}
	}
}
