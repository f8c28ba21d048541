package pipeline_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/irtest"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/plan"
	"github.com/hone-go/hone/internal/sched"
)

// checkRandom draws a residual function and compares machine code with the interpreter.
func checkRandom(data []byte) error { return check(irtest.Random(irtest.NewChoices(data))) }

// checkMixed does the same with integers of all widths.
func checkMixed(data []byte) error { return check(irtest.Mixed(irtest.NewChoices(data))) }

func check(f *ir.Func) error {
	sched.Order(f) // the first pass decides it, and what isn't associative shows it
	if err := agree(f, f, difftest.Targets(false)); err != nil {
		return err
	}
	var optimised *ir.Module // with products fused: only what comes behind that is looked at
	targets := difftest.Targets(true)
	if len(targets) == 0 {
		return nil
	}
	opt := targets[0].Options
	opt.Dump = func(stage, _ string, text func() string) {
		if stage == "opt" {
			optimised, _ = ir.Parse(text())
		}
	}
	if _, err := pipeline.LowerResidual(f.Clone(), opt); err != nil {
		return err
	}
	if !optimised.Funcs[0].Body.Contains(func(o *ir.Op) bool { return o.Kind == ir.OpFMA }) {
		return nil
	}
	return agree(f, optimised.Funcs[0], targets)
}

// agree compares the machine code of f with what the interpreter makes of another form of it.
func agree(f, reference *ir.Func, targets []difftest.Target) error {
	var names []string
	var runs []difftest.Runner
	typ := irtest.FuncType(f)
	for _, t := range targets {
		t.Options.Always = true
		c, err := pipeline.CompileResidual(f.Clone(), t.Options)
		if err != nil {
			return fmt.Errorf("%s: %w\n%v", t.Name, err, f)
		}
		names = append(names, t.Name)
		runs = append(runs, func(args []reflect.Value) []reflect.Value { return plan.CallReflect(c.Program, typ, args) })
	}
	return irtest.Compare(reference, names, runs, nil)
}

func TestRandom(t *testing.T) {
	for _, what := range difftest.Missing() {
		t.Log(what)
	}
	limit := 6 * time.Second
	if testing.Short() {
		limit = time.Second
	}
	irtest.Search(t, limit, checkRandom)
}

func TestMixed(t *testing.T) {
	limit := 4 * time.Second
	if testing.Short() {
		limit = time.Second
	}
	irtest.Search(t, limit, checkMixed)
}

func FuzzRandom(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(irtest.Bytes(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := checkRandom(data); err != nil {
			t.Fatal(err)
		}
	})
}
