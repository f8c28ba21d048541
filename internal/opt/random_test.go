package opt_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/seeds"
)

// generator draws residual functions at random: arithmetic on several types, loads and stores with their checks, ifs, blocks, loops and
// fors with exits of all kinds, patterns. All loops end soon.
type generator struct {
	id     *ir.Value // what the reduction at hand begins with
	r      *rand.Rand
	f      *ir.Func
	b      *ir.Builder
	scope  []*ir.Value
	around []*ir.Op // what may be left or repeated from here
	budget int
	depth  int
	inside bool // in a pattern: no exits, no stores but to own memory
}

var randomTypes = []*ir.Type{ir.TI64, ir.TI64, ir.TI64, ir.TI32, ir.TU8, ir.TF64, ir.TBool}

func (g *generator) one(n int) bool { return g.r.IntN(n) == 0 }

// value picks a visible value of type t, or makes a constant.
func (g *generator) value(t *ir.Type) *ir.Value {
	if !g.one(6) {
		start := g.r.IntN(len(g.scope) + 1)
		if g.one(2) {
			start = max(0, len(g.scope)-g.r.IntN(6)-1) // something recent
		}
		for i := start; i >= 0; i-- {
			if i < len(g.scope) && g.scope[i].Type == t {
				return g.scope[i]
			}
		}
	}
	switch {
	case t == ir.TF64:
		return g.b.Float(t, []float64{0, 1, -1, 0.5, 2, 3.25, math.Copysign(0, -1)}[g.r.IntN(7)])
	case t.Kind == ir.Slice:
		for _, v := range g.scope {
			if v.Type == t {
				return v
			}
		}
	}
	return g.b.Const(t, uint64(g.r.IntN(12)-2))
}

func (g *generator) typ() *ir.Type { return randomTypes[g.r.IntN(len(randomTypes))] }

func (g *generator) values(ts []*ir.Type) []*ir.Value {
	vs := make([]*ir.Value, len(ts))
	for i, t := range ts {
		vs[i] = g.value(t)
	}
	return vs
}

func (g *generator) types(most int) []*ir.Type {
	ts := make([]*ir.Type, g.r.IntN(most+1))
	for i := range ts {
		ts[i] = g.typ()
	}
	return ts
}

func (g *generator) push(vs ...*ir.Value) { g.scope = append(g.scope, vs...) }

// in builds a region: params are visible, end ends it if control gets there. It reports whether it does.
func (g *generator) in(r *ir.Region, statements int, end func()) bool {
	b, scope := g.b, len(g.scope)
	g.b = g.b.In(r)
	g.depth++
	g.push(r.Params...)
	live := g.statements(statements)
	if live {
		end()
	}
	g.depth--
	g.scope = g.scope[:scope]
	g.b = b
	return live
}

// statements emits some, and reports whether control goes on behind them.
func (g *generator) statements(n int) bool {
	for range 1 + g.r.IntN(n) {
		if g.budget--; g.budget < 0 {
			return true
		}
		if !g.statement() {
			g.dead()
			return false
		}
	}
	return true
}

// dead ends a region whose end is not reached, unless it has a terminator.
func (g *generator) dead() {
	r := g.b.Region
	if r.Terminator() != nil {
		return
	}
	zeros := func(ts []*ir.Type) (vs []*ir.Value) {
		for _, t := range ts {
			vs = append(vs, g.b.Const(t, 0))
		}
		return vs
	}
	switch p := r.Parent; {
	case p == nil || p.Kind == ir.OpLoop && !g.inside:
		g.b.Return(zeros(g.f.Results)...)
	case p.Kind == ir.OpLoop:
		g.b.Break(p, zeros(ir.Types(p.Results))...)
	case p.Kind == ir.OpMulti:
		g.output(g.b.Int(0))
		g.b.Yield()
	default:
		g.b.Yield(zeros(ir.Types(p.Results))...)
	}
}

func (g *generator) statement() (live bool) {
	k := g.r.IntN(30)
	if g.depth > 5 && k >= 16 {
		k %= 16
	}
	switch {
	case k < 8:
		g.arithmetic()
	case k < 10:
		g.compare()
	case k < 13:
		g.load()
	case k < 16:
		g.store()
	case k < 20:
		return g.ifOp()
	case k < 22:
		return g.block()
	case k < 25:
		return g.loop()
	case k < 27:
		g.forOp()
	case k < 28:
		if !g.inside {
			g.pattern()
		}
	default:
		return g.exit()
	}
	return true
}

