package analysis_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/seeds"
)

// Random nests are run with each access noted: by which iteration of each loop around it, at which address. A loop that is said to be free, where what that takes
// holds, must not have two iterations that touch the same element if one of them stores. So a loop is wrong here even if another order would leave the same values.

// conflictGen draws a nest.
type conflictGen struct {
	*rand.Rand
	f       *ir.Func
	in      map[string]*ir.Value
	indices []*ir.Value
	loops   []*ir.Op    // around
	small   []*ir.Value // numbers in the nest that are no indices, but lie in a small range
	data    []*ir.Value // others
	places  []*ir.Value // of accesses
	fuel    int
}

func (g *conflictGen) one(n int) bool { return g.IntN(n) == 0 }

func (g *conflictGen) of(vs []*ir.Value) *ir.Value { return vs[g.IntN(len(vs))] }

func (g *conflictGen) param() *ir.Value { return g.in[[]string{"n", "m", "w", "k"}[g.IntN(4)]] }

// pair is a structure of two numbers, rows one with an array.
var (
	pairType = ir.StructOf(ir.Field{Name: "a", Type: ir.TI64}, ir.Field{Name: "b", Type: ir.TI64})
)

func conflictNest(seed uint64) *ir.Func {
	g := &conflictGen{Rand: rand.New(rand.NewPCG(seed, 31)), f: ir.NewFunc("f", nil, nil), in: map[string]*ir.Value{}, fuel: 5}
	for _, name := range []string{"x", "y"} {
		g.in[name] = g.f.Body.AddParam(ir.SliceOf(ir.TI64), name)
	}
	for _, name := range []string{"p", "q"} {
		g.in[name] = g.f.Body.AddParam(ir.SliceOf(pairType), name)
	}
	g.in["d"] = g.f.Body.AddParam(ir.SliceOf(ir.TU8), "d")
	for _, name := range []string{"n", "m", "w", "k"} {
		g.in[name] = g.f.Body.AddParam(ir.TI64, name)
	}
	b := ir.NewBuilder(g.f.Body)
	g.loop(b, 1+g.IntN(3))
	b.Return()
	return g.f
}

// bound is where a loop begins or ends.
func (g *conflictGen) bound(b *ir.Builder) *ir.Value {
	v := g.param()
	if len(g.indices) > 0 && g.one(3) {
		v = g.of(g.indices)
	}
	switch g.IntN(6) {
	case 0:
		return b.Int(int64(g.IntN(7)))
	case 1:
		return b.Binary(ir.OpAdd, v, b.Int(int64(g.IntN(4)-1)))
	case 2:
		return b.Binary(ir.OpMin, v, b.Int([]int64{3, 5, 1<<62 - 1}[g.IntN(3)]))
	}
	return v
}

func (g *conflictGen) loop(b *ir.Builder, deep int) {
	var o *ir.Op
	if len(g.loops) == 0 && g.one(4) {
		extents := []*ir.Value{g.bound(b)}
		if g.one(2) {
			extents = append(extents, g.bound(b))
		}
		o = b.Op(ir.OpMulti, extents)
		o.AddRegion()
		for range extents {
			o.Regions[0].AddParam(ir.TI64, "")
		}
	} else {
		lo, hi, step := b.Int(int64(g.IntN(6)/4)), g.bound(b), int64(1)
		if g.one(3) {
			lo = g.bound(b)
		}
		switch g.IntN(10) {
		case 0, 1:
			step = 2 + int64(g.IntN(3))
		case 2, 3:
			lo, hi, step = hi, lo, -1-int64(g.IntN(2))
		case 4:
			if g.one(2) {
				step = []int64{1 << 17, 1 << 44, 1 << 62}[g.IntN(3)]
				hi = b.Int(step * int64(g.IntN(3)+1) / 2)
			}
		}
		o = b.For(lo, hi, step, nil)
	}
	indices, small, data, places := g.indices, g.small, g.data, g.places
	g.indices = slices.Concat(indices, o.Regions[0].Params)
	g.loops = append(g.loops, o)
	in := b.In(o.Regions[0])
	for range 1 + g.IntN(2) {
		if deep > 1 {
			g.loop(in, deep-1)
			if g.one(2) {
				break
			}
		}
		g.statement(in)
	}
	if deep == 1 {
		g.statement(in)
		g.access(in, true)
	}
	in.Yield()
	g.loops = g.loops[:len(g.loops)-1]
	g.indices, g.small, g.data, g.places = indices, small, data, places
}

