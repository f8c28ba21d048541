package jit

import (
	"math"
	"unsafe"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/pass"
	"github.com/hone-go/hone/internal/plan"
	"github.com/hone-go/hone/internal/simd"
)

// interpreted makes a kernel something that the interpreter runs: where a kernel that has waited can't be machine code, it is too late for plain Go.
func (j *jit) interpreted(f *ir.Func, why error) (m made, err error) {
	defer pass.Catch(&err)
	k, err := ToLanes(f, j.Steps, &simd.Options{Machine: machine.AVX2(), ScratchBytes: math.MaxInt32, Scalar: true}, &j.Runner)
	if err != nil {
		return made{}, err
	}
	if err := j.Check("simd", &ir.Module{Funcs: []*ir.Func{k.Func}}, ir.Lanes); err != nil {
		return made{}, err
	}
	m = made{plan: plan.KernelOf(f), kernel: k, internal: pass.Internal(why)}
	m.describe()
	run, words := eval.NewKernel(k.Func), len(k.Func.Body.Params)+len(k.Func.Results)+plan.FailWords
	if f.Kernel == ir.RangeKernel {
		words -= 2
	}
	m.plan.Call = func(params unsafe.Pointer, lo, hi int64) int64 {
		return run.Run(unsafe.Slice((*uint64)(params), words), lo, hi)
	}
	return m, nil
}
