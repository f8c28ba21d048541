package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Slices that loops shorten as they go.

func shrinkSum(x []int32) (sum int32) {
	for len(x) > 0 {
		sum = sum*3 + x[0]
		x = x[1:]
	}
	return sum
}

var ShrinkSum = hone.Func(shrinkSum)

// shrinkFours works on four at a time, then on the rest, as hand-unrolled code does.
func shrinkFours(x, y []float32) (n int) {
	for len(x) >= 4 && len(y) >= 4 {
		a, b := x[:4:4], y[:4]
		b[0], b[1], b[2], b[3] = a[0]+1, a[1]*2, a[2]-3, a[3]
		x, y = x[4:], y[4:]
		n++
	}
	for i := range x {
		y[i] = -x[i]
	}
	return n
}

var ShrinkFours = hone.Func(shrinkFours)

// shrinkSteps has one condition, and may run out of the other slice.
func shrinkSteps(x, y []uint8) []uint8 {
	for len(x) >= 3 {
		y[0] = x[2] ^ 1
		y[1] = x[0]
		x = x[3:]
		y = y[2:]
	}
	y = y[:len(x)]
	copy(y, x)
	return y
}

var ShrinkSteps = hone.Func(shrinkSteps)

// shrinkEnds goes from both ends.
func shrinkEnds(x []int) (n int) {
	for len(x) > 1 {
		x[0], x[len(x)-1] = x[len(x)-1], x[0]
		x = x[1 : len(x)-1]
		n++
	}
	return n
}

var ShrinkEnds = hone.Func(shrinkEnds)

// shrinkFilter shortens the destination now and then.
func shrinkFilter(x, y []int16, least int16) int {
	rest := y
	for _, v := range x {
		if v > least {
			rest[0] = v
			rest = rest[1:]
		}
	}
	return len(y) - len(rest)
}

var ShrinkFilter = hone.Func(shrinkFilter)

// shrinkRows takes rows off a matrix.
func shrinkRows(y, a, x []float32, n int) {
	for i := range y {
		sum := float32(0)
		for j, v := range a[:n] {
			sum += v * x[j]
		}
		y[i] = sum
		a = a[n:]
	}
}

var ShrinkRows = hone.Func(shrinkRows)

// shrinkSearch halves what is left, one way or the other.
func shrinkSearch(x []int32, v int32) int {
	rest, at := x, 0
	for len(rest) > 0 {
		m := len(rest) / 2
		switch {
		case rest[m] == v:
			return at + m
		case rest[m] < v:
			at += m + 1
			rest = rest[m+1:]
		default:
			rest = rest[:m]
		}
	}
	return -1 - at
}

var ShrinkSearch = hone.Func(shrinkSearch)

// shrinkLimits shortens the capacity as well, and grows a slice into what it has left.
func shrinkLimits(x []int) []int {
	s := x[:0]
	for i := range x {
		s = s[: len(s)+1 : cap(x)-i%2]
		s[i] += cap(s)
	}
	return s
}

var ShrinkLimits = hone.Func(shrinkLimits)

// shrinkTurns carries two parts of one slice, and exchanges them.
func shrinkTurns(x []uint16) []uint16 {
	a, b := x[:len(x)/2], x[len(x)/2:]
	for len(a) > 0 && len(b) > 1 {
		b[0] += a[len(a)-1]
		a, b = b[1:], a
	}
	if len(a) > len(b) {
		a = b
	}
	return a
}

var ShrinkTurns = hone.Func(shrinkTurns)

// shrinkOther carries parts of two slices: they stay what they are.
func shrinkOther(x, y []int32) (sum int32) {
	for len(x) > 0 {
		sum += x[0] ^ sum<<1
		x, y = y, x[1:]
	}
	return sum
}

var ShrinkOther = hone.Func(shrinkOther)

// shrinkChunks hands parts of a fixed size to parallel loops.
func shrinkChunks(x, y []float64, size int) {
	for len(x) > 0 {
		n := min(size, len(x))
		a, b := x[:n], y[:n]
		for i := range hone.Parallel(n) {
			b[i] = a[i] + float64(n)
		}
		x, y = x[n:], y[n:]
	}
}

var ShrinkChunks = hone.Func(shrinkChunks)

// countsBeside count along in other steps, up, down, and from row to row.
func countsBeside(x, y []int32, k int) (int, int) {
	at, down := 0, len(y)-1
	for i := range x {
		x[i] += y[at] - y[down]
		at += k
		down--
	}
	total := 0
	for i := 0; i+3 <= len(x); i += 3 {
		for j := 0; j < 3; j++ {
			x[i+j] ^= int32(total)
			total++
		}
	}
	return at - down, total
}

var CountsBeside = hone.Func(countsBeside)

// mirroredFill goes up with its index, and down in memory; y may be shorter.
func mirroredFill(y, x []float32) {
	n := len(x)
	for i := 0; i < n; i++ {
		y[n-1-i] = 2 * x[n-1-i]
	}
}

var MirroredFill = hone.Func(mirroredFill)

// towards goes up in one slice, down in two others.
func towards(y, x, z []int32, from int) {
	for i := from; i < len(x); i += 2 {
		y[len(y)-1-i] -= x[len(x)-1-i] + z[i]
	}
}

var Towards = hone.Func(towards)

func init() {
	add("MirroredFill", mirroredFill, MirroredFill, args(nearly(f32s), f32s))
	add("Towards", towards, Towards, args(nearly(i32s), i32s, nearly(i32s), func(r *rand.Rand, _ int) any { return r.Intn(20)/6 - r.Intn(20)/19 }))
	add("ShrinkSum", shrinkSum, ShrinkSum, args(i32s))
	add("ShrinkFours", shrinkFours, ShrinkFours, args(f32s, nearly(f32s)))
	add("ShrinkSteps", shrinkSteps, ShrinkSteps, args(u8s, nearly(u8s)))
	add("ShrinkEnds", shrinkEnds, ShrinkEnds, args(i64s))
	add("ShrinkFilter", shrinkFilter, ShrinkFilter, args(i16s, nearly(i16s), one(whole[int16])))
	add("ShrinkRows", shrinkRows, ShrinkRows, func(r *rand.Rand, n int) []any {
		m, w := r.Intn(n+1), r.Intn(n+1)
		return []any{f32s(r, m), f32s(r, m*w-r.Intn(5)/4), f32s(r, w), w - r.Intn(9)/8}
	}, upTo(100), fmaTol(1e-3))
	add("ShrinkSearch", shrinkSearch, ShrinkSearch, func(r *rand.Rand, n int) []any {
		x := make([]int32, n)
		for i := range x {
			x[i] = int32(2 * i)
		}
		return []any{x, int32(r.Intn(2*n + 2))}
	})
	add("ShrinkLimits", shrinkLimits, ShrinkLimits, args(i64s))
	add("ShrinkTurns", shrinkTurns, ShrinkTurns, args(u16s))
	add("ShrinkOther", shrinkOther, ShrinkOther, args(i32s, i32s))
	add("ShrinkChunks", shrinkChunks, ShrinkChunks, args(f64s, nearly(f64s), func(r *rand.Rand, n int) any { return 1 + r.Intn(n+3) }))
	add("CountsBeside", countsBeside, CountsBeside, args(i32s, nearly(times(2, i32s)), func(r *rand.Rand, _ int) any { return r.Intn(3) }))
}
