package source

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// A function whose parameters are interface values, or have such in them, has an instance for each combination of the dynamic types that it is called with, as a
// generic function has for its type arguments: the shapes of an instance are the types of its parameters in the IR. What its results are is known when it has been translated,
// which is done when it is first called.

// isOpen reports a function whose parameters or receiver may have interface values in them.
func isOpen(fn *types.Func, e env) bool {
	for _, v := range parameters(fn.Signature()) {
		if opens(e.subst(v.Type()), e, nil) {
			return true
		}
	}
	return false
}

// opens reports a type whose values may have interface values in them whose dynamic types their own types in the IR say.
func opens(t types.Type, e env, seen []*types.Named) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		for _, s := range seen {
			if types.Identical(s, t) {
				return false
			}
		}
		return isInterface(t) || opens(e.subst(t.Underlying()), e, append(seen[:len(seen):len(seen)], t))
	case *types.Interface:
		return isInterface(t)
	case *types.Signature:
		return takesInterfaces(t, e)
	case *types.Pointer:
		return opens(t.Elem(), e, seen)
	case *types.Struct:
		for i := range t.NumFields() {
			if opens(e.subst(t.Field(i).Type()), e, seen) {
				return true
			}
		}
	}
	return false
}

// shaped is the instance of a function for arguments of these types, the receiver first.
func (f *fun) shaped(in *instance, args []*ir.Type) *instance {
	if in.fn == nil || in.sym != "" {
		return in
	}
	var told []string
	shapes := make([]*ir.Type, len(args))
	for i, v := range parameters(in.fn.Signature()) {
		base, why := irType(in.env.subst(v.Type()), in.env, nil)
		if i >= len(args) || why != "" || args[i] == base {
			continue
		}
		if !f.u.prog.boxes.fits(args[i], base) {
			f.fail(in.at, "argument %d of %s: a value of this type is not compiled there", i+1, shortName(in.fn))
		}
		shapes[i] = args[i]
		told = append(told, f.u.prog.boxes.about(args[i]))
	}
	if len(told) > 0 {
		in.shapes, in.shape = shapes, "<"+strings.Join(told, "; ")+">"
	}
	return f.u.enter(in)
}

// results are the types of a call's results; they may say more than Go's types do, once the function has been translated.
func (f *fun) results(in *instance, base []*ir.Type, pos token.Pos) []*ir.Type {
	translate := false
	for _, t := range base {
		translate = translate || t != nil && holey(t) || in.shapes != nil && t == ir.TBool
	}
	if !translate {
		return base
	}
	if f.u.quiet { // what is found out now might not be all there is to say
		panic(bail{})
	}
	f.u.translate(in)
	if in.out != nil {
		base = in.out.Results
	} else {
		in.assumed = true
	}
	for i, t := range base {
		if t == ir.Opaque {
			f.fail(pos, "what result %d of %s holds is not known: it calls itself, or doesn't return", i+1, shortName(in.fn))
		}
		if t == nil {
			panic(bail{}) // the reason has been given
		}
	}
	return base
}

// translate translates an instance unless that has been done, or is being done.
func (u *unit) translate(in *instance) {
	if in.out != nil || in.started {
		return
	}
	in.started = true
	current := u.current
	u.current = in
	in.out = u.function(in)
	if in.assumed && in.out != nil {
		u.checkAssumed(in)
	}
	u.current = current
}

// checkAssumed refuses a function that calls itself, or leads to itself, if its results are more than was known when it was called.
func (u *unit) checkAssumed(in *instance) {
	results := in.fn.Signature().Results()
	for i, t := range in.out.Results {
		if base, why := irType(in.env.subst(results.At(i).Type()), in.env, nil); why == "" && t != base {
			u.reason(in.pos(), "result %d has an interface value in it (%s), in a function that calls itself: this is not compiled", i+1, u.prog.boxes.about(t))
		}
	}
}

// result notes the type of result i, which a return statement at pos gives, and whether it is always the same condition.
func (f *fun) result(i int, v *ir.Value, pos token.Pos) {
	sc := f.scope
	t := sc.results[i]
	if t == nil {
		panic(bail{}) // the reason has been given
	}
	x := &f.u.prog.boxes
	var first token.Pos
	if sc.open {
		first = sc.found[i]
		if !first.IsValid() && x.fits(v.Type, t) {
			sc.found[i], sc.results[i], t = pos, v.Type, v.Type
		}
	}
	switch {
	case v.Type == t:
	case first.IsValid() && (x.in(v.Type) || x.in(t)):
		f.fail(pos, "interface values are compiled where their dynamic types are known: result %d holds %s here, and %s at %s", i+1, x.about(v.Type), x.about(t), f.u.prog.position(first))
	case x.in(v.Type):
		f.fail(pos, "function literals that return interface values are not compiled")
	default:
		f.fail(pos, "a value returned as another type is not compiled")
	}
	if sc.open && t == ir.TBool {
		c, ok := f.surely(v)
		sc.sure[i].note(c, ok)
	}
}

