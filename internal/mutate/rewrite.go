//go:build unix

package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// livePath is the package that mutated code asks.
const livePath = "github.com/hone-go/hone/internal/mutate/live"

// alias is its name in mutated code.
const alias = "live_"

// A mutant is one change of one condition.
type mutant struct {
	ID   int    `json:"-"`
	File string // below the module's root
	Func string // the function around, Type.method for a method
	Text string // what is changed
	Kind string // how: false, true, wider, narrower, case, +1, -1
	Nth  int    // which of the function's conditions of this text
	Line int    `json:"-"`
	Safe bool   `json:"-"` // the function can but do less for it: what is lost is profit
}

// name says which mutant it is as long as its function isn't rewritten.
func (m *mutant) name() string {
	s := fmt.Sprintf("%s %s %q %s", m.File, m.Func, m.Text, m.Kind)
	if m.Nth > 0 {
		s += fmt.Sprintf(" #%d", m.Nth+1)
	}
	return s
}

// An edit inserts text at an offset, after dropping what stands there.
type edit struct {
	at, drop int
	text     string
}

// rewriter makes the text of one file that holds all its mutants.
type rewriter struct {
	pkg      *packages.Package
	src      []byte
	file     string // below the module's root
	notes    *notes
	fn       string
	refusal  *refusal // of the function at hand
	nth      map[string]int
	mutants  []*mutant
	next     *int // the first number that is free
	opens    []edit
	closes   []edit
	integers bool // constants, too
}

// direction says what a condition that comes out true (1) or false (-1) more often does: less than was asked for, which is safe. 0: who knows.
type direction int

func (d direction) not() direction { return -d }

// rewrite gives the file's text with its mutants in it.
func (w *rewriter) rewrite(f *ast.File) []byte {
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		w.fn = funcName(fn)
		w.nth = map[string]int{}
		w.refusal = w.notes.refusal(w.file, w.fn)
		w.integers = w.notes.has("constants", w.file, w.fn)
		w.block(fn.Body)
	}
	if len(w.mutants) == 0 {
		return w.src
	}
	w.opens = append(w.opens, edit{w.offset(f.Name.End()), 0, "; import " + alias + " \"" + livePath + "\""})
	return w.apply()
}

func funcName(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return fn.Name.Name
	}
	t := fn.Recv.List[0].Type
	if p, ok := t.(*ast.StarExpr); ok {
		t = p.X
	}
	if p, ok := t.(*ast.IndexExpr); ok {
		t = p.X
	}
	return types.ExprString(t) + "." + fn.Name.Name
}

func (w *rewriter) offset(p token.Pos) int { return w.pkg.Fset.Position(p).Offset }

func (w *rewriter) text(n ast.Node) string { return string(w.src[w.offset(n.Pos()):w.offset(n.End())]) }

// apply makes the edits: at one place what ends comes before what begins, the inner before the outer ends, the outer before the inner begins.
func (w *rewriter) apply() []byte {
	slices.Reverse(w.closes)
	all := append(slices.Clone(w.closes), w.opens...)
	slices.SortStableFunc(all, func(a, b edit) int { return a.at - b.at })
	var out strings.Builder
	at := 0
	for _, e := range all {
		out.Write(w.src[at:e.at])
		out.WriteString(e.text)
		at = e.at + e.drop
	}
	out.Write(w.src[at:])
	return []byte(out.String())
}

