package pipeline

import (
	"fmt"
	"os"
	"sync"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pass"
	"github.com/hone-go/hone/internal/plan"
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
	return o.Late != nil && o.Target == nil && o.Dump == nil && os.Getenv("HONE_DUMP") == "" && !pass.Strict()
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
	defer pass.Catch(&err)
	m, err := x.opt.Late.Module()
	if err != nil {
		return pass.Internal(err) // it could be had before
	}
	l, err := Lower(m, x.entry, x.opt)
	if err != nil {
		return pass.Internal(err)
	}
	code, err := l.jit(nil).Compile(l.Kernels, &target.Options{Verify: x.opt.Verify, Dump: x.opt.Dump})
	if err != nil {
		return pass.Internal(err)
	}
	for name, k := range x.kernels {
		made := code.Kernels[name]
		if made == nil || ir.TypeList(made.Params) != ir.TypeList(k.Params) || ir.TypeList(made.Results) != ir.TypeList(k.Results) {
			return pass.Internal(fmt.Errorf("kernel %s is another one when it is made again", name))
		}
		k.Become(made)
	}
	if tell := x.opt.Late.Mistakes; tell != nil && len(code.Internal) > 0 {
		tell(code.Internal)
	}
	return nil
}
