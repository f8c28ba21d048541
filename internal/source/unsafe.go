package source

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/hone-go/hone/internal/ir"
)

// Of package unsafe there is what can be said without addresses: that numbers are taken for others (the op recast), those further on in a slice, too; slices
// taken for strings and back; and where elements of slices are, as numbers: libraries ask so whether slices overlap.

// memoryPointer is unsafe.Pointer: what lies there is told where it is used.
var memoryPointer = ir.CellOf(ir.StructOf(ir.Field{Name: "memory", Type: ir.TU8}))

func isUnsafePointer(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.UnsafePointer
}

// recast is a conversion to or from unsafe.Pointer; nil if it is another.
func (f *fun) recast(to types.Type, arg ast.Expr, pos token.Pos) *ir.Value {
	from := f.typeOf(arg)
	switch {
	case f.isNil(arg):
		return nil
	case isUnsafePointer(to) && isUnsafePointer(from):
		return f.expr(arg)
	case isUnsafePointer(to) && isPointer(from):
		return f.recastTo(memoryPointer, f.expr(arg), nil, from, pos)
	case isUnsafePointer(to): // of a uintptr
		at, by := f.pointerSum(arg)
		if at == nil {
			f.fail(pos, "a number taken for a pointer is compiled as uintptr(p)+n and uintptr(p)-n, where p is an unsafe.Pointer")
		}
		return f.recastTo(memoryPointer, f.expr(at), f.offset(by, arg), f.typeOf(at), pos)
	case isUnsafePointer(from) && isPointer(to):
		if of, ok := f.unsafePointer(arg); ok && isPointer(f.typeOf(of)) {
			t, v := f.typ(pos, to), f.expr(of)
			elem, _ := deref(to)
			if v.Type == t && (isString(elem) || ir.Recastable(t.Elem)) {
				return v // a []byte that is taken for a string, say
			}
			return f.recastTo(t, v, nil, to, pos)
		}
		return f.recastTo(f.typ(pos, to), f.expr(arg), nil, to, pos)
	}
	return nil
}

// recastTo has what v points to taken for something else, so many bytes further on.
func (f *fun) recastTo(t *ir.Type, v, by *ir.Value, of types.Type, pos token.Pos) *ir.Value {
	f.at(pos)
	for _, p := range []*ir.Type{v.Type, t} {
		if p.Kind != ir.Cell || !ir.Recastable(p.Elem) {
			f.fail(pos, "unsafe.Pointer to anything but numbers is not compiled: this is a %s", name(of))
		}
	}
	if by == nil {
		by = f.b.Int(0)
	}
	return f.b.Op(ir.OpRecast, []*ir.Value{v, by}, t).Result()
}

// pointerSum is p and n of uintptr(p)+n and uintptr(p)-n, or p of uintptr(p), where p is an unsafe.Pointer.
func (f *fun) pointerSum(e ast.Expr) (at, by ast.Expr) {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		if f.info.Types[e.Fun].IsType() && len(e.Args) == 1 && isUnsafePointer(f.typeOf(e.Args[0])) {
			return e.Args[0], nil
		}
	case *ast.BinaryExpr:
		if e.Op != token.ADD && e.Op != token.SUB {
			break
		}
		if at, by := f.pointerSum(e.X); at != nil && by == nil {
			return at, e.Y
		}
		if at, by := f.pointerSum(e.Y); at != nil && by == nil && e.Op == token.ADD {
			return at, e.X
		}
	}
	return nil, nil
}

// offset is a number of bytes, of the sum around it.
func (f *fun) offset(by, sum ast.Expr) *ir.Value {
	if by == nil {
		return nil
	}
	v := f.b.Conv(f.expr(by), ir.TI64)
	if b, ok := ast.Unparen(sum).(*ast.BinaryExpr); ok && b.Op == token.SUB {
		return f.b.Unary(ir.OpNeg, v)
	}
	return v
}

// unsafeData is unsafe.String and unsafe.Slice of where a slice, or a string, begins; nil for other functions.
func (f *fun) unsafeData(e *ast.CallExpr, which string) *ir.Value {
	if which != "String" && which != "Slice" {
		return nil
	}
	s := f.dataOf(e.Args[0])
	if s == nil {
		f.fail(e.Pos(), "unsafe.%s is compiled of unsafe.SliceData(s), unsafe.StringData(s) or &s[0]", which)
	}
	_, n := f.index(e.Args[1])
	zero := f.b.Int(0)
	f.panicUnless(f.b.Compare(ir.OpGe, n, zero), "unsafe."+which, nil, e.Pos())
	limit := f.b.Op(ir.OpCap, []*ir.Value{s}, ir.TI64).Result()
	o := f.b.Op(ir.OpCheckSlice, []*ir.Value{zero, n, limit})
	o.Ints = []int64{0}
	return f.b.Op(ir.OpSlice, []*ir.Value{s, zero, n, n}, s.Type).Result()
}

// dataOf is s of unsafe.SliceData(s), unsafe.StringData(s) and &s[0].
func (f *fun) dataOf(e ast.Expr) *ir.Value {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		if id := calleeIdent(e.Fun); id != nil && (id.Name == "SliceData" || id.Name == "StringData") {
			if _, ok := f.info.Uses[id].(*types.Builtin); ok {
				return f.expr(e.Args[0])
			}
		}
	case *ast.UnaryExpr:
		at, ok := ast.Unparen(e.X).(*ast.IndexExpr)
		if !ok || e.Op != token.AND || asSlice(f.typeOf(at.X)) == nil {
			return nil
		}
		if n, ok := f.constInt(at.Index); ok && n == 0 {
			return f.place(at).base
		}
	}
	return nil
}

// address64 is uintptr(unsafe.Pointer(&s[i])); nil if it is something else that is converted.
func (f *fun) address64(to types.Type, arg ast.Expr) *ir.Value {
	of, ok := f.unsafePointer(arg)
	if b, basic := to.Underlying().(*types.Basic); !ok || !basic || b.Kind() != types.Uintptr {
		return nil
	}
	x, ok := of.(*ast.UnaryExpr)
	if !ok || x.Op != token.AND {
		return nil
	}
	at, ok := ast.Unparen(x.X).(*ast.IndexExpr)
	if !ok || asSlice(f.typeOf(at.X)) == nil {
		return nil
	}
	p := f.place(at)
	f.at(arg.Pos())
	begin := f.b.Op(ir.OpAddress, []*ir.Value{p.base}, ir.TI64).Result()
	size := f.b.Int(int64(p.base.Type.Elem.Size()))
	return f.b.Conv(f.b.Binary(ir.OpAdd, begin, f.b.Binary(ir.OpMul, p.index, size)), ir.TU64)
}

// unsafePointer is x of unsafe.Pointer(x).
func (f *fun) unsafePointer(e ast.Expr) (ast.Expr, bool) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !f.info.Types[call.Fun].IsType() {
		return nil, false
	}
	b, ok := f.typeOf(call.Fun).Underlying().(*types.Basic)
	if !ok || b.Kind() != types.UnsafePointer {
		return nil, false
	}
	return ast.Unparen(call.Args[0]), true
}
