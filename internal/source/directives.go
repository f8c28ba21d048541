package source

import (
	"cmp"
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/nearest"
)

const (
	directivePrefix = "//hone:"
	filterName      = "filter" // of a function, see filter.go
	mustName        = "must"   // of a honed variable, or of the function: it has to be compiled
)

var directives = []string{filterName, mustName}

// directive gives the name of a comment's directive and what follows it, and an empty name if it is none of hone's.
func directive(c *ast.Comment) (name, rest string) {
	text, ok := strings.CutPrefix(c.Text, directivePrefix)
	if !ok {
		return "", ""
	}
	if end := strings.IndexAny(text, " \t"); end >= 0 {
		return text[:end], text[end:]
	}
	return text, ""
}

// Misspelt lists directives in the root packages that nothing comes of: of names that there are none of, or where they stand at nothing that they could be about.
func (p *Program) Misspelt() []Reason {
	var rs []Reason
	for _, pkg := range p.Roots {
		for _, f := range pkg.Files {
			about := directed(pkg, f)
			for _, g := range f.Comments {
				for _, c := range g.List {
					if msg := misspelt(c, about[g]); msg != "" {
						rs = append(rs, Reason{p.position(c.Pos()), msg})
					}
				}
			}
		}
	}
	slices.SortFunc(rs, func(a, b Reason) int {
		return cmp.Or(cmp.Compare(a.Pos.Filename, b.Pos.Filename), cmp.Compare(a.Pos.Offset, b.Pos.Offset))
	})
	return slices.Compact(rs) // a package and its tests share files
}

// directed finds the comments of a file in which directives may stand, with the names of those that may.
func directed(pkg *Package, f *ast.File) map[*ast.CommentGroup][]string {
	about := map[*ast.CommentGroup][]string{}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			about[d.Doc] = directives
		case *ast.GenDecl:
			for _, s := range d.Specs {
				spec, ok := s.(*ast.ValueSpec)
				if !ok || !slices.ContainsFunc(spec.Values, func(v ast.Expr) bool {
					call, ok := ast.Unparen(v).(*ast.CallExpr)
					return ok && isHoneFunc(pkg.Info, call)
				}) {
					continue
				}
				for _, g := range []*ast.CommentGroup{d.Doc, spec.Doc, spec.Comment} {
					about[g] = []string{mustName}
				}
			}
		}
	}
	return about
}

// misspelt says what is wrong with a comment, if it is meant as a directive. names may stand here.
func misspelt(c *ast.Comment, names []string) string {
	name, _ := directive(c)
	if name == "" {
		if text, ok := strings.CutPrefix(c.Text, "// hone:"); ok && len(names) > 0 {
			if word, _, _ := strings.Cut(text, " "); slices.Contains(directives, word) {
				return fmt.Sprintf("a directive has no space behind its //: %s%s", directivePrefix, word)
			}
		}
		return ""
	}
	switch {
	case !slices.Contains(directives, name):
		msg := fmt.Sprintf("there is no directive %s%s", directivePrefix, name)
		if n := nearest.Of(name, directives); n != "" {
			return fmt.Sprintf("%s; did you mean %s%s?", msg, directivePrefix, n)
		}
		return fmt.Sprintf("%s: there are %s%s", msg, directivePrefix, strings.Join(directives, " and "+directivePrefix))
	case !slices.Contains(names, name) && name == filterName:
		return "a //hone:filter stands in the doc comment of a function"
	case !slices.Contains(names, name):
		return "a //hone:must stands in the comment of a variable made by hone.Func, or of a function"
	}
	return ""
}

// required reports whether one of the comments has a //hone:must.
func required(comments ...*ast.CommentGroup) bool {
	return slices.ContainsFunc(comments, func(g *ast.CommentGroup) bool {
		return g != nil && slices.ContainsFunc(g.List, func(c *ast.Comment) bool {
			name, _ := directive(c)
			return name == mustName
		})
	})
}
