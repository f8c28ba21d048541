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
	at := n.innerBox(host, o)
	if !n.limits.Empty() {
		frame := s.frame(host, o, n.limits, at)
		host.Region.Append(s.rangeKernel(frame, launch{mode: ir.Sequential, stream: n.stream, cores: n.cores})...)
	}
	inner := n.innerPart(at)
	s.note(o.Pos, "the inner part apart from the borders")
	if n.jam != nil {
		n.rowsAtATime(host, inner)
		return
	}
	host.Region.Append(s.rangeKernel(inner, n.launch(false))...)
}

// innerBox is where the inner part is: by dimension, where it begins, and its extent.
type innerBox struct{ low, extents []*ir.Value }

func (n *Nest) innerBox(host *ir.Builder, o *ir.Op) innerBox {
	low, extents := n.limits.Emit(host, o.Args)
	return innerBox{low, extents}
}

// innerPart is the inner part as a loop whose indices begin at 0.
func (n *Nest) innerPart(at innerBox) *ir.Op {
	n.part.SetArgs(at.extents)
	for k, low := range at.low {
		if !n.limits.Low[k].None() {
			shift(n.part.Regions[0], k, low)
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
	at := n.innerBox(host, o)
	if !n.limits.Empty() {
		frame := s.frame(host, o, n.limits, at)
		s.nest(frame.Regions[0], false)
		take(b.For(lo, hi, 1, nil), frame)
	}
	first, extent := at.low[0], at.extents[0]
	inner := n.innerPart(at)
	from := b.Binary(ir.OpSub, b.Binary(ir.OpMax, lo, first), first)
	to := b.Binary(ir.OpMax, from, b.Binary(ir.OpMin, b.Binary(ir.OpSub, hi, first), extent))
	j := n.jam
	if j == nil {
		j = &jam{rows: 1, vectors: int(n.vectors)}
	}
	j.rowsOf(b, inner, []*ir.Value{from}, from, to, b.Int(0), at.extents[1], nil)
	b.Return()
	s.farMemory(k, host, o.Args, n.stream)
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
		s.note(o.Pos, "the inner part apart from the borders, in blocks of %s and %s", ir.Count(int(j.rows), "row"), ir.Count(int(j.vectors), "vector"))
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
func (s *scheduler) frame(host *ir.Builder, o *ir.Op, limits *simd.Limits, at innerBox) *ir.Op {
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
		if !limits.Low[k].None() {
			inside = b.Join(ir.OpAnd, inside, b.Compare(ir.OpGe, i, at.low[k]))
		}
		if !limits.High[k].None() {
			inside = b.Join(ir.OpAnd, inside, b.Compare(ir.OpLt, i, b.Binary(ir.OpAdd, at.extents[k], at.low[k])))
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
	low, high := limits.Low[last], limits.High[last]
	side := func(b *ir.Builder, x *ir.Op, from, to *ir.Value) *ir.Op {
		row := part(b, x, from, to)
		if low.Asked || high.Asked { // it may be long
			giveLanes(row)
		}
		return row
	}
	sides := func(b *ir.Builder) { // but for [left, right)
		left := b.Binary(ir.OpMin, width, at.low[last])
		right := b.Binary(ir.OpAdd, left, at.extents[last])
		x := limits.Border(last, last+1)
		switch n, _ := weight(x.Regions[0].Ops); {
		case !low.None() && !high.None() && n > twoSides:
			both := b.For(b.Int(0), b.Int(2), 1, nil)
			in := b.In(both.Regions[0])
			first := in.Compare(ir.OpEq, both.Regions[0].Params[0], in.Int(0))
			from := in.Select(first, in.Int(0), right)
			n := in.Select(first, left, in.Binary(ir.OpSub, width, right))
			if !low.Asked && !high.Asked {
				n = in.Binary(ir.OpMin, n, in.Int(max(low.Const, high.Const))) // few: so the estimate sees it
			}
			shift(side(in, x, in.Int(0), n).Regions[0], 0, from)
			in.Yield()
		default:
			if !low.None() {
				side(b, x, b.Int(0), left)
			}
			if !high.None() {
				side(b, limits.Border(last, last+1), right, width)
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
		giveLanes(part(all, limits.Border(0, last), all.Int(0), width))
		all.Yield()
	}
	b.Yield()
	frame.Remove()
	return frame
}

// giveLanes gives a plain loop lanes, in as many vectors at a time as seem best.
func giveLanes(f *ir.Op) {
	f.Mode = ir.InLanes
	f.Ints = append(f.Ints, 0)
}
