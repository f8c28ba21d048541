package simd

import "github.com/hone-go/hone/internal/ir"

// check emits a check that was not hoisted. In scalar code a failing check leaves the kernel with its operands; in lanes the vector is
// left to the scalar loop, which will meet the same failure with its exact operands.
func (e *emitter) check(o *ir.Op) flow {
	if e.lanes != nil && e.lanes.hoisted[o] {
		return falls
	}
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
	e.note(o.Pos, "%s stays in the loop", describe(o))
	var bad *ir.Value
	switch {
	case allUniform:
		bad = e.violated(o, args, e.scalarOps())
		if !e.some && e.mask() != nil {
			bad = e.b.Binary(ir.OpAnd, bad, e.anyLane(e.maskValue()))
		}
	case o.Kind == ir.OpCheckIndex && args[0].v == nil && args[1].isUniform():
		return e.checkEnds(o, args)
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
	}
	return o.Kind.String()
}

func (e *emitter) bailIf(bad *ir.Value) {
	e.scalarIf(bad, nil, [2]arm{
		func() ([]*ir.Value, flow) { e.lanes.bail(); return nil, closed },
		func() ([]*ir.Value, flow) { return nil, falls },
	})
}

// checkEnds checks a strided index at the first and last lane. Only if that fails are the lanes looked at one by one: with lanes off, or in
// the tail, an end may be outside and yet no active lane be.
func (e *emitter) checkEnds(o *ir.Op, args []lval) flow {
	n := args[1].u
	first := args[0].u
	last := e.b.Binary(ir.OpAdd, first, e.b.Int(args[0].stride*int64(e.lanes.vl-1)))
	ops := e.scalarOps()
	badEnds := e.b.Binary(ir.OpOr, ops.outside(first, n), ops.outside(last, n))
	e.scalarIf(badEnds, nil, [2]arm{
		func() ([]*ir.Value, flow) {
			bad := e.anyLane(e.andMask(e.mask(), e.violated(o, args, e.vectorOps())))
			e.bailIf(bad)
			return nil, falls
		},
		func() ([]*ir.Value, flow) { return nil, falls },
	})
	return falls
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

// violated is where the check fails.
func (e *emitter) violated(o *ir.Op, args []lval, c checkOps) *ir.Value {
	vs := make([]*ir.Value, len(args))
	for i, a := range args {
		vs[i] = c.value(a)
	}
	elem := o.Args[0].Type
	switch o.Kind {
	case ir.OpCheckIndex:
		return c.outside(vs[0], vs[1])
	case ir.OpCheckDiv:
		return e.b.Compare(ir.OpEq, vs[0], c.konst(elem, 0))
	case ir.OpCheckShift:
		return e.b.Compare(ir.OpLt, vs[0], c.konst(elem, 0))
	case ir.OpCheckSlice:
		// lo <= hi (<= max) <= cap, unsigned: a negative bound is a huge one.
		bad := e.b.Compare(ir.OpGt, c.unsigned(vs[0]), c.unsigned(vs[1]))
		for i := 1; i+1 < len(vs); i++ {
			next := e.b.Compare(ir.OpGt, c.unsigned(vs[i]), c.unsigned(vs[i+1]))
			bad = e.b.Binary(ir.OpOr, bad, next)
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
		s := Site{Kind: o.Kind, Pos: o.Pos, Uns: o.Args[0].Type == ir.TU64}
		if len(o.Ints) > 0 {
			s.Code = o.Ints[0]
		}
		e.kernel.Sites = append(e.kernel.Sites, s)
		site = len(e.kernel.Sites)
		e.sites[o] = site
	}
	var vs []*ir.Value
	for _, a := range args {
		v := a.u
		if v.Type != ir.TI64 {
			v = e.b.Conv(v, ir.TI64)
		}
		vs = append(vs, v)
	}
	f := e.b.Op(ir.OpFail, vs)
	f.Ints = []int64{int64(site)}
}
