package difftest

import (
	"fmt"
	"math/rand"
	"reflect"
	"slices"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pass"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/plan"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/sched"
	"github.com/hone-go/hone/internal/seeds"
)

// Target is a kind of machine code.
type Target struct {
	Name    string
	Options pipeline.Options
	Late    bool // kernels that stand in where a guard fails are compiled when it does, as in users' programs

	batch map[string]batched // programs that were compiled together, by the names of their functions
}

// Targets lists what this machine can run, with FMA or without: vector and scalar code for each instruction set. Without FMA, loops get
// vectors also where scalar code is thought to be quicker, and one kind has schedules that are drawn.
func Targets(fma bool) []Target {
	best, err := rt.Detect()
	if err != nil {
		return nil
	}
	var ts []Target
	for isa := rt.AVX2; isa <= best; isa++ {
		for _, scalar := range []bool{false, true} {
			name := isa.String()
			if scalar {
				name += " scalar"
			}
			if fma {
				name += " fma"
			}
			late := fma && !scalar && isa == rt.AVX2 // the others have all code made, and verified, at once
			ts = append(ts, Target{Name: name, Late: late, Options: pipeline.Options{ISA: isa, FMA: fma, Scalar: scalar, Always: !fma, Verify: true}})
		}
	}
	if !fma {
		ts = append(ts, Target{Name: best.String() + " drawn", Options: pipeline.Options{ISA: best, Always: true, Verify: true, Choose: (&Drawn{Seed: seeds.First()}).Choose}})
	}
	return ts
}

// Some is one of the targets without FMA and one with it, at random, and those that have only some programs.
func Some(ts []Target, r *rand.Rand) []Target {
	ts = slices.Clone(ts)
	r.Shuffle(len(ts), func(i, k int) { ts[i], ts[k] = ts[k], ts[i] })
	left := map[bool]int{false: 1, true: 1}
	return slices.DeleteFunc(ts, func(t Target) bool {
		if t.batch != nil {
			return false
		}
		left[t.Options.FMA]--
		return left[t.Options.FMA] < 0
	})
}

// Has reports whether the target can compile this function.
func (t Target) Has(entry string) bool {
	_, ok := t.batch[entry]
	return ok || t.batch == nil
}

// Compile compiles a function of a Go type for the target.
func (t Target) Compile(m *ir.Module, entry string, fn reflect.Type) (run Runner, err error) {
	defer pass.Catch(&err)
	if t.batch != nil {
		return t.batch[entry].run(fn)
	}
	opt := t.Options
	if t.Late {
		opt.Late = &pipeline.Late{Module: func() (*ir.Module, error) { return m, nil }}
	}
	c, err := pipeline.Compile(m, entry, opt)
	if err != nil {
		return nil, err
	}
	p := watched(c.Program)
	return func(args []reflect.Value) []reflect.Value { return plan.CallReflect(p, fn, args) }, nil
}

// Interpreted is the Runner of a function at the source level. It panics if iterations of a parallel loop turn out to depend on each other.
func Interpreted(m *ir.Module, entry string, fn reflect.Type) (run Runner, err error) {
	defer pass.Catch(&err)
	x := eval.New(m)
	x.Late = true
	x.Watch(func(r *eval.Race) { panic("eval: " + r.String()) }, true)
	return func(args []reflect.Value) []reflect.Value { return x.Call(entry, fn, args...) }, nil
}

// Ending tells of arguments whether a function comes to an end with them, or to a panic, within so many regions and 64 bytes of slices made.
func Ending(m *ir.Module, entry string, fn reflect.Type, steps int64) func(args []any) bool {
	x := eval.New(m)
	x.Steps = steps
	return func(args []any) bool {
		var mem Memory
		defer mem.Reset()
		o := Run(func(args []reflect.Value) []reflect.Value { return x.Call(entry, fn, args...) }, args, &mem)
		return !eval.Endless(o.Panic)
	}
}

// Residual is the Runner that interprets a function after partial evaluation, with declared reductions in the order of library mode.
func Residual(m *ir.Module, entry string, fn reflect.Type) (run Runner, err error) {
	run, _, err = residual(m, entry, fn, false)
	return run, err
}

// Ordered is Residual with the reductions inside others in the order that has been decided for all compiled code, and whether that is another one for
// some.
func Ordered(m *ir.Module, entry string, fn reflect.Type) (run Runner, differs bool, err error) {
	return residual(m, entry, fn, true)
}

func residual(m *ir.Module, entry string, fn reflect.Type, order bool) (run Runner, differs bool, err error) {
	defer pass.Catch(&err)
	r, err := eval.Specialize(m, entry, eval.Options{})
	if err != nil {
		return nil, false, err
	}
	if order {
		for _, f := range r.Funcs {
			sched.Order(f)
			differs = differs || f.Body.Contains((*ir.Op).Indexed)
		}
	}
	if err := ir.Verify(r, ir.Residual); err != nil {
		return nil, false, fmt.Errorf("residual program: %w", err)
	}
	x := eval.New(r)
	x.Late = true
	return func(args []reflect.Value) []reflect.Value { return x.Call(entry, fn, args...) }, differs, nil
}
