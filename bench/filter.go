package main

import (
	"fmt"

	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// filter keeps the numbers above a threshold, in order, at the front of out, and says how many they are.
func filter(x, out []float32, above float32) int {
	return hone.KeepInto(out, len(x), func(i int) (float32, bool) { return x[i], x[i] > above })
}

// filterLoop is the loop as one writes it in Go without hone.
func filterLoop(x, out []float32, above float32) int {
	n := 0
	for _, v := range x {
		if v > above {
			out[n] = v
			n++
		}
	}
	return n
}

var (
	filterHoned     = hone.Func(filter)
	filterLoopHoned = hone.Func(filterLoop)
)

var (
	filter1Workload      = filterWorkload(1, "", filterHoned)
	filter50Workload     = filterWorkload(50, "", filterHoned)
	filter99Workload     = filterWorkload(99, "", filterHoned)
	filterLoop1Workload  = filterWorkload(1, "loop-", filterLoopHoned)
	filterLoop50Workload = filterWorkload(50, "loop-", filterLoopHoned)
	filterLoop99Workload = filterWorkload(99, "loop-", filterLoopHoned)
)

func filterWorkload(percent int, form string, honed *hone.Fn[func(x, out []float32, above float32) int]) workload {
	how := "hone.KeepInto"
	if form != "" {
		how = "a plain loop"
	}
	return workload{
		name:     fmt.Sprintf("filter-%s%d", form, percent),
		about:    fmt.Sprintf("the %d %% of random numbers above a threshold, float32, %s", percent, how),
		item:     "number",
		params:   []string{"n"},
		defaults: []int{16_000_000},
		tiny:     []int{16},
		peers:    append(python("filter.py", ""), peerSource{file: "filter.c"}),
		open:     func(size []int) *instance { return openFilter(size[0], percent, honed) },
	}
}

func openFilter(n, percent int, honed *hone.Fn[func(x, out []float32, above float32) int]) *instance {
	rnd := rig.Noise(22)
	x, out, kept := rig.Noisy[float32](&rnd, n, 0, 100), rig.Aligned[float32](n), make([]int64, 1)
	above := float32(100 - percent)
	small := min(n, 16)
	return &instance{
		items:  n,
		bytes:  4*n + 4*n*percent/100,
		input:  [][]byte{rig.Raw([]float32{above}), rig.Raw(x)},
		forget: func() { clear(out); kept[0] = -1 },
		plain:  func() { kept[0] = int64(filterLoop(x, out, above)) },
		honed:  func() { kept[0] = int64(honed.Call(x, out, above)) },
		// What lies behind the numbers that are kept is nobody's business.
		output:     func() []byte { return append(rig.Snapshot(kept), rig.Snapshot(out[:max(kept[0], 0)])...) },
		status:     func() honedStatus { return statusOf(honed) },
		check:      func(want, got []byte) (string, error) { return rig.SameAs[uint32](want, got, 0) },
		smallPlain: func() { filterLoop(x[:small], out[:small], above) },
		smallHoned: func() { honed.Call(x[:small], out[:small], above) },
	}
}
