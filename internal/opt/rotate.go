package opt

import "github.com/hone-go/hone/internal/ir"

// rotation finds x<<c | x>>(w-c), the way to write a rotation without package math/bits. The two parts have no bit in common, so that
// or, xor and add are all the same.
func rotation(rw *rewriter, o *ir.Op) *ir.Value {
	t := o.Results[0].Type
	l, r := o.Args[0].Def, o.Args[1].Def
	if !t.IsUnsigned() || l == nil || r == nil {
		return nil
	}
	if l.Kind == ir.OpShr {
		l, r = r, l
	}
	if l.Kind != ir.OpShl || r.Kind != ir.OpShr || l.Args[0] != r.Args[0] {
		return nil
	}
	c, ok1 := l.Args[1].IsConst()
	d, ok2 := r.Args[1].IsConst()
	if w := uint64(t.Bits()); !ok1 || !ok2 || c > w || c+d != w {
		return nil
	}
	return rw.emit(ir.OpRotl, t, l.Args[0], l.Args[1])
}

// rotationCount looks through conversions of a count: its low bits decide, and all integer types have them.
func rotationCount(rw *rewriter, o *ir.Op) *ir.Value {
	d := o.Args[1].Def
	if d == nil || d.Kind != ir.OpConv || !d.Args[0].Type.IsInt() {
		return nil
	}
	return rw.emit(ir.OpRotl, o.Results[0].Type, o.Args[0], d.Args[0])
}
