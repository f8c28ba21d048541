package source

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
)

// The packages that the front end knows by name.
const (
	honePath  = "github.com/hone-go/hone"
	vmathPath = "github.com/hone-go/hone/vmath"
	mathPath  = "math"
	bitsPath  = "math/bits"
	filesPath = "command-line-arguments" // what the go command calls a package given as a list of files
)

// fromSource holds the packages of the standard library whose functions may be called from honed functions. Of the others
// only the declarations are read.
var fromSource = map[string]bool{
	mathPath: true, bitsPath: true, "math/cmplx": true, "cmp": true, "slices": true,
	"encoding/binary": true, "image": true, "image/color": true, "math/rand/v2": true, "unicode/utf8": true,
	"encoding/hex": true, "encoding/base32": true, "encoding/base64": true, "encoding/ascii85": true, "sort": true,
	"hash/adler32": true, "hash/crc32": true, "hash/crc64": true, "hash/fnv": true, "image/draw": true, "image/internal/imageutil": true,
	"internal/byteorder": true, "internal/chacha8rand": true, "container/heap": true, "unicode/utf16": true,
}

// Options say how packages are loaded.
type Options struct {
	Tests      bool              // load the packages' tests as well
	BuildFlags []string          // flags for the go command, such as -tags=x
	Overlay    map[string][]byte // absolute file name -> contents to use in place of the file
	Env        []string          // environment of the go command; nil: this process's
	Keep       bool              // what is translated serves other builds than this one, too
	Open       bool              // packages are added (see Add): all that the loaded ones export is declared, not only what somebody names
}

// Program is a set of type-checked packages.
type Program struct {
	Roots []*Package // those that the patterns matched

	fset   *token.FileSet
	dir    string              // where patterns were resolved; file names in messages are relative to it
	byPath map[string]*Package // a package's test variant, if loaded, takes its place
	all    map[string]*Package // by ID
	decls  map[*types.Func]*declaration
	vars   map[*types.Var]*packageVar

	readers *readers
	keeping assumed[*types.Func] // whether a function comes by its arguments' memory only
	boxes   boxes
	setters *setters
	keep    bool // see Options
	native  bool // package math of this process is that of the program
}

// Package is a type-checked package. Info is nil for packages of which only the declarations were read.
type Package struct {
	Path, Name, Dir string
	Module          string // path of its module, "" in the standard library
	Main            bool   // in the main module, or one of the workspace's
	Types           *types.Package
	Info            *types.Info
	Files           []*ast.File

	otherOrder map[string]bool // functions whose assembly may compute with floats in another order than their twins
	unbuilt    map[string]bool // what Files have in place of assembly, and the program has not

	stubs map[string]string // see jumpsTo

	sentinels map[string]bool // see sentinel; nil: nobody has asked yet

	builds  map[string][]string // build constraints of files
	listed  *packages.Package
	imports map[string]*Package
	reached bool            // see reach
	asked   bool            // and the patterns matched it
	needed  bool            // see need
	parsed  []*ast.File     // as they stand
	stand   []*ast.File     // with what stands in for functions without a body; nil if nothing does
	names   *names          // of what is read for its declarations
	named   map[string]bool // names that are asked for ahead of these
	done    chan struct{}   // closed when it has been checked
	errs    []error
}

// declaration is a function with its syntax.
type declaration struct {
	pkg *Package
	ast *ast.FuncDecl
}

// Load loads the packages that match patterns (as for the go command), resolved in dir, and all they depend on.
// Errors in them are joined, each as file:line:col: message.
//
// It asks the go command for the list of files only and checks types itself, because of the standard library it needs no more
// than declarations: a third of the time of packages.Load with syntax for everything.
func Load(dir string, patterns []string, opts Options) (*Program, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	p := &Program{
		fset: token.NewFileSet(), dir: dir,
		byPath: map[string]*Package{},
		decls:  map[*types.Func]*declaration{},
		vars:   map[*types.Var]*packageVar{},
		keep:   opts.Keep,
		native: hasNatives(opts),
	}
	roots, extra, err := list(p.dir, patterns, opts)
	if err != nil {
		return nil, err
	}
	all := map[string]*Package{}
	for _, r := range roots {
		p.Roots = append(p.Roots, gather(r, all))
	}
	for _, r := range extra {
		if len(r.Errors) == 0 {
			gather(r, all)
		}
	}
	for _, l := range slices.Concat(roots, extra) {
		if pkg := all[l.ID]; pkg != nil && !isTestMain(l) {
			pkg.reach(true)
		}
	}
	p.neededOf(all, opts)
	p.checkAll(all)
	if err := p.loadErrors(all); err != nil {
		return nil, err
	}
	p.Roots = dropCovered(p.Roots)
	p.all = all
	p.index(all)
	return p, nil
}

