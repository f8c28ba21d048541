package x86

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
)

// gen makes random kernels: expression graphs with many values alive at once, in random control flow.
type gen struct {
	r     *rand.Rand
	lanes int
	elems []*ir.Type // of vectors
	vals  map[*ir.Type][]*ir.Value
	base  *ir.Value // of 4096 bytes that may be read and written
	fuel  int
}

var (
	intKinds   = []ir.OpKind{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAndNot, ir.OpMin, ir.OpMax, ir.OpMulHi}
	floatKinds = []ir.OpKind{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpDiv, ir.OpMin, ir.OpMax}
	cmpKinds   = []ir.OpKind{ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe}
)

func pick[T any](g *gen, list []T) T { return list[g.r.IntN(len(list))] }

// val is some value of type t, or a new constant.
func (g *gen) val(b *ir.Builder, t *ir.Type) *ir.Value {
	if vs := g.vals[t]; len(vs) > 0 && g.r.IntN(8) != 0 {
		n := len(vs)
		if g.r.IntN(2) == 0 && n > 6 { // lately made ones more often
			return vs[n-1-g.r.IntN(6)]
		}
		return pick(g, vs)
	}
	if t.Kind == ir.Vec {
		switch g.r.IntN(4) {
		case 0:
			return b.Op(ir.OpSplat, []*ir.Value{g.val(b, t.Elem)}, t).Result()
		case 1:
			if t.Elem.IsInt() {
				return b.Op(ir.OpIota, nil, t).Result()
			}
		}
	}
	return b.Const(t, pick(g, edges(t.Scalar())))
}

func (g *gen) keep(v *ir.Value) { g.vals[v.Type] = append(g.vals[v.Type], v) }

func (g *gen) types() []*ir.Type {
	ts := []*ir.Type{ir.TI64, ir.TF64, ir.TBool, ir.TI32, ir.TU8, ir.TF32, ir.TU64}
	for _, e := range g.elems {
		ts = append(ts, ir.VecOf(e, g.lanes), ir.VecOf(e, g.lanes))
	}
	return append(ts, ir.MaskOf(g.lanes))
}

// step adds one op.
func (g *gen) step(b *ir.Builder) {
	t := pick(g, g.types())
	e := t.Scalar()
	one := func(k ir.OpKind, vs ...*ir.Value) { g.keep(b.Op(k, vs, t).Result()) }
	switch {
	case g.r.IntN(6) == 0:
		c := t.WithScalar(ir.TBool)
		if t.Kind == ir.Vec && g.r.IntN(8) == 0 {
			c = ir.TBool
		}
		one(ir.OpSelect, g.val(b, c), g.fresh(b, t), g.val(b, t))
	case e == ir.TBool && t.Kind == ir.Vec && g.r.IntN(4) == 0: // divides a mask
		of := ir.VecOf(pick(g, g.elems), g.lanes)
		m := g.val(b, t)
		c := b.Compare(pick(g, cmpKinds), g.val(b, of), g.val(b, of))
		one(ir.OpAnd, m, c)
		one(ir.OpAndNot, m, c)
	case e == ir.TBool && t.Kind == ir.Vec && g.r.IntN(5) == 0:
		g.shuffle(b, t)
	case e == ir.TBool && g.r.IntN(3) == 0:
		one(pick(g, []ir.OpKind{ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAndNot, ir.OpEq, ir.OpNe}), g.val(b, t), g.val(b, t))
	case e == ir.TBool && g.r.IntN(5) == 0:
		one(ir.OpNot, g.val(b, t))
	case t == ir.TBool && g.r.IntN(3) == 0:
		one(pick(g, []ir.OpKind{ir.OpAny, ir.OpAll}), g.val(b, ir.MaskOf(g.lanes)))
	case e == ir.TBool:
		of := pick(g, g.types())
		for (of.Kind == ir.Vec) != (t.Kind == ir.Vec) || of.Scalar() == ir.TBool {
			of = pick(g, g.types())
		}
		one(pick(g, cmpKinds), g.val(b, of), g.val(b, of))
	case t.Kind == ir.Vec && g.r.IntN(6) == 0:
		g.shuffle(b, t)
	case g.r.IntN(8) == 0:
		from := pick(g, g.types())
		for (from.Kind == ir.Vec) != (t.Kind == ir.Vec) || from.Scalar() == ir.TBool || from == t {
			from = pick(g, g.types())
		}
		one(ir.OpConv, g.val(b, from))
	case g.r.IntN(8) == 0:
		g.memory(b, t)
	case g.r.IntN(10) == 0:
		g.wide(b, t)
	case e.IsFloat() && g.r.IntN(3) == 0:
		one(ir.OpFMA, g.val(b, t), g.val(b, t), g.val(b, t))
	case e.IsFloat() && g.r.IntN(4) == 0:
		one(pick(g, []ir.OpKind{ir.OpNeg, ir.OpAbs, ir.OpSqrt, ir.OpFloor, ir.OpRint}), g.val(b, t))
	case e.IsFloat():
		one(pick(g, floatKinds), g.val(b, t), g.val(b, t))
	case g.r.IntN(6) == 0:
		one(pick(g, []ir.OpKind{ir.OpShl, ir.OpShr}), g.val(b, t), g.count(b, t))
	case g.r.IntN(10) == 0:
		one(ir.OpRotl, g.val(b, t), g.count(b, t))
	case g.r.IntN(6) == 0:
		one(pick(g, []ir.OpKind{ir.OpPopcnt, ir.OpClz, ir.OpCtz, ir.OpBswap, ir.OpBitrev}), g.val(b, t))
	case g.r.IntN(10) == 0:
		d := b.Const(t, 1|pick(g, edges(e)))
		one(pick(g, []ir.OpKind{ir.OpDiv, ir.OpRem}), g.val(b, t), d)
	case g.r.IntN(10) == 0:
		d := b.Op(ir.OpOr, []*ir.Value{g.val(b, t), b.Const(t, 1)}, t).Result()
		one(pick(g, []ir.OpKind{ir.OpDiv, ir.OpRem}), g.val(b, t), d)
	default:
		one(pick(g, intKinds), g.val(b, t), g.val(b, t))
	}
}

