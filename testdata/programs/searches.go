package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Loops that end early: they look for the first place where something holds.

func searchIndex[T number](x []T, t T) int {
	for i, v := range x {
		if v == t {
			return i
		}
	}
	return -1
}

// searchFlag ends with a flag and a break, and goes on behind the loop.
func searchFlag(x []float32, t float32) (int, bool) {
	found, at := false, len(x)
	for i := 0; i < len(x); i++ {
		if x[i] > t {
			found = true
			at = i
			break
		}
	}
	if !found {
		return 0, false
	}
	return at, found
}

func searchAny(x []float64, t float64) bool {
	return hone.Any(len(x), func(i int) bool { return x[i] == t })
}

func searchAll(x []float64, y []float64) bool {
	return hone.All(len(x), func(i int) bool { return x[i] != y[i] })
}

// searchMismatch fails where the second slice ends before the first differs from it.
func searchMismatch[T number](a, b []T) int {
	for i := range a {
		if a[i] != b[i] {
			return i
		}
	}
	return len(a)
}

func searchEqual(a, b []uint8) bool {
	if len(a) != len(b) {
		return false
	}
	for i, v := range a {
		if v != b[i] {
			return false
		}
	}
	return true
}

// searchWord ends at the first space or at the end.
func searchWord(s []uint8, from int) int {
	i := from
	for i < len(s) && s[i] != ' ' && s[i] != '\n' {
		i++
	}
	return i
}

// searchZero has no end but the zero: it fails where there is none.
func searchZero(s []uint8) (n int) {
	for s[n] != 0 {
		n++
	}
	return n
}

func searchString(s string, c uint8) int {
	for i := 0; i < len(s); i++ {
		if s[i] == c {
			return i
		}
	}
	return -1
}

// searchSpan counts what comes before the first that is out of bounds.
func searchSpan(x []int32, lo, hi int32) (n int) {
	for _, v := range x {
		if v < lo || v > hi {
			break
		}
		n++
	}
	return n
}

func searchLast(x []int16, t int16) int {
	for i := len(x) - 1; i >= 0; i-- {
		if x[i] == t {
			return i
		}
	}
	return -1
}

func searchEven(x []int32, t int32) int {
	for i := 0; i < len(x); i += 2 {
		if x[i] == t {
			return i
		}
	}
	return -1
}

func searchBetween(x []int, lo, hi, t int) int {
	for i := lo; i < hi; i++ {
		if x[i] == t {
			return i
		}
	}
	return hi
}

type searched struct {
	id   int32
	kind uint8
	at   float64
}

func searchRecord(rs []searched, kind uint8, at float64) (int32, bool) {
	for i := range rs {
		if r := &rs[i]; r.kind == kind && r.at < at {
			return r.id, true
		}
	}
	return 0, false
}

// searchRows counts the rows in which one is too large.
func searchRows(x []float32, w int, t float32) (n int) {
	for r := 0; r+w <= len(x); r += w {
		row := x[r : r+w]
		for _, v := range row {
			if v > t {
				n++
				break
			}
		}
	}
	return n
}

// searchFirsts finds the first of each row, in parallel.
func searchFirsts(out []int32, x []uint8, w int, t uint8) {
	for r := range hone.Parallel(min(len(out), len(x)/w)) {
		out[r] = -1
		for i := range w {
			if x[r*w+i] == t {
				out[r] = int32(i)
				break
			}
		}
	}
}

// searchGrid leaves both loops.
func searchGrid(x []uint16, w int, t uint16) (int, int) {
	for r := range len(x) / w {
		for c := range w {
			if x[r*w+c] == t {
				return r, c
			}
		}
	}
	return -1, -1
}

// searchWhere is a helper with a predicate.
func searchWhere[T any](x []T, from int, holds func(v T) bool) int {
	for i := from; i < len(x); i++ {
		if holds(x[i]) {
			return i
		}
	}
	return -1
}

// searchPairs finds what lies between the first two.
func searchPairs(x []float64, t float64) (n int) {
	first := searchWhere(x, 0, func(v float64) bool { return v > t })
	if first < 0 {
		return -1
	}
	second := searchWhere(x, first+1, func(v float64) bool { return v > t || v < -t })
	return second - first
}

// searchFields counts fields, each of which ends with a comma.
func searchFields(s []uint8) (fields, longest int) {
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && s[j] != ',' {
			j++
		}
		longest = max(longest, j-i)
		fields++
		i = j + 1
	}
	return fields, longest
}

