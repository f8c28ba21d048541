package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// A honed function that takes interface values is compiled for some dynamic types of them, each combination by itself: a version. The stub asks for the types,
// and calls the plain function for others. Which they may be is seen from the calls of the honed function, and from what the function asks itself: the
// type assertions and switches of a parameter, in the functions to which it is passed, too. What a version gives as an interface value has one dynamic type.

// mostVersions bounds the versions of a function.
const mostVersions = 8

// noInterface stands for the interface value nil among dynamic types.
var noInterface types.Type = types.Typ[types.UntypedNil]

// versions translates a honed function: once, or if there are interface values among its parameters and results for each combination of dynamic types.
func (p *Program) versions(s site) []*Honed {
	sig, _ := s.pkg.Info.TypeOf(ast.Unparen(s.call.Args[0])).Underlying().(*types.Signature)
	if sig == nil || !hasInterfaces(sig.Params()) && !hasInterfaces(sig.Results()) {
		return []*Honed{p.honed(s, nil)}
	}
	var all []*Honed
	for _, ts := range p.combinations(s, sig) {
		all = append(all, p.honed(s, ts))
	}
	fine := slices.DeleteFunc(slices.Clone(all), func(h *Honed) bool { return len(h.Reasons) > 0 })
	switch {
	case len(fine) > 0:
		return fine
	case len(all) > 0:
		return all[:1]
	}
	return []*Honed{p.honed(s, nil)}
}

func hasInterfaces(vs *types.Tuple) bool {
	for v := range vs.Variables() {
		if isInterface(v.Type()) {
			return true
		}
	}
	return false
}

// Title is the variable's name, with the dynamic types of a version.
func (h *Honed) Title() string {
	if types := h.Dynamic(); types != "" {
		return h.Name + "<" + types + ">"
	}
	return h.Name
}

// Dynamic lists the dynamic types of a version.
func (h *Honed) Dynamic() string {
	var list []string
	for _, t := range h.Types {
		switch t {
		case nil:
		case noInterface:
			list = append(list, "nil")
		default:
			list = append(list, name(t))
		}
	}
	return strings.Join(list, ", ")
}

// Nil reports whether parameter i is the interface value nil in this version.
func (h *Honed) Nil(i int) bool { return h.Types != nil && h.Types[i] == noInterface }

// versionOf is the signature of a version: dynamic types stand for interface types, and nothing for nil.
func versionOf(sig *types.Signature, ts []types.Type) *types.Signature {
	params := make([]*types.Var, sig.Params().Len())
	for i := range params {
		v := sig.Params().At(i)
		t := v.Type()
		switch ts[i] {
		case nil:
		case noInterface:
			t = types.NewStruct(nil, nil)
		default:
			t = ts[i]
		}
		params[i] = types.NewParam(v.Pos(), v.Pkg(), v.Name(), t)
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), sig.Results(), sig.Variadic())
}

// holds gives the entry's parameters the types that its version says.
func (u *unit) holds(in *instance) {
	vars := parameters(in.signature())
	if u.version == nil || len(vars) != len(u.version) {
		return
	}
	shapes := make([]*ir.Type, len(vars))
	var told []string
	for i, t := range u.version {
		switch t {
		case nil:
			continue
		case noInterface:
			shapes[i] = nilBox
		default:
			held, why := irType(t, in.env, nil)
			if why != "" {
				u.reason(in.pos(), "%s", why)
				return
			}
			shapes[i] = u.prog.boxes.of(t, held)
		}
		told = append(told, u.prog.boxes.about(shapes[i]))
	}
	if len(told) > 0 {
		in.shapes, in.shape = shapes, "<"+strings.Join(told, "; ")+">"
	}
}

func (in *instance) signature() *types.Signature {
	if in.lit != nil {
		return in.pkg.Info.TypeOf(in.lit).(*types.Signature)
	}
	return in.fn.Signature()
}

// tellResults puts the dynamic types of interface values among a version's results into its signature.
func (u *unit) tellResults(h *Honed) {
	if h.Types == nil || h.Unit == nil {
		return
	}
	results := make([]*types.Var, h.Signature.Results().Len())
	for i := range results {
		v := h.Signature.Results().At(i)
		t := v.Type()
		if dyn, ok := u.prog.boxes.dynamic(h.Unit.Funcs[0].Results[i]); ok && dyn != nil {
			t = dyn
		}
		results[i] = types.NewParam(v.Pos(), v.Pkg(), v.Name(), t)
	}
	h.Signature = types.NewSignatureType(nil, nil, nil, h.Signature.Params(), types.NewTuple(results...), h.Signature.Variadic())
}

