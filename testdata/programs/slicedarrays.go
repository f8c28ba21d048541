package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Slices of arrays that are elements, of slices and of other arrays, and tables of several dimensions.

type shelf struct {
	id    int32
	bytes [40]uint8
	rows  [3][6]float64
}

func shelves(r *rand.Rand) (s shelf) {
	s.id = r.Int31()
	for i := range s.bytes {
		s.bytes[i] = uint8(r.Int())
	}
	for k := range s.rows {
		s.rows[k] = sixes(r)
	}
	return s
}

func sixes(r *rand.Rand) (a [6]float64) {
	for i := range a {
		a[i] = tame[float64](r)
	}
	return a
}

func timesTwo(x []float64) {
	for i := range x {
		x[i] *= 2
	}
}

func sumOf(x []float64) (s float64) {
	for _, v := range x {
		s += v
	}
	return s
}

// slicedElements passes slices of elements to functions.
func slicedElements(m [][6]float64, n int) float64 {
	s := 0.0
	for i := range m {
		row := m[i][:]
		timesTwo(row[1:])
		s += sumOf(m[i][:n%8])
	}
	return s
}

var SlicedElements = hone.Func(slicedElements)

// slicedPointers has pointers to the elements.
func slicedPointers(m [][6]float64, from int) {
	for i := range m {
		row := &m[i]
		timesTwo(row[from%8 : 5])
		x := &row[:][2]
		*x++
	}
}

var SlicedPointers = hone.Func(slicedPointers)

// slicedFields slices arrays in fields of elements.
func slicedFields(s []shelf, f float64) (t float64, n int) {
	for i := range s {
		for k := range s[i].rows {
			row := s[i].rows[k][:k+2]
			for j := range row {
				row[j] += f * float64(j)
			}
			n += len(row) * cap(row)
		}
		t += sumOf(s[i].rows[1][2:])
	}
	return t, n
}

var SlicedFields = hone.Func(slicedFields)

// slicedCopies copies to and from such arrays, many elements and few.
func slicedCopies(s []shelf, x []uint8) (n int) {
	for i := range s {
		n += copy(s[i].bytes[3:], x[min(n, len(x)):])
		copy(x[i:], s[i].bytes[:])
		copy(s[i].rows[2][:], s[i].rows[0][1:4])
	}
	return n
}

var SlicedCopies = hone.Func(slicedCopies)

// slicedOverlap copies within an array, and between elements that may be one.
func slicedOverlap(s []shelf, at []int, k, l int) {
	for i, j := range at {
		copy(s[i].bytes[k%41:], s[j].bytes[l%41:])
	}
}

var SlicedOverlap = hone.Func(slicedOverlap)

// slicedOwn slices rows of a variable.
func slicedOwn(x []float64, n int) float64 {
	var m [4][32]float64
	for i, v := range x {
		m[i&3][:][i&31] += v
	}
	copy(m[n&3][:], x)
	t := 0.0
	for k := range 4 {
		t += sumOf(m[k][n&15:]) * float64(k+1)
	}
	return t
}

var SlicedOwn = hone.Func(slicedOwn)

// slicedChosen has slices of which data decides what they are of.
func slicedChosen(m, o [][6]float64, at []int) (t float64) {
	for _, k := range at {
		row := m[0][:]
		if k > 2 {
			row = m[k][:5]
		} else if k == 1 {
			row = o[k][2:]
		}
		for _, v := range row {
			t = t/2 + v
		}
	}
	return t
}

var SlicedChosen = hone.Func(slicedChosen)

// slicedParallel stores to such slices in iterations that are independent, also of a variable from outside.
func slicedParallel(m [][6]float64, x []float64) float64 {
	var own [3][6]float64
	for i := range hone.Parallel(len(m)) {
		timesTwo(m[i][2:])
	}
	for k := range hone.Parallel(3) {
		row := own[k][:]
		for j := range row {
			row[j] = float64(k+j) * x[j]
		}
	}
	return own[0][1] + own[1][2] + own[2][5]
}

var SlicedParallel = hone.Func(slicedParallel)

// slicedOfSliced slices elements of what is a slice of a variable.
func slicedOfSliced(x []float64) float64 {
	var m [5][8]float64
	rows := m[1:]
	for i := range rows {
		for j := range rows[i][:] {
			if j < len(x) {
				rows[i][j] = x[j] * float64(i)
			}
		}
		timesTwo(rows[i][i:])
	}
	return sumOf(m[4][:]) - sumOf(m[0][:])
}

var SlicedOfSliced = hone.Func(slicedOfSliced)

var slicedProducts = func() (t [64][64]uint8) {
	for i := range t {
		for j := range t[i] {
			t[i][j] = uint8(i*j + i ^ j)
		}
	}
	return t
}()

var slicedSteps = [3][5][2]int16{{{1, 2}, {3, -4}, {5, 6}}, {{-7, 8}, {9, 10}}, {{11, -12}, {13}, {14, 15}, {16}, {17, 18}}}

