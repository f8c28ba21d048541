package source

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/hone-go/hone/internal/ir"
)

// Of package unsafe there is what leads to no memory: where elements of slices are, as numbers. Libraries ask so whether slices overlap.

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
