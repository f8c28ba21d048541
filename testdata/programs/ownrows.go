package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// ownRowsNew makes a matrix.
func ownRowsNew(h, w int) [][]float64 {
	rows := make([][]float64, h)
	for y := range rows {
		rows[y] = make([]float64, w)
	}
	return rows
}

// ownRowsAdded adds two matrices.
func ownRowsAdded(a, b [][]float64, w int) [][]float64 {
	out := ownRowsNew(len(a), w)
	for y := range out {
		for x := range w {
			out[y][x] = a[y][x] + b[y][x]
		}
	}
	return out
}

var OwnRowsAdded = hone.Func(ownRowsAdded)

// ownRowsOuter keeps its matrix to itself: columns are summed up.
func ownRowsOuter(f []float64, h, w int) (sums []float64) {
	m := ownRowsNew(h, w)
	for y := range h {
		for x := range w {
			m[y][x] = f[y] * f[x]
		}
	}
	sums = make([]float64, w)
	for x := range w {
		for y := range h {
			sums[x] += m[y][x]
		}
	}
	return sums
}

var OwnRowsOuter = hone.Func(ownRowsOuter)

type ownRowsMatrix struct {
	rows [][]int32
	h, w int
}

func ownRowsMatrixOf(h, w int) *ownRowsMatrix {
	m := &ownRowsMatrix{h: h, w: w}
	m.rows = make([][]int32, h)
	for i := range m.rows {
		m.rows[i] = make([]int32, w)
	}
	return m
}

// ownRowsTransposed is a method's way to write it.
func ownRowsTransposed(x []int32, h, w int) [][]int32 {
	m := ownRowsMatrixOf(w, h)
	for i := 0; i < h; i++ {
		for j := 0; j < w; j++ {
			m.rows[j][i] = x[i*w+j]
		}
	}
	return m.rows
}

var OwnRowsTransposed = hone.Func(ownRowsTransposed)

// ownRowsCube has tables of tables.
func ownRowsCube(a [][][]int64, h, w int) [][][]int64 {
	out := make([][][]int64, len(a))
	for i := range out {
		out[i] = make([][]int64, h)
		for j := range out[i] {
			out[i][j] = make([]int64, w)
		}
	}
	for i := range a {
		for j := range h {
			for k := range w {
				out[i][j][k] = 3 * a[i][j][k]
			}
		}
	}
	return out
}

var OwnRowsCube = hone.Func(ownRowsCube)

// ownRowsTriangle has rows of different lengths, each from the one before.
func ownRowsTriangle(n int) [][]int64 {
	t := make([][]int64, n)
	for i := range t {
		t[i] = make([]int64, i+1)
	}
	for i := range t {
		for j := range t[i] {
			if j == 0 || j == i {
				t[i][j] = 1
			} else {
				t[i][j] = t[i-1][j-1] + t[i-1][j]
			}
		}
	}
	return t
}

var OwnRowsTriangle = hone.Func(ownRowsTriangle)

// ownRowsPaths changes its matrix in place.
func ownRowsPaths(g [][]float64) [][]float64 {
	n := len(g)
	d := make([][]float64, n)
	for i := range d {
		d[i] = make([]float64, n)
		copy(d[i], g[i])
	}
	for k := range n {
		for i := range n {
			for j := range n {
				if t := d[i][k] + d[k][j]; t < d[i][j] {
					d[i][j] = t
				}
			}
		}
	}
	return d
}

var OwnRowsPaths = hone.Func(ownRowsPaths)

// ownRowsCommon has the longest common part of two texts, by a table.
func ownRowsCommon(a, b []uint8) int {
	t := make([][]int, len(a)+1)
	for i := range t {
		t[i] = make([]int, len(b)+1)
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			if a[i-1] == b[j-1] {
				t[i][j] = t[i-1][j-1] + 1
			} else {
				t[i][j] = max(t[i-1][j], t[i][j-1])
			}
		}
	}
	return t[len(a)][len(b)]
}

var OwnRowsCommon = hone.Func(ownRowsCommon)

