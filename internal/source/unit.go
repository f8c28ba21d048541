package source

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// unit translates one honed function and all that it calls.
type unit struct {
	prog    *Program
	site    *Package    // that of the hone.Func; nil: the entry's
	insts   []*instance // in order of discovery, which is the order of the module
	symbols map[string]*instance
	reasons []Reason
	seen    map[string]bool     // reasons that were given
	vars    map[*types.Var]bool // package variables whose values it has
	recipes map[uint64]*Recipe

	foreigners map[string]*types.Func // that it calls and that stay plain Go, by their names
	free       assumed[*types.Func]   // whether a function leads to none that can't be called from compiled code

	left     branches // in whose place the plain function is called, see leave.go
	causes   []cause  // of the reasons
	unplaced bool     // one has no place in a function

	also []*instance // functions that were run for the values of package variables

	current *instance    // the one being translated
	quiet   bool         // reasons don't matter
	unsaid  int          // so many there were of those
	version []types.Type // dynamic types of the entry's parameters, see versions.go
	nils    bool         // fields of interface type that a struct literal leaves out are nil for good: nothing else is given to them later
	holes   bool         // a field of interface type is used of which nothing is known
	hidden  *types.Tuple // structs with fields that are hidden, see hidden.go
	globals *globals     // variables of packages, while initialisers are run
	native  bool         // elementary functions are those of package math
	singled bool         // some of them became those for float32
}

// instance is a function, or a generic function with type arguments.
type instance struct {
	fn    *types.Func  // the generic one; nil for a literal
	targs []types.Type // of the function, or of its receiver's type
	decl  *declaration // nil for a literal
	lit   *ast.FuncLit
	pkg   *Package
	sym   string
	env   env

	starts  bool   // as a goroutine
	foreign string // what an op calls by, if it stays plain Go

	caller *instance // where it was first met
	at     token.Pos

	shapes  []*ir.Type // of the parameters whose types in the IR say more than Go's, see shape.go
	shape   string
	out     *ir.Func // when it has been translated
	started bool
	assumed bool     // its results were taken to be what Go's types say
	sure    []always // for each result
}

func newUnit(p *Program) *unit {
	return &unit{prog: p, symbols: map[string]*instance{}, seen: map[string]bool{}, vars: map[*types.Var]bool{}, recipes: map[uint64]*Recipe{},
		foreigners: map[string]*types.Func{}}
}

// home is the package whose generated file has the function.
func (u *unit) home() *Package {
	if u.site != nil {
		return u.site
	}
	return u.insts[0].pkg
}

// run calls start, which is to name the entry, and translates everything reachable.
func (u *unit) run(start func()) (*ir.Module, []Reason) {
	start()
	m := &ir.Module{}
	for i := 0; i < len(u.insts); i++ {
		u.translate(u.insts[i])
		m.Funcs = append(m.Funcs, u.insts[i].out)
	}
	if len(u.reasons) > 0 || len(m.Funcs) == 0 {
		return nil, u.reasons
	}
	if u.singled {
		called(m)
	}
	return m, nil
}

// border puts a function in front of the entry that stands at the border, if it needs one or has to have one, and gives the symbol of what does.
func (u *unit) border(m *ir.Module, always bool) (*ir.Module, string) {
	if m == nil {
		return nil, u.insts[0].sym
	}
	for i, t := range m.Funcs[0].Results {
		if held, ok := u.held(t); u.prog.boxes.in(held) || ok && !always {
			u.current = nil
			u.reason(u.insts[0].pos(), "result %d has an interface value in it (%s), which can't be passed from compiled code", i+1, u.prog.boxes.about(t))
			return nil, u.insts[0].sym
		}
	}
	f, why := atBorder(m.Funcs[0], m, always, u.held)
	if why != "" {
		u.current = nil
		u.reason(u.insts[0].pos(), "%s", why)
		return nil, u.insts[0].sym
	}
	if f != nil {
		m.Funcs = slices.Insert(m.Funcs, 0, f)
	}
	return m, m.Funcs[0].Name
}

// pos is where the function is declared.
func (in *instance) pos() token.Pos {
	if in.lit != nil {
		return in.lit.Pos()
	}
	if in.decl == nil {
		return in.fn.Pos()
	}
	return in.decl.ast.Name.Pos()
}

