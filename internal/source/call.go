package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// callNow translates a call, conversion or builtin, and lists the results.
func (f *fun) callNow(e *ast.CallExpr) []*ir.Value {
	if vs, ok := f.made(e); ok {
		return vs
	}
	fun := ast.Unparen(e.Fun)
	switch tv := f.info.Types[fun]; {
	case tv.IsType():
		return []*ir.Value{f.conversion(e)}
	case tv.IsBuiltin():
		return f.builtin(e, fun)
	}
	sig := f.typeOf(fun).Underlying().(*types.Signature)
	if sel, ok := fun.(*ast.SelectorExpr); ok {
		if s := f.info.Selections[sel]; s != nil && s.Kind() == types.MethodVal {
			return f.methodCall(e, sel, sig)
		}
		if in := f.honedCall(sel); in != nil {
			f.prepareCall(nil, e, sig)
			return f.callInstance(in, f.args(e, sig, in), sig, e)
		}
	}
	if fn, targs := f.funcNamed(fun); fn != nil {
		if makers[fn.FullName()] && sig.Results().Len() == 1 && isErrorType(sig.Results().At(0).Type()) {
			return []*ir.Value{f.recipeValue(e)}
		}
		if leavers[fn.FullName()] {
			f.leave(e)
			return nil
		}
		if fn.Pkg() != nil && fn.Pkg().Path() == atomicPath {
			return f.atomicCall(e, fn, sig)
		}
		if k := f.intrinsic(fn); k != nil {
			f.prepare(e.Args...)
			args := f.args(e, sig, nil)
			f.at(e.Pos())
			return k(f, &known{fn: fn, targs: targs, sig: sig, args: args, pos: e.Pos()})
		}
		if stands, targs := f.addedFor(fn, e.Args); stands != nil {
			return f.callAdded(stands, targs, e)
		}
		in := f.u.prototype(fn, targs, e.Pos())
		f.prepareCall(nil, e, sig)
		if in == nil {
			panic(bail{})
		}
		return f.callInstance(in, f.args(e, sig, in), sig, e)
	}
	if takesInterfaces(sig, f.env) {
		return f.callKnown(e, sig)
	}
	f.prepare(append([]ast.Expr{fun}, e.Args...)...)
	args := f.args(e, sig, nil)
	callee := f.rest(fun)
	f.at(e.Pos())
	return f.b.Op(ir.OpCall, append([]*ir.Value{callee}, args...), f.callResults(e, sig)...).Results
}

func (f *fun) callResults(e ast.Expr, sig *types.Signature) []*ir.Type {
	ts := make([]*ir.Type, sig.Results().Len())
	for i := range ts {
		ts[i] = f.typ(e.Pos(), sig.Results().At(i).Type())
	}
	return ts
}

func (f *fun) callInstance(in *instance, args []*ir.Value, sig *types.Signature, e ast.Expr) []*ir.Value {
	in = f.shaped(in, ir.Types(args))
	results := f.results(in, f.callResults(e, sig), e.Pos())
	f.at(e.Pos())
	o := f.b.Op(ir.OpCallSym, args, results...)
	o.SetSym(in.sym)
	for i, a := range in.sure {
		if in.out != nil && a.met && !a.varies {
			f.certainly(o.Results[i], a.value)
		}
	}
	return o.Results
}

// args evaluates a call's arguments as the parameters of sig.
func (f *fun) args(e *ast.CallExpr, sig *types.Signature, in *instance) []*ir.Value {
	n := sig.Params().Len()
	param := argTypes(e, sig)
	var vs []*ir.Value
	if len(e.Args) == 1 && n > 0 && f.isTuple(e.Args[0]) { // f(g()), g with several results
		vs = f.callNow(ast.Unparen(e.Args[0]).(*ast.CallExpr))
		from := f.typeOf(e.Args[0]).(*types.Tuple)
		for i := range vs {
			vs[i] = f.converted(vs[i], from.At(i).Type(), f.env.subst(param(i)), e.Args[0].Pos())
			if want := f.typ(e.Args[0].Pos(), param(i)); vs[i].Type != want && (in == nil || i >= n-1 && sig.Variadic() || !f.u.prog.boxes.fits(vs[i].Type, want)) {
				f.fail(e.Args[0].Pos(), "result %d used as a %s is not compiled", i+1, name(param(i)))
			}
		}
	} else {
		for i, a := range e.Args {
			if in == nil || sig.Variadic() && i >= n-1 {
				vs = append(vs, f.exprAs(a, param(i)))
			} else {
				vs = append(vs, f.exprFits(a, param(i)))
			}
		}
	}
	if !sig.Variadic() || e.Ellipsis.IsValid() {
		return vs
	}
	rest := vs[n-1:]
	st := f.typ(e.Pos(), sig.Params().At(n-1).Type())
	f.at(e.Pos())
	var packed *ir.Value
	if len(rest) == 0 {
		packed = zero(f.b, st)
	} else {
		packed = f.sliceOf(st, rest)
	}
	return append(vs[:n-1:n-1], packed)
}

