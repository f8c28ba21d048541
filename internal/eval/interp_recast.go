package eval

import (
	"math/bits"
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

// recast is, in the interpreter, a pointer to numbers that are taken for others: those in memory are, and others are put there for that.
type recast struct {
	t      *ir.Type       // what they are taken for
	offset int            // in bytes, of that
	p      unsafe.Pointer // where the numbers lie; or
	of     Value          // a pointer to a variable
	whole  *ir.Type       // what either leads to

	first, n int // the number of the first of them, and how many there are: elements of a slice before it can be reached, too
}

// recastOf evaluates the op of that name.
func recastOf(fr *iframe, o *ocode) any {
	t, whole := o.op.Results[0].Type.Elem, o.op.Args[0].Type.Elem
	by := int(fr.slots[o.args[1]].Bits)
	of := fr.slots[o.args[0]]
	_, n := ir.Units(whole)
	switch p := of.Ref.(type) {
	case *recast:
		out := *p
		out.t, out.offset = t, p.offset+by
		return &out
	case *inMemory:
		return &recast{t: t, offset: by, p: p.p, whole: whole, first: p.first, n: p.around.Cap}
	case *within:
		if n == 0 {
			break
		}
		arrays := len(p.path)
		for arrays > 0 && p.path[arrays-1] < 0 {
			arrays--
		}
		k := len(p.path) - arrays
		at := len(p.idx) - k
		whole := ir.PathType(p.v.t, p.path[:arrays])
		_, strides := ir.PathLayout(whole, p.path[arrays:])
		for i, stride := range strides {
			by += stride * int(p.idx[at+i].Bits)
		}
		_, n := ir.Units(whole)
		around := Value{Ref: p.v}
		if arrays > 0 {
			around.Ref = &within{p.v, p.path[:arrays], p.idx[:at]}
		}
		return &recast{t: t, offset: by, of: around, whole: whole, n: n}
	case *Var:
		if p == nil {
			return p
		}
	}
	return &recast{t: t, offset: by, of: of, whole: whole, n: n}
}

// deeper is the component at a path.
func (r *recast) deeper(fr *iframe, path []int64, idx []int) *recast {
	out := *r
	offset, strides := ir.PathLayout(r.t, path)
	for i, stride := range strides {
		offset += stride * int(fr.slots[idx[i]].Bits)
	}
	out.t, out.offset = ir.PathType(r.t, path), r.offset+offset
	return &out
}

// check panics if there is less memory.
func (r *recast) check() {
	unit, _ := ir.Units(r.whole)
	for _, at := range []int{r.offset, r.offset + r.t.Size() - 1} {
		i := r.first + at>>bits.TrailingZeros(uint(unit.Size()))
		if i < 0 || i >= r.n {
			rt.PanicIndex(int64(i), int64(r.n))
		}
	}
}

// memory is where the numbers lie, if they do, and else the variable's component that they are.
func (r *recast) memory(x *Interp, fr *iframe) (unsafe.Pointer, pointed, *Value) {
	if r.p != nil {
		return r.p, pointed{}, nil
	}
	q := pointedBy(fr, r.of.Ref, nil, nil)
	if q.v.shared {
		at, m := reach(q.fr, q.path, q.v, q.idx)
		if m != nil {
			return m.p, q, nil
		}
		return nil, q, at
	}
	if at := viewedAt(q.fr, q.path, q.v, q.idx); at != nil {
		return at, q, nil
	}
	return nil, q, place(q.fr, &q.v.v, q.path, q.idx)
}

// copied is what the variable holds, as memory.
func (r *recast) copied(at *Value) []byte {
	buf := make([]uint64, (r.whole.Size()+7)/8+1)
	p := unsafe.Pointer(&buf[0])
	writeMemory(p, r.whole, *at)
	return unsafe.Slice((*byte)(p), r.whole.Size())
}

func (x *Interp) getRecast(fr *iframe, o *ocode, r *recast) Value {
	r.check()
	p, q, at := r.memory(x, fr)
	if at == nil {
		p = unsafe.Add(p, r.offset)
		x.watch.loads(fr, o, p, r.t)
		return readMemory(p, r.t)
	}
	if !q.v.shared {
		x.watch.variable(fr, o, q, at, nil)
	}
	return readMemory(unsafe.Pointer(&r.copied(at)[r.offset]), r.t)
}

func (x *Interp) setRecast(fr *iframe, o *ocode, r *recast, to Value) {
	r.check()
	p, q, at := r.memory(x, fr)
	if at == nil {
		p = unsafe.Add(p, r.offset)
		x.watch.stores(fr, o, p, r.t, to)
		x.store(p, r.t, to)
		return
	}
	buf := r.copied(at)
	writeMemory(unsafe.Pointer(&buf[r.offset]), r.t, to)
	v := readMemory(unsafe.Pointer(&buf[0]), r.whole)
	if q.v.shared {
		x.writeShared(fr, o, at, v)
		return
	}
	x.watch.variable(fr, o, q, at, &v)
	x.assign(at, v)
}
