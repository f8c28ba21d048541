package difftest_test

import (
	"fmt"
	"math"
	"math/rand"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/plan"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/testdata/programs"
)

// TestCosts compares what loops of the corpus take with what the scheduler estimates, on inputs that fit the cache. Most must be right
// within a factor of four, on a machine that may be busy. HONE_COSTS=1 shows them all.
func TestCosts(t *testing.T) {
	isa, err := rt.Detect()
	if err != nil {
		t.Skip("SKIPPED: machine code: ", err)
	}
	if testing.Short() {
		t.Skip("SKIPPED: takes some seconds")
	}
	defer rt.SetThreads(rt.SetThreads(1))
	units := loadCorpus(t)
	var all []float64
	var lines []string
	for _, c := range programs.Cases {
		u := units[c.Name]
		if c.Plain != "" || u.Reasons != "" {
			continue
		}
		m, err := ir.Parse(u.Text)
		if err != nil {
			t.Fatal(err)
		}
		k, err := pipeline.Compile(m, u.Entry, pipeline.Options{ISA: isa, FMA: true})
		if err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		for name, ratio := range ratiosOf(k.Program, c) {
			all = append(all, ratio)
			lines = append(lines, fmt.Sprintf("%8.2f %s %s", ratio, c.Name, name))
		}
	}
	slices.Sort(all)
	within := func(factor float64) float64 {
		n := 0
		for _, r := range all {
			if math.Abs(math.Log(r)) < math.Log(factor) {
				n++
			}
		}
		return float64(n) / float64(len(all))
	}
	t.Logf("%d launches; median %.2f; within 2: %.0f%%, 3: %.0f%%, 4: %.0f%%, 10: %.0f%%", len(all), all[len(all)/2], 100*within(2), 100*within(3), 100*within(4), 100*within(10))
	if os.Getenv("HONE_COSTS") != "" {
		slices.Sort(lines)
		t.Log("\n" + strings.Join(lines, "\n"))
	}
	if within(4) < 0.6 {
		t.Error("the estimates are bad")
	}
}

// ratiosOf runs a program several times on an input of some thousands of elements, and takes the least ratio of each launch.
func ratiosOf(p *plan.Program, c programs.Case) map[string]float64 {
	size := 4000
	if c.MaxSize > 0 {
		size = min(size, c.MaxSize)
	}
	least := map[string]float64{}
	for range 10 {
		var m difftest.Memory
		args := m.Copy(c.Inputs(rand.New(rand.NewSource(1)), size))
		func() {
			defer func() { _ = recover() }() // some are meant to panic
			plan.CallReflect(p, reflect.TypeOf(c.Fn), args)
		}()
		for name, r := range p.Ratios() {
			if old, ok := least[name]; !ok || r < old {
				least[name] = r
			}
		}
	}
	return least
}
