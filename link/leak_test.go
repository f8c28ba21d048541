package link

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/hone-go/hone/internal/rt"
)

// leakText is a function of which no two specialisations are alike: N is a number.
const leakText = `
func @scale(%x: []f64, %k: i64) -> (f64) {
  %n = len %x : i64
  %z = const 0 : i64
  %f = lambda : fn(i64) -> (bool) (%i: i64) {
    check.index %i, %n
    %v = load %x, %i : f64
    %c = const N.5 : f64
    %w = mul %v, %c : f64
    store %x, %i, %w
    %true = const true : bool
    return %true
  }
  parfor %n, %f
  %arr = zero : [N]f64
  %cell = cell %arr : cell<[N]f64>
  %zero = get %cell, %z <path=[-1]> : f64
  SUM
  return %sum
}
`

// What becomes of SUM.
const (
	noSum = "%sum = add %zero, %zero : f64"
	sum   = `%op = lambda : fn(f64, f64) -> (f64) (%a: f64, %b: f64) {
    %s = add %a, %b : f64
    return %s
  }
  %g = lambda : fn(i64) -> (f64) (%j: i64) {
    check.index %j, %n
    %u = load %x, %j : f64
    return %u
  }
  %sum = reduce %n, %zero, %op, %g : f64`
)

// TestNothingLeaks makes and drops ten thousand specialisations, with their units, types, programs and code, while little memory is
// allowed.
func TestNothingLeaks(t *testing.T) {
	if _, err := rt.Detect(); err != nil {
		t.Skip("SKIPPED: machine code: ", err)
	}
	count := 10_000
	if testing.Short() {
		count = 1000
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(64 << 20))
	var early memory
	for i := range count {
		specialise(t, i+1)
		switch i {
		case count / 10:
			early = memoryInUse()
		case count - 1:
			late := memoryInUse()
			t.Logf("after %d: %+v, after %d: %+v", count/10, early, count, late)
			if late.heap > early.heap+256<<10 {
				t.Errorf("%d bytes of the heap in use after %d specialisations, %d after %d", late.heap, count, early.heap, count/10)
			}
			if late.code > 64<<10 {
				t.Errorf("%d bytes of code in use", late.code)
			}
			if late.mapped > 1<<20 {
				t.Errorf("%d bytes of code memory mapped", late.mapped)
			}
			if late.resident > early.resident+32<<20 {
				t.Errorf("%d bytes resident after %d specialisations, %d after %d", late.resident, count, early.resident, count/10)
			}
		}
	}
}

// specialise compiles and calls a function that nobody has seen before.
func specialise(t *testing.T, number int) {
	body := noSum
	if number%10 == 0 {
		body = sum
	}
	text := strings.NewReplacer("N", fmt.Sprint(number), "SUM", body).Replace(leakText)
	f := honedFunc(func([]float64, int) float64 { panic("plain Go") })
	e, _ := To(f.Fn, NewUnit(unitFormat, text), "scale")
	in := struct {
		x []float64
		k int
	}{[]float64{1, 2, 3}, number}
	var out struct{ sum float64 }
	if !Invoke(e, &in, &out) {
		t.Fatal(f.Status())
	}
	want := 0.0
	if number%10 == 0 {
		want = 6 * (float64(number) + 0.5)
	}
	if out.sum != want || in.x[2] != 3*(float64(number)+0.5) {
		t.Fatalf("specialisation %d gives %v and %v", number, out.sum, in.x)
	}
}

// memory says how many bytes are in use.
type memory struct{ heap, code, mapped, resident int }

// memoryInUse is what is left when all that is garbage has been freed.
func memoryInUse() (u memory) {
	for range 4 { // pools let go at the second collection, cleanups run after it and free what the next one finds
		runtime.GC()
		time.Sleep(5 * time.Millisecond)
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	u.heap = int(m.HeapAlloc)
	u.mapped, u.code = rt.CodeMemory()
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		var size int
		_, _ = fmt.Sscan(string(text), &size, &u.resident)
		u.resident *= os.Getpagesize()
	}
	return u
}