func (g *generator) arithmetic() {
	t := g.typ()
	x, y := g.value(t), g.value(t)
	ints := []ir.OpKind{ir.OpAdd, ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpMin, ir.OpMax, ir.OpDiv, ir.OpRem, ir.OpShl, ir.OpShr, ir.OpNeg, ir.OpNot, ir.OpRotl, ir.OpClz, ir.OpPopcnt, ir.OpBswap, ir.OpMulHi}
	floats := []ir.OpKind{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpDiv, ir.OpMin, ir.OpMax, ir.OpNeg, ir.OpAbs, ir.OpFence}
	bools := []ir.OpKind{ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAndNot, ir.OpNot, ir.OpEq}
	set := ints
	if t.IsFloat() {
		set = floats
	} else if t == ir.TBool {
		set = bools
	}
	switch k := set[g.r.IntN(len(set))]; k {
	case ir.OpNeg, ir.OpNot, ir.OpAbs, ir.OpFence, ir.OpClz, ir.OpPopcnt, ir.OpBswap:
		g.push(g.b.Unary(k, x))
	case ir.OpEq:
		g.push(g.b.Compare(k, x, y))
	case ir.OpShl, ir.OpShr, ir.OpRotl:
		c := g.b.Const(ir.TU64, uint64(g.r.IntN(70)))
		g.push(g.b.Op(k, []*ir.Value{x, c}, t).Result())
	case ir.OpDiv, ir.OpRem:
		if t.IsInt() {
			if g.one(2) {
				y = g.b.Const(t, uint64(1)<<g.r.IntN(5))
			}
			g.b.Op(ir.OpCheckDiv, []*ir.Value{y})
		}
		g.push(g.b.Binary(k, x, y))
	default:
		g.push(g.b.Binary(k, x, y))
	}
	if to := g.typ(); g.one(3) && t != ir.TBool && to != ir.TBool && to != t && (!t.IsFloat() || to == ir.TI64) {
		g.push(g.b.Conv(x, to))
	}
}

func (g *generator) compare() {
	t := []*ir.Type{ir.TI64, ir.TI64, ir.TI32, ir.TU8, ir.TF64}[g.r.IntN(5)]
	c := g.b.Compare(ir.OpEq+ir.OpKind(g.r.IntN(6)), g.value(t), g.value(t))
	g.push(c)
	if u := g.typ(); g.one(2) {
		g.push(g.b.Select(c, g.value(u), g.value(u)))
	}
}

// index gives an index of slice s that is mostly in range, with its check.
func (g *generator) index(s *ir.Value) *ir.Value {
	i := g.value(ir.TI64)
	switch g.r.IntN(8) {
	case 0: // as it is: it may fail
	case 2, 3, 4: // often the same
		i = g.b.Int(int64(g.r.IntN(2)))
	case 1:
		n := g.b.Len(s)
		i = g.b.Binary(ir.OpAnd, i, g.b.Int(7))
		i = g.b.Binary(ir.OpMin, i, g.b.Binary(ir.OpSub, n, g.b.Int(1)))
	default:
		i = g.b.Binary(ir.OpAnd, i, g.b.Int(7))
	}
	g.b.Op(ir.OpCheckIndex, []*ir.Value{i, g.b.Len(s)})
	return i
}

var (
	intSlice   = ir.SliceOf(ir.TI64)
	floatSlice = ir.SliceOf(ir.TF64)
)

func (g *generator) slice() *ir.Value {
	t := intSlice
	if g.one(2) {
		t = floatSlice
	}
	var all []*ir.Value
	for _, v := range g.scope {
		if v.Type == t {
			all = append(all, v)
		}
	}
	if g.one(2) {
		return all[0]
	}
	return all[g.r.IntN(len(all))]
}

func (g *generator) load() {
	s := g.slice()
	g.push(g.b.Load(s, g.index(s), nil))
}

