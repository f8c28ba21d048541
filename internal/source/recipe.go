package source

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// Compiled code has no errors: it has recipes for them. An expression of the program that makes an error, or what a panic is given, becomes the text of
// a function in the generated file, which Go calls when it leaves compiled code, and its number; and what numbers are in it are operands, computed where
// the expression stands. An error in compiled code is the number of a recipe, or 0 for nil, and some words of operands.

// Recipe is Go code that makes a value.
type Recipe struct {
	Number uint64
	Key    string // says all of it, with whole import paths
	Parts  []RecipePart
}

// RecipePart is a piece of a recipe's expression.
type RecipePart struct {
	Text string
	Pkg  *types.Package // qualifies Text, unless the file is in that package
	Type types.Type     // in place of Text
}

// RecipeWords is what the words are called in recipes; the first is the number.
const RecipeWords = "honeWords"

// recipeWords is how many words of operands there are.
const recipeWords = ir.FailWords - 1

// recipeType is what errors are in compiled code.
var recipeType = func() *ir.Type {
	fields := []ir.Field{{Name: "honeRecipe", Type: ir.TI64}}
	for i := range recipeWords {
		fields = append(fields, ir.Field{Name: fmt.Sprintf("honeWord%d", i+1), Type: ir.TI64})
	}
	return ir.StructOf(fields...)
}()

var errorType = types.Universe.Lookup("error").Type()

func isErrorType(t types.Type) bool { return types.Identical(t, errorType) }

// makers are functions of the standard library that may be called by recipes: what they give depends on their arguments only.
var makers = map[string]bool{
	"errors.New": true, "errors.Join": true, "fmt.Errorf": true, "fmt.Sprint": true, "fmt.Sprintf": true, "fmt.Sprintln": true,
	"strconv.FormatBool": true, "strconv.FormatFloat": true, "strconv.FormatInt": true, "strconv.FormatUint": true,
	"strconv.Itoa": true, "strconv.Quote": true, "strconv.QuoteRune": true,
}

// leavers are functions that don't return.
var leavers = map[string]bool{
	"log.Fatal": true, "log.Fatalf": true, "log.Fatalln": true, "log.Panic": true, "log.Panicf": true, "log.Panicln": true, "os.Exit": true,
}

// recipeWriter writes the recipe for an expression.
type recipeWriter struct {
	f     *fun
	parts []RecipePart
	words []*ir.Value

	strings []recipeString
	inner   []recipeInner
}

// recipe gives the words for a value that e makes.
func (f *fun) recipe(e ast.Expr) []*ir.Value {
	w := &recipeWriter{f: f}
	w.expr(e)
	return w.finish(e.Pos())
}

// recipeValue is that as one value.
func (f *fun) recipeValue(e ast.Expr) *ir.Value {
	words := f.recipe(e)
	f.at(e.Pos())
	return f.b.Op(ir.OpStruct, words, recipeType).Result()
}

// finish enters the recipe and gives its number and the words of its operands.
func (w *recipeWriter) finish(pos token.Pos) []*ir.Value {
	f := w.f
	if len(w.words) > recipeWords {
		f.fail(pos, "a value made of more than %d numbers is not compiled", recipeWords)
	}
	f.at(pos)
	w.innerWords()
	lengths := w.textWords()
	var key strings.Builder
	for _, p := range w.parts {
		switch {
		case p.Type != nil:
			key.WriteString(types.TypeString(p.Type, nil))
		case p.Pkg != nil:
			key.WriteString(p.Pkg.Path() + "." + p.Text)
		default:
			key.WriteString(p.Text)
		}
	}
	h := fnv.New64a()
	h.Write([]byte(key.String()))
	r := &Recipe{Number: h.Sum64() | 1, Key: key.String(), Parts: w.parts} // not 0
	if old := f.u.recipes[r.Number]; old != nil && old.Key != r.Key {
		f.fail(pos, "this value has the number of another")
	}
	f.u.recipes[r.Number] = r
	f.at(pos)
	words := []*ir.Value{f.b.Const(ir.TI64, r.Number)}
	words = append(words, w.words...)
	for len(words) <= recipeWords {
		words = append(words, f.b.Int(0))
	}
	for k, n := range lengths {
		words[recipeWords-k] = n
	}
	return words
}

