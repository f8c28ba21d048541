package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Several things at once of the same data, written side by side.

// leastAndPlace is the least and where it is.
func leastAndPlace(x []float32) (float32, int) {
	at := func(i int) float32 { return x[i] }
	return hone.Min(len(x), at), hone.ArgMin(len(x), at)
}

var LeastAndPlace = hone.Func(leastAndPlace)

// placeAndSum has the sum behind, of other values, which are floats: its order shows.
func placeAndSum(x []float64) (int, float64, float64) {
	n := len(x)
	at := hone.ArgMax(n, func(i int) float64 { return x[i] })
	return at, hone.Sum(n, func(i int) float64 { return x[i] * x[i] }), hone.Max(n, func(i int) float64 { return x[i] })
}

var PlaceAndSum = hone.Func(placeAndSum)

// twoPlaces is of two things, and of another type beside them.
func twoPlaces(x []int16, n int) (int, int, int) {
	n = max(min(n, len(x)), 0)
	nearest := hone.ArgMin(n, func(i int) int16 { return x[i] ^ 0x155 })
	count := hone.Count(n, func(i int) bool { return x[i] > 7 })
	return nearest, hone.ArgMax(n, func(i int) int16 { return x[i] }), count
}

var TwoPlaces = hone.Func(twoPlaces)

// leastButFor has a reduction that is not what it begins with where there is nothing.
func leastButFor(x []int32) (int32, int) {
	first := hone.Reduce(len(x), 77, func(a, b int32) int32 { return a*3 - b }, func(i int) int32 { return x[i] })
	return first, hone.ArgMin(len(x), func(i int) int32 { return x[i] })
}

var LeastButFor = hone.Func(leastButFor)

// storedBetween changes the data between the two.
func storedBetween(x []int64) (int64, int) {
	least := hone.Min(len(x), func(i int) int64 { return x[i] })
	if len(x) > 0 {
		x[len(x)/2] = least - 1
	}
	return least, hone.ArgMin(len(x), func(i int) int64 { return x[i] })
}

var StoredBetween = hone.Func(storedBetween)

// shorterSecond can't be one: the second is of less, or fails.
func shorterSecond(x []float32, n int) (float32, int) {
	return hone.Min(len(x), func(i int) float32 { return x[i] }), hone.ArgMin(n, func(i int) float32 { return x[i] })
}

var ShorterSecond = hone.Func(shorterSecond)

// meanAndSpread is mean and variance.
func meanAndSpread(x []float64) (mean, variance float64) {
	n := len(x)
	mean = hone.Sum(n, func(i int) float64 { return x[i] }) / float64(n)
	return mean, hone.Sum(n, func(i int) float64 { return x[i] * x[i] })/float64(n) - mean*mean
}

var MeanAndSpread = hone.Func(meanAndSpread)

// bothSides keeps in two slices what one test tells apart.
func bothSides(x []int32) (low, high []int32) {
	low = hone.Keep(len(x), func(i int) (int32, bool) { return x[i], x[i] < 3 })
	high = hone.Keep(len(x), func(i int) (int32, bool) { return x[i], x[i] >= 3 })
	return low, high
}

var BothSides = hone.Func(bothSides)

// keptAndTotal puts together what it has kept.
func keptAndTotal(x []int32) ([]int32, int32) {
	low := hone.Keep(len(x), func(i int) (int32, bool) { return x[i], x[i] < 3 })
	return low, hone.Sum(len(low), func(i int) int32 { return low[i] })
}

var KeptAndTotal = hone.Func(keptAndTotal)

// countsAndMost counts bytes, and has the greatest.
func countsAndMost(b []uint8) ([]int, uint8) {
	count := hone.Histogram(len(b), 256, 0, func(a, b int) int { return a + b }, func(i int) (int, int) { return int(b[i]), 1 })
	return count, hone.Max(len(b), func(i int) uint8 { return b[i] })
}

var CountsAndMost = hone.Func(countsAndMost)

func init() {
	many := func(g gen) gen {
		return func(r *rand.Rand, n int) any {
			if r.Intn(4) == 0 {
				n *= 1 + r.Intn(200)
			}
			return g(r, n)
		}
	}
	small := func(r *rand.Rand) int { return r.Intn(2000) - 1000 }
	floats := vec(func(r *rand.Rand) float32 { return float32(small(r)) / 8 })
	doubles := vec(func(r *rand.Rand) float64 { return float64(small(r)) / 8 })
	words := vec(func(r *rand.Rand) int32 { return int32(small(r)) % 20 })
	add("LeastAndPlace", leastAndPlace, LeastAndPlace, args(many(floats)))
	add("PlaceAndSum", placeAndSum, PlaceAndSum, args(many(f64s)))
	add("TwoPlaces", twoPlaces, TwoPlaces, func(r *rand.Rand, n int) []any {
		x := many(vec(func(r *rand.Rand) int16 { return int16(r.Uint32()) }))(r, n).([]int16)
		return []any{x, len(x) + r.Intn(3) - 1}
	})
	add("LeastButFor", leastButFor, LeastButFor, args(many(words)))
	add("StoredBetween", storedBetween, StoredBetween, args(many(vec(func(r *rand.Rand) int64 { return int64(small(r)) }))))
	add("ShorterSecond", shorterSecond, ShorterSecond, func(r *rand.Rand, n int) []any { return []any{floats(r, n), n + r.Intn(3) - 1} })
	add("MeanAndSpread", meanAndSpread, MeanAndSpread, args(many(doubles)))
	add("BothSides", bothSides, BothSides, args(many(words)))
	add("KeptAndTotal", keptAndTotal, KeptAndTotal, args(many(words)))
	add("CountsAndMost", countsAndMost, CountsAndMost, args(many(vec(func(r *rand.Rand) uint8 { return uint8(r.Uint32()) }))))
}
