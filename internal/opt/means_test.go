package opt_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
)

// meaning compares what functions f of one type do before and after a pass.
type meaning struct {
	pass      func(*ir.Func) bool
	signature reflect.Type
	arguments func(r *rand.Rand) []any
	inputs    int // how many to try

	programs, changed, runs int // so far; runs in which nothing goes wrong
}

// check reads a function, and compares.
func (m *meaning) check(t *testing.T, text string, r *rand.Rand) bool {
	t.Helper()
	module, err := ir.Parse(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return m.checkFunc(t, module.Funcs[0], r)
}

// checkFunc reports that the pass changes the function. Its results or its panic, and memory, have to stay the same.
func (m *meaning) checkFunc(t *testing.T, f *ir.Func, r *rand.Rand) bool {
	t.Helper()
	level := ir.Residual
	if f.Kernel != ir.NotKernel {
		level = ir.Loops
	}
	if err := ir.VerifyFunc(f, level); err != nil {
		t.Fatalf("%v in\n%s", err, f)
	}
	m.programs++
	after := f.Clone()
	changed := m.pass(after)
	if before := f.String(); changed != (after.String() != before) {
		t.Fatalf("says %v\n%s\n%s", changed, before, after)
	}
	if !changed {
		return false
	}
	m.changed++
	if err := ir.VerifyFunc(after, level); err != nil {
		t.Fatalf("%v\nbefore:\n%s\nafter:\n%s", err, f, after)
	}
	if err := after.CheckChanges(); err != nil {
		t.Fatalf("%v\nbefore:\n%s\nafter:\n%s", err, f, after)
	}
	for range m.inputs {
		args := m.arguments(r)
		want, got := m.outcome(f, args), m.outcome(after, args)
		if eval.Internal(want.Panic) { // an access that no check has let pass: such a function means nothing
			continue
		}
		if want.Panic == nil {
			m.runs++
		}
		if d := difftest.Diff(want, got, 0); d != "" {
			t.Fatalf("with %v: %s\nbefore:\n%s\nafter:\n%s", args, d, f, after)
		}
	}
	return true
}

func (m *meaning) outcome(f *ir.Func, args []any) difftest.Outcome {
	x := eval.New(&ir.Module{Funcs: []*ir.Func{f}})
	x.Late = true
	return difftest.Run(func(args []reflect.Value) []reflect.Value { return x.Call("f", m.signature, args...) }, args, &difftest.Memory{})
}

// enough fails a test whose programs are hardly ever changed, or hardly ever run to their end.
func (m *meaning) enough(t *testing.T, changed, runs int) {
	t.Helper()
	t.Logf("%d of %d programs are changed, %d runs come to an end", m.changed, m.programs, m.runs)
	if m.changed < changed || m.runs < runs {
		t.Errorf("only %d of %d programs are changed, and %d runs come to an end", m.changed, m.programs, m.runs)
	}
}
