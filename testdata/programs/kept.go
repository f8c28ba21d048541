package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// What is kept, and what is done with it: put together, computed with, kept again, counted.

// keptSum never makes what it keeps.
func keptSum(x []int64, t int64) int64 {
	k := hone.Keep(len(x), func(i int) (int64, bool) { return x[i], x[i] > t })
	return hone.Sum(len(k), func(i int) int64 { return k[i] })
}

var KeptSum = hone.Func(keptSum)

// keptMean has a sum of other width than the count.
func keptMean(x []int16, t int16) (int16, int) {
	k := hone.Keep(len(x), func(i int) (int16, bool) { return x[i], x[i] > t })
	return hone.Sum(len(k), func(i int) int16 { return k[i] * 3 }), len(k)
}

var KeptMean = hone.Func(keptMean)

// keptFloats are put together in an order of their places, and by operations for which there is none, NaNs among them.
func keptFloats(x []float64, t float64) (sum, least, most float64) {
	k := hone.Keep(len(x), func(i int) (float64, bool) { return x[i], !(x[i] <= t) })
	sum = hone.Sum(len(k), func(i int) float64 { return k[i] })
	return sum, hone.Min(len(k), func(i int) float64 { return k[i] }), hone.Max(len(k), func(i int) float64 { return k[i] })
}

var KeptFloats = hone.Func(keptFloats)

// keptExtremes has no sum beside.
func keptExtremes(x []float32, t float32) (least, most float32, n int) {
	k := hone.Keep(len(x), func(i int) (float32, bool) { return x[i], !(x[i] <= t) })
	return hone.Min(len(k), func(i int) float32 { return k[i] }), hone.Max(len(k), func(i int) float32 { return k[i] * k[i] }), len(k)
}

var KeptExtremes = hone.Func(keptExtremes)

// keptScaled is made of what is kept, element by element.
func keptScaled(x []float32, t float32) []float32 {
	k := hone.Keep(len(x), func(i int) (float32, bool) { return x[i] + 1, x[i] > t })
	return hone.Build(len(k), func(i int) float32 { return k[i]*k[i] - k[i]/3 })
}

var KeptScaled = hone.Func(keptScaled)

// keptAgain keeps some of what it has kept, which is cut down by what may not be computed for the others.
func keptAgain(x, y []int32) []int32 {
	k := hone.Keep(min(len(x), len(y)), func(i int) (int32, bool) { return y[i], x[i] > 0 })
	return hone.Keep(len(k), func(i int) (int32, bool) { return 1000 / k[i], k[i]%2 != 0 })
}

var KeptAgain = hone.Func(keptAgain)

type trade struct {
	Price float32
	Size  int32
}

// keptTrades are structs; some of their fields are put together, others kept.
func keptTrades(x []trade, least int32) (total int64, prices []float32) {
	k := hone.Keep(len(x), func(i int) (trade, bool) { return x[i], x[i].Size >= least })
	total = hone.Sum(len(k), func(i int) int64 { return int64(k[i].Size) })
	return total, hone.Build(len(k), func(i int) float32 { return k[i].Price })
}

var KeptTrades = hone.Func(keptTrades)

// keptRecords gives structs of what it computes.
func keptRecords(x []float32, least int32) []trade {
	k := hone.Keep(len(x), func(i int) (trade, bool) { return trade{x[i], int32(i)}, x[i] > 0.25 })
	return hone.Keep(len(k), func(i int) (trade, bool) { return trade{-k[i].Price, k[i].Size + 1}, k[i].Size >= least })
}

var KeptRecords = hone.Func(keptRecords)

// keptPlaces looks up by the indices that it has kept.
func keptPlaces(x []uint8, y []int32) (int32, []int) {
	k := hone.KeepIndices(len(x), func(i int) bool { return x[i] > 99 })
	far := hone.KeepIndices(len(k), func(i int) bool { return k[i]&1 == 1 })
	return hone.Sum(len(k), func(i int) int32 { return y[k[i]] }), far
}

var KeptPlaces = hone.Func(keptPlaces)

