package programs

import (
	"math"
	"math/rand"
	"slices"

	"github.com/hone-go/hone"
)

// Sorting, and what people do with what is sorted or to be grouped: runs, groups, quantiles, the k best, brackets, lines.

// sortWords is a radix sort of 11 bits at a time, all three tables made at once.
func sortWords(x []uint32) {
	tmp := make([]uint32, len(x))
	var c0, c1, c2 [2048]int
	for _, v := range x {
		c0[v&2047]++
		c1[v>>11&2047]++
		c2[v>>22]++
	}
	s0, s1, s2 := 0, 0, 0
	for d := range c0 {
		c0[d], s0 = s0, s0+c0[d]
		c1[d], s1 = s1, s1+c1[d]
		c2[d], s2 = s2, s2+c2[d]
	}
	for _, v := range x {
		tmp[c0[v&2047]] = v
		c0[v&2047]++
	}
	for _, v := range tmp {
		x[c1[v>>11&2047]] = v
		c1[v>>11&2047]++
	}
	for _, v := range x {
		tmp[c2[v>>22]] = v
		c2[v>>22]++
	}
	copy(x, tmp)
}

var SortWords = hone.Func(sortWords)

// sortPairs sorts keys with their values, and leaves out the passes in which all keys have the same digit.
func sortPairs(keys []uint64, values []int32) {
	n := len(keys)
	k2, v2 := make([]uint64, n), make([]int32, n)
	a, av, b, bv := keys, values, k2, v2
	swapped := false
	for shift := 0; shift < 64; shift += 8 {
		var count [256]int
		for _, k := range a {
			count[k>>shift&255]++
		}
		if n == 0 || count[a[0]>>shift&255] == n {
			continue
		}
		sum := 0
		for d, c := range count {
			count[d] = sum
			sum += c
		}
		for i, k := range a {
			d := k >> shift & 255
			b[count[d]], bv[count[d]] = k, av[i]
			count[d]++
		}
		a, av, b, bv = b, bv, a, av
		swapped = !swapped
	}
	if swapped {
		copy(keys, k2)
		copy(values, v2)
	}
}

var SortPairs = hone.Func(sortPairs)

// sortPairsLibrary is the same on hone's patterns: the places are a scan of a histogram of what blocks have of each digit.
func sortPairsLibrary(keys []uint64, values []int32) ([]uint64, []int32) {
	n := len(keys)
	const block = 1024
	blocks := (n + block - 1) / block
	add := func(a, b int32) int32 { return a + b }
	a, av := hone.Build(n, func(i int) uint64 { return keys[i] }), hone.Build(n, func(i int) int32 { return values[i] })
	b, bv := make([]uint64, n), make([]int32, n)
	for shift := uint(0); shift < 64; shift += 8 {
		counts := make([]int32, 256*blocks)
		for k := range hone.Parallel(blocks) {
			for _, v := range a[k*block : min(k*block+block, n)] {
				counts[int(v>>shift&255)*blocks+k]++
			}
		}
		hone.ScanExclusiveInto(counts, 0, add, func(i int) int32 { return counts[i] })
		for k := range hone.Parallel(blocks) {
			for i := k * block; i < min(k*block+block, n); i++ {
				at := int(a[i]>>shift&255)*blocks + k
				b[counts[at]] = a[i]
				bv[counts[at]] = av[i]
				counts[at]++
			}
		}
		a, av, b, bv = b, bv, a, av
	}
	return a, av
}

var SortPairsLibrary = hone.Func(sortPairsLibrary)

type holding struct {
	Owner   int32
	Balance float64
}

// mergeBy sorts from the bottom up, stably, by whatever says what comes first.
func mergeBy[T any](x []T, less func(a, b T) bool) {
	n := len(x)
	src, dst := x, make([]T, n)
	inPlace := true
	for width := 1; width < n; width *= 2 {
		for lo := 0; lo < n; lo += 2 * width {
			mid, hi := min(lo+width, n), min(lo+2*width, n)
			i, j := lo, mid
			for k := lo; k < hi; k++ {
				if i < mid && (j >= hi || !less(src[j], src[i])) {
					dst[k] = src[i]
					i++
				} else {
					dst[k] = src[j]
					j++
				}
			}
		}
		src, dst = dst, src
		inPlace = !inPlace
	}
	if !inPlace {
		copy(x, src)
	}
}

