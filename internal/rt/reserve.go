package rt

import (
	"math/bits"
	"runtime"
	"sync/atomic"
	"time"
	"unsafe"
)

const (
	reserveWords = 1 << 27 // more than Go's own stack, of at most 512 MiB, has room for frames' values
	mostWords    = 1 << 35 // more than there is memory for what grows in one iteration of a loop
	addresses    = 1 << 46 // half of the bytes that a process has addresses for
	shares       = 256     // a slice that grows takes one of so many of the addresses left at most: however many there are, the next one finds some
	guardBytes   = 1 << 20 // that nobody may touch, behind the last word
	leastReserve = 1 << 20
	keptWords    = 1 << 17 // what a reserve may keep of its memory from one use to the next
)

// A Reserve is address space for the stack of a recursion, or for a slice that grows, of which only what is used takes memory: so the code that uses it need not be left to
// make it larger. It is made when it is first asked for, and serves one user at a time, who keeps the Reserve as long as it uses the words.
type Reserve struct {
	mem     mapping
	heap    []uint64 // where the system gives none
	n       int64
	cleanup runtime.Cleanup

	// Grows: it is for a slice, which may become as large as memory is, and whose end need not be checked for: who goes on word by word comes upon a fault.
	Grows bool
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
	if r.Grows && runtime.GOOS != "windows" && bits.UintSize == 64 && r.makeLarge() { // Windows sets aside what is reserved
		return
	}
	for range 2 {
		for n := int64(reserveWords); n >= leastReserve; n /= 2 {
			if r.reserve(n) {
				return
			}
		}
		if !r.Grows {
			break
		}
		collectReserves()
	}
	if r.Grows {
		throw("out of memory: no addresses for a slice that grows")
	}
	r.heap, r.n = make([]uint64, leastReserve), leastReserve
	*r.mark() = reserveMark
}

// makeLarge reserves as much as addresses allow. Nobody gives a reserve back but the collector, for which it is a few words of memory: it is asked for where many have been made since.
func (r *Reserve) makeLarge() bool {
	if reserved.Load() > max(addresses/2, kept.Load()+addresses/8) {
		collectReserves()
	}
	for n := min(mostWords, max(0, addresses-reserved.Load())/8/shares); n > reserveWords; n /= 2 {
		if r.reserve(n &^ (1<<20 - 1)) {
			return true
		}
	}
	return false
}

var (
	reserved atomic.Int64 // bytes of address space
	kept     atomic.Int64 // of these, what the collector has left last time
)

// collectReserves has the collector find reserves that nobody has, and waits while they are given back, which others do, a few milliseconds at most for the first.
func collectReserves() {
	last := reserved.Load()
	runtime.GC()
	for still := 0; still < 20; still++ {
		time.Sleep(100 * time.Microsecond)
		if now := reserved.Load(); now < last {
			last, still = now, 0
		}
	}
	kept.Store(reserved.Load())
}

// reserve asks the system for n words.
func (r *Reserve) reserve(n int64) bool {
	guard := 0
	if r.Grows {
		guard = guardBytes
	}
	size := int(n) * 8
	m, err := reserveMemory(size + guard)
	if err != nil {
		return false
	}
	if guard > 0 && m.protect(size, size+guard, noAccess) != nil {
		m.unmap()
		return false
	}
	r.mem, r.n = m, n
	reserved.Add(int64(m.size()))
	r.cleanup = runtime.AddCleanup(r, giveBack, m)
	*r.mark() = reserveMark
	return true
}

func giveBack(m mapping) {
	reserved.Add(-int64(m.size()))
	m.unmap()
}

// Trim gives the memory back if much of it has been used, between two uses.
func (r *Reserve) Trim() {
	if r.n == 0 || *r.mark() == reserveMark {
		return
	}
	if r.heap == nil {
		r.cleanup.Stop()
		giveBack(r.mem)
	}
	*r = Reserve{Grows: r.Grows}
}
