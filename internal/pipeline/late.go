package pipeline

import (
	"fmt"
	"math"
	"os"
	"sync"
	"unsafe"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/plan"
	"github.com/hone-go/hone/internal/simd"
	"github.com/hone-go/hone/internal/target"
)

// Late has the kernels that stand in where a guard fails compiled when one of them is started for the first time: most never are. What they are made
// from is not kept until then, since that would take more memory than the code: the function is lowered once more, with the same result.
type Late struct {
	Module   func() (*ir.Module, error) // gives the module, at the source level, once more
	Mistakes func(errs []error)         // is told the compiler's own mistakes of which it hears then; may be nil
}

// waits reports options with which kernels wait: not where somebody wants to see all of them, or each mistake at once.
func (o *Options) waits() bool {
	return o.Late != nil && o.Target == nil && o.Dump == nil && os.Getenv("HONE_DUMP") == "" && !strict()
}

// lateKernels are those of a function that wait.
type lateKernels struct {
	entry   string
	opt     Options
	kernels map[string]*plan.Kernel
}

// divide leaves those of the kernels that are to be compiled now.
func (l *Lowered) divide() {
	if l.opt.Late == nil {
		return
	}
	var now []*ir.Func
	late := &lateKernels{entry: l.Host.Name, opt: l.opt, kernels: map[string]*plan.Kernel{}}
	late.opt.rare, late.opt.Scheduled, late.opt.Gain = true, nil, false // that the function gains something was seen now
	once := sync.OnceValue(late.compile)
	for _, k := range l.Kernels {
		if k.Rare == l.opt.rare {
			now = append(now, k)
			continue
		}
		pk := plan.KernelOf(k)
		pk.Late = func() {
			if err := once(); err != nil {
				panic(err)
			}
		}
		late.kernels[pk.Name] = pk
	}
	l.Kernels, l.late = now, late.kernels
}

// compile makes the code of the kernels that have waited.
func (x *lateKernels) compile() (err error) {
	defer Catch(&err)
	m, err := x.opt.Late.Module()
	if err != nil {
		return internal(err) // it could be had before
	}
	l, err := Lower(m, x.entry, x.opt)
	if err != nil {
		return internal(err)
	}
	code, err := l.jit(&Compiled{}).Compile(l.Kernels, &target.Options{Verify: x.opt.Verify, Dump: x.opt.Dump})
	if err != nil {
		return internal(err)
	}
	for name, k := range x.kernels {
		made := code.Kernels[name]
		if made == nil || ir.TypeList(made.Params) != ir.TypeList(k.Params) || ir.TypeList(made.Results) != ir.TypeList(k.Results) {
			return internal(fmt.Errorf("kernel %s is another one when it is made again", name))
		}
		k.Become(made)
	}
	if tell := x.opt.Late.Mistakes; tell != nil && len(code.Internal) > 0 {
		tell(code.Internal)
	}
	return nil
}

// interpreted makes a kernel something that the interpreter runs: where a kernel that has waited can't be machine code, it is too late for plain Go.
func (j *jit) interpreted(f *ir.Func, why error) (m made, err error) {
	defer Catch(&err)
	k, err := simd.Lower(f, simd.Options{Machine: machine.AVX2(), ScratchBytes: math.MaxInt32, Scalar: true})
	if err != nil {
		return made{}, internal(err)
	}
	if err := j.opt.verify("simd", &ir.Module{Funcs: []*ir.Func{k.Func}}, ir.Lanes); err != nil {
		return made{}, err
	}
	m = made{plan: plan.KernelOf(f), kernel: k, internal: internal(why)}
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
