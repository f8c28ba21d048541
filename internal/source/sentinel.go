package source

import (
	"go/ast"
	"go/token"
	"go/types"
)

// sentinel says that v is an error variable of a package of the standard library of which only declarations are read, such as io.EOF: one that errors.New
// makes, and that nothing in its package assigns. The others of the standard library don't either; what other packages do, neverAssigned tells.
func (p *Program) sentinel(v *types.Var) bool {
	pkg := p.ofTypes(v.Pkg())
	if pkg == nil || pkg.full() || pkg.Module != "" || !isErrorType(v.Type()) {
		return false
	}
	if pkg.sentinels == nil {
		pkg.sentinels = map[string]bool{}
		files := pkg.parse(token.NewFileSet(), nil) // nobody asks for positions in them
		for _, file := range files {
			pkg.findSentinels(file)
		}
		for _, file := range files {
			pkg.dropAssigned(file)
		}
	}
	return pkg.sentinels[v.Name()]
}

// findSentinels enters the package variables of a file that errors.New makes.
func (pkg *Package) findSentinels(file *ast.File) {
	for _, d := range file.Decls {
		d, ok := d.(*ast.GenDecl)
		if !ok || d.Tok != token.VAR {
			continue
		}
		for _, s := range d.Specs {
			s := s.(*ast.ValueSpec)
			for i, id := range s.Names {
				if len(s.Values) == len(s.Names) && isErrorsNew(s.Values[i]) {
					pkg.sentinels[id.Name] = true
				}
			}
		}
	}
}

// isErrorsNew reports errors.New("..."), as it is written.
func isErrorsNew(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	of, isName := sel.X.(*ast.Ident)
	_, isText := call.Args[0].(*ast.BasicLit)
	return isName && of.Name == "errors" && sel.Sel.Name == "New" && isText
}

// dropAssigned drops those of whose name something is assigned in a file, or has its address taken.
func (pkg *Package) dropAssigned(file *ast.File) {
	drop := func(e ast.Expr) {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok {
			delete(pkg.sentinels, id.Name)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				drop(e)
			}
		case *ast.RangeStmt:
			drop(n.Key)
			drop(n.Value)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				drop(n.X)
			}
		}
		return true
	})
}
