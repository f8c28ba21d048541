package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// A deferred call is made in front of each return behind the defer statement, with the arguments that it had there; a flag says whether control came by, where
// that isn't certain. What compiled code panics with leaves it at once, so only such calls may be deferred of which nobody could tell, behind a panic, whether
// they were made: those that change no more than variables of the function's own, and what package sync and channels keep.

// deferred is a call that a function makes when it returns.
type deferred struct {
	call *ast.CallExpr
	args []*ir.Value // where the statement always runs: the arguments

	flag  *ir.Value // else: whether it has
	cells []*ir.Value
}

// defers lists the defer statements of a function's body, but for those of literals in it.
func defers(body *ast.BlockStmt) (found []*ast.DeferStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		if d, ok := n.(*ast.DeferStmt); ok {
			found = append(found, d)
		}
		_, lit := n.(*ast.FuncLit)
		return !lit
	})
	return found
}

// openDefers makes the flags and the places for arguments of defer statements that may not run. Named results may be changed by what is deferred.
func (f *fun) openDefers(sig *types.Signature, body *ast.BlockStmt) {
	for _, s := range defers(body) {
		for i := range sig.Results().Len() {
			r := sig.Results().At(i)
			f.uses.assigned[r] = append(f.uses.assigned[r], s.Call)
		}
		if slices.Contains(body.List, ast.Stmt(s)) || f.isLeft(s) {
			continue
		}
		f.try(func() {
			d := &deferred{call: s.Call}
			for _, t := range f.deferredParams(s.Call) {
				d.cells = append(d.cells, f.newCell(f.zero(s.Pos(), f.typ(s.Pos(), t)), ""))
			}
			d.flag = f.newCell(f.b.Bool(false), "deferred")
			if f.scope.perhaps == nil {
				f.scope.perhaps = map[*ast.CallExpr]*deferred{}
			}
			f.scope.perhaps[s.Call] = d
		})
	}
}

// deferredParams are the types of a deferred call's arguments.
func (f *fun) deferredParams(call *ast.CallExpr) (ts []types.Type) {
	sig, ok := f.typeOf(call.Fun).Underlying().(*types.Signature)
	if !ok { // close
		return nil
	}
	if sig.Variadic() || len(call.Args) != sig.Params().Len() {
		f.fail(call.Pos(), "this deferred call is not compiled: give it one argument for each parameter")
	}
	for i := range sig.Params().Len() {
		ts = append(ts, f.env.subst(sig.Params().At(i).Type()))
	}
	return ts
}

// deferStmt translates a defer statement: its arguments are evaluated now.
func (f *fun) deferStmt(s *ast.DeferStmt) {
	sc := f.scope
	if len(sc.ranges) > 0 || slices.ContainsFunc(sc.targets, func(t *target) bool { return t.loop }) {
		f.fail(s.Pos(), "defer in a loop is not compiled")
	}
	f.checkDeferred(s)
	d := sc.perhaps[s.Call]
	if d == nil {
		d = &deferred{call: s.Call}
	}
	if params := f.deferredParams(s.Call); len(params) > 0 {
		f.prepare(s.Call.Args...)
		for i, t := range params {
			d.args = append(d.args, f.exprAs(s.Call.Args[i], t))
		}
	}
	if d.flag != nil {
		f.at(s.Pos())
		for i, c := range d.cells {
			f.set(c, d.args[i])
		}
		f.set(d.flag, f.b.Bool(true))
	}
	sc.defers = append(sc.defers, d)
}

// runDeferred makes the deferred calls in front of a return of vs, and gives what is returned then.
func (f *fun) runDeferred(vs []*ir.Value) []*ir.Value {
	sc := f.scope
	if len(sc.defers) == 0 {
		return vs
	}
	for i, r := range sc.named {
		if r.Name() != "_" {
			f.write(f.local(r), vs[i], r.Pos())
		}
	}
	for _, d := range slices.Backward(sc.defers) {
		f.at(d.call.Pos())
		if d.flag == nil {
			f.makeDeferred(d.call, d.args)
			continue
		}
		f.branch(f.get(d.flag), func() {
			var args []*ir.Value
			for _, c := range d.cells {
				args = append(args, f.get(c))
			}
			f.makeDeferred(d.call, args)
		}, func() {})
	}
	vs = slices.Clone(vs)
	for i, r := range sc.named {
		if r.Name() != "_" {
			vs[i] = f.read(f.local(r))
		}
	}
	return vs
}

// makeDeferred makes a deferred call. What is deferred in a literal runs behind what is deferred there.
func (f *fun) makeDeferred(call *ast.CallExpr, args []*ir.Value) {
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		callee := f.literal(lit)
		f.at(call.Pos())
		f.b.Op(ir.OpCall, append([]*ir.Value{callee}, args...), callee.Type.Results...)
		return
	}
	for i, v := range args {
		if a := ast.Unparen(call.Args[i]); f.constant(a) == nil {
			f.memo[a] = []*ir.Value{v}
		}
	}
	f.callNow(call)
}

// checkDeferred refuses what can't be deferred.
func (f *fun) checkDeferred(s *ast.DeferStmt) {
	c := &deferChecker{f: f, s: s}
	call := s.Call
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		c.block(lit.Body)
	} else {
		c.call(call)
	}
	if f.scope.perhaps[call] != nil { // it is made outside of the statement that it is in
		c.noneOfBlocks(call)
	}
}

