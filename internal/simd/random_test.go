package simd_test

import (
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"testing"
	"time"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/irtest"
	"github.com/hone-go/hone/internal/simd"
)

// machines are what kernels are lowered for.
var machines = []simd.Options{
	{RegisterBytes: 64, ScratchBytes: 8192},
	{RegisterBytes: 32, ScratchBytes: 8192},
	{RegisterBytes: 64, ScratchBytes: 8192, Scalar: true},
}

// checkRandom draws a function and compares: the interpreter on the residual level, on the loops level, and on the lanes level.
func checkRandom(data []byte) error {
	f := irtest.Random(irtest.NewChoices(data))
	if err := ir.VerifyFunc(f, ir.Residual); err != nil {
		return fmt.Errorf("the generator is wrong: %w\n%v", err, f)
	}
	scheduled, err := irtest.Scheduled(f)
	if err != nil {
		return fmt.Errorf("%w\n%v", err, f)
	}
	var lowered []difftest.Runner
	for _, opt := range machines {
		l, err := irtest.Lower(f, opt)
		if err != nil {
			return fmt.Errorf("%+v: %w\n%v", opt, err, f)
		}
		run, err := l.Runner()
		if err != nil {
			return fmt.Errorf("%+v: %w\n%v", opt, err, f)
		}
		lowered = append(lowered, run)
	}
	for seed := range 3 {
		args := irtest.Args(f, uint64(seed))
		want := difftest.Run(irtest.Residual(f), args, &difftest.Memory{})
		if d := difftest.Diff(want, difftest.Run(scheduled, args, &difftest.Memory{}), 0); d != "" {
			return fmt.Errorf("sched: %s\n%s", d, irtest.String(f, args))
		}
		for i, run := range lowered {
			if d := difftest.Diff(want, difftest.Run(run, args, &difftest.Memory{}), 0); d != "" {
				return fmt.Errorf("%+v: %s\n%s", machines[i], d, irtest.String(f, args))
			}
		}
	}
	return nil
}

// guarded is checkRandom with panics of the passes as errors.
func guarded(data []byte) (err error) {
	defer func() {
		if p := recover(); p != nil {
			f := irtest.Random(irtest.NewChoices(data))
			err = fmt.Errorf("panic: %v\n%s\n%v", p, debug.Stack(), f)
		}
	}()
	return checkRandom(data)
}

func randomBytes(seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 0))
	data := make([]byte, 20+r.IntN(500))
	for i := range data {
		data[i] = byte(r.IntN(256))
	}
	return data
}

func TestRandom(t *testing.T) {
	limit := 6 * time.Second
	if testing.Short() {
		limit = time.Second
	}
	start, n := time.Now(), 0
	for seed := uint64(0); time.Since(start) < limit; seed++ {
		data := randomBytes(seed)
		n++
		if guarded(data) == nil {
			continue
		}
		data = irtest.Shrink(data, func(d []byte) bool { return guarded(d) != nil })
		t.Fatalf("seed %d: %v\n%#v", seed, guarded(data), data)
	}
	t.Logf("%d functions", n)
}

func FuzzRandom(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(randomBytes(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := guarded(data); err != nil {
			t.Fatal(err)
		}
	})
}
