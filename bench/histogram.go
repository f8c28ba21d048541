package main

import (
	"sync"

	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// histogram counts how often each value occurs. Every band counts in a table of its own, as several
// iterations must not write the same one; there are no more of them than the values are worth.
func histogram(values []uint8, bins []uint32) {
	n := len(values)
	bands := min(1+n/65536, 64)
	tables := make([]uint32, bands*256)
	for b := range hone.Parallel(bands) {
		table := tables[b*256 : (b+1)*256]
		for _, v := range values[n*b/bands : n*(b+1)/bands] {
			table[v]++
		}
	}
	for v := range hone.Parallel(256) {
		bins[v] = hone.Sum(bands, func(b int) uint32 { return tables[b*256+v] })
	}
}

var histogramHoned = hone.Func(histogram)

var histogramWorkload = workload{
	name:     "histogram",
	about:    "how often each of 256 values occurs, uint8",
	item:     "value",
	params:   []string{"n"},
	defaults: []int{32 << 20},
	tiny:     []int{16},
	peers:    append(python("histogram.py", ""), peerSource{file: "histogram.c"}),
	open:     openHistogram,
}

// histogramPlain is the loop as one writes it in Go without hone.
func histogramPlain(values []uint8, bins []uint32) {
	clear(bins)
	for _, v := range values {
		bins[v]++
	}
}

func openHistogram(size []int) *instance {
	n := size[0]
	rnd := rig.Noise(9)
	values, bins := rig.Aligned[uint8](n), rig.Aligned[uint32](256)
	// As in a picture: bright and dark parts, and neighbours that are often the same.
	level := 128
	for i := range values {
		if rnd.Float() < 0.01 {
			level = rnd.Below(256)
		}
		values[i] = uint8(min(max(level+int(rnd.Between(-3, 3)), 0), 255))
	}
	small := min(n, 16)
	return &instance{
		items:  n,
		bytes:  n,
		input:  [][]byte{values},
		forget: func() { clear(bins) },
		plain:  func() { histogramPlain(values, bins) },
		cores: func() {
			clear(bins)
			var adding sync.Mutex
			inBands(n, func(lo, hi int) {
				var table [256]uint32
				histogramPlain(values[lo:hi], table[:])
				adding.Lock()
				defer adding.Unlock()
				for v, count := range table {
					bins[v] += count
				}
			})
		},
		honed:      func() { histogramHoned.Call(values, bins) },
		output:     func() []byte { return rig.Snapshot(bins) },
		status:     func() honedStatus { return statusOf(histogramHoned) },
		check:      func(want, got []byte) (string, error) { return rig.SameAs[uint32](want, got, 0) },
		smallPlain: func() { histogramPlain(values[:small], bins) },
		smallHoned: func() { histogramHoned.Call(values[:small], bins) },
	}
}
