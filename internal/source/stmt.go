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
		p := f.place(s.X, true)
		old := f.read(p)
		p.checks = nil
		f.at(s.TokPos)
		t := f.typeOf(s.X)
		f.write(p, f.arith(op, old, f.oneOf(s.X.Pos(), t), s.TokPos), s.Pos())
	case *ast.DeclStmt:
		f.decl(s.Decl.(*ast.GenDecl))
	case *ast.ExprStmt:
		call, ok := ast.Unparen(s.X).(*ast.CallExpr)
		if !ok {
			f.fail(s.Pos(), "this statement is not compiled")
		}
		f.callNow(call)
	case *ast.DeferStmt:
		f.fail(s.Pos(), "defer is not compiled")
	case *ast.GoStmt:
		f.fail(s.Pos(), "go statements are not compiled; use hone.Parallel")
	case *ast.SelectStmt:
		f.fail(s.Pos(), "select is not compiled")
	case *ast.SendStmt:
		f.fail(s.Pos(), "channels are not compiled")
	case *ast.TypeSwitchStmt:
		f.fail(s.Pos(), "type switches are not compiled")
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
		vars := make([]*types.Var, len(spec.Names))
		for i, id := range spec.Names {
			vars[i], _ = f.info.Defs[id].(*types.Var)
		}
		values := make([]*ir.Value, len(vars))
		switch {
		case len(spec.Values) == 0:
			for i, v := range vars {
				values[i] = f.zero(spec.Names[i].Pos(), f.typ(spec.Names[i].Pos(), v.Type()))
			}
		case len(spec.Values) < len(vars):
			values = f.tuple(spec.Values[0])
		case len(vars) == 1 && spec.Type == nil && f.nameAlias(spec.Names[0], spec.Values[0]):
			continue
		default:
			f.ahead(spec.Values...)
			for i, e := range spec.Values {
				t := f.typeOf(e)
				if vars[i] != nil {
					t = vars[i].Type()
				}
				values[i] = f.exprAs(e, f.env.subst(t))
			}
		}
		f.at(spec.Pos())
		for i, v := range vars {
			f.declare(v, values[i])
		}
	}
}

// tuple is the results of a call with several.
func (f *fun) tuple(e ast.Expr) []*ir.Value {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		f.fail(e.Pos(), "this form with a second result (comma ok) is not compiled")
	}
	return f.callNow(call)
}

// assign translates all assignments. See place for the order of things.
func (f *fun) assign(s *ast.AssignStmt) {
	switch {
	case s.Tok != token.ASSIGN && s.Tok != token.DEFINE:
		f.assignOp(s)
	case len(s.Lhs) == 1:
		f.assignOne(s.Lhs[0], s.Rhs[0], s.Pos())
	case len(s.Rhs) == 1:
		f.assignTuple(s)
	default:
		f.ahead(append(s.Lhs[:len(s.Lhs):len(s.Lhs)], s.Rhs...)...)
		places := make([]place, len(s.Lhs))
		values := make([]*ir.Value, len(s.Lhs))
		for i, l := range s.Lhs {
			if f.defined(l) == nil {
				places[i] = f.place(l, true)
			}
			values[i] = f.assigned(l, s.Rhs[i])
		}
		for i, l := range s.Lhs {
			f.give(l, places[i], values[i], s.Pos())
		}
	}
}

// defined is the variable that l declares, in :=, or nil.
func (f *fun) defined(l ast.Expr) *types.Var {
	if id, ok := l.(*ast.Ident); ok {
		v, _ := f.info.Defs[id].(*types.Var)
		return v
	}
	return nil
}

// assigned is the value of e for an assignment to l.
func (f *fun) assigned(l, e ast.Expr) *ir.Value {
	t := f.typeOf(e)
	if v := f.defined(l); v != nil {
		t = f.env.subst(v.Type())
	} else if id, ok := l.(*ast.Ident); !ok || id.Name != "_" {
		t = f.typeOf(l)
	} else if f.constant(e) != nil || f.isNil(e) {
		return nil // _ = 1
	}
	return f.exprAs(e, t)
}

