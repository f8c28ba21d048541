package source

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/hone-go/hone/internal/origin"
)

// Of packages whose functions nobody compiles, only the declarations matter that somebody names who is read: the type checker's work, and the parser's, is for these. Of
// the hundred and fifty packages behind a program that imports fmt and hone, some ten are read so.

// need is what is needed of the packages.
type need struct {
	p       *Program
	all     map[string]*Package
	overlay map[string][]byte
	cpus    chan struct{}
	todo    []*Package // to be parsed
}

// neededOf parses the packages that are needed, and leaves of those of which only declarations are read the ones that somebody names.
func (p *Program) neededOf(all map[string]*Package, opts Options) {
	n := &need{p: p, all: all, overlay: opts.Overlay, cpus: make(chan struct{}, runtime.GOMAXPROCS(0))}
	for _, pkg := range all {
		if pkg.ofModule() {
			n.come(pkg)
		}
		if opts.Open {
			n.ask(pkg, "")
		}
	}
	for len(n.todo) > 0 {
		now := n.todo
		n.todo = nil
		n.parse(now)
		for _, pkg := range now {
			n.names(pkg)
		}
	}
	for _, pkg := range all {
		if pkg.names != nil {
			pkg.parsed = pkg.names.kept(pkg)
		}
	}
}

// come has a package be read.
func (n *need) come(pkg *Package) {
	if !pkg.needed {
		pkg.needed = true
		n.todo = append(n.todo, pkg)
	}
}

// parse parses packages, several at a time.
func (n *need) parse(pkgs []*Package) {
	var wg sync.WaitGroup
	for _, pkg := range pkgs {
		wg.Go(func() {
			n.cpus <- struct{}{}
			defer func() { <-n.cpus }()
			pkg.parsed = pkg.parse(n.p.fset, n.overlay)
			if pkg.ofModule() {
				pkg.stand = pkg.twins(n.p.fset, pkg.parsed, n.all)
			} else {
				pkg.stand = pkg.withAdded(n.p.fset, pkg.parsed)
			}
			if !pkg.full() || pkg.isLibrary() {
				pkg.names = namesIn(pkg)
			}
		})
	}
	wg.Wait()
}

// isLibrary reports package hone for those who only import it. Its functions may be called in what is compiled, but not those of the files that are the compiler's.
func (pkg *Package) isLibrary() bool { return pkg.Path == honePath && !pkg.asked }

// isCompilers reports a file of package hone that imports the compiler, by way of package link.
func isCompilers(f *ast.File) bool {
	return slices.ContainsFunc(f.Imports, func(s *ast.ImportSpec) bool {
		at, err := strconv.Unquote(s.Path.Value)
		return err == nil && strings.HasPrefix(at, honePath+"/")
	})
}

// names follows what a package names that has been parsed.
func (n *need) names(pkg *Package) {
	if pkg.names == nil {
		for _, files := range [][]*ast.File{pkg.parsed, pkg.stand} {
			for _, f := range files {
				of := importsOf(pkg, f)
				for _, dep := range of.all {
					n.come(dep)
				}
				for _, dep := range of.dotted {
					n.ask(dep, "")
				}
				n.follow(pkg, of, f)
			}
		}
		return
	}
	for name := range pkg.named {
		n.export(pkg, name)
	}
	pkg.named = nil
}

// follow asks for all that syntax in a file names of other packages, and of the package itself if that is read for its declarations.
func (n *need) follow(pkg *Package, of *imported, node ast.Node) {
	ast.Inspect(node, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.SelectorExpr:
			if id, ok := x.X.(*ast.Ident); ok && of.by[id.Name] != nil {
				n.ask(of.by[id.Name], x.Sel.Name)
				return false
			}
		case *ast.Ident:
			if pkg.names != nil {
				n.take(pkg, x.Name)
			}
		}
		return true
	})
}

// ask has a package declare a name; "": all that others may name.
func (n *need) ask(pkg *Package, name string) {
	n.come(pkg)
	switch {
	case pkg.parsed == nil: // names does it
		if pkg.named == nil {
			pkg.named = map[string]bool{}
		}
		pkg.named[name] = true
	case pkg.names != nil:
		n.export(pkg, name)
	}
}

// export takes a name that another package has for a declaration; of a wrong one what the type checker finds that may be meant.
func (n *need) export(pkg *Package, name string) {
	if name != "" && pkg.names.by[name] == nil {
		for meant := range pkg.names.by {
			if ast.IsExported(meant) && strings.EqualFold(meant, name) {
				n.take(pkg, meant)
			}
		}
	}
	n.take(pkg, name)
}

// take keeps what declares a name, with all that this names.
func (n *need) take(pkg *Package, name string) {
	if name == "" {
		for name := range pkg.names.by {
			if ast.IsExported(name) {
				n.take(pkg, name)
			}
		}
		return
	}
	for _, d := range pkg.names.by[name] {
		if pkg.names.keep[d.node] {
			continue
		}
		pkg.names.keep[d.node] = true
		for _, dep := range d.of.dotted {
			n.ask(dep, "")
		}
		for _, x := range d.looks {
			n.follow(pkg, d.of, x)
		}
	}
}

