package main

import (
	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// A 5 by 5 convolution of the interior with weights that are given; out has the size of the interior.

func conv5wLoops(out, in, k []float32, w, h int) {
	ow := w - 4
	for y, x := range hone.Parallel2(h-4, ow) {
		sum := float32(0)
		for dy := 0; dy < 5; dy++ {
			for dx := 0; dx < 5; dx++ {
				sum += k[dy*5+dx] * in[(y+dy)*w+x+dx]
			}
		}
		out[y*ow+x] = sum
	}
}

func conv5wRadius(out, in, k []float32, w, h int) {
	const r = 2
	for y := range hone.Parallel(h - 2*r) {
		for x := r; x < w-r; x++ {
			sum := float32(0)
			n := 0
			for dy := -r; dy <= r; dy++ {
				for dx := -r; dx <= r; dx++ {
					sum += k[n] * in[(y+r+dy)*w+x+dx]
					n++
				}
			}
			out[y*(w-2*r)+x-r] = sum
		}
	}
}

func conv5wSlices(out, in, k []float32, w, h int) {
	for y, x := range hone.Parallel2(h-4, w-4) {
		sum := float32(0)
		for j := range 5 {
			row := in[(y+j)*w+x : (y+j)*w+x+5]
			for i, v := range k[5*j : 5*j+5] {
				sum += v * row[i]
			}
		}
		out[y*(w-4)+x] = sum
	}
}

func conv5wArray(out, in, k []float32, w, h int) {
	var f [25]float32
	for i := range f {
		f[i] = k[i]
	}
	for y, x := range hone.Parallel2(h-4, w-4) {
		sum := float32(0)
		for i, v := range f {
			sum += v * in[(y+i/5)*w+x+i%5]
		}
		out[y*(w-4)+x] = sum
	}
}

func conv5wBareTaps(out, in, k []float32, w, h int) {
	ow, oh := w-4, h-4
	clear(out)
	for dy := 0; dy < 5; dy++ {
		for dx := 0; dx < 5; dx++ {
			f := k[dy*5+dx]
			for y := 0; y < oh; y++ {
				src, dst := in[(y+dy)*w+dx:], out[y*ow:(y+1)*ow]
				for x := range dst {
					dst[x] += f * src[x]
				}
			}
		}
	}
}

func conv5wBare(out, in, k []float32, w, h int) {
	i := 0
	for y := 2; y < h-2; y++ {
		for x := 2; x < w-2; x++ {
			var sum float32
			for dy := -2; dy <= 2; dy++ {
				for dx := -2; dx <= 2; dx++ {
					sum += k[(dy+2)*5+(dx+2)] * in[(y+dy)*w+(x+dx)]
				}
			}
			out[i] = sum
			i++
		}
	}
}

func conv5wBareRow(out, in, k []float32, w, h int) {
	ow := w - 4
	for y := range h - 4 {
		dst := out[y*ow:][:ow:ow]
		for x := range dst {
			dst[x] = 0
		}
		for j := range 5 {
			src := in[(y+j)*w:][:w:w]
			k0, k1, k2, k3, k4 := k[5*j], k[5*j+1], k[5*j+2], k[5*j+3], k[5*j+4]
			for x := range dst {
				dst[x] = dst[x] + k0*src[x] + k1*src[x+1] + k2*src[x+2] + k3*src[x+3] + k4*src[x+4]
			}
		}
	}
}

var (
	conv5wLoopsHoned    = hone.Func(conv5wLoops)
	conv5wRadiusHoned   = hone.Func(conv5wRadius)
	conv5wSlicesHoned   = hone.Func(conv5wSlices)
	conv5wArrayHoned    = hone.Func(conv5wArray)
	conv5wBareTapsHoned = hone.Func(conv5wBareTaps)
	conv5wBareHoned     = hone.Func(conv5wBare)
	conv5wBareRowHoned  = hone.Func(conv5wBareRow)
)

var conv5w = kernel{
	name:   "conv5w",
	about:  "5 by 5 convolution with given weights, float32, the interior",
	cache:  []int{251, 237},
	memory: []int{2501, 2003},
	tiny:   []int{9, 8},
	odd:    [][]int{{5, 5}, {6, 9}, {67, 19}},
	exact:  true,
	open: func(size []int) *instance {
		w, h := size[0], size[1]
		rnd := rig.Noise(8)
		in, k := rig.Noisy[float32](&rnd, w*h, -1, 1), rig.Noisy[float32](&rnd, 25, -.1, .1)
		out := rig.Aligned[float32]((w - 4) * (h - 4))
		call := func(f func(out, in, k []float32, w, h int)) { f(out, in, k, w, h) }
		return &instance{
			input:  [][]byte{rig.Raw(in), rig.Raw(k)},
			reset:  wiped(out),
			output: func() []byte { return rig.Snapshot(out) },
			check:  near[float32](1e-6),
			forms: []form{
				marked("loops over taps", conv5wLoopsHoned, conv5wLoops, call),
				marked("radius, counted weights", conv5wRadiusHoned, conv5wRadius, call),
				marked("sub-slices per row of taps", conv5wSlicesHoned, conv5wSlices, call),
				marked("array of weights, i/5, i%5", conv5wArrayHoned, conv5wArray, call),
				bare("taps outermost", conv5wBareTapsHoned, conv5wBareTaps, call),
				bare("plain loops, counted out", conv5wBareHoned, conv5wBare, call),
				bare("row by row of taps", conv5wBareRowHoned, conv5wBareRow, call),
			},
		}
	},
}
