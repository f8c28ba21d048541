// Summary prints count, mean, variance, minimum and maximum of a column of a CSV file. See README.md.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"text/tabwriter"
	"time"
)

const usage = `usage: summary [-c column] file.csv   summarise a column of a file
       summary -n N                  summarise N generated values
       summary                       a demonstration of both
`

func main() {
	os.Exit(realMain(os.Args[1:], os.Stdout, os.Stderr))
}

// realMain returns the exit status: 1 for bad input, 2 for a bad command line.
func realMain(args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("summary", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprint(stderr, usage)
		fs.PrintDefaults()
	}
	column := fs.String("c", "", "`column`, by its name in the header line or its number (default 1, or \""+shippedColumn+"\" of the shipped file)")
	n := fs.Int("n", 0, "summarise this `number` of generated values")
	if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	given := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if fs.NArg() > 1 || given["n"] && (given["c"] || fs.NArg() > 0) {
		fs.Usage()
		return 2
	}

	var err error
	switch {
	case given["n"]:
		err = summarizeGenerated(*n, stdout)
	case fs.NArg() > 0 || given["c"]:
		err = summarizeFile(fs.Arg(0), *column, stdout)
	default:
		if err = summarizeFile("", "", stdout); err == nil {
			fmt.Fprintln(stdout)
			err = summarizeGenerated(1<<22, stdout)
		}
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	return 0
}

func summarizeFile(name, column string, stdout io.Writer) error {
	if column == "" {
		column = "1"
		if name == "" {
			column = shippedColumn
		}
	}
	x, title, err := readNamed(name, column)
	if err != nil {
		return err
	}
	if name == "" {
		name = shippedName
	}
	return compare(x, name+", "+title, stdout)
}

func summarizeGenerated(n int, stdout io.Writer) error {
	if n <= 0 {
		return fmt.Errorf("-n is %d, not positive", n)
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	x := make([]float64, n)
	for i := range x {
		x[i] = 20 + 5*rnd.NormFloat64()
	}
	return compare(x, "generated values", stdout)
}

// A summary is what is known of a column.
type summary struct{ mean, variance, smallest, largest float64 }

// patience is how long each way of summarising is repeated, to find its best time.
var patience = 200 * time.Millisecond

// compare summarises x in three ways, prints what the honed function found, how long each took, and
// checks that they agree.
func compare(x []float64, title string, out io.Writer) error {
	runs := []struct {
		name string
		f    func([]float64) (mean, variance, smallest, largest float64)
	}{
		{"the function in plain Go", summarize},
		{"one loop by hand, plain Go", byHand},
		{"honed", Summarize.Call},
	}
	begin := time.Now()
	Summarize.Call(x) // the first call compiles
	first := time.Since(begin)

	results := make([]summary, len(runs))
	best := make([]time.Duration, len(runs))
	for i, r := range runs {
		best[i] = math.MaxInt64
		for begin := time.Now(); ; {
			t := time.Now()
			a, b, c, d := r.f(x)
			best[i] = min(best[i], time.Since(t))
			results[i] = summary{a, b, c, d}
			if time.Since(begin) >= patience {
				break
			}
		}
	}
	honed := results[len(runs)-1]
	fmt.Fprintf(out, "%s\n", title)
	fmt.Fprintf(out, "  count %d  mean %.6g  variance %.6g  min %.6g  max %.6g\n", len(x),
		honed.mean, honed.variance, honed.smallest, honed.largest)
	fmt.Fprintf(out, "  (%s)\n", Summarize.Status())
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	for i, r := range runs {
		fmt.Fprintf(w, "  %s\t%.4f ms\t%.1f GB/s\t%.1fx\t\n", r.name, best[i].Seconds()*1e3,
			8*float64(len(x))/float64(best[i]), float64(best[0])/float64(best[i]))
	}
	w.Flush()
	fmt.Fprintf(out, "  first honed call: %.3f ms; largest relative difference from plain Go: %.1e\n",
		first.Seconds()*1e3, honed.difference(results[0]))
	if d := honed.difference(results[0]); !(d <= tolerance) {
		return fmt.Errorf("honed and plain results differ by %v: this is a bug in hone", d)
	}
	return nil
}

// tolerance: the order of a declared reduction is the same everywhere, but a fused multiply-add may
// round the squares otherwise.
const tolerance = 1e-9

// difference is the largest difference of two summaries, relative to the size of the values. Minimum
// and maximum must be the same.
func (s summary) difference(t summary) float64 {
	if s.smallest != t.smallest || s.largest != t.largest {
		return math.Inf(1)
	}
	size := max(math.Abs(s.smallest), math.Abs(s.largest), math.SmallestNonzeroFloat64)
	d := math.Abs(s.mean-t.mean) / size
	if math.IsNaN(s.variance) && math.IsNaN(t.variance) {
		return d // of a single value
	}
	return max(d, math.Abs(s.variance-t.variance)/max(t.variance, size*size*1e-6))
}
