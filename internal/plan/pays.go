package plan

import "sync"

// pays finds out whether short launches of a kernel gain anything by a fork. What one costs is known on average, but not what it does to this kernel: halves of what it works on
// come from the other core's cache, say, or memory is all that it waits for. So once in a while some launches are forked, and some aren't, and whichever took less time is done
// until the next trial, after twice as many launches.
type pays struct {
	mu     sync.Mutex
	left   int        // launches until the next trial; in one, minus those that are part of it already
	gap    int        // launches between the last trial and the next
	alone  bool       // forks have not paid
	best   [2]float64 // nanoseconds for an iteration in this trial: alone, forked
	asked  bool       // which way the last launch was to go
	forked bool
}

const (
	shortFork  = stripTime // launches that are expected to take longer on one core are forked in any case
	trialEach  = 4         // launches of each kind in a trial, the best of which counts
	firstGap   = 32
	longestGap = 4096
)

// fork reports whether a launch that is expected to take one thread so many nanoseconds should be forked.
func (p *pays) fork(time float64) bool {
	if time > shortFork || !p.mu.TryLock() {
		return true
	}
	defer p.mu.Unlock()
	p.asked, p.forked = true, !p.alone
	if p.left--; p.left < 0 {
		p.forked = p.left >= -trialEach
	}
	return p.forked
}

// took tells how long such a launch took.
func (p *pays) took(forked bool, n, ns int64) {
	if !p.mu.TryLock() {
		return
	}
	defer p.mu.Unlock()
	if !p.asked || p.forked != forked {
		return // somebody else's
	}
	p.asked = false
	if p.left >= 0 {
		return
	}
	k, each := 0, float64(max(ns, 1))/float64(n)
	if forked {
		k = 1
	}
	if p.best[k] == 0 || each < p.best[k] {
		p.best[k] = each
	}
	if p.left > -2*trialEach {
		return
	}
	p.alone = p.best[0] <= p.best[1]
	p.gap = min(max(2*p.gap, firstGap), longestGap)
	p.left, p.best = p.gap, [2]float64{}
}
