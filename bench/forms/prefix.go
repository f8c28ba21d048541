package main

import (
	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// Running sums: out[i] is the sum of in[0] to in[i].

func prefixBare(out, in []int32) {
	sum := int32(0)
	for i := 0; i < len(in); i++ {
		sum += in[i]
		out[i] = sum
	}
}

func prefixBareRange(out, in []int32) {
	var sum int32
	for i, v := range in {
		sum += v
		out[i] = sum
	}
}

func prefixBareLast(out, in []int32) {
	if len(in) == 0 {
		return
	}
	out[0] = in[0]
	for i := 1; i < len(in); i++ {
		out[i] = out[i-1] + in[i]
	}
}

func prefixBareIf(out, in []int32) {
	for i := range in {
		if i == 0 {
			out[i] = in[i]
		} else {
			out[i] = out[i-1] + in[i]
		}
	}
}

func prefixBareInPlace(out, in []int32) {
	copy(out, in)
	for i := 1; i < len(out); i++ {
		out[i] += out[i-1]
	}
}

func prefixBareShift(out, in []int32) {
	sum := int32(0)
	for len(in) > 0 && len(out) > 0 {
		sum += in[0]
		out[0] = sum
		in, out = in[1:], out[1:]
	}
}

func prefixChunks(out, in []int32) {
	const chunk = 4096
	n := (len(in) + chunk - 1) / chunk
	totals := make([]int32, n)
	for c := range hone.Parallel(n) {
		sum := int32(0)
		for i := c * chunk; i < min((c+1)*chunk, len(in)); i++ {
			sum += in[i]
		}
		totals[c] = sum
	}
	sum := int32(0)
	for c, t := range totals {
		totals[c] = sum
		sum += t
	}
	for c := range hone.Parallel(n) {
		s := totals[c]
		for i := c * chunk; i < min((c+1)*chunk, len(in)); i++ {
			s += in[i]
			out[i] = s
		}
	}
}

func prefixBareClosure(out, in []int32) {
	total := int32(0)
	add := func(v int32) int32 {
		total += v
		return total
	}
	for i := range out {
		out[i] = add(in[i])
	}
}

var (
	prefixChunksHoned      = hone.Func(prefixChunks)
	prefixBareHoned        = hone.Func(prefixBare)
	prefixBareRangeHoned   = hone.Func(prefixBareRange)
	prefixBareLastHoned    = hone.Func(prefixBareLast)
	prefixBareIfHoned      = hone.Func(prefixBareIf)
	prefixBareInPlaceHoned = hone.Func(prefixBareInPlace)
	prefixBareShiftHoned   = hone.Func(prefixBareShift)
	prefixBareClosureHoned = hone.Func(prefixBareClosure)
)

var prefix = kernel{
	name:   "prefix",
	about:  "running sums, int32",
	cache:  []int{70001},
	memory: []int{5000011},
	tiny:   []int{9},
	odd:    [][]int{{0}, {1}, {17}, {4099}},
	exact:  true,
	open: func(size []int) *instance {
		n := size[0]
		rnd := rig.Noise(6)
		in, out := rig.Aligned[int32](n), rig.Aligned[int32](n)
		for i := range in {
			in[i] = int32(rnd.Bits() >> 40)
		}
		call := func(f func(out, in []int32)) { f(out, in) }
		return &instance{
			input:  [][]byte{rig.Raw(in)},
			reset:  wiped(out),
			output: func() []byte { return rig.Snapshot(out) },
			check:  same[int32](0),
			forms: []form{
				bare("sum in a variable", prefixBareHoned, prefixBare, call),
				bare("range", prefixBareRangeHoned, prefixBareRange, call),
				bare("out[i-1]", prefixBareLastHoned, prefixBareLast, call),
				bare("out[i-1], if", prefixBareIfHoned, prefixBareIf, call),
				bare("copy, in place", prefixBareInPlaceHoned, prefixBareInPlace, call),
				bare("shrinking slices", prefixBareShiftHoned, prefixBareShift, call),
				bare("closure", prefixBareClosureHoned, prefixBareClosure, call),
				marked("chunks in two passes", prefixChunksHoned, prefixChunks, call),
			},
		}
	},
}
