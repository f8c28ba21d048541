package difftest_test

import (
	"maps"
	"math"
	"math/rand"
	"os"
	"reflect"
	"slices"
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
	compiled := compileCorpus(t, isa)
	ratios := map[string]float64{}
	var all []float64
	for range 5 { // others may use the machine for a while
		measureCosts(compiled, ratios)
		if all = slices.Sorted(maps.Values(ratios)); within(all, 4) >= 0.65 {
			break
		}
	}
	t.Logf("%d launches; median %.2f; within 2: %.0f%%, 3: %.0f%%, 4: %.0f%%, 10: %.0f%%", len(all), all[len(all)/2],
		100*within(all, 2), 100*within(all, 3), 100*within(all, 4), 100*within(all, 10))
	if os.Getenv("HONE_COSTS") != "" {
		for _, name := range slices.Sorted(maps.Keys(ratios)) {
			t.Logf("%8.2f %s", ratios[name], name)
		}
	}
	if within(all, 4) < 0.65 {
		t.Error("the estimates are bad")
	}
}

// within is the part of the ratios that are less than a factor from 1.
func within(ratios []float64, factor float64) float64 {
	n := 0
	for _, r := range ratios {
		if math.Abs(math.Log(r)) < math.Log(factor) {
			n++
		}
	}
	return float64(n) / float64(len(ratios))
}

// compileCorpus compiles the corpus.
func compileCorpus(t *testing.T, isa rt.ISA) map[*plan.Program]programs.Case {
	units := loadCorpus(t)
	compiled := map[*plan.Program]programs.Case{}
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
		compiled[k.Program] = c
	}
	return compiled
}

// measureCosts notes the ratio of each launch, by program and kernel, where it is less than one noted before.
func measureCosts(compiled map[*plan.Program]programs.Case, ratios map[string]float64) {
	for p, c := range compiled {
		for name, r := range ratiosOf(p, c) {
			name = c.Name + " " + name
			if old, ok := ratios[name]; !ok || r < old {
				ratios[name] = r
			}
		}
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
