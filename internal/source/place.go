package source

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/hone-go/hone/internal/ir"
)

// place is something that can be read, and perhaps assigned: a value, a cell or a slice's element, or a component of one.
type place struct {
	kind  placeKind
	base  *ir.Value // the value, cell or slice
	index *ir.Value // in a slice
	path  []int64
	extra []*ir.Value // an index for each -1 in path
	typ   types.Type  // Go's type of what is there
}

type placeKind uint8

const (
	aValue placeKind = iota
	aCell
	anElement
	aBlank // _, which takes anything
)

// place finds what e, which was prepared, denotes, and checks the indices.
func (f *fun) place(e ast.Expr) place {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return f.place(e.X)
	case *ast.Ident:
		return f.variable(e)
	case *ast.StarExpr:
		c := f.rest(e.X)
		t, _ := deref(f.typeOf(e.X))
		return place{kind: aCell, base: c, typ: t}
	case *ast.SelectorExpr:
		sel := f.info.Selections[e]
		if sel == nil {
			return f.variable(e.Sel)
		}
		if sel.Kind() == types.FieldVal {
			p := f.place(e.X)
			_, index, _ := types.LookupFieldOrMethod(f.typeOf(e.X), true, sel.Obj().Pkg(), sel.Obj().Name())
			return f.fields(p, index, e.Pos())
		}
	case *ast.IndexExpr:
		if !f.isInstance(e) {
			return f.element(e)
		}
	}
	return place{base: f.rest(e), typ: f.typeOf(e)}
}

// readPlace is place for what is read. An element of an array that has none there is not, and there the Go compiler's panic names the index 0.
func (f *fun) readPlace(e ast.Expr) place {
	if x, ok := ast.Unparen(e).(*ast.IndexExpr); ok && !f.isInstance(x) {
		if at, ok := f.typeOf(x.X).Underlying().(*types.Array); ok && at.Len() == 0 {
			p := f.place(x.X)
			f.index(x.Index)
			f.at(x.Pos())
			zero := f.b.Int(0)
			f.b.Op(ir.OpCheckIndex, []*ir.Value{zero, zero})
			return f.elementAt(p, zero)
		}
	}
	return f.place(e)
}

// variable is the place of a named variable.
func (f *fun) variable(id *ast.Ident) place {
	obj := f.info.Uses[id]
	if obj == nil {
		obj = f.info.Defs[id]
	}
	v, ok := obj.(*types.Var)
	if !ok {
		if id.Name == "_" {
			return place{kind: aBlank}
		}
		return place{base: f.exprNow(id), typ: f.typeOf(id)}
	}
	if v.Parent() == v.Pkg().Scope() {
		return f.packageVar(id, v)
	}
	return f.local(v)
}

// local is the place of a local variable.
func (f *fun) local(v *types.Var) place {
	t := f.env.subst(v.Type())
	if at, ok := f.vars[v]; ok {
		if at.none != "" {
			f.fail(at.pos, "%s", at.none)
		}
		if at.unset != nil {
			return f.unset(v)
		}
		if at.cell {
			return place{kind: aCell, base: at.val, typ: t}
		}
		return place{base: at.val, typ: t}
	}
	if len(f.u.reasons) == 0 {
		panic("variable " + v.Name() + " has no value")
	}
	panic(bail{}) // its declaration could not be translated
}

// fields is the component of p that a field selection leads to, through embedded structs and pointers.
func (f *fun) fields(p place, index []int, pos token.Pos) place {
	for _, i := range index {
		if t, ok := deref(p.typ); ok {
			f.at(pos)
			p = place{kind: aCell, base: f.read(p), typ: t}
		}
		st := p.typ.Underlying().(*types.Struct)
		of := p.typ
		p.path = append(p.path[:len(p.path):len(p.path)], int64(i))
		p.typ = f.env.subst(st.Field(i).Type())
		switch it := ir.PathType(p.whole(), p.path); {
		case ir.IsHidden(it):
			f.failHidden(pos, p.typ)
		case it == ir.Opaque:
			f.failOpaque(pos, of, p.typ)
		}
	}
	return p
}

// whole is the type of what p is a component of.
func (p place) whole() *ir.Type {
	if p.kind == aCell || p.kind == anElement {
		return p.base.Type.Elem
	}
	return p.base.Type
}

