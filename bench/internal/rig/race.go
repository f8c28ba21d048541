package rig

import (
	"slices"
	"time"
)

// A Contender does a job in its own way.
type Contender struct {
	Run func(reps int) ([]time.Duration, error)

	Times []time.Duration
	Turns []time.Duration // the best of each turn; 0 where it took none

	// Estimate is the time of one run, as far as is known, or 0.
	Estimate time.Duration

	spent time.Duration
}

// Turn is how much work, about, a contender does in its turn.
var Turn = 25 * time.Millisecond

const (
	maxReps  = 50
	tooSlow  = 100 * time.Millisecond // to be warmed up
	enough   = time.Second            // of work for one contender, once it has had two turns
	settling = 2 * time.Millisecond   // until threads of the last contender sleep
)

// Done says whether a contender has worked for long enough: it takes no more turns.
func (c *Contender) Done() bool { return len(c.Turns) >= 2 && c.spent > enough }

// Race lets contenders repeat their job, and keeps the times. Repetitions take turns, A B C A B C ..., so that a disturbance from outside hits
// all alike. In its turn a contender that is fast runs several times, the first of which only fills the caches. A race can go on in a further one.
func Race(contenders []*Contender, rounds int) error {
	for range rounds {
		for _, c := range contenders {
			if err := c.turn(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *Contender) turn() error {
	if c.Done() {
		c.Turns = append(c.Turns, 0)
		return nil
	}
	reps := 2
	if last := c.Estimate; last > tooSlow {
		reps = 1
	} else if last > 0 {
		reps = 1 + min(max(int(Turn/last), 1), maxReps)
	}
	time.Sleep(settling)
	times, err := c.Run(reps)
	if err != nil {
		return err
	}
	for _, t := range times {
		c.spent += t
	}
	if len(times) > 1 {
		times = times[1:]
	}
	c.Times = append(c.Times, times...)
	c.Turns = append(c.Turns, slices.Min(times))
	c.Estimate = max(slices.Min(c.Times), 1)
	return nil
}

// TurnRatios says for each round that both took part in how many times as fast x was as y.
func TurnRatios(x, y *Contender) []float64 {
	var ratios []float64
	for i := range min(len(x.Turns), len(y.Turns)) {
		if x.Turns[i] > 0 && y.Turns[i] > 0 {
			ratios = append(ratios, float64(y.Turns[i])/float64(x.Turns[i]))
		}
	}
	return ratios
}
