package eval

import (
	"slices"
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

// Pointers, in the interpreter: to a variable (*Var, nil for Go's nil), to a component of one (*within), or into memory (*inMemory).

// within is a pointer to a component of a variable.
type within struct {
	v    *Var
	path []int64
	idx  []Value
}

// pointed is what the path of a get or set leads to: memory; numbers taken for others; or a component of a variable. The indices are slots of fr.
type pointed struct {
	m    *inMemory
	r    *recast
	v    *Var
	fr   *iframe
	path []int64
	idx  []int
}

// pointedAt goes along an op's path from what its first operand points to.
func pointedAt(fr *iframe, o *ocode, idx []int) pointed {
	return pointedBy(fr, fr.slots[o.args[0]].Ref, o.op.Ints, idx)
}

func pointedBy(fr *iframe, pointer any, path []int64, idx []int) pointed {
	switch p := pointer.(type) {
	case *Var:
		if p == nil {
			rt.PanicNil()
		}
		return pointed{v: p, fr: fr, path: path, idx: idx}
	case *within:
		all := slices.Clone(p.idx)
		for _, id := range idx {
			all = append(all, fr.slots[id])
		}
		slots := make([]int, len(all))
		for i := range slots {
			slots[i] = i
		}
		return pointed{v: p.v, fr: &iframe{slots: all}, path: slices.Concat(p.path, path), idx: slots}
	case *inMemory:
		return pointed{m: p.deeper(fr, path, idx)}
	case *recast:
		return pointed{r: p.deeper(fr, path, idx)}
	}
	panic("eval: no pointer")
}

func (x *Interp) get(fr *iframe, o *ocode, p pointed) Value {
	switch {
	case p.r != nil:
		return x.getRecast(fr, o, p.r)
	case p.m != nil:
		return x.readShared(fr, o, Value{Ref: p.m})
	case p.v.shared:
		return x.getShared(p.fr, o, p.v, p.path, p.idx)
	}
	if at := viewedAt(p.fr, p.path, p.v, p.idx); at != nil {
		t := o.op.Results[0].Type
		x.watch.loads(fr, o, at, t)
		return readMemory(at, t)
	}
	at := place(p.fr, &p.v.v, p.path, p.idx)
	x.watch.variable(fr, o, p, at, nil)
	return clone(*at)
}

func (x *Interp) set(fr *iframe, o *ocode, p pointed, to Value) {
	switch {
	case p.r != nil:
		x.setRecast(fr, o, p.r, to)
		return
	case p.m != nil:
		x.writeShared(fr, o, &Value{Ref: p.m}, to)
		return
	case p.v.shared:
		x.setShared(p.fr, o, p.v, p.path, p.idx, to)
		return
	}
	if at := viewedAt(p.fr, p.path, p.v, p.idx); at != nil {
		t := o.op.Args[1].Type
		x.watch.stores(fr, o, at, t, to)
		x.store(at, t, to)
		return
	}
	at := place(p.fr, &p.v.v, p.path, p.idx)
	x.watch.variable(fr, o, p, at, &to)
	x.assign(at, to)
}

// partOf is a pointer to a component.
func partOf(fr *iframe, o *ocode) any {
	base := o.op.Args[0].Type
	if base.Kind == ir.Slice {
		s := fr.slots[o.args[0]].Ref.(Slice)
		if len(o.args) == 1 {
			return newInMemory(s.Ptr, o.op.Results[0].Type.Elem)
		}
		i := int(fr.slots[o.args[1]].Bits)
		m := newInMemory(unsafe.Add(s.Ptr, i*base.Elem.Size()), base.Elem)
		if m.around.Cap > 0 && base.Elem.IsScalar() {
			m.around, m.first = s, i
		}
		return m.deeper(fr, o.op.Ints, o.args[2:])
	}
	if len(o.op.Ints) == 0 {
		return fr.slots[o.args[0]].Ref
	}
	p := pointedAt(fr, o, o.args[1:])
	if p.m != nil {
		return p.m
	}
	if p.r != nil {
		return p.r
	}
	idx := make([]Value, len(p.idx))
	for i, id := range p.idx {
		idx[i] = p.fr.slots[id]
	}
	return &within{p.v, p.path, idx}
}

// viewAt is a slice of the whole of an array behind a pointer.
func (x *Interp) viewAt(fr *iframe, o *ocode) Slice {
	elem := o.op.Results[0].Type.Elem
	p := pointedAt(fr, o, nil)
	n := ir.PathType(o.op.Args[0].Type.Elem, o.op.Ints).Len
	if p.m != nil {
		return Slice{p.m.p, n, n}
	}
	if at := viewedAt(p.fr, p.path, p.v, p.idx); at != nil {
		return Slice{at, n, n}
	}
	return x.view(place(p.fr, &p.v.v, p.path, p.idx), elem)
}

func samePlace(a, b Value) bool {
	switch p := a.Ref.(type) {
	case *within:
		q, ok := b.Ref.(*within)
		return ok && p.v == q.v && slices.Equal(p.path, q.path) && slices.Equal(p.idx, q.idx)
	case *inMemory:
		q, ok := b.Ref.(*inMemory)
		return ok && p.p == q.p
	case *recast:
		q, ok := b.Ref.(*recast)
		return ok && p.p == q.p && p.offset == q.offset && (p.p != nil || samePlace(p.of, q.of))
	case *Var:
		q, ok := b.Ref.(*Var)
		return ok && (p == q || p != nil && q != nil && p.address != 0 && p.address == q.address)
	}
	return a.Ref == b.Ref
}

// isNilPointer reports Go's nil of a pointer type.
func isNilPointer(v Value) bool { p, ok := v.Ref.(*Var); return ok && p == nil }