// keptLooked has a sum of what is at the indices that it has kept.
func keptLooked(x []uint8, y []int32) int32 {
	k := hone.KeepIndices(len(x), func(i int) bool { return x[i] > 99 })
	return hone.Sum(len(k), func(i int) int32 { return y[k[i]] })
}

var KeptLooked = hone.Func(keptLooked)

// keptApart keeps in two slices what one test tells apart, with what it makes of all, and a number of it.
func keptApart(x []int32) (low, high, all []int32, most int32) {
	all = hone.Build(len(x), func(i int) int32 { return x[i]*x[i] + 7 })
	low = hone.Keep(len(x), func(i int) (int32, bool) { return all[i], x[i] < 3 })
	high = hone.Keep(len(x), func(i int) (int32, bool) { return x[i], x[i] >= 3 })
	return low, high, all, hone.Max(len(x), func(i int) int32 { return x[i] ^ 5 })
}

var KeptApart = hone.Func(keptApart)

// keptFails may fail in what decides, or in what is done with what is kept: the first comes before the second, wherever that is.
func keptFails(x []int32, table []int32) int32 {
	k := hone.Keep(len(x), func(i int) (int32, bool) { return x[i], table[x[i]&15] > 0 })
	return hone.Sum(len(k), func(i int) int32 { return 100 / k[i] })
}

var KeptFails = hone.Func(keptFails)

// keptBefore stores between what keeps and what uses it, where that may fail.
func keptBefore(x, y []int32) int32 {
	k := hone.Keep(len(x), func(i int) (int32, bool) { return x[i], x[i] > -5 })
	for i := range hone.Parallel(len(y)) {
		y[i] = y[i]*2 + 1
	}
	return hone.Sum(len(k), func(i int) int32 { return 100 / k[i] })
}

var KeptBefore = hone.Func(keptBefore)

// keptOverwritten reads what is stored between.
func keptOverwritten(x, y []int32) int32 {
	k := hone.Keep(len(x), func(i int) (int32, bool) { return x[i], x[i] > 0 })
	for i := range hone.Parallel(len(y)) {
		y[i] -= 3
	}
	return hone.Sum(len(k), func(i int) int32 { return k[i] ^ y[k[i]&15] })
}

var KeptOverwritten = hone.Func(keptOverwritten)

// keptInTwo makes two slices of what is kept.
func keptInTwo(x, y []float32) (a, b []float32) {
	k := hone.Keep(min(len(x), len(y)), func(i int) (float32, bool) { return x[i], x[i] > y[i] })
	a = hone.Build(len(k), func(j int) float32 { return k[j] * 2 })
	b = hone.Build(len(k), func(j int) float32 { return k[j] + 1 })
	return a, b
}

var KeptInTwo = hone.Func(keptInTwo)

// keptOrNot has nothing, everything or something to keep.
func keptOrNot(x []uint8, mode uint8) ([]uint8, int) {
	k := hone.Keep(len(x), func(i int) (uint8, bool) { return x[i], mode == 1 || mode == 2 && x[i]&1 == 0 })
	l := hone.Keep(len(x), func(i int) (uint8, bool) { return ^x[i], mode == 0 })
	return k, len(l)
}

var KeptOrNot = hone.Func(keptOrNot)

// keptBins counts what it has kept.
func keptBins(x []int32, t int32) []int32 {
	k := hone.Keep(len(x), func(i int) (int32, bool) { return x[i], x[i] > t })
	bins := make([]int32, 16)
	for _, v := range k {
		bins[v&15]++
	}
	return bins
}

var KeptBins = hone.Func(keptBins)

// keptInOrder puts together what it has kept in an order that matters.
func keptInOrder(x []int32) int32 {
	k := hone.Keep(len(x), func(i int) (int32, bool) { return x[i], x[i]%3 != 0 })
	return hone.Reduce(len(k), 0, func(a, b int32) int32 { return a*3 + b }, func(i int) int32 { return k[i] })
}

var KeptInOrder = hone.Func(keptInOrder)

// keptOfCostly keeps some of what takes long to compute.
func keptOfCostly(x []float64) []float64 {
	y := hone.Build(len(x), func(i int) float64 { return x[i]*x[i]*x[i] - 2*x[i]*x[i] + x[i]/7 - 1 })
	return hone.Keep(len(x), func(i int) (float64, bool) { return y[i], y[i] > -1 })
}

