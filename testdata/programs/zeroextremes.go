package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Searches for the best float where that is zero: of +0 and -0, which are equal, the one that the search comes to first, or last.

func zeroLargest[T float](x []T) T {
	most := x[0]
	for _, v := range x {
		if v > most {
			most = v
		}
	}
	return most
}

func zeroLeast[T float](x []T) T {
	least := T(math.Inf(1))
	for _, v := range x {
		if v < least {
			least = v
		}
	}
	return least
}

func zeroLastLargest[T float](x []T) T {
	most := T(-1)
	for i := range x {
		if x[i] >= most {
			most = x[i]
		}
	}
	return most
}

func zeroLastLeast[T float](x []T) T {
	least := x[0]
	for i := 1; i < len(x); i++ {
		if least >= x[i] {
			least = x[i]
		}
	}
	return least
}

var (
	ZeroLargestF32     = hone.Func(zeroLargest[float32])
	ZeroLargestF64     = hone.Func(zeroLargest[float64])
	ZeroLeastF32       = hone.Func(zeroLeast[float32])
	ZeroLeastF64       = hone.Func(zeroLeast[float64])
	ZeroLastLargestF32 = hone.Func(zeroLastLargest[float32])
	ZeroLastLargestF64 = hone.Func(zeroLastLargest[float64])
	ZeroLastLeastF32   = hone.Func(zeroLastLeast[float32])
	ZeroLastLeastF64   = hone.Func(zeroLastLeast[float64])
)

// zeros are numbers of one sign, or no numbers, and zeros of both signs, few or many.
func zeros[T float](sign T) gen {
	return func(r *rand.Rand, n int) any {
		most := []int{2, 10, max(n/3, 1)}[r.Intn(3)]
		return vec(func(r *rand.Rand) T {
			switch {
			case r.Intn(most) == 0:
				return T(math.Copysign(0, float64(r.Intn(2))-0.5))
			case r.Intn(10) == 0:
				return T(math.NaN())
			}
			return sign * T(1+r.Float64())
		})(r, n)
	}
}

func init() {
	add("ZeroLargestF32", zeroLargest[float32], ZeroLargestF32, args(zeros[float32](-1)))
	add("ZeroLargestF64", zeroLargest[float64], ZeroLargestF64, args(zeros[float64](-1)))
	add("ZeroLeastF32", zeroLeast[float32], ZeroLeastF32, args(zeros[float32](1)))
	add("ZeroLeastF64", zeroLeast[float64], ZeroLeastF64, args(zeros[float64](1)))
	add("ZeroLastLargestF32", zeroLastLargest[float32], ZeroLastLargestF32, args(zeros[float32](-1)))
	add("ZeroLastLargestF64", zeroLastLargest[float64], ZeroLastLargestF64, args(zeros[float64](-1)))
	add("ZeroLastLeastF32", zeroLastLeast[float32], ZeroLastLeastF32, args(zeros[float32](1)))
	add("ZeroLastLeastF64", zeroLastLeast[float64], ZeroLastLeastF64, args(zeros[float64](1)))
}
