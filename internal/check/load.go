// Package check finds out what becomes of the honed functions of packages: compiled, or why not, and what else is wrong with a program that uses hone. The tool
// (cmd/hone) and the analyzer (internal/vet) say what it finds.
package check

import (
	"cmp"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
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

// Project is what a command works on: packages and their honed functions.
type Project struct {
	Dir      string // where patterns were resolved; positions are relative to it
	Prog     *source.Program
	Honed    []*Honed
	Strays   []source.Reason
	Misspelt []source.Misspelling // directives
	Early    []source.Reason      // package variables that may copy a Call too early
	Matched  []*source.Package    // the packages that the patterns matched
	Cached   []*source.Package    // packages that they need and to which no files can be added
}

// Honed is a honed variable and why it stays plain Go, if it does.
type Honed struct {
	*source.Honed
	Why      []source.Reason
	Mistakes []string // of the compiler's own, for which slower code stands in
	Wrong    bool     // the program is, by Why: iterations that are declared independent are not
	Nothing  error    // why it would gain nothing by being compiled, or nil
	gains    []rt.ISA // with which it is compiled
}

// Loading says what to load.
type Loading struct {
	Dir      string
	Patterns []string
	Flags    []string
	Overlay  map[string]string // of the user's: file -> replacement
	Texts    map[string][]byte // what files hold in place of what is on disk, as in an editor
	Tests    bool
	Deps     bool // with the other packages of the module that the matched ones import
	ISAs     []rt.ISA
	Keep     bool // the code serves other builds than this one
	Race     bool // what depends on another iteration is to be found when the program runs

	Only func(*source.Package) bool // which of the matched packages are asked about; nil: all
}

// Located is an error of lines file:line:col: message.
type Located struct{ error }

// Load loads packages, translates their honed functions and compiles them, without keeping the code.
func Load(l Loading) (*Project, error) {
	dir, err := filepath.Abs(l.Dir)
	if err != nil {
		return nil, err
	}
	overlay, err := withoutGenerated(dir, l.Overlay)
	if err != nil {
		return nil, err
	}
	maps.Copy(overlay, l.Texts)
	prog, err := source.Load(dir, l.Patterns, source.Options{Tests: l.Tests, BuildFlags: l.Flags, Overlay: overlay, Keep: l.Keep})
	if err != nil {
		return nil, Located{errors.New(listError.ReplaceAllString(err.Error(), ""))}
	}
	if l.Only != nil {
		prog.Roots = slices.DeleteFunc(prog.Roots, func(r *source.Package) bool { return !l.Only(r) })
	}
	p := &Project{Dir: dir, Prog: prog, Matched: slices.Clone(prog.Roots)}
	if l.Deps {
		p.addDeps()
	}
	for _, h := range prog.Funcs() {
		p.Honed = append(p.Honed, p.compile(h, l))
	}
	p.Strays = p.findStrays()
	p.Misspelt = prog.Misspelt()
	items := p.Items()
	for i, it := range items {
		if i > 0 && items[i-1].Name == it.Name && items[i-1].Pkg == it.Pkg {
			continue // another version
		}
		p.Early = append(p.Early, prog.Early(it.Honed, gen.OutputName(it.Honed))...)
	}
	return p, nil
}

// findStrays lists calls of hone.Func without effect. Those in package hone itself, of its tests, are meant to have none.
func (p *Project) findStrays() []source.Reason {
	roots := p.Prog.Roots
	defer func() { p.Prog.Roots = roots }()
	p.Prog.Roots = slices.DeleteFunc(slices.Clone(roots), func(r *source.Package) bool { return r.Path == honeModule })
	return p.Prog.Strays()
}

// listError is what go/packages puts in front of the messages of go list.
var listError = regexp.MustCompile(`^err: exit status \d+: stderr: `)

// compile finds out whether a function can be compiled.
func (p *Project) compile(h *source.Honed, l Loading) *Honed {
	x := &Honed{Honed: h, Why: h.Reasons}
	if len(x.Why) > 0 {
		return x
	}
	if why := gen.Spellable(h); why != "" {
		x.Why = []source.Reason{{Pos: h.Pos, Msg: why}}
		return x
	}
	for _, isa := range l.ISAs {
		c, err := tryCompile(h, isa)
		if err != nil {
			x.Why = append(x.Why, p.Reason(h, err))
			if e := (*eval.Error)(nil); errors.As(err, &e) {
				x.Wrong = e.Dependent
			}
			return x
		}
		x.Learn(c, isa)
	}
	if l.Race {
		return x
	}
	found, err := pipeline.Dependences(h.Unit, h.Symbol)
	if err != nil {
		x.Why = append(x.Why, p.Reason(h, err))
	}
	for _, d := range found {
		x.Wrong = true
		x.Why = append(x.Why, p.Reason(h, fmt.Errorf("%s: %s", d.Pos, d.Msg)))
	}
	return x
}

// tryCompile runs the whole pipeline, but leaves the code alone.
func tryCompile(h *source.Honed, isa rt.ISA) (*pipeline.Compiled, error) {
	return pipeline.Compile(h.Unit, h.Symbol, pipeline.Options{ISA: isa, FMA: true, DontLoad: true})
}

// Learn takes note of what came of compiling it.
func (x *Honed) Learn(c *pipeline.Compiled, isa rt.ISA) {
	x.Blame(c.Internal)
	switch {
	case os.Getenv("HONE") != "":
	case c.Plain == nil:
		x.gains = append(x.gains, isa)
	default:
		x.Nothing = cmp.Or(x.Nothing, c.Plain)
	}
}

// nothing is why it would gain nothing, and where it does.
func (x *Honed) nothing() string {
	why := strings.TrimPrefix(WithoutPlace(x.Nothing), Nothing+": ")
	for _, isa := range x.gains {
		why += fmt.Sprintf("; with %s it is compiled", isa)
	}
	return why
}

// Blame takes note of mistakes of the compiler, each once.
func (x *Honed) Blame(mistakes []error) {
	for _, err := range mistakes {
		if !slices.Contains(x.Mistakes, err.Error()) {
			x.Mistakes = append(x.Mistakes, err.Error())
		}
	}
}

// WithoutPlace is an error's text without the position that it begins with.
func WithoutPlace(err error) string { return position.ReplaceAllString(err.Error(), "") }

var position = regexp.MustCompile(`^([^\s:]+\.go):(\d+):(\d+): `)

// Reason makes an error of the compiler a Reason. Its position, if any, is one of the IR's: in the module, not in p.Dir.
func (p *Project) Reason(h *source.Honed, err error) source.Reason {
	msg := err.Error()
	m := position.FindStringSubmatch(msg)
	if m == nil {
		return source.Reason{Pos: h.Func, Msg: msg}
	}
	var line, col int
	fmt.Sscan(m[2], &line)
	fmt.Sscan(m[3], &col)
	return source.Reason{Pos: p.Locate(h.Pkg, ir.PosAt(m[1], line, col)), Msg: msg[len(m[0]):]}
}

// Locate turns a position of the IR into one for people in p.Dir.
func (p *Project) Locate(pkg *source.Package, at ir.Pos) token.Position {
	pos := token.Position{Filename: at.File(), Line: int(at.Line), Column: int(at.Col)}
	file := filepath.Join(moduleRoot(pkg), at.File())
	if _, err := os.Stat(file); err == nil {
		if rel, err := filepath.Rel(p.Dir, file); err == nil && filepath.IsLocal(rel) {
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
func (p *Project) addDeps() {
	seen := map[string]bool{}
	for _, r := range p.Prog.Roots {
		seen[r.Path] = true
	}
	todo := slices.Clone(p.Prog.Roots)
	for len(todo) > 0 {
		pkg := todo[0]
		todo = todo[1:]
		if pkg.Types == nil {
			continue
		}
		for _, imp := range pkg.Types.Imports() {
			dep := p.Prog.Package(imp.Path())
			if dep == nil || seen[dep.Path] || dep.Module == "" || dep.Module == honeModule && !dep.Main {
				continue
			}
			seen[dep.Path] = true
			todo = append(todo, dep)
			if dep.Cached() {
				p.Cached = append(p.Cached, dep)
			} else {
				p.Prog.Roots = append(p.Prog.Roots, dep)
			}
		}
	}
}

const honeModule = "github.com/hone-go/hone"

// Items is what to generate.
func (p *Project) Items() []gen.Item {
	var items []gen.Item
	for _, h := range p.Honed {
		it := gen.Item{Honed: h.Honed}
		if n := len(h.Why); n > 0 {
			it.Reason = gen.InModule(h.Pkg, p.Dir, h.Why[0].String())
			if n > 1 {
				it.Reason += fmt.Sprintf(" (and %d more)", n-1)
			}
		}
		items = append(items, it)
	}
	// A variable that can't be linked has no place in a generated file.
	return slices.DeleteFunc(items, func(it gen.Item) bool { return !gen.Linkable(it.Honed) })
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
			if text := PackageClause(path); text != nil {
				overlay[path] = text
			}
		}
		return nil
	})
	return overlay, err
}

// PackageClause is what is left of a file without declarations, nil if it is none of Go. It belongs to the same builds.
func PackageClause(path string) []byte {
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
