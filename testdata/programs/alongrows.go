package programs

import (
	"math"
	"math/bits"
	"math/rand"

	"github.com/hone-go/hone"
)

// What may be put together in any order along each row of a matrix: long rows have the lanes themselves, short ones go side by side.

func alongCounted(out []int, in []float32, h, w int) {
	for y := 0; y < h; y++ {
		n := 0
		for x := 0; x < w; x++ {
			if in[y*w+x] > 2 {
				n++
			}
		}
		out[y] = n
	}
}

var AlongCounted = hone.Func(alongCounted)

// alongLargest has zeros of both signs and NaNs, of which the first ones count.
func alongLargest(out, in []float32, h, w int) {
	for y := 0; y < h; y++ {
		t := in[y*w]
		for x := 1; x < w; x++ {
			if in[y*w+x] > t {
				t = in[y*w+x]
			}
		}
		out[y] = t
	}
}

var AlongLargest = hone.Func(alongLargest)

// alongKept keeps what it has found so far in memory.
func alongKept(out, in []float32, h, w int) {
	for y := range hone.Parallel(h) {
		out[y] = in[y*w]
		for x := 1; x < w; x++ {
			if in[y*w+x] > out[y] {
				out[y] = in[y*w+x]
			}
		}
	}
}

var AlongKept = hone.Func(alongKept)

// alongEnds has two loops over the same range, and different beginnings.
func alongEnds(lo, hi []float64, in []float64, h, w int) {
	for y := range hone.Parallel(h) {
		row := in[y*w : (y+1)*w]
		a, b := math.Inf(1), math.Inf(-1)
		for _, v := range row {
			if v < a {
				a = v
			}
		}
		for x := 1; x < w; x++ {
			if row[x] > b {
				b = row[x]
			}
		}
		lo[y], hi[y] = a, b
	}
}

var AlongEnds = hone.Func(alongEnds)

func alongPlaces(at []int32, in []float32, h, w int) {
	for y := 0; y < h; y++ {
		best, k := in[y*w], 0
		for x := 1; x < w; x++ {
			if in[y*w+x] > best {
				best, k = in[y*w+x], x
			}
		}
		at[y] = int32(k)
	}
}

var AlongPlaces = hone.Func(alongPlaces)

// alongBits is how many bits of each row of words are others than those of one row.
func alongBits(out []int, in, of []uint64, h, w int) {
	for y := 0; y < h; y++ {
		n := 0
		for x := range w {
			n += bits.OnesCount64(in[y*w+x] ^ of[x])
		}
		out[y] = n
	}
}

var AlongBits = hone.Func(alongBits)

// alongPlanes has rows of rows, and a condition on all of each.
func alongPlanes(out []bool, in []int32, d, h, w, limit int) {
	for z := range hone.Parallel(d) {
		for y := 0; y < h; y++ {
			below, odd := true, int32(0)
			for x := 0; x < w; x++ {
				v := in[(z*h+y)*w+x]
				below = below && v < int32(limit)
				if v&1 != 0 && v > 3 {
					odd += v
				}
			}
			out[z*h+y] = below || odd == 7
		}
	}
}

var AlongPlanes = hone.Func(alongPlanes)

// alongRagged has rows of different lengths, which stay side by side.
func alongRagged(out []int, in []float32, h, w int) {
	for y := 0; y < h; y++ {
		n := 0
		for x := 0; x < w-y; x++ {
			if in[y*w+x] < 1 {
				n += x
			}
		}
		out[y] = n
	}
}

var AlongRagged = hone.Func(alongRagged)

// alongOrdered adds floats in order beside what may be put together in any.
func alongOrdered(out []float32, at []int32, in []float32, h, w int) {
	for y := 0; y < h; y++ {
		n, sum := int32(0), float32(0)
		for x := 0; x < w; x++ {
			sum += in[y*w+x]
		}
		for x := 0; x < w; x++ {
			if in[y*w+x] > sum {
				n++
			}
		}
		out[y], at[y] = sum, n
	}
}

var AlongOrdered = hone.Func(alongOrdered)

// rowsAlong are slices of one element for each of some rows, and one that holds the rows, or nearly, and how many there are and how long they are: few or many.
func rowsAlong(outs []gen, elem gen, behind ...gen) func(r *rand.Rand, n int) []any {
	return func(r *rand.Rand, n int) []any {
		w := []int{r.Intn(9), r.Intn(70), 62 + r.Intn(5), 64 + r.Intn(200)}[r.Intn(4)]
		h := r.Intn(min(n, 40) + 1)
		short := func(n int) int { return max(n-r.Intn(8)/7*r.Intn(9), 0) }
		var all []any
		for _, out := range outs {
			all = append(all, out(r, short(h)))
		}
		all = append(all, elem(r, short(h*w)))
		for _, b := range behind {
			all = append(all, b(r, short(w)))
		}
		return append(all, h, w)
	}
}

func init() {
	few := vec(func(r *rand.Rand) float32 {
		if v := r.Intn(12); v < 3 {
			return []float32{0, float32(math.Copysign(0, -1)), float32(math.Inf(-1))}[v]
		}
		return float32(r.Intn(9) - 4)
	})
	few64 := vec(func(r *rand.Rand) float64 {
		if v := r.Intn(12); v < 3 {
			return []float64{0, math.Copysign(0, -1), math.NaN()}[v]
		}
		return float64(r.Intn(9) - 4)
	})
	counts := vec(between(0, 9))
	add("AlongCounted", alongCounted, AlongCounted, rowsAlong([]gen{counts}, few))
	add("AlongLargest", alongLargest, AlongLargest, rowsAlong([]gen{f32s}, few))
	add("AlongKept", alongKept, AlongKept, rowsAlong([]gen{f32s}, few))
	add("AlongEnds", alongEnds, AlongEnds, rowsAlong([]gen{f64s, f64s}, few64))
	add("AlongPlaces", alongPlaces, AlongPlaces, rowsAlong([]gen{i32s}, few))
	add("AlongBits", alongBits, AlongBits, rowsAlong([]gen{counts}, u64s, u64s))
	add("AlongPlanes", alongPlanes, AlongPlanes, func(r *rand.Rand, n int) []any {
		d := 1 + r.Intn(5)
		all := rowsAlong([]gen{vec(anyBool)}, vec(between[int32](-9, 9)))(r, n)
		h, w := all[2].(int)/d, all[3].(int)
		return []any{all[0], all[1], d, h, w, []int{9, 8, 10}[r.Intn(3)]}
	})
	add("AlongRagged", alongRagged, AlongRagged, rowsAlong([]gen{counts}, few))
	add("AlongOrdered", alongOrdered, AlongOrdered, rowsAlong([]gen{f32s, i32s}, few))
}
