package pipeline_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/irtest"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/plan"
	"github.com/hone-go/hone/internal/seeds"
)

// TestRunning compares what such loops give and store, and which check fails, in machine code and as they are.
func TestRunning(t *testing.T) {
	targets := difftest.Targets(false)
	if len(targets) == 0 {
		t.Skip("SKIPPED: no vectors")
	}
	n := 600
	if testing.Short() {
		n = 150
	}
	programs, lanes, complete := 0, 0, 0
	seeds.Each(t, n, func(seed uint64) {
		programs++
		g := irtest.NewRunningLoop(rand.New(rand.NewPCG(seed, 82)))
		text := g.Draw()
		m, err := ir.Parse(text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		f := m.Funcs[0]
		typ := g.Signature(f)
		runs := false
		var compiled []*plan.Program
		for _, target := range targets {
			opt := target.Options
			opt.Always = true
			opt.Dump = func(stage, _ string, text func() string) {
				runs = runs || stage == "loops.running" && strings.Contains(text(), "running @")
			}
			c, err := pipeline.CompileResidual(f.Clone(), opt)
			if err != nil {
				opt.Dump = func(stage, _ string, text func() string) {
					if strings.HasPrefix(stage, "loops.run") || stage == "loops.dce" {
						t.Log(stage, text())
					}
				}
				pipeline.CompileResidual(f.Clone(), opt)
				t.Fatalf("%s: %v\n%s", target.Name, err, text)
			}
			if len(c.Internal) > 0 {
				t.Fatalf("%s: %v\n%s", target.Name, c.Internal, text)
			}
			compiled = append(compiled, c.Program)
		}
		if runs {
			lanes++
		}
		for range 3 {
			args := g.Args()
			x := eval.New(m)
			want := difftest.Run(func(args []reflect.Value) []reflect.Value { return x.Call("f", typ, args...) }, args, &difftest.Memory{})
			if runs && want.Panic == nil {
				complete++
			}
			for k, p := range compiled {
				got := difftest.Run(func(args []reflect.Value) []reflect.Value { return plan.CallReflect(p, typ, args) }, args, &difftest.Memory{})
				if d := difftest.Diff(want, got, 0); d != "" {
					t.Fatalf("%s, with %v: %s\n%s", targets[k].Name, args, d, text)
				}
			}
		}
	})
	t.Logf("%d of %d have lanes, %d calls of these complete", lanes, programs, complete)
	if !seeds.Timed() && (lanes*4 < programs || complete < programs/4) {
		t.Errorf("only %d of %d loops have lanes, %d calls of these complete", lanes, programs, complete)
	}
}
