package plan

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/hone-go/hone/internal/rt"
)

// pays finds out whether launches of a kernel gain anything by a fork. What one costs is known on average, but not what it does to this kernel: halves of what it works on come
// from the other core's cache, say, or memory is all that it waits for, or the other core has something else to do. So launches go whichever way has taken less time on average,
// and a trial now and then tells how long the other way takes. A fork costs the same for short launches and long ones, so they are told apart.
type pays struct {
	alone   [forkClasses]atomic.Int32 // with so many threads the next launch is not to be forked
	mu      sync.Mutex
	regimes [forkClasses]*regime
}

const forkClasses = 20

// classOf is the class of launches that are estimated to take so many nanoseconds: up to four times as long as those of the class before. What was measured has no part in it, which
// may be anything where others use the machine.
func classOf(estimate float64) int {
	return min(bits.Len64(uint64(min(estimate, longestPiece)))/2, forkClasses-1)
}

// fork reports whether a launch that is estimated to take so many nanoseconds should be forked.
func (p *pays) fork(estimate float64) bool {
	return int(p.alone[classOf(estimate)].Load()) != rt.Threads()
}

// took tells how many nanoseconds such a launch took that went this way. It stands for so many like it.
func (p *pays) took(went way, estimate float64, ns, launches int64) {
	threads := rt.Threads()
	if threads == 1 || !p.mu.TryLock() {
		return
	}
	defer p.mu.Unlock()
	k := classOf(estimate)
	r := p.regimes[k]
	if r == nil || r.threads != threads {
		r = &regime{threads: threads, patience: leastPatience}
		p.regimes[k] = r
	}
	r.took(went, estimate, max(float64(ns), 1), float64(launches))
	only := int32(0)
	if r.next() == alone {
		only = int32(threads)
	}
	p.alone[k].Store(only)
}

// way is how a launch is run.
type way int

const (
	forked way = iota
	alone
)

// A regime is what is known of a kernel's launches of one class.
type regime struct {
	threads  int
	better   way // as far as is known
	mean     [2]average
	spent    float64    // nanoseconds since the last trial
	patience [2]float64 // while that way is the better one: how many times as much as the next trial loses has to be spent until then

	left [2]int // launches of the trial that are to come
	got  [2]sample
}

const (
	mostPatience = 256 // trials lose next to nothing where they have been in vain again and again

	forkGain = 0.97 // a fork takes other threads' time, too: what gains less isn't worth it

	settling = 8  // launches are enough for an average,
	memory   = 64 // which is of so many at the most
)

// samples is how many launches of each way are in a trial.
func samples(time float64) int {
	switch {
	case time < 3*stripTime:
		return 6
	case time < 20*stripTime:
		return 3
	}
	return 2
}

// leastPatience is what patience begins with: where forks are the better way, trials lose an eighth of the time at the most. A fork that was slow once says little, and is soon forgiven.
var leastPatience = [2]float64{forked: 8, alone: 2}

// worstStall is how many times as long as on one thread is all that a launch counts for. Anything may have stalled it: a fork that has to wait for a processor takes very long
// now and then, and that is what forks cost; launches on one thread are so few, while they are tried only, that one of them must not count for much.
var worstStall = [2]float64{forked: 32, alone: 4}

func (r *regime) trial() bool { return r.left[forked] > 0 || r.left[alone] > 0 }

func (r *regime) next() way {
	switch {
	case !r.trial():
		return r.better
	case r.left[forked] > 0: // these come first and in a row, as they would: workers stay awake
		return forked
	}
	return alone
}

func (r *regime) took(went way, estimate, ns, launches float64) {
	each := ns / estimate
	if solo := r.mean[alone].value; solo > 0 {
		each = min(each, worstStall[went]*solo)
	}
	r.mean[went].add(each)
	r.spent += ns * launches
	if r.trial() {
		if r.left[went] > 0 {
			r.left[went]--
			r.got[went].add(each)
			if !r.trial() {
				r.decide()
			}
		}
		return
	}
	// Forks that turn out not to pay are given up at once: a trial is short, and does not show what goes wrong now and then.
	if f, a := r.mean[forked], r.mean[alone]; r.better == forked && f.n >= settling && a.n >= 1 && f.value > forkGain*a.value {
		r.turn(alone)
		r.patience[alone] = min(4*r.patience[alone], mostPatience)
	}
	own, other := estimate*r.mean[r.better].value, estimate*r.mean[1-r.better].value
	if other == 0 { // as long as it may be
		other = own * float64(r.threads)
	}
	k := samples(own)
	if r.spent >= r.patience[r.better]*float64(k)*max(other-own, own/4) {
		r.left, r.got = [2]int{k, k}, [2]sample{}
	}
}

// decide ends a trial.
func (r *regime) decide() {
	won, f, a := alone, r.got[forked].mean(), r.got[alone].mean()
	if f < forkGain*a {
		won = forked
	}
	if r.mean[alone].n < memory/2 {
		r.mean[alone] = average{a, settling}
	}
	if won == r.better {
		r.patience[won] = min(2*r.patience[won], mostPatience)
	} else {
		r.patience[won] = max(r.patience[won]/2, leastPatience[won])
	}
	if won == forked && r.better == forked {
		r.patience[alone] = max(r.patience[alone]/2, leastPatience[alone])
	} else { // what forks took before is of no interest any more
		r.mean[forked] = average{f, settling}
	}
	r.turn(won)
}

// turn makes a way the better one from now on.
func (r *regime) turn(to way) { r.better, r.spent = to, 0 }

// average is a running average of times what was estimated, over n launches; 0: not known.
type average struct {
	value float64
	n     float64
}

func (a *average) add(each float64) {
	a.n = min(a.n+1, memory)
	a.value += (each - a.value) / a.n
}

// sample is what launches of a trial took, in times what was estimated.
type sample struct {
	sum, worst float64
	n          int
}

func (s *sample) add(each float64) {
	s.sum += each
	s.worst = max(s.worst, each)
	s.n++
}

// mean leaves out the worst: the first fork wakes a worker up, and now and then somebody else has the processor, whatever the way.
func (s *sample) mean() float64 { return (s.sum - s.worst) / float64(s.n-1) }
