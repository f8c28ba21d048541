package hone

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// scanLengths are those at which the canonical order of scans changes its shape.
var scanLengths = []int{0, 1, 2, 7, 8, 9, 17, scanRun - 1, scanRun, scanRun + 1, scanRun + 8, 2*scanRun + 5, 5000, scanAlone, scanRound, scanRound + 9}

// spelledScan is the canonical order of scans as Scan's comment has it.
func spelledScan[T any](n int, id T, op func(a, b T) T, f func(i int) T) (inclusive, exclusive []T, total T) {
	total = id
	for run := 0; run < n; run += 512 {
		before, sum := total, id
		for g := run; g < min(run+512, n); g += 8 {
			group := spelledGroup(g, n, id, op, f)
			for k, s := range group {
				inclusive = append(inclusive, op(before, s))
				if k == 0 {
					exclusive = append(exclusive, before)
				} else {
					exclusive = append(exclusive, op(before, group[k-1]))
				}
			}
			last := group[len(group)-1]
			before, sum = op(before, last), op(sum, last)
		}
		total = op(total, sum)
	}
	return inclusive, exclusive, total
}

// spelledGroup gives the results in a group; one that is not whole begins with id.
func spelledGroup[T any](g, n int, id T, op func(a, b T) T, f func(i int) T) []T {
	end, sum := g+8, id
	var group []T
	if end <= n {
		sum = f(g)
		group = append(group, sum)
		g++
	}
	for ; g < min(end, n); g++ {
		sum = op(sum, f(g))
		group = append(group, sum)
	}
	return group
}

// checkScans compares all eight functions with the order spelled out; from the right everything is the mirror image.
func checkScans[T comparable](t *testing.T, name string, id T, op func(a, b T) T, f func(i int) T) {
	t.Helper()
	for _, n := range scanLengths {
		if testing.Short() && n == scanRound { // the race detector takes its time
			continue
		}
		in, ex, total := spelledScan(n, id, op, f)
		inR, exR, totalR := spelledScan(n, id, func(a, b T) T { return op(b, a) }, func(i int) T { return f(n - 1 - i) })
		slices.Reverse(inR)
		slices.Reverse(exR)
		same := func(what string, got, want []T, gotTotal, wantTotal T) {
			t.Helper()
			if len(got) != n || !slices.Equal(got, want) || gotTotal != wantTotal {
				t.Errorf("%s of %d %s: not in the canonical order", what, n, name)
			}
		}
		same("Scan", Scan(n, id, op, f), in, total, total)
		same("ScanRight", ScanRight(n, id, op, f), inR, totalR, totalR)
		s, sum := ScanExclusive(n, id, op, f)
		same("ScanExclusive", s, ex, sum, total)
		s, sum = ScanRightExclusive(n, id, op, f)
		same("ScanRightExclusive", s, exR, sum, totalR)
		for _, into := range []struct {
			name  string
			scan  func(dst []T, id T, op func(a, b T) T, f func(i int) T) T
			want  []T
			total T
		}{
			{"ScanInto", ScanInto[T], in, total},
			{"ScanExclusiveInto", ScanExclusiveInto[T], ex, total},
			{"ScanRightInto", ScanRightInto[T], inR, totalR},
			{"ScanRightExclusiveInto", ScanRightExclusiveInto[T], exR, totalR},
		} {
			x := make([]T, n)
			for i := range x {
				x[i] = f(i)
			}
			total := into.scan(x, id, op, func(i int) T { return x[i] }) // in place
			same(into.name, x, into.want, total, into.total)
		}
	}
}

func TestScans(t *testing.T) {
	for _, n := range []int{1, 2} { // the ways for one thread and for several
		t.Run(fmt.Sprintf("%d threads", n), func(t *testing.T) {
			libraryThreads = n
			t.Cleanup(func() { libraryThreads = 1 })
			testScans(t)
		})
	}
}

