package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/gen"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/origin"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/source"
)

// project is what a command works on: packages and their honed functions.
type project struct {
	dir      string // where patterns were resolved; positions are relative to it
	prog     *source.Program
	honed    []*honed
	strays   []source.Reason
	misspelt []source.Reason   // directives
	early    []source.Reason   // package variables that may copy a Call too early
	matched  []*source.Package // the packages that the patterns matched
	cached   []*source.Package // packages that they need and to which no files can be added
}

// honed is a honed variable and why it stays plain Go, if it does.
type honed struct {
	*source.Honed
	reasons  []source.Reason
	mistakes []string // of the compiler's own, for which slower code stands in
	wrong    bool     // the program is, by reasons: iterations that are declared independent are not
	nothing  error    // why it would gain nothing by being compiled, or nil
}

// loading says what to load.
type loading struct {
	dir      string
	patterns []string
	flags    []string
	overlay  map[string]string // of the user's: file -> replacement
	tests    bool
	deps     bool // with the other packages of the module that the matched ones import
	isas     []rt.ISA
	keep     bool // the code serves other builds than this one
	race     bool // what depends on another iteration is to be found when the program runs
}

// load loads packages, translates their honed functions and compiles them, without keeping the code.
func load(l loading) (*project, error) {
	dir, err := filepath.Abs(l.dir)
	if err != nil {
		return nil, err
	}
	overlay, err := withoutGenerated(dir, l.overlay)
	if err != nil {
		return nil, err
	}
	prog, err := source.Load(dir, l.patterns, source.Options{Tests: l.tests, BuildFlags: l.flags, Overlay: overlay, Keep: l.keep})
	if err != nil {
		return nil, located{errors.New(listError.ReplaceAllString(err.Error(), ""))}
	}
	p := &project{dir: dir, prog: prog, matched: slices.Clone(prog.Roots)}
	if l.deps {
		p.addDeps()
	}
	for _, h := range prog.Funcs() {
		p.honed = append(p.honed, p.compile(h, l))
	}
	p.strays = p.findStrays()
	p.misspelt = prog.Misspelt()
	items := p.items()
	for i, it := range items {
		if i > 0 && items[i-1].Name == it.Name && items[i-1].Pkg == it.Pkg {
			continue // another version
		}
		p.early = append(p.early, prog.Early(it.Honed, gen.OutputName(it.Honed))...)
	}
	return p, nil
}

// findStrays lists calls of hone.Func without effect. Those in package hone itself, of its tests, are meant to have none.
func (p *project) findStrays() []source.Reason {
	roots := p.prog.Roots
	defer func() { p.prog.Roots = roots }()
	p.prog.Roots = slices.DeleteFunc(slices.Clone(roots), func(r *source.Package) bool { return r.Path == "github.com/hone-go/hone" })
	return p.prog.Strays()
}

// listError is what go/packages puts in front of the messages of go list.
var listError = regexp.MustCompile(`^err: exit status \d+: stderr: `)

// compile finds out whether a function can be compiled.
func (p *project) compile(h *source.Honed, l loading) *honed {
	x := &honed{Honed: h, reasons: h.Reasons}
	if len(x.reasons) > 0 {
		return x
	}
	if why := gen.Spellable(h); why != "" {
		x.reasons = []source.Reason{{Pos: h.Pos, Msg: why}}
		return x
	}
	for _, isa := range l.isas {
		c, err := tryCompile(h, isa)
		if err != nil {
			x.reasons = append(x.reasons, p.reason(h, err))
			if e := (*eval.Error)(nil); errors.As(err, &e) {
				x.wrong = e.Dependent
			}
			return x
		}
		x.learn(c)
	}
	if l.race {
		return x
	}
	found, err := pipeline.Dependences(h.Unit, h.Symbol)
	if err != nil {
		x.reasons = append(x.reasons, p.reason(h, err))
	}
	for _, d := range found {
		x.wrong = true
		x.reasons = append(x.reasons, p.reason(h, fmt.Errorf("%s: %s", d.Pos, d.Msg)))
	}
	return x
}

