package source

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/hone-go/hone/internal/ir"
)

// packageVar is a package variable with its initialiser, nil if it has none of its own.
type packageVar struct {
	pkg  *Package
	init ast.Expr
	uses *usage // of the variables of its package, found when first needed
}

func (p *Program) indexVars(pkg *Package, d *ast.GenDecl) {
	if d.Tok != token.VAR {
		return
	}
	for _, s := range d.Specs {
		spec := s.(*ast.ValueSpec)
		for i, id := range spec.Names {
			v, ok := pkg.Info.Defs[id].(*types.Var)
			if !ok {
				continue
			}
			pv := &packageVar{pkg: pkg}
			if len(spec.Values) == len(spec.Names) {
				pv.init = spec.Values[i]
			}
			p.vars[v] = pv
		}
	}
}

// packageVar is the value of a package variable that provably never changes: nothing outside its package can assign it, nothing inside does,
// and its initialiser is a constant expression in a wide sense. It is made once, at the function's beginning.
func (f *fun) packageVar(id *ast.Ident, v *types.Var) *ir.Value {
	if val := f.tables[v]; val != nil {
		return val
	}
	f.u.vars[v] = true
	pv := f.u.prog.vars[v]
	if pv == nil || v.Exported() && v.Pkg().Name() != "main" || pv.changes(f, v) {
		f.fail(id.Pos(), "package variable %s may change; pass it as an argument", v.Name())
	}
	t := f.typ(id.Pos(), v.Type())
	if hasSlice(t) {
		f.fail(id.Pos(), "package variable %s is or has a slice, whose elements may change; make it an array, or pass it as an argument", v.Name())
	}
	r := ir.NewRegion(nil)
	val := f.initial(r, pv, t)
	for _, o := range r.Ops {
		if !o.Kind.Has(ir.Pure) || len(o.Regions) > 0 {
			f.fail(id.Pos(), "package variable %s is computed when the program starts; pass it as an argument", v.Name())
		}
	}
	f.prologue = append(f.prologue, r.Ops...)
	f.tables[v] = val
	return val
}

// initial translates the initialiser into r.
func (f *fun) initial(r *ir.Region, pv *packageVar, t *ir.Type) *ir.Value {
	b, info, e, memo := f.b, f.info, f.env, f.memo
	defer func() { f.b, f.info, f.env, f.memo, f.tabling = b, info, e, memo, false }()
	f.tabling = true
	f.b, f.info, f.env, f.memo = b.In(r), pv.pkg.Info, nil, map[ast.Expr][]*ir.Value{}
	if pv.init == nil {
		return zero(f.b, t)
	}
	if lit, ok := ast.Unparen(pv.init).(*ast.FuncLit); ok {
		f.fail(lit.Pos(), "functions in package variables are not compiled; declare the function")
	}
	v := f.expr(pv.init)
	return v
}

func hasSlice(t *ir.Type) (found bool) {
	ir.Leaves(t, func(_ []int, leaf *ir.Type) { found = found || leaf.Kind == ir.Slice })
	return found
}

// changes reports whether code in the variable's package assigns it or takes its address.
func (pv *packageVar) changes(f *fun, v *types.Var) bool {
	if pv.uses == nil {
		g := &fun{info: pv.pkg.Info}
		all := &usage{map[*types.Var][]ast.Expr{}, map[*types.Var]bool{}, map[*types.Var]bool{}}
		for _, file := range pv.pkg.Files {
			u := g.analyse(file)
			for v, at := range u.assigned {
				all.assigned[v] = append(all.assigned[v], at...)
			}
			for v := range u.addressed {
				all.addressed[v] = true
			}
		}
		for _, other := range f.u.prog.vars {
			if other.pkg == pv.pkg {
				other.uses = all
			}
		}
	}
	return pv.uses.changes(v)
}
