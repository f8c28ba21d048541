package difftest

import (
	"fmt"
	"reflect"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/plan"
	"github.com/hone-go/hone/internal/rt"
)

// Target is a kind of machine code.
type Target struct {
	Name    string
	Options pipeline.Options

	batch map[string]batched // programs that were compiled together, by the names of their functions
}

// Targets lists what this machine can run, with FMA or without: vector and scalar code for each instruction set. Without FMA, loops get
// vectors also where scalar code is thought to be quicker.
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
			ts = append(ts, Target{Name: name, Options: pipeline.Options{ISA: isa, FMA: fma, Scalar: scalar, Always: !fma, Verify: true}})
		}
	}
	return ts
}

// Has reports whether the target can compile this function.
func (t Target) Has(entry string) bool {
	_, ok := t.batch[entry]
	return ok || t.batch == nil
}

// Compile compiles a function of a Go type for the target.
func (t Target) Compile(m *ir.Module, entry string, fn reflect.Type) (run Runner, err error) {
	defer pipeline.Catch(&err)
	if t.batch != nil {
		return t.batch[entry].run(fn)
	}
	c, err := pipeline.Compile(m, entry, t.Options)
	if err != nil {
		return nil, err
	}
	return func(args []reflect.Value) []reflect.Value { return plan.CallReflect(c.Program, fn, args) }, nil
}

// Interpreted is the Runner of a function at the source level.
func Interpreted(m *ir.Module, entry string, fn reflect.Type) (run Runner, err error) {
	defer pipeline.Catch(&err)
	x := eval.New(m)
	x.Late = true
	return func(args []reflect.Value) []reflect.Value { return x.Call(entry, fn, args...) }, nil
}

// Residual is the Runner that interprets a function after partial evaluation. Declared reductions inside others run in the order of
// their indices, as in compiled code, or in the canonical order, as in library mode.
func Residual(m *ir.Module, entry string, fn reflect.Type, nestedInOrder bool) (run Runner, err error) {
	defer pipeline.Catch(&err)
	r, err := eval.Specialize(m, entry, eval.Options{})
	if err != nil {
		return nil, err
	}
	if err := ir.Verify(r, ir.Residual); err != nil {
		return nil, fmt.Errorf("residual program: %w", err)
	}
	x := eval.New(r)
	x.NestedInOrder, x.Late = nestedInOrder, true
	return func(args []reflect.Value) []reflect.Value { return x.Call(entry, fn, args...) }, nil
}
