package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// isMadeOnce reports a package variable that is dealt with by interfaceVar: of interface type, or one that has pointers or functions in it and may go anywhere since nothing
// stores to what these lead to.
func (f *fun) isMadeOnce(v *types.Var) bool {
	if isInterface(v.Type()) {
		return true
	}
	switch v.Type().Underlying().(type) {
	case *types.Pointer, *types.Struct, *types.Signature:
	default:
		return false
	}
	pv := f.u.prog.vars[v]
	if pv == nil || !leads(v.Type()) || f.u.globals != nil && f.u.insts[0].pkg == pv.pkg {
		return false
	}
	made := f.u.prog.madeBy(v, f.foreign())
	if _, ok := v.Type().Underlying().(*types.Struct); ok && !f.u.prog.neverSet(v.Type(), f.foreign()) {
		return false
	}
	return made != nil && f.isMade(pv, made, nil)
}

// interfaceVar is a package variable that nothing assigns, but once when it is made. What it leads to must not change either.
func (f *fun) interfaceVar(id *ast.Ident, v *types.Var) place {
	f.u.vars[v] = true
	pv := f.u.prog.vars[v]
	f.typ(id.Pos(), v.Type())
	foreign := f.foreign()
	if pv == nil || f.exposed(v) || f.making == pv.pkg && pv.init == nil {
		f.fail(id.Pos(), "package variable %s may change; pass what it holds as an argument", v.Name())
	}
	p := place{typ: v.Type()}
	made := f.u.prog.madeBy(v, foreign)
	if made == nil {
		if pv.init != nil || pv.among || !f.u.prog.staysAsMade(v, foreign, nil) {
			f.fail(id.Pos(), "package variable %s may change; pass what it holds as an argument", v.Name())
		}
		p.base = f.nilInterface()
		return p
	}
	var ops []*ir.Op
	if f.isMade(pv, made, nil) {
		ops, p.base = f.makeAgain(pv, v, made)
	} else if ops, p.base = f.initialBox(pv, v); p.base == nil {
		f.fail(id.Pos(), "package variable %s holds what is computed when the program starts; pass it as an argument", v.Name())
	}
	held := v.Type()
	if dyn, ok := f.u.prog.boxes.dynamic(p.base.Type); ok && dyn != nil {
		held = dyn
	}
	if p.base.Type.HoldsSlices() && holdsSlices(held) {
		f.fail(id.Pos(), "package variable %s holds slices, which may be stored to; this is not compiled; pass it as an argument", v.Name())
	}
	f.prologue = append(f.prologue, ops...)
	f.tables[v] = p
	return p
}

// holdsSlices reports slices among the components of a t, those of structs in interface values included. Strings are none: nothing stores to them.
func holdsSlices(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic, *types.Pointer, *types.Signature:
		return false
	case *types.Array:
		return holdsSlices(u.Elem())
	case *types.Struct:
		for fd := range u.Fields() {
			if holdsSlices(fd.Type()) {
				return true
			}
		}
		return false
	}
	return true
}

// initialBox is what a variable is initialised with, if that is constant.
func (f *fun) initialBox(pv *packageVar, v *types.Var) ([]*ir.Op, *ir.Value) {
	if pv.init == nil {
		return nil, nil
	}
	ops, val, ok := f.tryInitial(pv, v, nil)
	if !ok || leadsOn(val.Type) {
		return nil, nil
	}
	return ops, val
}

// makeAgain makes what a variable is initialised with anew, ahead of the function. Nobody sees that it is not the program's own: nothing stores to it, and pointers
// to it are known to lead elsewhere.
func (f *fun) makeAgain(pv *packageVar, v *types.Var, made ast.Expr) ([]*ir.Op, *ir.Value) {
	b, info, e, memo, uses, making := f.b, f.info, f.env, f.memo, f.uses, f.making
	defer func() { f.b, f.info, f.env, f.memo, f.uses, f.making = b, info, e, memo, uses, making }()
	r := ir.NewRegion(nil)
	f.b, f.info, f.env, f.memo = b.In(r), pv.pkg.Info, nil, map[ast.Expr][]*ir.Value{}
	f.uses, f.making = f.analyse(made), pv.pkg
	val := f.exprFits(made, v.Type())
	r.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpCell {
			o.Ints = elsewhere
		}
		return true
	})
	return r.Ops, val
}

