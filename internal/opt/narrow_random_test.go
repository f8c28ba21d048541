package opt_test

import (
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/irtest"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/opt"
	"github.com/hone-go/hone/internal/sched"
	"github.com/hone-go/hone/internal/seeds"
)

// TestNarrowRandom narrows loops in lanes with integers of all widths, and compares in the interpreter, before and after.
func TestNarrowRandom(t *testing.T) {
	changed := 0
	seeds.Each(t, 200, func(seed uint64) {
		f := irtest.Mixed(irtest.NewChoices(irtest.Bytes(seed)))
		sched.Order(f)
		r, err := sched.Lower(f.Clone(), machine.SmallData())
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, f)
		}
		for _, k := range r.Module.Funcs[1:] {
			if seed%2 == 0 { // as in the pipeline; else more control flow is left
				opt.IfConvert(k)
				opt.Algebra(k)
			}
			if opt.Narrow(k) {
				changed++
			}
		}
		if err := ir.Verify(r.Module, ir.Loops); err != nil {
			t.Fatalf("seed %d: %v\n%s\nwas\n%s", seed, err, r.Module, f)
		}
		if err := irtest.Compare(f, []string{"narrow"}, []difftest.Runner{irtest.Interpreted(r.Module, nil)}, nil); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, r.Module)
		}
	})
	if changed == 0 {
		t.Error("nothing was narrowed")
	}
}
