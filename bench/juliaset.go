package main

import (
	"fmt"
	"math"
	"math/cmplx"

	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// The parameter of the Julia set, and half the width of the view.
const (
	juliaRe, juliaIm = -.745429, .11308
	juliaView        = 1.5
)

// julia is the picture of a Julia set, n x n pixels: exp(-|z|) after steps of z = z*z + c. Where z has left
// for infinity, and is not a number any more, the pixel is a tenth darker than the darkest other.
func julia(pic []float64, n, steps int) {
	step := 2 * juliaView / float64(n-1)
	for y, x := range hone.Parallel2(n, n) {
		z := complex(float64(x)*step-juliaView, float64(y)*step-juliaView)
		for range steps {
			z = z*z + complex(juliaRe, juliaIm)
		}
		pic[y*n+x] = math.Exp(-cmplx.Abs(z))
	}
	fillNaNs(pic)
}

// juliaPairs is julia with complex numbers as pairs of float64.
func juliaPairs(pic []float64, n, steps int) {
	step := 2 * juliaView / float64(n-1)
	for y, x := range hone.Parallel2(n, n) {
		re, im := float64(x)*step-juliaView, float64(y)*step-juliaView
		for range steps {
			re, im = re*re-im*im+juliaRe, 2*re*im+juliaIm
		}
		pic[y*n+x] = math.Exp(-math.Hypot(re, im))
	}
	fillNaNs(pic)
}

// fillNaNs makes pixels that are not numbers a tenth darker than the darkest other.
func fillNaNs(pic []float64) {
	n := len(pic)
	darkest := hone.Min(n, func(i int) float64 {
		if pic[i] != pic[i] {
			return math.Inf(1)
		}
		return pic[i]
	})
	for i := range hone.Parallel(n) {
		if pic[i] != pic[i] {
			pic[i] = darkest - darkest/10
		}
	}
}

var (
	juliaHoned      = hone.Func(julia)
	juliaPairsHoned = hone.Func(juliaPairs)
)

var juliaWorkload = workload{
	name:     "juliaset",
	about:    "Julia set, complex128",
	item:     "pixel",
	params:   []string{"n", "steps"},
	defaults: []int{1000, 128},
	tiny:     []int{8, 8},
	peers:    append(python("juliaset.py", ""), peerSource{file: "juliaset.c"}),
	open: func(size []int) *instance {
		in := openJulia(size, juliaHoned.Call)
		in.status = func() honedStatus { return statusOf(juliaHoned) }
		return in
	},
}

var juliaPairsWorkload = workload{
	name:     "juliaset-pairs",
	about:    "the same, complex numbers as pairs of float64",
	item:     "pixel",
	params:   []string{"n", "steps"},
	defaults: []int{1000, 128},
	tiny:     []int{8, 8},
	peers:    []peerSource{{file: "juliaset.c"}},
	open: func(size []int) *instance {
		in := openJulia(size, juliaPairsHoned.Call)
		in.status = func() honedStatus { return statusOf(juliaPairsHoned) }
		return in
	},
}

// juliaRows is the first part of the same in Go without hone, for the rows [lo, hi); it returns the darkest pixel.
func juliaRows(pic []float64, n, steps, lo, hi int) float64 {
	step := 2 * juliaView / float64(n-1)
	darkest := math.Inf(1)
	for y := lo; y < hi; y++ {
		row := pic[y*n:][:n]
		for x := range row {
			z := complex(float64(x)*step-juliaView, float64(y)*step-juliaView)
			for range steps {
				z = z*z + complex(juliaRe, juliaIm)
			}
			v := math.Exp(-cmplx.Abs(z))
			row[x] = v
			if v < darkest {
				darkest = v
			}
		}
	}
	return darkest
}

// juliaFill is the second part.
func juliaFill(pic []float64, darkest float64) {
	for i, v := range pic {
		if math.IsNaN(v) {
			pic[i] = darkest - darkest/10
		}
	}
}

func openJulia(size []int, honed func(pic []float64, n, steps int)) *instance {
	n, steps := size[0], size[1]
	pic := rig.Aligned[float64](n * n)
	return &instance{
		items:  n * n,
		bytes:  8 * n * n,
		forget: func() { clear(pic) },
		plain:  func() { juliaFill(pic, juliaRows(pic, n, steps, 0, n)) },
		cores: func() {
			mins := make(chan float64, n)
			inBands(n, func(lo, hi int) { mins <- juliaRows(pic, n, steps, lo, hi) })
			close(mins)
			darkest := math.Inf(1)
			for m := range mins {
				darkest = min(darkest, m)
			}
			inBands(n, func(lo, hi int) { juliaFill(pic[lo*n:hi*n], darkest) })
		},
		honed:  func() { honed(pic, n, steps) },
		output: func() []byte { return rig.Snapshot(pic) },
		// The set is chaotic: where the orbit stays near it, each step doubles the rounding errors. So
		// some pixels may differ, by any amount.
		check: func(want, got []byte) (string, error) { return mostlyClose(want, got, 1e-6, max(n*n/50, 1)) },
	}
}

// mostlyClose checks that at most allowed elements differ by more than tol.
func mostlyClose(want, got []byte, tol float64, allowed int) (string, error) {
	w, g := rig.Cooked[float64](want), rig.Cooked[float64](got)
	if len(w) != len(g) {
		return "", fmt.Errorf("%d results, not %d", len(g), len(w))
	}
	differ := 0
	for i := range w {
		if !(math.Abs(w[i]-g[i]) <= tol) {
			if differ++; differ > allowed {
				return "", fmt.Errorf("result %d is %v, not %v (%d differ so far)", i, g[i], w[i], differ)
			}
		}
	}
	return fmt.Sprintf("%d of %d results differ from plain Go's", differ, len(w)), nil
}
