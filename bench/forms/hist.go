package main

import (
	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// How often each byte occurs.

func histBare(bins []int32, in []uint8) {
	for i := range bins {
		bins[i] = 0
	}
	for i := 0; i < len(in); i++ {
		bins[in[i]]++
	}
}

func histBareRange(bins []int32, in []uint8) {
	clear(bins)
	for _, v := range in {
		bins[v] += 1
	}
}

func histBareFour(bins []int32, in []uint8) {
	var a, b, c, d [256]int32
	i := 0
	for ; i+4 <= len(in); i += 4 {
		a[in[i]]++
		b[in[i+1]]++
		c[in[i+2]]++
		d[in[i+3]]++
	}
	for ; i < len(in); i++ {
		a[in[i]]++
	}
	for k := range a {
		bins[k] = a[k] + b[k] + c[k] + d[k]
	}
}

func histBareArray(bins []int32, in []uint8) {
	var count [256]int32
	for _, v := range in {
		count[v]++
	}
	for k, n := range count {
		bins[k] = n
	}
}

func histChunks(bins []int32, in []uint8) {
	const chunks = 16
	parts := make([]int32, chunks*256)
	for c := range hone.Parallel(chunks) {
		lo, hi := len(in)*c/chunks, len(in)*(c+1)/chunks
		part := parts[c*256 : (c+1)*256]
		for _, v := range in[lo:hi] {
			part[v]++
		}
	}
	for k := range hone.Parallel(256) {
		sum := int32(0)
		for c := range chunks {
			sum += parts[c*256+k]
		}
		bins[k] = sum
	}
}

func histPerBin(bins []int32, in []uint8) {
	for k := range hone.Parallel(len(bins)) {
		bins[k] = hone.Sum(len(in), func(i int) int32 {
			if int(in[i]) == k {
				return 1
			}
			return 0
		})
	}
}

func histBareClosure(bins []int32, in []uint8) {
	clear(bins)
	count := func(v uint8) { bins[int(v)&255]++ }
	for i := len(in) - 1; i >= 0; i-- {
		count(in[i])
	}
}

var (
	histChunksHoned      = hone.Func(histChunks)
	histPerBinHoned      = hone.Func(histPerBin)
	histBareHoned        = hone.Func(histBare)
	histBareRangeHoned   = hone.Func(histBareRange)
	histBareFourHoned    = hone.Func(histBareFour)
	histBareArrayHoned   = hone.Func(histBareArray)
	histBareClosureHoned = hone.Func(histBareClosure)
)

var hist = kernel{
	name:   "hist",
	about:  "histogram of bytes",
	cache:  []int{200003},
	memory: []int{10000019},
	tiny:   []int{9},
	odd:    [][]int{{0}, {1}, {19}, {4099}},
	exact:  true,
	open: func(size []int) *instance {
		n := size[0]
		in, bins := noisyBytes(17, n), rig.Aligned[int32](256)
		for i := range in {
			in[i] &= in[(i+1)%n] // some bytes more often than others
		}
		call := func(f func(bins []int32, in []uint8)) { f(bins, in) }
		return &instance{
			input:  [][]byte{in},
			reset:  wiped(bins),
			output: func() []byte { return rig.Snapshot(bins) },
			check:  same[int32](0),
			forms: []form{
				bare("plain loop", histBareHoned, histBare, call),
				bare("range", histBareRangeHoned, histBareRange, call),
				bare("four tables", histBareFourHoned, histBareFour, call),
				bare("local array", histBareArrayHoned, histBareArray, call),
				bare("closure, counting down", histBareClosureHoned, histBareClosure, call),
				marked("chunks", histChunksHoned, histChunks, call),
				marked("bin by bin", histPerBinHoned, histPerBin, call),
			},
		}
	},
}
