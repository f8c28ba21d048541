package opt

import (
	"math"

	"github.com/hone-go/hone/internal/ir"
)

// Fold computes scalar ops on constants, and drops checks of constants that do not fail.
func Fold(f *ir.Func) bool {
	rw := rewriter{simplify: foldOp, drop: foldCheck}
	return rw.run(f)
}

func foldOp(rw *rewriter, o *ir.Op) *ir.Value {
	t := o.Results[0].Type
	if !t.IsScalar() {
		return nil
	}
	var buf [3]uint64
	if o.Kind == ir.OpTable {
		if i, ok := o.Args[0].ConstInt(); ok && uint64(i) < uint64(len(o.Table())) {
			return rw.constant(t, o.Table()[i])
		}
		return nil
	}
	if !ir.CanEval(o.Kind) || len(o.Args) > len(buf) {
		return nil
	}
	for i, a := range o.Args {
		bits, ok := a.IsConst()
		if !ok {
			return nil
		}
		buf[i] = bits
	}
	at := o.Args[0].Type
	switch o.Kind {
	case ir.OpDiv, ir.OpRem:
		if at.IsInt() && buf[1] == 0 {
			return nil // never executed: a check goes before
		}
	case ir.OpSelect:
		at = t
	}
	return rw.constant(t, ir.EvalScalar(o.Kind, at, t, buf[:len(o.Args)]...))
}

// foldCheck reports a check that cannot fail, seen from constants alone.
func foldCheck(o *ir.Op) bool {
	c := func(i int) (int64, bool) { return o.Args[i].ConstInt() }
	switch o.Kind {
	case ir.OpCheckIndex:
		i, ok1 := c(0)
		n, ok2 := c(1)
		return ok1 && ok2 && 0 <= i && i < n
	case ir.OpCheckPanic:
		bits, ok := o.Args[0].IsConst()
		return ok && bits != 0
	case ir.OpCheckDiv:
		d, ok := c(0)
		return ok && d != 0
	case ir.OpCheckShift:
		n, ok := c(0)
		return ok && n >= 0
	case ir.OpCheckMake: // the element's size is not known here, but this many fit for any that a program has
		n, ok := c(0)
		return ok && 0 <= n && n <= math.MaxInt32
	case ir.OpCheckSlice:
		last := int64(0)
		for i := range o.Args {
			n, ok := c(i)
			if !ok || n < last {
				return false
			}
			last = n
		}
		return true
	}
	return false
}
