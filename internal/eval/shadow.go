package eval

import (
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
)

// A page is the shadow of 4096 bytes. All its marks stand for as many bytes as the smallest access to it had.
type page struct {
	number uintptr
	shift  uint8
	marks  []mark
}

// mark says who stored to a place and who loaded from it; 0: nobody.
type mark struct{ store, load event }

const (
	pageBits   = 12
	keptShadow = 64 << 20 // bytes of shadow that are kept for the next loop
)

func (w *watcher) page(number uintptr, shift uint8) *page {
	near := &w.near[number%uintptr(len(w.near))]
	p := *near
	if p == nil || p.number != number {
		if p = w.pages[number]; p == nil {
			p = &page{number: number, shift: shift, marks: make([]mark, 1<<(pageBits-shift))}
			w.pages[number] = p
			w.bytes += len(p.marks) * int(unsafe.Sizeof(mark{}))
		}
		*near = p
	}
	if shift < p.shift {
		old := p.marks
		p.marks = make([]mark, 1<<(pageBits-shift))
		for i := range p.marks {
			p.marks[i] = old[i>>(p.shift-shift)]
		}
		p.shift = shift
		w.bytes += (len(p.marks) - len(old)) * int(unsafe.Sizeof(mark{}))
	}
	return p
}

// fresh forgets what was at the place of new memory: other memory, which the garbage collector has freed.
func (w *watcher) fresh(s Slice, t *ir.Type) {
	if !w.on() {
		return
	}
	end := uintptr(s.Ptr) + uintptr(s.Cap*t.Size())
	for at := uintptr(s.Ptr); at < end; {
		next := min((at>>pageBits+1)<<pageBits, end)
		if p := w.pages[at>>pageBits]; p != nil {
			from := at & (1<<pageBits - 1)
			mask := uintptr(1)<<p.shift - 1
			clear(p.marks[from>>p.shift : (from+(next-at)+mask)>>p.shift])
		}
		at = next
	}
}
