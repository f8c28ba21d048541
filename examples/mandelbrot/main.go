// Mandelbrot writes a picture of the Mandelbrot set as a PNG file. See README.md.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"text/tabwriter"
	"time"
)

func main() {
	os.Exit(realMain(os.Args[1:], os.Stdout, os.Stderr))
}

// realMain returns the exit status: 1 for bad input, 2 for a bad command line.
func realMain(args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("mandelbrot", flag.ContinueOnError)
	fs.SetOutput(stderr)
	w := fs.Int("w", 1200, "width in pixels")
	h := fs.Int("h", 1000, "height in pixels")
	limit := fs.Int("iter", 500, "largest number of iterations")
	name := fs.String("o", "mandelbrot.png", "`file` to write")
	if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	if fs.NArg() > 0 {
		fmt.Fprintf(stderr, "unexpected argument %q\n", fs.Arg(0))
		fs.Usage()
		return 2
	}
	if err := draw(*w, *h, *limit, *name, stdout); err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	return 0
}

// The largest width and height, and number of iterations (counts are int32).
const (
	maxSide  = 1 << 15
	maxLimit = math.MaxInt32
)

func draw(w, h, limit int, name string, stdout io.Writer) error {
	for _, f := range []struct {
		flag          string
		value, atMost int
	}{{"w", w, maxSide}, {"h", h, maxSide}, {"iter", limit, maxLimit}} {
		if f.value <= 0 {
			return fmt.Errorf("-%s is %d, not positive", f.flag, f.value)
		}
		if f.value > f.atMost {
			return fmt.Errorf("-%s is %d, more than %d", f.flag, f.value, f.atMost)
		}
	}
	count, err := compare(w, h, limit, stdout)
	if err != nil {
		return err
	}
	if err := writePNG(name, paint(count, w, h, limit)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, "wrote %s, %d x %d pixels\n", name, w, h)
	return err
}

// onAllCores computes all rows in plain Go, one goroutine per core. They differ in cost, hence
// small portions that whoever is free takes next.
func onAllCores(w, h, limit int) []int32 {
	const portion = 4
	count := make([]int32, w*h)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for {
				hi := int(next.Add(portion))
				lo := hi - portion
				if lo >= h {
					return
				}
				copy(count[lo*w:], rows(w, h, limit, lo, min(hi, h)))
			}
		})
	}
	wg.Wait()
	return count
}

// compare computes the counts in three ways, checks that they are identical, and prints how long each
// took. It returns those of the honed function.
func compare(w, h, limit int, out io.Writer) ([]int32, error) {
	runs := []struct {
		name string
		f    func() []int32
	}{
		{"plain Go, 1 core", func() []int32 { return rows(w, h, limit, 0, h) }},
		{fmt.Sprintf("plain Go, %d cores", runtime.GOMAXPROCS(0)), func() []int32 { return onAllCores(w, h, limit) }},
		{"honed, first call", func() []int32 { return Rows.Call(w, h, limit, 0, h) }},
		{"honed", func() []int32 { return Rows.Call(w, h, limit, 0, h) }},
	}
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	var plain, count []int32
	var base time.Duration
	for _, r := range runs {
		begin := time.Now()
		count = r.f()
		took := time.Since(begin)
		if plain == nil {
			plain, base = count, took
		}
		if i := firstDifference(plain, count); i >= 0 {
			return nil, fmt.Errorf("%s: count at (%d, %d) is not plain Go's: this is a bug in hone", r.name, i%w, i/w)
		}
		fmt.Fprintf(t, "  %s\t%.2f ms\t%.1f million pixels/s\t%.1fx\t\n", r.name, took.Seconds()*1e3,
			float64(w*h)/took.Seconds()/1e6, base.Seconds()/took.Seconds())
	}
	fmt.Fprintf(out, "%d x %d pixels, at most %d iterations (%s)\n", w, h, limit, Rows.Status())
	t.Flush()
	fmt.Fprintf(out, "  all %d counts are identical\n", w*h)
	return count, nil
}

// firstDifference is the index of the first difference, -1 if there is none.
func firstDifference(a, b []int32) int {
	if len(a) != len(b) {
		return min(len(a), len(b))
	}
	for i := range a {
		if a[i] != b[i] {
			return i
		}
	}
	return -1
}
