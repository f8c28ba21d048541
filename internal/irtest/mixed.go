package irtest

import (
	"github.com/hone-go/hone/internal/ir"
)

// Mixed makes a function of the residual level whose parallel loops and reductions compute with integers of all widths, and floats, loaded
// from slices of any bits, widened, computed with and cut again: straight code for the most part, deep rather than long.
func Mixed(c *Choices) *ir.Func {
	g := &mixed{c: c}
	f := ir.NewFunc("f", nil, nil)
	n := f.Body.AddParam(ir.TI64, "n")
	f.Body.AddParam(ir.TI64, "m")
	f.Body.AddParam(ir.TI64, "limit")
	f.Body.AddParam(ir.TBool, "flag")
	for range 1 + c.N(4) {
		g.in = append(g.in, f.Body.AddParam(ir.SliceOf(pick(c, mixedTypes)), "any"))
	}
	for range 1 + c.N(3) {
		g.out = append(g.out, f.Body.AddParam(ir.SliceOf(pick(c, mixedTypes)), "any"))
	}
	g.scalars = append(g.scalars, f.Body.AddParam(pick(c, mixedTypes), "s"), n)
	b := ir.NewBuilder(f.Body)
	var results []*ir.Value
	if c.N(3) != 2 {
		o := b.Multi([]*ir.Value{n})
		in := b.In(o.Regions[0])
		g.body(in, in.Region.Params[0])
		for _, s := range g.out {
			in.Store(s, in.Region.Params[0], g.cast(in, g.value(), s.Type.Elem), nil)
		}
		in.Yield()
	} else {
		results = append(results, g.reduce(b, n))
	}
	f.Results = ir.Types(results)
	b.Return(results...)
	return f
}

var mixedTypes = []*ir.Type{ir.TU8, ir.TI16, ir.TI8, ir.TU16, ir.TI32, ir.TU32, ir.TF32, ir.TI64, ir.TBool, ir.TU64}

type mixed struct {
	c       *Choices
	in, out []*ir.Value
	scalars []*ir.Value
	vals    []*ir.Value
}

func (g *mixed) value() *ir.Value { return g.vals[len(g.vals)-1-g.c.N(min(len(g.vals), 6))] }

// body loads an element of each slice and computes with them.
func (g *mixed) body(b *ir.Builder, i *ir.Value) {
	g.vals = append([]*ir.Value(nil), i)
	g.vals = append(g.vals, g.scalars...)
	for _, s := range g.in {
		g.vals = append(g.vals, b.Load(s, i, nil))
	}
	for range 2 + g.c.N(14) {
		g.vals = append(g.vals, g.op(b))
	}
}

// cast is v in type t.
func (g *mixed) cast(b *ir.Builder, v *ir.Value, t *ir.Type) *ir.Value {
	switch {
	case v.Type == t:
		return v
	case v.Type == ir.TBool:
		return b.Select(v, b.Const(t, 0), g.constant(b, t))
	case t == ir.TBool:
		return b.Compare(ir.OpLt, v, g.constant(b, v.Type))
	}
	return b.Conv(v, t)
}

func (g *mixed) constant(b *ir.Builder, t *ir.Type) *ir.Value {
	x := pick(g.c, []int64{1, 0, 255, 128, -1, 2, 7, 127, -128, 32767, -32768, 65535, 10, 100, 4, 256, -7})
	if t.IsFloat() {
		return b.Float(t, float64(x)/2)
	}
	return b.Const(t, uint64(x))
}

var mixedOps = []ir.OpKind{ir.OpAdd, ir.OpMul, ir.OpSub, ir.OpShr, ir.OpMin, ir.OpMax, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpShl, ir.OpNeg, ir.OpNot,
	ir.OpLt, ir.OpEq, ir.OpGe, ir.OpSelect, ir.OpDiv, ir.OpRem, ir.OpAndNot, ir.OpIf, ir.OpConv, ir.OpFor, ir.OpLoop, ir.OpBlock,
	ir.OpPopcnt, ir.OpClz, ir.OpCtz, ir.OpBswap, ir.OpBitrev, ir.OpRotl, ir.OpMulHi}

