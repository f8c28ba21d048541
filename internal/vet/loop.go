package vet

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// A loop is a sum if it does nothing but add to one variable of its function what it computes of its index without an effect: then hone.Sum over the same indices gives the
// same, but for the order of the additions.

// sum is such a loop as a call of hone.Sum.
type sum struct {
	text     string
	float    bool // the order makes a difference
	parallel bool // the loop is declared parallel
}

// counted is a loop's index and how far it goes.
type counted struct {
	index    *ast.Ident // nil: it has no name
	over     ast.Expr   // what is ranged over, or nil
	value    *ast.Ident // its element, or nil
	n        ast.Expr   // the number of iterations, if it is not the length of over
	body     *ast.BlockStmt
	parallel bool
}

// sumOf is loop as a sum, nil if it isn't one. body is that of the function around it.
func (v *vetting) sumOf(file *ast.File, body *ast.BlockStmt, loop ast.Stmt) *sum {
	c := v.counted(loop)
	if c == nil || len(c.body.List) != 1 {
		return nil
	}
	to, e := addition(c.body.List[0])
	if to == nil {
		return nil
	}
	s, ok := v.pass.TypesInfo.Uses[to].(*types.Var)
	if !ok || !v.owns(body, s) {
		return nil
	}
	t, ok := types.Unalias(s.Type()).(*types.Basic)
	if !ok || t.Info()&(types.IsInteger|types.IsFloat) == 0 {
		return nil
	}
	bound := c.n
	if bound == nil {
		bound = c.over
	}
	if !v.pure(e, s) || !v.pure(bound, s) || c.index != nil && mentions(bound, c.index.Name) || !v.bare(file, loop, e, bound) {
		return nil
	}
	hone := v.honeName(loop.Pos(), "len", "int", t.Name())
	if hone == "" {
		return nil
	}
	text, ok := v.asCall(c, e, bound)
	if !ok {
		return nil
	}
	return &sum{text: fmt.Sprintf("%s += %s.Sum("+text, to.Name, hone, t.Name()), float: t.Info()&types.IsFloat != 0, parallel: c.parallel}
}

// asCall is the text of the call's arguments, with a verb for the type.
func (v *vetting) asCall(c *counted, e, bound ast.Expr) (string, bool) {
	index := "i"
	if c.index != nil {
		index = c.index.Name
	} else if mentions(e, index) || mentions(bound, index) {
		return "", false
	}
	n, err := v.text(bound)
	if err != nil {
		return "", false
	}
	term, ok := v.term(e, c, n+"["+index+"]")
	if !ok {
		return "", false
	}
	if c.n == nil {
		n = "len(" + n + ")"
	}
	escape := func(s string) string { return strings.ReplaceAll(s, "%", "%%") }
	return fmt.Sprintf("%s, func(%s int) %%s { return %s })", escape(n), index, escape(term)), true
}

// term is the text of what is added, with the element in place of its name.
func (v *vetting) term(e ast.Expr, c *counted, element string) (string, bool) {
	text, err := v.text(e)
	if err != nil {
		return "", false
	}
	if c.value == nil {
		return text, true
	}
	var uses []*ast.Ident
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && v.pass.TypesInfo.Uses[id] == v.pass.TypesInfo.Defs[c.value] {
			uses = append(uses, id)
		}
		return true
	})
	for _, id := range slices.Backward(uses) {
		at := int(id.Pos() - e.Pos())
		text = text[:at] + element + text[at+len(id.Name):]
	}
	// The names in element mean here what they meant in front of the loop: only the index is new, and it is not among them.
	return text, true
}

// counted takes a loop apart that counts from 0 in steps of 1, nil if it is none.
func (v *vetting) counted(loop ast.Stmt) *counted {
	switch loop := loop.(type) {
	case *ast.RangeStmt:
		return v.ranged(loop)
	case *ast.ForStmt:
		init, ok1 := loop.Init.(*ast.AssignStmt)
		cond, ok2 := loop.Cond.(*ast.BinaryExpr)
		post, ok3 := loop.Post.(*ast.IncDecStmt)
		if !ok1 || !ok2 || !ok3 || init.Tok != token.DEFINE || len(init.Lhs) != 1 || len(init.Rhs) != 1 || cond.Op != token.LSS || post.Tok != token.INC {
			return nil
		}
		i, ok := init.Lhs[0].(*ast.Ident)
		zero, lit := init.Rhs[0].(*ast.BasicLit)
		if !ok || i.Name == "_" || !lit || zero.Kind != token.INT || zero.Value != "0" || !isName(cond.X, i.Name) || !isName(post.X, i.Name) {
			return nil
		}
		return &counted{index: i, n: cond.Y, body: loop.Body}
	}
	return nil
}