// isMade reports an expression that makes a value of constants and functions, with pointers to what nothing in the program stores to. params are those of the function that it stands in.
func (f *fun) isMade(pv *packageVar, e ast.Expr, params *types.Tuple) bool {
	info := pv.pkg.Info
	all := func(es []ast.Expr) bool {
		for _, x := range es {
			if kv, ok := x.(*ast.KeyValueExpr); ok {
				x = kv.Value
			}
			if !f.isMade(pv, x, params) {
				return false
			}
		}
		return true
	}
	switch e := ast.Unparen(e).(type) {
	case nil:
		return false
	case *ast.Ident, *ast.SelectorExpr:
		if v, ok := calleeObject(info, e).(*types.Var); ok && params != nil {
			for i := range params.Len() {
				if params.At(i) == v {
					return true
				}
			}
		}
		if v, ok := calleeObject(info, e).(*types.Var); ok && !leads(v.Type()) && v.Parent() == v.Pkg().Scope() {
			return true // if it may not be used, the translation says so
		}
		_, ok := calleeObject(info, e).(*types.Func)
		return ok && info.Selections[selector(e)] == nil || info.Types[e].Value != nil
	case *ast.BasicLit:
		return true
	case *ast.FuncLit:
		return params == nil
	case *ast.CompositeLit:
		_, ok := info.TypeOf(e).Underlying().(*types.Struct)
		return ok && all(e.Elts)
	case *ast.UnaryExpr:
		lit, ok := ast.Unparen(e.X).(*ast.CompositeLit)
		return ok && e.Op == token.AND && f.u.prog.neverSet(info.TypeOf(lit), f.foreign()) && all(lit.Elts)
	case *ast.CallExpr:
		if info.Types[e.Fun].IsType() {
			return all(e.Args)
		}
		fn, ok := calleeObject(info, e.Fun).(*types.Func)
		if !ok || fn.Signature().Recv() != nil || fn.Signature().Variadic() || fn.Signature().TypeParams() != nil || !all(e.Args) {
			return false
		}
		d := f.u.prog.decls[fn]
		if d == nil || d.ast.Body == nil || len(d.ast.Body.List) != 1 || params != nil {
			return false
		}
		ret, ok := d.ast.Body.List[0].(*ast.ReturnStmt)
		return ok && len(ret.Results) == 1 && f.isMade(&packageVar{pkg: d.pkg}, ret.Results[0], fn.Signature().Params())
	}
	return info.Types[e].Value != nil
}

func selector(e ast.Expr) *ast.SelectorExpr {
	s, _ := e.(*ast.SelectorExpr)
	return s
}

// madeBy is the expression that gives a package variable what it always holds behind that: its initialiser, or what an init function assigns to it. There is none, nil, if it is
// assigned otherwise, or its address taken.
func (p *Program) madeBy(v *types.Var, foreign bool) ast.Expr {
	pv := p.vars[v]
	switch {
	case pv == nil || pv.among:
		return nil
	case pv.init != nil:
		if p.staysAsMade(v, foreign, nil) {
			return pv.init
		}
		return nil
	}
	for _, u := range p.allReaders().uses[v] {
		if u.assigns() && !p.isDead(u, foreign) {
			if !p.staysAsMade(v, foreign, u.id) || u.pkg != pv.pkg {
				return nil
			}
			return u.assignedAtStart()
		}
	}
	return nil
}

// assignedAtStart is what an init function assigns to a variable in a statement that is always reached.
func (u use) assignedAtStart() ast.Expr {
	in, _ := u.around()
	if in == nil || in.Recv != nil || in.Name.Name != "init" {
		return nil
	}
	for _, s := range in.Body.List {
		a, ok := s.(*ast.AssignStmt)
		if !ok || a.Tok != token.ASSIGN || len(a.Lhs) != len(a.Rhs) {
			return nil // it might leave
		}
		for i, l := range a.Lhs {
			if l == u.id {
				return a.Rhs[i]
			}
		}
	}
	return nil
}

