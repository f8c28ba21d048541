package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// A function without a body in Go, or without source that was loaded, can be called all the same, as plain Go calls it, where the call stands in what the host
// runs: compiled code leaves into a function of the generated file that makes the call. The callee has to be one that the file can name, with parameters and
// results that are numbers, strings, slices, or structs of such. A function that can be named, and leads to one that can't - in a package internal, say - is called
// as a whole.

// Foreign is a function that compiled code calls and that stays plain Go.
type Foreign struct {
	Name string // in ops
	Func *types.Func
}

// foreign is an instance for such calls of fn; nil if there can be none. why says for one that can't be named why it is not compiled: the op may stand in a
// function that gains nothing anyhow.
func (u *unit) foreign(fn *types.Func, at token.Pos, why string) *instance {
	sig := fn.Signature()
	if u.quiet || u.globals != nil || len(u.insts) == 0 || u.insts[0].fn == fn || u.current == nil || u.current.starts ||
		sig.TypeParams().Len()+sig.RecvTypeParams().Len() > 0 || !passesTuples(sig) {
		return nil
	}
	in := &instance{fn: fn, pkg: u.current.pkg, caller: u.current, at: at, sym: "foreign " + symbol(fn, nil)}
	if in.decl = u.prog.decls[fn]; in.decl != nil {
		in.pkg = in.decl.pkg
	}
	switch {
	case u.callable(fn):
		in.foreign = symbol(fn, nil)
		u.foreigners[in.foreign] = fn
	case why != "":
		in.foreign = ir.ForeignSym(why)
	default:
		return nil
	}
	if old := u.symbols[in.sym]; old != nil {
		return old
	}
	u.queue(in)
	return in
}

// foreignFunction is what an instance for calls of a function that stays plain Go does.
func (u *unit) foreignFunction(in *instance) *ir.Func {
	sig := in.fn.Signature()
	f := &fun{u: u, in: in, info: in.pkg.Info, vars: map[*types.Var]variable{}}
	out := ir.NewFunc(in.sym, nil, f.resultTypes(in.at, sig))
	out.Pos = u.prog.irPos(in.caller.pkg, in.at)
	f.params(out.Body, sig, in.at, nil)
	f.b = ir.NewBuilder(out.Body)
	f.b.Pos = out.Pos
	call := f.b.Op(ir.OpForeign, out.Body.Params, out.Results...)
	call.SetSym(in.foreign)
	f.b.Return(call.Results...)
	return out
}

// callable reports a function that the generated file can call, and that may be called from compiled code.
func (u *unit) callable(fn *types.Func) bool {
	pkg := fn.Pkg()
	if pkg == nil || notForeign[pkg.Path()] || ofHone(pkg.Path()) || !passesTuples(fn.Signature()) {
		return false
	}
	if recv := fn.Signature().Recv(); recv != nil {
		if !fn.Exported() && pkg != u.home().Types {
			return false
		}
	} else if !u.reachable(fn) {
		return false
	}
	for _, v := range passed(fn.Signature()) {
		if !u.spelled(v.Type()) {
			return false
		}
	}
	return !u.takesPointers() || u.prog.keepsToArguments(fn)
}

// notForeign are packages of functions that are about how the program runs, which is not the same while compiled code does, or about memory that others have.
var notForeign = map[string]bool{"runtime": true, "runtime/debug": true, "sync": true, "sync/atomic": true, "reflect": true, "unsafe": true, "testing": true}

// ofHone reports packages of hone's own.
func ofHone(path string) bool { return path == honePath || strings.HasPrefix(path, honePath+"/") }

// passed are the parameters and the results.
func passed(sig *types.Signature) []*types.Var {
	return slices.AppendSeq(parameters(sig), sig.Results().Variables())
}

// passesTuples reports parameters and results that can be passed.
func passesTuples(sig *types.Signature) bool {
	for _, v := range passed(sig) {
		if !passes(v.Type(), true) {
			return false
		}
	}
	return true
}

