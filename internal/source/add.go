package source

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Add checks a package that exists only as a text, and adds it to the roots, in place of one of the same path. It may import what was
// loaded before, with Options.Open. It is for programs made at run time: no go command is run.
func (p *Program) Add(path, file, text string) (*Package, error) {
	p.drop(path)
	listed := &packages.Package{ID: path, PkgPath: path, GoFiles: []string{file}}
	if home := p.byPath[honePath]; home != nil {
		listed.Module = home.listed.Module
	}
	pkg := &Package{Path: path, Module: path, listed: listed, imports: maps.Clone(p.byPath), reached: true, done: make(chan struct{})}
	close(pkg.done)
	pkg.check(p.fset, pkg.parse(p.fset, map[string][]byte{file: []byte(text)}))
	if len(pkg.errs) > 0 {
		var lines []string
		for _, err := range pkg.errs {
			lines = append(lines, p.errorLines(err)...)
		}
		return nil, errors.New(strings.Join(lines, "\n"))
	}
	pkg.Name = pkg.Types.Name()
	p.Roots = append(p.Roots, pkg)
	p.index(map[string]*Package{path: pkg})
	p.all[path], p.readers = pkg, nil
	return pkg, nil
}

// drop forgets a package.
func (p *Program) drop(path string) {
	maps.DeleteFunc(p.all, func(_ string, pkg *Package) bool { return pkg.Path == path })
	p.readers = nil
	p.Roots = slices.DeleteFunc(p.Roots, func(pkg *Package) bool { return pkg.Path == path })
	maps.DeleteFunc(p.byPath, func(at string, _ *Package) bool { return at == path })
	for fn, d := range p.decls {
		if d.pkg.Path == path {
			delete(p.decls, fn)
		}
	}
	for v, d := range p.vars {
		if d.pkg.Path == path {
			delete(p.vars, v)
		}
	}
}
