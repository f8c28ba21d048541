package source

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// An interface value is compiled where its dynamic type is known. In the IR it is a struct with one field, the value that it holds; the field's name stands for the
// dynamic type. So the type of such a struct, a box, says all that there is to know ahead, and carries it through variables, fields, arguments and results. Where Go's
// types have an interface, f.typ has ir.Opaque, and a value's own type a box: a struct with such a field has one type in the IR for each box that the field
// may hold, and a function with such parameters one instance for each combination (shape.go), as if the interfaces were type parameters.

// boxes are the types of boxes in a program.
type boxes struct {
	names map[string][]types.Type // dynamic types by what their fields are called, but for a number
	held  map[*ir.Type]types.Type
	funcs map[*ir.Type]*types.Func // of function values, see funcbox.go
}

// nilBox is the interface value nil.
var nilBox = ir.StructOf(ir.Field{Name: "nil_interface", Type: ir.StructOf()})

// isInterface reports a type of interface values; errors are compiled otherwise (recipe.go).
func isInterface(t types.Type) bool {
	return t != nil && types.IsInterface(t) && !isTypeParam(t) && !isErrorType(t)
}

// of is the type of the box for a t that is a held in the IR.
func (x *boxes) of(t types.Type, held *ir.Type) *ir.Type {
	if x.held == nil {
		x.names, x.held = map[string][]types.Type{}, map[*ir.Type]types.Type{}
	}
	field := boxName(name(t), types.TypeString(t, nil))
	at := -1
	for i, known := range x.names[field] {
		if types.Identical(known, t) {
			at = i
		}
	}
	if at < 0 {
		at = len(x.names[field])
		x.names[field] = append(x.names[field], t)
	}
	if at > 0 { // of types that are declared in functions
		field = fmt.Sprintf("%s_%d", field, at)
	}
	box := ir.StructOf(ir.Field{Name: field, Type: held})
	x.held[box] = t
	return box
}

// boxName is what the field of a box is called, for a type or function of this name, and of this one with its package's path.
func boxName(short, whole string) string {
	h := fnv.New32a()
	h.Write([]byte(whole))
	return fmt.Sprintf("%s_%08x", letters(short), h.Sum32())
}

// letters is a type's name without what can't be in a field's name.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '*':
			return 'p'
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9':
			return r
		}
		return '_'
	}, "is_"+s)
}

// dynamic is the dynamic type that a box says, nil for the interface value nil.
func (x *boxes) dynamic(t *ir.Type) (dyn types.Type, ok bool) {
	if t == nilBox {
		return nil, true
	}
	dyn, ok = x.held[t]
	return dyn, ok
}

// is reports a box.
func (x *boxes) is(t *ir.Type) bool {
	_, ok := x.dynamic(t)
	return ok || x.funcs[t] != nil
}

// in reports a box in a type, wherever.
func (x *boxes) in(t *ir.Type) bool {
	if x.is(t) {
		return true
	}
	switch t.Kind {
	case ir.Struct:
		for _, fd := range t.Fields {
			if x.in(fd.Type) {
				return true
			}
		}
	case ir.Cell, ir.Array, ir.Slice:
		return x.in(t.Elem)
	}
	return false
}

// fits reports that a value of type got may stand where f.typ says want: it is that, with boxes where that is opaque.
func (x *boxes) fits(got, want *ir.Type) bool {
	if got == want {
		return true
	}
	if want == ir.Opaque {
		return x.is(got)
	}
	if got.Kind != want.Kind {
		return false
	}
	switch got.Kind {
	case ir.Cell:
		return x.fits(got.Elem, want.Elem)
	case ir.Struct:
		if len(got.Fields) != len(want.Fields) {
			return false
		}
		for i, fd := range got.Fields {
			if fd.Name != want.Fields[i].Name || !x.fits(fd.Type, want.Fields[i].Type) {
				return false
			}
		}
		return true
	}
	return false
}

// about says for messages what the boxes in a type hold.
func (x *boxes) about(t *ir.Type) string {
	var list []string
	var walk func(t *ir.Type)
	walk = func(t *ir.Type) {
		if dyn, ok := x.dynamic(t); ok {
			held := "nil"
			if dyn != nil {
				held = name(dyn)
			}
			list = append(list, held)
			return
		}
		if fn := x.funcs[t]; fn != nil {
			list = append(list, shortName(fn))
			return
		}
		switch t.Kind {
		case ir.Struct:
			for _, fd := range t.Fields {
				walk(fd.Type)
			}
		case ir.Cell:
			walk(t.Elem)
		}
	}
	walk(t)
	if len(list) == 0 {
		return "nothing that is known"
	}
	return strings.Join(list, ", ")
}

