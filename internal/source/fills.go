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
	if in == nil || !r.initialises(u.pkg, in) || r.prog.vars[v] == nil || r.prog.vars[v].pkg != u.pkg || !r.stores(u) {
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
