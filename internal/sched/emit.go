package sched

import (
	"cmp"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/loops"
	"github.com/hone-go/hone/internal/simd"
)

// emit makes kernels of a nest that has its schedule, and what starts them: behind its guard, with the loop as written beside it.
func (s *scheduler) emit(n *Nest) []*ir.Op {
	if s.standsIn || s.scalar[n.written] {
		return s.kernelsOf(n)
	}
	number := len(s.nests)
	s.nests = append(s.nests, Scheduled{Pos: n.Pos, Steps: n.steps, Estimate: n.estimate()})
	s.noteNest(number)
	s.streams = false
	ops := s.kernelsOf(n)
	if !s.streams {
		s.without(number, loops.Stream)
	}
	return ops
}

// noteNest notes the steps of a nest.
func (s *scheduler) noteNest(number int) {
	n := &s.nests[number]
	n.note = len(s.notes)
	s.note(n.Pos, "nest %d: %s%s", number, cmp.Or(n.Steps.String(), "no steps"), n.Text)
}

// without takes a step out of a nest's schedule that has come to nothing.
func (s *scheduler) without(number int, kind loops.Kind) {
	n := &s.nests[number]
	n.Steps = slices.DeleteFunc(slices.Clone(n.Steps), func(t loops.Step) bool { return t.Kind == kind })
	behind := slices.Clone(s.notes[n.note+1:])
	s.notes = s.notes[:n.note]
	s.noteNest(number)
	s.notes = append(s.notes, behind...)
}

// kernelsOf makes the kernels.
func (s *scheduler) kernelsOf(n *Nest) []*ir.Op {
	o := n.written
	if !n.steps.Has(loops.Guard) {
		return s.rangeKernel(o, n.launch(n.inner))
	}
	n.strip()
	g := n.guard
	g.order.Apart = slices.DeleteFunc(g.order.Apart, func(a analysis.Pair) bool {
		return slices.ContainsFunc(s.apart[o], func(b analysis.Pair) bool { return follows(a, b) })
	})
	otherwise, written := "as written, one by one", launch{mode: ir.Sequential, stream: true, cores: true}
	if n.inner && !n.lowered {
		otherwise, written.inner = "row by row", true
	}
	s.moved[o] = true
	tmp := &ir.Region{}
	if n.x != nil {
		n.x.note(s, o)
		tmp.Append(n.x.ahead.Take(0)...)
	}
	for _, l := range n.apart {
		s.takenApart(l.Pos)
	}
	host := &ir.Builder{Region: tmp, Pos: o.Pos}
	then := s.guarded(host, o, *g, otherwise, func() []*ir.Op { return s.rangeKernel(o, written) })
	n.run(then)
	if then != host {
		then.Yield()
	}
	return tmp.Ops
}

// launch says how a loop becomes a kernel.
type launch struct {
	mode    ir.Mode // of its last dimension
	inner   bool    // the patterns inside have lanes
	vectors int64   // of the last dimension at a time; 0: that is left open
	stream  bool
	cores   bool      // all
	long    *longRows // the loop inside that has the lanes, row by row, where it is long
}

func (n *Nest) launch(inner bool) launch {
	l := launch{mode: ir.Sequential, inner: inner, vectors: n.vectors, stream: n.stream, cores: n.cores}
	if n.own {
		l.mode, l.long = ir.InLanes, n.long
	}
	return l
}

// run emits the nest as the steps have made it.
func (n *Nest) run(then *ir.Builder) {
	s, fast := n.s, n.fast
	if len(n.flat)+len(n.lifted) > 0 {
		for _, f := range n.flat {
			collapse(then, fast, f)
			s.note(f.Pos, "the loop is a dimension of the parallel loop around it")
		}
		lift(then, fast, n.lifted)
		for _, f := range n.lifted {
			s.note(f.Pos, "the loop is a dimension of the parallel loop around it, and goes outside")
		}
		if n.part != nil {
			n.limits = simd.FindLimits(fast)
			n.part = n.limits.Inside(len(fast.Args))
		}
	}
	for _, r := range n.columns {
		r.emit(then)
	}
	for _, f := range loopsIn(fast) {
		if vectors, ok := n.lanes[f]; ok {
			f.Mode = ir.InLanes
			if vectors > 0 {
				f.Ints = append(f.Ints, vectors)
			}
			s.note(f.Pos, "lanes along this loop: its iterations are independent")
		}
	}
	switch {
	case n.part != nil:
		n.apartFromBorders(then, fast)
	case n.jam != nil:
		n.rowsAtATime(then, fast)
	case n.chains > 0:
		then.Region.Append(n.abreast(fast)...)
	default:
		then.Region.Append(s.rangeKernel(fast, n.launch(!n.lowered))...)
	}
}