// maxNested bounds how deep interface values may be in interface values: a function that calls itself with one more around each time would have instances without end.
const maxNested = 8

// nested is how deep.
func (x *boxes) nested(t *ir.Type) (depth int) {
	switch t.Kind {
	case ir.Struct:
		for _, fd := range t.Fields {
			depth = max(depth, x.nested(fd.Type))
		}
		if _, ok := x.held[t]; ok {
			depth++
		}
	case ir.Cell:
		return x.nested(t.Elem)
	}
	return depth
}

// box makes the interface value that holds v, a t.
func (f *fun) box(v *ir.Value, t types.Type, pos token.Pos) *ir.Value {
	if f.u.prog.boxes.nested(v.Type) >= maxNested {
		f.fail(pos, "interface values in interface values are compiled up to a depth of %d only", maxNested)
	}
	return f.b.Op(ir.OpStruct, []*ir.Value{v}, f.u.prog.boxes.of(t, v.Type)).Result()
}

// unbox is the value that an interface value holds, with its type; both nil for nil.
func (f *fun) unbox(v *ir.Value, pos token.Pos) (held *ir.Value, dyn types.Type) {
	dyn, ok := f.u.prog.boxes.dynamic(v.Type)
	switch {
	case !ok:
		f.fail(pos, "interface values are compiled where their dynamic types are known; that of this one is not")
	case dyn == nil:
		return nil, nil
	}
	if v.Def != nil && v.Def.Kind == ir.OpStruct {
		return v.Def.Args[0], dyn
	}
	f.at(pos)
	return f.pathOp(ir.OpExtract, place{path: []int64{0}}, v.Type, v), dyn
}

// interfaceValue is e as an interface value.
func (f *fun) interfaceValue(e ast.Expr) *ir.Value {
	if f.isNil(e) {
		f.at(e.Pos())
		return f.nilInterface()
	}
	t := types.Default(f.typeOf(e))
	if isErrorType(t) {
		f.fail(e.Pos(), "an error as another interface value is not compiled")
	}
	if c := f.constant(e); c != nil {
		return f.box(f.constValue(e.Pos(), c, t), t, e.Pos())
	}
	v := f.expr(e)
	if isInterface(t) {
		f.unbox(v, e.Pos()) // it must be known
		return v
	}
	f.at(e.Pos())
	return f.box(v, t, e.Pos())
}

func (f *fun) nilInterface() *ir.Value { return zero(f.b, nilBox) }

// withNils is the type in the IR of a t that is zero, if fields of interface type that are zero stay so.
func (f *fun) withNils(it *ir.Type, t types.Type) *ir.Type {
	if !f.u.nils || !holey(it) {
		return it
	}
	switch t := f.env.subst(t).Underlying().(type) {
	case *types.Pointer:
		return ir.CellOf(f.withNils(it.Elem, t.Elem()))
	case *types.Struct:
		fields := slices.Clone(it.Fields)
		for i := range fields {
			if ft := f.env.subst(t.Field(i).Type()); fields[i].Type == ir.Opaque && isInterface(ft) {
				fields[i].Type = nilBox
			} else {
				fields[i].Type = f.withNils(fields[i].Type, ft)
			}
		}
		return ir.StructOf(fields...)
	}
	return it
}

// converted is v, a from, as a to, for values that a call gives among several.
func (f *fun) converted(v *ir.Value, from, to types.Type, pos token.Pos) *ir.Value {
	if !isInterface(to) || isInterface(from) {
		return v
	}
	if isErrorType(from) {
		f.fail(pos, "an error as another interface value is not compiled")
	}
	f.at(pos)
	return f.box(v, from, pos)
}

// exprFits is exprAs where an interface value of any dynamic type will do, or a value that has such in it.
func (f *fun) exprFits(e ast.Expr, t types.Type) *ir.Value {
	if isInterface(f.env.subst(t)) {
		return f.interfaceValue(e)
	}
	want := f.typ(e.Pos(), t)
	if want == ir.Opaque {
		return f.functionValue(e)
	}
	if !holey(want) || f.isNil(e) || f.constant(e) != nil {
		return f.exprAs(e, t)
	}
	v := f.expr(e)
	if !f.u.prog.boxes.fits(v.Type, want) {
		f.fail(e.Pos(), "a %s used as a %s is not compiled", name(f.typeOf(e)), name(t))
	}
	return v
}

