package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/hone-go/hone/bench/internal/rig"
	"github.com/hone-go/hone/internal/rt"
)

// check compares what honed functions compute with what plain Go does. Where products and sums may be fused, numbers may differ a bit, and what
// they decide may be another thing now and then.
func (e *entry) check(fused bool) error {
	in := e.open()
	again := func(f func()) *record {
		if in.reset != nil {
			in.reset()
		}
		f()
		return recordOf(in.results())
	}
	tolerance, leastTolerance := e.tolerance, max(e.tolerance, e.leastTolerance)
	if fused {
		tolerance, leastTolerance = max(tolerance, 1e-4), max(leastTolerance, 1e-4)
	}
	want := again(in.plain)
	for range 2 { // the first call compiles, and may run as plain Go
		if err := want.differs(again(in.honed), tolerance); err != nil {
			return err
		}
		if e.least == nil {
			continue
		}
		if err := want.differs(again(in.least), leastTolerance); err != nil {
			return fmt.Errorf("with the least change: %w", err)
		}
	}
	return nil
}

// checkExactly compares in a process in which nothing is fused, and returns what it prints for each entry that is wrong.
func (o *options) checkExactly() ([]string, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, "-check", "-k", o.only)
	cmd.Env = append(os.Environ(), "HONE_FMA=off")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	var wrong []string
	for line := range strings.Lines(string(out)) {
		wrong = append(wrong, strings.TrimSpace(strings.TrimPrefix(line, "WRONG: ")))
	}
	if err != nil && len(wrong) == 0 {
		return nil, fmt.Errorf("comparing results: %w: %s", err, strings.TrimSpace(errs.String()))
	}
	return wrong, nil
}

// A row is what is found out about an entry.
type row struct {
	Name    string             `json:"name"`
	Version string             `json:"version"`
	Outcome string             `json:"outcome"`
	Reason  string             `json:"reason,omitempty"`
	PlainUS float64            `json:"plain_us"` // a call of plain Go, on one core if that was measured
	Ratio   map[string]float64 `json:"ratio"`    // by cores, "1" and "all": how many times as fast as plain Go; 1 where it is plain Go

	// The same with the least change; as it stands where none is needed.
	LeastOutcome string             `json:"least_outcome"`
	LeastReason  string             `json:"least_reason,omitempty"`
	LeastRatio   map[string]float64 `json:"least_ratio"`
	Changed      bool               `json:"changed"` // there is a least change
	Serial       bool               `json:"serial"`
}

// pace is how long is measured.
type pace struct {
	rounds int
	batch  time.Duration // calls in a row, about, the best of a few of which counts
	enough time.Duration // for all rounds of an entry, once there have been three
}

func (o *options) pace() pace {
	if o.quick {
		return pace{7, time.Millisecond, time.Second}
	}
	return pace{21, 4 * time.Millisecond, 4 * time.Second}
}

// turn is the best of some batches: others that use the machine make some slower.
func (p pace) turn(batch func() time.Duration) time.Duration {
	best, spent := batch(), time.Duration(0)
	for n := 1; n < 3 || spent < p.batch && n < 100; n++ {
		took := batch()
		best, spent = min(best, took), spent+took
		if spent > 20*p.batch {
			break
		}
	}
	return best
}

// modes are the numbers of cores to measure on, by name.
func (o *options) modes() []string {
	if o.cores == "both" {
		return []string{"1", "all"}
	}
	return []string{o.cores}
}

func (o *options) measureAll(chosen []*entry, stdout, stderr io.Writer) error {
	wrong, err := o.checkExactly()
	if err != nil {
		return err
	}
	t := &table{Machine: rig.Machine(), Wrong: wrong, modes: o.modes()}
	t.head(stdout)
	for i, e := range chosen {
		fmt.Fprintf(stderr, "\rwild: %d of %d", i+1, len(chosen))
		r := o.measure(e)
		t.Rows = append(t.Rows, r)
		t.row(stdout, r)
	}
	fmt.Fprintln(stderr)
	t.summary(stdout)
	if err := t.reasons(stdout); err != nil {
		fmt.Fprintln(stderr, "wild: no table of reasons:", err)
	}
	if o.json != "" {
		if err := t.write(o.json); err != nil {
			return err
		}
	}
	if len(wrong) > 0 {
		return fmt.Errorf("%d results are wrong", len(wrong))
	}
	return nil
}

func (o *options) measure(e *entry) *row {
	as := outcomeOf(e.honed)
	r := &row{Name: e.name, Version: e.version(), Outcome: as.kind, Reason: as.reason, Changed: e.least != nil, Serial: serial[e.name],
		Ratio: map[string]float64{}, LeastRatio: map[string]float64{}}
	least := as
	if r.Changed {
		least = outcomeOf(e.least...)
	}
	r.LeastOutcome, r.LeastReason = least.kind, least.reason
	in := e.open()
	cores := runtime.GOMAXPROCS(0)
	for _, mode := range o.modes() {
		n := cores
		if mode == "1" {
			n = 1
		}
		old := rt.SetThreads(n)
		runtime.GOMAXPROCS(n)
		contenders := []func(){in.plain, nil, nil}
		if as.kind == compiled {
			contenders[1] = in.honed
		}
		if r.Changed && least.kind == compiled {
			contenders[2] = in.least
		}
		plain, ratios := race(in, contenders, o.pace())
		if r.PlainUS == 0 {
			r.PlainUS = plain.Seconds() * 1e6
		}
		r.Ratio[mode], r.LeastRatio[mode] = ratios[1], ratios[2]
		if !r.Changed {
			r.LeastRatio[mode] = ratios[1]
		}
		rt.SetThreads(old)
		runtime.GOMAXPROCS(cores)
	}
	return r
}

// race lets contenders, the first of which is plain Go, work in turns, and returns the median of a call's times in plain Go and, for each, how many
// times as fast as plain Go it was: the median of the rounds' ratios. What is nil stands for plain Go.
func race(in instance, contenders []func(), p pace) (time.Duration, []float64) {
	reps := 1
	timed := func(f func()) time.Duration {
		if in.reset != nil {
			in.reset()
		}
		start := time.Now()
		for range reps {
			f()
		}
		return time.Since(start)
	}
	for _, f := range contenders { // compiles, fills caches
		if f != nil {
			timed(f)
			timed(f)
		}
	}
	if !in.once {
		for timed(in.plain) < p.batch && reps < 1<<20 {
			reps *= 2
		}
	}
	times := make([][]float64, len(contenders))
	start := time.Now()
	for round := range p.rounds {
		if round >= 3 && time.Since(start) > p.enough {
			break
		}
		for i := range contenders {
			if round%2 == 1 {
				i = len(contenders) - 1 - i
			}
			if contenders[i] != nil {
				times[i] = append(times[i], float64(p.turn(func() time.Duration { return timed(contenders[i]) }))/float64(reps))
			}
		}
	}
	ratios := make([]float64, len(contenders))
	for i, t := range times {
		ratios[i] = 1
		if t != nil {
			r := slices.Clone(times[0])
			for round := range r {
				r[round] /= t[round]
			}
			ratios[i] = rig.Median(r)
		}
	}
	return time.Duration(rig.Median(times[0])), ratios
}