func (w *recipeWriter) text(format string, args ...any) {
	w.parts = append(w.parts, RecipePart{Text: fmt.Sprintf(format, args...)})
}

// named is a name that may stand in the generated file.
func (w *recipeWriter) named(obj types.Object, pos token.Pos) {
	if !w.f.u.reachable(obj) {
		w.f.fail(pos, "%s.%s can't be named in the package that calls hone.Func", obj.Pkg().Name(), obj.Name())
	}
	w.parts = append(w.parts, RecipePart{Text: obj.Name(), Pkg: obj.Pkg()})
}

// typ is a type that may.
func (w *recipeWriter) typ(t types.Type, pos token.Pos) {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if t.Obj().Pkg() != nil && !w.f.u.reachable(t.Obj()) || t.TypeArgs().Len() > 0 {
			w.f.fail(pos, "type %s can't be named in the package that calls hone.Func", name(t))
		}
	case *types.Pointer:
		w.text("*")
		w.typ(t.Elem(), pos)
		return
	case *types.Basic:
	default:
		w.f.fail(pos, "making a %s is not compiled", name(t))
	}
	w.parts = append(w.parts, RecipePart{Type: t})
}

// reachable reports what the generated file may name: it is in the package of the hone.Func.
func (u *unit) reachable(obj types.Object) bool {
	home := u.home()
	if pkg := u.prog.ofTypes(obj.Pkg()); pkg != nil && pkg.unbuilt[obj.Name()] {
		return false
	}
	if obj.Pkg() == home.Types {
		return obj.Parent() == home.Types.Scope()
	}
	if !obj.Exported() || obj.Pkg().Name() == "main" || obj.Parent() != obj.Pkg().Scope() {
		return false
	}
	parent, _, internal := strings.Cut("/"+obj.Pkg().Path()+"/", "/internal/")
	return !internal || strings.HasPrefix("/"+home.Path+"/", parent+"/") && parent != ""
}

func (w *recipeWriter) expr(e ast.Expr) {
	f := w.f
	e = ast.Unparen(e)
	t := f.typeOf(e)
	if c := f.constant(e); c != nil {
		w.constant(c, t, e.Pos())
		return
	}
	switch x := e.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		if v := f.packageVarOf(x); v != nil && (f.u.prog.vars[v] != nil || isErrorType(t)) && !isNumber(t) {
			w.variable(v, e.Pos())
			return
		}
	case *ast.UnaryExpr:
		if lit, ok := ast.Unparen(x.X).(*ast.CompositeLit); ok && x.Op == token.AND {
			w.text("&")
			w.composite(lit)
			return
		}
	case *ast.CompositeLit:
		w.composite(x)
		return
	case *ast.BinaryExpr:
		if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 && x.Op == token.ADD {
			w.text("(")
			w.expr(x.X)
			w.text(" + ")
			w.expr(x.Y)
			w.text(")")
			return
		}
	case *ast.CallExpr:
		if of := f.errorText(x); of != nil {
			w.expr(of)
			w.text(".Error()")
			return
		}
		if f.info.Types[x.Fun].IsType() && !isNumber(t) {
			w.typ(t, x.Pos())
			w.text("(")
			w.expr(x.Args[0])
			w.text(")")
			return
		}
		if fn, ok := calleeObject(f.info, x.Fun).(*types.Func); ok && (makers[fn.FullName()] || leavers[fn.FullName()]) {
			w.call(fn, x)
			return
		}
	}
	if isNumber(t) {
		w.operand(f.expr(e), t, e.Pos())
		return
	}
	switch {
	case f.isNil(e):
		w.text("nil")
		return
	case isString(t):
		w.string(e, t)
		return
	case isErrorType(t):
		w.error(e)
		return
	}
	f.typ(e.Pos(), t)
	f.fail(e.Pos(), "a value that is made of a %s is not compiled", name(t))
}

