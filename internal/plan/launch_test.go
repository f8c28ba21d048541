package plan

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/x86/asm"
)

// word is word i of a parameter block.
func word(p unsafe.Pointer, i int) *uint64 { return (*uint64)(unsafe.Add(p, 8*i)) }

// floats is the slice at word i.
func floats(p unsafe.Pointer, i int) []float64 {
	return unsafe.Slice((*float64)(*(*unsafe.Pointer)(unsafe.Pointer(word(p, i)))), *word(p, i+1))
}

var sliceParam = []*ir.Type{ir.SliceOf(ir.TF64)}

const launchText = `func @f(%s: []f64, %unit: i64) -> () {
	%n = len %s : i64
	%c = const COST : i64
	launch @k %n, %unit, %c, %c, %s
	return
}`

type launchFn = func([]float64, int)

// increment is s[lo:hi] += 1.
func increment(p unsafe.Pointer, lo, hi int64) int64 {
	s := floats(p, 0)
	for i := range s[lo:hi] {
		s[lo:hi][i]++
	}
	return 0
}

func threads(t testing.TB, n int) {
	old := rt.SetThreads(n)
	t.Cleanup(func() { rt.SetThreads(old) })
}

func TestLaunch(t *testing.T) {
	threads(t, 3)
	for _, cost := range []string{"1", "1000", "1000000", "1000000000000"} {
		p := program(t, strings.Replace(launchText, "COST", cost, 1), &Kernel{Name: "k", Params: sliceParam, Call: increment})
		for _, unit := range []int{0, 1, 64, 1000} {
			for _, n := range []int{0, 1, 63, 64, 65, 100_000, 300_001} {
				s := make([]float64, n)
				for range 3 {
					run(p, launchFn(nil), s, unit)
				}
				for i, x := range s {
					if x != 3 {
						t.Fatalf("cost %s, unit %d, n %d: element %d was visited %v times", cost, unit, n, i, x)
					}
				}
			}
		}
	}
}

// fakeClock stands still but for what it is told.
func fakeClock(t *testing.T) *time.Duration {
	oldNow, oldThread, clock := now, threadTime, new(time.Duration)
	now = func() int64 { return int64(*clock) }
	threadTime = now
	t.Cleanup(func() { now, threadTime = oldNow, oldThread })
	return clock
}

// TestStrips looks at the ranges that a kernel gets.
func TestStrips(t *testing.T) {
	threads(t, 1)
	clock := fakeClock(t)
	var got [][2]int64
	each := time.Duration(0)
	k := &Kernel{Name: "k", Params: sliceParam, Call: func(p unsafe.Pointer, lo, hi int64) int64 {
		got = append(got, [2]int64{lo, hi})
		*clock += each * time.Duration(hi-lo)
		return 0
	}}
	for _, c := range []struct {
		name, cost    string
		n, unit       int
		each          time.Duration
		first, longer [2]int64 // the first call's first strips; the longest strip of later calls, at least and at most
	}{
		{"small", "1000", 1000, 1, time.Nanosecond, [2]int64{0, 1000}, [2]int64{1000, 1000}},
		{"as estimated", "1000000", 20_000, 1, time.Microsecond, [2]int64{0, 64}, [2]int64{64, 128}},
		{"rows", "100000", 100_000, 300, 100 * time.Nanosecond, [2]int64{0, 300}, [2]int64{900, 1200}},
		{"long rows", "1000000", 100_000, 5000, time.Microsecond, [2]int64{0, 64}, [2]int64{64, 128}},
		{"slower than estimated", "100", 300_000, 64, 2 * time.Microsecond, [2]int64{0, 200_000}, [2]int64{64, 128}},
		{"faster than estimated", "100000", 10_000_000, 64, time.Nanosecond, [2]int64{0, 256}, [2]int64{90_000, 110_000}},
		{"a vector at a time", "30000000", 1000, 64, 30 * time.Microsecond, [2]int64{0, 16}, [2]int64{16, 16}},
		{"one at a time", "1000000000", 30, 1, time.Millisecond, [2]int64{0, 1}, [2]int64{1, 1}},
	} {
		p := program(t, strings.Replace(launchText, "COST", c.cost, 1), k)
		each = c.each
		s := make([]float64, c.n)
		for call := range 3 {
			got = nil
			run(p, launchFn(nil), s, c.unit)
			at, longest := int64(0), int64(0)
			for _, r := range got {
				if r[0] != at || r[1] <= at {
					t.Fatalf("%s: strips %v", c.name, got)
				}
				at = r[1]
				longest = max(longest, r[1]-r[0])
				if c.name == "rows" && at%300 != 0 && at != 100_000 {
					t.Errorf("%s: a strip ends at %d", c.name, at)
				}
			}
			switch {
			case at != int64(c.n):
				t.Errorf("%s: strips end at %d of %d", c.name, at, c.n)
			case call == 0 && got[0][1] > c.first[1]+64:
				t.Errorf("%s: the first strip is %v", c.name, got[0])
			case call > 0 && (longest < c.longer[0] || longest > c.longer[1]):
				t.Errorf("%s: the longest strip has %d iterations", c.name, longest)
			}
		}
	}
}

