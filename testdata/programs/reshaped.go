package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Reshaped: loops over all elements of a picture beside others over its rows and columns.

// reshapedLast has the loop over all elements last.
func reshapedLast(out, in []float32, w, h int) {
	a, b := make([]float32, w*h), make([]float32, w*h)
	for y := range hone.Parallel(h) {
		for x := range w {
			a[y*w+x] = (in[y*w+max(x-1, 0)] + in[y*w+x] + in[y*w+min(x+1, w-1)]) / 3
		}
	}
	for y := range hone.Parallel(h) {
		for x := range w {
			b[y*w+x] = (a[max(y-1, 0)*w+x] + a[y*w+x] + a[min(y+1, h-1)*w+x]) / 3
		}
	}
	for i := range hone.Parallel(w * h) {
		out[i] = in[i] + 0.5*(in[i]-b[i])
	}
}

var ReshapedLast = hone.Func(reshapedLast)

// reshapedFirst has it first, in plain loops, and goes over as many elements as there are.
func reshapedFirst(out, in []int32, w, h int) {
	a := make([]int32, len(in))
	for i := range in {
		a[i] = in[i]*3 - in[i]>>2
	}
	for y := 1; y < h-1; y++ {
		for x := 1; x < w-1; x++ {
			out[y*w+x] = a[(y-1)*w+x] + a[y*w+x-1] - 4*a[y*w+x] + a[y*w+x+1] + a[(y+1)*w+x]
		}
	}
}

var ReshapedFirst = hone.Func(reshapedFirst)

// reshapedBoth has it on both sides, with two indices between, the rows of a length that is known.
func reshapedBoth(out, in []int32, h int) {
	const w = 40
	a, b := make([]int32, w*h), make([]int32, w*h)
	for i := range a {
		a[i] = in[i] ^ in[i]>>3
	}
	for y, x := range hone.Parallel2(h, w) {
		b[y*w+x] = a[y*w+x] + a[(h-1-y)*w+x]
	}
	for i := range b {
		out[i] = b[i] * int32(i)
	}
}

var ReshapedBoth = hone.Func(reshapedBoth)

// reshapedUneven goes over other numbers of elements than there are in rows, now and then.
func reshapedUneven(out, in []int32, w, h, n int) {
	a := make([]int32, max(w*h, n, 0))
	for y := range h {
		for x := range w {
			a[y*w+x] = in[y*w+x] * 7
		}
	}
	for i := range n {
		out[i] = a[i] + in[i]
	}
}

var ReshapedUneven = hone.Func(reshapedUneven)

func init() {
	add("ReshapedLast", reshapedLast, ReshapedLast, args(square(f32s), square(f32s), size, size), upTo(150), fmaTol(1e-2))
	add("ReshapedFirst", reshapedFirst, ReshapedFirst, args(square(i32s), square(i32s), size, size), upTo(150))
	add("ReshapedBoth", reshapedBoth, ReshapedBoth, args(times(40, i32s), times(40, i32s), size), upTo(150))
	add("ReshapedUneven", reshapedUneven, ReshapedUneven, args(square(i32s), square(i32s), size, size, func(r *rand.Rand, n int) any { return n*n - r.Intn(2)*r.Intn(n+1) }), upTo(150))
}