// failOpaque says why a field of a struct is not compiled: it may be there, but not be used.
func (f *fun) failOpaque(pos token.Pos, of, field types.Type) {
	f.typ(pos, field)
	if f.isHole(field) {
		f.u.holes = true
		f.fail(pos, "%s", whyOpen("this field", field))
	}
	var around []*types.Named
	if n, ok := types.Unalias(of).(*types.Named); ok {
		around = append(around, n)
	}
	if _, why := irType(field, f.env, around); why != "" {
		f.fail(pos, "%s", why)
	}
	f.fail(pos, "recursive types such as %s are not compiled", name(of))
}

// element is the place of a slice's or array's element.
func (f *fun) element(e *ast.IndexExpr) place {
	t := f.typeOf(e.X)
	if to, ok := deref(t); ok {
		return f.arrayElement(place{kind: aCell, base: f.rest(e.X), typ: to}, e)
	}
	switch t := t.Underlying().(type) {
	case *types.Array:
		return f.arrayElement(f.place(e.X), e)
	case *types.Slice:
		s := f.rest(e.X)
		check, i := f.index(e.Index)
		f.typ(e.Pos(), t.Elem())
		f.at(e.Pos())
		f.b.Op(ir.OpCheckIndex, []*ir.Value{check, f.b.Len(s)})
		return place{kind: anElement, base: s, index: i, typ: f.env.subst(t.Elem())}
	case *types.Basic:
		s := f.rest(e.X)
		check, i := f.index(e.Index)
		f.at(e.Pos())
		f.b.Op(ir.OpCheckIndex, []*ir.Value{check, f.b.Len(s)})
		return place{kind: anElement, base: s, index: i, typ: types.Typ[types.Uint8]}
	case *types.Map:
		v, _ := f.lookUp(e)
		return place{base: v, typ: f.env.subst(t.Elem())}
	}
	f.fail(e.Pos(), "indexing a %s is not compiled", name(t))
	return place{}
}

func (f *fun) arrayElement(p place, e *ast.IndexExpr) place {
	at := p.typ.Underlying().(*types.Array)
	check, i := f.index(e.Index)
	if f.constant(e.Index) == nil { // else the type checker has
		f.at(e.Pos())
		f.b.Op(ir.OpCheckIndex, []*ir.Value{check, f.b.Int(at.Len())})
	}
	return f.elementAt(p, i)
}

// elementAt is element i of the array at p.
func (f *fun) elementAt(p place, i *ir.Value) place {
	elem := f.env.subst(p.typ.Underlying().(*types.Array).Elem())
	p.path = append(p.path[:len(p.path):len(p.path)], -1)
	p.extra = append(p.extra[:len(p.extra):len(p.extra)], i)
	p.typ = elem
	return p
}

// index is an index in the form in which it is checked, and as an i64.
func (f *fun) index(e ast.Expr) (check, i *ir.Value) {
	if n, ok := f.constInt(e); ok {
		f.at(e.Pos())
		c := f.b.Int(n)
		return c, c
	}
	v := f.rest(e)
	i = f.b.Conv(v, ir.TI64)
	if v.Type == ir.TU64 {
		return v, i
	}
	return i, i
}

// read is the value at p.
func (f *fun) read(p place) *ir.Value {
	switch p.kind {
	case aCell:
		return f.pathOp(ir.OpGet, p, p.base.Type.Elem, p.base)
	case anElement:
		return f.pathOp(ir.OpLoad, p, p.base.Type.Elem, p.base, p.index)
	}
	if len(p.path) == 0 {
		return p.base
	}
	return f.pathOp(ir.OpExtract, p, p.base.Type, p.base)
}

func (f *fun) pathOp(k ir.OpKind, p place, whole *ir.Type, args ...*ir.Value) *ir.Value {
	o := f.b.Op(k, append(args, p.extra...), ir.PathType(whole, p.path))
	o.Ints = p.path
	return o.Result()
}

// write assigns v to p.
func (f *fun) write(p place, v *ir.Value, pos token.Pos) {
	f.at(pos)
	var o *ir.Op
	switch p.kind {
	case aBlank:
		return
	case aCell:
		o = f.b.Op(ir.OpSet, append([]*ir.Value{p.base, v}, p.extra...))
	case anElement:
		o = f.b.Op(ir.OpStore, append([]*ir.Value{p.base, p.index, v}, p.extra...))
	default:
		f.fail(pos, "this variable can't be assigned to in compiled code")
	}
	o.Ints = p.path
}
