package sched

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/seeds"
)

// Random nests of checks: where the guard holds none of them may fail. And where none fails the guard should hold, mostly.

type checkGen struct {
	r       *rand.Rand
	params  []*ir.Value
	indices []*ir.Value
	divisor *ir.Value // is positive
	large   *ir.Value // perhaps so large that products wrap around
	fuel    int
}

func (g *checkGen) pick(vs []*ir.Value) *ir.Value { return vs[g.r.IntN(len(vs))] }

func (g *checkGen) small(b *ir.Builder) *ir.Value { return b.Int(int64(g.r.IntN(5) - 2)) }

// near is a parameter or an index, or next to one.
func (g *checkGen) near(b *ir.Builder) *ir.Value {
	v := g.pick(g.params)
	if len(g.indices) > 0 && g.r.IntN(2) == 0 {
		v = g.pick(g.indices)
	}
	switch g.r.IntN(4) {
	case 0:
		return b.Int(int64(g.r.IntN(4)))
	case 1:
		return b.Binary(ir.OpAdd, v, g.small(b))
	case 2:
		return b.Binary(ir.OpSub, g.pick(g.params), v)
	}
	return v
}

// bound is where a loop begins or ends.
func (g *checkGen) bound(b *ir.Builder) *ir.Value {
	v := g.near(b)
	switch g.r.IntN(6) {
	case 0:
		return b.Binary(ir.OpMin, v, g.near(b))
	case 1:
		return b.Binary(ir.OpMax, v, g.near(b))
	}
	return v
}

func (g *checkGen) place(b *ir.Builder) *ir.Value {
	sum := g.small(b)
	for _, i := range g.indices {
		v := i
		switch g.r.IntN(10) {
		case 0:
			continue
		case 9: // a place that is computed in floats
			f := b.Binary(ir.OpAdd, b.Conv(i, ir.TF64), b.Float(ir.TF64, 0.5))
			by := b.Float(ir.TF64, []float64{1.7, 0.6, -0.6, 0, 1e300, math.Inf(1), math.NaN()}[g.r.IntN(7)*g.r.IntN(2)])
			f = b.Binary([]ir.OpKind{ir.OpMul, ir.OpMul, ir.OpDiv}[g.r.IntN(3)], f, by)
			v = b.Conv(b.Binary(ir.OpSub, f, b.Conv(g.pick(g.params), ir.TF64)), ir.TI64)
			if g.r.IntN(2) == 0 {
				v = b.Binary(ir.OpMax, v, b.Int(0))
			}
		case 8: // a quotient of what may be negative
			k := int64(1 + g.r.IntN(2))
			x := b.Binary(ir.OpSub, i, g.pick(g.params))
			less := b.Binary(ir.OpAnd, b.Binary(ir.OpShr, x, b.Const(ir.TU64, 63)), b.Int(1<<k-1))
			v = b.Binary(ir.OpShr, b.Binary(ir.OpAdd, x, less), b.Const(ir.TU64, uint64(k)))
		case 1:
			v = b.Binary(ir.OpMin, b.Binary(ir.OpMax, b.Binary(ir.OpAdd, i, g.small(b)), b.Int(0)), b.Binary(ir.OpSub, g.pick(g.params), b.Int(1)))
		case 2:
			v = b.Binary(ir.OpRem, b.Binary(ir.OpAdd, i, b.Int(1)), g.divisor)
		case 3:
			c := b.Compare(ir.OpLt, i, b.Int(1))
			v = b.Select(c, b.Int(0), b.Binary(ir.OpSub, i, b.Int(1)))
		case 4:
			v = b.Binary(ir.OpSub, b.Int(0), i)
		case 7: // a distance
			d := b.Binary(ir.OpSub, i, g.near(b))
			v = b.Binary([]ir.OpKind{ir.OpMax, ir.OpMax, ir.OpMin}[g.r.IntN(3)], b.Binary(ir.OpAdd, d, g.small(b)), b.Binary(ir.OpSub, b.Int(0), d))
		}
		if g.r.IntN(3) == 0 {
			v = b.Binary(ir.OpMul, v, g.pick(append(slices.Clone(g.params), g.large)))
		}
		sum = b.Binary(ir.OpAdd, sum, v)
	}
	return sum
}

