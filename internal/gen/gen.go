// Package gen writes 0hone_gen.go: the file that makes a package's honed functions compiled ones. It holds their intermediate code and,
// for each of them, a stub of the function's type.
package gen

import (
	"bytes"
	"cmp"
	"fmt"
	"go/format"
	"go/types"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/origin"
	"github.com/hone-go/hone/internal/source"
)

// names are those that generated files can have: for a package, for its tests, and for its tests in a package of their own. Go initialises
// the variables of a package in the order of its files, as far as they don't depend on each other, and the go command sorts files by name.
// Generated files therefore come first: a variable in them that depends on X is initialised next after X.
var names = [...]string{"0hone_gen.go", "0hone_gen_test.go", "0hone_gen_x_test.go"}

const honePath = "github.com/hone-go/hone"

// Item is a honed variable. With a reason it stays plain Go.
type Item struct {
	*source.Honed
	Reason string
}

// File is a generated file.
type File struct {
	Path string
	Text []byte
}

// Options say what files are for.
type Options struct {
	// Keep is for files that stay: each is for those builds (GOOS, GOARCH, tags) for which its code is right, says what it was made from, and
	// has a test that this is still so. Otherwise they are for one build, now.
	Keep   bool
	Linked []string // packages that the files import as well, for what that does to the program
}

