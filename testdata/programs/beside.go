package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Patterns beside each other over the same elements: maps, sums, extremes, in any order, of which one takes what another gives.

// scaledSum gives multiples, and the sum of what they are of.
func scaledSum(x []float32, a float32) ([]float32, float32) {
	y := make([]float32, len(x))
	for i := range hone.Parallel(len(x)) {
		y[i] = a * x[i]
	}
	return y, hone.Sum(len(x), func(i int) float32 { return x[i] })
}

var ScaledSum = hone.Func(scaledSum)

// byTheLeast moves values by the least one, in place, and gives the sum of the results, which is read where it was just stored.
func byTheLeast(x []float64) (least, sum float64) {
	least = hone.Reduce(len(x), math.Inf(1), func(a, b float64) float64 { return min(a, b) }, func(i int) float64 { return x[i] })
	for i := range hone.Parallel(len(x)) {
		x[i] -= least
	}
	sum = hone.Sum(len(x), func(i int) float64 { return x[i] })
	return least, sum
}

var ByTheLeast = hone.Func(byTheLeast)

// normed has four reductions and a map that go over the same elements, two of them of what another one gives.
func normed(x []float64) (u []float64, sum, squares, most float64) {
	u = hone.Build(len(x), func(i int) float64 { return math.Abs(x[i]) + 0.5 })
	sum = hone.Sum(len(u), func(i int) float64 { return u[i] })
	squares = hone.Sum(len(x), func(i int) float64 { return u[i] * x[i] })
	most = hone.Reduce(len(x), 0, func(a, b float64) float64 { return max(a, b) }, func(i int) float64 { return u[i] })
	return u, sum, squares, most
}

var Normed = hone.Func(normed)

// twoTables builds two slices in one loop, of which one is read elsewhere.
func twoTables(x []int32, n int) ([]int32, int64) {
	a, b := make([]int32, n), make([]int32, n)
	for i := range hone.Parallel(n) {
		a[i], b[i] = x[i]*3, x[i]^7
	}
	out := make([]int32, n)
	for i := range hone.Parallel(n) {
		out[i] = a[i] + b[n-1-i]
	}
	return out, hone.Sum(n, func(i int) int64 { return int64(a[i]) - int64(out[i]) })
}

var TwoTables = hone.Func(twoTables)

// overOthers writes to slices that may be those it reads, and sums up between.
func overOthers(a, b, c []int64) (s, t int64) {
	n := min(len(a), len(b), len(c))
	s = hone.Sum(n, func(i int) int64 { return a[i] * 3 })
	for i := range hone.Parallel(n) {
		b[i] = 2*a[i] + 1
	}
	t = hone.Sum(n, func(i int) int64 { return c[i] })
	for i := range hone.Parallel(n) {
		c[i] = b[i]
	}
	return s, t
}

var OverOthers = hone.Func(overOthers)

// failsBetween stores, and then may fail while it sums up; what the other loop stores is there then, or not at all.
func failsBetween(x, y []float32, p []int32) float32 {
	for i := range hone.Parallel(len(y)) {
		y[i] = float32(i)
	}
	s := hone.Sum(len(p), func(i int) float32 { return x[p[i]] })
	for i := range hone.Parallel(len(y)) {
		y[i] += s
	}
	return s
}

var FailsBetween = hone.Func(failsBetween)

// bytesBeside sums up bytes in a wide type beside a map of bytes: as many partial results as the wide type has.
func bytesBeside(x []uint8) (y []uint8, sum uint64, most uint8) {
	y = make([]uint8, len(x))
	for i := range hone.Parallel(len(x)) {
		y[i] = 255 - x[i]
	}
	sum = hone.Sum(len(x), func(i int) uint64 { return uint64(x[i]) })
	most = hone.Reduce(len(x), 0, func(a, b uint8) uint8 { return max(a, b) }, func(i int) uint8 { return y[i] })
	return y, sum, most
}

var BytesBeside = hone.Func(bytesBeside)

// rowsBeside has such pairs inside a parallel loop.
func rowsBeside(m []float64, w int) []float64 {
	if w <= 0 {
		return nil
	}
	h := len(m) / w
	out := make([]float64, h)
	for r := range hone.Parallel(h) {
		row := m[r*w : r*w+w]
		for c := range hone.Parallel(w) {
			row[c] *= 0.5
		}
		out[r] = hone.Sum(w, func(c int) float64 { return row[c] }) + hone.Sum(w, func(c int) float64 { return row[c] * row[c] })
	}
	return out
}

var RowsBeside = hone.Func(rowsBeside)

// structsBeside builds structs, and sums up a component of them.
func structsBeside(x []float32) ([]sized2, float32) {
	s := hone.Build(len(x), func(i int) sized2 { return sized2{x[i] + 1, int32(i)} })
	return s, hone.Sum(len(s), func(i int) float32 { return s[i].V * float32(s[i].N) })
}

type sized2 struct {
	V float32
	N int32
}

var StructsBeside = hone.Func(structsBeside)

func init() {
	add("ScaledSum", scaledSum, ScaledSum, args(f32s, constant(float32(1.5))))
	add("ByTheLeast", byTheLeast, ByTheLeast, args(f64s))
	add("Normed", normed, Normed, args(f64s))
	add("TwoTables", twoTables, TwoTables, func(r *rand.Rand, n int) []any {
		x := make([]int32, max(n-r.Intn(40)/39, 0))
		for i := range x {
			x[i] = int32(r.Uint32())
		}
		return []any{x, n}
	})
	add("OverOthers", overOthers, OverOthers, func(r *rand.Rand, n int) []any {
		longs := func() []int64 {
			s := make([]int64, n)
			for i := range s {
				s[i] = int64(r.Uint64())
			}
			return s
		}
		a, b, c := longs(), longs(), longs()
		switch r.Intn(5) { // the same slices, or parts that begin elsewhere by rows that no iteration of one loop shares
		case 0:
			b = a
		case 1:
			c = a
		case 2:
			c = b
		case 3:
			b, c = a, a
		}
		return []any{a, b, c}
	})
	add("FailsBetween", failsBetween, FailsBetween, func(r *rand.Rand, n int) []any {
		p := make([]int32, n)
		for i := range p {
			p[i] = int32(r.Intn(30))
		}
		if n > 0 && r.Intn(3) == 0 {
			p[r.Intn(n)] = 30
		}
		return []any{f32s(r, 30), f32s(r, n), p}
	})
	add("BytesBeside", bytesBeside, BytesBeside, func(r *rand.Rand, n int) []any {
		x := make([]uint8, n)
		r.Read(x)
		return []any{x}
	})
	add("RowsBeside", rowsBeside, RowsBeside, func(r *rand.Rand, n int) []any { return []any{f64s(r, n), 1 + r.Intn(50)} })
	add("StructsBeside", structsBeside, StructsBeside, args(f32s))
}
