package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
)

type table struct {
	Machine string   `json:"machine"`
	Rows    []*row   `json:"rows"`
	Wrong   []string `json:"wrong"`

	// Refuses has, for the variable of each function that is refused as it stands, the kinds of reasons.
	Refuses map[string][]string `json:"refuses"`

	modes []string
}

func (t *table) write(file string) error {
	text, err := json.MarshalIndent(t, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o666)
}

func (t *table) head(out io.Writer) {
	fmt.Fprintf(out, "%s\nTimes as fast as the same function in plain Go, on one core and on all. -: it is plain Go. *: serial by nature.\n\n", t.Machine)
	fmt.Fprintf(out, "%-40s %9s  %-11s", "function", "plain µs", "as it stands")
	for _, m := range t.modes {
		fmt.Fprintf(out, "%7s", m)
	}
	fmt.Fprintf(out, "   %-12s", "least change")
	for _, m := range t.modes {
		fmt.Fprintf(out, "%7s", m)
	}
	fmt.Fprintln(out, "  why")
}

func (t *table) row(out io.Writer, r *row) {
	name := r.Name
	if r.Serial {
		name += " *"
	}
	line := fmt.Sprintf("%-40s %9.1f  %-12s%s", name, r.PlainUS, r.Outcome, t.ratios(r.Ratio, r.Outcome))
	reason := r.Reason
	if r.Changed {
		line += fmt.Sprintf("   %-12s%s", r.LeastOutcome, t.ratios(r.LeastRatio, r.LeastOutcome))
		reason = cmp.Or(reason, r.LeastReason)
	} else {
		line += fmt.Sprintf("   %-*s", 12+7*len(t.modes), "")
	}
	fmt.Fprintln(out, strings.TrimRight(line+"  "+short(reason), " "))
}

func (t *table) ratios(of map[string]float64, outcome string) string {
	var b strings.Builder
	for _, m := range t.modes {
		if outcome == compiled {
			fmt.Fprintf(&b, "%7.2f", of[m])
		} else {
			fmt.Fprintf(&b, "%7s", "-")
		}
	}
	return b.String()
}

func (t *table) summary(out io.Writer) {
	fmt.Fprintf(out, "\n%d functions of %d libraries\n", len(t.Rows), t.libraries())
	t.share(out, "as they stand", func(r *row) (string, map[string]float64) { return r.Outcome, r.Ratio })
	t.share(out, "with the least change", func(r *row) (string, map[string]float64) { return r.LeastOutcome, r.LeastRatio })
	without, changed, compiles := 0, 0, 0
	for _, r := range t.Rows {
		switch {
		case r.Outcome == refused && !r.Changed:
			without++
		case r.Outcome == refused:
			changed++
			if r.LeastOutcome != refused {
				compiles++
			}
		}
	}
	fmt.Fprintf(out, "of %d that are refused and have a least change here, %d are not refused with it; %d have none\n", changed, compiles, without)
	fmt.Fprintf(out, "wrong: %d\n", len(t.Wrong))
	for _, w := range t.Wrong {
		fmt.Fprintln(out, "  "+w)
	}
}

// libraries counts modules; the standard library is one.
func (t *table) libraries() int {
	names := map[string]bool{}
	for _, e := range entries() {
		if slices.ContainsFunc(t.Rows, func(r *row) bool { return r.Name == e.name }) {
			names[e.module] = true
		}
	}
	return len(names)
}

func (t *table) share(out io.Writer, how string, of func(*row) (string, map[string]float64)) {
	kinds, logs, compiledLogs := map[string]int{}, map[string]float64{}, map[string]float64{}
	slow := map[string][]string{}
	for _, r := range t.Rows {
		kind, ratios := of(r)
		kinds[kind]++
		for _, m := range t.modes {
			logs[m] += math.Log(ratios[m])
			if kind == compiled {
				compiledLogs[m] += math.Log(ratios[m])
				if ratios[m] < 0.95 {
					slow[m] = append(slow[m], fmt.Sprintf("%s %.2f", r.Name, ratios[m]))
				}
			}
		}
	}
	n := float64(len(t.Rows))
	percent := func(kind string) float64 { return 100 * float64(kinds[kind]) / n }
	fmt.Fprintf(out, "%s: %.0f%% compile, %.0f%% stay plain because nothing is to be gained, %.0f%% are refused\n",
		how, percent(compiled), percent(nothing), percent(refused))
	for _, m := range t.modes {
		fmt.Fprintf(out, "  cores %s: geometric mean %.2f (of those that compile %.2f), below 0.95: %d\n",
			m, math.Exp(logs[m]/n), math.Exp(compiledLogs[m]/max(1, float64(kinds[compiled]))), len(slow[m]))
		for _, s := range slow[m] {
			fmt.Fprintln(out, "    "+s)
		}
	}
}

// short is a reason without the places that it names, in as few words as tell it.
func short(reason string) string {
	if strings.Contains(reason, "nothing to gain") {
		return "nothing to gain"
	}
	reason = place.ReplaceAllString(strings.TrimSpace(reason), "")
	reason = more.ReplaceAllString(reason, "")
	if len(reason) > 110 {
		reason = reason[:107] + "..."
	}
	return reason
}

var (
	place = regexp.MustCompile(`^[^ ]+:[0-9]+:[0-9]+: `)
	more  = regexp.MustCompile(` \((in [^)]*\)?[^)]*|and [0-9]+ more)\)`)
)