// op emits an operation on values that were made before, in a type that is wider mostly.
func (g *mixed) op(b *ir.Builder) *ir.Value {
	if g.c.Rarely(5) {
		return g.saturating(b)
	}
	t := pick(g.c, []*ir.Type{ir.TI64, ir.TI64, ir.TI32, ir.TU32, ir.TU64, ir.TI16, ir.TU8, ir.TU16, ir.TF32, ir.TI8})
	x := g.cast(b, g.value(), t)
	y := g.constant(b, t)
	if g.c.N(3) != 2 {
		y = g.cast(b, g.value(), t)
	}
	k := pick(g.c, mixedOps)
	if t.IsFloat() && k != ir.OpMul && k != ir.OpSub && k != ir.OpMin && k != ir.OpMax && k != ir.OpLt {
		k = ir.OpAdd
	}
	switch k {
	case ir.OpShl, ir.OpShr:
		n := b.Const(ir.TU64, uint64(g.c.N(20)))
		if g.c.Rarely(4) {
			n = b.Conv(g.cast(b, g.value(), ir.TU8), ir.TU64)
		}
		return b.Op(k, []*ir.Value{x, n}, t).Result()
	case ir.OpRotl:
		if g.c.N(2) == 1 {
			return b.Op(k, []*ir.Value{x, b.Const(ir.TU64, uint64(g.c.N(70)))}, t).Result()
		}
		return b.Op(k, []*ir.Value{x, g.cast(b, g.value(), pick(g.c, []*ir.Type{ir.TU8, ir.TI64, ir.TU32, ir.TI16}))}, t).Result()
	case ir.OpNeg, ir.OpNot, ir.OpPopcnt, ir.OpClz, ir.OpCtz, ir.OpBswap, ir.OpBitrev:
		return b.Unary(k, x)
	case ir.OpLt, ir.OpEq, ir.OpGe:
		return b.Compare(k, x, y)
	case ir.OpSelect:
		return b.Select(g.cast(b, g.value(), ir.TBool), x, y)
	case ir.OpIf:
		o := b.If(g.cast(b, g.value(), ir.TBool), t)
		in := b.In(o.Regions[0])
		in.Yield(in.Binary(ir.OpAdd, x, y))
		b.In(o.Regions[1]).Yield(y)
		return o.Result()
	case ir.OpFor:
		o := b.For(b.Int(0), b.Int(int64(g.c.N(5))), 1, []*ir.Value{x})
		in := b.In(o.Regions[0])
		in.Yield(in.Binary(pick(g.c, mixedOps[:3]), o.Regions[0].Params[1], g.cast(in, pick(g.c, []*ir.Value{y, o.Regions[0].Params[0]}), t)))
		return o.Result()
	case ir.OpLoop:
		return g.loop(b, x, y)
	case ir.OpBlock:
		o := b.Block(t)
		in := b.In(o.Regions[0])
		br := in.If(g.cast(in, g.value(), ir.TBool))
		b.In(br.Regions[0]).Break(o, x)
		b.In(br.Regions[1]).Yield()
		in.Yield(in.Binary(ir.OpSub, y, x))
		return o.Result()
	case ir.OpDiv, ir.OpRem:
		if c, ok := y.ConstInt(); !ok || c == 0 {
			y = b.Binary(ir.OpOr, y, b.Const(t, 1))
		}
		return b.Binary(k, x, y)
	case ir.OpConv:
		return b.Conv(x, pick(g.c, []*ir.Type{ir.TU8, ir.TI16, ir.TF32, ir.TI32, ir.TU64, ir.TI8, ir.TU16}))
	}
	return b.Binary(k, x, y)
}

