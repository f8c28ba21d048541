package irtest

import "github.com/hone-go/hone/internal/ir"

// statements adds n random statements.
func (g *gen) statements(b *ir.Builder, n int) {
	for range n {
		if g.fuel--; g.fuel < 0 {
			return
		}
		g.statement(b)
	}
}

func (g *gen) statement(b *ir.Builder) {
	nested := func(in *ir.Builder) { g.statements(in, 1+g.c.N(4)) }
	deep := g.depth > 5
	slow := g.trips > maxTrips
	switch k := g.c.N(24); {
	case k < 8 || deep && k >= 16:
		g.arithmetic(b)
	case k < 11:
		g.load(b)
	case k < 13:
		g.store(b)
	case k == 13:
		g.alloca(b)
	case k == 14:
		g.slice(b)
	case k == 15:
		g.check(b)
	case k < 19:
		g.branch(b, nested)
	case k < 21:
		g.block(b, nested)
	case k == 21 && !slow:
		g.loop(b, nested)
	case k == 22 && !slow:
		g.forLoop(b, nested)
	case g.own != nil && g.mirror && g.c.N(2) == 1:
		g.parfor(b)
	default:
		if g.serial && !slow {
			g.reduce(b)
		}
	}
}

func (g *gen) arithmetic(b *ir.Builder) {
	t := g.someType()
	one := func(k ir.OpKind, vs ...*ir.Value) { g.keep(b.Op(k, vs, t).Result()) }
	x := g.val(b, t)
	switch k := g.c.N(10); {
	case t == ir.TBool && k < 6:
		of := g.someType()
		if of == ir.TBool {
			of = ir.TI64
		}
		g.keep(b.Compare(pick(g.c, []ir.OpKind{ir.OpLt, ir.OpEq, ir.OpNe, ir.OpLe, ir.OpGt, ir.OpGe}), g.val(b, of), g.val(b, of)))
	case t == ir.TBool && k == 6:
		one(ir.OpNot, x)
	case t == ir.TBool:
		one(pick(g.c, []ir.OpKind{ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAndNot}), x, g.val(b, t))
	case k == 0:
		one(ir.OpSelect, g.val(b, ir.TBool), x, g.val(b, t))
	case k == 1:
		from := g.someType()
		if from == ir.TBool || from == t {
			one(ir.OpAdd, x, g.val(b, t))
			return
		}
		one(ir.OpConv, g.val(b, from))
	case t.IsFloat() && k == 2:
		one(pick(g.c, []ir.OpKind{ir.OpNeg, ir.OpAbs, ir.OpSqrt, ir.OpFloor, ir.OpRint}), x)
	case t.IsFloat() && k == 3: // what may be fused
		args := []*ir.Value{b.Binary(ir.OpMul, x, g.val(b, t)), g.val(b, t)}
		if g.c.Rarely(4) {
			g.keep(args[0])
		}
		at := g.c.N(2)
		one(pick(g.c, []ir.OpKind{ir.OpAdd, ir.OpSub}), args[at], args[1-at])
	case k == 5 && t.IsSigned():
		one(ir.OpNeg, x)
	case t.IsFloat():
		one(pick(g.c, []ir.OpKind{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpDiv, ir.OpMin, ir.OpMax}), x, g.val(b, t))
	case k == 2:
		g.divide(b, t)
	case k == 3:
		one(pick(g.c, []ir.OpKind{ir.OpShl, ir.OpShr}), x, g.count(b))
	case k == 4:
		g.table(b, t)
	case k == 6 && g.c.N(2) == 1:
		one(pick(g.c, bitOps), x)
	case k == 7 && g.c.N(2) == 1:
		g.rotate(b, x)
	case k == 8 && g.c.N(3) == 1:
		one(ir.OpMulHi, x, g.val(b, t))
	case k == 8 && t == ir.TU64:
		g.divideLong(b, x)
	case k == 9 && (t == ir.TU32 || t == ir.TU64) && g.c.N(2) == 1:
		g.carries(b, x)
	default:
		one(pick(g.c, []ir.OpKind{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpMin, ir.OpMax}), x, g.val(b, t))
	}
}

