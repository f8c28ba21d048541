package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Loops that end for more reasons than one.

// bothShrink goes through two slices as long as there are elements in both, and tells what is left.
func bothShrink(x, y []int32) (n, left int) {
	for len(x) > 0 && len(y) > 0 {
		y[0] += 3 * x[0]
		x, y = x[1:], y[1:]
		n++
	}
	return n, len(x) - len(y)
}

// twoBounds counts up to the nearer of two bounds, which may be anything.
func twoBounds(x []float32, from, n, m int) (i int) {
	for i = from; i < n && i <= m; i++ {
		if i >= 0 && i < len(x) {
			x[i] = 1 - x[i]
		}
		if i > len(x) {
			break
		}
	}
	return i
}

// sideBySide has two counters, one of which goes down, and uses both behind the loop.
func sideBySide(x, y []int16, n int) int {
	i, j := 0, len(y)
	for i < len(x) && j > n {
		j--
		x[i] ^= y[j]
		i++
	}
	return 1000*i + j
}

// breaksAt leaves in the middle of the range for a bound, later perhaps for what it finds.
func breaksAt(x []int32, bound int, what int32) (at int, sum int32) {
	at = -1
	for i, v := range x {
		if i == 7*bound {
			break
		}
		if i >= bound {
			at = i
			break
		}
		if v == what {
			return i, sum
		}
		sum += v
	}
	return at, sum
}

// downTo counts down to one of two bounds.
func downTo(x []uint8, from, a, b int) int {
	i := from
	for i >= a && i > b {
		if i < len(x) && i >= 0 {
			x[i]++
		}
		i--
	}
	return i
}

// whileData looks at the index and at data in one condition that needs no check.
func whileData(x []float64, limit int8, least float64) (sum float64, steps int8) {
	v := 1.0
	for steps < limit && !(v < least) && sum < 1e6 {
		sum += v
		v *= 0.75
		steps++
	}
	for i := range x {
		x[i] += sum
	}
	return sum, steps
}

// towardsZero would divide by zero where the first loop ends.
func towardsZero(x []int, n int) (q int) {
	for i := 0; i < len(x); i++ {
		if i >= n {
			return q
		}
		q = x[i] / (n - i)
		x[i] = q
	}
	return -q
}

var (
	BothShrink  = hone.Func(bothShrink)
	TwoBounds   = hone.Func(twoBounds)
	SideBySide  = hone.Func(sideBySide)
	BreaksAt    = hone.Func(breaksAt)
	DownTo      = hone.Func(downTo)
	WhileData   = hone.Func(whileData)
	TowardsZero = hone.Func(towardsZero)
)

func init() {
	about := func(r *rand.Rand, n int) any { return r.Intn(2*n+3) - n/2 }
	far := func(r *rand.Rand, n int) any {
		if r.Intn(3) > 0 {
			return r.Intn(n + 3)
		}
		return [...]int{math.MaxInt, math.MaxInt - 1, math.MinInt, -1, 1 << 50}[r.Intn(5)]
	}
	add("BothShrink", bothShrink, BothShrink, args(i32s, nearly(i32s)))
	add("TwoBounds", twoBounds, TwoBounds, args(f32s, func(r *rand.Rand, n int) any { return r.Intn(n+9) - 4 }, far, far))
	add("SideBySide", sideBySide, SideBySide, args(i16s, nearly(i16s), about))
	add("BreaksAt", breaksAt, BreaksAt, args(i32s, about, one(between[int32](-3, 3))))
	add("DownTo", downTo, DownTo, args(u8s, about, about, about))
	add("WhileData", whileData, WhileData, args(f64s, one(whole[int8]), one(between(-0.5, 1.0))))
	add("TowardsZero", towardsZero, TowardsZero, args(i64s, about))
}
