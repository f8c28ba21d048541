package source

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// interfaceVar is a package variable of interface type that nothing assigns: what its initialiser makes. What that leads to must not change either.
func (f *fun) interfaceVar(id *ast.Ident, v *types.Var) place {
	if p, ok := f.tables[v]; ok {
		return p
	}
	f.u.vars[v] = true
	pv := f.u.prog.vars[v]
	home := f.u.insts[0].pkg
	foreign := f.u.prog.keep && home.Name != "main" // other programs have it, too
	if pv == nil || !f.u.prog.staysAsMade(v, foreign) || foreign && v.Exported() && v.Pkg().Name() != "main" {
		f.fail(id.Pos(), "package variable %s may change; pass what it holds as an argument", v.Name())
	}
	p := place{typ: v.Type()}
	if pv.init == nil && !pv.among {
		p.base = f.nilInterface()
		return p
	}
	var ops []*ir.Op
	n, quiet := len(f.u.insts), f.u.quiet
	f.u.quiet = true
	ok := pv.init != nil && f.attempt(func() { ops, p.base = f.initial(pv, v, nil) })
	f.u.quiet = quiet
	for _, in := range f.u.insts[n:] {
		delete(f.u.symbols, in.sym)
	}
	f.u.insts = f.u.insts[:n]
	if !ok {
		f.fail(id.Pos(), "package variable %s holds what is computed when the program starts; pass it as an argument", v.Name())
	}
	if leadsOn(p.base.Type) || p.base.Type.HoldsSlices() {
		f.fail(id.Pos(), "package variable %s holds what leads to memory: this is not compiled; pass it as an argument", v.Name())
	}
	f.prologue = append(f.prologue, ops...)
	f.tables[v] = p
	return p
}

// staysAsMade reports that nothing assigns a package variable as a whole, or takes its address, but functions that are never called. If others may
// call them, those that they can name count as called.
func (p *Program) staysAsMade(v *types.Var, foreign bool) bool {
	for _, u := range p.allReaders().uses[v] {
		if u.assigns() && !p.isDead(u, foreign) {
			return false
		}
	}
	return true
}

// isDead reports a use in a declared function, no method, that nothing in the program names.
func (p *Program) isDead(u use, foreign bool) bool {
	for _, n := range u.path() {
		d, ok := n.(*ast.FuncDecl)
		if !ok {
			continue
		}
		fn, ok := u.pkg.Info.Defs[d.Name].(*types.Func)
		switch {
		case !ok, d.Recv != nil, d.Name.Name == "init", d.Name.Name == "main", foreign && fn.Exported():
			return false
		case strings.HasSuffix(p.fset.Position(d.Pos()).Filename, "_test.go"): // the testing package calls what it finds there
			return false
		}
		return len(p.allReaders().calls[fn]) == 0
	}
	return false
}

// leadsOn reports pointers or functions in a value.
func leadsOn(t *ir.Type) (found bool) {
	ir.Leaves(t, func(_ []int, leaf *ir.Type) { found = found || leaf.Kind == ir.Cell || leaf.Kind == ir.Fn })
	return found
}
