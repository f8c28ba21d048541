package source

import (
	"go/ast"
	"go/token"
	"go/types"
)

// usage says what happens to the variables of a function.
type usage struct {
	assigned  map[*types.Var][]ast.Expr // assignments to the variable or a part of it, after its declaration
	addressed map[*types.Var]bool       // its address is taken, by & or for a method
	captured  map[*types.Var]bool       // used in a function literal that does not declare it
	gotos     bool                      // there are some
}

// changes reports whether the variable can have another value than its first.
func (u *usage) changes(v *types.Var) bool { return len(u.assigned[v]) > 0 || u.addressed[v] }

// changesIn reports whether the variable can change while n runs.
func (u *usage) changesIn(v *types.Var, n ast.Node) bool {
	if u.addressed[v] || u.captured[v] {
		return u.changes(v)
	}
	return len(u.assignedIn(v, n)) > 0
}

// assignedIn lists what is assigned to of the variable in n, but for what function literals assign.
func (u *usage) assignedIn(v *types.Var, n ast.Node) (all []ast.Expr) {
	for _, e := range u.assigned[v] {
		if n.Pos() <= e.Pos() && e.Pos() < n.End() {
			all = append(all, e)
		}
	}
	return all
}

// analyse collects the usage of variables in a function.
func (f *fun) analyse(fn ast.Node) *usage {
	u := &usage{assigned: map[*types.Var][]ast.Expr{}, addressed: map[*types.Var]bool{}, captured: map[*types.Var]bool{}}
	var literals []*ast.FuncLit
	var walk func(n ast.Node) bool
	assign := func(e ast.Expr) {
		if v := f.root(e); v != nil {
			u.assigned[v] = append(u.assigned[v], e)
		}
	}
	address := func(e ast.Expr) {
		if v := f.root(e); v != nil {
			u.addressed[v] = true
		}
	}
	walk = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			if n == fn {
				return true
			}
			literals = append(literals, n)
			ast.Inspect(n.Body, walk)
			literals = literals[:len(literals)-1]
			return false
		case *ast.Ident:
			if v, ok := f.info.Uses[n].(*types.Var); ok && len(literals) > 0 {
				lit := literals[len(literals)-1]
				if v.Pos() < lit.Pos() || v.Pos() >= lit.End() {
					u.captured[v] = true
				}
			}
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				assign(l)
			}
		case *ast.IncDecStmt:
			assign(n.X)
		case *ast.BranchStmt:
			u.gotos = u.gotos || n.Tok == token.GOTO
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				for _, e := range []ast.Expr{n.Key, n.Value} {
					if e != nil {
						assign(e)
					}
				}
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				address(n.X)
			}
		case *ast.SliceExpr:
			if _, ok := f.typeOf(n.X).Underlying().(*types.Array); ok {
				address(n.X)
			}
		case *ast.SelectorExpr:
			if f.takesAddress(n) {
				address(n.X)
			}
		}
		return true
	}
	ast.Inspect(fn, walk)
	return u
}

// takesAddress reports a method selected on a variable whose receiver is a pointer.
func (f *fun) takesAddress(e *ast.SelectorExpr) bool {
	sel := f.info.Selections[e]
	if sel == nil || sel.Kind() != types.MethodVal {
		return false
	}
	obj, _, indirect := types.LookupFieldOrMethod(f.typeOf(e.X), true, sel.Obj().Pkg(), sel.Obj().Name())
	fn, ok := obj.(*types.Func)
	if !ok || fn.Signature().Recv() == nil {
		return false
	}
	_, pointer := deref(fn.Signature().Recv().Type())
	return pointer && !indirect
}

// root is the variable that e denotes or denotes a part of, nil if that is reached through a pointer or slice.
func (f *fun) root(e ast.Expr) *types.Var {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return f.root(e.X)
	case *ast.Ident:
		// In x, y := ..., Uses has those that existed before.
		v, _ := f.info.Uses[e].(*types.Var)
		return v
	case *ast.IndexExpr:
		if _, ok := f.typeOf(e.X).Underlying().(*types.Array); ok {
			return f.root(e.X)
		}
	case *ast.SelectorExpr:
		sel := f.info.Selections[e]
		if sel == nil {
			v, _ := f.info.Uses[e.Sel].(*types.Var)
			return v
		}
		if sel.Indirect() {
			return nil
		}
		return f.root(e.X)
	}
	return nil
}
