package simd_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/irtest"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/opt"
	"github.com/hone-go/hone/internal/simd"
)

// machines are what kernels are lowered for.
var machines = []simd.Options{
	{Machine: machine.AVX512().With(machine.Forced{Always: true}), ScratchBytes: 12288},
	{Machine: machine.AVX2().With(machine.Forced{Always: true}), ScratchBytes: 12288},
	{Machine: machine.AVX512(), ScratchBytes: 12288, Scalar: true},
}

// checkRandom draws a function and compares: the interpreter on the residual level, on the loops level, and on the lanes level. None may store to
// what the first one doesn't.
func checkRandom(data []byte) error {
	f := irtest.Random(irtest.NewChoices(data))
	if err := ir.VerifyFunc(f, ir.Residual); err != nil {
		return fmt.Errorf("the generator is wrong: %w\n%v", err, f)
	}
	if len(data)%2 == 1 { // with FMA
		opt.Contract(f)
	}
	stores := &irtest.Stores{}
	scheduled, err := irtest.Scheduled(f, stores)
	if err != nil {
		return fmt.Errorf("%w\n%v", err, f)
	}
	names, runs := []string{"sched"}, []difftest.Runner{scheduled}
	for _, machine := range machines {
		l, err := irtest.Lower(f, machine)
		if err != nil {
			return fmt.Errorf("%+v: %w\n%v", machine, err, f)
		}
		run, err := l.Runner(stores)
		if err != nil {
			return fmt.Errorf("%+v: %w\n%v", machine, err, f)
		}
		names, runs = append(names, fmt.Sprintf("%+v", machine)), append(runs, run)
	}
	return irtest.Compare(f, names, runs, stores)
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
