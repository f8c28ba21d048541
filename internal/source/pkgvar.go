package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// packageVar is a package variable with its initialiser, nil if it has none of its own.
type packageVar struct {
	pkg   *Package
	init  ast.Expr
	among bool // it is one of several that a call initialises
}

func (p *Program) indexVars(pkg *Package, d *ast.GenDecl) {
	if d.Tok != token.VAR {
		return
	}
	for _, s := range d.Specs {
		spec := s.(*ast.ValueSpec)
		for i, id := range spec.Names {
			v, ok := pkg.Info.Defs[id].(*types.Var)
			if !ok {
				continue
			}
			pv := &packageVar{pkg: pkg}
			if len(spec.Values) == len(spec.Names) {
				pv.init = spec.Values[i]
			}
			pv.among = len(spec.Values) > 0 && pv.init == nil
			p.vars[v] = pv
		}
	}
}

// packageVar is the place of a package variable that provably never changes: nothing in the program assigns it or anything that it leads to,
// and its initialiser is a constant expression in a wide sense. It is made once, at the function's beginning, and a variable there, too, so that
// there are pointers to it and slices of it.
func (f *fun) packageVar(id *ast.Ident, v *types.Var) place {
	if isErrorType(v.Type()) {
		return place{base: f.recipeValue(id), typ: v.Type()}
	}
	if p, ok := f.tables[v]; ok {
		return p
	}
	if f.isMadeOnce(v) {
		return f.interfaceVar(id, v)
	}
	f.u.vars[v] = true
	if t, why := irType(v.Type(), f.env, nil); why == "" && leaves(t) == 0 { // such as binary.LittleEndian
		return place{base: zero(f.b, t), typ: v.Type()}
	}
	if f.u.hides(v.Type()) {
		f.fail(id.Pos(), "package variable %s has elements with fields that can't be passed to compiled code, as are passed to the function", v.Name())
	}
	pv := f.u.prog.vars[v]
	if pv == nil || !f.u.prog.neverChanges(v) {
		f.fail(id.Pos(), "package variable %s may change; pass it as an argument", v.Name())
	}
	settled := f.u.prog.isSettled(v)
	if settled && f.making == pv.pkg {
		f.fail(id.Pos(), "package variable %s is assigned to while the program starts, and read there", v.Name())
	}
	if settled && f.u.globals != nil && f.u.insts[0].pkg == pv.pkg { // those of other packages are settled before this one starts
		return f.global(v)
	}
	if f.exposed(v) {
		f.fail(id.Pos(), "package variable %s is exported, so that a program that imports the package may change it: what hone gen makes must hold there, too; "+
			"pass it as an argument, or let nobody else have it", v.Name())
	}
	t := f.typ(id.Pos(), v.Type())
	ops, val := f.initialValue(pv, v, t, settled)
	if val == nil {
		f.fail(id.Pos(), "package variable %s is computed when the program starts; pass it as an argument", v.Name())
	}
	f.prologue = append(f.prologue, ops...)
	p := place{base: val, typ: v.Type()}
	if !t.IsScalar() {
		b := f.b.In(ir.NewRegion(nil))
		c := b.Op(ir.OpCell, []*ir.Value{val}, ir.CellOf(t))
		c.Ints = elsewhere
		c.Result().Name = v.Name()
		f.prologue = append(f.prologue, c)
		p = place{kind: aCell, base: c.Result(), typ: v.Type()}
	}
	f.tables[v] = p
	return p
}

// elsewhere marks a cell that stands for a variable that others may have pointers to, too.
var elsewhere = []int64{1}

// initialValue is what a variable is initialised with: what its initialiser says, if that is constant, or what it gives when it is run now. There is none, nil,
// if it can't be run.
func (f *fun) initialValue(pv *packageVar, v *types.Var, t *ir.Type, settled bool) (ops []*ir.Op, val *ir.Value) {
	if settled {
		x, ok := f.u.settled(pv, v, t)
		if !ok {
			return nil, nil
		}
		return f.constants(x, t)
	}
	if pv.among {
		return nil, nil
	}
	if ops, val, ok := f.tryInitial(pv, v, t); ok {
		return ops, val
	}
	x, ok := f.u.evaluate(pv, v, t, nil, nil)
	if !ok {
		return nil, nil
	}
	return f.constants(x, t)
}

// tryInitial is initial, if there is a constant. It leaves no reasons, nor instances.
func (f *fun) tryInitial(pv *packageVar, v *types.Var, t *ir.Type) (ops []*ir.Op, val *ir.Value, ok bool) {
	n, quiet, unsaid := len(f.u.insts), f.u.quiet, f.u.unsaid
	f.u.quiet = true
	ok = f.attempt(func() { ops, val = f.initial(pv, v, t) }) && f.u.unsaid == unsaid // there may be some in the bodies of functions
	f.u.quiet = quiet
	if ok && hasFunc(val.Type) { // calls of these may follow
		return ops, val, ok
	}
	for _, in := range f.u.insts[n:] { // of calls that were met
		delete(f.u.symbols, in.sym)
	}
	f.u.insts = f.u.insts[:n]
	return ops, val, ok
}

// foreign reports that what is translated serves programs that are not known, too.
func (f *fun) foreign() bool { return f.u.prog.keep && f.u.insts[0].pkg.Name != "main" }

// exposed reports a package variable that a program which imports the package might change.
func (f *fun) exposed(v *types.Var) bool {
	return f.foreign() && v.Exported() && v.Pkg().Name() != "main"
}