// divideLong divides a number of two words, of which x is the upper one, by something that leaves room mostly.
func (g *gen) divideLong(b *ir.Builder, x *ir.Value) {
	args := []*ir.Value{x, g.val(b, ir.TU64), g.val(b, ir.TU64)}
	if !g.c.Rarely(3) {
		args[0] = b.Binary(ir.OpShr, x, b.Const(ir.TU64, 40))
		args[2] = b.Binary(ir.OpOr, args[2], b.Const(ir.TU64, 1<<uint(24+g.c.N(40))))
	}
	for range 1 + g.c.N(2) {
		g.keep(b.Op(pick(g.c, []ir.OpKind{ir.OpDivLong, ir.OpRemLong}), args, ir.TU64).Result())
	}
}

// carries adds or subtracts numbers of a few words, as bits.Add64 does: x is one word of the first.
func (g *gen) carries(b *ir.Builder, x *ir.Value) {
	t := x.Type
	out, sum := ir.OpCarry, ir.OpAdd
	if g.c.N(2) == 1 {
		out, sum = ir.OpBorrow, ir.OpSub
	}
	c := b.Const(t, uint64(g.c.N(2)))
	if g.c.Rarely(3) {
		c = g.val(b, t)
	}
	for range 1 + g.c.N(4) {
		y := g.val(b, t)
		g.keep(b.Binary(sum, b.Binary(sum, x, y), b.Binary(ir.OpMin, c, b.Const(t, 1))))
		c = b.Op(out, []*ir.Value{x, y, c}, t).Result()
		if g.c.Rarely(4) {
			g.keep(c)
		}
		x = g.val(b, t)
	}
	g.keep(b.Binary(pick(g.c, []ir.OpKind{ir.OpAdd, ir.OpSub}), x, c))
}

// bitOps have one operand.
var bitOps = []ir.OpKind{ir.OpPopcnt, ir.OpClz, ir.OpCtz, ir.OpBswap, ir.OpBitrev}

// rotate: by any integer, or by shifts.
func (g *gen) rotate(b *ir.Builder, x *ir.Value) {
	t := x.Type
	shift := func(k ir.OpKind, n int) *ir.Value {
		return b.Op(k, []*ir.Value{x, b.Const(ir.TU64, uint64(n))}, t).Result()
	}
	switch g.c.N(3) {
	case 0:
		g.keep(b.Op(ir.OpRotl, []*ir.Value{x, b.Const(ir.TU64, uint64(g.c.N(70)))}, t).Result())
	case 1:
		n := 1 + g.c.N(t.Bits()-1)
		g.keep(b.Binary(pick(g.c, []ir.OpKind{ir.OpOr, ir.OpXor, ir.OpAdd}), shift(ir.OpShr, n), shift(ir.OpShl, t.Bits()-n)))
	default:
		by := g.someType()
		if !by.IsInt() {
			by = ir.TI64
		}
		g.keep(b.Op(ir.OpRotl, []*ir.Value{x, g.val(b, by)}, t).Result())
	}
}

// divide: with a check of the divisor, or by an odd number.
func (g *gen) divide(b *ir.Builder, t *ir.Type) {
	d := g.val(b, t)
	switch {
	case g.mayFail && g.c.N(2) == 1:
		b.Op(ir.OpCheckDiv, []*ir.Value{d})
	default:
		d = b.Binary(ir.OpOr, d, b.Const(t, 1))
	}
	g.keep(b.Binary(pick(g.c, []ir.OpKind{ir.OpDiv, ir.OpRem}), g.val(b, t), d))
}

func (g *gen) count(b *ir.Builder) *ir.Value {
	switch g.c.N(3) {
	case 0:
		return b.Const(ir.TU64, uint64(g.c.N(70)))
	case 1:
		t := g.someType()
		if t.IsUnsigned() {
			return b.Conv(g.val(b, t), ir.TU64)
		}
		fallthrough
	default:
		n := g.val(b, ir.TI64)
		if g.mayFail {
			b.Op(ir.OpCheckShift, []*ir.Value{n})
		}
		return b.Op(ir.OpConv, []*ir.Value{n}, ir.TU64).Result()
	}
}

func (g *gen) table(b *ir.Builder, t *ir.Type) {
	i := b.Binary(ir.OpAnd, g.val(b, ir.TI64), b.Int(3))
	if g.mayFail && g.c.N(2) == 1 {
		i = g.val(b, ir.TI64)
		b.Op(ir.OpCheckIndex, []*ir.Value{i, b.Int(4)})
	}
	o := b.Op(ir.OpTable, []*ir.Value{i}, t)
	o.SetTable([]uint64{1, ir.Canonical(t, 77), 0, 3})
	g.keep(o.Result())
}

