package source

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"

	"github.com/hone-go/hone/internal/ir"
)

// A function of the standard library that takes a slice as an interface value and goes through package reflect at once has a generic function of hone's in its
// place, which is added to the library's package: it leads to the same functions there. So has one that asks how much room there is and does the same in two ways. A package is checked with what is added, and as it stands if that
// fails, as in another version of Go.

// added is what packages of the standard library have besides their own files. A function's name is that of the one that it stands for behind addedPrefix.
var added = map[string]string{
	"sort": `package sort

import "math/bits"

func honeSwapper[S ~[]E, E any](x S) func(i, j int) {
	return func(i, j int) { x[i], x[j] = x[j], x[i] }
}

func honeSlice[S ~[]E, E any](x S, less func(i, j int) bool) {
	length := len(x)
	limit := bits.Len(uint(length))
	pdqsort_func(lessSwap{less, honeSwapper(x)}, 0, length, limit)
}

func honeSliceStable[S ~[]E, E any](x S, less func(i, j int) bool) {
	stable_func(lessSwap{less, honeSwapper(x)}, len(x))
}

func honeSliceIsSorted[S ~[]E, E any](x S, less func(i, j int) bool) bool {
	n := len(x)
	for i := n - 1; i > 0; i-- {
		if less(i, i-1) {
			return false
		}
	}
	return true
}
`,
	"slices": `package slices

func honeInsert[S ~[]E, E any](s S, i int, v ...E) S {
	_ = s[i:]
	n, m := len(s), len(v)
	s = append(s, v...)
	switch {
	case m == 0 || i == n:
	case m == 1:
		x := s[n]
		copy(s[i+1:], s[i:n])
		s[i] = x
	default:
		rotateRight(s[i:], m)
	}
	return s
}
`,
}

const addedPrefix = "hone"

// withAdded are the files of a package of the standard library and what is added to them; nil if nothing is.
func (pkg *Package) withAdded(fset *token.FileSet, files []*ast.File) []*ast.File {
	text, ok := added[pkg.Path]
	if !ok {
		return nil
	}
	f, err := parser.ParseFile(fset, filepath.Join(pkg.Dir, addedPrefix+".go"), text, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	return append(files[:len(files):len(files)], f)
}

// addedFor is the function that stands for fn in a call with these arguments, with its type arguments; nil if there is none: the first has to be a slice.
func (f *fun) addedFor(fn *types.Func, args []ast.Expr) (*types.Func, []types.Type) {
	if fn.Pkg() == nil || added[fn.Pkg().Path()] == "" || len(args) == 0 || f.isTuple(args[0]) {
		return nil, nil
	}
	t := f.typeOf(args[0])
	st, ok := t.Underlying().(*types.Slice)
	stands, found := fn.Pkg().Scope().Lookup(addedPrefix + fn.Name()).(*types.Func)
	if !ok || !found {
		return nil, nil
	}
	targs := []types.Type{t, st.Elem()}
	f.checkLocalTypes(targs, args[0].Pos())
	return stands, targs
}

// callAdded is a call of the function that stands for the one that is named.
func (f *fun) callAdded(fn *types.Func, targs []types.Type, e *ast.CallExpr) []*ir.Value {
	t, err := types.Instantiate(nil, fn.Signature(), targs, false)
	if err != nil {
		f.fail(e.Pos(), "%v", err)
	}
	sig := t.(*types.Signature)
	in := f.u.prototype(fn, targs, e.Pos())
	f.prepareCall(nil, e, sig)
	if in == nil {
		panic(bail{})
	}
	return f.callInstance(in, f.args(e, sig, in), sig, e)
}
