package opt_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"testing"
	"time"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/opt"
)

// factGenerator draws functions full of what Ranges reasons about: comparisons, checks, minima, loops and branches over a few integers, which are
// drawn from around the places where sums and bounds go wrong. What is computed is stored, so that nothing goes unseen.
type factGenerator struct {
	r     *rand.Rand
	b     *ir.Builder
	scope []*ir.Value
	out   *ir.Value
	pairs [][2]*ir.Value // of which something is known: compared, checked, one made of the other
	n     int            // stores so far
	depth int
	rows  int // parallel loops around
}

var (
	factTypes = []*ir.Type{ir.TI64, ir.TI64, ir.TI64, ir.TI64, ir.TI64, ir.TI64, ir.TU64, ir.TU64, ir.TI32, ir.TU8, ir.TF64}
	edges     = []int64{math.MinInt64, math.MinInt64 + 1, -1 << 62, -1<<47 - 1, -1 << 47, 1 << 47, 1<<47 + 1, 1 << 62, math.MaxInt64 - 1, math.MaxInt64}
	intsType  = ir.SliceOf(ir.TI64)
	steps     = []int64{1, 1, 1, -1, -1, 2, 3, -3}
)

var floats = []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.NaN()}

const maxStores = 200

func (g *factGenerator) one(n int) bool { return g.r.IntN(n) == 0 }

// number is mostly small.
func (g *factGenerator) number() int64 {
	if g.one(6) {
		return edges[g.r.IntN(len(edges))]
	}
	return int64(g.r.IntN(12) - 3)
}

// value is a visible one of type t, likely a recent one, or a constant.
func (g *factGenerator) value(t *ir.Type) *ir.Value {
	if !g.one(5) {
		for range 12 {
			k := len(g.scope) - 1 - min(g.r.IntN(len(g.scope)), g.r.IntN(len(g.scope)))
			if v := g.scope[k]; v.Type == t {
				return v
			}
		}
	}
	return g.constant(t)
}

func (g *factGenerator) constant(t *ir.Type) *ir.Value {
	if t.IsFloat() {
		return g.b.Const(t, math.Float64bits(floats[g.r.IntN(len(floats))]))
	}
	return g.b.Const(t, ir.Canonical(t, uint64(g.number())))
}

func (g *factGenerator) push(v *ir.Value) *ir.Value {
	g.scope = append(g.scope, v)
	if g.n < maxStores && g.one(3) {
		g.show(v)
	}
	return v
}

// show stores v.
func (g *factGenerator) show(v *ir.Value) {
	switch {
	case v.Type == ir.TBool:
		v = g.b.Select(v, g.b.Int(1), g.b.Int(0))
	case v.Type == ir.TU64 || v.Type == ir.TF64:
		v = g.b.Op(ir.OpBitcast, []*ir.Value{v}, ir.TI64).Result()
	case v.Type != ir.TI64:
		v = g.b.Conv(v, ir.TI64)
	}
	g.b.Store(g.out, g.b.Int(int64(g.n)), v, nil)
	g.n++
}

func (g *factGenerator) check(k ir.OpKind, args ...*ir.Value) *ir.Op {
	for i := range args[1:] {
		g.relate(args[i], args[i+1])
	}
	return g.b.Op(k, args)
}

// relate has later comparisons look at two values again.
func (g *factGenerator) relate(x, y *ir.Value) {
	if x.Type == y.Type {
		g.pairs = append(g.pairs, [2]*ir.Value{x, y})
	}
}

// known is a value of type t that something is known of, most likely.
func (g *factGenerator) known(t *ir.Type) *ir.Value {
	for range 4 {
		if len(g.pairs) == 0 || g.one(4) {
			break
		}
		if v := g.pairs[len(g.pairs)-1-min(g.r.IntN(len(g.pairs)), g.r.IntN(len(g.pairs)))][g.r.IntN(2)]; v.Type == t {
			return v
		}
	}
	return g.value(t)
}

