package source

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/hone-go/hone/internal/ir"
)

// Type assertions and type switches are decided when they are translated, for the dynamic type is known: what isn't taken need not be in the subset.

// satisfies reports that an interface value of this dynamic type (nil: none) is a t, or has its methods.
func satisfies(dyn, t types.Type) bool {
	switch {
	case dyn == nil:
		return false
	case types.IsInterface(t):
		return types.Implements(dyn, t.Underlying().(*types.Interface))
	}
	return types.Identical(dyn, t)
}

// operandOf is the operand of a type assertion or switch.
func (f *fun) operandOf(x ast.Expr) *ir.Value {
	if t := f.typeOf(x); isErrorType(t) {
		f.fail(x.Pos(), "the dynamic types of errors are not known in compiled code")
	}
	return f.rest(x)
}

// asserted is v as a t, which it holds.
func (f *fun) asserted(v *ir.Value, t types.Type, pos token.Pos) *ir.Value {
	switch {
	case isErrorType(t):
		f.fail(pos, "an interface value as an error is not compiled")
	case isInterface(t):
		return v
	}
	held, _ := f.unbox(v, pos)
	return held
}

// assertion is x.(T) where it has to hold.
func (f *fun) assertion(e *ast.TypeAssertExpr) *ir.Value {
	v := f.operandOf(e.X)
	_, dyn := f.unbox(v, e.Pos())
	t := f.typeOf(e.Type)
	if satisfies(dyn, t) {
		return f.asserted(v, t, e.Pos())
	}
	it, why := irType(t, f.env, nil)
	if why != "" || holey(it) || hasFunc(it) {
		what := "nil"
		if dyn != nil {
			what = "a " + name(dyn)
		}
		f.fail(e.Pos(), "this type assertion fails, which is not compiled: it is %s, not a %s", what, name(t))
	}
	f.panicUnless(f.b.Bool(false), "made", f.failedAssertion(f.typeOf(e.X), dyn, t, e.Pos()), e.Pos())
	return zero(f.b, it)
}

// failedAssertion is a recipe for the runtime error of a type assertion from an interface type to t, where the dynamic type is another: Go makes the same assertion, and
// catches what it panics with.
func (f *fun) failedAssertion(from, dyn, t types.Type, pos token.Pos) []*ir.Value {
	w := &recipeWriter{f: f}
	typ := func(t types.Type) {
		if i, ok := types.Unalias(t).(*types.Interface); ok && i.Empty() {
			w.text("any")
			return
		}
		w.typ(t, pos)
	}
	w.text("func() (failed any) { defer func() { failed = recover() }(); var x ")
	typ(from)
	if dyn != nil {
		w.text(" = *new(")
		typ(dyn)
		w.text(")")
	}
	w.text("; _ = x.(")
	typ(t)
	w.text("); return nil }()")
	return w.finish(pos)
}

// assertionOk is x.(T) with a second result. There is no value, nil, where it is the zero value of a type that compiled code has none of.
func (f *fun) assertionOk(e *ast.TypeAssertExpr) []*ir.Value {
	f.prepare(e.X)
	v := f.operandOf(e.X)
	_, dyn := f.unbox(v, e.Pos())
	t := f.typeOf(e.Type)
	f.at(e.Pos())
	if satisfies(dyn, t) {
		return []*ir.Value{f.asserted(v, t, e.Pos()), f.sure(true)}
	}
	var none *ir.Value
	if isInterface(t) {
		none = f.nilInterface()
	} else if it, why := irType(t, f.env, nil); why == "" && !hasFunc(it) {
		none = zero(f.b, it)
	}
	return []*ir.Value{none, f.sure(false)}
}

// typeSwitch translates the clause that is taken.
func (f *fun) typeSwitch(s *ast.TypeSwitchStmt, label string) {
	if s.Init != nil {
		f.stmt(s.Init, "")
	}
	var x ast.Expr
	switch a := s.Assign.(type) {
	case *ast.ExprStmt:
		x = a.X
	case *ast.AssignStmt:
		x = a.Rhs[0]
	}
	x = ast.Unparen(x).(*ast.TypeAssertExpr).X
	f.prepare(x)
	v := f.operandOf(x)
	_, dyn := f.unbox(v, x.Pos())
	taken, t := f.takenClause(s, dyn)
	if taken == nil {
		return
	}
	f.leaving(func(leave func()) {
		f.push(&target{label: label, leave: leave})
		if d, ok := f.info.Implicits[taken].(*types.Var); ok {
			f.try(func() {
				held := v
				if t != nil {
					held = f.asserted(v, t, taken.Pos())
				}
				f.at(taken.Pos())
				f.declare(d, held)
			})
		}
		f.stmts(taken.Body)
		f.pop()
	})
}

// takenClause is the clause for a dynamic type, and the type as which the clause has the value if it is not that of the operand.
func (f *fun) takenClause(s *ast.TypeSwitchStmt, dyn types.Type) (taken *ast.CaseClause, t types.Type) {
	for _, c := range s.Body.List {
		cc := c.(*ast.CaseClause)
		if cc.List == nil {
			taken = cc
		}
		for _, e := range cc.List {
			var of types.Type
			if !f.isNil(e) {
				of = f.typeOf(e)
			}
			if of == nil && dyn == nil || of != nil && satisfies(dyn, of) {
				if len(cc.List) > 1 {
					of = nil
				}
				return cc, of
			}
		}
	}
	return taken, nil
}
