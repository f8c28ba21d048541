package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// A report is what was measured of one workload.
type report struct {
	Workload   string   `json:"workload"`
	About      string   `json:"about"`
	Item       string   `json:"item"`
	Size       []int    `json:"size"`
	Items      int      `json:"items"`
	Bytes      int      `json:"bytes"`
	Honed      string   `json:"honed"` // status of the honed function
	Contenders []result `json:"contenders"`
	Ratios     []ratio  `json:"ratios"`

	FirstCallMS float64  `json:"first_call_ms"`
	OverheadNS  *float64 `json:"overhead_ns,omitempty"`

	Notes  []string `json:"notes,omitempty"`
	Failed []string `json:"failed,omitempty"`
}

// A result is one line of the table.
type result struct {
	Key      string  `json:"key"`
	Name     string  `json:"name"`
	Threads  int     `json:"threads"`
	BestMS   float64 `json:"best_ms"`
	MedianMS float64 `json:"median_ms"`
	PerItem  float64 `json:"best_ns_per_item"`
	GBs      float64 `json:"best_gb_per_s"`
	Runs     int     `json:"runs"`
	Remark   string  `json:"remark"`
}

// A ratio is how many times as fast the first contender is as the second.
type ratio struct {
	What   string  `json:"what"`
	Best   float64 `json:"best"`
	Median float64 `json:"median"`
	Goal   float64 `json:"goal,omitempty"`
}

func resultsOf(f *field, inst *instance) []result {
	var out []result
	for _, c := range f.contenders {
		if len(c.times) == 0 {
			continue
		}
		best := slices.Min(c.times)
		out = append(out, result{
			Key: c.key, Name: c.name, Threads: c.threads,
			BestMS: ms(best), MedianMS: ms(median(c.times)),
			PerItem: float64(best) / float64(inst.items),
			GBs:     float64(inst.bytes) / float64(best),
			Runs:    len(c.times), Remark: c.remark,
		})
	}
	return out
}

func ms(t time.Duration) float64 { return float64(t) / 1e6 }

// ratiosOf compares those contenders that took part.
func ratiosOf(rs []result, goal float64) []ratio {
	by := map[string]result{}
	for _, r := range rs {
		by[r.Key] = r
	}
	var out []ratio
	add := func(what, a, b string, goal float64) {
		x, ok := by[a]
		y, ok2 := by[b]
		if ok && ok2 {
			out = append(out, ratio{what, y.BestMS / x.BestMS, y.MedianMS / x.MedianMS, goal})
		}
	}
	add("honed : plain Go, one core", honedAll, goOne, 0)
	add("honed : plain Go, all cores", honedAll, goAll, 0)
	add("honed : C, all cores", honedAll, cAll, goal)
	add("honed : C, one core", honedOne, cOne, 0)
	if _, ok := by[honedY]; ok {
		add("honed AVX2 : C AVX2, all cores", honedY, cY, 0)
		add("honed AVX2 : honed AVX-512", honedY, honedAll, 0.5)
	}
	add("C : plain Go, all cores", cAll, goAll, 0)
	add("C AVX2 : C AVX-512", cY, cAll, 0)
	return out
}

// print writes the report as text.
func (r *report) print(w io.Writer) {
	fmt.Fprintf(w, "\n%s %v: %s\n", r.Workload, r.Size, r.About)
	fmt.Fprintf(w, "honed: %s\n\n", r.Honed)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "threads\tbest ms\tmedian ms\tns/%s\tGB/s\truns\t contender\n", r.Item)
	for _, c := range r.Contenders {
		fmt.Fprintf(t, "%d\t%.3f\t%.3f\t%.3f\t%.1f\t%d\t %s\n", c.Threads, c.BestMS, c.MedianMS, c.PerItem, c.GBs, c.Runs, c.Name)
	}
	t.Flush()
	fmt.Fprintf(w, "\n  times as fast (best, median)\n")
	for _, x := range r.Ratios {
		goal := ""
		if x.Goal > 0 {
			goal = fmt.Sprintf("   goal %.2f: %s", x.Goal, map[bool]string{true: "reached", false: "missed"}[x.Best >= x.Goal])
		}
		fmt.Fprintf(w, "  %7.2f %7.2f  %s%s\n", x.Best, x.Median, x.What, goal)
	}
	fmt.Fprintf(w, "  first call: %.2f ms more than the second\n", r.FirstCallMS)
	if r.OverheadNS != nil {
		fmt.Fprintf(w, "  a call on 16 elements: %.0f ns more than plain Go\n", *r.OverheadNS)
	}
	for _, c := range r.Contenders {
		if c.Remark != "" && c.Key != goOne {
			fmt.Fprintf(w, "  checked: %s, %d threads: %s\n", c.Name, c.Threads, c.Remark)
		}
	}
	for _, n := range r.Notes {
		fmt.Fprintf(w, "  note: %s\n", strings.TrimSpace(n))
	}
	for _, n := range r.Failed {
		fmt.Fprintf(w, "  WRONG RESULT, not timed: %s\n", n)
	}
}