// holey reports a type as f.typ gives it in which there may be interface values.
func holey(t *ir.Type) bool {
	switch t.Kind {
	case ir.Struct:
		return t == ir.Opaque || slices.ContainsFunc(t.Fields, func(fd ir.Field) bool { return holey(fd.Type) })
	case ir.Cell:
		return holey(t.Elem)
	}
	return false
}

// early reports a type whose values the Go compiler copies, when it makes interface values of them, as early as it makes calls; and late, one whose
// values it takes behind all calls, as it comes to composite literals (order.go, and dataWordFuncName in cmd/compile/internal/walk/convert.go).
func boxedEarly(t types.Type) (early, late bool) {
	sizes := types.SizesFor("gc", "amd64")
	size := sizes.Sizeof(t)
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Signature, *types.Map, *types.Chan, *types.Interface:
		return false, false
	case *types.Basic:
		return u.Info()&types.IsComplex != 0, size > 1
	case *types.Slice:
		return false, true
	case *types.Struct, *types.Array:
		plain := size == sizes.Alignof(t) && (size == 2 || size == 4 || size == 8)
		return size > 0 && !plain, plain
	}
	return false, false
}

// hoistAs is hoistAll for operands that become values of the types that typ gives.
func (f *fun) hoistAs(es []ast.Expr, typ func(i int) types.Type) {
	for i, e := range es {
		f.hoist(e)
		if early, _ := f.boxedAs(e, typ(i)); early {
			f.keep(e)
		}
	}
}

// liftAs is lift for them.
func (f *fun) liftAs(es []ast.Expr, typ func(i int) types.Type) {
	for i, e := range es {
		f.lift(e)
		if _, late := f.boxedAs(e, typ(i)); late {
			f.keep(e)
		}
	}
}

func (f *fun) boxedAs(e ast.Expr, t types.Type) (early, late bool) {
	if t == nil || f.settled(ast.Unparen(e)) {
		return false, false
	}
	from := f.typeOf(e)
	if _, several := from.(*types.Tuple); several || !isInterface(f.env.subst(t)) || types.IsInterface(from) {
		return false, false
	}
	return boxedEarly(from)
}

// compareInterfaces is x == y where one of them at least is an interface value.
func (f *fun) compareInterfaces(e *ast.BinaryExpr) *ir.Value {
	equal := e.Op == token.EQL
	x, t := f.unbox(f.operandAs(e.X), e.X.Pos())
	y, u := f.unbox(f.operandAs(e.Y), e.Y.Pos())
	f.at(e.OpPos)
	switch {
	case t == nil || u == nil:
		return f.sure(t == nil == (u == nil) == equal)
	case !types.Identical(t, u):
		return f.sure(!equal)
	case !types.Comparable(t):
		f.fail(e.OpPos, "comparing interface values that hold a %s is not compiled", name(t))
	case x.Type != y.Type && x.Type.Kind == ir.Cell && y.Type.Kind == ir.Cell: // an object holds the same interface values, whatever leads to it
		return f.sure(!equal)
	case x.Type != y.Type:
		f.fail(e.OpPos, "comparing a %s that holds other interface values is not compiled", name(t))
	case x.Type.Kind == ir.Cell:
		return f.comparePointers(e.Op, x, y)
	}
	return f.compare(e.Op, x, y, e.OpPos)
}

// operandAs is an operand of a comparison, which was prepared, as an interface value.
func (f *fun) operandAs(e ast.Expr) *ir.Value {
	if f.isNil(e) {
		return f.nilInterface()
	}
	v := f.rest(e)
	if t := f.typeOf(e); !types.IsInterface(t) {
		return f.box(v, types.Default(t), e.Pos())
	}
	return v
}

// comparesInterfaces reports a comparison of interface values.
func (f *fun) comparesInterfaces(e *ast.BinaryExpr) bool {
	return isInterface(f.typeOf(e.X)) || isInterface(f.typeOf(e.Y))
}

// sure is a condition that always has this value. Branches that are not taken where it is asked for are not translated.
func (f *fun) sure(c bool) *ir.Value {
	v := f.b.Bool(c)
	f.certainly(v, c)
	return v
}