// attempt runs do, and reports whether it was not given up; what has been prepared around it stays.
func (f *fun) attempt(do func()) (ok bool) {
	b, live, sc := f.b, f.live, f.scope
	defer func() {
		if e := recover(); e != nil {
			if _, is := e.(bail); !is {
				panic(e)
			}
			f.b, f.live, f.scope, ok = b, live, sc, false
		}
	}()
	do()
	return true
}

// initial translates the initialiser of a package variable, if it is constant. t is its type in the IR; nil: as the initialiser has it.
func (f *fun) initial(pv *packageVar, v *types.Var, t *ir.Type) ([]*ir.Op, *ir.Value) {
	if pv.init == nil {
		r := ir.NewRegion(nil)
		val := zero(f.b.In(r), t)
		return r.Ops, val
	}
	return f.initialBy(pv, pv.init.Pos(), func() *ir.Value {
		if t == nil {
			return f.exprFits(pv.init, v.Type())
		}
		return f.exprAs(pv.init, v.Type())
	})
}

// initialBy has a constant value made in the context of a package variable.
func (f *fun) initialBy(pv *packageVar, pos token.Pos, do func() *ir.Value) ([]*ir.Op, *ir.Value) {
	b, info, e, memo, tabling, making := f.b, f.info, f.env, f.memo, f.tabling, f.making
	defer func() { f.b, f.info, f.env, f.memo, f.tabling, f.making = b, info, e, memo, tabling, making }()
	f.making = pv.pkg
	r := ir.NewRegion(nil)
	f.tabling = &tables{of: map[*ir.Type]*flatTable{}}
	f.b, f.info, f.env, f.memo = b.In(r), pv.pkg.Info, nil, map[ast.Expr][]*ir.Value{}
	val := do()
	for _, o := range r.Ops {
		if !o.Kind.Has(ir.Pure) || len(o.Regions) > 0 && (o.Kind != ir.OpLambda || captures(o, r)) {
			f.fail(pos, "this is computed when the program starts")
		}
	}
	return f.tabling.close(f.b.In(ir.NewRegion(nil)), r), val
}

// captures reports a function literal that has captured something from outside of r.
func captures(lambda *ir.Op, r *ir.Region) (does bool) {
	within := func(at *ir.Region) bool {
		for at != r && at.Parent != nil {
			at = at.Parent.Parent
		}
		return at == r
	}
	lambda.Regions[0].Walk(func(o *ir.Op) bool {
		for _, a := range o.Args {
			home := a.Owner
			if a.Def != nil {
				home = a.Def.Parent
			}
			does = does || !within(home)
		}
		return !does
	})
	return does
}

// tables are the elements of the slices in a package variable: all those of one type, one behind the other, in one array, so that slices of slices remain
// places in it, whichever is chosen.
type tables struct {
	of   map[*ir.Type]*flatTable
	list []*flatTable
}

type flatTable struct {
	elems []*ir.Value
	view  *ir.Value // stands for the slice of the array until that is made
	elem  *ir.Type
}

// slice is a new slice of n elements; those behind are room.
func (t *tables) slice(b *ir.Builder, it *ir.Type, elems []*ir.Value, n int) *ir.Value {
	flat := t.of[it.Elem]
	if flat == nil {
		flat = &flatTable{elem: it.Elem, view: &ir.Value{Type: it}}
		t.of[it.Elem] = flat
		t.list = append(t.list, flat)
	}
	lo := len(flat.elems)
	for _, e := range elems {
		if e == nil {
			e = zero(b, it.Elem)
		}
		flat.elems = append(flat.elems, e)
	}
	return b.Op(ir.OpSlice, []*ir.Value{flat.view, b.Int(int64(lo)), b.Int(int64(lo + n)), b.Int(int64(len(flat.elems)))}, it).Result()
}

// close puts the arrays ahead of what is made of them, each behind its elements.
func (t *tables) close(b *ir.Builder, r *ir.Region) (ops []*ir.Op) {
	rest := r.Ops
	waits := map[*ir.Value]bool{}
	for _, flat := range t.list {
		waits[flat.view] = true
	}
	take := func() {
		var later []*ir.Op
		for _, o := range rest {
			if slices.ContainsFunc(o.Args, func(v *ir.Value) bool { return waits[v] }) {
				for _, v := range o.Results {
					waits[v] = true
				}
				later = append(later, o)
				continue
			}
			ops = append(ops, o)
		}
		rest = later
	}
	for take(); len(t.list) > 0; take() {
		n := len(t.list)
		t.list = slices.DeleteFunc(t.list, func(flat *flatTable) bool {
			if slices.ContainsFunc(flat.elems, func(v *ir.Value) bool { return waits[v] }) {
				return false
			}
			array := b.Op(ir.OpArray, flat.elems, ir.ArrayOf(flat.elem, len(flat.elems)))
			cell := b.Op(ir.OpCell, []*ir.Value{array.Result()}, ir.CellOf(array.Result().Type))
			view := b.Op(ir.OpView, []*ir.Value{cell.Result()}, flat.view.Type)
			ops = append(ops, array, cell, view)
			for _, o := range rest {
				for i, a := range o.Args {
					if a == flat.view {
						o.SetArg(i, view.Result())
					}
				}
			}
			delete(waits, flat.view)
			return true
		})
		if len(t.list) == n {
			panic("package variable with slices that wait for each other")
		}
		for _, o := range rest {
			for _, v := range o.Results {
				delete(waits, v)
			}
		}
	}
	return ops
}
