package sched

import (
	"math"

	"github.com/hone-go/hone/internal/ir"
)

// linearReduces makes reductions over several dimensions reductions over the linear index space, in which their order is defined.
func linearReduces(r *ir.Region) {
	var ops []*ir.Op
	for _, o := range r.Ops {
		for _, in := range o.Regions {
			linearReduces(in)
		}
		if o.Kind == ir.OpBlockReduce && o.Ints[0] > 1 {
			ops = append(ops, linearReduce(o)...)
		}
		ops = append(ops, o)
	}
	r.SetOps(ops)
}

// linearReduce rewrites o and gives the ops that compute its size.
func linearReduce(o *ir.Op) []*ir.Op {
	k := int(o.Ints[0])
	dims := o.Args[:k:k]
	size := &ir.Region{}
	b := &ir.Builder{Region: size, Pos: o.Pos}
	n := linearSize(b, dims)
	o.Ints = append([]int64{1}, o.Ints[1:]...)
	o.SetArgs(append([]*ir.Value{n}, o.Args[k:]...))

	body := o.Regions[0]
	params := body.Params
	body.SetParams(nil)
	index := body.AddParam(ir.TI64, "i")
	pre := &ir.Region{}
	b = &ir.Builder{Region: pre, Pos: o.Pos}
	var rep ir.Replacer
	for d, v := range delinearise(b, index, dims) {
		rep.Replace(params[d], v)
	}
	body.Insert(0, pre.Ops...)
	rep.Apply(body)
	return size.Ops
}

// linearSize is the number of indices in a space of these extents. A product that overflows is as good as infinite: such a loop panics early, or
// never ends.
func linearSize(b *ir.Builder, dims []*ir.Value) *ir.Value {
	n := dims[0]
	if len(dims) == 1 {
		return n
	}
	zero := b.Int(0)
	n = b.Binary(ir.OpMax, n, zero)
	for _, d := range dims[1:] {
		most := b.Int(math.MaxInt64)
		limit := b.Binary(ir.OpDiv, most, b.Binary(ir.OpMax, d, b.Int(1)))
		n = b.Select(b.Compare(ir.OpGt, n, limit), most, b.Binary(ir.OpMul, n, b.Binary(ir.OpMax, d, zero)))
	}
	return n
}

// rowsUnlessEmpty is how many rows of this width are gone over: none if they are empty, else there may be more than anybody can wait for, to do
// nothing.
func rowsUnlessEmpty(b *ir.Builder, rows, width *ir.Value) *ir.Value {
	if _, fixed := width.IsConst(); fixed {
		return rows
	}
	zero := b.Int(0)
	return b.Select(b.Compare(ir.OpGt, width, zero), rows, zero)
}

// delinearise gives the indices, one per dimension, of a place in the linear index space.
func delinearise(b *ir.Builder, linear *ir.Value, dims []*ir.Value) []*ir.Value {
	out := make([]*ir.Value, len(dims))
	for d := len(dims) - 1; d > 0; d-- {
		next := b.Binary(ir.OpDiv, linear, dims[d])
		out[d] = b.Binary(ir.OpSub, linear, b.Binary(ir.OpMul, next, dims[d]))
		linear = next
	}
	out[0] = linear
	return out
}
