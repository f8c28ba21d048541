package source

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// composite translates a composite literal of a struct, array or slice.
func (f *fun) composite(e *ast.CompositeLit) *ir.Value {
	t := f.typeOf(e)
	it := f.typ(e.Pos(), t)
	if to, ok := deref(t); ok { // &T left out in a literal of pointers
		v := f.compositeOf(e, to, it.Elem)
		f.at(e.Pos())
		return f.newCell(v, "")
	}
	return f.compositeOf(e, t, it)
}

func (f *fun) compositeOf(e *ast.CompositeLit, t types.Type, it *ir.Type) *ir.Value {
	switch t := t.Underlying().(type) {
	case *types.Struct:
		return f.structLit(e, t, it)
	case *types.Array:
		return f.arrayLit(e, t.Elem(), it)
	case *types.Slice:
		return f.sliceLit(e, t.Elem(), it)
	}
	f.fail(e.Pos(), "composite literals of type %s are not compiled", name(t))
	return nil
}

func (f *fun) structLit(e *ast.CompositeLit, t *types.Struct, it *ir.Type) *ir.Value {
	if len(e.Elts) == 0 {
		f.at(e.Pos())
		return f.zero(e.Pos(), f.withNils(it, t))
	}
	elts, at := make([]ast.Expr, len(e.Elts)), make([]int, len(e.Elts))
	for i, elt := range e.Elts {
		elts[i], at[i] = elt, i
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			elts[i] = kv.Value
			for at[i] = 0; t.Field(at[i]).Name() != kv.Key.(*ast.Ident).Name; at[i]++ {
			}
		}
	}
	f.hoistAs(elts, func(i int) types.Type { return t.Field(at[i]).Type() })
	values := make([]*ir.Value, t.NumFields())
	for i, elt := range elts {
		if ir.IsHidden(it.Fields[at[i]].Type) {
			f.failHidden(elt.Pos(), t.Field(at[i]).Type())
		}
		values[at[i]] = f.exprFits(elt, t.Field(at[i]).Type())
	}
	f.at(e.Pos())
	fields := slices.Clone(it.Fields)
	for i, v := range values {
		switch {
		case v != nil:
			fields[i].Type = v.Type
		case f.u.nils && isInterface(f.env.subst(t.Field(i).Type())):
			values[i], fields[i].Type = f.nilInterface(), nilBox
		case fields[i].Type == ir.Opaque:
			values[i] = zero(f.b, ir.Opaque)
		default:
			values[i] = f.zero(e.Pos(), it.Fields[i].Type)
		}
	}
	it = ir.StructOf(fields...)
	return f.b.Op(ir.OpStruct, values, it).Result()
}

// elements evaluates the elements of an array's or slice's literal. n is its length by the literal, values has nil where none is given.
func (f *fun) elements(e *ast.CompositeLit, elem types.Type) (values []*ir.Value) {
	f.hoistAll(e.Elts)
	at := int64(0)
	for _, elt := range e.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			at, _ = f.constInt(kv.Key)
			elt = kv.Value
		}
		if at >= maxLeaves {
			f.fail(elt.Pos(), "literals of more than %d elements are not compiled", maxLeaves)
		}
		for int64(len(values)) <= at {
			values = append(values, nil)
		}
		values[at] = f.exprAs(elt, elem)
		at++
	}
	return values
}

func (f *fun) arrayLit(e *ast.CompositeLit, elem types.Type, it *ir.Type) *ir.Value {
	values := f.elements(e, elem)
	f.at(e.Pos())
	if len(values) == 0 {
		return f.zero(e.Pos(), it)
	}
	if len(e.Elts) < it.Len/4 && leaves(it) > ir.MaxDissolved && f.tabling == nil {
		return f.sparse(values, it)
	}
	for len(values) < it.Len {
		values = append(values, nil)
	}
	var none *ir.Value
	for i, v := range values {
		if v == nil {
			if none == nil {
				none = f.zero(e.Pos(), it.Elem)
			}
			values[i] = none
		}
	}
	return f.b.Op(ir.OpArray, values, it).Result()
}

// sparse makes a large array of which few elements are given.
func (f *fun) sparse(values []*ir.Value, it *ir.Type) *ir.Value {
	c := f.newCell(f.b.Op(ir.OpZero, nil, it).Result(), "")
	for i, v := range values {
		if v != nil {
			set := f.b.Op(ir.OpSet, []*ir.Value{c, v, f.b.Int(int64(i))})
			set.Ints = []int64{-1}
		}
	}
	return f.get(c)
}

func (f *fun) sliceLit(e *ast.CompositeLit, elem types.Type, it *ir.Type) *ir.Value {
	values := f.elements(e, elem)
	f.at(e.Pos())
	if f.tabling != nil {
		return f.tabling.slice(f.b, it, values, len(values))
	}
	return f.sliceOf(it, values)
}

// sliceOf makes a slice of the values; nil stands for zero. Functions can't be in memory: they are in an array that is a variable.
func (f *fun) sliceOf(it *ir.Type, values []*ir.Value) *ir.Value {
	if staysOutOfMemory(it.Elem) {
		for i, v := range values {
			if v == nil {
				values[i] = zero(f.b, it.Elem)
			}
		}
		at := ir.ArrayOf(it.Elem, len(values))
		return f.b.Op(ir.OpView, []*ir.Value{f.newCell(f.b.Op(ir.OpArray, values, at).Result(), "")}, it).Result()
	}
	s := f.b.Op(ir.OpMake, []*ir.Value{f.b.Int(int64(len(values)))}, it).Result()
	for i, v := range values {
		if v != nil {
			f.b.Store(s, f.b.Int(int64(i)), v, nil)
		}
	}
	return s
}
