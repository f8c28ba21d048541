package plan

import (
	"sync"
	"sync/atomic"

	"github.com/hone-go/hone/internal/rt"
)

// worthFork reports whether work that takes one thread so many nanoseconds is worth a fork, on average.
func worthFork(time float64) bool {
	fork, awake := rt.ForkTime()
	if awake {
		lately.met.Store(true)
		// Half the time is saved at least. A fork delays the caller for about as long as the helper is late, and so does the join.
		return time > float64(4*fork)
	}
	if time > float64(fork) {
		return true // the helper comes while the caller is still busy, and is awake then
	}
	if lately.rouse(time, float64(fork), now()) {
		rt.Rouse()
	}
	return false
}

// backlog is how much time launches have taken lately that would have been worth a fork if workers had been awake.
type backlog struct {
	mu   sync.Mutex
	time float64
	last int64

	// A worker that has been woken up may find no core, or the caller's, and is asleep again before a launch meets it: then that was in vain, and not for free.
	met  atomic.Bool // a launch has met a worker since one was woken up
	vain int         // how many times in a row none has
}

var lately backlog

const mostVain = 8

// rouse reports whether to wake up a worker at time t: if such launches take most of the time. After each time that it was in vain they have to do so for twice as long.
func (b *backlog) rouse(time, fork float64, t int64) bool {
	if !b.mu.TryLock() {
		return false
	}
	defer b.mu.Unlock()
	b.time = max(b.time-float64(t-b.last)/2, 0) + time
	b.last = t
	if b.met.Load() {
		b.vain = 0
	}
	if b.time <= fork*float64(int(1)<<b.vain) {
		return false
	}
	b.time, b.vain = 0, min(b.vain+1, mostVain)
	b.met.Store(false)
	return true
}
