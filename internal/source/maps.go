package source

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// Maps that never change, made by a literal with constant keys, are tables: the keys, sorted, and the values beside them, with a zero value behind the last for keys
// that are not there.

// mapTable is such a map. The tables are variables, made in the prologue.
type mapTable struct {
	n            int
	keys, values place
}

const (
	noMaps = "maps are not compiled; leave them to the caller, and pass what they hold in slices"
	whyMap = "maps are compiled only where they are made by a literal of constant keys, and never change"
)

// maxChain is up to how many keys are compared one after the other.
const maxChain = 8

// lookUp is m[k], and whether k is there.
func (f *fun) lookUp(e *ast.IndexExpr) (v, ok *ir.Value) {
	t := f.typeOf(e.X).Underlying().(*types.Map)
	m := f.mapTable(e.X)
	f.typ(e.Pos(), t.Elem())
	k := f.exprAs(e.Index, t.Key())
	f.at(e.Pos())
	at := f.find(m, k, e.Pos())
	return f.read(f.elementAt(m.values, at)), f.b.Compare(ir.OpLt, at, f.b.Int(int64(m.n)))
}

// find is the number of a key, or that behind the last.
func (f *fun) find(m *mapTable, k *ir.Value, pos token.Pos) *ir.Value {
	n := f.b.Int(int64(m.n))
	equal := func(i *ir.Value) *ir.Value { return f.compare(token.EQL, f.read(f.elementAt(m.keys, i)), k, pos) }
	if m.n <= maxChain {
		at := n
		for i := range m.n {
			at = f.b.Select(equal(f.b.Int(int64(i))), f.b.Int(int64(i)), at)
		}
		return at
	}
	loop := f.b.Loop([]*ir.Value{f.b.Int(0), n}, ir.TI64)
	b := f.b
	f.b = b.In(loop.Regions[0])
	lo, hi := loop.Regions[0].Params[0], loop.Regions[0].Params[1]
	test := f.b.If(f.b.Compare(ir.OpLt, lo, hi))
	f.b.In(test.Regions[0]).Yield()
	f.b.In(test.Regions[1]).Break(loop, lo)
	mid := f.b.Op(ir.OpShr, []*ir.Value{f.b.Binary(ir.OpAdd, lo, hi), f.b.Const(ir.TU64, 1)}, ir.TI64).Result()
	less := f.compare(token.LSS, f.read(f.elementAt(m.keys, mid)), k, pos)
	f.b.Continue(loop, f.b.Select(less, f.b.Binary(ir.OpAdd, mid, f.b.Int(1)), lo), f.b.Select(less, hi, mid))
	f.b = b
	at := loop.Result()
	last := f.b.Binary(ir.OpMin, at, f.b.Int(int64(m.n-1)))
	there := f.b.Binary(ir.OpAnd, f.b.Compare(ir.OpLt, at, n), equal(last))
	return f.b.Select(there, at, n)
}

// mapTable is the map that e names.
func (f *fun) mapTable(e ast.Expr) *mapTable {
	v := f.packageVarOf(ast.Unparen(e))
	if v == nil {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok {
			if local, ok := f.info.Uses[id].(*types.Var); ok && f.maps[local] != nil {
				return f.maps[local]
			}
		}
		f.fail(e.Pos(), whyMap)
	}
	if m := f.maps[v]; m != nil {
		return m
	}
	f.u.vars[v] = true
	pv := f.u.prog.vars[v]
	switch {
	case pv == nil || !f.u.prog.neverChanges(v) || f.u.prog.isSettled(v) || pv.among:
		f.fail(e.Pos(), "package variable %s may change; pass it as an argument", v.Name())
	case f.exposed(v):
		f.fail(e.Pos(), "package variable %s is exported, so that a program that imports the package may change it", v.Name())
	}
	m := f.literalMap(pv, pv.init, v.Type(), e.Pos())
	f.setMap(v, m)
	return m
}