func (g *generator) store() {
	s := g.slice()
	if g.inside || g.one(6) {
		// Memory of its own.
		s = g.b.Op(ir.OpMake, []*ir.Value{g.b.Int(8)}, s.Type).Result()
		if g.inside {
			o := s.Def
			o.Kind, o.Args, o.Ints = ir.OpAlloca, nil, []int64{8}
		} else {
			g.push(s)
		}
		g.b.Store(s, g.b.Int(int64(g.r.IntN(8))), g.value(s.Type.Elem), nil)
		g.push(g.b.Load(s, g.index(s), nil))
		return
	}
	i, v := g.index(s), g.value(s.Type.Elem)
	if g.one(2) { // update
		old := g.b.Load(s, i, nil)
		g.push(old)
		v = g.b.Binary(ir.OpAdd, old, v)
	}
	g.b.Store(s, i, v, nil)
}

func (g *generator) ifOp() bool {
	o := g.b.If(g.value(ir.TBool), g.types(3)...)
	live := false
	for _, r := range o.Regions {
		live = g.in(r, 4, func() { g.b.Yield(g.values(ir.Types(o.Results))...) }) || live
	}
	g.push(o.Results...)
	return live
}

func (g *generator) block() bool {
	o := g.b.Block(g.types(2)...)
	g.around = append(g.around, o)
	live := g.in(o.Regions[0], 6, func() { g.b.Yield(g.values(ir.Types(o.Results))...) })
	g.around = g.around[:len(g.around)-1]
	g.push(o.Results...)
	return live || ir.FallsThrough(o)
}

// loop makes a loop with a counter, tested at the head or behind some ops, and other carried values.
func (g *generator) loop() bool {
	ts := append([]*ir.Type{ir.TI64}, g.types(2)...)
	inits := g.values(ts)
	inits[0] = g.b.Int(int64(g.r.IntN(5) - 2))
	up := !g.one(3)
	bound := g.b.Int(int64(g.r.IntN(9) - 3))
	if g.one(2) { // not known, but small
		bound = g.b.Binary(ir.OpAnd, g.value(ir.TI64), g.b.Int(7))
	}
	o := g.b.Loop(inits, g.types(2)...)
	r := o.Regions[0]
	g.around = append(g.around, o)
	g.in(r, 1, func() {
		i := r.Params[0]
		k, step := ir.OpLt+ir.OpKind(g.r.IntN(2)), int64(1+g.r.IntN(3))
		if !up {
			k, step = ir.OpGt+ir.OpKind(g.r.IntN(2)), -step
		}
		next := func() *ir.Value { return g.b.Binary(ir.OpAdd, i, g.b.Int(step)) }
		tested := i
		if g.one(4) {
			tested = next()
		}
		c := g.b.Compare(k, tested, bound)
		x := g.b.If(c)
		go1, out := x.Regions[0], x.Regions[1]
		if g.one(3) {
			c.Def.SetKind(map[ir.OpKind]ir.OpKind{ir.OpLt: ir.OpGe, ir.OpLe: ir.OpGt, ir.OpGt: ir.OpLe, ir.OpGe: ir.OpLt}[k])
			go1, out = out, go1
		}
		g.in(out, 1, func() { g.b.Break(o, g.values(ir.Types(o.Results))...) })
		again := func() {
			g.b.Continue(o, append([]*ir.Value{next()}, g.values(ts[1:])...)...)
		}
		body := func() {
			if g.statements(5) {
				again()
			}
		}
		if g.one(2) {
			g.in(go1, 3, func() { again() })
			g.dead()
		} else {
			g.b.In(go1).Yield()
			body()
		}
	})
	g.around = g.around[:len(g.around)-1]
	g.push(o.Results...)
	return ir.FallsThrough(o)
}

func (g *generator) forOp() {
	ts := g.types(2)
	lo := g.b.Int(int64(g.r.IntN(4) - 1))
	hi := g.b.Binary(ir.OpAnd, g.value(ir.TI64), g.b.Int(7))
	if g.one(4) {
		hi = g.b.Int(int64(g.r.IntN(4) - 1))
	}
	step := int64(1 + g.r.IntN(2))
	if g.one(4) {
		lo, hi, step = hi, lo, -step
	}
	o := g.b.For(lo, hi, step, g.values(ts))
	g.around = append(g.around, o)
	g.in(o.Regions[0], 5, func() { g.b.Yield(g.values(ts)...) })
	g.around = g.around[:len(g.around)-1]
	g.push(o.Results...)
}