// list runs the go command. vmath is listed along, since calls of package math lead there even where nobody imports it;
// it comes back in extra, as does nothing else.
func list(dir string, patterns []string, opts Options) (roots, extra []*packages.Package, err error) {
	cfg := &packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedModule | packages.NeedForTest,
		Dir: dir, Env: opts.Env, BuildFlags: opts.BuildFlags, Tests: opts.Tests, Overlay: opts.Overlay,
	}
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	if slices.ContainsFunc(patterns, func(p string) bool { return strings.HasSuffix(p, ".go") }) {
		// A package given as a list of files stands alone.
		if roots, err = packages.Load(cfg, patterns...); err == nil {
			cfg.Tests = false
			extra, err = packages.Load(cfg, vmathPath, forkPath)
		}
		return roots, extra, err
	}
	found, err := packages.Load(cfg, append(patterns[:len(patterns):len(patterns)], vmathPath, forkPath)...)
	if err != nil {
		return nil, nil, err
	}
	// Whether the user asked for vmath himself can't be told from the list; then it has honed functions at most in tests.
	for _, f := range found {
		of := cmp.Or(f.ForTest, strings.TrimSuffix(f.PkgPath, ".test")) // what a test belongs to
		switch {
		case of != vmathPath && of != forkPath || slices.Contains(patterns, of) || wildcardCovers(patterns, f, dir):
			roots = append(roots, f)
		case f.PkgPath == of && f.ForTest == "":
			extra = append(extra, f)
		}
	}
	return roots, extra, nil
}

// wildcardCovers reports whether some pattern could match package f as a directory below dir.
func wildcardCovers(patterns []string, f *packages.Package, dir string) bool {
	rel, err := filepath.Rel(dir, f.Dir)
	if err != nil || f.Dir == "" || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return false
	}
	return slices.ContainsFunc(patterns, func(p string) bool {
		base, found := strings.CutSuffix(p, "...")
		base = filepath.Clean(base)
		return base == rel || found && (base == "." || strings.HasPrefix(rel, base))
	})
}

// gather makes the Package of l and of all its imports.
func gather(l *packages.Package, all map[string]*Package) *Package {
	if p, ok := all[l.ID]; ok {
		return p
	}
	p := &Package{
		Path: l.PkgPath, Name: l.Name, Dir: l.Dir,
		listed: l, imports: map[string]*Package{}, done: make(chan struct{}),
	}
	switch {
	case l.Module != nil:
		p.Module, p.Main = l.Module.Path, l.Module.Main
	case l.PkgPath == filesPath:
		p.Module, p.Main = filesPath, true
	}
	all[l.ID] = p
	for path, dep := range l.Imports {
		p.imports[path] = gather(dep, all)
	}
	return p
}

// reach notes that the package is read for its functions, and so is what it imports. What package hone imports, unless that is asked for itself, is the compiler:
// a hundred packages, none of whose functions a program calls.
func (pkg *Package) reach(asked bool) {
	if pkg.reached && (pkg.asked || !asked) {
		return
	}
	pkg.reached, pkg.asked = true, asked
	if pkg.Path != honePath || asked {
		for _, dep := range pkg.imports {
			dep.reach(false)
		}
	}
}

// ofModule reports a package outside of the standard library that is read for its functions.
func (pkg *Package) ofModule() bool { return pkg.Module != "" && pkg.reached }

// full reports whether function bodies and syntax are kept.
func (pkg *Package) full() bool { return pkg.ofModule() || fromSource[pkg.Path] }

// checkAll checks all packages that are needed, several at a time, each after its imports.
func (p *Program) checkAll(all map[string]*Package) {
	cpus := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for _, pkg := range all {
		wg.Go(func() {
			defer close(pkg.done)
			if !pkg.needed {
				return
			}
			files, twins := pkg.parsed, pkg.stand
			for _, dep := range pkg.imports {
				<-dep.done
			}
			cpus <- struct{}{}
			if errs := pkg.errs; twins != nil && !pkg.check(p.fset, twins) {
				pkg.errs, twins = errs, nil
			}
			switch {
			case twins == nil:
				pkg.check(p.fset, files)
			case pkg.ofModule():
				pkg.noteUnbuilt(files)
			}
			<-cpus
		})
	}
	wg.Wait()
}

func (pkg *Package) parse(fset *token.FileSet, overlay map[string][]byte) []*ast.File {
	mode := parser.SkipObjectResolution
	if pkg.full() {
		mode |= parser.ParseComments
	}
	var files []*ast.File
	for _, name := range pkg.listed.GoFiles {
		text, ok := overlay[name]
		if !ok {
			var err error
			if text, err = os.ReadFile(name); err != nil {
				pkg.errs = append(pkg.errs, err)
				continue
			}
		}
		f, err := parser.ParseFile(fset, name, text, mode)
		if err != nil {
			pkg.errs = append(pkg.errs, err)
		}
		if f != nil {
			files = append(files, f)
		}
	}
	return files
}

