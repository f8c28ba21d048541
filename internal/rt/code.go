package rt

import (
	"errors"
	"fmt"
	"math/bits"
	"os"
	"runtime"
	"sync"
)

// Code is a piece of machine code in executable memory. The memory is freed
// some time after the Code has become unreachable.
type Code struct {
	entry uintptr
	size  int
}

// NewCode copies code to executable memory. The memory is writable first and
// executable afterwards, never both at once.
//
// A piece occupies whole pages: a page that is executable can't be written
// again while other goroutines may be running in it. Small functions that
// belong together are therefore best put into one piece (see [Code.Entry]).
// Pieces share mappings, so that thousands of them stay far below the limits
// that operating systems set.
func NewCode(code []byte) (*Code, error) {
	if len(code) == 0 {
		return nil, errors.New("code memory: empty code")
	}
	if runtime.GOARCH != "amd64" {
		return nil, fmt.Errorf("code memory: no machine code for %s", runtime.GOARCH)
	}
	s, err := heap.alloc(code)
	if err != nil {
		return nil, fmt.Errorf("code memory: %w", err)
	}
	c := &Code{entry: s.arena.addr(s.page), size: len(code)}
	runtime.AddCleanup(c, heap.free, s)
	return c, nil
}

// Entry returns the address of the code at offset off, for [Call]. The Code
// must be kept reachable as long as the address is in use.
func (c *Code) Entry(off int) uintptr {
	if uint(off) >= uint(c.size) {
		panic(fmt.Sprintf("hone: code offset %d outside of %d bytes", off, c.size))
	}
	return c.entry + uintptr(off)
}

// Size returns the length of the code in bytes.
func (c *Code) Size() int { return c.size }

const (
	arenaPages = 64 // bits of arena.used

	// Go's collector finds out which pieces are garbage, but does not see how
	// big they are. So we ask for a collection ourselves whenever this many
	// bytes have been mapped since the last one.
	gcBytes = 16 << 20

	int3 = 0xcc // fills the rest of the last page: running off the end traps
)

// An arena is one mapping that pieces are cut from: arenaPages pages, or as
// many as the one big piece in it needs. Free pages have no access rights.
type arena struct {
	mem  mapping
	used uint64 // bit p: page p is used; all bits set when there is one big piece
}

func (a *arena) addr(page int) uintptr { return a.mem.addr() + uintptr(page*pageSize) }

// A span is a run of pages of an arena.
type span struct {
	arena       *arena
	page, pages int
}

func (s span) mask() uint64 {
	if s.pages >= arenaPages {
		return ^uint64(0)
	}
	return (1<<s.pages - 1) << s.page
}

var pageSize = os.Getpagesize()

// codeHeap is the list of all arenas.
type codeHeap struct {
	mu     sync.Mutex
	arenas []*arena
	mapped int // bytes of all arenas
	gcAt   int // value of mapped at which to run the collector
}

var heap = codeHeap{gcAt: gcBytes}

// alloc copies code into a new span and makes it executable.
func (h *codeHeap) alloc(code []byte) (span, error) {
	pages := (len(code) + pageSize - 1) / pageSize
	h.mu.Lock()
	defer h.mu.Unlock()
	s, ok := h.find(pages)
	if !ok {
		h.collect()
		if s, ok = h.find(pages); !ok {
			var err error
			if s, err = h.grow(pages); err != nil {
				return span{}, err
			}
		}
	}
	if err := h.fill(s, code); err != nil {
		h.drop(s)
		return span{}, err
	}
	return s, nil
}

// find looks for a free run of pages, marks it as used and returns it.
func (h *codeHeap) find(pages int) (span, bool) {
	if pages > arenaPages {
		return span{}, false
	}
	for _, a := range h.arenas {
		if arenaPages-bits.OnesCount64(a.used) < pages {
			continue
		}
		for p := 0; p <= arenaPages-pages; p++ {
			s := span{a, p, pages}
			if a.used&s.mask() == 0 {
				a.used |= s.mask()
				return s, true
			}
		}
	}
	return span{}, false
}

// collect runs Go's collector if there is so much code that some of it is
// likely to be garbage. The cleanups need the lock that the caller holds.
func (h *codeHeap) collect() {
	if h.mapped < h.gcAt {
		return
	}
	h.mu.Unlock()
	runtime.GC()
	runtime.Gosched() // the cleanups run on a goroutine of their own
	h.mu.Lock()
	h.gcAt = h.mapped + gcBytes
}

// grow maps a new arena and returns its first pages, marked as used.
func (h *codeHeap) grow(pages int) (span, error) {
	n := max(pages, arenaPages)
	m, err := mapMemory(n * pageSize)
	if err != nil {
		return span{}, err
	}
	a := &arena{mem: m}
	s := span{a, 0, pages}
	a.used = s.mask()
	h.arenas = append(h.arenas, a)
	h.mapped += m.size()
	return s, nil
}

// fill writes code to the pages of s.
func (h *codeHeap) fill(s span, code []byte) error {
	lo, hi := s.page*pageSize, (s.page+s.pages)*pageSize
	if err := s.arena.mem.protect(lo, hi, readWrite); err != nil {
		return err
	}
	dst := s.arena.mem.bytes(lo, hi)
	n := copy(dst, code)
	for i := n; i < len(dst); i++ {
		dst[i] = int3
	}
	return s.arena.mem.protect(lo, hi, readExec)
}

// free gives back the pages of a piece that has become unreachable.
func (h *codeHeap) free(s span) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.drop(s)
}

// drop makes the pages of s inaccessible and free, and unmaps the arena if it
// is not needed any more. One empty arena is kept, since a program that drops
// all its code is likely to make some again.
func (h *codeHeap) drop(s span) {
	a := s.arena
	if err := a.mem.protect(s.page*pageSize, (s.page+s.pages)*pageSize, noAccess); err != nil {
		return // the pages stay used: a leak is harmless, stale code is not
	}
	a.used &^= s.mask()
	if a.used != 0 {
		return
	}
	keep := a.mem.size() == arenaPages*pageSize
	for _, b := range h.arenas {
		if b != a && b.used == 0 {
			keep = false
		}
	}
	if keep {
		return
	}
	for i, b := range h.arenas {
		if b == a {
			h.arenas = append(h.arenas[:i], h.arenas[i+1:]...)
			break
		}
	}
	h.mapped -= a.mem.size()
	h.gcAt = min(h.gcAt, h.mapped+gcBytes)
	a.mem.unmap()
}

// usage returns the number of bytes mapped and the number of pages in use.
func (h *codeHeap) usage() (mapped, pages int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, a := range h.arenas {
		if a.mem.size() > arenaPages*pageSize {
			pages += a.mem.size() / pageSize
		} else {
			pages += bits.OnesCount64(a.used)
		}
	}
	return h.mapped, pages
}

// CodeMemory returns how many bytes are mapped for machine code, and how many
// of them pieces occupy that have not been freed.
func CodeMemory() (mapped, used int) {
	mapped, pages := heap.usage()
	return mapped, pages * pageSize
}
