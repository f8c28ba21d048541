package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// rowsOneByOne has two parallel loops, the second of which reads rows that the first has stored to, in another order.
func rowsOneByOne(a, b [][]float64, out []float64) {
	n := len(out)
	for i := range hone.Parallel(n) {
		for j := range a[i] {
			a[i][j] *= 2
		}
	}
	for i := range hone.Parallel(n) {
		for _, v := range b[i] {
			out[i] += v
		}
	}
}

var RowsOneByOne = hone.Func(rowsOneByOne)

// rowsFirsts does so with an element of each row.
func rowsFirsts(a, b [][]int32, out []int32) {
	n := len(out)
	for i := range hone.Parallel(n) {
		a[i][0] += int32(i)
	}
	for i := range hone.Parallel(n) {
		out[i] = b[i][0]
	}
}

var RowsFirsts = hone.Func(rowsFirsts)

// rowsFirstsPlain is it in plain loops.
func rowsFirstsPlain(a, b [][]int32, out []int32) {
	n := len(out)
	for i := range n {
		a[i][0] += int32(i)
	}
	for i := range n {
		out[i] = b[i][0]
	}
	for i := range n {
		b[i][0] = out[i] - a[i][0]
	}
}

var RowsFirstsPlain = hone.Func(rowsFirstsPlain)

// rowsOverTime has two tables change places.
func rowsOverTime(cur, next [][]float64, steps int) [][]float64 {
	for range steps {
		for y := 1; y < len(cur)-1; y++ {
			for x := 1; x < len(cur[y])-1; x++ {
				next[y][x] = 0.5*cur[y][x] + 0.125*(cur[y-1][x]+cur[y+1][x]+cur[y][x-1]+cur[y][x+1])
			}
		}
		cur, next = next, cur
	}
	return cur
}

var RowsOverTime = hone.Func(rowsOverTime)

// rowsOverTimeParallel is it with rows in parallel.
func rowsOverTimeParallel(cur, next [][]float32, steps int) {
	h := len(cur)
	for range steps {
		for y := range hone.Parallel(h) {
			up, down := cur[max(y-1, 0)], cur[min(y+1, h-1)]
			row, to := cur[y], next[y]
			for x := range to {
				to[x] = (up[x] + 2*row[x] + down[x]) * 0.25
			}
		}
		cur, next = next, cur
	}
}

var RowsOverTimeParallel = hone.Func(rowsOverTimeParallel)

// rowsStages blurs along rows, then along columns.
func rowsStages(out, tmp, in [][]float32) {
	for y := range hone.Parallel(len(in)) {
		for x := 1; x < len(in[y])-1; x++ {
			tmp[y][x] = in[y][x-1] + in[y][x] + in[y][x+1]
		}
	}
	for y := range hone.Parallel(len(in) - 2) {
		for x := range out[y] {
			out[y][x] = tmp[y][x] + tmp[y+1][x] + tmp[y+2][x]
		}
	}
}

var RowsStages = hone.Func(rowsStages)

// rowsReduced declares reductions over rows, and in them.
func rowsReduced(rows [][]int64, k int) (total int64, sums []int64, at int) {
	total = hone.Sum(len(rows), func(i int) int64 { return rows[i][k] })
	sums = hone.Build(len(rows), func(i int) int64 {
		row := rows[i]
		return hone.Sum(len(row), func(j int) int64 { return row[j] })
	})
	at = hone.ArgMin(len(rows), func(i int) int64 { return rows[i][0] })
	return total, sums, at
}

var RowsReduced = hone.Func(rowsReduced)

// rowsUnder has rows under conditions.
func rowsUnder(rows [][]uint16, out []uint16, k int) {
	for i := range hone.Parallel(len(rows)) {
		if row := rows[i]; len(row) > k && k >= 0 {
			out[i] = row[k]
		} else if cap(row) > 0 {
			out[i]++
		}
	}
}

var RowsUnder = hone.Func(rowsUnder)

// rowsColumn walks down a column, and stores to another.
func rowsColumn(rows [][]float64, from, to int) float64 {
	for i := range rows {
		rows[i][to] = rows[i][from] + 1
	}
	sum := 0.0
	for i := len(rows) - 1; i >= 0; i-- {
		sum = sum*0.5 + rows[i][to]
	}
	return sum
}

var RowsColumn = hone.Func(rowsColumn)

// rowsSummedUp adds all rows to one that may be one of them.
func rowsSummedUp(sum []float64, rows [][]float64) {
	for _, row := range rows {
		for j, v := range row {
			sum[j] += v
		}
	}
}

var RowsSummedUp = hone.Func(rowsSummedUp)

// rowsLookedUp goes through rows of indices into other rows.
func rowsLookedUp(out []int, rows [][]int32, values [][]int) {
	for i := range hone.Parallel(len(out)) {
		sum := 0
		for _, k := range rows[i] {
			for _, v := range values[k] {
				sum += v
			}
		}
		out[i] = sum
	}
}

var RowsLookedUp = hone.Func(rowsLookedUp)

// shuffled are the rows of a table, and the same in another order.
func shuffled[T any](elem func(r *rand.Rand) T, more ...gen) func(r *rand.Rand, n int) []any {
	return func(r *rand.Rand, n int) []any {
		a := table(root, func(n int) int { return root(n) + r.Intn(2) }, elem)(r, n).([][]T)
		b := make([][]T, len(a))
		for i, k := range r.Perm(len(a)) {
			b[i] = a[k]
		}
		args := []any{a, b}
		for _, g := range more {
			args = append(args, g(r, root(n)))
		}
		return args
	}
}

func init() {
	tables := func(k int) []gen {
		var gens []gen
		for range k {
			gens = append(gens, table(root, root, tame[float32]))
		}
		return gens
	}
	add("RowsOneByOne", rowsOneByOne, RowsOneByOne, shuffled(tame[float64], f64s))
	add("RowsFirsts", rowsFirsts, RowsFirsts, shuffled(whole[int32], i32s))
	add("RowsFirstsPlain", rowsFirstsPlain, RowsFirstsPlain, shuffled(whole[int32], i32s))
	add("RowsOverTime", rowsOverTime, RowsOverTime, args(table(root, root, tame[float64]), table(root, root, tame[float64]), one(between(0, 5))))
	add("RowsOverTimeParallel", rowsOverTimeParallel, RowsOverTimeParallel, args(append(tables(2), one(between(0, 5)))...))
	add("RowsStages", rowsStages, RowsStages, args(tables(3)...))
	add("RowsReduced", rowsReduced, RowsReduced, args(table(root, root, whole[int64]), one(between(0, 3))))
	add("RowsUnder", rowsUnder, RowsUnder, args(raggedTable(root, whole[uint16]), sized(root, u16s), one(between(-1, 9))))
	add("RowsColumn", rowsColumn, RowsColumn, args(table(root, root, tame[float64]), sized(root, index), sized(root, index)))
	add("RowsSummedUp", rowsSummedUp, RowsSummedUp, func(r *rand.Rand, n int) []any {
		rows := table(root, root, tame[float64])(r, n).([][]float64)
		if len(rows) > 0 && r.Intn(2) == 0 {
			return []any{rows[r.Intn(len(rows))], rows}
		}
		return []any{f64s(r, root(n)), rows}
	})
	add("RowsLookedUp", rowsLookedUp, RowsLookedUp, func(r *rand.Rand, n int) []any {
		k := root(n)
		return []any{make([]int, k), raggedTable(root, between[int32](0, int32(max(k, 1))))(r, n), raggedTable(root, whole[int])(r, n)}
	}, upTo(1000))
}