func testScans(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	x := make([]float64, 2*scanRound+1000)
	for i := range x {
		x[i] = r.NormFloat64() * math.Pow(10, float64(r.IntN(10)-5))
	}
	at := func(i int) float64 { return x[i] }
	add := func(a, b float64) float64 { return a + b }
	checkScans(t, "floats", 0, add, at)
	checkScans(t, "integers", 0, func(a, b uint32) uint32 { return a + b }, func(i int) uint32 { return uint32(math.Float64bits(x[i])) })
	checkScans(t, "maxima", math.Inf(-1), func(a, b float64) float64 { return max(a, b) }, at)

	type affine struct{ a, b float32 } // the order of operands matters
	checkScans(t, "affine maps", affine{1, 0}, func(f, g affine) affine { return affine{g.a * f.a, float32(g.a*f.b) + g.b} },
		func(i int) affine { return affine{float32(math.Cos(x[i])), float32(x[i])} })
}

// TestScanExact: what is exact is what the plain loop gives.
func TestScanExact(t *testing.T) {
	x := make([]int64, 300000)
	for i := range x {
		x[i] = int64(i*i%1000 - 400)
	}
	sum := int64(0)
	s := ScanInto(slices.Clone(x), 0, func(a, b int64) int64 { return a + b }, func(i int) int64 { return x[i] })
	y := Scan(len(x), 0, func(a, b int64) int64 { return a + b }, func(i int) int64 { return x[i] })
	for i, v := range x {
		if sum += v; y[i] != sum {
			t.Fatalf("element %d is %d, not %d", i, y[i], sum)
		}
	}
	if s != sum {
		t.Errorf("the total is %d, not %d", s, sum)
	}
}

func TestKeep(t *testing.T) {
	for _, n := range []int{-1, 0, 1, 2, 4095, 4096, 4097, 10000, 4096*4096 + 5} {
		for _, every := range []int{1, 2, 3, 97, 1 << 40} {
			if n > 1<<20 && every != 97 {
				continue
			}
			f := func(i int) (int32, bool) { return int32(2 * i), (i+1)%every == 0 }
			var want, rest []int32
			for i := range n {
				if v, ok := f(i); ok {
					want = append(want, v)
				} else {
					rest = append(rest, v)
				}
			}
			got := Keep(n, f)
			if got == nil || !slices.Equal(got, want) || cap(got) != len(got) && len(got)*4 > 1<<15 {
				t.Errorf("Keep of %d, one of %d: %d of cap %d, want %d", n, every, len(got), cap(got), len(want))
			}
			dst := make([]int32, len(want)+3)
			for i := range dst {
				dst[i] = -1
			}
			if k := KeepInto(dst, n, f); k != len(want) || !slices.Equal(dst[:k], want) || !slices.Equal(dst[k:], []int32{-1, -1, -1}) {
				t.Errorf("KeepInto of %d, one of %d: %d kept, want %d", n, every, k, len(want))
			}
			if s, k := Partition(n, f); k != len(want) || !slices.Equal(s[:k], want) || !slices.Equal(s[k:], rest) {
				t.Errorf("Partition of %d, one of %d: first %d, want %d", n, every, k, len(want))
			}
		}
	}
	if got := KeepIndices(6, func(i int) bool { return i%2 == 1 }); !slices.Equal(got, []int{1, 3, 5}) {
		t.Errorf("KeepIndices gives %v", got)
	}
	dst := make([]int32, 4, 10)
	if msg := panics(func() { KeepInto(dst, 5, func(i int) (int32, bool) { return 1, true }) }); !strings.Contains(msg, "out of range") {
		t.Errorf("KeepInto without room panics with %q", msg)
	}
	if !slices.Equal(dst, make([]int32, 4)) {
		t.Errorf("KeepInto without room stores %v", dst)
	}
}

