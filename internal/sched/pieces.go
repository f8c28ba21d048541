package sched

import "github.com/hone-go/hone/internal/ir"

// A kernel can't be preempted, and the garbage collector waits for it. A sequential loop of the host that may run long is therefore a kernel for a
// piece of it, and a loop of the host over the pieces, whose length follows the clock.

// shortLoop is the number of iterations, known ahead, up to which a loop without inner loops is left whole.
const shortLoop = 1 << 14

// mayRunLong reports a sequential `for` that is worth cutting into pieces.
func mayRunLong(o *ir.Op) bool {
	if o.Kind != ir.OpFor {
		return false
	}
	_, loops := weight(o.Regions[0].Ops)
	lo, ok1 := o.Args[0].ConstInt()
	hi, ok2 := o.Args[1].ConstInt()
	return loops || !ok1 || !ok2 || hi-lo > shortLoop || lo-hi > shortLoop
}

// leavesEarly reports a loop that its body may end.
func leavesEarly(o *ir.Op) bool {
	found := false
	o.Regions[0].Walk(func(x *ir.Op) bool {
		found = found || x.Kind == ir.OpBreak && x.Target == o
		return true
	})
	return found
}

// longLoops reports a body with a loop, not inside another or a branch, that is worth cutting.
func longLoops(r *ir.Region) bool {
	for _, o := range r.Ops {
		if outlinable(o) && mayRunLong(o) && !leavesEarly(o) {
			return true
		}
	}
	return false
}

// firstPiece is a guess at how many iterations take a few tens of microseconds.
func firstPiece(o *ir.Op) int64 {
	n, loops := weight(o.Regions[0].Ops)
	if loops {
		return 64
	}
	return max(1<<17/int64(n+1), 64)
}

// pieces makes a sequential loop a kernel over a part of its range, and a loop over the parts:
//
//	for lo, hi, inits (i, c) { body }
//	=> loop lo, n0, 0, inits (i, n, t, c) {
//	     if i < hi { n', t' = pace n, t; stop = min(i + n'*step, hi); c' = run @k i, stop, c; continue stop, n', t', c' } { break c }
//	   }
func (s *scheduler) pieces(r *ir.Region, o *ir.Op) []*ir.Op {
	s.moved[o] = true
	hi, step, inits := o.Args[1], o.Ints[0], o.Args[2:]
	types := ir.Types(inits)
	k := s.newKernel(ir.SingleKernel, types)
	k.Pos = o.Pos
	args := s.piece(k, o, types)

	tmp := &ir.Region{}
	b := &ir.Builder{Region: tmp, Pos: o.Pos}
	loop := b.Loop(append([]*ir.Value{o.Args[0], b.Int(firstPiece(o)), b.Int(0)}, inits...), types...)
	p := loop.Regions[0].Params
	i, accs := p[0], p[3:]
	less, greater := ir.OpLt, ir.OpGt
	if step < 0 {
		less, greater = greater, less
	}
	in := b.In(loop.Regions[0])
	more := in.If(in.Compare(less, i, hi))
	in.Break(loop, accs...) // never reached
	in.In(more.Regions[1]).Break(loop, accs...)
	in.Region = more.Regions[0]
	pace := in.Op(ir.OpPace, []*ir.Value{p[1], p[2]}, ir.TI64, ir.TI64)
	end := in.Binary(ir.OpAdd, i, in.Binary(ir.OpMul, pace.Results[0], in.Int(step)))
	// Past the end, or wrapped around: the rest.
	inside := in.Binary(ir.OpAnd, in.Compare(greater, end, i), in.Compare(less, end, hi))
	stop := in.Select(inside, end, hi)
	run := in.Op(ir.OpRun, append(append([]*ir.Value{i, stop}, accs...), args...), types...)
	run.Sym = k.Name
	in.Continue(loop, append([]*ir.Value{stop, pace.Results[0], pace.Results[1]}, run.Results...)...)

	var rep ir.Replacer
	for j, v := range o.Results {
		rep.Replace(v, loop.Results[j])
	}
	s.replace(&rep)
	s.note(o.Pos, "sequential loop, in pieces")
	for _, x := range tmp.Ops {
		x.Parent = r
	}
	return tmp.Ops
}

// piece fills the kernel of a piece: parameters from, to, the carried values, and what the body uses from outside, which is the result.
func (s *scheduler) piece(k *ir.Func, o *ir.Op, types []*ir.Type) []*ir.Value {
	from, to := k.Body.AddParam(ir.TI64, "from"), k.Body.AddParam(ir.TI64, "to")
	accs := make([]*ir.Value, len(types))
	for j, t := range types {
		accs[j] = k.Body.AddParam(t, "")
	}
	b := &ir.Builder{Region: k.Body, Pos: o.Pos}
	f := b.For(from, to, o.Ints[0], accs)
	body := o.Regions[0]
	f.Regions[0] = body
	body.Parent = f
	retarget(body, o, f)
	b.Return(f.Results...)
	return closeKernel(k)
}

func retarget(r *ir.Region, from, to *ir.Op) {
	r.Walk(func(x *ir.Op) bool {
		if x.Target == from {
			x.Target = to
		}
		return true
	})
}