// index is an index below n, a power of two; or one that is checked.
func (g *gen) index(b *ir.Builder, n int64) *ir.Value {
	x := g.val(b, ir.TI64)
	switch g.c.N(4) {
	case 0:
		return b.Int(int64(g.c.N(int(n))))
	case 1:
		if t := g.someType(); t == ir.TI32 || t == ir.TU8 || t == ir.TU32 { // narrow, then widened
			return b.Conv(b.Binary(ir.OpAnd, g.val(b, t), b.Const(t, uint64(n-1))), ir.TI64)
		}
	case 2:
		if g.mayFail {
			i := b.Binary(ir.OpMin, x, b.Int(n-1))
			b.Op(ir.OpCheckIndex, []*ir.Value{i, g.limit})
			return i
		}
	}
	return b.Binary(ir.OpAnd, x, b.Int(n-1))
}

// near is an index close to the iteration's own, or its mirror image.
func (g *gen) near(b *ir.Builder) *ir.Value {
	switch g.c.N(4) {
	case 0:
		return g.own
	case 1:
		return b.Binary(ir.OpAdd, g.own, b.Int(int64(g.c.N(60))))
	case 2:
		return b.Binary(ir.OpSub, b.Int(sliceLen-1), g.own)
	}
	// Every other element: half as many iterations would fit, so only where the index is small.
	return b.Binary(ir.OpAnd, b.Binary(ir.OpMul, g.own, b.Int(2)), b.Int(2047))
}

func (g *gen) load(b *ir.Builder) {
	t := g.someType()
	switch k := g.c.N(8); {
	case k == 1 && len(g.private) > 0:
		s := pick(g.c, g.private)
		g.keepLoad(b, s, g.index(b, 4), nil)
	case k == 2 && len(g.short) > 0:
		g.keepLoad(b, pick(g.c, g.short), g.index(b, 16), nil)
	case k == 3:
		g.record(b)
	case k == 4 && g.own != nil:
		g.keepLoad(b, g.outputs[t], g.own, nil)
	case k == 5:
		g.keepLoad(b, g.ones, g.index(b, safeIndex), nil)
	case k == 7 && g.c.N(2) == 1:
		g.words(b)
	case k >= 6 || g.own == nil:
		g.keepLoad(b, g.inputs[t], g.index(b, safeIndex), nil)
	default:
		i := g.near(b)
		if g.mayFail && g.c.N(2) == 1 {
			b.Op(ir.OpCheckIndex, []*ir.Value{i, g.limit})
		}
		g.keepLoad(b, g.inputs[t], i, nil)
	}
}

// words puts neighbours of an input together to a wider integer, or nearly.
func (g *gen) words(b *ir.Builder) {
	from, to := g.someType(), g.someType()
	if !from.IsUnsigned() || !to.IsInt() || from.Size() >= to.Size() {
		from, to = ir.TU8, ir.TI64
	}
	s := g.inputs[from]
	if s == nil {
		return
	}
	at := g.index(b, safeIndex/2)
	if g.own != nil && g.c.N(2) == 1 {
		at = b.Binary(ir.OpAdd, g.own, b.Int(int64(g.c.N(40))))
	}
	n := min(1+g.c.N(8), to.Bits()/from.Bits())
	down, joins := g.c.N(2) == 1, []ir.OpKind{ir.OpOr, ir.OpAdd, ir.OpXor}
	join := pick(g.c, joins)
	var word *ir.Value
	for k := range n {
		i, shift := k, k*from.Bits()
		if down {
			i = n - 1 - k
		}
		if g.c.Rarely(10) {
			i, shift = g.c.N(8), g.c.N(to.Bits())
		}
		x := b.Load(s, b.Binary(ir.OpAdd, at, b.Int(int64(i))), nil)
		if mid := g.someType(); g.c.Rarely(4) && mid.IsInt() {
			x = b.Conv(x, mid)
		}
		x = b.Op(ir.OpShl, []*ir.Value{b.Conv(x, to), b.Const(ir.TU64, uint64(shift))}, to).Result()
		if g.c.Rarely(20) {
			join = pick(g.c, joins)
		}
		switch {
		case word == nil:
			word = x
		case g.c.Rarely(3):
			word = b.Binary(join, x, word)
		default:
			word = b.Binary(join, word, x)
		}
	}
	g.keep(word)
}

