package main

import (
	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// Harris' corner response: gradients, sums of their products over 3 by 3, response; what is less than 2 from the edge stays 0.

const harrisK = 0.04

func harrisPasses(out, in []float32, w, h int) {
	xx, xy, yy := make([]float32, w*h), make([]float32, w*h), make([]float32, w*h)
	for y, x := range hone.Parallel2(h-2, w-2) {
		i := (y+1)*w + x + 1
		gx := in[i+1] - in[i-1]
		gy := in[i+w] - in[i-w]
		xx[i], xy[i], yy[i] = gx*gx, gx*gy, gy*gy
	}
	for y, x := range hone.Parallel2(h-4, w-4) {
		i := (y+2)*w + x + 2
		a := xx[i-w-1] + xx[i-w] + xx[i-w+1] + xx[i-1] + xx[i] + xx[i+1] + xx[i+w-1] + xx[i+w] + xx[i+w+1]
		b := xy[i-w-1] + xy[i-w] + xy[i-w+1] + xy[i-1] + xy[i] + xy[i+1] + xy[i+w-1] + xy[i+w] + xy[i+w+1]
		c := yy[i-w-1] + yy[i-w] + yy[i-w+1] + yy[i-1] + yy[i] + yy[i+1] + yy[i+w-1] + yy[i+w] + yy[i+w+1]
		out[i] = a*c - b*b - harrisK*(a+c)*(a+c)
	}
}

func harrisFused(out, in []float32, w, h int) {
	for y := range hone.Parallel(h) {
		for x := range w {
			if y < 2 || x < 2 || y >= h-2 || x >= w-2 {
				continue
			}
			var a, b, c float32
			for j := y - 1; j <= y+1; j++ {
				for i := x - 1; i <= x+1; i++ {
					gx := in[j*w+i+1] - in[j*w+i-1]
					gy := in[(j+1)*w+i] - in[(j-1)*w+i]
					a += gx * gx
					b += gx * gy
					c += gy * gy
				}
			}
			out[y*w+x] = a*c - b*b - harrisK*(a+c)*(a+c)
		}
	}
}

// box3 sums f over 3 by 3.
func box3(f func(x, y int) float32, x, y int) float32 {
	return f(x-1, y-1) + f(x, y-1) + f(x+1, y-1) + f(x-1, y) + f(x, y) + f(x+1, y) + f(x-1, y+1) + f(x, y+1) + f(x+1, y+1)
}

func harrisClosures(out, in []float32, w, h int) {
	gx := func(x, y int) float32 { return in[y*w+x+1] - in[y*w+x-1] }
	gy := func(x, y int) float32 { return in[(y+1)*w+x] - in[(y-1)*w+x] }
	for r, q := range hone.Parallel2(h-4, w-4) {
		x, y := q+2, r+2
		a := box3(func(x, y int) float32 { return gx(x, y) * gx(x, y) }, x, y)
		b := box3(func(x, y int) float32 { return gx(x, y) * gy(x, y) }, x, y)
		c := box3(func(x, y int) float32 { return gy(x, y) * gy(x, y) }, x, y)
		out[y*w+x] = a*c - b*b - harrisK*(a+c)*(a+c)
	}
}

// A tensor is what Harris sums.
type tensor struct{ xx, xy, yy float32 }

func (t tensor) plus(u tensor) tensor { return tensor{t.xx + u.xx, t.xy + u.xy, t.yy + u.yy} }

func harrisStructs(out, in []float32, w, h int) {
	t := make([]tensor, w*h)
	for y, x := range hone.Parallel2(h, w) {
		if y >= 1 && y < h-1 && x >= 1 && x < w-1 {
			gx, gy := in[y*w+x+1]-in[y*w+x-1], in[(y+1)*w+x]-in[(y-1)*w+x]
			t[y*w+x] = tensor{gx * gx, gx * gy, gy * gy}
		}
	}
	for y, x := range hone.Parallel2(h, w) {
		if y >= 2 && y < h-2 && x >= 2 && x < w-2 {
			var s tensor
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					s = s.plus(t[(y+dy)*w+x+dx])
				}
			}
			out[y*w+x] = s.xx*s.yy - s.xy*s.xy - harrisK*(s.xx+s.yy)*(s.xx+s.yy)
		}
	}
}

