package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Rows one behind the other that look up elements, in loops of all kinds: those that are in one piece ask ahead for what they read in order.

type weightedEnd struct {
	to     int32
	weight float32
}

// edgesOfRows has columns and values in one slice.
func edgesOfRows(at []int, edges []weightedEnd, x, y []float64) {
	for r := range hone.Parallel(len(y)) {
		sum := 0.0
		for _, e := range edges[at[r]:at[r+1]] {
			sum += float64(e.weight) * x[e.to]
		}
		y[r] = sum
	}
}

// firstOverHalf ends a row early, and leaves some out.
func firstOverHalf(at []int, col []int32, x []float64, found []int32) {
	for r := range hone.Parallel(len(found)) {
		if found[r] > 0 {
			continue
		}
		found[r] = -1
		for _, c := range col[at[r]:at[r+1]] {
			if x[c] > 0.5 {
				found[r] = c
				break
			}
		}
	}
}

// rowsInTurns carries a value from row to row, and goes through two matrices at a time.
func rowsInTurns(at []int, col []int32, value, x, y []float64, turns int) (change float64) {
	for range turns % 4 {
		last := 0.0
		for r := range y {
			sum, least := last, 1.0
			for k := at[r]; k < at[r+1]; k++ {
				sum += value[k] * x[col[k]]
			}
			for k := at[r]; k < at[r+1]; k++ {
				least = min(least, x[col[k]])
			}
			last = sum * 0.25
			change += least
			y[r] = sum
		}
	}
	return change
}

// binsOfRows counts by what the columns look up.
func binsOfRows(at []int, col, label, bins []int32) {
	for r := 0; r+1 < len(at); r++ {
		for _, c := range col[at[r]:at[r+1]] {
			bins[label[c]]++
		}
	}
}

var (
	EdgesOfRows   = hone.Func(edgesOfRows)
	FirstOverHalf = hone.Func(firstOverHalf)
	RowsInTurns   = hone.Func(rowsInTurns)
	BinsOfRows    = hone.Func(binsOfRows)
)

// rowsOfColumns are the begins of rows, columns, values, and two vectors; a column may seldom be astray, as may an end.
func rowsOfColumns(r *rand.Rand, n int) (at []int, col []int32, value, x, y []float64) {
	rows := n/6 + 1
	at = make([]int, rows+1)
	for k := range rows {
		at[k+1] = at[k] + r.Intn(12)
	}
	col, value = make([]int32, at[rows]), make([]float64, at[rows])
	x, y = make([]float64, n/2+1), make([]float64, rows)
	for k := range col {
		col[k], value[k] = int32(r.Intn(len(x))), r.Float64()-0.5
	}
	for k := range x {
		x[k] = r.Float64()
	}
	if len(col) > 0 && r.Intn(6) == 0 {
		col[r.Intn(len(col))] = int32(len(x) + r.Intn(3) - 1)
	}
	if r.Intn(8) == 0 {
		at[r.Intn(rows)+1] += r.Intn(5) - 2
	}
	return at, col, value, x, y
}

func init() {
	add("EdgesOfRows", edgesOfRows, EdgesOfRows, func(r *rand.Rand, n int) []any {
		at, col, value, x, y := rowsOfColumns(r, n)
		edges := make([]weightedEnd, len(col))
		for k, c := range col {
			edges[k] = weightedEnd{c, float32(value[k])}
		}
		return []any{at, edges, x, y}
	}, upTo(3000))
	add("FirstOverHalf", firstOverHalf, FirstOverHalf, func(r *rand.Rand, n int) []any {
		at, col, _, x, y := rowsOfColumns(r, n)
		found := make([]int32, len(y))
		for k := range found {
			found[k] = int32(r.Intn(2))
		}
		return []any{at, col, x, found}
	}, upTo(3000))
	add("RowsInTurns", rowsInTurns, RowsInTurns, func(r *rand.Rand, n int) []any {
		at, col, value, x, y := rowsOfColumns(r, n)
		return []any{at, col, value, x, y, n}
	}, upTo(3000))
	add("BinsOfRows", binsOfRows, BinsOfRows, func(r *rand.Rand, n int) []any {
		at, col, _, x, _ := rowsOfColumns(r, n)
		label := make([]int32, len(x))
		for k := range label {
			label[k] = int32(r.Intn(20))
		}
		return []any{at, col, label, make([]int32, 20)}
	}, upTo(3000))
}
