package main

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"runtime"
	"runtime/metrics"
	"slices"
	"time"

	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
	"github.com/hone-go/hone/internal/rt"
)

// logistic iterates x -> r x (1-x): as long as one likes, at a few cycles a step.
func logistic(x []float64, steps int) {
	for i := range hone.Parallel(len(x)) {
		v := x[i]
		for range steps {
			v = 3.9 * v * (1 - v)
		}
		x[i] = v
	}
}

var logisticHoned = hone.Func(logistic)

// A runtimeReport is what was measured of the runtime rather than of a kernel.
type runtimeReport struct {
	Pauses []pauses `json:"pauses"`
	// ForkJoinUS is what it takes to start a loop on all cores and to wait for its end, in µs: when the
	// last one has just ended, and when the workers have gone to sleep.
	ForkJoinUS     float64 `json:"fork_join_us"`
	ForkJoinColdUS float64 `json:"fork_join_cold_us"`
}

// Pauses are how long the world was stopped while kernels ran on all threads, in µs.
type pauses struct {
	What     string       `json:"what"`
	KernelMS float64      `json:"kernel_ms"` // how long a call takes
	GC       distribution `json:"gc"`        // stops by the garbage collector, as package runtime measures them
	Stop     distribution `json:"stop"`      // runtime.ReadMemStats, timed: it stops the world, too
}

type distribution struct {
	N             int `json:"n"`
	P50, P99, Max float64
}

func (d distribution) String() string {
	return fmt.Sprintf("%.0f / %.0f / %.0f µs (%d)", d.P50, d.P99, d.Max, d.N)
}

// measureRuntime takes a few seconds.
func measureRuntime() *runtimeReport {
	r := &runtimeReport{}
	many, few := make([]float64, 1<<16), make([]float64, runtime.GOMAXPROCS(0))
	for _, c := range []struct {
		what string
		x    []float64
	}{
		{"a loop of many short iterations", many},
		{"a loop of one long iteration per thread", few},
	} {
		steps := calibrate(c.x, 150*time.Millisecond)
		r.Pauses = append(r.Pauses, measurePauses(c.what, func() { logisticHoned.Call(c.x, steps) }))
	}
	r.ForkJoinUS = forkJoin(0)
	r.ForkJoinColdUS = forkJoin(2 * time.Millisecond)
	return r
}

// calibrate finds how many steps make a call last so long.
func calibrate(x []float64, want time.Duration) int {
	for i := range x {
		x[i] = 0.3
	}
	steps := 64
	for {
		t := slices.Min(rig.Timed(func() { logisticHoned.Call(x, steps) }, 2))
		if t > want/8 {
			return int(float64(steps) * float64(want) / float64(t))
		}
		steps *= 2
	}
}

// measurePauses makes garbage and collects it while kernel runs over and over.
func measurePauses(what string, kernel func()) pauses {
	const lasting = 2 * time.Second
	done, calls := make(chan bool), make(chan time.Duration)
	go func() {
		total, n := time.Duration(0), 0
		for {
			select {
			case <-done:
				calls <- total / time.Duration(max(n, 1))
				return
			default:
				t := time.Now()
				kernel()
				total += time.Since(t)
				n++
			}
		}
	}()
	before := gcPauses()
	var stops []time.Duration
	var keep [64][]byte
	for begin, i := time.Now(), 0; time.Since(begin) < lasting; i++ {
		for range 16 {
			keep[i%len(keep)] = make([]byte, 64<<10)
		}
		if i%4 == 0 {
			runtime.GC()
		}
		var m runtime.MemStats
		t := time.Now()
		runtime.ReadMemStats(&m)
		stops = append(stops, time.Since(t))
		time.Sleep(500 * time.Microsecond)
	}
	after := gcPauses()
	close(done)
	return pauses{What: what, KernelMS: ms(<-calls), GC: fromHistogram(before, after), Stop: fromTimes(stops)}
}

func gcPauses() *metrics.Float64Histogram {
	s := []metrics.Sample{{Name: "/sched/pauses/total/gc:seconds"}}
	metrics.Read(s)
	h := s[0].Value.Float64Histogram()
	return &metrics.Float64Histogram{Counts: slices.Clone(h.Counts), Buckets: slices.Clone(h.Buckets)}
}

// fromHistogram takes the upper ends of buckets, so that nothing is made to look better than it is.
func fromHistogram(before, after *metrics.Float64Histogram) distribution {
	var d distribution
	counts := make([]int, len(after.Counts))
	for i := range counts {
		counts[i] = int(after.Counts[i] - before.Counts[i])
		d.N += counts[i]
	}
	quantile := func(q float64) float64 {
		rest := int(math.Ceil(q * float64(d.N)))
		for i, n := range counts {
			if rest -= n; rest <= 0 && n > 0 {
				return after.Buckets[i+1] * 1e6
			}
		}
		return 0
	}
	d.P50, d.P99, d.Max = quantile(0.5), quantile(0.99), quantile(1)
	return d
}

func fromTimes(t []time.Duration) distribution {
	s := slices.Sorted(slices.Values(t))
	at := func(q float64) float64 {
		i := int(math.Ceil(q*float64(len(s)))) - 1
		return float64(s[max(i, 0)].Nanoseconds()) / 1e3
	}
	return distribution{len(s), at(0.5), at(0.99), at(1)}
}

// forkJoin is what it takes to start a loop on all threads and to wait for its end, after a rest: the median
// time of a loop with one strip per thread, each of which lasts exactly as long, beyond that. (An empty
// strip would show less: the caller does it all before a worker wakes up.)
func forkJoin(rest time.Duration) float64 {
	const loops = 300
	strip := 50 * time.Microsecond
	if rest > 0 {
		strip = time.Millisecond // long beside the time that a sleeping thread takes to wake up
	}
	threads := int64(rt.Threads())
	times := make([]time.Duration, loops)
	for i := range times {
		time.Sleep(rest)
		t := time.Now()
		rt.For(threads, 1, 1, func(lo, hi int64) int64 {
			for begin := time.Now(); time.Since(begin) < strip; {
			}
			return 0
		})
		times[i] = time.Since(t) - strip
	}
	return float64(rig.Median(times).Nanoseconds()) / 1e3
}

func (r *runtimeReport) print(w io.Writer) {
	fmt.Fprintf(w, "\nruntime: p50 / p99 / greatest (how many)\n")
	for _, p := range r.Pauses {
		fmt.Fprintf(w, "  %s (%.0f ms a call): collector's pauses %v; ReadMemStats %v\n", p.What, p.KernelMS, p.GC, p.Stop)
	}
	fmt.Fprintf(w, "  fork and join over all cores: %.1f µs, %.1f µs with sleeping workers\n", r.ForkJoinUS, r.ForkJoinColdUS)
}

func (r *runtimeReport) markdown(b *bytes.Buffer) {
	b.WriteString(`
## Runtime

How long the world stands still while kernels run on all threads: 50th and 99th percentile, greatest (how many).
The goal is less than 1 ms at the 99th percentile.

| kernels | a call | pauses of the garbage collector | runtime.ReadMemStats |
|---|---:|---|---|
`)
	for _, p := range r.Pauses {
		fmt.Fprintf(b, "| %s | %.0f ms | %v | %v |\n", p.What, p.KernelMS, p.GC, p.Stop)
	}
	fmt.Fprintf(b, "\nTo start a loop on all cores and to wait for its end costs %.1f µs (goal: 3), and %.1f µs when the workers were asleep.\n",
		r.ForkJoinUS, r.ForkJoinColdUS)
}