// saturating emits sums, differences, averages and distances of narrow numbers in a wide type, cut off at a narrow type's ends.
func (g *mixed) saturating(b *ir.Builder) *ir.Value {
	t := pick(g.c, []*ir.Type{ir.TU8, ir.TI16, ir.TI8, ir.TU16})
	wide := pick(g.c, []*ir.Type{ir.TI64, ir.TI32})
	x := b.Conv(g.cast(b, g.value(), t), wide)
	y := b.Conv(g.cast(b, g.value(), t), wide)
	k := pick(g.c, []ir.OpKind{ir.OpAdd, ir.OpSub})
	lo, hi := int64(0), int64(1)<<t.Bits()-1
	if t.IsSigned() {
		lo, hi = -1<<(t.Bits()-1), 1<<(t.Bits()-1)-1
	}
	num := func(n int64) *ir.Value { return b.Const(wide, uint64(n)) }
	switch g.c.N(4) {
	case 0:
		return b.Binary(ir.OpMax, b.Binary(ir.OpMin, b.Binary(k, x, y), num(hi)), num(lo))
	case 1:
		return b.Binary(ir.OpMin, b.Binary(ir.OpMax, b.Binary(k, x, y), num(lo)), num(hi-int64(g.c.N(2))))
	case 2:
		sum := b.Binary(ir.OpAdd, b.Binary(ir.OpAdd, x, y), num(1))
		return b.Op(ir.OpShr, []*ir.Value{sum, b.Const(ir.TU64, 1)}, wide).Result()
	}
	d := b.Binary(ir.OpSub, x, y)
	return b.Select(b.Compare(ir.OpLt, d, num(0)), b.Unary(ir.OpNeg, d), d)
}

// loop counts up or down to a bound, which differs between lanes perhaps, and computes something on the way; it gives one or the other.
func (g *mixed) loop(b *ir.Builder, x, y *ir.Value) *ir.Value {
	ct := pick(g.c, []*ir.Type{ir.TI64, ir.TI32, ir.TI8, ir.TU8})
	step, k := int64(1+g.c.N(2)), pick(g.c, []ir.OpKind{ir.OpLt, ir.OpLe})
	limit := b.Binary(ir.OpAnd, g.cast(b, g.value(), ct), b.Const(ct, 15))
	if g.c.N(2) == 1 {
		limit = pick(g.c, g.scalars)
		limit = g.cast(b, limit, ct)
		limit = b.Binary(ir.OpMax, b.Binary(ir.OpMin, limit, b.Const(ct, 20)), b.Const(ct, 0)) // down to -limit has an end
	}
	down := g.c.N(3) == 2 && ct.IsSigned()
	if down { // to its negative, which the least number hasn't: a loop to that may never end
		least := int64(-100)
		limit = b.Binary(ir.OpMax, limit, b.Const(ct, uint64(least)))
	}
	start := b.Const(ct, uint64(g.c.N(4)))
	o := b.Loop([]*ir.Value{start, x}, x.Type, ct)
	n, v := o.Regions[0].Params[0], o.Regions[0].Params[1]
	in := b.In(o.Regions[0])
	var more *ir.Value
	if down {
		more = in.Compare(k, in.Unary(ir.OpNeg, limit), n)
		step = -step
	} else {
		more = in.Compare(k, n, limit)
	}
	br := in.If(more)
	b.In(br.Regions[0]).Yield()
	b.In(br.Regions[1]).Break(o, v, n)
	in.Continue(o, in.Binary(ir.OpAdd, n, in.Const(ct, uint64(step))), in.Binary(pick(g.c, mixedOps[:3]), v, y))
	if g.c.N(2) == 0 {
		return o.Results[1]
	}
	return o.Results[0]
}

// reduce adds, or finds the least or greatest.
func (g *mixed) reduce(b *ir.Builder, n *ir.Value) *ir.Value {
	t := pick(g.c, []*ir.Type{ir.TI64, ir.TI32, ir.TU32, ir.TU64, ir.TU8, ir.TI16})
	k := pick(g.c, []ir.OpKind{ir.OpAdd, ir.OpMax, ir.OpMin})
	id := b.Const(t, uint64(pick(g.c, []int64{0, 255, -128, 1 << 62, -1 << 63, 1<<63 - 1})))
	o := b.Multi([]*ir.Value{n}, t)
	in := b.In(o.Regions[0])
	g.body(in, in.Region.Params[0])
	out := in.Op(ir.OpReduce, []*ir.Value{g.cast(in, g.value(), t), id})
	in.Yield()
	r := out.AddRegion(t, t)
	in = b.In(r)
	in.Yield(in.Binary(k, r.Params[0], r.Params[1]))
	return o.Result()
}
