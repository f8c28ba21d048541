package source

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/hone-go/hone/internal/ir"
)

// slice is s[lo:hi] or s[lo:hi:max], of slices, arrays and what pointers to arrays point to.
func (f *fun) slice(e *ast.SliceExpr) *ir.Value {
	t := f.typeOf(e.X)
	array := arrayBehind(t)
	if asSlice(t) == nil && array == nil && !isString(t) {
		f.typ(e.X.Pos(), t)
		f.fail(e.Pos(), "slicing a %s is not compiled", name(t))
	}
	f.hoist(e.X)
	for _, b := range []ast.Expr{e.Low, e.High, e.Max} {
		if _, isName := ast.Unparen(b).(*ast.Ident); b != nil && !isName { // names are read when the slice is made
			f.keep(b)
		}
	}
	var s *ir.Value
	if array != nil {
		f.lift(e.X)
		s = f.whole(e.X, f.arrayAt(e.X), e.Pos())
	} else {
		s = f.expr(e.X)
	}
	if e.Low == nil && e.High == nil {
		return s
	}
	bound := func(x ast.Expr, otherwise func() *ir.Value) *ir.Value {
		if x == nil {
			f.at(e.Pos())
			return otherwise()
		}
		_, i := f.index(x)
		return i
	}
	length := func() *ir.Value {
		if array != nil {
			return f.b.Int(array.Len())
		}
		return f.b.Len(s)
	}
	lo := bound(e.Low, func() *ir.Value { return f.b.Int(0) })
	hi := bound(e.High, length)
	args, code := []*ir.Value{lo, hi}, int64(0)
	limit := func() *ir.Value { return f.b.Op(ir.OpCap, []*ir.Value{s}, ir.TI64).Result() }
	if array != nil || isString(t) { // compared with the length
		limit, code = length, 1
	}
	if e.Slice3 {
		_, m := f.index(e.Max)
		args, code = append(args, m), 2
		if array != nil && f.constant(e.Max) == nil { // else the type checker has
			f.at(e.Pos())
			f.panicUnless(f.b.Compare(ir.OpLe, f.b.Conv(m, ir.TU64), f.b.Conv(length(), ir.TU64)), "slice3", []*ir.Value{m, length()}, e.Pos())
		}
	}
	f.at(e.Pos())
	check := f.b.Op(ir.OpCheckSlice, append(args[:len(args):len(args)], limit()))
	check.Ints = []int64{code}
	if isString(t) {
		args = append(args, hi)
	}
	return f.b.Op(ir.OpSlice, append([]*ir.Value{s}, args...), s.Type).Result()
}

// arrayBehind is the array type that t is or points to, or nil.
func arrayBehind(t types.Type) *types.Array {
	if to, ok := deref(t); ok {
		t = to
	}
	a, _ := t.Underlying().(*types.Array)
	return a
}

// arrayAt is the place of the array that x, which was prepared, is or points to.
func (f *fun) arrayAt(x ast.Expr) place {
	to, ok := deref(f.typeOf(x))
	if !ok {
		return f.place(x)
	}
	return place{kind: aCell, base: f.rest(x), typ: to}
}

// whole is a slice of all of the array at p.
func (f *fun) whole(e ast.Expr, p place, pos token.Pos) *ir.Value {
	t := f.typ(pos, p.typ)
	if p.kind != aCell || len(p.extra) > 0 {
		p = place{kind: aCell, base: f.address(e, p, pos), typ: p.typ}
	}
	f.at(pos)
	o := f.b.Op(ir.OpView, []*ir.Value{p.base}, ir.SliceOf(t.Elem))
	o.Ints = p.path
	return o.Result()
}

// toArray is a pointer to what a slice begins with, for [N]T(s) and (*[N]T)(s).
func (f *fun) toArray(arg ast.Expr, array *types.Array, pos token.Pos) *ir.Value {
	if array.Len() == 0 {
		f.fail(pos, "conversion of a slice to an array of no elements is not compiled")
	}
	t := f.typ(pos, array)
	s := f.expr(arg)
	f.at(pos)
	n, length := f.b.Int(array.Len()), f.b.Len(s)
	f.panicUnless(f.b.Compare(ir.OpLe, n, length), "toarray", []*ir.Value{length, n}, pos)
	return f.b.Op(ir.OpPart, []*ir.Value{s}, ir.CellOf(t)).Result()
}

// compareNil is x == nil, or x != nil.
func (f *fun) compareNil(e *ast.BinaryExpr) *ir.Value {
	x := e.X
	if f.isNil(x) {
		x = e.Y
	}
	if t := f.typeOf(x); f.isNil(x) || asSlice(t) == nil && !isPointer(t) && !isUnsafePointer(t) && !isFunc(t) {
		f.typ(x.Pos(), f.typeOf(x))
		f.fail(e.OpPos, "comparing a %s with nil is not compiled", name(f.typeOf(x)))
	}
	v := f.rest(x)
	f.at(e.OpPos)
	is := f.b.Op(ir.OpIsNil, []*ir.Value{v}, ir.TBool).Result()
	if e.Op == token.NEQ {
		return f.b.Unary(ir.OpNot, is)
	}
	return is
}

func isFunc(t types.Type) bool { _, is := t.Underlying().(*types.Signature); return is }

func asSlice(t types.Type) *types.Slice {
	s, _ := t.Underlying().(*types.Slice)
	return s
}
