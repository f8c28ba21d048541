package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// assign translates all assignments.
func (f *fun) assign(s *ast.AssignStmt) {
	if s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
		f.assignOp(s)
		return
	}
	f.assignAll(s.Lhs, s.Rhs, s.Pos())
}

// assignAll is lhs... = rhs..., the places evaluated before the operands on the right as far as the Go compiler does.
func (f *fun) assignAll(lhs, rhs []ast.Expr, pos token.Pos) {
	for _, l := range lhs {
		f.hoistPlace(l)
	}
	if len(rhs) < len(lhs) {
		values := f.tuple(rhs[0])
		f.inOrder(lhs, nil)
		for i, l := range lhs {
			if from, ok := f.typeOf(rhs[0]).(*types.Tuple); ok && values[i] != nil && used(l) {
				values[i] = f.converted(values[i], from.At(i).Type(), f.placeType(l), pos)
			}
			f.assignValue(l, values[i], pos)
		}
		return
	}
	f.hoistAs(rhs, func(i int) types.Type { return f.placeType(lhs[i]) })
	f.inOrder(lhs, rhs)
	for i, l := range lhs {
		f.assignOne(l, rhs[i], pos)
	}
}

// hoistPlace is hoist for the left side of an assignment.
func (f *fun) hoistPlace(l ast.Expr) {
	if f.defined(l) == nil {
		f.hoist(l)
	}
}

// liftPlace evaluates what comes before the right side of an assignment: the literals in the place, and the indices that are no places themselves,
// as safeExpr of cmd/compile/internal/walk does.
func (f *fun) liftPlace(l ast.Expr) {
	f.lift(l)
	var safe func(e ast.Expr)
	safe = func(e ast.Expr) {
		if e = ast.Unparen(e); f.settled(e) {
			return
		}
		switch e.(type) {
		case *ast.Ident, *ast.SelectorExpr, *ast.StarExpr, *ast.IndexExpr:
			for _, x := range f.operands(e) {
				safe(x)
			}
		default:
			f.keep(e)
		}
	}
	safe(l)
}

// assignOne is l = r: r's value first, then l's index checks.
func (f *fun) assignOne(l, r ast.Expr, pos token.Pos) {
	d := f.defined(l)
	if d == nil {
		f.liftPlace(l)
	}
	if f.nameMap(l, r) {
		return
	}
	v := f.assigned(l, r)
	f.give(l, v, pos)
}

// assignValue is l = v, with a v that was computed before: a result of a call with several, or what a range loop comes to.
func (f *fun) assignValue(l ast.Expr, v *ir.Value, pos token.Pos) {
	if f.defined(l) == nil {
		f.liftPlace(l)
	}
	f.give(l, v, pos)
}

// defined is the variable that l declares, in := or a declaration, or nil.
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
	return f.exprFits(e, t)
}

// placeType is the type of what is assigned to.
func (f *fun) placeType(l ast.Expr) types.Type {
	if d := f.defined(l); d != nil {
		return f.env.subst(d.Type())
	}
	return f.typeOf(l)
}

// give declares l's variable or assigns to its place. No value is one that compiled code has none of.
func (f *fun) give(l ast.Expr, v *ir.Value, pos token.Pos) {
	if v == nil && used(l) {
		f.giveNone(l)
		return
	}
	if f.giveUnset(l, v) {
		return
	}
	if d := f.defined(l); d != nil {
		f.at(pos)
		f.declare(d, v)
		return
	}
	p := f.place(l)
	if p.kind != aBlank && f.typeAt(l.Pos(), p) != v.Type {
		f.failInterface(l, f.typeAt(l.Pos(), p), v.Type)
		f.fail(l.Pos(), "assigning a value of this type to a %s is not compiled", name(p.typ))
	}
	f.write(p, v, pos)
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
	f.hoist(l)
	f.hoist(r)
	f.liftPlace(l)
	f.lift(r)
	p := f.place(l)
	f.typ(l.Pos(), p.typ)
	f.at(l.Pos())
	old := f.read(p)
	var v *ir.Value
	if op == token.SHL || op == token.SHR {
		v = f.shift(op, old, r, s.TokPos)
	} else {
		v = f.arith(op, old, f.exprAs(r, p.typ), s.TokPos)
	}
	f.write(p, v, s.Pos())
}

