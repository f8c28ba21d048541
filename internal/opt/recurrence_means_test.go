package opt_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/irtest"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/opt"
	"github.com/hone-go/hone/internal/simd"
)

// TestRecurrencesMeans compares what loops give and store that carry values, and which check fails, as they are and taken apart.
func TestRecurrencesMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(97, 98))
	machine := simd.Options{Machine: machine.AVX2().With(machine.Forced{Always: true}), ScratchBytes: 65536}
	programs, apart, complete := 1200, 0, 0
	if testing.Short() {
		programs = 400
	}
	for range programs {
		g := irtest.NewRunningLoop(r)
		g.Odd = r.IntN(3) == 0
		m := inKernel(t, g.Draw())
		before := m.Clone()
		opt.RangeChecks(m.Funcs[1]) // no check may be left
		was := m.String()
		changed := opt.Recurrences(m.Funcs[1], func(*ir.Op) float64 { return math.Inf(-1) })
		if changed != (m.String() != was) {
			t.Fatalf("says %v\n%s\n%s", changed, was, m)
		}
		if !changed {
			continue
		}
		apart++
		if err := ir.Verify(m, ir.Loops); err != nil {
			t.Fatalf("%v\n%s\n%s", err, before, m)
		}
		complete += sameInLanes(t, g, before, m, machine)
	}
	t.Logf("%d of %d are taken apart, %d calls of these complete", apart, programs, complete)
	if apart*8 < programs || complete < apart {
		t.Errorf("only %d of %d loops are taken apart, %d calls of these complete", apart, programs, complete)
	}
}
