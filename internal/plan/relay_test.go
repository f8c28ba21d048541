package plan

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

// relayProgram is a relay with so many results, all of the same sums, of kernels that are called with the run; the second gets its place, too, and gives what that comes to.
func relayProgram(t testing.TB, results int, first func(r int64) (sum int64), then func(r, place int64) int64) *Program {
	list := func(s string) string { return strings.Repeat(s+", ", results) }
	var own []string
	for k := range results {
		own = append(own, fmt.Sprint("%r", k))
	}
	text := "func @f(%n: i64, %cost: i64, %init: i64, %sums: []i64, %places: []i64) -> (i64) {\n%z = const 0 : i64\n%c = const 1 : i64\n" + strings.Join(own, ", ") + " = relay @\"" +
		strings.Repeat("add ", results) + "\" %n, %cost, " + list("%init") + list("%sums") + strings.TrimSuffix(list("%places"), ", ") + " : " + strings.TrimSuffix(list("i64"), ", ") + ` {
		stage @first %n, %c, %z, %z, %z, %sums
		stage @then %n, %c, %z, %z, %z, %sums, %places
		yield
	}
	return %r0
}`
	at := func(p unsafe.Pointer, slice int, r int64) *int64 {
		return &unsafe.Slice((*int64)(*(*unsafe.Pointer)(unsafe.Pointer(word(p, 3*slice)))), *word(p, 3*slice+1))[r]
	}
	each := func(lo, hi int64, run func(r int64)) int64 {
		for r := lo; r < hi; r++ {
			run(r)
		}
		return 0
	}
	ints := ir.SliceOf(ir.TI64)
	return program(t, text,
		&Kernel{Name: "first", Params: []*ir.Type{ints}, Call: func(p unsafe.Pointer, lo, hi int64) int64 {
			return each(lo, hi, func(r int64) { *at(p, 0, r) = first(r) })
		}},
		&Kernel{Name: "then", Params: []*ir.Type{ints, ints}, Call: func(p unsafe.Pointer, lo, hi int64) int64 {
			return each(lo, hi, func(r int64) { *at(p, 0, r) = then(r, *at(p, 1, r)) })
		}})
}

type relayFn = func(n, cost, start int, sums, places []int64) int

const (
	relayLong  = 1_000_000_000 // picoseconds: worth a fork
	relayShort = 1
)

// TestRelay: each run is done once, by either stage, and begins with what all those before it come to.
func TestRelay(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	defer rt.SetThreads(rt.SetThreads(1))
	for _, k := range []int{1, 2, 3, 8} {
		rt.SetThreads(k)
		for _, n := range []int{-1, 0, 1, 2, 3, 7, 8, 9, 100, 1000} {
			adds, slow := make([]int64, max(n, 0)), r.IntN(9)
			for i := range adds {
				adds[i] = r.Int64N(1000) - 300
			}
			for _, cost := range []int{relayLong, relayShort} {
				var firsts atomic.Int64
				done, from := make([]atomic.Int32, len(adds)), make([]int64, len(adds))
				p := relayProgram(t, 1, func(r int64) int64 {
					firsts.Add(1)
					if r%9 == int64(slow) { // others are ahead
						time.Sleep(10 * time.Microsecond)
					}
					return adds[r]
				}, func(r, place int64) int64 {
					if r%7 == int64(slow) {
						runtime.Gosched()
					}
					done[r].Add(1)
					from[r] = place
					return place + adds[r]
				})
				sums, places := make([]int64, len(adds)), make([]int64, len(adds))
				got := run(p, relayFn(nil), n, cost, 5, sums, places)
				want := int64(5)
				for r, add := range adds {
					if done[r].Load() != 1 || from[r] != want || places[r] != want {
						t.Fatalf("%d threads, %d runs, cost %d: run %d was done %d times, from %d, not %d", k, n, cost, r, done[r].Load(), from[r], want)
					}
					want += add
				}
				check(t, got, int(want))
				if all := int64(len(adds)); cost == relayShort || k == 1 { // one thread has no use for the first stage
					check(t, []any{firsts.Load()}, int64(0))
				} else {
					check(t, []any{firsts.Load()}, all)
				}
			}
		}
	}
}