func (g *conflictGen) statement(b *ir.Builder) {
	if g.fuel--; g.fuel < 0 {
		return
	}
	switch g.IntN(8) {
	case 0, 1:
		g.access(b, g.one(2))
	case 2, 3:
		o := b.If(g.condition(b))
		small, data, places := g.small, g.data, g.places
		for _, r := range o.Regions {
			in := b.In(r)
			if r == o.Regions[0] || g.one(3) {
				g.statement(in)
				g.access(in, g.one(2))
			}
			in.Yield()
			g.small, g.data, g.places = small, data, places
		}
	case 4: // a number from a small range
		v := b.Conv(b.Load(g.in["d"], b.Binary(ir.OpAdd, g.of(g.indices), b.Int(middle)), nil), ir.TI64)
		if g.one(2) {
			v = b.Binary(ir.OpAnd, v, b.Int(3))
		}
		g.small = append(g.small, v)
	case 5:
		g.data = append(g.data, g.access(b, false))
	case 6: // the rest of the iteration is left out
		o := b.If(g.condition(b))
		in := b.In(o.Regions[0])
		if last := g.loops[len(g.loops)-1]; last.Kind == ir.OpFor {
			in.Continue(last)
		} else {
			in.Yield()
		}
		b.In(o.Regions[1]).Yield()
	}
}

// condition compares an index with another, a bound or data.
func (g *conflictGen) condition(b *ir.Builder) *ir.Value {
	kind := func() ir.OpKind {
		return []ir.OpKind{ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe, ir.OpEq, ir.OpNe, ir.OpNe}[g.IntN(7)]
	}
	x, y := g.of(g.indices), g.bound(b)
	if g.one(3) {
		y = g.of(g.indices)
	}
	if len(g.places) > 0 && g.one(6) {
		x, y = g.of(g.places), g.place(b)
	}
	if g.one(4) {
		x, y = y, x
	}
	c := b.Compare(kind(), x, y)
	switch g.IntN(8) {
	case 0:
		c = b.Binary([]ir.OpKind{ir.OpAnd, ir.OpOr}[g.IntN(2)], c, b.Compare(kind(), g.of(g.indices), g.bound(b)))
	case 1:
		c = b.Unary(ir.OpNot, c)
	case 2:
		c = b.Compare(ir.OpEq, b.Binary(ir.OpAnd, x, b.Int(1<<g.IntN(20)-1)), b.Int(0))
	}
	return c
}

// factor is what an index is multiplied by.
func (g *conflictGen) factor(b *ir.Builder) *ir.Value {
	w := g.in["w"]
	switch g.IntN(12) {
	case 0:
		return b.Int(int64(g.IntN(7) - 2))
	case 1:
		return b.Binary(ir.OpMul, w, b.Int(int64(g.IntN(5)-1)))
	case 2:
		return g.param()
	case 3:
		return b.Binary(ir.OpMul, w, g.param())
	case 4:
		if g.one(4) {
			return b.Int([]int64{1 << 61, 1 << 62, -1 << 63, 1 << 44, 1 << 45, -1 << 45, 1 << 50}[g.IntN(7)])
		}
		return b.Int(2)
	}
	return w
}

