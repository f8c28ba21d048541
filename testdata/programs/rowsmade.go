package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// rowsMade makes a matrix row by row, and fills it.
func rowsMade(h, w int, k float64) [][]float64 {
	m := make([][]float64, h)
	for i := range m {
		m[i] = make([]float64, w)
	}
	for i := range hone.Parallel(h) {
		for j := range m[i] {
			m[i][j] = float64(i*w+j) * k
		}
	}
	return m
}

var RowsMade = hone.Func(rowsMade)

// rowsMadeFilled does both in one loop.
func rowsMadeFilled(x []float32, h int) (m [][]float32, sums []float32) {
	m, sums = make([][]float32, h), make([]float32, h)
	for i := range m {
		row := make([]float32, len(x))
		for j, v := range x {
			row[j] = v * float32(i)
			sums[i] += row[j]
		}
		m[i] = row
	}
	return m, sums
}

var RowsMadeFilled = hone.Func(rowsMadeFilled)

// rowsCut cuts rows out of one slice.
func rowsCut(x []int32, h, w int) [][]int32 {
	rows := make([][]int32, h)
	for i := range rows {
		rows[i] = x[i*w : (i+1)*w : (i+1)*w]
	}
	for i := 1; i < h; i++ {
		for j := range rows[i] {
			rows[i][j] += rows[i-1][j]
		}
	}
	return rows
}

var RowsCut = hone.Func(rowsCut)

// rowsCloned copies rows, and gives those that it was given back in another order.
func rowsCloned(in [][]float64) (out [][]float64) {
	out = make([][]float64, len(in))
	for i, row := range in {
		out[i] = make([]float64, len(row))
		copy(out[i], row)
	}
	for i, j := 0, len(in)-1; i < j; i, j = i+1, j-1 {
		in[i], in[j] = in[j], in[i]
	}
	return out
}

var RowsCloned = hone.Func(rowsCloned)

// rowsGrouped sorts numbers into groups that grow.
func rowsGrouped(x []int32, n int) [][]int32 {
	groups := make([][]int32, n)
	for _, v := range x {
		k := int(uint32(v)) % n
		groups[k] = append(groups[k], v)
	}
	return groups
}

var RowsGrouped = hone.Func(rowsGrouped)

// rowsParted appends rows to one of two tables.
func rowsParted(rows [][]float64) (short, long [][]float64) {
	for _, row := range rows {
		if len(row) < 3 {
			short = append(short, row)
		} else {
			long = append(long, row[1:])
		}
	}
	return short, long
}

var RowsParted = hone.Func(rowsParted)

// rowsMoved copies and clears what holds rows.
func rowsMoved(to, from [][]int16, k int) int {
	n := copy(to, from)
	copy(to[min(k, len(to)):], to)
	clear(from[:min(k, len(from))])
	sum := 0
	for _, row := range to {
		for _, v := range row {
			sum += int(v)
		}
	}
	return sum + n
}

var RowsMoved = hone.Func(rowsMoved)

// rowsCommon is the length of the longest common subsequence, by a table.
func rowsCommon(a, b []uint8) int {
	t := make([][]int32, len(a)+1)
	for i := range t {
		t[i] = make([]int32, len(b)+1)
	}
	for i, c := range a {
		for j, d := range b {
			if c == d {
				t[i+1][j+1] = t[i][j] + 1
			} else {
				t[i+1][j+1] = max(t[i][j+1], t[i+1][j])
			}
		}
	}
	return int(t[len(a)][len(b)])
}

var RowsCommon = hone.Func(rowsCommon)

type rowNode struct {
	next  []int32
	place [2]float64
}

// rowsLinked makes records that hold rows.
func rowsLinked(from, to []int32, n int) (nodes []rowNode, ends int) {
	nodes = make([]rowNode, n)
	for i := range nodes {
		nodes[i].place[i&1] = float64(i)
	}
	for e, f := range from {
		nodes[f].next = append(nodes[f].next, to[e])
	}
	for i := range nodes {
		if len(nodes[i].next) == 0 {
			ends++
		}
	}
	return nodes, ends
}

var RowsLinked = hone.Func(rowsLinked)

// rowsTurned swaps rows and columns into a fresh table, once for each of so many rounds.
func rowsTurned(m [][]int, rounds int) [][]int {
	for range rounds {
		w := 0
		if len(m) > 0 {
			w = len(m[0])
		}
		t := make([][]int, w)
		for j := range t {
			t[j] = make([]int, len(m))
		}
		for i, row := range m {
			for j, v := range row {
				t[j][i] = v
			}
		}
		m = t
	}
	return m
}

var RowsTurned = hone.Func(rowsTurned)

// rowsKeptInParallel has the iterations of a parallel loop store rows, which the host does ahead.
func rowsKeptInParallel(rows [][]float64) [][]float64 {
	out := make([][]float64, len(rows))
	for i := range hone.Parallel(len(rows)) {
		out[i] = rows[len(rows)-1-i]
	}
	return out
}

