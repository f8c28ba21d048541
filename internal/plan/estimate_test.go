package plan

import (
	"testing"
	"time"
	"unsafe"

	"github.com/hone-go/hone/internal/rt"
)

const costText = `func @f(%s: []f64, %cost: i64, %worst: i64) -> () {
	%n = len %s : i64
	%u = const 64 : i64
	launch @k %n, %u, %cost, %worst, %s
	return
}`

// TestCostOfLaunch: the cost that the host computes for a launch counts, corrected by what was measured with another one.
func TestCostOfLaunch(t *testing.T) {
	threads(t, 1)
	clock := fakeClock(t)
	longest, each := int64(0), time.Duration(0)
	k := &Kernel{Name: "k", Params: sliceParam, Call: func(p unsafe.Pointer, lo, hi int64) int64 {
		longest = max(longest, hi-lo)
		*clock += each * time.Duration(hi-lo)
		return 0
	}}
	p := program(t, costText, k)
	s := make([]float64, 10_000)
	call := func(cost int, took time.Duration) int64 {
		longest, each = 0, took
		run(p, func([]float64, int, int) {}, s, cost, cost)
		return longest
	}
	call(1000, 3*time.Nanosecond) // three times as long as estimated
	if n := call(1000, 3*time.Nanosecond); n != 10_000 {
		t.Errorf("a short loop ran in pieces of %d", n)
	}
	if n := call(1_000_000, 3*time.Microsecond); n > 64 {
		t.Errorf("pieces of %d iterations of 3 µs", n)
	}
	if n := call(1000, 3*time.Nanosecond); n != 10_000 {
		t.Errorf("a short loop ran in pieces of %d", n)
	}
	if r := p.Ratios()["k"]; r < 2.9 || r > 3.1 {
		t.Errorf("%v times as long as estimated", r)
	}
}

// TestCareful: code that may take too long is called detached at first, and again when too much of its time goes to long pieces; not because
// its thread has had to wait, nor for a long piece now and then.
func TestCareful(t *testing.T) {
	threads(t, 1)
	clock := fakeClock(t)
	detached, slow := false, -1
	var wait, waited time.Duration // of the long piece's time, and of all of it, the thread had no processor
	var f *Frame
	k := &Kernel{Name: "k", Params: sliceParam, Call: func(p unsafe.Pointer, lo, hi int64) int64 {
		detached = f.detached
		*clock += time.Duration(hi - lo)
		if int64(slow) >= lo && int64(slow) < hi {
			*clock += 10 * time.Millisecond
			waited += wait
		}
		return 0
	}}
	threadTime = func() int64 { return int64(*clock - waited) }
	p := program(t, costText, k)
	s := make([]float64, 300_000)
	call := func(worst uint64) bool {
		f = p.Begin()
		f.SetSlice(0, unsafe.Pointer(unsafe.SliceData(s)), len(s), cap(s))
		f.SetWord(1, 1000)
		f.SetWord(2, worst)
		p.Run(f)
		f.End()
		return detached
	}
	if call(1000) {
		t.Error("detached without need")
	}
	p = program(t, costText, k)
	for i := range calmAfter + 2 {
		if got, want := call(1<<40), i < calmAfter; got != want {
			t.Errorf("call %d: detached %v, want %v", i, got, want)
		}
	}
	settled := func(what string) {
		for i := range watchAfter + 1 {
			if call(1000) {
				t.Errorf("call %d after %s: detached", i, what)
			}
		}
	}
	slow, wait = 250_000, 10*time.Millisecond
	for range 3 {
		call(1000)
	}
	slow = -1
	settled("the thread had to wait")
	slow, wait = 250_000, 0
	call(1000)
	slow = -1
	settled("a single long piece") // it wasn't watched
	slow = 250_000
	call(1000)
	call(1000)
	slow = -1
	for i := range calmAfter + 1 {
		if got, want := call(1000), i < calmAfter; got != want {
			t.Errorf("call %d after slow ones: detached %v, want %v", i, got, want)
		}
	}
}

// TestExpectMore: workers are woken up when launches that would be worth a fork with awake workers come in quick succession.
func TestExpectMore(t *testing.T) {
	clock := fakeClock(t)
	threads(t, 2)
	fork, _ := rt.ForkTime()
	roused := func(pause time.Duration) bool {
		backlog.time, backlog.last = 0, now()
		for range 1000 {
			*clock += time.Duration(fork/2) + pause
			expectMore(float64(fork/2), fork)
			if backlog.time == 0 { // spent on a call of rt.Rouse
				return true
			}
		}
		return false
	}
	if !roused(0) {
		t.Error("launches one after the other: no worker is woken up")
	}
	if roused(10 * time.Duration(fork)) {
		t.Error("launches far apart: a worker is woken up")
	}
}