// tryCompile runs the whole pipeline, but leaves the code alone.
func tryCompile(h *source.Honed, isa rt.ISA) (*pipeline.Compiled, error) {
	return pipeline.Compile(h.Unit, h.Symbol, pipeline.Options{ISA: isa, FMA: true, DontLoad: true})
}

// learn takes note of what came of compiling it.
func (x *honed) learn(c *pipeline.Compiled) {
	x.blame(c.Internal)
	if os.Getenv("HONE") == "" {
		x.nothing = cmp.Or(x.nothing, c.Plain)
	}
}

// blame takes note of mistakes of the compiler, each once.
func (x *honed) blame(mistakes []error) {
	for _, err := range mistakes {
		if !slices.Contains(x.mistakes, err.Error()) {
			x.mistakes = append(x.mistakes, err.Error())
		}
	}
}

// withoutPlace is an error's text without the position that it begins with.
func withoutPlace(err error) string { return position.ReplaceAllString(err.Error(), "") }

var position = regexp.MustCompile(`^([^\s:]+\.go):(\d+):(\d+): `)

// reason makes an error of the compiler a Reason. Its position, if any, is one of the IR's: in the module, not in p.dir.
func (p *project) reason(h *source.Honed, err error) source.Reason {
	msg := err.Error()
	m := position.FindStringSubmatch(msg)
	if m == nil {
		return source.Reason{Pos: h.Func, Msg: msg}
	}
	var line, col int
	fmt.Sscan(m[2], &line)
	fmt.Sscan(m[3], &col)
	return source.Reason{Pos: p.locate(h.Pkg, ir.PosAt(m[1], line, col)), Msg: msg[len(m[0]):]}
}

// locate turns a position of the IR into one for people in p.dir.
func (p *project) locate(pkg *source.Package, at ir.Pos) token.Position {
	pos := token.Position{Filename: at.File(), Line: int(at.Line), Column: int(at.Col)}
	file := filepath.Join(moduleRoot(pkg), at.File())
	if _, err := os.Stat(file); err == nil {
		if rel, err := filepath.Rel(p.dir, file); err == nil && filepath.IsLocal(rel) {
			file = rel
		}
		pos.Filename = file
	}
	return pos
}

// moduleRoot is the directory of pkg's module.
func moduleRoot(pkg *source.Package) string {
	path := strings.TrimSuffix(pkg.Path, "_test")
	below := strings.Trim(strings.TrimPrefix(path, pkg.Module), "/")
	if below == "" || path == pkg.Path && !strings.HasPrefix(path, pkg.Module) {
		return pkg.Dir
	}
	return strings.TrimSuffix(pkg.Dir, string(filepath.Separator)+filepath.FromSlash(below))
}

// addDeps makes the packages that the roots import, directly and through others, roots as well: those of the main module, and of other
// modules those that are in directories of the user's, by a replace directive or in vendor. The go command adds no files to the others,
// which are in its module cache.
func (p *project) addDeps() {
	seen := map[string]bool{}
	for _, r := range p.prog.Roots {
		seen[r.Path] = true
	}
	todo := slices.Clone(p.prog.Roots)
	for len(todo) > 0 {
		pkg := todo[0]
		todo = todo[1:]
		if pkg.Types == nil {
			continue
		}
		for _, imp := range pkg.Types.Imports() {
			dep := p.prog.Package(imp.Path())
			if dep == nil || seen[dep.Path] || dep.Module == "" || dep.Module == honeModule && !dep.Main {
				continue
			}
			seen[dep.Path] = true
			todo = append(todo, dep)
			if dep.Cached() {
				p.cached = append(p.cached, dep)
			} else {
				p.prog.Roots = append(p.prog.Roots, dep)
			}
		}
	}
}

const honeModule = "github.com/hone-go/hone"