// two gives values to compare, most likely such as something is known of, perhaps some way from each other.
func (g *factGenerator) two(t *ir.Type) (x, y *ir.Value) {
	if len(g.pairs) == 0 || g.one(4) {
		return g.value(t), g.value(t)
	}
	p := g.pairs[len(g.pairs)-1-min(g.r.IntN(len(g.pairs)), g.r.IntN(len(g.pairs)))]
	x, y = p[g.r.IntN(2)], p[0]
	if x == y {
		y = p[1]
	}
	for range g.r.IntN(3) {
		switch {
		case x.Type != ir.TI64:
		case g.one(3):
			x = g.b.Binary(ir.OpAdd, x, g.value(x.Type))
		case g.one(2):
			x = g.b.Binary(ir.OpAdd, x, g.constant(x.Type))
		case g.one(2):
			x = g.b.Binary(ir.OpSub, x, y)
			y = g.constant(x.Type)
		}
		x, y = y, x
	}
	if x.Type == ir.TI64 && g.one(5) {
		to := []*ir.Type{ir.TU64, ir.TU64, ir.TF64}[g.r.IntN(3)]
		x, y = g.b.Op(ir.OpBitcast, []*ir.Value{x}, to).Result(), g.b.Op(ir.OpBitcast, []*ir.Value{y}, to).Result()
	}
	return x, y
}

// length is what lengths are: not negative.
func (g *factGenerator) length() *ir.Value {
	if g.one(3) {
		return g.scope[lengthAt]
	}
	return g.push(g.b.Binary(ir.OpMax, g.value(ir.TI64), g.b.Int(0)))
}

// lengthAt is where in the scope a slice's length is.
const lengthAt = 8

// arithmetic computes something of type t.
func (g *factGenerator) arithmetic(t *ir.Type) *ir.Value {
	x := g.known(t)
	v := g.from(x, t)
	g.relate(x, v)
	return v
}

// from is made of x, mostly.
func (g *factGenerator) from(x *ir.Value, t *ir.Type) *ir.Value {
	if t.IsFloat() {
		if g.one(3) {
			return g.b.Select(g.value(ir.TBool), x, g.value(t))
		}
		return g.b.Binary([]ir.OpKind{ir.OpMin, ir.OpMax, ir.OpMax, ir.OpAdd, ir.OpSub}[g.r.IntN(5)], x, g.value(t))
	}
	count := func() *ir.Value {
		return g.b.Const(ir.TU64, uint64([]int{1, 3, 31, 62, 63, t.Bits() - 1}[g.r.IntN(6)]))
	}
	switch g.r.IntN(14) {
	case 0, 1, 2:
		return g.b.Binary(ir.OpAdd, x, g.constant(t))
	case 12:
		return g.b.Binary(ir.OpSub, x, g.b.Binary(ir.OpMax, g.value(t), g.b.Const(t, 0)))
	case 3:
		return g.b.Binary([]ir.OpKind{ir.OpAdd, ir.OpSub, ir.OpSub, ir.OpMul}[g.r.IntN(4)], x, g.value(t))
	case 4, 5:
		return g.b.Binary([]ir.OpKind{ir.OpMin, ir.OpMax}[g.r.IntN(2)], x, g.value(t))
	case 6:
		return g.b.Binary([]ir.OpKind{ir.OpAnd, ir.OpOr}[g.r.IntN(2)], x, g.value(t))
	case 7:
		return g.b.Op(ir.OpShr, []*ir.Value{x, count()}, t).Result()
	case 8:
		d := g.value(t)
		g.check(ir.OpCheckDiv, d)
		return g.b.Binary([]ir.OpKind{ir.OpDiv, ir.OpRem}[g.r.IntN(2)], x, d)
	case 9:
		return g.b.Select(g.value(ir.TBool), x, g.value(t))
	}
	switch from := factTypes[g.r.IntN(len(factTypes))]; {
	case from == t:
		return g.b.Binary(ir.OpAdd, x, g.constant(t))
	case from.Size() == t.Size():
		return g.b.Op(ir.OpBitcast, []*ir.Value{g.known(from)}, t).Result()
	default:
		return g.b.Conv(g.value(from), t)
	}
}

// clamp is an if that gives one of two numbers or what is beside it, mostly by how they compare: a minimum, a maximum, or nearly so.
func (g *factGenerator) clamp(t *ir.Type) *ir.Value {
	x, y := g.value(t), g.value(t)
	c := g.b.Compare([]ir.OpKind{ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe}[g.r.IntN(4)], x, y)
	if g.one(8) {
		c = g.value(ir.TBool)
	}
	o := g.b.If(c, t)
	for i, v := range g.pair(x, y) {
		b := g.b.In(o.Regions[i])
		if g.one(2) {
			v = b.Binary(ir.OpAdd, v, b.Const(t, uint64([]int64{-1, 1}[g.r.IntN(2)])))
		}
		b.Yield(v)
	}
	return o.Result()
}

func (g *factGenerator) pair(x, y *ir.Value) []*ir.Value {
	if g.one(2) {
		x, y = y, x
	}
	return []*ir.Value{x, y}
}

