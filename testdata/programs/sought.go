package programs

import (
	"math"
	"math/rand"
	"slices"

	"github.com/hone-go/hone"
)

// The greatest or least first, and then a search for where it is, among many elements.

// soughtMax is as package slices has it.
func soughtMax(x []float32) (float32, int) {
	m := slices.Max(x)
	return m, slices.Index(x, m)
}

// soughtMin looks for it from the second element on, if there is one.
func soughtMin[T number](x []T) (at int) {
	least := x[0]
	for _, v := range x {
		least = min(least, v)
	}
	for i := 1; i < len(x); i++ {
		if x[i] == least {
			return i
		}
	}
	return -1
}

// soughtDeclared declares both.
func soughtDeclared(x []float64) (float64, int) {
	best := hone.Max(len(x), func(i int) float64 { return -x[i] })
	return best, hone.Min(len(x), func(i int) int {
		if -x[i] == best {
			return i
		}
		return math.MaxInt
	})
}

// soughtAtLeast begins with what the best may be of no element of the first block.
func soughtAtLeast[T number](x []T, least T) (T, int) {
	best := least
	for _, v := range x {
		best = max(best, v)
	}
	return best, hone.Min(len(x), func(i int) int {
		if x[i] == best {
			return i
		}
		return math.MaxInt
	})
}

// soughtFarthest looks for what is farthest from a point, and takes it down where it is.
func soughtFarthest(x []float32, from float32, out []float32) {
	far := float32(0)
	for _, v := range x {
		far = max(far, (v-from)*(v-from))
	}
	for i, v := range x {
		if far == (v-from)*(v-from) {
			out[0], out[1] = v, float32(i)
			break
		}
	}
}

// soughtOther looks for it where it need not be.
func soughtOther(x, y []float32) int {
	best := slices.Max(x)
	for i, v := range y {
		if v == best {
			return i
		}
	}
	return -1
}

// soughtChanged looks for it when it may have gone.
func soughtChanged(x []int64, at int) int {
	best := slices.Max(x)
	x[at%len(x)] = best
	for i, v := range x {
		if v == best {
			return i
		}
	}
	return -1
}

var (
	SoughtMax      = hone.Func(soughtMax)
	SoughtMinF64   = hone.Func(soughtMin[float64])
	SoughtMinI16   = hone.Func(soughtMin[int16])
	SoughtDeclared = hone.Func(soughtDeclared)
	SoughtAtLeast  = hone.Func(soughtAtLeast[float64])
	SoughtAtLeastI = hone.Func(soughtAtLeast[int32])
	SoughtFarthest = hone.Func(soughtFarthest)
	SoughtOther    = hone.Func(soughtOther)
	SoughtChanged  = hone.Func(soughtChanged)
)

func init() {
	pick := func(of ...float64) func(r *rand.Rand) float64 {
		return func(r *rand.Rand) float64 { return of[r.Intn(len(of))] }
	}
	narrow := func(f func(r *rand.Rand) float64) func(r *rand.Rand) float32 {
		return func(r *rand.Rand) float32 { return float32(f(r)) }
	}
	zero, inf := math.Copysign(0, -1), math.Inf(1)
	add("SoughtMax", soughtMax, SoughtMax, args(farAway(narrow(pick(-inf, -3, zero)), narrow(pick(0, zero, 1, inf)))))
	add("SoughtMinF64", soughtMin[float64], SoughtMinF64, args(farAway(pick(0, zero, 2), pick(-1, zero, math.NaN()))))
	add("SoughtMinI16", soughtMin[int16], SoughtMinI16, args(farAway(between[int16](-3, 300), between[int16](-5, -2))))
	add("SoughtDeclared", soughtDeclared, SoughtDeclared, args(farAway(pick(0, 1, inf), pick(-1, 0, zero, math.NaN()))))
	add("SoughtAtLeast", soughtAtLeast[float64], SoughtAtLeast, args(farAway(pick(-1, -2), pick(0, zero, 1)), one(pick(0, zero, 1))))
	add("SoughtAtLeastI", soughtAtLeast[int32], SoughtAtLeastI, args(farAway(between[int32](-9, -1), between[int32](0, 2)), one(between[int32](0, 2))))
	add("SoughtFarthest", soughtFarthest, SoughtFarthest, args(farAway(narrow(pick(1, 2)), narrow(pick(5, -3, math.NaN()))), one(narrow(pick(1, 0))), plus(2, f32s)))
	add("SoughtOther", soughtOther, SoughtOther, args(farAway(narrow(pick(1, 2)), narrow(pick(2, 3))), farAway(narrow(pick(1, 0)), narrow(pick(2, 3)))))
	add("SoughtChanged", soughtChanged, SoughtChanged, args(farAway(between[int64](-3, 300), between[int64](299, 302)), one(func(r *rand.Rand) int { return r.Intn(40000) })))
}
