package main

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"

	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// gemm is C = A B for square matrices, as the definition has it.
func gemm[T float32 | float64](a, b, c []T, n int) {
	for i, j := range hone.Parallel2(n, n) {
		sum := T(0)
		for k := range n {
			sum += a[i*n+k] * b[k*n+j]
		}
		c[i*n+j] = sum
	}
}

var (
	gemm32 = hone.Func(gemm[float32])
	gemm64 = hone.Func(gemm[float64])
)

var (
	gemm32Workload = gemmWorkload(gemm32, func(a, b, c []float32, n int) {
		square := func(s []float32) blas32.General { return blas32.General{Rows: n, Cols: n, Stride: n, Data: s} }
		blas32.Gemm(blas.NoTrans, blas.NoTrans, 1, square(a), square(b), 0, square(c))
	})
	gemm64Workload = gemmWorkload(gemm64, func(a, b, c []float64, n int) {
		square := func(s []float64) blas64.General { return blas64.General{Rows: n, Cols: n, Stride: n, Data: s} }
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, square(a), square(b), 0, square(c))
	})
)

func gemmWorkload[T float32 | float64](honed *hone.Fn[func(a, b, c []T, n int)], gonum func(a, b, c []T, n int)) workload {
	real := rig.RealName[T]()
	return workload{
		name:     "gemm-" + real,
		about:    "matrix times matrix, " + real + ": bound by arithmetic",
		item:     "product",
		params:   []string{"n"},
		defaults: []int{1024},
		tiny:     []int{4},
		peers:    blasPeers("gemm", real),
		goals:    map[rival]float64{byOpenBLAS: 0.9, byNumba: 1},
		open:     func(size []int) *instance { return openGemm(size[0], honed, gonum) },
	}
}

// gemmPlain computes the rows of C that belong to those of A: the loops in an order in which a Go
// programmer without hone reads both matrices along their rows.
func gemmPlain[T float32 | float64](a, b, c []T, n int) {
	for i := range len(a) / n {
		row := c[i*n : (i+1)*n]
		clear(row)
		for k, f := range a[i*n : (i+1)*n] {
			from := b[k*n : k*n+len(row)]
			for j := range row {
				row[j] += f * from[j]
			}
		}
	}
}

func openGemm[T float32 | float64](n int, honed *hone.Fn[func(a, b, c []T, n int)], gonum func(a, b, c []T, n int)) *instance {
	rnd := rig.Noise(7)
	a, b, c := rig.Noisy[T](&rnd, n*n, -1, 1), rig.Noisy[T](&rnd, n*n, -1, 1), rig.Aligned[T](n*n)
	small := min(n, 4)
	return &instance{
		items:  n * n * n,
		bytes:  3 * len(rig.Raw(c)),
		flops:  2 * n * n * n,
		input:  [][]byte{rig.Raw(a), rig.Raw(b)},
		forget: func() { clear(c) },
		plain:  func() { gemmPlain(a, b, c, n) },
		cores:  func() { inBands(n, func(lo, hi int) { gemmPlain(a[lo*n:hi*n], b, c[lo*n:hi*n], n) }) },
		honed:  func() { honed.Call(a, b, c, n) },
		gonum:  func() { gonum(a, b, c, n) },
		output: func() []byte { return rig.Snapshot(c) },
		status: func() honedStatus { return statusOf(honed) },
		// As for gemv.
		check:      func(want, got []byte) (string, error) { return rig.CloseTo[T](want, got, float64(n)*rig.Epsilon[T]()) },
		smallPlain: func() { gemmPlain(a[:small*small], b, c, small) },
		smallHoned: func() { honed.Call(a, b, c, small) },
	}
}