// rowsAtATime emits a loop several rows at a time.
func (n *Nest) rowsAtATime(then *ir.Builder, o *ir.Op) {
	if !n.own {
		n.s.blockedRows(then, o, n)
		return
	}
	p := newSpace(o)
	n.jam.lanes = n.s.machine.RegisterBytes / p.widestLoad()
	if n.split {
		n.jam.panel = p.panels(lastParam(o.Regions[0]))
	}
	n.s.blocked(then, o, n)
}

// guarded emits a guard, and what is to be done where it doesn't hold; the result is where to emit the rest. The guard's checks are the caller's to take out.
func (s *scheduler) guarded(host *ir.Builder, o *ir.Op, g guard, otherwise string, written func() []*ir.Op) (then *ir.Builder) {
	if g.empty() {
		return host
	}
	cond := s.emitGuard(host, g)
	branch := host.If(cond)
	other := host.In(branch.Regions[1])
	s.note(o.Pos, "in this order if %s; else %s", g.conditions(), otherwise)
	s.standIn(func() { other.Region.Append(written()...) })
	other.Yield()
	return host.In(branch.Regions[0])
}

// collapsed is a copy of o in which plain loops, from outside to inside, are the last dimensions.
func collapsed(o *ir.Op, flat []*ir.Op) *ir.Op {
	c := ir.NewCloner()
	trial := c.Op(o)
	for _, f := range flat {
		collapse(ir.NewBuilder(&ir.Region{}), trial, c.Ops[f])
	}
	return trial
}

// flattened is a copy of the nest in which loops inside are dimensions.
func (n *Nest) flattened() *ir.Op {
	if len(n.lifted) == 0 {
		return collapsed(n.fast, n.flat)
	}
	c := ir.NewCloner()
	trial := c.Op(n.fast)
	var copies []*ir.Op
	for _, f := range n.lifted {
		copies = append(copies, c.Ops[f])
	}
	lift(ir.NewBuilder(&ir.Region{}), trial, copies)
	return trial
}

// lift makes plain loops, from outside to inside, dimensions of the parallel loop o around its last one, from the inside out.
func lift(host *ir.Builder, o *ir.Op, lifted []*ir.Op) {
	at := len(o.Args) - 1
	for _, f := range lifted {
		collapse(host, o, f)
		args, params := slices.Clone(o.Args), slices.Clone(o.Regions[0].Params)
		last := len(args) - 1
		o.SetArgs(slices.Insert(args[:last:last], at, args[last]))
		o.Regions[0].SetParams(slices.Insert(params[:last:last], at, params[last]))
	}
}

// collapse makes the plain loop f the last dimension of the parallel loop o.
func collapse(host *ir.Builder, o, f *ir.Op) {
	lo, hi := f.Args[0], f.Args[1]
	extent := outer(host, hi)
	from, isConst := lo.ConstInt()
	if from != 0 || !isConst {
		extent = host.Binary(ir.OpSub, host.Binary(ir.OpMax, extent, outer(host, lo)), outer(host, lo))
	}
	o.AddArgs(extent)
	body, inner := o.Regions[0], f.Regions[0]
	index := body.AddParam(ir.TI64, inner.Params[0].Name)
	j := index
	if from != 0 || !isConst {
		add := body.NewOp(ir.OpAdd, f.Pos, []*ir.Value{index, lo}, ir.TI64)
		f.InsertBefore(add)
		j = add.Result()
	}
	ir.ReplaceUses(inner, inner.Params[0], j)
	f.Inline(inner)
}
