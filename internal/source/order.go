package source

import (
	"go/ast"
	"go/token"

	"github.com/hone-go/hone/internal/ir"
)

// Go orders calls, receive operations and && and || among the operands of a statement, from left to right, and leaves open when
// variables between them are read. The Go compiler makes all calls first (cmd/compile/internal/walk/order.go), and so does hone, that both
// give the same results: ahead makes the calls inside some operands before the first operand is evaluated as a whole.

// ahead prepares the evaluation of operands one after the other.
func (f *fun) ahead(es ...ast.Expr) {
	for i, e := range es {
		if i > 0 && e != nil && f.hasCall(e) {
			for _, e := range es {
				if e != nil {
					f.makeCalls(e)
				}
			}
			return
		}
	}
}

// isCall reports a call of a function, as opposed to a conversion or a builtin.
func (f *fun) isCall(e *ast.CallExpr) bool {
	tv := f.info.Types[e.Fun]
	return !tv.IsType() && !tv.IsBuiltin()
}

func (f *fun) hasCall(e ast.Expr) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			found = found || f.isCall(n) && f.constant(n) == nil
		}
		return !found
	})
	return found
}

// makeCalls makes the calls in e in their order, and keeps their results until e is evaluated.
func (f *fun) makeCalls(e ast.Expr) {
	if f.constant(e) != nil {
		return
	}
	switch e := e.(type) {
	case *ast.CallExpr:
		if f.isCall(e) {
			if _, done := f.memo[e]; !done {
				f.memo[e] = f.callNow(e)
			}
			return
		}
		if v := f.narrow(e); v != nil { // float32(math.F(...)) counts as one call
			f.memo[e] = []*ir.Value{v}
			return
		}
		for _, a := range e.Args {
			f.makeCalls(a)
		}
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			if _, done := f.memo[e]; !done {
				f.memo[e] = []*ir.Value{f.shortCircuit(e)}
			}
			return
		}
		f.makeCalls(e.X)
		f.makeCalls(e.Y)
	case *ast.FuncLit:
	case *ast.ParenExpr:
		f.makeCalls(e.X)
	case *ast.UnaryExpr:
		f.makeCalls(e.X)
	case *ast.StarExpr:
		f.makeCalls(e.X)
	case *ast.SelectorExpr:
		f.makeCalls(e.X)
	case *ast.IndexExpr:
		f.makeCalls(e.X)
		f.makeCalls(e.Index)
	case *ast.SliceExpr:
		for _, x := range []ast.Expr{e.X, e.Low, e.High, e.Max} {
			if x != nil {
				f.makeCalls(x)
			}
		}
	case *ast.CompositeLit:
		for _, x := range e.Elts {
			f.makeCalls(x)
		}
	case *ast.KeyValueExpr:
		f.makeCalls(e.Value)
	}
}

// made takes the results of a call that was made ahead.
func (f *fun) made(e ast.Expr) ([]*ir.Value, bool) {
	vs, ok := f.memo[e]
	delete(f.memo, e)
	return vs, ok
}
