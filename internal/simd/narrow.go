package simd

import "github.com/hone-go/hone/internal/ir"

// Go's integers are 64 bits wide, also where they number the elements of narrow types. A vector of them halves the lanes of a kernel of
// floats or bytes. So 32 bits do where they suffice: for indices that were widened from a narrow type, and for what is computed from the
// loop's index in even steps, if that turns out to be small for the whole loop.

// findNarrow finds the values and operations of a loop in lanes for which 32 bits do.
func (s *shapes) findNarrow(loop *ir.Op) {
	s.indexOnly = map[*ir.Value]bool{}
	for _, r := range loop.Regions {
		s.findIndexOnly(r)
	}
	s.narrowOps = map[*ir.Op]bool{}
	if loop.Kind != ir.OpFor {
		return // a reduction can't leave its lanes before it is done
	}
	body := loop.Regions[0]
	ahead := computable(body)
	body.Walk(func(o *ir.Op) bool {
		if s.isNarrowOp(o, ahead) {
			s.narrowOps[o] = true
		}
		return true
	})
}

// findIndexOnly finds widened integers that are used only as indices: of loads, stores and tables, and in the checks of these.
func (s *shapes) findIndexOnly(r *ir.Region) {
	r.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpConv && o.Results[0].Type == ir.TI64 && s.Of(o.Results[0]).Varying {
			if t := o.Args[0].Type; t.IsInt() && t.Size() <= 4 {
				s.indexOnly[o.Results[0]] = true
			}
		}
		return true
	})
	r.Walk(func(o *ir.Op) bool {
		for i, a := range o.Args {
			if s.indexOnly[a] && !s.isIndex(o, i) {
				delete(s.indexOnly, a)
			}
		}
		return true
	})
}

// isIndex reports that o takes its operand i, a widened integer, as an index that may be narrow.
func (s *shapes) isIndex(o *ir.Op, i int) bool {
	if o.Kind == ir.OpTable {
		return true
	}
	if o.Args[i].Def.Args[0].Type == ir.TU32 {
		return false // as 32 bits with a sign it would be another number
	}
	switch o.Kind {
	case ir.OpLoad, ir.OpStore:
		return i == 1 && isPowerOfTwo(o.Args[0].Type.Elem.Size()) && len(o.Ints) == 0
	case ir.OpCheckIndex:
		return i == 0 && s.Of(o.Args[1]).IsUniform()
	}
	return false
}

func isPowerOfTwo(n int) bool { return n > 0 && n&(n-1) == 0 }

// isNarrowOp reports a comparison or a conversion to a float of integers that are evenly spaced and can be computed ahead of the loop.
func (s *shapes) isNarrowOp(o *ir.Op, ahead func(*ir.Value) bool) bool {
	switch o.Kind {
	case ir.OpConv:
		return o.Results[0].Type.IsFloat() && s.isSteps(o.Args[0], ahead)
	case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		x, y := o.Args[0], o.Args[1]
		if x.Type == ir.TU64 { // an index against a length
			return s.isSteps(signedForm(x), ahead) && s.Of(x).Stride != 0 && s.Of(y).IsUniform() && isLen(signedForm(y))
		}
		return s.isSteps(x, ahead) && (s.Of(y).IsUniform() || s.isSteps(y, ahead)) || s.Of(x).IsUniform() && s.isSteps(y, ahead)
	}
	return false
}

func (s *shapes) isSteps(v *ir.Value, ahead func(*ir.Value) bool) bool {
	sh := s.Of(v)
	return v.Type == ir.TI64 && !sh.Varying && sh.Stride != 0 && -maxHoistStride < sh.Stride && sh.Stride < maxHoistStride && ahead(v)
}

// signedForm is the integer whose bits v has as an unsigned number, or v.
func signedForm(v *ir.Value) *ir.Value {
	if d := v.Def; d != nil && d.Kind == ir.OpBitcast && d.Args[0].Type == ir.TI64 {
		return d.Args[0]
	}
	return v
}

func isLen(v *ir.Value) bool {
	return v.Def != nil && (v.Def.Kind == ir.OpLen || v.Def.Kind == ir.OpCap)
}

