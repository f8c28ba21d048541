package pipeline

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/hone-go/hone/internal/loops"
	"github.com/hone-go/hone/internal/sched"
)

// scheduleFromEnv serves HONE_SCHEDULE=func:nest=steps;nest=steps: nests of the functions whose name ends in func have these steps for their schedule, in place of those
// that would be chosen. Nests are numbered as explain shows them.
func scheduleFromEnv(entry string) (given, error) {
	want := os.Getenv("HONE_SCHEDULE")
	if want == "" {
		return nil, nil
	}
	name, nests, ok := strings.Cut(want, ":")
	if !ok {
		return nil, fmt.Errorf("HONE_SCHEDULE=%s: want func:nest=steps;nest=steps", want)
	}
	if !strings.HasSuffix(entry, name) {
		return nil, nil
	}
	schedules := given{}
	for _, item := range strings.Split(nests, ";") {
		number, steps, ok := strings.Cut(item, "=")
		n, err := strconv.Atoi(strings.TrimSpace(number))
		if !ok || err != nil || n < 0 {
			return nil, fmt.Errorf("HONE_SCHEDULE: %q: want nest=steps, with the nest's number", item)
		}
		if schedules[n], err = loops.Parse(steps); err != nil {
			return nil, fmt.Errorf("HONE_SCHEDULE: nest %d: %w", n, err)
		}
	}
	return schedules, nil
}

// given are schedules for nests by their numbers.
type given map[int]loops.Schedule

// choose takes the steps that are given for a nest.
func (g given) choose(n *sched.Nest) bool {
	steps, ok := g[n.Number]
	n.Take(steps)
	return ok
}

// unused says which nest there is none of.
func (g given) unused(nests int) error {
	for n := range g {
		if n >= nests {
			return fmt.Errorf("HONE_SCHEDULE: there is no nest %d: the function has %d", n, nests)
		}
	}
	return nil
}
