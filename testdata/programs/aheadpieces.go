package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Rows one behind the other that look up elements, where a loop runs in pieces on one core, or is left early, or rows are loops that aren't counted.

// rowsAddedInPlace keeps sums where they belong, and goes to the last element of a row, not behind it.
func rowsAddedInPlace(at, col []int32, value, x, y []float64) {
	for r := 0; r < len(y); r++ {
		y[r] = 0
		for k := at[r]; k <= at[r+1]-1; k++ {
			y[r] += value[k] * x[col[k]]
		}
	}
}

// rowsByOneIndex goes on where the row before has ended.
func rowsByOneIndex(at, col []int32, value, x, y []float64) {
	k := 0
	for r := range y {
		sum, end := 0.0, int(at[r+1])
		for ; k < end; k++ {
			sum += value[k] * x[col[k]]
		}
		y[r] = sum
	}
}

// rowsUntilStill goes through the rows again until little changes.
func rowsUntilStill(at, col []int32, value, x, y []float64) (rounds int) {
	for i := range hone.Parallel(len(x)) {
		x[i] = min(max(x[i], -1), 1)
	}
	for rounds < 5 {
		change, last := 0.0, 0.0
		for r := range y {
			sum := last
			for k := at[r]; k < at[r+1]; k++ {
				sum += value[k] * x[col[k]]
			}
			if sum > 1e6 {
				return -r
			}
			last = sum * 0.25
			change += max(sum-y[r], y[r]-sum)
			y[r] = sum
		}
		rounds++
		if change < 1 {
			break
		}
	}
	return rounds
}

// rowsInSteps leaves out every second element.
func rowsInSteps(at, col []int32, value, x, y []float64) {
	last := 0.0
	for r := range y {
		k := at[r]
		for k < at[r+1] {
			last = last*0.5 + value[k]*x[col[k]]
			k += 2
		}
		y[r] = last
	}
}

var (
	RowsAddedInPlace = hone.Func(rowsAddedInPlace)
	RowsByOneIndex   = hone.Func(rowsByOneIndex)
	RowsUntilStill   = hone.Func(rowsUntilStill)
	RowsInSteps      = hone.Func(rowsInSteps)
)

func init() {
	rows := func(r *rand.Rand, n int) []any {
		at, col, value, x, y := rowsOfColumns(r, n)
		begins := make([]int32, len(at))
		for k := range at {
			begins[k] = int32(at[k])
		}
		if r.Intn(8) == 0 {
			y = x[:min(len(x), len(y))] // what is summed up is what is looked up
		}
		return []any{begins, col, value, x, y}
	}
	add("RowsAddedInPlace", rowsAddedInPlace, RowsAddedInPlace, rows, upTo(3000))
	add("RowsByOneIndex", rowsByOneIndex, RowsByOneIndex, rows, upTo(3000))
	add("RowsUntilStill", rowsUntilStill, RowsUntilStill, rows, upTo(3000))
	add("RowsInSteps", rowsInSteps, RowsInSteps, rows, upTo(3000))
}