// place is a polynomial of the indices.
func (g *conflictGen) place(b *ir.Builder) *ir.Value {
	if len(g.places) > 0 && g.one(3) { // one as before, or beside it
		p := g.of(g.places)
		switch g.IntN(8) {
		case 0, 1:
			p = b.Binary(ir.OpAdd, p, b.Int(int64(g.IntN(7)-3)))
		case 2:
			p = b.Binary(ir.OpAdd, p, g.param())
		case 3:
			p = b.Binary(ir.OpAdd, p, b.Binary(ir.OpMul, g.in["w"], b.Int(int64(g.IntN(3)-1))))
		}
		return p
	}
	p := b.Int(int64(g.IntN(7) / 2))
	add := func(v *ir.Value) { p = b.Binary(ir.OpAdd, p, v) }
	last := len(g.indices) - 1
	for k, i := range g.indices {
		switch {
		case g.one(6):
		case k < last && g.one(4), k == last && g.one(3):
			add(b.Binary(ir.OpMul, i, g.factor(b)))
		case k < last:
			add(b.Binary(ir.OpMul, i, g.in["w"]))
		default:
			add(i)
		}
	}
	switch g.IntN(14) {
	case 0:
		add(g.in["w"])
	case 1:
		add(b.Binary(ir.OpMul, g.param(), g.in["w"]))
	case 2:
		add(g.param())
	case 3:
		p = b.Binary(ir.OpSub, g.param(), p)
	case 4:
		if len(g.small) > 0 {
			p = b.Binary(ir.OpAdd, b.Binary(ir.OpMul, p, b.Int([]int64{4, 256}[g.IntN(2)])), g.of(g.small))
		}
	case 5:
		if len(g.data) > 0 && g.one(2) {
			add(b.Binary(ir.OpMul, g.of(g.data), b.Int(int64(1+g.IntN(2)))))
		}
	case 6:
		add(b.Binary(ir.OpMul, g.of(g.indices), g.of(g.indices)))
	case 7:
		if len(g.indices) > 1 {
			add(b.Binary(ir.OpMul, b.Binary(ir.OpMul, g.indices[0], g.in["w"]), g.param()))
		}
	}
	g.places = append(g.places, p)
	return p
}

// access stores somewhere, or gives what it loads.
func (g *conflictGen) access(b *ir.Builder, stores bool) *ir.Value {
	name := []string{"x", "x", "x", "x", "y", "p", "q"}[g.IntN(7)]
	s := g.in[name]
	var path []int64
	if name == "p" || name == "q" {
		path = []int64{int64(g.IntN(2))}
	}
	at := g.place(b)
	switch {
	case name == "x" && g.one(8): // of the loop's own
		made := b.Op(ir.OpAlloca, nil, s.Type)
		made.Ints = []int64{4}
		s, at = made.Result(), b.Int(int64(g.IntN(2)))
	case g.one(6): // in a part of it, perhaps beyond its length
		lo := b.Int(middle)
		if g.one(2) {
			lo = b.Binary(ir.OpAdd, lo, g.place(b))
		}
		s = b.Op(ir.OpSlice, []*ir.Value{s, lo, b.Binary(ir.OpAdd, lo, b.Int(40))}, s.Type).Result()
	default:
		at = b.Binary(ir.OpAdd, at, b.Int(middle))
	}
	if stores {
		b.Store(s, at, b.Binary(ir.OpAnd, g.of(g.indices), b.Int(7)), path)
		return nil
	}
	return b.Load(s, at, path)
}

// middle is added to places.
const middle = 150

// tracer runs a nest.
type tracer struct {
	vals   map[*ir.Value]uint64
	slices map[*ir.Value]traced
	memory []uint64 // of words
	bytes  []byte   // what "d" is
	fuel   int
	around []*running // the loops around, from the outside
	orders map[*ir.Op]*analysis.Order
	stats  *traceStats
	wrong  string
}

// traced is a slice: where it begins in memory, in words.
type traced struct {
	base, len, cap int
	data           bool
}

// running is an execution of a loop.
type running struct {
	loop      *ir.Op
	iteration int
	holds     bool           // it is free
	depends   bool           // two of its iterations touch the same
	touched   map[int][2]int // by address the last iteration, counted from 1, that has touched it, and that has stored to it
	several   map[int]bool   // more than one iteration has touched it
}

type traceStats struct{ loops, independent, found, held int }

// ended is why a run does not go on.
type ended struct{}

func (t *tracer) val(v *ir.Value) uint64 {
	if bits, ok := v.IsConst(); ok {
		return bits
	}
	return t.vals[v]
}

func (t *tracer) int(v *ir.Value) int64 { return int64(t.val(v)) }

// touch notes an access.
func (t *tracer) touch(at int, stores bool) {
	for _, l := range t.around {
		was := l.touched[at]
		if was[0] != 0 && was[0] != l.iteration {
			l.several[at] = true
		}
		if stores && l.several[at] || was[1] != 0 && was[1] != l.iteration {
			l.depends = true
			if l.holds && t.wrong == "" {
				t.wrong = fmt.Sprintf("iteration %d of the loop with index %s touches the same as one before it", l.iteration-1, l.loop.Regions[0].Params[0].Name)
			}
		}
		was[0] = l.iteration
		if stores {
			was[1] = l.iteration
		}
		l.touched[at] = was
	}
}

