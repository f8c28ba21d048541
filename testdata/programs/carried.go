package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Loops that load what they have stored a few iterations before.

// carriedSums stops in the middle if out is too short.
func carriedSums(out, in []int32) {
	if len(in) > 0 {
		out[0] = in[0]
	}
	for i := 1; i < len(in); i++ {
		out[i] = out[i-1] + in[i]
	}
}

var CarriedSums = hone.Func(carriedSums)

// carriedBack looks one and three back, downwards, and asks first.
func carriedBack(x []float64, c float64) {
	for i := len(x) - 2; i >= 0; i-- {
		v := x[i+1]
		if i+3 < len(x) {
			v -= x[i+3]
		}
		x[i] += c * v
	}
}

var CarriedBack = hone.Func(carriedBack)

// carriedSteps goes in steps, and looks at what it has not stored as well.
func carriedSteps(x []uint16) {
	for i := 6; i < len(x); i += 3 {
		x[i] += x[i-6]*3 ^ x[i-3] - x[i-1]
	}
}

var CarriedSteps = hone.Func(carriedSteps)

// carriedRows runs along rows, of which the one above is of the same slice.
func carriedRows(x []float32, w, h int) {
	for y := 1; y < h; y++ {
		for i := 1; i < w; i++ {
			x[y*w+i] = x[y*w+i-1]/2 + x[(y-1)*w+i]
		}
	}
}

var CarriedRows = hone.Func(carriedRows)

// carriedOther may have two slices that are the same, or overlap.
func carriedOther(x, y []int64) {
	for i := 2; i < min(len(x), len(y)); i++ {
		x[i] = x[i-1] + x[i-2]
		y[i] ^= x[i]
	}
}

var CarriedOther = hone.Func(carriedOther)

// carriedSeldom does not store each time.
func carriedSeldom(x []int32) {
	for i := 1; i < len(x); i++ {
		if x[i] > 0 {
			x[i] -= x[i-1]
		}
	}
}

var CarriedSeldom = hone.Func(carriedSeldom)

// carriedSkips goes on early.
func carriedSkips(x []int32) (n int) {
	for i := 1; i < len(x); i++ {
		if x[i] == 0 {
			continue
		}
		if x[i] == 7 && x[i-1] == 7 {
			n = i
			break
		}
		x[i] = x[i-1] + 1
	}
	return n
}

var CarriedSkips = hone.Func(carriedSkips)

// carriedBreaks is left in the middle.
func carriedBreaks(x, y []int32) int {
	for i := 1; i < len(x); i++ {
		if y[i] == 0 {
			return i
		}
		x[i] = x[i-1]*2 + y[i]
	}
	return -1
}

var CarriedBreaks = hone.Func(carriedBreaks)

// carriedPlace adds up in one place, and runs out of elements.
func carriedPlace(out []uint32, in, at []uint32, w int) {
	for i := range out {
		for j := 0; j < w; j++ {
			out[i] = out[i]*31 + in[i*w+j]
		}
	}
}

var CarriedPlace = hone.Func(carriedPlace)

// carriedPairs stores components.
func carriedPairs(x []complex128) {
	for i := 1; i < len(x); i++ {
		x[i] = x[i-1]*complex(.5, .5) + x[i]
	}
}

var CarriedPairs = hone.Func(carriedPairs)

func init() {
	add("CarriedSums", carriedSums, CarriedSums, args(nearly(i32s), i32s))
	add("CarriedBack", carriedBack, CarriedBack, args(f64s, one(between(-0.5, 0.5))))
	add("CarriedSteps", carriedSteps, CarriedSteps, args(u16s))
	add("CarriedRows", carriedRows, CarriedRows, func(r *rand.Rand, n int) []any {
		w, h := r.Intn(n+1), r.Intn(n+1)
		return []any{f32s(r, w*h-r.Intn(5)/4), w, h}
	}, upTo(100))
	whole64s := vec(whole[int64])
	add("CarriedOther", carriedOther, CarriedOther, func(r *rand.Rand, n int) []any {
		x := whole64s(r, n+4).([]int64)
		k := r.Intn(5)
		return []any{x[k:], x[r.Intn(5):]}
	})
	add("CarriedSeldom", carriedSeldom, CarriedSeldom, args(i32s))
	add("CarriedSkips", carriedSkips, CarriedSkips, args(vec(between[int32](0, 9))))
	add("CarriedBreaks", carriedBreaks, CarriedBreaks, args(i32s, nearly(vec(between[int32](0, 99)))))
	add("CarriedPlace", carriedPlace, CarriedPlace, func(r *rand.Rand, n int) []any {
		h, w := r.Intn(n+1), r.Intn(n+1)
		return []any{u32s(r, h), u32s(r, h*w-r.Intn(5)/4), u32s(r, h), w}
	}, upTo(100))
	add("CarriedPairs", carriedPairs, CarriedPairs, args(vec(func(r *rand.Rand) complex128 { return complex(tame[float64](r), tame[float64](r)) })), fmaTol(1e-3))
}
