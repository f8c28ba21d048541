package source

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// A function whose body is assembly has mostly a twin: the Go function that takes its place where there is no assembly for the machine, or where a build tag
// such as noasm or purego asks for it. That is what is compiled, unless it carries floats from one iteration to the next, in sums, say, which assembly makes in
// another order; or unless it is never called there, as what the package asks about the CPU is false in that build. A package with such functions is checked
// with their twins in their place, and as it stands if that fails.

// anyMachine chooses files as the go command does for a machine for which nobody has written assembly.
var anyMachine = func() *build.Context {
	c := build.Default
	c.GOARCH, c.GOOS, c.CgoEnabled, c.ToolTags = "any", runtime.GOOS, false, nil
	c.BuildTags = []string{"noasm", "purego", "safe", "appengine"}
	return &c
}()

// forAnyMachine reports a file that belongs to the package on such a machine.
func forAnyMachine(name string) bool {
	ok, err := anyMachine.MatchFile(filepath.Dir(name), filepath.Base(name))
	return err == nil && ok
}

// noteUnbuilt notes what only the files declare that stand in for the package's own: the program doesn't have it.
func (pkg *Package) noteUnbuilt(files []*ast.File) {
	built := map[string]bool{}
	for _, n := range declaredIn(files) {
		built[n] = true
	}
	pkg.unbuilt = map[string]bool{}
	for _, n := range declaredIn(pkg.Files) {
		pkg.unbuilt[n] = !built[n]
	}
}

// twins gives the files of the package with functions that have no body replaced by their twins; nil if there are none.
func (pkg *Package) twins(fset *token.FileSet, files []*ast.File, all map[string]*Package) []*ast.File {
	bodyless, names := map[string]bool{}, map[string]bool{}
	for _, n := range declaredIn(files) {
		names[n] = true
	}
	for _, f := range files {
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Body == nil && fd.Recv == nil {
				bodyless[fd.Name.Name] = true
			}
		}
	}
	if len(bodyless) == 0 {
		return nil
	}
	found := map[string]bool{}
	pkg.otherOrder = map[string]bool{}
	var more []*ast.File
	for _, name := range pkg.listed.IgnoredFiles {
		if f := otherFile(fset, name, pkg.Name); f != nil && pkg.takeTwins(f, bodyless, names, found, all) {
			more = append(more, f)
		}
	}
	if len(found) == 0 {
		return nil
	}
	out := make([]*ast.File, len(files), len(files)+len(more))
	for i, f := range files {
		without := *f
		without.Decls = slices.DeleteFunc(slices.Clone(f.Decls), func(d ast.Decl) bool {
			fd, ok := d.(*ast.FuncDecl)
			return ok && fd.Body == nil && fd.Recv == nil && found[fd.Name.Name]
		})
		out[i] = &without
	}
	return append(out, more...)
}

// declared lists what a declaration declares in a package.
func declared(d ast.Decl) (names []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return []string{d.Name.Name}
		}
		return []string{"(method)"}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				names = append(names, s.Name.Name)
			case *ast.ValueSpec:
				for _, id := range s.Names {
					names = append(names, id.Name)
				}
			}
		}
	}
	return names
}

// declaredIn lists what files declare in a package.
func declaredIn(files []*ast.File) (names []string) {
	for _, f := range files {
		for _, d := range f.Decls {
			names = append(names, declared(d)...)
		}
	}
	return names
}

// otherFile parses a file that isn't part of this build, if it is for machines of which nothing is known.
func otherFile(fset *token.FileSet, name, pkgName string) *ast.File {
	if strings.HasSuffix(name, "_test.go") || !forAnyMachine(name) {
		return nil
	}
	f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil || f.Name.Name != pkgName {
		return nil
	}
	return f
}

// takeTwins leaves in f the twins, and what else the package doesn't declare; it reports whether there are any. What f imports has to be loaded.
func (pkg *Package) takeTwins(f *ast.File, bodyless, names, found map[string]bool, all map[string]*Package) bool {
	any := false
	f.Decls = slices.DeleteFunc(f.Decls, func(d ast.Decl) bool {
		fd, ok := d.(*ast.FuncDecl)
		if ok && fd.Recv == nil && fd.Body != nil && bodyless[fd.Name.Name] && !found[fd.Name.Name] {
			if neverCalled(fd) {
				return true
			}
			if floatsIn(fd) && carriesFloats(fd) {
				pkg.otherOrder[fd.Name.Name] = true
				return true
			}
			any = true
			return false
		}
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			return false
		}
		return slices.ContainsFunc(declared(d), func(n string) bool { return names[n] || n == "init" || n == "_" || n == "(method)" })
	})
	if !any || !pkg.keepImports(f, all) {
		return false
	}
	for _, d := range f.Decls {
		for _, n := range declared(d) {
			names[n] = true
			if fd, ok := d.(*ast.FuncDecl); ok && bodyless[fd.Name.Name] {
				found[n] = true
			}
		}
	}
	return true
}

// neverCalled reports a function that is there so that the package compiles where something else sees to it that it isn't called: it does nothing, or panics.
func neverCalled(fd *ast.FuncDecl) bool {
	if len(fd.Body.List) != 1 {
		return len(fd.Body.List) == 0
	}
	switch x := fd.Body.List[0].(type) {
	case *ast.ReturnStmt:
		return len(x.Results) == 0 && fd.Type.Results == nil
	case *ast.ExprStmt:
		call, ok := x.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		id, ok := call.Fun.(*ast.Ident)
		return ok && id.Name == "panic"
	}
	return false
}

// qualifiers are the names that stand before a dot in a file, as those of packages do.
func qualifiers(f *ast.File) map[string]bool {
	named := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok {
				named[id.Name] = true
			}
		}
		return true
	})
	return named
}

// keepImports takes imports out of f that what is left of it doesn't name, and sees to it that the others are known.
func (pkg *Package) keepImports(f *ast.File, all map[string]*Package) bool {
	named := qualifiers(f)
	known := true
	keep := func(s *ast.ImportSpec) bool {
		of, err := strconv.Unquote(s.Path.Value)
		as := path.Base(of)
		if s.Name != nil {
			as = s.Name.Name
		}
		if err != nil || !named[as] {
			return false
		}
		if pkg.imports[of] == nil {
			dep := all[of]
			if known = known && dep != nil && dep.Module == ""; known { // the standard library imports nothing of modules
				pkg.imports[of] = dep
			}
		}
		return true
	}
	f.Decls = slices.DeleteFunc(f.Decls, func(d ast.Decl) bool {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.IMPORT {
			return false
		}
		g.Specs = slices.DeleteFunc(g.Specs, func(s ast.Spec) bool { return !keep(s.(*ast.ImportSpec)) })
		return len(g.Specs) == 0
	})
	return known
}
