package source

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/hone-go/hone/internal/ir"
)

// stmts translates statements; what follows one that never falls through is dead and left out.
func (f *fun) stmts(list []ast.Stmt) {
	if f.uses != nil && f.uses.gotos {
		f.labelled(list, nil)
		return
	}
	f.inTurn(list)
}

func (f *fun) inTurn(list []ast.Stmt) {
	for _, s := range list {
		if !f.live {
			return
		}
		f.try(func() { f.stmt(s, "") })
	}
}

// stmt translates one statement. label is the one in front of it.
func (f *fun) stmt(s ast.Stmt, label string) {
	f.at(s.Pos())
	if f.leaves(s) {
		return
	}
	switch s := s.(type) {
	case *ast.BlockStmt:
		f.stmts(s.List)
	case *ast.LabeledStmt:
		f.stmt(s.Stmt, s.Label.Name)
	case *ast.IfStmt:
		f.ifStmt(s)
	case *ast.ForStmt:
		f.forStmt(s, label)
	case *ast.RangeStmt:
		f.rangeStmt(s, label)
	case *ast.SwitchStmt:
		f.switchStmt(s, label)
	case *ast.TypeSwitchStmt:
		f.typeSwitch(s, label)
	case *ast.BranchStmt:
		f.branchStmt(s)
	case *ast.ReturnStmt:
		f.returnStmt(s)
	default:
		f.simple(s)
	}
}

// simple translates the statements without statements in them.
func (f *fun) simple(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.EmptyStmt:
	case *ast.AssignStmt:
		f.assign(s)
	case *ast.IncDecStmt:
		op := token.ADD
		if s.Tok == token.DEC {
			op = token.SUB
		}
		f.hoist(s.X)
		f.liftPlace(s.X)
		p := f.place(s.X)
		old := f.read(p)
		f.at(s.TokPos)
		t := f.typeOf(s.X)
		f.write(p, f.arith(op, old, f.oneOf(s.X.Pos(), t), s.TokPos), s.Pos())
	case *ast.DeclStmt:
		f.decl(s.Decl.(*ast.GenDecl))
	case *ast.ExprStmt:
		if u, ok := ast.Unparen(s.X).(*ast.UnaryExpr); ok && u.Op == token.ARROW {
			f.receive(u)
			return
		}
		call, ok := ast.Unparen(s.X).(*ast.CallExpr)
		if !ok {
			f.fail(s.Pos(), "this statement is not compiled")
		}
		f.callNow(call)
	case *ast.DeferStmt:
		f.deferStmt(s)
	case *ast.GoStmt:
		f.goStmt(s)
	case *ast.SelectStmt:
		f.fail(s.Pos(), "select is not compiled")
	case *ast.SendStmt:
		f.send(s)
	default:
		f.fail(s.Pos(), "this statement is not compiled")
	}
}

// oneOf is the constant 1 of a numeric type.
func (f *fun) oneOf(pos token.Pos, t types.Type) *ir.Value {
	return f.constValue(pos, constant.MakeInt64(1), t)
}

func (f *fun) decl(d *ast.GenDecl) {
	if d.Tok != token.VAR { // constants are in the types' info, types are structural
		return
	}
	for _, s := range d.Specs {
		spec := s.(*ast.ValueSpec)
		names := make([]ast.Expr, len(spec.Names))
		for i, id := range spec.Names {
			names[i] = id
		}
		if len(spec.Values) > 0 {
			f.assignAll(names, spec.Values, spec.Pos())
			continue
		}
		for _, id := range spec.Names {
			v := f.defined(id)
			if v == nil {
				continue
			}
			if isInterface(f.env.subst(v.Type())) {
				f.declareUnset(v)
				continue
			}
			zero := f.zero(id.Pos(), f.withNils(f.typ(id.Pos(), v.Type()), v.Type()))
			f.at(spec.Pos())
			f.declare(v, zero)
		}
	}
}

// tuple is the results of a call with several.
func (f *fun) tuple(e ast.Expr) []*ir.Value {
	switch x := ast.Unparen(e).(type) {
	case *ast.TypeAssertExpr:
		return f.assertionOk(x)
	case *ast.IndexExpr: // of a map
		v, there := f.lookUp(x)
		return []*ir.Value{v, there}
	case *ast.UnaryExpr:
		if x.Op == token.ARROW {
			return f.receive(x)
		}
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		f.fail(e.Pos(), "this form with a second result (comma ok) is not compiled")
	}
	return f.callNow(call)
}