// steps lists the evenly spaced operands of the narrow operations.
func (s *shapes) steps(body *ir.Region) []*ir.Value {
	var out []*ir.Value
	seen := map[*ir.Value]bool{}
	body.Walk(func(o *ir.Op) bool {
		if s.narrowOps[o] {
			for _, a := range o.Args {
				a = signedForm(a)
				if !s.Of(a).IsUniform() && !seen[a] {
					seen[a] = true
					out = append(out, a)
				}
			}
		}
		return true
	})
	return out
}

// smallSteps are the numbers that are small enough for 32 bits: both extremes are left out, for bounds that are cut off to them.
const smallSteps = 1<<31 - 1

// isSmall is -smallSteps < v < smallSteps, in scalar code.
func (e *emitter) isSmall(v *ir.Value) *ir.Value {
	shifted := e.b.Binary(ir.OpAdd, v, e.b.Int(smallSteps-1))
	return e.b.Compare(ir.OpLt, e.scalarOps().unsigned(shifted), e.b.Const(ir.TU64, 2*smallSteps-1))
}

// wide reports that a vector of 64-bit elements does not fit a register.
func (e *emitter) wide() bool { return e.kernel.Lanes*8 > e.opt.Machine.RegisterBytes }

// narrowOperand is an operand of a narrow operation: even steps as they are, a bound cut off to what is beyond them.
func (e *emitter) narrowOperand(x lval) *ir.Value {
	if x.u.Type == ir.TU64 {
		if x.isUniform() {
			x.u = e.b.Binary(ir.OpMin, x.u, e.b.Const(ir.TU64, smallSteps))
		}
		return e.toVec(lval{u: e.b.Conv(x.u, ir.TU32), stride: x.stride})
	}
	if x.isUniform() {
		x.u = e.b.Binary(ir.OpMin, e.b.Binary(ir.OpMax, x.u, e.b.Int(-smallSteps)), e.b.Int(smallSteps))
	}
	return e.toVec(lval{u: e.b.Conv(x.u, ir.TI32), stride: x.stride})
}

// narrowIndex looks through the widening of an index: the result is a vector of 32-bit integers, which are extended by sign, or nil.
func (e *emitter) narrowIndex(v *ir.Value) *ir.Value {
	d := v.Def
	if d == nil || d.Kind != ir.OpConv || !d.Args[0].Type.IsInt() || d.Args[0].Type.Size() > 4 || d.Args[0].Type == ir.TU32 {
		return nil
	}
	x, ok := e.env[d.Args[0]]
	if !ok {
		return nil
	}
	return e.b.Conv(e.toVec(x), e.vec(ir.TI32))
}

// tableIndex is an index of a table, as narrow as can be.
func (e *emitter) tableIndex(v *ir.Value, x lval) *ir.Value {
	if x.v == nil {
		return e.toVec(lval{u: e.b.Conv(x.u, ir.TI32), stride: x.stride})
	}
	d := v.Def
	if d != nil && d.Kind == ir.OpConv && d.Args[0].Type == ir.TU8 {
		return e.toVec(e.get(d.Args[0]))
	}
	if n := e.narrowIndex(v); n != nil {
		return n
	}
	if d != nil && d.Kind == ir.OpConv && d.Args[0].Type == ir.TU32 {
		return e.toVec(e.get(d.Args[0]))
	}
	return x.v
}

// isByteTable reports a table of bytes that a byte selects from.
func isByteTable(o *ir.Op) bool {
	d := o.Args[0].Def
	return o.Results[0].Type.Size() == 1 && len(o.Table()) <= 256 && d != nil && d.Kind == ir.OpConv && d.Args[0].Type == ir.TU8
}

// narrowOutside is where a widened index is not in [0, n).
func (e *emitter) narrowOutside(index, n *ir.Value) *ir.Value {
	limit := e.b.Conv(e.b.Binary(ir.OpMin, n, e.b.Int(1<<31)), ir.TU32)
	x := e.b.Op(ir.OpBitcast, []*ir.Value{index}, e.vec(ir.TU32)).Result()
	return e.b.Compare(ir.OpGe, x, e.toVec(lval{u: limit}))
}