func (v *vetting) ranged(loop *ast.RangeStmt) *counted {
	if loop.Tok != token.DEFINE {
		return nil
	}
	c := &counted{body: loop.Body}
	named := func(e ast.Expr) *ast.Ident {
		if id, ok := e.(*ast.Ident); ok && id.Name != "_" {
			return id
		}
		return nil
	}
	c.index, c.value = named(loop.Key), named(loop.Value)
	if call, ok := ast.Unparen(loop.X).(*ast.CallExpr); ok && v.calls(call, honePath) == "Parallel" && len(call.Args) == 1 && loop.Value == nil {
		c.n, c.parallel = call.Args[0], true
		return c
	}
	switch t := v.pass.TypesInfo.TypeOf(loop.X).Underlying().(type) {
	case *types.Slice, *types.Array:
		switch ast.Unparen(loop.X).(type) {
		case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr:
			c.over = ast.Unparen(loop.X)
			return c
		}
	case *types.Basic:
		if t.Info()&types.IsInteger != 0 && c.index != nil && types.Identical(v.pass.TypesInfo.TypeOf(c.index), types.Typ[types.Int]) {
			c.n = loop.X
			return c
		}
	}
	return nil
}

// addition takes s += e apart.
func addition(st ast.Stmt) (s *ast.Ident, e ast.Expr) {
	a, ok := st.(*ast.AssignStmt)
	if !ok || a.Tok != token.ADD_ASSIGN || len(a.Lhs) != 1 {
		return nil, nil
	}
	s, _ = a.Lhs[0].(*ast.Ident)
	return s, a.Rhs[0]
}

// owns reports whether s is a variable of the function that nothing else sees while a loop runs: its address is not taken, and nothing is left to be done when it panics.
func (v *vetting) owns(body *ast.BlockStmt, s *types.Var) bool {
	scope := v.pass.Pkg.Scope().Innermost(body.Lbrace + 1)
	if scope == nil || s.IsField() {
		return false
	}
	inside := s.Pos() >= body.Pos() && s.Pos() < body.End() || scope.Lookup(s.Name()) == s // parameters and results are in the body's scope
	ok := true
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.DeferStmt:
			ok = false
		case *ast.UnaryExpr:
			if id, is := ast.Unparen(n.X).(*ast.Ident); is && n.Op == token.AND && v.pass.TypesInfo.Uses[id] == s {
				ok = false
			}
		}
		return ok
	})
	return inside && ok
}

// pure reports whether e has no effect and does not read s.
func (v *vetting) pure(e ast.Expr, s *types.Var) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil, *ast.BasicLit, *ast.BinaryExpr, *ast.ParenExpr, *ast.IndexExpr, *ast.SelectorExpr, *ast.StarExpr, *ast.ArrayType:
		case *ast.Ident:
			ok = ok && v.pass.TypesInfo.Uses[n] != types.Object(s)
		case *ast.UnaryExpr:
			ok = ok && n.Op != token.AND && n.Op != token.ARROW
		case *ast.CallExpr:
			ok = ok && v.harmless(n)
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// harmless reports whether a call does no more than compute its result: a conversion, or one of a function that is known to.
func (v *vetting) harmless(call *ast.CallExpr) bool {
	tv := v.pass.TypesInfo.Types[call.Fun]
	if tv.IsType() {
		return true
	}
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && tv.IsBuiltin() {
		return slices.Contains([]string{"len", "cap", "min", "max", "real", "imag", "complex"}, id.Name)
	}
	return v.calls(call, "math") != "" || v.calls(call, honePath+"/vmath") != ""
}

// calls is the name of the function of a package that is called, "" if it is another's.
func (v *vetting) calls(call *ast.CallExpr, path string) string {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	if fn, ok := v.pass.TypesInfo.Uses[sel.Sel].(*types.Func); ok && fn.Pkg() != nil && fn.Pkg().Path() == path && fn.Signature().Recv() == nil {
		return fn.Name()
	}
	return ""
}

// bare reports whether all of the loop's comments are in what stays.
func (v *vetting) bare(file *ast.File, loop ast.Stmt, stay ...ast.Expr) bool {
	return !slices.ContainsFunc(file.Comments, func(g *ast.CommentGroup) bool {
		return g.Pos() >= loop.Pos() && g.End() <= loop.End() &&
			!slices.ContainsFunc(stay, func(e ast.Expr) bool { return g.Pos() >= e.Pos() && g.End() <= e.End() })
	})
}

func isName(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

// mentions reports whether a name is used in e, whatever it means.
func mentions(e ast.Expr, name string) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name
		return !found
	})
	return found
}
