//go:build linux || darwin

package difftest_test

import (
	"fmt"
	"math"
	"math/rand"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/testdata/programs"
)

// TestSoak runs the corpus for as long as HONE_SOAK says (1h), on many goroutines at once: inputs of all shapes, bad ones that panic, memory
// that faults, functions that are compiled anew all the time and dropped, the collector always on. All results are compared with plain Go's,
// and the memory of the process, its machine code and its goroutines have to stay where they are. -v shows them and the collector's pauses:
//
//	HONE_SOAK=1h go test -run TestSoak -v -timeout 0 ./internal/difftest
func TestSoak(t *testing.T) {
	if os.Getenv("HONE_SOAK") == "" {
		t.Skip("SKIPPED: HONE_SOAK=1h has it run for an hour")
	}
	lasting, err := time.ParseDuration(os.Getenv("HONE_SOAK"))
	if err != nil {
		t.Fatal(err)
	}
	targets := difftest.Targets(false)
	if len(targets) == 0 {
		t.Skip("SKIPPED: no target for machine code here")
	}
	defer rt.SetThreads(rt.SetThreads(max(runtime.GOMAXPROCS(0), 3)))
	s := &soak{targets: targets}
	units := loadCorpus(t)
	for _, c := range programs.Cases {
		if c.Plain != "" || c.Forks || c.FMATol < 0 {
			continue
		}
		p := &soaked{Case: c, unit: units[c.Name]}
		_, differs, err := p.ordered()
		if err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		p.differs = differs
		s.programs = append(s.programs, p)
	}
	var wg sync.WaitGroup
	seed := time.Now().UnixNano()
	t.Logf("seed %d, %d programs", seed, len(s.programs))
	for g := range max(8, 4*runtime.GOMAXPROCS(0)) {
		wg.Go(func() { s.work(rand.New(rand.NewSource(seed + int64(g)))) })
	}
	wg.Go(s.collect)
	const reports = 60
	var samples []sample
	last := pausesSoFar()
	t.Log(sampleHead)
	for i := range reports {
		time.Sleep(lasting / reports)
		now := pausesSoFar()
		samples = append(samples, s.sample())
		t.Logf("%8s %s  %s", lasting*time.Duration(i+1)/reports, &samples[i], pausesBetween(last, now))
		last = now
		if s.failed() {
			break
		}
	}
	s.done.Store(true)
	wg.Wait()
	for _, f := range s.failures {
		t.Error(f)
	}
	if !s.failed() {
		for _, what := range grown(samples) {
			t.Error(what)
		}
	}
}

type soak struct {
	targets  []difftest.Target
	programs []*soaked
	done     atomic.Bool

	calls, spoilt, faults, compiled atomic.Int64

	mu       sync.Mutex
	failures []string
}

// soaked is a program, and what it is compiled to at present.
type soaked struct {
	programs.Case
	unit    difftest.Unit
	differs bool // compiled code reduces in another order than plain Go
	code    atomic.Pointer[soakedCode]
}

// ordered interprets the program with its reductions in the order of compiled code.
func (p *soaked) ordered() (run difftest.Runner, differs bool, err error) {
	m, err := ir.Parse(p.unit.Text)
	if err != nil {
		return nil, false, err
	}
	return difftest.Ordered(m, p.unit.Entry, reflect.TypeOf(p.Fn))
}

type soakedCode struct {
	target string
	run    difftest.Runner
}

func (s *soak) fail(p *soaked, what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.failures) < 10 {
		s.failures = append(s.failures, p.Name+": "+what)
	}
}

func (s *soak) failed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.failures) > 0
}

// work is what a goroutine does.
func (s *soak) work(r *rand.Rand) {
	debug.SetPanicOnFault(true)
	for !s.done.Load() {
		p := s.programs[r.Intn(len(s.programs))]
		code := p.code.Load()
		if code == nil || r.Intn(100) == 0 {
			var err error
			if code, err = s.compile(p, r); err != nil {
				s.fail(p, err.Error())
				continue
			}
		}
		for range 1 + r.Intn(20) {
			s.call(p, code, r)
		}
	}
}

