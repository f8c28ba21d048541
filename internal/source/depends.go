package source

import (
	"cmp"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/hone-go/hone/internal/origin"
)

// Dependence is a declaration that a honed function's code was made from.
type Dependence struct {
	Pkg  *Package
	File string // its base name
	Name string // as package origin has it: F, T.M, import "path"
}

// depends collects declarations: the functions and variables that the translation met, and the constants, types and imports that these name,
// in turn. Which functions are met, the translation knows best: a condition that is constant leaves some out.
type depends struct {
	prog  *Program
	seen  map[Dependence]bool
	list  []Dependence
	again map[string]*ast.File // files of which only the declarations were read: with syntax
}

// dependences lists what a unit was made from, the honed variable included.
func (u *unit) dependences(s site) []Dependence {
	d := &depends{prog: u.prog, seen: map[Dependence]bool{}, again: map[string]*ast.File{}}
	d.object(s.pkg.Types.Scope().Lookup(s.name.Name))
	for _, in := range append(u.insts[:len(u.insts):len(u.insts)], u.also...) {
		if in.decl != nil {
			d.add(in.pkg, in.decl.ast.Pos(), origin.FuncName(in.decl.ast), in.decl.ast)
		}
	}
	for v := range u.vars {
		d.object(v)
	}
	slices.SortFunc(d.list, func(a, b Dependence) int {
		return cmp.Or(cmp.Compare(a.Pkg.Path, b.Pkg.Path), cmp.Compare(a.File, b.File), cmp.Compare(a.Name, b.Name))
	})
	return d.list
}

// add adds a declaration and what it names.
func (d *depends) add(pkg *Package, pos token.Pos, name string, node ast.Node) {
	dep := Dependence{pkg, filepath.Base(d.prog.fset.Position(pos).Filename), name}
	if d.seen[dep] {
		return
	}
	d.seen[dep] = true
	d.list = append(d.list, dep)
	file := d.file(pkg, d.prog.fset.Position(pos).Filename)
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok {
				if from := d.imported(pkg, file, id); from != nil {
					if from.Types != nil {
						d.named(from.Types.Scope().Lookup(n.Sel.Name))
					}
					return false
				}
			}
		case *ast.Ident:
			if pkg.Info != nil {
				d.named(pkg.Info.Uses[n])
			} else {
				d.named(pkg.Types.Scope().Lookup(n.Name))
			}
		}
		return true
	})
}

// named adds what an identifier stands for, if that is a constant or a type of a package. Package math says with constants where assembly replaces
// its functions; these are never what is compiled.
func (d *depends) named(obj types.Object) {
	switch obj.(type) {
	case *types.Const:
		if !replacedByAssembly(obj) {
			d.object(obj)
		}
	case *types.TypeName:
		d.object(obj)
	}
}

// replacedByAssembly reports one of package math's constants haveArchF.
func replacedByAssembly(obj types.Object) bool {
	return obj.Pkg() != nil && obj.Pkg().Path() == mathPath && strings.HasPrefix(obj.Name(), "haveArch")
}

// object adds the declaration of a constant, type or variable of a package.
func (d *depends) object(obj types.Object) {
	if obj == nil || obj.Pkg() == nil || obj.Parent() != obj.Pkg().Scope() || obj.Pkg() == types.Unsafe {
		return
	}
	pkg := d.prog.ofTypes(obj.Pkg())
	if pkg == nil {
		return
	}
	at := d.prog.fset.Position(obj.Pos())
	file := d.file(pkg, at.Filename)
	if file == nil {
		return
	}
	if node := origin.Find(file, obj.Name()); node != nil {
		d.add(pkg, obj.Pos(), obj.Name(), node)
	}
}

// ofTypes is the package that was checked as this.
func (p *Program) ofTypes(of *types.Package) *Package {
	if pkg := p.byPath[of.Path()]; pkg != nil && pkg.Types == of {
		return pkg
	}
	for _, pkg := range p.all {
		if pkg.Types == of {
			return pkg
		}
	}
	return nil
}

// file is the syntax of a file of pkg.
func (d *depends) file(pkg *Package, name string) *ast.File {
	for _, f := range pkg.Files {
		if d.prog.fset.Position(f.Package).Filename == name {
			return f
		}
	}
	if _, ok := d.again[name]; !ok {
		d.again[name], _ = parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
	}
	return d.again[name]
}

// imported is the package that an identifier names, and nil if it names none. The import becomes a dependence, too.
func (d *depends) imported(pkg *Package, file *ast.File, id *ast.Ident) *Package {
	if pkg.Info != nil {
		if _, ok := pkg.Info.Uses[id].(*types.PkgName); !ok {
			return nil
		}
	} else if pkg.Types.Scope().Lookup(id.Name) != nil {
		return nil
	}
	if file == nil {
		return nil
	}
	for _, s := range file.Imports {
		path, err := strconv.Unquote(s.Path.Value)
		if err != nil {
			continue
		}
		of := pkg.imports[path]
		if of == nil {
			continue
		}
		if importName(s, of, path) == id.Name {
			dep := Dependence{pkg, filepath.Base(d.filename(pkg, file)), origin.ImportName(s)}
			if !d.seen[dep] {
				d.seen[dep] = true
				d.list = append(d.list, dep)
			}
			return of
		}
	}
	return nil
}

