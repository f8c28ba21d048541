package main

import (
	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// A separable Gaussian of radius 2, first along the rows, then along the columns; beyond the edges the picture goes on as at the edge.

const gauss0, gauss1, gauss2 = 0.375, 0.25, 0.0625

func gaussMinMax(out, in []float32, w, h int) {
	tmp := make([]float32, w*h)
	for y, x := range hone.Parallel2(h, w) {
		row := y * w
		tmp[row+x] = gauss2*in[row+max(x-2, 0)] + gauss1*in[row+max(x-1, 0)] + gauss0*in[row+x] + gauss1*in[row+min(x+1, w-1)] + gauss2*in[row+min(x+2, w-1)]
	}
	for y, x := range hone.Parallel2(h, w) {
		out[y*w+x] = gauss2*tmp[max(y-2, 0)*w+x] + gauss1*tmp[max(y-1, 0)*w+x] + gauss0*tmp[y*w+x] + gauss1*tmp[min(y+1, h-1)*w+x] + gauss2*tmp[min(y+2, h-1)*w+x]
	}
}

var gaussWeights = [5]float32{gauss2, gauss1, gauss0, gauss1, gauss2}

func gaussTaps(out, in []float32, w, h int) {
	tmp := make([]float32, w*h)
	for y, x := range hone.Parallel2(h, w) {
		sum := float32(0)
		for d := -2; d <= 2; d++ {
			sum += gaussWeights[d+2] * in[y*w+min(max(x+d, 0), w-1)]
		}
		tmp[y*w+x] = sum
	}
	for y, x := range hone.Parallel2(h, w) {
		sum := float32(0)
		for d := -2; d <= 2; d++ {
			sum += gaussWeights[d+2] * tmp[min(max(y+d, 0), h-1)*w+x]
		}
		out[y*w+x] = sum
	}
}

func gaussHelper(out, in []float32, w, h int) {
	tmp := make([]float32, len(in))
	for y := range hone.Parallel(h) {
		for x := 0; x < w; x++ {
			tmp[y*w+x] = gauss2*in[y*w+clampIndex(x-2, w)] + gauss1*in[y*w+clampIndex(x-1, w)] + gauss0*in[y*w+x] +
				gauss1*in[y*w+clampIndex(x+1, w)] + gauss2*in[y*w+clampIndex(x+2, w)]
		}
	}
	for y := range hone.Parallel(h) {
		for x := 0; x < w; x++ {
			out[y*w+x] = gauss2*tmp[clampIndex(y-2, h)*w+x] + gauss1*tmp[clampIndex(y-1, h)*w+x] + gauss0*tmp[y*w+x] +
				gauss1*tmp[clampIndex(y+1, h)*w+x] + gauss2*tmp[clampIndex(y+2, h)*w+x]
		}
	}
}

// gauss5 weighs five numbers.
func gauss5(a, b, c, d, e float32) float32 {
	return gauss2*a + gauss1*b + gauss0*c + gauss1*d + gauss2*e
}

func gaussBareRows(out, in []float32, w, h int) {
	tmp := make([]float32, w*h)
	for y := 0; y < h; y++ {
		src, dst := in[y*w:(y+1)*w], tmp[y*w:(y+1)*w]
		at := func(x int) float32 { return src[min(max(x, 0), w-1)] }
		for x := 0; x < min(2, w); x++ {
			dst[x] = gauss5(at(x-2), at(x-1), at(x), at(x+1), at(x+2))
		}
		for x := 2; x < w-2; x++ {
			dst[x] = gauss5(src[x-2], src[x-1], src[x], src[x+1], src[x+2])
		}
		for x := max(w-2, 2); x < w; x++ {
			dst[x] = gauss5(at(x-2), at(x-1), at(x), at(x+1), at(x+2))
		}
	}
	row := func(y int) []float32 {
		y = min(max(y, 0), h-1)
		return tmp[y*w : (y+1)*w]
	}
	for y := 0; y < h; y++ {
		a, b, c, d, e := row(y-2), row(y-1), row(y), row(y+1), row(y+2)
		dst := out[y*w : (y+1)*w]
		for x := range dst {
			dst[x] = gauss5(a[x], b[x], c[x], d[x], e[x])
		}
	}
}

func gaussBare(out, in []float32, w, h int) {
	tmp := make([]float32, w*h)
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			sum := float32(0)
			for d := -2; d <= 2; d++ {
				xx := x + d
				if xx < 0 {
					xx = 0
				} else if xx >= w {
					xx = w - 1
				}
				sum += gaussWeights[d+2] * in[y*w+xx]
			}
			tmp[y*w+x] = sum
		}
	}
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			sum := float32(0)
			for d := -2; d <= 2; d++ {
				yy := y + d
				if yy < 0 {
					yy = 0
				} else if yy >= h {
					yy = h - 1
				}
				sum += gaussWeights[d+2] * tmp[yy*w+x]
			}
			out[y*w+x] = sum
		}
	}
}

