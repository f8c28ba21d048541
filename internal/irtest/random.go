package irtest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"sync"

	"github.com/hone-go/hone/internal/ir"
)

// Random makes a function of the residual level: patterns, nested in each other and in host control flow, with bodies of random
// arithmetic, branches, loops with bounded trip counts, exits across several levels, memory accesses, private arrays and checks, some of
// which may fail. Iterations of a parallel loop write only what is their own.
func Random(c *Choices) *ir.Func {
	g := &gen{c: c, vals: map[*ir.Type][]*ir.Value{}, fuel: 120, trips: 1}
	g.chooseTypes()
	g.mayFail = c.N(3) == 2
	g.few64 = c.N(3) == 2
	f := g.signature()
	b := ir.NewBuilder(f.Body)
	g.host(b, 1+c.N(3))
	f.Results = append(f.Results, g.types...)
	b.Return(g.some(b, f.Results)...)
	return f
}

// An outer iteration may store at its own index and at its mirror image below 2*iterations; an iteration of a parallel loop inside it has
// an index of its own above.
const (
	iterations = 800                       // more than a pattern has
	inner      = 4                         // iterations of a parallel loop inside
	sliceLen   = iterations*(2+inner) + 64 // elements in every slice
	safeIndex  = 64                        // any index below is within every slice but the short ones
)

var recordType = ir.StructOf(ir.Field{Name: "a", Type: ir.TI8}, ir.Field{Name: "b", Type: ir.TF32},
	ir.Field{Name: "c", Type: ir.ArrayOf(ir.TI16, 3)}, ir.Field{Name: "d", Type: ir.TU8})

// gen is a function in the making.
type gen struct {
	c       *Choices
	types   []*ir.Type // element types in this program; i64 and bool are always there
	vals    map[*ir.Type][]*ir.Value
	inputs  map[*ir.Type]*ir.Value
	outputs map[*ir.Type]*ir.Value
	ones    *ir.Value // of i64, all 1
	records *ir.Value // read only
	log     *ir.Value // records, each iteration's own
	marks   *ir.Value // of bool: anyone may store true
	limit   *ir.Value // what indices are checked against, where they may fail
	dims    []*ir.Value

	short   []*ir.Value // slices of 16 elements
	private []*ir.Value // arrays of 4 elements, of the iteration
	own     *ir.Value   // an index that belongs to the iteration; nil where nothing may be stored
	mirror  bool        // the index mirrored belongs to it, too
	targets []*goal
	serial  bool // inside an iteration
	mayFail bool
	few64   bool // i64 is for indices, mostly
	fuel    int
	depth   int
	trips   int // iterations of the sequential loops around, at most
}

// maxTrips bounds the iterations of nested loops.
const maxTrips = 48

// goal is an op that exits may name.
type goal struct {
	op    *ir.Op
	step  func(b *ir.Builder) *ir.Value // loop: the next value of its counter
	bound *ir.Value                     // loop: continue only below
}

func (g *gen) chooseTypes() {
	all := []*ir.Type{ir.TF64, ir.TF32, ir.TI32, ir.TU8, ir.TI16, ir.TU32, ir.TU64, ir.TI8, ir.TU16}
	g.types = []*ir.Type{ir.TI64, ir.TBool}
	for range 1 + g.c.N(3) {
		t := pick(g.c, all)
		if !has(g.types, t) {
			g.types = append(g.types, t)
		}
	}
}

// someType is a type of this program.
func (g *gen) someType() *ir.Type {
	if g.few64 && !g.c.Rarely(10) {
		return pick(g.c, g.types[1:])
	}
	return pick(g.c, g.types)
}

func has(ts []*ir.Type, t *ir.Type) bool {
	for _, u := range ts {
		if t == u {
			return true
		}
	}
	return false
}

// signature: two extents, a limit, a flag, marks, ones, two slices of records; of each type a scalar, an input and an output.
func (g *gen) signature() *ir.Func {
	f := ir.NewFunc("f", nil, nil)
	param := func(t *ir.Type, name string) *ir.Value { return f.Body.AddParam(t, name) }
	g.dims = []*ir.Value{param(ir.TI64, "n"), param(ir.TI64, "m")}
	g.limit = param(ir.TI64, "limit")
	g.keep(param(ir.TBool, "flag"))
	g.marks = param(ir.SliceOf(ir.TBool), "marks")
	g.ones = param(ir.SliceOf(ir.TI64), "ones")
	g.records = param(ir.SliceOf(recordType), "rec")
	g.log = param(ir.SliceOf(recordType), "log")
	g.inputs, g.outputs = map[*ir.Type]*ir.Value{}, map[*ir.Type]*ir.Value{}
	for _, t := range g.types {
		g.keep(param(t, "s"))
		g.inputs[t] = param(ir.SliceOf(t), "x")
		g.outputs[t] = param(ir.SliceOf(t), "o")
	}
	return f
}

