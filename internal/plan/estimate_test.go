package plan

import (
	"testing"
	"time"
	"unsafe"
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

// TestNoteForked: other threads' waiting for a processor does not make a kernel look slow, but that it has become slow is seen.
func TestNoteForked(t *testing.T) {
	var x call
	x.note(1000, 2000, forked) // the first time there is nothing better
	if r := x.ratio.load(); r != 2 {
		t.Errorf("ratio %v at first", r)
	}
	x.note(1000, 3_000_000, forked)
	if r := x.ratio.load(); r > 2.5 {
		t.Errorf("ratio %v after a stall", r)
	}
	for range 50 {
		x.note(1000, 8000, forked)
	}
	if r := x.ratio.load(); r < 7 {
		t.Errorf("ratio %v of work that has become slow", r)
	}
	x.note(1000, 4000, alone)
	if r := x.ratio.load(); r != 4 {
		t.Errorf("ratio %v on one thread", r)
	}
}
