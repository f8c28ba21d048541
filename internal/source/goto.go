package source

import (
	"go/ast"
	"go/token"
)

// A goto forwards leaves a block that ends in front of its label; one backwards repeats a loop that begins there and goes on to the end of the list of statements.
// Go has no goto into a block or over a declaration, so that all are such, but for one from in front of such a loop to a label in it.

// jumpLabel is the label of the target of a goto, which no break or continue names.
func jumpLabel(label string) string { return "goto " + label }

// labelled translates a list of statements some of which a goto may lead to. Of a list that is repeated already, first is the first.
func (f *fun) labelled(list []ast.Stmt, first *ast.LabeledStmt) {
	for k, s := range list {
		l, ok := s.(*ast.LabeledStmt)
		if !ok || l == first || !leadsTo(list[k:], l.Label.Name) {
			continue
		}
		f.straight(list[:k], l)
		f.repeated(l, list[k:])
		return
	}
	f.straight(list, nil)
}

// repeated is a list whose first statement is one that a goto in it leads back to.
func (f *fun) repeated(l *ast.LabeledStmt, list []ast.Stmt) {
	if !f.live {
		return
	}
	f.at(l.Pos())
	op := f.b.Loop(nil)
	left := false
	f.inside(op.Regions[0], func() {
		f.leaving(func(again func()) {
			f.push(&target{label: jumpLabel(l.Label.Name), leave: again})
			f.labelled(list, l)
			f.pop()
			if f.live {
				left = true
				f.b.Break(op)
				f.live = false
			}
		})
		if f.live {
			f.b.Continue(op)
			f.live = false
		}
	}, nil)
	f.live = left
}

// straight is a list to whose labels only what is in front of them leads; as does what is in the list to the label next behind it, if there is one.
func (f *fun) straight(list []ast.Stmt, next *ast.LabeledStmt) {
	last, start, end := next, firstGoto(list, next), len(list)
	for k := len(list) - 1; k >= 0 && start < 0; k-- {
		if l, ok := list[k].(*ast.LabeledStmt); ok {
			last, start, end = l, firstGoto(list[:k], l), k
		}
	}
	if start < 0 {
		f.inTurn(list)
		return
	}
	for k := end - 1; k > start; k-- { // blocks nest
		if l, ok := list[k].(*ast.LabeledStmt); ok {
			if i := firstGoto(list[:k], l); 0 <= i && i < start {
				start = i
				k = end
			}
		}
	}
	f.straight(list[:start], nil)
	f.leaving(func(leave func()) {
		f.push(&target{label: jumpLabel(last.Label.Name), leave: leave})
		f.straight(list[start:end], nil)
		f.pop()
	})
	if end < len(list) {
		f.straight(list[end:], nil)
	}
}

// firstGoto is the first statement of a list that leads to a label, or -1.
func firstGoto(list []ast.Stmt, l *ast.LabeledStmt) int {
	for i := range list {
		if l != nil && leadsTo(list[i:i+1], l.Label.Name) {
			return i
		}
	}
	return -1
}

// leadsTo reports a goto to a label in some statements.
func leadsTo(list []ast.Stmt, label string) (found bool) {
	for _, s := range list {
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.BranchStmt:
				found = found || n.Tok == token.GOTO && n.Label.Name == label
			}
			return !found
		})
	}
	return found
}

// gotoStmt jumps to a label around.
func (f *fun) gotoStmt(s *ast.BranchStmt) {
	for i := len(f.scope.targets) - 1; i >= 0; i-- {
		if t := f.scope.targets[i]; t.label == jumpLabel(s.Label.Name) {
			f.jump(t, false)
			return
		}
	}
	f.fail(s.Pos(), "a goto into a loop that another goto makes is not compiled")
}
