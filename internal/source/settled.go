package source

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
)

// Tables are often filled by a package's init functions, or by functions that only these call. Behind that they are settled: the values are found by running the
// init functions that lead to what assigns to them.

// initialises reports a function that runs while the program starts, and only then: an init function, or one that is only called by such.
func (r *readers) initialises(pkg *Package, d *ast.FuncDecl) bool {
	if strings.HasSuffix(r.prog.fset.Position(d.Pos()).Filename, "_test.go") {
		return false // it runs in tests alone
	}
	if d.Recv == nil && d.Name.Name == "init" {
		return true
	}
	fn, _ := pkg.Info.Defs[d.Name].(*types.Func)
	if fn == nil || fn.Exported() || d.Recv != nil || d.Type.TypeParams != nil {
		return false
	}
	return r.starting.ask(fn, func() bool {
		for _, u := range r.calls[fn] {
			if in, call := u.around(); !call || in == nil || !r.initialises(u.pkg, in) {
				return false
			}
		}
		return len(r.calls[fn]) > 0
	})
}

// around is the declared function that a function's name is used in, outside of literals, and whether it is called there.
func (u use) around() (in *ast.FuncDecl, call bool) {
	path := u.path()
	if len(path) > 1 {
		c, ok := path[1].(*ast.CallExpr)
		call = ok && c.Fun == path[0]
	}
	for _, n := range path {
		switch n := n.(type) {
		case *ast.FuncLit:
			return nil, false
		case *ast.FuncDecl:
			return n, call
		}
	}
	return nil, false
}

// starts lists the init functions of a package that lead to what assigns to variables of it, in their order.
func (r *readers) starts(pkg *Package, vars []*types.Var) (inits []*types.Func) {
	leads := map[*ast.FuncDecl]bool{}
	for _, v := range vars {
		for _, d := range r.writers[v] {
			leads[d] = true
		}
	}
	for grown := true; grown; {
		grown = false
		for fn, uses := range r.calls {
			d := r.prog.decls[fn]
			if d == nil || !leads[d.ast] {
				continue
			}
			for _, u := range uses {
				if in, _ := u.around(); in != nil && !leads[in] {
					leads[in], grown = true, true
				}
			}
		}
	}
	for _, file := range pkg.Files {
		for _, d := range file.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Recv == nil && fd.Name.Name == "init" && leads[fd] {
				if fn, ok := pkg.Info.Defs[fd.Name].(*types.Func); ok {
					inits = append(inits, fn)
				}
			}
		}
	}
	return inits
}

// isSettled reports a variable that never changes once the init functions have run, but there it does.
func (r *readers) isSettled(v *types.Var) bool { return r.onlyRead(v) && len(r.writers[v]) > 0 }

// globals are variables of packages while initialisers are run.
type globals struct {
	u      *unit
	vars   map[string]*types.Var
	values map[string]eval.Value
}

const globalPrefix = "var "

// global is the place of a settled variable while initialisers are run.
func (f *fun) global(v *types.Var) place {
	sym := globalPrefix + v.Pkg().Path() + "." + v.Name()
	f.u.globals.vars[sym] = v
	b := f.b.In(ir.NewRegion(nil))
	o := b.Op(ir.OpCallSym, nil, ir.CellOf(f.typ(v.Pos(), v.Type())))
	o.SetSym(sym)
	f.prologue = append(f.prologue, o)
	p := place{kind: aCell, base: o.Result(), typ: v.Type()}
	f.tables[v] = p
	return p
}

// variable is the variable behind a symbol, with the value that it has before init functions run.
func (g *globals) variable(sym string) (eval.Value, bool) {
	v := g.vars[sym]
	if v == nil {
		return eval.Value{}, false
	}
	x, ok := g.values[sym]
	if !ok {
		pv := g.u.prog.vars[v]
		t, _ := irType(v.Type(), nil, nil)
		x = eval.ZeroValue(t)
		if pv.among {
			panic(bail{})
		}
		if pv.init != nil {
			if x, ok = g.u.evaluate(pv, v, t, nil, nil); !ok {
				panic(bail{})
			}
		}
		x = eval.NewVar(x)
		g.values[sym] = x
	}
	return x, true
}

// isSettled reports a variable that only init functions assign to.
func (p *Program) isSettled(v *types.Var) bool { return p.neverChanges(v) && p.readers.isSettled(v) }

// settled is the value of a variable behind the init functions. What these read of others that init functions assign to takes those, too.
func (u *unit) settled(pv *packageVar, v *types.Var, t *ir.Type) (eval.Value, bool) {
	vars := []*types.Var{v}
	for {
		g := &globals{u: u, vars: map[string]*types.Var{}, values: map[string]eval.Value{}}
		x, ok := u.evaluate(pv, v, t, g, u.prog.readers.starts(pv.pkg, vars))
		n := len(vars)
		for _, met := range g.vars {
			if !slices.Contains(vars, met) {
				vars = append(vars, met)
			}
		}
		if !ok || len(vars) == n {
			return x, ok
		}
	}
}
