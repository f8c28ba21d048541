package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
)

// A package variable never changes if all that the program does with it, and with what leads to a part of it - its address, a slice of it, a pointer that a method
// or function gets - is to read: each of its uses is followed to the expression that takes a value which leads nowhere, through local variables and into the
// functions to which it is passed, and from functions that return it to where they are called. What is stored elsewhere, returned by methods and function literals, or
// given to functions that nobody knows may be changed there.

// readers follows the uses of variables.
type readers struct {
	prog     *Program
	uses     map[*types.Var][]use // of all variables of the packages whose bodies were read, and of their fields of interface type
	known    assumed[*types.Var]  // whether a variable is only read
	calls    map[*types.Func][]use
	results  map[*types.Var]*types.Func     // functions that return what is followed, by their result
	filled   assumed[*types.Var]            // whether what a local variable leads to is only read and assigned to
	starting assumed[*types.Func]           // whether a function runs only while the program starts
	early    map[*Package]bool              // whether honed functions may be called while it starts
	writers  map[*types.Var][]*ast.FuncDecl // such functions that assign to a variable of a package
}

// assumed answers questions that lead to each other: what is being asked for counts as true in the meantime, and what follows from that is forgotten if it turns
// out not to be.
type assumed[K comparable] struct {
	known map[K]bool
	since []K // asked for while the outermost question is open
	depth int
}

func (a *assumed[K]) ask(k K, find func() bool) bool {
	if is, ok := a.known[k]; ok {
		return is
	}
	if a.known == nil {
		a.known = map[K]bool{}
	}
	at := len(a.since)
	a.since = append(a.since, k)
	a.known[k] = true
	a.depth++
	is := find()
	a.depth--
	if !is {
		for _, x := range a.since[at:] {
			if a.known[x] {
				delete(a.known, x)
			}
		}
		a.since = a.since[:at]
		a.known[k] = false
	}
	if a.depth == 0 {
		a.since = a.since[:0]
	}
	return is
}

// use is an identifier with where it stands.
type use struct {
	pkg  *Package
	file *ast.File
	id   *ast.Ident
}

// neverChanges reports that nothing in the program changes v, or what its value leads to; of a parameter, what it leads to.
func (p *Program) neverChanges(v *types.Var) bool { return p.allReaders().onlyRead(v) }

// neverAssigned reports that nothing in the program assigns v as a whole, or takes its address: it may be an error that is given to anybody.
func (p *Program) neverAssigned(v *types.Var) bool {
	for _, u := range p.allReaders().uses[v] {
		if u.assigns() {
			return false
		}
	}
	return true
}

// assigns reports a use that assigns the variable, or takes its address.
func (u use) assigns() bool {
	at := ast.Expr(u.id)
	around, _ := astutil.PathEnclosingInterval(u.file, u.id.Pos(), u.id.End())
	for _, up := range around {
		switch up := up.(type) {
		case *ast.Ident:
		case *ast.ParenExpr:
			at = up
		case *ast.SelectorExpr:
			if up.Sel != at { // a field, or a method
				return false
			}
			at = up
		case *ast.UnaryExpr:
			return up.Op == token.AND
		case *ast.AssignStmt:
			return slices.Contains(up.Lhs, at)
		case *ast.RangeStmt:
			return up.Key == at || up.Value == at
		default:
			return false
		}
	}
	return false
}

func (p *Program) allReaders() *readers {
	if p.readers == nil {
		p.readers = &readers{prog: p, uses: map[*types.Var][]use{}, calls: map[*types.Func][]use{}, results: map[*types.Var]*types.Func{}, writers: map[*types.Var][]*ast.FuncDecl{}, early: map[*Package]bool{}}
		for _, pkg := range p.all {
			p.readers.index(pkg)
		}
	}
	return p.readers
}

// index collects the uses in a package.
func (r *readers) index(pkg *Package) {
	for _, file := range pkg.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				switch obj := pkg.Info.Uses[id].(type) {
				case *types.Var:
					if !obj.IsField() || isInterface(obj.Type()) {
						r.uses[obj] = append(r.uses[obj], use{pkg, file, id})
					}
				case *types.Func:
					r.calls[obj.Origin()] = append(r.calls[obj.Origin()], use{pkg, file, id})
				}
			}
			return true
		})
	}
}

