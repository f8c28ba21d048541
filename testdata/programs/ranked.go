package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Declared reductions that look for the place of the least or greatest value, by pairs of a key and a place, or for the value first and then for where it is: with ties,
// NaNs, zeros of both signs, nothing to find, and places that wrap around.

type spot[T number] struct {
	key T
	at  int
}

// rankGreatest takes the first of equal ones, in one condition.
func rankGreatest[T number](x []T, none T) (T, int) {
	r := hone.Reduce(len(x), spot[T]{none, math.MaxInt}, func(a, b spot[T]) spot[T] {
		if b.key > a.key || b.key == a.key && b.at < a.at {
			return b
		}
		return a
	}, func(i int) spot[T] { return spot[T]{x[i], i} })
	return r.key, r.at
}

// rankLeast takes the last, in a switch; its places begin anywhere, and so may be the one that it begins with.
func rankLeast[T number](x []T, none T, from int) (T, int) {
	r := hone.Reduce(len(x), spot[T]{none, 0}, func(a, b spot[T]) spot[T] {
		switch {
		case b.key < a.key:
			return b
		case b.key == a.key:
			if b.at > a.at {
				return b
			}
		}
		return a
	}, func(i int) spot[T] { return spot[T]{x[i], from + i} })
	return r.key, r.at
}

// rankOther has the arms the other way round, so that what is no number wins over what comes before.
func rankOther(x []float32) int {
	return hone.Reduce(len(x), spot[float32]{float32(math.Inf(1)), math.MaxInt}, func(a, b spot[float32]) spot[float32] {
		if a.key < b.key || a.key == b.key && a.at < b.at {
			return a
		}
		return b
	}, func(i int) spot[float32] { return spot[float32]{x[i], i} }).at
}

// rankOtherLast does so for the last of equal ones, with places of 16 bits that begin anywhere.
func rankOtherLast(x []float64, from int16) (int16, int16) {
	type pair struct {
		at  int16
		key float64
	}
	last := hone.Reduce(len(x), pair{-5, math.Inf(-1)}, func(a, b pair) pair {
		switch {
		case a.key > b.key:
			return a
		case a.key == b.key && a.at > b.at:
			return a
		}
		return b
	}, func(i int) pair { return pair{int16(i) + from, x[i]} })
	first := hone.Reduce(len(x), pair{math.MaxInt16, math.Inf(-1)}, func(a, b pair) pair {
		if a.key > b.key || a.key == b.key && a.at < b.at {
			return a
		}
		return b
	}, func(i int) pair { return pair{int16(i) + from, x[i]} })
	if first.key == 0 || last.key > 1 { // of what is no number the bits are not to be compared
		return first.at, -last.at
	}
	return first.at, last.at
}

// rankOtherColumns goes down columns.
func rankOtherColumns(out []int32, x []float32, h int) {
	n := len(out)
	for c := range hone.Parallel(n) {
		out[c] = hone.Reduce(h, nearHit[float32]{float32(math.Inf(1)), math.MaxInt32}, func(a, b nearHit[float32]) nearHit[float32] {
			if a.d < b.d || a.d == b.d && a.at < b.at {
				return a
			}
			return b
		}, func(i int) nearHit[float32] { return nearHit[float32]{x[i*n+c], int32(i)} }).at
	}
}

// rankAnyTie takes whichever comes first in the order of the reduction.
func rankAnyTie(x []float64) (float64, int) {
	r := hone.Reduce(len(x), spot[float64]{math.Inf(-1), -1}, func(a, b spot[float64]) spot[float64] {
		if b.key > a.key {
			return b
		}
		return a
	}, func(i int) spot[float64] { return spot[float64]{x[i], i} })
	return r.key, r.at
}

// rankPlaceFirst has the place in front, in bytes, which wrap around.
func rankPlaceFirst(x []int16, by int8) (int8, int16) {
	type pair struct {
		at  int8
		key int16
	}
	r := hone.Reduce(len(x), pair{127, math.MinInt16}, func(a, b pair) pair {
		if a.key > b.key {
			return a
		}
		if a.key < b.key || b.at < a.at {
			return b
		}
		return a
	}, func(i int) pair { return pair{int8(i) - by, x[i]} })
	return r.at, r.key
}

type nearHit[T float] struct {
	d  T
	at int32
}

// rankRows has a row in each iteration, with places of 32 bits.
func rankRows[T float](out []int32, x []T, w int) {
	for r := range hone.Parallel(len(out)) {
		out[r] = hone.Reduce(w, nearHit[T]{T(math.Inf(1)), math.MaxInt32}, func(a, b nearHit[T]) nearHit[T] {
			if b.d < a.d || b.d == a.d && b.at < a.at {
				return b
			}
			return a
		}, func(i int) nearHit[T] { return nearHit[T]{x[r*w+i], int32(i)} }).at
	}
}

