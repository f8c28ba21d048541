package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// rangeStmt translates a range. If that is not possible it looks for more reasons in the body.
func (f *fun) rangeStmt(s *ast.RangeStmt, label string) {
	f.orTry(func() { f.rangeForm(s, label) }, func() {
		f.counting(s, label, f.b.Int(0), func(*ir.Value) { panic(bail{}) })
	})
}

func (f *fun) rangeForm(s *ast.RangeStmt, label string) {
	t := f.typeOf(s.X)
	if to, ok := deref(t); ok {
		if _, ok := to.Underlying().(*types.Array); ok {
			t = to
		}
	}
	if s.Tok == token.DEFINE && f.oldLoops(s) {
		f.refuseShared(s)
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if isString(u) {
			f.rangeString(s, label)
			return
		}
		f.rangeInt(s, label)
	case *types.Slice:
		f.rangeSlice(s, label, u)
	case *types.Array:
		f.rangeArray(s, label, u)
	case *types.Signature:
		f.rangeFunc(s, label, u)
	case *types.Map:
		f.fail(s.X.Pos(), noMaps)
	case *types.Chan:
		f.rangeChannel(s, label)
	default:
		f.fail(s.X.Pos(), "range over a %s is not compiled", name(t))
	}
}

// refuseShared gives a reason if iterations would share a captured variable, as they did before Go 1.22.
func (f *fun) refuseShared(s *ast.RangeStmt) {
	for _, e := range []ast.Expr{s.Key, s.Value} {
		if e == nil {
			continue
		}
		if v := f.defined(e); v != nil && (f.uses.captured[v] || f.uses.addressed[v]) {
			f.fail(e.Pos(), "the loop variable %s is shared by all iterations, as before Go 1.22, and captured; this is not compiled", v.Name())
		}
	}
}

// counting is the loop over 0, ..., n-1 that the ranges over numbers, slices and arrays are. n has the index's type.
func (f *fun) counting(s *ast.RangeStmt, label string, n *ir.Value, iterate func(i *ir.Value)) {
	f.at(s.Pos())
	f.loop(label, []*ir.Value{f.b.Const(n.Type, 0)}, func(vs []*ir.Value) *ir.Value {
		return f.b.Compare(ir.OpLt, vs[0], n)
	}, func(vs []*ir.Value) {
		f.try(func() { iterate(vs[0]) })
		f.stmts(s.Body.List)
	}, func(vs []*ir.Value) []*ir.Value {
		return []*ir.Value{f.b.Binary(ir.OpAdd, vs[0], f.b.Const(n.Type, 1))}
	})
}

// assignRange gives the iteration variables their values: k and v, as far as there are any.
func (f *fun) assignRange(s *ast.RangeStmt, values ...func() *ir.Value) {
	f.at(s.Pos())
	var vars []ast.Expr
	var vs []*ir.Value
	for i, e := range []ast.Expr{s.Key, s.Value} {
		if e == nil || !used(e) || i >= len(values) {
			continue
		}
		if s.Tok == token.ASSIGN {
			f.hoist(e)
		}
		vars, vs = append(vars, e), append(vs, values[i]())
	}
	f.inOrder(vars, nil)
	for i, e := range vars {
		f.assignValue(e, vs[i], e.Pos())
	}
}

func used(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return e != nil && (!ok || id.Name != "_")
}

func (f *fun) rangeInt(s *ast.RangeStmt, label string) {
	t := f.typeOf(s.X)
	if s.Key != nil {
		// The type of an untyped constant is that of the variable.
		if v := f.defined(s.Key); v != nil {
			t = f.env.subst(v.Type())
		} else if s.Tok == token.ASSIGN && used(s.Key) {
			t = f.typeOf(s.Key)
		}
	}
	var n *ir.Value
	if !f.try(func() { n = f.exprAs(s.X, t) }) {
		n = f.b.Int(0)
	}
	f.counting(s, label, n, func(i *ir.Value) {
		f.assignRange(s, func() *ir.Value { return i })
	})
}

