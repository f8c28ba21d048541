package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Windows that end at borders: loops from the larger of two bounds to the lesser of two.

// clippedMeans smoothes a line by slices of it.
func clippedMeans(out, in []float64) {
	for i := range out {
		lo, hi := max(i-3, 0), min(i+4, len(in))
		sum := 0.0
		for _, v := range in[lo:hi] {
			sum += v
		}
		out[i] = sum / float64(hi-lo)
	}
}

var ClippedMeans = hone.Func(clippedMeans)

// clippedIfs has its bounds from ifs.
func clippedIfs(out, in []float32, w, h int) {
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			y0, y1, x0, x1 := y-1, y+1, x-1, x+1
			if y0 < 0 {
				y0 = 0
			}
			if y1 >= h {
				y1 = h - 1
			}
			if x0 < 0 {
				x0 = 0
			}
			if x1 > w-1 {
				x1 = w - 1
			}
			sum := float32(0)
			for j := y0; j <= y1; j++ {
				for i := x0; i <= x1; i++ {
					sum += in[j*w+i]
				}
			}
			out[y*w+x] = sum
		}
	}
}

var ClippedIfs = hone.Func(clippedIfs)

// clippedLargest takes the largest around each element.
func clippedLargest[T number](out, in []T, w, h int) {
	for y := range hone.Parallel(h) {
		for x := range w {
			most := in[y*w+x]
			for j := max(y-1, 0); j < min(y+2, h); j++ {
				for i := max(x-2, 0); i < min(w, x+2); i++ {
					most = max(most, in[j*w+i])
				}
			}
			out[y*w+x] = most
		}
	}
}

var (
	ClippedLargestU8  = hone.Func(clippedLargest[uint8])
	ClippedLargestF64 = hone.Func(clippedLargest[float64])
)

// clippedWeights weighs what is around each element.
func clippedWeights(out, in []int32, w, h int) {
	weights := [3][5]int32{{1, 2, 3, 2, 1}, {2, 5, 9, 5, 2}, {1, 2, 3, 2, 1}}
	for y := range h {
		y0, y1 := max(y-1, 0), min(y+1, h-1)
		for x := range w {
			sum, n := int32(0), int32(0)
			for j := y0; j <= y1; j++ {
				for i := max(x-2, 0); i <= min(x+2, w-1); i++ {
					k := weights[j-y+1][i-x+2]
					sum += k * in[j*w+i]
					n += k
				}
			}
			out[y*w+x] = sum / n
		}
	}
}

var ClippedWeights = hone.Func(clippedWeights)

// clippedPast looks back only, as far as a sum allows.
func clippedPast(out, in []int, n int) {
	for i := range hone.Parallel(n) {
		sum := 0
		for j := max(0, i-7); j <= i; j++ {
			sum = 3*sum + in[j]
		}
		out[i] = sum
	}
}

var ClippedPast = hone.Func(clippedPast)

// clippedRadius has windows of a width that is given.
func clippedRadius(out, in []float32, w, h, r int) {
	for y := range hone.Parallel(h) {
		for x := range w {
			sum := float32(0)
			for j := max(y-r, 0); j <= min(y+r, h-1); j++ {
				for i := max(x-r, 0); i <= min(x+r, w-1); i++ {
					sum += in[j*w+i]
				}
			}
			out[y*w+x] = sum
		}
	}
}

var ClippedRadius = hone.Func(clippedRadius)

func init() {
	add("ClippedMeans", clippedMeans, ClippedMeans, sameSlice(args(nearly(f64s), nearly(f64s))), fmaTol(1e-9))
	add("ClippedIfs", clippedIfs, ClippedIfs, sameSlice(nestArgs[float32](f32s, 2, 2)), upTo(120), fmaTol(1e-4))
	add("ClippedLargestU8", clippedLargest[uint8], ClippedLargestU8, nestArgs[uint8](u8s, 2, 2), upTo(120))
	add("ClippedLargestF64", clippedLargest[float64], ClippedLargestF64, nestArgs[float64](f64s, 2, 2), upTo(120))
	add("ClippedWeights", clippedWeights, ClippedWeights, sameSlice(nestArgs[int32](i32s, 2, 2)), upTo(120))
	add("ClippedPast", clippedPast, ClippedPast, args(nearly(i64s), nearly(i64s), size))
	add("ClippedRadius", clippedRadius, ClippedRadius, func(r *rand.Rand, n int) []any {
		w, h := r.Intn(n+1), r.Intn(n+1)
		return []any{f32s(r, max(w*h-r.Intn(2)*r.Intn(3), 0)), f32s(r, w*h), w, h, r.Intn(6) - 1}
	}, upTo(60), fmaTol(1e-3))
}
