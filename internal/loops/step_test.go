package loops_test

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/loops"
)

func TestParse(t *testing.T) {
	for _, text := range []string{
		"",
		"Lanes(x)",
		"Reorder(k, j) Fuse(l, k) Promote(k) Guard Collapse(j) Lanes(j) Jam(i, 4) Unroll(j, 2) Split(j) Pack(j) Stream Parallel",
		"ComputeAt(4.y) Guard Lanes(x) Parallel",
		"ComputeAt(4.y, 16) Lanes(x)",
		"Skew(t, 8) Lanes(x)",
		"Inside Distribute(s) Promote(k) Reorder(i, j) Reverse(k) Shift(j) Whole",
	} {
		s, err := loops.Parse("  " + text + " ")
		if err != nil || s.String() != text {
			t.Errorf("%s: read as %s, %v", text, s, err)
		}
		again, _ := loops.Parse(strings.ReplaceAll(text, ", ", ",  "))
		if !again.Equal(s) {
			t.Errorf("%s: with other spaces it is %s", text, again)
		}
	}
	for text, want := range map[string]string{
		"Lane(x)":             "Lane: no such step; there are ComputeAt(k[, n]), Skew(k[, n]), Inside, Distribute(k), Reverse(k), Shift(k), Whole, Reorder(k, j), ",
		"Lanes":               "Lanes(): has to be Lanes(k)",
		"Lanes(x, 2)":         "has to be Lanes(k)",
		"Lanes(x":             "no closing parenthesis",
		"Jam(y)":              "has to be Jam(k, n)",
		"ComputeAt":           "has to be ComputeAt(k[, n])",
		"Skew(t, 0)":          "from 1 to",
		"Lanes(x) Skew(t)":    "Skew(t) has to come before Lanes(x)",
		"Jam(y, 0)":           "from 1 to",
		"Jam(y, x)":           "from 1 to",
		"Jam(y, 99999999)":    "from 1 to",
		"Reorder(k)":          "has to be Reorder(k, j)",
		"Reorder(k, )":        "has to be Reorder(k, j)",
		"Guard(x)":            "has to be Guard",
		"Jam(y, 2) Lanes(x)":  "Lanes(x) has to come before Jam(y, 2)",
		"Lanes(x) Promote(k)": "Promote(k) has to come before Lanes(x)",
		"Parallel Jam(y, 2)":  "Jam(y, 2) has to come before Parallel",
		"Collapse(j) Guard":   "Guard has to come before Collapse(j)",
		"Lanes(x) (y)":        "no such step",
	} {
		if s, err := loops.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: read as %s, %v; want an error with %q", text, s, err, want)
		}
	}
}
