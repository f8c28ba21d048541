package forms

import (
	"github.com/hone-go/hone"
)

// A picture of numbers blurred by 1 2 1, first along its rows, then along its columns; beyond the edges it goes on as at the edge. All forms are run as the stages of a
// pipeline (TestFormsStaged), with the temporary in the cache.

func gaussMinMax(out, in []float32, w, h int) {
	tmp := make([]float32, w*h)
	for y, x := range hone.Parallel2(h, w) {
		tmp[y*w+x] = in[y*w+max(x-1, 0)] + 2*in[y*w+x] + in[y*w+min(x+1, w-1)]
	}
	for y, x := range hone.Parallel2(h, w) {
		out[y*w+x] = tmp[max(y-1, 0)*w+x] + 2*tmp[y*w+x] + tmp[min(y+1, h-1)*w+x]
	}
}

func gaussBare(out, in []float32, w, h int) {
	tmp := make([]float32, w*h)
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			l, r := x-1, x+1
			if l < 0 {
				l = 0
			}
			if r >= w {
				r = w - 1
			}
			tmp[y*w+x] = in[y*w+l] + 2*in[y*w+x] + in[y*w+r]
		}
	}
	for y := 0; y < h; y++ {
		u, d := y-1, y+1
		if u < 0 {
			u = 0
		}
		if d >= h {
			d = h - 1
		}
		for x := 0; x < w; x++ {
			out[y*w+x] = tmp[u*w+x] + 2*tmp[y*w+x] + tmp[d*w+x]
		}
	}
}

func gaussRows(out, in []float32, w, h int) {
	tmp := make([]float32, w*h)
	for y := range h {
		src, dst := in[y*w:(y+1)*w], tmp[y*w:(y+1)*w]
		for x := range dst {
			dst[x] = src[max(x-1, 0)] + 2*src[x] + src[min(x+1, w-1)]
		}
	}
	row := func(y int) []float32 {
		y = min(max(y, 0), h-1)
		return tmp[y*w : (y+1)*w]
	}
	for y := range h {
		a, b, c := row(y-1), row(y), row(y+1)
		dst := out[y*w : (y+1)*w]
		for x := range dst {
			dst[x] = a[x] + 2*b[x] + c[x]
		}
	}
}

// gaussLine blurs n numbers that are step apart.
func gaussLine(out, in []float32, begin, n, step int) {
	for i := range n {
		a, b := max(i-1, 0), min(i+1, n-1)
		out[begin+i*step] = in[begin+a*step] + 2*in[begin+i*step] + in[begin+b*step]
	}
}

// gaussLines goes down one column after the other.
func gaussLines(out, in []float32, w, h int) {
	tmp := make([]float32, w*h)
	for y := range hone.Parallel(h) {
		gaussLine(tmp, in, y*w, w, 1)
	}
	for x := range hone.Parallel(w) {
		gaussLine(out, tmp, x, h, w)
	}
}

// gaussColumns does so without a helper.
func gaussColumns(out, in []float32, w, h int) {
	tmp := make([]float32, w*h)
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			tmp[y*w+x] = in[y*w+max(x-1, 0)] + 2*in[y*w+x] + in[y*w+min(x+1, w-1)]
		}
	}
	for x := 0; x < w; x++ {
		for y := 0; y < h; y++ {
			out[y*w+x] = tmp[max(y-1, 0)*w+x] + 2*tmp[y*w+x] + tmp[min(y+1, h-1)*w+x]
		}
	}
}

var (
	gaussMinMaxHoned  = hone.Func(gaussMinMax)
	gaussBareHoned    = hone.Func(gaussBare)
	gaussRowsHoned    = hone.Func(gaussRows)
	gaussLinesHoned   = hone.Func(gaussLines)
	gaussColumnsHoned = hone.Func(gaussColumns)
)

func init() {
	add(grids, gaussMinMax, gaussBare, gaussRows, gaussLines, gaussColumns)
}
