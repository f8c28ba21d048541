package jit

import (
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pass"
	"github.com/hone-go/hone/internal/simd"
)

// Step is a pass on the way from the loops level to the lanes level.
type Step struct {
	Name  string
	Run   func(k *simd.Kernel, o *simd.Options) error
	Level ir.Level // at which the kernel is then; 0: at none, as with words that have been joined from elements, or vectors of several registers
}

// ToLanes has a kernel go through the steps. f is consumed. The error is an ir.Limit if lanes are too much for the machine; any other says what is wrong with the kernel.
func ToLanes(f *ir.Func, steps []Step, o *simd.Options, r *pass.Runner) (*simd.Kernel, error) {
	k := simd.NewKernel(f)
	for _, s := range steps {
		if err := s.Run(k, o); err != nil {
			return nil, pass.Internal(err)
		}
		if r.Dump != nil {
			r.Dump("simd."+s.Name, k.Func.Name, k.Func.String)
		}
		if r.Verify && s.Level != 0 {
			if err := r.Check(s.Name, &ir.Module{Funcs: []*ir.Func{k.Func}}, s.Level); err != nil {
				return nil, err
			}
		}
	}
	r.Dumped("simd", k.Func.Name, k.Func.String)
	return k, nil
}