// Args makes arguments for a function that Random made.
func Args(f *ir.Func, seed uint64) []any {
	r := rand.New(rand.NewPCG(seed, 1))
	sizes := []int64{0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 37, 64, 65}
	if r.IntN(8) == 0 {
		sizes = []int64{100, 130, 257}
	}
	n := sizes[r.IntN(len(sizes))]
	m := []int64{0, 1, 2, 3}[r.IntN(4)]
	limit := []int64{1 << 40, n*m + 70, n + 1, n, max(n-1, 0), 5}[r.IntN(6)]
	out := []any{n, m, limit}
	for i, p := range f.Body.Params[3:] {
		t := ir.GoType(p.Type)
		if p.Type.Kind == ir.Slice {
			out = append(out, input(t, p.Name, seed%4*100+uint64(i)))
		} else {
			out = append(out, randomScalar(r, t).Interface())
		}
	}
	return out
}

type inputKey struct {
	t    reflect.Type
	kind string
	seed uint64
}

var inputs sync.Map // inputKey to a slice

// input is a slice of random numbers, of ones, or of any bits, made once.
func input(t reflect.Type, kind string, seed uint64) any {
	key := inputKey{t, kind, seed}
	if s, ok := inputs.Load(key); ok {
		return s
	}
	r := rand.New(rand.NewPCG(seed, 2))
	s := reflect.MakeSlice(t, sliceLen, sliceLen)
	for i := range sliceLen {
		switch kind {
		case "ones":
			s.Index(i).SetInt(1)
		case "any":
			anyScalar(r, s.Index(i))
		default:
			Fill(r, s.Index(i))
		}
	}
	inputs.Store(key, s.Interface())
	return s.Interface()
}

// Fill sets a scalar, or all scalars in a struct or array, to numbers at random: small ones, mostly.
func Fill(r *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			Fill(r, v.Field(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			Fill(r, v.Index(i))
		}
	default:
		v.Set(randomScalar(r, v.Type()))
	}
}

// randomScalar is small, mostly; sometimes extreme.
func randomScalar(r *rand.Rand, t reflect.Type) reflect.Value {
	x := int64(r.IntN(24) - 6)
	switch r.IntN(24) {
	case 0:
		x = int64(r.Uint64())
	case 1:
		x = 1 << (t.Size()*8 - 1)
	}
	v := reflect.New(t).Elem()
	switch {
	case t.Kind() == reflect.Bool:
		v.SetBool(x&1 == 0)
	case v.CanInt():
		v.SetInt(x)
	case v.CanUint():
		v.SetUint(uint64(x))
	default:
		v.SetFloat(float64(int8(x)) / 4)
	}
	return v
}

// anyScalar sets v to anything; floats to any number of moderate size.
func anyScalar(r *rand.Rand, v reflect.Value) {
	switch x := r.Uint64() >> (8 * r.IntN(8)); {
	case v.Kind() == reflect.Bool:
		v.SetBool(x&1 == 0)
	case v.CanInt():
		v.SetInt(int64(x))
	case v.CanUint():
		v.SetUint(x)
	default:
		v.SetFloat(float64(int16(x)) / 8)
	}
}

// val is some value of type t.
func (g *gen) val(b *ir.Builder, t *ir.Type) *ir.Value {
	if t.Kind == ir.Slice {
		return g.shortSlice(b, t)
	}
	vs := g.vals[t]
	k := g.c.N(len(vs) + 3)
	if k < len(vs) {
		return vs[len(vs)-1-k] // lately made ones are the simple choice
	}
	return g.constant(b, t)
}

func (g *gen) constant(b *ir.Builder, t *ir.Type) *ir.Value {
	switch x := pick(g.c, []int64{0, 1, 2, 3, 5, -1, 63, -7}); {
	case t.IsFloat():
		return b.Float(t, float64(x)/2)
	case t == ir.TBool:
		return b.Bool(x > 1)
	default:
		return b.Const(t, uint64(x))
	}
}

func (g *gen) some(b *ir.Builder, ts []*ir.Type) []*ir.Value {
	vs := make([]*ir.Value, len(ts))
	for i, t := range ts {
		vs[i] = g.val(b, t)
	}
	return vs
}