// block looks for conditions in a statement or expression.
func (w *rewriter) block(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			w.optional(n.Init)
			w.condition(n.Cond, w.guards(n.Body))
			w.block(n.Body)
			w.optional(n.Else)
			return false
		case *ast.ForStmt:
			if n.Post == nil && n.Cond != nil { // a count would only run away
				w.optional(n.Init)
				w.condition(n.Cond, 0)
				w.block(n.Body)
				return false
			}
			w.optional(n.Init)
			w.block(n.Body)
			return false
		case *ast.SwitchStmt:
			w.optional(n.Init)
			if n.Tag != nil {
				w.block(n.Tag)
			}
			for _, c := range n.Body.List {
				c := c.(*ast.CaseClause)
				for _, x := range c.List {
					if n.Tag == nil {
						w.condition(x, w.guards(&ast.BlockStmt{List: c.Body}))
					} else {
						w.caseValue(x, n.Tag)
					}
				}
				for _, s := range c.Body {
					w.block(s)
				}
			}
			return false
		case *ast.ReturnStmt:
			for i, x := range n.Results {
				d := direction(0)
				if i == len(n.Results)-1 {
					d = w.refusal.returns()
				}
				w.condition(x, d)
			}
			return false
		case *ast.AssignStmt:
			for i, x := range n.Rhs {
				d := direction(0)
				if len(n.Lhs) == len(n.Rhs) {
					d = w.refusal.variable(w.text(n.Lhs[i]))
				}
				w.condition(x, d)
			}
			return false
		case *ast.ExprStmt: // nobody looks at what it gives
			w.inside(n.X)
			return false
		case *ast.GenDecl:
			return n.Tok != token.CONST
		case *ast.ValueSpec:
			for _, x := range n.Values {
				w.condition(x, 0)
			}
			return false
		case *ast.RangeStmt:
			w.block(n.X)
			w.block(n.Body)
			return false
		case *ast.FuncLit: // its results are not the function's
			was := w.refusal
			w.refusal = was.inside()
			w.block(n.Body)
			w.refusal = was
			return false
		case *ast.SelectorExpr:
			if w.isBool(n) {
				w.condition(n, 0)
			} else {
				w.block(n.X)
			}
			return false
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				if c, ok := n.X.(*ast.CompositeLit); ok {
					w.block(c)
				}
				return false
			}
			if w.isBool(n) {
				w.condition(n, 0)
				return false
			}
			w.integer(n)
		case *ast.KeyValueExpr:
			w.condition(n.Value, w.refusal.variable(w.text(n.Key)))
			return false
		case ast.Expr:
			if w.isBool(n) {
				w.condition(n, 0)
				return false
			}
			w.integer(n)
		}
		return true
	})
}

func (w *rewriter) optional(n ast.Stmt) {
	if n != nil {
		w.block(n)
	}
}

// guards: a condition of leaving with the refusal is safe to hold more often.
func (w *rewriter) guards(body *ast.BlockStmt) direction {
	if len(body.List) == 0 {
		return 0
	}
	switch s := body.List[len(body.List)-1].(type) {
	case *ast.ReturnStmt:
		if len(s.Results) > 0 && w.refusal != nil && w.text(s.Results[len(s.Results)-1]) == w.refusal.value {
			return 1
		}
		if len(s.Results) == 0 && w.refusal != nil && w.refusal.value == "return" {
			return 1
		}
	case *ast.BranchStmt:
		if w.refusal != nil && w.refusal.value == s.Tok.String() {
			return 1
		}
	}
	return 0
}

