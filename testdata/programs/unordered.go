package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Reductions by operations whose order makes no difference, beside others whose order does.

type limit[T float] struct {
	n        int
	lo, hi   T
	low, top T
	sum      T
}

// limits is the least and the greatest number, of what has NaNs, infinities and zeros of both signs, each beginning with a number of its own.
func limits[T float](x []T, lo, hi T) (least, most, least2, most2, sum T, n int) {
	p := hone.Reduce(len(x), limit[T]{lo: lo, hi: hi, low: hi, top: lo},
		func(a, b limit[T]) limit[T] {
			return limit[T]{a.n + b.n, min(a.lo, b.lo), max(b.hi, a.hi), min(b.low, a.low), max(a.top, b.top), a.sum + b.sum}
		},
		func(i int) limit[T] { return limit[T]{1, x[i], x[i], -x[i], x[i] * x[i], x[i] / 2} })
	return p.lo, p.hi, p.low, p.top, p.sum, p.n
}

var (
	LimitsF32     = hone.Func(limits[float32])
	LimitsF64     = hone.Func(limits[float64])
	LimitsZeroF32 = hone.Func(limits[float32])
	LimitsZeroF64 = hone.Func(limits[float64])
)

// lowest and most alone.
func lowest[T number](x []T, y T) T {
	return min(hone.Min(len(x), func(i int) T { return x[i] }), y)
}

func topmost[T number](x []T, y T) T {
	return hone.Reduce(len(x), y, func(a, b T) T { return max(b, a) }, func(i int) T { return x[i] })
}

var (
	LeastF32 = hone.Func(lowest[float32])
	LeastF64 = hone.Func(lowest[float64])
	LeastI8  = hone.Func(lowest[int8])
	MostF32  = hone.Func(topmost[float32])
	MostF64  = hone.Func(topmost[float64])
	MostU8   = hone.Func(topmost[uint8])
	MostU64  = hone.Func(topmost[uint64])
)

type household[T integer] struct {
	all, some, odd, sum, product, low, high, twice T
	any, every                                     bool
}

// census folds integers and bools in every way, some from what is not neutral.
func census[T integer](x []T, from T) (all, some, odd, sum, product, low, high, twice T, any, every bool) {
	p := hone.Reduce(len(x), household[T]{all: from, product: 1, low: from, high: from, twice: from, every: true},
		func(a, b household[T]) household[T] {
			return household[T]{a.all & b.all, b.some | a.some, a.odd ^ b.odd, a.sum + b.sum, a.product * b.product, min(a.low, b.low), max(a.high, b.high),
				a.twice + b.twice, a.any || b.any, a.every && b.every}
		},
		func(i int) household[T] {
			v := x[i]
			return household[T]{v | 3, v & 6, v, v, v | 1, v, v, v, v == 77, v != 78}
		})
	return p.all, p.some, p.odd, p.sum, p.product, p.low, p.high, p.twice, p.any, p.every
}

var (
	CensusI8  = hone.Func(census[int8])
	CensusU16 = hone.Func(census[uint16])
	CensusI32 = hone.Func(census[int32])
	CensusU64 = hone.Func(census[uint64])
)

// anyAbove and noneAbove are answers about all of them.
func anyAbove(x []float64, limit float64) bool {
	return hone.Reduce(len(x), false, func(a, b bool) bool { return a || b }, func(i int) bool { return x[i] > limit })
}

func noneAbove(x []float64, limit float64) bool {
	return hone.Reduce(len(x), true, func(a, b bool) bool { return a && b }, func(i int) bool { return !(x[i] > limit) })
}

var (
	AnyAbove  = hone.Func(anyAbove)
	NoneAbove = hone.Func(noneAbove)
)

// tangled has leaves that depend on one another.
func tangled(x []float32) (lo, hi, second float32, n int32) {
	type part struct {
		lo, hi, second float32
		n              int32
	}
	inf := float32(math.Inf(1))
	p := hone.Reduce(len(x), part{lo: inf, hi: -inf, second: -inf},
		func(a, b part) part {
			return part{min(a.lo, b.lo), max(a.hi, b.hi), max(min(a.hi, b.hi), a.second, b.second), a.n + b.n}
		},
		func(i int) part { return part{x[i], x[i], -inf, 1} })
	return p.lo, p.hi, p.second, p.n
}

var Tangled = hone.Func(tangled)

// centre is the mean of complex numbers, and the largest of their parts.
func centre(z []complex128) (complex128, float64) {
	n := len(z)
	return hone.Sum(n, func(i int) complex128 { return z[i] }) / complex(float64(n), 0),
		hone.Max(n, func(i int) float64 { return max(real(z[i]), imag(z[i])) })
}