var RowsKeptInParallel = hone.Func(rowsKeptInParallel)

// rowsInParallelMade makes rows in a parallel loop, and fills them.
func rowsInParallelMade(x []float32, h, w int) [][]float32 {
	m := make([][]float32, h)
	for i := range hone.Parallel(h) {
		m[i] = make([]float32, w)
		for j := range m[i] {
			m[i][j] = x[i] * float32(j)
		}
	}
	return m
}

var RowsInParallelMade = hone.Func(rowsInParallelMade)

// rowsFilledThenKept fills them before they are stored, in a table that is given, by sizes that are.
func rowsFilledThenKept(m [][]int64, sizes []int16, k int64) {
	for i := range hone.Parallel(len(sizes)) {
		row := make([]int64, sizes[i])
		for j := range row {
			row[j] = int64(j) * k
		}
		m[i] = row
	}
}

var RowsFilledThenKept = hone.Func(rowsFilledThenKept)

// rowsOfTwo makes two rows in each iteration, and cuts one out of what it is given.
func rowsOfTwo(x []float64, n, w int) (a, b, c [][]float64) {
	a, b, c = make([][]float64, n), make([][]float64, n), make([][]float64, n)
	for i := range hone.Parallel(n) {
		a[i], b[i] = make([]float64, w), make([]float64, w+1)
		c[i] = x[i*w : (i+1)*w]
		for j, v := range c[i] {
			a[i][j], b[i][j+1] = v*2, v*3
		}
	}
	return a, b, c
}

var RowsOfTwo = hone.Func(rowsOfTwo)

// rowsReplaced reads rows before it replaces them.
func rowsReplaced(m [][]int32, k int32) {
	for i := range hone.Parallel(len(m)) {
		row := make([]int32, len(m[i]))
		for j, v := range m[i] {
			row[j] = v * k
		}
		m[i] = row
	}
}

var RowsReplaced = hone.Func(rowsReplaced)

func init() {
	small := func(r *rand.Rand, n int) any { return r.Intn(min(n, 60) + 1) }
	add("RowsMade", rowsMade, RowsMade, args(sized(root, size), small, f64))
	add("RowsMadeFilled", rowsMadeFilled, RowsMadeFilled, args(sized(root, f32s), sized(root, size)))
	add("RowsCut", rowsCut, RowsCut, func(r *rand.Rand, n int) []any {
		h := 1 + r.Intn(root(n)+1)
		return []any{nearly(i32s)(r, n), h, n / h}
	})
	add("RowsCloned", rowsCloned, RowsCloned, args(raggedTable(root, tame[float64])))
	add("RowsGrouped", rowsGrouped, RowsGrouped, args(i32s, small))
	add("RowsParted", rowsParted, RowsParted, args(raggedTable(root, tame[float64])))
	add("RowsMoved", rowsMoved, RowsMoved, args(raggedTable(root, whole[int16]), raggedTable(root, whole[int16]), small))
	add("RowsCommon", rowsCommon, RowsCommon, args(sized(root, vec(between[uint8](0, 3))), sized(root, vec(between[uint8](0, 3)))))
	add("RowsLinked", rowsLinked, RowsLinked, func(r *rand.Rand, n int) []any {
		k := 1 + r.Intn(n+1)
		of := func() []int32 { return vec(between(0, int32(k)))(r, n).([]int32) }
		return []any{of(), of(), k}
	})
	add("RowsTurned", rowsTurned, RowsTurned, args(table(root, func(n int) int { return n / max(root(n), 1) }, whole[int]), one(between(0, 4))))
	add("RowsKeptInParallel", rowsKeptInParallel, RowsKeptInParallel, args(raggedTable(root, tame[float64])))
	add("RowsInParallelMade", rowsInParallelMade, RowsInParallelMade, func(r *rand.Rand, n int) []any {
		return []any{nearly(f32s)(r, root(n)), root(n), root(n) - r.Intn(2)}
	})
	add("RowsFilledThenKept", rowsFilledThenKept, RowsFilledThenKept, func(r *rand.Rand, n int) []any {
		sizes := vec(between[int16](0, 80))(r, root(n)).([]int16)
		if len(sizes) > 0 && r.Intn(4) == 0 {
			sizes[r.Intn(len(sizes))] = -1
		}
		return []any{raggedTable(func(n int) int { return max(root(n)-r.Intn(2), 0) }, whole[int64])(r, n), sizes, whole[int64](r)}
	})
	add("RowsOfTwo", rowsOfTwo, RowsOfTwo, func(r *rand.Rand, n int) []any {
		h := 1 + r.Intn(root(n)+1)
		return []any{nearly(f64s)(r, n), h, n / h}
	})
	add("RowsReplaced", rowsReplaced, RowsReplaced, args(raggedTable(root, whole[int32]), one(whole[int32])), plain("a slice is made inside a parallel loop"))
}