func (f *fun) setMap(v *types.Var, m *mapTable) {
	if f.maps == nil {
		f.maps = map[*types.Var]*mapTable{}
	}
	f.maps[v] = m
}

// nameMap has l, a variable that is only read, be a map that a literal makes.
func (f *fun) nameMap(l, r ast.Expr) bool {
	v := f.defined(l)
	lit, ok := ast.Unparen(r).(*ast.CompositeLit)
	if v == nil || !ok {
		return false
	}
	if _, ok := f.typeOf(lit).Underlying().(*types.Map); !ok || !f.u.prog.neverChanges(v) || f.uses.captured[v] && f.uses.changes(v) {
		return false
	}
	f.setMap(v, f.literalMap(&packageVar{pkg: f.in.pkg}, lit, f.typeOf(lit), lit.Pos()))
	return true
}

// literalMap makes the tables of a literal.
func (f *fun) literalMap(pv *packageVar, init ast.Expr, typ types.Type, pos token.Pos) *mapTable {
	t := typ.Underlying().(*types.Map)
	key, elem := f.typ(pos, t.Key()), f.typ(pos, t.Elem())
	if !(key.IsScalar() || key == stringType) || hasPointer(elem) {
		f.fail(pos, "maps of %s to %s are not compiled", name(t.Key()), name(t.Elem()))
	}
	lit, ok := ast.Unparen(init).(*ast.CompositeLit)
	if !ok && init != nil {
		f.fail(pos, whyMap)
	}
	var pairs []*ast.KeyValueExpr
	if lit != nil {
		for _, e := range lit.Elts {
			kv := e.(*ast.KeyValueExpr)
			if pv.pkg.Info.Types[kv.Key].Value == nil {
				f.fail(pos, whyMap)
			}
			pairs = append(pairs, kv)
		}
	}
	slices.SortFunc(pairs, func(a, b *ast.KeyValueExpr) int {
		return compareConstants(pv.pkg.Info.Types[a.Key].Value, pv.pkg.Info.Types[b.Key].Value)
	})
	m := &mapTable{n: len(pairs)}
	m.keys = f.constantTable(pv, pos, key, t.Key(), len(pairs), func(i int) *ir.Value { return f.exprAs(pairs[i].Key, t.Key()) })
	m.values = f.constantTable(pv, pos, elem, t.Elem(), len(pairs)+1, func(i int) *ir.Value {
		if i == len(pairs) {
			return zero(f.b, elem)
		}
		return f.exprAs(pairs[i].Value, t.Elem())
	})
	return m
}

// compareConstants is the order of keys.
func compareConstants(a, b constant.Value) int {
	switch {
	case a.Kind() == constant.Bool:
		return cmp.Compare(boolNumber(a), boolNumber(b))
	case constant.Compare(a, token.LSS, b):
		return -1
	case constant.Compare(a, token.EQL, b):
		return 0
	}
	return 1
}

func boolNumber(c constant.Value) int {
	if constant.BoolVal(c) {
		return 1
	}
	return 0
}

// constantTable is a variable of the prologue that holds an array of constants.
func (f *fun) constantTable(pv *packageVar, pos token.Pos, elem *ir.Type, typ types.Type, n int, value func(i int) *ir.Value) place {
	t := ir.ArrayOf(elem, n)
	var ops []*ir.Op
	var val *ir.Value
	ok := f.attempt(func() {
		ops, val = f.initialBy(pv, pos, func() *ir.Value {
			vs := make([]*ir.Value, n)
			for i := range vs {
				vs[i] = value(i)
			}
			return f.b.Op(ir.OpArray, vs, t).Result()
		})
	})
	if !ok {
		panic(bail{})
	}
	b := f.b.In(ir.NewRegion(nil))
	c := b.Op(ir.OpCell, []*ir.Value{val}, ir.CellOf(t))
	f.prologue = append(append(f.prologue, ops...), c)
	return place{kind: aCell, base: c.Result(), typ: types.NewArray(typ, int64(n))}
}
