package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// rowsSummed sums up rows of any lengths.
func rowsSummed(rows [][]float64) []float64 {
	out := make([]float64, len(rows))
	for i, row := range rows {
		s := 0.0
		for _, v := range row {
			s += v
		}
		out[i] = s
	}
	return out
}

var RowsSummed = hone.Func(rowsSummed)

// rowsTotal counts in one variable through all rows.
func rowsTotal(rows [][]int32) (total int64, longest int) {
	for _, row := range rows {
		for _, v := range row {
			total += int64(v)
		}
		longest = max(longest, len(row))
	}
	return total, longest
}

var RowsTotal = hone.Func(rowsTotal)

// rowsScaled writes the elements of other rows.
func rowsScaled(out, in [][]float64, k float64) {
	for i := range in {
		for j := range in[i] {
			out[i][j] = in[i][j] * k
		}
	}
}

var RowsScaled = hone.Func(rowsScaled)

// rowsScaledParallel does so in parallel.
func rowsScaledParallel(out, in [][]float64, k float64) {
	for i := range hone.Parallel(len(in)) {
		src, dst := in[i], out[i]
		for j, v := range src {
			dst[j] = v * k
		}
	}
}

var RowsScaledParallel = hone.Func(rowsScaledParallel)

// rowsProduct is the product of two matrices.
func rowsProduct(c, a, b [][]float64) {
	for i := range c {
		for j := range c[i] {
			sum := 0.0
			for k := range a[i] {
				sum += a[i][k] * b[k][j]
			}
			c[i][j] = sum
		}
	}
}

var RowsProduct = hone.Func(rowsProduct)

// rowsProductIKJ is it with the loops in the order in which rows are gone along.
func rowsProductIKJ(c, a, b [][]float64) {
	for i := range a {
		for k, x := range a[i] {
			for j, y := range b[k] {
				c[i][j] += x * y
			}
		}
	}
}

var RowsProductIKJ = hone.Func(rowsProductIKJ)

// rowsStencil is a step of Jacobi's iteration.
func rowsStencil(out, in [][]float64) {
	for y := 1; y < len(in)-1; y++ {
		for x := 1; x < len(in[y])-1; x++ {
			out[y][x] = 0.25 * (in[y-1][x] + in[y+1][x] + in[y][x-1] + in[y][x+1])
		}
	}
}

var RowsStencil = hone.Func(rowsStencil)

// rowsWays finds shortest ways between all places.
func rowsWays(d [][]int) {
	n := len(d)
	for k := 0; k < n; k++ {
		for i := 0; i < n; i++ {
			for j := 0; j < n; j++ {
				if d[i][k]+d[k][j] < d[i][j] {
					d[i][j] = d[i][k] + d[k][j]
				}
			}
		}
	}
}

var RowsWays = hone.Func(rowsWays)

// rowsTransposed reads columns.
func rowsTransposed(out, in [][]float32) {
	for i := range in {
		for j := range in[i] {
			out[j][i] = in[i][j]
		}
	}
}

var RowsTransposed = hone.Func(rowsTransposed)

// rowsLevenshtein is the distance of words to one, with two rows that change places.
func rowsLevenshtein(words [][]uint8, word []uint8) []int {
	out := make([]int, len(words))
	before, now := make([]int, len(word)+1), make([]int, len(word)+1)
	for w, other := range words {
		for j := range before {
			before[j] = j
		}
		for i, c := range other {
			now[0] = i + 1
			for j, d := range word {
				cost := 1
				if c == d {
					cost = 0
				}
				now[j+1] = min(before[j+1]+1, now[j]+1, before[j]+cost)
			}
			before, now = now, before
		}
		out[w] = before[len(word)]
	}
	return out
}

var RowsLevenshtein = hone.Func(rowsLevenshtein)

