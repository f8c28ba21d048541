package source

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/hone-go/hone/internal/ir"
)

// A panic is a check: check.panic @"what" c, operands panics unless c. What it panics with is in the symbol, as docs/ir.md has it.

// panicValue is what a call of panic panics with. It records a reason if that can't be made anew outside compiled code: values whose
// type or identity counts, such as errors in variables.
func (f *fun) panicValue(call *ast.CallExpr) (what string, operands []*ir.Value) {
	arg := ast.Unparen(call.Args[0])
	if f.isNil(arg) { // no recipe: what a nil error has
		for range recipeType.Fields {
			operands = append(operands, f.b.Int(0))
		}
		return "made", operands
	}
	if isErrorType(f.typeOf(arg)) {
		if _, ok := f.newError(arg); !ok {
			v := f.expr(arg)
			for i := range recipeType.Fields {
				operands = append(operands, f.pathOp(ir.OpExtract, place{path: []int64{int64(i)}}, recipeType, v))
			}
			return "made", operands
		}
	}
	if text, ok := f.newError(arg); ok {
		return "error:" + text, nil
	}
	if v, ok := calleeObject(f.info, arg).(*types.Var); ok && v.Pkg() != nil && v.Pkg().Path() == bitsPath {
		switch v.Name() {
		case "overflowError":
			return "overflow", nil
		case "divideError":
			return "divide", nil
		}
	}
	t, ok := types.Unalias(types.Default(f.typeOf(arg))).(*types.Basic)
	if !ok && !types.IsInterface(f.typeOf(arg)) || ok && t.Info()&types.IsString != 0 && f.constant(arg) == nil {
		return "made", f.recipe(arg)
	}
	if !ok || t.Kind() == types.UnsafePointer {
		f.fail(arg.Pos(), "a panic with a value of type %s is not compiled: it has to be made where it panics, of numbers and constants", name(f.typeOf(arg)))
	}
	if t.Info()&types.IsString != 0 {
		return "string:" + constant.StringVal(f.constant(arg)), nil
	}
	v := f.exprAs(arg, t)
	if isComplex(v.Type) {
		re, im := f.parts(v)
		return t.Name(), []*ir.Value{re, im}
	}
	return types.Typ[t.Kind()].Name(), []*ir.Value{v} // byte is uint8
}

// newError is the text of errors.New("text").
func (f *fun) newError(e ast.Expr) (text string, ok bool) {
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return "", false
	}
	fn, ok := calleeObject(f.info, call.Fun).(*types.Func)
	if !ok || fn.FullName() != "errors.New" {
		return "", false
	}
	c := f.constant(call.Args[0])
	if c == nil {
		return "", false
	}
	return constant.StringVal(c), true
}

// panicUnless emits the check.
func (f *fun) panicUnless(c *ir.Value, what string, operands []*ir.Value, pos token.Pos) {
	f.at(pos)
	f.b.Op(ir.OpCheckPanic, append([]*ir.Value{c}, operands...)).SetSym(what)
}

// panicNow is a call of panic. Nothing comes after it.
func (f *fun) panicNow(call *ast.CallExpr) {
	what, operands := f.panicValue(call)
	f.leaveWith(what, operands, call.Pos())
}

// leave is a call that doesn't return, which Go makes.
func (f *fun) leave(call *ast.CallExpr) {
	w := &recipeWriter{f: f}
	w.text("func() any { ")
	w.expr(call)
	w.text("; return nil }()")
	f.leaveWith("made", w.finish(call.Pos()), call.Pos())
}

// leaveWith leaves compiled code. Nothing comes after it.
func (f *fun) leaveWith(what string, operands []*ir.Value, pos token.Pos) {
	f.at(pos)
	f.panicUnless(f.b.Bool(false), what, operands, pos)
	if len(f.scope.ranges) > 0 { // not false, which would say that the loop is left
		f.b.Return(f.b.Bool(true))
	}
	f.live = false
	f.close()
}

// guard translates if cond { panic(x) } to a check alone. It reports whether s was such a statement, with an x that is no work.
func (f *fun) guard(s *ast.IfStmt) bool {
	if len(s.Body.List) != 1 || f.u.left[s.Body.List[0]] != "" {
		return false
	}
	e, ok := s.Body.List[0].(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := ast.Unparen(e.X).(*ast.CallExpr)
	if !ok || !f.isPanic(call) || !f.isPlain(call.Args[0]) {
		return false
	}
	cond := f.condition(s.Cond)
	what, operands := f.panicValue(call)
	f.at(s.Pos())
	f.panicUnless(f.b.Unary(ir.OpNot, cond), what, operands, call.Pos())
	if s.Else != nil {
		f.stmt(s.Else, "")
	}
	return true
}

// isPlain reports what can be evaluated though nobody asks for it: constants, their errors, variables.
func (f *fun) isPlain(e ast.Expr) bool {
	e = ast.Unparen(e)
	_, isError := f.newError(e)
	if isError || f.constant(e) != nil {
		return true
	}
	id, ok := e.(*ast.Ident)
	if !ok {
		return false
	}
	_, ok = f.info.Uses[id].(*types.Var)
	return ok
}

func (f *fun) isPanic(call *ast.CallExpr) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return false
	}
	b, ok := f.info.Uses[id].(*types.Builtin)
	return ok && b.Name() == "panic"
}
