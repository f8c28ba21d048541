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
	if n.staged {
		n.withBorders(host, o)
		return
	}
	extents := n.innerExtents(host, o)
	if !n.limits.Empty() {
		frame := s.frame(host, o, n.limits, extents)
		host.Region.Append(s.rangeKernel(frame, launch{mode: ir.Sequential, stream: n.stream, cores: n.cores})...)
	}
	inner := n.innerPart(host, extents)
	s.note(o.Pos, "the inner part apart from the borders")
	if n.jam != nil {
		n.rowsAtATime(host, inner)
		return
	}
	host.Region.Append(s.rangeKernel(inner, n.launch(false))...)
}

// innerExtents are those of the inner part.
func (n *Nest) innerExtents(host *ir.Builder, o *ir.Op) []*ir.Value {
	extents := make([]*ir.Value, len(o.Args))
	for k, size := range o.Args {
		all := host.Int(n.limits.Low[k] + n.limits.High[k])
		extents[k] = host.Binary(ir.OpSub, host.Binary(ir.OpMax, size, all), all)
	}
	return extents
}

// innerPart is the inner part as a loop whose indices begin at 0.
func (n *Nest) innerPart(b *ir.Builder, extents []*ir.Value) *ir.Op {
	n.part.SetArgs(extents)
	for k, low := range n.limits.Low {
		if low != 0 {
			shift(n.part.Regions[0], k, b.Int(low))
		}
	}
	return n.part
}

// withBorders emits both loops in one kernel, which goes over rows: a stage of a pipeline is one launch.
func (n *Nest) withBorders(host *ir.Builder, o *ir.Op) {
	s := n.s
	k, b, lo, hi := s.newRange(o.Pos)
	rows, width := o.Args[:1], host.Binary(ir.OpMin, o.Args[1], host.Int(maxTrips))
	c := s.estimate(o, ir.InLanes, false)
	extents := n.innerExtents(host, o)
	if !n.limits.Empty() {
		frame := s.frame(host, o, n.limits, extents)
		s.nest(frame.Regions[0], false)
		take(b.For(lo, hi, 1, nil), frame)
	}
	first, extent := b.Int(n.limits.Low[0]), extents[0]
	inner := n.innerPart(b, extents)
	from := b.Binary(ir.OpSub, b.Binary(ir.OpMax, lo, first), first)
	to := b.Binary(ir.OpMax, from, b.Binary(ir.OpMin, b.Binary(ir.OpSub, hi, first), extent))
	j := n.jam
	if j == nil {
		j = &jam{rows: 1, vectors: int(n.vectors)}
	}
	j.rowsOf(b, inner, []*ir.Value{from}, from, to, b.Int(0), extents[1], nil)
	b.Return()
	s.streams = n.stream && s.stream(k, host, o.Args) || s.streams
	args := closeKernel(k)
	mean, worst := c.emitTimes(host, width)
	if !n.cores {
		mean = host.Int(0)
	}
	l := host.Op(ir.OpLaunch, append([]*ir.Value{rowsUnlessEmpty(host, rows[0], o.Args[1]), host.Int(int64(j.rows)), mean, worst}, args...))
	l.SetSym(k.Name)
	s.rows[l] = launchRows{nil, j.rows}
	if n.jam == nil {
		s.note(o.Pos, "the inner part apart from the borders")
	} else {
		s.note(o.Pos, "the inner part apart from the borders, in blocks of %d rows and %d vectors", j.rows, j.vectors)
	}
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
