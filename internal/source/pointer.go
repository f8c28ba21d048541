package source

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/hone-go/hone/internal/ir"
)

// Pointers to whole variables are the variables' cells; one to a part of something, &s[i] or &v.f, is a cell, too, made by the op part. Where a pointer
// leads to is known when the function is specialised, if need be as one of several places, and nowhere in compiled code is there an address.

// address is a pointer to the place of e, for &e and for methods with pointer receivers.
func (f *fun) address(e ast.Expr, p place, pos token.Pos) *ir.Value {
	f.at(pos)
	switch {
	case p.kind == aCell && len(p.path) == 0:
		return p.base
	case p.kind == aCell || p.kind == anElement && !isString(f.typeOf(e)):
		t := ir.PathType(p.whole(), p.path)
		if t == ir.Opaque {
			f.typ(pos, p.typ)
		}
		if t.Kind == ir.Cell || t.Kind == ir.Fn {
			break
		}
		args := []*ir.Value{p.base}
		if p.kind == anElement {
			args = append(args, p.index)
		}
		o := f.b.Op(ir.OpPart, append(args, p.extra...), ir.CellOf(t))
		o.Ints = p.path
		return o.Result()
	}
	what := "this expression"
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		what = id.Name
	}
	f.fail(pos, "the address of %s can't be taken in compiled code", what)
	return nil
}

// hasFunc reports functions in a value, or in what its pointers lead to.
func hasFunc(t *ir.Type) (found bool) {
	ir.Leaves(t, func(_ []int, leaf *ir.Type) {
		found = found || leaf.Kind == ir.Fn || (leaf.Kind == ir.Cell || leaf.Kind == ir.Slice) && hasFunc(leaf.Elem)
	})
	return found
}

// staysOutOfMemory reports a type with functions, outside of slices.
func staysOutOfMemory(t *ir.Type) (stays bool) {
	ir.Leaves(t, func(_ []int, leaf *ir.Type) { stays = stays || leaf.Kind == ir.Fn })
	return stays
}

// hasPointer reports a type with pointers, outside of slices.
func hasPointer(t *ir.Type) (has bool) {
	ir.Leaves(t, func(_ []int, leaf *ir.Type) { has = has || leaf.Kind == ir.Cell })
	return has
}

// comparePointers is x == y, or x != y.
func (f *fun) comparePointers(op token.Token, x, y *ir.Value) *ir.Value {
	is := f.b.Op(ir.OpSame, []*ir.Value{x, y}, ir.TBool).Result()
	if op == token.NEQ {
		return f.b.Unary(ir.OpNot, is)
	}
	return is
}

func isPointer(t types.Type) bool { _, ok := deref(t); return ok }
