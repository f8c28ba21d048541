package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Programs that are also run on slices of more than 4 Gi elements, of which they touch a few.

// strideSum reads with a stride that is not known.
func strideSum(x []uint8, n, step int) int {
	return hone.Sum(n, func(i int) int { return int(x[i*step]) })
}

var StrideSum = hone.Func(strideSum)

// far reads and writes next to each other, from some place on.
func far(x []uint8, from int, out []uint8) {
	for i := range hone.Parallel(len(out)) {
		out[i] = x[from+i] + 1
		x[from+i] = uint8(i)
	}
}

var Far = hone.Func(far)

// fromEnd goes down from the last element.
func fromEnd(x, out []uint8) {
	for i := range hone.Parallel(len(out)) {
		out[i] = x[len(x)-1-i]
	}
}

var FromEnd = hone.Func(fromEnd)

// pick reads at indices of some type.
func pick[T float | integer, I integer](x []T, at []I) []T {
	out := make([]T, len(at))
	for i := range hone.Parallel(len(at)) {
		out[i] = x[at[i]]
	}
	return out
}

var (
	PickU8U32  = hone.Func(pick[uint8, uint32])
	PickU8I64  = hone.Func(pick[uint8, int])
	PickF64I32 = hone.Func(pick[float64, int32])
	PickF32U32 = hone.Func(pick[float32, uint32])
	PickI16U64 = hone.Func(pick[int16, uint64])
)

// put writes at indices of some type.
func put[T float | integer, I integer](x []T, at []I, v []T) {
	for i, a := range at {
		x[a] = v[i]
	}
	for i := range hone.Parallel(len(at)) {
		x[at[i]] += 1
	}
}

var (
	PutU8U32  = hone.Func(put[uint8, uint32])
	PutF64I32 = hone.Func(put[float64, int32])
)

// gridSum reads a grid with long rows.
func gridSum(x []uint8, rows, cols, width int) []int {
	out := make([]int, rows)
	for r := range hone.Parallel(rows) {
		for c := range cols {
			out[r] += int(x[r*width+c])
		}
	}
	return out
}

var GridSum = hone.Func(gridSum)

// greens reads structs.
func greens(p []pixel, from, step, n int) (sum int) {
	for i := range n {
		q := p[from+i*step]
		sum += 2*int(q.g) - int(q.r) - int(q.b)
	}
	return sum
}

type pixel struct{ r, g, b uint8 }

var Greens = hone.Func(greens)

func init() {
	size32 := vec(func(r *rand.Rand) uint32 { return uint32(r.Intn(2)) })
	add("StrideSum", strideSum, StrideSum, args(times(3, u8s), size, one(between(0, 4))))
	add("Far", far, Far, args(times(2, u8s), one(between(0, 9)), u8s))
	add("FromEnd", fromEnd, FromEnd, args(times(2, u8s), nearly(u8s)))
	add("PickU8U32", pick[uint8, uint32], PickU8U32, args(plus(2, u8s), size32))
	add("PickU8I64", pick[uint8, int], PickU8I64, args(plus(1, u8s), indices))
	add("PickF64I32", pick[float64, int32], PickF64I32, args(plus(2, f64s), vec(between[int32](0, 2))))
	add("PickF32U32", pick[float32, uint32], PickF32U32, args(plus(2, f32s), size32))
	add("PickI16U64", pick[int16, uint64], PickI16U64, args(plus(2, i16s), vec(between[uint64](0, 2))))
	distinct := func(r *rand.Rand, n int) any {
		at := make([]uint32, n)
		for i, k := range r.Perm(n) {
			at[i] = uint32(k)
		}
		return at
	}
	distinct32 := func(r *rand.Rand, n int) any {
		at := make([]int32, n)
		for i, k := range r.Perm(n) {
			at[i] = int32(k)
		}
		return at
	}
	add("PutU8U32", put[uint8, uint32], PutU8U32, args(u8s, distinct, u8s))
	add("PutF64I32", put[float64, int32], PutF64I32, args(f64s, distinct32, f64s))
	add("GridSum", gridSum, GridSum, args(times(40, u8s), size, one(between(0, 40)), one(between(30, 41))))
	add("Greens", greens, Greens, args(times(4, vec(func(r *rand.Rand) pixel { return pixel{g: uint8(r.Intn(256))} })), one(between(0, 3)), one(between(0, 5)), size))
}
