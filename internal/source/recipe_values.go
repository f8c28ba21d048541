package source

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/hone-go/hone/internal/ir"
)

// In what a recipe makes there may be strings, if they are known when the function is specialised: the name that a helper gets for its messages, say. And errors,
// with few numbers in them.

// errorWords is how many words of an error in another there is room for: its number, and those of its operands.
const errorWords = 4

var honePackage = types.NewPackage(honePath, "hone")

// string writes a string that compiled code has.
func (w *recipeWriter) string(e ast.Expr, t types.Type) {
	f := w.f
	v := f.expr(e)
	f.at(e.Pos())
	w.words = append(w.words, f.b.Op(ir.OpStatic, []*ir.Value{v}, ir.TI64).Result())
	named := !types.Identical(t, types.Typ[types.String])
	if named {
		w.typ(t, e.Pos())
		w.text("(")
	}
	w.parts = append(w.parts, RecipePart{Text: "RecipeText", Pkg: honePackage})
	w.text("(%s[%d])", RecipeWords, len(w.words))
	if named {
		w.text(")")
	}
}

// error writes an error that compiled code has.
func (w *recipeWriter) error(e ast.Expr) {
	f := w.f
	v := f.expr(e)
	f.at(e.Pos())
	w.parts = append(w.parts, RecipePart{Text: "RecipeError", Pkg: honePackage})
	w.text("(")
	for i := range recipeType.Fields {
		word := f.pathOp(ir.OpExtract, place{path: []int64{int64(i)}}, recipeType, v)
		if i >= errorWords {
			f.b.Op(ir.OpStatic, []*ir.Value{word}, ir.TI64)
			continue
		}
		w.words = append(w.words, word)
		if i > 0 {
			w.text(", ")
		}
		w.text("%s", fmt.Sprintf("%s[%d]", RecipeWords, len(w.words)))
	}
	w.text(")")
}

// errorText is x of a call x.Error() of an error.
func (f *fun) errorText(call *ast.CallExpr) ast.Expr {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || len(call.Args) > 0 || sel.Sel.Name != "Error" || f.info.Selections[sel] == nil || !isErrorType(f.typeOf(sel.X)) {
		return nil
	}
	return sel.X
}
