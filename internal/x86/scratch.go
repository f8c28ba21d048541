package x86

import (
	"slices"
	"sync"
	"unsafe"

	"github.com/hone-go/hone/internal/x86/asm"
)

// scratch is the memory that compiling a kernel takes most of. It serves one kernel after the other: the operating system takes as long to
// hand out a fresh page as the compiler to fill it.
type scratch struct {
	fn        fn
	selector  selector
	assembler asm.Assembler
	emitter   emitter
	insts     slab[inst]
	operands  operands
	live      lives
	outs      []vreg // of blocks
	next      []vreg // of twoAddress
	liveSet   bitset // the same
	unread    []vreg // the same
	placer    placer
	intervals slab[interval]
	cuts      slab[cut]
	spans     slab[span]
	uses      slab[use]
	numbers   slab[int32]
	extras    slab[extra]
	pairs     slab[copyPair]
	blocks    slab[block]
	loops     slab[loop]
	frames    slab[frame]
	remats    slab[remat]

	blockLists slab[*block]
	loopLists  slab[*loop]
	regs       slab[vreg]
	hints      []hint
	lifetimes  lifetimes
	coalescer  coalescer
	allocator  allocator
	ivs        []*interval
	order      []*inst
	blockOf    []*block
	flow       flow
	work       []int32  // of passes that go through the blocks
	found      []*block // the same
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// release makes the memory free for another kernel. Nothing outside may point to it any more, and it points to nothing outside.
func (m *scratch) release() {
	m.fn.reset()
	m.selector.reset()
	m.assembler.Reset()
	m.insts.reset()
	m.intervals.reset()
	m.cuts.reset()
	m.spans.reset()
	m.uses.reset()
	m.numbers.reset()
	m.extras.reset()
	m.pairs.reset()
	m.blocks.reset()
	m.blockLists.reset()
	m.loopLists.reset()
	m.loops.reset()
	m.frames.reset()
	m.remats.reset()
	m.regs.reset()
	m.hints = m.hints[:0]
	m.allocator.reset()
	scratches.Put(m)
}

// emptied is s without elements, or what they point to. There is nothing behind them.
func emptied[T any](s []T) []T {
	clear(s)
	return s[:0]
}

// cleared is a slice of n zeros, in the memory of s if that is enough. What takes its place is at least twice as long.
func cleared[T any](s []T, n int) []T {
	if n > cap(s) {
		return make([]T, n, max(n, 2*cap(s)))
	}
	clear(s[:n])
	return s[:n]
}

// zeros is a slice of n zeros, in the memory of s if that is enough. s is empty and its memory is zeros.
func zeros[T any](s []T, n int) []T {
	if n > cap(s) {
		return make([]T, n, max(n, 2*cap(s)))
	}
	return s[:n]
}

// withRoom is s with room for one element more: append, which lets what is large grow by a quarter, would touch several times as much memory as it needs in the end.
func withRoom[T any](s []T) []T {
	if len(s) < cap(s) {
		return s
	}
	return slices.Grow(s, max(len(s), 4*firstChunk))
}

// A slab hands out slices that are freed all at once. What is free is zeros.
type slab[T any] struct {
	chunks [][]T
	at     int // chunk in use
	used   int // elements of it
}

// A chunk has twice as many elements as the one before, up to so many bytes.
const (
	firstChunk = 16 // elements
	mostChunk  = 16 << 10
)

// chunk is the size of the next one.
func (s *slab[T]) chunk() int {
	most := max(mostChunk/int(unsafe.Sizeof(*new(T))), firstChunk)
	return min(firstChunk<<min(len(s.chunks), 16), most)
}

// take is a slice of n zeros that has no room for more.
func (s *slab[T]) take(n int) []T {
	for ; s.at < len(s.chunks); s.at, s.used = s.at+1, 0 {
		if c := s.chunks[s.at]; n <= len(c)-s.used {
			s.used += n
			return c[s.used-n : s.used : s.used]
		}
	}
	s.chunks = append(s.chunks, make([]T, max(n, s.chunk())))
	s.used = n
	return s.chunks[s.at][:n:n]
}

func (s *slab[T]) copyOf(x []T) []T {
	out := s.take(len(x))
	copy(out, x)
	return out
}

// withRoom is x with room for n elements more.
func (s *slab[T]) withRoom(x []T, n int) []T {
	if len(x)+n <= cap(x) {
		return x
	}
	out := s.take(2*len(x) + n)[:len(x)]
	copy(out, x)
	return out
}

func (s *slab[T]) reset() {
	for _, c := range s.chunks[:s.at] {
		clear(c)
	}
	if s.at < len(s.chunks) {
		clear(s.chunks[s.at][:s.used])
	}
	s.at, s.used = 0, 0
}