// TestUneven has iterations that get much slower than the first ones were.
func TestUneven(t *testing.T) {
	threads(t, 1)
	clock := fakeClock(t)
	k := &Kernel{Name: "k", Params: sliceParam, Call: func(p unsafe.Pointer, lo, hi int64) int64 {
		var d time.Duration
		for i := lo; i < hi; i++ {
			if d += time.Nanosecond; i > 1_000_000 {
				d += 999
			}
		}
		*clock += d
		if d > 200*time.Microsecond && lo > 1_200_000 {
			t.Errorf("the strip from %d takes %v", lo, d)
		}
		return 0
	}}
	p := program(t, strings.Replace(launchText, "COST", "1000", 1), k)
	run(p, launchFn(nil), make([]float64, 1_500_000), 1)
}

// TestStripLength: iterations that may be uneven come in more strips than others, unless these get too short.
func TestStripLength(t *testing.T) {
	threads(t, 2)
	for _, c := range []struct {
		left             int64
		each             float64 // nanoseconds
		uneven, detached bool
		want             int64
	}{
		{1 << 20, 0.5, false, false, 1 << 17},
		{1 << 20, 0.5, true, false, 1 << 14},
		{1 << 20, 0.25, true, false, 20_032}, // as long as a part has to be
		{1 << 20, 1000, false, false, 128},   // as long as a strip may be
		{1 << 20, 1000, true, false, 128},
		{1 << 20, 1000, false, true, 1024},
		{1 << 20, 1000, true, true, 1024}, // short calls that are detached are expensive
		{4096, 1, false, false, 2048},
		{4096, 1, true, false, 2048}, // not longer than others
	} {
		f := &Frame{gran: stripGran, detached: c.detached}
		if got := f.stripLength(c.left, c.each, c.uneven); got != c.want {
			t.Errorf("%d iterations of %v ns, uneven %v, detached %v: strips of %d, not %d", c.left, c.each, c.uneven, c.detached, got, c.want)
		}
	}
}

func caught(f func()) (msg string) {
	defer func() {
		if e, ok := recover().(runtime.Error); ok {
			msg = e.Error()
		}
	}()
	f()
	return ""
}

// failing reports a failed check for the first negative element: its index as operand a.
func failing(p unsafe.Pointer, lo, hi int64) int64 {
	s := floats(p, 0)
	for i := lo; i < hi; i++ {
		if s[i] < 0 {
			for j, operand := range []uint64{uint64(i), 7, 5, 3} {
				*word(p, 3+j) = operand
			}
			return int64(-s[i])
		}
		s[i] = 1
	}
	return 0
}

func TestFailures(t *testing.T) {
	sites := []Site{
		{Kind: ir.OpCheckIndex}, {Kind: ir.OpCheckIndex, Unsigned: true}, {Kind: ir.OpCheckDiv}, {Kind: ir.OpCheckShift},
		{Kind: ir.OpCheckSlice}, {Kind: ir.OpCheckSlice, Code: 1}, {Kind: ir.OpCheckSlice, Code: 2}, {Kind: ir.OpCheckMake},
	}
	want := []string{"index out of range [9000] with length 7", "index out of range [9000] with length 7", "integer divide by zero",
		"negative shift amount", "slice bounds out of range [:7] with capacity 5", "slice bounds out of range [:7] with length 5",
		"slice bounds out of range [::5] with capacity 3", "makeslice: len out of range"}
	for _, cost := range []string{"1", "1000000"} {
		for _, n := range []int{1, 4} {
			threads(t, n)
			p := program(t, strings.Replace(launchText, "COST", cost, 1), &Kernel{Name: "k", Params: sliceParam, Call: failing, Sites: sites})
			for i := range sites {
				s := make([]float64, 100_000)
				s[9000] = -float64(i + 1)
				s[9500], s[70_000] = -3, -3
				if got := caught(func() { run(p, launchFn(nil), s, 1) }); got != "runtime error: "+want[i] {
					t.Errorf("cost %s, %d threads: got %q, want %q", cost, n, got, want[i])
				}
				if slices.Index(s, 0) < 9000 && slices.Index(s, 0) >= 0 {
					t.Error("an iteration before the failure was left out")
				}
			}
			s := make([]float64, 20_000)
			run(p, launchFn(nil), s, 1) // after so many failures all is well
			if slices.Contains(s, 0) {
				t.Error("iterations were left out")
			}
		}
	}
}