// held is what a box holds, and whether t is one. The interface value nil holds nothing.
func (u *unit) held(t *ir.Type) (*ir.Type, bool) {
	if _, ok := u.prog.boxes.dynamic(t); ok {
		return t.Fields[0].Type, true
	}
	return t, false
}

// combinations lists the dynamic types for which there are versions, by parameter; nil for parameters of other types.
func (p *Program) combinations(s site, sig *types.Signature) (all [][]types.Type) {
	unknown := p.unknownTo(s)
	add := func(ts []types.Type) {
		known := slices.ContainsFunc(ts, unknown) || slices.ContainsFunc(all, func(old []types.Type) bool { return slices.EqualFunc(old, ts, types.Identical) })
		for i, t := range ts {
			known = known || t == nil && isInterface(sig.Params().At(i).Type())
		}
		if !known && len(all) < mostVersions {
			all = append(all, ts)
		}
	}
	each := p.asked(s, sig)
	for _, ts := range p.callTypes(s, sig) {
		for i, t := range ts { // what isn't seen there may be anything
			if t == nil && len(each[i]) == 1 {
				ts[i] = each[i][0]
			}
		}
		add(ts)
	}
	var union []types.Type
	for _, list := range each {
		for _, t := range list {
			union = appendType(union, t)
		}
	}
	for _, t := range union { // the same for all that may be it
		ts := make([]types.Type, len(each))
		for i, list := range each {
			if hasType(list, t) {
				ts[i] = t
			} else if len(list) > 0 {
				ts[i] = list[0]
			}
		}
		add(ts)
	}
	if !hasInterfaces(sig.Params()) {
		add(make([]types.Type, sig.Params().Len()))
	}
	return all
}

// unknownTo reports types that can't be named in the file of a honed variable because they are those of tests, or of packages that it doesn't depend on:
// who calls it may import it.
func (p *Program) unknownTo(s site) func(types.Type) bool {
	inTests := func(pos token.Pos) bool { return strings.HasSuffix(p.fset.Position(pos).Filename, "_test.go") }
	seen := map[*Package]bool{s.pkg: true}
	paths := map[string]bool{s.pkg.Path: true}
	var come func(pkg *Package)
	come = func(pkg *Package) {
		if pkg == nil || seen[pkg] {
			return
		}
		seen[pkg], paths[pkg.Path] = true, true
		for _, to := range pkg.imports {
			come(to)
		}
	}
	tests := inTests(s.call.Pos())
	for _, file := range s.pkg.Files {
		for _, spec := range file.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil && (tests || !inTests(file.Pos())) {
				come(s.pkg.imports[path])
			}
		}
	}
	var unknown func(t types.Type) bool
	named := func(o *types.TypeName, args *types.TypeList) bool {
		if o.Pkg() != nil && (!paths[o.Pkg().Path()] || !tests && inTests(o.Pos())) {
			return true
		}
		for t := range args.Types() {
			if unknown(t) {
				return true
			}
		}
		return false
	}
	unknown = func(t types.Type) bool {
		switch t := t.(type) {
		case *types.Alias:
			return named(t.Obj(), t.TypeArgs())
		case *types.Named:
			return named(t.Obj(), t.TypeArgs())
		case interface{ Elem() types.Type }: // pointers, arrays and slices
			return unknown(t.Elem())
		case *types.Struct:
			for fd := range t.Fields() {
				if unknown(fd.Type()) {
					return true
				}
			}
		}
		return false
	}
	return unknown
}

func hasType(list []types.Type, t types.Type) bool {
	return slices.ContainsFunc(list, func(x types.Type) bool { return types.Identical(x, t) })
}

func appendType(list []types.Type, t types.Type) []types.Type {
	if hasType(list, t) {
		return list
	}
	return append(list, t)
}

// callTypes lists the types with which a honed variable is called; nil for what isn't known, and for parameters that hold no interface values. In what others build, too, the
// calls of its own package count.
func (p *Program) callTypes(s site, sig *types.Signature) (all [][]types.Type) {
	v, _ := s.pkg.Info.Defs[s.name].(*types.Var)
	fixed := sig.Params().Len()
	if sig.Variadic() {
		fixed--
	}
	for _, u := range p.allReaders().uses[v] {
		path := u.path()
		at := ast.Expr(u.id)
		for _, up := range path[1:] {
			if sel, ok := up.(*ast.SelectorExpr); ok && (sel.Sel == at || sel.X == at && sel.Sel.Name == "Call") {
				at = sel
				continue
			}
			call, ok := up.(*ast.CallExpr)
			if !ok || call.Fun != at || len(call.Args) < fixed || p.keep && u.pkg != s.pkg {
				break
			}
			ts := make([]types.Type, sig.Params().Len())
			for i, a := range call.Args[:fixed] {
				if isInterface(sig.Params().At(i).Type()) {
					ts[i] = dynamicIn(u.pkg.Info, a)
				}
			}
			all = append(all, ts)
			break
		}
	}
	return all
}

