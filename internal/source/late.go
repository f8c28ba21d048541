package source

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/hone-go/hone/internal/ir"
)

// An interface variable that is declared without a value may get one in branches: it is a cell, made where the variable is declared when the first value tells its type. That is right
// if it gets a value on all paths before it is used.

// giveLate gives v, which is declared where mark stands, its first value in a branch.
func (f *fun) giveLate(v *types.Var, mark *ir.Op, val *ir.Value, pos token.Pos) {
	if !f.assignedFirst(v) {
		f.fail(pos, "the interface variable %s may be nil when it is used, and hold a value, too; declare it with a value", v.Name())
	}
	if hasFunc(val.Type) {
		f.fail(pos, "an interface variable that gets functions in a branch is not compiled")
	}
	r := mark.Parent
	at := f.b.In(ir.NewRegion(nil))
	init := zero(at, val.Type)
	c := at.Op(ir.OpCell, []*ir.Value{init}, ir.CellOf(val.Type))
	c.Result().Name = v.Name()
	r.Insert(r.Index(mark), init.Def, c)
	drop(mark)
	f.vars[v] = variable{val: c.Result(), cell: true}
	f.set(c.Result(), val)
}

// assignedFirst reports that a variable is assigned on all paths from its declaration to its uses.
func (f *fun) assignedFirst(v *types.Var) bool {
	var body ast.Node = f.in.lit
	if f.in.decl != nil {
		body = f.in.decl.ast
	}
	found, ok := false, false
	ast.Inspect(body, func(n ast.Node) bool {
		var list []ast.Stmt
		switch n := n.(type) {
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		}
		for i, s := range list {
			if d, is := s.(*ast.DeclStmt); is && d.Pos() <= v.Pos() && v.Pos() < d.End() {
				a := &assignment{f: f, v: v}
				a.list(list[i+1:])
				found, ok = true, !a.bad
			}
		}
		return !found
	})
	return ok
}

// assignment follows the paths from a variable's declaration.
type assignment struct {
	f   *fun
	v   *types.Var
	has bool // it is assigned here
	bad bool // it may be used without

	switches int // around
}

// uses notes what uses the variable.
func (a *assignment) uses(n ast.Node) {
	if n == nil || a.has {
		return
	}
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		a.bad = a.bad || ok && a.f.info.Uses[id] == a.v
		return true
	})
}

// list follows statements, and reports that the end is not reached.
func (a *assignment) list(list []ast.Stmt) (leaves bool) {
	for _, s := range list {
		if leaves = a.stmt(s); leaves {
			return true
		}
	}
	return false
}

func (a *assignment) stmt(s ast.Stmt) (leaves bool) {
	switch s := s.(type) {
	case nil:
	case *ast.AssignStmt:
		for _, r := range s.Rhs {
			a.uses(r)
		}
		for _, l := range s.Lhs {
			if id, ok := ast.Unparen(l).(*ast.Ident); ok && a.f.info.Uses[id] == a.v && s.Tok == token.ASSIGN {
				a.has = true
			} else {
				a.uses(l)
			}
		}
	case *ast.BlockStmt:
		return a.list(s.List)
	case *ast.IfStmt:
		a.stmt(s.Init)
		a.uses(s.Cond)
		return a.branches([][]ast.Stmt{s.Body.List, {s.Else}})
	case *ast.SwitchStmt:
		a.stmt(s.Init)
		if s.Tag != nil {
			a.uses(s.Tag)
		}
		return a.clauses(s.Body)
	case *ast.TypeSwitchStmt:
		a.stmt(s.Init)
		a.stmt(s.Assign)
		return a.clauses(s.Body)
	case *ast.ReturnStmt:
		a.uses(s)
		return true
	case *ast.ExprStmt:
		a.uses(s)
		call, ok := ast.Unparen(s.X).(*ast.CallExpr)
		return ok && a.f.isPanic(call)
	case *ast.BranchStmt: // those that don't stay in a switch leave the variable's scope: loops around it are not looked into
		stays := s.Tok == token.GOTO || s.Tok == token.FALLTHROUGH || s.Tok == token.BREAK && s.Label == nil && a.switches > 0
		a.bad = a.bad || stays && !a.has
		return true
	default: // loops among them: it has a value behind them if it has one ahead
		a.uses(s)
	}
	return false
}

// branches follows several ways to the same place.
func (a *assignment) branches(ways [][]ast.Stmt) (leaves bool) {
	before, all := a.has, true
	leaves = true
	for _, w := range ways {
		a.has = before
		if !a.list(w) {
			leaves = false
			all = all && a.has
		}
	}
	a.has = before || all
	return leaves
}

func (a *assignment) clauses(body *ast.BlockStmt) (leaves bool) {
	var ways [][]ast.Stmt
	other := false
	for _, c := range body.List {
		cc := c.(*ast.CaseClause)
		for _, e := range cc.List {
			a.uses(e)
		}
		other = other || cc.List == nil
		ways = append(ways, cc.Body)
	}
	if !other {
		ways = append(ways, nil)
	}
	had := a.has
	a.switches++
	leaves = a.branches(ways)
	a.switches--
	return leaves && !hasBreak(body) && (had || a.has)
}

// hasBreak reports a break, of whatever.
func hasBreak(n ast.Node) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		b, ok := n.(*ast.BranchStmt)
		found = found || ok && b.Tok == token.BREAK
		return !found
	})
	return found
}
