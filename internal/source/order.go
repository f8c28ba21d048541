package source

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/hone-go/hone/internal/ir"
)

// Go orders calls, receive operations and && and || among the operands of a statement, from left to right, and leaves open when the other
// operands are evaluated, and so which of two panics comes first. hone does it as the Go compiler, which goes through a statement three times:
//
//   - cmd/compile/internal/walk/order.go copies the values of calls, most builtins, slice expressions, && and || to variables: hoist;
//   - cmd/compile/internal/walk fills variables for composite literals, and some more, before it comes to what they stand in: lift;
//   - cmd/compile/internal/ssagen evaluates what is left, from left to right: rest.
//
// Assignments have rules of their own, see assign.go.

// expr translates an expression with one value: the whole right side of something, or what is evaluated apart from what it stands in.
func (f *fun) expr(e ast.Expr) *ir.Value {
	f.prepare(e)
	return f.rest(e)
}

// prepare evaluates what comes first among operands that are then evaluated one after the other.
func (f *fun) prepare(es ...ast.Expr) {
	f.hoistAll(es)
	for _, e := range es {
		f.lift(e)
	}
}

func (f *fun) hoistAll(es []ast.Expr) {
	for _, e := range es {
		f.hoist(e)
	}
}

// keep evaluates e ahead of its turn.
func (f *fun) keep(e ast.Expr) {
	if e = ast.Unparen(e); !f.settled(e) {
		f.memo[e] = []*ir.Value{f.expr(e)}
	}
}

// made takes the values of an expression that was evaluated ahead of its turn.
func (f *fun) made(e ast.Expr) ([]*ir.Value, bool) {
	vs, ok := f.memo[e]
	delete(f.memo, e)
	return vs, ok
}

// settled reports an expression with nothing to evaluate, or nothing any more.
func (f *fun) settled(e ast.Expr) bool {
	if _, done := f.memo[e]; done || e == nil || f.known[e] != nil {
		return true
	}
	tv := f.info.Types[e]
	return tv.IsType() || tv.IsNil() || f.constant(e) != nil
}

// hoist evaluates the calls, and what the Go compiler treats like calls, in e.
func (f *fun) hoist(e ast.Expr) {
	if f.settled(e) {
		return
	}
	switch e := e.(type) {
	case *ast.CallExpr:
		if !f.info.Types[e.Fun].IsType() {
			f.memo[e] = f.callNow(e)
			return
		}
		f.hoistAs(e.Args, func(int) types.Type { return f.typeOf(e.Fun) })
		return
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			f.memo[e] = []*ir.Value{f.shortCircuit(e)}
			return
		}
		if f.comparesWhole(e) { // what is not in memory goes there
			f.hoist(e.X)
			f.hoist(e.Y)
			for _, x := range []ast.Expr{e.X, e.Y} {
				if !f.isPlace(ast.Unparen(x)) {
					f.keep(x)
				}
			}
			return
		}
	case *ast.SliceExpr:
		f.memo[e] = []*ir.Value{f.slice(e)}
		return
	case *ast.TypeAssertExpr:
		f.hoist(e.X)
		if early, late := boxedEarly(f.typeOf(e)); early || late || types.IsInterface(f.typeOf(e)) { // copied, if it is no pointer
			f.lift(e.X)
			f.memo[e] = []*ir.Value{f.assertion(e)}
		}
		return
	case *ast.UnaryExpr:
		if e.Op == token.ARROW {
			f.memo[e] = f.receive(e)[:1]
			return
		}
	}
	for _, x := range f.operands(e) {
		f.hoist(x)
	}
}

// lift evaluates the composite literals in e, and divisions of complex numbers, which call a function.
func (f *fun) lift(e ast.Expr) {
	if f.settled(e) {
		return
	}
	if f.makesError(e) { // by a recipe, which evaluates what is in it
		return
	}
	switch e := e.(type) {
	case *ast.CallExpr:
		if f.info.Types[e.Fun].IsType() {
			f.liftAs(e.Args, func(int) types.Type { return f.typeOf(e.Fun) })
			return
		}
	case *ast.CompositeLit:
		f.memo[e] = []*ir.Value{f.composite(e)}
		return
	case *ast.UnaryExpr:
		if _, ok := ast.Unparen(e.X).(*ast.CompositeLit); ok && e.Op == token.AND {
			f.memo[e] = []*ir.Value{f.addressOf(e)}
			return
		}
	case *ast.BinaryExpr:
		if b, ok := f.typeOf(e).Underlying().(*types.Basic); ok && b.Info()&types.IsComplex != 0 && e.Op == token.QUO {
			f.lift(e.X)
			f.lift(e.Y)
			f.memo[e] = []*ir.Value{f.binary(e)}
			return
		}
	}
	for _, x := range f.operands(e) {
		f.lift(x)
	}
}

// comparesWhole reports a comparison of structs or arrays.
func (f *fun) comparesWhole(e *ast.BinaryExpr) bool {
	if e.Op != token.EQL && e.Op != token.NEQ {
		return false
	}
	switch f.typeOf(e.X).Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

// operands lists the expressions that are evaluated for e, from left to right.
func (f *fun) operands(e ast.Expr) []ast.Expr {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return []ast.Expr{e.X}
	case *ast.UnaryExpr:
		return []ast.Expr{e.X}
	case *ast.TypeAssertExpr:
		return []ast.Expr{e.X}
	case *ast.StarExpr:
		return []ast.Expr{e.X}
	case *ast.BinaryExpr:
		return []ast.Expr{e.X, e.Y}
	case *ast.SelectorExpr:
		if f.info.Selections[e] != nil {
			return []ast.Expr{e.X}
		}
	case *ast.IndexExpr:
		if !f.isInstance(e) {
			return []ast.Expr{e.X, e.Index}
		}
	case *ast.SliceExpr:
		return []ast.Expr{e.X, e.Low, e.High, e.Max}
	case *ast.CallExpr:
		return e.Args
	case *ast.KeyValueExpr:
		return []ast.Expr{e.Value}
	case *ast.CompositeLit:
		return e.Elts
	}
	return nil
}

// hasCall reports a call that is evaluated, of a function or a builtin.
func (f *fun) hasCall(e ast.Expr) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			found = found || !f.info.Types[n.Fun].IsType() && f.constant(n) == nil
		}
		return !found
	})
	return found
}
