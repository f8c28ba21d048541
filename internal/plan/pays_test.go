package plan

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"
)

// sham is a machine on which launches take what cost says, for the number of the launch and its way.
type sham struct {
	p     pays
	alone int64 // nanoseconds that a launch is estimated to take
	cost  func(k int, went way) int64
	count int
	forks int
	total int64
}

func (s *sham) run(launches int) (forks int, total int64) {
	before, spent := s.forks, s.total
	for range launches {
		went := alone
		if s.p.fork(float64(s.alone)) {
			went = forked
		}
		ns := s.cost(s.count, went)
		s.p.took(went, float64(s.alone), ns, 1)
		if went == forked {
			s.forks++
		}
		s.total += ns
		s.count++
	}
	return s.forks - before, s.total - spent
}

// either gives launches that take as long as that, alone and forked.
func either(onOne, onAll int64) func(int, way) int64 {
	return func(_ int, went way) int64 {
		if went == forked {
			return onAll
		}
		return onOne
	}
}

// TestPays: launches go whichever way takes less time on average, the other is tried again from time to time, and that costs little.
func TestPays(t *testing.T) {
	threads(t, 2)
	const us = 1000
	shares := func(k int) bool { return k%7 == 3 } // somebody else uses the machine
	for _, c := range []struct {
		what  string
		alone int64
		cost  func(k int, went way) int64
		fork  bool
		slack float64 // of the better way's time
	}{
		{"forks pay", 10 * us, either(10*us, 6*us), true, 0.1},
		{"forks cost", 10 * us, either(10*us, 12*us), false, 0.1},
		{"no difference", 3 * us, either(3*us, 3*us), false, 0.1},
		{"hardly any", 3 * us, either(3*us, 2950), false, 0.1},
		{"the estimate is too low", 10 * us, either(20*us, 15*us), true, 0.1},
		{"the estimate is too high", 20 * us, either(10*us, 15*us), false, 0.1},
		{"long, and forks pay", 20_000 * us, either(20_000*us, 11_000*us), true, 0.1},
		{"long, and forks cost", 20_000 * us, either(20_000*us, 24_000*us), false, 0.1},
		{"half a millisecond, and forks cost", 500 * us, either(500*us, 900*us), false, 0.1},
		{"many threads", 64_000 * us, either(64_000*us, 1200*us), true, 0.15},
		{"a lucky fork now and then", 40 * us, func(k int, went way) int64 {
			if went == forked && k%5 != 0 {
				return 60 * us
			}
			return either(40*us, 20*us)(k, went)
		}, false, 0.1},
		{"a fork that has to wait for a processor now and then", 40 * us, func(k int, went way) int64 {
			if went == forked && k%50 == 7 {
				return 3000 * us
			}
			return either(40*us, 22*us)(k, went)
		}, false, 0.2},
		{"forks don't pay on average, and one of the first launches on one thread was slow", 50 * us, func(k int, went way) int64 {
			switch {
			case went == forked && k%8 == 5:
				return 300 * us
			case went == alone && k < 400 && k%9 == 4:
				return 900 * us
			}
			return either(50*us, 40*us)(k, went)
		}, false, 0.2},
		{"everything is slow now and then, and forks pay", 20 * us, func(k int, went way) int64 {
			if shares(k) {
				return 90 * us
			}
			return either(20*us, 12*us)(k, went)
		}, true, 0.1},
		{"everything is slow now and then, and forks cost", 20 * us, func(k int, went way) int64 {
			if shares(k) {
				return 90 * us
			}
			return either(20*us, 24*us)(k, went)
		}, false, 0.1},
	} {
		s := &sham{alone: c.alone, cost: c.cost}
		const launches = 4000
		forks, total := s.run(launches)
		best := int64(0)
		for k := range launches {
			way := alone
			if c.fork {
				way = forked
			}
			best += c.cost(k, way)
		}
		others := forks
		if c.fork {
			others = launches - forks
		}
		if float64(total) > float64(best)*(1+c.slack) {
			t.Errorf("%s: %d forks of %d, %.2f times the best time", c.what, forks, launches, float64(total)/float64(best))
		}
		if others == 0 || others > launches/8 {
			t.Errorf("%s: %d forks of %d", c.what, forks, launches)
		}
	}
}

// TestPaysChanges: what has changed is found out soon.
func TestPaysChanges(t *testing.T) {
	threads(t, 2)
	for _, each := range []int64{10_000, 300_000, 5_000_000} {
		free, busy := either(each, each*6/10), either(each, 3*each)
		s := &sham{alone: each, cost: free}
		if forks, _ := s.run(400); forks < 300 {
			t.Errorf("%d ns: %d forks where they pay", each, forks)
		}
		s.cost = busy
		if forks, _ := s.run(400); forks > 30 {
			t.Errorf("%d ns: %d forks while the other core is busy", each, forks)
		}
		s.run(10_000) // it is for long
		if forks, _ := s.run(1000); forks > 30 {
			t.Errorf("%d ns: %d forks while the other core has long been busy", each, forks)
		}
		s.cost = free
		s.run(3000)
		if forks, _ := s.run(400); forks < 300 {
			t.Errorf("%d ns: %d forks where they have come to pay again", each, forks)
		}
	}
}

// TestPaysApart: what holds for short launches says nothing about long ones, and what held for so many threads nothing about others.
func TestPaysApart(t *testing.T) {
	threads(t, 2)
	s := &sham{alone: 5_000, cost: either(5_000, 9_000)}
	s.run(1000)
	if s.p.fork(5_000) {
		t.Error("a short launch is forked")
	}
	if !s.p.fork(500_000) {
		t.Error("a long launch is not forked")
	}
	threads(t, 3)
	if !s.p.fork(5_000) {
		t.Error("launches are not forked on more threads")
	}
}

func TestClassOf(t *testing.T) {
	last := 0
	for estimate := 1.0; estimate < 1e18; estimate *= 2 {
		k := classOf(estimate)
		if k < last || k > last+1 || k >= forkClasses {
			t.Errorf("%v ns are class %d, half as much is %d", estimate, k, last)
		}
		last = k
	}
	if classOf(1000) == classOf(4000) || last != forkClasses-1 {
		t.Error("classes are too wide")
	}
}

// TestPaysLaunch: a launch that forks don't pay for stays with the caller, however long it is, and in strips.
func TestPaysLaunch(t *testing.T) {
	threads(t, 2)
	var inside, most, strips atomic.Int32
	p := program(t, strings.Replace(launchText, "COST", "1000", 1), &Kernel{Name: "k", Params: sliceParam, Call: func(p unsafe.Pointer, lo, hi int64) int64 {
		most.Store(max(most.Load(), inside.Add(1)))
		strips.Add(1)
		for end := time.Now().Add(time.Duration(hi-lo) * 2 * time.Microsecond); time.Now().Before(end); {
		}
		inside.Add(-1)
		return 0
	}})
	s := make([]float64, 2000)
	launch := func() {
		most.Store(0)
		strips.Store(0)
		run(p, launchFn(nil), s, 1)
	}
	for range 5 {
		launch()
	}
	x := &p.calls[0].pays
	for range 1000 {
		x.took(forked, 2000, 8_000_000, 1)
		x.took(alone, 2000, 4_000_000, 1)
	}
	for range 5 {
		if launch(); most.Load() > 1 {
			t.Errorf("%d threads at the same time", most.Load())
		}
		if n := strips.Load(); n < 4 { // a busy machine makes them longer
			t.Errorf("4 ms in %d strips", n)
		}
	}
}
