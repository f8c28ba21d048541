package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Loops that touch memory under conditions on their indices: nothing fails where the condition doesn't hold, and often something would. Arguments are such
// that accesses fail at one side, or not at all.

// clipped reads its neighbours inside of a frame of given widths.
func clipped(out, in []float32, w, left, right, top, bottom int) {
	h := min(len(out), len(in)) / w
	for y, x := range hone.Parallel2(h, w) {
		if x >= left && x < w-right && !(y < top) && y <= h-1-bottom {
			out[y*w+x] = in[(y-1)*w+x-1] - in[(y+1)*w+x+1]
		} else {
			out[y*w+x] = 1
		}
	}
}

// frameOnly takes what is outside of the frame from a row and a column of their own.
func frameOnly(out, row, column []int32, w, edge int) {
	h := len(out) / w
	for y, x := range hone.Parallel2(h, w) {
		if x < edge || y < edge || x > w-1-edge || h-edge <= y {
			out[y*w+x] = row[x] ^ column[y]
		} else if x != edge {
			out[y*w+x] = row[x-edge-1]
		}
	}
}

// allButOne leaves one index out, or takes only that.
func allButOne(out, in []int16, at int, next bool) {
	for i := range hone.Parallel(len(out)) {
		if i != at {
			out[i] += in[i]
		}
		if next && i == at {
			out[i] -= in[i+1]
		}
		if !next {
			if i != len(out)-1 {
				out[i] ^= in[i+1]
			}
		}
	}
}

// positives looks back where the data say so, and there is something to look at.
func positives(out, in []float64, by int) {
	for i := range hone.Parallel(min(len(out), len(in))) {
		if in[i] > 0 && i >= by {
			out[i] = in[i-by]
		}
		if in[i] < 0 || i < by {
			out[i] = in[i] + in[len(in)-1-i]
		}
	}
}

// innerRows has its conditions outside of the loops along rows, and inside.
func innerRows(out, in []float32, w, edge int) {
	h := min(len(out), len(in)) / w
	for y := range hone.Parallel(h) {
		if y > 0 && y+edge < h {
			for x := edge; x < w; x++ {
				s := in[(y-1)*w+x-edge]
				if x < w-edge {
					s += in[(y+edge)*w+x+edge]
				}
				out[y*w+x] = s
			}
		}
	}
}

// outlying compares with bounds near the ends of the integers.
func outlying(out, in []int32, lo, hi int) {
	for i := range hone.Parallel(len(out)) {
		if i-lo >= 0 && i+1 < hi-lo {
			out[i] = in[i]
		}
	}
}

var (
	Clipped   = hone.Func(clipped)
	FrameOnly = hone.Func(frameOnly)
	AllButOne = hone.Func(allButOne)
	Positives = hone.Func(positives)
	InnerRows = hone.Func(innerRows)
	Outlying  = hone.Func(outlying)
)

// extreme is a bound beyond which sums wrap around, or a small one.
func extreme(r *rand.Rand, n int) any {
	return [...]int{math.MinInt, math.MinInt + 3, -1 << 62, -1, 0, 1, n, n + 2, 1 << 62, math.MaxInt - 2, math.MaxInt}[r.Intn(11)]
}

func init() {
	edge := one(between(-1, 4))
	add("Clipped", clipped, Clipped, args(f32s, nearly(f32s), one(between(1, 40)), edge, edge, edge, edge))
	add("FrameOnly", frameOnly, FrameOnly, args(i32s, i32s, i32s, one(between(1, 40)), edge))
	add("AllButOne", allButOne, AllButOne, args(i16s, nearly(i16s), one(between(-1, 40)), one(anyBool)))
	add("Positives", positives, Positives, args(f64s, nearly(f64s), edge))
	add("InnerRows", innerRows, InnerRows, args(f32s, nearly(f32s), one(between(1, 40)), edge))
	add("Outlying", outlying, Outlying, args(i32s, nearly(i32s), extreme, extreme))
}
