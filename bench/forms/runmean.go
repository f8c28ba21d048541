package main

import (
	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// The mean of each window of 25 samples, rounded down; sums of integers, so that all ways to sum have the same bits.

const window = 25

func runmeanTaps(out, in []int32) {
	for i := range hone.Parallel(len(out)) {
		sum := int32(0)
		for j := range window {
			sum += in[i+j]
		}
		out[i] = sum / window
	}
}

func runmeanSum(out, in []int32) {
	for i := range hone.Parallel(len(out)) {
		out[i] = hone.Sum(window, func(j int) int32 { return in[i+j] }) / window
	}
}

func runmeanPrefix(out, in []int32) {
	total := make([]int32, len(in)+1)
	for i, v := range in {
		total[i+1] = total[i] + v
	}
	for i := range hone.Parallel(len(out)) {
		out[i] = (total[i+window] - total[i]) / window
	}
}

func runmeanBareSliding(out, in []int32) {
	sum := int32(0)
	for i := 0; i < window-1; i++ {
		sum += in[i]
	}
	for i := range out {
		sum += in[i+window-1]
		out[i] = sum / window
		sum -= in[i]
	}
}

func runmeanBareIf(out, in []int32) {
	var sum int32
	for i, v := range in {
		sum += v
		if i >= window {
			sum -= in[i-window]
		}
		if i >= window-1 {
			out[i-window+1] = sum / window
		}
	}
}

func runmeanBare(out, in []int32) {
	for i := 0; i <= len(in)-window; i++ {
		sum := 0
		for j := i; j < i+window; j++ {
			sum += int(in[j])
		}
		out[i] = int32(sum / window)
	}
}

// meanOf is the mean of some samples.
func meanOf(x []int32) int32 {
	sum := int32(0)
	for _, v := range x {
		sum += v
	}
	return sum / int32(len(x))
}

func runmeanBareHelper(out, in []int32) {
	for i := range out {
		out[i] = meanOf(in[i : i+window])
	}
}

func runmeanHelper(out, in []int32) {
	for i := range hone.Parallel(len(out)) {
		out[i] = meanOf(in[i : i+window])
	}
}

var (
	runmeanTapsHoned        = hone.Func(runmeanTaps)
	runmeanSumHoned         = hone.Func(runmeanSum)
	runmeanPrefixHoned      = hone.Func(runmeanPrefix)
	runmeanHelperHoned      = hone.Func(runmeanHelper)
	runmeanBareSlidingHoned = hone.Func(runmeanBareSliding)
	runmeanBareIfHoned      = hone.Func(runmeanBareIf)
	runmeanBareHoned        = hone.Func(runmeanBare)
	runmeanBareHelperHoned  = hone.Func(runmeanBareHelper)
)

var runmean = kernel{
	name:   "runmean",
	about:  "means of windows of 25 samples, int32",
	cache:  []int{70001},
	memory: []int{5000011},
	tiny:   []int{9},
	odd:    [][]int{{1}, {19}, {4099}},
	exact:  true,
	open: func(size []int) *instance {
		n := size[0]
		rnd := rig.Noise(22)
		in, out := rig.Aligned[int32](n+window-1), rig.Aligned[int32](n)
		for i := range in {
			in[i] = int32(rnd.Below(2000001) - 1000000)
		}
		call := func(f func(out, in []int32)) { f(out, in) }
		return &instance{
			input:  [][]byte{rig.Raw(in)},
			reset:  wiped(out),
			output: func() []byte { return rig.Snapshot(out) },
			check:  same[int32](0),
			forms: []form{
				marked("loop over the window", runmeanTapsHoned, runmeanTaps, call),
				marked("hone.Sum", runmeanSumHoned, runmeanSum, call),
				marked("running totals", runmeanPrefixHoned, runmeanPrefix, call),
				marked("helper on in[i:i+25]", runmeanHelperHoned, runmeanHelper, call),
				bare("sliding", runmeanBareSlidingHoned, runmeanBareSliding, call),
				bare("sliding by if", runmeanBareIfHoned, runmeanBareIf, call),
				bare("plain loops, int", runmeanBareHoned, runmeanBare, call),
				bare("helper on in[i:i+25], bare", runmeanBareHelperHoned, runmeanBareHelper, call),
			},
		}
	},
}