// compile is a first call: the code that was there may still be running.
func (s *soak) compile(p *soaked, r *rand.Rand) (*soakedCode, error) {
	m, err := ir.Parse(p.unit.Text)
	if err != nil {
		return nil, err
	}
	t := s.targets[r.Intn(len(s.targets))]
	run, err := t.Compile(m, p.unit.Entry, reflect.TypeOf(p.Fn))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.Name, err)
	}
	s.compiled.Add(1)
	code := &soakedCode{t.Name, difftest.OrPlain(run, p.Fn)}
	p.code.Store(code)
	return code, nil
}

// call calls the program once, with good or bad input.
func (s *soak) call(p *soaked, code *soakedCode, r *rand.Rand) {
	n := []int{r.Intn(20), r.Intn(300), r.Intn(300), r.Intn(2500)}[r.Intn(4)] // some make n*n elements
	if p.MaxSize > 0 {
		n = min(n, p.MaxSize)
	}
	f := &faulter{
		c: p.Case, fn: reflect.TypeOf(p.Fn), r: r, tame: true, e: difftest.Effort{Progress: func(string) {}},
		targets: []difftest.Runner{code.run}, names: []string{code.target}, differs: p.differs,
	}
	switch r.Intn(10) {
	case 0, 1:
		n = min(n, 200)
		args := p.Inputs(r, n)
		if what, racy := f.mutate(args, n); what != "" {
			m, err := ir.Parse(p.unit.Text)
			if err == nil {
				f.interpreted, err = difftest.Interpreted(m, p.unit.Entry, f.fn)
			}
			if err != nil {
				s.fail(p, err.Error())
				return
			}
			f.compare(fmt.Sprintf("size %d, %s", n, what), args, racy)
			s.spoilt.Add(1)
		}
	case 2:
		args := p.Inputs(r, n)
		k := r.Intn(len(args) + 1)
		if k == len(args) || panics(p.Fn, args) {
			break
		}
		want, cut := runCut(difftest.Plain(p.Fn), args, k)
		if !cut {
			break
		}
		if got, _ := runCut(code.run, args, k); got != want && !(ontoSelf[p.Name] && got == faulted) {
			s.fail(p, fmt.Sprintf("%s: size %d, argument %d is cut off: %s, plain Go: %s", code.target, n, k, got, want))
		}
		if want == faulted {
			s.faults.Add(1)
		}
	default:
		want := difftest.Plain(p.Fn)
		if p.differs {
			var err error
			if want, _, err = p.ordered(); err != nil {
				s.fail(p, err.Error())
				return
			}
			n = min(n, 300)
		}
		f.compareGood(want, n)
	}
	s.calls.Add(1)
	for _, what := range f.failures {
		s.fail(p, what)
	}
}

// compareGood compares what the program makes of good input of that size with what comes of it otherwise.
func (f *faulter) compareGood(plain difftest.Runner, n int) {
	args := f.c.Inputs(f.r, n)
	var wanted, compiled difftest.Memory
	want := difftest.Run(plain, args, &wanted)
	got := difftest.Run(f.targets[0], args, &compiled)
	d := got.Stray
	if f.c.Tol == 0 {
		if want.Panic != nil { // parallel loops may have gone on
			want.Late = &eval.Late{Any: true}
		}
		d = difftest.Diff(want, got, 0)
	}
	if d != "" {
		f.failures = append(f.failures, fmt.Sprintf("%s: size %d: %s", f.names[0], n, d))
	}
}

// collect has the collector run every few milliseconds.
func (s *soak) collect() {
	for !s.done.Load() {
		runtime.GC()
		time.Sleep(20 * time.Millisecond)
	}
}

// sample is what the process holds at a time, in bytes.
type sample struct {
	calls, spoilt, faults, compiled int64

	resident, heap, stacks, code, mapped, goroutines int
}