// onlyRead reports that all uses of v only read it. In rounds of functions that pass it to each other it is enough that none of them does more.
func (r *readers) onlyRead(v *types.Var) bool {
	return r.known.ask(v, func() bool {
		for _, u := range r.uses[v] {
			if !r.reads(v, u) && !r.fills(v, u) {
				return false
			}
		}
		fn := r.results[v]
		return fn == nil || r.callersRead(fn, v)
	})
}

// path lists the nodes around a use, from the identifier outwards.
func (u use) path() []ast.Node {
	path, _ := astutil.PathEnclosingInterval(u.file, u.id.Pos(), u.id.End())
	return path
}

// reads reports that a use leads to nothing but reading.
func (r *readers) reads(v *types.Var, u use) bool { return r.readsAt(v, u.pkg, u.id, u.path()[1:]) }

// readsAt is that of an expression, with the nodes around it.
func (r *readers) readsAt(v *types.Var, pkg *Package, at ast.Expr, around []ast.Node) bool {
	info := pkg.Info
	for i, up := range around {
		switch up := up.(type) {
		case *ast.ParenExpr, *ast.StarExpr:
		case *ast.SelectorExpr:
			if up.Sel == at { // pkg.V
				break
			}
			sel := info.Selections[up]
			if sel == nil {
				return false
			}
			if sel.Kind() == types.FieldVal {
				break
			}
			call, ok := around[i+1].(*ast.CallExpr)
			fn, isFunc := sel.Obj().(*types.Func)
			return ok && isFunc && ast.Unparen(call.Fun) == up && r.receives(fn)
		case *ast.IndexExpr:
			if up.X != at {
				return true // it is the index
			}
		case *ast.SliceExpr:
			if up.X != at {
				return true
			}
		case *ast.UnaryExpr:
			if up.Op != token.AND {
				return true
			}
		case *ast.CallExpr:
			if up.Fun == at {
				return true // it is called
			}
			if !info.Types[up.Fun].IsType() { // else a conversion
				return r.passed(info, up, at)
			}
		case *ast.ReturnStmt:
			return r.ends(v, info, up, at) || r.returned(pkg, around[i+1:], slices.Index(up.Results, at))
		default:
			return r.ends(v, info, up, at)
		}
		at = up.(ast.Expr)
		if tv, ok := info.Types[at]; ok && !leadsToData(tv.Type) && !isPlaceOf(at) {
			return true
		}
	}
	return false
}

// isPlaceOf reports an expression that denotes a part of a variable, whatever its type: it may be assigned to.
func isPlaceOf(e ast.Expr) bool {
	switch e.(type) {
	case *ast.ParenExpr, *ast.StarExpr, *ast.SelectorExpr, *ast.IndexExpr:
		return true
	}
	return false
}

// leads reports a type of values that lead to memory which others may have.
func leads(t types.Type) bool { return leadsBy(t, true) }

// leadsToData is leads, but for functions: by calling one nobody gets at what it has captured. (Those in package variables are compiled where they have captured nothing.)
func leadsToData(t types.Type) bool { return leadsBy(t, false) }

func leadsBy(t types.Type, funcs bool) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Kind() == types.UnsafePointer || t.Kind() == types.UntypedNil
	case *types.Signature:
		return funcs
	case *types.Array:
		return leadsBy(t.Elem(), funcs)
	case *types.Struct:
		for i := range t.NumFields() {
			if leadsBy(t.Field(i).Type(), funcs) {
				return true
			}
		}
		return false
	}
	return true
}

