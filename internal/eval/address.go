package eval

import "github.com/hone-go/hone/internal/ir"

// address is where a slice begins in memory: an array that is a variable so far is put there.
func (p *pe) address(s val, pos ir.Pos) val {
	switch s.(type) {
	case konst: // nil
		return intVal(0)
	case *dyn, *window:
		return p.result(ir.OpAddress, p.values([]val{s}), ir.TI64)
	}
	p.errorf(pos, "the address of this is not compiled")
	return nil
}

// inMemoryOnly reports a pointer into a slice that no variable is behind, to something that takes room.
func inMemoryOnly(x *part) bool {
	_, ok := x.s.(*dyn)
	return ok && x.c == nil && x.t.Size() > 0 && len(x.idx) > 0
}

// placeOf is where such a pointer leads to, as a number.
func (p *pe) placeOf(x *part) val {
	elem := typeOf(x.s).Elem
	offset, strides := ir.PathLayout(elem, x.path)
	return p.along(p.plus(p.address(x.s, p.b.Pos), intVal(int64(offset))), x.idx, append([]int{elem.Size()}, strides...), 1)
}
