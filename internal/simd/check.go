package simd

import "github.com/hone-go/hone/internal/ir"

// check emits a check that was not hoisted. In scalar code a failing check leaves the kernel with its operands; in lanes the vector is
// left to the scalar loop, which will meet the same failure with its exact operands.
func (e *emitter) check(o *ir.Op) flow {
	if e.lanes != nil && e.lanes.hoisted[o] {
		return falls
	}
	e.noteStays(o)
	args := make([]lval, len(o.Args))
	allUniform := true
	for i, a := range o.Args {
		args[i] = e.get(a)
		allUniform = allUniform && args[i].isUniform()
	}
	if e.lanes == nil {
		bad := e.violated(o, args, e.scalarOps())
		_, fl := e.scalarIf(bad, nil, [2]arm{
			func() ([]*ir.Value, flow) { e.failOp(o, args); return nil, closed },
			func() ([]*ir.Value, flow) { return nil, falls },
		})
		return fl
	}
	var bad *ir.Value
	switch {
	case allUniform:
		bad = e.violated(o, args, e.scalarOps())
		if e.mayBeEmpty() {
			bad = e.b.Binary(ir.OpAnd, bad, e.anyLane(e.maskValue()))
		}
	case spaced(o, args):
		return e.checkEnds(o, args)
	case e.sh.indexOnly[o.Args[0]]: // of a check.index, in lanes, against a length that is the same for all
		bad = e.anyLane(e.andMask(e.mask(), e.narrowOutside(e.narrowIndex(o.Args[0]), args[1].u)))
	default:
		bad = e.anyLane(e.andMask(e.mask(), e.violated(o, args, e.vectorOps())))
	}
	e.bailIf(bad)
	return falls
}

func describe(o *ir.Op) string {
	switch o.Kind {
	case ir.OpCheckIndex:
		return "bounds check"
	case ir.OpCheckDiv:
		return "check for division by zero"
	case ir.OpCheckShift:
		return "check for a negative shift"
	case ir.OpCheckSlice:
		return "slice bounds check"
	case ir.OpCheckMake:
		return "check of a slice's length"
	case ir.OpCheckPanic:
		return "panic"
	case ir.OpCheckRoom:
		return "room in memory of the thread's own"
	}
	return o.Kind.String()
}

func (e *emitter) bailIf(bad *ir.Value) {
	e.scalarIf(bad, nil, [2]arm{
		func() ([]*ir.Value, flow) { e.lanes.bail(); return nil, closed },
		func() ([]*ir.Value, flow) { return nil, falls },
	})
}

// maxStride bounds the strides of indices that are checked by their ends: between these they can't wrap around.
const maxStride = 1 << 40

// spaced reports a check of an evenly spaced index against a length that is the same for all lanes.
func spaced(o *ir.Op, args []lval) bool {
	return o.Kind == ir.OpCheckIndex && args[0].v == nil && args[1].isUniform() && -maxStride < args[0].stride && args[0].stride < maxStride
}

// checkEnds checks a strided index at the first and last lane. Only if that fails are the lanes looked at one by one: with lanes off, or in
// the tail, an end may be outside and yet no active lane be.
func (e *emitter) checkEnds(o *ir.Op, args []lval) flow {
	index, n := args[0], args[1].u
	first := e.signed(index.u)
	last := e.b.Binary(ir.OpAdd, first, e.b.Int(index.stride*int64(e.lanes.vl-1)))
	ops := e.scalarOps()
	badEnds := e.b.Binary(ir.OpOr, ops.outside(first, n), ops.outside(last, n))
	if e.mask() == nil {
		e.bailIf(badEnds)
		return falls
	}
	e.scalarIf(badEnds, nil, [2]arm{
		func() ([]*ir.Value, flow) {
			var outside *ir.Value
			if e.wide() {
				outside = e.lanesOutside(index, n)
			} else {
				outside = e.violated(o, args, e.vectorOps())
			}
			e.bailIf(e.anyLane(e.andMask(e.mask(), outside)))
			return nil, falls
		},
		func() ([]*ir.Value, flow) { return nil, falls },
	})
	return falls
}

// signed is a 64-bit integer as an i64.
func (e *emitter) signed(x *ir.Value) *ir.Value {
	if x.Type == ir.TI64 {
		return x
	}
	return e.b.Op(ir.OpBitcast, []*ir.Value{x}, ir.TI64).Result()
}

// lanesOutside is where a strided index is not in [0, n): the numbers of these lanes are found in scalar code, since vectors of the index
// itself may be wider than a register.
func (e *emitter) lanesOutside(index lval, n *ir.Value) *ir.Value {
	const far = 1 << 62 // beyond any length; keeps what follows from wrapping around
	clamp := func(x *ir.Value, lo, hi int64) *ir.Value {
		return e.b.Binary(ir.OpMin, e.b.Binary(ir.OpMax, x, e.b.Int(lo)), e.b.Int(hi))
	}
	first := clamp(e.signed(index.u), -far, far)
	step := index.stride
	// The index is first + j*step. Going down, look at its distance from the end instead: n-1 - first + j*-step.
	if step < 0 {
		step = -step
		first = e.b.Binary(ir.OpSub, e.b.Binary(ir.OpSub, n, e.b.Int(1)), first)
	}
	// firstFrom is the first lane where the index is at least x.
	firstFrom := func(x *ir.Value) *ir.Value {
		distance := e.b.Binary(ir.OpAdd, e.b.Binary(ir.OpSub, x, first), e.b.Int(step-1))
		return clamp(e.b.Binary(ir.OpDiv, clamp(distance, 0, far), e.b.Int(step)), 0, int64(e.lanes.vl))
	}
	below, inside := e.lanesUpTo(firstFrom(e.b.Int(0))), e.lanesUpTo(firstFrom(n))
	return e.b.Binary(ir.OpOr, below, e.b.Unary(ir.OpNot, inside))
}