func TestHostPanics(t *testing.T) {
	for _, c := range []struct{ ops, want string }{
		{"check.index %a, %b", "index out of range [-1]"},
		{"check.index %b, %b", "index out of range [5] with length 5"},
		{"%u = conv %a : u64\ncheck.index %u, %b", "index out of range [18446744073709551615] with length 5"},
		{"check.div %z", "integer divide by zero"},
		{"check.shift %a", "negative shift amount"},
		{"%s = conv %a : i16\ncheck.shift %s", "negative shift amount"},
		{"check.slice %b, %z, %b <ints=[0]>", "slice bounds out of range [5:0]"},
		{"check.slice %z, %a, %b <ints=[1]>", "slice bounds out of range [:-1]"},
		{"check.slice %z, %b, %a, %b <ints=[2]>", "slice bounds out of range [::-1]"},
		{"check.make %a", "makeslice: len out of range"},
		{"%h = const 1000000000000000 : i64\ncheck.make %h", "makeslice: len out of range"},
		{"%h = const 100000000000000 : i64\n%s = make %h : []f64", "makeslice: len out of range"},
	} {
		p := program(t, "func @f(%a: i64, %b: i64, %z: i64) -> () {\n"+c.ops+"\nreturn\n}")
		if got := caught(func() { run(p, func(int, int, int) {}, -1, 5, 0) }); got != "runtime error: "+c.want {
			t.Errorf("%s: got %q, want %q", c.ops, got, c.want)
		}
		if msg := caught(func() { run(p, func(int, int, int) {}, 0, 5, 1) }); strings.HasPrefix(c.ops, "check.shift") && msg != "" {
			t.Errorf("%s: %s", c.ops, msg)
		}
	}
}

// TestRun passes every type of scalar to a kernel and back.
func TestRun(t *testing.T) {
	types := []*ir.Type{ir.TBool, ir.TI8, ir.TI16, ir.TI32, ir.TI64, ir.TU8, ir.TU16, ir.TU32, ir.TU64, ir.TF32, ir.TF64}
	var params, names, results []string
	for _, ty := range types {
		params = append(params, "%a"+ty.String()+": "+ty.String())
		names = append(names, "%a"+ty.String())
		results = append(results, "%r"+ty.String())
	}
	list := ir.TypeList(types)
	text := "func @f(" + strings.Join(params, ", ") + ") -> " + list + " {\n" +
		strings.Join(results, ", ") + " = run @k " + strings.Join(names, ", ") + " : " + strings.Trim(list, "()") + "\nreturn " + strings.Join(results, ", ") + "\n}"
	var seen []uint64
	k := &Kernel{Name: "k", Params: types, Results: types, Call: func(p unsafe.Pointer, lo, hi int64) int64 {
		w := unsafe.Slice(word(p, 0), 2*len(types))
		seen = append(seen[:0], w[:len(types)]...)
		copy(w[len(types):], w)
		w[len(types)+5] |= 0xff00 // rubbish above a u8
		return 0
	}}
	p := program(t, text, k)
	type fn = func(bool, int8, int16, int32, int, uint8, uint16, uint32, uint, float32, float64) (bool, int8, int16, int32, int, uint8, uint16, uint32, uint, float32, float64)
	args := []any{true, int8(-1), int16(-2), int32(-3), -4, uint8(250), uint16(65000), uint32(1 << 31), ^uint(0), float32(-1.5), -2.5}
	check(t, run(p, fn(nil), args...), args...)
	want := []uint64{1, ^uint64(0), ^uint64(1), ^uint64(2), ^uint64(3), 250, 65000, 1 << 31, ^uint64(0), 0xbfc00000, 0xc004000000000000}
	if !slices.Equal(seen, want) {
		t.Errorf("the kernel got %x, want %x", seen, want)
	}
}

