package programs

import "github.com/hone-go/hone"

// Loops that close up what they keep: one or two counters, room that is just enough or not quite, and stores that are made in any case.

// keptExactly has room for what is kept but for the last few: the elements behind that room stay as they are, also when it panics.
func keptExactly[T number](out, in []T, t T, short int) (n int) {
	for _, v := range in {
		if v > t {
			n++
		}
	}
	room := out[:max(n-short, 0)]
	n = 0
	for _, v := range in {
		if v > t {
			room[n] = v
			n++
		}
	}
	return n
}

// parted sends each element to one of two places.
func parted[T number](a, b, in []T, t T) (n, m int) {
	for _, v := range in {
		if v <= t {
			a[n] = v
			n++
		} else {
			b[m] = v
			m++
		}
	}
	return n, m
}

// storedAnyway stores each element, and goes on only behind some.
func storedAnyway[T number](out, in []T, t T) (n int) {
	for _, v := range in {
		out[n] = v
		if v > t {
			n++
		}
	}
	return n
}

// placesBetween counts with an int32, and has a condition on two slices.
func placesBetween(at []int32, x, y []float32, lo, hi float32) (n int32) {
	for i := range min(len(x), len(y)) {
		if x[i] < lo || !(y[i] < hi) && x[i] != y[i] {
			at[n] = int32(i)
			n++
		}
	}
	return n
}

// keptOfEachRow keeps what it does in that row's own part.
func keptOfEachRow(out, in []float32, counts []int, w int, t float32) {
	rows := min(len(counts), len(in)/w, len(out)/w)
	for r := range hone.Parallel(rows) {
		n := 0
		for i := range w {
			if v := in[r*w+i]; v > t {
				out[r*w+n] = v * v
				n++
			}
		}
		counts[r] = n
	}
}

var (
	KeptExactlyF32   = hone.Func(keptExactly[float32])
	KeptExactlyI64   = hone.Func(keptExactly[int64])
	KeptExactlyU16   = hone.Func(keptExactly[uint16])
	PartedI32        = hone.Func(parted[int32])
	PartedF64        = hone.Func(parted[float64])
	StoredAnywayF32  = hone.Func(storedAnyway[float32])
	PlacesBetween    = hone.Func(placesBetween)
	KeptOfEachRowF32 = hone.Func(keptOfEachRow)
)

func init() {
	add("KeptExactlyF32", keptExactly[float32], KeptExactlyF32, args(wild32s, wild32s, constant(float32(0)), one(between(0, 3))))
	add("KeptExactlyI64", keptExactly[int64], KeptExactlyI64, args(vec(whole[int64]), vec(whole[int64]), one(whole[int64]), one(between(0, 3))))
	add("KeptExactlyU16", keptExactly[uint16], KeptExactlyU16, args(vec(whole[uint16]), vec(whole[uint16]), one(whole[uint16]), one(between(0, 3))))
	add("PartedI32", parted[int32], PartedI32, args(nearly(i32s), nearly(i32s), i32s, one(whole[int32])))
	add("PartedF64", parted[float64], PartedF64, args(nearly(f64s), nearly(f64s), f64s, constant(0.1)))
	add("StoredAnywayF32", storedAnyway[float32], StoredAnywayF32, args(nearly(wild32s), wild32s, constant(float32(0))))
	add("PlacesBetween", placesBetween, PlacesBetween, args(nearly(i32s), wild32s, wild32s, constant(float32(-0.5)), constant(float32(0.5))))
	add("KeptOfEachRowF32", keptOfEachRow, KeptOfEachRowF32, args(nearly(f32s), f32s, vec(whole[int]), one(between(1, 70)), constant(float32(0))))
}
