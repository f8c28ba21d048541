package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Loops that may begin and end anywhere: behind their end, so far that the distance is no number; before the slices, or behind them.

func endsCount(x []int64, lo, hi int) (n, last int) {
	for d := lo; d < hi; d++ {
		n++
		if n > len(x) || x[n-1] == 0 {
			return n, d
		}
	}
	return n, hi
}

func endsSum(x []int64, lo, hi int) (s int64) {
	for i := lo; i < hi; i++ {
		s += x[i]
	}
	return s
}

func endsFloats(x []float64, lo, hi int) (s float64) {
	for i := lo; i <= hi; i++ {
		s += x[i]
	}
	return s
}

func endsMap(x []float32, lo, hi int) {
	for i := lo; i < hi; i++ {
		x[i] *= 2
	}
}

func endsDown(x []float32, lo, hi int) {
	for i := hi - 1; i >= lo; i-- {
		x[i] += 1
	}
}

func endsRunning(x, y []int32, lo, hi int) (s int32) {
	for i := lo; i < hi; i++ {
		s += x[i]
		y[i] = s
	}
	return s
}

func endsKept(x, y []int32, lo, hi int) (n int) {
	for i := lo; i < hi; i++ {
		if x[i] > 0 {
			y[n] = x[i]
			n++
		}
	}
	return n
}

func endsPlaces(x []int32, y []int, lo, hi int) (n int) {
	for i := lo; i < hi; i++ {
		if x[i]&1 == 0 {
			y[n] = i
			n++
		}
	}
	return n
}

func endsFound(x []int32, v int32, lo, hi int) int {
	for i := lo; i < hi; i++ {
		if x[i] == v {
			return i
		}
	}
	return -1
}

func endsLargest(x []float64, lo, hi int) (at int, most float64) {
	at = -1
	for i := lo; i < hi; i++ {
		if at < 0 || x[i] > most {
			at, most = i, x[i]
		}
	}
	return at, most
}

func endsBins(x []uint8, bins []int, lo, hi int) {
	for i := lo; i < hi; i++ {
		bins[x[i]]++
	}
}

func endsBesides(x []int32, y []int32, lo, hi int) (o int) {
	for i := lo; i < hi; i += 2 {
		y[i] = x[i] + int32(o)
		o += 3
	}
	return o
}

func endsRows(x []float64, w, lo, hi int) {
	for r := range hone.Parallel(3) {
		for i := lo; i < hi; i++ {
			x[r*w+i] *= 0.5
		}
	}
}

// endsBeside has rows that are in lanes, with something beside them.
func endsBeside(x []float64, y []int, w, lo, hi int) {
	for r := range hone.Parallel(len(y)) {
		y[r] += r
		for i := lo; i < hi; i++ {
			x[r*w+i] *= 0.5
		}
	}
}

// endsProduct is a product of matrices along a part of their common side.
func endsProduct(c, a, b []float32, n, lo, hi int) {
	for i, j := range hone.Parallel2(n, n) {
		s := float32(0)
		for k := lo; k < hi; k++ {
			s += a[i*n+k] * b[k*n+j]
		}
		c[i*n+j] = s
	}
}

func endsWindow(x []int32, y []int64, lo, hi int) {
	for i := range hone.Parallel(len(y)) {
		s := int64(0)
		for d := lo; d < hi; d++ {
			if j := i + d; j >= 0 && j < len(x) {
				s += int64(x[j])
			}
		}
		y[i] = s
	}
}

func endsHidden(x []float64, lo, hi int) (s float64) {
	k := 0
	for i := lo; i < hi; i++ {
		s = s*0.5 + x[k]
		k++
	}
	return s + float64(k)
}

