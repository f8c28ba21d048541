package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// What an init function assigns to a table may be assigned by its name, or through pointers and slices that stay in it and in the functions and methods to which it hands
// them: then nobody can assign to the table later.

// fills reports a use of a package's variable that assigns to a part of it, in a function that runs only while the program starts.
func (r *readers) fills(v *types.Var, u use) bool {
	if r.isLocal(v) {
		return false
	}
	in, _ := u.around()
	if in == nil || !r.initialises(u.pkg, in) || r.prog.vars[v] == nil || r.prog.vars[v].pkg != u.pkg || !r.stores(u) || r.callsHoned(u.pkg) {
		return false
	}
	r.writers[v] = append(r.writers[v], in)
	return true
}

// onlyFilled reports that what a local variable leads to is only read and assigned to, there and then.
func (r *readers) onlyFilled(v *types.Var) bool {
	return r.filled.ask(v, func() bool {
		for _, u := range r.uses[v] {
			if r.reads(v, u) {
				continue
			}
			if in, _ := u.around(); in == nil || !r.stores(u) {
				return false
			}
		}
		return r.results[v] == nil
	})
}

// stores reports that a use assigns to a part of a variable, or lets others do so that do no more.
func (r *readers) stores(u use) bool {
	info, at, path := u.pkg.Info, ast.Expr(u.id), u.path()[1:]
	for i, up := range path {
		switch up := up.(type) {
		case *ast.ParenExpr, *ast.StarExpr:
		case *ast.SelectorExpr:
			sel := info.Selections[up]
			if sel == nil || sel.Kind() == types.FieldVal {
				break
			}
			call, ok := path[i+1].(*ast.CallExpr)
			fn, isFunc := sel.Obj().(*types.Func)
			return ok && isFunc && ast.Unparen(call.Fun) == up && r.fillsReceiver(fn)
		case *ast.IndexExpr:
			if up.X != at {
				return false
			}
		case *ast.SliceExpr:
			if up.X != at {
				return false
			}
		case *ast.UnaryExpr:
			if up.Op != token.AND {
				return false
			}
		case *ast.CallExpr:
			return r.fillsArgument(info, up, at)
		case *ast.AssignStmt:
			return slices.Contains(up.Lhs, at) || len(up.Lhs) == len(up.Rhs) && r.filledByName(info, up.Lhs, up.Rhs, at)
		case *ast.ValueSpec:
			names := make([]ast.Expr, len(up.Names))
			for i, id := range up.Names {
				names[i] = id
			}
			return len(names) == len(up.Values) && r.filledByName(info, names, up.Values, at)
		case *ast.RangeStmt:
			return up.X == at && up.Value != nil && r.filledByName(info, []ast.Expr{up.Value}, []ast.Expr{at}, at)
		case *ast.IncDecStmt:
			return true
		default:
			return false
		}
		at = up.(ast.Expr)
	}
	return false
}

// filledByName follows the local variable that a value is given to.
func (r *readers) filledByName(info *types.Info, names, values []ast.Expr, value ast.Expr) bool {
	k := slices.Index(values, value)
	if k < 0 {
		return false
	}
	id, ok := ast.Unparen(names[k]).(*ast.Ident)
	if !ok {
		return false
	}
	to, ok := info.ObjectOf(id).(*types.Var)
	return ok && to.Kind() != types.ResultVar && r.isLocal(to) && !types.IsInterface(to.Type()) && r.onlyFilled(to)
}

// fillsReceiver reports that a method does no more to what its receiver leads to.
func (r *readers) fillsReceiver(fn *types.Func) bool {
	d := r.prog.decls[fn.Origin()]
	recv := fn.Origin().Signature().Recv()
	return d != nil && d.ast.Body != nil && recv != nil && r.onlyFilled(recv)
}

// fillsArgument reports that a call does no more to what its argument leads to.
func (r *readers) fillsArgument(info *types.Info, call *ast.CallExpr, arg ast.Expr) bool {
	k := slices.Index(call.Args, arg)
	if k < 0 || info.Types[call.Fun].IsType() {
		return false
	}
	switch fn := calleeObject(info, call.Fun).(type) {
	case *types.Builtin:
		return k == 0 && (fn.Name() == "copy" || fn.Name() == "clear")
	case *types.Func:
		d, sig := r.prog.decls[fn.Origin()], fn.Origin().Signature()
		if d == nil || d.ast.Body == nil || isMethodExpr(info, call.Fun) || sig.Variadic() && k >= sig.Params().Len()-1 {
			return false
		}
		p := sig.Params().At(k)
		return !types.IsInterface(p.Type()) && r.onlyFilled(p)
	}
	return false
}

// callsHoned reports that what a package's initialisers and init functions call by name calls a honed function: that would find tables as they are when all init functions have run.
func (r *readers) callsHoned(pkg *Package) bool {
	if is, ok := r.early[pkg]; ok {
		return is
	}
	found, seen := false, map[*types.Func]bool{}
	var look func(n ast.Node)
	look = func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return !found
			}
			if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && sel.Sel.Name == "Call" && isHoned(pkg.Info.TypeOf(sel.X)) {
				found = true
			}
			if fn, ok := calleeObject(pkg.Info, call.Fun).(*types.Func); ok && fn.Pkg() == pkg.Types && !seen[fn.Origin()] {
				seen[fn.Origin()] = true
				if d := r.prog.decls[fn.Origin()]; d != nil && d.ast.Body != nil {
					look(d.ast.Body)
				}
			}
			return !found
		})
	}
	for _, f := range pkg.Files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.GenDecl:
				for _, s := range d.Specs {
					spec, ok := s.(*ast.ValueSpec)
					if !ok {
						continue
					}
					for _, x := range spec.Values {
						if _, literal := ast.Unparen(x).(*ast.FuncLit); !literal { // which is not called here
							look(x)
						}
					}
				}
			case *ast.FuncDecl:
				if d.Recv == nil && d.Name.Name == "init" && d.Body != nil {
					look(d.Body)
				}
			}
		}
	}
	r.early[pkg] = found
	return found
}

// isHoned reports the type of what hone.Func makes.
func isHoned(t types.Type) bool {
	p, ok := t.(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && named.Obj().Name() == "Fn" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == honePath
}
