package source

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// What isn't compiled often stands where control seldom comes: a workspace where matrices overlap, a sketch that is still small, workers for large inputs.
// Such a branch need not keep its function from being compiled: where control comes to it, the plain function is called instead, from its beginning. So it can
// be only if nothing has been done by then that one could tell, which the pipeline sees to; branches of loops are out of question.
//
// What can't be translated is known when it has been tried. So a function is translated again, without the branches around what left reasons, until none are
// left, or one stands in no branch.

// A cause is where a reason was found.
type cause struct {
	pos token.Pos
	in  *instance
	why string // with its place, as the IR has it
}

// branches are statements that begin branches, or are such, in whose place the plain function is called, and why.
type branches map[ast.Stmt]string

// mostLeft bounds how often a function is translated, and how many branches it is left in.
const mostLeft = 8

// inIR is a reason with its place as the IR has it: in the standard library that is the call that leads there.
func (u *unit) inIR(in *instance, pos token.Pos, why string) string {
	if in.caller != nil && in.pkg.Module == "" && in.fn != nil {
		in = outermost(in)
		in, pos, why = in.caller, in.at, shortName(in.fn)+" is not compiled: "+why
	}
	return u.prog.irPos(in.pkg, pos).String() + ": " + why
}

// outermost is the function of the standard library that is called where one comes to in.
func outermost(in *instance) *instance {
	for in.caller.pkg.Module == "" && in.caller.caller != nil {
		in = in.caller
	}
	return in
}

// translatedApart is translated again and again, with branches left out, in place of a function with reasons, unless something else will do instead. It reports whether none remain.
func (p *Program) translatedApart(h *Honed, try func(h *Honed, left branches) *unit, instead func() bool) bool {
	left := branches{}
	u := try(h, nil)
	if len(h.Reasons) == 0 || instead != nil && instead() {
		return true
	}
	for len(left) < mostLeft {
		if !u.leaveOut(left) {
			return false
		}
		again := *h
		again.Unit, again.Reasons, again.Symbol = nil, nil, ""
		u = try(&again, left)
		if len(again.Reasons) == 0 {
			*h = again
			return true
		}
	}
	return false
}

// leaveOut adds the branches around the causes of all reasons. It reports false if one stands in no branch, or was found outside of functions.
func (u *unit) leaveOut(left branches) bool {
	if len(u.causes) == 0 || u.unplaced {
		return false
	}
	n := len(left)
	for _, c := range u.causes {
		s := u.branchAround(c.in, c.pos)
		if s == nil {
			return false
		}
		if left[s] == "" {
			left[s] = c.why
		}
	}
	return len(left) > n && len(left) <= mostLeft
}

// branchAround is the innermost branch around pos that isn't in a loop or a function literal, in the function itself, or else around the call that first led to it.
func (u *unit) branchAround(in *instance, pos token.Pos) ast.Stmt {
	for ; in != nil; in, pos = in.caller, in.at {
		if in.decl == nil || in.decl.ast.Body == nil || in.starts {
			return nil
		}
		if s := branchIn(in.decl.ast.Body, pos); s != nil {
			return s
		}
	}
	return nil
}

// branchIn is that of a function's body: the first statement of a list, or an if behind else.
func branchIn(body *ast.BlockStmt, pos token.Pos) (found ast.Stmt) {
	around := func(n ast.Node) bool { return n.Pos() <= pos && pos < n.End() }
	tail := func(list []ast.Stmt, from int) { // what is left of a list: what comes behind the last if that returns, or all from a place on
		i := slices.IndexFunc(list, func(s ast.Stmt) bool { return around(s) })
		for k := range i {
			if leavesFunction(list[k]) {
				from = k + 1
			}
		}
		if i >= 0 && from <= i {
			found = list[from]
		}
	}
	tail(body.List, len(body.List))
	ast.Inspect(body, func(n ast.Node) bool {
		if n == nil || !around(n) {
			return false
		}
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.FuncLit, *ast.LabeledStmt:
			return false
		case *ast.IfStmt:
			tail(n.Body.List, 0)
			if s, ok := n.Else.(*ast.IfStmt); ok && around(s) {
				found = s
			} else if b, ok := n.Else.(*ast.BlockStmt); ok {
				tail(b.List, 0)
			}
		case *ast.CaseClause:
			tail(n.Body, 0)
		}
		return true
	})
	return found
}

// leavesFunction reports an if whose branch ends with a return: what comes behind it is another branch.
func leavesFunction(s ast.Stmt) bool {
	x, ok := s.(*ast.IfStmt)
	if !ok || x.Else != nil || len(x.Body.List) == 0 {
		return false
	}
	_, ok = x.Body.List[len(x.Body.List)-1].(*ast.ReturnStmt)
	return ok
}

// leaves translates a statement in whose place the plain function is called. It reports whether s is one.
func (f *fun) leaves(s ast.Stmt) bool {
	why, ok := f.u.left[s]
	if ok {
		f.leaveWith(ir.LeaveFor(why), nil, s.Pos())
	}
	return ok
}

// isLeft reports that s stands where the plain function is called.
func (f *fun) isLeft(s ast.Stmt) bool {
	return f.in.decl != nil && f.in.decl.ast.Body != nil && len(f.u.left) > 0 && f.u.left[branchIn(f.in.decl.ast.Body, s.Pos())] != ""
}