// surely is the value of a condition that always has the same.
func (f *fun) surely(v *ir.Value) (value, ok bool) {
	if bits, ok := v.IsConst(); ok && v.Type == ir.TBool {
		return bits != 0, true
	}
	value, ok = f.certain[v]
	return value, ok
}

// always is what conditions have in common.
type always struct {
	met, varies bool
	value       bool
}

func (a *always) note(value, ok bool) {
	a.varies = a.varies || !ok || a.met && a.value != value
	a.met, a.value = true, value
}

// retypeReturns gives the returns that are never reached the types that the others have.
func (f *fun) retypeReturns(results []*ir.Type) {
	for _, o := range f.closed {
		if o.Parent == nil || o.Parent.Index(o) < 0 {
			continue
		}
		for i, a := range o.Args {
			if a != nil && results[i] != nil && a.Type != results[i] { // nil: it is refused
				z := o.Parent.NewOp(ir.OpZero, o.Pos, nil, results[i])
				o.Parent.Insert(o.Parent.Index(o), z)
				o.SetArg(i, z.Result())
			}
		}
	}
}

// dynamicCall is a call of a method of an interface value, or of one that such an embedded field has.
func (f *fun) dynamicCall(e *ast.CallExpr, sel *ast.SelectorExpr, sig *types.Signature, m method) []*ir.Value {
	f.prepareCall(sel.X, e, sig)
	p, m := f.resolve(sel, m)
	if m.dynamic {
		return f.nilCall(e, sig)
	}
	in := f.u.prototype(m.fn, m.targs, e.Pos())
	if in == nil {
		panic(bail{})
	}
	recv := f.receiverAt(sel.X, p, m, sel.Pos())
	return f.callInstance(in, append([]*ir.Value{recv}, f.args(e, sig, in)...), sig, e)
}

// nilCall is a call of a method of the interface value nil, which panics when the arguments have been evaluated.
func (f *fun) nilCall(e *ast.CallExpr, sig *types.Signature) (results []*ir.Value) {
	to := argTypes(e, sig)
	for i, a := range e.Args {
		f.exprFits(a, to(i))
	}
	f.at(e.Pos())
	f.get(zero(f.b, ir.CellOf(ir.TI64)))
	for v := range sig.Results().Variables() {
		if t := f.env.subst(v.Type()); isInterface(t) {
			results = append(results, f.nilInterface())
		} else {
			results = append(results, f.zero(e.Pos(), f.typ(e.Pos(), t)))
		}
	}
	return results
}

// resolve finds the method that a selector of an interface value's method means, and the place that has it. The method stays dynamic where the interface value is nil.
func (f *fun) resolve(sel *ast.SelectorExpr, m method) (place, method) {
	p := f.place(sel.X)
	for {
		p = f.fields(p, m.path, sel.Pos())
		f.at(sel.Pos())
		if !m.dynamic {
			return p, m
		}
		held, dyn := f.unbox(f.read(p), sel.Pos())
		if dyn == nil {
			return p, m
		}
		p = place{base: held, typ: dyn}
		m = f.methodOf(dyn, sel)
	}
}

// prepareCall is prepare for the operands of a call: x, the function or the operand of its selector, if that has to be evaluated, and the arguments.
func (f *fun) prepareCall(x ast.Expr, e *ast.CallExpr, sig *types.Signature) {
	if x != nil {
		f.hoist(x)
	}
	f.hoistAs(e.Args, argTypes(e, sig))
	if x != nil {
		f.lift(x)
	}
	f.liftAs(e.Args, argTypes(e, sig))
}

// argTypes are the types that a call's arguments become values of.
func argTypes(e *ast.CallExpr, sig *types.Signature) func(i int) types.Type {
	n := sig.Params().Len()
	return func(i int) types.Type {
		switch {
		case sig.Variadic() && i >= n-1 && !e.Ellipsis.IsValid():
			return sig.Params().At(n - 1).Type().(*types.Slice).Elem()
		case i >= n:
			return nil
		}
		return sig.Params().At(i).Type()
	}
}

// whyOpen says why a parameter or field of interface type is not compiled.
func whyOpen(what string, t types.Type) string {
	return fmt.Sprintf("%s is a %s: interface values are compiled where their dynamic types are known; hone a function that has the type in use there, and calls this one", what, name(t))
}