// check checks the types of the package's files, and reports whether they are right.
func (pkg *Package) check(fset *token.FileSet, files []*ast.File) bool {
	if pkg.Path == "unsafe" {
		pkg.Types = types.Unsafe
		return true
	}
	cfg := types.Config{
		Importer:         importer(pkg.imports),
		FakeImportC:      true,
		IgnoreFuncBodies: !pkg.full(),
		Error: func(err error) {
			if !pkg.names.cut(err) {
				pkg.errs = append(pkg.errs, err)
			}
		},
		// hone compiles for 64-bit machines; on others the generated code stays unused.
		Sizes: types.SizesFor("gc", "amd64"),
	}
	if m := pkg.listed.Module; m != nil && m.GoVersion != "" {
		cfg.GoVersion = "go" + m.GoVersion
	}
	var info *types.Info
	if pkg.full() {
		info = &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{},
			Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
			Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
			Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
		}
		pkg.Files, pkg.Info = files, info
	}
	// Errors have gone to cfg.Error.
	var err error
	pkg.Types, err = cfg.Check(pkg.Path, fset, files, info)
	return err == nil
}

// importer resolves a package's imports to packages checked before.
type importer map[string]*Package

func (im importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if dep := im[path]; dep != nil && dep.Types != nil {
		return dep.Types, nil
	}
	return nil, fmt.Errorf("package %s was not loaded", path)
}

// loadErrors joins the errors of all packages outside the standard library.
func (p *Program) loadErrors(all map[string]*Package) error {
	var lines []string
	for _, pkg := range all {
		if pkg.Module == "" && !pkg.absent() {
			continue
		}
		for _, e := range pkg.listed.Errors {
			// The type checker and the parser find the same again, with better positions.
			if e.Kind != packages.ParseError && e.Kind != packages.TypeError {
				lines = append(lines, p.locate(e.Pos)+e.Msg)
			}
		}
		for _, err := range pkg.errs {
			if !pkg.missingImport(err) {
				lines = append(lines, p.errorLines(err)...)
			}
		}
	}
	slices.Sort(lines)
	lines = slices.Compact(lines)
	if len(lines) == 0 {
		return nil
	}
	const limit = 20
	if n := len(lines) - limit; n > 0 {
		lines = append(lines[:limit], fmt.Sprintf("and %d more", n))
	}
	return errors.New(strings.Join(lines, "\n"))
}

// absent reports a package that was not found.
func (pkg *Package) absent() bool { return pkg.Name == "" && len(pkg.listed.Errors) > 0 }

// missingImport reports the type checker's error at the import of an absent package, for which there is a better one.
func (pkg *Package) missingImport(err error) bool {
	var te types.Error
	if !errors.As(err, &te) {
		return false
	}
	path, ok := strings.CutPrefix(te.Msg, "could not import ")
	path, _, _ = strings.Cut(path, " ")
	return ok && pkg.imports[path] != nil && pkg.imports[path].absent()
}

// errorLines renders an error of the parser or the type checker.
func (p *Program) errorLines(err error) []string {
	switch err := err.(type) {
	case interface{ Unwrap() []error }:
		var lines []string
		for _, e := range err.Unwrap() {
			lines = append(lines, p.errorLines(e)...)
		}
		return lines
	case types.Error:
		return []string{p.position(err.Pos).String() + ": " + err.Msg}
	}
	if lines, ok := scannerLines(p, err); ok {
		return lines
	}
	return []string{err.Error()}
}

// locate turns the position of an error of the go command ("file:line:col", or "") into a prefix.
func (p *Program) locate(pos string) string {
	if pos == "" || pos == "-" {
		return ""
	}
	return strings.TrimPrefix(pos, p.dir+string(filepath.Separator)) + ": "
}

// isTestMain reports a program that the go command makes of tests.
func isTestMain(l *packages.Package) bool { return strings.HasSuffix(l.ID, ".test") }

// dropCovered leaves out packages of which a variant with tests was loaded, and the generated test mains.
func dropCovered(roots []*Package) []*Package {
	tested := map[string]bool{}
	for _, r := range roots {
		if r.listed.ForTest != "" {
			tested[r.Path] = true
		}
	}
	roots = slices.DeleteFunc(roots, func(r *Package) bool {
		return isTestMain(r.listed) || tested[r.Path] && r.listed.ForTest == ""
	})
	slices.SortStableFunc(roots, func(a, b *Package) int { return cmp.Compare(a.Path, b.Path) })
	return slices.CompactFunc(roots, func(a, b *Package) bool { return a.Path == b.Path && a.listed.ID == b.listed.ID })
}

// index finds the declarations of all functions and package variables.
func (p *Program) index(all map[string]*Package) {
	ids := make([]string, 0, len(all))
	for id := range all {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		pkg := all[id]
		if old := p.byPath[pkg.Path]; old == nil || pkg.listed.ForTest != "" {
			p.byPath[pkg.Path] = pkg
		}
		for _, f := range pkg.Files {
			for _, d := range f.Decls {
				switch d := d.(type) {
				case *ast.FuncDecl:
					if fn, ok := pkg.Info.Defs[d.Name].(*types.Func); ok {
						p.decls[fn] = &declaration{pkg, d}
					}
				case *ast.GenDecl:
					p.indexVars(pkg, d)
				}
			}
		}
	}
}
