package main

import (
	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// spmv is y = A x for a sparse matrix in compressed rows: row r holds the numbers
// value[start[r]:start[r+1]], in the columns that column has at the same places.
func spmv(start, column []int32, value, x, y []float64) {
	for r := range hone.Parallel(len(y)) {
		lo, hi := int(start[r]), int(start[r+1])
		y[r] = hone.Sum(hi-lo, func(k int) float64 { return value[lo+k] * x[column[lo+k]] })
	}
}

var spmvHoned = hone.Func(spmv)

var spmvWorkload = workload{
	name:     "spmv",
	about:    "sparse matrix times vector, compressed rows of 1 to 81 numbers, float64",
	item:     "number",
	params:   []string{"rows"},
	defaults: []int{400_000},
	tiny:     []int{4},
	peers:    append(python("spmv.py", ""), peerSource{file: "spmv.c"}, peerSource{file: "spmv_scalar.c"}),
	open:     openSpmv,
}

var spmvPowerWorkload = workload{
	name:     "spmv-powerlaw",
	about:    "sparse matrix times vector, compressed rows, the k-th longest of rows/k numbers, float64",
	item:     "number",
	params:   []string{"rows"},
	defaults: []int{400_000},
	tiny:     []int{4},
	peers:    append(python("spmv.py", ""), peerSource{file: "spmv_shares.c"}, peerSource{file: "spmv_shares_scalar.c"}),
	open:     openSpmvPower,
}

// spmvPlain is the loop as one writes it in Go without hone.
func spmvPlain(start, column []int32, value, x, y []float64) {
	for r := range y {
		sum := 0.0
		for k := start[r]; k < start[r+1]; k++ {
			sum += value[k] * x[column[k]]
		}
		y[r] = sum
	}
}

// openSpmv makes a matrix as meshes have them: most rows hold 7 or 27 numbers near the diagonal, some of
// the boundary fewer, some more, and one number in ten lies anywhere.
func openSpmv(size []int) *instance {
	rows := size[0]
	rnd := rig.Noise(8)
	start := rig.Aligned[int32](rows + 1)
	for r := range rows {
		length := 7
		switch f := rnd.Float(); {
		case f < 0.1:
			length = 1 + rnd.Below(6)
		case f < 0.6:
			length = 27
		case f < 0.65:
			length = 28 + rnd.Below(54)
		}
		start[r+1] = start[r] + int32(length)
	}
	n := int(start[rows])
	column, value := rig.Aligned[int32](n), rig.Noisy[float64](&rnd, n, -1, 1)
	for r := range rows {
		for k := start[r]; k < start[r+1]; k++ {
			at := r + rnd.Below(2001) - 1000
			if rnd.Float() < 0.1 {
				at = rnd.Below(rows)
			}
			column[k] = int32(min(max(at, 0), rows-1))
		}
	}
	return spmvInstance(start, column, value, rig.Noisy[float64](&rnd, rows, -1, 1), 1e-13)
}

// openSpmvPower makes a matrix as networks have them: a few rows are very long, most hold next to nothing, in any
// order, and numbers lie anywhere.
func openSpmvPower(size []int) *instance {
	rows := size[0]
	rnd := rig.Noise(27)
	start := rig.Aligned[int32](rows + 1)
	for r := range rows {
		start[r+1] = int32(rows / (r + 1))
		other := 1 + rnd.Below(r+1)
		start[r+1], start[other] = start[other], start[r+1]
	}
	for r := range rows {
		start[r+1] += start[r]
	}
	n := int(start[rows])
	column, value := rig.Aligned[int32](n), rig.Noisy[float64](&rnd, n, -1, 1)
	for k := range column {
		column[k] = int32(rnd.Below(rows))
	}
	return spmvInstance(start, column, value, rig.Noisy[float64](&rnd, rows, -1, 1), 1e-10)
}

func spmvInstance(start, column []int32, value, x []float64, tol float64) *instance {
	rows, n := len(x), len(column)
	y := rig.Aligned[float64](rows)
	small := min(rows, 2)
	return &instance{
		items:  n,
		bytes:  12*n + 4*(rows+1) + 16*rows,
		input:  [][]byte{rig.Raw(start), rig.Raw(column), rig.Raw(value), rig.Raw(x)},
		forget: func() { clear(y) },
		plain:  func() { spmvPlain(start, column, value, x, y) },
		cores: func() {
			inBands(rows, func(lo, hi int) { spmvPlain(start[lo:hi+1], column, value, x, y[lo:hi]) })
		},
		honed:      func() { spmvHoned.Call(start, column, value, x, y) },
		output:     func() []byte { return rig.Snapshot(y) },
		status:     func() honedStatus { return statusOf(spmvHoned) },
		check:      func(want, got []byte) (string, error) { return rig.CloseTo[float64](want, got, tol) },
		smallPlain: func() { spmvPlain(start[:small+1], column, value, x, y[:small]) },
		smallHoned: func() { spmvHoned.Call(start[:small+1], column, value, x, y[:small]) },
	}
}