func (g *checkGen) statements(b *ir.Builder, deeper int) {
	for range 1 + g.r.IntN(2) {
		if g.fuel--; g.fuel < 0 {
			return
		}
		switch k := g.r.IntN(7); {
		case k < 3:
			b.Op(ir.OpCheckIndex, []*ir.Value{g.place(b), g.params[3]})
		case k == 3:
			b.Op(ir.OpCheckSlice, []*ir.Value{g.place(b), g.place(b), g.params[3]}).Ints = []int64{0}
		case k == 4:
			kinds := []ir.OpKind{ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe, ir.OpEq, ir.OpNe}
			c := b.Compare(kinds[g.r.IntN(6)], g.near(b), g.near(b))
			if g.r.IntN(2) == 0 {
				c = b.Binary([]ir.OpKind{ir.OpAnd, ir.OpOr}[g.r.IntN(2)], c, b.Compare(kinds[g.r.IntN(6)], g.pick(g.indices), g.near(b)))
			}
			o := b.If(c)
			for _, r := range o.Regions {
				in := b.In(r)
				if g.r.IntN(3) > 0 {
					g.statements(in, deeper)
				}
				in.Yield()
			}
		case deeper > 0:
			step := int64(1 + g.r.IntN(5)/4)
			if g.r.IntN(8) == 0 {
				step = -step
			}
			o := b.For(g.bound(b), g.bound(b), step, nil)
			outer := g.indices
			g.indices = append(slices.Clone(outer), o.Regions[0].Params[0])
			in := b.In(o.Regions[0])
			if g.r.IntN(12) == 0 {
				leaves := in.If(in.Compare(ir.OpEq, o.Regions[0].Params[0], g.near(in)))
				if g.r.IntN(2) == 0 {
					in.In(leaves.Regions[0]).Break(o)
				} else {
					in.In(leaves.Regions[0]).Continue(o)
				}
				in.In(leaves.Regions[1]).Yield()
			}
			g.statements(in, deeper-1)
			in.Yield()
			g.indices = outer
		}
	}
}

// guardedNest is a function that stores in flag[0] whether a guard holds, and in flag[1] that all checks have passed which it is made of.
func guardedNest(seed uint64) (f *ir.Func, checks int) {
	g := &checkGen{r: rand.New(rand.NewPCG(seed, 6)), fuel: 12}
	f = ir.NewFunc("f", nil, nil)
	flag := f.Body.AddParam(ir.SliceOf(ir.TI64), "flag")
	for _, name := range []string{"n", "m", "w", "len"} {
		g.params = append(g.params, f.Body.AddParam(ir.TI64, name))
	}
	g.divisor = f.Body.AddParam(ir.TI64, "p")
	g.large = f.Body.AddParam(ir.TI64, "large")
	b := ir.NewBuilder(f.Body)
	dims := []*ir.Value{g.near(b), g.near(b)}[:1+g.r.IntN(2)]
	loop := b.Op(ir.OpMulti, dims)
	body := loop.AddRegion()
	for range dims {
		g.indices = append(g.indices, body.AddParam(ir.TI64, ""))
	}
	in := b.In(body)
	g.statements(in, 2)
	in.Yield()
	b.Store(flag, b.Int(1), b.Int(1), nil)
	b.Return()

	return f, guardAhead(f, loop, flag)
}

