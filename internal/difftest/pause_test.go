package difftest_test

import (
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/plan"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/testdata/programs"
)

// TestPauses measures how long the world takes to stop for the garbage collector while machine code runs that takes long: in sequential
// loops with exits, in single iterations of parallel ones, scalar and in vectors. Machine code can't be preempted. -v shows the times; the
// limit is generous, since other programs may run on the machine: if the collector had to wait for the code, a quarter of the pauses would
// be longer than a quarter of a call.
func TestPauses(t *testing.T) {
	isa, err := rt.Detect()
	if err != nil {
		t.Skip("SKIPPED: machine code: ", err)
	}
	if testing.Short() {
		t.Skip("SKIPPED: takes some seconds")
	}
	const limit = 15 * time.Millisecond
	units := loadCorpus(t)
	cases := map[string]programs.Case{}
	for _, c := range programs.Cases {
		cases[c.Name] = c
	}
	for _, c := range []struct {
		name string
		args []any // such that a call takes a tenth of a second at least
	}{
		{"FindHash", []any{[]uint32{1, 2, 3}, 1 << 25, uint32(1)}},
		{"Recurrences", []any{[]float64{1}, 1 << 26}},
		{"Recurrences", []any{[]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, 1 << 25}},
		{"UntilSmall", []any{[]float64{1e300, 1e300}, 1 - 1e-5}},
		{"NestedLoops", []any{[]int32{1, 2, 3}, 1 << 13}},
		{"LongRows", []any{make([]float32, 2<<12), 2, 1 << 12, 1 << 18}},
		{"ManySums", []any{make([]float64, 1<<18), 1 << 10}},
	} {
		m, err := ir.Parse(units[c.name].Text)
		if err != nil {
			t.Fatal(err)
		}
		k, err := pipeline.Compile(m, units[c.name].Entry, pipeline.Options{ISA: isa, FMA: true})
		if err != nil {
			t.Fatal(err)
		}
		pauses, took := pausesDuring(func() {
			var mem difftest.Memory
			plan.CallReflect(k.Program, reflect.TypeOf(cases[c.name].Fn), mem.Copy(c.args))
		})
		n := len(pauses)
		if n < 4 {
			t.Logf("%s: only %d collections; the machine is too busy to tell", c.name, n)
			continue
		}
		t.Logf("%-12s %v a call, %3d pauses, median %v, 90%% %v, 99%% %v", c.name, took, n, pauses[n/2], pauses[n*9/10], pauses[n*99/100])
		if pauses[n/4] > limit {
			t.Errorf("%s: three quarters of the pauses take longer than %v", c.name, pauses[n/4])
		}
	}
}

// pausesDuring collects garbage while two goroutines call f for half a second or so, and gives the pauses in order of their lengths and how
// long a call takes without them.
func pausesDuring(f func()) (pauses []time.Duration, took time.Duration) {
	start := time.Now()
	f() // measures itself
	took = time.Since(start)
	var stats debug.GCStats
	debug.ReadGCStats(&stats)
	before := stats.NumGC
	start = time.Now()
	var done atomic.Bool
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for !done.Load() {
				f()
			}
		})
	}
	for n := int64(0); time.Since(start) < time.Second/2 || n < 8 && time.Since(start) < 3*time.Second; n = stats.NumGC - before {
		time.Sleep(time.Millisecond)
		runtime.GC()
		debug.ReadGCStats(&stats)
	}
	done.Store(true)
	wg.Wait()
	pauses = slices.Clone(stats.Pause[:min(int(stats.NumGC-before), len(stats.Pause))])
	slices.Sort(pauses)
	return pauses, took
}