// gaussLine blurs n numbers that are step apart.
func gaussLine(out, in []float32, begin, n, step int) {
	for i := 0; i < n; i++ {
		a, b, d, e := max(i-2, 0), max(i-1, 0), min(i+1, n-1), min(i+2, n-1)
		out[begin+i*step] = gauss2*in[begin+a*step] + gauss1*in[begin+b*step] + gauss0*in[begin+i*step] + gauss1*in[begin+d*step] + gauss2*in[begin+e*step]
	}
}

func gaussBareLines(out, in []float32, w, h int) {
	tmp := make([]float32, w*h)
	for y := range h {
		gaussLine(tmp, in, y*w, w, 1)
	}
	for x := range w {
		gaussLine(out, tmp, x, h, w)
	}
}

func gaussParallelLines(out, in []float32, w, h int) {
	tmp := make([]float32, w*h)
	for y := range hone.Parallel(h) {
		gaussLine(tmp, in, y*w, w, 1)
	}
	for x := range hone.Parallel(w) {
		gaussLine(out, tmp, x, h, w)
	}
}

var (
	gaussMinMaxHoned        = hone.Func(gaussMinMax)
	gaussTapsHoned          = hone.Func(gaussTaps)
	gaussHelperHoned        = hone.Func(gaussHelper)
	gaussParallelLinesHoned = hone.Func(gaussParallelLines)
	gaussBareRowsHoned      = hone.Func(gaussBareRows)
	gaussBareHoned          = hone.Func(gaussBare)
	gaussBareLinesHoned     = hone.Func(gaussBareLines)
)

var gauss = kernel{
	name:   "gauss",
	about:  "separable Gaussian of radius 2 with a temporary, float32, clamped",
	cache:  []int{251, 197},
	memory: []int{2501, 2003},
	tiny:   []int{7, 6},
	odd:    [][]int{{1, 1}, {2, 3}, {67, 19}},
	exact:  true,
	open: func(size []int) *instance {
		w, h := size[0], size[1]
		rnd := rig.Noise(9)
		in, out := rig.Noisy[float32](&rnd, w*h, -1, 1), rig.Aligned[float32](w*h)
		call := func(f func(out, in []float32, w, h int)) { f(out, in, w, h) }
		return &instance{
			input:  [][]byte{rig.Raw(in)},
			reset:  wiped(out),
			output: func() []byte { return rig.Snapshot(out) },
			check:  near[float32](1e-6),
			forms: []form{
				marked("clamp by min, max", gaussMinMaxHoned, gaussMinMax, call),
				marked("loops over taps", gaussTapsHoned, gaussTaps, call),
				marked("clamp by helper", gaussHelperHoned, gaussHelper, call),
				marked("helper for lines", gaussParallelLinesHoned, gaussParallelLines, call),
				bare("rows as sub-slices, split", gaussBareRowsHoned, gaussBareRows, call),
				bare("clamp by if, loops over taps", gaussBareHoned, gaussBare, call),
				bare("helper for lines, bare", gaussBareLinesHoned, gaussBareLines, call),
			},
		}
	},
}