// panicsSoon fails if f doesn't panic with that, or takes forever.
func panicsSoon(t *testing.T, want any, f func()) {
	t.Helper()
	done := make(chan any)
	go func() {
		defer func() { done <- recover() }()
		f()
	}()
	select {
	case got := <-done:
		if got != want {
			t.Errorf("%d threads: %v, not %v", rt.Threads(), got, want)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("a thread waits for a run that doesn't come")
	}
}

// TestRelayPanics: a run that panics is waited for by nobody, and none behind it begins with what it hasn't handed on.
func TestRelayPanics(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	defer rt.SetThreads(rt.SetThreads(1))
	for k := range 200 {
		rt.SetThreads(1 + r.IntN(4))
		n := 1 + r.Int64N(60)
		bad, inFirst := r.Int64N(n), k%2 == 0 && rt.Threads() > 1
		var after atomic.Int32
		p := relayProgram(t, 1, func(r int64) int64 {
			if r == bad && inFirst {
				panic("bad run")
			}
			return 1
		}, func(r, place int64) int64 {
			switch {
			case r >= bad && inFirst:
				after.Add(1)
			case r == bad:
				panic("bad run")
			}
			return place + 1
		})
		panicsSoon(t, "bad run", func() {
			run(p, relayFn(nil), int(n), relayLong, 0, make([]int64, n), make([]int64, n))
		})
		if after.Load() > 0 {
			t.Errorf("%d threads: %d runs from %d on went on", rt.Threads(), after.Load(), bad)
		}
	}
}

// TestRelayPanicsMeanwhile: a run panics while the one before hands on, which takes long here.
func TestRelayPanicsMeanwhile(t *testing.T) {
	defer rt.SetThreads(rt.SetThreads(2))
	for range 10 {
		var begun, counted atomic.Bool
		p := relayProgram(t, 3000, func(r int64) int64 {
			switch r {
			case 0:
				for !begun.Load() {
					runtime.Gosched()
				}
				counted.Store(true)
			case 1:
				begun.Store(true)
				for !counted.Load() {
					rt.Pause()
				}
				panic("bad run")
			}
			return 1
		}, func(r, place int64) int64 { return place + 1 })
		panicsSoon(t, "bad run", func() {
			run(p, relayFn(nil), 9, relayLong, 0, make([]int64, 9), make([]int64, 9))
		})
	}
}

// TestRelayDetached: runs that take long are called so that nobody has to wait for their ends.
func TestRelayDetached(t *testing.T) {
	if _, err := rt.Detect(); err != nil {
		t.Skip("SKIPPED: machine code: ", err)
	}
	code, err := rt.NewCode([]byte{0x31, 0xc0, 0xc3}) // xor eax, eax; ret
	if err != nil {
		t.Fatal(err)
	}
	defer rt.SetThreads(rt.SetThreads(1))
	for _, cost := range []uint64{roughTime * 1000 / 2, roughTime * 1000 * 2} {
		p := relayProgram(t, 1, nil, nil)
		for _, st := range []*stage{&p.relays[0].first, &p.relays[0].then} {
			st.kernel.Call, st.kernel.Entry, st.kernel.Code = nil, code.Entry(0), code
		}
		f, memory := p.Begin(), make([]int64, 4)
		f.SetWord(0, 2)
		f.SetWord(1, cost)
		f.SetSlice(3, unsafe.Pointer(&memory[0]), 2, 2)
		f.SetSlice(4, unsafe.Pointer(&memory[2]), 2, 2)
		p.Run(f)
		if detached := f.stack != nil; detached != (cost > roughTime*1000) {
			t.Errorf("%d ps: %v", cost, detached)
		}
	}
}
