package programs

import (
	"github.com/hone-go/hone"
)

// ClampedRows: stages that load from rows and columns of temporaries that are clamped at the borders.

// clampedRowsTwice smooths down the columns what has been smoothed along the rows.
func clampedRowsTwice(out, in []int32, w, h int) {
	t := make([]int32, w*h)
	for y := range hone.Parallel(h) {
		for x := range w {
			t[y*w+x] = in[y*w+max(x-2, 0)] + in[y*w+x]*3 + in[y*w+min(x+2, w-1)]
		}
	}
	for y := range hone.Parallel(h) {
		for x := range w {
			out[y*w+x] = t[max(y-2, 0)*w+x] + t[y*w+x]*3 + t[min(y+1, h-1)*w+x]
		}
	}
}

var ClampedRowsTwice = hone.Func(clampedRowsTwice)

// clampedRowsSquare clamps both indices, in both orders, by min, max and by if.
func clampedRowsSquare(out, in []int32, w, h int) {
	t := make([]int32, w*h)
	for i := range hone.Parallel(w * h) {
		t[i] = in[i]*5 - 1
	}
	for y, x := range hone.Parallel2(h, w) {
		u, d := y-1, y+1
		if u < 0 {
			u = 0
		}
		if d >= h {
			d = h - 1
		}
		sum := int32(0)
		for k := -1; k <= 1; k++ {
			at := min(max(x+k, 0), w-1)
			sum += t[u*w+at] - t[max(min(y+k, h-1), 0)*w+at]*int32(k+2) + t[d*w+at]
		}
		out[y*w+x] = sum
	}
}

var ClampedRowsSquare = hone.Func(clampedRowsSquare)

// clampedRowsBelow has the window of rows begin further on, and a clamp that is none.
func clampedRowsBelow(out, in []int32, w, h int) {
	a, b := make([]int32, w*h), make([]int32, w*h)
	for y, x := range hone.Parallel2(h, w) {
		a[y*w+x] = in[y*w+x] ^ 0x55
	}
	for y, x := range hone.Parallel2(h-1, w) {
		b[(y+1)*w+x] = a[min(y+2, h-1)*w+x] - a[max(y, 1)*w+x]
	}
	for y, x := range hone.Parallel2(h-2, w-1) {
		out[(y+2)*w+x+1] = b[min(y+3, h-1)*w+x] + b[(y+2)*w+min(x+3, w-1)] + b[max(y-4, 1)*w+x]
	}
}

var ClampedRowsBelow = hone.Func(clampedRowsBelow)

// clampedRowsAlong clamps along the rows alone in its first stage, whose rows share nothing and are done one by one in their inner part.
func clampedRowsAlong(out, in []float32, w, h int) {
	t := make([]float32, w*h)
	for y, x := range hone.Parallel2(h, w) {
		row := y * w
		t[row+x] = in[row+max(x-2, 0)]/4 + in[row+max(x-1, 0)]/2 + in[row+x] + in[row+min(x+1, w-1)]/2 + in[row+min(x+2, w-1)]/4
	}
	for y, x := range hone.Parallel2(h, w) {
		out[y*w+x] = t[max(y-2, 0)*w+x]/4 + t[max(y-1, 0)*w+x]/2 + t[y*w+x] + t[min(y+1, h-1)*w+x]/2 + t[min(y+2, h-1)*w+x]/4
	}
}

var ClampedRowsAlong = hone.Func(clampedRowsAlong)

func init() {
	add("ClampedRowsAlong", clampedRowsAlong, ClampedRowsAlong, nestArgs[float32](f32s, 2, 2), upTo(200), fmaTol(1e-3))
	add("ClampedRowsTwice", clampedRowsTwice, ClampedRowsTwice, nestArgs[int32](i32s, 2, 2), upTo(200))
	add("ClampedRowsSquare", clampedRowsSquare, ClampedRowsSquare, nestArgs[int32](i32s, 2, 2), upTo(200))
	add("ClampedRowsBelow", clampedRowsBelow, ClampedRowsBelow, nestArgs[int32](i32s, 2, 2), upTo(200))
}