func (g *factGenerator) condition() *ir.Value {
	part := func() *ir.Value {
		if g.one(2) {
			return g.value(ir.TBool)
		}
		return g.condition()
	}
	switch g.r.IntN(8) {
	case 0:
		return g.b.Op(ir.OpNot, []*ir.Value{part()}, ir.TBool).Result()
	case 1, 2:
		return g.b.Binary([]ir.OpKind{ir.OpAnd, ir.OpOr, ir.OpAndNot}[g.r.IntN(3)], part(), part())
	}
	t := factTypes[g.r.IntN(len(factTypes))]
	k := []ir.OpKind{ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe, ir.OpLt, ir.OpGe, ir.OpEq, ir.OpNe}[g.r.IntN(8)]
	x, y := g.two(t)
	g.relate(x, y)
	return g.b.Compare(k, x, y)
}

// inner builds a region of statements; end ends it.
func (g *factGenerator) inner(r *ir.Region, end func()) {
	b, scope, pairs := g.b, len(g.scope), len(g.pairs)
	g.b = b.In(r)
	g.depth++
	for _, p := range r.Params {
		g.scope = append(g.scope, p, p)
	}
	g.statements(1 + g.r.IntN(5))
	end()
	g.depth--
	g.b, g.scope, g.pairs = b, g.scope[:scope], g.pairs[:pairs]
}

func (g *factGenerator) statements(n int) {
	for range n {
		g.statement()
	}
}

func (g *factGenerator) statement() {
	v := func() *ir.Value { return g.known(ir.TI64) }
	switch k := g.r.IntN(27); {
	case k == 26 && g.depth < 2: // once through a loop
		o := g.b.Loop([]*ir.Value{v(), v()}, ir.TI64)
		g.inner(o.Regions[0], func() { g.b.Break(o, v()) })
		g.push(o.Result())
	case k >= 24:
		g.show(g.push(g.clamp(factTypes[g.r.IntN(len(factTypes))])))
	case k < 8:
		g.push(g.arithmetic(factTypes[g.r.IntN(len(factTypes))]))
	case k < 14:
		g.show(g.push(g.condition()))
	case k < 16:
		i, n := v(), g.length()
		switch g.r.IntN(6) {
		case 0:
			i = g.value(ir.TU64)
		case 1, 2, 3: // valid, if there is any such index
			i = g.b.Binary(ir.OpMax, g.b.Binary(ir.OpMin, i, g.b.Binary(ir.OpAdd, n, g.b.Int(-1))), g.b.Int(0))
		}
		g.check(ir.OpCheckIndex, i, n)
	case k == 16 && g.one(2): // a part of a part
		n, lo, hi := g.length(), v(), v()
		if g.one(2) { // that is one
			n = g.b.Binary(ir.OpMin, n, g.b.Int(9))
			hi = g.b.Binary(ir.OpMax, g.b.Binary(ir.OpMin, hi, n), g.b.Int(0))
			lo = g.b.Binary(ir.OpMax, g.b.Binary(ir.OpMin, lo, hi), g.b.Int(0))
		}
		g.check(ir.OpCheckSlice, lo, hi, n).Ints = []int64{0}
		left := g.push(g.b.Binary(ir.OpSub, n, lo))
		m := g.push(g.b.Binary(ir.OpSub, hi, lo))
		at := g.push(g.b.Binary(ir.OpSub, g.b.Binary(ir.OpAdd, lo, m), v()))
		g.show(g.push(g.b.Compare(ir.OpLe, g.constant(ir.TI64), g.b.Binary(ir.OpSub, n, at))))
		g.show(g.push(g.b.Compare(ir.OpLe, m, left)))
	case k == 16:
		g.check(ir.OpCheckSlice, v(), v(), g.length()).Ints = []int64{0}
	case k == 17:
		if g.one(2) {
			g.check(ir.OpCheckShift, g.b.Binary(ir.OpMax, v(), g.b.Int(int64(g.r.IntN(4)-2))))
		} else {
			g.check(ir.OpCheckMake, v())
		}
	case k == 18:
		o := g.check(ir.OpCheckPanic, g.value(ir.TBool), v())
		o.SetSym("int")
	case g.depth > 2:
		g.push(g.arithmetic(ir.TI64))
	case k < 22:
		c := g.push(g.condition())
		if g.one(3) {
			c = g.value(ir.TBool)
		}
		o := g.b.If(c)
		leaves := g.r.IntN(6) // this arm
		for i, in := range o.Regions {
			g.inner(in, func() {
				if g.rows == 0 && leaves == i {
					g.b.Return()
				} else {
					g.b.Yield()
				}
			})
		}
	case k == 22:
		o := g.b.Multi([]*ir.Value{g.b.Binary(ir.OpMin, v(), g.b.Int(3))})
		g.rows++
		g.inner(o.Regions[0], func() { g.b.Yield() })
		g.rows--
	default: // a few iterations
		o := g.b.For(v(), v(), steps[g.r.IntN(len(steps))], []*ir.Value{g.b.Int(0)})
		g.inner(o.Regions[0], func() {
			c := g.b.Binary(ir.OpAdd, o.Regions[0].Params[1], g.b.Int(1))
			more := g.b.If(g.b.Compare(ir.OpLt, c, g.b.Int(3)))
			g.b.In(more.Regions[0]).Yield()
			g.b.In(more.Regions[1]).Break(o, c)
			g.b.Yield(c)
		})
	}
}

