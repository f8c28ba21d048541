package programs

import (
	"math/rand"
	"slices"
	"sort"

	"github.com/hone-go/hone"
)

// Package sort's functions that take any slice, with a comparison by indices: where equal elements come to lie, and how often the comparison is called, are the
// library's own.

// parcel is sorted by its weight, which many have in common; the number says which it was.
type parcel struct {
	Weight int32
	Number uint16
	Sides  [3]float32
}

func sortParcels(s []parcel) (calls int) {
	sort.Slice(s, func(i, j int) bool {
		calls++
		return s[i].Weight < s[j].Weight
	})
	return calls
}

var SortParcels = hone.Func(sortParcels)

func sortParcelsStable(s []parcel) (calls int) {
	sort.SliceStable(s, func(i, j int) bool {
		calls++
		return s[i].Weight < s[j].Weight
	})
	return calls
}

var SortParcelsStable = hone.Func(sortParcelsStable)

// readings is a slice type of its own. NaN are less than nothing, so that the order is what the algorithm makes it.
type readings []float64

func sortReadings(s readings) (before, after bool) {
	falling := func(i, j int) bool { return s[i] > s[j] }
	before = sort.SliceIsSorted(s, falling)
	sort.Slice(s, falling)
	return before, sort.SliceIsSorted(s, falling)
}

var SortReadings = hone.Func(sortReadings)

// rankedBy sorts indices by what they lead to: one that leads nowhere panics amid the sort.
func rankedBy(places []int, keys []float32) []int {
	rank := slices.Clone(places)
	sort.SliceStable(rank, func(a, b int) bool { return keys[rank[a]] < keys[rank[b]] })
	sort.Slice(places, func(a, b int) bool { return keys[places[a]] > keys[places[b]] })
	return rank
}

var RankedBy = hone.Func(rankedBy)

// sortPart sorts a window of a slice by the elements of another one beside it, which stay where they are.
func sortPart(s []int16, beside []int16) int {
	n := min(len(s), len(beside))
	s = s[n/3 : n]
	worse := 0
	sort.Slice(s, func(i, j int) bool {
		if s[i] == s[j] {
			worse++
			return beside[i] < beside[j]
		}
		return s[i] < s[j]
	})
	return worse
}

var SortPart = hone.Func(sortPart)

// sortTable sorts rows by their first elements, and empty ones to the front.
func sortTable(rows [][]float64) bool {
	less := func(i, j int) bool {
		if len(rows[i]) == 0 || len(rows[j]) == 0 {
			return len(rows[i]) < len(rows[j])
		}
		return rows[i][0] < rows[j][0]
	}
	sort.Slice(rows, less)
	return sort.SliceIsSorted(rows, less)
}

var SortTable = hone.Func(sortTable)

// sortEach is generic, and sorts the rows of a matrix.
func sortEach[T int32 | float32](x []T, width int) {
	for len(x) >= width {
		row := x[:width]
		sort.Slice(row, func(i, j int) bool { return row[i] < row[j] })
		x = x[width:]
	}
}

func sortEachRow(x []float32, y []int32) {
	sortEach(x, 7)
	sortEach(y, 20)
}

var SortEachRow = hone.Func(sortEachRow)

func init() {
	parcels := vec(func(r *rand.Rand) parcel {
		return parcel{fewKeys[int32](r), uint16(r.Intn(1 << 16)), [3]float32{r.Float32(), r.Float32(), r.Float32()}}
	})
	floats := func(r *rand.Rand, n int) any {
		return readings(sortable(fewKeys[float64], wild[float64])(r, n).([]float64))
	}
	add("SortParcels", sortParcels, SortParcels, args(parcels), upTo(20000))
	add("SortParcelsStable", sortParcelsStable, SortParcelsStable, args(parcels), upTo(20000))
	add("SortReadings", sortReadings, SortReadings, args(floats), upTo(20000))
	add("RankedBy", rankedBy, RankedBy, args(astray, vec(wild[float32])), upTo(20000))
	add("SortPart", sortPart, SortPart, args(sortable(fewKeys[int16], whole[int16]), nearly(vec(whole[int16]))), upTo(20000))
	add("SortTable", sortTable, SortTable, args(raggedTable(root, wild[float64])))
	add("SortEachRow", sortEachRow, SortEachRow, args(vec(wild[float32]), vec(fewKeys[int32])), upTo(20000))
}