func sortAccounts(x []holding) {
	mergeBy(x, func(a, b holding) bool { return a.Owner < b.Owner || a.Owner == b.Owner && a.Balance > b.Balance })
}

var SortAccounts = hone.Func(sortAccounts)

func sortFalling(x []float32) { mergeBy(x, func(a, b float32) bool { return a > b }) }

var SortFalling = hone.Func(sortFalling)

// runsOf encodes runs of equal bytes, one after the other.
func runsOf(x []uint8, values []uint8, counts []int32) int {
	n := 0
	for i := 0; i < len(x); {
		j := i + 1
		for j < len(x) && x[j] == x[i] {
			j++
		}
		values[n], counts[n] = x[i], int32(j-i)
		n++
		i = j
	}
	return n
}

var RunsOf = hone.Func(runsOf)

// runsKept encodes the same by what begins a run.
func runsKept(x []uint8) (values []uint8, counts []int32) {
	starts := hone.KeepIndices(len(x), func(i int) bool { return i == 0 || x[i] != x[i-1] })
	values = hone.Build(len(starts), func(k int) uint8 { return x[starts[k]] })
	counts = hone.Build(len(starts), func(k int) int32 {
		end := len(x)
		if k+1 < len(starts) {
			end = starts[k+1]
		}
		return int32(end - starts[k])
	})
	return values, counts
}

var RunsKept = hone.Func(runsKept)

// runsDecoded decodes them again.
func runsDecoded(values []uint8, counts []int32) []uint8 {
	total := 0
	for _, c := range counts {
		total += int(c)
	}
	out := make([]uint8, total)
	at := 0
	for k, v := range values {
		for range counts[k] {
			out[at] = v
			at++
		}
	}
	return out
}

var RunsDecoded = hone.Func(runsDecoded)

// runsDecodedScanned decodes them by marks where runs begin, and a running count of these.
func runsDecodedScanned(values []uint8, counts []int32) []uint8 {
	add := func(a, b int32) int32 { return a + b }
	starts, total := hone.ScanExclusive(len(counts), 0, add, func(k int) int32 { return counts[k] })
	run := make([]int32, total)
	hone.ScatterReduce(run, len(starts), add, func(k int) (int, int32) {
		if starts[k] == total {
			return 0, 0
		}
		return int(starts[k]), 1
	})
	hone.ScanInto(run, -1, add, func(i int) int32 { return run[i] })
	return hone.Build(len(run), func(i int) uint8 { return values[run[i]] })
}

var RunsDecodedScanned = hone.Func(runsDecodedScanned)

type groupTotals struct {
	N         int32
	Sum       float64
	Low, High float64
}

// groupTable sums up what belongs together, in tables.
func groupTable(key []uint16, value []float64, sum, mean []float64, count []int32) (empty int) {
	for i, k := range key {
		sum[k] += value[i]
		count[k]++
	}
	for k, c := range count {
		if c == 0 {
			empty++
			continue
		}
		mean[k] = sum[k] / float64(c)
	}
	return empty
}

var GroupTable = hone.Func(groupTable)

// groupRecords has a table of structs.
func groupRecords(key []uint8, value []float64) []groupTotals {
	t := make([]groupTotals, 256)
	for k := range t {
		t[k].Low, t[k].High = math.Inf(1), math.Inf(-1)
	}
	for i, k := range key {
		g := &t[k]
		g.N++
		g.Sum += value[i]
		g.Low = min(g.Low, value[i])
		g.High = max(g.High, value[i])
	}
	return t
}

var GroupRecords = hone.Func(groupRecords)

// groupLibrary asks the library for all of it.
func groupLibrary(key []uint16, value []float64, groups int) (count []int32, mean, spread []float64) {
	count = hone.Histogram(len(key), groups, 0, func(a, b int32) int32 { return a + b }, func(i int) (int, int32) { return int(key[i]), 1 })
	sum := hone.Histogram(len(key), groups, 0, add64, func(i int) (int, float64) { return int(key[i]), value[i] })
	mean = hone.Build(groups, func(k int) float64 {
		if count[k] == 0 {
			return 0
		}
		return sum[k] / float64(count[k])
	})
	spread = make([]float64, groups)
	hone.ScatterReduce(spread, len(key), add64, func(i int) (int, float64) {
		d := value[i] - mean[key[i]]
		return int(key[i]), d * d
	})
	return count, mean, spread
}

