package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Sums that a loop ahead starts, and loops outermost over the terms add to.

// startsShift has its sums start at zero.
func startsShift(out, in, k []float32) {
	for i := range out {
		out[i] = 0
	}
	for j, c := range k {
		for i, v := range in[j : j+len(out)] {
			out[i] += float32(c * v)
		}
	}
}

var StartsShift = hone.Func(startsShift)

// startsBias has them start at what another slice says, that may be one of the others.
func startsBias(out, bias, in []float64, k []float64) {
	copy(out, bias)
	n := min(len(out), len(in)-len(k))
	for j := range k {
		for i := 0; i < n; i++ {
			out[i] = out[i] + float64(k[j]*in[i+j])
		}
	}
}

var StartsBias = hone.Func(startsBias)

// addTo adds c times x to y.
func addTo(y, x []int32, c int32) {
	for i := range y {
		y[i] += c * x[i]
	}
}

// startsHelper goes over the rows of a picture in a helper, for each of nine taps.
func startsHelper(out, in []int32, c []int32, w, h int) {
	clear(out)
	for t := range 9 {
		dy, dx := t/3, t%3
		for y := range h - 2 {
			addTo(out[y*(w-2):][:w-2], in[(y+dy)*w+dx:][:w-2], c[t])
		}
	}
}

var StartsHelper = hone.Func(startsHelper)

// startsRows starts each row by itself.
func startsRows(out, in []float32, k []float32, w, h int) {
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			out[y*w+x] = k[0]
		}
	}
	for d := 1; d < len(k); d++ {
		for y := 0; y < h; y++ {
			for x := 0; x < w; x++ {
				out[y*w+x] += float32(k[d] * in[(y+d)*w+x])
			}
		}
	}
}

var StartsRows = hone.Func(startsRows)

func init() {
	add("StartsShift", startsShift, StartsShift, func(r *rand.Rand, n int) []any {
		k := r.Intn(20)
		return []any{f32s(r, n), f32s(r, n+k-r.Intn(20)/19), f32s(r, k)}
	}, upTo(300))
	add("StartsBias", startsBias, StartsBias, func(r *rand.Rand, n int) []any {
		k := r.Intn(20)
		in := f64s(r, n+k)
		bias := f64s(r, n)
		if r.Intn(3) == 0 {
			bias = in
		}
		return []any{f64s(r, n), bias, in, f64s(r, k)}
	}, upTo(300))
	add("StartsHelper", startsHelper, StartsHelper, func(r *rand.Rand, n int) []any {
		w, h := r.Intn(n+1), r.Intn(n+1)
		return []any{i32s(r, max((w-2)*(h-2), 0)+r.Intn(3)), i32s(r, w*h), i32s(r, 9), w, h}
	}, upTo(60))
	add("StartsRows", startsRows, StartsRows, func(r *rand.Rand, n int) []any {
		w, h, k := r.Intn(n+1), r.Intn(n+1), 1+r.Intn(6)
		return []any{f32s(r, w*h), f32s(r, w*max(h+k-2+r.Intn(20)/18, 0)), f32s(r, k), w, h}
	}, upTo(60))
}