// rankColumns goes down columns: lanes are along the rows.
func rankColumns(out []int, x []float64, h int) {
	n := len(out)
	for c := range hone.Parallel(n) {
		out[c] = hone.Reduce(h, spot[float64]{math.Inf(-1), math.MaxInt}, func(a, b spot[float64]) spot[float64] {
			if b.key > a.key || b.key == a.key && b.at < a.at {
				return b
			}
			return a
		}, func(i int) spot[float64] { return spot[float64]{x[i*n+c], i} }).at
	}
}

// placeOfGreatest looks for the value, then for its first place.
func placeOfGreatest[T number](x []T, none int) int {
	best := hone.Max(len(x), func(i int) T { return x[i] })
	return hone.Min(len(x), func(i int) int {
		if x[i] == best {
			return i
		}
		return math.MaxInt32
	}) - none
}

// placeOfLeast looks for the last place, and gives the value as well.
func placeOfLeast[T number](x []T) (T, int) {
	best := hone.Min(len(x), func(i int) T { return x[i] })
	at := hone.Max(len(x), func(i int) int {
		if best != x[i] {
			return -1
		}
		return i
	})
	return best, at
}

// placeInBytes has places that wrap around, and what stands for none may be better than some of them.
func placeInBytes(x []uint8, by int8) int8 {
	best := hone.Max(len(x), func(i int) uint8 { return x[i] })
	return hone.Min(len(x), func(i int) int8 {
		if x[i] == best {
			return int8(i) + by
		}
		return 40
	})
}

// lastInBytes looks for the last one.
func lastInBytes(x []float32, by int8) int8 {
	best := hone.Max(len(x), func(i int) float32 { return x[i] })
	return hone.Max(len(x), func(i int) int8 {
		if x[i] == best {
			return by + int8(i)
		}
		return -40
	})
}

// placeChanged changes what it has looked at between; what it finds is something else then.
func placeChanged(x []float32, k float32) int {
	best := hone.Max(len(x), func(i int) float32 { return x[i] })
	for i := range hone.Parallel(len(x)) {
		x[i] = x[i]*k + 1
	}
	return hone.Min(len(x), func(i int) int {
		if x[i] == best {
			return i
		}
		return math.MaxInt
	})
}

// placeNearest computes distances twice, of points that may be too few.
func placeNearest(out []int32, qx, qy, px, py []float32) {
	for q := range hone.Parallel(len(out)) {
		dist := func(i int) float32 {
			dx, dy := px[i]-qx[q], py[i]-qy[q]
			return dx*dx + dy*dy
		}
		least := hone.Min(len(px), dist)
		out[q] = int32(hone.Min(len(px), func(i int) int {
			if dist(i) == least {
				return i
			}
			return math.MaxInt32
		}))
	}
}

// placeInRows does so for rows whose elements are next to each other.
func placeInRows(out []int, x []int32, w int) {
	for r := range hone.Parallel(len(out)) {
		best := hone.Max(w, func(i int) int32 { return x[r*w+i] })
		out[r] = hone.Max(w, func(i int) int {
			if x[r*w+i] == best {
				return i
			}
			return -7
		})
	}
}

// placesOfSome looks at as many of each row, with places of 16 bits.
func placesOfSome(out []int16, x []int32) {
	for r := range hone.Parallel(len(out)) {
		least := hone.Min(9, func(i int) int32 { return x[r*9+i] })
		last := hone.Max(9, func(i int) int16 {
			if x[r*9+i] == least {
				return int16(i)
			}
			return 3
		})
		first := hone.Reduce(9, spot[int32]{math.MinInt32, math.MaxInt}, func(a, b spot[int32]) spot[int32] {
			if b.key > a.key || b.key == a.key && b.at < a.at {
				return b
			}
			return a
		}, func(i int) spot[int32] { return spot[int32]{x[r*9+i], i + 1} })
		out[r] = last ^ int16(first.at)
	}
}

// placeOther looks for the place in other elements, or of another value.
func placeOther(x, y []int32, more int32) (int, int) {
	n := min(len(x), len(y))
	best := hone.Min(n, func(i int) int32 { return x[i] })
	a := hone.Min(n, func(i int) int {
		if y[i] == best {
			return i
		}
		return n
	})
	b := hone.Min(n, func(i int) int {
		if x[i]+more == best {
			return i
		}
		return math.MaxInt
	})
	return a, b
}