var GroupLibrary = hone.Func(groupLibrary)

// groupSorted sums up groups that lie together, as a sort leaves them.
func groupSorted(key []int32, value []float32, keys []int32, sums []float32) int {
	n := 0
	for i := 0; i < len(key); i++ {
		if i == 0 || key[i] != key[i-1] {
			keys[n] = key[i]
			sums[n] = 0
			n++
		}
		sums[n-1] += value[i]
	}
	return n
}

var GroupSorted = hone.Func(groupSorted)

// nearestFew puts the k nearest to a point first, by Hoare's selection over distances and places.
func nearestFew(px, py []float32, qx, qy float32, k int) []int32 {
	n := len(px)
	d := hone.Build(n, func(i int) float32 { dx, dy := px[i]-qx, py[i]-qy; return float32(dx*dx) + float32(dy*dy) })
	ix := hone.Build(n, func(i int) int32 { return int32(i) })
	lo, hi := 0, n-1
	for lo < hi {
		pivot := d[ix[(lo+hi)/2]]
		i, j := lo, hi
		for i <= j {
			for d[ix[i]] < pivot {
				i++
			}
			for d[ix[j]] > pivot {
				j--
			}
			if i <= j {
				ix[i], ix[j] = ix[j], ix[i]
				i++
				j--
			}
		}
		if k <= j {
			hi = j
		} else if k >= i {
			lo = i
		} else {
			break
		}
	}
	return ix[:min(k, n)]
}

var NearestFew = hone.Func(nearestFew)

// bestK keeps the k largest in a heap, whose least is on top.
func bestK(x []float64, heap []float64) int {
	n := 0
	for _, v := range x {
		if n < len(heap) {
			i := n
			heap[i] = v
			n++
			for i > 0 && heap[(i-1)/2] > heap[i] {
				heap[i], heap[(i-1)/2] = heap[(i-1)/2], heap[i]
				i = (i - 1) / 2
			}
			continue
		}
		if n == 0 || v <= heap[0] {
			continue
		}
		i := 0
		for {
			c := 2*i + 1
			if c >= n {
				break
			}
			if c+1 < n && heap[c+1] < heap[c] {
				c++
			}
			if heap[c] >= v {
				break
			}
			heap[i] = heap[c]
			i = c
		}
		heap[i] = v
	}
	return n
}

var BestK = hone.Func(bestK)

// bestFew takes the largest k times, by a copy in which it is put out.
func bestFew(x []float32, k int) []int {
	left := hone.Build(len(x), func(i int) float32 { return x[i] })
	best := make([]int, min(k, len(x)))
	for j := range best {
		at := hone.ArgMax(len(left), func(i int) float32 { return left[i] })
		best[j] = at
		left[at] = float32(math.Inf(-1))
	}
	return best
}

var BestFew = hone.Func(bestFew)

// quantilesRefined finds quantiles by counting in bins, and counting again in the bin that holds each.
func quantilesRefined(x []float32, q []float64) []float32 {
	lo0, hi0 := hone.Min(len(x), func(i int) float32 { return x[i] }), hone.Max(len(x), func(i int) float32 { return x[i] })
	out := make([]float32, len(q))
	const bins = 256
	for k, p := range q {
		lo, hi := lo0, hi0
		rank := int(p * float64(len(x)-1))
		for range 4 {
			width := (hi - lo) / bins
			if !(width > 0) {
				break
			}
			counts := hone.Histogram(len(x), bins+2, 0, func(a, b int) int { return a + b }, func(i int) (int, int) {
				if x[i] < lo {
					return 0, 1
				}
				return min(int((x[i]-lo)/width), bins) + 1, 1
			})
			before, bin := counts[0], 0
			for bin < bins-1 && before+counts[bin+1] <= rank {
				before += counts[bin+1]
				bin++
			}
			lo, hi = lo+float32(float32(bin)*width), lo+float32(float32(bin+1)*width)
		}
		out[k] = lo
	}
	return out
}

var QuantilesRefined = hone.Func(quantilesRefined)

// distinctSorted leaves one of each, in place.
func distinctSorted(x []int64) int {
	if len(x) == 0 {
		return 0
	}
	n := 1
	for i := 1; i < len(x); i++ {
		if x[i] != x[n-1] {
			x[n] = x[i]
			n++
		}
	}
	return n
}

var DistinctSorted = hone.Func(distinctSorted)