func TestScratch(t *testing.T) {
	k := &Kernel{Name: "k", Params: []*ir.Type{ir.SliceOf(ir.TF64), ir.SliceOf(ir.TF64)}, Call: func(p unsafe.Pointer, lo, hi int64) int64 {
		s, tmp := floats(p, 0), floats(p, 3)
		for i := lo; i < hi; i++ {
			tmp[i] = s[i] + 1
			s[i] = tmp[i]
		}
		return 0
	}}
	p := program(t, `func @f(%s: []f64) -> (i64) {
		%n = len %s : i64
		%t = scratch %n : []f64
		%c = const 1000 : i64
		launch @k %n, %n, %c, %c, %s, %t
		%m = len %t : i64
		return %m
	}`, k)
	for _, n := range []int{0, 3, 100_000, 5} {
		s := make([]float64, n)
		check(t, run(p, func([]float64) int { return 0 }, s), n)
		if slices.Contains(s, 0) {
			t.Error("iterations were left out")
		}
	}
}

// incrementCode is increment as machine code.
func incrementCode(t testing.TB) *Kernel {
	var a asm.Assembler
	loop, done := a.NewLabel(), a.NewLabel()
	one := a.Const64(0x3ff0000000000000)
	a.RM(asm.MOV, 8, asm.RCX, asm.At(asm.RDI, 0))
	a.Bind(loop)
	a.RR(asm.CMP, 8, asm.RSI, asm.RDX)
	a.Jcc(asm.CondGE, done)
	x := asm.AtIndex(asm.RCX, asm.RSI, 8, 0)
	a.RM(asm.VMOVSD, 8, asm.X0, x)
	a.RRM(asm.VADDSD, 8, asm.X0, asm.X0, one)
	a.MR(asm.VMOVSD, 8, x, asm.X0)
	a.RI(asm.ADD, 8, asm.RSI, 1)
	a.Jmp(loop)
	a.Bind(done)
	a.RR(asm.XOR, 4, asm.RAX, asm.RAX)
	a.Op(asm.RET, 0)
	bytes, err := a.Finish()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rt.Detect(); err != nil {
		t.Skip("SKIPPED: machine code: ", err)
	}
	code, err := rt.NewCode(bytes)
	if err != nil {
		t.Fatal(err)
	}
	return &Kernel{Name: "k", Params: sliceParam, Entry: code.Entry(0), Code: code}
}

func TestMachineCode(t *testing.T) {
	threads(t, 2)
	p := program(t, strings.Replace(launchText, "COST", "1000", 1), incrementCode(t))
	runtime.GC() // the code must survive
	s := make([]float64, 200_000)
	for range 5 {
		run(p, launchFn(nil), s, 1)
	}
	for i, x := range s {
		if x != 5 {
			t.Fatalf("element %d: %v", i, x)
		}
	}
}

// TestGarbage runs a program that makes slices in a loop, on several goroutines, while the collector is always on.
func TestGarbage(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	threads(t, 2)
	p := program(t, `func @f(%n: i64, %times: i64) -> ([]f64) {
		%z = const 0 : i64
		%first = make %n : []f64
		%last = for %z, %times, %first <ints=[1]> : []f64 (%i: i64, %s: []f64) {
			%c = const 1000 : i64
			launch @k %n, %n, %c, %c, %s
			%new = make %n : []f64
			for %z, %n <ints=[1]> (%j: i64) {
				%v = load %s, %j : f64
				store %new, %j, %v
				yield
			}
			yield %new
		}
		return %last
	}`, incrementCode(t))
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			got := run(p, func(int, int) []float64 { return nil }, 5000, 20)[0].([]float64)
			for i, x := range got {
				if x != 20 {
					t.Errorf("element %d: %v", i, x)
					return
				}
			}
		})
	}
	wg.Wait()
}

func BenchmarkSmallLaunch(b *testing.B) {
	p := program(b, strings.Replace(launchText, "COST", "1000", 1), incrementCode(b))
	s := make([]float64, 16)
	b.ReportAllocs()
	for b.Loop() {
		f := p.Begin()
		f.SetSlice(0, unsafe.Pointer(unsafe.SliceData(s)), len(s), cap(s))
		f.SetWord(1, 1)
		p.Run(f)
		f.End()
	}
}

