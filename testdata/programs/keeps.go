package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// What keeps, counts and finds: filters, partitions, histograms, scattered stores, places of extremes.

func aboveHalf(x []float32) []float32 {
	return hone.Keep(len(x), func(i int) (float32, bool) { return x[i], x[i] > 0.5 })
}

var AboveHalf = hone.Func(aboveHalf)

// rootsOf keeps what it computes, of what it computes.
func rootsOf(x []float64) []float64 {
	return hone.Keep(len(x), func(i int) (float64, bool) {
		d := x[i]*x[i] - 0.25
		if d < 0 {
			return 0, false
		}
		return math.Sqrt(d), true
	})
}

var RootsOf = hone.Func(rootsOf)

// peaks are the places that are higher than both neighbours.
func peaks(x []float32) []int {
	return hone.KeepIndices(len(x), func(i int) bool { return i > 0 && i+1 < len(x) && x[i] > x[i-1] && x[i] >= x[i+1] })
}

var Peaks = hone.Func(peaks)

type tick struct {
	Price float64
	Size  int32
	Kind  uint8
}

// trades keeps structs, in place.
func trades(t []tick, least int32) int {
	kept := make([]tick, len(t))
	n := hone.KeepInto(kept, len(t), func(i int) (tick, bool) { return t[i], t[i].Kind != 2 && t[i].Size >= least })
	for i := range hone.Parallel(n) {
		t[i] = kept[i]
	}
	return n
}

var Trades = hone.Func(trades)

// keptWithin has room for some.
func keptWithin(dst []int32, x []int32) int {
	return hone.KeepInto(dst, len(x), func(i int) (int32, bool) { return x[i], x[i]%3 == 0 })
}

var KeptWithin = hone.Func(keptWithin)

// lookedUpKept has what may fail in what decides.
func lookedUpKept(table []int32, ix []uint8) []int32 {
	return hone.Keep(len(ix), func(i int) (int32, bool) { return table[ix[i]], table[ix[i]] > 0 })
}

var LookedUpKept = hone.Func(lookedUpKept)

func evenFirst(x []int64) ([]int64, int) {
	return hone.Partition(len(x), func(i int) (int64, bool) { return x[i], x[i]&1 == 0 })
}

var EvenFirst = hone.Func(evenFirst)

// radixSort sorts by eight bits at a time: histogram, offsets, and a stable scatter, which is a loop in order.
func radixSort(x []uint32) []uint32 {
	a, b := make([]uint32, len(x)), make([]uint32, len(x))
	for i := range hone.Parallel(len(x)) {
		a[i] = x[i]
	}
	for shift := uint(0); shift < 32; shift += 8 {
		counts := hone.Histogram(len(a), 256, 0, func(a, b int) int { return a + b },
			func(i int) (int, int) { return int(a[i] >> shift & 255), 1 })
		hone.ScanExclusiveInto(counts, 0, func(a, b int) int { return a + b }, func(i int) int { return counts[i] })
		for _, v := range a {
			d := v >> shift & 255
			b[counts[d]] = v
			counts[d]++
		}
		a, b = b, a
	}
	return a
}

var RadixSort = hone.Func(radixSort)

func byteCounts(x []uint8) []int32 {
	return hone.Histogram(len(x), 256, 0, func(a, b int32) int32 { return a + b }, func(i int) (int, int32) { return int(x[i]), 1 })
}

var ByteCounts = hone.Func(byteCounts)

// weighted has bins of floats, few, and indices that may be out of range.
func weighted(at []int32, w []float64, bins int) []float64 {
	return hone.Histogram(min(len(at), len(w)), bins, 0, add64, func(i int) (int, float64) { return int(at[i]), w[i] })
}

var Weighted = hone.Func(weighted)

// firstAndLast has bins of structs, by an operator that doesn't commute in the order of the indices.
func firstAndLast(key []uint8) []firstLast {
	return hone.Histogram(len(key), 16, firstLast{-1, -1}, func(a, b firstLast) firstLast {
		if a.From < 0 {
			return b
		}
		if b.From < 0 {
			return a
		}
		return firstLast{a.From, b.To}
	}, func(i int) (int, firstLast) { return int(key[i] & 15), firstLast{int32(i), int32(i)} })
}

type firstLast struct{ From, To int32 }

var FirstAndLast = hone.Func(firstAndLast)

// inverse is the inverse of a permutation.
func inverse(p []int32) []int32 {
	q := make([]int32, len(p))
	hone.Scatter(q, len(p), func(i int) (int, int32) { return int(p[i]), int32(i) })
	return q
}

var Inverse = hone.Func(inverse)

// degrees adds to what is there.
func degrees(deg []float32, from, to []uint16) {
	n := min(len(from), len(to))
	hone.ScatterReduce(deg, n, func(a, b float32) float32 { return a + b }, func(i int) (int, float32) { return int(from[i]), 1 })
	hone.ScatterReduce(deg, n, func(a, b float32) float32 { return a*0.5 + b }, func(i int) (int, float32) { return int(to[i]), 2 })
}

var Degrees = hone.Func(degrees)

func argExtremes(x []float64) (int, int) {
	at := func(i int) float64 { return x[i] }
	return hone.ArgMin(len(x), at), hone.ArgMax(len(x), at)
}

var ArgExtremes = hone.Func(argExtremes)