// inOrder prepares assignments that are then made one after the other, as the Go compiler makes them (cmd/compile/internal/walk/assign.go,
// ascompatee): what an earlier one may change is evaluated before the first. Calls have been made.
func (f *fun) inOrder(lhs, rhs []ast.Expr) {
	if len(lhs) < 2 {
		return
	}
	var done changed
	for i, l := range lhs {
		v, inMemory := f.defined(l), false
		if v == nil {
			v, inMemory = f.saveOperands(l, &done)
		}
		if rhs != nil {
			f.saveValue(rhs[i], &done)
		}
		f.assignedTo(v, inMemory, &done)
	}
}

// changed is what some assignments change.
type changed struct {
	vars   map[*types.Var]bool
	memory bool // what slices and pointers lead to, and variables that can be reached otherwise than by their names
}

// assignedTo notes an assignment to v or a part of it, or to a place in memory; to neither if the place is _.
func (f *fun) assignedTo(v *types.Var, inMemory bool, c *changed) {
	switch {
	case inMemory || v != nil && f.addressTaken(v):
		c.memory = true
	case v != nil:
		if c.vars == nil {
			c.vars = map[*types.Var]bool{}
		}
		c.vars[v] = true
	}
}

// addressTaken reports a variable that the Go compiler takes for one in memory, as far as that can be known: one that a function literal captures and
// that is assigned to again is none if the compiler has inlined all calls of the literal (docs/language.md leaves open what depends on it).
func (f *fun) addressTaken(v *types.Var) bool {
	return f.uses.addressed[v] || f.uses.captured[v] && f.uses.changes(v)
}

// saveValue keeps the value of e if earlier assignments may change it.
func (f *fun) saveValue(e ast.Expr, done *changed) {
	if f.affected(e, done) {
		f.keep(e)
	}
}

// saveOperands keeps those operands of a place that earlier assignments may change. It gives the variable that the place is or is a part of, or
// says that it is in memory.
func (f *fun) saveOperands(l ast.Expr, done *changed) (v *types.Var, inMemory bool) {
	switch e := ast.Unparen(l).(type) {
	case *ast.Ident:
		v, _ = f.info.Uses[e].(*types.Var)
		return v, false
	case *ast.SelectorExpr:
		if sel := f.info.Selections[e]; sel != nil && !sel.Indirect() {
			return f.saveOperands(e.X, done)
		}
		f.saveValue(e.X, done)
	case *ast.IndexExpr:
		if _, ok := f.typeOf(e.X).Underlying().(*types.Array); ok {
			f.saveValue(e.Index, done)
			return f.saveOperands(e.X, done)
		}
		f.saveValue(e.X, done)
		f.saveValue(e.Index, done)
	case *ast.StarExpr:
		f.saveValue(e.X, done)
	}
	return nil, true
}

// affected reports whether the assignments may change what e is, as far as it has not been evaluated: whether it names a variable that is assigned to,
// or reads memory.
func (f *fun) affected(e ast.Expr, done *changed) bool {
	if f.settled(e) {
		return false
	}
	reads := false
	switch e := e.(type) {
	case *ast.Ident:
		v, ok := f.info.Uses[e].(*types.Var)
		if ok && done.vars[v] {
			return true
		}
		reads = ok && f.addressTaken(v)
	case *ast.ParenExpr, *ast.KeyValueExpr, *ast.CallExpr: // of calls there are conversions only
	case *ast.UnaryExpr:
		reads = e.Op == token.NOT || e.Op == token.AND
	case *ast.BinaryExpr:
		switch e.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			reads = true
		}
	case *ast.SelectorExpr:
		sel := f.info.Selections[e]
		reads = sel == nil || sel.Kind() != types.FieldVal || sel.Indirect()
	default:
		reads = true
	}
	if reads && done.memory {
		return true
	}
	return slices.ContainsFunc(f.operands(e), func(x ast.Expr) bool { return f.affected(x, done) })
}

// returnedValues are the results of a return statement, which the Go compiler assigns to variables for the results.
func (f *fun) returnedValues(es []ast.Expr) []*ir.Value {
	sc := f.scope
	f.hoistAs(es, func(i int) types.Type { return sc.sig.Results().At(i).Type() })
	var done changed
	for i, e := range es {
		var result *types.Var
		if sc.named != nil {
			result = sc.named[i]
		}
		if id, ok := ast.Unparen(e).(*ast.Ident); ok && result != nil && f.info.Uses[id] == result {
			continue
		}
		f.saveValue(e, &done)
		f.assignedTo(result, false, &done)
	}
	vs := make([]*ir.Value, len(es))
	for i, e := range es {
		vs[i] = f.returned(e, i)
	}
	return vs
}
