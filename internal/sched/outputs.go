package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// lowerOutputs takes the outputs of multis away: what is collected is stored into a slice made ahead, and reductions over a space become one op, which is
// cut into blocks later. What is left of a multi is a parallel loop.
func lowerOutputs(r *ir.Region) {
	var ops []*ir.Op
	for _, o := range r.Ops {
		for _, in := range o.Regions {
			lowerOutputs(in)
		}
		if o.Kind == ir.OpMulti {
			ops = append(ops, lowerCollects(o)...)
			o = lowerReduces(o)
		}
		ops = append(ops, o)
	}
	r.SetOps(ops)
}

// lowerCollects gives the ops that make the slices which a multi collects.
func lowerCollects(o *ir.Op) []*ir.Op {
	tmp := &ir.Region{}
	b := &ir.Builder{Region: tmp, Pos: o.Pos}
	for _, out := range slices.Clone(o.Outputs()) {
		if out.Kind != ir.OpCollect {
			continue
		}
		n, slice := o.Args[0], out.GivenResults()[0]
		b.Op(ir.OpCheckMake, []*ir.Value{n})
		mk := b.Op(ir.OpMake, []*ir.Value{n})
		stores := b.In(&ir.Region{})
		storeLeaves(stores, slice, o.Regions[0].Params[0], out.Args)
		o.Outputs()[0].InsertBefore(stores.Region.Take(0)...) // nothing but outputs stands between outputs
		out.RemoveOutput()
		mk.SetResults([]*ir.Value{slice})
	}
	return tmp.Ops
}

// lowerReduces gives what a multi is that has nothing but reductions as its outputs: itself without any, else the reduction of all their leaves.
func lowerReduces(o *ir.Op) *ir.Op {
	outs := slices.Clone(o.Outputs())
	if len(outs) == 0 {
		return o
	}
	body := o.Regions[0]
	var values, ids []*ir.Value
	ints := []int64{int64(len(o.Args))}
	for _, out := range outs {
		values, ids = append(values, out.Values()...), append(ids, out.IDs()...)
		ints = append(ints, int64(len(out.IDs())))
	}
	all := o.Parent.NewOp(ir.OpBlockReduce, o.Pos, slices.Concat(o.Args, ids))
	all.Ints, all.Mode = ints, outs[0].Mode
	all.SetResults(o.Results)
	all.SetRegions(body)
	joinAll(all, outs, (*ir.Op).Combine)
	if slices.ContainsFunc(outs, func(out *ir.Op) bool { return out.Step() != out.Combine() }) {
		joinAll(all, outs, (*ir.Op).Step)
	}
	ir.RemoveOps(outs)
	body.Terminator().SetArgs(values)
	return all
}

// joinAll gives a reduction a region that does what one region of each of some outputs does.
func joinAll(all *ir.Op, outs []*ir.Op, region func(out *ir.Op) *ir.Region) {
	var results, values []*ir.Type
	for _, out := range outs {
		n := len(out.IDs())
		results, values = append(results, ir.Types(out.IDs())...), append(values, ir.Types(region(out).Params[n:])...)
	}
	r := all.AddRegion(append(results, values...)...)
	c := ir.NewCloner()
	acc, val := r.Params[:len(results)], r.Params[len(results):]
	var yields []*ir.Value
	for _, out := range outs {
		from := region(out)
		n := len(out.IDs())
		m := len(from.Params) - n
		for k, p := range from.Params[:n] {
			acc[k].Name = p.Name
		}
		for k, p := range from.Params[n:] {
			val[k].Name = p.Name
		}
		c.MapAll(from.Params[:n], acc[:n])
		c.MapAll(from.Params[n:], val[:m])
		acc, val = acc[n:], val[m:]
		c.Into(r, from.Ops[:len(from.Ops)-1])
		yields = append(yields, c.Args(from.Terminator().Args)...)
	}
	(&ir.Builder{Region: r, Pos: all.Pos}).Yield(yields...)
}
