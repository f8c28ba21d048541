package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Scans: running sums and other running results, from either end, with and without each one's own element.

func add64(a, b float64) float64 { return a + b }

func runningSum(x []float64) []float64 {
	return hone.Scan(len(x), 0, add64, func(i int) float64 { return x[i] })
}

var RunningSum = hone.Func(runningSum)

// placesOf is what counts become before elements are put in places.
func placesOf(counts []uint32) ([]uint32, uint32) {
	return hone.ScanExclusive(len(counts), 0, func(a, b uint32) uint32 { return a + b }, func(i int) uint32 { return counts[i] })
}

var PlacesOf = hone.Func(placesOf)

// trapped is the water that stays between bars: a maximum so far from either end.
func trapped(height []int32) int64 {
	n := len(height)
	most := func(a, b int32) int32 { return max(a, b) }
	left := hone.Scan(n, 0, most, func(i int) int32 { return height[i] })
	right := hone.ScanRight(n, 0, most, func(i int) int32 { return height[i] })
	return hone.Sum(n, func(i int) int64 { return int64(max(min(left[i], right[i])-max(height[i], 0), 0)) })
}

var Trapped = hone.Func(trapped)

// rest is what is still to come, the last first.
func rest(x []int16) ([]int16, int16) {
	return hone.ScanRightExclusive(len(x), 0, func(a, b int16) int16 { return a + b }, func(i int) int16 { return 2 * x[i] })
}

var Rest = hone.Func(rest)

type affineMap struct{ A, B float64 }

// recurrence is y[i] = a[i]*y[i-1] + b[i] as a scan over functions, which are no numbers, and whose order matters.
func recurrence(a, b []float64) []affineMap {
	return hone.Scan(min(len(a), len(b)), affineMap{1, 0}, func(f, g affineMap) affineMap { return affineMap{g.A * f.A, g.A*f.B + g.B} },
		func(i int) affineMap { return affineMap{a[i] / 8, b[i]} })
}

var Recurrence = hone.Func(recurrence)

// recurrenceRight is the same from the right.
func recurrenceRight(a, b []float64) []affineMap {
	return hone.ScanRight(min(len(a), len(b)), affineMap{1, 0}, func(f, g affineMap) affineMap { return affineMap{f.A * g.A, f.A*g.B + f.B} },
		func(i int) affineMap { return affineMap{a[i] / 8, b[i]} })
}

var RecurrenceRight = hone.Func(recurrenceRight)

// scannedInPlace scans a slice into itself, four ways, one after the other.
func scannedInPlace(x []uint64) (a, b, c, d uint64) {
	xor := func(a, b uint64) uint64 { return a ^ b }
	plus := func(a, b uint64) uint64 { return a + b }
	at := func(i int) uint64 { return x[i] }
	a = hone.ScanInto(x, 0, plus, at)
	b = hone.ScanExclusiveInto(x, 0, xor, at)
	c = hone.ScanRightInto(x, 0, plus, at)
	d = hone.ScanRightExclusiveInto(x, 0, xor, at)
	return a, b, c, d
}

var ScannedInPlace = hone.Func(scannedInPlace)

// lookedUp scans what is looked up, which may fail.
func lookedUp(table []float32, ix []int32) []float32 {
	return hone.Scan(len(ix), 0, func(a, b float32) float32 { return a + b }, func(i int) float32 { return table[ix[i]] })
}

var LookedUp = hone.Func(lookedUp)

// deviations scans what another pattern gives, and reads the result beside its neighbour.
func deviations(x []float64) []float64 {
	n := len(x)
	mean := hone.Sum(n, func(i int) float64 { return x[i] }) / float64(max(n, 1))
	d := hone.Build(n, func(i int) float64 { return x[i] - mean })
	s, total := hone.ScanExclusive(n, 0, add64, func(i int) float64 { return d[i] * d[i] })
	return hone.Build(n, func(i int) float64 {
		next := total
		if i+1 < n {
			next = s[i+1]
		}
		return next - s[i]
	})
}

var Deviations = hone.Func(deviations)

// matchedBrackets says for each byte how deep it is in brackets: a scan over bytes as other numbers.
func matchedBrackets(text []byte) ([]int32, bool) {
	step := func(i int) int32 {
		switch text[i] % 4 {
		case 0:
			return 1
		case 1:
			return -1
		}
		return 0
	}
	depth := hone.Scan(len(text), 0, func(a, b int32) int32 { return a + b }, step)
	return depth, hone.All(len(depth), func(i int) bool { return depth[i] >= 0 })
}