// region runs r, and gives the op to be repeated, if its end is not reached.
func (t *tracer) region(r *ir.Region) (again *ir.Op) {
	for _, o := range r.Ops {
		if t.fuel--; t.fuel < 0 {
			panic(ended{})
		}
		switch {
		case o.Kind == ir.OpConst:
		case o.Kind == ir.OpContinue:
			return o.Target
		case o.Kind == ir.OpIf:
			in := o.Regions[1]
			if t.val(o.Args[0]) != 0 {
				in = o.Regions[0]
			}
			if again := t.region(in); again != nil {
				return again
			}
		case o.Kind == ir.OpFor, o.Kind == ir.OpMulti:
			t.loop(o)
		case ir.CanEval(o.Kind):
			args := make([]uint64, len(o.Args))
			for k, a := range o.Args {
				args[k] = t.val(a)
			}
			of := o.Args[0].Type
			if o.Kind == ir.OpSelect {
				of = o.Args[1].Type
			}
			t.vals[o.Result()] = ir.EvalScalar(o.Kind, of, o.Result().Type, args...)
		case o.Kind == ir.OpAlloca:
			t.slices[o.Result()] = traced{base: len(t.memory), len: int(o.Ints[0]), cap: int(o.Ints[0])}
			t.memory = append(t.memory, make([]uint64, o.Ints[0])...)
		case o.Kind == ir.OpSlice:
			s := t.slices[o.Args[0]]
			lo, hi := t.int(o.Args[1]), t.int(o.Args[2])
			if lo < 0 || hi < lo || hi > int64(s.cap) {
				panic(ended{})
			}
			t.slices[o.Result()] = traced{s.base + int(lo)*words(o.Result()), int(hi - lo), s.cap - int(lo), s.data}
		case o.Kind == ir.OpApart:
			t.vals[o.Result()] = 0
			if t.apart(o) {
				t.vals[o.Result()] = 1
			}
		case o.Kind == ir.OpLoad:
			at := t.address(o)
			if t.slices[o.Args[0]].data {
				t.vals[o.Result()] = uint64(t.bytes[at])
				continue
			}
			t.touch(at, false)
			t.vals[o.Result()] = t.memory[at]
		case o.Kind == ir.OpStore:
			at := t.address(o)
			t.touch(at, true)
			t.memory[at] = t.val(o.Args[2])
		}
	}
	return nil
}

// words is the size of an element.
func words(s *ir.Value) int { return max(1, s.Type.Elem.Size()/8) }

func (t *tracer) apart(o *ir.Op) bool {
	a, b := t.slices[o.Args[0]], t.slices[o.Args[1]]
	if o.Ints[0] == 1 && a.base == b.base {
		return true
	}
	n, m := a.len, b.len
	if o.Ints[1] == 1 {
		n, m = a.cap, b.cap
	}
	n, m = n*words(o.Args[0]), m*words(o.Args[1])
	return n == 0 || m == 0 || a.base+n <= b.base || b.base+m <= a.base
}

// address is where a load or store goes.
func (t *tracer) address(o *ir.Op) int {
	s, i := t.slices[o.Args[0]], t.int(o.Args[1])
	if i < 0 || i >= int64(s.len) {
		panic(ended{})
	}
	at := s.base + int(i)*words(o.Args[0])
	if len(o.Ints) > 0 {
		at += int(o.Ints[0])
	}
	return at
}

func (t *tracer) loop(o *ir.Op) {
	l := &running{loop: o, touched: map[int][2]int{}, several: map[int]bool{}}
	if order := t.orders[o]; order.Free {
		cond := &ir.Region{}
		good := order.If.Emit(&ir.Builder{Region: cond})
		t.region(cond)
		l.holds = t.val(good) != 0
	}
	outside := t.around
	t.around = append(outside[:len(outside):len(outside)], l)
	params := o.Regions[0].Params
	var nest func(k int)
	nest = func(k int) {
		if t.fuel--; t.fuel < 0 {
			panic(ended{})
		}
		if k == len(params) {
			l.iteration++
			t.region(o.Regions[0])
			return
		}
		lo, hi, step := int64(0), t.int(o.Args[k]), int64(1)
		if o.Kind == ir.OpFor {
			lo, hi, step = t.int(o.Args[0]), t.int(o.Args[1]), o.Ints[0]
		}
		for i := lo; step > 0 && i < hi || step < 0 && i > hi; {
			t.vals[params[k]] = uint64(i)
			nest(k + 1)
			next := i + step
			if (next > i) != (step > 0) {
				break
			}
			i = next
		}
	}
	nest(0)
	t.around = outside
	if l.iteration > 1 {
		t.stats.loops++
		if l.holds {
			t.stats.held++
		}
		if !l.depends {
			t.stats.independent++
			if l.holds {
				t.stats.found++
			}
		}
	}
}

