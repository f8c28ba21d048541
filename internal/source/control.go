package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// target is what a break or continue can name.
type target struct {
	label  string
	loop   bool // takes continue
	depth  int  // number of range-over-func bodies around it
	leave  func()
	repeat func()
}

func (f *fun) push(t *target) {
	t.depth = len(f.scope.ranges)
	f.scope.targets = append(f.scope.targets, t)
}

func (f *fun) pop() { f.scope.targets = f.scope.targets[:len(f.scope.targets)-1] }

// leaving makes a block op around do; leave ends in a jump behind it. If that is never used, there will be no block.
func (f *fun) leaving(do func(leave func())) {
	op := f.b.Block()
	used := false
	end := f.inside(op.Regions[0], func() {
		do(func() {
			used = true
			f.b.Break(op)
			f.live = false
		})
	}, f.yield)
	f.live = end || used
	if !used {
		f.splice(op)
	}
}

// splice replaces a block op, the last of its region and never left by a break, by its contents.
func (f *fun) splice(op *ir.Op) {
	into, body := op.Parent, op.Regions[0]
	into.TakeLast()
	if end := body.Terminator(); end != nil && end.Kind == ir.OpYield {
		body.TakeLast()
	}
	body.MoveTo(into)
}

// loop makes a loop op over values. head gives the condition to go on (nil: always), from the current values; body's end and continue
// statements go on with next, which gives the next values.
func (f *fun) loop(label string, inits []*ir.Value, head func(vs []*ir.Value) *ir.Value, body func(vs []*ir.Value), next func(vs []*ir.Value) []*ir.Value) {
	op := f.b.Loop(inits)
	r := op.Regions[0]
	vs := r.Params
	left := false
	pos := f.b.Pos
	leave := func() {
		left = true
		f.b.Break(op)
		f.live = false
	}
	f.inside(r, func() {
		if head != nil {
			if c := head(vs); c != nil {
				f.b.Pos = pos
				f.branch(c, func() {}, leave)
			}
		}
		f.leaving(func(repeat func()) {
			f.push(&target{label: label, loop: true, leave: leave, repeat: repeat})
			body(vs)
			f.pop()
		})
		if f.live {
			f.b.Pos = pos
			var nexts []*ir.Value
			if next != nil {
				nexts = next(vs)
			}
			f.b.Continue(op, nexts...)
			f.live = false
		}
	}, nil)
	f.live = left
}

// forStmt translates a for with a condition. Where a literal captures variables of the clause, or their address is taken, each iteration has its own
// copies, as the specification says; otherwise that can't be seen.
func (f *fun) forStmt(s *ast.ForStmt, label string) {
	if s.Init != nil {
		f.try(func() { f.stmt(s.Init, "") })
	}
	own := f.perIteration(s)
	outer := make([]*ir.Value, len(own))
	for i, v := range own {
		outer[i] = f.vars[v].val
	}
	var inits []*ir.Value
	for _, c := range outer {
		inits = append(inits, f.get(c))
	}
	renew := func(vs []*ir.Value) {
		for i, v := range own {
			f.vars[v] = variable{val: f.newCell(vs[i], v.Name()), cell: true}
		}
	}
	current := func() (vs []*ir.Value) {
		for _, v := range own {
			vs = append(vs, f.get(f.vars[v].val))
		}
		return vs
	}
	f.at(s.Pos())
	f.loop(label, inits, func(vs []*ir.Value) *ir.Value {
		renew(vs)
		if s.Cond == nil {
			return nil
		}
		if c, ok := f.constBool(s.Cond); ok && c {
			return nil
		}
		return f.condition(s.Cond)
	}, func([]*ir.Value) {
		f.stmts(s.Body.List)
	}, func([]*ir.Value) []*ir.Value {
		if s.Post == nil {
			return current()
		}
		if len(own) > 0 {
			renew(current())
		}
		f.try(func() { f.stmt(s.Post, "") })
		return current()
	})
	for i, v := range own {
		f.vars[v] = variable{val: outer[i], cell: true}
	}
}

// perIteration lists the variables of a three-clause loop of which each iteration needs its own copy.
func (f *fun) perIteration(s *ast.ForStmt) (own []*types.Var) {
	init, ok := s.Init.(*ast.AssignStmt)
	if !ok || init.Tok != token.DEFINE {
		return nil
	}
	for _, l := range init.Lhs {
		v := f.defined(l)
		if v == nil || !f.uses.captured[v] && !f.uses.addressed[v] || !f.vars[v].cell {
			continue
		}
		if f.oldLoops(s) {
			f.fail(s.Pos(), "the loop variable %s is shared by all iterations, as before Go 1.22, and captured; this is not compiled", v.Name())
		}
		if s.Post != nil && f.keeps(s.Post, v) {
			f.fail(s.Post.Pos(), "capturing the loop variable %s in the loop's post statement is not compiled", v.Name())
		}
		own = append(own, v)
	}
	return own
}