// imported are the packages that a file imports, by the names that it has for them.
type imported struct {
	all    []*Package
	by     map[string]*Package
	dotted []*Package // those whose names are its own
}

func importsOf(pkg *Package, f *ast.File) *imported {
	of := &imported{by: map[string]*Package{}}
	for _, s := range f.Imports {
		at, err := strconv.Unquote(s.Path.Value)
		dep := pkg.imports[at]
		if err != nil || dep == nil {
			continue
		}
		of.all = append(of.all, dep)
		if name := importName(s, dep, at); name == "." {
			of.dotted = append(of.dotted, dep)
		} else {
			of.by[name] = dep
		}
	}
	return of
}

// importName is the name that a file has for a package.
func importName(s *ast.ImportSpec, dep *Package, at string) string {
	switch {
	case s.Name != nil:
		return s.Name.Name
	case dep.Name != "":
		return dep.Name
	}
	return path.Base(at)
}

// names are the declarations of a package, by what they declare.
type names struct {
	by   map[string][]declares
	keep map[ast.Node]bool // a FuncDecl, a Spec, or the GenDecl of constants

	bodies bool               // functions are kept with them, but for those of the compiler's files
	bare   map[token.Pos]bool // the names of these
}

// declares is a declaration, or a part of one, and where it names others.
type declares struct {
	of    *imported // by its file
	node  ast.Node
	looks []ast.Node
}

// namesIn lists what a package declares. A method counts to its type.
func namesIn(pkg *Package) *names {
	n := &names{by: map[string][]declares{}, keep: map[ast.Node]bool{}, bodies: pkg.full(), bare: map[token.Pos]bool{}}
	for _, f := range pkg.parsed {
		of, bodies := importsOf(pkg, f), n.bodies && !isCompilers(f)
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				looks, name := []ast.Node{d.Type}, d.Name.Name
				if bodies && d.Body != nil {
					looks = append(looks, d.Body)
				}
				if d.Recv != nil {
					looks, name = append(looks, d.Recv), origin.Receiver(d.Recv.List[0].Type)
				}
				n.add(name, declares{of, d, looks})
			case *ast.GenDecl:
				n.specs(of, d)
			}
		}
	}
	return n
}

// add notes what declares a name; what begins a package, or is called by none, can't be named.
func (n *names) add(name string, d declares) {
	if name != "_" && name != "init" {
		n.by[name] = append(n.by[name], d)
	}
}

// specs adds what a declaration of types, variables or constants has. Constants stand together: what one is may be said by those before it.
func (n *names) specs(of *imported, d *ast.GenDecl) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			n.add(s.Name.Name, declares{of, s, []ast.Node{s}})
		case *ast.ValueSpec:
			v := declares{of, s, []ast.Node{s}}
			switch {
			case d.Tok == token.CONST:
				v = declares{of, d, []ast.Node{d}}
			case s.Type != nil && !n.bodies: // what it begins with isn't looked at
				v.looks = []ast.Node{s.Type}
			}
			for _, id := range s.Names {
				n.add(id.Name, v)
			}
		}
	}
}

// kept are the files with what is kept of them, and the imports that this names.
func (n *names) kept(pkg *Package) []*ast.File {
	var files []*ast.File
	for _, f := range pkg.parsed {
		with := *f
		with.Decls = nil
		bare := n.bodies && isCompilers(f)
		for _, d := range f.Decls {
			if d := n.part(d, bare); d != nil {
				with.Decls = append(with.Decls, d)
			}
		}
		with.Decls = append(importDecls(pkg, &with), with.Decls...)
		files = append(files, &with)
	}
	return files
}

// part is what is kept of a declaration, or nil.
func (n *names) part(d ast.Decl, bare bool) ast.Decl {
	g, ok := d.(*ast.GenDecl)
	switch {
	case n.keep[d] && !ok && bare:
		without := *d.(*ast.FuncDecl)
		without.Body = nil
		n.bare[without.Name.Pos()] = true
		return &without
	case n.keep[d]:
		return d
	case !ok || g.Tok == token.IMPORT:
		return nil
	}
	with := *g
	with.Specs = nil
	for _, s := range g.Specs {
		if !n.keep[s] {
			continue
		}
		if v, ok := s.(*ast.ValueSpec); ok && v.Type != nil && !n.bodies {
			typed := *v
			typed.Values = nil
			s = &typed
		}
		with.Specs = append(with.Specs, s)
	}
	if with.Specs == nil {
		return nil
	}
	return &with
}

// cut reports that an error is about a function that has lost its body: generic ones must have one.
func (n *names) cut(err error) bool {
	var te types.Error
	return n != nil && errors.As(err, &te) && n.bare[te.Pos]
}

// importDecls imports what a file's declarations name.
func importDecls(pkg *Package, f *ast.File) (decls []ast.Decl) {
	used := qualifiers(f)
	used["."] = true
	for _, s := range f.Imports {
		at, _ := strconv.Unquote(s.Path.Value)
		if dep := pkg.imports[at]; dep != nil && dep.needed && used[importName(s, dep, at)] {
			decls = append(decls, &ast.GenDecl{TokPos: s.Pos(), Tok: token.IMPORT, Specs: []ast.Spec{s}})
		}
	}
	return decls
}