func argBytes(x []uint8) (int, int) {
	at := func(i int) uint8 { return x[i] }
	return hone.ArgMin(len(x), at), hone.ArgMax(len(x), at)
}

var ArgBytes = hone.Func(argBytes)

// nearestPoint is the nearestPoint point to each of a few, by its place.
func nearestPoint(px, py []float32, qx, qy []float32) []int {
	return hone.Build(min(len(qx), len(qy)), func(k int) int {
		return hone.ArgMin(min(len(px), len(py)), func(i int) float32 {
			dx, dy := px[i]-qx[k], py[i]-qy[k]
			return dx*dx + dy*dy
		})
	})
}

var NearestPoint = hone.Func(nearestPoint)

func quantities(x []float32, t float32) (n int, some, all bool) {
	over := func(i int) bool { return x[i] > t }
	return hone.Count(len(x), over), hone.Any(len(x), over), hone.All(len(x), over)
}

var Quantities = hone.Func(quantities)

func init() {
	bytes := func(r *rand.Rand, n int) []uint8 {
		x := make([]uint8, n)
		r.Read(x)
		return x
	}
	add("AboveHalf", aboveHalf, AboveHalf, args(f32s))
	add("RootsOf", rootsOf, RootsOf, args(f64s))
	add("Peaks", peaks, Peaks, args(f32s))
	add("Trades", trades, Trades, func(r *rand.Rand, n int) []any {
		t := make([]tick, n)
		for i := range t {
			t[i] = tick{r.Float64(), int32(r.Intn(100)), uint8(r.Intn(4))}
		}
		return []any{t, int32(r.Intn(110) - 5)}
	})
	add("KeptWithin", keptWithin, KeptWithin, func(r *rand.Rand, n int) []any {
		x, kept := make([]int32, n), 0
		for i := range x {
			if x[i] = int32(r.Intn(90) - 45); x[i]%3 == 0 {
				kept++
			}
		}
		return []any{make([]int32, max(kept+r.Intn(5)-2, 0)), x}
	})
	add("LookedUpKept", lookedUpKept, LookedUpKept, func(r *rand.Rand, n int) []any {
		table := make([]int32, 255+r.Intn(2))
		for i := range table {
			table[i] = int32(r.Uint32())
		}
		return []any{table, bytes(r, n)}
	})
	add("EvenFirst", evenFirst, EvenFirst, func(r *rand.Rand, n int) []any {
		x := make([]int64, n)
		for i := range x {
			x[i] = int64(r.Uint64())
		}
		return []any{x}
	})
	add("RadixSort", radixSort, RadixSort, func(r *rand.Rand, n int) []any {
		x := make([]uint32, n)
		for i := range x {
			x[i] = r.Uint32() >> r.Intn(30)
		}
		return []any{x}
	})
	add("ByteCounts", byteCounts, ByteCounts, func(r *rand.Rand, n int) []any { return []any{bytes(r, n)} })
	add("Weighted", weighted, Weighted, func(r *rand.Rand, n int) []any {
		at, bins := make([]int32, n), r.Intn(60)
		for i := range at {
			at[i] = int32(r.Intn(bins + 1 - r.Intn(2)*min(bins, 1)))
			if bins > 0 && r.Intn(8) > 0 {
				at[i] = int32(r.Intn(bins))
			}
		}
		if r.Intn(20) == 0 {
			bins = -1
		}
		return []any{at, f64s(r, n), bins}
	})
	add("FirstAndLast", firstAndLast, FirstAndLast, func(r *rand.Rand, n int) []any { return []any{bytes(r, n)} })
	add("Inverse", inverse, Inverse, func(r *rand.Rand, n int) []any {
		p := make([]int32, n)
		for i, v := range r.Perm(n) {
			p[i] = int32(v)
		}
		return []any{p}
	})
	add("Degrees", degrees, Degrees, func(r *rand.Rand, n int) []any {
		from, to := make([]uint16, n), make([]uint16, n)
		for i := range from {
			from[i], to[i] = uint16(r.Intn(50)), uint16(r.Intn(50))
		}
		return []any{f32s(r, 50-r.Intn(9)/8), from, to}
	})
	numbers := func(r *rand.Rand, n int) []float64 {
		x := f64s(r, n).([]float64)
		for i := range x {
			switch r.Intn(200) {
			case 0:
				x[i] = math.Inf(1 - 2*r.Intn(2))
			case 1:
				x[i] = math.Copysign(0, -1)
			}
		}
		if n > 0 && r.Intn(3) == 0 {
			x[r.Intn(n)] = math.NaN()
		}
		return x
	}
	add("ArgExtremes", argExtremes, ArgExtremes, func(r *rand.Rand, n int) []any { return []any{numbers(r, n)} })
	add("ArgBytes", argBytes, ArgBytes, func(r *rand.Rand, n int) []any { return []any{bytes(r, n)} })
	add("NearestPoint", nearestPoint, NearestPoint, func(r *rand.Rand, n int) []any {
		m := r.Intn(20)
		return []any{f32s(r, n), f32s(r, n), f32s(r, m), f32s(r, m)}
	})
	add("Quantities", quantities, Quantities, func(r *rand.Rand, n int) []any {
		return []any{f32s(r, n), float32(r.NormFloat64())}
	})
}
