package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Loops in a row that are one if the slices that a call is given share no memory, and no index is out of range.

// scaledThenShifted hands on what it stores, element by element.
func scaledThenShifted(x, y, z []float32) {
	for i := range hone.Parallel(len(x)) {
		y[i] = 2 * x[i]
	}
	for i := range hone.Parallel(len(x)) {
		z[i] = y[i] + 1
	}
}

var ScaledThenShifted = hone.Func(scaledThenShifted)

// throughFresh goes through a slice of its own.
func throughFresh(dst, x []int32, k int32) {
	t := hone.Build(len(x), func(i int) int32 { return x[i]*k + 1 })
	for i := range hone.Parallel(len(x)) {
		dst[i] = t[i] ^ t[i]>>3
	}
}

var ThroughFresh = hone.Func(throughFresh)

// scatteredMap puts what it computes where data says.
func scatteredMap(dst, x []float64, at []int32) {
	y := hone.Build(len(x), func(i int) float64 { return x[i]*2 - 1 })
	hone.Scatter(dst, len(x), func(i int) (int, float64) { return int(at[i]), y[i] })
}

var ScatteredMap = hone.Func(scatteredMap)

// updateAndNorm adds up what it has just stored.
func updateAndNorm(a float64, x, y []float64) float64 {
	for i := range hone.Parallel(min(len(x), len(y))) {
		y[i] += a * x[i]
	}
	return hone.Sum(min(len(x), len(y)), func(i int) float64 { return y[i] * y[i] })
}

var UpdateAndNorm = hone.Func(updateAndNorm)

// slopes goes over the inside of a picture three times.
func slopes(img, gx, gy, mag []float32, w int) {
	h := len(img) / max(w, 1)
	for y, x := range hone.Parallel2(h-2, w-2) {
		at := (y+1)*w + x + 1
		gx[at] = img[at+1] - img[at-1]
	}
	for y, x := range hone.Parallel2(h-2, w-2) {
		at := (y+1)*w + x + 1
		gy[at] = img[at+w] - img[at-w]
	}
	for y, x := range hone.Parallel2(h-2, w-2) {
		at := (y+1)*w + x + 1
		mag[at] = gx[at]*gx[at] + gy[at]*gy[at]
	}
}

var Slopes = hone.Func(slopes)

// springs takes steps in time, each of three loops.
func springs(x, v, f []float64, dt float64, steps int) float64 {
	most := 0.0
	for range steps {
		for i := range hone.Parallel(len(x)) {
			f[i] = -x[i]
		}
		for i := range hone.Parallel(len(x)) {
			v[i] += dt * f[i]
		}
		for i := range hone.Parallel(len(x)) {
			x[i] += dt * v[i]
		}
		if len(x) > 0 {
			most = max(most, x[0])
		}
	}
	return most
}

var Springs = hone.Func(springs)

// behindStore stores between loops what the second one may read.
func behindStore(x, y []int64) int64 {
	s := hone.Sum(len(x), func(i int) int64 { return x[i] })
	if len(y) > 0 {
		y[len(y)/2] = s
	}
	d := hone.Build(len(x), func(i int) int64 { return x[i] - s })
	return hone.Sum(len(d), func(i int) int64 { return d[i] * d[i] })
}

var BehindStore = hone.Func(behindStore)

// failsLate has a check that only data answers in its second loop.
func failsLate(x, y []uint16, table []uint16) {
	for i := range hone.Parallel(len(x)) {
		y[i] = x[i] % 50
	}
	for i := range hone.Parallel(len(x)) {
		x[i] = table[y[i]]
	}
}

var FailsLate = hone.Func(failsLate)

// sumThenMap gives a number and behind it a slice: one loop has both as its outputs, in this order.
func sumThenMap(x []float64) (float64, []float64) {
	s := hone.Sum(len(x), func(i int) float64 { return x[i] })
	y := hone.Build(len(x), func(i int) float64 { return x[i] * 2 })
	return s, y
}

