package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Loops in which each second, third, ... iteration is another, of any length; some fail in the middle of a round.

// alphaBytes scales bytes by each fourth, which may be missing at the end.
func alphaBytes(out, in []uint8) {
	for i, v := range in {
		if i%4 == 3 {
			out[i] = v
		} else {
			out[i] = uint8((uint32(v)*uint32(in[i|3]) + 127) / 255)
		}
	}
}

// everyThird has three kinds of iterations, marked.
func everyThird(x []float64, n int) []float64 {
	out := make([]float64, max(n, 0))
	for i := range hone.Parallel(n) {
		switch i % 3 {
		case 0:
			out[i] = x[i] * 2
		case 1:
			out[i] = -x[i]
		default:
			out[i] = x[i-2] + x[i-1]
		}
	}
	return out
}

// evenOdd depends on the iteration before, and looks at quotients and bits of the index.
func evenOdd(x []int32, y []int32) []int32 {
	for i := 0; i < len(x); i++ {
		if i&1 == 0 {
			x[i] += y[i/2]
		} else {
			x[i] -= x[i^1] + int32(i>>1)
		}
	}
	return x
}

// mixedRounds has periods of 2 and 3, and goes on early.
func mixedRounds(x []int32, n int) []int32 {
	for i := range n {
		if i%2 == 1 && x[i] < 0 {
			continue
		}
		if i%3 != 0 {
			x[i] = x[i]*3 + int32(i&^1)
		}
	}
	return x
}

var (
	AlphaBytes  = hone.Func(alphaBytes)
	EveryThird  = hone.Func(everyThird)
	EvenOdd     = hone.Func(evenOdd)
	MixedRounds = hone.Func(mixedRounds)
)

func init() {
	ints := func(r *rand.Rand, n int) []int32 {
		s := make([]int32, n)
		for i := range s {
			s[i] = int32(r.Intn(100) - 50)
		}
		return s
	}
	add("AlphaBytes", alphaBytes, AlphaBytes, func(r *rand.Rand, n int) []any {
		in, out := make([]uint8, n), make([]uint8, max(n-r.Intn(8)/6, 0))
		r.Read(in)
		if r.Intn(4) == 0 {
			out = in
		}
		return []any{out, in}
	})
	add("EveryThird", everyThird, EveryThird, func(r *rand.Rand, n int) []any {
		x := make([]float64, max(n-r.Intn(2), 0))
		for i := range x {
			x[i] = float64(r.Intn(100))
		}
		return []any{x, n}
	})
	add("EvenOdd", evenOdd, EvenOdd, func(r *rand.Rand, n int) []any {
		x, y := ints(r, n), ints(r, (n+1)/2)
		switch r.Intn(4) {
		case 0:
			y = x
		case 1:
			y = y[:len(y)/2]
		}
		return []any{x, y}
	})
	add("MixedRounds", mixedRounds, MixedRounds, func(r *rand.Rand, n int) []any { return []any{ints(r, n), n + r.Intn(8)/7} })
}
