package main

import (
	"fmt"
	"time"

	"github.com/hone-go/hone/bench/internal/rig"
)

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
	if _, err := c.Run(1); err != nil {
		return nil, err
	}
	return c.output()
}

// firstCall is the time that compiling takes: the first call on tiny inputs less the second.
func firstCall(w *workload) time.Duration {
	t := rig.Timed(w.open(w.tiny).honed, 2)
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
	for n := 0; n == 0 || n < batches && time.Since(begin) < 10*rig.Turn; n++ {
		plain = min(plain, batch(inst.smallPlain))
		honed = min(honed, batch(inst.smallHoned))
	}
	return float64((honed - plain).Nanoseconds()) / calls
}
