package main

import (
	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// The numbers above a threshold, in order, at the front of out; a function returns how many.

func filterBare(out, in []float32, t float32) int {
	n := 0
	for i := 0; i < len(in); i++ {
		if in[i] > t {
			out[n] = in[i]
			n++
		}
	}
	return n
}

func filterBareContinue(out, in []float32, t float32) (n int) {
	for _, v := range in {
		if v <= t {
			continue
		}
		out[n] = v
		n++
	}
	return n
}

func filterBareBranchless(out, in []float32, t float32) int {
	n := 0
	for _, v := range in {
		out[n] = v
		k := 0
		if v > t {
			k = 1
		}
		n += k
	}
	return n
}

func filterBareShrinking(out, in []float32, t float32) int {
	dst := out
	for _, v := range in {
		if v > t {
			dst[0] = v
			dst = dst[1:]
		}
	}
	return len(out) - len(dst)
}

func filterClosure(out, in []float32, t float32) int {
	n := 0
	emit := func(v float32) {
		out[n] = v
		n++
	}
	keep := func(v float32) bool { return v > t }
	for i := range in {
		if keep(in[i]) {
			emit(in[i])
		}
	}
	return n
}

func filterChunks(out, in []float32, t float32) int {
	const chunk = 4096
	chunks := (len(in) + chunk - 1) / chunk
	begin := make([]int, chunks+1)
	for c := range hone.Parallel(chunks) {
		n := 0
		for _, v := range in[c*chunk : min((c+1)*chunk, len(in))] {
			if v > t {
				n++
			}
		}
		begin[c+1] = n
	}
	for c := range chunks {
		begin[c+1] += begin[c]
	}
	for c := range hone.Parallel(chunks) {
		n := begin[c]
		for i := c * chunk; i < min((c+1)*chunk, len(in)); i++ {
			if in[i] > t {
				out[n] = in[i]
				n++
			}
		}
	}
	return begin[chunks]
}

func filterPlaces(out, in []float32, t float32) int {
	place := make([]int32, len(in))
	n := int32(0)
	for i, v := range in {
		place[i] = n
		if v > t {
			n++
		}
	}
	for i := range hone.Parallel(len(in)) {
		if in[i] > t {
			out[place[i]] = in[i]
		}
	}
	return int(n)
}

var (
	filterChunksHoned         = hone.Func(filterChunks)
	filterPlacesHoned         = hone.Func(filterPlaces)
	filterClosureHoned        = hone.Func(filterClosure)
	filterBareHoned           = hone.Func(filterBare)
	filterBareContinueHoned   = hone.Func(filterBareContinue)
	filterBareBranchlessHoned = hone.Func(filterBareBranchless)
	filterBareShrinkingHoned  = hone.Func(filterBareShrinking)
)

var filter = kernel{
	name:   "filter",
	about:  "numbers above a threshold, float32, every other one of random ones",
	cache:  []int{70001},
	memory: []int{5000011},
	tiny:   []int{9},
	odd:    [][]int{{0}, {1}, {19}, {4099}},
	exact:  true,
	open: func(size []int) *instance {
		n := size[0]
		rnd := rig.Noise(18)
		in, out, count := rig.Noisy[float32](&rnd, n, -1, 1), rig.Aligned[float32](n+1), make([]int64, 1)
		call := func(f func(out, in []float32, t float32) int) { count[0] = int64(f(out, in, 0)) }
		// What lies behind the numbers that are kept is nobody's business.
		output := func() []byte { return append(rig.Snapshot(count), rig.Snapshot(out[:count[0]])...) }
		return &instance{
			input:  [][]byte{rig.Raw(in)},
			reset:  func() { clear(out); count[0] = 0 },
			output: output,
			check:  same[float32](0),
			forms: []form{
				bare("plain loop", filterBareHoned, filterBare, call),
				bare("continue", filterBareContinueHoned, filterBareContinue, call),
				bare("without a branch", filterBareBranchlessHoned, filterBareBranchless, call),
				bare("shrinking slice", filterBareShrinkingHoned, filterBareShrinking, call),
				bare("closures", filterClosureHoned, filterClosure, call),
				marked("chunks in two passes", filterChunksHoned, filterChunks, call),
				marked("places first", filterPlacesHoned, filterPlaces, call),
			},
		}
	},
}
