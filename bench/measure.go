package main

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// timed runs work reps times and returns the time of each.
func timed(work func(), reps int) []time.Duration {
	times := make([]time.Duration, reps)
	for i := range times {
		t := time.Now()
		work()
		times[i] = time.Since(t)
	}
	return times
}

// checkAll lets every contender do the job once and compares the results with plain Go's, the first
// contender's. Those that fail are taken out, and reported.
func checkAll(f *field, inst *instance) (failed []error) {
	var want []byte
	var passed []*contender
	for i, c := range f.contenders {
		got, err := resultOf(c)
		if err == nil && i == 0 {
			want = got
		}
		if err == nil {
			c.remark, err = inst.check(want, got)
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("%s (%d threads): %w", c.name, c.threads, err))
			if i == 0 {
				return failed
			}
			continue
		}
		passed = append(passed, c)
	}
	f.contenders = passed
	return failed
}

func resultOf(c *contender) ([]byte, error) {
	if err := c.reset(); err != nil {
		return nil, err
	}
	if _, err := c.run(1); err != nil {
		return nil, err
	}
	return c.output()
}

// Repetitions take turns, A B C A B C ..., so that a disturbance from outside hits all alike. In its
// turn a contender that is fast runs several times, the first of which only fills the caches.
var turn = 25 * time.Millisecond // of work, about

const (
	maxReps  = 50
	tooSlow  = 100 * time.Millisecond // to be warmed up
	enough   = time.Second            // of work for one contender, once it has had two turns
	settling = 2 * time.Millisecond   // until threads of the last contender sleep
)

func race(f *field, rounds int) error {
	spent := make([]time.Duration, len(f.contenders))
	for round := range rounds {
		for i, c := range f.contenders {
			if round >= 2 && spent[i] > enough {
				c.turns = append(c.turns, 0)
				continue
			}
			reps := 2
			if len(c.times) > 0 {
				last := slices.Min(c.times)
				reps = 1 + min(max(int(turn/max(last, 1)), 1), maxReps)
				if last > tooSlow {
					reps = 1
				}
			}
			time.Sleep(settling)
			times, err := c.run(reps)
			if err != nil {
				return err
			}
			for _, t := range times {
				spent[i] += t
			}
			if len(times) > 1 {
				times = times[1:]
			}
			c.times = append(c.times, times...)
			c.turns = append(c.turns, slices.Min(times))
		}
	}
	return nil
}

func median[T cmp.Ordered](x []T) T {
	s := slices.Sorted(slices.Values(x))
	return s[len(s)/2]
}

// firstCall is the time that compiling takes: the first call on tiny inputs less the second.
func firstCall(w *workload) time.Duration {
	t := timed(w.open(w.tiny).honed, 2)
	return max(t[0]-t[1], 0)
}

// overhead is how much longer a honed call takes than plain Go on 16 elements, in ns. Both sides take
// turns, and the fastest batch counts.
func overhead(inst *instance) float64 {
	const calls, batches = 200, 1000
	var plain, honed time.Duration = 1 << 62, 1 << 62
	batch := func(f func()) time.Duration {
		t := time.Now()
		for range calls {
			f()
		}
		return time.Since(t)
	}
	begin := time.Now()
	for n := 0; n == 0 || n < batches && time.Since(begin) < 10*turn; n++ {
		plain = min(plain, batch(inst.smallPlain))
		honed = min(honed, batch(inst.smallHoned))
	}
	return float64((honed - plain).Nanoseconds()) / calls
}
