package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Loops over more elements than there are, up to the largest int: they fail at the first that is missing, and nothing is computed of their extents,
// or made room for, that overflows or takes all memory.

// farSum is a declared reduction.
func farSum(x []float64, n int) float64 {
	return hone.Sum(n, func(i int) float64 { return x[i] })
}

var FarSum = hone.Func(farSum)

// farLoops are plain loops that become reductions: one begins later.
func farLoops(x []int32, lo, n int) (sum, most int32) {
	for i := 0; i < n; i++ {
		sum += x[i]
	}
	for i := lo; i < n; i++ {
		most = max(most, x[i])
	}
	return sum, most
}

var FarLoops = hone.Func(farLoops)

// farPlaces reduces over a space of two dimensions, to what is not exact in any order.
func farPlaces(x []int, h, w int) int {
	return hone.Sum(h, func(i int) int {
		return hone.Reduce(w, 1, func(a, b int) int { return a*3 + b }, func(j int) int { return x[i*w+j] })
	})
}

var FarPlaces = hone.Func(farPlaces)

// farRows reduces rows in parallel, along memory and across.
func farRows(x, y, z []float32, h, w int) {
	for i := range hone.Parallel(h) {
		y[i] = hone.Sum(w, func(j int) float32 { return x[i*w+j] })
	}
	for i := range hone.Parallel(h) {
		z[i] = hone.Max(w, func(j int) float32 { return x[j*h+i] })
	}
}

var FarRows = hone.Func(farRows)

// farStencil is what is done several rows at a time.
func farStencil(x, y []float32, h, w int) {
	for i, j := range hone.Parallel2(h, w) {
		y[i*w+j] = x[i*w+j] + x[(i+1)*w+j]*2 + x[(i+2)*w+j]
	}
}

var FarStencil = hone.Func(farStencil)

// farProduct is a matrix product, done in blocks.
func farProduct(a, b, c []float64, n, m, k int) {
	for i, j := range hone.Parallel2(n, m) {
		s := 0.0
		for l := range k {
			s += a[i*k+l] * b[l*m+j]
		}
		c[i*m+j] = s
	}
}

var FarProduct = hone.Func(farProduct)

// farInner has a plain loop inside that the lanes may go along.
func farInner(x, y []int32, h, lo, hi int) {
	for i := range hone.Parallel(h) {
		for j := lo; j < hi; j++ {
			y[i*len(x)+j] = x[j] + int32(i)
		}
	}
}

var FarInner = hone.Func(farInner)

// farBins counts in a table.
func farBins(x []uint8, bins []int32, n int) {
	for i := 0; i < n; i++ {
		bins[x[i]]++
	}
}

var FarBins = hone.Func(farBins)

// farSteps takes steps so large that a few of them overflow.
func farSteps(x []int, n int) (s int) {
	for i := 0; i < 1<<62; i += 1<<31 - 1 {
		s = s*3 + x[i>>31+n]
	}
	return s
}

var FarSteps = hone.Func(farSteps)

func unmade(n int) []float64 { return hone.Build(n, func(i int) float64 { return float64(i) }) }

// unmadeSlices makes slices that are never made, since what they hold goes straight to where it is used, or nobody uses it. That their length may not be
// negative holds nevertheless, before what comes later.
func unmadeSlices(x []float64, n, form int) (s float64) {
	switch form {
	case 0:
		a := unmade(n)
		b := hone.Build(n, func(i int) float64 { return a[i] + 1 })
		s = hone.Sum(n, func(i int) float64 { return b[i] })
	case 1:
		_ = unmade(n)
	case 2:
		for k := range 3 {
			s += float64(len(unmade(n - k)))
		}
	case 3:
		for i := range hone.Parallel(len(x)) {
			x[i] = 5
		}
		a := unmade(int(x[0]) - n)
		s = hone.Sum(int(x[0])-n, func(i int) float64 { return a[i] })
	case 4:
		a := hone.Build(n, func(i int) float64 { return x[100+i] })
		b := hone.Build(n+1, func(i int) float64 { return a[i] })
		x[0] = 4
		s = hone.Sum(n, func(i int) float64 { return b[i] })
	case 5:
		a := unmade(n)
		x[0] = 4
		if n > 100 {
			s = hone.Sum(n, func(i int) float64 { return a[i] })
		}
	}
	x[0]++
	return s
}

var UnmadeSlices = hone.Func(unmadeSlices)

// unmadeInside has such slices in iterations.
func unmadeInside(x, out []float64, n int) float64 {
	for i := range hone.Parallel(len(out)) {
		a := unmade(n - i)
		out[i] = hone.Sum(n-i, func(k int) float64 { return a[k] + x[i] })
	}
	return hone.Sum(len(x), func(i int) float64 {
		a := unmade(n - 2*i)
		return float64(len(a)) + x[i]
	})
}

var UnmadeInside = hone.Func(unmadeInside)

// farExtent is an extent: about n, or far more, or negative.
func farExtent(r *rand.Rand, n int) any {
	if r.Intn(4) == 0 {
		return n - r.Intn(3)
	}
	return [...]int{math.MinInt, -5, n + 1, 1 << 31, 1 << 45, 1 << 62, math.MaxInt - 8192, math.MaxInt - 8190, math.MaxInt - 62, math.MaxInt - 6, math.MaxInt}[r.Intn(11)]
}

func init() {
	// A loop that does nothing, so many times, would not end.
	wide := func(r *rand.Rand, n int) any { return max(1, farExtent(r, n).(int)) }
	begin := func(r *rand.Rand, n int) any {
		return [...]int{0, 0, 1, 7, n, -3, math.MinInt, math.MaxInt - 1}[r.Intn(8)]
	}
	add("FarSum", farSum, FarSum, args(f64s, farExtent))
	add("FarLoops", farLoops, FarLoops, args(i32s, begin, farExtent))
	add("FarPlaces", farPlaces, FarPlaces, args(i64s, farExtent, wide), upTo(300))
	add("FarRows", farRows, FarRows, args(f32s, f32s, f32s, farExtent, wide), upTo(300))
	add("FarStencil", farStencil, FarStencil, args(f32s, f32s, farExtent, wide), upTo(300))
	add("FarProduct", farProduct, FarProduct, args(f64s, f64s, f64s, farExtent, wide, wide), upTo(300))
	add("FarInner", farInner, FarInner, args(i32s, times(4, i32s), size, begin, wide), upTo(300))
	add("FarBins", farBins, FarBins, args(u8s, fixed(256, i32s), farExtent))
	add("UnmadeSlices", unmadeSlices, UnmadeSlices, func(r *rand.Rand, n int) []any {
		x := make([]float64, max(n, 1))
		return []any{x, r.Intn(14) - 5, r.Intn(6)}
	}, upTo(100))
	add("UnmadeInside", unmadeInside, UnmadeInside, func(r *rand.Rand, n int) []any {
		m := max(n, 0)
		return []any{f64s(r, m), f64s(r, m), [...]int{2 * m, 2*m - 1, m, m - 2, -1, 3*m + 5}[r.Intn(6)]}
	}, upTo(100))
	add("FarSteps", farSteps, FarSteps, args(i64s, begin))
}
