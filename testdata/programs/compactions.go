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

// keptSums keeps what two slices have, and where, behind what is there.
func keptSums[T, I number](sums, seconds []T, at []I, x, y []T, t T, behind int) (n int) {
	for i, v := range x[:min(len(x), len(y))] {
		if w := y[i]; v+w < t {
			sums[behind+n] = v + w
			seconds[n] = w
			at[n] = I(i)
			n++
		}
	}
	return n
}

// partedInOne has both parts in one slice, of which the first may grow into the second.
func partedInOne[T number](s, x []T, t T, second int) (n, m int) {
	m = second
	for _, v := range x {
		if v != t {
			s[n] = v
			n++
		} else {
			s[m] = v + 1
			m++
		}
	}
	return n, m
}

// keptOver writes over what it reads, from a way behind it or ahead of it.
func keptOver[T number](x []T, t T, from, to int) int {
	from, to = min(from, len(x)), min(to, len(x))
	n := to
	for i := from; i < len(x); i++ {
		if x[i] > t {
			x[n] = x[i]
			n++
		}
	}
	return n
}

// keptAround counts in a type that wraps around.
func keptAround[I uint8 | int8 | uint32](out, x []int32, t int32) (n I) {
	for _, v := range x {
		if v > t {
			out[n] = v
			n++
		}
	}
	return n
}

// keptIf looks at another slice only for some, and counts what it does not keep.
func keptIf(out, x []float64, ix []uint8, t float64) (n, passed, left int) {
	for i, v := range x {
		if v < t {
			if i < len(ix) {
				v += float64(ix[i])
			}
			out[n] = v * v
			n++
			passed++
		} else {
			left++
		}
	}
	return n, passed, left
}

// partedInThree is the first pass of a quicksort with three ways.
func partedInThree[T number](below, same, above, x []T, p T) (a, b, c int) {
	for _, v := range x {
		switch {
		case v < p:
			below[a] = v
			a++
		case v == p:
			same[b] = v
			b++
		default:
			above[c] = v
			c++
		}
	}
	return a, b, c
}

// keptTwice asks twice about each element: both, one, or neither of its slices have it.
func keptTwice[T number](low []T, even []int32, x []T, t T, start int) (n int, m int32) {
	n = start
	for i, v := range x {
		if v < t {
			low[n] = v - t
			n++
		}
		if i&3 == 0 && v != t {
			even[m] = int32(i)
			m++
		}
	}
	return n, m
}

// keptByRank looks at a second slice only where the first says so, and counts what it leaves, by reason.
func keptByRank(best, rest []float64, x []float64, rank []uint8, scale []float64) (n, m, unknown, low int) {
	for i, r := range rank {
		if int(r) >= len(scale) {
			unknown++
			continue
		}
		if v := x[i]; v > 0 {
			if w := v / scale[r]; w > 1 {
				best[n] = w
				n++
			} else {
				rest[m] = w
				m++
			}
		} else {
			low++
		}
	}
	return n, m, unknown, low
}