// give declares l's variable or assigns to its place.
func (f *fun) give(l ast.Expr, p place, v *ir.Value, pos token.Pos) {
	if d := f.defined(l); d != nil {
		f.at(pos)
		f.declare(d, v)
		return
	}
	f.write(p, v, pos)
}

// assignOne is l = r or l := r: r's value first, then l's index checks.
func (f *fun) assignOne(l, r ast.Expr, pos token.Pos) {
	if f.defined(l) == nil && (f.hasCall(l) || f.hasCall(r)) {
		f.makeCalls(l)
		f.makeCalls(r)
	}
	if f.nameAlias(l, r) {
		return
	}
	v := f.assigned(l, r)
	var p place
	if f.defined(l) == nil {
		p = f.place(l, false)
	}
	f.give(l, p, v, pos)
}

// assignTuple is a, b = f().
func (f *fun) assignTuple(s *ast.AssignStmt) {
	for _, l := range s.Lhs {
		if f.defined(l) == nil {
			f.makeCalls(l)
		}
	}
	values := f.tuple(s.Rhs[0])
	places := make([]place, len(s.Lhs))
	for i, l := range s.Lhs {
		if f.defined(l) != nil {
			continue
		}
		places[i] = f.place(l, true)
		if p := places[i]; p.kind != aBlank && f.typ(l.Pos(), p.typ) != values[i].Type {
			f.fail(l.Pos(), "result %d assigned to a %s is not compiled", i+1, name(p.typ))
		}
	}
	for i, l := range s.Lhs {
		f.give(l, places[i], values[i], s.Pos())
	}
}

var assignOps = map[token.Token]token.Token{
	token.ADD_ASSIGN: token.ADD, token.SUB_ASSIGN: token.SUB, token.MUL_ASSIGN: token.MUL, token.QUO_ASSIGN: token.QUO,
	token.REM_ASSIGN: token.REM, token.AND_ASSIGN: token.AND, token.OR_ASSIGN: token.OR, token.XOR_ASSIGN: token.XOR,
	token.SHL_ASSIGN: token.SHL, token.SHR_ASSIGN: token.SHR, token.AND_NOT_ASSIGN: token.AND_NOT,
}

// assignOp is l op= r: l is evaluated and checked once.
func (f *fun) assignOp(s *ast.AssignStmt) {
	l, r := s.Lhs[0], s.Rhs[0]
	op := assignOps[s.Tok]
	if f.hasCall(l) || f.hasCall(r) {
		f.makeCalls(l)
		f.makeCalls(r)
	}
	p := f.place(l, true)
	f.typ(l.Pos(), p.typ)
	f.at(l.Pos())
	old := f.read(p)
	p.checks = nil
	var v *ir.Value
	if op == token.SHL || op == token.SHR {
		v = f.shift(op, old, r, s.TokPos)
	} else {
		v = f.arith(op, old, f.exprAs(r, p.typ), s.TokPos)
	}
	f.write(p, v, s.Pos())
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
		}
	case len(s.Results) == 1 && len(sc.results) > 1:
		vs = f.tuple(s.Results[0])
		for i, v := range vs {
			if sc.results[i] != nil && v.Type != sc.results[i] {
				f.fail(s.Pos(), "result %d converted to an interface is not compiled", i+1)
			}
		}
	default:
		f.ahead(s.Results...)
		for i, e := range s.Results {
			vs = append(vs, f.returned(e, sc.results[i]))
		}
	}
	f.at(s.Pos())
	f.leaveFunc(vs)
}

// returned is the value of e as a result of type t.
func (f *fun) returned(e ast.Expr, t *ir.Type) *ir.Value {
	if f.isNil(e) {
		f.at(e.Pos())
		return f.zero(e.Pos(), t)
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
	if v.Type != t {
		f.fail(e.Pos(), "a %s returned as another type is not compiled", name(f.typeOf(e)))
	}
	return v
}
