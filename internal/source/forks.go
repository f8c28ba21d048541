package source

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// Package fork says what sync, sync/atomic and channels are in compiled code. Here is how one comes from their names to its functions.

const (
	forkPath   = ir.ForkPackage
	syncPath   = "sync"
	atomicPath = "sync/atomic"
)

// The types of package fork, as the IR has them.
var (
	waitGroupType = forkType("honeCount", ir.TI64)
	mutexType     = forkType("honeLocked", ir.TBool)
	rwMutexType   = ir.StructOf(ir.Field{Name: "honeWriter", Type: ir.TBool}, ir.Field{Name: "honeReaders", Type: ir.TI64})
	signalsType   = ir.StructOf(ir.Field{Name: "honeCount", Type: ir.TI64}, ir.Field{Name: "honeFirst", Type: ir.TI64},
		ir.Field{Name: "honeRoom", Type: ir.TI64}, ir.Field{Name: "honeClosed", Type: ir.TBool})
	onceType   = forkType("honeDone", ir.TBool)
	atomicBool = forkType("honeTrue", ir.TBool)
)

func forkType(field string, t *ir.Type) *ir.Type {
	return ir.StructOf(ir.Field{Name: field, Type: t})
}

// forkTypes are the types of packages sync and sync/atomic that compiled code has, and what they are in package fork.
var forkTypes = map[string]struct {
	name string
	t    *ir.Type
}{
	"sync.WaitGroup":      {"WaitGroup", waitGroupType},
	"sync.Mutex":          {"Mutex", mutexType},
	"sync.RWMutex":        {"RWMutex", rwMutexType},
	"sync.Once":           {"Once", onceType},
	"sync/atomic.Bool":    {"Bool", atomicBool},
	"sync/atomic.Int32":   {"Integer", forkType("honeValue", ir.TI32)},
	"sync/atomic.Int64":   {"Integer", forkType("honeValue", ir.TI64)},
	"sync/atomic.Uint32":  {"Integer", forkType("honeValue", ir.TU32)},
	"sync/atomic.Uint64":  {"Integer", forkType("honeValue", ir.TU64)},
	"sync/atomic.Uintptr": {"Integer", forkType("honeValue", ir.TU64)},
}

// forked is the type in compiled code of one of package sync's, nil for others.
func forked(t *types.Named) *ir.Type {
	if t.Obj().Pkg() == nil {
		return nil
	}
	return forkTypes[t.Obj().Pkg().Path()+"."+t.Obj().Name()].t
}

// channelType is what a channel is: a pointer to a fork.Channel, or fork.Signals. The reason says why there is none.
func channelType(t *types.Chan, e env, seen []*types.Named) (*ir.Type, string) {
	elem, why := irType(t.Elem(), e, seen)
	switch {
	case why != "":
		return nil, why
	case leaves(elem) == 0:
		return ir.CellOf(signalsType), ""
	case leadsOn(elem) || elem == recipeType || ir.HoldsOpaque(elem):
		return nil, "channels of " + name(t.Elem()) + " are not compiled"
	}
	return ir.CellOf(ir.StructOf(
		ir.Field{Name: "honeSent", Type: ir.SliceOf(elem)}, ir.Field{Name: "honeMore", Type: ir.SliceOf(elem)},
		ir.Field{Name: "honeEnd", Type: ir.TI64}, ir.Field{Name: "honeFirst", Type: ir.TI64},
		ir.Field{Name: "honeRoom", Type: ir.TI64}, ir.Field{Name: "honeClosed", Type: ir.TBool})), ""
}

// isForked reports a type of package fork, whose values compiled code has to itself.
func isForked(t *ir.Type) bool {
	return t.Kind == ir.Struct && len(t.Fields) > 0 && t != recipeType && strings.HasPrefix(t.Fields[0].Name, "hone")
}

// holdsForked reports one in the structs and arrays of t.
func holdsForked(t *ir.Type) bool {
	switch t.Kind {
	case ir.Struct:
		return isForked(t) || slices.ContainsFunc(t.Fields, func(f ir.Field) bool { return holdsForked(f.Type) })
	case ir.Array, ir.Slice, ir.Cell:
		return holdsForked(t.Elem)
	}
	return false
}

// sharedWithOthers is why they aren't passed to or from compiled code.
const sharedWithOthers = "what package sync or a channel guards may be shared with goroutines that are not compiled" + lockAround

// lockAround is what to do instead.
const lockAround = "; lock around the call, and hone what is done meanwhile"

// refuseForked refuses a type of package fork, or an array of such.
func (w *borderer) refuseForked(t *ir.Type) {
	if isForked(t) || t.Kind == ir.Array && holdsForked(t) {
		w.refuse("%s", sharedWithOthers)
	}
}