// staysAsMade reports that nothing assigns a package variable as a whole, or takes its address, but functions that are never called, and one use. If others may
// call them, those that they can name count as called.
func (p *Program) staysAsMade(v *types.Var, foreign bool, but *ast.Ident) bool {
	for _, u := range p.allReaders().uses[v] {
		if u.id != but && u.assigns() && !p.isDead(u, foreign) {
			return false
		}
	}
	return true
}

// isDead reports a use in a declared function, no method, that nothing in the program names.
func (p *Program) isDead(u use, foreign bool) bool {
	for _, n := range u.path() {
		d, ok := n.(*ast.FuncDecl)
		if !ok {
			continue
		}
		fn, ok := u.pkg.Info.Defs[d.Name].(*types.Func)
		switch {
		case !ok, d.Recv != nil, d.Name.Name == "init", d.Name.Name == "main", foreign && fn.Exported():
			return false
		case strings.HasSuffix(p.fset.Position(d.Pos()).Filename, "_test.go"): // the testing package calls what it finds there
			return false
		}
		return len(p.allReaders().calls[fn]) == 0
	}
	return false
}

// setters are the fields and the types that are stored to through pointers, somewhere in the program.
type setters struct {
	fields map[*types.Var]bool
	types  []types.Type // assigned as a whole: *p = x
}

// neverSet reports a struct type of whose variables nothing stores to one by a pointer, or to a part of one in any way. If there are programs that are not known, they may do what they
// can name.
func (p *Program) neverSet(t types.Type, foreign bool) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.TypeArgs().Len() > 0 {
		return false
	}
	if pkg := p.ofTypes(named.Obj().Pkg()); pkg == nil || !pkg.full() {
		return false
	}
	st, ok := named.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	if p.setters == nil {
		p.setters = &setters{fields: map[*types.Var]bool{}}
		for _, pkg := range p.all {
			for _, file := range pkg.Files {
				p.setters.index(pkg.Info, file)
			}
		}
	}
	for i := range st.NumFields() {
		if p.setters.fields[st.Field(i)] || foreign && named.Obj().Exported() {
			return false
		}
	}
	for _, set := range p.setters.types {
		if types.Identical(set, t) {
			return false
		}
	}
	return true
}

// index notes what a file stores to.
func (s *setters) index(info *types.Info, file *ast.File) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				s.stored(info, l)
			}
		case *ast.IncDecStmt:
			s.stored(info, n.X)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				s.stored(info, n.Key)
				s.stored(info, n.Value)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				s.stored(info, n.X)
			}
		case *ast.SliceExpr:
			s.stored(info, n.X)
		case *ast.SelectorExpr:
			if sel := info.Selections[n]; sel != nil && sel.Kind() == types.MethodVal && isPointer(sel.Obj().(*types.Func).Signature().Recv().Type()) {
				s.embedded(sel)
				if !isPointer(sel.Recv()) {
					s.stored(info, n.X)
				}
			}
		}
		return true
	})
}

// stored notes that e may be stored to: all fields on the way, and what a pointer is followed to.
func (s *setters) stored(info *types.Info, e ast.Expr) {
	for e != nil {
		switch x := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			sel := info.Selections[x]
			if sel == nil {
				return
			}
			if v, ok := sel.Obj().(*types.Var); ok {
				s.fields[v.Origin()] = true
			}
			s.embedded(sel)
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			if t := info.TypeOf(x); t != nil {
				s.types = append(s.types, t)
			}
			return
		default:
			return
		}
	}
}

// embedded notes the fields that a selection goes through.
func (s *setters) embedded(sel *types.Selection) {
	t := sel.Recv()
	for _, i := range sel.Index()[:len(sel.Index())-1] {
		t, _ = deref(t)
		st, ok := t.Underlying().(*types.Struct)
		if !ok {
			return
		}
		s.fields[st.Field(i).Origin()] = true
		t = st.Field(i).Type()
	}
}

// leadsOn reports pointers or functions in a value.
func leadsOn(t *ir.Type) bool { return hasPointer(t) || staysOutOfMemory(t) }
