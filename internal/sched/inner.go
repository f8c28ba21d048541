package sched

import (
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/simd"
)

// The inner part of an index space, where the outcome of all comparisons of indices is known, becomes a parallel loop of its own, if that can then go several rows
// at a time; another one goes through the borders (index-set splitting, as in simd/border.go, but for all dimensions, and before the schedule is chosen).

// innerPart is that of a parallel loop.
type innerPart struct {
	limits *simd.Limits
	loop   *ir.Op
}

// innerPart looks for one that goes several rows at a time; nil: there is none. No check may be left in the loop, but those that are made ahead of it.
// A stage of a pipeline has none: its rows are those of the loop as written, all of them.
func (s *scheduler) innerPart(o *ir.Op) *innerPart {
	if len(o.Args) < 2 || s.staging {
		return nil
	}
	limits := simd.FindLimits(o)
	if limits == nil {
		return nil
	}
	p := &innerPart{limits: limits, loop: limits.Inside(len(o.Args))}
	if s.chooseJam(p.loop) == nil {
		return nil
	}
	return p
}

// apartFromBorders emits both loops for o, which has no checks any more.
func (s *scheduler) apartFromBorders(host *ir.Builder, o *ir.Op) {
	s.recordPattern(o, ir.InLanes, false)
	record := s.record
	s.record = nil
	defer func() { s.record = record }()
	p := s.innerPart(o)
	low, high := p.limits.Low, p.limits.High
	extents := make([]*ir.Value, len(o.Args))
	for k, n := range o.Args {
		all := host.Int(low[k] + high[k])
		extents[k] = host.Binary(ir.OpSub, host.Binary(ir.OpMax, n, all), all)
	}
	if !p.limits.Empty() {
		frame := s.frame(host, o, p.limits, extents)
		host.Region.Append(s.rangeKernel(frame, ir.Sequential, false)...)
	}
	inner := p.loop
	inner.SetArgs(extents)
	body := inner.Regions[0]
	b := ir.NewBuilder(ir.NewRegion(inner))
	b.Pos = o.Pos
	for k, was := range body.Params {
		if low[k] == 0 {
			continue
		}
		fresh := &ir.Value{Type: ir.TI64, Name: was.Name}
		at := b.Binary(ir.OpAdd, fresh, b.Int(low[k]))
		ir.ReplaceUses(body, was, at)
		params := append([]*ir.Value(nil), body.Params...)
		params[k] = fresh
		body.SetParams(params)
	}
	body.Insert(0, b.Region.Take(0)...)
	s.note(o.Pos, "the inner part apart from the borders")
	s.blocked(host, inner, s.chooseJam(inner))
}

// frame is the loop through the borders of o: over the rows, each of which is all border, or has one on the left and one on the right.
func (s *scheduler) frame(host *ir.Builder, o *ir.Op, limits *simd.Limits, extents []*ir.Value) *ir.Op {
	last := len(o.Args) - 1
	tmp := &ir.Region{}
	f := ir.NewBuilder(tmp)
	f.Pos = o.Pos
	frame := f.Op(ir.OpParFor, o.Args[:last])
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
	part := func(b *ir.Builder, x *ir.Op, lo, hi *ir.Value, mode ir.Mode) {
		row := b.For(lo, hi, 1, nil)
		row.Mode = mode
		region := x.Regions[0]
		for k := range last {
			ir.ReplaceUses(region, region.Params[k], body.Params[k])
		}
		region.SetParams(region.Params[last:])
		row.SetRegion(0, region)
		region.Retarget(x, row)
	}
	sides := func(b *ir.Builder) {
		width := o.Args[last]
		left := b.Binary(ir.OpMin, width, b.Int(limits.Low[last]))
		if limits.Low[last] > 0 {
			part(b, limits.Inside(last), b.Int(0), left, ir.Sequential)
		}
		if limits.High[last] > 0 {
			part(b, limits.Inside(last), b.Binary(ir.OpAdd, left, extents[last]), width, ir.Sequential)
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
		part(all, limits.Inside(0), all.Int(0), o.Args[last], ir.InLanes)
		all.Yield()
	}
	b.Yield()
	frame.Remove()
	return frame
}
