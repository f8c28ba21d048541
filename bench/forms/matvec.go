package main

import (
	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
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

func matvecDeclared(y, a, x []float32, m, n int) {
	for i := range hone.Parallel(m) {
		y[i] = hone.Sum(n, func(j int) float32 { return a[i*n+j] * x[j] })
	}
}

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

func matvecBareAccumulate(y, a, x []float32, m, n int) {
	for i := range y {
		y[i] = 0
		for j := range x {
			y[i] += a[i*n+j] * x[j]
		}
	}
}

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

var matvec = kernel{
	name:   "matvec",
	about:  "product of a matrix and a vector, float32",
	cache:  []int{301, 337},
	memory: []int{3001, 2777},
	tiny:   []int{5, 6},
	odd:    [][]int{{1, 1}, {7, 3}, {67, 131}},
	exact:  true,
	open: func(size []int) *instance {
		m, n := size[0], size[1]
		rnd := rig.Noise(5)
		a, x := rig.Noisy[float32](&rnd, m*n, -1, 1), rig.Noisy[float32](&rnd, n, -1, 1)
		y := rig.Aligned[float32](m)
		call := func(f func(y, a, x []float32, m, n int)) { f(y, a, x, m, n) }
		return &instance{
			input:  [][]byte{rig.Raw(a), rig.Raw(x)},
			reset:  wiped(y),
			output: func() []byte { return rig.Snapshot(y) },
			check:  near[float32](1e-4),
			forms: []form{
				marked("rows, sum", matvecRowsHoned, matvecRows, call),
				marked("helper on sub-slices", matvecHelperHoned, matvecHelper, call),
				marked("hone.Sum", matvecDeclaredHoned, matvecDeclared, call).otherBits("declared sum"),
				marked("hone.Sum of a sub-slice", matvecDeclaredSliceHoned, matvecDeclaredSlice, call).otherBits("declared sum"),
				bare("plain loops", matvecBareHoned, matvecBare, call),
				bare("accumulating in y", matvecBareAccumulateHoned, matvecBareAccumulate, call),
				bare("by columns", matvecBareColumnsHoned, matvecBareColumns, call),
				bare("four rows at once", matvecBareFourHoned, matvecBareFour, call),
				bare("shrinking slice", matvecBareShrinkingHoned, matvecBareShrinking, call),
			},
		}
	},
}