var Centre = hone.Func(centre)

// plainCounts accumulates in loops as one writes them without hone.
func plainCounts(x []int32, y []float64, from int) (n, odd, less int, lo, hi float64, any, every bool, bits uint32, product int8) {
	lo, hi, every, bits, product, n = math.Inf(1), math.Inf(-1), true, 6, 3, 4
	for i := max(from, 0); i < len(x); i++ {
		v := x[i]
		if v > 3 {
			n++
			if v&1 != 0 {
				//lint:ignore SA4016 a sum that seems to read n
				odd += int(v) + n&0
			} else if v > 100 {
				n += 2
			}
		}
		less -= int(v)
		less = less - i + 1
		lo = min(lo, y[i])
		hi = max(y[i], hi)
		any = any || v == 7
		every = every && v != 8
		bits ^= uint32(v)
		product *= int8(v | 1)
	}
	return
}

var PlainCounts = hone.Func(plainCounts)

// greatest and its counterpart are the loops for the largest and smallest number, with ifs.
func greatest[T number](x []T) (most, least T, at int) {
	for i, v := range x {
		if i == 0 || v > most {
			most = v
		}
		if v < least {
			least = v
		}
		at = max(at, i)
	}
	return
}

var (
	GreatestI16 = hone.Func(greatest[int16])
	GreatestU64 = hone.Func(greatest[uint64])
	GreatestF64 = hone.Func(greatest[float64])
)

// bound is the least number of those from a part of a slice, and of a function of it.
func bound[T float](x []T) (least, most T) {
	if len(x) == 0 {
		return 0, 0
	}
	least, most = x[0], x[0]
	for _, v := range x[1:] {
		least, most = min(least, v), max(most, v*2, -v)
	}
	return
}

var (
	BoundF32 = hone.Func(bound[float32])
	BoundF64 = hone.Func(bound[float64])
)

// rests counts in a loop whose iterations are loops, and stops at nothing.
func rests(n int) (total, longest int) {
	for i := 1; i <= n; i++ {
		c := 0
		for k := i; k != 1 && c < 300; c++ {
			if k&1 == 0 {
				k /= 2
			} else {
				k = 3*k + 1
			}
		}
		total += c
		longest = max(longest, c)
	}
	return
}

var Rests = hone.Func(rests)

// gridTotals is a loop in a loop.
func gridTotals(img []uint8, w int) (sum int, most uint8, seen [4]uint8) {
	if w <= 0 {
		return
	}
	for y := range len(img) / w {
		for x := range w {
			sum += int(img[y*w+x])
			most = max(most, img[y*w+x])
		}
		for x := range w {
			seen[y&3] |= img[y*w+x]
		}
	}
	return
}

var GridTotals = hone.Func(gridTotals)

// rowTotals are those of each row, which may be cut short, of a table of rows.
func rowTotals(x []int32, y []float32, ends []int) (sums []int64, least []float32) {
	n := len(ends)
	sums, least = make([]int64, n), make([]float32, n)
	for r := range hone.Parallel(n) {
		lo := 0
		if r > 0 {
			lo = ends[r-1]
		}
		s, m := int64(r), float32(5)
		for i, v := range x[lo:ends[r]] {
			s += int64(v)
			if v > 0 {
				m = min(m, y[lo+i])
			}
		}
		sums[r], least[r] = s, m
	}
	return
}

var RowTotals = hone.Func(rowTotals)

// columnTotals are those of each column.
func columnTotals(x []int16, w int) []int {
	if w <= 0 {
		return nil
	}
	out := make([]int, w)
	for c := range hone.Parallel(w) {
		for r := range len(x) / w {
			out[c] += int(x[r*w+c])
		}
	}
	return out
}

var ColumnTotals = hone.Func(columnTotals)

// inOrder has loops that only look like it: they use what they accumulate, or stop, or round.
func inOrder(x []int32, y []float64) (n, m, k int, s float64, last int32) {
	for _, v := range x {
		n += int(v)
		if n > 1000 {
			m++
		}
	}
	for i, v := range x {
		if v == 77 {
			break
		}
		k += i
	}
	for i := range min(len(x), len(y)) {
		s += y[i]
		last = max(last>>1, x[i])
	}
	return
}

var InOrder = hone.Func(inOrder)

// madeInside makes a slice that is too long for some, and looks at nothing of it.
func madeInside(n, length int) (acc uint32) {
	acc = 3
	for k := range n {
		s := make([]int64, length)
		_ = s
		acc *= uint32(k) | 1
	}
	return acc
}