// panics gives the text of the panic that f ends with.
func panics(f func()) (msg string) {
	defer func() { msg = fmt.Sprint(recover()) }()
	f()
	return ""
}

func TestHistogram(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	x := make([]float64, 400000)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	add := func(a, b float64) float64 { return a + b }
	for _, c := range []struct{ n, bins, parts int }{
		{0, 0, 1}, {0, 5, 1}, {-4, 5, 1}, {1, 1, 1}, {32767, 7, 1}, {32768, 7, 2}, {400000, 7, 16}, {400000, 256, 16}, {400000, 5000, 5}, {400000, 20000, 1},
	} {
		f := func(i int) (int, float64) { return i * 31 % c.bins, x[i] }
		want := make([]float64, c.bins)
		part := (max(c.n, 0) + c.parts - 1) / c.parts
		for p := range c.parts {
			h := make([]float64, c.bins)
			for i := p * part; i < min((p+1)*part, c.n); i++ {
				at, v := f(i)
				h[at] += v
			}
			for b := range want {
				if p == 0 {
					want[b] = h[b]
				} else {
					want[b] += h[b]
				}
			}
		}
		for libraryThreads = range 3 {
			if got := Histogram(c.n, c.bins, 0, add, f); !slices.Equal(got, want) {
				t.Errorf("%d in %d bins: not in the canonical order", c.n, c.bins)
			}
		}
		libraryThreads = 1
	}
	for _, c := range []struct{ n, bins int }{{0, 0}, {-4, 5}, {16384, 3}, {32768, 7}, {100001, 5000}, {400000, 1}, {400000, 30000}, {400000, 200000}} {
		f := func(i int) (int, uint8) { return i * 31 % c.bins, uint8(i >> 3) }
		want := make([]uint8, c.bins)
		for i := range max(c.n, 0) {
			at, v := f(i)
			want[at] ^= v
		}
		for libraryThreads = 1; libraryThreads <= 5; libraryThreads++ {
			if got := Histogram(c.n, c.bins, 0, func(a, b uint8) uint8 { return a ^ b }, f); !slices.Equal(got, want) {
				t.Errorf("%d integers in %d bins are wrong on %d threads", c.n, c.bins, libraryThreads)
			}
		}
		libraryThreads = 1
	}
	for _, bad := range []int{-1, 3} {
		msg := panics(func() { Histogram(10, 3, 0, add, func(i int) (int, float64) { return bad, 0 }) })
		if !strings.Contains(msg, "index out of range") {
			t.Errorf("a value for bin %d panics with %q", bad, msg)
		}
	}
}

func TestScatter(t *testing.T) {
	dst := make([]int, 5)
	Scatter(dst, 3, func(i int) (int, int) { return 4 - 2*i, i + 1 })
	if !slices.Equal(dst, []int{3, 0, 2, 0, 1}) {
		t.Errorf("Scatter gives %v", dst)
	}
	ScatterReduce(dst, 4, func(a, b int) int { return 10*a + b }, func(i int) (int, int) { return i / 3, i })
	if !slices.Equal(dst, []int{3012, 3, 2, 0, 1}) {
		t.Errorf("ScatterReduce gives %v", dst)
	}
}

func TestSearches(t *testing.T) {
	t.Cleanup(func() { libraryThreads = 1 })
	for libraryThreads = range 3 { // by the way that is compiled, and by that of library mode
		testSearches(t)
	}
}

