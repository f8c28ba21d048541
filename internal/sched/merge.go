package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// mergeKernels keeps one of several kernels that do the same: of a function that is called several times, and of loops that
// clear buffers. Less is left to compile.
func (s *scheduler) mergeKernels() {
	same := map[string]string{}
	likely := map[uint64][]*ir.Func{} // kept kernels by sketch
	shapes := map[*ir.Func]string{}
	shape := func(k *ir.Func) string {
		if shapes[k] == "" {
			shapes[k] = k.Shape()
		}
		return shapes[k]
	}
	s.dropUnused()
	kept := s.kernels[:0]
	for _, k := range s.kernels {
		h := sketch(k)
		if i := slices.IndexFunc(likely[h], func(x *ir.Func) bool { return shape(x) == shape(k) }); i >= 0 {
			same[k.Name] = likely[h][i].Name
			likely[h][i].Rare = likely[h][i].Rare && k.Rare
			continue
		}
		likely[h] = append(likely[h], k)
		kept = append(kept, k)
	}
	s.kernels = kept
	if len(same) == 0 {
		return
	}
	s.host.Body.Walk(func(o *ir.Op) bool {
		if name, ok := same[o.Sym()]; ok && (o.Kind == ir.OpLaunch || o.Kind == ir.OpStage || o.Kind == ir.OpTurn || o.Kind == ir.OpRun) {
			o.SetSym(name)
		}
		return true
	})
}

// dropUnused drops kernels that the host starts nowhere: of what was tried, and then not done.
func (s *scheduler) dropUnused() {
	used := map[string]bool{}
	s.host.Body.Walk(func(o *ir.Op) bool {
		used[o.Sym()] = true
		return true
	})
	s.kernels = slices.DeleteFunc(s.kernels, func(k *ir.Func) bool { return !used[k.Name] })
}

// sketch is the same for functions of one shape. Most that are not differ in it.
func sketch(f *ir.Func) uint64 {
	h := uint64(f.Kernel)
	mix := func(x uint64) { h = (h ^ x) * 0x9e3779b97f4a7c15; h ^= h >> 29 }
	f.Body.Walk(func(o *ir.Op) bool {
		mix(uint64(o.Kind)<<32 | uint64(len(o.Args))<<16 | uint64(len(o.Results)))
		for _, n := range o.Ints {
			mix(uint64(n))
		}
		return true
	})
	return h
}
