package main

import (
	"fmt"
	"math"
	"sync"

	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// A summary is what one pass over numbers finds out; mean and variance follow from the sums.
type summary struct {
	min, max     float32
	sum, squares float64
}

var nothing = summary{min: math.MaxFloat32, max: -math.MaxFloat32}

// of is the summary of one number, and and that of two sets.
func of(v float32) summary {
	d := float64(v)
	return summary{v, v, d, d * d}
}

func and(a, b summary) summary {
	return summary{min(a.min, b.min), max(a.max, b.max), a.sum + b.sum, a.squares + b.squares}
}

func (s summary) moments(n int) (least, most, mean, variance float64) {
	mean = s.sum / float64(n)
	return float64(s.min), float64(s.max), mean, s.squares/float64(n) - mean*mean
}

func moments(x []float32) (least, most, mean, variance float64) {
	id := summary{min: math.MaxFloat32, max: -math.MaxFloat32}
	return hone.Reduce(len(x), id, and, func(i int) summary { return of(x[i]) }).moments(len(x))
}

var momentsHoned = hone.Func(moments)

var momentsWorkload = workload{
	name:     "moments",
	about:    "minimum, maximum, mean and variance in one pass, float32 summed in float64",
	item:     "number",
	params:   []string{"n"},
	defaults: []int{16 << 20},
	tiny:     []int{16},
	peers:    append(python("moments.py", ""), peerSource{file: "moments.c"}),
	open:     openMoments,
}

// summaryPlain is the loop as one writes it in Go without hone.
func summaryPlain(x []float32) summary {
	s := nothing
	for _, v := range x {
		s.min = min(s.min, v)
		s.max = max(s.max, v)
		s.sum += float64(v)
		s.squares += float64(v) * float64(v)
	}
	return s
}

func openMoments(size []int) *instance {
	n := size[0]
	rnd := rig.Noise(10)
	x := rig.Noisy[float32](&rnd, n, -3, 5)
	var result [4]float64
	keep := func(least, most, mean, variance float64) { result = [4]float64{least, most, mean, variance} }
	small := min(n, 16)
	return &instance{
		items:  n,
		bytes:  4 * n,
		input:  [][]byte{rig.Raw(x)},
		forget: func() { result = [4]float64{} },
		plain:  func() { keep(summaryPlain(x).moments(n)) },
		cores: func() {
			var adding sync.Mutex
			all := nothing
			inBands(n, func(lo, hi int) {
				s := summaryPlain(x[lo:hi])
				adding.Lock()
				defer adding.Unlock()
				all = and(all, s)
			})
			keep(all.moments(n))
		},
		honed:  func() { keep(momentsHoned.Call(x)) },
		output: func() []byte { return rig.Snapshot(result[:]) },
		status: func() honedStatus { return statusOf(momentsHoned) },
		check: func(want, got []byte) (string, error) {
			if len(got) != 32 {
				return "", fmt.Errorf("%d bytes, not four numbers", len(got))
			}
			return rig.NearTo[float64](want, got, 1e-9)
		},
		smallPlain: func() { keep(summaryPlain(x[:small]).moments(small)) },
		smallHoned: func() { keep(momentsHoned.Call(x[:small])) },
	}
}
