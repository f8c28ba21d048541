package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// checkedUpwards has f, a copy of o in loop that counts down by one and keeps its order, count its iterations where there are checks in it: a guard makes those of what goes up. The result are bounds that
// must not be too far apart for that.
func checkedUpwards(loop, o, f *ir.Op) (small []*ir.Value) {
	unknown := func(v *ir.Value) bool { return loop.Defines(v) && !isConst(v) }
	if f.Ints[0] != -1 || slices.ContainsFunc(o.Args[:2], unknown) || !f.Regions[0].Contains(func(x *ir.Op) bool { return x.Kind.Has(ir.Check) }) {
		return nil
	}
	countUp(f)
	return o.Args[:2]
}

// countUp has a loop that counts down by one go through its iterations from the first, number 0, on.
func countUp(f *ir.Op) {
	b := ir.NewBuilder(ir.NewRegion(f.Parent.Parent))
	n := b.Binary(ir.OpSub, f.Args[0], f.Args[1])
	zero := b.Int(0)
	f.InsertBefore(b.Region.Take(0)...)
	body := f.Regions[0]
	was := body.Params[0]
	fresh := &ir.Value{Type: was.Type, Name: was.Name}
	at := body.NewOp(ir.OpSub, f.Pos, []*ir.Value{f.Args[0], fresh}, was.Type)
	ir.ReplaceUses(body, was, at.Result())
	body.SetParams(append([]*ir.Value{fresh}, body.Params[1:]...))
	body.Insert(0, at)
	f.SetArgs(append([]*ir.Value{zero, n}, f.Args[2:]...))
	f.Ints = []int64{1}
	f.Changed()
}
