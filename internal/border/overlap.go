package border

import (
	"reflect"
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
)

// What is read behind a pointer when a function is called must not change while it runs: nothing that it may store to may overlap with it.
// Stores to the very components by other pointers of the same type are no danger, since such components are Memory. What is left is told
// by the types, and where they don't by the addresses at each call: objects overlap only if one is a part of the other.

// overlap is a pointer and something that may be stored to, which might overlap.
type overlap struct {
	pointer int // of Pointers
	memory  int // of Memory, or -1
	slice   Leaf
	size    uintptr // of its elements
}

// findOverlaps lists what has to be compared when the function is called.
func (l *Layout) findOverlaps(types []*ir.Type) {
	for k, p := range l.Pointers {
		if p.hi == 0 {
			continue
		}
		for i, m := range l.Memory {
			other := l.Pointers[m.Base-1].Type
			if !alike(p.Type, other) && (contains(p.Type, other) || contains(other, p.Type)) {
				l.apart = append(l.apart, overlap{pointer: k, memory: i})
			}
		}
		for _, leaf := range append(l.Args[:len(l.Args):len(l.Args)], l.Behind...) {
			if t := types[leaf.Param]; leaf.Size == 0 && (holdsArrayOf(p.Type, t.Elem) || elementHolds(t.Elem, p.Type)) {
				l.apart = append(l.apart, overlap{pointer: k, memory: -1, slice: leaf, size: uintptr(t.Elem.Size())})
			}
		}
	}
}

// Bases are the pointers behind which arguments are, by the numbers that places have: the first is nobody's.
type Bases [MostPointers + 1]unsafe.Pointer

// MayOverlap reports whether Follow has memory to compare.
func (l *Layout) MayOverlap() bool { return len(l.apart) > 0 }

// Follow finds the pointers among the arguments, for which bases must have room, from the second on. It reports false if the compiled function can't be called with them, since one is nil, or
// memory overlaps.
func (l *Layout) Follow(in unsafe.Pointer, bases []unsafe.Pointer) bool {
	for i := range l.Pointers {
		p := &l.Pointers[i]
		from := in // not in bases: it would seem to escape with what else is there
		if p.Base > 0 {
			from = bases[p.Base]
		}
		to := *(*unsafe.Pointer)(unsafe.Add(from, p.Offset))
		if to == nil {
			return false
		}
		bases[i+1] = to
	}
	for i := range l.apart {
		if l.overlap(&l.apart[i], in, bases) {
			return false
		}
	}
	return true
}

func (l *Layout) overlap(o *overlap, in unsafe.Pointer, bases []unsafe.Pointer) bool {
	p := &l.Pointers[o.pointer]
	lo, hi := uintptr(bases[o.pointer+1])+p.lo, uintptr(bases[o.pointer+1])+p.hi
	var from, to uintptr
	if o.memory >= 0 {
		m := &l.Memory[o.memory]
		from = uintptr(bases[m.Base]) + m.Offset
		to = from + m.Size
	} else {
		base := in
		if o.slice.Base > 0 {
			base = bases[o.slice.Base]
		}
		s := (*Slice)(unsafe.Add(base, o.slice.Offset))
		from = uintptr(s.Data)
		to = from + uintptr(s.Cap)*o.size
	}
	return from < hi && lo < to
}

// Slice is a slice in memory.
type Slice struct {
	Data     unsafe.Pointer
	Len, Cap int
}

// alike reports types whose values can be in the same place as wholes: pointers to one can be converted to pointers to the other.
func alike(t, u reflect.Type) bool { return t.Kind() == u.Kind() && t.ConvertibleTo(u) }

// contains reports that a t has a u in it, or is one.
func contains(t, u reflect.Type) bool {
	if alike(t, u) {
		return true
	}
	switch t.Kind() {
	case reflect.Array:
		return contains(t.Elem(), u)
	case reflect.Struct:
		for i := range t.NumField() {
			if contains(t.Field(i).Type, u) {
				return true
			}
		}
	}
	return false
}

// holdsArrayOf reports that a slice of such elements may be of an array in a t.
func holdsArrayOf(t reflect.Type, elem *ir.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return Differ(elem, t.Elem()) == "" || holdsArrayOf(t.Elem(), elem)
	case reflect.Struct:
		for i := range t.NumField() {
			if holdsArrayOf(t.Field(i).Type, elem) {
				return true
			}
		}
	}
	return false
}

// elementHolds reports that a t may be a component of such an element, or all of it.
func elementHolds(elem *ir.Type, t reflect.Type) bool {
	if Differ(elem, t) == "" {
		return true
	}
	switch elem.Kind {
	case ir.Struct:
		for _, f := range elem.Fields {
			if elementHolds(f.Type, t) {
				return true
			}
		}
	case ir.Array:
		return elementHolds(elem.Elem, t)
	}
	return false
}
