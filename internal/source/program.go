// Package source translates typed Go syntax into the source level of the IR: a direct translation without optimisation.
// Variables become cells, function literals lambdas, loops loops; generic functions are instantiated. docs/language.md says what
// is translated; everything else gives a Reason, a sentence with a position.
package source

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// Reason says why something is not compiled.
type Reason struct {
	Pos token.Position // the file name is relative to the directory of Load where it lies below it
	Msg string
}

// String is file:line:col: message.
func (r Reason) String() string { return r.Pos.String() + ": " + r.Msg }

// Honed is a package variable made by hone.Func.
type Honed struct {
	Pkg       *Package
	Name      string // of the variable
	Symbol    string // of the function, the entry in Unit; "" if the argument names no function
	Signature *types.Signature
	Types     []types.Type   // of a version, see versions.go: the dynamic types of its parameters, nil for those that aren't interface values
	Pos       token.Position // of the call of hone.Func
	Func      token.Position // of the function
	Must      bool           // by a directive: it has to be compiled

	Unit    *ir.Module // the function, first, and all it calls; nil if there are reasons
	Reasons []Reason
	Recipes []*Recipe    // for errors that it gives and what it panics with, by number
	Fails   []*Failing   // functions of Unit in which checks may fail
	Foreign []*Foreign   // functions that it calls as plain Go does
	Depends []Dependence // what Unit, or the reasons, were found from
}

// Funcs translates all honed functions of the root packages, in order of package and position.
func (p *Program) Funcs() []*Honed {
	var hs []*Honed
	for _, site := range p.sites() {
		hs = append(hs, p.versions(site)...)
	}
	return hs
}

// Strays lists the uses of hone.Func in the root packages that have no effect, since the result does not initialise a package variable.
func (p *Program) Strays() []Reason {
	known := map[*ast.CallExpr]bool{}
	for _, s := range p.sites() {
		known[s.call] = true
	}
	var rs []Reason
	for _, pkg := range p.Roots {
		for _, f := range pkg.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok && isHoneFunc(pkg.Info, call) && !known[call] {
					rs = append(rs, Reason{p.position(call.Pos()),
						"this hone.Func stays plain Go: only one that initialises a package variable (var X = hone.Func(f)) is compiled"})
				}
				return true
			})
		}
	}
	return rs
}

// Honed finds a honed variable of a root package by its name and translates it, or gives nil. Of several versions it is the first.
func (p *Program) Honed(pkgPath, name string) *Honed {
	for _, s := range p.sites() {
		if s.pkg.Path == pkgPath && s.name.Name == name {
			return p.versions(s)[0]
		}
	}
	return nil
}

// Package finds a loaded package by its import path, or nil.
func (p *Program) Package(path string) *Package { return p.byPath[path] }

// Translate translates a function without type parameters, and all it calls; the module's first function is fn.
// If there are reasons the module is nil.
func (p *Program) Translate(fn *types.Func) (*ir.Module, []Reason) {
	translate := func(nils bool) (*unit, *ir.Module, []Reason) {
		u := newUnit(p)
		u.nils = nils
		m, reasons := u.run(func() { u.instance(fn, nil, token.NoPos) })
		return u, m, reasons
	}
	u, m, reasons := translate(false)
	if u.holes && len(reasons) > 0 {
		if _, again, more := translate(true); len(more) == 0 {
			return again, nil
		}
	}
	return m, reasons
}

// TranslateFunc is Translate for the package-level function of this name.
func (p *Program) TranslateFunc(pkgPath, name string) (*ir.Module, []Reason) {
	none := func(msg string) (*ir.Module, []Reason) { return nil, []Reason{{Msg: msg}} }
	pkg := p.byPath[pkgPath]
	if pkg == nil {
		return none("no package " + pkgPath)
	}
	fn, ok := pkg.Types.Scope().Lookup(name).(*types.Func)
	if !ok {
		return none("no function " + pkgPath + "." + name)
	}
	return p.Translate(fn)
}

// site is a package-level var X = hone.Func(f).
type site struct {
	pkg  *Package
	name *ast.Ident
	call *ast.CallExpr
	must bool // a directive at the variable
}

// sites lists them in order of package, file and position.
func (p *Program) sites() []site {
	var found []site
	for _, pkg := range p.Roots {
		found = append(found, pkg.sites()...)
	}
	slices.SortStableFunc(found, func(a, b site) int {
		x, y := p.position(a.call.Pos()), p.position(b.call.Pos())
		return cmp.Or(cmp.Compare(a.pkg.Path, b.pkg.Path), cmp.Compare(x.Filename, y.Filename), cmp.Compare(x.Offset, y.Offset))
	})
	return found
}

func (pkg *Package) sites() (found []site) {
	for _, f := range pkg.Files {
		for _, d := range f.Decls {
			gen, ok := d.(*ast.GenDecl)
			if !ok || gen.Tok != token.VAR {
				continue
			}
			for _, s := range gen.Specs {
				spec := s.(*ast.ValueSpec)
				for i, v := range spec.Values {
					call, ok := ast.Unparen(v).(*ast.CallExpr)
					if ok && len(spec.Names) == len(spec.Values) && spec.Names[i].Name != "_" && isHoneFunc(pkg.Info, call) {
						found = append(found, site{pkg, spec.Names[i], call, required(gen.Doc, spec.Doc, spec.Comment)})
					}
				}
			}
		}
	}
	return found
}

// isHoneFunc reports whether the call is one of hone.Func.
func isHoneFunc(info *types.Info, call *ast.CallExpr) bool {
	fn, _ := calleeObject(info, call.Fun).(*types.Func)
	return fn != nil && fn.Name() == "Func" && fn.Pkg() != nil && fn.Pkg().Path() == honePath && len(call.Args) == 1
}

