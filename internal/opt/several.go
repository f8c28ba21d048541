package opt

import "github.com/hone-go/hone/internal/ir"

// Several puts a loop that takes n iterations at a time, a power of two, ahead of a loop, which is left the others. bounds gets what computes where these begin.
func Several(bounds *ir.Builder, o *ir.Op, n int64) (main *ir.Op) {
	lo, hi, step := o.Args[0], o.Args[1], o.Ints[0]
	least, most, move := lo, hi, ir.OpAdd
	if step < 0 {
		least, most, move = hi, lo, ir.OpSub
	}
	// As a number without a sign the distance is right, however far apart they are.
	whole := bounds.Binary(ir.OpAnd, bounds.Binary(ir.OpSub, most, least), bounds.Int(-n))
	mid := bounds.Binary(move, lo, bounds.Select(bounds.Compare(ir.OpLt, least, most), whole, bounds.Int(0)))
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	main = b.For(lo, mid, n*step, o.Args[2:])
	in, body := b.In(main.Regions[0]), o.Regions[0]
	index, carried := main.Regions[0].Params[0], main.Regions[0].Params[1:]
	for k := range n {
		i := index
		if k > 0 {
			i = in.Binary(ir.OpAdd, index, in.Int(k*step))
		}
		c := ir.NewCloner()
		c.Map(body.Params[0], i)
		c.MapAll(body.Params[1:], carried)
		from := len(in.Region.Ops)
		c.Into(in.Region, body.Ops[:len(body.Ops)-1])
		for _, x := range in.Region.Ops[from:] {
			if k > 0 && x.Mode == ir.Ahead { // of what lies next to each other one is enough
				x.Mode = ir.Sequential
			}
		}
		carried = c.Args(body.Terminator().Args)
	}
	in.Yield(carried...)
	o.InsertBefore(b.Region.Take(0)...)
	o.SetArgs(append([]*ir.Value{mid, hi}, main.Results...))
	return main
}