func (g *generator) pattern() {
	around := g.around
	g.around, g.inside = nil, true
	n := g.b.Binary(ir.OpAnd, g.value(ir.TI64), g.b.Int(15))
	switch g.r.IntN(3) {
	case 0:
		g.multi(n, intSlice)
	case 1:
		var before *ir.Value
		for range 1 + g.r.IntN(3) { // loops over the same range may become one
			d := g.b.Op(ir.OpMake, []*ir.Value{n}, floatSlice).Result()
			g.parfor(n, d, before)
			g.push(d)
			before = d
		}
	default:
		g.multi(n, ir.TI64)
	}
	g.around, g.inside = around, false
}

// multi collects, if its result is a slice, or adds up.
func (g *generator) multi(n *ir.Value, result *ir.Type) {
	g.id = g.b.Int(0)
	o := g.b.Multi([]*ir.Value{n}, result)
	g.in(o.Regions[0], 4, func() {
		g.output(g.value(ir.TI64))
		g.b.Yield()
	})
	g.push(o.Result())
}

// output emits the output of the multi around that takes v.
func (g *generator) output(v *ir.Value) {
	switch o := g.b.Region.Parent; {
	case len(o.Results) == 0:
	case o.Results[0].Type.Kind == ir.Slice:
		g.b.Op(ir.OpCollect, []*ir.Value{v})
	default:
		r := g.b.Op(ir.OpReduce, []*ir.Value{v, g.id})
		b := g.b.In(r.AddRegion(ir.TI64, ir.TI64))
		b.Yield(b.Binary(ir.OpAdd, b.Region.Params[0], b.Region.Params[1]))
	}
}

// parfor stores to d, and may read what the loop before has stored.
func (g *generator) parfor(n, d, before *ir.Value) {
	r := g.b.Multi([]*ir.Value{n}).Regions[0]
	g.in(r, 4, func() {
		i := r.Params[0]
		if g.one(3) {
			g.b.Op(ir.OpCheckIndex, []*ir.Value{i, n})
		}
		if before != nil && !g.one(3) {
			g.push(g.b.Load(before, i, nil))
		}
		g.b.Store(d, i, g.value(ir.TF64), nil)
		g.b.Yield()
	})
}

// exit leaves or repeats something around, or returns, most often behind a condition.
func (g *generator) exit() bool {
	leave := func() {
		if len(g.around) > 0 && !g.one(8) {
			o := g.around[g.r.IntN(len(g.around))]
			// To continue a loop without its counter would be endless; fors count by themselves.
			if o.Kind == ir.OpFor && g.one(2) {
				g.b.Continue(o, g.values(ir.Types(o.Args[2:]))...)
			} else {
				g.b.Break(o, g.values(ir.Types(o.Results))...)
			}
			return
		}
		g.b.Return(g.values(g.f.Results)...)
	}
	if g.inside && len(g.around) == 0 {
		return true
	}
	if g.inside {
		leave = func() {
			o := g.around[len(g.around)-1]
			g.b.Break(o, g.values(ir.Types(o.Results))...)
		}
	}
	if g.one(10) {
		leave()
		return false
	}
	o := g.b.If(g.value(ir.TBool))
	k := g.r.IntN(2)
	g.in(o.Regions[k], 1, leave)
	g.b.In(o.Regions[1-k]).Yield()
	return true
}

// randomFunc draws a function over two slices of each type, integers, a float and a bool.
func randomFunc(seed uint64) *ir.Func {
	g := &generator{r: rand.New(rand.NewPCG(seed, 99)), budget: 60}
	g.f = ir.NewFunc("f", []*ir.Type{intSlice, intSlice, floatSlice, floatSlice, ir.TI64, ir.TI64, ir.TI32, ir.TU8, ir.TF64, ir.TBool},
		[]*ir.Type{ir.TI64, ir.TF64, ir.TI32, ir.TU8, ir.TBool})
	g.b = ir.NewBuilder(g.f.Body)
	g.push(g.f.Body.Params...)
	live := true
	for live && g.budget > 0 {
		live = g.statements(8)
	}
	if live {
		g.b.Return(g.digest()...)
	}
	return g.f
}

