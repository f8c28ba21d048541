package source

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// In what a recipe makes there may be strings: those that are known when the function is specialised, such as the name that a helper gets for its messages, and
// (parts of) arguments. And errors, with few numbers in them.

// errorWords is how many words of an error in another there is room for: its number, and those of its operands.
const errorWords = 4

// LinkPackage is what generated files are written on.
var LinkPackage = types.NewPackage(honePath+"/link", "link")

// recipeString is a string in a recipe: where it stands there, and which word says which it is.
type recipeString struct {
	part, word int
	v          *ir.Value
}

// string writes a string that compiled code has; see strings.
func (w *recipeWriter) string(e ast.Expr, t types.Type) {
	f := w.f
	v := f.expr(e)
	named := !types.Identical(t, types.Typ[types.String])
	if named {
		w.typ(t, e.Pos())
		w.text("(")
	}
	w.strings = append(w.strings, recipeString{len(w.parts), len(w.words), v})
	w.words = append(w.words, nil)
	w.parts = append(w.parts, RecipePart{Pkg: LinkPackage}, RecipePart{})
	if named {
		w.text(")")
	}
}

// textWords completes what strings have left open. A string is the number of a text, known when the function is specialised; or, if there is
// a word left for its length, it may be where in memory it begins. The lengths come last: they are 0 for texts, so that these
// take up no room in an error that is in another.
func (w *recipeWriter) textWords() (lengths []*ir.Value) {
	f := w.f
	room := recipeWords - len(w.words)
	for k, s := range w.strings {
		which := f.b.Op(ir.OpStatic, []*ir.Value{s.v}, ir.TI64)
		w.words[s.word] = which.Result()
		name, args := "RecipeText", fmt.Sprintf("(%s[%d])", RecipeWords, s.word+1)
		if k < room {
			which.Ints = []int64{1}
			length := f.b.Op(ir.OpStatic, []*ir.Value{s.v}, ir.TI64)
			length.Ints = []int64{2}
			lengths = append(lengths, length.Result())
			name, args = "RecipeString", fmt.Sprintf("(%s[%d], %[1]s[%[3]d])", RecipeWords, s.word+1, recipeWords-k)
		}
		w.parts[s.part].Text, w.parts[s.part+1].Text = name, args
	}
	return lengths
}

// recipeInner is an error in a recipe: where its last word stands, and what that is.
type recipeInner struct {
	part int
	last *ir.Value
}

// error writes an error that compiled code has; see innerWords.
func (w *recipeWriter) error(e ast.Expr) {
	f := w.f
	v := f.expr(e)
	f.at(e.Pos())
	w.parts = append(w.parts, RecipePart{Text: "RecipeError", Pkg: LinkPackage})
	w.text("(")
	for i := range recipeType.Fields {
		word := f.pathOp(ir.OpExtract, place{path: []int64{int64(i)}}, recipeType, v)
		switch {
		case i == recipeWords:
			w.inner = append(w.inner, recipeInner{len(w.parts), word})
			w.parts = append(w.parts, RecipePart{})
		case i >= errorWords:
			f.b.Op(ir.OpStatic, []*ir.Value{word}, ir.TI64)
		default:
			w.words = append(w.words, word)
			if i > 0 {
				w.text(", ")
			}
			w.text("%s", fmt.Sprintf("%s[%d]", RecipeWords, len(w.words)))
		}
	}
	w.text(")")
}

// innerWords has the errors in a recipe have a string of the caller's, whose length is in their last words, where there is room for these.
func (w *recipeWriter) innerWords() {
	for _, e := range w.inner {
		if len(w.words) == recipeWords {
			w.f.b.Op(ir.OpStatic, []*ir.Value{e.last}, ir.TI64)
			continue
		}
		w.words = append(w.words, e.last)
		w.parts[e.part].Text = fmt.Sprintf("%s, %s[%d]", strings.Repeat(", 0", recipeWords-errorWords), RecipeWords, len(w.words))
	}
}

// errorText is x of a call x.Error() of an error.
func (f *fun) errorText(call *ast.CallExpr) ast.Expr {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || len(call.Args) > 0 || sel.Sel.Name != "Error" || f.info.Selections[sel] == nil || !isErrorType(f.typeOf(sel.X)) {
		return nil
	}
	return sel.X
}