// fresh is a value that has one use only, or any value.
func (g *gen) fresh(b *ir.Builder, t *ir.Type) *ir.Value {
	e := t.Scalar()
	switch {
	case e == ir.TBool || g.r.IntN(3) == 0:
		return g.val(b, t)
	case e.IsFloat() && g.r.IntN(2) == 0:
		return b.Op(ir.OpFMA, []*ir.Value{g.val(b, t), g.val(b, t), g.val(b, t)}, t).Result()
	case e.IsFloat():
		return b.Op(pick(g, floatKinds), []*ir.Value{g.val(b, t), g.val(b, t)}, t).Result()
	}
	return b.Op(pick(g, intKinds), []*ir.Value{g.val(b, t), g.val(b, t)}, t).Result()
}

// count is a shift count for t.
func (g *gen) count(b *ir.Builder, t *ir.Type) *ir.Value {
	if t.Kind != ir.Vec || g.r.IntN(2) == 0 {
		return g.val(b, ir.TU64)
	}
	u := ir.VecOf(map[int]*ir.Type{1: ir.TU8, 2: ir.TU16, 4: ir.TU32, 8: ir.TU64}[t.Elem.Size()], g.lanes)
	return b.Op(ir.OpBitcast, []*ir.Value{g.val(b, t)}, u).Result()
}

// memory adds a load or store.
func (g *gen) memory(b *ir.Builder, t *ir.Type) {
	idx := b.Binary(ir.OpAnd, g.val(b, ir.TI64), b.Int(63))
	args := []*ir.Value{g.base, idx}
	ints := []int64{pick(g, []int64{0, 1, 4, 8, 12, 16}), int64(g.r.IntN(64))}
	store := g.r.IntN(2) == 0 && !t.Scalar().IsFloat() // NaNs may differ in their bits
	if store {
		args = append(args, g.val(b, t))
	}
	if t.Kind == ir.Vec && g.r.IntN(2) == 0 {
		args = append(args, g.val(b, ir.MaskOf(g.lanes)))
	}
	if t.Scalar() == ir.TBool {
		return // memory holds any bytes
	}
	if store {
		b.Op(ir.OpMStore, args).Ints = ints
		return
	}
	o := b.Op(ir.OpMLoad, args, t)
	o.Ints = ints
	g.keep(o.Result())
}

// shuffle adds a shuffle of one of the usual kinds, or any.
func (g *gen) shuffle(b *ir.Builder, t *ir.Type) {
	vs := make([]*ir.Value, 1+g.r.IntN(4))
	for i := range vs {
		vs[i] = g.val(b, t)
	}
	o := b.Op(ir.OpShuffle, vs, t)
	n, all := g.lanes, g.lanes*len(vs)
	kind, k := g.r.IntN(6), g.r.IntN(all)
	for i := range n {
		lane := []int{n - 1 - i, i*len(vs) + k%len(vs), k/2 + i/2 + i%2*n, i + g.r.IntN(len(vs))*n, i ^ k, g.r.IntN(all)}[kind]
		o.Ints = append(o.Ints, int64(lane%all))
	}
	g.keep(o.Result())
}

