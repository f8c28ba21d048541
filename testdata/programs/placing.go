package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Filters that count the places first, and then put all there in a parallel loop.

// placedValues has places of 32 bits; there may not be room for all.
func placedValues(out, in []float32, t float32) int {
	place := make([]int32, len(in))
	n := int32(0)
	for i, v := range in {
		place[i] = n
		if v > t {
			n++
		}
	}
	for i := range hone.Parallel(len(in)) {
		if in[i] > t {
			out[place[i]] = in[i]
		}
	}
	return int(n)
}

// placedMarked looks at marks, and puts values and where they were in their places; these begin somewhere.
func placedMarked(out []float64, at []int32, in []float64, marks []uint8, from int) int {
	own := make([]float64, len(marks))
	for i := range own {
		own[i] = float64(hone.Sum(i%3, func(j int) int { return j })) + in[i]
	}
	in = own
	place := make([]int, len(marks))
	n := from
	for i := range marks {
		place[i] = n
		if marks[i]&3 == 1 {
			n = 1 + n
		}
	}
	for i := range hone.Parallel(len(marks)) {
		if marks[i]&3 == 1 {
			p := place[i]
			out[p] = in[i] / 2
			at[p] = int32(i)
		}
	}
	return n
}

// placedBytes counts in bytes, which wrap around: a later element would take the place of one before, so there are few. What is kept is not what is counted.
func placedBytes(out, in []uint8, t, u uint8) uint8 {
	in = in[:min(len(in), 200)]
	place := make([]uint8, len(in))
	n := uint8(0)
	for i, v := range in {
		place[i] = n
		if v < t {
			n++
		}
	}
	for i := range hone.Parallel(len(in)) {
		if v := in[i]; v < t && v < u {
			out[place[i]] = v
		}
	}
	return n
}

// placedAgain asks for the places once more, and for how many there are.
func placedAgain(in []int16) ([]int16, int) {
	place := make([]int, len(in))
	n := 0
	for i, v := range in {
		place[i] = n
		if v != 0 {
			n++
		}
	}
	out := make([]int16, n)
	for i := range hone.Parallel(len(in)) {
		if in[i] != 0 {
			out[place[i]] = in[i]
		}
	}
	sum := 0
	for i, p := range place {
		sum += p * i
	}
	return out, sum
}

// placedSum has a sum beside the number, and what counts may fail.
func placedSum(out, in, w []int32) int32 {
	place := make([]int, len(in))
	n, sum := 0, int32(0)
	for i, v := range in {
		place[i] = n
		sum += v * w[i]
		if v > 0 {
			n++
		}
	}
	for i := range hone.Parallel(len(in)) {
		if in[i] > 0 {
			out[place[i]] = in[i]
		}
	}
	return sum
}

// placedOver stores to what has been counted before, of which it reads other elements.
func placedOver(marks, in []int32) int {
	place := make([]int, len(in))
	n := 0
	for i := range in {
		place[i] = n
		if marks[i] > 0 {
			n++
		}
	}
	for i := range hone.Parallel(len(in)) {
		if in[i] > 0 {
			marks[place[i]] = in[i]
		}
	}
	return n
}

var (
	PlacedValues = hone.Func(placedValues)
	PlacedMarked = hone.Func(placedMarked)
	PlacedBytes  = hone.Func(placedBytes)
	PlacedAgain  = hone.Func(placedAgain)
	PlacedSum    = hone.Func(placedSum)
	PlacedOver   = hone.Func(placedOver)
)

func init() {
	add("PlacedValues", placedValues, PlacedValues, args(nearly(f32s), f32s, one(func(r *rand.Rand) float32 { return []float32{0, -9, 3e38}[r.Intn(3)] })))
	add("PlacedMarked", placedMarked, PlacedMarked, func(r *rand.Rand, n int) []any {
		return []any{f64s(r, n+5), vec(whole[int32])(r, n+5), f64s(r, n), u8s(r, n), r.Intn(5)}
	})
	add("PlacedBytes", placedBytes, PlacedBytes, args(plus(200, u8s), u8s, one(whole[uint8]), one(whole[uint8])))
	add("PlacedAgain", placedAgain, PlacedAgain, args(vec(between[int16](-1, 2))))
	add("PlacedSum", placedSum, PlacedSum, args(i32s, i32s, nearly(i32s)))
	add("PlacedOver", placedOver, PlacedOver, func(r *rand.Rand, n int) []any {
		x := vec(between[int32](-2, 3))(r, n).([]int32) // what is marked is what is above 0: no place is taken twice
		marks := append([]int32(nil), x...)
		return []any{marks, x}
	})
}
