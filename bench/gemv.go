package main

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"

	"github.com/hone-go/hone"
)

// gemv is y = A x for a matrix of len(y) rows, one after the other.
func gemv[T float32 | float64](a, x, y []T) {
	n := len(x)
	for i := range hone.Parallel(len(y)) {
		y[i] = hone.Sum(n, func(j int) T { return a[i*n+j] * x[j] })
	}
}

var (
	gemv32 = hone.Func(gemv[float32])
	gemv64 = hone.Func(gemv[float64])
)

var (
	gemv32Workload = gemvWorkload(gemv32, func(a, x, y []float32) {
		m := blas32.General{Rows: len(y), Cols: len(x), Stride: len(x), Data: a}
		blas32.Gemv(blas.NoTrans, 1, m, blas32.Vector{N: len(x), Data: x, Inc: 1}, 0, blas32.Vector{N: len(y), Data: y, Inc: 1})
	})
	gemv64Workload = gemvWorkload(gemv64, func(a, x, y []float64) {
		m := blas64.General{Rows: len(y), Cols: len(x), Stride: len(x), Data: a}
		blas64.Gemv(blas.NoTrans, 1, m, blas64.Vector{N: len(x), Data: x, Inc: 1}, 0, blas64.Vector{N: len(y), Data: y, Inc: 1})
	})
)

func gemvWorkload[T float32 | float64](honed *hone.Fn[func(a, x, y []T)], gonum func(a, x, y []T)) workload {
	real := realName[T]()
	return workload{
		name:     "gemv-" + real,
		about:    "matrix times vector, " + real + ": bound by memory",
		item:     "element",
		params:   []string{"m", "n"},
		defaults: []int{4096, 4096},
		tiny:     []int{4, 4},
		peers:    blasPeers("gemv", real),
		open:     func(size []int) *instance { return openGemv(size[0], size[1], honed, gonum) },
	}
}

// gemvPlain is the loop as one writes it in Go without hone.
func gemvPlain[T float32 | float64](a, x, y []T) {
	n := len(x)
	for i := range y {
		y[i] = dotPlain(a[i*n:(i+1)*n], x)
	}
}

func openGemv[T float32 | float64](m, n int, honed *hone.Fn[func(a, x, y []T)], gonum func(a, x, y []T)) *instance {
	rnd := noise(6)
	a, x, y := noisy[T](&rnd, m*n, -1, 1), noisy[T](&rnd, n, -1, 1), aligned[T](m)
	rows, cols := min(m, 4), min(n, 4)
	return &instance{
		items:  m * n,
		bytes:  len(raw(a)) + len(raw(x)) + len(raw(y)),
		input:  [][]byte{raw(a), raw(x)},
		forget: func() { clear(y) },
		plain:  func() { gemvPlain(a, x, y) },
		cores:  func() { inBands(m, func(lo, hi int) { gemvPlain(a[lo*n:hi*n], x, y[lo:hi]) }) },
		honed:  func() { honed.Call(a, x, y) },
		gonum:  func() { gonum(a, x, y) },
		output: func() []byte { return snapshot(y) },
		status: func() honedStatus { return statusOf(honed) },
		// A chain of n additions of numbers below 1 is off by n ulp of its magnitude at worst.
		check:      func(want, got []byte) (string, error) { return closeTo[T](want, got, float64(n)*epsilon[T]()) },
		smallPlain: func() { gemvPlain(a[:rows*cols], x[:cols], y[:rows]) },
		smallHoned: func() { honed.Call(a[:rows*cols], x[:cols], y[:rows]) },
	}
}