func BenchmarkSteps(b *testing.B) {
	p := program(b, `func @f(%n: i64) -> (i64) {
		%z = const 0 : i64
		%three = const 3 : i64
		%r = for %z, %n, %z <ints=[1]> : i64 (%i: i64, %s: i64) {
			%a = mul %i, %three : i64
			%c = add %s, %a : i64
			yield %c
		}
		return %r
	}`)
	f := p.Begin()
	for b.Loop() {
		f.SetWord(0, 1000)
		p.Run(f)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/4000, "ns/step")
}

// Code that does 64 iterations at a time, for latency's sake, takes as long for 16: strips must not be shorter.
func TestGranuleIsWidth(t *testing.T) {
	for _, c := range []struct {
		width int
		unit  int64
		each  float64 // ns
		want  int64
	}{
		{0, 0, 1, 1},
		{0, 0, 1e6, 1},
		{0, 1, 1, 64},
		{0, 1, 5000, 16},
		{64, 1, 5000, 64},
		{128, 1, 5000, 128},
		{16, 1, 5000, 16},
		{32, 1, 1e6, 32},
		{0, 1, 1e6, 1},
		{0, 1000, 50, 1000},
		{0, math.MaxInt64, 1, 64},
		{16, math.MaxInt64 - 5, 1e6, 16},
		{1, 64, 1e6, 1},
		{1, 64, 5000, 1},
		{1, 64, 1000, 2},
		{1, 64, 250, 8},
		{1, 64, 30, 64},
		{1, 64, 1, 64},
		{2, 64, 5000, 16},
	} {
		x := &call{kernel: &Kernel{Width: c.width}}
		if g := x.granule(c.unit, c.each); g != c.want {
			t.Errorf("width %d, unit %d, %v ns each: granule %d, not %d", c.width, c.unit, c.each, g, c.want)
		}
	}
}

// An index space may be as large as a number can be.
func TestRoundUp(t *testing.T) {
	for _, c := range [][3]int64{{0, 1, 1}, {-7, 4, 4}, {4, 4, 4}, {5, 4, 8}, {math.MinInt64, 64, 64}, {math.MaxInt64, 1, math.MaxInt64},
		{math.MaxInt64, 64, math.MaxInt64 - 63}, {math.MaxInt64 - 62, 64, math.MaxInt64 - 63}, {64, math.MaxInt64, math.MaxInt64}, {math.MaxInt64, 1 << 62, 1 << 62}} {
		if got := roundUp(c[0], c[1]); got != c[2] {
			t.Errorf("%d in multiples of %d: %d, want %d", c[0], c[1], got, c[2])
		}
	}
}

// TestLaunchForever: a loop of as many iterations as there can be fails where the first one fails, whatever its rows and its estimate.
func TestLaunchForever(t *testing.T) {
	threads(t, 3)
	fails := func(p unsafe.Pointer, lo, hi int64) int64 {
		if hi <= lo || lo < 0 {
			t.Errorf("a strip from %d to %d", lo, hi)
		}
		if n := int64(len(floats(p, 0))); hi > n {
			*word(p, 3), *word(p, 4) = uint64(max(lo, n)), uint64(n)
			return 1
		}
		return increment(p, lo, hi)
	}
	for _, cost := range []string{"0", "1", "1000000", "1000000000000"} {
		text := strings.Replace(strings.Replace(launchText, "COST", cost, 1), "%n = len %s : i64", "%n = const 9223372036854775800 : i64", 1)
		p := program(t, text, &Kernel{Name: "k", Params: sliceParam, Call: fails, Sites: []Site{{Kind: ir.OpCheckIndex}}})
		for _, unit := range []int{0, 1, 64, 1 << 40, math.MaxInt - 30, math.MaxInt} {
			for _, n := range []int{0, 1, 100, 100_000} {
				s := make([]float64, n)
				func() {
					defer func() {
						if e, ok := recover().(runtime.Error); !ok || !strings.Contains(e.Error(), fmt.Sprintf("index out of range [%d] with length %d", n, n)) {
							t.Errorf("cost %s, unit %d, length %d: %v", cost, unit, n, e)
						}
					}()
					run(p, launchFn(nil), s, unit)
				}()
			}
		}
	}
}