// guardAhead has f store in flag[0], ahead of a nest, whether its guard holds. It gives the number of checks that this is about, which are all that are left.
func guardAhead(f *ir.Func, loop *ir.Op, flag *ir.Value) (checks int) {
	gd := guard{space: newSpace(loop)}
	gd.checks, _ = gd.space.hoistable()
	tmp := &ir.Region{}
	ahead := &ir.Builder{Region: tmp}
	ok := gd.emit(ahead)
	ahead.Store(flag, ahead.Int(0), ahead.Select(ok, ahead.Int(1), ahead.Int(0)), nil)
	ownConstants(tmp)
	f.Body.Insert(f.Body.Index(loop), tmp.Take(0)...)
	var others []*ir.Op
	loop.Regions[0].Walk(func(o *ir.Op) bool {
		if o.Kind.Has(ir.Check) && !slices.Contains(gd.ops(), o) {
			others = append(others, o)
		}
		return true
	})
	ir.RemoveOps(others)
	return len(gd.checks)
}

func TestRandomGuards(t *testing.T) {
	n := 4000
	if testing.Short() {
		n = 1200
	}
	made, passed, held, holds := 0, 0, 0, 0
	seeds.Each(t, n, func(seed uint64) {
		f, checks := guardedNest(seed)
		if err := ir.VerifyFunc(f, ir.Residual); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, f)
		}
		if checks == 0 {
			return
		}
		made += checks
		r := rand.New(rand.NewPCG(seed, 7))
		run := eval.New(&ir.Module{Funcs: []*ir.Func{f}})
		for range 8 {
			flag := make([]int64, 2)
			args := []any{flag, r.Int64N(6), r.Int64N(6), r.Int64N(9), r.Int64N(60), 1 + r.Int64N(8), r.Int64N(6) - 1}
			if r.IntN(10) == 0 {
				args[6] = []int64{1 << 61, 1 << 62, -1 << 63, 1<<63 - 1, 1 << 32}[r.IntN(5)]
			}
			func() {
				defer func() { _ = recover() }()
				run.Call(f.Name, reflect.TypeFor[func(flag []int64, n, m, w, len, p, large int64)](), reflectValues(args)...)
			}()
			if flag[0] == 1 {
				holds++
				if flag[1] == 0 {
					t.Fatalf("seed %d: a check fails with %v though the guard holds\n%s", seed, args[1:], f)
				}
			}
			if flag[1] == 1 {
				passed++
				if flag[0] == 1 {
					held++
				}
			}
		}
	})
	t.Logf("%d checks; in %d runs none failed, in %d of them the guard held", made, passed, held)
	if holds == 0 || held*100 < passed*35 {
		t.Errorf("of %d runs without a failing check the guard held in %d", passed, held)
	}
}

func reflectValues(args []any) (out []reflect.Value) {
	for _, a := range args {
		out = append(out, reflect.ValueOf(a))
	}
	return out
}

// A product of sums may have more terms than a polynomial: such an index is one that no guard checks, and not one that is always 0.
func TestLargeProducts(t *testing.T) {
	f := ir.NewFunc("f", nil, nil)
	sum := func(b *ir.Builder) *ir.Value {
		v := f.Body.AddParam(ir.TI64, "")
		for range 5 {
			v = b.Binary(ir.OpAdd, v, f.Body.AddParam(ir.TI64, ""))
		}
		return v
	}
	b := ir.NewBuilder(f.Body)
	n := f.Body.AddParam(ir.TI64, "n")
	by, from, to := sum(b), sum(b), sum(b)
	loop := b.Op(ir.OpMulti, []*ir.Value{n})
	body := loop.AddRegion()
	body.AddParam(ir.TI64, "")
	in := b.In(body)
	o := in.For(from, to, 1, nil)
	inner := in.In(o.Regions[0])
	check := inner.Op(ir.OpCheckIndex, []*ir.Value{inner.Binary(ir.OpMul, o.Regions[0].Params[0], by), n})
	inner.Yield()
	in.Yield()
	b.Return()
	if (&guardTrial{p: newSpace(loop)}).guardable(guarded{op: check}) {
		t.Error("a guard is said to make the check")
	}
}