var SumThenMap = hone.Func(sumThenMap)

// partsOf reads and writes parts of slices, which may reach further than these.
func partsOf(x, y []int32) {
	n := min(len(x), len(y)) / 2
	a, b := x[:n], y[n:]
	for i := range hone.Parallel(n) {
		a[i] += 3
	}
	for i := range hone.Parallel(n) {
		b[i] = a[i] * 5
	}
}

var PartsOf = hone.Func(partsOf)

// threeParts gives three slices of a type: apart from each other, or the same, or such that the last lies across the first; now and then one is too short. No loop of
// those above has iterations that depend on each other then.
func threeParts[T any](r *rand.Rand, n int, value func() T) (x, y, z []T) {
	all := make([]T, 3*n+5)
	for i := range all {
		all[i] = value()
	}
	lo := [][3]int{{0, n + 1, 2*n + 2}, {0, 0, n + 1}, {0, n + 1, 0}, {0, n + 1, 1}, {3, n + 3, 0}, {0, n + 1, n + 1}}[r.Intn(6)]
	short := 0
	if r.Intn(6) == 0 {
		short = 1
	}
	return all[lo[0] : lo[0]+n], all[lo[1] : lo[1]+max(n-short, 0)], all[lo[2] : lo[2]+n]
}

func init() {
	add("ScaledThenShifted", scaledThenShifted, ScaledThenShifted, func(r *rand.Rand, n int) []any {
		x, y, z := threeParts(r, n, r.Float32)
		return []any{x, y, z}
	})
	add("ThroughFresh", throughFresh, ThroughFresh, func(r *rand.Rand, n int) []any {
		x, _, z := threeParts(r, n, r.Int31)
		return []any{z, x, r.Int31()}
	})
	add("ScatteredMap", scatteredMap, ScatteredMap, func(r *rand.Rand, n int) []any {
		at := make([]int32, n)
		for i, p := range r.Perm(n) {
			at[i] = int32(p)
		}
		if n > 0 && r.Intn(3) == 0 {
			at[r.Intn(n)] = int32(n)
		}
		x, _, z := threeParts(r, n, r.Float64)
		return []any{z, x, at}
	})
	add("UpdateAndNorm", updateAndNorm, UpdateAndNorm, func(r *rand.Rand, n int) []any {
		x, y, _ := threeParts(r, n, r.Float64)
		return []any{r.Float64(), x, y}
	})
	add("Slopes", slopes, Slopes, func(r *rand.Rand, n int) []any {
		w := []int{0, 1, 2, 3, 5, 17, 64}[r.Intn(7)]
		img, gx, mag := threeParts(r, n, r.Float32)
		_, gy, _ := threeParts(r, n, r.Float32)
		if n > 0 && &img[0] == &append(gx, 0)[0] { // else iterations are not independent
			gx = make([]float32, n)
		}
		return []any{img, gx, gy, mag, w}
	})
	add("Springs", springs, Springs, func(r *rand.Rand, n int) []any {
		x, v, f := threeParts(r, n, r.Float64)
		return []any{x, v, append(f[:0:0], f...), 0.01, r.Intn(4)}
	})
	add("BehindStore", behindStore, BehindStore, func(r *rand.Rand, n int) []any {
		x, y, _ := threeParts(r, n, r.Int63)
		return []any{x, y}
	})
	add("FailsLate", failsLate, FailsLate, func(r *rand.Rand, n int) []any {
		x, y, _ := threeParts(r, n, func() uint16 { return uint16(r.Uint32()) })
		table := make([]uint16, 50-r.Intn(2))
		for i := range table {
			table[i] = uint16(r.Uint32())
		}
		return []any{x, y, table}
	})
	add("SumThenMap", sumThenMap, SumThenMap, args(f64s))
	add("PartsOf", partsOf, PartsOf, func(r *rand.Rand, n int) []any {
		x, y, _ := threeParts(r, n, r.Int31)
		return []any{x, y}
	})
}