// searchUnsorted is the first that is less than the one before it; NaNs are never.
func searchUnsorted(x []float64) int {
	for i := 1; i < len(x); i++ {
		if x[i] < x[i-1] {
			return i
		}
	}
	return len(x)
}

// searchSummed has a sum of what comes before.
func searchSummed(x []int32, t int32) (sum int32) {
	for _, v := range x {
		if v == t {
			break
		}
		sum += v
	}
	return sum
}

// searchMarked writes down what it has seen: no conditions ahead of the stores.
func searchMarked(seen []bool, x []int32, t int32) int {
	for i, v := range x {
		if v == t {
			return i
		}
		seen[i] = true
	}
	return -1
}

// searchThrough looks things up: their places are not known to be good before it comes to them.
func searchThrough(table []int32, at []int, t int32) int {
	for i, p := range at {
		if table[p] == t {
			return i
		}
	}
	return -1
}

// searchDivided divides by what may be zero behind the first.
func searchDivided(x, y []int32, t int32) int {
	for i := range min(len(x), len(y)) {
		if x[i]/y[i] == t {
			return i
		}
	}
	return -1
}

// searchTwo has two ends, which give different things.
func searchTwo(x []int32, t, u int32) (int, int) {
	for i, v := range x {
		if v == t {
			return i, 1
		}
		if v > u {
			return i, 2
		}
	}
	return len(x), 0
}

var (
	SearchIndexU8    = hone.Func(searchIndex[uint8])
	SearchIndexI16   = hone.Func(searchIndex[int16])
	SearchIndexI32   = hone.Func(searchIndex[int32])
	SearchIndexI64   = hone.Func(searchIndex[int64])
	SearchIndexF32   = hone.Func(searchIndex[float32])
	SearchIndexF64   = hone.Func(searchIndex[float64])
	SearchFlag       = hone.Func(searchFlag)
	SearchAny        = hone.Func(searchAny)
	SearchAll        = hone.Func(searchAll)
	SearchMismatchU8 = hone.Func(searchMismatch[uint8])
	SearchMismatch   = hone.Func(searchMismatch[float64])
	SearchEqual      = hone.Func(searchEqual)
	SearchWord       = hone.Func(searchWord)
	SearchZero       = hone.Func(searchZero)
	SearchString     = hone.Func(searchString)
	SearchSpan       = hone.Func(searchSpan)
	SearchLast       = hone.Func(searchLast)
	SearchEven       = hone.Func(searchEven)
	SearchBetween    = hone.Func(searchBetween)
	SearchRecord     = hone.Func(searchRecord)
	SearchRows       = hone.Func(searchRows)
	SearchFirsts     = hone.Func(searchFirsts)
	SearchGrid       = hone.Func(searchGrid)
	SearchPairs      = hone.Func(searchPairs)
	SearchFields     = hone.Func(searchFields)
	SearchUnsorted   = hone.Func(searchUnsorted)
	SearchSummed     = hone.Func(searchSummed)
	SearchMarked     = hone.Func(searchMarked)
	SearchThrough    = hone.Func(searchThrough)
	SearchDivided    = hone.Func(searchDivided)
	SearchTwo        = hone.Func(searchTwo)
)

// seldom is a slice of n of v, in which few, or none, are others.
func seldom[T any](v T, other func(r *rand.Rand) T) gen {
	return func(r *rand.Rand, n int) any {
		s := vec(func(*rand.Rand) T { return v })(r, n).([]T)
		for range r.Intn(3) {
			if n > 0 {
				s[r.Intn(n)] = other(r)
			}
		}
		return s
	}
}

// alike are two slices that differ in one place, or none, and in their lengths, perhaps.
func alike[T number](elem func(r *rand.Rand) T) func(r *rand.Rand, n int) []any {
	return func(r *rand.Rand, n int) []any {
		a := vec(elem)(r, n).([]T)
		b := append([]T(nil), a...)
		if n > 0 && r.Intn(3) > 0 {
			b[r.Intn(n)]++
		}
		if n > 0 && r.Intn(3) == 0 {
			b = b[:n-1-r.Intn(min(n, 40))]
		}
		return []any{a, b}
	}
}