func (w *rewriter) isBool(x ast.Expr) bool {
	t := w.pkg.TypesInfo.TypeOf(x)
	if t == nil || w.pkg.TypesInfo.Types[x].IsType() || w.pkg.TypesInfo.Types[x].Value != nil {
		return false
	}
	b, ok := t.(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// condition takes x apart into what it combines.
func (w *rewriter) condition(x ast.Expr, d direction) {
	if !w.isBool(x) {
		w.block(x)
		return
	}
	switch y := x.(type) {
	case *ast.ParenExpr:
		w.condition(y.X, d)
		return
	case *ast.UnaryExpr:
		if y.Op == token.NOT {
			w.condition(y.X, d.not())
			return
		}
	case *ast.BinaryExpr:
		if y.Op == token.LAND || y.Op == token.LOR {
			w.condition(y.X, d)
			w.condition(y.Y, d)
			return
		}
		w.comparison(y, d)
		return
	}
	if t, ok := w.pkg.TypesInfo.Types[x]; ok && t.HasOk() {
		return // v, ok := m[k] has two values
	}
	id := w.mutant(x, d, "false", "true")
	w.wrap(x, fmt.Sprintf(alias+".Is(%d, ", id))
	w.inside(x)
}

// inside looks at the parts of x.
func (w *rewriter) inside(x ast.Expr) {
	switch x := x.(type) {
	case *ast.CallExpr:
		w.inside(x.Fun)
		for _, a := range x.Args {
			w.block(a)
		}
	case *ast.SelectorExpr:
		w.inside(x.X)
	case *ast.IndexExpr:
		w.block(x.X)
		w.block(x.Index)
	case *ast.FuncLit:
		w.block(x)
	}
}

func (w *rewriter) wrap(x ast.Expr, call string) {
	w.opens = append(w.opens, edit{w.offset(x.Pos()), 0, call})
	w.closes = append(w.closes, edit{w.offset(x.End()), 0, ")"})
}

// comparison handles x op y. What package live has is <, <= and ==; the others are their negations, which keeps the order of evaluation.
func (w *rewriter) comparison(b *ast.BinaryExpr, d direction) {
	call, negated, kinds := "", false, []string{"false", "true", "wider", "narrower"}
	switch b.Op {
	case token.LSS, token.GEQ:
		call, negated = "Less", b.Op == token.GEQ
	case token.LEQ, token.GTR:
		call, negated = "AtMost", b.Op == token.GTR
	case token.EQL, token.NEQ:
		if w.isConst(b.X) || w.isConst(b.Y) {
			call, negated, kinds = "Equal", b.Op == token.NEQ, []string{"false", "true", "+1", "-1"}
		}
	}
	if t, ok := w.operandType(b).(*types.Basic); call == "" || !ok || t.Info()&types.IsInteger == 0 {
		w.wrap(b, fmt.Sprintf(alias+".Is(%d, ", w.mutant(b, d, "false", "true")))
	} else {
		call = alias + "." + call
		if negated {
			call = "!" + call
			kinds[0], kinds[1] = kinds[1], kinds[0]
			if kinds[2] == "wider" {
				kinds[2], kinds[3] = kinds[3], kinds[2]
			}
		}
		w.wrap(b, fmt.Sprintf("%s(%d, ", call, w.mutant(b, d, kinds...)))
		w.opens = append(w.opens, edit{w.offset(b.OpPos), len(b.Op.String()), ","})
	}
	w.block(b.X)
	w.block(b.Y)
}

// operandType is the type in which two values are compared.
func (w *rewriter) operandType(b *ast.BinaryExpr) types.Type {
	t := w.pkg.TypesInfo.TypeOf(b.X)
	if w.isConst(b.X) {
		t = w.pkg.TypesInfo.TypeOf(b.Y)
	}
	return t
}

func (w *rewriter) isConst(x ast.Expr) bool { return w.pkg.TypesInfo.Types[x].Value != nil }

// caseValue handles a value of a switch with a tag.
func (w *rewriter) caseValue(x, tag ast.Expr) {
	t := w.pkg.TypesInfo.TypeOf(tag)
	b, ok := t.Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsInteger == 0 || !w.isConst(x) {
		return
	}
	simple := true
	ast.Inspect(tag, func(n ast.Node) bool {
		_, call := n.(*ast.CallExpr)
		simple = simple && !call
		return true
	})
	if !simple {
		return
	}
	id := w.mutant(x, 0, "case")
	w.opens = append(w.opens, edit{w.offset(x.Pos()), 0, fmt.Sprintf(alias+".Case(%d, ", id)})
	w.closes = append(w.closes, edit{w.offset(x.End()), 0, ", " + w.text(tag) + ")"})
}

// integer handles a constant of a plain integer type that takes part in arithmetic or is an argument.
func (w *rewriter) integer(x ast.Expr) {
	if !w.integers {
		return
	}
	tv := w.pkg.TypesInfo.Types[x]
	basic, ok := tv.Type.(*types.Basic)
	if !ok || tv.Value == nil || tv.Value.Kind() != constant.Int || basic.Info()&types.IsInteger == 0 || basic.Info()&types.IsUntyped != 0 {
		return
	}
	lit := x
	if u, ok := x.(*ast.UnaryExpr); ok && u.Op == token.SUB {
		lit = u.X
	}
	if _, ok := lit.(*ast.BasicLit); !ok {
		return
	}
	id := w.mutant(x, 0, "+1", "-1")
	w.wrap(x, fmt.Sprintf(alias+".Int[%s](%d, ", basic.Name(), id))
}

// mutant notes the mutants of x, and gives the first one's number.
func (w *rewriter) mutant(x ast.Expr, d direction, kinds ...string) int {
	id := *w.next
	text := strings.Join(strings.Fields(w.text(x)), " ")
	for i, kind := range kinds {
		m := &mutant{ID: id + i, File: w.file, Func: w.fn, Text: text, Kind: kind, Line: w.pkg.Fset.Position(x.Pos()).Line}
		m.Nth = w.nth[text+" "+kind]
		w.nth[text+" "+kind]++
		switch kind {
		case "true", "wider":
			m.Safe = d > 0
		case "false", "narrower":
			m.Safe = d < 0
		}
		w.mutants = append(w.mutants, m)
	}
	*w.next += len(kinds)
	return id
}

// rewritePackage gives the texts of the files of a package that are in scope, by absolute name.
func rewritePackage(pkg *packages.Package, root string, files []string, n *notes, read func(string) ([]byte, error), next *int) (map[string][]byte, []*mutant, error) {
	out := map[string][]byte{}
	var all []*mutant
	for i, f := range pkg.Syntax {
		name := pkg.CompiledGoFiles[i]
		rel, err := filepath.Rel(root, name)
		if err != nil || !slices.Contains(files, filepath.ToSlash(rel)) {
			continue
		}
		src, err := read(name)
		if err != nil {
			return nil, nil, err
		}
		w := &rewriter{pkg: pkg, src: src, file: filepath.ToSlash(rel), notes: n, next: next}
		out[name] = w.rewrite(f)
		all = append(all, w.mutants...)
	}
	return out, all, nil
}