// wide adds a gather, scatter, table lookup or reduction of lanes.
func (g *gen) wide(b *ir.Builder, t *ir.Type) {
	if t.Kind != ir.Vec {
		if !slices.Contains(g.elems, t) {
			return
		}
		v := g.val(b, ir.VecOf(t, g.lanes))
		o := b.Op(ir.OpLaneReduce, []*ir.Value{v}, t)
		r := o.AddRegion(v.Type, v.Type)
		in := b.In(r)
		k := ir.OpMin
		if t.IsInt() {
			k = pick(g, intKinds)
		}
		in.Yield(in.Binary(k, r.Params[0], r.Params[1]))
		g.keep(o.Result())
		return
	}
	if g.r.IntN(4) == 0 {
		g.even(b, t)
		return
	}
	it := pick(g, []*ir.Type{ir.TI32, ir.TI64})
	if !slices.Contains(g.elems, it) {
		return
	}
	n := pick(g, []uint64{0, 3, 7, 15, 31, 63})
	kind := g.r.IntN(3)
	if kind == 0 && t.Elem.Size() == 1 {
		n = pick(g, []uint64{15, 63, 127, 255, 255})
	}
	vt := ir.VecOf(it, g.lanes)
	idx := b.Binary(ir.OpAnd, g.val(b, vt), b.Const(vt, n))
	if kind == 0 && n == 255 && slices.Contains(g.elems, ir.TU8) && g.r.IntN(2) == 0 {
		idx = b.Conv(g.val(b, ir.VecOf(ir.TU8, g.lanes)), vt)
	}
	ints := []int64{pick(g, []int64{1, 2, 4, 8, 12, 24}), int64(g.r.IntN(64))}
	switch kind {
	case 0:
		o := b.Op(ir.OpTable, []*ir.Value{idx}, t)
		table := make([]uint64, n+1)
		for i := range table {
			table[i] = pick(g, edges(t.Elem))
		}
		o.SetTable(table)
		g.keep(o.Result())
	case 1:
		o := b.Op(ir.OpGather, []*ir.Value{g.base, idx, g.val(b, ir.MaskOf(g.lanes))}, t)
		o.Ints = ints
		g.keep(o.Result())
	default:
		if !t.Elem.IsFloat() {
			b.Op(ir.OpScatter, []*ir.Value{g.base, idx, g.val(b, t), g.val(b, ir.MaskOf(g.lanes))}).Ints = ints
		}
	}
}

// even adds a gather or scatter at even steps.
func (g *gen) even(b *ir.Builder, t *ir.Type) {
	most := int64(63 / (g.lanes - 1))
	ints := []int64{pick(g, []int64{1, 2, 4, 8, 12, 24}), int64(g.r.IntN(64))}
	base, step := g.base, b.Int(most)
	switch g.r.IntN(4) {
	case 0:
		step = b.Int(0)
	case 1:
		base, step = b.Binary(ir.OpAdd, base, b.Int(int64(g.lanes-1)*most*ints[0])), b.Int(-most)
	case 2:
		step = b.Binary(ir.OpAnd, g.val(b, ir.TI64), b.Int(1<<(bits.Len64(uint64(most))-1)-g.r.Int64N(2)))
	}
	if t.Elem == ir.TBool {
		return // memory holds any bytes
	}
	if width := min(16/t.Elem.Size(), g.lanes); width > 1 && g.r.IntN(3) == 0 {
		args := []*ir.Value{base, step}
		if g.r.IntN(2) == 0 {
			args = append(args, b.Binary(ir.OpAdd, b.Binary(ir.OpAnd, g.val(b, ir.TI64), b.Int(7)), b.Int(1)))
		}
		o := b.Op(ir.OpGather, args, t)
		o.Ints = append(ints, int64(width))
		g.keep(o.Result())
	} else if g.r.IntN(2) == 0 {
		o := b.Op(ir.OpGather, []*ir.Value{base, step}, t)
		o.Ints = ints
		g.keep(o.Result())
	} else if !t.Elem.IsFloat() {
		b.Op(ir.OpScatter, []*ir.Value{base, step, g.val(b, t)}).Ints = ints
	}
}

