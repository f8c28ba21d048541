package source

import (
	"go/ast"
	"go/types"
	"slices"
)

// returned reports that whoever calls the function around a return only reads what its result k leads to. All calls of it must be known: it is called by its name,
// and by nothing else.
func (r *readers) returned(pkg *Package, around []ast.Node, k int) bool {
	for _, n := range around {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.FuncDecl:
			fn, ok := pkg.Info.Defs[n.Name].(*types.Func)
			if !ok || n.Recv != nil || k < 0 || k >= fn.Signature().Results().Len() {
				return false
			}
			if r.prog.keep && fn.Exported() && pkg.Name != "main" { // others may call it
				return false
			}
			result := fn.Signature().Results().At(k)
			if types.IsInterface(result.Type()) {
				return false
			}
			r.results[result] = fn
			return r.onlyRead(result)
		}
	}
	return false
}

// callersRead reports that all calls of fn only read what its result leads to.
func (r *readers) callersRead(fn *types.Func, result *types.Var) bool {
	results := fn.Signature().Results()
	k := 0
	for results.At(k) != result {
		k++
	}
	return !slices.ContainsFunc(r.calls[fn], func(u use) bool { return !r.callReads(u, result, k, results.Len()) })
}

// callReads reports a use of a function that is a call which only reads what result k of n leads to.
func (r *readers) callReads(u use, result *types.Var, k, n int) bool {
	at, around := ast.Expr(u.id), u.path()[1:]
	for i, up := range around {
		switch up := up.(type) {
		case *ast.ParenExpr:
			at = up
			continue
		case *ast.SelectorExpr: // pkg.F
			if up.Sel != at {
				return false
			}
			at = up
			continue
		case *ast.IndexExpr: // of type arguments
			if up.X != at {
				return false
			}
			at = up
			continue
		case *ast.CallExpr:
			switch {
			case up.Fun != at:
				return false
			case n == 1:
				return r.readsAt(result, u.pkg, up, around[i+1:])
			}
			return r.spreadReads(u.pkg.Info, up, k, around[i+1])
		}
		return false
	}
	return false
}

// spreadReads is that of a call with several results, and what stands around it.
func (r *readers) spreadReads(info *types.Info, call *ast.CallExpr, k int, up ast.Node) bool {
	values := []ast.Expr{call}
	switch up := up.(type) {
	case *ast.AssignStmt:
		return len(up.Rhs) == 1 && r.named(info, up.Lhs[k:k+1], values, call)
	case *ast.ValueSpec:
		return len(up.Values) == 1 && r.named(info, []ast.Expr{up.Names[k]}, values, call)
	}
	return false
}
