package main

import (
	"fmt"
	"math"
	"os"
	"strings"
)

// A report prints a line per function and width.
type report struct {
	f     *field
	table bool
}

func newReport(f *field, table bool) *report {
	r := &report{f, table}
	fmt.Printf("%-12s", "ns")
	for _, c := range f.contenders {
		fmt.Printf(" %10s", c.name)
	}
	fmt.Printf(" | ulp")
	for _, c := range f.contenders {
		fmt.Printf(" %10s", c.name)
	}
	fmt.Println()
	return r
}

func number(format string, x float64) string {
	switch {
	case math.IsNaN(x):
		return "-"
	case x > 1e6:
		return "wrong"
	}
	return fmt.Sprintf(format, x)
}

func (r *report) add(fn *function, bits int, row []result) {
	name := fn.name
	if bits == 32 {
		name += "32"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-12s", name)
	for _, c := range row {
		fmt.Fprintf(&b, " %10s", number("%.2f", c.ns))
	}
	b.WriteString(" |    ")
	for _, c := range row {
		fmt.Fprintf(&b, " %10s", number("%.2f", c.ulps))
	}
	fmt.Println(b.String())
	for i, c := range row {
		if os.Getenv("VMATH_WORST") != "" && i < 3 {
			fmt.Println("   worst", r.f.contenders[i].name, c.at)
		}
	}
}

func (r *report) end() {}