func harrisBarePasses(out, in []float32, w, h int) {
	n := w * h
	gx, gy := make([]float32, n), make([]float32, n)
	for y := 1; y < h-1; y++ {
		for x := 1; x < w-1; x++ {
			gx[y*w+x] = in[y*w+x+1] - in[y*w+x-1]
			gy[y*w+x] = in[(y+1)*w+x] - in[(y-1)*w+x]
		}
	}
	for y := 2; y < h-2; y++ {
		for x := 2; x < w-2; x++ {
			var a, b, c float32
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					p, q := gx[(y+dy)*w+x+dx], gy[(y+dy)*w+x+dx]
					a += p * p
					b += p * q
					c += q * q
				}
			}
			out[y*w+x] = a*c - b*b - harrisK*(a+c)*(a+c)
		}
	}
}

func harrisBareRows(out, in []float32, w, h int) {
	n := w * h
	xx, xy, yy := make([]float32, n), make([]float32, n), make([]float32, n)
	for y := 1; y < h-1; y++ {
		up, row, down := in[(y-1)*w:y*w], in[y*w:(y+1)*w], in[(y+1)*w:(y+2)*w]
		rxx, rxy, ryy := xx[y*w:(y+1)*w], xy[y*w:(y+1)*w], yy[y*w:(y+1)*w]
		for x := 1; x < w-1; x++ {
			gx, gy := row[x+1]-row[x-1], down[x]-up[x]
			rxx[x] = gx * gx
			rxy[x] = gx * gy
			ryy[x] = gy * gy
		}
	}
	sum := func(s []float32, y, x int) float32 {
		t := float32(0)
		for _, row := range [3]int{(y - 1) * w, y * w, (y + 1) * w} {
			t = t + s[row+x-1] + s[row+x] + s[row+x+1]
		}
		return t
	}
	for y := 2; y < h-2; y++ {
		for x := 2; x < w-2; x++ {
			a, b, c := sum(xx, y, x), sum(xy, y, x), sum(yy, y, x)
			out[y*w+x] = a*c - b*b - harrisK*(a+c)*(a+c)
		}
	}
}

var (
	harrisPassesHoned     = hone.Func(harrisPasses)
	harrisFusedHoned      = hone.Func(harrisFused)
	harrisClosuresHoned   = hone.Func(harrisClosures)
	harrisStructsHoned    = hone.Func(harrisStructs)
	harrisBarePassesHoned = hone.Func(harrisBarePasses)
	harrisBareRowsHoned   = hone.Func(harrisBareRows)
)

var harris = kernel{
	name:   "harris",
	about:  "Harris' corner response, float32",
	cache:  []int{211, 157},
	memory: []int{2001, 1501},
	tiny:   []int{7, 6},
	odd:    [][]int{{4, 3}, {5, 5}, {67, 19}},
	exact:  true,
	open: func(size []int) *instance {
		w, h := size[0], size[1]
		rnd := rig.Noise(11)
		in, out := rig.Noisy[float32](&rnd, w*h, 0, 1), rig.Aligned[float32](w*h)
		call := func(f func(out, in []float32, w, h int)) { f(out, in, w, h) }
		return &instance{
			input:  [][]byte{rig.Raw(in)},
			reset:  wiped(out),
			output: func() []byte { return rig.Snapshot(out) },
			check:  near[float32](1e-4),
			forms: []form{
				marked("products in temporaries", harrisPassesHoned, harrisPasses, call),
				marked("all in one, loops over taps", harrisFusedHoned, harrisFused, call),
				marked("closures", harrisClosuresHoned, harrisClosures, call),
				marked("slice of structs", harrisStructsHoned, harrisStructs, call),
				bare("gradients in temporaries", harrisBarePassesHoned, harrisBarePasses, call),
				bare("rows as sub-slices", harrisBareRowsHoned, harrisBareRows, call),
			},
		}
	},
}