func (g *gen) keepLoad(b *ir.Builder, s, i *ir.Value, path []int64, extra ...*ir.Value) {
	v := b.Load(s, i, path, extra...)
	if has(g.types, v.Type) {
		g.keep(v)
	} else if v.Type.IsInt() {
		g.keep(b.Conv(v, ir.TI64))
	}
}

// record reads a component of a struct.
func (g *gen) record(b *ir.Builder) {
	i, s := g.own, g.log
	if g.own == nil || g.c.N(2) == 1 {
		i, s = g.index(b, safeIndex), g.records
	}
	switch g.c.N(3) {
	case 0:
		g.keepLoad(b, s, i, []int64{0})
	case 1:
		g.keepLoad(b, s, i, []int64{2, -1}, b.Binary(ir.OpAnd, g.val(b, ir.TI64), b.Int(1)))
	default:
		g.keepLoad(b, s, i, []int64{3})
	}
}

func (g *gen) store(b *ir.Builder) {
	t := g.someType()
	if len(g.private) > 0 && g.c.N(3) == 1 {
		s := pick(g.c, g.private)
		b.Store(s, g.index(b, 4), g.val(b, s.Type.Elem), nil)
		return
	}
	if g.own == nil {
		return
	}
	switch g.c.N(5) {
	case 4:
		b.Store(g.marks, b.Int(int64(g.c.N(3))), b.Bool(true), nil)
	case 1:
		i := g.own
		if g.mirror {
			i = b.Binary(ir.OpSub, b.Int(2*iterations-1), g.own)
		}
		b.Store(g.outputs[t], i, g.val(b, t), nil)
	case 2:
		b.Store(g.log, g.own, b.Conv(g.val(b, ir.TI64), ir.TI16), []int64{2, -1}, b.Binary(ir.OpAnd, g.val(b, ir.TI64), b.Int(1)))
	case 3:
		if g.mayFail {
			b.Op(ir.OpCheckIndex, []*ir.Value{g.own, g.limit})
		}
		fallthrough
	default:
		b.Store(g.outputs[t], g.own, g.val(b, t), nil)
	}
}

func (g *gen) alloca(b *ir.Builder) {
	t := g.someType()
	o := b.Op(ir.OpAlloca, nil, ir.SliceOf(t))
	o.Ints = []int64{4}
	g.private = append(g.private, o.Result())
	b.Store(o.Result(), g.index(b, 4), g.val(b, t), nil)
}

// slice makes a slice of 16 elements, maybe a different one in each iteration.
func (g *gen) slice(b *ir.Builder) {
	s := g.inputs[g.someType()]
	lo := g.index(b, 32)
	hi := b.Binary(ir.OpAdd, lo, b.Int(16))
	if g.mayFail && g.c.N(2) == 1 {
		o := b.Op(ir.OpCheckSlice, []*ir.Value{lo, hi, b.Binary(ir.OpMax, g.limit, b.Int(16))})
		o.Ints = []int64{0}
	}
	v := b.Op(ir.OpSlice, []*ir.Value{s, lo, hi}, s.Type).Result()
	if g.c.Rarely(3) {
		v = b.Select(g.val(b, ir.TBool), v, g.val(b, v.Type))
	}
	g.keep(v)
	if g.c.Rarely(4) {
		g.keep(b.Len(v))
	}
}

func (g *gen) check(b *ir.Builder) {
	if !g.mayFail {
		return
	}
	switch g.c.N(3) {
	case 0:
		b.Op(ir.OpCheckIndex, []*ir.Value{b.Binary(ir.OpAnd, g.val(b, ir.TI64), b.Int(15)), g.limit})
	case 1:
		i := b.Op(ir.OpConv, []*ir.Value{b.Binary(ir.OpAnd, g.val(b, ir.TI64), b.Int(7))}, ir.TU64).Result()
		b.Op(ir.OpCheckIndex, []*ir.Value{i, g.limit})
	default:
		if g.own != nil {
			b.Op(ir.OpCheckIndex, []*ir.Value{g.own, g.limit})
		}
	}
}

// end ends a region of something that gives values of these types: by a yield, or by an exit.
func (g *gen) end(b *ir.Builder, ts []*ir.Type) {
	if len(g.targets) == 0 || g.c.N(5) < 3 {
		b.Yield(g.some(b, ts)...)
		return
	}
	g.exit(b, g.targets[len(g.targets)-1-g.c.N(len(g.targets))])
}

