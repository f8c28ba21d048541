package source

import (
	"go/ast"
	"go/types"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
)

// maxEvaluated bounds the components of a package variable whose value is found out by running its initialiser: they stand in the generated file.
const maxEvaluated = 1 << 14

// evaluate runs the initialiser of a package variable that never changes, as the program does when it starts. That gives the value that the variable has in
// plain Go unless declared reductions have a part in it, or elementary functions that are not at hand, whose results in compiled code are others.
func (u *unit) evaluate(pv *packageVar, v *types.Var, t *ir.Type, g *globals, inits []*types.Func) (x eval.Value, ok bool) {
	sub := newUnit(u.prog)
	if g == nil {
		g = &globals{u: u, vars: map[string]*types.Var{}, values: map[string]eval.Value{}}
	}
	sub.globals = g
	sub.native = u.prog.native
	in := &instance{pkg: pv.pkg, sym: v.Pkg().Path() + "." + v.Name()}
	sub.queue(in)
	sub.current = in
	m := &ir.Module{Funcs: []*ir.Func{sub.initialiser(in, pv, v, t, inits)}}
	for i := 1; i < len(sub.insts) && len(sub.reasons) == 0; i++ {
		if p := sub.insts[i].pkg.Path; p == vmathPath || p == honePath {
			return x, false
		}
		sub.current = sub.insts[i]
		m.Funcs = append(m.Funcs, sub.function(sub.insts[i]))
	}
	if len(sub.reasons) > 0 || !sameEverywhere(m) {
		return x, false
	}
	defer func() {
		if recover() != nil { // so the program would
			ok = false
		}
	}()
	run := eval.New(m)
	run.Native = func(sym string, args []eval.Value) ([]eval.Value, bool) {
		if x, ok := sub.globals.variable(sym); ok {
			return []eval.Value{x}, true
		}
		return callNative(sym, args)
	}
	rs, err := run.Run(in.sym)
	if err != nil {
		return x, false
	}
	u.also = append(append(u.also, sub.insts[1:]...), sub.also...)
	for used := range sub.vars {
		u.vars[used] = true
	}
	return rs[0], true
}

// sameEverywhere reports a module without declared loops and reductions.
func sameEverywhere(m *ir.Module) bool {
	for _, f := range m.Funcs {
		if f.Body.Contains(func(o *ir.Op) bool {
			switch o.Kind {
			case ir.OpParFor, ir.OpBuild, ir.OpReduce, ir.OpKeep, ir.OpThreads, ir.OpProcs:
				return true
			}
			return false
		}) {
			return false
		}
	}
	return true
}

// initialiser is a function that returns the variable's first value, or the one that it has when init functions have run.
func (u *unit) initialiser(in *instance, pv *packageVar, v *types.Var, t *ir.Type, inits []*types.Func) *ir.Func {
	f := &fun{
		u: u, in: in, info: pv.pkg.Info,
		vars: map[*types.Var]variable{}, memo: map[ast.Expr][]*ir.Value{}, tables: map[*types.Var]place{},
		live: true, scope: &scope{results: []*ir.Type{t}, leave: []*ir.Type{t}},
	}
	out := ir.NewFunc(in.sym, nil, []*ir.Type{t})
	f.b = ir.NewBuilder(out.Body)
	f.try(func() {
		if len(inits) == 0 {
			f.uses = f.analyse(pv.init)
			f.b.Return(f.exprAs(pv.init, v.Type()))
			return
		}
		for _, fn := range inits {
			if start := u.instance(fn, nil, v.Pos()); start != nil {
				f.b.Op(ir.OpCallSym, nil).SetSym(start.sym)
			}
		}
		f.b.Return(f.read(f.global(v)))
	})
	f.close()
	out.Body.Insert(0, f.prologue...)
	return out
}

// constants makes a value anew.
func (f *fun) constants(x eval.Value, t *ir.Type) (ops []*ir.Op, val *ir.Value) {
	r := ir.NewRegion(nil)
	c := &constants{b: f.b.In(r), t: &tables{of: map[*ir.Type]*flatTable{}}, cells: map[*eval.Var]*ir.Value{}, left: maxEvaluated}
	if val = c.value(x, t); c.left < 0 {
		return nil, nil
	}
	return c.t.close(f.b.In(ir.NewRegion(nil)), r), val
}

type constants struct {
	b     *ir.Builder
	t     *tables
	cells map[*eval.Var]*ir.Value // variables that pointers lead to
	left  int                     // how many components there may be
}

func (c *constants) value(x eval.Value, t *ir.Type) *ir.Value {
	switch t.Kind {
	case ir.Struct, ir.Array:
		elems := x.Ref.(*eval.Aggregate).Elems
		vs := make([]*ir.Value, len(elems))
		for i, e := range elems {
			if t.Kind == ir.Array {
				vs[i] = c.value(e, t.Elem)
			} else {
				vs[i] = c.value(e, t.Fields[i].Type)
			}
		}
		kind := ir.OpStruct
		if t.Kind == ir.Array {
			kind = ir.OpArray
		}
		return c.b.Op(kind, vs, t).Result()
	case ir.Slice:
		s := x.Ref.(eval.Slice)
		if s.Ptr == nil {
			return zero(c.b, t)
		}
		var vs []*ir.Value
		for i := 0; i < s.Cap && c.left >= 0; i++ {
			vs = append(vs, c.value(s.Elem(i, t.Elem), t.Elem))
		}
		return c.t.slice(c.b, t, vs, s.Len)
	}
	if t.Kind == ir.Cell {
		return c.pointer(x, t)
	}
	c.left--
	return c.b.Const(t, x.Bits)
}

// pointer is a pointer to a variable that is made anew, once.
func (c *constants) pointer(x eval.Value, t *ir.Type) *ir.Value {
	v, ok := x.Ref.(*eval.Var)
	switch {
	case !ok: // into something
		c.left = -1
		return zero(c.b, t)
	case v == nil:
		return zero(c.b, t)
	case c.cells[v] == nil:
		o := c.b.Op(ir.OpCell, []*ir.Value{c.value(v.Content(), t.Elem)}, t)
		o.Ints = elsewhere
		c.cells[v] = o.Result()
	}
	return c.cells[v]
}