func init() {
	is := func(n int32) func(*rand.Rand) int32 { return func(*rand.Rand) int32 { return n } }
	add("SearchIndexU8", searchIndex[uint8], SearchIndexU8, args(seldom[uint8](1, between[uint8](0, 3)), constant(uint8(2))))
	add("SearchIndexI16", searchIndex[int16], SearchIndexI16, args(seldom[int16](1, between[int16](0, 3)), constant(int16(2))))
	add("SearchIndexI32", searchIndex[int32], SearchIndexI32, args(seldom[int32](1, between[int32](0, 3)), constant(int32(2))))
	add("SearchIndexI64", searchIndex[int64], SearchIndexI64, args(seldom[int64](1, between[int64](0, 3)), constant(int64(2))))
	add("SearchIndexF32", searchIndex[float32], SearchIndexF32, args(seldom(float32(1), wild[float32]), constant(float32(0))))
	add("SearchIndexF64", searchIndex[float64], SearchIndexF64, args(seldom(float64(1), wild[float64]), constant(float64(0))))
	add("SearchFlag", searchFlag, SearchFlag, args(seldom(float32(1), wild[float32]), constant(float32(2))))
	add("SearchAny", searchAny, SearchAny, args(seldom(float64(1), wild[float64]), constant(float64(0))))
	add("SearchAll", searchAll, SearchAll, args(seldom(float64(1), wild[float64]), nearly(seldom(float64(2), wild[float64]))))
	add("SearchMismatchU8", searchMismatch[uint8], SearchMismatchU8, alike(whole[uint8]))
	add("SearchMismatch", searchMismatch[float64], SearchMismatch, alike(tame[float64]))
	add("SearchEqual", searchEqual, SearchEqual, alike(whole[uint8]))
	add("SearchWord", searchWord, SearchWord, args(seldom[uint8]('x', func(r *rand.Rand) uint8 { return " \n"[r.Intn(2)] }), one(between(-1, 5))))
	add("SearchZero", searchZero, SearchZero, args(seldom[uint8]('x', between[uint8](0, 2))))
	add("SearchString", searchString, SearchString, func(r *rand.Rand, n int) []any {
		return []any{string(seldom[uint8]('x', between[uint8]('x', 'z'))(r, n).([]uint8)), uint8('y')}
	})
	add("SearchSpan", searchSpan, SearchSpan, args(seldom[int32](1, whole[int32]), constant(int32(-50)), constant(int32(50))))
	add("SearchLast", searchLast, SearchLast, args(seldom[int16](1, between[int16](0, 3)), constant(int16(2))))
	add("SearchEven", searchEven, SearchEven, args(seldom[int32](1, between[int32](0, 3)), constant(int32(2))))
	add("SearchBetween", searchBetween, SearchBetween, func(r *rand.Rand, n int) []any {
		return []any{seldom(1, between(0, 3))(r, n), r.Intn(6) - 1, n + 1 - r.Intn(6), 2}
	})
	add("SearchRecord", searchRecord, SearchRecord, args(seldom(searched{5, 1, 2}, func(r *rand.Rand) searched {
		return searched{whole[int32](r), uint8(r.Intn(3)), wild[float64](r)}
	}), constant(uint8(1)), constant(0.0)))
	add("SearchRows", searchRows, SearchRows, args(seldom(float32(1), wild[float32]), one(between(1, 200)), constant(float32(2))))
	add("SearchFirsts", searchFirsts, SearchFirsts, args(sized(func(n int) int { return n/50 + 1 }, i32s), seldom[uint8](1, between[uint8](0, 3)), one(between(1, 200)), constant(uint8(2))))
	add("SearchGrid", searchGrid, SearchGrid, args(seldom[uint16](1, between[uint16](0, 3)), one(between(1, 300)), constant(uint16(2))))
	add("SearchPairs", searchPairs, SearchPairs, args(seldom(float64(1), wild[float64]), constant(2.0)))
	add("SearchFields", searchFields, SearchFields, args(seldom[uint8]('x', func(*rand.Rand) uint8 { return ',' })))
	add("SearchUnsorted", searchUnsorted, SearchUnsorted, args(seldom(float64(1), wild[float64])))
	add("SearchSummed", searchSummed, SearchSummed, args(seldom[int32](1, between[int32](0, 3)), constant(int32(2))))
	add("SearchMarked", searchMarked, SearchMarked, args(nearly(bools), seldom[int32](1, between[int32](0, 3)), constant(int32(2))))
	add("SearchThrough", searchThrough, SearchThrough, args(seldom[int32](1, between[int32](0, 3)), astray, constant(int32(2))))
	add("SearchDivided", searchDivided, SearchDivided, args(seldom[int32](1, is(9)), seldomZero(seldom[int32](1, between[int32](1, 4))), constant(int32(9))))
	add("SearchTwo", searchTwo, SearchTwo, args(seldom[int32](1, between[int32](0, 5)), constant(int32(2)), constant(int32(3))))
}
