package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/hone-go/hone/bench/internal/rig"
)

// A table is what is printed.
type table struct {
	Machine string   `json:"machine"`
	Threads int      `json:"threads"`
	Against string   `json:"against,omitempty"`
	Rows    []row    `json:"rows"`
	Failed  []string `json:"failed,omitempty"`
	Noise   float64  `json:"noise"` // by how much the middle turn is slower than the best: median over all contenders
	noises  []float64
}

// A row is a form at one size.
type row struct {
	Kernel string  `json:"kernel"`
	Size   string  `json:"size"`
	Form   string  `json:"form"`
	Bare   bool    `json:"bare"`
	Bits   string  `json:"bits,omitempty"`
	GoUS   float64 `json:"go_us"`
	CUS    float64 `json:"c_us"` // 0 without C
	By     []speed `json:"by"`   // here and, with -against, there
	Gain   float64 `json:"gain,omitempty"`
}

// A speed is what a revision makes of a form. Ratios are times as fast.
type speed struct {
	compiled
	US     float64 `json:"us"` // 0 if its result was wrong
	ToBest float64 `json:"to_best"`
	ToC    float64 `json:"to_c,omitempty"`
	ToGo   float64 `json:"to_go"`
}

func us(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 }

// ratio is a/b, 0 where one of them is not known.
func ratio(a, b float64) float64 {
	if a == 0 || b == 0 {
		return 0
	}
	return a / b
}

// add takes over what a race has found.
func (t *table) add(r *race) {
	t.Failed = append(t.Failed, r.failed...)
	c := us(fastest(r.c...))
	first := len(t.Rows)
	for i, f := range r.forms {
		w := row{Kernel: r.k.name, Size: r.size, Form: f.name, Bare: f.bare, Bits: f.bits, GoUS: us(fastest(r.plain[i])), CUS: c}
		for v := range r.honed {
			s := speed{compiled: r.about[v][i], US: us(fastest(r.honed[v][i]))}
			s.ToC, s.ToGo = ratio(c, s.US), ratio(w.GoUS, s.US)
			w.By = append(w.By, s)
			if h := r.honed[v][i]; h != nil {
				t.note(h)
			}
		}
		t.note(r.plain[i])
		if len(r.honed) > 1 && r.honed[0][i] != nil && r.honed[1][i] != nil {
			w.Gain = rig.Median(rig.TurnRatios(r.honed[0][i], r.honed[1][i]))
		}
		t.Rows = append(t.Rows, w)
	}
	// The best form with the same bits, of each revision.
	for v := range r.honed {
		best := map[string]float64{}
		for _, w := range t.Rows[first:] {
			if u := w.By[v].US; u > 0 && (best[w.Bits] == 0 || u < best[w.Bits]) {
				best[w.Bits] = u
			}
		}
		for i := range t.Rows[first:] {
			w := &t.Rows[first+i]
			w.By[v].ToBest = ratio(best[w.Bits], w.By[v].US)
		}
	}
}

func (t *table) note(c *rig.Contender) {
	if n, err := noise(c); err == nil {
		t.noises = append(t.noises, n)
		t.Noise = rig.Median(t.noises)
	}
}

func (t *table) print(o *options, out io.Writer) error {
	switch {
	case o.json:
		e := json.NewEncoder(out)
		e.SetIndent("", " ")
		return e.Encode(struct {
			*table
			Summaries []summary `json:"summaries"`
		}{t, t.summaries()})
	case o.csv:
		return t.csv(out)
	}
	return t.text(out)
}

