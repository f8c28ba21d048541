package source

import (
	"go/ast"
	"go/types"

	"github.com/hone-go/hone/internal/ir"
)

// A function with interface values among its parameters or results is a value only where it is known which declared function it is: it has one instance for each
// combination of dynamic types, so that no lambda is all of it. Such a value is a struct in the IR, whose type says which function: a box with nothing in it.

// takesInterfaces reports the type of such functions.
func takesInterfaces(t types.Type, e env) bool {
	if t == nil {
		return false
	}
	if _, ok := t.Underlying().(*types.Signature); !ok || isTypeParam(t) {
		return false
	}
	it, why := irType(t, e, nil)
	return why == "" && it == ir.Opaque
}

// isHole reports a type for which f.typ has ir.Opaque until there is a value.
func (f *fun) isHole(t types.Type) bool { return isInterface(t) || takesInterfaces(t, f.env) }

// ofFunc is the type of the box for a function.
func (x *boxes) ofFunc(fn *types.Func) *ir.Type {
	if x.funcs == nil {
		x.funcs = map[*ir.Type]*types.Func{}
	}
	box := ir.StructOf(ir.Field{Name: boxName(fn.Name(), fn.FullName()), Type: ir.StructOf()})
	x.funcs[box] = fn
	return box
}

// functionValue is e, of such a type, as a value.
func (f *fun) functionValue(e ast.Expr) *ir.Value {
	if fn, targs := f.funcNamed(ast.Unparen(e)); fn != nil && len(targs) == 0 {
		f.at(e.Pos())
		return zero(f.b, f.u.prog.boxes.ofFunc(fn))
	}
	if _, ok := ast.Unparen(e).(*ast.FuncLit); ok || f.isNil(e) {
		f.fail(e.Pos(), "functions with interface values as parameters or results are compiled as values where they are declared functions")
	}
	v := f.expr(e)
	if f.u.prog.boxes.funcs[v.Type] == nil {
		f.fail(e.Pos(), "functions with interface values as parameters or results are compiled as values where it is known which they are")
	}
	return v
}

// callKnown is a call of such a value.
func (f *fun) callKnown(e *ast.CallExpr, sig *types.Signature) []*ir.Value {
	f.prepareCall(e.Fun, e, sig)
	fn := f.u.prog.boxes.funcs[f.functionValue(e.Fun).Type]
	in := f.u.prototype(fn, nil, e.Pos())
	if in == nil {
		panic(bail{})
	}
	return f.callInstance(in, f.args(e, sig, in), sig, e)
}