func testSearches(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		x        []float64
		min, max int
	}{
		{nil, -1, -1},
		{[]float64{3}, 0, 0},
		{[]float64{3, 1, 1, 3}, 1, 0},
		{[]float64{inf, inf}, 0, 0},
		{[]float64{-inf, inf, -inf, inf}, 0, 1},
		{[]float64{0, math.Copysign(0, -1)}, 0, 0},
		{[]float64{1, nan, -inf, nan, inf}, 1, 1},
	} {
		at := func(i int) float64 { return c.x[i] }
		if lo, hi := ArgMin(len(c.x), at), ArgMax(len(c.x), at); lo != c.min || hi != c.max {
			t.Errorf("of %v the smallest is %d, the largest %d", c.x, lo, hi)
		}
	}
	large := func(i int) uint8 { return uint8(i * 7) } // the same values in several blocks
	if lo, hi := ArgMin(20000, large), ArgMax(20000, large); lo != 0 || large(hi) != 255 || hi > 255 {
		t.Errorf("of bytes the smallest is %d, the largest %d", lo, hi)
	}
	if ArgMin(-1, large) != -1 {
		t.Error("ArgMin of nothing is not -1")
	}

	calls := 0
	is := func(k int) func(i int) bool { return func(i int) bool { calls++; return i == k } }
	if !Any(10, is(3)) || calls != 4 || Any(10, is(10)) || Any(-1, is(-1)) {
		t.Error("Any")
	}
	calls = 0
	if All(10, is(0)) || calls != 2 || !All(1, is(0)) || !All(0, is(0)) {
		t.Error("All")
	}
	if Count(10000, func(i int) bool { return i%3 == 0 }) != 3334 || Count(-1, is(0)) != 0 {
		t.Error("Count")
	}
}

// TestArgs compares places with those that a plain loop finds, on one thread and on several.
func TestArgs(t *testing.T) {
	t.Cleanup(func() { libraryThreads = 1 })
	r := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{1, 2, argRun - 1, argRun, argRun + 1, 3*argRun + 7, 4*argRun - 1, 9*argRun + 1} {
		for values := range 4 { // how often the best occurs
			x := make([]float32, n)
			for i := range x {
				x[i] = float32(r.IntN([]int{2, 10, 1 << 12, 1 << 24}[values]))
				if values == 3 && r.IntN(n) == 0 {
					x[i] = float32(math.NaN())
				}
			}
			least, most := 0, 0
			for i, v := range x {
				if v < x[least] || v != v && x[least] == x[least] {
					least = i
				}
				if v > x[most] || v != v && x[most] == x[most] {
					most = i
				}
			}
			at := func(i int) float32 { return x[i] }
			for libraryThreads = range 3 {
				if lo, hi := ArgMin(n, at), ArgMax(n, at); lo != least || hi != most {
					t.Fatalf("of %d elements the smallest is said to be %d, not %d, the largest %d, not %d", n, lo, least, hi, most)
				}
			}
		}
	}
}

func TestBuilds(t *testing.T) {
	if got := Build2(2, 3, func(y, x int) int { return 10*y + x }); !slices.Equal(got, []int{0, 1, 2, 10, 11, 12}) {
		t.Errorf("Build2 gives %v", got)
	}
	if got := Build3(2, 1, 2, func(z, y, x int) int { return 100*z + 10*y + x }); !slices.Equal(got, []int{0, 1, 100, 101}) {
		t.Errorf("Build3 gives %v", got)
	}
	for _, e := range [][2]int{{-1, 3}, {3, -1}, {-1, 0}, {1 << 40, 1 << 40}, {math.MaxInt, 2}} {
		if msg := panics(func() { Build2(e[0], e[1], func(y, x int) byte { return 1 }) }); !strings.Contains(msg, "makeslice: len out of range") {
			t.Errorf("Build2 of %v panics with %q", e, msg)
		}
	}
	if msg := panics(func() { Build3(0, 1<<40, 1<<40, func(z, y, x int) byte { return 1 }) }); !strings.Contains(msg, "makeslice") {
		t.Errorf("Build3 of what is too large panics with %q", msg)
	}
	for _, e := range [][2]int{{0, 5}, {5, 0}, {math.MaxInt, 0}} {
		if n := len(Build2(e[0], e[1], func(y, x int) byte { return 1 })); n != 0 {
			t.Errorf("Build2 of %v gives %d elements", e, n)
		}
	}
}