// rowsNearest assigns points to the nearest of some centers, and moves these: a step of k-means.
func rowsNearest(points, centers, sums [][]float64, counts, nearest []int) {
	for i := range hone.Parallel(len(points)) {
		best, at := 1e300, 0
		for c, center := range centers {
			d := 0.0
			for k, x := range points[i] {
				t := x - center[k]
				d += t * t
			}
			if d < best {
				best, at = d, c
			}
		}
		nearest[i] = at
	}
	for c := range sums {
		clear(sums[c])
	}
	clear(counts)
	for i, p := range points {
		sum := sums[nearest[i]]
		for k, x := range p {
			sum[k] += x
		}
		counts[nearest[i]]++
	}
	for c, n := range counts {
		if n > 0 {
			for k := range centers[c] {
				centers[c][k] = sums[c][k] / float64(n)
			}
		}
	}
}

var RowsNearest = hone.Func(rowsNearest)

// rowsEliminated solves a system of equations; the rows change places in memory.
func rowsEliminated(a [][]float64) (swaps int) {
	n := len(a)
	for k := 0; k < n; k++ {
		p := k
		for i := k + 1; i < n; i++ {
			if math.Abs(a[i][k]) > math.Abs(a[p][k]) {
				p = i
			}
		}
		if a[p][k] == 0 {
			continue
		}
		if p != k {
			a[p], a[k] = a[k], a[p]
			swaps++
		}
		for i := k + 1; i < n; i++ {
			f := a[i][k] / a[k][k]
			for j := k; j < n; j++ {
				a[i][j] -= f * a[k][j]
			}
		}
	}
	return swaps
}

var RowsEliminated = hone.Func(rowsEliminated)

// rowsPicked adds up rows that are chosen by data, from others that they begin at.
func rowsPicked(out []float32, rows [][]float32, picks []int, from int) {
	for _, p := range picks {
		row := rows[p][from:]
		for j := range out {
			out[j] += row[j]
		}
	}
}

var RowsPicked = hone.Func(rowsPicked)

// rowsCubed goes through three levels.
func rowsCubed(cube [][][]int16, k int16) (sum int) {
	for _, plane := range cube {
		for _, row := range plane {
			for x := range row {
				row[x] *= k
				sum += int(row[x])
			}
		}
	}
	return sum
}

var RowsCubed = hone.Func(rowsCubed)

type rowRecord struct {
	weight float64
	values []float64
	ends   [2][]int32
}

// rowsOfRecords has rows in structs and arrays.
func rowsOfRecords(records []rowRecord, out []float64) {
	for i := range hone.Parallel(len(records)) {
		r := records[i]
		sum := 0.0
		for _, v := range r.values {
			sum += v * r.weight
		}
		for e := range r.ends {
			for j := range r.ends[e] {
				records[i].ends[e][j]++
			}
		}
		out[i] = sum + float64(len(r.ends[0])-len(r.ends[1]))
	}
}

var RowsOfRecords = hone.Func(rowsOfRecords)

// rowsFound looks for a number.
func rowsFound(rows [][]int, x int) (i, j int) {
	for i, row := range rows {
		for j, v := range row {
			if v == x {
				return i, j
			}
		}
	}
	return -1, -1
}

var RowsFound = hone.Func(rowsFound)

// rowsChosen takes one of two rows.
func rowsChosen(out []float64, a, b [][]float64, which []bool) {
	for i, first := range which {
		row := b[i]
		if first {
			row = a[i]
		}
		for _, v := range row {
			out[i] += v
		}
	}
}

var RowsChosen = hone.Func(rowsChosen)

// rowsShape measures.
func rowsShape(rows [][]uint16) (longest, room, none int) {
	for _, row := range rows {
		longest, room = max(longest, len(row)), room+cap(row)
		if len(row) == 0 {
			none++
		}
	}
	return longest, room, none
}

var RowsShape = hone.Func(rowsShape)

// rowsInOne has one row of all be the place where others are added up.
func rowsInOne(rows [][]int64, at int) {
	for i := range rows {
		for j := range rows[at] {
			rows[at][j] += rows[i][j]
		}
	}
}

var RowsInOne = hone.Func(rowsInOne)

// rowsOfArray has a known number of rows.
func rowsOfArray(planes [3][]uint8, out [2][]uint8, k uint8) {
	for i := range out[0] {
		out[0][i] = planes[0][i]/2 + planes[1][i]/4 + planes[2][i]/k
		out[1][i] = planes[k%3][i]
	}
}