func (f *fun) certainly(v *ir.Value, c bool) {
	if f.certain == nil {
		f.certain = map[*ir.Value]bool{}
	}
	f.certain[v] = c
}

// decided is the value of a condition that depends on the dynamic types of interface values only.
func (f *fun) decided(e ast.Expr) (value, ok bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, _ := f.info.Uses[e].(*types.Var)
		if at := f.vars[v]; v != nil && !at.cell && at.val != nil {
			value, ok = f.certain[at.val]
		}
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			value, ok = f.constBool(e.X)
			value = !value
		}
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND, token.LOR:
			if value, ok = f.constBool(e.X); ok && value == (e.Op == token.LAND) {
				value, ok = f.constBool(e.Y)
			}
		case token.EQL, token.NEQ:
			x, y := ast.Unparen(e.X), ast.Unparen(e.Y)
			if f.isNil(x) {
				x, y = y, x
			}
			if dyn, known := f.dynamicOf(x); f.isNil(y) && known {
				return dyn == nil == (e.Op == token.EQL), true
			}
		}
	}
	return value, ok
}

// dynamicOf is the dynamic type of a variable or of a field.
func (f *fun) dynamicOf(e ast.Expr) (dyn types.Type, ok bool) {
	if !isInterface(f.typeOf(e)) || !f.isChain(e) {
		return nil, false
	}
	b, quiet := f.b, f.u.quiet
	f.b, f.u.quiet = b.In(ir.NewRegion(nil)), true
	f.attempt(func() { dyn, ok = f.u.prog.boxes.dynamic(f.rest(e).Type) })
	f.b, f.u.quiet = b, quiet
	return dyn, ok
}

// isChain reports a local variable, or a field of such.
func (f *fun) isChain(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, ok := f.info.Uses[e].(*types.Var)
		return ok && v.Pkg() != nil && v.Parent() != v.Pkg().Scope()
	case *ast.SelectorExpr:
		sel := f.info.Selections[e]
		return sel != nil && sel.Kind() == types.FieldVal && f.isChain(e.X)
	}
	return false
}

// declareUnset declares an interface variable without a value.
func (f *fun) declareUnset(v *types.Var) {
	if v.Name() != "_" {
		f.vars[v] = variable{unset: f.b.Bool(false).Def}
	}
}

// unset is the place of an interface variable that has got no value yet.
func (f *fun) unset(v *types.Var) place {
	if f.uses.changes(v) {
		f.fail(v.Pos(), "the interface variable %s is nil here, and something else later; this is not compiled", v.Name())
	}
	return place{base: f.nilInterface(), typ: f.env.subst(v.Type())}
}

// giveUnset gives an interface variable its first value, if l is one that has been declared without.
func (f *fun) giveUnset(l ast.Expr, v *ir.Value) bool {
	id, ok := ast.Unparen(l).(*ast.Ident)
	if !ok {
		return false
	}
	d, ok := f.info.Uses[id].(*types.Var)
	at := f.vars[d]
	if !ok || at.unset == nil {
		return false
	}
	if at.unset.Parent != f.b.Region || f.uses.captured[d] {
		f.giveLate(d, at.unset, v, l.Pos())
		return true
	}
	if len(f.uses.assigned[d]) == 1 {
		f.vars[d] = variable{val: v}
		return true
	}
	f.declare(d, v)
	return true
}

// giveNone declares a variable that has no value in compiled code.
func (f *fun) giveNone(l ast.Expr) {
	d := f.defined(l)
	if d == nil || f.uses.changes(d) {
		f.fail(l.Pos(), "the zero value of a %s is not compiled", name(f.placeType(l)))
	}
	f.vars[d] = variable{none: "the zero value of a " + name(f.placeType(l)) + " is not compiled", pos: l.Pos()}
}

// typeAt is the type in the IR of what is at p.
func (f *fun) typeAt(pos token.Pos, p place) *ir.Type {
	if t := f.typ(pos, p.typ); !holey(t) {
		return t
	}
	return ir.PathType(p.whole(), p.path)
}

// failInterface gives the reason why a value can't be assigned to l, if it is what the interface values in the two are.
func (f *fun) failInterface(l ast.Expr, have, want *ir.Type) {
	x := &f.u.prog.boxes
	if x.in(have) || x.in(want) {
		f.fail(l.Pos(), "interface values are compiled where their dynamic types are known: this holds %s, and gets %s here", x.about(have), x.about(want))
	}
}
