package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Loops that look for the place of the least or greatest value, in the forms that people write: with ties, NaNs, zeros of both signs, nothing to find.

func firstGreatest[T number](x []T, best T) (T, int) {
	at := -1
	for i := range x {
		if x[i] > best {
			best, at = x[i], i
		}
	}
	return best, at
}

func lastLeast[T number](x []T, best T) (key T, at int) {
	key, at = best, len(x)
	for i, v := range x {
		if v <= key {
			key = v
			at = i
		}
	}
	return key, at
}

func fromBehind[T number](x []T, best T) (int, int, T, T) {
	least, at := best, -7
	for i := len(x) - 1; i >= 0; i-- {
		if x[i] < least {
			least, at = x[i], i
		}
	}
	most, place := best, -9
	for i := len(x) - 1; i >= 0; i-- {
		if v := x[i]; v >= most {
			place, most = i+1, v
		}
	}
	return at, place, least, most
}

func indexAlone[T number](x []T, from int) (int, int) {
	at := 0
	for i := 1; i < len(x); i++ {
		if x[i] < x[at] {
			at = i
		}
	}
	last := from // perhaps none of x's
	for i := from; i < len(x); i++ {
		if !(x[i] < x[last]) {
			last = i
		}
	}
	return at, last
}

// among looks at some elements only, and takes down more than the place.
func among[T number](x []T, marks []uint8, weight []float32, limit uint8) (T, int32, float32, int) {
	var best T
	at, w, seen := int32(-1), float32(-1), 0
	for i, v := range x {
		if marks[i] < limit {
			continue
		}
		seen++
		if v > best {
			best = v
			at = int32(i)
			w = weight[i] + 1
		}
	}
	return best, at, w, seen
}

// unmarked looks at some, where a later one that is equal wins.
func unmarked[T number](x []T, used []bool) (T, int) {
	best, at := x[0], 0
	for i := 1; i < len(x); i++ {
		if !used[i] && x[i] >= best {
			best, at = x[i], i
		}
	}
	return best, at
}

// rowWinners has a row in each iteration of a sequential loop, of which each begins with what the one before has found.
func rowWinners[T number](x []T, w int) (at []int, best T) {
	at = make([]int, len(x)/w)
	for r := range at {
		row := x[r*w : r*w+w]
		k := 0
		for i := range row {
			if row[i] > row[k] {
				k = i
			}
		}
		best = row[k] / 2
		for i, v := range row {
			if v > best {
				best, k = v, i
			}
		}
		at[r] = k
	}
	return at, best
}

// pivots is the row of the greatest element of each column, from the diagonal on, as an elimination looks for it.
func pivots(a []float64, n int) []int {
	at := make([]int, n)
	for k := range n {
		p := k
		for i := k + 1; i < n; i++ {
			if math.Abs(a[i*n+k]) > math.Abs(a[p*n+k]) {
				p = i
			}
		}
		at[k] = p
	}
	return at
}

// neighbours is the nearest of some points for each of others.
func neighbours(px, py []int32, qx, qy []int32) []int {
	at := make([]int, len(qx))
	dist := func(q, p int) int32 {
		dx, dy := px[p]-qx[q], py[p]-qy[q]
		return dx*dx + dy*dy
	}
	for q := range at {
		k := 0
		for p := 1; p < len(px); p++ {
			if dist(q, p) < dist(q, k) {
				k = p
			}
		}
		at[q] = k
	}
	return at
}

func neighboursMarked(px, py []int32, qx, qy []int32) []int32 {
	at := make([]int32, len(qx))
	for q := range hone.Parallel(len(qx)) {
		best, k := int32(math.MaxInt32), -1
		for p := range px {
			dx, dy := px[p]-qx[q], py[p]-qy[q]
			if d := dx*dx + dy*dy; d < best {
				best, k = d, p
			}
		}
		at[q] = int32(k)
	}
	return at
}

// counted has a sum and a number of improvements beside, which depend on the order: it stays a loop.
func improvements[T number](x []T, best T) (int, int, T) {
	at, times, sum := 0, 0, T(0)
	for i, v := range x {
		sum += v
		if v < best {
			best, at = v, i
			times++
		}
	}
	return at, times, sum
}

// highestIndices has indices near the end of what fits.
func highestIndices(x []uint8, from int) (int, uint8) {
	at, best := -1, uint8(3)
	for i := from; i > from-len(x); i-- {
		if v := x[from-i]; v >= best {
			best, at = v, i
		}
	}
	return at, best
}

