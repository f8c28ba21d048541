package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// A go statement is a call: the goroutine runs at once, to its end. That is one of the orders in which Go may run them, provided that the goroutine never waits
// for what others do later. Where it could wait, package fork has a check that the compiler must find to hold; else the function stays plain Go.

// goroutine is the one whose code is being translated.
type goroutine struct {
	body  *ast.BlockStmt         // of the function or literal that it runs
	last  map[*ast.SendStmt]bool // sends behind which it does nothing that others could notice
	final *ast.BlockStmt         // of a literal whose call is deferred to its very end
	done  bool                   // it tells a WaitGroup that it has ended
}

// goStmt translates a go statement.
func (f *fun) goStmt(s *ast.GoStmt) {
	f.start(s)
	fun := ast.Unparen(s.Call.Fun)
	if lit, ok := fun.(*ast.FuncLit); ok {
		f.runs(f.goroutineOf(lit.Body), func() { f.callNow(s.Call) })
		return
	}
	if fn, targs := f.funcNamed(fun); fn != nil && f.intrinsic(fn) == nil {
		if in := f.u.prototype(fn, targs, s.Pos()); in != nil {
			sig := f.typeOf(fun).Underlying().(*types.Signature)
			f.prepareCall(nil, s.Call, sig)
			args := f.args(s.Call, sig, in)
			f.callInstance(f.u.spawned(f.shaped(in, ir.Types(args))), args, sig, s.Call)
			return
		}
		panic(bail{})
	}
	f.callNow(s.Call)
}

// start begins to translate a statement that starts a goroutine.
func (f *fun) start(s ast.Node) {
	if !f.isJoined(s) {
		f.fail(s.Pos(), "the function may return while this goroutine runs: goroutines are compiled where what starts them waits for them")
	}
	f.at(s.Pos())
	f.b.Op(ir.OpStart, nil)
}

// runs has do translate another goroutine.
func (f *fun) runs(g *goroutine, do func()) {
	outer := f.goroutine
	f.goroutine = g
	defer func() { f.goroutine = outer }()
	do()
}

// spawned is the instance of a function for the go statements that start it.
func (u *unit) spawned(in *instance) *instance {
	sym := in.sym + ".go"
	if old := u.symbols[sym]; old != nil {
		return old
	}
	s := *in
	s.sym, s.starts = sym, true
	s.out, s.started, s.assumed, s.sure = nil, false, false, nil
	u.queue(&s)
	return &s
}

// goroutineOf is the goroutine that runs a body.
func (f *fun) goroutineOf(body *ast.BlockStmt) *goroutine {
	g := &goroutine{body: body, last: map[*ast.SendStmt]bool{}}
	ds := defers(body)
	if !slices.ContainsFunc(ds, func(d *ast.DeferStmt) bool { return !f.isEnding(d.Call) }) {
		f.lastSends(body.List, g.last)
	} else if lit, ok := ds[0].Call.Fun.(*ast.FuncLit); ok { // what is deferred first is done last
		g.final = lit.Body
		f.lastSends(lit.Body.List, g.last)
	}
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		g.done = g.done || ok && f.isEnding(call)
		return true
	})
	return g
}

// lastSends collects the sends that are the last of a list of statements, but for those that say that the goroutine ends. It reports whether there are any.
func (f *fun) lastSends(list []ast.Stmt, last map[*ast.SendStmt]bool) bool {
	for _, s := range slices.Backward(list) {
		switch s := s.(type) {
		case *ast.ReturnStmt:
			if len(s.Results) > 0 {
				return false
			}
			continue
		case *ast.ExprStmt:
			if call, ok := s.X.(*ast.CallExpr); ok && f.isEnding(call) {
				continue
			}
		case *ast.SendStmt:
			last[s] = true
			return true
		case *ast.BlockStmt:
			return f.lastSends(s.List, last)
		case *ast.IfStmt:
			found := f.lastSends(s.Body.List, last)
			if s.Else != nil {
				found = f.lastSends([]ast.Stmt{s.Else}, last) || found
			}
			return found
		}
		return false
	}
	return false
}