// warnCached prints which honed functions of modules in the module cache stay plain Go, since these modules have no generated code for them.
func (p *project) warnCached() {
	for _, pkg := range p.cached {
		names := pkg.HonedNames()
		if len(names) > 0 && !slices.ContainsFunc(pkg.GoFiles(), func(f string) bool { _, ours := origin.Generated(f); return ours }) {
			fmt.Fprintf(os.Stderr, "%s: %s stays plain Go: module %s has no 0hone_gen.go, and the go command adds no files to modules in its cache "+
				"(it compiles with a replace directive to a copy)\n", pkg.Path, strings.Join(names, ", "), pkg.Module)
		}
	}
}

// items is what to generate.
func (p *project) items() []gen.Item {
	var items []gen.Item
	for _, h := range p.honed {
		it := gen.Item{Honed: h.Honed}
		if n := len(h.reasons); n > 0 {
			it.Reason = gen.InModule(h.Pkg, p.dir, h.reasons[0].String())
			if n > 1 {
				it.Reason += fmt.Sprintf(" (and %d more)", n-1)
			}
		}
		items = append(items, it)
	}
	// A variable that can't be linked has no place in a generated file.
	return slices.DeleteFunc(items, func(it gen.Item) bool { return !gen.Linkable(it.Honed) })
}

// warn prints why functions stay plain Go, or are slower than they could be.
func (p *project) warn() {
	for _, h := range p.honed {
		for _, m := range h.mistakes {
			fmt.Fprintf(os.Stderr, "%s: %s is compiled in part, scalar code stands in for the rest: %s\n", h.Pos, h.Title(), m)
		}
		for _, r := range h.reasons {
			fmt.Fprintf(os.Stderr, "%s: %s stays plain Go: %s\n", r.Pos, h.Title(), r.Msg)
		}
	}
	for _, r := range slices.Concat(p.strays, p.misspelt, p.early) {
		fmt.Fprintln(os.Stderr, r)
	}
}

// withoutGenerated is an overlay in which generated files are empty: they may be stale. It holds the user's replacements, too.
func withoutGenerated(dir string, user map[string]string) (map[string][]byte, error) {
	overlay := map[string][]byte{}
	for name, by := range user {
		if by == "" {
			continue // a file that is to be left out: go list sees to it, and source.Load asks for none that is not listed
		}
		text, err := os.ReadFile(by)
		if err != nil {
			return nil, err
		}
		overlay[name] = text
	}
	root := dir
	for !exists(filepath.Join(root, "go.mod")) {
		up := filepath.Dir(root)
		if up == root {
			return overlay, nil // not in a module: the go command will have something to say about it
		}
		root = up
	}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // a directory that can't be read holds none of our packages
		}
		if d.IsDir() {
			if name := d.Name(); path != root && (name[0] == '.' || name[0] == '_' || name == "node_modules" || exists(filepath.Join(path, "go.mod"))) {
				return filepath.SkipDir
			}
			return nil
		}
		if !origin.Named(d.Name()) {
			return nil
		}
		if _, ours := origin.Generated(path); ours {
			if text := packageClause(path); text != nil {
				overlay[path] = text
			}
		}
		return nil
	})
	return overlay, err
}

// packageClause is what is left of a file without declarations, nil if it is none of Go. It belongs to the same builds.
func packageClause(path string) []byte {
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.PackageClauseOnly|parser.ParseComments)
	if err != nil {
		return nil
	}
	return []byte(strings.TrimPrefix(origin.Constraint(f)+"\n\n", "\n\n") + "package " + f.Name.Name + "\n")
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// readOverlay reads the file that the go command's -overlay names.
func readOverlay(dir, file string) (map[string]string, error) {
	if file == "" {
		return nil, nil
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var o struct{ Replace map[string]string }
	if err := json.Unmarshal(text, &o); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	replace := map[string]string{}
	for name, by := range o.Replace {
		replace[absolute(dir, name)] = absolute(dir, by)
	}
	return replace, nil
}

func absolute(dir, name string) string {
	if name == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}
