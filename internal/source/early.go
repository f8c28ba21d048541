package source

import (
	"fmt"
	"go/ast"
	"go/types"
	"path/filepath"
	"strings"
)

// Early lists the package variables that may be initialised with the Call of a honed variable before generated code has set it: those in
// files that sort before the generated file, called first, if their initialisers lead to the honed variable. The generated file comes first among
// the files of its kind, those of tests or the others.
func (p *Program) Early(h *Honed, first string) (rs []Reason) {
	of, ok := h.Pkg.Types.Scope().Lookup(h.Name).(*types.Var)
	if !ok {
		return nil
	}
	for _, file := range h.Pkg.Files {
		base := filepath.Base(p.fset.Position(file.Pos()).Filename)
		if base >= first || strings.HasSuffix(base, "_test.go") != strings.HasSuffix(first, "_test.go") {
			continue
		}
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok {
				for _, s := range g.Specs {
					if v, ok := s.(*ast.ValueSpec); ok && p.reaches(h.Pkg, v, of, map[types.Object]bool{}) {
						rs = append(rs, Reason{p.position(v.Pos()), fmt.Sprintf("this is initialised before %s.Call is the compiled function: "+
							"rename %s, so that it sorts behind %s", h.Name, base, first)})
					}
				}
			}
		}
	}
	return rs
}

// reaches reports whether a declaration of pkg refers to v, or to something of the package that does.
func (p *Program) reaches(pkg *Package, n ast.Node, v *types.Var, seen map[types.Object]bool) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || found {
			return !found
		}
		obj := pkg.Info.Uses[id]
		if obj == v {
			found = true
		}
		if obj == nil || obj.Pkg() != pkg.Types || seen[obj] {
			return true
		}
		seen[obj] = true
		switch obj := obj.(type) {
		case *types.Func:
			if d := p.decls[obj.Origin()]; d != nil {
				found = found || p.reaches(pkg, d.ast, v, seen)
			}
		case *types.Var:
			if pv := p.vars[obj]; pv != nil && pv.init != nil {
				found = found || p.reaches(pkg, pv.init, v, seen)
			}
		}
		return true
	})
	return found
}
