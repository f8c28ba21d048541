package forms

import (
	"github.com/hone-go/hone"
)

// The product y = a*x of a matrix and a vector.

func matvecRows(y, a, x []float32, m, n int) {
	for i := range hone.Parallel(m) {
		sum := float32(0)
		for j := range n {
			sum += a[i*n+j] * x[j]
		}
		y[i] = sum
	}
}

// matvecDeclared declares its sums.
//
// Differs: declared sums go in an order of their own.
func matvecDeclared(y, a, x []float32, m, n int) {
	for i := range hone.Parallel(m) {
		y[i] = hone.Sum(n, func(j int) float32 { return a[i*n+j] * x[j] })
	}
}

// matvecDeclaredSlice declares its sums.
//
// Differs: declared sums go in an order of their own.
func matvecDeclaredSlice(y, a, x []float32, m, n int) {
	for i := range hone.Parallel(m) {
		row := a[i*n : (i+1)*n]
		y[i] = hone.Sum(len(row), func(j int) float32 { return row[j] * x[j] })
	}
}

func dot32(a, b []float32) float32 {
	s := float32(0)
	for i, v := range a {
		s += v * b[i]
	}
	return s
}

func matvecHelper(y, a, x []float32, m, n int) {
	for i := range hone.Parallel(m) {
		y[i] = dot32(a[i*n:(i+1)*n], x)
	}
}

func matvecBare(y, a, x []float32, m, n int) {
	for i := 0; i < m; i++ {
		sum := float32(0)
		for j := 0; j < n; j++ {
			sum += a[i*n+j] * x[j]
		}
		y[i] = sum
	}
}

// matvecBareAccumulate sums up in memory.
//
// Differs: it has as many rows as y.
func matvecBareAccumulate(y, a, x []float32, m, n int) {
	for i := range y {
		y[i] = 0
		for j := range x {
			y[i] += a[i*n+j] * x[j]
		}
	}
}

// matvecBareColumns goes by columns.
//
// Differs: the order of loops is the other one; which one is run is for schedules to say.
func matvecBareColumns(y, a, x []float32, m, n int) {
	for i := range y {
		y[i] = 0
	}
	for j := 0; j < n; j++ {
		v := x[j]
		for i := 0; i < m; i++ {
			y[i] += a[i*n+j] * v
		}
	}
}

// matvecBareFour takes four rows at a time.
//
// Differs: what a schedule would do is written out.
func matvecBareFour(y, a, x []float32, m, n int) {
	i := 0
	for ; i+4 <= m; i += 4 {
		r0, r1, r2, r3 := a[i*n:][:n], a[(i+1)*n:][:n], a[(i+2)*n:][:n], a[(i+3)*n:][:n]
		var s0, s1, s2, s3 float32
		for j, v := range x[:n] {
			s0 += r0[j] * v
			s1 += r1[j] * v
			s2 += r2[j] * v
			s3 += r3[j] * v
		}
		y[i], y[i+1], y[i+2], y[i+3] = s0, s1, s2, s3
	}
	for ; i < m; i++ {
		y[i] = dot32(a[i*n:][:n], x)
	}
}

// matvecBareShrinking cuts rows off.
//
// Differs: it has as many rows as y.
func matvecBareShrinking(y, a, x []float32, m, n int) {
	rest := a
	for i := range y {
		y[i] = dot32(rest[:n], x)
		rest = rest[n:]
	}
}

var (
	matvecRowsHoned           = hone.Func(matvecRows)
	matvecHelperHoned         = hone.Func(matvecHelper)
	matvecDeclaredHoned       = hone.Func(matvecDeclared)
	matvecDeclaredSliceHoned  = hone.Func(matvecDeclaredSlice)
	matvecBareHoned           = hone.Func(matvecBare)
	matvecBareAccumulateHoned = hone.Func(matvecBareAccumulate)
	matvecBareColumnsHoned    = hone.Func(matvecBareColumns)
	matvecBareFourHoned       = hone.Func(matvecBareFour)
	matvecBareShrinkingHoned  = hone.Func(matvecBareShrinking)
)

func init() {
	add(matrixVector, matvecRows, matvecHelper, matvecDeclared, matvecDeclaredSlice, matvecBare, matvecBareAccumulate, matvecBareColumns, matvecBareFour, matvecBareShrinking)
}
