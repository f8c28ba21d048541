package irtest

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/opt"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/plan"
	"github.com/hone-go/hone/internal/sched"
	"github.com/hone-go/hone/internal/simd"
)

// Residual interprets f. Stores are noted, if stores isn't nil.
func Residual(f *ir.Func, stores *Stores) difftest.Runner {
	x := eval.New(&ir.Module{Funcs: []*ir.Func{f}})
	x.Late, x.Stored = true, stores.Note
	t := FuncType(f)
	return func(args []reflect.Value) []reflect.Value { return x.Call(f.Name, t, args...) }
}

// Scheduled interprets what the scheduler makes of f.
func Scheduled(f *ir.Func, stores *Stores) (difftest.Runner, error) {
	t := FuncType(f)
	r, err := sched.Lower(f.Clone(), machine.SmallData())
	if err != nil {
		return nil, err
	}
	if err := ir.Verify(r.Module, ir.Loops); err != nil {
		return nil, fmt.Errorf("after sched: %w\n%s", err, r.Module)
	}
	x := eval.New(r.Module)
	x.Stored = stores.Note
	return func(args []reflect.Value) []reflect.Value { return x.Call(f.Name, t, args...) }, nil
}

// Interpreted runs the first function of a module in the interpreter.
func Interpreted(m *ir.Module, stores *Stores) difftest.Runner {
	x, f := eval.New(m), m.Funcs[0]
	x.Stored = stores.Note
	t := FuncType(f)
	return func(args []reflect.Value) []reflect.Value { return x.Call(f.Name, t, args...) }
}

// Lowered is a function at the lanes level.
type Lowered struct {
	Host    *ir.Func
	Kernels []*simd.Kernel
	Scalar  []error      // by kernel: why it is not in lanes
	Type    reflect.Type // of the Go function; nil: Host's FuncType
	params  [][]*ir.Type
	results [][]*ir.Type
}

// Lower takes a residual function to the lanes level. A kernel that can't be put in lanes is scalar, as in the pipeline. Everything is
// verified.
func Lower(f *ir.Func, lanes simd.Options) (*Lowered, error) {
	r, err := sched.Lower(f.Clone(), machine.SmallData())
	if err != nil {
		return nil, err
	}
	return LowerKernels(r.Module, lanes)
}

// LowerKernels takes the kernels of a module at the loops level to the lanes level; the first function is the host's. m is consumed.
func LowerKernels(m *ir.Module, lanes simd.Options) (*Lowered, error) {
	l := &Lowered{Host: m.Funcs[0]}
	for _, k := range m.Funcs[1:] {
		l.params = append(l.params, ir.Types(k.Body.Params))
		l.results = append(l.results, k.Results)
		spare := k.Clone()
		lk, why := pipeline.ToLanes(k, lanes)
		if why != nil {
			scalar := lanes
			scalar.Scalar = true
			var err error
			if lk, err = pipeline.ToLanes(spare, scalar); err != nil {
				return nil, err
			}
		}
		l.Scalar = append(l.Scalar, why)
		if err := ir.VerifyFunc(lk.Func, ir.Lanes); err != nil {
			return nil, fmt.Errorf("after simd: %w\n%s", err, lk.Func)
		}
		opt.DCE(lk.Func) // widened indices, of which only the narrow form is used
		if err := fits(lk.Func, lanes.Machine.RegisterBytes); err != nil {
			return nil, fmt.Errorf("after simd: %w\n%s", err, lk.Func)
		}
		l.Kernels = append(l.Kernels, lk)
	}
	return l, nil
}

// fits checks that every vector fits a register.
func fits(f *ir.Func, bytes int) (err error) {
	see := func(o *ir.Op, vs []*ir.Value) {
		for _, v := range vs {
			if t := v.Type; t.Kind == ir.Vec && t.Elem != ir.TBool && t.Len*t.Elem.Size() > bytes {
				err = fmt.Errorf("%s does not fit a register of %d bytes: %v", t, bytes, o)
			}
		}
	}
	f.Body.Walk(func(o *ir.Op) bool {
		see(o, o.Results)
		for _, r := range o.Regions {
			see(o, r.Params)
		}
		return true
	})
	return err
}

// Runner runs the host program as a plan, and the kernels in the interpreter of the lanes level.
func (l *Lowered) Runner(stores *Stores) (difftest.Runner, error) {
	kernels := map[string]*plan.Kernel{}
	for i, k := range l.Kernels {
		pk := &plan.Kernel{Name: k.Func.Name, Params: l.params[i], Results: l.results[i]}
		if k.Func.Kernel == ir.RangeKernel {
			pk.Params = pk.Params[2:]
		}
		for _, s := range k.Sites {
			pk.Sites = append(pk.Sites, plan.Site{Kind: s.Kind, Code: s.Code, Unsigned: s.Uns, Pos: s.Pos, Panic: s.Panic})
		}
		words := len(k.Func.Body.Params) + len(k.Func.Results) + 4
		if k.Func.Kernel == ir.RangeKernel {
			words -= 2
		}
		run := eval.NewKernel(k.Func)
		run.Stored = stores.Note
		pk.Call = func(params unsafe.Pointer, lo, hi int64) int64 {
			block := unsafe.Slice((*uint64)(params), words)
			// A range in two pieces, so that what depends on its ends shows.
			if mid := lo + (hi-lo)/3; mid > lo {
				if status := run.Run(block, lo, mid); status != 0 {
					return status
				}
				lo = mid
			}
			return run.Run(block, lo, hi)
		}
		kernels[pk.Name] = pk
	}
	p, err := plan.New(l.Host, kernels)
	if err != nil {
		return nil, err
	}
	typ := l.Type
	if typ == nil {
		typ = FuncType(l.Host)
	}
	return func(args []reflect.Value) []reflect.Value { return plan.CallReflect(p, typ, args) }, nil
}

// Compare runs f in the interpreter of the residual level and otherwise, on a few arguments, and says what differs: what it does and, where the others
// note it in stores, what it stores to.
func Compare(f *ir.Func, names []string, runs []difftest.Runner, stores *Stores) error {
	residual := Residual(f, stores)
	if stores == nil {
		stores = &Stores{} // of nothing
	}
	for seed := range uint64(2) {
		args := Args(f, seed)
		want, stored := stores.Run(residual, args, &difftest.Memory{})
		for i, run := range runs {
			mem := &difftest.Memory{Guard: int(seed+uint64(i)) % 3}
			got, also := stores.Run(run, args, mem)
			d := difftest.Diff(want, got, 0)
			if d == "" && want.Panic == nil {
				d = Beyond(stored, also)
			}
			mem.Reset()
			if d != "" {
				return fmt.Errorf("%s: %s\n%s", names[i], d, String(f, args))
			}
		}
	}
	return nil
}
