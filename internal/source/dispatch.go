package source

import (
	"go/types"
)

// What is passed to a method of an interface goes to one of the methods that may stand behind it: those of that name and type in the program. (Not only types that have
// all of the interface's methods count: a struct may embed several that have some of them each.)

// passedOn reports that whichever method a call of fn, one of an interface, comes to only reads what argument i leads to. Its type must be one of a module's, so that
// the standard library, of which only declarations were read, has no such method; and other programs must not bring methods of their own.
func (r *readers) passedOn(fn *types.Func, i int) bool {
	sig := fn.Signature()
	t, _ := deref(sig.Params().At(i).Type())
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || r.prog.keep && fn.Exported() {
		return false
	}
	if pkg := r.prog.ofTypes(named.Obj().Pkg()); pkg == nil || pkg.Module == "" {
		return false
	}
	for m, d := range r.prog.decls {
		of := m.Signature()
		switch {
		case of.Recv() == nil || m.Name() != fn.Name() || !m.Exported() && m.Pkg() != fn.Pkg():
		case of.RecvTypeParams() != nil:
			return false // one of its instances may have the type
		case !types.Identical(of, sig):
		case d.ast.Body == nil || !r.onlyRead(of.Params().At(i)):
			return false
		}
	}
	return true
}