// reason records why the unit can't be compiled. In another package than the entry's it says how one gets there.
func (u *unit) reason(pos token.Pos, format string, args ...any) {
	if u.quiet {
		u.unsaid++
		return
	}
	r := Reason{u.prog.position(pos), fmt.Sprintf(format, args...)}
	in := u.current
	if in == nil {
		u.unplaced = true
	} else {
		u.causes = append(u.causes, cause{pos, in, u.inIR(in, pos, r.Msg)})
	}
	switch {
	case in == nil || in.caller == nil:
	case in.pkg.Module == "" && in.fn != nil:
		u.libraryReason(in, r)
		return
	case in.pkg != u.insts[0].pkg:
		r.Msg += fmt.Sprintf(" (in %s, called at %s)", in.sym, u.prog.position(in.at))
	}
	u.add(r, r.String())
}

// libraryReason gives a reason that was found in the standard library, at the call that leads there, and only the first for each call.
func (u *unit) libraryReason(in *instance, found Reason) {
	in = outermost(in)
	r := Reason{u.prog.position(in.at), fmt.Sprintf("%s is not compiled: %s", shortName(in.fn), found)}
	u.add(r, r.Pos.String()+shortName(in.fn))
}

func (u *unit) add(r Reason, key string) {
	if !u.seen[key] {
		u.seen[key] = true
		u.reasons = append(u.reasons, r)
	}
}

// entry is the instance for the argument of a hone.Func, nil if that is no simple function.
func (u *unit) entry(s site, arg ast.Expr) *instance {
	info := s.pkg.Info
	switch arg := arg.(type) {
	case *ast.FuncLit:
		in := &instance{lit: arg, pkg: s.pkg, sym: s.pkg.Path + "." + s.name.Name + ".func", env: u.hiding(nil)}
		u.holds(in)
		u.queue(in)
		return in
	case *ast.SelectorExpr:
		if sel := info.Selections[arg]; sel != nil {
			return u.methodExpr(sel, arg)
		}
	}
	fn, ok := calleeObject(info, arg).(*types.Func)
	if !ok {
		return nil
	}
	var targs []types.Type
	if id := calleeIdent(arg); id != nil {
		targs = env(nil).list(orEmpty(info.Instances[id].TypeArgs))
	}
	return u.instance(fn, targs, arg.Pos())
}

// methodExpr is the instance for T.M.
func (u *unit) methodExpr(sel *types.Selection, at ast.Expr) *instance {
	fn, ok := sel.Obj().(*types.Func)
	if !ok || sel.Kind() != types.MethodExpr || len(sel.Index()) != 1 {
		return nil
	}
	if !types.Identical(fn.Signature().Recv().Type(), sel.Recv()) {
		return nil // (*T).M of a method of T
	}
	return u.instance(fn.Origin(), receiverArgs(fn), at.Pos())
}

func orEmpty(l *types.TypeList) *types.TypeList {
	if l == nil {
		return &types.TypeList{}
	}
	return l
}

// calleeIdent is the identifier that carries the instantiation of a function name.
func calleeIdent(e ast.Expr) *ast.Ident {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	case *ast.IndexExpr:
		return calleeIdent(e.X)
	case *ast.IndexListExpr:
		return calleeIdent(e.X)
	}
	return nil
}

// receiverArgs are the type arguments of a method's receiver type.
func receiverArgs(fn *types.Func) []types.Type {
	recv := fn.Signature().Recv()
	if recv == nil {
		return nil
	}
	t, _ := deref(recv.Type())
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return nil
	}
	return env(nil).list(orEmpty(named.TypeArgs()))
}

// instance finds or adds the instance of a function. It records a reason and returns nil if there is no Go source for it.
func (u *unit) instance(fn *types.Func, targs []types.Type, at token.Pos) *instance {
	in := u.prototype(fn, targs, at)
	if in == nil || in.sym != "" {
		return in
	}
	if len(u.insts) == 0 {
		u.holds(in)
	}
	return u.enter(in)
}

// prototype is instance for a call: which instance it is may depend on the arguments, see shaped.
func (u *unit) prototype(fn *types.Func, targs []types.Type, at token.Pos) *instance {
	fn = fn.Origin()
	decl := u.prog.decls[fn]
	switch {
	case decl == nil:
		if in := u.foreign(fn, at, ""); in != nil {
			return in
		}
		u.reason(at, "%s is not compiled: functions of package %s can't be called in compiled code; call it before or after", shortName(fn), fn.Pkg().Path())
		return nil
	case decl.ast.Body == nil:
		if to := u.prog.jumpsTo(fn, decl); to != nil {
			return u.instance(to, targs, at)
		}
		why := shortName(fn) + " has no body in Go"
		if decl.pkg.otherOrder[fn.Name()] {
			why += " but one for other machines, which may sum floats in another order"
		}
		if in := u.foreign(fn, at, why); in != nil {
			return in
		}
		u.reason(at, "%s", why)
		return nil
	case len(u.insts) > 0 && u.stuck(fn):
		if in := u.foreign(fn, at, ""); in != nil {
			return in
		}
	}
	in := &instance{fn: fn, targs: targs, decl: decl, pkg: decl.pkg, caller: u.current, at: at, env: u.hiding(bind(fn, targs))}
	if isOpen(fn, in.env) {
		return in
	}
	return u.enter(in)
}