var (
	RankGreatestF32    = hone.Func(rankGreatest[float32])
	RankGreatestF64    = hone.Func(rankGreatest[float64])
	RankGreatestI8     = hone.Func(rankGreatest[int8])
	RankGreatestU64    = hone.Func(rankGreatest[uint64])
	RankLeastF32       = hone.Func(rankLeast[float32])
	RankLeastF64       = hone.Func(rankLeast[float64])
	RankLeastI64       = hone.Func(rankLeast[int64])
	RankLeastU16       = hone.Func(rankLeast[uint16])
	RankOther          = hone.Func(rankOther)
	RankOtherLast      = hone.Func(rankOtherLast)
	RankOtherColumns   = hone.Func(rankOtherColumns)
	RankAnyTie         = hone.Func(rankAnyTie)
	RankPlaceFirst     = hone.Func(rankPlaceFirst)
	RankRowsF32        = hone.Func(rankRows[float32])
	RankRowsF64        = hone.Func(rankRows[float64])
	RankColumns        = hone.Func(rankColumns)
	PlaceOfGreatestF32 = hone.Func(placeOfGreatest[float32])
	PlaceOfGreatestF64 = hone.Func(placeOfGreatest[float64])
	PlaceOfGreatestI16 = hone.Func(placeOfGreatest[int16])
	PlaceOfGreatestU32 = hone.Func(placeOfGreatest[uint32])
	PlaceOfLeastF32    = hone.Func(placeOfLeast[float32])
	PlaceOfLeastF64    = hone.Func(placeOfLeast[float64])
	PlaceOfLeastI64    = hone.Func(placeOfLeast[int64])
	PlaceOfLeastU8     = hone.Func(placeOfLeast[uint8])
	PlaceInBytes       = hone.Func(placeInBytes)
	LastInBytes        = hone.Func(lastInBytes)
	PlaceChanged       = hone.Func(placeChanged)
	PlaceNearest       = hone.Func(placeNearest)
	PlaceInRows        = hone.Func(placeInRows)
	PlacesOfSome       = hone.Func(placesOfSome)
	PlaceOther         = hone.Func(placeOther)
)

