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

// Misspelling is a directive that nothing comes of. If it is plain what was meant, To is to stand in place of From, which the comment begins with.
type Misspelling struct {
	Reason
	From, To string
}

// Misspelt lists directives in the root packages that nothing comes of: of names that there are none of, or where they stand at nothing that they could be about.
func (p *Program) Misspelt() []Misspelling {
	var ms []Misspelling
	for _, pkg := range p.Roots {
		for _, f := range pkg.Files {
			about := directed(pkg, f)
			for _, g := range f.Comments {
				for _, c := range g.List {
					if m := misspelt(c, about[g]); m.Msg != "" {
						m.Pos = p.position(c.Pos())
						ms = append(ms, m)
					}
				}
			}
		}
	}
	slices.SortFunc(ms, func(a, b Misspelling) int {
		return cmp.Or(cmp.Compare(a.Pos.Filename, b.Pos.Filename), cmp.Compare(a.Pos.Offset, b.Pos.Offset))
	})
	return slices.Compact(ms) // a package and its tests share files
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
func misspelt(c *ast.Comment, names []string) (m Misspelling) {
	instead := func(from, name string) {
		if slices.Contains(names, name) {
			m.From, m.To = from, directivePrefix+name
		}
	}
	name, _ := directive(c)
	if name == "" {
		if text, ok := strings.CutPrefix(c.Text, "// hone:"); ok && len(names) > 0 {
			if word, _, _ := strings.Cut(text, " "); slices.Contains(directives, word) {
				m.Msg = fmt.Sprintf("a directive has no space behind its //: %s%s", directivePrefix, word)
				instead("// hone:"+word, word)
			}
		}
		return m
	}
	switch {
	case !slices.Contains(directives, name):
		m.Msg = fmt.Sprintf("there is no directive %s%s", directivePrefix, name)
		if n := nearest.Of(name, directives); n != "" {
			m.Msg = fmt.Sprintf("%s; did you mean %s%s?", m.Msg, directivePrefix, n)
			instead(directivePrefix+name, n)
		} else {
			m.Msg = fmt.Sprintf("%s: there are %s%s", m.Msg, directivePrefix, strings.Join(directives, " and "+directivePrefix))
		}
	case !slices.Contains(names, name) && name == filterName:
		m.Msg = "a //hone:filter stands in the doc comment of a function"
	case !slices.Contains(names, name):
		m.Msg = "a //hone:must stands in the comment of a variable made by hone.Func, or of a function"
	}
	return m
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
