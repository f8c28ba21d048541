package main

import (
	"math"

	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// The softmax of each row of a matrix: exp(x - max), divided by the row's sum of these.

func softmaxDeclared(out, in []float32, h, w int) {
	for y := range hone.Parallel(h) {
		top := hone.Max(w, func(x int) float32 { return in[y*w+x] })
		for x := range w {
			out[y*w+x] = float32(math.Exp(float64(in[y*w+x] - top)))
		}
		sum := hone.Sum(w, func(x int) float32 { return out[y*w+x] })
		for x := range w {
			out[y*w+x] /= sum
		}
	}
}

func softmaxRows(out, in []float32, h, w int) {
	for y := range hone.Parallel(h) {
		top := in[y*w]
		for x := 1; x < w; x++ {
			top = max(top, in[y*w+x])
		}
		sum := float32(0)
		for x := range w {
			e := float32(math.Exp(float64(in[y*w+x] - top)))
			out[y*w+x] = e
			sum += e
		}
		for x := range w {
			out[y*w+x] /= sum
		}
	}
}

func softmaxSlices(out, in []float32, h, w int) {
	for y := range hone.Parallel(h) {
		row, dst := in[y*w:(y+1)*w], out[y*w:(y+1)*w]
		top := row[0]
		for _, v := range row {
			if v > top {
				top = v
			}
		}
		sum := float32(0)
		for x, v := range row {
			dst[x] = float32(math.Exp(float64(v - top)))
			sum += dst[x]
		}
		for x := range dst {
			dst[x] /= sum
		}
	}
}

func softmaxBare(out, in []float32, h, w int) {
	for y := 0; y < h; y++ {
		top := float32(math.Inf(-1))
		for x := 0; x < w; x++ {
			if in[y*w+x] > top {
				top = in[y*w+x]
			}
		}
		sum := float32(0)
		for x := 0; x < w; x++ {
			out[y*w+x] = float32(math.Exp(float64(in[y*w+x] - top)))
			sum += out[y*w+x]
		}
		for x := 0; x < w; x++ {
			out[y*w+x] = out[y*w+x] / sum
		}
	}
}

func exp32(x float32) float32 { return float32(math.Exp(float64(x))) }

func maxOf(x []float32) float32 {
	m := x[0]
	for _, v := range x[1:] {
		m = max(m, v)
	}
	return m
}

func sumOf(x []float32) float32 {
	s := float32(0)
	for _, v := range x {
		s += v
	}
	return s
}

func softmaxBareHelpers(out, in []float32, h, w int) {
	for y := range h {
		row, dst := in[y*w:][:w], out[y*w:][:w]
		top := maxOf(row)
		for x := range dst {
			dst[x] = exp32(row[x] - top)
		}
		sum := sumOf(dst)
		for x := range dst {
			dst[x] /= sum
		}
	}
}

func softmaxPasses(out, in []float32, h, w int) {
	top, sum := make([]float32, h), make([]float32, h)
	for y := range hone.Parallel(h) {
		top[y] = in[y*w]
		for x := 1; x < w; x++ {
			if in[y*w+x] > top[y] {
				top[y] = in[y*w+x]
			}
		}
	}
	for y, x := range hone.Parallel2(h, w) {
		out[y*w+x] = exp32(in[y*w+x] - top[y])
	}
	for y := range hone.Parallel(h) {
		for x := range w {
			sum[y] += out[y*w+x]
		}
	}
	for y, x := range hone.Parallel2(h, w) {
		out[y*w+x] /= sum[y]
	}
}

func softmaxShrinking(out, in []float32, h, w int) {
	for len(in) >= w && w > 0 {
		row, dst := in[:w:w], out[:w:w]
		in, out = in[w:], out[w:]
		top := row[0]
		for _, v := range row {
			top = max(top, v)
		}
		sum := float32(0)
		for i, v := range row {
			e := exp32(v - top)
			sum += e
			dst[i] = e
		}
		for i := range dst {
			dst[i] /= sum
		}
	}
}

var (
	softmaxDeclaredHoned    = hone.Func(softmaxDeclared)
	softmaxRowsHoned        = hone.Func(softmaxRows)
	softmaxSlicesHoned      = hone.Func(softmaxSlices)
	softmaxPassesHoned      = hone.Func(softmaxPasses)
	softmaxBareHoned        = hone.Func(softmaxBare)
	softmaxBareHelpersHoned = hone.Func(softmaxBareHelpers)
	softmaxShrinkingHoned   = hone.Func(softmaxShrinking)
)

var softmax = kernel{
	name:   "softmax",
	about:  "softmax of rows, float32",
	cache:  []int{101, 509},
	memory: []int{5003, 509},
	tiny:   []int{5, 6},
	odd:    [][]int{{1, 1}, {7, 3}, {19, 131}},
	open: func(size []int) *instance {
		h, w := size[0], size[1]
		rnd := rig.Noise(15)
		in, out := rig.Noisy[float32](&rnd, w*h, -4, 4), rig.Aligned[float32](w*h)
		call := func(f func(out, in []float32, h, w int)) { f(out, in, h, w) }
		return &instance{
			input:  [][]byte{rig.Raw(in)},
			reset:  wiped(out),
			output: func() []byte { return rig.Snapshot(out) },
			check:  near[float32](1e-5),
			forms: []form{
				marked("rows", softmaxRowsHoned, softmaxRows, call),
				marked("hone.Max, hone.Sum", softmaxDeclaredHoned, softmaxDeclared, call).otherBits("declared sum"),
				marked("rows as sub-slices", softmaxSlicesHoned, softmaxSlices, call),
				marked("four passes", softmaxPassesHoned, softmaxPasses, call),
				bare("plain loops", softmaxBareHoned, softmaxBare, call),
				bare("helpers on sub-slices", softmaxBareHelpersHoned, softmaxBareHelpers, call),
				bare("shrinking slices", softmaxShrinkingHoned, softmaxShrinking, call),
			},
		}
	},
}