// isEnding reports wg.Done() and close(c): nobody can tell whether they come before or behind the receipt of what the goroutine has sent.
func (f *fun) isEnding(call *ast.CallExpr) bool {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		b, ok := f.info.Uses[fun].(*types.Builtin)
		return ok && b.Name() == "close"
	case *ast.SelectorExpr:
		return f.syncMethod(fun) == "(*sync.WaitGroup).Done"
	}
	return false
}

// isJoined reports that behind a go statement the function waits, or that its caller can.
func (f *fun) isJoined(s ast.Node) (joined bool) {
	body := f.scope.body
	look := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt:
			return false
		case *ast.DeferStmt:
			joined = joined || f.isWait(n.Call)
		case *ast.CallExpr:
			joined = joined || n.Pos() > s.Pos() && f.isWait(n)
		case *ast.UnaryExpr:
			joined = joined || n.Pos() > s.Pos() && n.Op == token.ARROW
		case *ast.RangeStmt:
			joined = joined || n.Pos() > s.Pos() && isChannel(f.typeOf(n.X))
		}
		return !joined
	}
	ast.Inspect(body, look)
	if joined {
		return true
	}
	ast.Inspect(s, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			v, ok := f.info.Uses[id].(*types.Var)
			if ok && !v.IsField() && (v.Pos() < body.Pos() || v.Pos() > body.End()) {
				t, _ := deref(f.env.subst(v.Type()))
				named, ok := types.Unalias(t).(*types.Named)
				joined = joined || isChannel(t) || ok && forked(named) == waitGroupType
			}
		}
		return !joined
	})
	return joined
}

// isWait reports wg.Wait().
func (f *fun) isWait(call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && f.syncMethod(sel) == "(*sync.WaitGroup).Wait"
}

// syncMethod is the full name of a method of package sync's.
func (f *fun) syncMethod(sel *ast.SelectorExpr) string {
	fn, ok := f.info.Uses[sel.Sel].(*types.Func)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != syncPath {
		return ""
	}
	return fn.FullName()
}

// isOwn reports a part of a variable that was declared by the very code of the goroutine that is being translated: whoever else uses it was started by this
// goroutine, and has ended.
func (f *fun) isOwn(e ast.Expr) bool {
	v := f.root(e)
	return v != nil && f.goroutine != nil && f.scope.body == f.goroutine.body && len(f.scope.ranges) == 0 &&
		f.scope.body.Pos() <= v.Pos() && v.Pos() < f.scope.body.End()
}

// onceDo is once.Do(body).
func (f *fun) onceDo(e *ast.CallExpr, sel *ast.SelectorExpr) {
	f.prepare(sel.X, e.Args[0])
	m := f.lookup(f.typeOf(sel.X), sel)
	p := f.fields(f.place(sel.X), m.path, sel.Pos())
	if t, ok := deref(p.typ); ok {
		p = place{kind: aCell, base: f.read(p), typ: t}
	}
	p.path, p.typ = append(p.path[:len(p.path):len(p.path)], 0), types.Typ[types.Bool] // the only field of fork.Once
	body := f.rest(e.Args[0])
	f.at(e.Pos())
	f.branch(f.read(p), func() {}, func() {
		f.b.Op(ir.OpCall, []*ir.Value{body})
		f.write(p, f.b.Bool(true), e.Pos())
	})
}

// waitGroupGo is wg.Go(body).
func (f *fun) waitGroupGo(e *ast.CallExpr, sel *ast.SelectorExpr) {
	m := f.lookup(f.typeOf(sel.X), sel) // through embedded fields
	count := func(what string, args ...*ir.Value) {
		recv := f.receiver(sel.X, m, sel.Pos())
		f.callFork(e, "WaitGroup", what, nil, append([]*ir.Value{recv}, args...))
	}
	f.start(e)
	f.prepare(sel.X)
	count("Add", f.b.Int(1))
	call := func() {
		body := f.expr(e.Args[0])
		f.at(e.Pos())
		f.b.Op(ir.OpCall, []*ir.Value{body})
	}
	if lit, ok := ast.Unparen(e.Args[0]).(*ast.FuncLit); ok {
		g := f.goroutineOf(lit.Body)
		g.done = true
		f.runs(g, call)
	} else {
		call()
	}
	count("Done")
}