func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsNumeric|types.IsBoolean) != 0
}

// constant writes a constant of a type.
func (w *recipeWriter) constant(c constant.Value, t types.Type, pos token.Pos) {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		w.f.fail(pos, "this constant is not compiled")
	}
	if types.Identical(types.Default(t), types.Typ[types.String]) {
		w.text("%s", strconv.Quote(constant.StringVal(c)))
		return
	}
	w.typ(types.Default(t), pos)
	switch info := b.Info(); {
	case info&types.IsString != 0:
		w.text("(%s)", strconv.Quote(constant.StringVal(c)))
	case info&types.IsFloat != 0:
		v, _ := constant.Float64Val(c)
		w.text("(%s)", strconv.FormatFloat(v, 'g', -1, 64))
	case info&types.IsComplex != 0:
		re, _ := constant.Float64Val(constant.Real(c))
		im, _ := constant.Float64Val(constant.Imag(c))
		w.text("(complex(%s, %s))", strconv.FormatFloat(re, 'g', -1, 64), strconv.FormatFloat(im, 'g', -1, 64))
	case info&types.IsInteger != 0:
		w.text("(%s)", constant.ToInt(c).ExactString())
	default:
		w.text("(%s)", c.ExactString())
	}
}

// variable writes a package variable that always holds the same.
func (w *recipeWriter) variable(v *types.Var, pos token.Pos) {
	f := w.f
	pv := f.u.prog.vars[v]
	if made := pv != nil && pv.init != nil || pv == nil && f.u.prog.sentinel(v); !made || !f.u.prog.neverAssigned(v) {
		f.fail(pos, "package variable %s may change", v.Name())
	}
	f.u.vars[v] = true
	w.named(v, pos)
}

// packageVarOf is the package variable that e names, or nil.
func (f *fun) packageVarOf(e ast.Expr) *types.Var {
	id, ok := e.(*ast.Ident)
	if sel, isSel := e.(*ast.SelectorExpr); isSel && f.info.Selections[sel] == nil {
		id, ok = sel.Sel, true
	}
	if !ok {
		return nil
	}
	v, ok := f.info.Uses[id].(*types.Var)
	if !ok || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() {
		return nil
	}
	return v
}

func (w *recipeWriter) composite(lit *ast.CompositeLit) {
	t := w.f.typeOf(lit)
	if _, ok := t.Underlying().(*types.Struct); !ok {
		w.f.fail(lit.Pos(), "making a %s is not compiled", name(t))
	}
	w.typ(t, lit.Pos())
	w.text("{")
	for i, e := range lit.Elts {
		if i > 0 {
			w.text(", ")
		}
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			id := kv.Key.(*ast.Ident)
			w.field(w.f.info.Uses[id], kv.Pos())
			w.text("%s: ", id.Name)
			e = kv.Value
		} else {
			w.field(t.Underlying().(*types.Struct).Field(i), e.Pos())
		}
		w.expr(e)
	}
	w.text("}")
}

func (w *recipeWriter) field(v types.Object, pos token.Pos) {
	if !v.Exported() && v.Pkg() != w.f.u.home().Types {
		w.f.fail(pos, "field %s can't be named in the package that calls hone.Func", v.Name())
	}
}

func (w *recipeWriter) call(fn *types.Func, call *ast.CallExpr) {
	if call.Ellipsis.IsValid() {
		w.f.fail(call.Ellipsis, "a value that is made of a slice is not compiled")
	}
	w.named(fn, call.Pos())
	w.text("(")
	for i, a := range call.Args {
		if i > 0 {
			w.text(", ")
		}
		w.expr(a)
	}
	w.text(")")
}