func factFunc(seed uint64) *ir.Func {
	f := ir.NewFunc("f", []*ir.Type{ir.TI64, ir.TI64, ir.TI64, ir.TU64, ir.TI32, ir.TU8, ir.TF64, ir.TBool, intsType, intsType}, nil)
	g := &factGenerator{r: rand.New(rand.NewPCG(seed, 5)), b: ir.NewBuilder(f.Body), out: f.Body.Params[9]}
	g.scope = append(g.scope, f.Body.Params[:8]...)
	g.push(g.b.Len(f.Body.Params[8]))
	for range 2 {
		g.push(g.condition())
	}
	g.statements(12)
	g.b.Return()
	return f
}

// facts is what a function stores and how it panics, on drawn arguments.
func facts(f *ir.Func, seed uint64) (text string) {
	g := &factGenerator{r: rand.New(rand.NewPCG(seed, 6))}
	out := make([]int64, 4*maxStores)
	defer func() {
		text = fmt.Sprint(recover(), out)
	}()
	fn := reflect.TypeOf(func(i, j, k int64, u uint64, w int32, c uint8, x float64, b bool, s, out []int64) {})
	eval.Call(&ir.Module{Funcs: []*ir.Func{f}}, "f", fn, reflect.ValueOf(g.number()), reflect.ValueOf(g.number()), reflect.ValueOf(g.number()),
		reflect.ValueOf(uint64(g.number())), reflect.ValueOf(int32(g.number())), reflect.ValueOf(uint8(g.number())), reflect.ValueOf(floats[g.r.IntN(len(floats))]), reflect.ValueOf(g.one(2)),
		reflect.ValueOf(make([]int64, g.r.IntN(9))), reflect.ValueOf(out))
	return ""
}

// TestRangesRandom compares what random functions do before and after Ranges. HONE_RANGES_TIME makes it run longer, from a seed that it prints.
func TestRangesRandom(t *testing.T) {
	seed, until := uint64(0), func(n uint64) bool { return n == 400 }
	if d, err := time.ParseDuration(os.Getenv("HONE_RANGES_TIME")); err == nil {
		start := time.Now()
		seed, until = uint64(start.UnixNano()), func(uint64) bool { return time.Since(start) > d }
		t.Log("from seed " + strconv.FormatUint(seed, 10))
	}
	const inputs = 8
	n, dropped := uint64(0), 0
	for ; !until(n); n++ {
		f := factFunc(seed + n)
		if err := ir.VerifyFunc(f, ir.Residual); err != nil {
			t.Fatalf("seed %d: the generator: %v\n%s", seed+n, err, f)
		}
		before := f.String()
		var want [inputs]string
		for i := range want {
			want[i] = facts(f, uint64(i))
		}
		if !opt.Ranges(f) {
			continue
		}
		dropped++
		if err := ir.VerifyFunc(f, ir.Residual); err != nil {
			t.Fatalf("seed %d: %v\nbefore:\n%s\nafter:\n%s", seed+n, err, before, f)
		}
		for i := range want {
			if got := facts(f, uint64(i)); got != want[i] {
				t.Fatalf("seed %d, arguments %d: got %s\nwant %s\nbefore:\n%s\nafter:\n%s", seed+n, i, got, want[i], before, f)
			}
		}
	}
	t.Logf("%d functions, %d changed", n, dropped)
	if dropped < int(n)/4 {
		t.Errorf("only %d of %d functions changed", dropped, n)
	}
}