var (
	PartedInThreeF32 = hone.Func(partedInThree[float32])
	PartedInThreeI32 = hone.Func(partedInThree[int32])
	PartedInThreeU8  = hone.Func(partedInThree[uint8])
	KeptTwiceF64     = hone.Func(keptTwice[float64])
	KeptTwiceI32     = hone.Func(keptTwice[int32])
	KeptByRank       = hone.Func(keptByRank)
	KeptSumsF32      = hone.Func(keptSums[float32, int])
	KeptSumsI64      = hone.Func(keptSums[int64, uint16])
	KeptSumsU8       = hone.Func(keptSums[uint8, int32])
	KeptSumsI32      = hone.Func(keptSums[int32, int32])
	PartedInOneU8    = hone.Func(partedInOne[uint8])
	PartedInOneI32   = hone.Func(partedInOne[int32])
	KeptOverF32      = hone.Func(keptOver[float32])
	KeptOverI16      = hone.Func(keptOver[int16])
	KeptOverI64      = hone.Func(keptOver[int64])
	KeptAroundU8     = hone.Func(keptAround[uint8])
	KeptAroundI8     = hone.Func(keptAround[int8])
	KeptAroundU32    = hone.Func(keptAround[uint32])
	KeptIf           = hone.Func(keptIf)
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
	add("KeptSumsF32", keptSums[float32, int], KeptSumsF32, args(nearly(f32s), nearly(f32s), vec(whole[int]), f32s, nearly(f32s), constant(float32(0.5)), one(between(-1, 5))))
	add("KeptSumsI64", keptSums[int64, uint16], KeptSumsI64, args(vec(whole[int64]), vec(whole[int64]), vec(whole[uint16]), vec(between[int64](0, 9)), vec(between[int64](0, 9)), constant(int64(9)), one(between(0, 3))))
	add("KeptSumsU8", keptSums[uint8, int32], KeptSumsU8, args(nearly(u8s), u8s, nearly(i32s), u8s, u8s, one(whole[uint8]), constant(0)))
	add("KeptSumsI32", keptSums[int32, int32], KeptSumsI32, args(nearly(i32s), i32s, i32s, i32s, nearly(i32s), one(whole[int32]), one(between(0, 30))))
	add("PartedInOneU8", partedInOne[uint8], PartedInOneU8, args(u8s, vec(between[uint8](0, 3)), constant(uint8(1)), one(between(-1, 300))))
	add("PartedInOneI32", partedInOne[int32], PartedInOneI32, args(i32s, vec(between[int32](0, 3)), constant(int32(1)), one(between(0, 300))))
	add("KeptOverF32", keptOver[float32], KeptOverF32, args(f32s, constant(float32(-0.5)), one(between(0, 5)), one(between(0, 5))))
	add("KeptOverI16", keptOver[int16], KeptOverI16, args(vec(between[int16](-3, 3)), one(between[int16](-3, 2)), one(between(0, 70)), one(between(0, 70))))
	add("KeptOverI64", keptOver[int64], KeptOverI64, args(vec(between[int64](-3, 3)), one(between[int64](-3, 2)), one(between(0, 9)), one(between(0, 9))))
	add("KeptAroundU8", keptAround[uint8], KeptAroundU8, args(i32s, i32s, constant(int32(-1<<30))))
	add("KeptAroundI8", keptAround[int8], KeptAroundI8, args(i32s, i32s, constant(int32(-1<<30))))
	add("KeptAroundU32", keptAround[uint32], KeptAroundU32, args(nearly(i32s), i32s, constant(int32(0))))
	add("KeptIf", keptIf, KeptIf, args(nearly(f64s), f64s, u8s, constant(0.2)))
	add("KeptOfEachRowF32", keptOfEachRow, KeptOfEachRowF32, args(nearly(f32s), f32s, vec(whole[int]), one(between(1, 70)), constant(float32(0))))
	add("PartedInThreeF32", partedInThree[float32], PartedInThreeF32, args(nearly(wild32s), nearly(wild32s), nearly(wild32s), wild32s, constant(float32(0))))
	add("PartedInThreeI32", partedInThree[int32], PartedInThreeI32, args(nearly(i32s), i32s, nearly(i32s), vec(between[int32](-2, 2)), constant(int32(0))))
	add("PartedInThreeU8", partedInThree[uint8], PartedInThreeU8, args(u8s, nearly(u8s), u8s, vec(between[uint8](0, 9)), one(between[uint8](0, 9))))
	add("KeptTwiceF64", keptTwice[float64], KeptTwiceF64, args(nearly(f64s), nearly(i32s), f64s, constant(0.2), one(between(-1, 4))))
	add("KeptTwiceI32", keptTwice[int32], KeptTwiceI32, args(i32s, nearly(i32s), vec(between[int32](-2, 2)), constant(int32(1)), one(between(0, 4))))
	add("KeptByRank", keptByRank, KeptByRank, args(nearly(f64s), nearly(f64s), f64s, vec(between[uint8](0, 40)), f64s))
}