// enter gives an instance its symbol and queues it, or finds it among those that were met.
func (u *unit) enter(in *instance) *instance {
	in.sym = symbol(in.fn, in.targs) + in.shape
	for old := u.symbols[in.sym]; old != nil; old = u.symbols[in.sym] {
		if old.fn == in.fn && identicalLists(old.targs, in.targs) && slices.Equal(old.shapes, in.shapes) {
			return old
		}
		in.sym += "'" // a type argument declared inside a function can have another's name
	}
	u.queue(in)
	return in
}

// queue adds an instance to those to be translated.
func (u *unit) queue(in *instance) {
	u.symbols[in.sym] = in
	u.insts = append(u.insts, in)
}

func identicalLists(a, b []types.Type) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !types.Identical(a[i], b[i]) {
			return false
		}
	}
	return true
}

// bind pairs a function's type parameters, or its receiver's, with arguments.
func bind(fn *types.Func, targs []types.Type) env {
	if len(targs) == 0 {
		return nil
	}
	params := fn.Signature().TypeParams()
	if params.Len() == 0 {
		params = fn.Signature().RecvTypeParams()
	}
	e := env{}
	for i := range min(params.Len(), len(targs)) {
		e[params.At(i)] = targs[i]
	}
	return e
}

// symbol is pkgpath.F, pkgpath.T.M or pkgpath.(*T).M, with type arguments in brackets after the generic name.
func symbol(fn *types.Func, targs []types.Type) string {
	args := ""
	if len(targs) > 0 {
		parts := make([]string, len(targs))
		for i, t := range targs {
			parts[i] = types.TypeString(t, nil)
		}
		args = "[" + strings.Join(parts, ",") + "]"
	}
	pkg := fn.Pkg().Path() + "."
	recv := fn.Signature().Recv()
	if recv == nil {
		return pkg + fn.Name() + args
	}
	t, pointer := deref(recv.Type())
	of := "?"
	if n, ok := types.Unalias(t).(*types.Named); ok {
		of = n.Obj().Name() + args
	}
	if pointer {
		of = "(*" + of + ")"
	}
	return pkg + of + "." + fn.Name()
}

// shortName is a function's name as messages show it: pkg.F or pkg.T.M.
func shortName(fn *types.Func) string {
	if recv := fn.Signature().Recv(); recv != nil {
		return name(recv.Type()) + "." + fn.Name()
	}
	return fn.Pkg().Name() + "." + fn.Name()
}

// checkSignature records a reason for each parameter and result that can't be passed between Go and compiled code.
func (u *unit) checkSignature(sig *types.Signature, in *instance) {
	at := in.pos()
	check := func(kind string, vars *types.Tuple) {
		for i := range vars.Len() {
			v := vars.At(i)
			t, why := irType(v.Type(), in.env, nil)
			if why != "" {
				continue // the translation will say so
			}
			if why = atBoundary(t, false); why == "" && u.hidden == nil && stringsInSlices(v.Type()) {
				why = noTexts
			}
			pos := v.Pos()
			if !pos.IsValid() {
				pos = at
			}
			if why != "" {
				u.reason(pos, "%s %d of type %s: %s", kind, i+1, name(v.Type()), why)
			}
		}
	}
	check("parameter", sig.Params())
	check("result", sig.Results())
}

