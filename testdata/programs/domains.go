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

// within is a clamp as people write it.
func within(x, n int) int {
	if x < 0 {
		return 0
	} else if x >= n {
		x = n - 1
	}
	return x
}

// clampedIf takes the outermost elements where there are no others; plain loops.
func clampedIf(out, in []float32, w, reach int) {
	h := len(in) / w
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			s := float32(0)
			for d := -1; d <= 1; d++ {
				s += in[within(y+d, h)*w+within(x-reach*d, w)]
			}
			out[y*w+x] = s
		}
	}
}

// wrappedPlain wraps around in both dimensions, perhaps too early.
func wrappedPlain(out, in []int32, w, early int) {
	h := len(in) / w
	for y := range h {
		for x := range w {
			out[y*w+x] = in[(y+1)%h*w+(x+w-1)%w] - in[(y+h-1-early)%h*w+(x+1)%(w-early)]
		}
	}
}

// looked takes bytes and bits for places in tables, which may be too short.
func looked(out []int16, in []uint8, table []int16, small []int16) {
	for i, b := range in {
		out[i] = table[b] + small[b&3] - small[i&7] + table[i/3]
	}
}

// picked indexes with what ifs choose.
func picked(out, in []float64, at int) {
	for i := len(out) - 1; i >= 0; i-- {
		k := i
		if i > at {
			k = i - at
		} else if at-1 > i {
			k = at - 1 - i
		}
		out[i] = in[k]
	}
}

// stepped goes up and down in gridSteps, from places that may be outside.
func stepped(x, y []int32, from, to int) {
	for i := from; i < to; i += 3 {
		x[i] = y[i] + 1
	}
	for i := to; i > from; i -= 2 {
		y[i] = x[i-1]
	}
}

// gridSteps repeats a step over a grid, then smooths rows in place.
func gridSteps(a, b []float32, w, times int) {
	h := min(len(a), len(b)) / w
	for range times {
		for y := 1; y < h-1; y++ {
			for x := 1; x < w-1; x++ {
				b[y*w+x] = a[y*w+x] + (a[y*w+x-1]+a[y*w+x+1]+a[(y-1)*w+x]+a[(y+1)*w+x])/8
			}
		}
		a, b = b, a
	}
	for y := 1; y < h; y++ {
		for x := range w {
			a[y*w+x] += a[(y-1)*w+x]
		}
	}
}

// eliminate is Gauss' elimination, without a search for pivots.
func eliminate(a []float64, n int) {
	for k := range n {
		for i := k + 1; i < n; i++ {
			f := a[i*n+k] / a[k*n+k]
			a[i*n+k] = f
			for j := k + 1; j < n; j++ {
				a[i*n+j] -= f * a[k*n+j]
			}
		}
	}
}

// cancelled compares sums in which the same data stand on both sides.
func cancelled(out, in, more []int, n int) {
	for i := range hone.Parallel(len(out)) {
		if in[i]+i < in[i]+n {
			out[i] = more[i]
		}
	}
}

var (
	Cancelled    = hone.Func(cancelled)
	ClampedIf    = hone.Func(clampedIf)
	WrappedPlain = hone.Func(wrappedPlain)
	Looked       = hone.Func(looked)
	Picked       = hone.Func(picked)
	Stepped      = hone.Func(stepped)
	GridSteps    = hone.Func(gridSteps)
	Eliminate    = hone.Func(eliminate)

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
	add("Cancelled", cancelled, Cancelled, args(i64s, i64s, nearly(i64s), one(between(-1, 40))))
	add("ClampedIf", clampedIf, ClampedIf, args(f32s, nearly(f32s), one(between(1, 40)), edge))
	add("WrappedPlain", wrappedPlain, WrappedPlain, args(i32s, nearly(i32s), one(between(1, 40)), one(between(0, 2))))
	add("Looked", looked, Looked, args(nearly(i16s), u8s, atLeast(257, i16s), sized(func(int) int { return 8 }, i16s)))
	add("Picked", picked, Picked, args(f64s, nearly(f64s), one(between(-2, 60))))
	add("Stepped", stepped, Stepped, args(i32s, nearly(i32s), one(between(-1, 5)), one(between(-2, 80))))
	add("GridSteps", gridSteps, GridSteps, args(f32s, nearly(f32s), one(between(1, 40)), one(between(0, 4))))
	add("Eliminate", eliminate, Eliminate, args(square(f64s), index), upTo(60), chaotic)
}

// atLeast is g at about n elements at the least.
func atLeast(n int, g gen) gen { return sized(func(size int) int { return max(size, n-size%3) }, g) }
