package simd

import "github.com/hone-go/hone/internal/ir"

// even is an integer that grows by the same from lane to lane, which may be known at run time only: that of lane l is first + l*step, modulo 2^64.
type even struct{ first, step *ir.Value }

// evenDepth bounds how far definitions are followed.
const evenDepth = 6

// evenly finds the step of an integer of 64 bits in the loop, where lanes have been taken to differ by anything: of i*stride, say. It emits what computes it, of what is the same in
// all lanes.
func (e *emitter) evenly(v *ir.Value, depth int) (x even, ok bool) {
	if l := e.get(v); l.v == nil {
		return even{l.u, e.b.Const(l.u.Type, uint64(l.stride))}, true
	}
	d := v.Def
	if d == nil || depth == 0 || !isWide(v.Type) {
		return even{}, false
	}
	switch d.Kind {
	case ir.OpAdd, ir.OpSub:
		x, ok = e.evenly(d.Args[0], depth-1)
		if !ok {
			return even{}, false
		}
		y, ok := e.evenly(d.Args[1], depth-1)
		if !ok {
			return even{}, false
		}
		return even{e.b.Binary(d.Kind, x.first, y.first), e.b.Binary(d.Kind, x.step, y.step)}, true
	case ir.OpMul, ir.OpShl:
		x, by := d.Args[0], d.Args[1]
		if d.Kind == ir.OpMul && e.get(x).isUniform() {
			x, by = by, x
		}
		n := e.get(by)
		if !n.isUniform() {
			return even{}, false
		}
		y, ok := e.evenly(x, depth-1)
		if !ok {
			return even{}, false
		}
		return even{e.b.Binary(d.Kind, y.first, n.u), e.b.Binary(d.Kind, y.step, n.u)}, true
	case ir.OpConv:
		if !isWide(d.Args[0].Type) {
			return even{}, false
		}
		x, ok = e.evenly(d.Args[0], depth-1)
		if !ok {
			return even{}, false
		}
		return even{e.b.Conv(x.first, v.Type), e.b.Conv(x.step, v.Type)}, true
	}
	return even{}, false
}

// isWide reports integers of 64 bits.
func isWide(t *ir.Type) bool { return t.IsInt() && t.Bits() == 64 }

// evenSteps is where what o loads or stores at p begins, and the bytes from lane to lane; nil where these differ, or not all lanes are on.
func (e *emitter) evenSteps(o *ir.Op, p address) (base, step *ir.Value) {
	if e.mask() != nil || !p.base.isUniform() {
		return nil, nil
	}
	at, ok := e.evenOffset(o)
	if !ok {
		return nil, nil
	}
	return e.addU(p.base.u, at.first), at.step
}

// evenOffset is how many bytes behind the beginning of a slice, and the component's place in its element, lies what o loads or stores.
func (e *emitter) evenOffset(o *ir.Op) (at even, ok bool) {
	elem := o.Args[0].Type.Elem
	_, strides := ir.PathLayout(elem, o.Ints)
	indices := append([]*ir.Value{o.Args[1]}, o.Args[len(o.Args)-len(strides):]...)
	for k, size := range append([]int{elem.Size()}, strides...) {
		x, ok := e.evenly(indices[k], evenDepth)
		if !ok {
			return even{}, false
		}
		first, step := e.scaled(e.b.Conv(x.first, ir.TI64), int64(size)), e.scaled(e.b.Conv(x.step, ir.TI64), int64(size))
		if k == 0 {
			at = even{first, step}
		} else {
			at = even{e.b.Binary(ir.OpAdd, at.first, first), e.b.Binary(ir.OpAdd, at.step, step)}
		}
	}
	return at, true
}