// shortSlice is a slice of 16 elements.
func (g *gen) shortSlice(b *ir.Builder, t *ir.Type) *ir.Value {
	for _, s := range g.short {
		if s.Type == t && g.c.N(2) == 0 {
			return s
		}
	}
	lo := b.Int(int64(g.c.N(8)))
	return b.Op(ir.OpSlice, []*ir.Value{g.inputs[t.Elem], lo, b.Binary(ir.OpAdd, lo, b.Int(16))}, t).Result()
}

func (g *gen) keep(v *ir.Value) {
	if v.Type.Kind == ir.Slice {
		g.short = append(g.short, v)
		return
	}
	g.vals[v.Type] = append(g.vals[v.Type], v)
}

func (g *gen) someTypes(n int) []*ir.Type {
	ts := make([]*ir.Type, n)
	for i := range ts {
		ts[i] = g.someType()
		if g.c.Rarely(12) {
			ts[i] = ir.SliceOf(ts[i])
		}
	}
	return ts
}

// scoped runs f; what it makes is forgotten afterwards.
func (g *gen) scoped(f func()) {
	vals := map[*ir.Type][]*ir.Value{}
	for t, vs := range g.vals {
		vals[t] = vs[:len(vs):len(vs)]
	}
	short, private, targets := g.short, g.private, g.targets
	g.depth++
	f()
	g.depth--
	g.vals, g.short, g.private, g.targets = vals, short[:len(short):len(short)], private[:len(private):len(private)], targets
}

// host makes the function's own statements: patterns, control flow around them, and scalar code between.
func (g *gen) host(b *ir.Builder, n int) {
	for range n {
		if g.fuel <= 0 {
			return
		}
		switch k := g.c.N(10); {
		case k < 4:
			g.parfor(b)
		case k < 6:
			g.reduce(b)
		case k == 6:
			g.build(b)
		case k == 7 && g.depth < 2:
			g.branch(b, func(in *ir.Builder) { g.host(in, 1+g.c.N(2)) })
		case k == 8 && g.depth < 2:
			g.loop(b, func(in *ir.Builder) { g.host(in, 1) })
		default:
			g.own = b.Int(int64(g.c.N(safeIndex)))
			g.statements(b, 1+g.c.N(6))
			g.own = nil
		}
	}
}

// iteration makes the body of a pattern. own is the index that belongs to each iteration, if any.
func (g *gen) iteration(body *ir.Region, own func(b *ir.Builder) *ir.Value, f func(b *ir.Builder)) {
	saved, serial, mirror := g.own, g.serial, g.mirror
	g.scoped(func() {
		g.targets, g.private, g.own = nil, nil, nil
		b := ir.NewBuilder(body)
		for _, p := range body.Params {
			g.keep(p)
		}
		if own != nil {
			g.own = own(b)
			g.keep(g.own)
			g.mirror = !serial
		}
		g.serial = true
		f(b)
	})
	g.own, g.serial, g.mirror = saved, serial, mirror
}

func (g *gen) parfor(b *ir.Builder) {
	var dims []*ir.Value
	switch k := g.c.N(5); {
	case g.serial && k < 2:
		dims = []*ir.Value{b.Int(3)}
	case g.serial:
		dims = []*ir.Value{b.Int(2), b.Int(2)}
	case k == 0:
		dims = []*ir.Value{g.dims[0]}
	case k == 1:
		dims = []*ir.Value{g.dims[0], g.dims[1]}
	case k == 2:
		dims = []*ir.Value{b.Int(3), g.dims[0]}
	case k == 3:
		dims = []*ir.Value{g.dims[1], b.Int(4), b.Int(17)}
	default:
		dims = []*ir.Value{b.Int(37)}
	}
	var outer *ir.Value
	if g.serial {
		outer = g.own
	}
	o := b.Multi(dims)
	r := o.Regions[0]
	g.iteration(r, func(b *ir.Builder) *ir.Value {
		own := b.Int(0)
		for i, d := range dims {
			own = b.Binary(ir.OpAdd, b.Binary(ir.OpMul, own, d), r.Params[i])
		}
		if outer != nil {
			own = b.Binary(ir.OpAdd, own, b.Binary(ir.OpMul, outer, b.Int(inner)))
			own = b.Binary(ir.OpAdd, own, b.Int(2*iterations))
		}
		return own
	}, func(b *ir.Builder) {
		g.statements(b, 1+g.c.N(8))
		b.Yield()
	})
}

