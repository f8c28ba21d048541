package main

import (
	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// tally16 and tally32 count how often each key occurs; weigh adds up what goes with each.
func tally16(keys []uint16, _ []float64, bins []uint32) {
	copy(bins, hone.Histogram(len(keys), len(bins), 0, func(a, b uint32) uint32 { return a + b }, func(i int) (int, uint32) { return int(keys[i]), 1 }))
}

func tally32(keys []uint32, _ []float64, bins []uint32) {
	copy(bins, hone.Histogram(len(keys), len(bins), 0, func(a, b uint32) uint32 { return a + b }, func(i int) (int, uint32) { return int(keys[i]), 1 }))
}

func weigh(keys []uint32, weights, bins []float64) {
	copy(bins, hone.Histogram(len(keys), len(bins), 0, func(a, b float64) float64 { return a + b }, func(i int) (int, float64) { return int(keys[i]), weights[i] }))
}

var (
	tally16Honed = hone.Func(tally16)
	tally32Honed = hone.Func(tally32)
	weighHoned   = hone.Func(weigh)
)

var (
	tally16Workload = tallyWorkload("uint16", "uint16", "how often each uint16 occurs", 65536, tally16Honed, tallyPlain, rig.SameAs[uint32])
	tally32Workload = tallyWorkload("uint32", "uint32", "how often each of a million keys occurs, uint32", 1_000_000, tally32Honed, tallyPlain, rig.SameAs[uint32])
	weighWorkload   = tallyWorkload("weighted", "float64", "float64 added up for each of 1024 keys, uint32", 1024, weighHoned, weighPlain, weightsNear)
)

// weightsNear allows for the rounding of sums in another order.
func weightsNear(want, got []byte, _ int) (string, error) {
	return rig.NearTo[float64](want, got, 1e-10)
}

func tallyWorkload[K uint16 | uint32, B uint32 | float64](name, typ, about string, bins int, honed *hone.Fn[func([]K, []float64, []B)], plain func([]K, []float64, []B), same func(want, got []byte, allowed int) (string, error)) workload {
	return workload{
		name:     "tally-" + name,
		about:    about,
		item:     "key",
		params:   []string{"n"},
		defaults: []int{16_000_000},
		tiny:     []int{16},
		peers:    append(python("tally.py", typ), peerSource{file: "tally_" + name + ".c"}),
		open:     func(size []int) *instance { return openTally(size[0], bins, honed, plain, same) },
	}
}

// tallyPlain and weighPlain are the loops as one writes them in Go without hone.
func tallyPlain[K uint16 | uint32](keys []K, _ []float64, bins []uint32) {
	clear(bins)
	for _, k := range keys {
		bins[k]++
	}
}

func weighPlain(keys []uint32, weights, bins []float64) {
	clear(bins)
	for i, k := range keys {
		bins[k] += weights[i]
	}
}

func openTally[K uint16 | uint32, B uint32 | float64](n, bins int, honed *hone.Fn[func([]K, []float64, []B)], plain func([]K, []float64, []B), same func(want, got []byte, allowed int) (string, error)) *instance {
	rnd := rig.Noise(24)
	keys, out := rig.Aligned[K](n), rig.Aligned[B](bins)
	for i := range keys {
		keys[i] = K(rnd.Below(bins))
	}
	weights := rig.Noisy[float64](&rnd, n, 0, 1)
	small := min(n, 16)
	return &instance{
		items:      n,
		bytes:      len(rig.Raw(keys)),
		input:      [][]byte{rig.Raw([]int64{int64(bins)}), rig.Raw(keys), rig.Raw(weights)},
		forget:     func() { clear(out) },
		plain:      func() { plain(keys, weights, out) },
		honed:      func() { honed.Call(keys, weights, out) },
		output:     func() []byte { return rig.Snapshot(out) },
		status:     func() honedStatus { return statusOf(honed) },
		check:      func(want, got []byte) (string, error) { return same(want, got, 0) },
		smallPlain: func() { plain(keys[:small], weights[:small], out) },
		smallHoned: func() { honed.Call(keys[:small], weights[:small], out) },
	}
}
