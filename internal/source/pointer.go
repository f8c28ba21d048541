package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// Pointers to whole variables are the variables' cells. A pointer to a part of something, &s[i] or &v.f, is no value: as a variable that
// keeps its value it is another name for the place; as an argument or receiver it is a fresh variable that gets a copy, which goes back
// behind the call if the function assigns to it. That is the same only if the function has no other way to the place, so the call must not
// pass anything else through which it could come to memory.

// pointee is the place that e, of pointer type, points to, if that is a part of something and e is a form that can be dealt with.
func (f *fun) pointee(e ast.Expr) (place, bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v, ok := f.info.Uses[e].(*types.Var); ok {
			if at := f.vars[v]; at.alias != nil {
				return *at.alias, true
			}
		}
	case *ast.UnaryExpr:
		if e.Op != token.AND {
			return place{}, false
		}
		if _, ok := ast.Unparen(e.X).(*ast.CompositeLit); ok {
			return place{}, false
		}
		if p := f.place(e.X); isPart(p) {
			return p, true
		}
	case *ast.CallExpr:
		return f.toPointer(e)
	}
	return place{}, false
}

// isPart reports a place in a variable or slice that is no whole variable.
func isPart(p place) bool {
	return p.kind == anElement || p.kind == aSpan || p.kind == aCell && len(p.path) > 0
}

// addressOfPart reports &x with an x that can only be a part of something, without translating it.
func (f *fun) addressOfPart(e ast.Expr) bool {
	if _, array := f.convertsToPointer(e); array != nil {
		return true
	}
	u, ok := ast.Unparen(e).(*ast.UnaryExpr)
	if !ok || u.Op != token.AND {
		return false
	}
	switch x := ast.Unparen(u.X).(type) {
	case *ast.IndexExpr:
		return true
	case *ast.SelectorExpr:
		return f.info.Selections[x] != nil
	}
	return false
}

// nameAlias declares l as another name for what r, a pointer to a part of something, points to.
func (f *fun) nameAlias(l, r ast.Expr) bool {
	d := f.defined(l)
	if d == nil || f.uses.changes(d) || !f.addressOfPart(r) {
		return false
	}
	p, ok := f.pointee(r)
	if ok {
		f.vars[d] = variable{alias: &p}
	}
	return ok
}

// copied is a part that is passed to a function by a pointer.
type copied struct {
	from    place
	written bool
}

// passPart makes a stand-in for a pointer to p as parameter i (the receiver is 0 where there is one) of in; callInstance puts the variable
// in its place.
func (f *fun) passPart(p place, in *instance, i int) *ir.Value {
	t := f.typ(token.NoPos, p.typ)
	v := &ir.Value{Type: ir.CellOf(t)}
	if f.copies == nil {
		f.copies = map[*ir.Value]copied{}
	}
	f.copies[v] = copied{p, in == nil || f.u.writes(in, i)}
	return v
}

// copyIn puts variables in place of the stand-ins among args. The result copies them back.
func (f *fun) copyIn(args []*ir.Value, results []*ir.Type, pos token.Pos) (back func()) {
	var parts []*ir.Value
	var known []*ir.Type
	fixed, written := 0, false
	for _, a := range args {
		c, ok := f.copies[a]
		switch {
		case ok && c.from.fixed: // nobody changes it
			fixed++
		case ok:
			parts = append(parts, a)
			written = written || c.written
		default:
			known = append(known, a.Type)
		}
	}
	if len(parts)+fixed == 0 {
		return func() {}
	}
	others := false
	for _, part := range parts {
		others = others || leadsTo(part.Type.Elem, part.Type.Elem)
		for _, t := range known {
			others = others || leadsTo(t, part.Type.Elem)
		}
	}
	for _, t := range results {
		if t != nil && hasPointer(t) {
			f.fail(pos, "a function that gets a pointer to a part of something and gives a pointer back is not compiled")
		}
	}
	if others || written && len(parts) > 1 {
		f.fail(pos, "a pointer to a part of something, together with slices, functions or other pointers that might lead to the same place, is not compiled")
	}
	var todo []func()
	for i, a := range args {
		c, ok := f.copies[a]
		if !ok {
			continue
		}
		delete(f.copies, a)
		f.at(pos)
		cell := f.newCell(f.read(c.from), "")
		args[i] = cell
		if c.written && !c.from.fixed {
			todo = append(todo, func() { f.write(c.from, f.get(cell), pos) })
		}
	}
	return func() {
		for _, do := range todo {
			do()
		}
	}
}

// leadsTo reports whether a place that holds a part may be reached by a value of type t. Where two objects overlap, one is in the other;
// and what a slice shows is in an array.
func leadsTo(t, part *ir.Type) (found bool) {
	ir.Leaves(t, func(_ []int, leaf *ir.Type) {
		switch leaf.Kind {
		case ir.Fn:
			found = true
		case ir.Slice:
			found = found || holds(leaf.Elem, part) || holdsArrayOf(part, leaf.Elem) || leadsTo(leaf.Elem, part)
		case ir.Cell:
			found = found || holds(leaf.Elem, part) || holds(part, leaf.Elem) || leadsTo(leaf.Elem, part)
		}
	})
	return found
}

// holds reports that a t has an in in it, or is one.
func holds(t, in *ir.Type) bool {
	switch {
	case t == in:
		return true
	case t.Kind == ir.Array:
		return holds(t.Elem, in)
	case t.Kind == ir.Struct:
		return slices.ContainsFunc(t.Fields, func(f ir.Field) bool { return holds(f.Type, in) })
	}
	return false
}

func holdsArrayOf(t, elem *ir.Type) bool {
	switch t.Kind {
	case ir.Array:
		return t.Elem == elem || holdsArrayOf(t.Elem, elem)
	case ir.Struct:
		return slices.ContainsFunc(t.Fields, func(f ir.Field) bool { return holdsArrayOf(f.Type, elem) })
	}
	return false
}

func hasPointer(t *ir.Type) (found bool) {
	ir.Leaves(t, func(_ []int, leaf *ir.Type) { found = found || leaf.Kind == ir.Cell || leaf.Kind == ir.Fn })
	return found
}

// writes reports whether a function may assign through its parameter i, a pointer.
func (u *unit) writes(in *instance, i int) bool {
	if in.decl == nil {
		return true
	}
	vars := parameters(in.fn.Signature())
	if i >= len(vars) {
		return true
	}
	return !u.prog.neverChanges(vars[i])
}

func isPointer(t types.Type) bool { _, ok := deref(t); return ok }

// pointerArg is the stand-in for argument a of in, if that is a pointer to a part of something; else nil. Receivers count as parameters.
func (f *fun) pointerArg(a ast.Expr, t types.Type, in *instance, i int) *ir.Value {
	if in == nil || !isPointer(f.env.subst(t)) {
		return nil
	}
	p, ok := f.pointee(a)
	if !ok {
		return nil
	}
	if in.fn != nil && in.fn.Signature().Recv() != nil {
		i++
	}
	return f.passPart(p, in, i)
}
