package pipeline_test

import (
	"reflect"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/irtest"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/plan"
)

// TestKernels compiles the kernels for every target and compares what they do with what the interpreter does, on slices that end at pages
// which can't be touched.
func TestKernels(t *testing.T) {
	for _, what := range difftest.Missing() {
		t.Log(what)
	}
	for _, k := range irtest.Kernels(t) {
		if k.Level != ir.Residual {
			continue
		}
		f := k.Module.Funcs[0]
		reference, typ := irtest.Residual(f, nil), irtest.FuncType(f)
		for _, target := range difftest.Targets(false) {
			t.Run(k.Name+"/"+target.Name, func(t *testing.T) {
				target.Options.Always = true
				c, err := pipeline.CompileResidual(f.Clone(), target.Options)
				if err != nil {
					t.Fatalf("%v\n%s", err, f)
				}
				run := func(args []reflect.Value) []reflect.Value { return plan.CallReflect(c.Program, typ, args) }
				for _, n := range irtest.Extents {
					guard := &difftest.Memory{Guard: difftest.GuardAfter}
					for seed := range uint64(3) {
						args := k.Args(n, seed)
						want := difftest.Run(reference, args, &difftest.Memory{})
						if d := difftest.Diff(want, difftest.Run(run, args, guard), 0); d != "" {
							t.Fatalf("n = %d, seed %d: %s", n, seed, d)
						}
					}
					guard.Reset()
				}
			})
		}
	}
}