// ownRowsRagged makes rows as long as those it is given.
func ownRowsRagged(a [][]float64) [][]float64 {
	out := make([][]float64, len(a))
	for y := range out {
		out[y] = make([]float64, len(a[y]))
	}
	for y := range a {
		for x := range a[y] {
			out[y][x] = a[y][x]*a[y][x] + 1
		}
	}
	return out
}

var OwnRowsRagged = hone.Func(ownRowsRagged)

// ownRowsGivenAway gives one of its rows to its argument: then they are the same.
func ownRowsGivenAway(a [][]int32, w int) [][]int32 {
	out := make([][]int32, len(a))
	for y := range out {
		out[y] = make([]int32, w)
	}
	for y := range a {
		if y%2 == 1 {
			a[y] = out[y-1]
		}
	}
	for y := range a {
		for x := range min(w, len(a[y])) {
			out[y][x] = a[y][x] + int32(x-y)
		}
	}
	return out
}

var OwnRowsGivenAway = hone.Func(ownRowsGivenAway)

// ownRowsSwapped changes places of its rows.
func ownRowsSwapped(x []int32, h, w int) [][]int32 {
	out := make([][]int32, h)
	for y := range out {
		out[y] = make([]int32, w)
	}
	for y := 1; y < h; y += 3 {
		out[y], out[y-1] = out[y-1], out[y]
		if y+1 < h {
			out[y+1] = out[y]
		}
	}
	for y := range out {
		for i := range out[y] {
			out[y][i] += x[y*w+i]
		}
	}
	return out
}

var OwnRowsSwapped = hone.Func(ownRowsSwapped)

// ownRowsOne has the same row everywhere.
func ownRowsOne(x []int32, h, w int) [][]int32 {
	out := make([][]int32, h)
	row := make([]int32, w)
	for y := range out {
		out[y] = row
	}
	for y := range out {
		for i := range out[y] {
			out[y][i] = out[y][i]*3 + x[y*w+i]
		}
	}
	return out
}

var OwnRowsOne = hone.Func(ownRowsOne)

// ownRowsAgain makes its rows anew in each round, and looks at what was there before.
func ownRowsAgain(x []int32, h, w, rounds int) [][]int32 {
	out := make([][]int32, h)
	for range rounds {
		for y := range out {
			old := out[y]
			out[y] = make([]int32, w)
			for i := range old {
				out[y][i] = old[i]
			}
		}
		for y := range out {
			for i := range out[y] {
				out[y][i] += x[y*w+i]
			}
		}
	}
	return out
}

var OwnRowsAgain = hone.Func(ownRowsAgain)

// ownRowsGrown appends to a row that it has made: the next one stays as it is.
func ownRowsGrown(x []int32, h, w int) [][]int32 {
	out := make([][]int32, h)
	for y := range out {
		out[y] = make([]int32, w)
	}
	for y := range out {
		out[y] = append(out[y], x[y])
	}
	return out
}

var OwnRowsGrown = hone.Func(ownRowsGrown)

// ownRowsLate checks something ahead of the length of a row, which may be negative.
func ownRowsLate(x []int32, h, w int) ([][]int32, int32) {
	out := make([][]int32, h)
	for y := range out {
		x[y] = 7
		out[y] = make([]int32, w)
	}
	for y := range out {
		for i := range w {
			out[y][i] = x[y]
		}
	}
	return out, x[0]
}

var OwnRowsLate = hone.Func(ownRowsLate)

// ownRowsGrid has as many rows as a product says, which two negative numbers have, too; then there are none.
func ownRowsGrid(h, w, m int) ([][]int32, int) {
	out := make([][]int32, h*w)
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			out[y*w+x] = make([]int32, m)
		}
	}
	sum := 0
	for i, row := range out {
		sum += len(row) * (i + 1)
		for x := range row {
			row[x] = int32(i + x)
		}
	}
	return out, sum
}

var OwnRowsGrid = hone.Func(ownRowsGrid)

