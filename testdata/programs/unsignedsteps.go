package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Programs that count up, or down, by themselves, in unsigned integers.

// axpyInc is how gonum has it for machines without assembly.
func axpyInc(alpha float64, x, y []float64, n, incX, incY, ix, iy uintptr) {
	for i := 0; i < int(n); i++ {
		y[iy] += alpha * x[ix]
		ix += incX
		iy += incY
	}
}

var AxpyInc = hone.Func(axpyInc)

// everyOther steps by a constant, and says where it has come to.
func everyOther(x []int32, from uint) (sum int32, k uint) {
	k = from
	for i := range x {
		if uint(i) < k {
			sum += x[i] * int32(k)
		}
		k += 2
	}
	return sum, k
}

var EveryOther = hone.Func(everyOther)

// wrappedDown wraps around behind the first element, where its index is the largest there is.
func wrappedDown(x []uint16, at uint64) (sum uint64) {
	for range len(x) + 1 {
		sum = sum*3 + uint64(x[at])
		at--
	}
	return sum + at
}

var WrappedDown = hone.Func(wrappedDown)

func init() {
	add("AxpyInc", axpyInc, AxpyInc, func(r *rand.Rand, n int) []any {
		dx, dy := 1+r.Intn(3)*r.Intn(2), 1+r.Intn(2)*r.Intn(2)
		by := func(d int) uintptr { // now and then backwards, or one too far
			if r.Intn(8) == 0 {
				return uintptr(r.Intn(5) - 2)
			}
			return uintptr(d)
		}
		return []any{1.5, vec(tame[float64])(r, n*dx), vec(tame[float64])(r, n*dy), uintptr(n + r.Intn(8)/7), by(dx), by(dy), uintptr(r.Intn(8) / 7), uintptr(0)}
	}, fmaTol(-1))
	add("EveryOther", everyOther, EveryOther, args(vec(between[int32](-9, 9)), one(func(r *rand.Rand) uint {
		return []uint{0, 1, 7, 1 << 63, ^uint(0), ^uint(8)}[r.Intn(6)]
	})))
	add("WrappedDown", wrappedDown, WrappedDown, func(r *rand.Rand, n int) []any {
		return []any{vec(between[uint16](0, 9))(r, n), uint64(n - 1 - r.Intn(6)/5)}
	})
}
