package source

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/hone-go/hone/internal/ir"
)

// filter translates the //hone:filter directive in a function's doc comment: a Go expression over the parameters, in which known(x) asks
// whether x is known at compile time.
func (f *fun) filter(out *ir.Func, d *declaration) {
	if d.ast.Doc == nil {
		return
	}
	for _, c := range d.ast.Doc.List {
		name, text := directive(c)
		if name != filterName {
			continue
		}
		pos := c.Pos() + token.Pos(len(directivePrefix)+len(filterName)+len(text)-len(strings.TrimLeft(text, " \t")))
		text = strings.TrimSpace(text)
		switch {
		case text == "":
			f.u.reason(c.Pos(), "hone:filter without an expression")
		case out.Filter != nil:
			f.u.reason(c.Pos(), "a second hone:filter")
		default:
			f.try(func() { f.filterExpr(out, d, text, pos) })
		}
	}
}

// filterExpr makes the filter's region from its text, which stands at pos.
func (f *fun) filterExpr(out *ir.Func, d *declaration, text string, pos token.Pos) {
	e := f.parseFilter(text, pos)
	f.known = map[ast.Expr]ast.Expr{}
	info, vars, b := f.info, f.vars, f.b
	defer func() { f.info, f.vars, f.b, f.known = info, vars, b, nil }()
	e = f.replaceKnown(e)
	f.info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{},
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		FileVersions: info.FileVersions,
	}
	f.checkFilter(d, e)
	for _, x := range f.known {
		f.checkFilter(d, x)
	}
	if b, ok := f.typeOf(e).Underlying().(*types.Basic); !ok || b.Info()&types.IsBoolean == 0 {
		f.fail(pos, "hone:filter: the expression is no condition")
	}
	r := ir.NewRegion(nil, ir.Types(out.Body.Params)...)
	f.vars = map[*types.Var]variable{}
	for i, v := range parameters(f.in.fn.Signature()) {
		r.Params[i].Name = paramName(v)
		f.vars[v] = variable{val: r.Params[i]}
	}
	f.b = ir.NewBuilder(r)
	f.b.Yield(f.expr(e))
	out.SetFilter(r)
}

// parseFilter parses the text as a file of its own whose positions are those in the comment.
func (f *fun) parseFilter(text string, pos token.Pos) ast.Expr {
	fset := f.u.prog.fset
	at := fset.Position(pos)
	e, err := parser.ParseExprFrom(fset, at.Filename, text, 0)
	if err != nil {
		offset, msg := 0, err.Error()
		var list scanner.ErrorList
		if errors.As(err, &list) && len(list) > 0 {
			offset, msg = min(list[0].Pos.Offset, len(text)), list[0].Msg
		}
		f.fail(pos+token.Pos(offset), "hone:filter: %s", msg)
	}
	fset.File(e.Pos()).AddLineColumnInfo(0, at.Filename, at.Line, at.Column)
	return e
}

// replaceKnown puts stand-ins in place of the calls known(x), for the type checker doesn't know that function.
func (f *fun) replaceKnown(e ast.Expr) ast.Expr {
	return astutil.Apply(e, func(c *astutil.Cursor) bool {
		call, ok := c.Node().(*ast.CallExpr)
		if !ok {
			return true
		}
		if id, ok := call.Fun.(*ast.Ident); !ok || id.Name != "known" {
			return true
		}
		if len(call.Args) != 1 {
			f.fail(call.Pos(), "hone:filter: known takes one argument")
		}
		// Something of type bool that is no constant.
		at := call.Pos()
		list := &ast.CompositeLit{Type: &ast.ArrayType{Lbrack: at, Elt: &ast.Ident{NamePos: at, Name: "bool"}}, Lbrace: at, Rbrace: at}
		stand := &ast.IndexExpr{X: list, Lbrack: at, Index: &ast.BasicLit{ValuePos: at, Kind: token.INT, Value: "0"}, Rbrack: at}
		f.known[stand] = call.Args[0]
		c.Replace(stand)
		return false
	}, nil).(ast.Expr)
}

// checkFilter finds the types in a part of the filter, as if it stood at the beginning of the function's body.
func (f *fun) checkFilter(d *declaration, e ast.Expr) {
	err := types.CheckExpr(f.u.prog.fset, d.pkg.Types, d.ast.Body.Lbrace+1, e, f.info)
	var te types.Error
	switch {
	case errors.As(err, &te):
		f.fail(te.Pos, "hone:filter: %s", te.Msg)
	case err != nil:
		f.fail(e.Pos(), "hone:filter: %s", err)
	}
}

// isKnown is the op for a stand-in of known(x), nil for other expressions.
func (f *fun) isKnown(e ast.Expr) *ir.Value {
	of := f.known[e]
	if of == nil {
		return nil
	}
	x := f.expr(of)
	f.at(e.Pos())
	return f.b.Op(ir.OpKnown, []*ir.Value{x}, ir.TBool).Result()
}