var MatchedBrackets = hone.Func(matchedBrackets)

// scannedRows scans each row of a matrix, and its columns' sums from the right.
func scannedRows(x []float64, k []int32, w int) []float64 {
	h := len(x) / max(w, 1)
	last := make([]float64, h)
	for y := range hone.Parallel(h) {
		row, counts := x[y*w:y*w+w], k[y*w:y*w+w]
		total := hone.ScanInto(row, 0, add64, func(i int) float64 { return row[i] * 2 })
		n := hone.ScanRightExclusiveInto(counts, 0, func(a, b int32) int32 { return a + b }, func(i int) int32 { return counts[i] })
		last[y] = total + float64(n)
	}
	return last
}

var ScannedRows = hone.Func(scannedRows)

// longestRow asks for something of each row that is scanned into memory of its own.
func longestRow(x []uint16, rows int, tmp []uint16) (best uint16, at int) {
	w := len(x) / max(rows, 1)
	sums := hone.Build(max(rows, 0), func(y int) uint16 {
		return hone.Max(w, func(i int) uint16 { return x[y*w+i] })
	})
	total := hone.ScanInto(tmp[:len(sums)], 0, func(a, b uint16) uint16 { return max(a, b) }, func(i int) uint16 { return sums[i] })
	return total, hone.ArgMax(len(sums), func(i int) uint16 { return sums[i] })
}

var LongestRow = hone.Func(longestRow)

// volume goes over three dimensions.
func volume(d, h, w int, x []float32) []float32 {
	v := hone.Build3(d, h, w, func(z, y, k int) float32 { return x[(z*h+y)*w+k] * float32(z-y+2*k) })
	out := make([]float32, len(v))
	for i := range hone.Parallel3(d, h, w) {
		z, y, k := i[0], i[1], i[2]
		at := (z*h+y)*w + k
		s := v[at]
		if z > 0 {
			s += v[at-h*w]
		}
		if k+1 < w {
			s += v[at+1]
		}
		out[at] = s
	}
	return out
}

var Volume = hone.Func(volume)

// table2 is a table of two indices.
func table2(a, b []int32) []int64 {
	return hone.Build2(len(a), len(b), func(y, x int) int64 { return int64(a[y]) * int64(b[x]) })
}

var Table2 = hone.Func(table2)

// sizes2 may have an extent of which there can't be a table.
func sizes2(h, w int) []uint8 { return hone.Build2(h, w, func(y, x int) uint8 { return uint8(y ^ x) }) }

var Sizes2 = hone.Func(sizes2)

// behindRunning stores four floats at once that follow from what the loop carries, and what they follow from may be what was stored.
func behindRunning(out, x []float64, a, b float64) float64 {
	s := a
	for i := range min(len(x), len(out)/4) {
		v := x[i]
		s = s*0.5 + v
		out[4*i] = s + a
		out[4*i+1] = s + b
		out[4*i+2] = s + v
		out[4*i+3] = s + s
	}
	return s
}

var BehindRunning = hone.Func(behindRunning)

// behindRunning32 is of floats of half the size, and takes off.
func behindRunning32(out, x []float32, a, b float32) float32 {
	s := a
	for i := range min(len(x), len(out)/5) {
		v := x[i]
		s = s*0.25 - v
		out[5*i+1] = a - s
		out[5*i+2] = b - s
		out[5*i+3] = v - s
		out[5*i+4] = 3 - s
	}
	return s
}

var BehindRunning32 = hone.Func(behindRunning32)

