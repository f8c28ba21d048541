package main

import (
	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// runSum is a plain loop: hone finds by itself that it is a scan, as sums of integers may be taken in any order.
func runSum(x, out []int64) {
	sum := int64(0)
	for i, v := range x {
		sum += v
		out[i] = sum
	}
}

// runSumFloat declares the scan: the order of its sums is hone's.
func runSumFloat(x, out []float64) {
	hone.ScanInto(out, 0, func(a, b float64) float64 { return a + b }, func(i int) float64 { return x[i] })
}

// runSumBefore is where each of several things of these sizes begins, one behind the other.
func runSumBefore(x, out []uint32) {
	hone.ScanExclusiveInto(out, 0, func(a, b uint32) uint32 { return a + b }, func(i int) uint32 { return x[i] })
}

var (
	runSumHoned       = hone.Func(runSum)
	runSumFloatHoned  = hone.Func(runSumFloat)
	runSumBeforeHoned = hone.Func(runSumBefore)
)

var (
	runSumWorkload       = runSumOf("int64", "int64, a plain loop", runSumHoned, runSumPlain, rig.SameAs[int64])
	runSumFloatWorkload  = runSumOf("float64", "float64, hone.ScanInto", runSumFloatHoned, runSumPlain, sumsClose)
	runSumBeforeWorkload = runSumOf("uint32", "uint32, exclusive", runSumBeforeHoned, runSumBeforePlain, rig.SameAs[uint32])
)

// sumsClose allows for the rounding of sums in another order.
func sumsClose(want, got []byte, _ int) (string, error) { return rig.NearTo[float64](want, got, 1e-10) }

func runSumOf[T int64 | float64 | uint32](typ, about string, honed *hone.Fn[func(x, out []T)], plain func(x, out []T), same func(want, got []byte, allowed int) (string, error)) workload {
	return workload{
		name:     "runsum-" + typ,
		about:    "running sums, " + about,
		item:     "element",
		params:   []string{"n"},
		defaults: []int{16_000_000},
		tiny:     []int{16},
		peers:    append(python("runsum.py", typ), peerSource{file: "runsum_" + typ + ".c"}),
		open:     func(size []int) *instance { return openRunSum(size[0], honed, plain, same) },
	}
}

// runSumPlain and runSumBeforePlain are the loops as one writes them in Go without hone.
func runSumPlain[T int64 | float64](x, out []T) {
	sum := T(0)
	for i, v := range x {
		sum += v
		out[i] = sum
	}
}

func runSumBeforePlain(x, out []uint32) {
	sum := uint32(0)
	for i, v := range x {
		out[i] = sum
		sum += v
	}
}

func openRunSum[T int64 | float64 | uint32](n int, honed *hone.Fn[func(x, out []T)], plain func(x, out []T), same func(want, got []byte, allowed int) (string, error)) *instance {
	rnd := rig.Noise(21)
	x, out := rig.Aligned[T](n), rig.Aligned[T](n)
	for i := range x {
		x[i] = T(rnd.Float() * 1000)
	}
	small := min(n, 16)
	return &instance{
		items:      n,
		bytes:      2 * len(rig.Raw(x)),
		input:      [][]byte{rig.Raw(x)},
		forget:     func() { clear(out) },
		plain:      func() { plain(x, out) },
		honed:      func() { honed.Call(x, out) },
		output:     func() []byte { return rig.Snapshot(out) },
		status:     func() honedStatus { return statusOf(honed) },
		check:      func(want, got []byte) (string, error) { return same(want, got, 0) },
		smallPlain: func() { plain(x[:small], out[:small]) },
		smallHoned: func() { honed.Call(x[:small], out[:small]) },
	}
}
