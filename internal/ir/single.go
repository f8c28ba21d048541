package ir

import "math"

// What is computed in float64 from float32 is often a float32 again: |x|, -x, the floor of x. To compute it in float32 then gives the same, in vectors of twice as many.

// maxSingle bounds how far Single looks back.
const maxSingle = 12

// Single reports a float64 that is seen to be a float32 at every time: one that was converted, a small integer, a constant that a float32 holds exactly, or what operations
// without rounding make of such.
func Single(v *Value) bool { return isSingle(v, maxSingle) }

func isSingle(v *Value, depth int) bool {
	o := v.Def
	if o == nil || v.Type.Scalar().Kind != F64 || depth == 0 {
		return false
	}
	args := o.Args
	switch o.Kind {
	case OpConst:
		x := BitsFloat(TF64, o.Bits)
		return float64(float32(x)) == x
	case OpConv:
		from := args[0].Type.Scalar()
		return from.Kind == F32 || from.IsInt() && from.Size() <= 2
	case OpSelect:
		args = args[1:]
	case OpNeg, OpAbs, OpFloor, OpCeil, OpTrunc, OpRint, OpFence, OpCopysign, OpMin, OpMax:
	default:
		return false
	}
	for _, a := range args {
		if !isSingle(a, depth-1) {
			return false
		}
	}
	return true
}

// InSingle is a Single as a float32, of ops that emit appends.
func InSingle(v *Value, emit func(k OpKind, bits uint64, args ...*Value) *Value) *Value {
	switch o := v.Def; o.Kind {
	case OpConst:
		return emit(OpConst, uint64(math.Float32bits(float32(BitsFloat(TF64, o.Bits)))))
	case OpConv:
		x := o.Args[0]
		switch {
		case x.Type.Scalar().Kind != F32:
			return emit(OpConv, 0, x)
		case x.Def != nil && x.Def.Kind == OpMul: // the conversion kept it from being fused with a sum
			return emit(OpFence, 0, x)
		}
		return x
	case OpFence: // of what is rounded anyway
		return InSingle(o.Args[0], emit)
	default:
		args := make([]*Value, len(o.Args))
		for i, a := range o.Args {
			if args[i] = a; o.Kind != OpSelect || i > 0 {
				args[i] = InSingle(a, emit)
			}
		}
		return emit(o.Kind, 0, args...)
	}
}