// scoped runs f with what it makes forgotten afterwards.
func (g *gen) scoped(f func()) {
	saved := map[*ir.Type][]*ir.Value{}
	for t, vs := range g.vals {
		saved[t] = vs[:len(vs):len(vs)]
	}
	f()
	g.vals = saved
}

// steps adds ops and control flow to a region.
func (g *gen) steps(b *ir.Builder, n, depth int) {
	for range n {
		if g.fuel--; g.fuel < 0 {
			return
		}
		switch k := g.r.IntN(24); {
		case k == 0 && depth < 3:
			g.branch(b, depth)
		case k == 1 && depth < 3:
			g.loop(b, depth)
		default:
			g.step(b)
		}
	}
}

func (g *gen) someTypes(n int) []*ir.Type {
	ts := make([]*ir.Type, n)
	for i := range ts {
		ts[i] = pick(g, g.types())
	}
	return ts
}

func (g *gen) some(b *ir.Builder, ts []*ir.Type) []*ir.Value {
	vs := make([]*ir.Value, len(ts))
	for i, t := range ts {
		vs[i] = g.val(b, t)
	}
	return vs
}

func (g *gen) branch(b *ir.Builder, depth int) {
	ts := g.someTypes(g.r.IntN(4))
	cond := g.val(b, ir.TBool)
	if g.r.IntN(3) == 0 {
		cond = g.decision(b, depth)
	}
	o := b.If(cond, ts...)
	for _, r := range o.Regions {
		g.scoped(func() {
			in := b.In(r)
			g.steps(in, 1+g.r.IntN(8), depth+1)
			in.Yield(g.some(in, ts)...)
		})
	}
	for _, v := range o.Results {
		g.keep(v)
	}
}

// decision is a condition that control flow computes, which is not used but by what asks for it.
func (g *gen) decision(b *ir.Builder, depth int) *ir.Value {
	cond := g.val(b, ir.TBool)
	if depth < 5 && g.r.IntN(2) == 0 {
		cond = g.decision(b, depth+1)
	}
	answer := func(in *ir.Builder) *ir.Value {
		if g.r.IntN(2) == 0 {
			return in.Bool(g.r.IntN(2) == 0)
		}
		g.steps(in, g.r.IntN(4), depth+1)
		return g.val(in, ir.TBool)
	}
	arms := func(o *ir.Op, end func(in *ir.Builder, v *ir.Value)) {
		for _, r := range o.Regions {
			g.scoped(func() { in := b.In(r); end(in, answer(in)) })
		}
	}
	if g.r.IntN(3) > 0 {
		o := b.If(cond, ir.TBool)
		arms(o, func(in *ir.Builder, v *ir.Value) { in.Yield(v) })
		return o.Result()
	}
	block := b.Op(ir.OpBlock, nil, ir.TBool)
	in := b.In(block.AddRegion())
	arms(in.If(cond), func(in *ir.Builder, v *ir.Value) {
		if g.r.IntN(2) == 0 {
			in.Break(block, v)
		} else {
			in.Yield()
		}
	})
	g.scoped(func() { in.Yield(answer(in)) })
	return block.Result()
}

// loop adds a loop of a few iterations, with values carried.
func (g *gen) loop(b *ir.Builder, depth int) {
	ts := append([]*ir.Type{ir.TI64}, g.someTypes(g.r.IntN(5))...)
	inits := g.some(b, ts)
	inits[0] = b.Int(0)
	o := b.Loop(inits, ts...)
	r := o.Regions[0]
	g.scoped(func() {
		in := b.In(r)
		for _, p := range r.Params {
			g.keep(p)
		}
		g.steps(in, 1+g.r.IntN(10), depth+1)
		next := in.Binary(ir.OpAdd, r.Params[0], in.Int(1))
		again := in.If(in.Compare(ir.OpLt, next, in.Int(int64(1+g.r.IntN(5)))))
		carry := func(in *ir.Builder) []*ir.Value {
			vs := g.some(in, ts)
			vs[0] = next
			if g.r.IntN(3) == 0 && len(ts) > 2 && ts[1] == ts[2] { // exchanged
				vs[1], vs[2] = r.Params[2], r.Params[1]
			}
			return vs
		}
		yes, no := in.In(again.Regions[0]), in.In(again.Regions[1])
		g.scoped(func() { yes.Continue(o, carry(yes)...) })
		g.scoped(func() { no.Break(o, carry(no)...) })
		in.Return()
	})
	for _, v := range o.Results {
		g.keep(v)
	}
}

