package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"text/tabwriter"
	"time"
)

// patience is how long each way of pricing is repeated, to find its best time.
var patience = 200 * time.Millisecond

type pricer func(s, k, r, v, t []float64) (call, put []float64)

// onAllCores lets f price a part of the options on each core: what one would do in plain Go.
func onAllCores(f pricer) pricer {
	return func(s, k, r, v, t []float64) (call, put []float64) {
		n, p := len(s), runtime.GOMAXPROCS(0)
		call, put = make([]float64, n), make([]float64, n)
		var wg sync.WaitGroup
		for b := range p {
			wg.Go(func() {
				lo, hi := n*b/p, n*(b+1)/p
				c, q := f(s[lo:hi], k[lo:hi], r[lo:hi], v[lo:hi], t[lo:hi])
				copy(call[lo:], c)
				copy(put[lo:], q)
			})
		}
		wg.Wait()
		return call, put
	}
}

// A run is one way to price the options, and how it did.
type run struct {
	name      string
	f         pricer
	call, put []float64
	best      time.Duration
}

// compare prices the options in three ways, checks that they agree, and prints how long each took.
// It returns the prices of the honed function.
func compare(out io.Writer, cols [5][]float64) (call, put []float64, err error) {
	n := len(cols[0])
	runs := []*run{
		{name: "plain Go, 1 core", f: blackScholes},
		{name: fmt.Sprintf("plain Go, %d cores", runtime.GOMAXPROCS(0)), f: onAllCores(blackScholes)},
		{name: "honed", f: BlackScholes.Call},
	}
	// The first call of a honed function compiles it; that is told apart.
	first := runs[2].time(cols)
	for _, r := range runs {
		r.best = math.MaxInt64
		for begin := time.Now(); r.call == nil || time.Since(begin) < patience; {
			r.best = min(r.best, r.time(cols))
		}
	}
	plain, honed := runs[0], runs[2]
	worst := max(difference(plain.call, honed.call), difference(plain.put, honed.put))

	fmt.Fprintf(out, "%d options (%s)\n", n, BlackScholes.Status())
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, r := range runs {
		fmt.Fprintf(w, "  %s\t%.3f ms\t%.2f million options/s\t%.1fx\t\n", r.name,
			r.best.Seconds()*1e3, float64(n)/r.best.Seconds()/1e6, float64(plain.best)/float64(r.best))
	}
	w.Flush()
	fmt.Fprintf(out, "  first honed call: %.3f ms; largest difference from plain Go: %.1e\n", first.Seconds()*1e3, worst)
	if !(worst <= tolerance) {
		return nil, nil, fmt.Errorf("honed and plain prices differ by %v: this is a bug in hone", worst)
	}
	return honed.call, honed.put, nil
}

// tolerance is relative to prices above 1: log, exp and erfc of compiled code may differ from
// package math's in the last bits.
const tolerance = 1e-11

func (r *run) time(c [5][]float64) time.Duration {
	runtime.GC() // the garbage of others is not r's fault
	begin := time.Now()
	r.call, r.put = r.f(c[0], c[1], c[2], c[3], c[4])
	return time.Since(begin)
}

// difference is the largest difference of two results, relative to values above 1. It is NaN if
// only one of two values is NaN.
func difference(a, b []float64) float64 {
	worst := 0.0
	for i := range a {
		if a[i] != b[i] && !(math.IsNaN(a[i]) && math.IsNaN(b[i])) {
			worst = max(worst, math.Abs(a[i]-b[i])/max(math.Abs(a[i]), 1))
		}
	}
	return worst
}

// generate makes n options, the same ones each time.
func generate(n int) (cols [5][]float64) {
	rnd := rand.New(rand.NewPCG(1, 2))
	between := func(lo, hi float64) float64 { return lo + (hi-lo)*rnd.Float64() }
	for j := range cols {
		cols[j] = make([]float64, n)
	}
	for i := range n {
		cols[0][i] = between(20, 200)
		cols[1][i] = cols[0][i] * between(0.6, 1.6)
		cols[2][i] = between(0.005, 0.06)
		cols[3][i] = between(0.1, 0.7)
		cols[4][i] = between(0.05, 3)
	}
	return cols
}
