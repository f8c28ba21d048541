package difftest

import (
	"cmp"
	"reflect"
	"slices"
	"unsafe"
)

// Memory is where arguments are copied to.
type Memory struct {
	// Guard puts slices of the arguments beside a page that can't be touched: behind them (guardAfter) or in front (guardBefore).
	Guard int

	mapped [][]byte
}

// The places of guard pages.
const (
	NoGuard = iota
	GuardAfter
	GuardBefore
)

// extent is memory that slices among the arguments occupy.
type extent struct {
	lo, hi uintptr
	elem   reflect.Type
	to     unsafe.Pointer
}

// Copy makes a deep copy. Slices that overlap do so in the copy, too.
func (m *Memory) Copy(args []any) []reflect.Value {
	vs := make([]reflect.Value, len(args))
	var extents []extent
	for i, a := range args {
		vs[i] = reflect.ValueOf(a)
		if v := vs[i]; v.Kind() == reflect.Slice && v.Cap() > 0 && v.Type().Elem().Size() > 0 {
			lo := v.Pointer()
			extents = append(extents, extent{lo: lo, hi: lo + uintptr(v.Cap())*v.Type().Elem().Size(), elem: v.Type().Elem()})
		}
	}
	extents = merge(extents)
	for i := range extents {
		extents[i].to = m.copyOf(&extents[i])
	}
	for i, v := range vs {
		if v.Kind() != reflect.Slice || v.Cap() == 0 || v.Type().Elem().Size() == 0 {
			continue
		}
		at := slices.IndexFunc(extents, func(e extent) bool { return e.lo <= v.Pointer() && v.Pointer() < e.hi })
		c := reflect.New(v.Type())
		*(*sliceHeader)(c.UnsafePointer()) = sliceHeader{unsafe.Add(extents[at].to, v.Pointer()-extents[at].lo), v.Len(), v.Cap()}
		vs[i] = c.Elem()
	}
	return vs
}

type sliceHeader struct {
	data     unsafe.Pointer
	len, cap int
}

// merge joins extents that overlap.
func merge(es []extent) []extent {
	slices.SortFunc(es, func(a, b extent) int { return cmp.Compare(a.lo, b.lo) })
	var out []extent
	for _, e := range es {
		if n := len(out); n > 0 && e.lo < out[n-1].hi {
			out[n-1].hi = max(out[n-1].hi, e.hi)
		} else {
			out = append(out, e)
		}
	}
	return out
}

func (m *Memory) copyOf(e *extent) unsafe.Pointer {
	size := int(e.hi - e.lo)
	from := unsafe.Slice((*byte)(pointer(e.lo)), size)
	if m.Guard != NoGuard {
		if to := m.guarded(size); to != nil {
			copy(to, from)
			return unsafe.Pointer(&to[0])
		}
	}
	to := reflect.MakeSlice(reflect.SliceOf(e.elem), size/int(e.elem.Size()), size/int(e.elem.Size()))
	copy(memoryOf(to), from)
	return to.UnsafePointer()
}

// pointer makes a pointer of an address inside a slice that is alive.
func pointer(p uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }
