package main

import (
	"math"

	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"

	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

func asum[T float32 | float64](x []T) T {
	return hone.Sum(len(x), func(i int) T { return T(math.Abs(float64(x[i]))) })
}

var (
	asum32 = hone.Func(asum[float32])
	asum64 = hone.Func(asum[float64])
)

var (
	asum32Workload = asumWorkload(asum32, 16<<20, func(x []float32) float64 {
		return float64(blas32.Asum(blas32.Vector{N: len(x), Data: x, Inc: 1}))
	})
	asum64Workload = asumWorkload(asum64, 8<<20, func(x []float64) float64 {
		return blas64.Asum(blas64.Vector{N: len(x), Data: x, Inc: 1})
	})
)

func asumWorkload[T float32 | float64](honed *hone.Fn[func(x []T) T], n int, gonum func(x []T) float64) workload {
	real := rig.RealName[T]()
	return workload{
		name:     "asum-" + real,
		about:    "sum of |x|, " + real + ": bound by memory",
		item:     "element",
		params:   []string{"n"},
		defaults: []int{n},
		tiny:     []int{16},
		peers:    blasPeers("asum", real),
		open:     func(size []int) *instance { return openAsum(size[0], honed, gonum) },
	}
}

// asumPlain is the loop as one writes it in Go without hone.
func asumPlain[T float32 | float64](x []T) T {
	sum := T(0)
	for _, v := range x {
		sum += T(math.Abs(float64(v)))
	}
	return sum
}

func openAsum[T float32 | float64](n int, honed *hone.Fn[func(x []T) T], gonum func(x []T) float64) *instance {
	rnd := rig.Noise(5)
	x := rig.Noisy[T](&rnd, n, -1, 1)
	exact := 0.0
	for _, v := range x {
		exact += math.Abs(float64(v))
	}
	var result float64
	small := min(n, 16)
	return &instance{
		items:      n,
		bytes:      len(rig.Raw(x)),
		input:      [][]byte{rig.Raw(x)},
		forget:     func() { result = math.NaN() },
		plain:      func() { result = float64(asumPlain(x)) },
		cores:      func() { result = sumOfBands(n, func(lo, hi int) T { return asumPlain(x[lo:hi]) }) },
		honed:      func() { result = float64(honed.Call(x)) },
		gonum:      func() { result = gonum(x) },
		output:     func() []byte { return rig.Snapshot([]float64{result}) },
		status:     func() honedStatus { return statusOf(honed) },
		check:      func(_, got []byte) (string, error) { return sumCloseTo[T](got, n, exact, exact) },
		smallPlain: func() { result = float64(asumPlain(x[:small])) },
		smallHoned: func() { result = float64(honed.Call(x[:small])) },
	}
}