// distinctKept is the same with the library, and says how many there were of each.
func distinctKept(x []int64) ([]int64, []int) {
	first := func(i int) bool { return i == 0 || x[i-1] != x[i] }
	at := hone.KeepIndices(len(x), first)
	return hone.Keep(len(x), func(i int) (int64, bool) { return x[i], first(i) }),
		hone.Build(len(at), func(k int) int {
			if k == len(at)-1 {
				return len(x) - at[k]
			}
			return at[k+1] - at[k]
		})
}

var DistinctKept = hone.Func(distinctKept)

// bracketDepth says how deep each byte is, the deepest, and where the first bracket closes what is not open.
func bracketDepth(text []uint8, depth []int32) (deepest int32, wrong int) {
	d := int32(0)
	wrong = -1
	for i, c := range text {
		if c == ')' || c == ']' {
			d--
			if d < 0 && wrong < 0 {
				wrong = i
			}
		}
		depth[i] = d
		if c == '(' || c == '[' {
			d++
			deepest = max(deepest, d)
		}
	}
	return deepest, wrong
}

var BracketDepth = hone.Func(bracketDepth)

// linesSplit says where lines begin and end, without what ends them.
func linesSplit(text []uint8, from, to []int32) int {
	n, start := 0, 0
	for i, c := range text {
		if c == '\n' {
			end := i
			if end > start && text[end-1] == '\r' {
				end--
			}
			from[n], to[n] = int32(start), int32(end)
			n++
			start = i + 1
		}
	}
	if start < len(text) {
		from[n], to[n] = int32(start), int32(len(text))
		n++
	}
	return n
}

var LinesSplit = hone.Func(linesSplit)

// linesKept finds them by the library, with how many words each has.
func linesKept(text []uint8) (ends []int, words []int32) {
	ends = hone.KeepIndices(len(text), func(i int) bool { return text[i] == '\n' || i == len(text)-1 })
	words = make([]int32, len(ends))
	for k := range hone.Parallel(len(ends)) {
		from := 0
		if k > 0 {
			from = ends[k-1] + 1
		}
		line := text[from : ends[k]+1]
		n, inside := int32(0), false
		for _, c := range line {
			letter := c > ' '
			if letter && !inside {
				n++
			}
			inside = letter
		}
		words[k] = n
	}
	return ends, words
}

var LinesKept = hone.Func(linesKept)

// mostlySmall are keys below bound, small ones more often than large ones; some inputs are sorted already, some all the same.
func mostlySmall[T integer](r *rand.Rand, n, bound int) []T {
	x, kind := make([]T, n), r.Intn(5)
	for i := range x {
		switch kind {
		case 0:
			x[i] = T(r.Intn(bound))
		case 1:
			x[i] = T(bound / 2)
		default:
			x[i] = T(float64(bound) * math.Pow(r.Float64(), 4))
		}
	}
	if kind == 3 {
		slices.Sort(x)
	}
	return x
}

// someRuns are bytes in runs, long and short.
func someRuns(r *rand.Rand, n int) []uint8 {
	x := make([]uint8, 0, n)
	longest := []int{1, 3, 40, 1000}[r.Intn(4)]
	for len(x) < n {
		c := uint8(r.Intn(4))
		for range min(1+r.Intn(longest), n-len(x)) {
			x = append(x, c)
		}
	}
	return x
}

// prose are bytes of words in lines; some lines are empty, some end as on other systems.
func prose(r *rand.Rand, n int) []uint8 {
	x := make([]uint8, n)
	for i := range x {
		x[i] = "etaoin shrdlu (of) [to] a "[r.Intn(26)]
		if r.Intn(30) == 0 {
			x[i] = '\n'
			if i > 0 && r.Intn(4) == 0 {
				x[i-1] = '\r'
			}
		}
	}
	return x
}