// ifStmt is an if without results; variables are cells. Of a constant condition only the branch taken is looked at.
func (f *fun) ifStmt(s *ast.IfStmt) {
	if s.Init != nil {
		f.stmt(s.Init, "")
	}
	if c, ok := f.constBool(s.Cond); ok {
		switch {
		case c:
			f.stmts(s.Body.List)
		case s.Else != nil:
			f.stmt(s.Else, "")
		}
		return
	}
	if f.guard(s) {
		return
	}
	f.at(s.Pos())
	cond := f.condition(s.Cond)
	if c, ok := f.certain[cond]; ok {
		switch {
		case c:
			f.stmts(s.Body.List)
		case s.Else != nil:
			f.stmt(s.Else, "")
		}
		return
	}
	f.at(s.Pos())
	f.branch(cond, func() { f.stmts(s.Body.List) }, func() {
		if s.Else != nil {
			f.try(func() { f.stmt(s.Else, "") })
		}
	})
}

// condition is a condition's value; if it can't be translated, a stand-in, in order to find more reasons behind it.
func (f *fun) condition(e ast.Expr) (c *ir.Value) {
	if !f.try(func() { c = f.expr(e) }) {
		c = f.b.Bool(true)
	}
	return c
}

// branch is an if without results.
func (f *fun) branch(cond *ir.Value, then, otherwise func()) {
	op := f.b.If(cond)
	a := f.inside(op.Regions[0], then, f.yield)
	b := f.inside(op.Regions[1], otherwise, f.yield)
	f.live = a || b
}

func (f *fun) returnStmt(s *ast.ReturnStmt) {
	sc := f.scope
	var vs []*ir.Value
	switch {
	case len(s.Results) == 0:
		for i, v := range sc.named {
			if v.Name() == "_" {
				vs = append(vs, f.zero(v.Pos(), sc.results[i]))
			} else {
				vs = append(vs, f.read(f.local(v)))
			}
			f.result(i, vs[i], s.Pos())
		}
	case len(s.Results) == 1 && len(sc.results) > 1:
		vs = f.tuple(s.Results[0])
		from := f.typeOf(s.Results[0]).(*types.Tuple)
		for i := range vs {
			vs[i] = f.converted(vs[i], from.At(i).Type(), f.env.subst(sc.sig.Results().At(i).Type()), s.Pos())
			if sc.results[i] != nil && vs[i].Type != sc.results[i] && !f.u.prog.boxes.fits(vs[i].Type, sc.results[i]) {
				f.fail(s.Pos(), "result %d converted to an interface is not compiled", i+1)
			}
			f.result(i, vs[i], s.Pos())
		}
	default:
		vs = f.returnedValues(s.Results)
	}
	f.at(s.Pos())
	for i, c := range sc.cells {
		if vs[i].Type != c.Result().Type.Elem {
			f.fail(s.Pos(), "an interface value returned from the body of a range over a function is not compiled")
		}
	}
	f.leaveFunc(vs)
}

// returned is the value of e as result i.
func (f *fun) returned(e ast.Expr, i int) *ir.Value {
	var v *ir.Value
	if isInterface(f.env.subst(f.scope.sig.Results().At(i).Type())) {
		v = f.interfaceValue(e)
	} else if f.scope.results[i] == ir.Opaque || takesInterfaces(f.env.subst(f.scope.sig.Results().At(i).Type()), f.env) {
		v = f.functionValue(e)
	} else {
		v = f.returnedAs(e, f.scope.results[i])
	}
	f.result(i, v, e.Pos())
	return v
}

func (f *fun) returnedAs(e ast.Expr, t *ir.Type) *ir.Value {
	if f.isNil(e) {
		f.at(e.Pos())
		return f.zero(e.Pos(), t)
	}
	if t == recipeType && f.makesError(e) {
		return f.recipeValue(e)
	}
	if c := f.constant(e); c != nil && t != nil {
		f.at(e.Pos())
		if v := f.constAs(c, t); v != nil {
			return v
		}
	}
	v := f.expr(e)
	if t == nil {
		panic(bail{})
	}
	if v.Type != t && !f.u.prog.boxes.fits(v.Type, t) {
		f.fail(e.Pos(), "a %s returned as another type is not compiled", name(f.typeOf(e)))
	}
	return v
}