// rangeSlice evaluates the slice once; elements are read as the loop comes to them, always inside the slice.
func (f *fun) rangeSlice(s *ast.RangeStmt, label string, t *types.Slice) {
	x := f.expr(s.X)
	f.at(s.X.Pos())
	n := f.b.Len(x)
	f.counting(s, label, n, func(i *ir.Value) {
		f.assignRange(s, func() *ir.Value { return i }, func() *ir.Value { return f.b.Load(x, i, nil) })
	})
}

// rangeArray ranges over a copy of an array (seen only if the body changes it), or over what a pointer to an array points to.
func (f *fun) rangeArray(s *ast.RangeStmt, label string, t *types.Array) {
	var p place
	if used(s.Value) {
		if to, ok := deref(f.typeOf(s.X)); ok {
			p = place{kind: aCell, base: f.expr(s.X), typ: to}
		} else {
			p = f.arrayCopy(s)
		}
	} else if f.hasCall(s.X) {
		f.expr(s.X)
	}
	f.at(s.X.Pos())
	n := f.b.Int(t.Len())
	f.counting(s, label, n, func(i *ir.Value) {
		f.assignRange(s, func() *ir.Value { return i }, func() *ir.Value {
			return f.read(f.elementAt(p, i))
		})
	})
}

// arrayCopy is the array of a range clause as it is when the loop starts: the array itself if the loop does not change it, or each element at its own turn only, which
// has begun with reading it.
func (f *fun) arrayCopy(s *ast.RangeStmt) place {
	f.prepare(s.X)
	if v := f.root(s.X); v != nil && (!f.uses.changesIn(v, s) || f.changesInTurn(v, s)) {
		return f.place(s.X)
	}
	return place{base: f.rest(s.X), typ: f.typeOf(s.X)}
}

// changesInTurn reports that all that the loop changes of the variable is, in each iteration, the element that is its own: x[i], in a range over x.
func (f *fun) changesInTurn(v *types.Var, s *ast.RangeStmt) bool {
	if f.uses.addressed[v] || f.uses.captured[v] {
		return false
	}
	key, ok := s.Key.(*ast.Ident)
	if !ok {
		return false
	}
	i, ok := f.info.Defs[key].(*types.Var)
	if !ok || f.uses.changes(i) {
		return false
	}
	return !slices.ContainsFunc(f.uses.assignedIn(v, s), func(e ast.Expr) bool { return !f.isIn(e, s, i) })
}

// isIn reports e to be the element i of what s ranges over, or of an array beside it, or a part of that.
func (f *fun) isIn(e ast.Expr, s *ast.RangeStmt, i *types.Var) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		if id, ok := ast.Unparen(e.Index).(*ast.Ident); ok && f.info.Uses[id] == i && sameSteps(e.X, s.X) {
			return true
		}
		return f.isIn(e.X, s, i)
	case *ast.SelectorExpr:
		return f.isIn(e.X, s, i)
	}
	return false
}

// sameSteps reports that two parts of a variable are reached by fields and indices in the same sequence: they are the same, or apart.
func sameSteps(a, b ast.Expr) bool {
	switch a := ast.Unparen(a).(type) {
	case *ast.Ident:
		_, ok := ast.Unparen(b).(*ast.Ident)
		return ok
	case *ast.SelectorExpr:
		b, ok := ast.Unparen(b).(*ast.SelectorExpr)
		return ok && sameSteps(a.X, b.X)
	case *ast.IndexExpr:
		b, ok := ast.Unparen(b).(*ast.IndexExpr)
		return ok && sameSteps(a.X, b.X)
	}
	return false
}

// rangeFunc is a range-over-func body while it is translated. It is a lambda; statements that leave it for somewhere else store a number in a variable
// and return false; behind the call of the iterator the number says where to go on. (As in cmd/compile/internal/rangefunc.)
type rangeFunc struct {
	code  *ir.Value // the variable
	exits []exit    // by number - 1
}

// exit is a way out of a range-over-func body.
type exit struct {
	to     *target // nil: return
	repeat bool
}

