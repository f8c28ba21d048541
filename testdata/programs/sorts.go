package programs

import (
	"cmp"
	"math"
	"math/rand"
	"slices"

	"github.com/hone-go/hone"
)

// Sorts, and what is done with sorted keys.

// digitPass is a stable pass of a radix sort: keys go to their digit's places.
func digitPass[K ~uint32 | ~uint64](to, from []K, shift uint, count *[256]int) {
	*count = [256]int{}
	for _, k := range from {
		count[k>>shift&255]++
	}
	at := 0
	for d, c := range count {
		count[d] = at
		at += c
	}
	for _, k := range from {
		d := k >> shift & 255
		to[count[d]] = k
		count[d]++
	}
}

// digitSort sorts by digits of a byte.
func digitSort[K ~uint32 | ~uint64](keys []K, bits uint) {
	var count [256]int
	other := make([]K, len(keys))
	a, b := keys, other
	for shift := uint(0); shift < bits; shift += 16 {
		digitPass(b, a, shift, &count)
		digitPass(a, b, shift+8, &count)
	}
}

func radixSort32(keys []uint32) { digitSort(keys, 32) }
func radixSort64(keys []uint64) { digitSort(keys, 64) }

var RadixSort32 = hone.Func(radixSort32)
var RadixSort64 = hone.Func(radixSort64)

// ordered is f as a key that sorts as f does, NaN of either sign at its end.
func ordered(f float32) uint32 {
	b := math.Float32bits(f)
	if b>>31 != 0 {
		return ^b
	}
	return b | 1<<31
}

func floatOf(b uint32) float32 {
	if b>>31 != 0 {
		return math.Float32frombits(b &^ (1 << 31))
	}
	return math.Float32frombits(^b)
}

// radixSortFloats sorts by the bits.
func radixSortFloats(x []float32) {
	keys := hone.Build(len(x), func(i int) uint32 { return ordered(x[i]) })
	digitSort(keys, 32)
	for i := range hone.Parallel(len(x)) {
		x[i] = floatOf(keys[i])
	}
}

var RadixSortFloats = hone.Func(radixSortFloats)

// radixSortPairs sorts signed keys with their values, with the library's patterns: each bit parts the places.
func radixSortPairs(keys []int32, values []float64) ([]int32, []float64) {
	n := min(len(keys), len(values))
	at := hone.Build(n, func(i int) int32 { return int32(i) })
	for bit := uint(0); bit < 32; bit++ {
		from := at
		at, _ = hone.Partition(n, func(i int) (int32, bool) {
			k := uint32(keys[from[i]]) ^ 1<<31
			return from[i], k>>bit&1 == 0
		})
	}
	return hone.Build(n, func(i int) int32 { return keys[at[i]] }), hone.Build(n, func(i int) float64 { return values[at[i]] })
}

var RadixSortPairs = hone.Func(radixSortPairs)

// keyed is sorted by its key, and among equals by what came first.
type keyed struct {
	Key   uint8
	Value float32
}

// countingSort is stable, with the places from an exclusive scan.
func countingSort(in []keyed) []keyed {
	add := func(a, b int) int { return a + b }
	count := hone.Histogram(len(in), 256, 0, add, func(i int) (int, int) { return int(in[i].Key), 1 })
	next, _ := hone.ScanExclusive(256, 0, add, func(i int) int { return count[i] })
	out := make([]keyed, len(in))
	for _, e := range in {
		out[next[e.Key]] = e
		next[e.Key]++
	}
	return out
}

var CountingSort = hone.Func(countingSort)

// mergeRuns merges a and b into out, a first among equals.
func mergeRuns[T any](out, a, b []T, less func(x, y T) bool) {
	i, j := 0, 0
	for k := range out {
		if j >= len(b) || i < len(a) && !less(b[j], a[i]) {
			out[k] = a[i]
			i++
		} else {
			out[k] = b[j]
			j++
		}
	}
}

