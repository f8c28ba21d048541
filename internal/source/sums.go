package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// carriesFloats reports a function in which a float, or what may be one, is carried from one iteration of a loop to the next by arithmetic: assembly in its place
// may do that in another order, with several sums side by side, say, and give other bits. The function's types are not known yet.
func carriesFloats(fd *ast.FuncDecl) (found bool) {
	integers := integerNames(fd)
	var walk func(loop ast.Node, own map[string]bool)
	walk = func(loop ast.Node, own map[string]bool) { // own are the names that an iteration declares itself; nil outside of loops
		ast.Inspect(loop, func(x ast.Node) bool {
			switch x := x.(type) {
			case *ast.ForStmt, *ast.RangeStmt:
				if x == loop {
					return true
				}
				walk(x, map[string]bool{})
				return false
			case *ast.AssignStmt:
				if f, ok := loop.(*ast.ForStmt); own == nil || ok && f.Init == x {
					break
				}
				for i, l := range x.Lhs {
					id, isName := l.(*ast.Ident)
					switch {
					case x.Tok == token.DEFINE:
						own[id.Name] = true
					case isName && own[id.Name]:
					default:
						found = found || carries(l, x.Tok, x.Rhs[min(i, len(x.Rhs)-1)], integers)
					}
				}
			}
			return true
		})
	}
	walk(fd.Body, nil)
	return found
}

// carries reports that l, a name, is computed from itself, or an element from another of the same slice.
func carries(l ast.Expr, op token.Token, r ast.Expr, integers map[string]bool) bool {
	switch l := ast.Unparen(l).(type) {
	case *ast.Ident:
		if l.Name == "_" || integers[l.Name] {
			return false
		}
		own := op != token.ASSIGN
		ast.Inspect(r, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			own = own || ok && id.Name == l.Name
			return !own
		})
		return own
	case *ast.IndexExpr:
		of, at, other := types.ExprString(l.X), types.ExprString(l.Index), false
		ast.Inspect(r, func(n ast.Node) bool {
			if x, ok := n.(*ast.IndexExpr); ok && types.ExprString(x.X) == of && types.ExprString(x.Index) != at {
				other = true
			}
			return !other
		})
		return other
	}
	return false
}

// integerNames lists the names in a function that are certainly integers, or no numbers at all.
func integerNames(fd *ast.FuncDecl) map[string]bool {
	integers := map[string]bool{}
	isInteger := func(t ast.Expr) bool {
		switch t := t.(type) {
		case *ast.Ident:
			return strings.HasPrefix(t.Name, "int") || strings.HasPrefix(t.Name, "uint") || t.Name == "byte" || t.Name == "rune" || t.Name == "bool" || t.Name == "string"
		case *ast.ArrayType, *ast.StarExpr, *ast.MapType:
			return true
		}
		return false
	}
	for _, fields := range []*ast.FieldList{fd.Type.Params, fd.Type.Results} {
		if fields == nil {
			continue
		}
		for _, f := range fields.List {
			for _, id := range f.Names {
				integers[id.Name] = isInteger(f.Type)
			}
		}
	}
	note := func(id ast.Expr, value ast.Expr) {
		name, ok := id.(*ast.Ident)
		if !ok {
			return
		}
		is := false
		switch v := ast.Unparen(value).(type) {
		case *ast.BasicLit:
			is = v.Kind == token.INT
		case *ast.Ident:
			is = integers[v.Name]
		case *ast.CallExpr:
			f, ok := v.Fun.(*ast.Ident)
			is = ok && (f.Name == "len" || f.Name == "cap" || isInteger(f))
		case *ast.SliceExpr:
			is = true
		}
		if was, known := integers[name.Name]; known {
			is = is && was
		}
		integers[name.Name] = is
	}
	ast.Inspect(fd.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE && len(n.Lhs) == len(n.Rhs) {
				for i, l := range n.Lhs {
					note(l, n.Rhs[i])
				}
			}
		case *ast.ValueSpec:
			for i, id := range n.Names {
				if n.Type != nil {
					integers[id.Name] = isInteger(n.Type)
				} else if i < len(n.Values) {
					note(id, n.Values[i])
				}
			}
		case *ast.RangeStmt:
			if id, ok := n.Key.(*ast.Ident); ok {
				if _, known := integers[id.Name]; !known {
					integers[id.Name] = true
				}
			}
		}
		return true
	})
	return integers
}

// floatsIn reports that a function has to do with floats at all, as far as its parameters and results say.
func floatsIn(fd *ast.FuncDecl) bool {
	text := types.ExprString(fd.Type)
	return slices.ContainsFunc([]string{"float", "complex"}, func(s string) bool { return strings.Contains(text, s) })
}