// digest gives results that depend on everything visible at the end.
func (g *generator) digest() []*ir.Value {
	out := make([]*ir.Value, len(g.f.Results))
	for i, t := range g.f.Results {
		acc := g.b.Const(t, 1)
		for _, v := range g.scope {
			if v.Type != t {
				continue
			}
			switch {
			case t == ir.TBool:
				acc = g.b.Binary(ir.OpXor, acc, v)
			case t.IsFloat():
				acc = g.b.Binary(ir.OpSub, v, acc)
			default:
				acc = g.b.Binary(ir.OpAdd, g.b.Binary(ir.OpMul, acc, g.b.Const(t, 31)), v)
			}
		}
		out[i] = acc
	}
	return out
}

// signature is the Go type of the functions.
var signature = reflect.TypeFor[func(a, c []int64, x, y []float64, i, j int64, k int32, u uint8, z float64, b bool) (int64, float64, int32, uint8, bool)]()

// arguments are drawn; with an odd seed slices overlap.
func arguments(seed uint64) []any {
	r := rand.New(rand.NewPCG(seed, 1))
	a, c := make([]int64, 8), make([]int64, 5+r.IntN(5))
	x, y := make([]float64, 8), make([]float64, 5+r.IntN(5))
	for i := range a {
		a[i], x[i] = int64(r.IntN(20)-5), float64(r.IntN(20)-5)/2
	}
	if seed%2 == 1 {
		c, y = a[1:7], x[2:]
	}
	return []any{a, c, x, y, int64(r.IntN(10) - 2), int64(r.IntN(10) - 2), int32(r.IntN(10) - 2), uint8(r.IntN(10)), float64(r.IntN(9) - 4), r.IntN(2) == 0}
}

// behaviour is what a function does on drawn arguments.
func behaviour(f *ir.Func, seed uint64) difftest.Outcome {
	x := eval.New(&ir.Module{Funcs: []*ir.Func{f}})
	x.Late = true
	run := func(args []reflect.Value) []reflect.Value { return x.Call("f", signature, args...) }
	return difftest.Run(run, arguments(seed), &difftest.Memory{})
}

func checkRandom(t *testing.T, seed uint64) { checkPasses(t, randomFunc(seed), seed) }

// checkPasses applies all passes to a random function, half the time in random order, and compares what it does after each with what it
// did before: its results, or its panic, and memory.
func checkPasses(t *testing.T, f *ir.Func, seed uint64) {
	level, order := ir.Residual, slices.Clone(passes)
	if f.Kernel != ir.NotKernel {
		level, order = ir.Loops, slices.Clone(kernelPasses)
	}
	if err := ir.VerifyFunc(f, level); err != nil {
		t.Fatalf("seed %d: the generator: %v\n%s", seed, err, f)
	}
	const inputs = 4
	var want [inputs]difftest.Outcome
	for i := range want {
		want[i] = behaviour(f, uint64(i))
	}
	if seed%2 == 1 {
		g := rand.New(rand.NewPCG(seed, 2))
		g.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	for range 2 {
		for _, pass := range order {
			before := f.String()
			pass.Run(f)
			if err := errors.Join(ir.VerifyFunc(f, level), f.CheckChanges()); err != nil {
				t.Fatalf("seed %d, after %s: %v\nbefore:\n%s\nafter:\n%s", seed, pass.Name, err, before, f)
			}
			for i := range want {
				if d := difftest.Diff(want[i], behaviour(f, uint64(i)), 0); d != "" {
					t.Fatalf("seed %d, input %d, after %s: %s\nbefore:\n%s\nafter:\n%s", seed, i, pass.Name, d, before, f)
				}
			}
		}
	}
}

func TestRandom(t *testing.T) {
	n := 250
	if testing.Short() {
		n = 100
	}
	seeds.Each(t, n, func(seed uint64) { checkRandom(t, seed) })
}

// FuzzPasses is TestRandom without end.
func FuzzPasses(f *testing.F) {
	f.Add(uint64(12345))
	f.Fuzz(func(t *testing.T, seed uint64) { checkRandom(t, seed) })
}
