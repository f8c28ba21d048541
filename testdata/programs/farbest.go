package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Searches for the best of so many that it is found before its place is: with ties in blocks that are far apart, zeros of both signs, and nothing to be found.

// farFirst is the greatest, and where the first such is; farLast the least, and where the last is.
func farFirst[T number](x []T, best T) (T, int) {
	at := -1
	for i, v := range x {
		if v > best {
			best, at = v, i
		}
	}
	return best, at
}

func farLast[T number](x []T, best T) (at int32, least T) {
	at, least = -1, best
	for i, v := range x {
		if v <= least {
			least, at = v, int32(i)
		}
	}
	return at, least
}

// farDown looks from the end, for what is computed of two slices.
func farDown(x, y []float64) (int, float64) {
	y = y[:len(x)]
	at := len(x) - 1
	best := math.Inf(-1)
	for i := at; i >= 0; i-- {
		if v := x[i] - 2*math.Abs(y[i]); v >= best {
			at, best = i, v
		}
	}
	return at, best
}

// farZero asks for no place: it is about which zero comes first.
func farZero(x []float32) (most, least float32) {
	most, least = x[0], x[0]
	for _, v := range x {
		if v > most {
			most = v
		}
	}
	for _, v := range x {
		if !(v >= least) {
			least = v
		}
	}
	return most, least
}

// farHit declares it, with a place that is narrow.
func farHit(x []float32, from float32) (float32, int32) {
	type hit struct {
		d  float32
		at int32
	}
	h := hone.Reduce(len(x), hit{from, math.MaxInt32}, func(a, b hit) hit {
		if b.d < a.d || b.d == a.d && b.at < a.at {
			return b
		}
		return a
	}, func(i int) hit { return hit{x[i], int32(i)} })
	return h.d, h.at
}

var (
	FarFirstF32 = hone.Func(farFirst[float32])
	FarFirstI64 = hone.Func(farFirst[int64])
	FarLastF64  = hone.Func(farLast[float64])
	FarLastU16  = hone.Func(farLast[uint16])
	FarDown     = hone.Func(farDown)
	FarZero     = hone.Func(farZero)
	FarHit      = hone.Func(farHit)
)

// farAway are up to 40000 elements, of which all but a few, somewhere, are dull.
func farAway[T any](dull, few func(r *rand.Rand) T) func(r *rand.Rand, n int) any {
	return func(r *rand.Rand, n int) any {
		x := make([]T, 1+min(n, 400)*100+r.Intn(100))
		for i := range x {
			x[i] = dull(r)
		}
		for range r.Intn(4) {
			x[r.Intn(len(x))] = few(r)
		}
		return x
	}
}

func init() {
	pick := func(of ...float64) func(r *rand.Rand) float64 {
		return func(r *rand.Rand) float64 { return of[r.Intn(len(of))] }
	}
	narrow := func(f func(r *rand.Rand) float64) func(r *rand.Rand) float32 {
		return func(r *rand.Rand) float32 { return float32(f(r)) }
	}
	zero, inf := math.Copysign(0, -1), math.Inf(1)
	low, ties := pick(-inf, math.NaN()), pick(0, zero, 1, -inf, inf)
	add("FarFirstF32", farFirst[float32], FarFirstF32, args(farAway(narrow(low), narrow(ties)), one(narrow(pick(-inf, 0, zero)))))
	add("FarFirstI64", farFirst[int64], FarFirstI64, args(farAway(between[int64](-3, 3), between[int64](3, 5)), constant(int64(math.MinInt64))))
	add("FarLastF64", farLast[float64], FarLastF64, args(farAway(pick(inf, 3, 2, math.NaN()), pick(-1, 2, inf)), one(pick(inf, 2, 0, zero))))
	add("FarLastU16", farLast[uint16], FarLastU16, args(farAway(between[uint16](1, 9), between[uint16](0, 2)), constant(uint16(math.MaxUint16))))
	add("FarDown", farDown, FarDown, func(r *rand.Rand, n int) []any {
		x := farAway(pick(1, 2, -inf, math.NaN()), pick(3, inf, 2.5))(r, n).([]float64)
		y := make([]float64, len(x))
		for i := range y {
			y[i] = pick(1, -1, 0)(r)
		}
		return []any{x, y}
	})
	add("FarZero", farZero, FarZero, args(farAway(narrow(pick(0, zero)), narrow(pick(0, zero, -1)))))
	add("FarHit", farHit, FarHit, args(farAway(narrow(pick(inf, math.NaN(), 4)), narrow(pick(1, 0, zero))), one(narrow(pick(inf, 4, math.NaN())))))
}
