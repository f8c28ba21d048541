package sched_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/irtest"
	"github.com/hone-go/hone/internal/loops"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/sched"
	"github.com/hone-go/hone/internal/seeds"
)

// Whatever steps are taken that are legal, results are those of the program, and so is memory after a panic: random schedules of random nests.

// scheduledProgram is a random program, and how to compare what becomes of it.
type scheduledProgram struct {
	f       *ir.Func
	compare func(m *ir.Module, seed uint64) (want, got string)
}

func drawAccumulation(t *testing.T, seed uint64) scheduledProgram {
	f := accumulation(rand.New(rand.NewPCG(seed, 8)))
	return scheduledProgram{f, func(m *ir.Module, seed uint64) (want, got string) {
		return accumulated(f, irtest.Residual(f, nil), seed), accumulated(f, irtest.Interpreted(m, nil), seed)
	}}
}

func parsed(t *testing.T, text string) *ir.Module {
	m, err := ir.Parse(text)
	if err == nil {
		err = ir.VerifyFunc(m.Funcs[0], ir.Residual)
	}
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return m
}

func drawSums(t *testing.T, seed uint64) scheduledProgram {
	m := parsed(t, (&nestOfSums{Rand: rand.New(rand.NewPCG(seed, 18))}).draw())
	f := m.Funcs[0]
	return scheduledProgram{f, func(res *ir.Module, seed uint64) (want, got string) {
		want, valid := summed(f, m, true, seed)
		if !valid {
			return "", ""
		}
		got, _ = summed(f, res, false, seed)
		return want, got
	}}
}

func drawPlaces(t *testing.T, seed uint64) scheduledProgram {
	text, parallel := (&places{Rand: rand.New(rand.NewPCG(seed, 16))}).draw()
	f := parsed(t, text).Funcs[0]
	return scheduledProgram{f, func(m *ir.Module, seed uint64) (want, got string) {
		return placed(irtest.Residual(f, nil), parallel, seed), placed(irtest.Interpreted(m, nil), parallel, seed)
	}}
}

func TestRandomSchedules(t *testing.T) {
	n := 4000
	if testing.Short() {
		n = 1000
	}
	for name, draw := range map[string]func(t *testing.T, seed uint64) scheduledProgram{"accumulation": drawAccumulation, "sums": drawSums, "places": drawPlaces, "windows": drawWindows} {
		t.Run(name, func(t *testing.T) {
			taken := map[loops.Kind]int{}
			programs, calls := 0, 0
			seeds.Each(t, n, func(seed uint64) {
				p := draw(t, seed)
				drawn := &difftest.Drawn{Seed: seed, Taken: taken}
				res, err := sched.LowerWith(p.f.Clone(), machine.SmallData(), sched.Hooks{Choose: drawn.Choose})
				if err != nil {
					t.Fatalf("seed %d: %v in\n%s", seed, err, p.f)
				}
				if err := ir.Verify(res.Module, ir.Loops); err != nil {
					t.Fatalf("seed %d: %v\n%s\n%s", seed, err, p.f, res.Module)
				}
				programs++
				for k := range uint64(5) {
					want, got := p.compare(res.Module, seed+k)
					if want != "" {
						calls++
					}
					if got != want {
						var steps []string
						for _, n := range res.Nests {
							steps = append(steps, n.Steps.String())
						}
						t.Fatalf("seed %d, call %d, %s: got\n%s\nwant\n%s\n%s\n%s", seed, k, strings.Join(steps, "; "), got, want, p.f, res.Module)
					}
				}
			})
			t.Logf("%d programs, %d calls, %v", programs, calls, taken)
		})
	}
}