var (
	EndsCount   = hone.Func(endsCount)
	EndsSum     = hone.Func(endsSum)
	EndsFloats  = hone.Func(endsFloats)
	EndsMap     = hone.Func(endsMap)
	EndsDown    = hone.Func(endsDown)
	EndsRunning = hone.Func(endsRunning)
	EndsKept    = hone.Func(endsKept)
	EndsPlaces  = hone.Func(endsPlaces)
	EndsFound   = hone.Func(endsFound)
	EndsLargest = hone.Func(endsLargest)
	EndsBins    = hone.Func(endsBins)
	EndsBesides = hone.Func(endsBesides)
	EndsRows    = hone.Func(endsRows)
	EndsBeside  = hone.Func(endsBeside)
	EndsProduct = hone.Func(endsProduct)
	EndsWindow  = hone.Func(endsWindow)
	EndsHidden  = hone.Func(endsHidden)
)

// theEnds appends where a loop over n elements begins and ends to what g draws: mostly in range; near either end of the integers; or both, the wrong way round.
func theEnds(gens ...gen) func(r *rand.Rand, n int) []any {
	return func(r *rand.Rand, n int) []any {
		lo, hi := r.Intn(n+1), r.Intn(n+1)
		if r.Intn(2) == 0 {
			lo, hi = min(lo, hi), max(lo, hi)
		}
		switch r.Intn(6) {
		case 0:
			hi = math.MinInt + r.Intn(4)
		case 1:
			lo, hi = math.MaxInt-r.Intn(4), math.MinInt+r.Intn(n+4)
		case 2:
			lo = math.MaxInt - r.Intn(n+4)
		}
		return append(args(gens...)(r, n), lo, hi)
	}
}

func init() {
	ints, bytes := vec(whole[int64]), vec(whole[uint8])
	add("EndsCount", endsCount, EndsCount, theEnds(ints))
	add("EndsSum", endsSum, EndsSum, theEnds(ints))
	add("EndsFloats", endsFloats, EndsFloats, theEnds(plus(1, f64s)))
	add("EndsMap", endsMap, EndsMap, theEnds(f32s))
	add("EndsDown", endsDown, EndsDown, theEnds(f32s))
	add("EndsRunning", endsRunning, EndsRunning, theEnds(i32s, i32s))
	add("EndsKept", endsKept, EndsKept, theEnds(i32s, i32s))
	add("EndsPlaces", endsPlaces, EndsPlaces, theEnds(i32s, indices))
	add("EndsFound", endsFound, EndsFound, theEnds(i32s, one(whole[int32])))
	add("EndsLargest", endsLargest, EndsLargest, theEnds(f64s))
	add("EndsBins", endsBins, EndsBins, theEnds(bytes, plus(256, indices)))
	add("EndsBesides", endsBesides, EndsBesides, theEnds(i32s, i32s))
	add("EndsRows", endsRows, EndsRows, theEnds(times(3, f64s), size))
	add("EndsBeside", endsBeside, EndsBeside, theEnds(times(3, f64s), times(1, i64s), size))
	add("EndsProduct", endsProduct, EndsProduct, theEnds(square(f32s), square(f32s), square(f32s), size), upTo(40), fmaTol(1e-3))
	add("EndsWindow", endsWindow, EndsWindow, theEnds(i32s, vec(whole[int64])), upTo(300))
	add("EndsHidden", endsHidden, EndsHidden, theEnds(f64s))
}

// lastAtMost counts down inside, with a check in each step and a store under a condition, from and to where it is told.
func lastAtMost(out []int32, limits, x, y []int32, from, to int) {
	for q := range out {
		for i := from; i > to; i-- {
			if x[i]^y[i] <= limits[q] {
				out[q] = int32(i)
			}
		}
	}
}

var LastAtMost = hone.Func(lastAtMost)

func init() {
	add("LastAtMost", lastAtMost, LastAtMost, func(r *rand.Rand, n int) []any {
		from, to := n-1-r.Intn(3)/2*r.Intn(4), r.Intn(4)-1
		switch r.Intn(8) {
		case 0:
			from, to = math.MinInt+r.Intn(n+2), math.MaxInt-r.Intn(3)
		case 1:
			from += 2
		}
		return []any{i32s(r, n), nearly(i32s)(r, n), i32s(r, n), nearly(i32s)(r, n), from, to}
	}, upTo(300))
}