func init() {
	inf := math.Inf(1)
	tied := func(r *rand.Rand) float64 {
		return []float64{0, math.Copysign(0, -1), math.NaN(), inf, -inf, 1, -1, 2, -2, 3}[r.Intn(10)]
	}
	quiet := func(r *rand.Rand) float64 { // a NaN's bits are not to be compared
		if v := tied(r); v == v {
			return v
		}
		return -inf
	}
	// Sometimes all are as bad as can be, but for some that are no numbers.
	keys := func(g func(r *rand.Rand) float64, worst float64) func(r *rand.Rand, n int) []float64 {
		return func(r *rand.Rand, n int) []float64 {
			few := r.Intn(3) == 0
			x := make([]float64, n)
			for i := range x {
				if x[i] = g(r); few && x[i] == x[i] && r.Intn(n) > 0 {
					x[i] = worst
				}
			}
			return x
		}
	}
	f64 := func(g func(r *rand.Rand) float64, worst float64) gen {
		return func(r *rand.Rand, n int) any { return keys(g, worst)(r, n) }
	}
	f32 := func(g func(r *rand.Rand) float64, worst float64) gen {
		return func(r *rand.Rand, n int) any {
			out := make([]float32, n)
			for i, v := range keys(g, worst)(r, n) {
				out[i] = float32(v)
			}
			return out
		}
	}
	none32 := func(v float64) gen {
		return func(r *rand.Rand, n int) any { return float32([]float64{v, v, 0, 1}[r.Intn(4)]) }
	}
	from := func(r *rand.Rand, n int) any {
		return []int{0, 5, -n, math.MaxInt - n, math.MaxInt - n/2, -1}[r.Intn(6)]
	}
	lows := func(r *rand.Rand, n int) any {
		x := make([]int16, n)
		for i := range x {
			x[i] = math.MinInt16 + int16(r.Intn(40)/39)
		}
		return x
	}
	rows := func(g gen, out func(n int) any) func(r *rand.Rand, n int) []any {
		return func(r *rand.Rand, n int) []any {
			w := 1 + r.Intn(70)
			return []any{out(n / w), nearly(g)(r, n/w*w), w}
		}
	}
	ints := func(n int) any { return make([]int, n) }
	places := func(n int) any { return make([]int32, n) }

	add("RankGreatestF32", rankGreatest[float32], RankGreatestF32, args(f32(tied, -inf), none32(-inf)))
	add("RankGreatestF64", rankGreatest[float64], RankGreatestF64, args(f64(tied, -inf), constant(-inf)))
	add("RankGreatestI8", rankGreatest[int8], RankGreatestI8, args(i8s, constant(int8(-128))))
	add("RankGreatestU64", rankGreatest[uint64], RankGreatestU64, args(vec(between[uint64](0, 3)), one(between[uint64](0, 3))))
	add("RankLeastF32", rankLeast[float32], RankLeastF32, args(f32(tied, inf), none32(inf), from))
	add("RankLeastF64", rankLeast[float64], RankLeastF64, args(f64(tied, inf), constant(inf), from))
	add("RankLeastI64", rankLeast[int64], RankLeastI64, args(vec(between[int64](math.MaxInt64-2, math.MaxInt64)), constant(int64(math.MaxInt64)), from))
	add("RankLeastU16", rankLeast[uint16], RankLeastU16, args(u16s, one(whole[uint16]), from))
	add("RankOther", rankOther, RankOther, args(f32(tied, inf)))
	add("RankOtherLast", rankOtherLast, RankOtherLast, args(f64(tied, -inf), one(func(r *rand.Rand) int16 { return []int16{0, -4, -5, -6, math.MaxInt16 - 50, 9}[r.Intn(6)] })))
	add("RankOtherColumns", rankOtherColumns, RankOtherColumns, func(r *rand.Rand, n int) []any {
		h := 1 + r.Intn(20)
		return []any{make([]int32, n/h), f32(quiet, inf)(r, n/h*h), h} // in an iteration what is no number wins in another order
	})
	add("RankAnyTie", rankAnyTie, RankAnyTie, args(f64(tied, -inf)))
	add("RankPlaceFirst", rankPlaceFirst, RankPlaceFirst, args(lows, one(whole[int8])))
	add("RankRowsF32", rankRows[float32], RankRowsF32, rows(f32(tied, inf), places))
	add("RankRowsF64", rankRows[float64], RankRowsF64, rows(f64(tied, inf), places))
	add("RankColumns", rankColumns, RankColumns, func(r *rand.Rand, n int) []any {
		h := 1 + r.Intn(20)
		return []any{make([]int, n/h), f64(tied, -inf)(r, n/h*h), h}
	})
	add("PlaceOfGreatestF32", placeOfGreatest[float32], PlaceOfGreatestF32, args(f32(tied, -inf), constant(0)))
	add("PlaceOfGreatestF64", placeOfGreatest[float64], PlaceOfGreatestF64, args(f64(quiet, -inf), constant(0)))
	add("PlaceOfGreatestI16", placeOfGreatest[int16], PlaceOfGreatestI16, args(lows, constant(1)))
	add("PlaceOfGreatestU32", placeOfGreatest[uint32], PlaceOfGreatestU32, args(vec(between[uint32](0, 5)), constant(0)))
	add("PlaceOfLeastF32", placeOfLeast[float32], PlaceOfLeastF32, args(f32(quiet, inf)))
	add("PlaceOfLeastF64", placeOfLeast[float64], PlaceOfLeastF64, args(f64(quiet, inf)))
	add("PlaceOfLeastI64", placeOfLeast[int64], PlaceOfLeastI64, args(vec(between[int64](math.MaxInt64-1, math.MaxInt64))))
	add("PlaceOfLeastU8", placeOfLeast[uint8], PlaceOfLeastU8, args(u8s))
	add("PlaceInBytes", placeInBytes, PlaceInBytes, args(u8s, one(whole[int8])))
	add("LastInBytes", lastInBytes, LastInBytes, args(f32(tied, -inf), one(whole[int8])))
	add("PlaceChanged", placeChanged, PlaceChanged, args(f32(quiet, -inf), one(func(r *rand.Rand) float32 { return float32(r.Intn(3)) })))
	add("PlaceNearest", placeNearest, PlaceNearest, func(r *rand.Rand, n int) []any {
		q, p := f32(tied, 0), nearly(f32(tied, 1))
		return []any{make([]int32, n%97), q(r, n%97), nearly(q)(r, n%97), f32(tied, 1)(r, n%61), p(r, n%61)}
	})
	add("PlaceInRows", placeInRows, PlaceInRows, rows(vec(between[int32](-3, 3)), ints))
	add("PlacesOfSome", placesOfSome, PlacesOfSome, args(i16s, times(9, vec(between[int32](0, 3)))))
	add("PlaceOther", placeOther, PlaceOther, args(vec(between[int32](0, 200)), vec(between[int32](0, 200)), one(between[int32](-1, 1))))
}
