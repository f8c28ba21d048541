package plan

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

// Frame is the memory of one run of a program. Begin hands one out, End takes it back:
//
//	f := p.Begin()
//	f.SetSlice(0, ptr, len, cap)
//	f.SetWord(1, bits)
//	p.Run(f)
//	sum := f.Word(0)
//	f.End()
//
// A frame whose run has panicked is simply dropped.
type Frame struct {
	prog   *Program
	words  []uint64
	ptrs   []unsafe.Pointer // base pointers of slices: they keep the memory alive
	block  []uint64         // parameter block of the kernel that runs
	bufs   [][]uint64       // scratch buffers
	stack  *rt.Stack        // for detached calls
	stacks []*rt.Reserve    // of recursions
	rooms  []foreignRoom    // of foreign calls, made when they are first needed
	ticks  uint32           // counts short launches

	// The launch that is going on.
	body      func(lo, hi int64) int64 // (*Frame).strip, bound once
	bandBody  func(lo, hi int64) int64 // (*Frame).band
	pipe      *pipeline                // the pipeline that is going on
	sweepBody func(lo, hi int64) int64 // (*Frame).part
	sweep     sweep                    // that is going on
	relayBody func(lo, hi int64) int64 // (*Frame).runner
	relaying  relaying                 // the relay that is going on
	gaps      bool                     // in it, those between bands have their turn
	call      *call
	base      int64        // what strips count from
	piece     atomic.Int64 // iterations that take about as long as a strip should
	gran      int64        // pieces are multiples of it
	spent     atomic.Int64 // nanoseconds in strips, of all threads

	detached bool         // its pieces may take long
	long     atomic.Bool  // one seems to have, though it was not detached
	watched  atomic.Bool  // pieces are timed by the thread's own clock, too
	overlong atomic.Int64 // the squares of those that took far too long by that, summed up

	gaveUp bool // a check has failed in an attempt
	left   bool // the plain function has to be called

	mu     sync.Mutex
	failed bool
	failLo int64 // start of the lowest piece that failed
	fail   [FailWords]uint64
}

func (p *Program) newFrame() *Frame {
	f := &Frame{
		prog:  p,
		words: append([]uint64(nil), p.words...),
		ptrs:  make([]unsafe.Pointer, p.ptrs),
		block: make([]uint64, p.block),
		bufs:  make([][]uint64, p.scratches),
	}
	for _, grows := range p.stacks {
		f.stacks = append(f.stacks, &rt.Reserve{Grows: grows})
	}
	f.body, f.bandBody, f.sweepBody, f.relayBody = f.strip, f.band, f.part, f.runner
	return f
}

// Begin gives a frame for one run.
func (p *Program) Begin() *Frame { return p.frames.Get().(*Frame) }

// End gives the frame back. Slices that it held are no longer kept alive by it.
func (f *Frame) End() {
	clear(f.ptrs)
	for _, s := range f.stacks {
		s.Trim()
	}
	f.prog.frames.Put(f)
}

// SetWord sets scalar parameter i: its bits, zero-extended.
func (f *Frame) SetWord(i int, bits uint64) { f.words[f.prog.params[i].word] = bits }

// SetSlice sets slice parameter i. The frame keeps the memory alive until End.
func (f *Frame) SetSlice(i int, p unsafe.Pointer, n, c int) {
	s := f.prog.params[i]
	f.ptrs[s.ptr] = p
	f.words[s.word], f.words[s.word+1] = uint64(n), uint64(c)
}

// Word is scalar result i: its bits, zero-extended.
func (f *Frame) Word(i int) uint64 { return f.words[f.prog.results[i].word] }

// Slice is slice result i. The memory is kept alive by the frame until End, and by the pointer.
func (f *Frame) Slice(i int) (p unsafe.Pointer, n, c int) {
	s := f.prog.results[i]
	return f.ptrs[s.ptr], int(f.words[s.word]), int(f.words[s.word+1])
}

// scratch is buffer number k, with room for n bytes at least. Its contents are what earlier uses left.
func (f *Frame) scratch(k int32, bytes int64) unsafe.Pointer {
	skip := int64(0)
	if bytes >= setBytes {
		skip = int64(k) * windowStagger % setBytes
	}
	words := (bytes + skip + 7) / 8
	if int64(len(f.bufs[k])) < max(words, 1) {
		f.bufs[k] = make([]uint64, max(words, 1))
	}
	return unsafe.Add(unsafe.Pointer(unsafe.SliceData(f.bufs[k])), skip)
}

// marshal is how one word of a kernel's parameters or results is copied between frame and block.
type marshal struct {
	slot int32 // of the frame: word or pointer
	how  how
}

type how uint8

const (
	asWord how = iota
	asPointer
	asI8 // sign-extended in the block, zero-extended in the frame
	asI16
	asI32
	asByte // results: the code may leave rubbish in the upper part
	asU16
	asU32
)

func howFor(t *ir.Type) how {
	switch t.Kind {
	case ir.I8:
		return asI8
	case ir.I16:
		return asI16
	case ir.I32:
		return asI32
	case ir.Bool, ir.U8:
		return asByte
	case ir.U16:
		return asU16
	case ir.U32, ir.F32:
		return asU32
	}
	return asWord
}

// pack fills the parameter words.
func (f *Frame) pack(ms []marshal) { f.packAt(0, ms) }

// packAt does so from a place in the block on.
func (f *Frame) packAt(at int, ms []marshal) {
	block := f.block[at:]
	for i, m := range ms {
		var w uint64
		if m.how == asPointer {
			w = uint64(uintptr(f.ptrs[m.slot]))
		} else {
			w = f.words[m.slot]
			switch m.how {
			case asI8:
				w = uint64(int8(w))
			case asI16:
				w = uint64(int16(w))
			case asI32:
				w = uint64(int32(w))
			}
		}
		block[i] = w
	}
}

// unpack copies result words, which start at from, to the frame.
func (f *Frame) unpack(ms []marshal, from int) {
	for i, m := range ms {
		w := f.block[from+i]
		switch m.how {
		case asI8, asByte:
			w = uint64(uint8(w))
		case asI16, asU16:
			w = uint64(uint16(w))
		case asI32, asU32:
			w = uint64(uint32(w))
		}
		f.words[m.slot] = w
	}
}