func (f *fun) isTuple(e ast.Expr) bool {
	t, ok := f.info.TypeOf(e).(*types.Tuple)
	return ok && t.Len() > 1
}

// funcNamed is the function that e names, and its type arguments; nil if e is something else, also a method.
func (f *fun) funcNamed(e ast.Expr) (*types.Func, []types.Type) {
	fn, ok := calleeObject(f.info, e).(*types.Func)
	if !ok || fn.Signature().Recv() != nil {
		return nil, nil
	}
	targs := f.env.list(orEmpty(f.info.Instances[calleeIdent(e)].TypeArgs))
	f.checkLocalTypes(targs, e.Pos())
	return fn, targs
}

// checkLocalTypes refuses types declared in a generic function as type arguments: the instances of the function share the declaration,
// though the types differ.
func (f *fun) checkLocalTypes(targs []types.Type, pos token.Pos) {
	if len(f.env) == 0 {
		return
	}
	for _, t := range targs {
		if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Parent() != n.Obj().Pkg().Scope() && n.TypeArgs().Len() == 0 {
			f.fail(pos, "type %s, declared in a generic function, is not compiled as a type argument", n.Obj().Name())
		}
	}
}

// funcValue is the function that e names as a value, nil if e names none.
func (f *fun) funcValue(e ast.Expr) *ir.Value {
	fn, targs := f.funcNamed(e)
	if fn == nil {
		return nil
	}
	sig := f.typeOf(e).Underlying().(*types.Signature)
	it := f.typ(e.Pos(), sig)
	if k := f.intrinsic(fn); k != nil {
		f.at(e.Pos())
		return f.wrapper(it, func(args []*ir.Value) []*ir.Value {
			return k(f, &known{fn: fn, targs: targs, sig: sig, args: args, pos: e.Pos()})
		})
	}
	in := f.u.instance(fn, targs, e.Pos())
	if in == nil {
		panic(bail{})
	}
	f.at(e.Pos())
	return f.funcRef(in, it)
}

func (f *fun) funcRef(in *instance, it *ir.Type) *ir.Value {
	o := f.b.Op(ir.OpFuncRef, nil, it)
	o.SetSym(in.sym)
	return o.Result()
}

// wrapper is a lambda of this type that returns what body gives for its parameters.
func (f *fun) wrapper(it *ir.Type, body func(args []*ir.Value) []*ir.Value) *ir.Value {
	return f.lambda(it.Params, it.Results, func(r *ir.Region) {
		f.b.Return(body(r.Params)...)
	})
}

// literal translates a function literal.
func (f *fun) literal(e *ast.FuncLit) *ir.Value {
	sig := f.info.TypeOf(e).(*types.Signature)
	results := f.resultTypes(e.Pos(), sig)
	shape := ir.NewRegion(nil)
	vars := f.params(shape, sig, e.Pos(), nil)
	if slices.Contains(append(ir.Types(shape.Params), results...), nil) {
		panic(bail{}) // the reasons have been given
	}
	f.at(e.Pos())
	return f.lambda(ir.Types(shape.Params), results, func(r *ir.Region) {
		for i, p := range r.Params {
			p.Name = shape.Params[i].Name
		}
		f.body(sig, results, vars, r.Params, e.Body)
	})
}

// method is a method selected on an expression, with what is found on the way to it.
type method struct {
	fn      *types.Func
	targs   []types.Type
	path    []int // through embedded fields
	pointer bool  // the receiver is a pointer
	dynamic bool  // path leads to an interface value, whose dynamic type has the method
}

// lookup finds the method e.Sel in type t.
func (f *fun) lookup(t types.Type, e *ast.SelectorExpr) method {
	m := f.methodOf(t, e)
	if m.dynamic && isErrorType(t) {
		f.fail(e.Pos(), "methods of errors are not compiled")
	}
	return m
}

func (f *fun) methodOf(t types.Type, e *ast.SelectorExpr) method {
	sel := f.info.Selections[e].Obj()
	obj, index, _ := types.LookupFieldOrMethod(t, true, sel.Pkg(), sel.Name())
	fn, ok := obj.(*types.Func)
	if !ok {
		f.fail(e.Pos(), "no method %s in %s", sel.Name(), name(t))
	}
	recv := fn.Signature().Recv().Type()
	if types.IsInterface(recv) {
		return method{path: index[:len(index)-1], dynamic: true}
	}
	_, pointer := deref(recv)
	if stands, targs := f.forkedMethod(fn, e); stands != nil {
		return method{fn: stands, targs: targs, path: index[:len(index)-1], pointer: true}
	}
	targs := f.env.list(orEmpty(nil))
	for _, a := range receiverArgs(fn) {
		targs = append(targs, f.env.subst(a))
	}
	f.checkLocalTypes(targs, e.Pos())
	return method{fn: fn, targs: targs, path: index[:len(index)-1], pointer: pointer}
}

