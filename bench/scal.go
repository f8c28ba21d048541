package main

import (
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"

	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

func scal[T float32 | float64](a T, x []T) {
	for i := range hone.Parallel(len(x)) {
		x[i] *= a
	}
}

var (
	scal32 = hone.Func(scal[float32])
	scal64 = hone.Func(scal[float64])
)

var (
	scal32Workload = scalWorkload(scal32, 32<<20, func(a float32, x []float32) {
		blas32.Scal(a, blas32.Vector{N: len(x), Data: x, Inc: 1})
	})
	scal64Workload = scalWorkload(scal64, 16<<20, func(a float64, x []float64) {
		blas64.Scal(a, blas64.Vector{N: len(x), Data: x, Inc: 1})
	})
)

func scalWorkload[T float32 | float64](honed *hone.Fn[func(a T, x []T)], n int, gonum func(a T, x []T)) workload {
	real := rig.RealName[T]()
	return workload{
		name:     "scal-" + real,
		about:    "x *= a, " + real + ": bound by memory",
		item:     "element",
		params:   []string{"n"},
		defaults: []int{n},
		tiny:     []int{16},
		peers:    blasPeers("scal", real),
		open:     func(size []int) *instance { return openScal(size[0], honed, gonum) },
	}
}

// scalPlain is the loop as one writes it in Go without hone.
func scalPlain[T float32 | float64](a T, x []T) {
	for i := range x {
		x[i] *= a
	}
}

func openScal[T float32 | float64](n int, honed *hone.Fn[func(a T, x []T)], gonum func(a T, x []T)) *instance {
	const a = 1 - 0x1p-20 // so near to 1 that x does not vanish in thousands of repetitions
	rnd := rig.Noise(4)
	x := rig.Noisy[T](&rnd, n, -1, 1)
	x0 := append([]T(nil), x...)
	small := min(n, 16)
	return &instance{
		items:      n,
		bytes:      2 * len(rig.Raw(x)),
		input:      [][]byte{rig.Raw([]T{a}), rig.Raw(x0)},
		forget:     func() { copy(x, x0) },
		plain:      func() { scalPlain(a, x) },
		cores:      func() { inBands(n, func(lo, hi int) { scalPlain(a, x[lo:hi]) }) },
		honed:      func() { honed.Call(a, x) },
		gonum:      func() { gonum(a, x) },
		output:     func() []byte { return rig.Snapshot(x) },
		status:     func() honedStatus { return statusOf(honed) },
		check:      func(want, got []byte) (string, error) { return rig.SameAs[T](want, got, 0) },
		smallPlain: func() { scalPlain(a, x[:small]) },
		smallHoned: func() { honed.Call(a, x[:small]) },
	}
}