// kernel makes a kernel that stores some of its values at the end. Its parameters are two addresses and some numbers.
func (g *gen) kernel(n int) *ir.Func {
	ps := []*ir.Type{ir.TI64, ir.TI64, ir.TI64, ir.TF64, ir.TF64, ir.TI32, ir.TU8, ir.TF32, ir.TBool, ir.TU64}
	f := ir.NewFunc("random", ps, nil)
	f.Kernel = ir.SingleKernel
	b := ir.NewBuilder(f.Body)
	g.base = f.Body.Params[0]
	for _, p := range f.Body.Params[2:] {
		g.keep(p)
	}
	for _, e := range g.elems {
		for i := range 4 {
			o := b.Op(ir.OpMLoad, []*ir.Value{g.base, b.Int(int64(i))}, ir.VecOf(e, g.lanes))
			o.Ints = []int64{64, int64(e.Size())}
			g.keep(o.Result())
		}
	}
	g.fuel = n
	g.steps(b, n, 0)
	disp := int64(0)
	for _, t := range g.types() {
		for _, v := range g.vals[t] {
			if disp < 60000 {
				b.Op(ir.OpMStore, []*ir.Value{f.Body.Params[1], b.Int(0), v}).Ints = []int64{1, disp}
				disp += 64
			}
		}
		g.vals[t] = nil
	}
	b.Return()
	// The regions' placeholders have to give what the function gives: nothing. They do.
	return f
}

func TestRandom(t *testing.T) {
	count := 150
	if testing.Short() {
		count = 30
	}
	for seed := range count {
		for _, isa := range isas(t) {
			for _, widest := range []int{1, 4, 8} {
				if seed%8 == 0 {
					withFeatures(isa, func() { randomCase(t, isa, widest, uint64(seed)) })
				} else {
					randomCase(t, isa, widest, uint64(seed))
				}
			}
		}
	}
}

func randomCase(t *testing.T, isa ISA, widest int, seed uint64) {
	r := rand.New(rand.NewPCG(seed, uint64(widest)))
	g := &gen{r: r, vals: map[*ir.Type][]*ir.Value{}}
	g.lanes = isa.VectorBytes() / widest >> r.IntN(2)
	for _, e := range ir.Scalars() {
		if e != ir.TBool && e.Size() <= widest && (e.Size() == widest || r.IntN(2) == 0) {
			g.elems = append(g.elems, e)
		}
	}
	k := g.kernel(20 + r.IntN(200))
	if err := ir.VerifyFunc(k, ir.Lanes); err != nil {
		t.Fatalf("seed %d: %v\n%v", seed, err, k)
	}
	code := compileChecked(t, k, isa)
	run := func(call func(params []uint64)) (data, out []byte) {
		data, out = make([]byte, 4096), make([]byte, 1<<16)
		dr := rand.New(rand.NewPCG(seed, 7))
		for i := range data {
			data[i] = byte(dr.IntN(256))
		}
		call([]uint64{addr(data), addr(out), dr.Uint64(), 0x3FF8000000000000, 0xC010000000000000, 0xFFFFFFFFFFFFFFF9, 200, 0x40490FDB, 1, 3})
		return data, out
	}
	_, o1 := run(func(p []uint64) { eval.RunKernel(k, append(p, make([]uint64, failWords)...), 0, 0) })
	_, o2 := run(func(p []uint64) { load(t, code).call(0, 0, p...) })
	if diff := firstDifference(k, o1, o2); diff != "" {
		t.Fatalf("seed %d, %v, %d lanes: %s\n%v\n%s", seed, isa, g.lanes, diff, k, listing(code))
	}
}

// firstDifference compares the stored results by their types, since NaNs may differ in their bits.
func firstDifference(k *ir.Func, o1, o2 []byte) string {
	for _, o := range k.Body.Ops {
		if o.Kind != ir.OpMStore || o.Args[0] != k.Body.Params[1] {
			continue
		}
		v := o.Args[2].Type
		for i := range lanesOf(v) {
			at := int(o.Ints[1])
			a, b := getBits(o1[at:], v.Scalar(), i), getBits(o2[at:], v.Scalar(), i)
			if !same(v.Scalar(), a, b) {
				return fmt.Sprintf("%v: lane %d is %#x, want %#x", o, i, b, a)
			}
		}
	}
	return ""
}

func lanesOf(t *ir.Type) int {
	if t.Kind == ir.Vec {
		return t.Len
	}
	return 1
}
