package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// A kernel in which there are two ways to go has to keep registers for both: loops that ask nothing ahead took 1.1 times as long as before beside the others (Zen 5, sums of products,
// rows of 3). So the host, which knows which way it is, starts one of two kernels, when all that looks for launches has found them.
//
//	launch k, near, ... => if near { launch k, ... } { launch k.ahead, ... }

// splitWays has kernels in which one value of the host's says which way to go go one way each.
func (s *scheduler) splitWays() {
	for _, k := range slices.Clone(s.kernels) {
		ways := s.waysOf(k)
		if len(ways) == 0 {
			continue
		}
		near := ways[0].Args[0]
		if near.Owner != k.Body || near.Def != nil || slices.ContainsFunc(ways, func(o *ir.Op) bool { return o.Args[0] != near }) {
			continue
		}
		if starts := s.startsOf(k); starts != nil {
			s.splitKernel(k, ways, starts)
		}
	}
}

// waysOf lists the places of a kernel where it goes one way or the other.
func (s *scheduler) waysOf(k *ir.Func) (ways []*ir.Op) {
	k.Body.Walk(func(o *ir.Op) bool {
		if s.ways[o] {
			ways = append(ways, o)
		}
		return true
	})
	return ways
}

// startsOf lists the ops that start a kernel; nil if some are more than that.
func (s *scheduler) startsOf(k *ir.Func) (starts []*ir.Op) {
	plain := true
	s.host.Body.Walk(func(o *ir.Op) bool {
		if o.Sym() == k.Name {
			starts = append(starts, o)
			plain = plain && (o.Kind == ir.OpLaunch || o.Kind == ir.OpRun)
		}
		return true
	})
	if !plain {
		return nil
	}
	return starts
}

// splitKernel makes two of k, and has the host choose.
func (s *scheduler) splitKernel(k *ir.Func, ways, starts []*ir.Op) {
	index := ways[0].Args[0].Index
	for _, o := range ways {
		s.ways[o] = false
	}
	ahead := ir.NewFunc(k.Name+".ahead", nil, k.Results)
	ahead.Kernel, ahead.Rare, ahead.Pos = k.Kernel, k.Rare, k.Pos
	c := ir.NewCloner()
	ahead.SetBody(c.Region(k.Body, nil))
	for _, o := range ways {
		goThere(ahead, c.Ops[o], 1)
		goThere(k, o, 0)
	}
	for _, f := range []*ir.Func{k, ahead} {
		f.Body.RemoveParam(index)
	}
	s.kernels = append(s.kernels, ahead)
	for _, o := range starts {
		startOneOf(o, len(o.Args)-len(k.Body.Params)-1+index, ahead.Name)
	}
}

// goThere puts what is one of the ways in the place of the choice.
func goThere(k *ir.Func, o *ir.Op, way int) {
	for i, v := range o.Inline(o.Regions[way]) {
		ir.ReplaceUses(k.Body, o.Results[i], v)
	}
}

// startOneOf has an op that starts a kernel start another where its argument i is false. Neither gets that.
func startOneOf(o *ir.Op, i int, other string) {
	near := o.Args[i]
	o.RemoveArg(i)
	oneOfTwo(o, near, func(_ *ir.Cloner, x *ir.Op) { x.SetSym(other) })
}
