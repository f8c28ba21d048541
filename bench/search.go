package main

import (
	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// argMax is the place of the largest number, the first of equal ones.
func argMax(x []float32, _ float32) int {
	return hone.ArgMax(len(x), func(i int) float32 { return x[i] })
}

// anyAbove says whether a number is above a threshold, as 1 or 0.
func anyAbove(x []float32, above float32) int {
	if hone.Any(len(x), func(i int) bool { return x[i] > above }) {
		return 1
	}
	return 0
}

var (
	argMaxHoned   = hone.Func(argMax)
	anyAboveHoned = hone.Func(anyAbove)
)

var (
	argMaxWorkload = searchWorkload("argmax", "place of the largest of random numbers, float32", argMaxHoned, argMaxPlain)
	anyWorkload    = searchWorkload("any", "whether a number is above a threshold, float32: the one at nine tenths is", anyAboveHoned, anyAbovePlain)
)

func searchWorkload(name, about string, honed *hone.Fn[func([]float32, float32) int], plain func([]float32, float32) int) workload {
	return workload{
		name:     name,
		about:    about,
		item:     "number",
		params:   []string{"n"},
		defaults: []int{16_000_000},
		tiny:     []int{16},
		peers:    append(python(name+".py", ""), peerSource{file: name + ".c"}),
		open:     func(size []int) *instance { return openSearch(size[0], honed, plain) },
	}
}

// argMaxPlain and anyAbovePlain are the loops as one writes them in Go without hone.
func argMaxPlain(x []float32, _ float32) int {
	at := 0
	for i, v := range x {
		if v > x[at] {
			at = i
		}
	}
	return at
}

func anyAbovePlain(x []float32, above float32) int {
	for _, v := range x {
		if v > above {
			return 1
		}
	}
	return 0
}

func openSearch(n int, honed *hone.Fn[func([]float32, float32) int], plain func([]float32, float32) int) *instance {
	rnd := rig.Noise(23)
	x, out := rig.Noisy[float32](&rnd, n, -1, 1), make([]int64, 1)
	above := float32(1.5)
	x[n*9/10] = 2
	small := min(n, 16)
	return &instance{
		items:      n,
		bytes:      4 * n,
		input:      [][]byte{rig.Raw([]float32{above}), rig.Raw(x)},
		forget:     func() { out[0] = -1 },
		plain:      func() { out[0] = int64(plain(x, above)) },
		honed:      func() { out[0] = int64(honed.Call(x, above)) },
		output:     func() []byte { return rig.Snapshot(out) },
		status:     func() honedStatus { return statusOf(honed) },
		check:      func(want, got []byte) (string, error) { return rig.SameAs[int64](want, got, 0) },
		smallPlain: func() { plain(x[:small], above) },
		smallHoned: func() { honed.Call(x[:small], above) },
	}
}
