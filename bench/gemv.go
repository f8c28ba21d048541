package main

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"

	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
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
	real := rig.RealName[T]()
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
	rnd := rig.Noise(6)
	a, x, y := rig.Noisy[T](&rnd, m*n, -1, 1), rig.Noisy[T](&rnd, n, -1, 1), rig.Aligned[T](m)
	rows, cols := min(m, 4), min(n, 4)
	return &instance{
		items:  m * n,
		bytes:  len(rig.Raw(a)) + len(rig.Raw(x)) + len(rig.Raw(y)),
		input:  [][]byte{rig.Raw(a), rig.Raw(x)},
		forget: func() { clear(y) },
		plain:  func() { gemvPlain(a, x, y) },
		cores:  func() { inBands(m, func(lo, hi int) { gemvPlain(a[lo*n:hi*n], x, y[lo:hi]) }) },
		honed:  func() { honed.Call(a, x, y) },
		gonum:  func() { gonum(a, x, y) },
		output: func() []byte { return rig.Snapshot(y) },
		status: func() honedStatus { return statusOf(honed) },
		// A chain of n additions of numbers below 1 is off by n ulp of its magnitude at worst.
		check:      func(want, got []byte) (string, error) { return rig.CloseTo[T](want, got, float64(n)*rig.Epsilon[T]()) },
		smallPlain: func() { gemvPlain(a[:rows*cols], x[:cols], y[:rows]) },
		smallHoned: func() { honed.Call(a[:rows*cols], x[:cols], y[:rows]) },
	}
}
