package difftest

import (
	"fmt"
	"reflect"
	"slices"
	"sync"
	"unsafe"
)

// Memory is where arguments are copied to. On both sides of each slice, its whole capacity, there are bytes that must stay as they are.
type Memory struct {
	// Guard puts slices of the arguments beside a page that can't be touched: behind them (guardAfter) or in front (guardBefore).
	Guard int

	zones  []zone
	mapped [][]byte
	cut    [][]byte // parts of mapped that CutOff has taken away
}

// The places of guard pages.
const (
	NoGuard = iota
	GuardAfter
	GuardBefore
)

// zone is memory around a copy.
type zone struct {
	before, after []byte
}

// zoneBytes is how much is watched on either side where no page is: some vectors.
const zoneBytes = 256

// canary is what zones are filled with.
const canary = 0xc5

// copyOf copies it, to beside a page that can't be touched if it may be.
func (m *Memory) copyOf(e *extent, guard bool) unsafe.Pointer {
	size := int(e.hi - e.lo)
	from := unsafe.Slice((*byte)(pointer(e.lo)), size)
	if HasPointers(e.elem) {
		to := reflect.MakeSlice(reflect.SliceOf(e.elem), size/int(e.elem.Size()), size/int(e.elem.Size()))
		copy(memoryOf(to), from)
		return to.UnsafePointer()
	}
	var all []byte
	lo := zoneBytes
	if guard && m.Guard != NoGuard {
		if all = m.guarded(size); m.Guard == GuardBefore {
			lo = 0
		} else {
			lo = len(all) - size
		}
	}
	if all == nil {
		lo = zoneBytes + len(m.zones)*e.elem.Align()%64 // vectors don't begin at multiples of their size
		all = unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(make([]uint64, (lo+size+zoneBytes)/8)))), (lo+size+zoneBytes)/8*8)
	}
	z := zone{all[:lo], all[lo+size:]}
	fill(z.before)
	fill(z.after)
	m.zones = append(m.zones, z)
	copy(all[lo:], from)
	return unsafe.Pointer(&all[lo])
}

// HasPointers reports a type with pointers: memory of such elements is in the heap, whatever it is asked for.
func HasPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return HasPointers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if HasPointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	}
	return t.Kind() > reflect.Complex128
}

func fill(zone []byte) {
	for i := range zone {
		zone[i] = canary
	}
}

// stray says where the zones from the given one on have been written to, or gives "".
func (m *Memory) stray(from int) string {
	for _, z := range m.zones[from:] {
		for i := range z.before {
			if b := z.before[len(z.before)-1-i]; b != canary {
				return fmt.Sprintf("writes %#x to %d bytes before a slice", b, i+1)
			}
		}
		for i, b := range z.after {
			if b != canary {
				return fmt.Sprintf("writes %#x to %d bytes behind a slice", b, i)
			}
		}
	}
	return ""
}

// spare are mappings that are not in use: making them takes longer than what small programs do in them.
var spare struct {
	sync.Mutex
	pages [][]byte
}

// mostSpare bounds their number.
const mostSpare = 100

// guarded gives size bytes or more, less than a page more, between pages that can't be touched, or nil.
func (m *Memory) guarded(size int) []byte {
	spare.Lock()
	defer spare.Unlock()
	need := (size + pageSize - 1) / pageSize * pageSize
	at := slices.IndexFunc(spare.pages, func(b []byte) bool { return len(b) == need })
	var b []byte
	if at >= 0 {
		b = spare.pages[at]
		spare.pages = slices.Delete(spare.pages, at, at+1)
	} else if b = mapGuarded(need); b == nil {
		return nil
	}
	m.mapped = append(m.mapped, b)
	return b
}

// CutOff takes the memory away behind the middle of a slice that Copy has made, from the next page on, as that of a mapped file is when it is cut
// off. It gives the addresses, or lo = hi if there is no page to take, or none that is not the Go heap's.
func (m *Memory) CutOff(v reflect.Value) (lo, hi uintptr) {
	at, size := v.Pointer(), uintptr(v.Len())*v.Type().Elem().Size()
	for _, b := range m.mapped {
		base := uintptr(unsafe.Pointer(unsafe.SliceData(b)))
		if at < base || at >= base+uintptr(len(b)) {
			continue
		}
		page := uintptr(pageSize)
		lo, hi = (at+size/2+page-1)/page*page, (at+size+page-1)/page*page
		if lo >= hi || !protect(b[lo-base:hi-base], true) {
			break
		}
		m.cut = append(m.cut, b[lo-base:hi-base])
		return lo, hi
	}
	return 0, 0
}

// Reset frees the copies. Outcomes that hold them are invalid from then on.
func (m *Memory) Reset() {
	for _, b := range m.cut {
		if !protect(b, false) {
			panic("difftest: no access to memory any more")
		}
	}
	m.cut = nil
	spare.Lock()
	defer spare.Unlock()
	spare.pages = append(spare.pages, m.mapped...)
	for len(spare.pages) > mostSpare {
		unmapGuarded(spare.pages[0])
		spare.pages = slices.Delete(spare.pages, 0, 1)
	}
	m.mapped, m.zones = nil, nil
}

// pointer makes a pointer of an address inside a slice that is alive.
func pointer(p uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }
