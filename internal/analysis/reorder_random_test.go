package analysis_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/seeds"
)

// Loops of random nests that may be reordered are run in other orders: memory has to be the same at the end. And of those for which it is the
// same, a good part has to be found.

// nestGen makes a nest of plain loops with loads and stores.
type nestGen struct {
	r       *rand.Rand
	f       *ir.Func
	slices  []*ir.Value
	params  []*ir.Value
	indices []*ir.Value
	fuel    int
}

const (
	nestLen    = 4096
	nestMiddle = 2048 // is added to all places
)

func randomNest(seed uint64) *ir.Func {
	g := &nestGen{r: rand.New(rand.NewPCG(seed, 4)), fuel: 12}
	g.f = ir.NewFunc("f", nil, nil)
	for _, name := range []string{"x", "y", "d", "flag"} {
		g.slices = append(g.slices, g.f.Body.AddParam(ir.SliceOf(ir.TI64), name))
	}
	for _, name := range []string{"n", "m", "w", "k"} {
		g.params = append(g.params, g.f.Body.AddParam(ir.TI64, name))
	}
	b := ir.NewBuilder(g.f.Body)
	if seed%8 == 0 { // widths, of which there are more than ends
		g.params = append(g.params, b.Binary(ir.OpSub, g.params[0], g.params[1]), b.Binary(ir.OpSub, g.params[2], g.params[3]))
		g.params = append(g.params, g.params[4:]...)
	}
	g.loop(b, 1+g.r.IntN(3))
	b.Return()
	return g.f
}

func (g *nestGen) pick(vs []*ir.Value) *ir.Value { return vs[g.r.IntN(len(vs))] }

func (g *nestGen) small(b *ir.Builder) *ir.Value { return b.Int(int64(g.r.IntN(5) - 1)) }

// bound is where a loop begins or ends.
func (g *nestGen) bound(b *ir.Builder) *ir.Value {
	v := g.pick(g.params)
	if len(g.indices) > 0 && g.r.IntN(3) == 0 {
		v = g.pick(g.indices)
	}
	switch g.r.IntN(4) {
	case 0:
		return b.Int(int64(g.r.IntN(6)))
	case 1:
		return b.Binary(ir.OpAdd, v, g.small(b))
	}
	return v
}

// loop makes a counted loop, with so many inside.
func (g *nestGen) loop(b *ir.Builder, deeper int) {
	lo, hi, step := b.Int(int64(g.r.IntN(2))), g.bound(b), int64(1)
	if g.r.IntN(4) == 0 {
		lo = g.bound(b)
	}
	switch g.r.IntN(8) {
	case 0:
		step = 2
	case 1:
		lo, hi, step = hi, lo, -1
	}
	o := b.For(lo, hi, step, nil)
	i := o.Regions[0].Params[0]
	i.Name = string(rune('i' + len(g.indices)))
	outer := g.indices
	g.indices = append(slices.Clone(outer), i)
	in := b.In(o.Regions[0])
	g.statements(in, deeper-1, in.Int(int64(g.r.IntN(100))))
	in.Yield()
	g.indices = outer
}

func (g *nestGen) statements(b *ir.Builder, deeper int, v *ir.Value) {
	if deeper > 0 && g.r.IntN(5) > 0 {
		g.loop(b, deeper)
		if g.r.IntN(2) == 0 {
			return
		}
	}
	for range 1 + g.r.IntN(3) {
		if g.fuel--; g.fuel < 0 {
			return
		}
		switch k := g.r.IntN(9); {
		case k < 3:
			s, at := g.element(b)
			v = b.Binary(ir.OpAdd, b.Binary(ir.OpMul, v, b.Int(3)), b.Load(s, at, nil))
		case k < 7:
			s, at := g.element(b)
			b.Store(s, at, b.Binary(ir.OpAdd, v, g.place(b)), nil)
		case k == 7:
			c := b.Compare([]ir.OpKind{ir.OpLt, ir.OpLe, ir.OpNe, ir.OpGt, ir.OpEq}[g.r.IntN(5)], g.pick(g.indices), g.bound(b))
			if g.r.IntN(3) == 0 {
				c = b.Compare(ir.OpGt, b.Load(g.slices[2], b.Binary(ir.OpAdd, g.pick(g.indices), b.Int(nestMiddle)), nil), b.Int(0))
			}
			o := b.If(c)
			in := b.In(o.Regions[0])
			g.statements(in, 0, v)
			in.Yield()
			b.In(o.Regions[1]).Yield()
		case deeper > 0:
			g.loop(b, deeper)
		}
	}
}

// place is a polynomial of indices and parameters.
func (g *nestGen) place(b *ir.Builder) *ir.Value {
	sum := g.small(b)
	add := func(v *ir.Value) { sum = b.Binary(ir.OpAdd, v, sum) }
	times := func(x, y *ir.Value) *ir.Value { return b.Binary(ir.OpMul, x, y) }
	w, last := g.params[2], g.indices[len(g.indices)-1]
	if g.r.IntN(8) == 0 { // the length of a range that may be empty
		from := b.Int(int64(1 + g.r.IntN(3)))
		w = b.Binary(ir.OpSub, b.Binary(ir.OpMax, w, from), from)
	}
	for k, i := range g.indices {
		switch g.r.IntN(7) {
		case 0:
		case 1:
			add(times(i, b.Int(int64(g.r.IntN(6)-1))))
		case 2, 3, 4:
			if k+1 < len(g.indices) {
				add(times(i, w))
				continue
			}
			add(i)
		default:
			add(i)
		}
	}
	switch g.r.IntN(12) {
	case 0:
		add(w)
	case 1:
		add(times(g.params[3], w))
	case 2:
		add(g.params[0])
	case 3:
		return b.Binary(ir.OpSub, g.params[0], last)
	case 4:
		return b.Binary(ir.OpMin, sum, g.params[1])
	case 5: // one of four places, by data
		x := b.Load(g.slices[2], b.Binary(ir.OpAdd, last, b.Int(nestMiddle)), nil)
		return b.Binary(ir.OpAdd, times(last, b.Int(int64(2+g.r.IntN(4)))), b.Binary(ir.OpAnd, x, b.Int(3)))
	}
	return sum
}

// element is a place in a slice, or in a part of one.
func (g *nestGen) element(b *ir.Builder) (s, at *ir.Value) {
	s = g.slices[[]int{0, 0, 1}[g.r.IntN(3)]]
	at = g.place(b)
	if g.r.IntN(5) > 0 {
		return s, b.Binary(ir.OpAdd, at, b.Int(nestMiddle))
	}
	lo := b.Binary(ir.OpAdd, g.place(b), b.Int(nestMiddle/2))
	part := b.Op(ir.OpSlice, []*ir.Value{s, lo, b.Binary(ir.OpAdd, lo, b.Int(nestMiddle))}, s.Type).Result()
	return part, b.Binary(ir.OpAdd, at, b.Int(nestMiddle/2))
}

// permuted puts, in the place of the loop, one that goes through its iterations in another order where the condition holds; the loop itself
// where it does not. It notes which in flag.
func permuted(f *ir.Func, loop *ir.Op, cond *analysis.Condition, backwards bool) {
	r := loop.Parent
	at := r.Index(loop)
	tmp := &ir.Region{Parent: r.Parent}
	b := &ir.Builder{Region: tmp}
	flag := f.Body.Params[3]
	o := b.If(cond.Emit(b))
	in := b.In(o.Regions[0])
	in.Store(flag, in.Int(0), in.Int(1), nil)
	step, lo, hi := loop.Ints[0], loop.Args[0], loop.Args[1]
	var trips *ir.Value // rounded up
	if step > 0 {
		trips = in.Binary(ir.OpDiv, in.Binary(ir.OpAdd, in.Binary(ir.OpSub, hi, lo), in.Int(step-1)), in.Int(step))
	} else {
		trips = in.Binary(ir.OpDiv, in.Binary(ir.OpAdd, in.Binary(ir.OpSub, lo, hi), in.Int(-step-1)), in.Int(-step))
	}
	again := in.For(in.Int(0), trips, 1, nil)
	body := in.In(again.Regions[0])
	t := again.Regions[0].Params[0]
	if backwards {
		t = body.Binary(ir.OpSub, body.Binary(ir.OpSub, trips, body.Int(1)), t)
	} else { // the even ones first
		half := body.Binary(ir.OpDiv, body.Binary(ir.OpAdd, trips, body.Int(1)), body.Int(2))
		odd := body.Binary(ir.OpAdd, body.Binary(ir.OpMul, body.Binary(ir.OpSub, t, half), body.Int(2)), body.Int(1))
		t = body.Select(body.Compare(ir.OpLt, t, half), body.Binary(ir.OpMul, t, body.Int(2)), odd)
	}
	c := ir.NewCloner()
	c.Map(loop.Regions[0].Params[0], body.Binary(ir.OpAdd, lo, body.Binary(ir.OpMul, t, body.Int(step))))
	c.Into(again.Regions[0], loop.Regions[0].Ops)
	in.Yield()
	other := b.In(o.Regions[1])
	other.Store(flag, other.Int(1), other.Int(1), nil)
	other.Insert(loop)
	other.Yield()
	r.Splice(at, at+1, tmp.Ops...)
}

// nestArgs are inputs that overlap as seed has it.
func nestArgs(seed uint64) []any {
	r := rand.New(rand.NewPCG(seed, 5))
	all := make([]int64, 2*nestLen)
	for i := range all {
		all[i] = int64(r.IntN(9) - 4)
	}
	x, y := all[:nestLen], all[nestLen:]
	switch r.IntN(4) {
	case 0:
		y = x
	case 1:
		y = all[r.IntN(6):][:nestLen]
	}
	d, flag := make([]int64, nestLen), make([]int64, 2)
	for i := range d {
		d[i] = int64(r.IntN(3) - 1)
	}
	number := func() int64 { return int64(r.IntN(8)) }
	w := number()
	if r.IntN(2) == 0 {
		w += 8
	}
	return []any{x, y, d, flag, number(), number(), w, number()}
}

// runNest gives the memory that a nest leaves behind.
func runNest(f *ir.Func, seed uint64) (x, y, flag []int64) {
	args := nestArgs(seed)
	eval.New(&ir.Module{Funcs: []*ir.Func{f}}).Call(f.Name, reflect.TypeFor[func(x, y, d, flag []int64, n, m, w, k int64)](), values(args)...)
	return args[0].([]int64), args[1].([]int64), args[3].([]int64)
}

func values(args []any) (out []reflect.Value) {
	for _, a := range args {
		out = append(out, reflect.ValueOf(a))
	}
	return out
}

// plainLoops lists the loops of f.
func plainLoops(f *ir.Func) (loops []*ir.Op) {
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpFor {
			loops = append(loops, o)
		}
		return true
	})
	return loops
}

func TestRandomReorder(t *testing.T) {
	const inputs = 6
	loops, free, held, alike, found := 0, 0, 0, 0, 0
	n := 400
	if testing.Short() {
		n = 150
	}
	seeds.Each(t, n, func(seed uint64) {
		plain := randomNest(seed)
		if err := ir.VerifyFunc(plain, ir.Residual); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, plain)
		}
		for k := range plainLoops(plain) {
			loops++
			always := true // is memory the same in all runs in other orders, whatever the analysis says?
			yes := 0
			for _, backwards := range []bool{true, false} {
				f, forced := randomNest(seed), randomNest(seed)
				loop := plainLoops(f)[k]
				v := analysis.Of(f).Reorder(loop)
				text := v.String()
				if v.Free {
					free++
					permuted(f, loop, &v.If, backwards)
				}
				permuted(forced, plainLoops(forced)[k], &analysis.Condition{}, backwards)
				for in := range uint64(inputs) {
					x, y, _ := runNest(plain, seed*inputs+in)
					fx, fy, _ := runNest(forced, seed*inputs+in)
					always = always && slices.Equal(x, fx) && slices.Equal(y, fy)
					if !v.Free {
						continue
					}
					gx, gy, flag := runNest(f, seed*inputs+in)
					if !slices.Equal(x, gx) || !slices.Equal(y, gy) {
						t.Fatalf("seed %d, loop %d, input %d: memory differs in another order, though the loop is %s\n%s\nin another order:\n%s", seed, k, in, text, plain, f)
					}
					if flag[0] == 1 {
						held++
						yes++
					}
				}
			}
			if always {
				alike++
				if yes > inputs/2 {
					found++
				}
			}
		}
	})
	t.Logf("%d loops, %d free, conditions held in %d runs; %d are alike in any order, of which %d were found", loops, free/2, held, alike, found)
	if 100*found < 50*alike {
		t.Errorf("of %d loops that can be reordered only %d were found", alike, found)
	}
}
