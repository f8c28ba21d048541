package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/hone-go/hone/bench/internal/rig"
)

// A report is what was measured of one workload.
type report struct {
	Workload   string   `json:"workload"`
	About      string   `json:"about"`
	Item       string   `json:"item"`
	Size       []int    `json:"size"`
	Items      int      `json:"items"`
	Bytes      int      `json:"bytes"`
	Flops      int      `json:"flops,omitempty"`
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
	Runs     int     `json:"runs"`
	Remark   string  `json:"remark"`
}

// A ratio is how many times as fast honed is as a rival under the same conditions.
type ratio struct {
	Rival rival `json:"rival"`
	All   bool  `json:"all_cores"`
	ISA   isa   `json:"isa"`

	// Turns is the median of the ratios in each round, of the best repetitions in the two turns: what slows the
	// machine down for longer than a round slows both. Best is the ratio of the best repetitions of all.
	Turns float64 `json:"turns"`
	Best  float64 `json:"best"`

	Goal float64 `json:"goal,omitempty"`
}

// missed says whether the ratio, as it is printed, is below its goal.
func (r ratio) missed() bool { return math.Round(r.Turns*100)/100 < r.Goal }

func resultsOf(f *field) []result {
	var out []result
	for _, c := range f.contenders() {
		if len(c.Times) == 0 {
			continue
		}
		out = append(out, result{
			Key: c.key.String(), Name: c.name, Threads: c.threads,
			BestMS: ms(slices.Min(c.Times)), MedianMS: ms(rig.Median(c.Times)),
			Runs: len(c.Times), Remark: c.remark,
		})
	}
	return out
}

func ms(t time.Duration) float64 { return float64(t) / 1e6 }

// A column is a condition under which ratios are formed.
type column struct {
	all  bool
	isa  isa
	name string
}

var columns = []column{
	{false, native, "1 core"}, {true, native, "all cores"}, {false, avx2, "AVX2, 1 core"}, {true, avx2, "AVX2, all cores"},
}

// ratiosOf compares honed with those contenders that took part.
func ratiosOf(f *field) []ratio {
	var out []ratio
	for _, other := range rivals {
		for _, c := range columns {
			x, y := f.contender(key{byHone, c.all, c.isa}), f.contender(key{other, c.all, c.isa})
			if x == nil || y == nil {
				continue
			}
			best := float64(slices.Min(y.Times)) / float64(slices.Min(x.Times))
			out = append(out, ratio{other, c.all, c.isa, rig.Median(rig.TurnRatios(&x.Contender, &y.Contender)), best, f.w.goal(other)})
		}
	}
	return out
}

// ratio finds a ratio; nil if the rival did not take part.
func (r *report) ratio(by rival, c column) *ratio {
	for i, x := range r.Ratios {
		if x.Rival == by && x.All == c.all && x.ISA == c.isa {
			return &r.Ratios[i]
		}
	}
	return nil
}

// print writes the report as text.
func (r *report) print(w io.Writer) {
	fmt.Fprintf(w, "\n%s %v: %s\n", r.Workload, r.Size, r.About)
	fmt.Fprintf(w, "honed: %s\n\n", r.Honed)
	r.printTimes(w)
	r.printRatios(w)
	fmt.Fprintf(w, "\n  first call: %.2f ms more than the second\n", r.FirstCallMS)
	if r.OverheadNS != nil {
		fmt.Fprintf(w, "  a call on 16 elements: %.0f ns more than plain Go\n", *r.OverheadNS)
	}
	for i, c := range r.Contenders {
		twin := i > 0 && r.Contenders[i-1].Name == c.Name && r.Contenders[i-1].Remark == c.Remark
		if c.Remark != "" && c.Name != byGo.String() && !twin {
			fmt.Fprintf(w, "  checked: %s: %s\n", c.Name, c.Remark)
		}
	}
	for _, n := range r.Notes {
		fmt.Fprintf(w, "  note: %s\n", strings.TrimSpace(n))
	}
	for _, n := range r.Failed {
		fmt.Fprintf(w, "  WRONG RESULT, not timed: %s\n", n)
	}
}

func (r *report) printTimes(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	defer t.Flush()
	rate, unit := r.Bytes, "GB/s"
	if r.Flops > 0 {
		rate, unit = r.Flops, "Gflop/s"
	}
	fmt.Fprintf(t, "threads\tbest ms\tmedian ms\tns/%s\t%s\truns\t contender\n", r.Item, unit)
	for _, c := range r.Contenders {
		fmt.Fprintf(t, "%d\t%.3f\t%.3f\t%.3f\t%.1f\t%d\t %s\n", c.Threads, c.BestMS, c.MedianMS,
			c.BestMS*1e6/float64(r.Items), float64(rate)/(c.BestMS*1e6), c.Runs, c.Name)
	}
}

// printRatios writes a line per rival and a column per condition: the median over the rounds and, in
// parentheses, the ratio of the best repetitions of all.
func (r *report) printRatios(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	defer t.Flush()
	fmt.Fprint(t, "\nhoned is times as fast as\t")
	for _, c := range columns {
		fmt.Fprint(t, c.name, "\t")
	}
	for _, by := range rivals {
		line, any := by.String()+"\t", false
		for _, c := range columns {
			if x := r.ratio(by, c); x != nil {
				any = true
				line += fmt.Sprintf("%.2f (%.2f)%s", x.Turns, x.Best, map[bool]string{true: "!", false: " "}[x.missed()])
			}
			line += "\t"
		}
		if any {
			fmt.Fprint(t, "\n", line)
		}
	}
	fmt.Fprintln(t)
}