var MadeInside = hone.Func(madeInside)

// countsInside counts, in sequential loops inside another, more than 16 bits hold.
func countsInside(x []uint8, limits []uint8) []int {
	n := make([]int, len(limits))
	for k, limit := range limits {
		few := n[(k+1)%len(n)]
		for _, v := range x {
			if v < limit {
				few++
			}
		}
		n[k] += 3 * few
	}
	return n
}

var CountsInside = hone.Func(countsInside)

func init() {
	zero := func(r *rand.Rand) float64 {
		switch {
		case r.Intn(3000) == 0:
			return []float64{1, -1, math.NaN()}[r.Intn(3)]
		case r.Intn(2) == 0:
			return math.Copysign(0, -1)
		}
		return 0
	}
	zeros64 := vec(func(r *rand.Rand) float64 { return zero(r) })
	zeros32 := vec(func(r *rand.Rand) float32 { return float32(zero(r)) })
	mostly := func(sign float64) func(r *rand.Rand) float64 { // one sign, and seldom a zero of the other
		return func(r *rand.Rand) float64 {
			if r.Intn(2000) == 0 {
				return math.Copysign(0, -sign)
			}
			return sign * float64(r.Intn(40))
		}
	}
	any32 := one(wild[float32])
	any64 := one(wild[float64])
	zero32 := one(func(r *rand.Rand) float32 { return float32(zero(r)) })
	zero64 := one(func(r *rand.Rand) float64 { return zero(r) })
	add("PlainCounts", plainCounts, PlainCounts, args(i32s, nearly(f64s), one(between(-2, 5))))
	add("GreatestI16", greatest[int16], GreatestI16, args(i16s))
	add("GreatestU64", greatest[uint64], GreatestU64, args(u64s))
	add("GreatestF64", greatest[float64], GreatestF64, args(wild64s))
	add("BoundF32", bound[float32], BoundF32, args(zeros32))
	add("BoundF64", bound[float64], BoundF64, args(wild64s))
	add("Rests", rests, Rests, args(size))
	add("GridTotals", gridTotals, GridTotals, args(u8s, one(between(0, 150))))
	add("RowTotals", rowTotals, RowTotals, args(i32s, nearly(zeros32), ascending), upTo(2000))
	add("ColumnTotals", columnTotals, ColumnTotals, args(i16s, one(between(0, 150))))
	add("InOrder", inOrder, InOrder, args(i32s, f64s))
	add("LimitsF32", limits[float32], LimitsF32, args(f32s, any32, any32))
	add("LimitsF64", limits[float64], LimitsF64, args(f64s, any64, any64))
	add("LimitsZeroF32", limits[float32], LimitsZeroF32, args(zeros32, zero32, zero32))
	add("LimitsZeroF64", limits[float64], LimitsZeroF64, args(zeros64, zero64, zero64))
	add("LeastF32", lowest[float32], LeastF32, args(zeros32, zero32))
	add("LeastF64", lowest[float64], LeastF64, args(vec(mostly(1)), any64))
	add("LeastI8", lowest[int8], LeastI8, args(i8s, one(whole[int8])))
	add("MostF32", topmost[float32], MostF32, args(wild32s, any32))
	add("MostF64", topmost[float64], MostF64, args(vec(mostly(-1)), constant(math.Inf(-1))))
	add("MostU8", topmost[uint8], MostU8, args(u8s, one(whole[uint8])))
	add("MostU64", topmost[uint64], MostU64, args(u64s, one(whole[uint64])))
	add("CensusI8", census[int8], CensusI8, args(i8s, one(whole[int8])))
	add("CensusU16", census[uint16], CensusU16, args(u16s, one(whole[uint16])))
	add("CensusI32", census[int32], CensusI32, args(i32s, one(whole[int32])))
	add("CensusU64", census[uint64], CensusU64, args(u64s, one(whole[uint64])))
	add("CountsInside", countsInside, CountsInside, args(fixed(70001, vec(between[uint8](0, 2))), fixed(2, vec(between[uint8](2, 4)))), upTo(1))
	add("AnyAbove", anyAbove, AnyAbove, args(f64s, constant(9.99)))
	add("NoneAbove", noneAbove, NoneAbove, args(f64s, constant(9.99)))
	add("MadeInside", madeInside, MadeInside, args(size, one(between(-2, 3))), upTo(2000))
	add("Tangled", tangled, Tangled, args(wild32s))
	add("Centre", centre, Centre, args(vec(func(r *rand.Rand) complex128 { return complex(tame[float64](r), tame[float64](r)) })), fmaTol(1e-8))
}