// Files makes the files for a set of honed variables.
func Files(items []Item, opt Options) ([]File, error) {
	parts := map[string]*part{}
	for _, it := range items {
		p := &part{dir: it.Pkg.Dir, base: OutputName(it.Honed)}
		if opt.Keep {
			p.build = it.Build()
			p.base = keyed(p.base, p.build)
		}
		path := filepath.Join(p.dir, p.base)
		if parts[path] == nil {
			parts[path] = p
		}
		parts[path].items = append(parts[path].items, it)
	}
	sources := origin.NewSources()
	tests := map[string]File{}
	var files []File
	for path, p := range parts {
		text, err := p.write(opt, sources)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		files = append(files, File{path, text})
		if opt.Keep {
			tests[p.dir] = p.test()
		}
	}
	files = slices.AppendSeq(files, maps.Values(tests))
	slices.SortFunc(files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	return files, nil
}

// part is what goes into one file.
type part struct {
	dir, base string
	build     string // the condition on builds, "" for all
	items     []Item
}

// OutputName is the name of the file for a honed variable: what is declared in tests has to be linked in tests.
func OutputName(h *source.Honed) string {
	switch {
	case !strings.HasSuffix(h.Pos.Filename, "_test.go"):
		return names[0]
	case strings.HasSuffix(h.Pkg.Name, "_test") && strings.HasSuffix(h.Pkg.Path, "_test"):
		return names[2]
	}
	return names[1]
}

// writer makes one file.
type writer struct {
	pkg     *types.Package
	buf     bytes.Buffer
	imports map[string]string // the names of packages in the file, by their paths
	names   map[string]string // and their own
	taken   map[string]bool   // names of imports and of local variables
}

func (p *part) write(opt Options, sources *origin.Sources) ([]byte, error) {
	items := p.items
	slices.SortStableFunc(items, func(a, b Item) int {
		return cmp.Or(cmp.Compare(a.Pos.Filename, b.Pos.Filename), cmp.Compare(a.Pos.Offset, b.Pos.Offset))
	})
	w := newWriter(items[0].Pkg.Types)
	link := w.qualifier(source.LinkPackage)
	var modules []*module
	unitOf := make([]int, len(items))
	for i, it := range items {
		if it.Reason == "" {
			modules, unitOf[i] = addUnit(modules, it.Unit)
		}
	}
	stands, at := p.stands(items, opt.Keep), w.local(atPrefix(p.base))
	lines := w.lines(link, at, stands)
	units := make([]string, len(modules))
	for i, m := range modules {
		units[i] = w.local(fmt.Sprintf("%s%d", unitPrefix(p.base), i))
		fmt.Fprintf(&w.buf, "var %s = %s.NewUnit(%d, %s%s)\n\n", units[i], link, Format, quote(m.text.String()), lines)
	}
	for i := 0; i < len(items); {
		n := i + 1
		for n < len(items) && items[n].Name == items[i].Name {
			n++
		}
		w.linked(link, items[i:n], func(k int) string { return units[unitOf[i+k]] })
		i = n
	}
	w.recipes(link, items)
	if opt.Keep {
		w.declared(link, at, stands)
	}
	w.bodies(at, stands)
	out := w.file(p.build, opt.Linked)
	if opt.Keep {
		if err := p.origins(out, sources); err != nil {
			return nil, err
		}
	}
	return format.Source(out.Bytes())
}

func newWriter(pkg *types.Package) *writer {
	return &writer{pkg: pkg, imports: map[string]string{}, names: map[string]string{}, taken: map[string]bool{}}
}

// file puts the head in front of what has been written.
func (w *writer) file(build string, linked []string) *bytes.Buffer {
	var out bytes.Buffer
	out.WriteString(origin.Header + "\n")
	if build != "" {
		fmt.Fprintf(&out, "//go:build %s\n\n", build)
	}
	fmt.Fprintf(&out, "package %s\n\nimport (\n", w.pkg.Name())
	var lines []string
	for path, name := range w.imports {
		lines = append(lines, importLine(name, w.names[path], path))
	}
	for _, path := range linked {
		lines = append(lines, importLine("_", "", path))
	}
	slices.Sort(lines)
	fmt.Fprintf(&out, "%s)\n\n%s", strings.Join(lines, ""), w.buf.Bytes())
	return &out
}

// Recipes is a file with nothing but the recipes of a package's functions, and the calls of plain Go, for tests that run these without the rest.
func Recipes(items []Item) ([]byte, error) {
	w := newWriter(items[0].Pkg.Types)
	link := w.qualifier(source.LinkPackage)
	w.recipes(link, items)
	return format.Source(w.file("", nil).Bytes())
}

// recipes writes those of all functions, each once, and calls of those that stay plain Go.
func (w *writer) recipes(link string, items []Item) {
	all, foreign := map[uint64]*source.Recipe{}, map[string]*source.Foreign{}
	for _, it := range items {
		if it.Reason == "" {
			for _, r := range it.Recipes {
				all[r.Number] = r
			}
			for _, x := range it.Foreign {
				foreign[x.Name] = x
			}
		}
	}
	for _, n := range slices.Sorted(maps.Keys(all)) {
		w.recipe(link, all[n])
	}
	for _, name := range slices.Sorted(maps.Keys(foreign)) {
		w.foreign(link, foreign[name])
	}
}

// importLine imports a package as name; its own name is left out where it can be seen from the path.
func importLine(name, own, importPath string) string {
	if name == own && path.Base(importPath) == own {
		return fmt.Sprintf("%q\n", importPath)
	}
	return fmt.Sprintf("%s %q\n", name, importPath)
}

// Format is the version of generated files; package link accepts only its own.
const Format = 4

// module is the intermediate code of several functions.
type module struct {
	funcs map[string]string
	text  strings.Builder
}

// addUnit adds a function's unit to the first module that has no other function of the same name in it.
func addUnit(ms []*module, u *ir.Module) ([]*module, int) {
	texts := make([]string, len(u.Funcs))
	for i, f := range u.Funcs {
		texts[i] = f.Text(true)
	}
	at := slices.IndexFunc(ms, func(m *module) bool {
		for i, f := range u.Funcs {
			if old, ok := m.funcs[f.Name]; ok && old != texts[i] {
				return false
			}
		}
		return true
	})
	if at < 0 {
		ms = append(ms, &module{funcs: map[string]string{}})
		at = len(ms) - 1
	}
	m := ms[at]
	for i, f := range u.Funcs {
		if _, ok := m.funcs[f.Name]; !ok {
			m.funcs[f.Name] = texts[i]
			m.text.WriteString("\n" + texts[i])
		}
	}
	return ms, at
}

// quote makes text a Go literal: one that can be read, if possible.
func quote(text string) string {
	if strconv.CanBackquote(strings.NewReplacer("\n", "", "\t", "").Replace(text)) {
		return "`" + text + "`"
	}
	return strconv.Quote(text)
}

// unitPrefix begins the names of a file's units: several files of a package may be part of a build.
func unitPrefix(base string) string {
	prefix := "honeUnit"
	if strings.HasSuffix(base, "_test.go") && !strings.HasSuffix(base, "_x_test.go") {
		prefix = "honeTestUnit"
	}
	if key := keyOf(base); key != "" {
		prefix += "_" + key + "_"
	}
	return prefix
}

// linked writes the initialiser that gives a honed variable its stub, or the reason why it has none. It is one for each variable: as one for all it would have to wait for
// the last. items are the versions of the variable, unit the unit that has version k.
func (w *writer) linked(link string, items []Item, unit func(k int) string) {
	first := items[0]
	switch {
	case !slices.ContainsFunc(items, func(it Item) bool { return it.Reason == "" }):
		fmt.Fprintf(&w.buf, "var _ = %s.Reason(%s.Link(), %q)\n\n", link, first.Name, first.Reason)
		return
	case first.Types != nil:
		w.linkVersions(link, items, unit)
		return
	}
	e, plain := w.local("e"), w.local("plain")
	w.buf.WriteString("var _ = func() struct{} {\n")
	fmt.Fprintf(&w.buf, "if %s, %s := %s.To(%s.Link(), %s, %q); %s != nil {\n", e, plain, link, first.Name, unit(0), first.Symbol, e)
	args, call := w.stub(first.Name, first.Signature, plain)
	w.invoke(link, e, first.Signature, args, call)
	w.buf.WriteString("}\n}\nreturn struct{}{}\n}()\n\n")
}

// stub begins the function that a variable gets, with parameters a0, a1 and so on, and gives their names and the call of the plain function.
func (w *writer) stub(variable string, sig *types.Signature, plain string) (args []string, call string) {
	var params, results []string
	for i := range sig.Params().Len() {
		t := w.typ(sig.Params().At(i).Type())
		args = append(args, w.local(fmt.Sprintf("a%d", i)))
		if sig.Variadic() && i == sig.Params().Len()-1 {
			t = "..." + strings.TrimPrefix(t, "[]")
		}
		params = append(params, args[i]+" "+t)
	}
	for i := range sig.Results().Len() {
		results = append(results, w.typ(sig.Results().At(i).Type()))
	}
	fmt.Fprintf(&w.buf, "%s.Call = func(%s) (%s) {\n", variable, strings.Join(params, ", "), strings.Join(results, ", "))
	call = plain + "(" + strings.Join(args, ", ")
	if sig.Variadic() {
		call += "..."
	}
	return args, call + ")"
}

// invoke writes what calls an entry for a function of this type, with what is in the variables args, and the plain function where that doesn't do it.
func (w *writer) invoke(link, entry string, sig *types.Signature, args []string, plain string) {
	in, out := w.local("in"), w.local("out")
	var ins, outs, values []string
	for i := range sig.Params().Len() {
		ins = append(ins, w.local(fmt.Sprintf("a%d", i))+" "+w.typ(sig.Params().At(i).Type()))
	}
	for i := range sig.Results().Len() {
		name := w.local(fmt.Sprintf("r%d", i))
		outs = append(outs, name+" "+w.typ(sig.Results().At(i).Type()))
		values = append(values, out+"."+name)
	}
	fmt.Fprintf(&w.buf, "var %s struct{%s}\n", in, strings.Join(ins, "; "))
	for i, name := range args {
		if name != "" {
			w.assign(in+"."+w.local(fmt.Sprintf("a%d", i)), name, sig.Params().At(i).Type())
		}
	}
	fmt.Fprintf(&w.buf, "var %s struct{%s}\n", out, strings.Join(outs, "; "))
	fmt.Fprintf(&w.buf, "if !%s.Invoke(%s, &%s, &%s) {\n", link, entry, in, out)
	if len(values) > 0 {
		fmt.Fprintf(&w.buf, "return %s\n}\nreturn %s\n", plain, strings.Join(values, ", "))
	} else {
		fmt.Fprintf(&w.buf, "%s\n}\n", plain)
	}
}

// longestArray is of how many elements an array may be that is copied element by element.
const longestArray = 16

// assign assigns an argument, by parts that the compiler copies word by word: it copies larger values by vectors, whose loads have to wait until
// the words that were stored a moment ago are in the cache.
func (w *writer) assign(to, from string, t types.Type) {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if !w.seesFields(u) {
			break
		}
		for f := range u.Fields() {
			w.assign(to+"."+f.Name(), from+"."+f.Name(), f.Type())
		}
		return
	case *types.Array:
		if u.Len() > longestArray {
			break
		}
		for i := range u.Len() {
			w.assign(fmt.Sprintf("%s[%d]", to, i), fmt.Sprintf("%s[%d]", from, i), u.Elem())
		}
		return
	}
	fmt.Fprintf(&w.buf, "%s = %s\n", to, from)
}

// seesFields reports whether the fields of a struct have names in the package.
func (w *writer) seesFields(t *types.Struct) bool {
	for f := range t.Fields() {
		if f.Name() == "_" || !f.Exported() && f.Pkg().Path() != w.pkg.Path() {
			return false
		}
	}
	return true
}