// mergedUp goes from the bottom up, with runs of a width merged in parallel.
func mergedUp[T any](x []T, less func(x, y T) bool) []T {
	n := len(x)
	a, b := make([]T, n), make([]T, n)
	copy(a, x)
	for w := 1; w < n; w *= 2 {
		for r := range hone.Parallel((n + 2*w - 1) / (2 * w)) {
			lo := 2 * w * r
			mid, hi := min(lo+w, n), min(lo+2*w, n)
			mergeRuns(b[lo:hi], a[lo:mid], a[mid:hi], less)
		}
		a, b = b, a
	}
	return a
}

func mergeSortFloats(x []float64) []float64 {
	return mergedUp(x, func(x, y float64) bool { return x < y || x != x && y == y })
}

func mergeSortKeyed(x []keyed) []keyed {
	return mergedUp(x, func(x, y keyed) bool { return x.Key > y.Key || x.Key == y.Key && x.Value < y.Value })
}

var MergeSortFloats = hone.Func(mergeSortFloats)
var MergeSortKeyed = hone.Func(mergeSortKeyed)

// rowsInserted sorts rows of 9, as for a median.
func rowsInserted(x []int16) {
	for r := range hone.Parallel(len(x) / 9) {
		row := x[9*r : 9*r+9]
		for i := 1; i < len(row); i++ {
			v, j := row[i], i
			for j > 0 && row[j-1] > v {
				row[j] = row[j-1]
				j--
			}
			row[j] = v
		}
	}
}

var RowsInserted = hone.Func(rowsInserted)

// uniqueSorted closes up sorted keys, and counts each.
func uniqueSorted(keys []int) (unique, counts []int) {
	n := len(keys)
	heads := hone.KeepIndices(n, func(i int) bool { return i == 0 || keys[i] != keys[i-1] })
	unique, counts = make([]int, len(heads)), make([]int, len(heads))
	for j := range hone.Parallel(len(heads)) {
		end := n
		if j+1 < len(heads) {
			end = heads[j+1]
		}
		unique[j], counts[j] = keys[heads[j]], end-heads[j]
	}
	return unique, counts
}

var UniqueSorted = hone.Func(uniqueSorted)

// uniqueInPlace is slices.Compact.
func uniqueInPlace(keys []int32) int {
	n := 0
	for i, k := range keys {
		if i == 0 || k != keys[n-1] {
			keys[n] = k
			n++
		}
	}
	return n
}

var UniqueInPlace = hone.Func(uniqueInPlace)

// topK are the k largest in falling order, kept in a small sorted list; NaN are left out.
func topK(x []float32, k int) ([]float32, []int) {
	best, at := make([]float32, 0, k), make([]int, 0, k)
	for i, v := range x {
		if v != v || len(best) == k && v <= best[k-1] {
			continue
		}
		if len(best) < k {
			best, at = best[:len(best)+1], at[:len(at)+1]
		}
		j := len(best) - 1
		for j > 0 && best[j-1] < v {
			best[j], at[j] = best[j-1], at[j-1]
			j--
		}
		best[j], at[j] = v, i
	}
	return best, at
}

var TopK = hone.Func(topK)

// nearestK are the places of the k points next to (px, py), by k searches of the smallest that is left.
func nearestK(x, y []float64, px, py float64, k int) []int {
	n := min(len(x), len(y))
	d := hone.Build(n, func(i int) float64 { return (x[i]-px)*(x[i]-px) + (y[i]-py)*(y[i]-py) })
	out := make([]int, min(k, n))
	for j := range out {
		at := hone.ArgMin(n, func(i int) float64 { return d[i] })
		out[j] = at
		d[at] = math.Inf(1)
	}
	return out
}

var NearestK = hone.Func(nearestK)