func (t *table) text(out io.Writer) error {
	fmt.Fprintf(out, "%s; on %d of them. Noise: the middle turn is slower than the best by %.0f%% (median).\n", t.Machine, t.Threads, 100*t.Noise)
	fmt.Fprintln(out, "best: times as fast as the best form with the same bits; C, Go: as C, as the same form in plain Go. Marks: b no annotation, * other bits than most.")
	if t.Against != "" {
		fmt.Fprintf(out, "was: the same of %s; gain: times as fast as there, median of the rounds.\n", t.Against)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	group := ""
	for i := range t.Rows {
		r := &t.Rows[i]
		if g := r.Kernel + ", " + r.Size; g != group {
			if err := w.Flush(); err != nil {
				return err
			}
			group = g
			fmt.Fprintf(out, "\n%s: C %s\n", g, micro(r.CUS))
			fmt.Fprint(w, "µs\tbest\tC\tGo\tfirst ms\tbytes\t")
			if t.Against != "" {
				fmt.Fprint(w, "gain\twas: best\tC\tGo\tfirst ms\tbytes\t")
			}
			fmt.Fprintln(w, " ")
		}
		s := r.By[0]
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%.1f\t%d\t", micro(s.US), two(s.ToBest), two(s.ToC), two(s.ToGo), s.FirstMS, s.Code)
		if t.Against != "" {
			s := r.By[1]
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%.1f\t%d\t", two(r.Gain), two(s.ToBest), two(s.ToC), two(s.ToGo), s.FirstMS, s.Code)
		}
		fmt.Fprintf(w, " %s\n", r.label())
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(out)
	for _, f := range t.Failed {
		fmt.Fprintln(out, "WRONG:", f)
	}
	for _, s := range t.summaries() {
		s.print(out)
	}
	return nil
}

func (r *row) label() string {
	marks := ""
	if r.Bare {
		marks += "b"
	}
	if r.Bits != "" {
		marks += "*"
	}
	text := fmt.Sprintf("%-2s %s", marks, r.Form)
	if s := r.By[0]; s.Status == "" || s.Code == 0 {
		text += ": " + s.Status
	}
	return text
}

func micro(us float64) string {
	switch {
	case us == 0:
		return "-"
	case us < 100:
		return fmt.Sprintf("%.1f", us)
	}
	return fmt.Sprintf("%.0f", us)
}

func two(ratio float64) string {
	if ratio == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", ratio)
}

func (t *table) csv(out io.Writer) error {
	w := csv.NewWriter(out)
	head := []string{"kernel", "size", "form", "bare", "bits", "go_us", "c_us", "gain"}
	for _, p := range []string{"", "was_"}[:1+min(1, len(t.Against))] {
		for _, h := range []string{"us", "to_best", "to_c", "to_go", "first_ms", "bytes", "status"} {
			head = append(head, p+h)
		}
	}
	w.Write(head)
	num := func(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }
	for _, r := range t.Rows {
		line := []string{r.Kernel, r.Size, r.Form, strconv.FormatBool(r.Bare), r.Bits, num(r.GoUS), num(r.CUS), num(r.Gain)}
		for _, s := range r.By {
			line = append(line, num(s.US), num(s.ToBest), num(s.ToC), num(s.ToGo), num(s.FirstMS), strconv.Itoa(s.Code), s.Status)
		}
		w.Write(line)
	}
	w.Flush()
	return w.Error()
}

// A summary is what all rows come to, for a revision.
type summary struct {
	Revision string `json:"revision"`
	Rows     int    `json:"rows"` // forms times sizes

	BelowBest int `json:"below_0.8_of_best"`
	BelowGo   int `json:"below_0.95_of_plain_go"`
	Plain     int `json:"plain_go"`        // not compiled
	Nothing   int `json:"nothing_to_gain"` // stays plain Go since there is nothing to gain

	All   float64 `json:"to_best"` // geometric means
	Bare  float64 `json:"to_best_bare"`
	Cache float64 `json:"to_best_cache"`
	ToC   float64 `json:"to_c"`
	Best  float64 `json:"best_to_c"` // of the fastest form of each kernel

	FirstMS  float64 `json:"first_call_ms"` // the median
	WorstMS  float64 `json:"worst_first_call_ms"`
	Above20  int     `json:"first_calls_above_20_ms"`
	Code     int     `json:"code_bytes"`
	Failures int     `json:"failures"`
}

func (t *table) summaries() []summary {
	names := []string{"here", t.Against}[:1+min(1, len(t.Against))]
	var out []summary
	for v, name := range names {
		s := summary{Revision: name, Rows: len(t.Rows)}
		var all, bare, cache, toC, bests, first []float64
		best, firstOf := map[string]float64{}, map[string]float64{}
		for _, r := range t.Rows {
			x := r.By[v]
			form, kernel := r.Kernel+"/"+r.Form, r.Kernel+" "+r.Size
			if ms, ok := firstOf[form]; !ok {
				s.Code += x.Code
				firstOf[form] = x.FirstMS
			} else {
				firstOf[form] = min(ms, x.FirstMS)
			}
			if x.US == 0 {
				s.Failures++
				continue
			}
			s.BelowBest += count(x.ToBest < 0.8)
			s.BelowGo += count(x.ToGo < 0.95)
			nothing := strings.Contains(x.Status, "nothing to gain")
			s.Plain += count(x.Code == 0 && !nothing)
			s.Nothing += count(nothing)
			all = append(all, x.ToBest)
			if r.Bare {
				bare = append(bare, x.ToBest)
			}
			if r.Size == "cache" {
				cache = append(cache, x.ToBest)
			}
			if x.ToC > 0 {
				toC = append(toC, x.ToC)
				best[kernel] = max(best[kernel], x.ToC)
			}
		}
		for _, ms := range firstOf {
			first = append(first, ms)
			s.WorstMS = max(s.WorstMS, ms)
			s.Above20 += count(ms > 20)
		}
		for _, b := range best {
			bests = append(bests, b)
		}
		s.All, s.Bare, s.Cache, s.ToC, s.Best = mean(all), mean(bare), mean(cache), mean(toC), mean(bests)
		slices.Sort(first)
		s.FirstMS = rig.Median(first)
		out = append(out, s)
	}
	return out
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// mean is the geometric mean; 0 of nothing.
func mean(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range x {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(x)))
}

func (s summary) print(out io.Writer) {
	fmt.Fprintf(out, "%s: %d rows (form, size); below 0.8 of the best %d; slower than plain Go (below 0.95) %d; not compiled %d, nothing to gain %d; wrong %d\n",
		s.Revision, s.Rows, s.BelowBest, s.BelowGo, s.Plain, s.Nothing, s.Failures)
	fmt.Fprintf(out, "\tgeometric means: to the best form with the same bits %s (in cache %s, without annotation %s); to C %s, the best form of each kernel %s\n",
		two(s.All), two(s.Cache), two(s.Bare), two(s.ToC), two(s.Best))
	fmt.Fprintf(out, "\tfirst calls: median %.1f ms, worst %.1f ms, above 20 ms %d; code %d KB\n", s.FirstMS, s.WorstMS, s.Above20, s.Code/1000)
}