// build collects or keeps.
func (g *gen) build(b *ir.Builder) {
	if g.serial {
		return
	}
	t := g.someType()
	o := b.Multi([]*ir.Value{b.Binary(ir.OpMax, g.dims[0], b.Int(0))}, ir.SliceOf(t))
	g.iteration(o.Regions[0], nil, func(b *ir.Builder) {
		g.statements(b, 1+g.c.N(6))
		v := g.val(b, t)
		if g.c.N(3) == 2 {
			b.Op(ir.OpKeep, []*ir.Value{g.val(b, ir.TBool), v})
		} else {
			b.Op(ir.OpCollect, []*ir.Value{v})
		}
		b.Yield()
	})
	// One element of it, if there is any.
	n := b.Len(o.Result())
	has := b.If(b.Compare(ir.OpGt, n, b.Int(2)), t)
	in := b.In(has.Regions[0])
	in.Yield(in.Load(o.Result(), in.Int(2), nil))
	in = b.In(has.Regions[1])
	in.Yield(g.constant(in, t))
	g.keep(has.Result())
}

// reduce declares one or two reductions of one or two leaves.
func (g *gen) reduce(b *ir.Builder) {
	t := g.someType()
	if t == ir.TBool {
		t = ir.TI64
	}
	groups := 1 + g.c.N(2)
	withPlace := g.c.N(3) == 2 && !g.serial && (t == ir.TI64 || t == ir.TF64)
	dims := []*ir.Value{pick(g.c, []*ir.Value{g.dims[0], g.dims[1], b.Int(130)})}
	if g.c.Rarely(8) {
		dims = []*ir.Value{g.dims[1], g.dims[0]}
	}
	if g.serial {
		dims = []*ir.Value{b.Int(int64(1 + g.c.N(9)))}
	}
	var kinds []ir.OpKind
	var ids []*ir.Value
	per := 1 // leaves
	if withPlace {
		per = 2
	}
	for range groups {
		kinds = append(kinds, pick(g.c, []ir.OpKind{ir.OpAdd, ir.OpMin, ir.OpMax, ir.OpSub})) // the last is not associative
		ids = append(ids, g.identity(b, t))
		if withPlace {
			ids = append(ids, b.Int(-1))
		}
	}
	ts := ir.Types(ids)
	o := b.Multi(dims, ts...)
	mode := ir.Sequential
	if g.serial && g.c.N(2) == 1 {
		mode = ir.InOrder
	}
	g.iteration(o.Regions[0], nil, func(b *ir.Builder) {
		g.statements(b, 1+g.c.N(6))
		vals := g.some(b, ts)
		for k, v := range vals {
			if v.Type.IsFloat() && g.c.N(2) == 1 { // may be fused with the sum
				vals[k] = b.Binary(ir.OpMul, v, g.val(b, v.Type))
			}
		}
		for k, kind := range kinds {
			own := ids[per*k : per*(k+1)]
			out := b.Op(ir.OpReduce, append(vals[per*k:per*(k+1):per*(k+1)], own...))
			out.Mode = mode
			leaves := ir.Types(own)
			g.combine(out.AddRegion(append(leaves, leaves...)...), kind, withPlace)
		}
		b.Yield()
	})
	for _, v := range o.Results {
		g.keep(v)
	}
}

// identity is any number.
func (g *gen) identity(b *ir.Builder, t *ir.Type) *ir.Value {
	if g.c.Rarely(6) {
		return g.val(b, t)
	}
	return b.Const(t, 0)
}

// combine fills the combine region: a sum or an extremum, or an extremum with where it is, by selects or by branches.
func (g *gen) combine(r *ir.Region, kind ir.OpKind, withPlace bool) {
	b := ir.NewBuilder(r)
	n := len(r.Params) / 2
	x, y := r.Params[:n], r.Params[n:]
	if !withPlace {
		b.Yield(b.Binary(kind, x[0], y[0]))
		return
	}
	less := b.Compare(ir.OpLt, y[0], x[0])
	switch g.c.N(3) {
	case 0:
		b.Yield(b.Select(less, y[0], x[0]), b.Select(less, y[1], x[1]))
	case 1:
		o := b.If(less, x[0].Type, ir.TI64)
		b.In(o.Regions[0]).Yield(y...)
		b.In(o.Regions[1]).Yield(x...)
		b.Yield(o.Results...)
	default:
		o := b.Block(x[0].Type, ir.TI64)
		in := b.In(o.Regions[0])
		br := in.If(less)
		b.In(br.Regions[0]).Break(o, y...)
		b.In(br.Regions[1]).Yield()
		in.Yield(x...)
		b.Yield(o.Results...)
	}
}

// String describes a case for a failing test.
func String(f *ir.Func, args []any) string {
	return fmt.Sprintf("%v\nn = %v, m = %v, limit = %v, flag = %v", f, args[0], args[1], args[2], args[3])
}
