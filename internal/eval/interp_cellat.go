package eval

import (
	"slices"
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
)

// inMemory is a component of a variable that lies in memory that others may know.
type inMemory struct {
	p unsafe.Pointer
	t *ir.Type

	// If it is of numbers, those around it: the array of numbers that it is a part of, or a slice up to its capacity, and which of them is its first.
	around Slice
	first  int
}

func newInMemory(p unsafe.Pointer, t *ir.Type) *inMemory {
	_, n := ir.Units(t)
	return &inMemory{p: p, t: t, around: Slice{p, n, n}}
}

// cellAt makes a variable with components in memory.
func cellAt(fr *iframe, o *ocode) *Var {
	v := &Var{v: clone(fr.slots[o.args[0]]), t: o.op.Args[0].Type, shared: true}
	for i, path := range ir.CellPaths(o.op) {
		s := fr.slots[o.args[1+i]].Ref.(Slice)
		*place(fr, &v.v, path, nil) = Value{Ref: newInMemory(s.Ptr, ir.PathType(o.op.Args[0].Type, path))}
	}
	if o.op.HasAddress() {
		v.address = fr.slots[o.args[len(o.args)-1]].Bits
	}
	return v
}

// deeper is the component at a path of what is in memory.
func (m *inMemory) deeper(fr *iframe, path []int64, idx []int) *inMemory {
	if len(path) == 0 {
		return m
	}
	field := slices.IndexFunc(path, func(step int64) bool { return step >= 0 })
	if field > 0 {
		n := field
		return m.deeper(fr, path[:n], idx).deeper(fr, path[n:], idx[n:])
	}
	if field == 0 {
		offset, _ := ir.PathLayout(m.t, path[:1])
		return newInMemory(unsafe.Add(m.p, offset), ir.PathType(m.t, path[:1])).deeper(fr, path[1:], idx)
	}
	offset, strides := ir.PathLayout(m.t, path)
	for i, stride := range strides {
		offset += stride * int(fr.slots[idx[i]].Bits)
	}
	t := ir.PathType(m.t, path)
	if m.around.Cap == 0 {
		return newInMemory(unsafe.Add(m.p, offset), t)
	}
	unit, _ := ir.Units(t)
	return &inMemory{p: unsafe.Add(m.p, offset), t: t, around: m.around, first: m.first + offset/unit.Size()}
}

// reach goes along a path in a variable: to a component, or a place in memory.
func reach(fr *iframe, path []int64, v *Var, idx []int) (*Value, *inMemory) {
	at := &v.v
	for k, step := range path {
		if m, ok := at.Ref.(*inMemory); ok {
			return nil, m.deeper(fr, path[k:], idx)
		}
		if step < 0 {
			step = int64(fr.slots[idx[0]].Bits)
			idx = idx[1:]
		}
		at = &at.Ref.(*Aggregate).Elems[step]
	}
	if m, ok := at.Ref.(*inMemory); ok {
		return nil, m
	}
	return at, nil
}

func (x *Interp) getShared(fr *iframe, o *ocode, v *Var, path []int64, idx []int) Value {
	at, m := reach(fr, path, v, idx)
	if m == nil {
		return x.readShared(fr, o, *at)
	}
	return x.readShared(fr, o, Value{Ref: m})
}

// readShared copies a value, with what of it is in memory.
func (x *Interp) readShared(fr *iframe, o *ocode, v Value) Value {
	switch r := v.Ref.(type) {
	case *inMemory:
		x.watch.loads(fr, o, r.p, r.t)
		return readMemory(r.p, r.t)
	case *Aggregate:
		c := &Aggregate{make([]Value, len(r.Elems))}
		for i, e := range r.Elems {
			c.Elems[i] = x.readShared(fr, o, e)
		}
		return Value{Ref: c}
	}
	return v
}

func (x *Interp) setShared(fr *iframe, o *ocode, v *Var, path []int64, idx []int, to Value) {
	at, m := reach(fr, path, v, idx)
	if m != nil {
		at = &Value{Ref: m}
	}
	x.writeShared(fr, o, at, to)
}

// writeShared assigns to a component, in memory where it lies there.
func (x *Interp) writeShared(fr *iframe, o *ocode, at *Value, v Value) {
	switch r := at.Ref.(type) {
	case *inMemory:
		x.watch.stores(fr, o, r.p, r.t, v)
		x.store(r.p, r.t, v)
	case *Aggregate:
		for i := range r.Elems {
			x.writeShared(fr, o, &r.Elems[i], v.Ref.(*Aggregate).Elems[i])
		}
	default:
		*at = clone(v)
	}
}