// drawdown is how far prices have fallen from their greatest so far: that is no key of its own.
func drawdown(p []float64) (worst, sum float64) {
	if len(p) == 0 {
		return 0, 0
	}
	peak, least := p[0], p[0]
	for _, v := range p {
		if v > peak {
			peak = v
		}
		if d := peak - v; d > worst {
			worst = d
		}
		if v < least {
			least = v
		}
		sum = max(sum, least+peak)
	}
	return worst, sum
}

var Drawdown = hone.Func(drawdown)

// placesOrBefore are the first places of a number in rows, or what is less than all places if there is another number in a row.
func placesOrBefore(dst []int, x []uint16, v uint16) {
	w := len(x) / max(len(dst), 1)
	for r := range hone.Parallel(len(dst)) {
		dst[r] = hone.Min(w, func(i int) int {
			if x[r*w+i] == v {
				return i
			}
			return -5
		})
	}
}

var PlacesOrBefore = hone.Func(placesOrBefore)

func init() {
	add("PlacesOrBefore", placesOrBefore, PlacesOrBefore, func(r *rand.Rand, n int) []any {
		x := make([]uint16, n)
		for i := range x {
			x[i] = uint16(r.Intn(50) / 49)
		}
		return []any{make([]int, []int{1, 3, 40, n}[r.Intn(4)]), x, uint16(0)}
	})
	add("Drawdown", drawdown, Drawdown, func(r *rand.Rand, n int) []any {
		p := make([]float64, n)
		for i := range p {
			p[i] = float64(r.Intn(100)) / 4
		}
		return []any{p}
	})
}

// noFirst begins with NaN, which any key wins against, and passes over those that are NaN.
func noFirst[T float32 | float64](x []T) (greatest, least T, at, place, last int) {
	greatest, least = T(math.NaN()), T(math.NaN())
	for i, v := range x {
		if v != v {
			continue
		}
		if v > greatest || greatest != greatest {
			greatest, at = v, i
		}
	}
	for i, v := range x {
		if v == v && (least != least || least >= v) {
			least, place = v, i
		}
	}
	bottom := T(math.NaN())
	for i := len(x) - 1; i >= 0; i-- {
		if v := x[i]; v == v && (v < bottom || bottom != bottom) {
			bottom, last = v, i
		}
	}
	return greatest, least, at, place, last
}

// noFirstEver keeps a NaN that came first, until a number wins.
func noFirstEver(x []float64) (best float64, at int) {
	best, at = math.NaN(), -1
	for i, v := range x {
		if v > best || best != best {
			best, at = v, i
		}
	}
	return best, at
}

var (
	NoFirstF32       = hone.Func(noFirst[float32])
	NoFirstF64       = hone.Func(noFirst[float64])
	NoFirstEver      = hone.Func(noFirstEver)
	FirstGreatestF32 = hone.Func(firstGreatest[float32])
	FirstGreatestF64 = hone.Func(firstGreatest[float64])
	FirstGreatestI8  = hone.Func(firstGreatest[int8])
	FirstGreatestU64 = hone.Func(firstGreatest[uint64])
	LastLeastF32     = hone.Func(lastLeast[float32])
	LastLeastF64     = hone.Func(lastLeast[float64])
	LastLeastI64     = hone.Func(lastLeast[int64])
	LastLeastU16     = hone.Func(lastLeast[uint16])
	FromBehindF32    = hone.Func(fromBehind[float32])
	FromBehindI32    = hone.Func(fromBehind[int32])
	FromBehindU8     = hone.Func(fromBehind[uint8])
	IndexAloneF64    = hone.Func(indexAlone[float64])
	IndexAloneI16    = hone.Func(indexAlone[int16])
	AmongF32         = hone.Func(among[float32])
	AmongI64         = hone.Func(among[int64])
	UnmarkedF64      = hone.Func(unmarked[float64])
	UnmarkedI32      = hone.Func(unmarked[int32])
	RowWinnersF32    = hone.Func(rowWinners[float32])
	RowWinnersU32    = hone.Func(rowWinners[uint32])
	Pivots           = hone.Func(pivots)
	Neighbours       = hone.Func(neighbours)
	NeighboursMarked = hone.Func(neighboursMarked)
	ImprovementsI16  = hone.Func(improvements[int16])
	ImprovementsU8   = hone.Func(improvements[uint8])
	HighestIndices   = hone.Func(highestIndices)
)

