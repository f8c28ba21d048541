package sched

import (
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/simd"
)

// The inner part of an index space, where the outcome of all comparisons of indices is known, becomes a parallel loop of its own, if that can then go several rows
// at a time; another one goes through the borders (index-set splitting, as in simd/border.go, but for all dimensions, and before the schedule is chosen).

// apartFromBorders emits both loops for o.
func (n *Nest) apartFromBorders(host *ir.Builder, o *ir.Op) {
	s := n.s
	s.recordPattern(o, ir.InLanes, false)
	record := s.record
	s.record = nil
	defer func() { s.record = record }()
	low, high := n.limits.Low, n.limits.High
	extents := make([]*ir.Value, len(o.Args))
	for k, size := range o.Args {
		all := host.Int(low[k] + high[k])
		extents[k] = host.Binary(ir.OpSub, host.Binary(ir.OpMax, size, all), all)
	}
	if !n.limits.Empty() {
		frame := s.frame(host, o, n.limits, extents)
		host.Region.Append(s.rangeKernel(frame, launch{mode: ir.Sequential, stream: n.stream, cores: n.cores})...)
	}
	inner := n.part
	inner.SetArgs(extents)
	for k := range low {
		if low[k] != 0 {
			shift(inner.Regions[0], k, host.Int(low[k]))
		}
	}
	s.note(o.Pos, "the inner part apart from the borders")
	if n.jam != nil {
		n.rowsAtATime(host, inner)
		return
	}
	host.Region.Append(s.rangeKernel(inner, n.launch(false))...)
}

// twoSides is the number of operations up to which the borders on the left and on the right have a body each.
const twoSides = 40

// shift makes a body's k-th index begin at 0, where it has begun at from.
func shift(body *ir.Region, k int, from *ir.Value) {
	was := body.Params[k]
	fresh := &ir.Value{Type: ir.TI64, Name: was.Name}
	at := body.NewOp(ir.OpAdd, body.Parent.Pos, []*ir.Value{fresh, from}, ir.TI64)
	ir.ReplaceUses(body, was, at.Result())
	params := append([]*ir.Value(nil), body.Params...)
	params[k] = fresh
	body.SetParams(params)
	body.Insert(0, at)
}

// frame is the loop through the borders of o: over the rows, each of which is all border, or has one on the left and one on the right, which one body does if
// it is long.
func (s *scheduler) frame(host *ir.Builder, o *ir.Op, limits *simd.Limits, extents []*ir.Value) *ir.Op {
	last := len(o.Args) - 1
	tmp := &ir.Region{}
	f := ir.NewBuilder(tmp)
	f.Pos = o.Pos
	frame := f.Op(ir.OpMulti, o.Args[:last])
	body := frame.AddRegion()
	b := ir.NewBuilder(body)
	b.Pos = o.Pos
	var inside *ir.Value
	for k := range last {
		i := body.AddParam(ir.TI64, o.Regions[0].Params[k].Name)
		if limits.Low[k] > 0 {
			inside = b.Join(ir.OpAnd, inside, b.Compare(ir.OpGe, i, b.Int(limits.Low[k])))
		}
		if limits.High[k] > 0 {
			inside = b.Join(ir.OpAnd, inside, b.Compare(ir.OpLt, i, b.Binary(ir.OpAdd, extents[k], b.Int(limits.Low[k]))))
		}
	}
	part := func(b *ir.Builder, x *ir.Op, lo, hi *ir.Value) *ir.Op {
		row := b.For(lo, hi, 1, nil)
		region := x.Regions[0]
		for k := range last {
			ir.ReplaceUses(region, region.Params[k], body.Params[k])
		}
		region.SetParams(region.Params[last:])
		row.SetRegion(0, region)
		region.Retarget(x, row)
		return row
	}
	width := o.Args[last]
	sides := func(b *ir.Builder) { // but for [left, right)
		left := b.Binary(ir.OpMin, width, b.Int(limits.Low[last]))
		right := b.Binary(ir.OpAdd, left, extents[last])
		x := limits.Border(last)
		switch n, _ := weight(x.Regions[0].Ops); {
		case min(limits.Low[last], limits.High[last]) > 0 && n > twoSides:
			both := b.For(b.Int(0), b.Int(2), 1, nil)
			in := b.In(both.Regions[0])
			first := in.Compare(ir.OpEq, both.Regions[0].Params[0], in.Int(0))
			from := in.Select(first, in.Int(0), right)
			n := in.Select(first, left, in.Binary(ir.OpSub, width, right))
			row := part(in, x, in.Int(0), in.Binary(ir.OpMin, n, in.Int(max(limits.Low[last], limits.High[last])))) // few: so the estimate sees it
			shift(row.Regions[0], 0, from)
			in.Yield()
		default:
			if limits.Low[last] > 0 {
				part(b, x, b.Int(0), left)
			}
			if limits.High[last] > 0 {
				part(b, limits.Border(last), right, width)
			}
		}
	}
	if inside == nil {
		sides(b)
	} else {
		branch := b.If(inside)
		in := b.In(branch.Regions[0])
		sides(in)
		in.Yield()
		all := b.In(branch.Regions[1])
		row := part(all, limits.Border(0), all.Int(0), width)
		row.Mode = ir.InLanes
		row.Ints = append(row.Ints, 0)
		all.Yield()
	}
	b.Yield()
	frame.Remove()
	return frame
}
