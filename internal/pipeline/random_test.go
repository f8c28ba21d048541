package pipeline_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/irtest"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/plan"
)

// checkRandom draws a residual function and compares machine code with the interpreter.
func checkRandom(data []byte) error {
	f := irtest.Random(irtest.NewChoices(data))
	var names []string
	var runs []difftest.Runner
	typ := irtest.FuncType(f)
	for _, t := range difftest.Targets(false) {
		t.Options.Always = true
		c, err := pipeline.CompileResidual(f.Clone(), t.Options)
		if err != nil {
			return fmt.Errorf("%s: %w\n%v", t.Name, err, f)
		}
		names = append(names, t.Name)
		runs = append(runs, func(args []reflect.Value) []reflect.Value { return plan.CallReflect(c.Program, typ, args) })
	}
	return irtest.Compare(f, names, runs)
}

func TestRandom(t *testing.T) {
	limit := 6 * time.Second
	if testing.Short() {
		limit = time.Second
	}
	irtest.Search(t, limit, checkRandom)
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
