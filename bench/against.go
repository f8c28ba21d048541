package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"text/tabwriter"

	"github.com/hone-go/hone/bench/internal/rig"
)

// byOther is the other revision, with -against.
const byOther rival = "other revision"

// A comparison is what -against reports of a workload.
type comparison struct {
	Workload string          `json:"workload"`
	Size     []int           `json:"size"`
	Columns  []relativeSpeed `json:"columns"`

	// FirstCallMS are the times of the first calls, here and there.
	FirstCallMS [2]float64 `json:"first_call_ms"`

	Failed []string `json:"failed,omitempty"`
}

// relativeSpeed is how many times as fast the present revision is as the other: the median over the rounds and, as the noise, the quartiles.
type relativeSpeed struct {
	All bool `json:"all_cores"`
	ISA isa  `json:"isa"`

	Low, Median, High float64
}

// compareWith builds the bench with the other revision of hone, and lets both work in turns, each in processes of its own.
func (o *options) compareWith(chosen []*workload, stdout, stderr io.Writer) error {
	dir, err := os.MkdirTemp("", "hone-bench-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	fmt.Fprintf(stderr, "bench: building %s and what is here\n", o.against)
	mine, theirs, err := rig.BuildBoth(dir, o.against, ".")
	if err != nil {
		return err
	}
	var all []*comparison
	wrong := 0
	for i, w := range chosen {
		fmt.Fprintf(stderr, "bench: %s, %d of %d\n", w.name, i+1, len(chosen))
		size, err := parseSize(w, o.size)
		if err != nil {
			return rig.Misuse(err)
		}
		c, err := compare(w, size, o.rounds, mine, theirs)
		if err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
		wrong += len(c.Failed)
		all = append(all, c)
	}
	if o.json {
		e := json.NewEncoder(stdout)
		e.SetIndent("", "  ")
		err = e.Encode(struct {
			Machine     string        `json:"machine"`
			Against     string        `json:"against"`
			Comparisons []*comparison `json:"comparisons"`
		}{rig.Machine(), o.against, all})
	} else {
		fmt.Fprintln(stdout, rig.Machine())
		err = printComparisons(stdout, o.against, all)
	}
	if err == nil && wrong > 0 {
		err = fmt.Errorf("%d contenders computed something else than plain Go", wrong)
	}
	return err
}

// compare measures a workload with both programs.
func compare(w *workload, size []int, rounds int, mine, theirs string) (*comparison, error) {
	c := &comparison{Workload: w.name, Size: size}
	f, err := newField(w, w.open(size), size, nil)
	if err != nil {
		return nil, err
	}
	defer f.close()
	isas := []isa{native}
	if rig.CPUHas("avx512f") {
		isas = append(isas, avx2)
	}
	for _, i := range isas {
		for n, exe := range []string{mine, theirs} {
			e := f.addServing(exe, byHone, []rival{byHone, byOther}[n], i, []bool{true, false})
			if i == native {
				e.start = askingFirstCall(e.start, &c.FirstCallMS[n])
			}
		}
	}
	if err := f.race(rounds); err != nil {
		return nil, err
	}
	for _, err := range f.failed {
		c.Failed = append(c.Failed, err.Error())
	}
	for _, col := range columns {
		x, y := f.contender(key{byHone, col.all, col.isa}), f.contender(key{byOther, col.all, col.isa})
		if x == nil || y == nil {
			continue
		}
		if r := rig.TurnRatios(&x.Contender, &y.Contender); len(r) > 0 {
			slices.Sort(r)
			c.Columns = append(c.Columns, relativeSpeed{col.all, col.isa, r[len(r)/4], rig.Median(r), r[len(r)*3/4]})
		}
	}
	return c, nil
}

// askingFirstCall has the first process that is started say the time of its first call.
func askingFirstCall(start func() (*rig.Process, error), first *float64) func() (*rig.Process, error) {
	return func() (*rig.Process, error) {
		p, err := start()
		if err != nil || *first != 0 {
			return p, err
		}
		if *first, err = firstCallMS(p); err != nil {
			p.Close()
			return nil, err
		}
		return p, nil
	}
}

// firstCallMS asks a process for the time of its first call.
func firstCallMS(p *rig.Process) (float64, error) {
	f, err := p.Ask("first", "first")
	if err != nil || len(f) != 1 {
		return 0, errors.Join(err, errors.New("no time of a first call"))
	}
	return strconv.ParseFloat(f[0], 64)
}

// printComparisons prints a line for each workload, and means.
func printComparisons(out io.Writer, revision string, all []*comparison) error {
	fmt.Fprintf(out, "\nTimes as fast as %s: median of the rounds' ratios (quartiles); ! where three of four rounds were slower by 2%% or more.\n\n", revision)
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, "workload")
	for _, col := range columns {
		fmt.Fprint(t, "\t", col.name)
	}
	fmt.Fprint(t, "\tfirst call\t\n")
	sums, counts := make([]float64, len(columns)), make([]int, len(columns))
	for _, c := range all {
		fmt.Fprint(t, c.Workload)
		for i, col := range columns {
			at := slices.IndexFunc(c.Columns, func(r relativeSpeed) bool { return r.All == col.all && r.ISA == col.isa })
			if at < 0 {
				fmt.Fprint(t, "\t-")
				continue
			}
			r := c.Columns[at]
			mark := ""
			if r.High < 0.98 {
				mark = "!"
			}
			fmt.Fprintf(t, "\t%.2f%s (%.2f-%.2f)", r.Median, mark, r.Low, r.High)
			sums[i] += math.Log(r.Median)
			counts[i]++
		}
		fmt.Fprintf(t, "\t%.1f ms, was %.1f\t\n", c.FirstCallMS[0], c.FirstCallMS[1])
	}
	fmt.Fprint(t, "geometric mean")
	for i := range columns {
		if counts[i] == 0 {
			fmt.Fprint(t, "\t-")
			continue
		}
		fmt.Fprintf(t, "\t%.3f", math.Exp(sums[i]/float64(counts[i])))
	}
	fmt.Fprint(t, "\t\t\n")
	if err := t.Flush(); err != nil {
		return err
	}
	for _, c := range all {
		for _, f := range c.Failed {
			fmt.Fprintf(out, "%s: FAILED: %s\n", c.Workload, f)
		}
	}
	return nil
}
