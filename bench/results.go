package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Results is what -json prints and what -results keeps.
type results struct {
	Machine   string         `json:"machine"`
	Workloads []*report      `json:"workloads"`
	Runtime   *runtimeReport `json:"runtime,omitempty"`
}

// merge puts results of this run in the place of older ones for the same workloads, in the table's order.
// Numbers from different machines do not belong into one table: older ones of another are dropped.
func (r *results) merge(older *results) {
	if older.Machine != r.Machine {
		return
	}
	for _, w := range older.Workloads {
		if !slices.ContainsFunc(r.Workloads, func(have *report) bool { return have.Workload == w.Workload }) {
			r.Workloads = append(r.Workloads, w)
		}
	}
	rank := func(name string) int {
		return slices.IndexFunc(workloads, func(w *workload) bool { return w.name == name })
	}
	r.Workloads = slices.DeleteFunc(r.Workloads, func(w *report) bool { return rank(w.Workload) < 0 })
	slices.SortFunc(r.Workloads, func(a, b *report) int { return rank(a.Workload) - rank(b.Workload) })
	if r.Runtime == nil {
		r.Runtime = older.Runtime
	}
}

// save writes the results as NAME.md, with the picture NAME.svg, and as NAME.json, from which the next run
// takes the workloads that it does not measure itself.
func (r *results) save(name string) error {
	stem := strings.TrimSuffix(name, ".md")
	var older results
	text, err := os.ReadFile(stem + ".json")
	if err == nil {
		err = json.Unmarshal(text, &older)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s.json: %w", stem, err)
	}
	r.merge(&older)
	if text, err = r.lines(); err != nil {
		return err
	}
	return errors.Join(
		os.WriteFile(stem+".json", text, 0o644),
		os.WriteFile(stem+".svg", drawing(r.Workloads), 0o644),
		os.WriteFile(stem+".md", r.markdown(filepath.Base(stem)), 0o644))
}

// lines is the results as JSON with a line for each workload.
func (r *results) lines() ([]byte, error) {
	head, err1 := json.Marshal(r.Machine)
	tail, err2 := json.Marshal(r.Runtime)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	var rows [][]byte
	for _, w := range r.Workloads {
		row, err := json.Marshal(w)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return fmt.Appendf(nil, "{\"machine\": %s,\n\"workloads\": [\n%s\n],\n\"runtime\": %s}\n", head, bytes.Join(rows, []byte(",\n")), tail), nil
}

func (r *results) markdown(stem string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `# Results

Written by `+"`go tool hone run . -results %s.md`"+` on %s.

A number says how many times as fast honed code is as the other, both with the same number of cores and the
same instruction set. Below 1 honed code is the slower one. An exclamation mark stands where it misses its goal:
1.0 beside the best C and Numba, for gemm 0.6 beside OpenBLAS. All took turns; the number is the median over the rounds.

![how many times as fast honed code is](%s.svg)

`, stem, r.Machine, stem)
	r.markdownRatios(&b)
	r.markdownTimes(&b)
	if r.Runtime != nil {
		r.Runtime.markdown(&b)
	}
	return b.Bytes()
}

// markdownRatios writes the table of ratios: one core and all cores in one cell where both count.
func (r *results) markdownRatios(b *bytes.Buffer) {
	b.WriteString("| workload | C, 1 core / all | C on AVX2, 1 core / all |")
	for _, by := range rivals[1:] {
		fmt.Fprintf(b, " %s, 1 core / all |", by)
	}
	fmt.Fprintf(b, "\n|---|%s\n", strings.Repeat("---:|", len(rivals)+1))
	for _, w := range r.Workloads {
		fmt.Fprintf(b, "| %s | %s | %s |", w.Workload, w.cell(byC, native), w.cell(byC, avx2))
		for _, by := range rivals[1:] {
			fmt.Fprintf(b, " %s |", w.cell(by, native))
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(b, "| geometric mean | %s | %s |", r.mean(byC, native), r.mean(byC, avx2))
	for _, by := range rivals[1:] {
		fmt.Fprintf(b, " %s |", r.mean(by, native))
	}
	b.WriteString("\n\n")
}

func (r *report) cell(by rival, i isa) string {
	one, all := "-", "-"
	for _, x := range r.Ratios {
		if x.Rival != by || x.ISA != i {
			continue
		}
		text := significant(x.Turns)
		if x.missed() {
			text += "!"
		}
		if x.All {
			all = text
		} else {
			one = text
		}
	}
	if one == "-" && all == "-" {
		return ""
	}
	return one + " / " + all
}

func (r *results) mean(by rival, i isa) string {
	var sum [2]float64
	var n [2]int
	for _, w := range r.Workloads {
		for _, x := range w.Ratios {
			if x.Rival == by && x.ISA == i {
				k := 0
				if x.All {
					k = 1
				}
				sum[k] += math.Log(x.Turns)
				n[k]++
			}
		}
	}
	var text [2]string
	for k := range text {
		text[k] = "-"
		if n[k] > 0 {
			text[k] = significant(math.Exp(sum[k] / float64(n[k])))
		}
	}
	if text[0] == "-" && text[1] == "-" {
		return ""
	}
	return text[0] + " / " + text[1]
}

// significant prints a ratio with as many digits as mean something.
func significant(x float64) string {
	switch {
	case x < 10:
		return fmt.Sprintf("%.2f", x)
	case x < 100:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// markdownTimes writes what honed code takes by itself, and what its rival in C was built by.
func (r *results) markdownTimes(b *bytes.Buffer) {
	b.WriteString("| workload | size | what it does | honed, 1 core / all, ms | first call, ms | 16 elements, ns | the fastest C |\n")
	b.WriteString("|---|---|---|---:|---:|---:|---|\n")
	for _, w := range r.Workloads {
		one, all, rival := "-", "-", ""
		for _, c := range w.Contenders {
			switch c.Key {
			case key{byHone, false, native}.String():
				one = fmt.Sprintf("%.3g", c.BestMS)
			case key{byHone, true, native}.String():
				all = fmt.Sprintf("%.3g", c.BestMS)
			case key{byC, true, native}.String():
				rival = strings.TrimPrefix(c.Name, byC.String()+", ")
			}
		}
		small := ""
		if w.OverheadNS != nil {
			small = fmt.Sprintf("%.0f", *w.OverheadNS)
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s / %s | %.1f | %s | %s |\n",
			w.Workload, strings.Trim(fmt.Sprint(w.Size), "[]"), strings.ReplaceAll(w.About, "|", `\|`), one, all, w.FirstCallMS, small, rival)
	}
	b.WriteString(`
"First call" is how much longer it takes than the second one: from the function's program to machine code.
"16 elements" is how much longer a call on so few takes than plain Go.
`)
}
