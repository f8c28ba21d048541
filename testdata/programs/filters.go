package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Loops that do something for some elements only, one after the other.

func keepAbove[T number](out, in []T, t T) int {
	n := 0
	for i := 0; i < len(in); i++ {
		if in[i] > t {
			out[n] = in[i]
			n++
		}
	}
	return n
}

// keptInPlace keeps what is wanted at the front, of a slice and of one that begins behind it.
func keptInPlace[T number](x []T, t T, by int) (int, int) {
	n := 0
	for _, v := range x {
		if v <= t {
			continue
		}
		x[n] = v
		n++
	}
	m, behind := 0, x[by:]
	for _, v := range x[:len(x)-by] {
		if v > t {
			behind[m] = v + 1
			m += 2
		}
	}
	return n, m
}

// whereBoth takes down places and values, and the last one; what it keeps beside changes with each.
func whereBoth(at []int32, values []float64, x []uint8, y []float64, lo, hi uint8) (n int, last int, product float64) {
	last, product = -1, 1
	for i, v := range x {
		if v >= lo && (v < hi || y[i] < 0) {
			at[n] = int32(i)
			values[n] = y[i] - product
			product = -product + y[i]
			last = i
			n++
		}
	}
	return n, last, product
}

// unlessSame drops what is the same as what was kept last: that depends on the loop.
func unlessSame[T number](out, in []T) int {
	n := 0
	for _, v := range in {
		if n == 0 || out[n-1] != v {
			out[n] = v
			n++
		}
	}
	return n
}

// keptOfRows has rows that follow one another at the end of out.
func keptOfRows(out, in []float32, w int, t float32) (n int) {
	for r := 0; r+w <= len(in); r += w {
		for i, v := range in[r : r+w] {
			if v != t && i&1 == 0 {
				out[n] = v
				n++
			}
		}
	}
	return n
}

var (
	KeepAboveF32   = hone.Func(keepAbove[float32])
	KeepAboveF64   = hone.Func(keepAbove[float64])
	KeepAboveI64   = hone.Func(keepAbove[int64])
	KeepAboveU8    = hone.Func(keepAbove[uint8])
	KeptInPlaceI16 = hone.Func(keptInPlace[int16])
	KeptInPlaceF64 = hone.Func(keptInPlace[float64])
	WhereBoth      = hone.Func(whereBoth)
	UnlessSame     = hone.Func(unlessSame[int8])
	KeptOfRows     = hone.Func(keptOfRows)
)

// keptBySums stores each time, and adds 1 or 0 to the place.
func keptBySums(out, x []int32, limit int32) (n, other int) {
	for _, v := range x {
		out[n] = v
		k := 0
		if v > limit {
			k = 1
		}
		n += k
	}
	rest := make([]int32, len(x)+1)
	for _, v := range x {
		rest[other] = v
		k := 1
		if v > limit {
			k = 0
		}
		other = k + other
	}
	copy(out[min(n, len(out)):], rest[:other])
	return n, other
}

var KeptBySums = hone.Func(keptBySums)

func init() {
	add("KeptBySums", keptBySums, KeptBySums, args(nearly(plus(1, vec(between[int32](-50, 50)))), vec(between[int32](-50, 50)), one(between[int32](-60, 60))))
	most := func(g func(r *rand.Rand) bool) gen { // runs, so that some blocks are nearly full, and some empty
		return func(r *rand.Rand, n int) any {
			x := make([]float64, n)
			v := 0.0
			for i := range x {
				if r.Intn(100) == 0 {
					v = float64(r.Intn(3)) / 2
				}
				x[i] = v
				if g(r) {
					x[i] = float64(r.Intn(3)) / 2
				}
			}
			return x
		}
	}
	seldom := func(r *rand.Rand) bool { return r.Intn(30) == 0 }
	add("KeepAboveF32", keepAbove[float32], KeepAboveF32, args(nearly(wild32s), wild32s, one(wild[float32])))
	add("KeepAboveF64", keepAbove[float64], KeepAboveF64, args(nearly(f64s), most(seldom), one(func(r *rand.Rand) float64 { return float64(r.Intn(4)-1)/2 + 0.1 })))
	add("KeepAboveI64", keepAbove[int64], KeepAboveI64, args(vec(whole[int64]), vec(whole[int64]), one(whole[int64])))
	add("KeepAboveU8", keepAbove[uint8], KeepAboveU8, args(u8s, u8s, one(whole[uint8])))
	add("KeptInPlaceI16", keptInPlace[int16], KeptInPlaceI16, args(vec(between[int16](-3, 3)), one(between[int16](-3, 3)), one(between(0, 3))))
	add("KeptInPlaceF64", keptInPlace[float64], KeptInPlaceF64, args(vec(between(-1.0, 1.0)), constant(0.3), one(between(0, 70))))
	add("WhereBoth", whereBoth, WhereBoth, args(vec(whole[int32]), nearly(f64s), u8s, nearly(f64s), one(whole[uint8]), one(whole[uint8])))
	add("UnlessSame", unlessSame[int8], UnlessSame, args(i8s, vec(between[int8](0, 2))))
	add("KeptOfRows", keptOfRows, KeptOfRows, args(nearly(f32s), vec(between[float32](0, 2)), one(between(1, 300)), constant(float32(1))))
}