// fork is the function of package fork with this name, or a type's method.
func (p *Program) fork(of, name string) *types.Func {
	pkg := p.byPath[forkPath]
	if pkg == nil || pkg.Types == nil {
		return nil
	}
	if of == "" {
		fn, _ := pkg.Types.Scope().Lookup(name).(*types.Func)
		return fn
	}
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(pkg.Types.Scope().Lookup(of).Type()), true, pkg.Types, name)
	fn, _ := obj.(*types.Func)
	return fn
}

// forkedMethod is what stands for the method e of package sync or sync/atomic, nil for other methods.
func (f *fun) forkedMethod(fn *types.Func, e *ast.SelectorExpr) (*types.Func, []types.Type) {
	t, _ := deref(fn.Signature().Recv().Type())
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || forked(named) == nil {
		return nil, nil
	}
	of := forkTypes[named.Obj().Pkg().Path()+"."+named.Obj().Name()].name
	method := fn.Name()
	if of == "WaitGroup" && method == "Wait" && !f.isOwn(e.X) {
		method = "WaitInside"
	}
	stands := f.u.prog.fork(of, method)
	if of != "Integer" {
		return stands, nil
	}
	return stands, []types.Type{atomicOf[named.Obj().Name()]}
}

// atomicOf are the types whose names are in those of package sync/atomic.
var atomicOf = map[string]types.Type{
	"Int32": types.Typ[types.Int32], "Int64": types.Typ[types.Int64], "Uint32": types.Typ[types.Uint32], "Uint64": types.Typ[types.Uint64],
	"Uintptr": types.Typ[types.Uintptr],
}

// atomicCall translates a call of sync/atomic's functions on numbers. The number is a variable of the function's own: any other might be changed by goroutines
// that are not compiled.
func (f *fun) atomicCall(e *ast.CallExpr, fn *types.Func, sig *types.Signature) []*ir.Value {
	for _, verb := range []string{"Load", "Store", "Swap", "CompareAndSwap", "Add", "And", "Or"} {
		of, ok := strings.CutPrefix(fn.Name(), verb)
		if !ok || atomicOf[of] == nil {
			continue
		}
		if u, ok := ast.Unparen(e.Args[0]).(*ast.UnaryExpr); !ok || f.ownVariable(u.X) == nil {
			f.fail(e.Args[0].Pos(), "atomic operations are compiled on variables of the function's own only: others may be shared with goroutines that are not compiled"+lockAround)
		}
		in := f.u.instance(f.u.prog.fork("", verb), []types.Type{atomicOf[of]}, e.Pos())
		if in == nil {
			panic(bail{})
		}
		f.prepare(e.Args...)
		return f.callInstance(in, f.args(e, sig, in), sig, e)
	}
	f.fail(e.Pos(), "%s is not compiled", shortName(fn))
	return nil
}

// ownVariable is the variable that e is a part of, if that is the function's own.
func (f *fun) ownVariable(e ast.Expr) *types.Var {
	v := f.root(e)
	if v == nil || v.Parent() == nil || v.Parent() == v.Pkg().Scope() {
		return nil
	}
	return v
}

// callFork calls a function of package fork, or a method of a channel's.
func (f *fun) callFork(e ast.Node, of, name string, targs []types.Type, args []*ir.Value, results ...*ir.Type) []*ir.Value {
	in := f.u.instance(f.u.prog.fork(of, name), targs, e.Pos())
	if in == nil {
		panic(bail{})
	}
	f.at(e.Pos())
	o := f.b.Op(ir.OpCallSym, args, results...)
	o.SetSym(in.sym)
	return o.Results
}

// forkFuncs are the functions of package fork that are known.
var forkFuncs = map[string]emitter{
	"Never": func(f *fun, k *known) []*ir.Value {
		f.panicUnless(k.args[0], ir.Blocks, nil, k.pos)
		return nil
	},
	"Wait": func(f *fun, k *known) []*ir.Value {
		w := &recipeWriter{f: f}
		w.text("func() any { select {} }()")
		f.panicUnless(k.args[0], "made", w.finish(k.pos), k.pos)
		return nil
	},
	"Makes": func(f *fun, k *known) []*ir.Value {
		w := &recipeWriter{f: f}
		w.text("any(make(chan struct{}, ")
		w.operand(k.args[0], types.Typ[types.Int], k.pos)
		w.text("))")
		words := w.finish(k.pos)
		f.panicUnless(f.b.Compare(ir.OpLe, f.b.Int(0), k.args[0]), "made", words, k.pos)
		return nil
	},
}
