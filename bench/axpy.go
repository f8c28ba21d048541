package main

import (
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"

	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

func axpy[T float32 | float64](a T, x, y []T) {
	for i := range hone.Parallel(len(x)) {
		y[i] += a * x[i]
	}
}

var (
	axpy32 = hone.Func(axpy[float32])
	axpy64 = hone.Func(axpy[float64])
)

var (
	axpy32Workload = axpyWorkload(axpy32, 16<<20, func(a float32, x, y []float32) {
		blas32.Axpy(a, blas32.Vector{N: len(x), Data: x, Inc: 1}, blas32.Vector{N: len(y), Data: y, Inc: 1})
	})
	axpy64Workload = axpyWorkload(axpy64, 8<<20, func(a float64, x, y []float64) {
		blas64.Axpy(a, blas64.Vector{N: len(x), Data: x, Inc: 1}, blas64.Vector{N: len(y), Data: y, Inc: 1})
	})
)

func axpyWorkload[T float32 | float64](honed *hone.Fn[func(a T, x, y []T)], n int, gonum func(a T, x, y []T)) workload {
	real := rig.RealName[T]()
	return workload{
		name:     "axpy-" + real,
		about:    "y += a x, " + real + ": bound by memory",
		item:     "element",
		params:   []string{"n"},
		defaults: []int{n},
		tiny:     []int{16},
		peers:    blasPeers("axpy", real),
		open:     func(size []int) *instance { return openAxpy(size[0], honed, gonum) },
	}
}

// blasPeers are the peers that all workloads from BLAS have. NumPy leaves those that it has an operation for
// to OpenBLAS, too.
func blasPeers(name, real string) []peerSource {
	return []peerSource{
		{file: name + ".c", real: real},
		{file: name + "_openblas.c", by: byOpenBLAS, real: real, blas: true},
		{file: name + ".py", by: byNumPy, real: real, blas: name == "dot" || name == "gemv" || name == "gemm"},
		{file: name + ".py", by: byNumba, real: real},
	}
}

// axpyPlain is the loop as one writes it in Go without hone.
func axpyPlain[T float32 | float64](a T, x, y []T) {
	for i := range x {
		y[i] += a * x[i]
	}
}

func openAxpy[T float32 | float64](n int, honed *hone.Fn[func(a T, x, y []T)], gonum func(a T, x, y []T)) *instance {
	const a = 1e-3 // small: y grows with every repetition
	rnd := rig.Noise(3)
	x, y := rig.Noisy[T](&rnd, n, -1, 1), rig.Noisy[T](&rnd, n, -1, 1)
	y0 := append([]T(nil), y...)
	small := min(n, 16)
	return &instance{
		items:      n,
		bytes:      2*len(rig.Raw(y)) + len(rig.Raw(x)),
		input:      [][]byte{rig.Raw([]T{a}), rig.Raw(x), rig.Raw(y0)},
		forget:     func() { copy(y, y0) },
		plain:      func() { axpyPlain(a, x, y) },
		cores:      func() { inBands(n, func(lo, hi int) { axpyPlain(a, x[lo:hi], y[lo:hi]) }) },
		honed:      func() { honed.Call(a, x, y) },
		gonum:      func() { gonum(a, x, y) },
		output:     func() []byte { return rig.Snapshot(y) },
		status:     func() honedStatus { return statusOf(honed) },
		check:      func(want, got []byte) (string, error) { return rig.CloseTo[T](want, got, 2*rig.Epsilon[T]()) },
		smallPlain: func() { axpyPlain(a, x[:small], y[:small]) },
		smallHoned: func() { honed.Call(a, x[:small], y[:small]) },
	}
}