func init() {
	tied := func(r *rand.Rand) float64 {
		if v := r.Intn(9); v < 6 {
			return []float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), 1}[v] * float64(r.Intn(2)*2-1)
		}
		return float64(r.Intn(7) - 3)
	}
	quiet := func(f func(r *rand.Rand) float64) func(r *rand.Rand) float64 { // no NaN wins, and its bits are not to be compared
		return func(r *rand.Rand) float64 {
			if v := f(r); v == v {
				return v
			}
			return math.Inf(r.Intn(2)*2 - 1)
		}
	}
	tied32 := func(r *rand.Rand) float32 { return float32(tied(r)) }
	start64, start32 := one(quiet(tied)), one(func(r *rand.Rand) float32 { return float32(quiet(tied)(r)) })
	low := func(r *rand.Rand) float64 { // mostly what is not better than the worst
		if r.Intn(50) > 0 {
			return []float64{math.Inf(-1), math.NaN()}[r.Intn(2)]
		}
		return tied(r)
	}
	low32 := func(r *rand.Rand) float32 { return float32(low(r)) }
	some := func(r *rand.Rand, n int) any { return 1 + r.Intn(200) }
	points := vec(between[int32](-50, 50))

	add("NoFirstF32", noFirst[float32], NoFirstF32, args(vec(tied32)))
	add("NoFirstF64", noFirst[float64], NoFirstF64, args(vec(low)))
	add("NoFirstEver", noFirstEver, NoFirstEver, args(vec(tied)))
	add("FirstGreatestF32", firstGreatest[float32], FirstGreatestF32, args(vec(tied32), start32))
	add("FirstGreatestF64", firstGreatest[float64], FirstGreatestF64, args(vec(low), start64))
	add("FirstGreatestI8", firstGreatest[int8], FirstGreatestI8, args(i8s, one(whole[int8])))
	add("FirstGreatestU64", firstGreatest[uint64], FirstGreatestU64, args(u64s, constant(uint64(0))))
	add("LastLeastF32", lastLeast[float32], LastLeastF32, args(vec(tied32), start32))
	add("LastLeastF64", lastLeast[float64], LastLeastF64, args(vec(tied), one(tied)))
	add("LastLeastI64", lastLeast[int64], LastLeastI64, args(vec(between[int64](-3, 3)), one(between[int64](-3, 3))))
	add("LastLeastU16", lastLeast[uint16], LastLeastU16, args(u16s, constant(uint16(math.MaxUint16))))
	add("FromBehindF32", fromBehind[float32], FromBehindF32, args(vec(low32), start32))
	add("FromBehindI32", fromBehind[int32], FromBehindI32, args(vec(between[int32](math.MinInt32, math.MinInt32+3)), constant(int32(math.MinInt32))))
	add("FromBehindU8", fromBehind[uint8], FromBehindU8, args(u8s, one(whole[uint8])))
	add("IndexAloneF64", indexAlone[float64], IndexAloneF64, args(vec(tied), one(between(-1, 3))))
	add("IndexAloneI16", indexAlone[int16], IndexAloneI16, args(vec(between[int16](-3, 3)), one(between(0, 70))))
	add("AmongF32", among[float32], AmongF32, args(vec(tied32), nearly(u8s), nearly(f32s), one(whole[uint8])))
	add("AmongI64", among[int64], AmongI64, args(vec(between[int64](-3, 3)), u8s, f32s, one(whole[uint8])))
	add("UnmarkedF64", unmarked[float64], UnmarkedF64, args(vec(quiet(tied)), nearly(vec(anyBool))))
	add("UnmarkedI32", unmarked[int32], UnmarkedI32, args(vec(between[int32](-3, 3)), vec(anyBool)))
	add("RowWinnersF32", rowWinners[float32], RowWinnersF32, args(vec(func(r *rand.Rand) float32 { return float32(quiet(tied)(r)) }), some))
	add("RowWinnersU32", rowWinners[uint32], RowWinnersU32, args(vec(between[uint32](0, 5)), some))
	add("Pivots", pivots, Pivots, args(square(vec(tied)), size), upTo(300))
	add("Neighbours", neighbours, Neighbours, args(points, nearly(points), fixed(30, points), fixed(30, points)))
	add("NeighboursMarked", neighboursMarked, NeighboursMarked, args(points, points, fixed(70, points), fixed(70, points)))
	add("ImprovementsI16", improvements[int16], ImprovementsI16, args(i16s, one(whole[int16])))
	add("ImprovementsU8", improvements[uint8], ImprovementsU8, args(u8s, constant(uint8(255))))
	add("HighestIndices", highestIndices, HighestIndices, args(u8s, func(r *rand.Rand, n int) any {
		return []int{math.MaxInt, math.MaxInt - 1, math.MinInt + n, math.MinInt + n + 1, 0, n}[r.Intn(6)]
	}))
}
