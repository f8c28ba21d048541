package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// What is recorded are the nests of a function as they stand when their schedules are chosen: a kernel each with its loops over the whole index space, which is
// not cut into strips, blocks of rows or pieces yet, and without guards and what stands in where they don't hold. What the host computes for it is computed in it.

// recording is of one nest.
type recording struct {
	s *scheduler
	f *ir.Func
	b *ir.Builder
	c *ir.Cloner // from the host, and from kernels that compute scalars for it
}

func (s *scheduler) newRecord(pos ir.Pos) *recording {
	n := &recording{s: s, f: ir.NewFunc(s.host.Name, nil, nil), c: ir.NewCloner()}
	n.f.Kernel, n.f.Pos = ir.SingleKernel, pos
	n.b = &ir.Builder{Region: n.f.Body, Pos: pos}
	for _, p := range s.host.Body.Params {
		n.c.Map(p, n.f.Body.AddParam(p.Type, p.Name))
	}
	return n
}

// outside is what stands for a value of the host.
func (n *recording) outside(v *ir.Value) *ir.Value {
	if w, ok := n.c.Values[v]; ok {
		return w
	}
	o := v.Def
	if o != nil && o.Kind == ir.OpRun {
		if w := n.fromKernel(v); w != nil {
			n.c.Map(v, w)
			return w
		}
	}
	if !computes(o) {
		p := n.f.Body.AddParam(v.Type, v.Name)
		n.c.Map(v, p)
		return p
	}
	for _, a := range o.Args {
		n.outside(a)
	}
	n.b.Insert(n.c.Op(o))
	return n.c.Values[v]
}

// computes reports an op that a nest can do itself.
func computes(o *ir.Op) bool { return o != nil && o.Kind.Has(ir.Pure) && len(o.Regions) == 0 }

// fromKernel is what stands for a scalar that a kernel gives; nil if that does more than compute it.
func (n *recording) fromKernel(v *ir.Value) *ir.Value {
	run := v.Def
	k := n.s.kernels[slices.IndexFunc(n.s.kernels, func(k *ir.Func) bool { return k.Name == run.Sym() })]
	result := k.Body.Terminator().Args[v.Index]
	var pure func(v *ir.Value) bool
	pure = func(v *ir.Value) bool {
		return v.Owner == k.Body || computes(v.Def) && !slices.ContainsFunc(v.Def.Args, func(a *ir.Value) bool { return !pure(a) })
	}
	if !pure(result) {
		return nil
	}
	for i, p := range k.Body.Params {
		n.c.Map(p, n.outside(run.Args[i]))
	}
	return n.outside(result)
}

// copies are copies of ops for the nest, in a region of their own, and what stands for their results.
func (n *recording) copies(ops []*ir.Op) (*ir.Region, *ir.Cloner) {
	r, c := &ir.Region{}, ir.NewCloner()
	b := &ir.Builder{Region: r, Pos: n.b.Pos}
	for _, o := range ops {
		b.Insert(c.Op(o))
	}
	var rep ir.Replacer
	for _, v := range ir.FreeValues(r) {
		rep.Replace(v, n.outside(v))
	}
	rep.Apply(r)
	return r, c
}

// recordPattern records a parallel loop or a reduction of which the last dimension, or patterns inside, have the lanes.
func (s *scheduler) recordPattern(o *ir.Op, mode ir.Mode, inner bool) {
	if s.record == nil || s.standsIn || s.scalar[o] {
		return
	}
	n := s.newRecord(o.Pos)
	r, _ := n.copies([]*ir.Op{o})
	o = r.Take(0)[0]
	s.nest(o.Regions[0], inner)
	if o.Kind == ir.OpBlockReduce {
		nestReduce(n.b, o, mode == ir.InLanes)
	} else {
		nestParfor(n.b, o, mode == ir.InLanes)
	}
	s.recorded(n, o.Results)
}

// recordOps records what is done in sequence.
func (s *scheduler) recordOps(ops []*ir.Op, results []*ir.Value) {
	if s.record == nil || s.standsIn || len(ops) == 1 && s.scalar[ops[0]] {
		return
	}
	n := s.newRecord(ops[0].Pos)
	r, c := n.copies(ops)
	r.MoveTo(n.f.Body)
	s.recorded(n, c.Args(results))
}

// recordKernel records a kernel, which is a sequence with exits, with what the host gives it.
func (s *scheduler) recordKernel(k *ir.Func, args []*ir.Value) {
	if s.record == nil || s.standsIn {
		return
	}
	n := s.newRecord(k.Pos)
	c := ir.NewCloner()
	for i, p := range k.Body.Params {
		c.Map(p, n.outside(args[i]))
	}
	c.Into(n.f.Body, k.Body.Ops)
	n.f.Results = k.Results
	s.record(n.f)
}

func (s *scheduler) recorded(n *recording, results []*ir.Value) {
	n.b.Return(results...)
	n.f.Results = ir.Types(results)
	lowerMoves(n.f.Body, true)
	lanesOutside(n.f.Body, false)
	s.record(n.f)
}