// slicedTable looks up rows of tables of constants.
func slicedTable(x, y []uint8, c uint8) (s int) {
	row := slicedProducts[c%64][:]
	for i, v := range x {
		x[i] ^= row[v%64] + slicedProducts[i%64][y[i]%64]
		s += int(slicedSteps[i%3][v%5][c&1])*3 + int(slicedSteps[v%3][1:][i&3][1])
	}
	return s
}

var SlicedTable = hone.Func(slicedTable)

// slicedTableAstray fails where an index is out of a table's range in one dimension, but not in all.
func slicedTableAstray(x []uint8) (s int) {
	for i, v := range x {
		s += int(slicedProducts[i%64][v&127])
		x[i]++
	}
	return s
}

var SlicedTableAstray = hone.Func(slicedTableAstray)

// slicedTableCopy changes a copy of a table.
func slicedTableCopy(x []uint8) (s int) {
	own, few := slicedProducts, slicedSteps
	for i, v := range x {
		own[v%64][i%64]++
		few[i%3][v%5][v&1] -= int16(v)
	}
	for i, v := range x {
		s = s*3 + int(own[i%64][v%64]) + int(few[v%3][i%5][i&1])
	}
	return s
}

var SlicedTableCopy = hone.Func(slicedTableCopy)

// slicedShort copies few elements, more than some windows have room for, and some beside the last element.
func slicedShort(m [][6]float64, i, j, k int) (n int) {
	var own [4]float64
	for l := range own {
		own[l] = float64(k - l)
	}
	n = copy(m[i][k:], m[j][:4])
	n += copy(m[j][k:], own[:]) << 4
	n += copy(own[:], m[i][k:]) << 8
	return n + int(own[0]+2*own[3])
}

var SlicedShort = hone.Func(slicedShort)

// fill slices what its receiver points to.
func (s *shelf) fill(x uint8) {
	row := s.rows[1][1:]
	for i := range row {
		row[i] -= float64(x)
	}
	clear(s.bytes[x&31 : 35])
}

// slicedMethods has pointers to elements whose fields are sliced.
func slicedMethods(s []shelf, k int) {
	for i := range s {
		s[i].fill(uint8(i + k))
	}
	p := &s[k]
	copy(p.bytes[1:], p.bytes[:])
	copy(p.rows[k&1][:], p.rows[2][k&1:])
}

var SlicedMethods = hone.Func(slicedMethods)

// slicedBehind copies to arrays in fields of a variable's elements.
func slicedBehind(s []shelf, n int) (t float64) {
	var own [2]shelf
	for i := range s {
		copy(own[(i+n)&1].rows[i%3][:], s[i].rows[1][n&3:])
		copy(own[(i+n)&1].bytes[n&31:], s[i].bytes[:])
		own[i&1].id = s[i].id
	}
	for i := range own {
		for k, b := range own[i].bytes[:] {
			t += float64(int(b) * k)
		}
		t -= sumOf(own[i].rows[2][1:]) + float64(own[i].id)
	}
	return t
}

var SlicedBehind = hone.Func(slicedBehind)

func init() {
	rows := vec(sixes)
	add("SlicedElements", slicedElements, SlicedElements, args(rows, one(between(0, 9))))
	add("SlicedPointers", slicedPointers, SlicedPointers, args(rows, one(between(0, 7))))
	add("SlicedFields", slicedFields, SlicedFields, args(vec(shelves), one(tame[float64])), upTo(60))
	add("SlicedCopies", slicedCopies, SlicedCopies, args(vec(shelves), times(3, u8s)), upTo(60))
	add("SlicedOverlap", slicedOverlap, SlicedOverlap, args(vec(shelves), indices, one(between(0, 50)), one(between(0, 41))), upTo(60))
	add("SlicedOwn", slicedOwn, SlicedOwn, args(f64s, one(between(0, 99))))
	add("SlicedChosen", slicedChosen, SlicedChosen, args(plus(1, rows), plus(2, rows), astray))
	add("SlicedParallel", slicedParallel, SlicedParallel, args(rows, plus(6, f64s)))
	add("SlicedOfSliced", slicedOfSliced, SlicedOfSliced, args(f64s))
	index := one(between(0, 7))
	add("SlicedShort", slicedShort, SlicedShort, args(plus(1, rows), index, index, index), upTo(8))
	add("SlicedMethods", slicedMethods, SlicedMethods, args(plus(1, vec(shelves)), one(between(0, 3))), upTo(60))
	add("SlicedBehind", slicedBehind, SlicedBehind, args(vec(shelves), one(between(0, 99))), upTo(60))
	add("SlicedTable", slicedTable, SlicedTable, args(u8s, nearly(u8s), one(whole[uint8])))
	add("SlicedTableAstray", slicedTableAstray, SlicedTableAstray, args(u8s))
	add("SlicedTableCopy", slicedTableCopy, SlicedTableCopy, args(u8s))
}