// calleeObject is what e names, if it is a name, perhaps qualified and with type arguments.
func calleeObject(info *types.Info, e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return info.Uses[e]
	case *ast.SelectorExpr:
		return info.Uses[e.Sel]
	case *ast.IndexExpr:
		return calleeObject(info, e.X)
	case *ast.IndexListExpr:
		return calleeObject(info, e.X)
	}
	return nil
}

// honed translates one of them, or a version of it.
func (p *Program) honed(s site, version []types.Type) *Honed {
	h := &Honed{Pkg: s.pkg, Name: s.name.Name, Pos: p.position(s.call.Pos()), Must: s.must}
	arg := ast.Unparen(s.call.Args[0])
	h.Signature, _ = s.pkg.Info.TypeOf(arg).Underlying().(*types.Signature)
	if version != nil {
		h.Types, h.Signature = version, versionOf(h.Signature, version)
	}
	if h.Signature != nil {
		if hidden := hide(h.Signature); hidden != nil {
			withHidden := *h
			p.translated(&withHidden, s, arg, hidden)
			if len(withHidden.Reasons) == 0 {
				return &withHidden
			}
			if p.translated(h, s, arg, nil); len(h.Reasons) > 0 {
				return &withHidden // it says what is used of what can't be passed
			}
			return h
		}
	}
	p.translated(h, s, arg, nil)
	return h
}

// translated translates a honed function with fields hidden in some structs.
func (p *Program) translated(h *Honed, s site, arg ast.Expr, hidden *types.Tuple) {
	holes := false
	try := func(nils bool) func(h *Honed, left branches) *unit {
		return func(h *Honed, left branches) *unit {
			u := newUnit(p)
			u.site, u.hidden, u.left, u.version, u.nils = s.pkg, hidden, left, h.Types, nils
			u.honed(h, s, arg)
			holes = holes || u.holes
			return u
		}
	}
	was := *h
	withNils := func() bool {
		again := was
		if holes {
			try(true)(&again, nil)
		}
		if !holes || len(again.Reasons) > 0 {
			return false
		}
		*h = again
		return true
	}
	if !p.translatedApart(h, try(false), withNils) && holes && p.translatedApart(&was, try(true), nil) {
		*h = was
	}
}

// honed translates the argument of a hone.Func.
func (u *unit) honed(h *Honed, s site, arg ast.Expr) {
	h.Unit, h.Reasons = u.run(func() {
		if h.Signature == nil {
			u.reason(arg.Pos(), "the argument of hone.Func is not a function")
			return
		}
		h.Func = u.prog.position(arg.Pos())
		in := u.entry(s, arg)
		if in == nil && len(u.reasons) > 0 { // there is no source for it
			return
		}
		if in == nil {
			u.reason(arg.Pos(), "hone.Func takes a function by name, or a function literal; this is a value computed at run time")
			return
		}
		h.Symbol = in.sym
		if in.decl != nil {
			h.Func = u.prog.position(in.decl.ast.Name.Pos())
			h.Must = h.Must || required(in.decl.ast.Doc)
		}
		u.checkSignature(h.Signature, in)
	})
	if h.Symbol != "" {
		u.tellResults(h)
		u.refuseHidden(h.Unit)
		if len(u.reasons) > 0 {
			h.Unit = nil
		}
		h.Unit, h.Symbol = u.border(h.Unit, h.Types != nil || hasStrings(h.Signature))
		u.refuseReplaced(h.Unit, h.Signature)
		h.Reasons = u.reasons
	}
	if len(h.Reasons) == 0 {
		for _, n := range slices.Sorted(maps.Keys(u.recipes)) {
			h.Recipes = append(h.Recipes, u.recipes[n])
		}
		h.Fails, h.Foreign = u.failing(), u.foreignCalls()
	}
	h.Depends = u.dependences(s)
}

// position is where pos is, with the file name relative to the program's directory.
func (p *Program) position(pos token.Pos) token.Position {
	at := p.fset.Position(pos)
	at.Filename = p.relative(at.Filename)
	return at
}

func (p *Program) relative(name string) string {
	if rel, err := filepath.Rel(p.dir, name); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return name
}

// irPos is a position as it is kept in the IR: that of a file in its module, so that it does not depend on the directory in which
// the tool runs; files of other modules than the main one, and of the standard library, have their import path in front.
func (p *Program) irPos(pkg *Package, pos token.Pos) ir.Pos {
	if !pos.IsValid() {
		return ir.Pos{}
	}
	at := p.fset.Position(pos)
	return ir.PosAt(pkg.shortDir()+filepath.Base(at.Filename), at.Line, at.Column)
}

func (pkg *Package) shortDir() string {
	dir := pkg.Path
	if m := pkg.listed.Module; m != nil && m.Main {
		path := pkg.Path
		if pkg.listed.ForTest != "" && pkg.Name != "main" {
			path = strings.TrimSuffix(path, "_test")
		}
		dir = strings.TrimPrefix(strings.TrimPrefix(path, m.Path), "/")
	}
	if pkg.Path == filesPath {
		dir = ""
	}
	if dir == "" {
		return ""
	}
	return dir + "/"
}

// scannerLines renders a list of syntax errors.
func scannerLines(p *Program, err error) ([]string, bool) {
	list, ok := err.(scanner.ErrorList)
	if !ok {
		return nil, false
	}
	var lines []string
	for _, e := range list {
		e.Pos.Filename = p.relative(e.Pos.Filename)
		lines = append(lines, fmt.Sprintf("%s: %s", e.Pos, e.Msg))
	}
	return lines, true
}
