package vet

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/hone-go/hone/internal/check"
)

// fix is a change of the program that makes a function one that is compiled.
type fix struct {
	suggested analysis.SuggestedFix
	related   []analysis.RelatedInformation
}

// sums offers hone.Sum to functions that stay plain for the order of a sum: those that gain nothing while floats are added up in Go's order, and those that add up in a loop
// that is declared parallel. The program is checked anew with all of it: what does not help is not offered. The result has one element for each finding, or nil.
func (v *vetting) sums(found []check.Finding) []*fix {
	fixes := make([]*fix, len(found))
	var edits []analysis.TextEdit
	for i, f := range found {
		if fixes[i] = v.sum(f); fixes[i] != nil {
			edits = append(edits, fixes[i].suggested.TextEdits...)
		}
	}
	if len(edits) == 0 {
		return fixes
	}
	texts, err := v.changed(edits)
	var after *check.Project
	if err == nil {
		after, err = v.load(texts)
	}
	for i, f := range found {
		if fixes[i] != nil && (err != nil || !compiled(after, f.Honed)) {
			fixes[i] = nil
		}
	}
	return fixes
}

// compiled reports whether a honed function of one project is compiled in another.
func compiled(p *check.Project, h *check.Honed) bool {
	return slices.ContainsFunc(p.Honed, func(x *check.Honed) bool {
		return x.Pkg.Path == h.Pkg.Path && x.Title() == h.Title() && x.Outcome().Status == check.Compiled
	})
}

// changed gives the texts of files with edits made, beside those that are not on disk.
func (v *vetting) changed(edits []analysis.TextEdit) (map[string][]byte, error) {
	slices.SortFunc(edits, func(a, b analysis.TextEdit) int { return cmp.Compare(b.Pos, a.Pos) })
	edits = slices.CompactFunc(edits, func(a, b analysis.TextEdit) bool { return a.Pos == b.Pos }) // a function that is honed twice
	texts := maps.Clone(v.texts)
	done := map[string]bool{}
	for _, e := range edits {
		tf := v.pass.Fset.File(e.Pos)
		text := texts[tf.Name()]
		if text == nil {
			var err error
			if text, err = v.pass.ReadFile(tf.Name()); err != nil {
				return nil, err
			}
		}
		if !done[tf.Name()] {
			text, done[tf.Name()] = slices.Clone(text), true
		}
		texts[tf.Name()] = slices.Replace(text, tf.Offset(e.Pos), tf.Offset(e.End), e.NewText...)
	}
	return texts, nil
}

// sum is what could be offered for one finding, or nil.
func (v *vetting) sum(f check.Finding) *fix {
	if f.Honed == nil {
		return nil
	}
	nothing := f.Honed.Outcome().Status == check.Nothing
	if !nothing && len(f.Honed.Why) == 0 {
		return nil
	}
	at := v.pos(f.Pos) // of a reason: where something is assigned
	within := at
	if nothing {
		within = v.pos(f.Honed.Func)
	}
	file, body := v.function(within)
	if body == nil {
		return nil
	}
	x := &fix{}
	rounds := false
	ast.Inspect(body, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		loop, ok := n.(ast.Stmt)
		if !ok || !nothing && (at < loop.Pos() || at >= loop.End()) {
			return true
		}
		s := v.sumOf(file, body, loop)
		if s == nil || s.parallel == nothing || nothing && !s.float {
			return true
		}
		rounds = rounds || s.float
		x.suggested.TextEdits = append(x.suggested.TextEdits, analysis.TextEdit{Pos: loop.Pos(), End: loop.End(), NewText: []byte(s.text)})
		if nothing {
			x.related = append(x.related, analysis.RelatedInformation{Pos: loop.Pos(), End: loop.End(), Message: "a sum in Go's order: one addition after the other"})
		}
		return false
	})
	x.suggested.Message = "add up with hone.Sum"
	if rounds {
		x.suggested.Message += " (this changes rounding: its order is not that of a loop)"
	}
	if len(x.suggested.TextEdits) == 0 || rounds && ofDriver("fix") == "true" { // what changes results is for people to decide on, not for -fix
		return nil
	}
	return x
}

// function finds the innermost function around a place, or whose name is there.
func (v *vetting) function(at token.Pos) (file *ast.File, body *ast.BlockStmt) {
	for _, f := range v.pass.Files {
		if at < f.FileStart || at >= f.FileEnd {
			continue
		}
		file = f
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil || at < n.Pos() || at >= n.End() {
				return false
			}
			switch n := n.(type) {
			case *ast.FuncDecl:
				body = n.Body
			case *ast.FuncLit:
				body = n.Body
			}
			return true
		})
	}
	return file, body
}

// honeName is what a file calls package hone at a place, "" if it doesn't, and whether the predeclared names mean there what they do elsewhere.
func (v *vetting) honeName(at token.Pos, predeclared ...string) string {
	scope := v.pass.Pkg.Scope().Innermost(at)
	if scope == nil {
		return ""
	}
	for _, name := range predeclared {
		if _, o := scope.LookupParent(name, at); o == nil || o.Parent() != types.Universe {
			return ""
		}
	}
	for s := scope; s != nil; s = s.Parent() {
		for _, name := range s.Names() {
			if p, ok := s.Lookup(name).(*types.PkgName); ok && p.Imported().Path() == honePath {
				if _, o := scope.LookupParent(name, at); o == p {
					return name
				}
			}
		}
	}
	return ""
}

// text is the source of a node.
func (v *vetting) text(n ast.Node) (string, error) {
	tf := v.pass.Fset.File(n.Pos())
	all, err := v.pass.ReadFile(tf.Name())
	if err != nil {
		return "", err
	}
	from, to := tf.Offset(n.Pos()), tf.Offset(n.End())
	if to > len(all) {
		return "", fmt.Errorf("%s has changed", tf.Name())
	}
	return string(all[from:to]), nil
}
