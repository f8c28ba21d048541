package opt

import (
	"math"

	"github.com/hone-go/hone/internal/ir"
)

// Between makes one comparison of two scalar ones that say whether an integer is between constants: it is as far above the lower one, as a number without a sign, as
// the upper one at most. That is one branch, where two would have to be guessed, and one flag; the Go compiler does the same.
//
//	lo <= x && x <= hi  =>  unsigned(x - lo) <= hi - lo
//	x < lo || hi < x    =>  unsigned(x - lo) > hi - lo
func Between(f *ir.Func) bool {
	pairs := map[*ir.Op]bool{}
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpAnd || o.Kind == ir.OpOr {
			if _, _, ok := halves(o); ok && len(f.Uses().Of(o.Args[0])) == 1 && len(f.Uses().Of(o.Args[1])) == 1 {
				pairs[o] = true
			}
		}
		return true
	})
	if len(pairs) == 0 {
		return false
	}
	rw := &rewriter{simplify: func(rw *rewriter, o *ir.Op) *ir.Value {
		if !pairs[o] {
			return nil
		}
		return between(rw, o)
	}}
	return rw.run(f)
}

// half is x >= bound, or x <= bound; x is nil where it is neither.
type half struct {
	x     *ir.Value
	bound int64
	least bool
}

// halfOf takes a comparison with a constant, or what it is where it does not hold, as one that includes it. Constants of u64 may be too large to be told apart from
// negative ones.
func halfOf(v *ir.Value, holds bool) half {
	o := v.Def
	if o == nil || !isOrder(o.Kind) || !o.Args[0].Type.IsInt() || o.Args[0].Type == ir.TU64 {
		return half{}
	}
	c, ok := o.Args[1].ConstInt()
	if !ok {
		return half{}
	}
	k := o.Kind
	if !holds {
		k = k.Negated()
	}
	switch {
	case k == ir.OpGt && c < math.MaxInt64:
		return half{o.Args[0], c + 1, true}
	case k == ir.OpGe:
		return half{o.Args[0], c, true}
	case k == ir.OpLt && c > math.MinInt64:
		return half{o.Args[0], c - 1, false}
	case k == ir.OpLe:
		return half{o.Args[0], c, false}
	}
	return half{}
}

// unsigned are the types of integers without a sign, by bytes.
var unsigned = map[int]*ir.Type{1: ir.TU8, 2: ir.TU16, 4: ir.TU32, 8: ir.TU64}

// halves are the lower bound and the upper one of what an op says is between them.
func halves(o *ir.Op) (a, b half, ok bool) {
	a, b = halfOf(o.Args[0], o.Kind == ir.OpAnd), halfOf(o.Args[1], o.Kind == ir.OpAnd)
	if b.least {
		a, b = b, a
	}
	return a, b, a.x == b.x && a.least && !b.least && a.bound <= b.bound
}

func between(rw *rewriter, o *ir.Op) *ir.Value {
	a, b, ok := halves(o)
	if !ok {
		return nil
	}
	t := a.x.Type
	u := unsigned[t.Size()]
	from := rw.emit(ir.OpBitcast, u, rw.emit(ir.OpAdd, t, a.x, rw.constant(t, uint64(-a.bound))))
	k := ir.OpLe
	if o.Kind == ir.OpOr {
		k = ir.OpGt
	}
	return rw.emit(k, ir.TBool, from, rw.constant(u, uint64(b.bound-a.bound)))
}
