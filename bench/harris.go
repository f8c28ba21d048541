package main

import (
	"math"

	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// harrisK and harrisThreshold are the parameters of the corner detector.
const (
	harrisK         = .04
	harrisThreshold = .001
)

// harris finds corners (Harris and Stephens, A combined corner and edge detector, 1988): out is 1 there, and
// half the picture's brightness elsewhere. Derivatives are those of Sobel. Every stage is a loop of its own.
func harris(out, img []float32, w, h int) {
	ix, iy := make([]float32, w*h), make([]float32, w*h)
	for y, x := range hone.Parallel2(h-2, w-2) {
		i := (y+1)*w + x + 1
		ix[i] = (img[i-w+1] + 2*img[i+1] + img[i+w+1] - img[i-w-1] - 2*img[i-1] - img[i+w-1]) / 12
		iy[i] = (img[i+w-1] + 2*img[i+w] + img[i+w+1] - img[i-w-1] - 2*img[i-w] - img[i-w+1]) / 12
	}
	ixx, iyy, ixy := make([]float32, w*h), make([]float32, w*h), make([]float32, w*h)
	for i := range hone.Parallel(w * h) {
		ixx[i], iyy[i], ixy[i] = ix[i]*ix[i], iy[i]*iy[i], ix[i]*iy[i]
	}
	sxx, syy, sxy := make([]float32, w*h), make([]float32, w*h), make([]float32, w*h)
	for y, x := range hone.Parallel2(h-2, w-2) {
		i := (y+1)*w + x + 1
		sxx[i], syy[i], sxy[i] = box3(ixx, i, w), box3(iyy, i, w), box3(ixy, i, w)
	}
	for i := range hone.Parallel(w * h) {
		trace := sxx[i] + syy[i]
		if sxx[i]*syy[i]-sxy[i]*sxy[i]-harrisK*trace*trace > harrisThreshold {
			out[i] = 1
		} else {
			out[i] = img[i] / 2
		}
	}
}

// box3 is the sum of the 3 x 3 neighbourhood of a[i].
func box3(a []float32, i, w int) float32 {
	return a[i-w-1] + a[i-w] + a[i-w+1] + a[i-1] + a[i] + a[i+1] + a[i+w-1] + a[i+w] + a[i+w+1]
}

var harrisHoned = hone.Func(harris)

var harrisWorkload = workload{
	name:     "harris",
	about:    "Harris corners in separate stages, float32",
	item:     "pixel",
	params:   []string{"w", "h"},
	defaults: []int{2048, 2048},
	tiny:     []int{8, 8},
	peers:    append(python("harris.py", ""), peerSource{file: "harris.c"}),
	open:     openHarris,
}

// harrisRows is the same in Go without hone, for the rows [lo, hi): all stages for a row at a time, with the
// products of three rows kept.
func harrisRows(out, img []float32, w, h, lo, hi int) {
	var xx, yy, xy [3][]float32
	for k := range 3 {
		xx[k], yy[k], xy[k] = make([]float32, w), make([]float32, w), make([]float32, w)
	}
	products := func(y int) {
		pxx, pyy, pxy := xx[y%3], yy[y%3], xy[y%3]
		if y == 0 || y == h-1 {
			clear(pxx)
			clear(pyy)
			clear(pxy)
			return
		}
		a, b, c := img[(y-1)*w:][:w], img[y*w:][:w], img[(y+1)*w:][:w]
		for x := 1; x < w-1; x++ {
			ix := (a[x+1] + 2*b[x+1] + c[x+1] - a[x-1] - 2*b[x-1] - c[x-1]) / 12
			iy := (c[x-1] + 2*c[x] + c[x+1] - a[x-1] - 2*a[x] - a[x+1]) / 12
			pxx[x], pyy[x], pxy[x] = ix*ix, iy*iy, ix*iy
		}
	}
	for y := lo; y < hi; y++ {
		dst, src := out[y*w:][:w], img[y*w:][:w]
		for x := range dst {
			dst[x] = src[x] / 2
		}
		if y == 0 || y == h-1 {
			continue
		}
		if y == max(lo, 1) {
			products(y - 1)
			products(y)
		}
		products(y + 1)
		for x := 1; x < w-1; x++ {
			var sxx, syy, sxy float32
			for k := range 3 {
				sxx += xx[k][x-1] + xx[k][x] + xx[k][x+1]
				syy += yy[k][x-1] + yy[k][x] + yy[k][x+1]
				sxy += xy[k][x-1] + xy[k][x] + xy[k][x+1]
			}
			trace := sxx + syy
			if sxx*syy-sxy*sxy-harrisK*trace*trace > harrisThreshold {
				dst[x] = 1
			}
		}
	}
}

func openHarris(size []int) *instance {
	w, h := size[0], size[1]
	img, out := rig.Aligned[float32](w*h), rig.Aligned[float32](w*h)
	// Squares of many sizes on a wavy ground, and noise: corners, edges and plains.
	rnd := rig.Noise(5)
	for y := range h {
		for x := range w {
			v := .3 + .1*math.Sin(float64(x)/37)*math.Cos(float64(y)/53) + .01*rnd.Float()
			if (x>>5^y>>4)%3 == 0 {
				v += .5
			}
			img[y*w+x] = float32(v)
		}
	}
	return &instance{
		items:  w * h,
		bytes:  8 * w * h,
		input:  [][]byte{rig.Raw(img)},
		forget: func() { clear(out) },
		plain:  func() { harrisRows(out, img, w, h, 0, h) },
		cores:  func() { inBands(h, func(lo, hi int) { harrisRows(out, img, w, h, lo, hi) }) },
		honed:  func() { harrisHoned.Call(out, img, w, h) },
		output: func() []byte { return rig.Snapshot(out) },
		status: func() honedStatus { return statusOf(harrisHoned) },
		// Contenders round differently, so pixels whose response is about the threshold may differ.
		check: func(want, got []byte) (string, error) { return rig.SameAs[float32](want, got, w*h/10000) },
	}
}
