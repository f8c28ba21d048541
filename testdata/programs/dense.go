package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Filters of what comes in long runs: of some all is kept, but for a few, of others next to nothing.

func keepDense[T int64 | float64 | int32 | float32 | int16 | uint8](x, out []T, least T) int {
	n := 0
	for _, v := range x {
		if v > least {
			out[n] = v
			n++
		}
	}
	return n
}

// keepPlaces keeps values and their places.
func keepPlaces(x []float32, values []float32, places []int32) int {
	n := 0
	for i, v := range x {
		if v > 1 {
			values[n], places[n] = v, int32(i)
			n++
		}
	}
	return n
}

// closeUp takes out what is not above least, where it is.
func closeUp(x []int64, least int64) []int64 {
	n := 0
	for _, v := range x {
		if v > least {
			x[n] = v
			n++
		}
	}
	return x[:n]
}

// closeUpFrom does so from a place on, to one before it perhaps, or behind it.
func closeUpFrom(x []float32, from, at int) int {
	for i := from; i < len(x); i++ {
		if x[i] > 1 {
			x[at] = x[i]
			at++
		}
	}
	return at
}

var (
	KeepDenseI64 = hone.Func(keepDense[int64])
	KeepDenseF64 = hone.Func(keepDense[float64])
	KeepDenseI32 = hone.Func(keepDense[int32])
	KeepDenseF32 = hone.Func(keepDense[float32])
	KeepDenseI16 = hone.Func(keepDense[int16])
	KeepDenseU8  = hone.Func(keepDense[uint8])
	KeepPlaces   = hone.Func(keepPlaces)
	CloseUp      = hone.Func(closeUp)
	CloseUpFrom  = hone.Func(closeUpFrom)
)

// longRuns are numbers up to 9 in runs of hundreds, or in one, mostly above 1 or mostly not.
func longRuns[T number](r *rand.Rand, n int) any {
	s := make([]T, n)
	most, seldom := 1, 1
	run := []int{600, n + 1}[r.Intn(2)]
	for i := range s {
		if i == 0 || r.Intn(run) == 0 {
			most, seldom = r.Intn(2), []int{2, 9, 60, 1 << 30}[r.Intn(4)]
		}
		s[i] = T(2 + r.Intn(8))
		if (r.Intn(seldom) == 0) == (most == 1) {
			s[i] = T(r.Intn(2))
		}
	}
	return s
}

func init() {
	room := func(g gen) gen { return sized(func(n int) int { return max(n-n/16, 0) }, g) }
	add("KeepDenseI64", keepDense[int64], KeepDenseI64, args(longRuns[int64], room(longRuns[int64]), constant(int64(1))))
	add("KeepDenseF64", keepDense[float64], KeepDenseF64, args(longRuns[float64], longRuns[float64], constant(1.0)))
	add("KeepDenseI32", keepDense[int32], KeepDenseI32, args(longRuns[int32], room(longRuns[int32]), constant(int32(1))))
	add("KeepDenseF32", keepDense[float32], KeepDenseF32, args(longRuns[float32], nearly(longRuns[float32]), constant(float32(1))))
	add("KeepDenseI16", keepDense[int16], KeepDenseI16, args(longRuns[int16], longRuns[int16], constant(int16(1))))
	add("KeepDenseU8", keepDense[uint8], KeepDenseU8, args(longRuns[uint8], room(longRuns[uint8]), constant(uint8(1))))
	add("KeepPlaces", keepPlaces, KeepPlaces, args(longRuns[float32], longRuns[float32], nearly(longRuns[int32])))
	add("CloseUp", closeUp, CloseUp, args(longRuns[int64], constant(int64(1))))
	add("CloseUpFrom", closeUpFrom, CloseUpFrom, args(longRuns[float32], one(between(0, 40)), one(between(0, 40))))
}