func init() {
	add("BehindRunning", behindRunning, BehindRunning, func(r *rand.Rand, n int) []any {
		x, y, z := threeParts(r, 4*n, r.Float64)
		return []any{x, [][]float64{y, z}[r.Intn(2)], r.Float64(), r.Float64()}
	})
	add("BehindRunning32", behindRunning32, BehindRunning32, func(r *rand.Rand, n int) []any {
		x, y, z := threeParts(r, 5*n, r.Float32)
		return []any{x, [][]float32{y, z}[r.Intn(2)], r.Float32(), r.Float32()}
	})

	affines := func(r *rand.Rand, n int) []any { return []any{f64s(r, n), f64s(r, max(n-r.Intn(2), 0))} }
	add("RunningSum", runningSum, RunningSum, args(f64s))
	add("PlacesOf", placesOf, PlacesOf, func(r *rand.Rand, n int) []any {
		c := make([]uint32, n)
		for i := range c {
			c[i] = r.Uint32() >> r.Intn(32)
		}
		return []any{c}
	})
	add("Trapped", trapped, Trapped, func(r *rand.Rand, n int) []any {
		h := make([]int32, n)
		for i := range h {
			h[i] = int32(r.Intn(1000)) - 10
		}
		return []any{h}
	})
	add("Rest", rest, Rest, func(r *rand.Rand, n int) []any {
		x := make([]int16, n)
		for i := range x {
			x[i] = int16(r.Uint32())
		}
		return []any{x}
	})
	add("Recurrence", recurrence, Recurrence, affines)
	add("RecurrenceRight", recurrenceRight, RecurrenceRight, affines)
	add("ScannedInPlace", scannedInPlace, ScannedInPlace, func(r *rand.Rand, n int) []any {
		x := make([]uint64, n)
		for i := range x {
			x[i] = r.Uint64()
		}
		return []any{x}
	})
	add("LookedUp", lookedUp, LookedUp, func(r *rand.Rand, n int) []any {
		ix := make([]int32, n)
		for i := range ix {
			ix[i] = int32(r.Intn(40))
		}
		if n > 0 && r.Intn(3) == 0 {
			ix[r.Intn(n)] = int32(40 - 41*r.Intn(2))
		}
		return []any{f32s(r, 40), ix}
	})
	add("ScannedRows", scannedRows, ScannedRows, func(r *rand.Rand, n int) []any {
		w := []int{1, 7, 33, 545, 2*544 + 3, 4*544 + 5, 9 * 544}[r.Intn(7)]
		k := make([]int32, max(n-n%w, w))
		for i := range k {
			k[i] = r.Int31()
		}
		return []any{f64s(r, len(k)), k, w}
	})
	add("LongestRow", longestRow, LongestRow, func(r *rand.Rand, n int) []any {
		x := make([]uint16, n)
		for i := range x {
			x[i] = uint16(r.Uint32())
		}
		return []any{x, n / 3, make([]uint16, n)}
	})
	add("Deviations", deviations, Deviations, args(f64s))
	add("MatchedBrackets", matchedBrackets, MatchedBrackets, func(r *rand.Rand, n int) []any {
		x := make([]uint8, n)
		r.Read(x)
		return []any{x}
	})
	add("Volume", volume, Volume, func(r *rand.Rand, n int) []any {
		d, h := r.Intn(5), 1+r.Intn(4)
		w := n / 8
		return []any{d, h, w, f32s(r, d*h*w)}
	}, upTo(2000))
	add("Table2", table2, Table2, func(r *rand.Rand, n int) []any {
		a, b := make([]int32, n/7), make([]int32, r.Intn(40))
		for i := range a {
			a[i] = int32(r.Uint32())
		}
		for i := range b {
			b[i] = int32(r.Uint32())
		}
		return []any{a, b}
	})
	add("Sizes2", sizes2, Sizes2, func(r *rand.Rand, n int) []any {
		extents := []int{0, 1, 3, n % 50, -1, 1 << 62, -1 << 63}
		return []any{extents[r.Intn(len(extents))], extents[r.Intn(len(extents))]}
	})
}

// emptyRows has loops over pairs and triples that may be none for one extent alone.
func emptyRows(s, t []int, d, h, w int) {
	for i := range hone.Parallel(2) {
		for y, x := range hone.Parallel2(h, w) {
			s[(i*h+y)*w+x] += y ^ x
		}
		for j := range hone.Parallel3(d, h, w) {
			t[((i*d+j[0])*h+j[1])*w+j[2]] += 100 * (j[0] - j[1] + j[2])
		}
	}
}

var EmptyRows = hone.Func(emptyRows)

func init() {
	add("EmptyRows", emptyRows, EmptyRows, func(r *rand.Rand, n int) []any {
		extents := []int{0, 1, 3, 5, -1}
		pick := func() int { return extents[r.Intn(len(extents))] }
		return []any{make([]int, min(n, 18)), make([]int, 90), pick(), pick(), pick()}
	})
}
