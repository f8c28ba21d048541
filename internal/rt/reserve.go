package rt

import (
	"runtime"
	"unsafe"
)

const (
	reserveWords = 1 << 27 // more than Go's own stack, of at most 512 MiB, has room for frames' values
	leastReserve = 1 << 20
	keptWords    = 1 << 17 // what a reserve may keep of its memory from one use to the next
)

// A Reserve is address space for the stack of a recursion, of which only what is used takes memory: so the code that uses it need not be left to make it larger.
// It is made when it is first asked for, and serves one user at a time, who keeps the Reserve as long as it uses the words.
type Reserve struct {
	mem     mapping
	heap    []uint64 // where the system gives none
	n       int64
	cleanup runtime.Cleanup
}

// reserveMark is what is at keptWords as long as nobody has used words from there on. Stacks are used word by word from their beginning.
const reserveMark = 0x9e3779b97f4a7c15

// Words is where the words are, and how many.
func (r *Reserve) Words() (at unsafe.Pointer, n int64) {
	if r.n == 0 {
		r.make()
	}
	return r.base(), r.n
}

func (r *Reserve) base() unsafe.Pointer {
	if r.heap != nil {
		return unsafe.Pointer(unsafe.SliceData(r.heap))
	}
	return unsafe.Pointer(unsafe.SliceData(r.mem.bytes(0, int(r.n)*8)))
}

// mark is the word that tells whether much has been used.
func (r *Reserve) mark() *uint64 { return (*uint64)(unsafe.Add(r.base(), keptWords*8)) }

func (r *Reserve) make() {
	for n := int64(reserveWords); n >= leastReserve; n /= 2 {
		m, err := reserveMemory(int(n) * 8)
		if err == nil {
			r.mem, r.n = m, n
			r.cleanup = runtime.AddCleanup(r, mapping.unmap, m)
			*r.mark() = reserveMark
			return
		}
	}
	r.heap, r.n = make([]uint64, leastReserve), leastReserve
	*r.mark() = reserveMark
}

// Trim gives the memory back if much of it has been used, between two uses.
func (r *Reserve) Trim() {
	if r.n == 0 || *r.mark() == reserveMark {
		return
	}
	if r.heap == nil {
		r.cleanup.Stop()
		r.mem.unmap()
	}
	*r = Reserve{}
}
