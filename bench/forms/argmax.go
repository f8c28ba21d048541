package main

import (
	"math"

	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// The place of the largest number, the first of equal ones.

func argmaxBare(x []float32) int {
	best, at := x[0], 0
	for i := 1; i < len(x); i++ {
		if x[i] > best {
			best, at = x[i], i
		}
	}
	return at
}

func argmaxBareIndex(x []float32) int {
	at := 0
	for i := range x {
		if x[i] > x[at] {
			at = i
		}
	}
	return at
}

func argmaxBareRange(x []float32) (at int) {
	best := float32(math.Inf(-1))
	for i, v := range x {
		if v > best {
			best = v
			at = i
		}
	}
	return at
}

func argmaxBareDown(x []float32) int {
	at := len(x) - 1
	best := x[at]
	for i := at - 1; i >= 0; i-- {
		if x[i] >= best {
			best = x[i]
			at = i
		}
	}
	return at
}

func argmaxBareTwoPasses(x []float32) int {
	best := x[0]
	for _, v := range x {
		best = max(best, v)
	}
	for i, v := range x {
		if v == best {
			return i
		}
	}
	return 0
}

func argmaxReduce(x []float32) int {
	return int(hone.Reduce(len(x), hit{float32(math.Inf(-1)), math.MaxInt32}, func(a, b hit) hit {
		if b.d > a.d || b.d == a.d && b.at < a.at {
			return b
		}
		return a
	}, func(i int) hit { return hit{x[i], int32(i)} }).at)
}

func argmaxDeclaredTwoPasses(x []float32) int {
	best := hone.Max(len(x), func(i int) float32 { return x[i] })
	return hone.Min(len(x), func(i int) int {
		if x[i] == best {
			return i
		}
		return math.MaxInt
	})
}

func argmaxBareHalves(x []float32) int {
	n := len(x) / 2
	a, b := x[:n], x[n:]
	i, j := 0, 0
	for k := range a {
		if a[k] > a[i] {
			i = k
		}
	}
	for k := range b {
		if b[k] > b[j] {
			j = k
		}
	}
	if n > 0 && a[i] >= b[j] {
		return i
	}
	return n + j
}

var (
	argmaxReduceHoned            = hone.Func(argmaxReduce)
	argmaxDeclaredTwoPassesHoned = hone.Func(argmaxDeclaredTwoPasses)
	argmaxBareHoned              = hone.Func(argmaxBare)
	argmaxBareIndexHoned         = hone.Func(argmaxBareIndex)
	argmaxBareRangeHoned         = hone.Func(argmaxBareRange)
	argmaxBareDownHoned          = hone.Func(argmaxBareDown)
	argmaxBareTwoPassesHoned     = hone.Func(argmaxBareTwoPasses)
	argmaxBareHalvesHoned        = hone.Func(argmaxBareHalves)
)

var argmax = kernel{
	name:   "argmax",
	about:  "place of the largest of random numbers, float32",
	cache:  []int{100003},
	memory: []int{10000019},
	tiny:   []int{9},
	odd:    [][]int{{1}, {2}, {19}, {4099}},
	exact:  true,
	open: func(size []int) *instance {
		rnd := rig.Noise(19)
		x, out := rig.Noisy[float32](&rnd, size[0], -1, 1), make([]int64, 1)
		call := func(f func(x []float32) int) { out[0] = int64(f(x)) }
		return &instance{
			input:  [][]byte{rig.Raw(x)},
			reset:  func() { out[0] = -1 },
			output: func() []byte { return rig.Snapshot(out) },
			check:  same[int64](0),
			forms: []form{
				bare("if larger", argmaxBareHoned, argmaxBare, call),
				bare("index alone", argmaxBareIndexHoned, argmaxBareIndex, call),
				bare("range", argmaxBareRangeHoned, argmaxBareRange, call),
				bare("counting down", argmaxBareDownHoned, argmaxBareDown, call),
				bare("largest, then its place", argmaxBareTwoPassesHoned, argmaxBareTwoPasses, call),
				bare("two halves", argmaxBareHalvesHoned, argmaxBareHalves, call),
				marked("hone.Reduce of structs", argmaxReduceHoned, argmaxReduce, call),
				marked("hone.Max, hone.Min", argmaxDeclaredTwoPassesHoned, argmaxDeclaredTwoPasses, call),
			},
		}
	},
}