// lanesUpTo is the mask of the first n lanes, or of all.
func (e *emitter) lanesUpTo(n *ir.Value) *ir.Value {
	all := e.b.Compare(ir.OpEq, n, e.b.Int(int64(e.lanes.vl)))
	return e.b.Binary(ir.OpOr, e.firstLanes(n), e.toVec(lval{u: all}))
}

// checkOps are the operations of a check, on scalars or vectors.
type checkOps struct {
	e     *emitter
	value func(lval) *ir.Value
	konst func(t *ir.Type, bits uint64) *ir.Value
}

func (e *emitter) scalarOps() checkOps {
	return checkOps{e, func(x lval) *ir.Value { return x.u }, e.b.Const}
}

func (e *emitter) vectorOps() checkOps {
	return checkOps{e, e.toVec, func(t *ir.Type, bits uint64) *ir.Value { return e.b.Const(e.vec(t), bits) }}
}

// outside is !(0 <= i < n), with one unsigned comparison: lengths aren't negative.
func (c checkOps) outside(i, n *ir.Value) *ir.Value {
	return c.e.b.Compare(ir.OpGe, c.unsigned(i), c.unsigned(n))
}

func (c checkOps) unsigned(x *ir.Value) *ir.Value {
	t := x.Type.WithScalar(ir.TU64)
	if x.Type == t {
		return x
	}
	if bits, ok := x.IsConst(); ok {
		return c.e.b.Const(t, bits)
	}
	return c.e.b.Op(ir.OpBitcast, []*ir.Value{x}, t).Result()
}

// failWord is an operand of a check as it is handed out: an integer's value, others' bits.
func (e *emitter) failWord(v *ir.Value) *ir.Value {
	switch v.Type {
	case ir.TI64:
		return v
	case ir.TBool:
		return e.b.Select(v, e.b.Int(1), e.b.Int(0))
	case ir.TF32:
		v = e.b.Op(ir.OpBitcast, []*ir.Value{v}, ir.TU32).Result()
	case ir.TF64:
		return e.b.Op(ir.OpBitcast, []*ir.Value{v}, ir.TI64).Result()
	}
	return e.b.Conv(v, ir.TI64)
}

// violated is where the check fails.
func (e *emitter) violated(o *ir.Op, args []lval, c checkOps) *ir.Value {
	if o.Kind == ir.OpCheckPanic {
		args = args[:1]
	}
	vs := make([]*ir.Value, len(args))
	for i, a := range args {
		vs[i] = c.value(a)
	}
	elem := o.Args[0].Type
	switch o.Kind {
	case ir.OpCheckPanic:
		return e.b.Unary(ir.OpNot, vs[0])
	case ir.OpCheckIndex:
		return c.outside(vs[0], vs[1])
	case ir.OpCheckDiv:
		return e.b.Compare(ir.OpEq, vs[0], c.konst(elem, 0))
	case ir.OpCheckShift:
		return e.b.Compare(ir.OpLt, vs[0], c.konst(elem, 0))
	case ir.OpCheckMake: // of a slice that was to be made in an iteration and is no more needed
		return e.b.Compare(ir.OpGt, c.unsigned(vs[0]), c.konst(ir.TU64, ir.MaxMake))
	case ir.OpCheckRoom:
		return e.b.Compare(ir.OpGt, c.unsigned(vs[0]), c.unsigned(vs[1]))
	case ir.OpCheckSlice:
		// lo <= hi (<= max) <= cap, unsigned: a negative bound is a huge one.
		var bad *ir.Value
		for i, v := range vs[1:] {
			if v != vs[i] || i == 0 {
				bad = e.b.Join(ir.OpOr, bad, e.b.Compare(ir.OpGt, c.unsigned(vs[i]), c.unsigned(v)))
			}
		}
		return bad
	}
	e.fail(o, "%s in a kernel", o.Kind)
	return nil
}

// failOp leaves the kernel with the number of the check and its operands.
func (e *emitter) failOp(o *ir.Op, args []lval) {
	site, ok := e.sites[o]
	if !ok {
		s := Site{Kind: o.Kind, Pos: o.Pos, Uns: o.Args[0].Type == ir.TU64, Panic: o.Sym()}
		if len(o.Ints) > 0 {
			s.Code = o.Ints[0]
		}
		e.kernel.Sites = append(e.kernel.Sites, s)
		site = len(e.kernel.Sites)
		e.sites[o] = site
	}
	if o.Kind == ir.OpCheckPanic {
		args = args[1:]
	}
	var vs []*ir.Value
	for _, a := range args {
		vs = append(vs, e.failWord(a.u))
	}
	f := e.b.Op(ir.OpFail, vs)
	f.Ints = []int64{int64(site)}
}
