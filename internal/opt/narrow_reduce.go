package opt

import (
	"math"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// reduceBlock is the most indices that one reduce of the loops level goes over.
const reduceBlock = 8192

// narrowReduce gives a reduction of integers the narrowest partial results that hold its sums, least or greatest values: their order and
// number make no difference to the result. It has to be all of them that run in one loop, since these have equally many.
func narrowReduce(o *ir.Op) bool {
	if len(o.Regions) > 2 {
		return false
	}
	ranges := analysis.NewRanges()
	mapped := o.Regions[0].Terminator()
	size := 1
	for i := range o.Results {
		b, ok := partialRange(o, i, ranges.Of(mapped.Args[i]))
		if !ok {
			return false
		}
		for size < 8 && !analysis.Holds(b, size) {
			size *= 2
		}
	}
	widest := 0
	for _, v := range o.Results {
		widest = max(widest, v.Type.Size())
	}
	if size >= widest {
		return false
	}
	at := o.Parent.Index(o)
	for i, v := range o.Results {
		b, _ := partialRange(o, i, ranges.Of(mapped.Args[i]))
		if t := analysis.IntType(size, !analysis.Fits(b, size, false)); t.Size() != v.Type.Size() {
			at += retypePartial(o, i, t, at)
		}
	}
	return true
}

// partialRange bounds all partial results i, apart from the identity's where nothing was reduced; ok if they may be computed in any type
// that holds them.
func partialRange(o *ir.Op, i int, b analysis.Interval) (analysis.Interval, bool) {
	k, ok := partialOp(o, i)
	id, isConst := o.Args[2+i].ConstInt()
	if !ok || !isConst || o.Results[i].Type.Kind == ir.U64 && id < 0 { // a large number
		return b, false
	}
	switch k {
	case ir.OpAdd:
		return analysis.Product(b.Join(analysis.Between(0, 0)), analysis.Between(0, reduceBlock)), id == 0
	case ir.OpMin:
		return b, b.Hi <= id
	case ir.OpMax:
		return b, id <= b.Lo
	}
	return b, false
}

// partialOp is the operation that folds partial results i, if it is one alone.
func partialOp(o *ir.Op, i int) (ir.OpKind, bool) {
	r := o.Regions[1]
	n := len(o.Results)
	d := r.Terminator().Args[i].Def
	if d == nil || len(d.Args) != 2 {
		return 0, false
	}
	a, b := r.Params[i], r.Params[n+i]
	if !(d.Args[0] == a && d.Args[1] == b || d.Args[0] == b && d.Args[1] == a) {
		return 0, false
	}
	uses := 0
	for _, x := range r.Ops {
		for _, v := range x.Args {
			if v == a || v == b || v == d.Results[0] {
				uses++
			}
		}
	}
	return d.Kind, uses == 3
}

// retypePartial computes partial result i of o, which stands at place at of its region, in type t, and gives the number of ops put before o.
func retypePartial(o *ir.Op, i int, t *ir.Type, at int) int {
	old := o.Results[i]
	k, _ := partialOp(o, i)
	op := func(kind ir.OpKind, t *ir.Type, args ...*ir.Value) *ir.Op {
		return o.Parent.NewOp(kind, o.Pos, args, t)
	}
	bits := uint64(0)
	switch { // what changes nothing
	case k == ir.OpMin && t.IsUnsigned():
		bits = math.MaxUint64
	case k == ir.OpMin:
		bits = math.MaxUint64 >> (65 - t.Bits())
	case k == ir.OpMax && t.IsSigned():
		bits = 1 << (t.Bits() - 1)
	}
	id := op(ir.OpConst, t)
	id.Bits = ir.Canonical(t, bits)
	oldID := o.Args[2+i]
	o.SetArg(2+i, id.Results[0])

	v := o.Retype(i, t)
	back := op(ir.OpConv, old.Type, v)
	behind := []*ir.Op{back}
	result := back.Results[0]
	if k != ir.OpAdd {
		some := op(ir.OpLt, ir.TBool, o.Args[0], o.Args[1])
		pick := op(ir.OpSelect, old.Type, some.Results[0], result, oldID)
		behind = append(behind, some, pick)
		result = pick.Results[0]
	}
	o.Parent.Insert(at+1, behind...)
	o.Parent.Insert(at, id)

	for _, p := range []int{i, len(o.Results) + i} {
		o.Regions[1].Params[p].SetType(t)
	}
	o.Regions[1].Terminator().Args[i].SetType(t)
	y := o.Regions[0].Terminator()
	cut := op(ir.OpConv, t, y.Args[i])
	y.InsertBefore(cut)
	y.SetArg(i, cut.Results[0])
	ir.ReplaceUses(o.Parent, old, result)
	return 1
}
