package programs

import (
	"math/rand"
	"slices"

	"github.com/hone-go/hone"
)

// What is copied, and then worked on in place, each iteration on an element of its own.

// sumsOfCopy is a copy's running sums.
func sumsOfCopy(out, x []int32) {
	copy(out, x)
	for i := 1; i < len(out); i++ {
		out[i] += out[i-1]
	}
}

var SumsOfCopy = hone.Func(sumsOfCopy)

// sumsOfClone is the same of what is made here.
func sumsOfClone(x []float64) []float64 {
	s := slices.Clone(x)
	for i := range s[min(1, len(s)):] {
		s[i+1] += s[i] / 2
	}
	return s
}

var SumsOfClone = hone.Func(sumsOfClone)

// mostFromEnd is the greatest from each element to the end, of what has been copied.
func mostFromEnd(out, x []uint16) {
	n := copy(out, x)
	for i := n - 2; i >= 0; i-- {
		out[i] = max(out[i], out[i+1])
	}
}

var MostFromEnd = hone.Func(mostFromEnd)

// liftPits raises what is lower than its neighbour before, where it is.
func liftPits(out, x []float32) {
	copy(out, x)
	for i := 1; i < len(x); i++ {
		if out[i] < out[i-1] {
			out[i] = out[i-1]
		}
	}
}

var LiftPits = hone.Func(liftPits)

// totalAlong keeps the total in a variable, from the first element of the copy on.
func totalAlong(out, x []int) int {
	copy(out, x)
	total := out[0]
	for i := 1; i < len(out); i++ {
		total += out[i]
		out[i] = total
	}
	return total
}

var TotalAlong = hone.Func(totalAlong)

// smoothInside works on all but the ends of a copy, with what is not yet overwritten on one side.
func smoothInside(out, x []float32) {
	copy(out, x)
	for i := 1; i < len(out)-1; i++ {
		out[i] = 0.25*out[i-1] + 0.5*out[i] + 0.25*out[i+1]
	}
}

var SmoothInside = hone.Func(smoothInside)

// bubbleOnce moves the greatest of a copy to its end.
func bubbleOnce(out, x []int16) {
	copy(out, x)
	for i := 1; i < len(out); i++ {
		if out[i-1] > out[i] {
			out[i-1], out[i] = out[i], out[i-1]
		}
	}
}

var BubbleOnce = hone.Func(bubbleOnce)

// weightedAlong is a recurrence in a part of a slice that another part is copied to.
func weightedAlong(out, x, w []float64, at, n int) {
	part := out[at : at+n]
	copy(part, x[n:])
	for i := 1; i < n; i++ {
		part[i] += w[i] * part[i-1]
	}
}

var WeightedAlong = hone.Func(weightedAlong)

// rowsCopiedSummed copies rows, and sums along each.
func rowsCopiedSummed(out, x []int32, w, h int) {
	for y := range hone.Parallel(h) {
		row := out[y*w : (y+1)*w]
		copy(row, x[y*w:(y+1)*w])
		for i := 1; i < len(row); i++ {
			row[i] += row[i-1]
		}
	}
}

var RowsCopiedSummed = hone.Func(rowsCopiedSummed)

// accumulateOnto adds up in place, in a helper.
func accumulateOnto[T number](s []T) {
	for i := 1; i < len(s); i++ {
		s[i] += s[i-1]
	}
}

func twiceSummed(out, x []uint8) {
	accumulateOnto(out[:copy(out, x)])
	accumulateOnto(out)
}

var TwiceSummed = hone.Func(twiceSummed)

func init() {
	// near has two slices of one array, which begin up to two elements apart.
	near := func(elem func(r *rand.Rand) int32) func(r *rand.Rand, n int) []any {
		return func(r *rand.Rand, n int) []any {
			s := make([]int32, 2*n+8)
			for i := range s {
				s[i] = elem(r)
			}
			a, b := r.Intn(3), r.Intn(3)
			if r.Intn(3) > 0 {
				b = n + 4
			}
			if r.Intn(2) == 0 {
				a, b = b, a
			}
			return []any{s[a : a+n-min(n, r.Intn(5)/4)], s[b : b+n-min(n, r.Intn(5)/4)]}
		}
	}
	add("SumsOfCopy", sumsOfCopy, SumsOfCopy, near(func(r *rand.Rand) int32 { return r.Int31() }))
	add("SumsOfClone", sumsOfClone, SumsOfClone, args(f64s))
	add("MostFromEnd", mostFromEnd, MostFromEnd, args(nearly(u16s), nearly(u16s)))
	add("LiftPits", liftPits, LiftPits, args(nearly(f32s), nearly(f32s)))
	add("TotalAlong", totalAlong, TotalAlong, args(nearly(i64s), nearly(i64s)))
	add("SmoothInside", smoothInside, SmoothInside, args(nearly(f32s), nearly(f32s)))
	add("BubbleOnce", bubbleOnce, BubbleOnce, args(nearly(i16s), nearly(i16s)))
	add("WeightedAlong", weightedAlong, WeightedAlong, func(r *rand.Rand, n int) []any {
		at := r.Intn(n + 1)
		return []any{f64s(r, 2*n), f64s(r, 2*n-r.Intn(5)/4), f64s(r, n-r.Intn(5)/4), at, n - r.Intn(5)/4}
	})
	add("RowsCopiedSummed", rowsCopiedSummed, RowsCopiedSummed, func(r *rand.Rand, n int) []any {
		w, h := r.Intn(n+1), r.Intn(n+1)
		return []any{i32s(r, w*h), i32s(r, w*h-r.Intn(9)/8), w, h}
	}, upTo(100))
	add("TwiceSummed", twiceSummed, TwiceSummed, args(nearly(u8s), nearly(u8s)))
}