// traceArgs binds the parameters.
func (t *tracer) traceArgs(f *ir.Func, r *rand.Rand) {
	const size = 2 * middle
	t.memory = make([]uint64, 6*size)
	for k := range t.memory {
		t.memory[k] = uint64(r.IntN(9) - 2)
	}
	t.bytes = make([]byte, size)
	for k := range t.bytes {
		t.bytes[k] = byte(r.IntN(256) >> r.IntN(8))
	}
	t.vals, t.slices = map[*ir.Value]uint64{}, map[*ir.Value]traced{}
	large := r.IntN(6) == 0
	for _, v := range f.Body.Params {
		switch v.Name {
		case "x":
			t.slices[v] = traced{base: 0, len: size, cap: size}
			if r.IntN(3) == 0 {
				t.slices[v] = traced{base: 0, len: middle + 10, cap: size}
			}
		case "y":
			t.slices[v] = traced{base: []int{0, r.IntN(6), size, middle + 10, 0}[r.IntN(5)], len: size, cap: size}
		case "p":
			t.slices[v] = traced{base: []int{2 * size, 0, r.IntN(4)}[r.IntN(3)], len: size, cap: size}
		case "q":
			p := t.slices[f.Body.Params[2]].base
			t.slices[v] = traced{base: p + []int{2 * size, 0, 2 * r.IntN(4)}[r.IntN(3)], len: size, cap: size}
		case "d":
			t.slices[v] = traced{len: size, cap: size, data: true}
		default:
			n := int64(r.IntN(7))
			switch {
			case v.Name == "w" && r.IntN(2) == 0:
				n += 5
			case v.Name == "k" && r.IntN(5) == 0:
				n = -n
			case r.IntN(12) == 0:
				n = -1
			}
			if large && r.IntN(3) == 0 {
				n = []int64{1 << 61, 1 << 62, -1 << 63, 1<<63 - 1, 1 << 32, -1 << 62, 1<<62 + 1, 1<<63 - 3}[r.IntN(8)]
			}
			t.vals[v] = uint64(n)
		}
	}
}

func TestRandomConflicts(t *testing.T) {
	n := 6000
	if testing.Short() {
		n = 2500
	}
	stats := &traceStats{}
	seeds.Each(t, n, func(seed uint64) {
		f := conflictNest(seed)
		if err := ir.VerifyFunc(f, ir.Residual); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, f)
		}
		orders := map[*ir.Op]*analysis.Order{}
		f.Body.Walk(func(o *ir.Op) bool {
			if o.Kind == ir.OpFor || o.Kind == ir.OpMulti {
				order := analysis.Of(f).Reorder(o)
				orders[o] = &order
			}
			return true
		})
		r := rand.New(rand.NewPCG(seed, 32))
		for range 8 {
			tr := &tracer{fuel: 4000, orders: orders, stats: stats}
			tr.traceArgs(f, r)
			params := map[string]any{}
			for _, v := range f.Body.Params {
				if v.Type == ir.TI64 {
					params[v.Name] = tr.int(v)
				} else {
					params[v.Name] = tr.slices[v]
				}
			}
			func() {
				defer func() {
					if p := recover(); p != nil && p != (any)(ended{}) {
						panic(p)
					}
				}()
				tr.region(f.Body)
			}()
			if tr.wrong != "" {
				for o, order := range orders {
					t.Logf("%s %s: %s", o.Kind, o.Regions[0].Params[0].Name, order)
				}
				t.Fatalf("seed %d: %s with %v\n%s", seed, tr.wrong, params, f)
			}
		}
	})
	t.Logf("%d executions of loops, %d independent, of which %d were found; conditions held in %d", stats.loops, stats.independent, stats.found, stats.held)
	if 100*stats.found < 40*stats.independent {
		t.Errorf("of %d executions without conflicts only %d were found", stats.independent, stats.found)
	}
}