// receiver is the value to pass as m's receiver for the operand x.
func (f *fun) receiver(x ast.Expr, m method, pos token.Pos) *ir.Value {
	p := f.fields(f.place(x), m.path, pos)
	f.at(pos)
	return f.receiverAt(x, p, m, pos)
}

func (f *fun) receiverAt(x ast.Expr, p place, m method, pos token.Pos) *ir.Value {
	_, isPointer := deref(p.typ)
	switch {
	case m.pointer && isPointer:
		return f.read(p)
	case m.pointer:
		return f.address(x, p, pos)
	case isPointer:
		return f.get(f.read(p))
	}
	return f.read(p)
}

func (f *fun) methodCall(e *ast.CallExpr, sel *ast.SelectorExpr, sig *types.Signature) []*ir.Value {
	switch f.syncMethod(sel) {
	case "(*sync.WaitGroup).Go":
		f.waitGroupGo(e, sel)
		return nil
	case "(*sync.Once).Do":
		f.onceDo(e, sel)
		return nil
	case "(*sync.WaitGroup).Wait":
		f.settle(e)
	}
	m := f.lookup(f.typeOf(sel.X), sel)
	if m.dynamic {
		return f.dynamicCall(e, sel, sig, m)
	}
	in := f.u.prototype(m.fn, m.targs, e.Pos())
	f.prepareCall(sel.X, e, sig)
	if in == nil {
		panic(bail{})
	}
	recv := f.receiver(sel.X, m, sel.Pos())
	args := f.args(e, sig, in)
	return f.callInstance(in, append([]*ir.Value{recv}, args...), sig, e)
}

// methodValue is x.M, with the receiver evaluated now, or T.M.
func (f *fun) methodValue(e *ast.SelectorExpr) *ir.Value {
	s := f.info.Selections[e]
	if s == nil || s.Kind() == types.FieldVal {
		f.typ(e.Pos(), f.typeOf(e))
		f.fail(e.Pos(), "this expression is not compiled")
	}
	it := f.typ(e.Pos(), f.typeOf(e))
	m := f.lookup(f.env.subst(s.Recv()), e)
	var p place
	dynamic := m.dynamic
	if dynamic {
		if s.Kind() != types.MethodVal {
			f.fail(e.Pos(), "method expressions of interface types are not compiled")
		}
		if p, m = f.resolve(e, m); m.dynamic {
			f.fail(e.Pos(), "this interface value is nil: taking its method %s panics", e.Sel.Name)
		}
	}
	in := f.u.prototype(m.fn, m.targs, e.Pos())
	if in == nil {
		panic(bail{})
	}
	call := func(args []*ir.Value) []*ir.Value {
		in := f.shaped(in, ir.Types(args))
		o := f.b.Op(ir.OpCallSym, args, f.results(in, it.Results, e.Pos())...)
		o.SetSym(in.sym)
		for i, r := range o.Results {
			if r.Type != it.Results[i] {
				f.fail(e.Pos(), "a method value with interface values among its results is not compiled")
			}
		}
		return o.Results
	}
	if s.Kind() == types.MethodVal {
		var recv *ir.Value
		if dynamic {
			recv = f.receiverAt(e.X, p, m, e.Pos())
		} else {
			recv = f.receiver(e.X, m, e.Pos())
		}
		f.at(e.Pos())
		return f.wrapper(it, func(args []*ir.Value) []*ir.Value {
			return call(append([]*ir.Value{recv}, args...))
		})
	}
	f.at(e.Pos())
	return f.wrapper(it, func(args []*ir.Value) []*ir.Value {
		p := f.fields(place{base: args[0], typ: f.env.subst(s.Recv())}, m.path, e.Pos())
		recv := f.receiverAt(e.X, p, m, e.Pos())
		return call(append([]*ir.Value{recv}, args[1:]...))
	})
}

// honedCall is the function behind X.Call, where X is a package variable made by hone.Func; nil for other expressions.
func (f *fun) honedCall(e *ast.SelectorExpr) *instance {
	if e.Sel.Name != "Call" {
		return nil
	}
	v, ok := calleeObject(f.info, e.X).(*types.Var)
	if !ok {
		return nil
	}
	pv := f.u.prog.vars[v]
	if pv == nil || pv.init == nil {
		return nil
	}
	call, ok := ast.Unparen(pv.init).(*ast.CallExpr)
	if !ok || !isHoneFunc(pv.pkg.Info, call) {
		return nil
	}
	fn, ok := calleeObject(pv.pkg.Info, call.Args[0]).(*types.Func)
	if !ok || fn.Signature().Recv() != nil {
		return nil
	}
	targs := env(nil).list(orEmpty(pv.pkg.Info.Instances[calleeIdent(call.Args[0])].TypeArgs))
	return f.u.prototype(fn, targs, e.Pos())
}
