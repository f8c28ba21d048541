package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/hone-go/hone/bench/internal/rig"
)

// The bench starts itself with -serve. In a test that is the test's binary.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "-serve" {
		os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// Odd sizes make every contender go through its tails. Compiling and starting all peers takes minutes, so
// by default only one build of each C peer takes part; HONE_BENCH_PEERS=all brings all.
func TestContendersAgree(t *testing.T) {
	t.Setenv("GOMP_SPINCOUNT", "0") // spinning threads are slow on a machine that has other work
	defer func(t time.Duration) { rig.Turn = t }(rig.Turn)
	rig.Turn = 0
	peers := "c"
	if os.Getenv("HONE_BENCH_PEERS") == "all" {
		peers = ""
	} else if all := rig.Compilers(); len(all) > 1 {
		saved := rig.Compilers
		defer func() { rig.Compilers = saved }()
		rig.Compilers = func() []string { return all[:1] }
	}
	sizes := map[string][]string{
		"blackscholes":      {"1", "7", "8", "65", "1000"},
		"mandelbrot":        {"1,1,50", "49,3,100"},
		"mandelbrot-exact":  {"1,1,50", "49,3,100"},
		"juliaset":          {"2,10", "49,128"},
		"juliaset-pairs":    {"49,128"},
		"gauss5":            {"5,5", "67,19", "96,9"},
		"blur":              {"8,8", "67,19", "2150,7"},
		"harris":            {"5,5", "67,19", "1100,7"},
		"laplace3d":         {"3,2", "19,4", "32,6"},
		"heat2d":            {"3,2", "19,4", "70,6"},
		"heat3d":            {"3,2", "19,4", "32,6"},
		"md5":               {"1", "77"},
		"grey":              {"1", "1001"},
		"nbody":             {"1", "77"},
		"dot-float32":       {"1", "129", "200003"},
		"spmv":              {"1", "1003"},
		"histogram":         {"1", "100003"},
		"runsum-int64":      {"1", "100003"},
		"runsum-float64":    {"1", "100003"},
		"runsum-uint32":     {"1", "100003"},
		"filter-1":          {"1", "100003"},
		"filter-50":         {"1", "100003"},
		"filter-99":         {"1", "100003"},
		"filter-loop-1":     {"1", "100003"},
		"filter-loop-50":    {"1", "100003"},
		"filter-loop-99":    {"1", "100003"},
		"argmax":            {"1", "129", "200003"},
		"any":               {"1", "129", "200003"},
		"tally-uint16":      {"1", "100003"},
		"tally-uint32":      {"1", "100003"},
		"tally-weighted":    {"1", "100003"},
		"spmv-powerlaw":     {"1", "1003"},
		"group-few":         {"1,1", "100003,1000"},
		"group-many":        {"1,1", "100003,5000"},
		"sort-uint32":       {"1", "100003"},
		"sort-uint64":       {"10003", "100003"},
		"sort-pairs":        {"1", "10003", "100003"},
		"bfs-uniform":       {"1", "10003"},
		"bfs-powerlaw":      {"10003"},
		"pagerank-uniform":  {"1", "10003"},
		"pagerank-powerlaw": {"10003"},
		"moments":           {"1", "129", "200003"},
		"dot-float64":       {"1", "200003"},
		"axpy-float32":      {"1", "20003"},
		"axpy-float64":      {"1", "20003"},
		"scal-float32":      {"1", "20003"},
		"scal-float64":      {"1", "20003"},
		"asum-float32":      {"1", "129", "200003"},
		"asum-float64":      {"1", "200003"},
		"gemv-float32":      {"1,1", "5,7", "65,301"},
		"gemv-float64":      {"1,1", "65,301"},
		"gemm-float32":      {"1", "13", "301"},
		"gemm-float64":      {"1", "301"},
	}
	for _, w := range workloads {
		if len(sizes[w.name]) == 0 {
			t.Errorf("%s: no sizes to test", w.name)
		}
		for _, size := range sizes[w.name] {
			t.Run(w.name+" "+size, func(t *testing.T) {
				var out, errs bytes.Buffer
				if code := run([]string{"-w", w.name, "-size", size, "-rounds", "1", "-json", "-peers", peers}, nil, &out, &errs); code != 0 {
					t.Fatalf("exit status %d: %s\n%s", code, &errs, &out)
				}
				checkReport(t, out.Bytes())
			})
		}
	}
}

