package main

import (
	"fmt"
	"math"
	"runtime"

	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"

	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

func dot[T float32 | float64](x, y []T) T {
	return hone.Sum(len(x), func(i int) T { return x[i] * y[i] })
}

var (
	dot32 = hone.Func(dot[float32])
	dot64 = hone.Func(dot[float64])
)

var (
	dot32Workload = dotWorkload(dot32, 16<<20, func(x, y []float32) float64 {
		return float64(blas32.Dot(blas32.Vector{N: len(x), Data: x, Inc: 1}, blas32.Vector{N: len(y), Data: y, Inc: 1}))
	})
	dot64Workload = dotWorkload(dot64, 8<<20, func(x, y []float64) float64 {
		return blas64.Dot(blas64.Vector{N: len(x), Data: x, Inc: 1}, blas64.Vector{N: len(y), Data: y, Inc: 1})
	})
)

func dotWorkload[T float32 | float64](honed *hone.Fn[func(x, y []T) T], n int, gonum func(x, y []T) float64) workload {
	real := rig.RealName[T]()
	return workload{
		name:     "dot-" + real,
		about:    "dot product, " + real + ": bound by memory",
		item:     "element",
		params:   []string{"n"},
		defaults: []int{n},
		tiny:     []int{16},
		peers:    blasPeers("dot", real),
		open:     func(size []int) *instance { return openDot(size[0], honed, gonum) },
	}
}

// dotPlain is the loop as one writes it in Go without hone.
func dotPlain[T float32 | float64](x, y []T) T {
	sum := T(0)
	for i := range x {
		sum += x[i] * y[i]
	}
	return sum
}

func openDot[T float32 | float64](n int, honed *hone.Fn[func(x, y []T) T], gonum func(x, y []T) float64) *instance {
	rnd := rig.Noise(2)
	x, y := rig.Noisy[T](&rnd, n, -1, 1), rig.Noisy[T](&rnd, n, -1, 1)
	exact, magnitude := 0.0, 0.0
	for i := range n {
		p := float64(x[i]) * float64(y[i])
		exact += p
		magnitude += math.Abs(p)
	}
	var result float64
	small := min(n, 16)
	return &instance{
		items:  n,
		bytes:  len(rig.Raw(x)) + len(rig.Raw(y)),
		input:  [][]byte{rig.Raw(x), rig.Raw(y)},
		forget: func() { result = math.NaN() },
		plain:  func() { result = float64(dotPlain(x, y)) },
		cores: func() {
			result = sumOfBands(n, func(lo, hi int) T { return dotPlain(x[lo:hi], y[lo:hi]) })
		},
		honed:      func() { result = float64(honed.Call(x, y)) },
		gonum:      func() { result = gonum(x, y) },
		output:     func() []byte { return rig.Snapshot([]float64{result}) },
		status:     func() honedStatus { return statusOf(honed) },
		check:      func(_, got []byte) (string, error) { return sumCloseTo[T](got, n, exact, magnitude) },
		smallPlain: func() { result = float64(dotPlain(x[:small], y[:small])) },
		smallHoned: func() { result = float64(honed.Call(x[:small], y[:small])) },
	}
}

// sumOfBands adds up what one goroutine per core has summed.
func sumOfBands[T float32 | float64](n int, f func(lo, hi int) T) float64 {
	sums := make(chan T, runtime.GOMAXPROCS(0))
	inBands(n, func(lo, hi int) { sums <- f(lo, hi) })
	close(sums)
	total := T(0)
	for s := range sums {
		total += s
	}
	return float64(total)
}

// sumCloseTo checks a sum of n numbers of type T. Every contender adds in its own order, so each is held
// against the sum in float64. A chain of n additions may be off by n ulp of the magnitude at worst, by its
// square root as a rule.
func sumCloseTo[T float32 | float64](got []byte, n int, exact, magnitude float64) (string, error) {
	g := rig.Cooked[float64](got)
	if len(g) != 1 {
		return "", fmt.Errorf("%d results, not 1", len(g))
	}
	if d := math.Abs(g[0] - exact); !(d <= 4*math.Sqrt(float64(n))*rig.Epsilon[T]()*magnitude) {
		return "", fmt.Errorf("the sum is %v, not %v", g[0], exact)
	}
	return fmt.Sprintf("off by %.1e of the sum of magnitudes", math.Abs(g[0]-exact)/magnitude), nil
}
