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
}

// Turn is how much work, about, a contender does in its turn.
var Turn = 25 * time.Millisecond

const (
	maxReps  = 50
	tooSlow  = 100 * time.Millisecond // to be warmed up
	enough   = time.Second            // of work for one contender, once it has had two turns
	settling = 2 * time.Millisecond   // until threads of the last contender sleep
)

// Race lets contenders repeat their job, and keeps the times. Repetitions take turns, A B C A B C ..., so that a disturbance from outside hits
// all alike. In its turn a contender that is fast runs several times, the first of which only fills the caches.
func Race(contenders []*Contender, rounds int) error {
	spent := make([]time.Duration, len(contenders))
	for round := range rounds {
		for i, c := range contenders {
			if round >= 2 && spent[i] > enough {
				c.Turns = append(c.Turns, 0)
				continue
			}
			reps := 2
			if len(c.Times) > 0 {
				last := slices.Min(c.Times)
				reps = 1 + min(max(int(Turn/max(last, 1)), 1), maxReps)
				if last > tooSlow {
					reps = 1
				}
			}
			time.Sleep(settling)
			times, err := c.Run(reps)
			if err != nil {
				return err
			}
			for _, t := range times {
				spent[i] += t
			}
			if len(times) > 1 {
				times = times[1:]
			}
			c.Times = append(c.Times, times...)
			c.Turns = append(c.Turns, slices.Min(times))
		}
	}
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
