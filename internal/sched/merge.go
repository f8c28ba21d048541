package sched

import "github.com/hone-go/hone/internal/ir"

// mergeKernels keeps one of several kernels that do the same: of a function that is called several times, and of loops that
// clear buffers. Less is left to compile.
func (s *scheduler) mergeKernels() {
	first, same := map[string]string{}, map[string]string{}
	kept := s.kernels[:0]
	for _, k := range s.kernels {
		shape := k.Shape()
		if name, ok := first[shape]; ok {
			same[k.Name] = name
			continue
		}
		first[shape] = k.Name
		kept = append(kept, k)
	}
	s.kernels = kept
	if len(same) == 0 {
		return
	}
	s.host.Body.Walk(func(o *ir.Op) bool {
		if name, ok := same[o.Sym]; ok && (o.Kind == ir.OpLaunch || o.Kind == ir.OpStage || o.Kind == ir.OpRun) {
			o.Sym = name
		}
		return true
	})
}