// passes reports a type of values that can be passed to plain Go, and from it: outside of slices strings, too.
func passes(t types.Type, outside bool) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&(types.IsNumeric|types.IsBoolean) != 0 || outside && t.Info()&types.IsString != 0
	case *types.Slice:
		return passes(t.Elem(), false)
	case *types.Array:
		return !outside && passes(t.Elem(), false)
	case *types.Struct:
		for i := range t.NumFields() {
			if !passes(t.Field(i).Type(), outside) {
				return false
			}
		}
		return true
	}
	return false
}

// spelled reports a type that can be written in the generated file.
func (u *unit) spelled(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return t.TypeArgs().Len() == 0 && (t.Obj().Pkg() == nil || u.reachable(t.Obj()))
	case *types.Basic:
		return u.home().Types.Scope().Lookup(t.Name()) == nil
	case *types.Slice:
		return u.spelled(t.Elem())
	case *types.Array:
		return u.spelled(t.Elem())
	}
	return false
}

// takesPointers reports a honed function with pointers among its arguments: what is behind them has been read when it is called.
func (u *unit) takesPointers() bool {
	in := u.insts[0]
	if in.fn == nil {
		sig, _ := in.pkg.Info.TypeOf(in.lit).(*types.Signature)
		return sig == nil || slices.ContainsFunc(parameters(sig), func(v *types.Var) bool { return holdsPointer(v.Type()) })
	}
	return slices.ContainsFunc(parameters(in.fn.Signature()), func(v *types.Var) bool { return holdsPointer(v.Type()) })
}

// holdsPointer reports a type of values that have pointers in them, or lead to such in slices.
func holdsPointer(t types.Type) bool { return !passes(t, true) }

// keepsToArguments reports a function that comes by no memory but what its arguments lead to, and what it makes.
func (p *Program) keepsToArguments(fn *types.Func) bool {
	return p.keeping.ask(fn, func() bool {
		d := p.decls[fn.Origin()]
		if d == nil {
			return fn.Pkg() != nil && (fn.Pkg().Path() == mathPath || strings.HasPrefix(fn.Pkg().Path(), mathPath+"/"))
		}
		if d.ast.Body == nil {
			return true // assembly, which has the arguments' addresses alone
		}
		ok := true
		ast.Inspect(d.ast.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				ok = ok && p.keepsInCall(d.pkg.Info, n)
			case *ast.Ident:
				if v, is := d.pkg.Info.Uses[n].(*types.Var); is && !v.IsField() && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() && leads(v.Type()) {
					ok = ok && p.neverChanges(v)
				}
			}
			return ok
		})
		return ok
	})
}

func (p *Program) keepsInCall(info *types.Info, call *ast.CallExpr) bool {
	if info.Types[call.Fun].IsType() || info.Types[call.Fun].IsBuiltin() {
		return true
	}
	fn, ok := calleeObject(info, call.Fun).(*types.Func)
	return ok && (fn.Signature().Recv() == nil || !types.IsInterface(fn.Signature().Recv().Type())) && p.keepsToArguments(fn)
}

// ownCode are packages for whose functions there is code of hone's own, whatever their bodies are.
var ownCode = map[string]bool{mathPath: true, bitsPath: true, "math/cmplx": true}

// stuck reports a function that leads to one without a body in Go, by calls none of which compiled code can make.
func (u *unit) stuck(fn *types.Func) bool {
	return !u.free.ask(fn.Origin(), func() bool {
		d := u.prog.decls[fn.Origin()]
		if d == nil || ownCode[d.pkg.Path] || ofHone(d.pkg.Path) {
			return true
		}
		if d.ast.Body == nil {
			return u.prog.jumpsTo(fn, d) != nil
		}
		found := false
		ast.Inspect(d.ast.Body, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && !found {
				callee, _ := calleeObject(d.pkg.Info, call.Fun).(*types.Func)
				found = callee != nil && callee != fn && !u.callable(callee) && u.stuck(callee)
			}
			return !found
		})
		return !found
	})
}

// foreignCalls lists the functions that stay plain Go and that a unit calls.
func (u *unit) foreignCalls() (list []*Foreign) {
	for _, name := range slices.Sorted(maps.Keys(u.foreigners)) {
		list = append(list, &Foreign{name, u.foreigners[name]})
	}
	return list
}