// filename is the name of a file that file has given.
func (d *depends) filename(pkg *Package, file *ast.File) string {
	for name, f := range d.again {
		if f == file {
			return name
		}
	}
	return d.prog.fset.Position(file.Package).Filename
}

// Build is the condition on builds under which all declarations that the function was made from belong to the program: "" for all builds.
// As a package has one declaration of a name in any build, it is then the same function.
func (h *Honed) Build() string {
	conditions := map[string]bool{}
	for _, dep := range h.Depends {
		for _, c := range dep.Pkg.conditions(dep.File) {
			conditions[c] = true
		}
	}
	var list []string
	for c := range conditions {
		list = append(list, c)
	}
	slices.Sort(list)
	return strings.Join(list, " && ")
}

// conditions are the build constraints of a file: those that it states, and those of its name.
func (pkg *Package) conditions(base string) (list []string) {
	if list, ok := pkg.builds[base]; ok {
		return list
	}
	defer func() {
		if pkg.builds == nil {
			pkg.builds = map[string][]string{}
		}
		pkg.builds[base] = list
	}()
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(pkg.Directory(), base), nil, parser.ParseComments|parser.ImportsOnly)
	if err == nil {
		if e := origin.Constraint(f); e != "" {
			if x, err := constraint.Parse(e); err == nil && pkg.matters(x) {
				list = conjuncts(x)
			}
		}
		if slices.ContainsFunc(f.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == `"C"` }) {
			list = append(list, "cgo")
		}
	}
	return append(list, nameConditions(base)...)
}

// matters reports whether a constraint is one that users' builds may or may not fulfil.
func (pkg *Package) matters(x constraint.Expr) bool {
	return pkg.Module != "" || x.String() != "!compiler_bootstrap"
}

// conjuncts are the conditions that a constraint consists of.
func conjuncts(x constraint.Expr) []string {
	switch x := x.(type) {
	case *constraint.AndExpr:
		return append(conjuncts(x.X), conjuncts(x.Y)...)
	case *constraint.OrExpr:
		return []string{"(" + x.String() + ")"}
	}
	return []string{x.String()}
}

// ImportPath is the path by which the go command finds the package's directory.
func (pkg *Package) ImportPath() string {
	if pkg.listed.ForTest != "" {
		return pkg.listed.ForTest
	}
	return pkg.Path
}

// ModuleVersion is the version of a package's module, if pkg imports it and it has one.
func (pkg *Package) ModuleVersion(imported string) string {
	if of := pkg.imports[imported]; of != nil && of.listed.Module != nil && of.listed.Module.Replace == nil {
		return of.listed.Module.Version
	}
	return ""
}

// Cached reports whether the package is in the go command's module cache, where each module's directory has its version in its name.
func (pkg *Package) Cached() bool {
	m := pkg.listed.Module
	if m == nil || m.Main {
		return false
	}
	if m.Replace != nil {
		m = m.Replace
	}
	return m.Version != "" && strings.Contains(filepath.ToSlash(pkg.Dir)+"/", "@"+m.Version+"/")
}

// Versioned is the import path with the version of the package's module in it, as the go command writes it.
func (pkg *Package) Versioned() string {
	m := pkg.listed.Module
	if m == nil {
		return pkg.Path
	}
	path, rest := m.Path, strings.TrimPrefix(pkg.Path, m.Path)
	if m.Replace != nil {
		m = m.Replace
	}
	return path + "@" + m.Version + rest
}

// GoFiles are the package's files in this build.
func (pkg *Package) GoFiles() []string { return pkg.listed.GoFiles }

// HonedNames lists the package's honed variables.
func (pkg *Package) HonedNames() (names []string) {
	if pkg.Info == nil {
		return nil
	}
	for _, s := range pkg.sites() {
		names = append(names, s.name.Name)
	}
	return names
}

// Builds reports whether a file is part of the package in this build.
func (pkg *Package) Builds(path string) bool { return slices.Contains(pkg.listed.GoFiles, path) }

// Directory is where the package's files are. Some listings have none for those of the standard library.
func (pkg *Package) Directory() string {
	if pkg.Dir == "" && len(pkg.listed.GoFiles) > 0 {
		return filepath.Dir(pkg.listed.GoFiles[0])
	}
	return pkg.Dir
}

// nameConditions are the constraints that go/build sees in the name of a file: *_GOOS, *_GOARCH and *_GOOS_GOARCH, _test aside.
func nameConditions(base string) (list []string) {
	name, _, _ := strings.Cut(base, ".")
	_, name, found := strings.Cut(name, "_")
	if !found {
		return nil
	}
	l := strings.Split(name, "_")
	if l[len(l)-1] == "test" {
		l = l[:len(l)-1]
	}
	if n := len(l); n >= 1 && knownArch[l[n-1]] {
		list = append(list, l[n-1])
		l = l[:n-1]
	}
	if n := len(l); n >= 1 && knownOS[l[n-1]] {
		list = append(list, l[n-1])
	}
	return list
}

// What go/build knows (internal/syslist).
var (
	knownOS = set(`aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos`)

	knownArch = set(`386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 mips64p32le ppc ppc64 ppc64le
		riscv riscv64 s390 s390x sparc sparc64 wasm`)
)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}