func init() {
	add("SortWords", sortWords, SortWords, func(r *rand.Rand, n int) []any { return []any{mostlySmall[uint32](r, n, 1<<32)} })
	pairs := func(r *rand.Rand, n int) []any {
		return []any{mostlySmall[uint64](r, n, 1<<[]int{3, 17, 50}[r.Intn(3)]), indices32(r, n).([]int32)[:n]}
	}
	add("SortPairs", sortPairs, SortPairs, pairs)
	add("SortPairsLibrary", sortPairsLibrary, SortPairsLibrary, pairs)
	add("SortAccounts", sortAccounts, SortAccounts, func(r *rand.Rand, n int) []any {
		x, owners := make([]holding, n), mostlySmall[int32](r, n, 50)
		for i := range x {
			x[i] = holding{owners[i], float64(r.Intn(100))}
		}
		return []any{x}
	})
	add("SortFalling", sortFalling, SortFalling, args(f32s))
	add("RunsOf", runsOf, RunsOf, func(r *rand.Rand, n int) []any {
		room := n
		if r.Intn(6) == 0 {
			room = n / 2
		}
		return []any{someRuns(r, n), make([]uint8, room), make([]int32, room)}
	})
	add("RunsKept", runsKept, RunsKept, func(r *rand.Rand, n int) []any { return []any{someRuns(r, n)} })
	runs := func(r *rand.Rand, n int) []any {
		counts, total := make([]int32, 0, n), 0
		for total < n {
			c := min(int(10*math.Pow(r.Float64(), 3)), n-total)
			counts, total = append(counts, int32(c)), total+c
		}
		values := make([]uint8, len(counts))
		r.Read(values)
		return []any{values, counts}
	}
	add("RunsDecoded", runsDecoded, RunsDecoded, runs)
	add("RunsDecodedScanned", runsDecodedScanned, RunsDecodedScanned, runs)
	add("GroupTable", groupTable, GroupTable, func(r *rand.Rand, n int) []any {
		g := 60 - r.Intn(8)/7
		return []any{mostlySmall[uint16](r, n, 60), f64s(r, n), make([]float64, g), make([]float64, g), make([]int32, g)}
	})
	add("GroupRecords", groupRecords, GroupRecords, func(r *rand.Rand, n int) []any { return []any{mostlySmall[uint8](r, n, 256), f64s(r, n)} })
	add("GroupLibrary", groupLibrary, GroupLibrary, func(r *rand.Rand, n int) []any {
		g := []int{1, 10, 300, 5000}[r.Intn(4)]
		return []any{mostlySmall[uint16](r, n, g), f64s(r, n), g}
	})
	add("GroupSorted", groupSorted, GroupSorted, func(r *rand.Rand, n int) []any {
		k := mostlySmall[int32](r, n, n/4+1)
		slices.Sort(k)
		return []any{k, f32s(r, n), make([]int32, n), make([]float32, n)}
	})
	add("NearestFew", nearestFew, NearestFew, func(r *rand.Rand, n int) []any {
		x, y := make([]float32, n), make([]float32, n)
		for i := range x {
			x[i], y[i] = float32(r.Intn(100)), r.Float32()*float32(r.Intn(100))
		}
		return []any{x, y, float32(50), float32(20), r.Intn(n + 2)}
	})
	add("BestK", bestK, BestK, func(r *rand.Rand, n int) []any { return []any{f64s(r, n), make([]float64, r.Intn(20))} })
	add("BestFew", bestFew, BestFew, func(r *rand.Rand, n int) []any { return []any{f32s(r, n), r.Intn(8)} })
	add("QuantilesRefined", quantilesRefined, QuantilesRefined, func(r *rand.Rand, n int) []any {
		x := make([]float32, n)
		for i := range x {
			x[i] = float32(math.Exp(2 * r.NormFloat64()))
		}
		return []any{x, []float64{0, 0.5, 0.99}[:r.Intn(4)]}
	}, chaotic)
	sorted := func(r *rand.Rand, n int) []any {
		x := mostlySmall[int64](r, n, n*[]int{1, 1, 8}[r.Intn(3)]/4+1)
		slices.Sort(x)
		return []any{x}
	}
	add("DistinctSorted", distinctSorted, DistinctSorted, sorted)
	add("DistinctKept", distinctKept, DistinctKept, sorted)
	add("BracketDepth", bracketDepth, BracketDepth, func(r *rand.Rand, n int) []any {
		return []any{prose(r, n), make([]int32, max(n-r.Intn(8)/7, 0))}
	})
	add("LinesSplit", linesSplit, LinesSplit, func(r *rand.Rand, n int) []any {
		room := n
		if r.Intn(4) == 0 {
			room = n / 30
		}
		return []any{prose(r, n), make([]int32, room), make([]int32, room)}
	})
	add("LinesKept", linesKept, LinesKept, func(r *rand.Rand, n int) []any { return []any{prose(r, n)} })
}