// oldLoops reports code in a version of Go in which loop variables are shared by all iterations.
func (f *fun) oldLoops(n ast.Node) bool {
	for file, v := range f.info.FileVersions {
		if file.FileStart <= n.Pos() && n.Pos() < file.FileEnd {
			return v != "" && version.Compare(v, "go1.22") < 0
		}
	}
	return false
}

// keeps reports whether a statement captures v in a literal or takes its address.
func (f *fun) keeps(s ast.Stmt, v *types.Var) (found bool) {
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			ast.Inspect(n, func(m ast.Node) bool {
				if id, ok := m.(*ast.Ident); ok && f.info.Uses[id] == v {
					found = true
				}
				return true
			})
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && f.root(n.X) == v
		case *ast.SelectorExpr:
			found = found || f.takesAddress(n) && f.root(n.X) == v
		}
		return true
	})
	return found
}

func (f *fun) branchStmt(s *ast.BranchStmt) {
	label := ""
	if s.Label != nil {
		label = s.Label.Name
	}
	switch s.Tok {
	case token.GOTO:
		f.gotoStmt(s)
		return
	case token.FALLTHROUGH:
		return // the switch has seen it
	}
	for i := len(f.scope.targets) - 1; i >= 0; i-- {
		t := f.scope.targets[i]
		if label != "" && t.label != label || label == "" && s.Tok == token.CONTINUE && !t.loop {
			continue
		}
		f.jump(t, s.Tok == token.CONTINUE)
		return
	}
	f.fail(s.Pos(), "%s without a statement that it could mean", strings.ToLower(s.Tok.String()))
}

// jump leaves or repeats t, which may lie outside of range-over-func bodies around the current place.
func (f *fun) jump(t *target, repeat bool) {
	if t.depth < len(f.scope.ranges) {
		f.leaveRange(exit{to: t, repeat: repeat})
		return
	}
	if repeat {
		t.repeat()
	} else {
		t.leave()
	}
}

// switchStmt is a chain of ifs.
func (f *fun) switchStmt(s *ast.SwitchStmt, label string) {
	if s.Init != nil {
		f.stmt(s.Init, "")
	}
	var tag *ir.Value
	var tagType types.Type
	if s.Tag != nil {
		tagType = f.typeOf(s.Tag)
		f.try(func() { tag = f.exprAs(s.Tag, tagType) })
	}
	var clauses []*ast.CaseClause
	def := -1
	for _, c := range s.Body.List {
		cc := c.(*ast.CaseClause)
		if cc.List == nil {
			def = len(clauses)
		}
		clauses = append(clauses, cc)
	}
	f.leaving(func(leave func()) {
		f.push(&target{label: label, leave: leave})
		f.cases(clauses, 0, def, func(e ast.Expr) *ir.Value {
			if s.Tag == nil {
				return f.expr(e)
			}
			if f.isNil(e) {
				f.fail(e.Pos(), "comparisons with nil are not compiled")
			}
			if tag == nil {
				panic(bail{})
			}
			v := f.exprAs(e, f.caseType(e, tagType))
			return f.compare(token.EQL, tag, v, e.Pos())
		})
		f.pop()
	})
}

// caseType is the type in which a case's expression is compared with the tag.
func (f *fun) caseType(e ast.Expr, tag types.Type) types.Type {
	if f.constant(e) != nil {
		return tag
	}
	return f.typeOf(e)
}

// cases translates clauses from i on; def is the default clause, which is tried last.
func (f *fun) cases(clauses []*ast.CaseClause, i, def int, matches func(ast.Expr) *ir.Value) {
	if i == def {
		i++
	}
	if i >= len(clauses) {
		if def >= 0 {
			f.clause(clauses, def)
		}
		return
	}
	var cond *ir.Value
	if !f.try(func() { cond = f.anyCase(clauses[i].List, matches) }) {
		cond = f.b.Bool(true)
	}
	f.at(clauses[i].Pos())
	f.branch(cond, func() { f.clause(clauses, i) }, func() { f.cases(clauses, i+1, def, matches) })
}

// anyCase is whether one of the expressions matches, tried from left to right.
func (f *fun) anyCase(list []ast.Expr, matches func(ast.Expr) *ir.Value) *ir.Value {
	cond := matches(list[0])
	for _, e := range list[1:] {
		b := f.b
		probe := ir.NewRegion(nil)
		f.b = b.In(probe)
		c := matches(e)
		f.b = b
		f.at(e.Pos())
		cond = f.join(ir.OpOr, cond, probe, c)
	}
	return cond
}

// clause translates the body of clause i, and where it falls through, that of the next.
func (f *fun) clause(clauses []*ast.CaseClause, i int) {
	body := clauses[i].Body
	f.stmts(body)
	if n := len(body); n > 0 && f.live {
		if br, ok := body[n-1].(*ast.BranchStmt); ok && br.Tok == token.FALLTHROUGH {
			f.clause(clauses, i+1)
		}
	}
}
