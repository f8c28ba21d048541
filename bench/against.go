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

// compare measures a workload with both programs. Each round is one of processes of its own: where the system puts a process' memory makes some programs
// a tenth faster or slower for as long as it lives, and that would pass for what the revisions differ by.
func compare(w *workload, size []int, rounds int, mine, theirs string) (*comparison, error) {
	c := &comparison{Workload: w.name, Size: size}
	inst := w.open(size)
	ratios := make([][]float64, len(columns))
	for round := range rounds {
		if err := c.round(w, inst, []string{mine, theirs}, round%2, ratios); err != nil {
			return nil, err
		}
	}
	for i, col := range columns {
		if r := ratios[i]; len(r) > 0 {
			slices.Sort(r)
			c.Columns = append(c.Columns, relativeSpeed{col.all, col.isa, r[len(r)/4], rig.Median(r), r[len(r)*3/4]})
		}
	}
	return c, nil
}

// round starts processes of both programs, that named by first before the other, lets them compute the same as plain Go, and adds to the ratios of each column.
func (c *comparison) round(w *workload, inst *instance, programs []string, first int, ratios [][]float64) error {
	f := &field{w: w, inst: inst, size: c.Size}
	defer f.close()
	var err error
	if f.dir, err = rig.Scratch(); err != nil {
		return err
	}
	f.inProcess(key{byGo, false, native}, inst.plain) // for the check alone
	isas := []isa{native}
	if rig.CPUHas("avx512f") {
		isas = append(isas, avx2)
	}
	for _, i := range isas {
		for k := range programs {
			n := (first + k) % 2
			p, err := f.serving(programs[n], i)
			if err != nil {
				return err
			}
			by := []rival{byHone, byOther}[n]
			f.add(by, i, by.String(), p)
			if i == native && c.FirstCallMS[n] == 0 {
				if c.FirstCallMS[n], err = firstCallMS(p); err != nil {
					return err
				}
			}
		}
	}
	for _, err := range checkAll(f, inst) {
		if !slices.Contains(c.Failed, err.Error()) {
			c.Failed = append(c.Failed, err.Error())
		}
	}
	f.contenders = slices.DeleteFunc(f.contenders, func(c *contender) bool { return c.by == byGo })
	if err := f.race(2); err != nil { // the first turn tells how often to repeat
		return err
	}
	for i, col := range columns {
		x, y := f.contender(key{byHone, col.all, col.isa}), f.contender(key{byOther, col.all, col.isa})
		if x != nil && y != nil {
			ratios[i] = append(ratios[i], float64(slices.Min(y.Times))/float64(slices.Min(x.Times)))
		}
	}
	return nil
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