// operand writes a number that compiled code has computed.
func (w *recipeWriter) operand(v *ir.Value, t types.Type, pos token.Pos) {
	f := w.f
	t = types.Default(t)
	b := t.Underlying().(*types.Basic)
	if isComplex(v.Type) {
		re, im := f.parts(v)
		part := types.Typ[types.Float64]
		if re.Type == ir.TF32 {
			part = types.Typ[types.Float32]
		}
		w.typ(t, pos)
		w.text("(complex(")
		w.operand(re, part, pos)
		w.text(", ")
		w.operand(im, part, pos)
		w.text("))")
		return
	}
	f.at(pos)
	w.words = append(w.words, f.word(v))
	word := fmt.Sprintf("%s[%d]", RecipeWords, len(w.words))
	if b.Info()&types.IsBoolean != 0 {
		w.typ(t, pos)
		w.text("(%s != 0)", word)
		return
	}
	w.typ(t, pos)
	w.text("(")
	switch b.Kind() {
	case types.Float32:
		w.parts = append(w.parts, RecipePart{Text: "Float32frombits", Pkg: mathPackage})
		w.text("(uint32(%s))", word)
	case types.Float64:
		w.parts = append(w.parts, RecipePart{Text: "Float64frombits", Pkg: mathPackage})
		w.text("(%s)", word)
	default:
		w.text("%s", word)
	}
	w.text(")")
}

var mathPackage = types.NewPackage("math", "math")

// word is a number's bits.
func (f *fun) word(v *ir.Value) *ir.Value {
	switch v.Type {
	case ir.TF32:
		v = f.b.Op(ir.OpBitcast, []*ir.Value{v}, ir.TU32).Result()
	case ir.TF64:
		return f.b.Op(ir.OpBitcast, []*ir.Value{v}, ir.TI64).Result()
	case ir.TBool:
		return f.b.Select(v, f.b.Int(1), f.b.Int(0))
	}
	return f.b.Conv(v, ir.TI64)
}

// makesError reports an expression that a recipe is for where an error is wanted: of a type that has the method, which compiled code need not know.
func (f *fun) makesError(e ast.Expr) bool {
	t := f.info.TypeOf(e)
	if t == nil || types.IsInterface(t) || f.isNil(e) {
		return false
	}
	return types.Implements(t, errorType.Underlying().(*types.Interface))
}

// nilError compares an error with nil.
func (f *fun) nilError(e ast.Expr, equal bool) *ir.Value {
	number := f.pathOp(ir.OpExtract, place{path: []int64{0}}, recipeType, f.rest(e))
	k := ir.OpNe
	if equal {
		k = ir.OpEq
	}
	return f.b.Compare(k, number, f.b.Int(0))
}

// sameError compares an error with a package variable that always holds the same, made by a call that makes a new one.
func (f *fun) sameError(x, y ast.Expr, equal bool, pos token.Pos) *ir.Value {
	if !f.isFixedError(y) {
		x, y = y, x
	}
	if !f.isFixedError(y) {
		f.fail(pos, "errors are compared with nil and with package variables that never change only")
	}
	k := ir.OpNe
	if equal {
		k = ir.OpEq
	}
	a := f.pathOp(ir.OpExtract, place{path: []int64{0}}, recipeType, f.rest(x))
	return f.b.Compare(k, a, f.recipe(y)[0])
}

// isFixedError reports a package variable that holds a pointer that no other does.
func (f *fun) isFixedError(e ast.Expr) bool {
	v := f.packageVarOf(ast.Unparen(e))
	if v == nil {
		return false
	}
	pv := f.u.prog.vars[v]
	if pv == nil {
		return f.u.prog.sentinel(v)
	}
	if pv.init == nil {
		return false
	}
	switch init := ast.Unparen(pv.init).(type) {
	case *ast.CallExpr:
		fn, ok := calleeObject(pv.pkg.Info, init.Fun).(*types.Func)
		return ok && (fn.FullName() == "errors.New" || fn.FullName() == "fmt.Errorf")
	case *ast.UnaryExpr:
		return init.Op == token.AND
	}
	return false
}
