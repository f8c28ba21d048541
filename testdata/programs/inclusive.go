package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Loops up to what they are compared with, down to it, or to where a counter without a sign wraps around, where nobody says that it can't be the largest integer.

func inclusiveMap(x, y []float32, lo, hi int) {
	for k := lo; k <= hi; k++ {
		y[k] = x[k]*2 + 1
	}
}

func inclusiveDown(x, y []float32, lo, hi int) (last int) {
	k := hi
	for ; k >= lo; k-- {
		y[k] = x[k]*2 + 1
	}
	return k
}

func inclusiveSteps(x, y []int32, lo, hi int) (n int) {
	for k := lo; k <= hi; k += 3 {
		y[k] = x[k] ^ int32(n)
		n++
	}
	return n
}

func inclusiveUnsigned(x, y []int32, lo, hi int) (last uint) {
	k := uint(lo)
	for ; k <= uint(hi); k++ {
		y[k] = x[k] + int32(k)
	}
	return k
}

func strictUnsigned(x, y []int32, lo, hi int) {
	for k := uint64(lo); k < uint64(hi); k++ {
		y[k] = x[k] + int32(k)
	}
}

func downUnsigned(x []int64, lo, hi int) (s int64) {
	for k := uint(hi) - 1; k >= uint(lo); k-- {
		s = s*3 + x[k]
	}
	return s
}

func downUntilItWraps(x, y []int32, lo, hi int) {
	for k := uint(hi) - 1; k < uint(hi); k-- {
		y[k] = x[k] + int32(lo)
	}
}

func evenUntilItWraps(x, y []int32, lo, hi int) (last uint) {
	k := uint(hi)
	for ; k < uint(len(x)); k -= 2 {
		y[k] = x[k] + int32(lo)
	}
	return k
}

func untilItIs(x, y []int32, lo, hi int) {
	for k := lo; k != hi; k++ {
		y[k] = x[k] * 3
	}
}

func downUntilItIs(x, y []int32, lo, hi int) {
	for k := hi; k != lo; k-- {
		y[k] = x[k] * 3
	}
}

func inclusiveBounds32(x, y []int32, lo, hi int) {
	for k := int32(lo); k <= int32(hi); k++ {
		y[k] = x[k] * 3
	}
}

func inclusiveBytes(y []uint32, lo, hi int) {
	for b := uint8(lo); b <= uint8(hi); b++ {
		c := uint32(b)
		for range 8 {
			c = c>>1 ^ (c&1)*0xedb88320
		}
		y[b] = c
		if b == 255 {
			break
		}
	}
}

func stepsOf32(x, y []int32, lo, hi int) {
	for k := uint32(lo); k < uint32(hi); k += 2 {
		y[k] = x[k] * 3
	}
}

// rowsInclusive scales a part of a picture.
func rowsInclusive(a []float64, w, y0, y1, x0, x1 int) {
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			a[y*w+x] *= 0.5
		}
	}
}

func rowsInclusive32(a []float64, w, y0, y1, x0, x1 int32) {
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			a[y*w+x] *= 0.5
		}
	}
}

func sparseUpTo(at []int, col []int32, value, x, y []float64) {
	for r := range y {
		for k := at[r]; k <= at[r+1]-1; k++ {
			y[r] += value[k] * x[col[k]]
		}
	}
}

func sparseUntil(at []int, col []int32, value, x, y []float64) {
	for r := range y {
		s := 0.0
		for k := at[r]; k != at[r+1]; k++ {
			s += value[k] * x[col[k]]
		}
		y[r] = s
	}
}

var (
	InclusiveMap      = hone.Func(inclusiveMap)
	InclusiveDown     = hone.Func(inclusiveDown)
	InclusiveSteps    = hone.Func(inclusiveSteps)
	InclusiveUnsigned = hone.Func(inclusiveUnsigned)
	StrictUnsigned    = hone.Func(strictUnsigned)
	DownUnsigned      = hone.Func(downUnsigned)
	DownUntilItWraps  = hone.Func(downUntilItWraps)
	EvenUntilItWraps  = hone.Func(evenUntilItWraps)
	UntilItIs         = hone.Func(untilItIs)
	DownUntilItIs     = hone.Func(downUntilItIs)
	InclusiveBounds32 = hone.Func(inclusiveBounds32)
	InclusiveBytes    = hone.Func(inclusiveBytes)
	StepsOf32         = hone.Func(stepsOf32)
	RowsInclusive     = hone.Func(rowsInclusive)
	RowsInclusive32   = hone.Func(rowsInclusive32)
	SparseUpTo        = hone.Func(sparseUpTo)
	SparseUntil       = hone.Func(sparseUntil)
)