// ownRowsLast returns its last row, and a part of it or another one.
func ownRowsLast(x []int32, h, w, k int) (last, other []int32) {
	t := make([][]int32, h)
	for y := range t {
		t[y] = make([]int32, w)
	}
	for y := 1; y < h; y++ {
		for i := 1; i < w; i++ {
			t[y][i] = max(t[y-1][i-1], t[y-1][i]) + x[y*w+i]
		}
	}
	switch {
	case k > 0:
		return t[h-1], t[k-1][:w/2]
	case k < 0:
		return t[h-1][:w/2], nil
	}
	return t[h-1], nil
}

var OwnRowsLast = hone.Func(ownRowsLast)

// ownRowsLonger appends what may be missing to a row that may be missing, too: the element is looked for first.
func ownRowsLonger(a [][]int32, x []int32, y, i int) []int32 {
	row := append(a[y], x[i])
	return row[:len(row):len(row)]
}

var OwnRowsLonger = hone.Func(ownRowsLonger)

func init() {
	few := func(r *rand.Rand, n int) any { return r.Intn(7) - 3 }
	wide := func(n int) int { return n / max(root(n), 1) }
	small := func(r *rand.Rand, n int) any { return r.Intn(min(n, 40)+2) - 1 }
	ofMatrix := func(r *rand.Rand, n int) []any {
		h := 1 + r.Intn(root(n)+1)
		return []any{nearly(i32s)(r, n), h, n / h}
	}
	add("OwnRowsAdded", ownRowsAdded, OwnRowsAdded, func(r *rand.Rand, n int) []any {
		of := table(root, wide, tame[float64])
		return []any{of(r, n), of(r, n), wide(n) - r.Intn(2)}
	})
	add("OwnRowsOuter", ownRowsOuter, OwnRowsOuter, args(f64s, small, small))
	add("OwnRowsTransposed", ownRowsTransposed, OwnRowsTransposed, ofMatrix)
	add("OwnRowsCube", ownRowsCube, OwnRowsCube, func(r *rand.Rand, n int) []any {
		of := table(func(n int) int { return min(n, 5) }, wide, whole[int64])
		a := make([][][]int64, r.Intn(5))
		for i := range a {
			a[i] = of(r, n).([][]int64)
		}
		return []any{a, min(n, 5) - r.Intn(2), wide(n) - r.Intn(2)}
	})
	add("OwnRowsTriangle", ownRowsTriangle, OwnRowsTriangle, args(small))
	add("OwnRowsPaths", ownRowsPaths, OwnRowsPaths, args(table(func(n int) int { return min(n, 24) }, func(n int) int { return min(n, 24) }, tame[float64])))
	add("OwnRowsCommon", ownRowsCommon, OwnRowsCommon, args(sized(root, vec(between[uint8](0, 3))), sized(root, vec(between[uint8](0, 3)))))
	add("OwnRowsRagged", ownRowsRagged, OwnRowsRagged, args(raggedTable(root, tame[float64])))
	add("OwnRowsGivenAway", ownRowsGivenAway, OwnRowsGivenAway, args(raggedTable(root, whole[int32]), small))
	add("OwnRowsSwapped", ownRowsSwapped, OwnRowsSwapped, ofMatrix)
	add("OwnRowsOne", ownRowsOne, OwnRowsOne, ofMatrix)
	add("OwnRowsAgain", ownRowsAgain, OwnRowsAgain, func(r *rand.Rand, n int) []any { return append(ofMatrix(r, n), r.Intn(4)) })
	add("OwnRowsGrown", ownRowsGrown, OwnRowsGrown, ofMatrix)
	add("OwnRowsGrid", ownRowsGrid, OwnRowsGrid, args(few, few, few))
	add("OwnRowsLast", ownRowsLast, OwnRowsLast, func(r *rand.Rand, n int) []any { return append(ofMatrix(r, n), r.Intn(4)-2) })
	add("OwnRowsLonger", ownRowsLonger, OwnRowsLonger, args(table(root, wide, whole[int32]), i32s, few, few))
	add("OwnRowsLate", ownRowsLate, OwnRowsLate, args(i32s, small, small))
}
