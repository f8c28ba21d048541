package main

import (
	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// The product c = a*b of square matrices, each sum in the order of Go's loops.

func matmulParallel2(c, a, b []float32, n int) {
	for i, j := range hone.Parallel2(n, n) {
		sum := float32(0)
		for k := range n {
			sum += a[i*n+k] * b[k*n+j]
		}
		c[i*n+j] = sum
	}
}

func matmulRows(c, a, b []float32, n int) {
	for i := range hone.Parallel(n) {
		row := c[i*n : (i+1)*n]
		for j := range row {
			row[j] = 0
		}
		for k := 0; k < n; k++ {
			f := a[i*n+k]
			br := b[k*n : (k+1)*n]
			for j := range row {
				row[j] += f * br[j]
			}
		}
	}
}

func matmulDeclared(c, a, b []float32, n int) {
	for i, j := range hone.Parallel2(n, n) {
		c[i*n+j] = hone.Sum(n, func(k int) float32 { return a[i*n+k] * b[k*n+j] })
	}
}

func matmulBare(c, a, b []float32, n int) {
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			var sum float32
			for k := 0; k < n; k++ {
				sum += a[i*n+k] * b[k*n+j]
			}
			c[i*n+j] = sum
		}
	}
}

func matmulBareIKJ(c, a, b []float32, n int) {
	clear(c)
	for i := 0; i < n; i++ {
		for k := 0; k < n; k++ {
			for j := 0; j < n; j++ {
				c[i*n+j] += a[i*n+k] * b[k*n+j]
			}
		}
	}
}

func matmulAccumulate(c, a, b []float32, n int) {
	for i, j := range hone.Parallel2(n, n) {
		c[i*n+j] = 0
		for k := 0; k < n; k++ {
			c[i*n+j] += a[i*n+k] * b[k*n+j]
		}
	}
}

func matmulBareTiled(c, a, b []float32, n int) {
	const t = 48
	clear(c)
	for i0 := 0; i0 < n; i0 += t {
		for k0 := 0; k0 < n; k0 += t {
			for j0 := 0; j0 < n; j0 += t {
				for i := i0; i < min(i0+t, n); i++ {
					for k := k0; k < min(k0+t, n); k++ {
						f := a[i*n+k]
						for j := j0; j < min(j0+t, n); j++ {
							c[i*n+j] += f * b[k*n+j]
						}
					}
				}
			}
		}
	}
}

func matmulTransposed(c, a, b []float32, n int) {
	t := make([]float32, n*n)
	for k, j := range hone.Parallel2(n, n) {
		t[j*n+k] = b[k*n+j]
	}
	for i := range hone.Parallel(n) {
		ar := a[i*n:][:n]
		for j := range n {
			tr := t[j*n:][:n]
			sum := float32(0)
			for k, v := range ar {
				sum += v * tr[k]
			}
			c[i*n+j] = sum
		}
	}
}

// A matrix32 is a matrix as somebody who likes types has it.
type matrix32 struct {
	rows, cols int
	data       []float32
}

func (m matrix32) get(i, j int) float32    { return m.data[i*m.cols+j] }
func (m matrix32) set(i, j int, v float32) { m.data[i*m.cols+j] = v }

func matmulBareStruct(to, x, y []float32, n int) {
	c, a, b := matrix32{n, n, to}, matrix32{n, n, x}, matrix32{n, n, y}
	for i := range a.rows {
		for j := range b.cols {
			sum := float32(0)
			for k := range a.cols {
				sum += a.get(i, k) * b.get(k, j)
			}
			c.set(i, j, sum)
		}
	}
}

var (
	matmulParallel2Honed  = hone.Func(matmulParallel2)
	matmulRowsHoned       = hone.Func(matmulRows)
	matmulDeclaredHoned   = hone.Func(matmulDeclared)
	matmulAccumulateHoned = hone.Func(matmulAccumulate)
	matmulTransposedHoned = hone.Func(matmulTransposed)
	matmulBareHoned       = hone.Func(matmulBare)
	matmulBareIKJHoned    = hone.Func(matmulBareIKJ)
	matmulBareTiledHoned  = hone.Func(matmulBareTiled)
	matmulBareStructHoned = hone.Func(matmulBareStruct)
)

var matmul = kernel{
	name:   "matmul",
	about:  "product of square matrices, float32 (three matrices in cache, and three beyond L2)",
	cache:  []int{149},
	memory: []int{653},
	tiny:   []int{5},
	odd:    [][]int{{1}, {2}, {17}, {67}},
	exact:  true,
	open: func(size []int) *instance {
		n := size[0]
		rnd := rig.Noise(4)
		a, b := rig.Noisy[float32](&rnd, n*n, -1, 1), rig.Noisy[float32](&rnd, n*n, -1, 1)
		c := rig.Aligned[float32](n * n)
		call := func(f func(c, a, b []float32, n int)) { f(c, a, b, n) }
		return &instance{
			input:  [][]byte{rig.Raw(a), rig.Raw(b)},
			reset:  wiped(c),
			output: func() []byte { return rig.Snapshot(c) },
			check:  near[float32](1e-4),
			forms: []form{
				marked("parallel2, sum", matmulParallel2Honed, matmulParallel2, call),
				marked("rows, i-k-j", matmulRowsHoned, matmulRows, call),
				marked("hone.Sum", matmulDeclaredHoned, matmulDeclared, call).otherBits("declared sum"),
				marked("accumulating in c", matmulAccumulateHoned, matmulAccumulate, call),
				marked("b transposed first", matmulTransposedHoned, matmulTransposed, call),
				bare("i-j-k", matmulBareHoned, matmulBare, call),
				bare("i-k-j", matmulBareIKJHoned, matmulBareIKJ, call),
				bare("tiles of 48", matmulBareTiledHoned, matmulBareTiled, call),
				bare("struct with methods", matmulBareStructHoned, matmulBareStruct, call),
			},
		}
	},
}
