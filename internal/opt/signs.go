package opt

import "github.com/hone-go/hone/internal/ir"

// signMasked makes max(x, -x) of (x^s) - s and (x+s) ^ s, where s is x >> 31, or what the highest bit of the type is: all ones or all zeros
// (Warren, Hacker's Delight, 2-4).
func signMasked(rw *rewriter, o *ir.Op) *ir.Value {
	inner := ir.OpXor
	if o.Kind == ir.OpXor {
		inner = ir.OpAdd
	}
	for i, s := range o.Args {
		d, shift := o.Args[1-i].Def, s.Def
		if d == nil || d.Kind != inner || shift == nil || shift.Kind != ir.OpShr || !s.Type.IsSigned() || i == 0 && o.Kind == ir.OpSub {
			continue
		}
		x := shift.Args[0]
		if n, ok := shift.Args[1].ConstInt(); !ok || n != int64(s.Type.Bits()-1) {
			continue
		}
		if d.Args[0] == s && d.Args[1] == x || d.Args[1] == s && d.Args[0] == x {
			return rw.emit(ir.OpMax, s.Type, x, rw.emit(ir.OpNeg, s.Type, x))
		}
	}
	return nil
}
