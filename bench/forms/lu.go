package main

import (
	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// The LU decomposition of a matrix without pivoting: a copy of in becomes L below the diagonal (of ones) and U.

func luRows(a, in []float64, n int) {
	copy(a, in)
	for k := range n {
		for r := range hone.Parallel(n - k - 1) {
			i := k + 1 + r
			f := a[i*n+k] / a[k*n+k]
			a[i*n+k] = f
			for j := k + 1; j < n; j++ {
				a[i*n+j] -= f * a[k*n+j]
			}
		}
	}
}

func luParallel2(a, in []float64, n int) {
	for i := range hone.Parallel(len(in)) {
		a[i] = in[i]
	}
	for k := 0; k < n; k++ {
		p := a[k*n+k]
		for r := range hone.Parallel(n - k - 1) {
			a[(k+1+r)*n+k] /= p
		}
		for r, c := range hone.Parallel2(n-k-1, n-k-1) {
			i, j := k+1+r, k+1+c
			a[i*n+j] -= a[i*n+k] * a[k*n+j]
		}
	}
}

func luSlices(a, in []float64, n int) {
	copy(a, in)
	for k := 0; k < n; k++ {
		pivot := a[k*n : (k+1)*n]
		for r := range hone.Parallel(n - k - 1) {
			row := a[(k+1+r)*n : (k+2+r)*n]
			row[k] /= pivot[k]
			f := row[k]
			for j := k + 1; j < len(row); j++ {
				row[j] -= f * pivot[j]
			}
		}
	}
}

func luBare(a, in []float64, n int) {
	for i := 0; i < n*n; i++ {
		a[i] = in[i]
	}
	for k := 0; k < n; k++ {
		for i := k + 1; i < n; i++ {
			a[i*n+k] /= a[k*n+k]
			for j := k + 1; j < n; j++ {
				a[i*n+j] -= a[i*n+k] * a[k*n+j]
			}
		}
	}
}

// subtract takes f times y from x.
func subtract(x, y []float64, f float64) {
	for i := range x {
		x[i] -= f * y[i]
	}
}

func luBareSlices(a, in []float64, n int) {
	copy(a, in)
	for k := range n {
		top := a[k*n:][:n]
		for i := k + 1; i < n; i++ {
			row := a[i*n:][:n]
			row[k] /= top[k]
			subtract(row[k+1:], top[k+1:], row[k])
		}
	}
}

func luBareDolittle(a, in []float64, n int) {
	copy(a, in)
	for i := 0; i < n; i++ {
		for k := 0; k < i; k++ {
			f := a[i*n+k] / a[k*n+k]
			a[i*n+k] = f
			for j := k + 1; j <= n-1; j++ {
				a[i*n+j] -= f * a[k*n+j]
			}
		}
	}
}

func luBareStruct(to, from []float64, n int) {
	copy(to, from)
	m := struct {
		n    int
		data []float64
	}{n, to}
	at := func(i, j int) *float64 { return &m.data[i*m.n+j] }
	for k := 0; k < m.n; k++ {
		for i := k + 1; i < m.n; i++ {
			*at(i, k) /= *at(k, k)
		}
		for i := k + 1; i < m.n; i++ {
			for j := k + 1; j < m.n; j++ {
				*at(i, j) -= *at(i, k) * *at(k, j)
			}
		}
	}
}

var (
	luRowsHoned         = hone.Func(luRows)
	luParallel2Honed    = hone.Func(luParallel2)
	luSlicesHoned       = hone.Func(luSlices)
	luBareHoned         = hone.Func(luBare)
	luBareSlicesHoned   = hone.Func(luBareSlices)
	luBareDolittleHoned = hone.Func(luBareDolittle)
	luBareStructHoned   = hone.Func(luBareStruct)
)

var lu = kernel{
	name:   "lu",
	about:  "LU decomposition without pivoting, float64 (beyond L2: 2 MB, as the work grows faster)",
	cache:  []int{131},
	memory: []int{517},
	tiny:   []int{5},
	odd:    [][]int{{1}, {2}, {17}, {67}},
	exact:  true,
	open: func(size []int) *instance {
		n := size[0]
		rnd := rig.Noise(13)
		in, a := rig.Noisy[float64](&rnd, n*n, -1, 1), rig.Aligned[float64](n*n)
		for i := range n {
			in[i*n+i] += float64(n)
		}
		call := func(f func(a, in []float64, n int)) { f(a, in, n) }
		return &instance{
			input:  [][]byte{rig.Raw(in)},
			reset:  wiped(a),
			output: func() []byte { return rig.Snapshot(a) },
			check:  near[float64](1e-9),
			forms: []form{
				marked("rows, inner loop", luRowsHoned, luRows, call),
				marked("parallel2", luParallel2Honed, luParallel2, call),
				marked("rows as sub-slices", luSlicesHoned, luSlices, call),
				bare("plain loops", luBareHoned, luBare, call),
				bare("sub-slices, helper", luBareSlicesHoned, luBareSlices, call),
				bare("row by row", luBareDolittleHoned, luBareDolittle, call),
				bare("struct, pointers to elements", luBareStructHoned, luBareStruct, call),
			},
		}
	},
}