var RowsOfArray = hone.Func(rowsOfArray)

func init() {
	matrix := table(root, root, tame[float64])
	add("RowsSummed", rowsSummed, RowsSummed, args(raggedTable(root, tame[float64])))
	add("RowsTotal", rowsTotal, RowsTotal, args(raggedTable(root, whole[int32])))
	add("RowsScaled", rowsScaled, RowsScaled, args(matrix, raggedTable(root, tame[float64]), f64))
	add("RowsScaledParallel", rowsScaledParallel, RowsScaledParallel, args(matrix, matrix, f64))
	add("RowsProduct", rowsProduct, RowsProduct, args(matrix, matrix, matrix), fmaTol(-1))
	add("RowsProductIKJ", rowsProductIKJ, RowsProductIKJ, args(matrix, matrix, matrix), fmaTol(-1))
	add("RowsStencil", rowsStencil, RowsStencil, args(matrix, matrix))
	add("RowsWays", rowsWays, RowsWays, args(table(root, root, between(0, 100))), upTo(2000))
	add("RowsTransposed", rowsTransposed, RowsTransposed, args(table(root, root, tame[float32]), table(root, root, tame[float32])))
	add("RowsLevenshtein", rowsLevenshtein, RowsLevenshtein, args(raggedTable(root, between[uint8](0, 4)), vec(between[uint8](0, 4))), upTo(300))
	add("RowsNearest", rowsNearest, RowsNearest, func(r *rand.Rand, n int) []any {
		k, dims := 1+n/10, 1+r.Intn(40)
		of := func(n int) gen {
			return table(func(int) int { return n }, func(int) int { return dims }, tame[float64])
		}
		return []any{of(n)(r, n), of(k)(r, n), of(k)(r, n), make([]int, k), make([]int, n)}
	}, upTo(1000), fmaTol(-1))
	add("RowsEliminated", rowsEliminated, RowsEliminated, args(table(root, root, tame[float64])), upTo(9000), fmaTol(-1))
	add("RowsPicked", rowsPicked, RowsPicked, args(sized(root, f32s), table(root, func(n int) int { return root(n) + 2 }, tame[float32]), sized(root, indices), one(between(0, 4))))
	add("RowsCubed", rowsCubed, RowsCubed, func(r *rand.Rand, n int) []any {
		cube := make([][][]int16, root(root(n)))
		for i := range cube {
			cube[i] = raggedTable(root, whole[int16])(r, n).([][]int16)
		}
		return []any{cube, whole[int16](r)}
	})
	add("RowsOfRecords", rowsOfRecords, RowsOfRecords, func(r *rand.Rand, n int) []any {
		records := make([]rowRecord, root(n))
		for i := range records {
			ints := func() []int32 { return vec(whole[int32])(r, r.Intn(root(n)+1)).([]int32) }
			records[i] = rowRecord{tame[float64](r), vec(tame[float64])(r, r.Intn(root(n)+1)).([]float64), [2][]int32{ints(), ints()}}
		}
		return []any{records, f64s(r, root(n))}
	})
	add("RowsFound", rowsFound, RowsFound, args(raggedTable(root, between(0, 50)), one(between(0, 60))))
	add("RowsChosen", rowsChosen, RowsChosen, args(sized(root, f64s), raggedTable(root, tame[float64]), raggedTable(root, tame[float64]), sized(root, bools)))
	add("RowsShape", rowsShape, RowsShape, args(raggedTable(root, whole[uint16])))
	add("RowsInOne", rowsInOne, RowsInOne, args(table(root, root, whole[int64]), sized(root, index)))
	add("RowsOfArray", rowsOfArray, RowsOfArray, func(r *rand.Rand, n int) []any {
		of := func() []uint8 { return u8s(r, n+r.Intn(2)).([]uint8) }
		return []any{[3][]uint8{of(), of(), of()}, [2][]uint8{of(), of()}, uint8(r.Intn(9))}
	})
}