func checkReport(t *testing.T, text []byte) {
	t.Helper()
	var doc struct{ Workloads []report }
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Workloads) != 1 {
		t.Fatalf("%d workloads, not 1", len(doc.Workloads))
	}
	keys := map[string]bool{}
	for _, c := range doc.Workloads[0].Contenders {
		keys[c.Key] = true
		if c.BestMS < 0 || c.MedianMS < c.BestMS || c.Runs == 0 {
			t.Errorf("implausible: %+v", c)
		}
	}
	want := []string{"go-1", "honed-all"}
	if absent(byC) == "" {
		want = append(want, "c-1", "c-all")
	}
	for _, k := range want {
		if !keys[k] {
			t.Errorf("contender %s is missing; notes: %q", k, doc.Workloads[0].Notes)
		}
	}
}

// A contender that does nothing must not profit from the results of the one before.
func TestIdlerIsCaught(t *testing.T) {
	for _, w := range workloads {
		f, err := newField(w, w.open(w.tiny), w.tiny, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer f.close()
		of := func(work func()) *contender {
			return &contender{
				Contender: rig.Contender{Run: func(reps int) ([]time.Duration, error) { return rig.Timed(work, reps), nil }},
				reset:     func() error { f.inst.forget(); return nil },
				output:    func() ([]byte, error) { return f.inst.output(), nil },
			}
		}
		if !f.passes(of(f.inst.plain)) || f.passes(of(func() {})) || len(f.failed) != 1 {
			t.Errorf("%s: failed = %v", w.name, f.failed)
		}
	}
}

func TestServe(t *testing.T) {
	w := &dot32Workload
	result := filepath.Join(t.TempDir(), "out")
	var out bytes.Buffer
	if err := serve(w, byHone, []int{100}, result, strings.NewReader("run 1 3\nsave\n"), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 3 || lines[0] != "ready" || len(strings.Fields(lines[1])) != 4 || lines[2] != "ok" {
		t.Errorf("dialogue: %q", lines)
	}
	inst := w.open([]int{100})
	inst.plain()
	got, err := os.ReadFile(result)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inst.check(inst.output(), got); err != nil {
		t.Error(err)
	}
	if err := serve(w, byHone, []int{1}, result, strings.NewReader("dance\n"), &out); err == nil {
		t.Error("an unknown command is accepted")
	}
}

func TestCloseTo(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		want, got []float64
		ok        bool
	}{
		{[]float64{1, 2}, []float64{1, 2}, true},
		{[]float64{1, 2}, []float64{1, 2 + 1e-12}, true},
		{[]float64{1, 2}, []float64{1, 2.1}, false},
		{[]float64{1, 2}, []float64{1}, false},
		{[]float64{nan}, []float64{nan}, true},
		{[]float64{1}, []float64{nan}, false},
		{[]float64{nan}, []float64{1}, false},
		{[]float64{math.Inf(1)}, []float64{math.Inf(1)}, true},
		{[]float64{math.Inf(1)}, []float64{math.Inf(-1)}, false},
	} {
		if _, err := rig.CloseTo[float64](rig.Raw(c.want), rig.Raw(c.got), 1e-9); (err == nil) != c.ok {
			t.Errorf("closeTo(%v, %v): %v", c.want, c.got, err)
		}
	}
}

func TestRatios(t *testing.T) {
	f := &field{w: &workload{}, entrants: []*entrant{{contenders: []*contender{
		{key: key{byGo, false, native}, Contender: rig.Contender{Times: []time.Duration{800, 1000, 900}, Turns: []time.Duration{800, 1000, 900}}},
		{key: key{byHone, false, native}, Contender: rig.Contender{Times: []time.Duration{100, 200, 300}, Turns: []time.Duration{100, 200, 300}}},
		{key: key{byHone, true, native}, Contender: rig.Contender{Times: []time.Duration{100, 100, 300}, Turns: []time.Duration{100, 100, 300}}},
		{key: key{byHone, true, avx2}, Contender: rig.Contender{Times: []time.Duration{200}, Turns: []time.Duration{200}}},
		{key: key{byC, true, native}, Contender: rig.Contender{Times: []time.Duration{80, 90, 60}, Turns: []time.Duration{80, 90, 0}}},
		{key: key{byC, false, native}}, // never ran
	}}}}
	rs := resultsOf(f)
	if len(rs) != 5 || rs[0].MedianMS != 900e-6 {
		t.Errorf("results: %+v", rs)
	}
	got := fmt.Sprint(ratiosOf(f))
	want := "[{C true native 0.9 0.6 1} {plain Go false native 5 8 0}]"
	if got != want {
		t.Errorf("ratios:\n%s, want\n%s", got, want)
	}
}

func TestMisuse(t *testing.T) {
	for _, args := range [][]string{
		{"-nosuch"}, {"stray"}, {"-rounds", "0"}, {"-w", "nosuch"}, {"-size", "5"}, {"-w", "dot-float32", "-size", "0"},
		{"-w", "dot-float32", "-size", "5,5"}, {"-w", "dot-float32", "-size", "x"}, {"-peers", "nosuch"},
		{"-against", "nosuch", "-w", "dot-float32"}, {"-against", "HEAD", "-peers", "c"},
	} {
		var out, errs bytes.Buffer
		if code := run(args, nil, &out, &errs); code != 2 || errs.Len() == 0 {
			t.Errorf("%q: exit status %d, %q", args, code, &errs)
		}
	}
}

func TestResults(t *testing.T) {
	name := filepath.Join(t.TempDir(), "R.md")
	one := &report{Workload: "spmv", Ratios: []ratio{{byC, true, native, 0.5, 0.5, 1}, {byGo, false, native, 12.34, 12, 0}}}
	two := &report{Workload: "dot-float32", Ratios: []ratio{{byC, true, native, 1.25, 1.2, 1}}}
	runs := []*results{
		{Machine: "m", Workloads: []*report{{Workload: "spmv"}, {Workload: "no longer there"}}, Runtime: &runtimeReport{ForkJoinUS: 2.5}},
		{Machine: "m", Workloads: []*report{one}},
		{Machine: "m", Workloads: []*report{two}},
	}
	for _, r := range runs {
		if err := r.save(name); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	dot, spmv := bytes.Index(text, []byte("| dot-float32 | - / 1.25 |")), bytes.Index(text, []byte("| spmv | - / 0.50! |"))
	if dot < 0 || spmv < dot || !bytes.Contains(text, []byte("| 12.3 / - |")) || !bytes.Contains(text, []byte("2.5 µs")) {
		t.Errorf("the table:\n%s", text)
	}
	picture, err := os.ReadFile(strings.TrimSuffix(name, ".md") + ".svg")
	if err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(picture, new(struct{})); err != nil || bytes.Count(picture, []byte("<title>")) != 3 {
		t.Errorf("the picture: %v\n%s", err, picture)
	}
	other := &results{Machine: "another"}
	if err := other.save(name); err != nil || len(other.Workloads) != 0 {
		t.Errorf("results of two machines in one table: %v, %+v", err, other.Workloads)
	}
}

func TestDistributions(t *testing.T) {
	d := fromTimes([]time.Duration{3000, 1000, 2000, 4000})
	if d != (distribution{4, 2, 4, 4}) {
		t.Errorf("of times: %v", d)
	}
	before := &metrics.Float64Histogram{Counts: []uint64{1, 1, 0}, Buckets: []float64{0, 1e-6, 2e-6, 4e-6}}
	after := &metrics.Float64Histogram{Counts: []uint64{4, 1, 1}, Buckets: before.Buckets}
	if d := fromHistogram(before, after); d.N != 4 || d.P50 != 1 || math.Abs(d.Max-4) > 1e-9 {
		t.Errorf("of a histogram: %v", d)
	}
}