// ends reports that the statement or expression up, of which at is an operand, only reads it.
func (r *readers) ends(v *types.Var, info *types.Info, up ast.Node, at ast.Expr) bool {
	value := info.TypeOf(at)
	if with, ok := value.(*types.Tuple); ok { // an element of a map, and whether it is there
		value = with.At(0).Type()
	}
	harmless := value != nil && !leadsToData(value)
	switch up := up.(type) {
	case *ast.BinaryExpr:
		return true
	case *ast.IncDecStmt:
		return false
	case *ast.AssignStmt:
		for _, l := range up.Lhs {
			if l == at {
				return r.isLocal(v) && isName(at)
			}
		}
		return harmless || len(up.Lhs) == len(up.Rhs) && r.named(info, up.Lhs, up.Rhs, at)
	case *ast.ValueSpec:
		names := make([]ast.Expr, len(up.Names))
		for i, id := range up.Names {
			names[i] = id
		}
		return harmless || len(names) == len(up.Values) && r.named(info, names, up.Values, at)
	case *ast.RangeStmt:
		if up.X != at {
			return up.Tok == token.DEFINE || r.isLocal(v) && isName(at)
		}
		return up.Value == nil || !leadsToData(info.TypeOf(up.Value)) || r.named(info, []ast.Expr{up.Value}, []ast.Expr{at}, at)
	case *ast.KeyValueExpr, *ast.CompositeLit, *ast.ReturnStmt, *ast.SendStmt, *ast.GoStmt, *ast.DeferStmt, *ast.TypeAssertExpr, *ast.FuncLit:
		return harmless
	}
	return harmless
}

func isName(e ast.Expr) bool { _, ok := ast.Unparen(e).(*ast.Ident); return ok }

// isLocal reports a variable that is followed, not one of a package.
func (r *readers) isLocal(v *types.Var) bool { return v.Parent() != v.Pkg().Scope() }

// named follows the local variable that a value is given to.
func (r *readers) named(info *types.Info, names, values []ast.Expr, value ast.Expr) bool {
	for i, x := range values {
		if x != value {
			continue
		}
		id, ok := ast.Unparen(names[i]).(*ast.Ident)
		if !ok {
			return false
		}
		if id.Name == "_" {
			return true
		}
		to, ok := info.ObjectOf(id).(*types.Var)
		return ok && to.Kind() != types.ResultVar && r.isLocal(to) && !types.IsInterface(to.Type()) && r.onlyRead(to)
	}
	return false
}

// receives reports that a method only reads what its receiver leads to.
func (r *readers) receives(fn *types.Func) bool {
	d := r.prog.decls[fn.Origin()]
	if d == nil || d.ast.Body == nil || fn.Signature().Recv() == nil {
		return false
	}
	recv := fn.Origin().Signature().Recv()
	return !leadsToData(recv.Type()) || r.onlyRead(recv)
}

// passed reports that a call only reads what its argument leads to.
func (r *readers) passed(info *types.Info, call *ast.CallExpr, arg ast.Expr) bool {
	if call.Fun == arg {
		return false
	}
	value := info.TypeOf(arg)
	if id, ok := calleeObject(info, call.Fun).(*types.Builtin); ok {
		first := len(call.Args) > 0 && call.Args[0] == arg
		switch id.Name() {
		case "len", "cap", "min", "max", "real", "imag", "complex":
			return true
		case "copy", "append":
			s := asSlice(value)
			return !first && (!leadsToData(value) || s != nil && !leadsToData(s.Elem()))
		}
		return !leadsToData(value) && id.Name() != "clear"
	}
	if !leadsToData(value) {
		return true
	}
	fn, ok := calleeObject(info, call.Fun).(*types.Func)
	if !ok || isMethodExpr(info, call.Fun) { // there the receiver is an argument
		return false
	}
	sig := fn.Origin().Signature()
	behind := sig.Recv() != nil && types.IsInterface(sig.Recv().Type())
	if d := r.prog.decls[fn.Origin()]; !behind && (d == nil || d.ast.Body == nil) {
		return false
	}
	for i, a := range call.Args {
		if a != arg {
			continue
		}
		if sig.Variadic() && i >= sig.Params().Len()-1 && !call.Ellipsis.IsValid() {
			return false
		}
		if behind {
			return r.passedOn(fn, i)
		}
		if p := sig.Params().At(i); !types.IsInterface(p.Type()) || isTypeParam(p.Type()) {
			return r.onlyRead(p)
		}
	}
	return false
}

func isMethodExpr(info *types.Info, e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok && info.Selections[sel] != nil && info.Selections[sel].Kind() == types.MethodExpr
}

func isTypeParam(t types.Type) bool { _, ok := types.Unalias(t).(*types.TypeParam); return ok }
