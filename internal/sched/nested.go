package sched

import "github.com/hone-go/hone/internal/ir"

// A nest whose iterations are independent, inside a loop that is not (steps of time, tiles, the columns of an elimination), is scheduled as one of the host is:
// lanes, several rows at a time, the inner part apart from borders. Only, it isn't launched: that would cost more than many a nest does, and the loop around it
// would be the host's, step by step. What would be kernels is put in the place of what would start them, in the kernel that the loop around it becomes.

// guardedCost is the cost, in picoseconds, from which a nest is worth the guard ahead of it.
const guardedCost = 300e3

// inPlace schedules a parallel loop that stays in a kernel.
func (s *scheduler) inPlace(o *ir.Op) []*ir.Op {
	first, record := len(s.kernels), s.record
	s.placing, s.record = true, nil // the loop around it is what is recorded
	ops := s.parfor(o)
	s.placing, s.record = false, record
	kernels := map[string]*ir.Func{}
	for _, k := range s.kernels[first:] {
		kernels[k.Name] = k
	}
	s.kernels = s.kernels[:first]
	r := &ir.Region{}
	r.Append(ops...)
	s.startInPlace(r, kernels)
	return r.Take(0)
}

// startInPlace puts the bodies of kernels in the place of what starts them.
func (s *scheduler) startInPlace(r *ir.Region, kernels map[string]*ir.Func) {
	tmp := &ir.Region{}
	b := &ir.Builder{Region: tmp}
	for _, o := range r.Ops {
		for _, in := range o.Regions {
			s.startInPlace(in, kernels)
		}
	}
	for _, o := range r.Ops {
		b.Pos = o.Pos
		args := o.Args
		switch o.Kind {
		case ir.OpLaunch:
			args = append([]*ir.Value{b.Int(0), args[0]}, args[4:]...)
			delete(s.rows, o)
		case ir.OpRun:
		default:
			b.Insert(o)
			continue
		}
		body := kernels[o.Sym()].Body
		c := ir.NewCloner()
		c.MapAll(body.Params, args)
		end := len(body.Ops) - 1
		c.Into(tmp, body.Ops[:end])
		for i, v := range o.Results {
			ir.ReplaceUses(r, v, c.Value(body.Ops[end].Args[i]))
		}
	}
	r.SetOps(tmp.Take(0))
}

// costsEnough emits whether a nest is worth the guard ahead of it; nil: it is known to be.
func (s *scheduler) costsEnough(b *ir.Builder, l *freeLoop) *ir.Value {
	c := s.nestCost(l)
	if len(c.parts) == 0 || s.machine.Always() {
		return nil
	}
	mean, _ := c.emit(b)
	return b.Compare(ir.OpGe, mean, b.Int(guardedCost))
}

// nestCost is that of the whole nest.
func (s *scheduler) nestCost(l *freeLoop) cost {
	e := &estimator{machine: s.machine, within: l.fast}
	return e.times(s.estimate(l.fast, ir.InLanes, false), nil, l.fast.Args[0], 1, 1)
}

// tiny reports a nest that is known not to be worth a guard.
func (s *scheduler) tiny(l *freeLoop) bool {
	c := s.nestCost(l)
	return len(c.parts) == 0 && c.mean < guardedCost && !s.machine.Always()
}
