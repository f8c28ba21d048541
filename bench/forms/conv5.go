package main

import (
	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// A 5 by 5 convolution with weights that the program knows; what lies outside the picture counts as zero.

var conv5Kernel = [5][5]float32{
	{.0030, .0133, .0219, .0133, .0030},
	{.0133, .0596, .0983, .0596, .0133},
	{.0219, .0983, .1621, .0983, .0219},
	{.0133, .0596, .0983, .0596, .0133},
	{.0030, .0133, .0219, .0133, .0030},
}

func conv5Continue(out, in []float32, w, h int) {
	for y, x := range hone.Parallel2(h, w) {
		sum := float32(0)
		for dy := -2; dy <= 2; dy++ {
			for dx := -2; dx <= 2; dx++ {
				yy, xx := y+dy, x+dx
				if yy < 0 || yy >= h || xx < 0 || xx >= w {
					continue
				}
				sum += conv5Kernel[dy+2][dx+2] * in[yy*w+xx]
			}
		}
		out[y*w+x] = sum
	}
}

func conv5Bounds(out, in []float32, w, h int) {
	for y := range hone.Parallel(h) {
		y0, y1 := max(y-2, 0), min(y+2, h-1)
		for x := range w {
			x0, x1 := max(x-2, 0), min(x+2, w-1)
			sum := float32(0)
			for yy := y0; yy <= y1; yy++ {
				for xx := x0; xx <= x1; xx++ {
					sum += conv5Kernel[yy-y+2][xx-x+2] * in[yy*w+xx]
				}
			}
			out[y*w+x] = sum
		}
	}
}

// conv5Safe is one pixel, wherever it is.
func conv5Safe(in []float32, w, h, x, y int) float32 {
	sum := float32(0)
	for j := range 5 {
		for i := range 5 {
			if yy, xx := y+j-2, x+i-2; yy >= 0 && yy < h && xx >= 0 && xx < w {
				sum += conv5Kernel[j][i] * in[yy*w+xx]
			}
		}
	}
	return sum
}

func conv5Interior(out, in []float32, w, h int) {
	for y, x := range hone.Parallel2(h, w) {
		if y < 2 || y >= h-2 || x < 2 || x >= w-2 {
			out[y*w+x] = conv5Safe(in, w, h, x, y)
			continue
		}
		sum := float32(0)
		for dy := range hone.Unroll(0, 5) {
			for dx := range hone.Unroll(0, 5) {
				sum += conv5Kernel[dy][dx] * in[(y+dy-2)*w+x+dx-2]
			}
		}
		out[y*w+x] = sum
	}
}

func conv5Closure(out, in []float32, w, h int) {
	at := func(x, y int) float32 {
		if x < 0 || y < 0 || x >= w || y >= h {
			return 0
		}
		return in[y*w+x]
	}
	for y, x := range hone.Parallel2(h, w) {
		sum := float32(0)
		for j, row := range conv5Kernel {
			for i, k := range row {
				sum += k * at(x+i-2, y+j-2)
			}
		}
		out[y*w+x] = sum
	}
}

func conv5Bare(out, in []float32, w, h int) {
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			sum := float32(0)
			for dy := -2; dy <= 2; dy++ {
				yy := y + dy
				if yy < 0 || yy >= h {
					continue
				}
				for dx := -2; dx <= 2; dx++ {
					xx := x + dx
					if xx < 0 || xx >= w {
						continue
					}
					sum += conv5Kernel[dy+2][dx+2] * in[yy*w+xx]
				}
			}
			out[y*w+x] = sum
		}
	}
}

func conv5BareSplit(out, in []float32, w, h int) {
	for y := 0; y < h; y++ {
		if y < 2 || y >= h-2 || w < 4 {
			for x := 0; x < w; x++ {
				out[y*w+x] = conv5Safe(in, w, h, x, y)
			}
			continue
		}
		for x := 0; x < 2; x++ {
			out[y*w+x] = conv5Safe(in, w, h, x, y)
		}
		for x := 2; x < w-2; x++ {
			sum := float32(0)
			for j := 0; j < 5; j++ {
				row := in[(y+j-2)*w+x-2:][:5]
				for i := 0; i < 5; i++ {
					sum += conv5Kernel[j][i] * row[i]
				}
			}
			out[y*w+x] = sum
		}
		for x := w - 2; x < w; x++ {
			out[y*w+x] = conv5Safe(in, w, h, x, y)
		}
	}
}

func conv5BarePadded(out, in []float32, w, h int) {
	pw := w + 4
	pad := make([]float32, pw*(h+4))
	for y := range h {
		copy(pad[(y+2)*pw+2:], in[y*w:(y+1)*w])
	}
	for y := range h {
		for x := range w {
			sum := float32(0)
			for j := range conv5Kernel {
				for i := range conv5Kernel[j] {
					sum += conv5Kernel[j][i] * pad[(y+j)*pw+x+i]
				}
			}
			out[y*w+x] = sum
		}
	}
}

var (
	conv5ContinueHoned   = hone.Func(conv5Continue)
	conv5BoundsHoned     = hone.Func(conv5Bounds)
	conv5InteriorHoned   = hone.Func(conv5Interior)
	conv5ClosureHoned    = hone.Func(conv5Closure)
	conv5BareHoned       = hone.Func(conv5Bare)
	conv5BareSplitHoned  = hone.Func(conv5BareSplit)
	conv5BarePaddedHoned = hone.Func(conv5BarePadded)
)

var conv5 = kernel{
	name:   "conv5",
	about:  "5 by 5 convolution with constant weights, float32, zero outside",
	cache:  []int{251, 237},
	memory: []int{2501, 2003},
	tiny:   []int{7, 6},
	odd:    [][]int{{1, 1}, {3, 3}, {2, 9}, {67, 19}},
	exact:  true,
	open: func(size []int) *instance {
		w, h := size[0], size[1]
		rnd := rig.Noise(7)
		in, out := rig.Noisy[float32](&rnd, w*h, -1, 1), rig.Aligned[float32](w*h)
		call := func(f func(out, in []float32, w, h int)) { f(out, in, w, h) }
		return &instance{
			input:  [][]byte{rig.Raw(in)},
			reset:  wiped(out),
			output: func() []byte { return rig.Snapshot(out) },
			check:  near[float32](1e-6),
			forms: []form{
				marked("continue outside", conv5ContinueHoned, conv5Continue, call),
				marked("bounds by min, max", conv5BoundsHoned, conv5Bounds, call),
				marked("interior by if, unrolled", conv5InteriorHoned, conv5Interior, call),
				marked("closure, zero outside", conv5ClosureHoned, conv5Closure, call),
				bare("continue per loop", conv5BareHoned, conv5Bare, call),
				bare("split loops, helper", conv5BareSplitHoned, conv5BareSplit, call),
				bare("padded copy", conv5BarePaddedHoned, conv5BarePadded, call),
			},
		}
	},
}
