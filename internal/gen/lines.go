package gen

import (
	"bytes"
	"cmp"
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/source"
)

// Stack traces of panics in compiled code show lines of the source by functions that stand for those that failed: methods of a type of
// their own, each behind a //line directive, with a call in each line in which a check may fail. But for the directive its text is the
// same wherever in its file the function is.

// stand is such a function.
type stand struct {
	*source.Failing
	name string // of the method
	path string // for the directive
}

// stands makes those for items. Where files stay, functions are left out whose lines may change without anyone noticing.
func (p *part) stands(items []Item, keep bool) (all []*stand) {
	var fails []*source.Failing
	for _, it := range items {
		if it.Reason == "" {
			fails = source.Merge(fails, it.Fails)
		}
	}
	slices.SortStableFunc(fails, func(a, b *source.Failing) int {
		return cmp.Or(cmp.Compare(a.Pkg.Path, b.Pkg.Path), cmp.Compare(a.File, b.File), cmp.Compare(a.Pos.Offset, b.Pos.Offset))
	})
	taken := map[string]bool{}
	for _, f := range fails {
		path := f.Pos.Filename
		if keep {
			path = p.keptPath(f)
		}
		if path == "" || f.Pos.Line < 2 || strings.ContainsAny(path, "\n\r") {
			continue
		}
		name := methodName(f, items[0].Pkg)
		for taken[name] {
			name += "_"
		}
		taken[name] = true
		all = append(all, &stand{f, name, path})
	}
	return all
}

// keptPath is what a file is called in a generated file that stays: a file of the package by its name; one of a module in the module cache, which
// never changes, as the go command calls it with -trimpath. Others have none.
func (p *part) keptPath(f *source.Failing) string {
	switch base := filepath.Base(f.Pos.Filename); {
	case filepath.Clean(filepath.Dir(f.Pos.Filename)) == filepath.Clean(p.dir):
		return base
	case f.Pkg.Cached():
		return "/" + f.Pkg.Versioned() + "/" + base
	}
	return ""
}

// methodName is the function's name, as far as a method's can be: with the name of its package, if that is another, and of its receiver's type.
func methodName(f *source.Failing, in *source.Package) string {
	name := f.Symbol[strings.LastIndexByte(f.Symbol, '/')+1:]
	if f.Pkg.ImportPath() == in.ImportPath() {
		_, name, _ = strings.Cut(name, ".")
	}
	name, _, _ = strings.Cut(name, "[") // of an instance
	var b strings.Builder
	for _, part := range strings.FieldsFunc(name, func(r rune) bool { return !isLetterOrDigit(r) }) {
		if b.Len() > 0 {
			b.WriteByte('_')
		}
		b.WriteString(part)
	}
	if name = b.String(); !token.IsIdentifier(name) {
		name = "f" + name
	}
	return name
}

func isLetterOrDigit(r rune) bool { return token.IsIdentifier("a" + string(r)) }

// atPrefix begins the name of the type, as unitPrefix does those of units.
func atPrefix(base string) string { return strings.Replace(unitPrefix(base), "Unit", "At", 1) }

// lines writes what tells a unit of its stands.
func (w *writer) lines(link, at string, stands []*stand) string {
	var b strings.Builder
	for _, s := range stands {
		fmt.Fprintf(&b, ",\n%s.Line(%q, %s.%s)", link, s.File, at, s.name)
	}
	if b.Len() > 0 {
		b.WriteString(",\n")
	}
	return b.String()
}

// declared writes where the functions are in the program that is built, by themselves: what stands for one is of no use if the function has moved since.
// It can't be in a variable's initialiser, which would then wait for all variables that the functions use.
func (w *writer) declared(link, at string, stands []*stand) {
	var b bytes.Buffer
	for _, s := range stands {
		if name := w.reference(s.Failing); name != "" {
			fmt.Fprintf(&b, "%s.Declared(%s.%s, %s)\n", link, at, s.name, name)
		}
	}
	if b.Len() > 0 {
		fmt.Fprintf(&w.buf, "func init() {\n%s}\n\n", b.Bytes())
	}
}

// reference names a function of the file's own package, or gives "" if that can't be done by name alone.
func (w *writer) reference(f *source.Failing) string {
	if f.Func == nil || f.Func.Pkg() != w.pkg || f.Func.Name() == "_" || f.Func.Name() == "init" {
		return ""
	}
	sig := f.Func.Signature()
	switch recv := sig.Recv(); {
	case sig.TypeParams().Len() > 0 || sig.RecvTypeParams().Len() > 0:
		return ""
	case recv != nil:
		return "(" + w.typ(recv.Type()) + ")." + f.Func.Name()
	}
	return f.Func.Name()
}

// bodies writes the functions, at the end of the file, since a directive holds up to the next one. The calls are each one line below the line that
// they stand for as seen from the function's beginning: a call in its first line would have to be on the same line as the function's name.
func (w *writer) bodies(at string, stands []*stand) {
	if len(stands) == 0 {
		return
	}
	fmt.Fprintf(&w.buf, "// %s has functions that stack traces show in place of those that fail in compiled code.\ntype %s struct{}\n", at, at)
	for _, s := range stands {
		fmt.Fprintf(&w.buf, "\n//line %s:%d\nfunc (%s) %s(at func(int)) {\n", s.path, s.Pos.Line-1, at, s.name)
		next := 0
		for _, line := range s.Lines {
			w.buf.WriteString(strings.Repeat("// ...\n", line-next))
			fmt.Fprintf(&w.buf, "at(%d)\n", line)
			next = line + 1
		}
		w.buf.WriteString("}\n")
	}
}
