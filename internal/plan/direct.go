package plan

import (
	"runtime"
	"slices"
	"unsafe"

	"github.com/hone-go/hone/internal/border"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

// Where all that a program does is to call one kernel, with its own parameters, no frame is needed: the parameter block is filled from the
// arguments where they are, on the stack.

// directWords is the most words that such a block may have.
const directWords = 32

// Bound is a program with the places of its parameters.
type Bound struct {
	p    *Program
	b    *border.Layout
	call *call // the one call, or nil
	ins  []wordOf
	outs []wordTo
}

// wordOf is where a word of a parameter block comes from.
type wordOf struct {
	from   wordKind
	base   uint8 // behind which pointer
	offset uintptr
	bits   uint64
}

type wordKind uint8

const (
	constWord wordKind = iota
	addressWord
	loadWord // 64 bits; the others are extended to these
	load8
	load16
	load32
	load8Signed
	load16Signed
	load32Signed
)

// wordTo is where a word behind a block's parameters goes to.
type wordTo struct {
	word   int
	size   uint8
	offset uintptr
}

// Bind prepares calls with arguments at these places.
func (p *Program) Bind(b *border.Layout) *Bound {
	d := &Bound{p: p, b: b}
	if len(p.calls) != 1 || p.steps[0].op != opRun || p.steps[0].sub != 0 || len(b.Made)+len(b.Errors) > 0 {
		return d
	}
	x := p.calls[0]
	if x.kernel.Call != nil || x.kernel.Late != nil || x.kernel.Entry == 0 || x.fail+FailWords > directWords {
		return d
	}
	if !d.parameters(x) || !d.results(x) {
		d.ins, d.outs = nil, nil
		return d
	}
	d.call = x
	return d
}

// Direct reports whether calls need no frame.
func (d *Bound) Direct() bool { return d.call != nil }

// parameters finds where the kernel's are; false if they aren't all the program's own, or constants.
func (d *Bound) parameters(x *call) bool {
	for _, m := range x.params {
		w, ok := d.source(m)
		if !ok {
			return false
		}
		d.ins = append(d.ins, w)
	}
	return true
}

func (d *Bound) source(m marshal) (w wordOf, ok bool) {
	for k, s := range d.p.params {
		isSlice := d.p.Params[k].Kind == ir.Slice
		part := -1
		switch {
		case isSlice && m.how == asPointer && m.slot == s.ptr:
			part = 0
		case m.how == asPointer:
		case isSlice && (m.slot == s.word || m.slot == s.word+1):
			part = 1 + int(m.slot-s.word)
		case !isSlice && m.slot == s.word:
			part = 0
		}
		if part >= 0 {
			return d.place(int32(k), part, m.how)
		}
	}
	if m.how == asPointer || !slices.Contains(d.p.constants, m.slot) {
		return w, false
	}
	f := Frame{words: d.p.words, block: make([]uint64, 1)}
	f.pack([]marshal{m})
	return wordOf{from: constWord, bits: f.block[0]}, true
}

// place is a part of parameter k: of a slice the pointer, the length or the capacity.
func (d *Bound) place(k int32, part int, as how) (w wordOf, ok bool) {
	for _, l := range append(slices.Clip(d.b.Args), d.b.Behind...) {
		if l.Param == k {
			return wordOf{from: kindOf(l.Size, as), base: l.Base, offset: l.Offset + 8*uintptr(part)}, true
		}
	}
	for _, m := range d.b.Memory {
		if m.Param != k {
			continue
		}
		if part == 0 {
			return wordOf{from: addressWord, base: m.Base, offset: m.Offset}, true
		}
		return wordOf{from: constWord, bits: uint64(m.Len)}, true
	}
	return w, false
}

func kindOf(size uint8, as how) wordKind {
	switch {
	case size == 1 && as == asI8:
		return load8Signed
	case size == 1:
		return load8
	case size == 2 && as == asI16:
		return load16Signed
	case size == 2:
		return load16
	case size == 4 && as == asI32:
		return load32Signed
	case size == 4:
		return load32
	}
	return loadWord
}

// results finds which words behind the kernel's parameters the program's results are; false if there are others.
func (d *Bound) results(x *call) bool {
	from := map[int32]int{} // the words of the block that are in slots
	for j, m := range x.results {
		from[m.slot] = len(x.params) + j
	}
	for _, s := range d.p.steps[1:] {
		if s.op == opReturn {
			break
		}
		word, ok := from[s.a]
		if s.op != opMove || !ok {
			return false
		}
		from[s.dst] = word
	}
	for _, l := range d.b.Results {
		word, ok := from[d.p.results[l.Param].word]
		if !ok || l.Size == 0 {
			return false
		}
		d.outs = append(d.outs, wordTo{word, l.Size, l.Offset})
	}
	return true
}

// Call runs the program with the arguments in a struct at in, and stores the results to one at out. It reports false if the plain function
// has to be called. Neither in nor out escapes; what in leads to does, so that machine code has it in the heap.
func (d *Bound) Call(in, out unsafe.Pointer) bool {
	if d.call == nil {
		return d.p.Call(d.b, in, out)
	}
	if len(d.b.Pointers) == 0 {
		d.direct(in, out, nil)
		return true
	}
	var bases border.Bases
	if !d.b.Follow(in, &bases) {
		return false
	}
	d.direct(in, out, &bases)
	return true
}

func (d *Bound) direct(in, out unsafe.Pointer, bases *border.Bases) {
	var block [directWords]uint64
	for i := range d.ins {
		block[i&(directWords-1)] = d.ins[i].get(in, bases)
	}
	k := d.call.kernel
	if status := k.start(unsafe.Pointer(&block)); status != 0 {
		k.raise(status, [FailWords]uint64(block[d.call.fail:]))
	}
	runtime.KeepAlive(in)
	for _, o := range d.outs {
		store(unsafe.Add(out, o.offset), o.size, block[o.word&(directWords-1)])
	}
}

func (w *wordOf) get(in unsafe.Pointer, bases *border.Bases) uint64 {
	if w.from == constWord {
		return w.bits
	}
	if w.base > 0 {
		in = bases[w.base&(border.MostBases-1)]
	}
	at := unsafe.Add(in, w.offset)
	switch w.from {
	case addressWord:
		return uint64(uintptr(at))
	case load8:
		return uint64(*(*uint8)(at))
	case load16:
		return uint64(*(*uint16)(at))
	case load32:
		return uint64(*(*uint32)(at))
	case load8Signed:
		return uint64(*(*int8)(at))
	case load16Signed:
		return uint64(*(*int16)(at))
	case load32Signed:
		return uint64(*(*int32)(at))
	}
	return *(*uint64)(at)
}

// start calls the machine code of a single kernel that does not take long.
func (k *Kernel) start(params unsafe.Pointer) (status int64) {
	if k.Label.Attach() {
		defer k.Label.Detach() // after a fault, too
	}
	status = rt.Call(k.Entry, k.Scratch, params, 0, 0)
	runtime.KeepAlive(k)
	return status
}
