package rt

import (
	"errors"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func withThreads(t testing.TB, n int) {
	old := SetThreads(n)
	t.Cleanup(func() { SetThreads(old) })
}

func TestForCoversEachIndexOnce(t *testing.T) {
	for _, threads := range []int{1, 2, 3, 8} {
		withThreads(t, threads)
		for _, n := range []int64{0, 1, 2, 7, 8, 9, 1000, 1001} {
			for _, grain := range []int64{-1, 0, 1, 3, 8, 1000, math.MaxInt64} {
				seen := make([]atomic.Int32, n)
				status, lo, hi := For(n, grain, grain, func(lo, hi int64) int64 {
					if g := max(grain, 1); lo%g != 0 || hi != lo+min(g, n-lo) {
						t.Errorf("n %d grain %d: strip [%d, %d)", n, grain, lo, hi)
					}
					for i := lo; i < hi; i++ {
						seen[i].Add(1)
					}
					return 0
				})
				if status != 0 || lo != 0 || hi != 0 {
					t.Errorf("n %d grain %d: got %d, %d, %d", n, grain, status, lo, hi)
				}
				for i := range seen {
					if seen[i].Load() != 1 {
						t.Fatalf("threads %d n %d grain %d: index %d seen %d times", threads, n, grain, i, seen[i].Load())
					}
				}
			}
		}
	}
}

// TestForEvenStretches checks that what a thread begins with depends on the number of threads only, not on the length of strips, and that borders are
// multiples of the unit.
func TestForEvenStretches(t *testing.T) {
	for _, threads := range []int{2, 3, 8} {
		for _, n := range []int64{2, 10, 1000, 1001, 100_000, math.MaxInt64} {
			for _, unit := range []int64{1, 3, 64, n - 1, n} {
				for _, grain := range []int64{1, 3, 64, n / 7, n - 1} {
					j := job{stretches: threads, grain: max(grain, 1)}
					j.cut(n, unit)
					least, most, end := n, int64(0), int64(0)
					for i := range threads {
						s := &j.stretch[i]
						if s.begin != end || s.begin%unit != 0 && s.begin != n || s.count != (s.end-s.begin)/j.grain+min((s.end-s.begin)%j.grain, 1) {
							t.Errorf("threads %d n %d unit %d grain %d: stretch [%d, %d) of %d strips", threads, n, unit, grain, s.begin, s.end, s.count)
						}
						end = s.end
						least, most = min(least, s.end-s.begin), max(most, s.end-s.begin)
					}
					if end != n || (most-least)/unit > 1 {
						t.Errorf("threads %d n %d unit %d grain %d: stretches of %d to %d, up to %d", threads, n, unit, grain, least, most, end)
					}
				}
			}
		}
	}
}

// TestHomes checks that cores begin with the same stretches in each loop, in whatever order they come, and that each stretch is begun with once.
func TestHomes(t *testing.T) {
	defer func(old [len(homes)]uint32) {
		for i := range homes {
			homes[i].Store(old[i])
		}
	}(func() (old [len(homes)]uint32) {
		for i := range homes {
			old[i] = homes[i].Swap(0)
		}
		return old
	}())
	loop := func(stretches int, cores ...uint32) map[uint32]int {
		j := job{stretches: stretches}
		begun, seen := map[uint32]int{}, map[int]bool{}
		for _, c := range cores {
			k := j.take(c, true)
			if k < 0 || k >= stretches || seen[k] {
				t.Errorf("core %d begins with stretch %d of %d, taken %v", c, k, stretches, seen)
			}
			begun[c], seen[k] = k, true
		}
		return begun
	}
	first := loop(4, 7, 3, 1000, 4)
	for _, cores := range [][]uint32{{3, 7, 4, 1000}, {1000, 4, 3, 7}, {4, 1000}, {3}, {7, 3, 1000, 4}} {
		for c, k := range loop(4, cores...) {
			if k != first[c] {
				t.Errorf("cores %v: core %d begins with stretch %d, was %d", cores, c, k, first[c])
			}
		}
		loop(2, cores[:min(2, len(cores))]...) // of few strips
	}
	if a, b := loop(2, 20, 21), loop(2, 21, 20); a[20] != b[20] {
		t.Errorf("two cores: %v and then %v", a, b)
	}
	moved := loop(4, 50, 3, 1000, 4) // a thread has moved to another core
	if moved[50] != first[7] || loop(4, 4, 3, 50, 1000)[50] != first[7] {
		t.Errorf("core 50 begins with stretch %d, want %d", moved[50], first[7])
	}
	j := job{stretches: 2}
	for want := range 3 { // one thread more than stretches
		if k := j.take(0, false); k != want%2 {
			t.Errorf("unknown core, number %d: stretch %d", want, k)
		}
	}
}

func TestForHugeRange(t *testing.T) {
	withThreads(t, 2)
	var sum atomic.Int64
	const n, grain = math.MaxInt64, math.MaxInt64/3 - 1
	For(n, grain, grain, func(lo, hi int64) int64 { sum.Add(hi - lo); return 0 })
	if sum.Load() != n {
		t.Errorf("strips add up to %d", sum.Load())
	}
}

// TestForUsesWorkers makes strips wait for each other, which only ends if
// they run at the same time.
func TestForUsesWorkers(t *testing.T) {
	withThreads(t, 4)
	for range 20 {
		var inside sync.WaitGroup
		inside.Add(4)
		For(4, 1, 1, func(lo, hi int64) int64 {
			inside.Done()
			inside.Wait()
			return 0
		})
		time.Sleep(time.Millisecond) // let them fall asleep
	}
}

func TestForSerial(t *testing.T) {
	withThreads(t, 1)
	var order []int64
	For(5, 2, 2, func(lo, hi int64) int64 { order = append(order, lo, hi); return 0 })
	want := []int64{0, 2, 2, 4, 4, 5}
	for i := range want {
		if order[i] != want[i] {
			t.Fatalf("got %v, want %v", order, want)
		}
	}
}

// TestForFirstFailureWins lets higher strips fail sooner than lower ones.
func TestForFirstFailureWins(t *testing.T) {
	for _, threads := range []int{1, 2, 4} {
		withThreads(t, threads)
		for r := range 200 {
			first := int64(r % 50)
			var after atomic.Int64
			status, lo, hi := For(1000, 10, 10, func(lo, hi int64) int64 {
				switch strip := lo / 10; {
				case strip == first:
					for range r * 10 {
						pause(1)
					}
					return 100 + strip
				case strip > first:
					after.Add(1)
					return 100 + strip
				}
				return 0
			})
			if status != 100+first || lo != first*10 || hi != lo+10 {
				t.Fatalf("threads %d: got %d, %d, %d; want strip %d", threads, status, lo, hi, first)
			}
			if n := after.Load(); n > int64(threads) {
				t.Errorf("threads %d: %d strips were handed out after the failure", threads, n)
			}
		}
	}
}

func TestForLastStripFails(t *testing.T) {
	for _, threads := range []int{1, 2} {
		withThreads(t, threads)
		status, lo, hi := For(25, 10, 10, func(lo, hi int64) int64 { return max(0, hi-24) })
		if status != 1 || lo != 20 || hi != 25 {
			t.Errorf("got %d, %d, %d", status, lo, hi)
		}
		status, lo, hi = For(25, 30, 1, func(lo, hi int64) int64 { return 9 })
		if status != 9 || lo != 0 || hi != 25 {
			t.Errorf("got %d, %d, %d", status, lo, hi)
		}
	}
}

func TestForPanic(t *testing.T) {
	oops := errors.New("oops")
	for _, threads := range []int{1, 2, 4} {
		withThreads(t, threads)
		for first := range int64(40) {
			v := caught(func() {
				For(40, 1, 1, func(lo, hi int64) int64 {
					if lo == first {
						panic(oops)
					}
					if lo > first {
						return 1
					}
					return 0
				})
			})
			if v != oops {
				t.Fatalf("threads %d: got %v", threads, v)
			}
		}
		v := caught(func() {
			For(40, 1, 1, func(lo, hi int64) int64 { PanicIndex(lo, 0); return 0 })
		})
		if err, ok := v.(runtime.Error); !ok || err.Error() != "runtime error: index out of range [0] with length 0" {
			t.Errorf("threads %d: got %v", threads, v)
		}
	}
}

// TestForFailsLowest: wherever a thread begins, what lies below the strip that fails is done, and the lowest failure is told, whichever way strips fail.
func TestForFailsLowest(t *testing.T) {
	const n = 40
	for _, threads := range []int{1, 2, 4} {
		withThreads(t, threads)
		for home := range uint32(4) {
			for _, exits := range []bool{false, true} {
				for i := range homes {
					homes[i].Store(home)
				}
				var done [n]atomic.Int32
				var failed any
				finished := make(chan bool)
				go func() {
					defer close(finished)
					failed = caught(func() {
						For(n, 1, 1, func(lo, hi int64) int64 {
							done[lo].Add(1)
							if lo < 5 {
								return 0
							}
							if exits {
								runtime.Goexit()
							}
							panic(lo)
						})
					})
				}()
				<-finished
				for i := range 6 {
					if k := done[i].Load(); k != 1 {
						t.Fatalf("threads %d, home %d, exits %t: strip %d was run %d times", threads, home, exits, i, k)
					}
				}
				if !exits && failed != int64(5) {
					t.Fatalf("threads %d, home %d: got %v", threads, home, failed)
				}
			}
		}
	}
}

// TestForGoexit ends the goroutines of strips: the caller's goroutine has to
// end too, and the workers have to be replaced.
func TestForGoexit(t *testing.T) {
	withThreads(t, 3)
	for range 10 {
		done := make(chan bool)
		go func() {
			defer close(done)
			For(100, 1, 1, func(lo, hi int64) int64 {
				if lo == 20 {
					runtime.Goexit()
				}
				return 0
			})
			t.Error("For returned")
		}()
		<-done
	}
	if c := workers.claimed.Load(); c != 0 {
		t.Errorf("jobs %b were not freed", c)
	}
	TestForUsesWorkers(t)
}

func TestForNested(t *testing.T) {
	withThreads(t, 4)
	var sum atomic.Int64
	For(20, 1, 1, func(lo, hi int64) int64 {
		status, _, _ := For(20, 1, 1, func(lo, hi int64) int64 {
			status, _, _ := For(20, 3, 3, func(lo, hi int64) int64 {
				sum.Add(hi - lo)
				return 0
			})
			return status
		})
		return status
	})
	if sum.Load() != 20*20*20 {
		t.Errorf("sum %d", sum.Load())
	}
}

// TestForConcurrent has more loops at once than there are job slots.
func TestForConcurrent(t *testing.T) {
	withThreads(t, 3)
	var wg sync.WaitGroup
	for range 2 * maxJobs {
		wg.Go(func() {
			for r := range int64(50) {
				var sum atomic.Int64
				status, lo, _ := For(100, 7, 7, func(lo, hi int64) int64 {
					sum.Add(hi - lo)
					if lo == r*7 {
						return r + 1
					}
					return 0
				})
				if fails := r*7 < 100; fails != (status != 0) || fails && lo != r*7 || !fails && sum.Load() != 100 {
					t.Errorf("round %d: status %d at %d, sum %d", r, status, lo, sum.Load())
				}
			}
		})
	}
	wg.Wait()
}

func TestForDoesNotAllocate(t *testing.T) {
	withThreads(t, 4)
	var sum atomic.Int64
	body := func(lo, hi int64) int64 { sum.Add(hi - lo); return 0 }
	For(100, 1, 1, body)
	if n := testing.AllocsPerRun(200, func() { For(100, 1, 1, body) }); n >= 1 {
		t.Errorf("%v allocations per call", n)
	}
}

// TestPatience checks how long one waits awake: while a loop goes on, for longer than when none does, but not where there are more threads than processors.
func TestPatience(t *testing.T) {
	now := int64(0)
	defer vain.Store(vain.Load())
	waits := func(threads int, wait func(clock func() int64) bool) time.Duration {
		withThreads(t, threads)
		vain.Store(0)
		start := now
		if wait(func() int64 { now += int64(time.Microsecond); return now }) {
			t.Error("nothing to wait for came")
		}
		return time.Duration(now - start).Round(10 * time.Microsecond)
	}
	var idle, busy pool
	busy.claimed.Store(1)
	j := new(job)
	j.active.Store(1)
	few, many := runtime.NumCPU(), runtime.NumCPU()+1
	for _, x := range []struct {
		what      string
		got, want time.Duration
	}{
		{"worker without a loop", waits(few, idle.lookOut), spinTime},
		{"worker while a loop goes on", waits(few, busy.lookOut), joinTime},
		{"worker of too many", waits(many, busy.lookOut), spinTime},
		{"caller", waits(few, j.ends), joinTime},
		{"caller with too many workers", waits(many, j.ends), spinTime},
	} {
		if x.got != x.want {
			t.Errorf("%s: waits for %v, want %v", x.what, x.got, x.want)
		}
	}
	// After a wait in vain there is less patience, until some loops have ended in time.
	waits(few, j.ends)
	j.active.Store(0)
	for k := range vainTurns {
		if patience() != int64(spinTime) {
			t.Errorf("%d loops behind one that was waited for in vain: waits for %v", k, time.Duration(patience()))
		}
		j.ends(Now)
	}
	if patience() != int64(joinTime) {
		t.Errorf("waits for %v for good", time.Duration(patience()))
	}
}

// TestWorkersSleep checks that workers without work go to sleep soon.
func TestWorkersSleep(t *testing.T) {
	withThreads(t, 4)
	For(100, 1, 1, func(lo, hi int64) int64 { return 0 })
	deadline := time.Now().Add(10 * time.Second)
	for workers.sleeping.Load() != workers.started.Load() || workers.spinning.Load() != 0 {
		if time.Now().After(deadline) {
			t.Fatalf("%d of %d workers sleep", workers.sleeping.Load(), workers.started.Load())
		}
		time.Sleep(time.Millisecond)
	}
}

func TestParseThreads(t *testing.T) {
	for s, want := range map[string]int{"": 0, "1": 1, "64": 64, "0": -1, "-3": -1, "many": -1, "1e3": -1, "5000": -1} {
		n, err := parseThreads(s)
		if (err != nil) != (want < 0) || err == nil && n != want {
			t.Errorf("parseThreads(%q) = %d, %v", s, n, err)
		}
	}
	t.Setenv("HONE_THREADS", "lots")
	if CheckEnv() == nil {
		t.Error("HONE_THREADS=lots: no error")
	}
}

// BenchmarkFor is the cost of fork and join for two strips that do nothing.
func BenchmarkFor(b *testing.B) {
	withThreads(b, 2)
	body := func(lo, hi int64) int64 { return 0 }
	b.ReportAllocs()
	for b.Loop() {
		For(2, 1, 1, body)
	}
}

// BenchmarkForBusy is the same for as many strips of 10 µs as there are
// processors; what is above 10 µs is the cost of fork and join.
func BenchmarkForBusy(b *testing.B) {
	threads := runtime.GOMAXPROCS(0)
	withThreads(b, threads)
	body := func(lo, hi int64) int64 {
		for start := time.Now(); time.Since(start) < 10*time.Microsecond; {
		}
		return 0
	}
	for b.Loop() {
		For(int64(threads), 1, 1, body)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)-10_000, "ns/fork+join")
}

// BenchmarkForCold lets the worker fall asleep between the loops; the
// difference to 100 µs is the cost.
func BenchmarkForCold(b *testing.B) {
	withThreads(b, 2)
	body := func(lo, hi int64) int64 {
		for start := time.Now(); time.Since(start) < 50*time.Microsecond; {
		}
		return 0
	}
	for b.Loop() {
		For(2, 1, 1, body)
		for start := time.Now(); time.Since(start) < 50*time.Microsecond; {
		}
	}
}

// BenchmarkForSmall is the cost when the caller does it all.
func BenchmarkForSmall(b *testing.B) {
	body := func(lo, hi int64) int64 { return 0 }
	for b.Loop() {
		For(100, 100, 1, body)
	}
}
