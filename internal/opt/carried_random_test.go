package opt_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/seeds"
)

// carriedLoop draws a function with one loop that carries up to four values, each of which goes on in a form that passes look for: sums and the like, the least or
// greatest by a comparison, what is taken down with it, counts, the last value. What one takes may be what another was before or has become.
func carriedLoop(seed uint64) *ir.Func {
	g := &generator{r: rand.New(rand.NewPCG(seed, 7))}
	g.f = ir.NewFunc("f", []*ir.Type{intSlice, intSlice, floatSlice, floatSlice, ir.TI64, ir.TI64, ir.TI32, ir.TU8, ir.TF64, ir.TBool},
		[]*ir.Type{ir.TI64, ir.TF64, ir.TI32, ir.TU8, ir.TBool})
	p := g.f.Body.Params
	g.b = ir.NewBuilder(g.f.Body)
	types := make([]*ir.Type, 1+g.r.IntN(4))
	var inits []*ir.Value
	for k := range types {
		if types[k] = []*ir.Type{ir.TI64, ir.TF64, ir.TF64, ir.TF64, ir.TI32}[g.r.IntN(5)]; k > 0 && !g.one(4) {
			types[k] = types[k-1]
		}
		of := map[*ir.Type]*ir.Value{ir.TI64: p[5], ir.TF64: p[8], ir.TI32: p[6]}[types[k]]
		if g.one(2) {
			of = g.b.Const(types[k], ir.Canonical(types[k], uint64(g.r.IntN(3)-1)))
		}
		inits = append(inits, of)
	}
	lo, hi, step := g.b.Int(0), g.b.Binary(ir.OpAnd, p[4], g.b.Int(7)), int64(1)
	if g.one(4) {
		lo, hi, step = hi, g.b.Int(-1), -1
	}
	o := g.b.For(lo, hi, step, inits)
	g.push(o.Results...)
	outer := g.b
	g.b = g.b.In(o.Regions[0])
	i, was := o.Regions[0].Params[0], o.Regions[0].Params[1:]
	near := g.b.Binary(ir.OpAnd, i, g.b.Int(7))
	values := []*ir.Value{i, g.b.Load(p[0], i, nil), g.b.Load(p[2], i, nil), g.b.Load(p[0], near, nil), p[8], p[5]}
	var conds, next []*ir.Value
	// one is a value of a type: mostly what is loaded or follows from it, now and then what is carried.
	one := func(t *ir.Type) *ir.Value {
		from := values
		if g.one(3) {
			if from = next; g.one(6) {
				from = was
			}
		}
		from = slices.DeleteFunc(slices.Clone(from), func(v *ir.Value) bool { return v.Type != t })
		switch {
		case len(from) == 0 || g.one(8):
			return g.b.Const(t, ir.Canonical(t, uint64(g.r.IntN(5)-2)))
		case g.one(4) && len(from) > 1:
			return g.b.Binary(ir.OpSub, from[g.r.IntN(len(from))], from[g.r.IntN(len(from))])
		}
		return from[g.r.IntN(len(from))]
	}
	compare := func(x, y *ir.Value) *ir.Value {
		kinds := []ir.OpKind{ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe, ir.OpLt, ir.OpGt, ir.OpEq, ir.OpNe}
		c := g.b.Compare(kinds[g.r.IntN(len(kinds))], x, y)
		if g.one(5) {
			c = g.b.Binary([]ir.OpKind{ir.OpAnd, ir.OpOr}[g.r.IntN(2)], c, g.b.Compare(ir.OpLt, one(ir.TI64), one(ir.TI64)))
		}
		conds = append(conds, c)
		return c
	}
	accumulate := func(x, y *ir.Value) *ir.Value {
		kinds := []ir.OpKind{ir.OpMin, ir.OpMax, ir.OpMin, ir.OpMax, ir.OpAdd} // in any order but the last
		if x.Type.IsInt() {
			kinds = []ir.OpKind{ir.OpMin, ir.OpMax, ir.OpAdd, ir.OpSub, ir.OpXor, ir.OpOr, ir.OpAnd}
		}
		return g.b.Binary(kinds[g.r.IntN(len(kinds))], x, y)
	}
	// either is x where c holds, else y, by a select or by a branch that computes x.
	either := func(c *ir.Value, t *ir.Type, x func() *ir.Value, y *ir.Value) *ir.Value {
		if g.one(2) {
			return g.b.Select(c, x(), y)
		}
		branch := g.b.If(c, t)
		outside, seen := g.b, len(conds)
		g.b = outside.In(branch.Regions[0])
		g.b.Yield(x())
		outside.In(branch.Regions[1]).Yield(y)
		g.b, conds = outside, conds[:seen]
		return branch.Result()
	}
	for k, t := range types {
		v := was[k]
		switch g.r.IntN(7) {
		case 0:
			v = accumulate(v, one(t))
		case 1:
			v = either(compare(one(ir.TI64), one(ir.TI64)), t, func() *ir.Value { return accumulate(was[k], one(t)) }, v)
		case 2, 3, 4: // the best so far
			x := one(t)
			v = either(compare(x, v), t, func() *ir.Value { return x }, v)
		case 5: // taken down with another
			if len(conds) > 0 {
				c := conds[g.r.IntN(len(conds))]
				v = either(c, t, func() *ir.Value { return one(t) }, v)
				break
			}
			fallthrough
		default:
			v = one(t)
		}
		next = append(next, v)
	}
	g.b.Yield(next...)
	g.b = outer
	g.b.Return(g.digest()...)
	return g.f
}

func TestRandomCarried(t *testing.T) {
	n := 1200
	if testing.Short() {
		n = 500
	}
	seeds.Each(t, n, func(seed uint64) {
		f := carriedLoop(seed)
		if seed%4 >= 2 {
			f.Kernel = ir.SingleKernel
		}
		checkPasses(t, f, seed)
	})
}
