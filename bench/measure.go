package main

import (
	"fmt"
	"time"

	"github.com/hone-go/hone/bench/internal/rig"
)

// passes lets a contender do the job once and compares the result with plain Go's. One that fails is out of the race, and reported.
func (f *field) passes(c *contender) bool {
	got, err := resultOf(c)
	if err == nil {
		c.remark, err = f.inst.check(f.want, got)
	}
	if err != nil {
		f.failed = append(f.failed, fmt.Errorf("%s (%d threads): %w", c.name, c.threads, err))
	}
	return err == nil
}

func resultOf(c *contender) ([]byte, error) {
	if err := c.reset(); err != nil {
		return nil, err
	}
	t, err := c.Run(1)
	if err != nil {
		return nil, err
	}
	c.Estimate = t[0]
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
