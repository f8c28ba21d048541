package sched

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A kernel can't be preempted, and the garbage collector waits for it. A sequential loop of the host that may run long is therefore a kernel for a
// piece of it, and a loop of the host over the pieces, whose length follows the clock.

// shortLoop is the number of iterations, known ahead, up to which a loop without inner loops is left whole.
const shortLoop = 1 << 14

// mayRunLong reports a sequential loop that is worth cutting into pieces.
func mayRunLong(o *ir.Op) bool {
	if o.Kind == ir.OpLoop {
		return !hasSlice(o.Regions[0].Params) && !analysis.Halves(o)
	}
	if o.Kind != ir.OpFor {
		return false
	}
	_, loops := weight(o.Regions[0].Ops)
	lo, ok1 := o.Args[0].ConstInt()
	hi, ok2 := o.Args[1].ConstInt()
	return loops || !ok1 || !ok2 || hi-lo > shortLoop || lo-hi > shortLoop
}

// longLoops reports a body with a loop, not inside another or a branch, that is worth cutting.
func longLoops(r *ir.Region) bool {
	for _, o := range r.Ops {
		if outlinable(o) && mayRunLong(o) {
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
//	     if i < hi { n', t' = pace n, t; stop = min(i + n'*step, hi); left, c' = run @k i, stop, c
//	                 if left { break c' } { continue stop, n', t', c' } } { break c }
//	   }
//
// left tells that the body has left the loop. A loop without a range counts down from n' in its kernel instead (whilePieces).
func (s *scheduler) pieces(o *ir.Op) []*ir.Op {
	s.moved[o] = true
	s.recordOps([]*ir.Op{o}, o.Results)
	if o.Kind == ir.OpLoop {
		return s.whilePieces(o)
	}
	why := carries(o)
	long := s.longFlag(o.Regions[0].Ops)
	hi, step, inits := o.Args[1], o.Ints[0], o.Args[2:]
	types := ir.Types(inits)
	k := s.newKernel(ir.SingleKernel, append([]*ir.Type{ir.TBool}, types...))
	k.Pos = o.Pos
	tmp := &ir.Region{}
	b := &ir.Builder{Region: tmp, Pos: o.Pos}
	args := s.piece(k, b, o, types)

	loop := b.Loop(append([]*ir.Value{o.Args[0], b.Int(firstPiece(o)), b.Int(0)}, inits...), types...)
	p := loop.Regions[0].Params
	i, accs := p[0], p[3:]
	less := ir.OpLt
	if step < 0 {
		less = ir.OpGt
	}
	in := b.In(loop.Regions[0])
	more := in.If(in.Compare(less, i, hi))
	in.Break(loop, accs...) // never reached
	in.In(more.Regions[1]).Break(loop, accs...)
	in.Region = more.Regions[0]
	pace := in.Op(ir.OpPace, []*ir.Value{p[1], p[2]}, ir.TI64, ir.TI64)
	reach := in.Op(ir.OpReach, []*ir.Value{i, pace.Results[0], hi}, ir.TI64)
	reach.Ints = []int64{step}
	stop := reach.Result()
	run := in.Op(ir.OpRun, append(append([]*ir.Value{i, stop}, accs...), args...), k.Results...)
	run.SetSym(k.Name)
	run.Ints = long
	left := in.If(run.Results[0])
	in.In(left.Regions[0]).Break(loop, run.Results[1:]...)
	in.In(left.Regions[1]).Continue(loop, append([]*ir.Value{stop, pace.Results[0], pace.Results[1]}, run.Results[1:]...)...)
	in.Break(loop, accs...) // never reached

	return s.replaceLoop(o, loop, tmp, why)
}

// replaceLoop puts the ops that end in loop in the place of o, which is in order for the reason why.
func (s *scheduler) replaceLoop(o, loop *ir.Op, tmp *ir.Region, why string) []*ir.Op {
	var rep ir.Replacer
	for j, v := range o.Results {
		rep.Replace(v, loop.Results[j])
	}
	s.replace(&rep)
	if !s.standsIn {
		s.note(o.Pos, "sequential loop, in pieces%s", why)
	}
	return tmp.Ops
}

// piece fills the kernel of a piece: parameters from, to, the carried values, and what the body uses from outside, which is the result.
func (s *scheduler) piece(k *ir.Func, host *ir.Builder, o *ir.Op, types []*ir.Type) []*ir.Value {
	from, to := k.Body.AddParam(ir.TI64, "from"), k.Body.AddParam(ir.TI64, "to")
	accs := make([]*ir.Value, len(types))
	for j, t := range types {
		accs[j] = k.Body.AddParam(t, "")
	}
	b := &ir.Builder{Region: k.Body, Pos: o.Pos}
	f := b.For(from, to, o.Ints[0], accs)
	f.Mode = o.Mode
	body := o.Regions[0]
	f.SetRegion(0, body)
	body.Walk(func(x *ir.Op) bool {
		if x.Target == o && x.Kind == ir.OpBreak {
			in := &ir.Builder{Region: x.Parent, Pos: x.Pos}
			x.Parent.TakeLast()
			in.Return(append([]*ir.Value{in.Bool(true)}, x.Args...)...)
		}
		return true
	})
	body.Retarget(o, f)
	b.Return(append([]*ir.Value{b.Bool(false)}, f.Results...)...)
	s.askAheadOfRows(k, host)
	return closeKernel(k)
}

// whilePieces does for a `loop` what pieces does for a `for`: its kernel gives whether there is more to do, the parameters of the next
// iteration, and the results.
func (s *scheduler) whilePieces(o *ir.Op) []*ir.Op {
	body := o.Regions[0]
	long := s.longFlag(body.Ops)
	params, results := ir.Types(body.Params), ir.Types(o.Results)
	k := s.newKernel(ir.SingleKernel, append(append([]*ir.Type{ir.TBool}, params...), results...))
	k.Pos = o.Pos
	fuel := k.Body.AddParam(ir.TI64, "fuel")
	inits := make([]*ir.Value, len(params))
	for j, t := range params {
		inits[j] = k.Body.AddParam(t, "")
	}
	b := &ir.Builder{Region: k.Body, Pos: o.Pos}
	leave := func(b *ir.Builder, more bool, next, vals []*ir.Value) {
		out := []*ir.Value{b.Bool(more)}
		for j, t := range params {
			out = append(out, pick(b, next, j, t))
		}
		for j, t := range results {
			out = append(out, pick(b, vals, j, t))
		}
		b.Return(out...)
	}
	f := b.Op(ir.OpLoop, append(inits, fuel), results...)
	f.SetRegions(body)
	count := body.AddParam(ir.TI64, "count")
	for _, x := range exitsOf(body, o) {
		in := &ir.Builder{Region: x.Parent, Pos: x.Pos}
		x.Parent.TakeLast()
		if x.Kind == ir.OpBreak {
			leave(in, false, nil, x.Args)
			continue
		}
		left := in.Binary(ir.OpSub, count, in.Int(1))
		more := in.If(in.Compare(ir.OpGt, left, in.Int(0)))
		in.In(more.Regions[0]).Continue(f, append(append([]*ir.Value(nil), x.Args...), left)...)
		leave(in.In(more.Regions[1]), true, x.Args, nil)
		leave(in, false, nil, nil) // never reached
	}
	leave(b, false, nil, nil) // never reached
	tmp := &ir.Region{}
	host := &ir.Builder{Region: tmp, Pos: o.Pos}
	s.askAheadOfRows(k, host)
	args := closeKernel(k)

	loop := host.Loop(append([]*ir.Value{host.Int(firstPiece(o)), host.Int(0)}, o.Args...), results...)
	p := loop.Regions[0].Params
	in := host.In(loop.Regions[0])
	pace := in.Op(ir.OpPace, []*ir.Value{p[0], p[1]}, ir.TI64, ir.TI64)
	run := in.Op(ir.OpRun, append(append([]*ir.Value{pace.Results[0]}, p[2:]...), args...), k.Results...)
	run.SetSym(k.Name)
	run.Ints = long
	next, vals := run.Results[1:1+len(params)], run.Results[1+len(params):]
	more := in.If(run.Results[0])
	in.In(more.Regions[0]).Continue(loop, append([]*ir.Value{pace.Results[0], pace.Results[1]}, next...)...)
	in.In(more.Regions[1]).Break(loop, vals...)
	in.Break(loop, vals...) // never reached
	return s.replaceLoop(o, loop, tmp, "")
}

// pick is vals[j], or a zero if there are none.
func pick(b *ir.Builder, vals []*ir.Value, j int, t *ir.Type) *ir.Value {
	if vals == nil {
		return b.Const(t, 0)
	}
	return vals[j]
}

// exitsOf lists the breaks and continues of o in r.
func exitsOf(r *ir.Region, o *ir.Op) []*ir.Op {
	var out []*ir.Op
	r.Walk(func(x *ir.Op) bool {
		if x.Target == o {
			out = append(out, x)
		}
		return true
	})
	return out
}
