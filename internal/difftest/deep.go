package difftest

import (
	"cmp"
	"reflect"
	"slices"
	"unsafe"
)

// extent is memory that slices among the arguments occupy, or that pointers among them point to.
type extent struct {
	lo, hi uintptr
	elem   reflect.Type
	to     unsafe.Pointer // the copy
}

// Copy makes a deep copy, down to the elements of slices in slices, structs and arrays. What overlaps does so in the copy, too. What compiled code knows nothing of, such as maps, is not copied.
func (m *Memory) Copy(args []any) []reflect.Value {
	vs, _ := m.copyArgs(args)
	return vs
}

func (m *Memory) copyArgs(args []any) ([]reflect.Value, []extent) {
	w := &walker{seen: map[visit]bool{}}
	vs := make([]reflect.Value, len(args))
	for i, a := range args {
		v := reflect.New(reflect.TypeOf(a)).Elem()
		v.Set(reflect.ValueOf(a))
		vs[i] = v
		w.extents(v)
	}
	es := merge(w.found)
	for i := range es {
		es[i].to = m.copyOf(&es[i], len(es) <= mostGuarded)
	}
	r := &walker{seen: map[visit]bool{}, found: es}
	for _, v := range vs {
		r.redirect(v)
	}
	return vs, es
}

// mostGuarded is up to how many slices are put beside pages that can't be touched: each takes a mapping.
const mostGuarded = 64

// walker goes through all that values lead to.
type walker struct {
	seen  map[visit]bool
	found []extent
}

// visit is a place that was gone through.
type visit struct {
	at uintptr
	n  int
	t  reflect.Type
}

func (w *walker) first(at uintptr, n int, t reflect.Type) bool {
	v := visit{at, n, t}
	was := w.seen[v]
	w.seen[v] = true
	return !was
}

// extents finds the memory that an addressable value leads to.
func (w *walker) extents(v reflect.Value) {
	switch v.Kind() {
	case reflect.Slice:
		elem := v.Type().Elem()
		if v.Cap() == 0 || elem.Size() == 0 {
			return
		}
		lo := v.Pointer()
		w.found = append(w.found, extent{lo: lo, hi: lo + uintptr(v.Cap())*elem.Size(), elem: elem})
		if HasPointers(elem) && w.first(lo, v.Cap(), elem) {
			for i := range v.Cap() {
				w.extents(v.Slice(0, v.Cap()).Index(i))
			}
		}
	case reflect.String:
		if text := v.String(); len(text) > 0 {
			lo := uintptr(unsafe.Pointer(unsafe.StringData(text)))
			w.found = append(w.found, extent{lo: lo, hi: lo + uintptr(len(text)), elem: reflect.TypeFor[byte]()})
		}
	case reflect.Pointer:
		elem := v.Type().Elem()
		if v.IsNil() || elem.Size() == 0 {
			return
		}
		w.found = append(w.found, extent{lo: v.Pointer(), hi: v.Pointer() + elem.Size(), elem: elem})
		if HasPointers(elem) && w.first(v.Pointer(), 1, elem) {
			w.extents(v.Elem())
		}
	default:
		components(v, w.extents)
	}
}

// redirect has an addressable value, and what it leads to, lead to the copies of the extents.
func (w *walker) redirect(v reflect.Value) {
	switch v.Kind() {
	case reflect.Slice:
		elem := v.Type().Elem()
		if v.Cap() == 0 || elem.Size() == 0 || !w.first(v.UnsafeAddr(), 0, nil) {
			return
		}
		s := (*sliceHeader)(unsafe.Pointer(v.UnsafeAddr()))
		s.data = w.copied(v.Pointer())
		for i := 0; i < v.Cap() && HasPointers(elem); i++ {
			w.redirect(v.Slice(0, v.Cap()).Index(i))
		}
	case reflect.String:
		if text := v.String(); len(text) > 0 && w.first(v.UnsafeAddr(), 0, nil) {
			copied := (*byte)(w.copied(uintptr(unsafe.Pointer(unsafe.StringData(text)))))
			*(*string)(unsafe.Pointer(v.UnsafeAddr())) = unsafe.String(copied, len(text))
		}
	case reflect.Pointer:
		elem := v.Type().Elem()
		if v.IsNil() || elem.Size() == 0 || !w.first(v.UnsafeAddr(), 0, nil) {
			return
		}
		*(*unsafe.Pointer)(unsafe.Pointer(v.UnsafeAddr())) = w.copied(v.Pointer())
		w.redirect(v.Elem())
	default:
		components(v, w.redirect)
	}
}

func (w *walker) copied(p uintptr) unsafe.Pointer {
	at, _ := slices.BinarySearchFunc(w.found, p+1, func(e extent, p uintptr) int { return cmp.Compare(e.hi, p) }) // the first that ends behind it
	return unsafe.Add(w.found[at].to, p-w.found[at].lo)
}

// components calls f for the elements of an array and the fields of a struct that may lead to memory.
func components(v reflect.Value, f func(v reflect.Value)) {
	switch {
	case !HasPointers(v.Type()):
	case v.Kind() == reflect.Array:
		for i := range v.Len() {
			f(v.Index(i))
		}
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			f(lifted(v.Field(i)))
		}
	}
}

// lifted lifts the protection of an addressable field that is not exported.
func lifted(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
}

type sliceHeader struct {
	data     unsafe.Pointer
	len, cap int
}

// merge joins extents that overlap. Of their types that of the largest goes for all.
func merge(es []extent) []extent {
	slices.SortFunc(es, func(a, b extent) int { return cmp.Or(cmp.Compare(a.lo, b.lo), cmp.Compare(b.hi, a.hi)) })
	var out []extent
	for _, e := range es {
		n := len(out)
		if n == 0 || e.lo >= out[n-1].hi {
			out = append(out, e)
			continue
		}
		last := &out[n-1]
		if e.hi > last.hi && !HasPointers(last.elem) {
			last.elem = e.elem
		}
		last.hi = max(last.hi, e.hi)
	}
	return out
}