// dynamicIn is the dynamic type of an argument as its expression says it, or nil.
func dynamicIn(info *types.Info, e ast.Expr) types.Type {
	tv := info.Types[e]
	switch {
	case tv.IsNil():
		return noInterface
	case tv.Type == nil || types.IsInterface(tv.Type) || isTypeParam(tv.Type):
		return nil
	}
	return types.Default(tv.Type)
}

// asked lists, for each parameter of interface type, the types that the function and those to which it passes the parameter ask for.
func (p *Program) asked(s site, sig *types.Signature) [][]types.Type {
	each := make([][]types.Type, sig.Params().Len())
	vars := parameters(sig)
	if fn, ok := calleeObject(s.pkg.Info, s.call.Args[0]).(*types.Func); ok {
		vars = parameters(fn.Origin().Signature())
	}
	for i := range each {
		if t := sig.Params().At(i).Type(); isInterface(t) {
			a := asker{p: p, to: t.Underlying().(*types.Interface), seen: map[*types.Var]bool{}}
			a.follow(vars[i])
			each[i] = a.found
		}
	}
	return each
}

// asker collects the types that a variable is asked for.
type asker struct {
	p     *Program
	to    *types.Interface
	found []types.Type
	seen  map[*types.Var]bool
}

func (a *asker) follow(v *types.Var) {
	if v == nil || a.seen[v] {
		return
	}
	a.seen[v] = true
	for _, u := range a.p.allReaders().uses[v] {
		at, around := ast.Expr(u.id), u.path()[1:]
		if sel, ok := around[0].(*ast.SelectorExpr); ok && sel.Sel == u.id {
			at, around = sel, around[1:]
		}
		a.use(u.pkg.Info, at, around)
	}
}

// use is what becomes of a variable, or a field, in one place.
func (a *asker) use(info *types.Info, at ast.Expr, around []ast.Node) {
	switch up := around[0].(type) {
	case *ast.TypeAssertExpr:
		if up.Type != nil {
			a.add(info.TypeOf(up.Type))
			return
		}
		for _, n := range around[1:] {
			if sw, ok := n.(*ast.TypeSwitchStmt); ok {
				a.clauses(info, sw)
				return
			}
		}
	case *ast.CallExpr:
		a.passed(info, up, at)
	case *ast.AssignStmt:
		for i, r := range up.Rhs {
			if r == at && len(up.Lhs) == len(up.Rhs) {
				a.given(info, up.Lhs[i])
			}
		}
	case *ast.KeyValueExpr:
		if up.Value == at {
			a.given(info, up.Key)
		}
	}
}

// given follows the variable or field that a value is given to.
func (a *asker) given(info *types.Info, to ast.Expr) {
	if id := calleeIdent(to); id != nil {
		if v, ok := info.ObjectOf(id).(*types.Var); ok && isInterface(v.Type()) {
			a.follow(v)
		}
	}
}

// clauses adds what a type switch asks for, and follows the variables of the clauses that are still interface values.
func (a *asker) clauses(info *types.Info, sw *ast.TypeSwitchStmt) {
	for _, c := range sw.Body.List {
		for _, e := range c.(*ast.CaseClause).List {
			if tv := info.Types[e]; tv.IsType() {
				a.add(tv.Type)
			}
		}
		if v, ok := info.Implicits[c].(*types.Var); ok && isInterface(v.Type()) {
			a.follow(v)
		}
	}
}

// passed follows a variable into the function to which it is passed.
func (a *asker) passed(info *types.Info, call *ast.CallExpr, arg ast.Expr) {
	fn, ok := calleeObject(info, call.Fun).(*types.Func)
	if !ok {
		return
	}
	sig := fn.Origin().Signature()
	for i, x := range call.Args {
		if x == arg && i < sig.Params().Len() && (!sig.Variadic() || i < sig.Params().Len()-1) {
			a.follow(sig.Params().At(i))
		}
	}
}

func (a *asker) add(t types.Type) {
	if t != nil && !types.IsInterface(t) && !isTypeParam(t) && types.Implements(t, a.to) {
		a.found = appendType(a.found, t)
	}
}