// deferChecker looks through what is deferred.
type deferChecker struct {
	f *fun
	s *ast.DeferStmt
}

func (c *deferChecker) refuse(at ast.Node) {
	c.f.fail(at.Pos(), "deferring this is not compiled: after a panic one could tell whether it was done, or it might panic itself; what may be deferred are methods of "+
		"package sync, close, and function literals that assign to variables of the function")
}

func (c *deferChecker) block(b *ast.BlockStmt) {
	for _, s := range b.List {
		c.stmt(s)
	}
}

func (c *deferChecker) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case nil, *ast.EmptyStmt:
	case *ast.BlockStmt:
		c.block(s)
	case *ast.IfStmt:
		c.stmt(s.Init)
		c.expr(s.Cond)
		c.block(s.Body)
		c.stmt(s.Else)
	case *ast.ExprStmt:
		call, ok := ast.Unparen(s.X).(*ast.CallExpr)
		if !ok {
			c.refuse(s)
		}
		c.call(call)
	case *ast.SendStmt:
		c.expr(s.Chan)
		c.expr(s.Value)
	case *ast.IncDecStmt:
		c.assigned(s.X)
	case *ast.AssignStmt:
		if s.Tok == token.QUO_ASSIGN || s.Tok == token.REM_ASSIGN || s.Tok == token.SHL_ASSIGN || s.Tok == token.SHR_ASSIGN {
			c.refuse(s)
		}
		for _, l := range s.Lhs {
			c.assigned(l)
		}
		for _, r := range s.Rhs {
			c.expr(r)
		}
	default:
		c.refuse(s)
	}
}

// assigned allows variables of functions, and fields of them.
func (c *deferChecker) assigned(e ast.Expr) {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok && (id.Name == "_" || c.f.info.Defs[id] != nil) {
		return
	}
	if c.f.ownVariable(e) == nil {
		c.refuse(e)
	}
	c.expr(e)
}

// call allows methods of package sync, and close.
func (c *deferChecker) call(call *ast.CallExpr) {
	f := c.f
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		if b, ok := f.info.Uses[fun].(*types.Builtin); ok && b.Name() == "close" {
			c.expr(call.Args[0])
			return
		}
	case *ast.SelectorExpr:
		name := f.syncMethod(fun)
		if name != "" && name != "(*sync.WaitGroup).Go" && name != "(*sync.Once).Do" || c.isAtomic(fun) {
			c.expr(fun.X)
			for _, a := range call.Args {
				c.expr(a)
			}
			return
		}
	}
	c.refuse(call)
}

func (c *deferChecker) isAtomic(sel *ast.SelectorExpr) bool {
	fn, ok := c.f.info.Uses[sel.Sel].(*types.Func)
	return ok && fn.Pkg() != nil && fn.Pkg().Path() == atomicPath && fn.Signature().Recv() != nil
}

// expr allows what can't panic, and gives the same wherever it stands but for variables: in arguments of the deferred call itself it may be anything.
func (c *deferChecker) expr(e ast.Expr) {
	f := c.f
	if slices.Contains(c.s.Call.Args, e) && f.deferredEarly(c.s.Call) || f.constant(e) != nil {
		return
	}
	switch e := e.(type) {
	case *ast.Ident, *ast.BasicLit:
	case *ast.ParenExpr:
		c.expr(e.X)
	case *ast.SelectorExpr:
		c.expr(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.ARROW || e.Op == token.AND {
			c.refuse(e)
		}
		c.expr(e.X)
	case *ast.BinaryExpr:
		switch e.Op {
		case token.QUO, token.REM, token.SHL, token.SHR:
			c.refuse(e)
		}
		c.expr(e.X)
		c.expr(e.Y)
	case *ast.CompositeLit:
		if len(e.Elts) > 0 {
			c.refuse(e)
		}
	case *ast.CallExpr:
		b, isBuiltin := calleeObject(f.info, e.Fun).(*types.Builtin)
		pure := isBuiltin && slices.Contains([]string{"len", "cap", "min", "max"}, b.Name())
		if !pure && !(f.info.Types[e.Fun].IsType() && isNumber(f.typeOf(e)) && isNumber(f.typeOf(e.Args[0]))) {
			c.refuse(e)
		}
		for _, a := range e.Args {
			c.expr(a)
		}
	default:
		c.refuse(e)
	}
}

// deferredEarly reports a call whose arguments are evaluated by the defer statement, and not with what they are parts of: close has only a name.
func (f *fun) deferredEarly(call *ast.CallExpr) bool {
	_, ok := f.typeOf(call.Fun).Underlying().(*types.Signature)
	return ok
}

// noneOfBlocks refuses variables that were declared in the statement of the function's body that the defer statement is in.
func (c *deferChecker) noneOfBlocks(call *ast.CallExpr) {
	f := c.f
	var around ast.Stmt
	for _, s := range f.scope.body.List {
		if s.Pos() <= c.s.Pos() && c.s.Pos() < s.End() {
			around = s
		}
	}
	ast.Inspect(call.Fun, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			v, ok := f.info.Uses[id].(*types.Var)
			if ok && !v.IsField() && around.Pos() <= v.Pos() && v.Pos() < c.s.Pos() {
				f.fail(id.Pos(), "deferring what uses %s is not compiled: the variable is declared in a statement that the defer statement is in; declare it in front of that", v.Name())
			}
		}
		return true
	})
}