// theEnds32 are such as theEnds, of 32 bits.
func theEnds32(gens ...gen) func(r *rand.Rand, n int) []any {
	inner := theEnds(gens...)
	return func(r *rand.Rand, n int) []any {
		vs := inner(r, n)
		for k := len(vs) - 2; k < len(vs); k++ {
			vs[k] = min(max(vs[k].(int), math.MinInt32), math.MaxInt32)
		}
		return vs
	}
}

// partOf is a part of a picture of n by n, with its ends, of which one may be anywhere.
func partOf(r *rand.Rand, n int) []int {
	end := func() int { return r.Intn(max(n, 1)) }
	ends := []int{end(), end(), end(), end()}
	if r.Intn(4) == 0 {
		ends[2], ends[3] = min(ends[2], ends[3]), max(ends[2], ends[3]) // rows have pixels, so that it ends
		ends[r.Intn(4)] = [...]int{math.MaxInt, math.MinInt, math.MaxInt32, math.MinInt32, -1, n}[r.Intn(6)]
	}
	return ends
}

// sparseBegins are rows of a sparse matrix with n rows and columns: where they begin, columns, values, and two vectors. Now and then something is wrong with where rows begin.
func sparseBegins(r *rand.Rand, n int) []any {
	at, col := []int{0}, []int32{}
	for range n {
		for range r.Intn(8) * r.Intn(3) {
			col = append(col, int32(r.Intn(n)))
		}
		at = append(at, len(col))
	}
	if n > 0 && r.Intn(3) == 0 {
		at[r.Intn(n)] = [...]int{math.MaxInt, math.MinInt, -1, len(col) + 1, 0}[r.Intn(5)]
	}
	return []any{at, col, f64s(r, len(col)), f64s(r, n), f64s(r, n)}
}

func init() {
	add("InclusiveMap", inclusiveMap, InclusiveMap, theEnds(plus(1, f32s), f32s))
	add("InclusiveDown", inclusiveDown, InclusiveDown, theEnds(plus(1, f32s), plus(1, f32s)))
	add("InclusiveSteps", inclusiveSteps, InclusiveSteps, theEnds(plus(1, i32s), i32s))
	add("InclusiveUnsigned", inclusiveUnsigned, InclusiveUnsigned, theEnds(plus(1, i32s), plus(1, i32s)))
	add("StrictUnsigned", strictUnsigned, StrictUnsigned, theEnds(i32s, i32s))
	add("DownUnsigned", downUnsigned, DownUnsigned, theEnds(vec(whole[int64])))
	add("DownUntilItWraps", downUntilItWraps, DownUntilItWraps, theEnds(i32s, i32s))
	add("EvenUntilItWraps", evenUntilItWraps, EvenUntilItWraps, theEnds(i32s, nearly(i32s)))
	add("UntilItIs", untilItIs, UntilItIs, theEnds(i32s, i32s))
	add("DownUntilItIs", downUntilItIs, DownUntilItIs, theEnds(plus(1, i32s), plus(1, i32s)))
	add("InclusiveBounds32", inclusiveBounds32, InclusiveBounds32, theEnds32(plus(1, i32s), nearly(i32s)))
	add("InclusiveBytes", inclusiveBytes, InclusiveBytes, theEnds(func(r *rand.Rand, n int) any { return vec(whole[uint32])(r, 256) }))
	add("StepsOf32", stepsOf32, StepsOf32, theEnds32(i32s, nearly(i32s)))
	add("RowsInclusive", rowsInclusive, RowsInclusive, func(r *rand.Rand, n int) []any {
		e := partOf(r, n)
		return []any{square(f64s)(r, n), n, e[0], e[1], e[2], e[3]}
	}, upTo(60))
	add("RowsInclusive32", rowsInclusive32, RowsInclusive32, func(r *rand.Rand, n int) []any {
		e := partOf(r, n)
		return []any{square(f64s)(r, n), int32(n), int32(e[0]), int32(e[1]), int32(e[2]), int32(e[3])}
	}, upTo(60))
	add("SparseUpTo", sparseUpTo, SparseUpTo, sparseBegins, upTo(3000))
	add("SparseUntil", sparseUntil, SparseUntil, sparseBegins, upTo(3000))
}