var KeptOfCostly = hone.Func(keptOfCostly)

// keptInside sums in what decides.
func keptInside(x []float32, w int) []float32 {
	if w <= 0 {
		return nil
	}
	return hone.Keep(len(x)/w, func(r int) (float32, bool) {
		s := hone.Sum(w, func(j int) float32 { return x[r*w+j] })
		return s, s > 0
	})
}

var KeptInside = hone.Func(keptInside)

func init() {
	small := func(r *rand.Rand) int32 { return int32(r.Intn(40) - 4) }
	words := vec(small)
	few := vec(func(r *rand.Rand) int32 { return int32(r.Intn(4000) + 1) })
	records := vec(func(r *rand.Rand) trade { return trade{float32(r.Intn(100)) / 4, int32(r.Intn(100))} })
	bytes := vec(func(r *rand.Rand) uint8 { return uint8(r.Uint32()) })
	add("KeptSum", keptSum, KeptSum, args(vec(func(r *rand.Rand) int64 { return int64(r.Uint64()) }), one(func(r *rand.Rand) int64 { return int64(r.Uint64()) })), upTo(20000))
	add("KeptMean", keptMean, KeptMean, args(i16s, one(between[int16](-30000, 30000))), upTo(20000))
	add("KeptFloats", keptFloats, KeptFloats, args(f64s, one(between[float64](-1, 1))), upTo(20000))
	add("KeptExtremes", keptExtremes, KeptExtremes, args(f32s, one(between[float32](-1, 1))), upTo(20000))
	add("KeptScaled", keptScaled, KeptScaled, args(f32s, one(between[float32](-1, 1))), upTo(20000))
	add("KeptAgain", keptAgain, KeptAgain, args(words, words), upTo(9000))
	add("KeptTrades", keptTrades, KeptTrades, args(records, one(func(r *rand.Rand) int32 { return int32(r.Intn(110) - 5) })), upTo(9000))
	add("KeptRecords", keptRecords, KeptRecords, args(f32s, one(func(r *rand.Rand) int32 { return int32(r.Intn(300)) })), upTo(9000))
	add("KeptPlaces", keptPlaces, KeptPlaces, func(r *rand.Rand, n int) []any { return []any{bytes(r, n), words(r, max(n-r.Intn(2)*r.Intn(2), 0))} }, upTo(9000))
	add("KeptApart", keptApart, KeptApart, args(words), upTo(20000))
	add("KeptFails", keptFails, KeptFails, func(r *rand.Rand, n int) []any {
		x := []gen{words, few}[r.Intn(2)](r, n)
		return []any{x, few(r, 16-r.Intn(2)*r.Intn(2))}
	}, upTo(9000))
	add("KeptBefore", keptBefore, KeptBefore, func(r *rand.Rand, n int) []any { return []any{[]gen{words, few}[r.Intn(2)](r, n), words(r, 20)} }, upTo(9000))
	add("KeptOverwritten", keptOverwritten, KeptOverwritten, func(r *rand.Rand, n int) []any { return []any{words(r, n), words(r, 16-r.Intn(2)*r.Intn(2))} }, upTo(9000))
	add("KeptLooked", keptLooked, KeptLooked, func(r *rand.Rand, n int) []any { return []any{bytes(r, n), words(r, max(n-r.Intn(2)*r.Intn(2), 0))} }, upTo(9000))
	add("KeptInTwo", keptInTwo, KeptInTwo, args(f32s, f32s), upTo(9000))
	add("KeptOrNot", keptOrNot, KeptOrNot, args(bytes, one(func(r *rand.Rand) uint8 { return uint8(r.Intn(3)) })), upTo(9000))
	add("KeptBins", keptBins, KeptBins, args(words, one(small)), upTo(9000))
	add("KeptInOrder", keptInOrder, KeptInOrder, args(words), upTo(9000))
	add("KeptOfCostly", keptOfCostly, KeptOfCostly, args(f64s), upTo(9000))
	add("KeptInside", keptInside, KeptInside, func(r *rand.Rand, n int) []any { return []any{f32s(r, n), 1 + r.Intn(20)} }, upTo(20000))
}