// quickSelect is the k-th smallest, by parting what is left around the middle element.
func quickSelect(x []int32, k int) int32 {
	if len(x) == 0 {
		return -1
	}
	for len(x) > 1 {
		p := x[len(x)/2]
		low := hone.Keep(len(x), func(i int) (int32, bool) { return x[i], x[i] < p })
		high := hone.Keep(len(x), func(i int) (int32, bool) { return x[i], x[i] > p })
		if k < len(low) {
			x = low
		} else if k >= len(x)-len(high) {
			k -= len(x) - len(high)
			x = high
		} else {
			return p
		}
	}
	return x[0]
}

var QuickSelect = hone.Func(quickSelect)

// quantile narrows down the bits of the k-th smallest key, with a histogram of each byte.
func quantile(x []float32, k int) float32 {
	prefix, mask := uint32(0), uint32(0)
	for shift := 24; shift >= 0; shift -= 8 {
		count := hone.Histogram(len(x), 256, 0, func(a, b int) int { return a + b }, func(i int) (int, int) {
			b := ordered(x[i])
			if b&mask == prefix {
				return int(b >> shift & 255), 1
			}
			return 0, 0
		})
		d := 0
		for d < 255 && k >= count[d] {
			k -= count[d]
			d++
		}
		prefix |= uint32(d) << shift
		mask |= 255 << shift
	}
	return floatOf(prefix)
}

var Quantile = hone.Func(quantile)

// fewKeys are those of a skewed distribution: small ones are frequent.
func fewKeys[T number](r *rand.Rand) T { return T(40 * r.Float64() * r.Float64() * r.Float64()) }

// sortable are elements in any order, in order, almost so, or the wrong way round, with equals and without.
func sortable[T cmp.Ordered](few, wide func(r *rand.Rand) T) gen {
	return func(r *rand.Rand, n int) any {
		elem := wide
		if r.Intn(2) == 0 {
			elem = few
		}
		s := vec(elem)(r, n).([]T)
		switch r.Intn(4) {
		case 0:
			slices.Sort(s)
		case 1:
			slices.Sort(s)
			slices.Reverse(s)
		case 2:
			slices.Sort(s)
			if n > 0 {
				s[r.Intn(n)] = elem(r)
			}
		}
		return s
	}
}

func init() {
	someKeyed := vec(func(r *rand.Rand) keyed { return keyed{fewKeys[uint8](r), float32(r.Intn(100))} })
	add("RadixSort32", radixSort32, RadixSort32, args(sortable(fewKeys[uint32], whole[uint32])))
	add("RadixSort64", radixSort64, RadixSort64, args(sortable(fewKeys[uint64], whole[uint64])))
	add("RadixSortFloats", radixSortFloats, RadixSortFloats, args(sortable(fewKeys[float32], wild[float32])))
	add("RadixSortPairs", radixSortPairs, RadixSortPairs, args(sortable(fewKeys[int32], whole[int32]), nearly(vec(wild[float64]))), upTo(20000))
	add("CountingSort", countingSort, CountingSort, args(someKeyed))
	add("MergeSortFloats", mergeSortFloats, MergeSortFloats, args(sortable(fewKeys[float64], wild[float64])), upTo(20000))
	add("MergeSortKeyed", mergeSortKeyed, MergeSortKeyed, args(someKeyed), upTo(20000))
	add("RowsInserted", rowsInserted, RowsInserted, args(sortable(fewKeys[int16], whole[int16])))
	add("UniqueSorted", uniqueSorted, UniqueSorted, args(ascending))
	add("UniqueInPlace", uniqueInPlace, UniqueInPlace, args(sortable(fewKeys[int32], whole[int32])))
	add("TopK", topK, TopK, args(sortable(fewKeys[float32], wild[float32]), one(between(1, 9))))
	add("NearestK", nearestK, NearestK, args(vec(tame[float64]), nearly(vec(tame[float64])), constant(0.5), constant(-0.25), one(between(0, 6))), chaotic)
	add("QuickSelect", quickSelect, QuickSelect, args(sortable(fewKeys[int32], whole[int32]), index))
	add("Quantile", quantile, Quantile, args(sortable(fewKeys[float32], wild[float32]), index))
}
