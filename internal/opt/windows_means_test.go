package opt_test

import (
	"math/rand/v2"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/irtest"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/opt"
	"github.com/hone-go/hone/internal/simd"
)

// TestWindowsMeans compares what loops store that add up windows, and which check fails, as they are and with sums that slide.
func TestWindowsMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(95, 96))
	lanes := simd.Options{Machine: machine.AVX2().With(machine.Forced{Always: true}), ScratchBytes: 12288}
	programs, slid, complete := 1500, 0, 0
	if testing.Short() {
		programs = 300
	}
	for range programs {
		g := irtest.NewWindowLoop(r)
		g.Odd = r.IntN(3) == 0
		m := inKernel(t, g.Draw())
		before := m.Clone()
		changed := opt.Windows(m.Funcs[1], 0)
		if changed != (m.String() != before.String()) {
			t.Fatalf("says %v\n%s\n%s", changed, before, m)
		}
		if !changed {
			continue
		}
		slid++
		if err := ir.Verify(m, ir.Loops); err != nil {
			t.Fatalf("%v\n%s\n%s", err, before, m)
		}
		if err := m.Funcs[1].CheckChanges(); err != nil {
			t.Fatalf("%v\n%s\n%s", err, before, m)
		}
		after := m.Clone()
		l, err := irtest.LowerKernels(m, lanes)
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, before, after)
		}
		l.Type = g.Signature(before.Funcs[0])
		run, err := l.Runner(nil)
		if err != nil {
			t.Fatal(err)
		}
		reference, loops := irtest.Interpreted(before, nil), irtest.Interpreted(after, nil)
		for range 4 {
			args := g.Args()
			want := difftest.Run(reference, args, &difftest.Memory{})
			if eval.Internal(want.Panic) { // an access that no check has let pass
				continue
			}
			if want.Panic == nil {
				complete++
			}
			for _, got := range []difftest.Outcome{difftest.Run(loops, args, &difftest.Memory{}), difftest.Run(run, args, &difftest.Memory{})} {
				if d := difftest.Diff(want, got, 0); d != "" {
					t.Fatalf("with %v: %s\n%s\n%s", args, d, before, after)
				}
			}
		}
	}
	t.Logf("%d of %d slide, %d calls of these complete", slid, programs, complete)
	if slid*3 < programs || complete < programs {
		t.Errorf("only %d of %d slide, %d calls of these complete", slid, programs, complete)
	}
}
