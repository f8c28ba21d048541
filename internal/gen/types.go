package gen

import (
	"fmt"
	"go/types"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/source"
)

// local is name, or something similar that is no name of the package's own.
func (w *writer) local(name string) string {
	for w.pkg.Scope().Lookup(name) != nil || w.taken[name] && w.isImport(name) {
		name += "_"
	}
	w.taken[name] = true
	return name
}

func (w *writer) isImport(name string) bool {
	for _, n := range w.imports {
		if n == name {
			return true
		}
	}
	return false
}

// typ spells a type, and adds the imports that this needs.
func (w *writer) typ(t types.Type) string {
	return types.TypeString(t, w.qualifier)
}

// qualifier is the name of a package in the file, "" for its own.
func (w *writer) qualifier(p *types.Package) string {
	if p.Path() == w.pkg.Path() {
		return ""
	}
	name, ok := w.imports[p.Path()]
	if !ok {
		name = p.Name()
		for w.pkg.Scope().Lookup(name) != nil || w.taken[name] {
			name += "_"
		}
		w.taken[name] = true
		w.imports[p.Path()], w.names[p.Path()] = name, p.Name()
	}
	return name
}

// recipe writes what registers a recipe.
func (w *writer) recipe(link string, r *source.Recipe) {
	var expr strings.Builder
	for _, p := range r.Parts {
		switch {
		case p.Type != nil:
			expr.WriteString(w.typ(p.Type))
		case p.Pkg != nil:
			if q := w.qualifier(p.Pkg); q != "" {
				expr.WriteString(q + ".")
			}
			expr.WriteString(p.Text)
		default:
			expr.WriteString(p.Text)
		}
	}
	fmt.Fprintf(&w.buf, "var _ = %s.Recipe(%#x, func(%s [%d]uint64) any { return %s })\n\n", link, r.Number, source.RecipeWords, ir.FailWords, expr.String())
}

// Spellable says why the stub of a honed variable can't be written in its package, or "".
func Spellable(h *source.Honed) string {
	if h.Pkg.Path == honePath {
		return "package hone can't import itself"
	}
	v := h.Pkg.Types.Scope().Lookup(h.Name)
	if v == nil || !isFn(v.Type()) {
		return "the variable's type must be that of hone.Func's result"
	}
	for _, tuple := range []*types.Tuple{h.Signature.Params(), h.Signature.Results()} {
		for i := range tuple.Len() {
			if why := spellable(h.Pkg.Types, tuple.At(i).Type()); why != "" {
				return why
			}
		}
	}
	return ""
}

// isFn reports *hone.Fn[F].
func isFn(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && n.Obj().Name() == "Fn" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == honePath
}

// spellable says why t can't be written in package p, or "".
func spellable(p *types.Package, t types.Type) string {
	named := func(o *types.TypeName, args *types.TypeList) string {
		if of := o.Pkg(); of != nil && of.Path() != p.Path() {
			if !o.Exported() || !importable(p.Path(), of.Path()) {
				return fmt.Sprintf("type %s.%s can't be named in package %s", of.Name(), o.Name(), p.Name())
			}
		}
		if o.Parent() != nil && o.Pkg() != nil && o.Parent() != o.Pkg().Scope() {
			return fmt.Sprintf("type %s is local to a function", o.Name())
		}
		for i := range args.Len() {
			if why := spellable(p, args.At(i)); why != "" {
				return why
			}
		}
		return ""
	}
	switch t := t.(type) {
	case *types.Alias:
		return named(t.Obj(), t.TypeArgs())
	case *types.Named:
		return named(t.Obj(), t.TypeArgs())
	case *types.Basic:
		if p.Scope().Lookup(t.Name()) != nil {
			return fmt.Sprintf("package %s declares a %s of its own", p.Name(), t.Name())
		}
	case *types.Slice:
		return spellable(p, t.Elem())
	case *types.Array:
		return spellable(p, t.Elem())
	case *types.Pointer:
		return spellable(p, t.Elem())
	case *types.Struct:
		for i := range t.NumFields() {
			f := t.Field(i)
			if !f.Exported() && f.Pkg().Path() != p.Path() {
				return fmt.Sprintf("a struct type with fields of package %s", f.Pkg().Name())
			}
			if why := spellable(p, f.Type()); why != "" {
				return why
			}
		}
	}
	return ""
}

// importable applies the rule for internal packages. Those of the standard library are nobody else's.
func importable(from, p string) bool {
	i := strings.LastIndex("/"+p+"/", "/internal/")
	if i < 0 {
		return true
	}
	parent := p[:max(i-1, 0)]
	return parent != "" && (from == parent || strings.HasPrefix(from, parent+"/"))
}

// Linkable reports whether a generated file may refer to the variable at all.
func Linkable(h *source.Honed) bool {
	v := h.Pkg.Types.Scope().Lookup(h.Name)
	return h.Pkg.Path != honePath && v != nil && isFn(v.Type())
}

// InModule makes the file names in a message, which are relative to dir, relative to pkg's module: generated files must not depend on
// where the tool was run.
func InModule(pkg *source.Package, dir, msg string) string {
	return fileName.ReplaceAllStringFunc(msg, func(name string) string {
		file := name
		if !filepath.IsAbs(file) {
			file = filepath.Join(dir, file)
		}
		rel, err := filepath.Rel(pkg.Dir, file)
		if err != nil {
			return filepath.Base(file)
		}
		below := strings.Trim(strings.TrimPrefix(strings.TrimSuffix(pkg.Path, "_test"), pkg.Module), "/")
		rel = path.Join(below, filepath.ToSlash(rel))
		if strings.HasPrefix(rel, "../") {
			return path.Join(path.Base(path.Dir(filepath.ToSlash(file))), filepath.Base(file))
		}
		return rel
	})
}

var fileName = regexp.MustCompile(`[^\s:()]+\.go\b`)