func (f *fun) rangeFunc(s *ast.RangeStmt, label string, sig *types.Signature) {
	iterator := f.expr(s.X)
	if iterator.Type.Kind != ir.Fn || len(iterator.Type.Params) != 1 {
		f.fail(s.X.Pos(), "range over a %s is not compiled", name(f.typeOf(s.X)))
	}
	yield := iterator.Type.Params[0]
	f.at(s.Pos())
	sc := f.scope
	if len(sc.ranges) == 0 {
		f.openResults()
	}
	code := f.newCell(f.b.Int(0), "exit")
	rf := &rangeFunc{code: code}
	body := f.lambda(yield.Params, yield.Results, func(r *ir.Region) { f.rangeBody(s, label, rf, r) })
	f.b.Op(ir.OpCall, []*ir.Value{iterator, body})
	f.dispatch(rf)
	if len(rf.exits) == 0 {
		init := code.Def.Args[0].Def
		drop(code.Def)
		drop(init)
	}
	if len(sc.ranges) == 0 {
		f.closeResults()
	}
}

// rangeBody fills the lambda. In it, break returns false, continue true.
func (f *fun) rangeBody(s *ast.RangeStmt, label string, rf *rangeFunc, r *ir.Region) {
	sc := f.scope
	leave := sc.leave
	sc.leave = []*ir.Type{ir.TBool}
	sc.ranges = append(sc.ranges, rf)
	answer := func(more bool) func() {
		return func() {
			f.b.Return(f.b.Bool(more))
			f.live = false
		}
	}
	f.push(&target{label: label, loop: true, leave: answer(false), repeat: answer(true)})
	f.try(func() {
		f.assignRange(s, paramOf(r, 0), paramOf(r, 1))
	})
	f.stmts(s.Body.List)
	if f.live {
		answer(true)()
	}
	f.close()
	f.pop()
	sc.ranges = sc.ranges[:len(sc.ranges)-1]
	sc.leave = leave
}

func paramOf(r *ir.Region, i int) func() *ir.Value {
	return func() *ir.Value { return r.Params[i] }
}

// leaveRange leaves the innermost range-over-func body by an exit.
func (f *fun) leaveRange(e exit) {
	rf := f.scope.ranges[len(f.scope.ranges)-1]
	number := 0
	for i, old := range rf.exits {
		if old == e {
			number = i + 1
		}
	}
	if number == 0 {
		rf.exits = append(rf.exits, e)
		number = len(rf.exits)
	}
	f.set(rf.code, f.b.Int(int64(number)))
	f.b.Return(f.b.Bool(false))
	f.live = false
}

// dispatch goes where the body wanted to go.
func (f *fun) dispatch(rf *rangeFunc) {
	if len(rf.exits) == 0 {
		return
	}
	code := f.get(rf.code)
	for i, e := range rf.exits {
		taken := f.b.Compare(ir.OpEq, code, f.b.Int(int64(i+1)))
		f.branch(taken, func() {
			if e.to != nil {
				f.jump(e.to, e.repeat)
				return
			}
			vs := make([]*ir.Value, len(f.scope.cells))
			if len(f.scope.ranges) == 0 {
				for i, c := range f.scope.cells {
					vs[i] = f.get(c.Result())
				}
			}
			f.leaveFunc(vs)
		}, func() {})
	}
}

// leaveFunc returns vs from the Go function. Inside range-over-func bodies the results go into variables first;
// vs may be nil values there if they have been stored before.
func (f *fun) leaveFunc(vs []*ir.Value) {
	sc := f.scope
	if len(sc.ranges) == 0 {
		vs = f.runDeferred(vs)
		f.b.Return(vs...)
		f.live = false
		return
	}
	for i, v := range vs {
		if v != nil {
			f.set(sc.cells[i].Result(), v)
		}
	}
	sc.used = true
	f.leaveRange(exit{})
}

// openResults makes the variables for results that are returned from inside a range-over-func body; closeResults takes them
// away if there was no such return.
func (f *fun) openResults() {
	sc := f.scope
	sc.cells, sc.used = nil, false
	for _, t := range sc.results {
		if t == nil {
			panic(bail{})
		}
		sc.cells = append(sc.cells, f.newCell(zero(f.b, t), "result").Def)
	}
}

func (f *fun) closeResults() {
	sc := f.scope
	if !sc.used {
		for _, c := range sc.cells {
			init := c.Args[0].Def
			drop(c)
			drop(init)
		}
	}
	sc.cells = nil
}
