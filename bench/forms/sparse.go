package main

import (
	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// The product of a sparse matrix, rows compressed, and a vector: row i has the values val[ptr[i]:ptr[i+1]] in columns col[...].

func sparseRows(y, val []float64, col, ptr []int32, x []float64) {
	for i := range hone.Parallel(len(y)) {
		sum := 0.0
		for k := ptr[i]; k < ptr[i+1]; k++ {
			sum += val[k] * x[col[k]]
		}
		y[i] = sum
	}
}

func sparseDeclared(y, val []float64, col, ptr []int32, x []float64) {
	for i := range hone.Parallel(len(y)) {
		lo, hi := int(ptr[i]), int(ptr[i+1])
		y[i] = hone.Sum(hi-lo, func(k int) float64 { return val[lo+k] * x[col[lo+k]] })
	}
}

func sparseSlices(y, val []float64, col, ptr []int32, x []float64) {
	for i := range hone.Parallel(len(y)) {
		v, c := val[ptr[i]:ptr[i+1]], col[ptr[i]:ptr[i+1]]
		sum := 0.0
		for k := range v {
			sum += v[k] * x[c[k]]
		}
		y[i] = sum
	}
}

func sparseBare(y, val []float64, col, ptr []int32, x []float64) {
	for i := range y {
		sum := float64(0)
		for k := int(ptr[i]); k < int(ptr[i+1]); k++ {
			sum += val[k] * x[int(col[k])]
		}
		y[i] = sum
	}
}

func sparseBareAccumulate(y, val []float64, col, ptr []int32, x []float64) {
	for i := 0; i < len(y); i++ {
		y[i] = 0
		for k := ptr[i]; k <= ptr[i+1]-1; k++ {
			y[i] += val[k] * x[col[k]]
		}
	}
}

func sparseBareOneIndex(y, val []float64, col, ptr []int32, x []float64) {
	k := 0
	for i := range y {
		sum, end := 0.0, int(ptr[i+1])
		for ; k < end; k++ {
			sum += val[k] * x[col[k]]
		}
		y[i] = sum
	}
}

// An entry is a value with its column.
type entry struct {
	value float64
	col   int64
}

func sparseEntries(y []float64, entries []entry, ptr []int32, x []float64) {
	for i := range hone.Parallel(len(y)) {
		sum := 0.0
		for _, e := range entries[ptr[i]:ptr[i+1]] {
			sum += e.value * x[e.col]
		}
		y[i] = sum
	}
}

var (
	sparseRowsHoned           = hone.Func(sparseRows)
	sparseDeclaredHoned       = hone.Func(sparseDeclared)
	sparseSlicesHoned         = hone.Func(sparseSlices)
	sparseEntriesHoned        = hone.Func(sparseEntries)
	sparseBareHoned           = hone.Func(sparseBare)
	sparseBareAccumulateHoned = hone.Func(sparseBareAccumulate)
	sparseBareOneIndexHoned   = hone.Func(sparseBareOneIndex)
)

var sparse = kernel{
	name:   "sparse",
	about:  "sparse matrix, rows compressed, times vector, float64; rows of 0 to 40 values",
	cache:  []int{1501},
	memory: []int{150001},
	tiny:   []int{5},
	odd:    [][]int{{1}, {17}, {131}},
	exact:  true,
	open: func(size []int) *instance {
		n := size[0]
		rnd := rig.Noise(14)
		ptr := rig.Aligned[int32](n + 1)
		for i := range n {
			ptr[i+1] = ptr[i] + int32(rnd.Below(41))
		}
		m := int(ptr[n])
		val, col, entries := rig.Noisy[float64](&rnd, m, -1, 1), rig.Aligned[int32](m), rig.Aligned[entry](m)
		for k := range col {
			col[k] = int32(rnd.Below(n))
			entries[k] = entry{val[k], int64(col[k])}
		}
		x, y := rig.Noisy[float64](&rnd, n, -1, 1), rig.Aligned[float64](n)
		call := func(f func(y, val []float64, col, ptr []int32, x []float64)) { f(y, val, col, ptr, x) }
		structs := func(f func(y []float64, entries []entry, ptr []int32, x []float64)) { f(y, entries, ptr, x) }
		count := []int64{int64(m)}
		return &instance{
			input:  [][]byte{rig.Raw(count), rig.Raw(ptr), rig.Raw(val), rig.Raw(col), rig.Raw(x)},
			reset:  wiped(y),
			output: func() []byte { return rig.Snapshot(y) },
			check:  near[float64](1e-12),
			forms: []form{
				marked("rows", sparseRowsHoned, sparseRows, call),
				marked("hone.Sum", sparseDeclaredHoned, sparseDeclared, call).otherBits("declared sum"),
				marked("sub-slices", sparseSlicesHoned, sparseSlices, call),
				marked("structs of value and column", sparseEntriesHoned, sparseEntries, structs),
				bare("plain loops", sparseBareHoned, sparseBare, call),
				bare("accumulating in y", sparseBareAccumulateHoned, sparseBareAccumulate, call),
				bare("one index through all rows", sparseBareOneIndexHoned, sparseBareOneIndex, call),
			},
		}
	},
}
