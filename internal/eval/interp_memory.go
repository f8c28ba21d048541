package eval

import (
	"reflect"
	"slices"
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

func zeroValue(t *ir.Type) Value {
	switch t.Kind {
	case ir.Slice:
		return Value{Ref: Slice{}}
	case ir.Struct:
		a := &Aggregate{make([]Value, len(t.Fields))}
		for i, f := range t.Fields {
			a.Elems[i] = zeroValue(f.Type)
		}
		return Value{Ref: a}
	case ir.Array:
		a := &Aggregate{make([]Value, t.Len)}
		for i := range a.Elems {
			a.Elems[i] = zeroValue(t.Elem)
		}
		return Value{Ref: a}
	case ir.Fn:
		return Value{Ref: (*Closure)(nil)}
	case ir.Cell:
		return Value{Ref: (*Var)(nil)}
	}
	return Value{}
}

// clone copies an aggregate. Variables own what they hold and change it in place; all other values are never changed.
func clone(v Value) Value {
	if m, ok := v.Ref.(*viewed); ok {
		return m.value()
	}
	a, ok := v.Ref.(*Aggregate)
	if !ok {
		return v
	}
	c := &Aggregate{make([]Value, len(a.Elems))}
	for i, e := range a.Elems {
		c.Elems[i] = clone(e)
	}
	return Value{Ref: c}
}

// place is where path leads to inside v; idx are the slots of the indices.
func place(fr *iframe, v *Value, path []int64, idx []int) *Value {
	for _, step := range path {
		if step < 0 {
			step = int64(fr.slots[idx[0]].Bits)
			idx = idx[1:]
		}
		v = &v.Ref.(*Aggregate).Elems[step]
	}
	return v
}

// aggregate runs the ops on aggregates and variables.
func (x *Interp) aggregate(fr *iframe, o *ocode) {
	s := fr.slots
	switch o.kind {
	case ir.OpStruct, ir.OpArray:
		s[o.res[0]] = Value{Ref: &Aggregate{fr.args(o.args)}}
	case ir.OpExtract:
		s[o.res[0]] = *place(fr, &s[o.args[0]], o.op.Ints, o.args[1:])
	case ir.OpInsert:
		v := clone(s[o.args[0]])
		*place(fr, &v, o.op.Ints, o.args[2:]) = s[o.args[1]]
		s[o.res[0]] = v
	case ir.OpCell:
		v := &Var{v: clone(s[o.args[0]]), t: o.op.Args[0].Type}
		x.watch.made(v)
		s[o.res[0]] = Value{Ref: v}
	case ir.OpView:
		s[o.res[0]] = Value{Ref: x.viewAt(fr, o)}
	case ir.OpCellAt:
		s[o.res[0]] = Value{Ref: cellAt(fr, o)}
	case ir.OpPart:
		s[o.res[0]] = Value{Ref: partOf(fr, o)}
	case ir.OpRecast:
		s[o.res[0]] = Value{Ref: recastOf(fr, o)}
	case ir.OpSame:
		s[o.res[0]] = Value{}
		if samePlace(s[o.args[0]], s[o.args[1]]) {
			s[o.res[0]].Bits = 1
		}
	case ir.OpGet:
		s[o.res[0]] = x.get(fr, o, pointedAt(fr, o, o.args[1:]))
	case ir.OpSet:
		x.set(fr, o, pointedAt(fr, o, o.args[2:]), s[o.args[1]])
	}
}

// viewed is an array of a variable of which there are slices: it lies in memory.
type viewed struct {
	Slice
	elem *ir.Type
}

// view moves an array to memory, if it isn't there.
func (x *Interp) view(at *Value, elem *ir.Type) Slice {
	switch m := at.Ref.(type) {
	case *viewed:
		return m.Slice
	case *inMemory:
		return Slice{m.p, m.t.Len, m.t.Len}
	}
	elems := at.Ref.(*Aggregate).Elems
	s := x.make(elem, int64(len(elems)))
	for i, e := range elems {
		writeMemory(unsafe.Add(s.Ptr, i*elem.Size()), elem, e)
	}
	at.Ref = &viewed{s, elem}
	return s
}

// value is the array, read from memory.
func (m *viewed) value() Value {
	return readMemory(m.Ptr, ir.ArrayOf(m.elem, m.Len))
}

// viewedAt is where the component of v is that a path leads to, if that is an array of which there are slices, or in one.
func viewedAt(fr *iframe, path []int64, v *Var, idx []int) unsafe.Pointer {
	at := &v.v
	for i, step := range path {
		if m, ok := at.Ref.(*viewed); ok {
			return elementAt(fr, m.Slice, int(fr.slots[idx[0]].Bits), m.elem, path[i+1:], idx[1:])
		}
		if step < 0 {
			step = int64(fr.slots[idx[0]].Bits)
			idx = idx[1:]
		}
		at = &at.Ref.(*Aggregate).Elems[step]
	}
	if m, ok := at.Ref.(*viewed); ok {
		return m.Ptr
	}
	return nil
}

// assign gives what is at a place another value, and leaves arrays where they lie.
func (x *Interp) assign(at *Value, v Value) {
	if m, ok := at.Ref.(*viewed); ok {
		x.store(m.Ptr, ir.ArrayOf(m.elem, m.Len), v)
		return
	}
	old, ok := at.Ref.(*Aggregate)
	if !ok || !hasViewed(*at) {
		*at = clone(v)
		return
	}
	for i, e := range v.Ref.(*Aggregate).Elems {
		x.assign(&old.Elems[i], e)
	}
}

func hasViewed(v Value) bool {
	switch r := v.Ref.(type) {
	case *viewed:
		return true
	case *Aggregate:
		return slices.ContainsFunc(r.Elems, hasViewed)
	}
	return false
}

// memory runs the ops on slices but stores.
func (x *Interp) memory(fr *iframe, o *ocode) {
	s := fr.slots
	slice := func(i int) Slice { return s[o.args[i]].Ref.(Slice) }
	var r Value
	switch o.kind {
	case ir.OpLen:
		r.Bits = uint64(slice(0).Len)
	case ir.OpCap:
		r.Bits = uint64(slice(0).Cap)
	case ir.OpIsNil:
		var is bool
		switch o.op.Args[0].Type.Kind {
		case ir.Cell:
			is = isNilPointer(s[o.args[0]])
		case ir.Fn:
			is = s[o.args[0]].Ref.(*Closure) == nil
		default:
			is = slice(0).Ptr == nil
		}
		if is {
			r.Bits = 1
		}
	case ir.OpAddress:
		r.Bits = uint64(uintptr(slice(0).Ptr))
	case ir.OpMake:
		s := x.make(o.op.Results[0].Type.Elem, int64(s[o.args[0]].Bits))
		if o.op.Mode == ir.Uncleared {
			spoil(s, o.op.Results[0].Type.Elem)
		}
		r.Ref = s
	case ir.OpAlloca:
		r.Ref = x.make(o.op.Results[0].Type.Elem, o.op.Ints[0])
	case ir.OpArena: // a launch gives its kernel another
		r.Ref = Slice{}
	case ir.OpScratch, ir.OpWindow:
		r.Ref = scratch(fr, o, int64(s[o.args[0]].Bits))
	case ir.OpStack:
		r.Ref = stack(fr, o)
	case ir.OpApart:
		if apart(slice(0), slice(1), o.op) {
			r.Bits = 1
		}
	case ir.OpSlice:
		a := slice(0)
		lo, hi, limit := int(s[o.args[1]].Bits), int(s[o.args[2]].Bits), a.Cap
		if len(o.args) > 3 {
			limit = int(s[o.args[3]].Bits)
		}
		if limit > lo { // else the pointer would lead behind the object
			a.Ptr = unsafe.Add(a.Ptr, lo*o.op.Results[0].Type.Elem.Size())
		}
		r.Ref = Slice{a.Ptr, hi - lo, limit - lo}
	case ir.OpLoad:
		t := o.op.Results[0].Type
		p := element(fr, o, o.args[2:])
		x.watch.loads(fr, o, p, t)
		s[o.res[0]] = readMemory(p, t)
		return
	}
	s[o.res[0]] = r
}

// move copies elements one by one, in the direction in which none is overwritten before it is read.
func (x *Interp) move(fr *iframe, o *ocode) {
	dst, src, n := fr.slots[o.args[0]].Ref.(Slice), fr.slots[o.args[1]].Ref.(Slice), int(fr.slots[o.args[2]].Bits)
	if n < 0 || n > dst.Len || n > src.Len {
		panic("eval: move out of range")
	}
	t := o.op.Args[0].Type.Elem
	for k := range n {
		if uintptr(dst.Ptr) > uintptr(src.Ptr) {
			k = n - 1 - k
		}
		from, to := unsafe.Add(src.Ptr, k*t.Size()), unsafe.Add(dst.Ptr, k*t.Size())
		x.watch.loads(fr, o, from, t)
		v := readMemory(from, t)
		x.watch.stores(fr, o, to, t, v)
		x.store(to, t, v)
	}
}

// apart: see docs/ir.md.
func apart(a, b Slice, o *ir.Op) bool {
	if o.Ints[1] != 0 {
		a.Len, b.Len = a.Cap, b.Cap
	}
	pa, pb := uintptr(a.Ptr), uintptr(b.Ptr)
	endA := pa + uintptr(a.Len*o.Args[0].Type.Elem.Size())
	endB := pb + uintptr(b.Len*o.Args[1].Type.Elem.Size())
	return endA <= pb || endB <= pa || o.Ints[0] != 0 && pa == pb
}

// scratch gives the op's buffer of n elements. It is not zeroed: what is in it at first shows who relies on that.
func scratch(fr *iframe, o *ocode, n int64) Slice {
	n = max(n, 0)
	t := o.op.Results[0].Type.Elem
	buf := fr.scratch[o]
	if int64(buf.Cap) < n {
		buf = rubbish(t, n)
		if fr.scratch == nil {
			fr.scratch = map[*ocode]Slice{}
		}
		fr.scratch[o] = buf
	}
	return Slice{buf.Ptr, int(n), int(n)}
}

// stack gives the op's stack.
func stack(fr *iframe, o *ocode) Slice {
	if fr.stacks == nil {
		fr.stacks = map[*ocode]*rt.Reserve{}
	}
	if fr.stacks[o] == nil {
		fr.stacks[o] = &rt.Reserve{Grows: len(o.op.Ints) > 0}
	}
	return words(fr.stacks[o], o.op.Results[0].Type.Elem)
}

// words is a reserve as a slice.
func words(r *rt.Reserve, elem *ir.Type) Slice {
	at, n := r.Words()
	n = n * 8 / int64(elem.Size())
	return Slice{at, int(n), int(n)}
}

// element is the address that a load or store goes to.
func element(fr *iframe, o *ocode, idx []int) unsafe.Pointer {
	s := fr.slots[o.args[0]].Ref.(Slice)
	return elementAt(fr, s, int(fr.slots[o.args[1]].Bits), o.op.Args[0].Type.Elem, o.op.Ints, idx)
}

// elementAt is where s[i] at path is.
func elementAt(fr *iframe, s Slice, i int, t *ir.Type, path []int64, idx []int) unsafe.Pointer {
	if uint(i) >= uint(s.Len) {
		panic("eval: access out of range without a check")
	}
	at := i * t.Size()
	for _, step := range path {
		if step < 0 {
			k := int(fr.slots[idx[0]].Bits)
			if uint(k) >= uint(t.Len) {
				panic("eval: access out of range without a check")
			}
			idx = idx[1:]
			t = t.Elem
			at += k * t.Size()
		} else {
			at += t.Offset(int(step))
			t = t.Fields[step].Type
		}
	}
	return unsafe.Add(s.Ptr, at)
}

// readMemory reads a value as Go lays it out.
func readMemory(p unsafe.Pointer, t *ir.Type) Value {
	switch t.Kind {
	case ir.Slice:
		return Value{Ref: *(*Slice)(p)}
	case ir.Fn:
		return Value{Ref: *(**Closure)(p)}
	case ir.Struct:
		a := &Aggregate{make([]Value, len(t.Fields))}
		for i, f := range t.Fields {
			a.Elems[i] = readMemory(unsafe.Add(p, t.Offset(i)), f.Type)
		}
		return Value{Ref: a}
	case ir.Array:
		a := &Aggregate{make([]Value, t.Len)}
		for i := range a.Elems {
			a.Elems[i] = readMemory(unsafe.Add(p, i*t.Elem.Size()), t.Elem)
		}
		return Value{Ref: a}
	}
	return Value{Bits: readScalar(p, t)}
}

func readScalar(p unsafe.Pointer, t *ir.Type) uint64 {
	switch t.Size() {
	case 1:
		return uint64(*(*uint8)(p))
	case 2:
		return uint64(*(*uint16)(p))
	case 4:
		return uint64(*(*uint32)(p))
	}
	return *(*uint64)(p)
}

func writeMemory(p unsafe.Pointer, t *ir.Type, v Value) {
	switch t.Kind {
	case ir.Slice:
		*(*Slice)(p) = v.Ref.(Slice)
	case ir.Fn:
		*(**Closure)(p) = v.Ref.(*Closure)
	case ir.Struct:
		for i, f := range t.Fields {
			writeMemory(unsafe.Add(p, t.Offset(i)), f.Type, v.Ref.(*Aggregate).Elems[i])
		}
	case ir.Array:
		for i, e := range v.Ref.(*Aggregate).Elems {
			writeMemory(unsafe.Add(p, i*t.Elem.Size()), t.Elem, e)
		}
	default:
		writeScalar(p, t, v.Bits)
	}
}

func writeScalar(p unsafe.Pointer, t *ir.Type, bits uint64) {
	switch t.Size() {
	case 1:
		*(*uint8)(p) = uint8(bits)
	case 2:
		*(*uint16)(p) = uint16(bits)
	case 4:
		*(*uint32)(p) = uint32(bits)
	default:
		*(*uint64)(p) = bits
	}
}

// make allocates what a program asks for.
func (x *Interp) make(t *ir.Type, n int64) Slice {
	if n > 0 && n <= maxAlloc/max(int64(t.Size()), 1) {
		x.step(n * int64(t.Size()) / 64)
	}
	s := makeSlice(t, n)
	x.watch.fresh(s, t)
	return s
}

// makeSlice allocates n elements, typed, so that the garbage collector sees the slices in them.
func makeSlice(t *ir.Type, n int64) Slice {
	if n < 0 || t.Size() > 0 && n > maxAlloc/int64(t.Size()) {
		rt.PanicMakeSlice()
	}
	v := reflect.MakeSlice(reflect.SliceOf(ir.GoType(t)), int(n), int(n))
	return Slice{v.UnsafePointer(), int(n), int(n)}
}

// maxAlloc is the largest object that Go's runtime tries to allocate on 64-bit machines.
const maxAlloc = 1 << 48