// function translates an instance. What can't be translated leaves reasons, and the result is then of no use.
func (u *unit) function(in *instance) *ir.Func {
	if in.foreign != "" {
		return u.foreignFunction(in)
	}
	var sig *types.Signature
	var node ast.Node
	var body *ast.BlockStmt
	if in.lit != nil {
		sig, node, body = in.pkg.Info.TypeOf(in.lit).(*types.Signature), in.lit, in.lit.Body
	} else {
		sig, node, body = in.fn.Signature(), in.decl.ast, in.decl.ast.Body
	}
	f := &fun{
		u: u, in: in, info: in.pkg.Info, env: in.env,
		vars: map[*types.Var]variable{}, memo: map[ast.Expr][]*ir.Value{}, tables: map[*types.Var]place{},
	}
	f.uses = f.analyse(node)
	f.goroutine = &goroutine{body: body}
	if in.starts {
		f.goroutine = f.goroutineOf(body)
	}
	out := ir.NewFunc(in.sym, nil, nil)
	out.Pos = u.prog.irPos(in.pkg, node.Pos())
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(bail); !ok {
				if rethrow {
					panic(e)
				}
				u.reason(node.Pos(), "internal error of the front end: %v", e)
			}
		}
	}()
	out.Results = f.resultTypes(node.Pos(), sig)
	for i := range sig.Results().Len() {
		if r := sig.Results().At(i); r.Name() != "" {
			out.Names = append(out.Names, r.Name())
		}
	}
	params := f.params(out.Body, sig, node.Pos(), in.shapes)
	if in.decl != nil && len(u.reasons) == 0 {
		f.filter(out, in.decl)
	}
	f.b = ir.NewBuilder(out.Body)
	f.at(node.Pos())
	f.live = true
	f.declared = true
	f.body(sig, out.Results, params, out.Body.Params, body)
	f.retypeReturns(out.Results)
	out.Body.Insert(0, f.prologue...)
	if len(u.reasons) == 0 { // else some operands are missing
		f.singles(out, node.Pos())
	}
	return out
}

// rethrow makes internal errors of the front end panic instead of becoming reasons; tests set it.
var rethrow = false

// params adds a region's parameters for a signature, receiver first, and lists their variables. Types that are not compiled leave a reason, and nil.
// shapes are their types where these are known to be more than Go's say.
func (f *fun) params(r *ir.Region, sig *types.Signature, pos token.Pos, shapes []*ir.Type) []*types.Var {
	vars := parameters(sig)
	for i, v := range vars {
		if i < len(shapes) && shapes[i] != nil {
			r.AddParam(shapes[i], paramName(v))
			continue
		}
		at := v.Pos()
		if !at.IsValid() {
			at = pos
		}
		f.orTry(func() {
			t := f.typ(at, v.Type())
			if t == ir.Opaque {
				f.fail(at, "%s", whyOpen("this parameter", f.env.subst(v.Type())))
			}
			r.AddParam(t, paramName(v))
		}, func() { r.AddParam(nil, "") })
	}
	return vars
}

func parameters(sig *types.Signature) (vars []*types.Var) {
	if sig.Recv() != nil {
		vars = append(vars, sig.Recv())
	}
	for i := range sig.Params().Len() {
		vars = append(vars, sig.Params().At(i))
	}
	return vars
}

func paramName(v *types.Var) string {
	if v.Name() == "_" {
		return ""
	}
	return v.Name()
}

func (f *fun) resultTypes(pos token.Pos, sig *types.Signature) []*ir.Type {
	ts := make([]*ir.Type, sig.Results().Len())
	for i := range ts {
		r := sig.Results().At(i)
		at := r.Pos()
		if !at.IsValid() {
			at = pos
		}
		f.orTry(func() { ts[i] = f.typ(at, r.Type()) }, nil)
	}
	return ts
}

// body translates a function's or literal's body into the current region. vars and values are its parameters.
func (f *fun) body(sig *types.Signature, results []*ir.Type, vars []*types.Var, values []*ir.Value, body *ast.BlockStmt) {
	outer := f.scope
	f.scope = &scope{results: results, leave: results, sig: sig, body: body}
	if f.declared {
		f.scope.open, f.scope.found, f.scope.sure = true, make([]token.Pos, len(results)), make([]always, len(results))
		f.in.sure, f.declared = f.scope.sure, false
	}
	f.openDefers(sig, body)
	for i, v := range vars {
		if values[i].Type != nil {
			f.try(func() { f.declare(v, values[i]) })
		}
	}
	for i := range sig.Results().Len() {
		r := sig.Results().At(i)
		if r.Name() == "" {
			continue
		}
		f.scope.named = append(f.scope.named, r)
		if r.Name() != "_" && results[i] != nil && isInterface(f.env.subst(r.Type())) {
			f.declareUnset(r)
		} else if r.Name() != "_" && results[i] != nil {
			f.try(func() { f.declare(r, f.zero(r.Pos(), results[i])) })
		}
	}
	f.stmts(body.List)
	if f.live && len(results) == 0 {
		f.at(body.Rbrace)
		f.leaveFunc(nil)
	}
	f.close()
	f.scope = outer
}