func (g *gen) exit(b *ir.Builder, t *goal) {
	results := func(b *ir.Builder) []*ir.Value { return g.some(b, ir.Types(t.op.Results)) }
	switch {
	case t.op.Kind == ir.OpFor && g.c.N(2) == 1:
		b.Continue(t.op, g.some(b, ir.Types(t.op.Results))...)
	case t.op.Kind == ir.OpLoop && g.c.N(2) == 1:
		g.again(b, t)
	default:
		b.Break(t.op, results(b)...)
	}
}

// again continues a loop if its counter is below the bound, else leaves it.
func (g *gen) again(b *ir.Builder, t *goal) {
	next := t.step(b)
	br := b.If(b.Compare(ir.OpLt, next, t.bound))
	in := b.In(br.Regions[0])
	vals := g.some(in, ir.Types(t.op.Args))
	vals[0] = next
	in.Continue(t.op, vals...)
	in = b.In(br.Regions[1])
	in.Break(t.op, g.some(in, ir.Types(t.op.Results))...)
	b.Break(t.op, g.some(b, ir.Types(t.op.Results))...) // never reached
}

func (g *gen) branch(b *ir.Builder, inside func(*ir.Builder)) {
	ts := g.someTypes(g.c.N(3))
	o := b.If(g.val(b, ir.TBool), ts...)
	for k, r := range o.Regions {
		g.scoped(func() {
			in := b.In(r)
			if k == 0 || g.c.N(2) == 1 {
				inside(in)
			}
			g.end(in, ts)
		})
	}
	for _, v := range o.Results {
		g.keep(v)
	}
}

func (g *gen) block(b *ir.Builder, inside func(*ir.Builder)) {
	o := b.Block(g.someTypes(g.c.N(3))...)
	g.scoped(func() {
		g.targets = append(g.targets[:len(g.targets):len(g.targets)], &goal{op: o})
		in := b.In(o.Regions[0])
		inside(in)
		g.end(in, ir.Types(o.Results))
	})
	for _, v := range o.Results {
		g.keep(v)
	}
}

// bound is a small number: constant, the same for all iterations, or a different one for each.
func (g *gen) bound(b *ir.Builder) *ir.Value {
	if g.c.N(2) == 0 {
		return b.Int(int64(1 + g.c.N(4)))
	}
	return b.Binary(ir.OpAnd, g.val(b, ir.TI64), b.Int(3))
}

func (g *gen) loop(b *ir.Builder, inside func(*ir.Builder)) {
	bound := g.bound(b)
	ts := append([]*ir.Type{ir.TI64}, g.someTypes(g.c.N(3))...)
	inits := g.some(b, ts)
	inits[0] = b.Int(0)
	o := b.Loop(inits, g.someTypes(g.c.N(3))...)
	g.trips *= 4
	g.scoped(func() {
		r := o.Regions[0]
		for _, p := range r.Params {
			g.keep(p)
		}
		slow := g.c.N(3) == 2
		t := &goal{op: o, bound: bound, step: func(b *ir.Builder) *ir.Value {
			step := b.Int(1)
			if slow { // by 1 all the same, but nobody knows
				step = b.Load(g.ones, b.Int(2), nil)
			}
			return b.Binary(ir.OpAdd, r.Params[0], step)
		}}
		g.targets = append(g.targets[:len(g.targets):len(g.targets)], t)
		in := b.In(r)
		inside(in)
		g.again(in, t)
	})
	g.trips /= 4
	for _, v := range o.Results {
		g.keep(v)
	}
}

func (g *gen) forLoop(b *ir.Builder, inside func(*ir.Builder)) {
	lo, hi := b.Int(0), g.bound(b)
	step := pick(g.c, []int64{1, 2, -1})
	if step < 0 {
		lo, hi = hi, lo
	}
	o := b.For(lo, hi, step, g.some(b, g.someTypes(g.c.N(3))))
	g.trips *= 4
	g.scoped(func() {
		for _, p := range o.Regions[0].Params {
			g.keep(p)
		}
		g.targets = append(g.targets[:len(g.targets):len(g.targets)], &goal{op: o})
		in := b.In(o.Regions[0])
		inside(in)
		g.end(in, ir.Types(o.Results))
	})
	g.trips /= 4
	for _, v := range o.Results {
		g.keep(v)
	}
}