const sampleHead = "    time    calls   spoilt   faults compiled | resident   heap stacks (MB)  code mapped (KB) goroutines | pauses: number, 50%, 99%, longest"

func (s *soak) sample() sample {
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	x := sample{
		calls: s.calls.Load(), spoilt: s.spoilt.Load(), faults: s.faults.Load(), compiled: s.compiled.Load(),
		resident: residentBytes(), heap: int(m.HeapAlloc), stacks: int(m.StackInuse), goroutines: runtime.NumGoroutine(),
	}
	x.mapped, x.code = rt.CodeMemory()
	return x
}

func (x *sample) String() string {
	mb := func(n int) float64 { return float64(n) / (1 << 20) }
	return fmt.Sprintf("%8d %8d %8d %8d | %8.1f %6.1f %11.1f %5d %11d %10d |",
		x.calls, x.spoilt, x.faults, x.compiled, mb(x.resident), mb(x.heap), mb(x.stacks), x.code>>10, x.mapped>>10, x.goroutines)
}

// residentBytes is 0 where the system doesn't tell.
func residentBytes() (n int) {
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		var size int
		_, _ = fmt.Sscan(string(text), &size, &n)
	}
	return n * os.Getpagesize()
}

// grown says what has grown from the second third of the time to the last one. The first is for warming up: each program has to be compiled
// once, and pools to be filled.
func grown(samples []sample) (what []string) {
	third := len(samples) / 3
	middle, last := samples[third:2*third], samples[2*third:]
	for _, x := range []struct {
		name string
		of   func(*sample) int
		room int
	}{
		{"resident memory", func(s *sample) int { return s.resident }, 32 << 20},
		{"heap", func(s *sample) int { return s.heap }, 16 << 20},
		{"stacks", func(s *sample) int { return s.stacks }, 4 << 20},
		{"code in use", func(s *sample) int { return s.code }, 1 << 20},
		{"code memory mapped", func(s *sample) int { return s.mapped }, 4 << 20},
		{"number of goroutines", func(s *sample) int { return s.goroutines }, 8},
	} {
		if a, b := mean(middle, x.of), mean(last, x.of); b > a+a/10+x.room {
			what = append(what, fmt.Sprintf("%s: from %d to %d", x.name, a, b))
		}
	}
	return what
}

func mean(samples []sample, of func(*sample) int) int {
	sum := 0
	for i := range samples {
		sum += of(&samples[i])
	}
	return sum / max(len(samples), 1)
}

// pausesSoFar is the distribution of the collector's pauses since the process began.
func pausesSoFar() *metrics.Float64Histogram {
	s := []metrics.Sample{{Name: "/sched/pauses/total/gc:seconds"}}
	metrics.Read(s)
	h := s[0].Value.Float64Histogram()
	return &metrics.Float64Histogram{Counts: slices.Clone(h.Counts), Buckets: h.Buckets}
}

// pausesBetween describes those between two times, by the upper ends of the buckets that they fall in.
func pausesBetween(before, after *metrics.Float64Histogram) string {
	n, longest := uint64(0), time.Duration(0)
	var upTo []uint64
	end := func(i int) time.Duration {
		// The last bucket has no end.
		return time.Duration(min(after.Buckets[i+1], 2*math.Abs(after.Buckets[i])) * 1e9)
	}
	for i := range after.Counts {
		if d := after.Counts[i] - before.Counts[i]; d > 0 {
			n, longest = n+d, end(i)
		}
		upTo = append(upTo, n)
	}
	quantile := func(q float64) time.Duration {
		want := uint64(math.Ceil(q * float64(n)))
		for i, k := range upTo {
			if k >= want && k > 0 {
				return end(i)
			}
		}
		return 0
	}
	round := func(d time.Duration) time.Duration { return d.Round(time.Microsecond) }
	return fmt.Sprintf("%d, %v, %v, %v", n, round(quantile(0.5)), round(quantile(0.99)), round(longest))
}
