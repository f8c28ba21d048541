package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// Whether a slice that grows in an iteration (growth_own.go) is nil. It has a part of a stack in its place, which never is; so that is told by its length, or by its room.

// byRoom reports that what is nil has no room, and what isn't has the stack's: where somebody asks for it, and it may be empty without being nil.
func (c *ownGrowth) byRoom() bool { return len(c.nils) > 0 && c.isNil && c.cuts }

// comparesParts has comparisons of parts with nil be ones of the whole, with whose room it is told.
func (c *ownGrowth) comparesParts() {
	for _, o := range c.partNils {
		if c.values[o.Args[0]] { // as was found later on
			continue
		}
		if !c.beginsAsWhole(o.Args[0], map[*ir.Value]bool{}) {
			c.fails(o, "a part of it is compared with nil; ask for its length")
		}
		c.nils, c.cuts = append(c.nils, o), true
	}
}

// beginsAsWhole reports a part that is nil where the whole is, and has its room: wherever it comes from, only its end is cut off.
func (c *ownGrowth) beginsAsWhole(v *ir.Value, seen map[*ir.Value]bool) bool {
	if seen[v] || c.values[v] {
		return true
	}
	seen[v] = true
	if from, merged := c.incoming(v); merged {
		return !slices.ContainsFunc(from, func(x useAt) bool { return !c.beginsAsWhole(x.op.Args[x.k], seen) })
	}
	d := v.Def
	return d != nil && d.Kind == ir.OpSlice && len(d.Args) == 3 && isZero(d.Args[1]) && c.beginsAsWhole(d.Args[0], seen)
}

// isNone asks for the length, or the room, of what may be nil.
func (c *ownGrowth) isNone(rep *ir.Replacer, o *ir.Op) {
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	is := b.Bool(false)
	if c.isNil {
		ask := ir.OpLen
		if c.cuts {
			ask = ir.OpCap
		}
		is = b.Compare(ir.OpEq, b.Op(ask, []*ir.Value{o.Args[0]}, ir.TI64).Result(), b.Int(0))
	}
	rep.Replace(o.Result(), is)
	o.ReplaceBy(b.Region.Take(0)...)
}

// start has it begin in the stack.
func (c *ownGrowth) start(x useAt, stack, empty *ir.Value) {
	d := x.op.Args[x.k].Def
	if !c.byRoom() || d.Kind == ir.OpSlice && len(d.Args) == 3 && !c.values[d.Args[0]] { // part of what is made
		x.op.SetArg(x.k, empty)
		return
	}
	if d.Kind == ir.OpSlice && len(d.Args) == 3 { // of itself
		return
	}
	b := &ir.Builder{Region: ir.NewRegion(x.op.Parent.Parent), Pos: x.op.Pos}
	zero := b.Int(0)
	none := b.Op(ir.OpSlice, []*ir.Value{stack, zero, zero, zero}, stack.Type).Result()
	if d.Kind == ir.OpSlice {
		test := b.If(b.Op(ir.OpIsNil, []*ir.Value{d.Args[0]}, ir.TBool).Result(), stack.Type)
		b.In(test.Regions[0]).Yield(none)
		b.In(test.Regions[1]).Yield(empty)
		none = test.Result()
	}
	x.op.InsertBefore(b.Region.Take(0)...)
	x.op.SetArg(x.k, none)
}

// tellsRoom has what there is room in have the stack's, unless nothing is appended: it isn't nil any more.
func (c *ownGrowth) tellsRoom(grow *ir.Op, stack *ir.Value) {
	_, end, _ := growthOf(grow)
	gives := grow.Regions[makesRarely(grow)].Terminator()
	s := gives.Args[0]
	b := &ir.Builder{Region: ir.NewRegion(grow), Pos: grow.Pos}
	test := b.If(b.Compare(ir.OpGt, end, b.Int(0)), stack.Type)
	in := b.In(test.Regions[0])
	in.Yield(in.Op(ir.OpSlice, []*ir.Value{stack, in.Int(0), in.Len(s)}, stack.Type).Result())
	b.In(test.Regions[1]).Yield(s)
	gives.InsertBefore(b.Region.Take(0)...)
	gives.SetArg(0, test.Result())
}
