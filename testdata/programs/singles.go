package programs

import (
	"math"

	"github.com/hone-go/hone"
)

// Numbers of float32 that are computed in float64 on the way, since package math has nothing else.

// angles has results of functions in variables, two at a time, with other signs, and one of which float64 is wanted, too.
func angles(s, c, l []float32, w []float64, x []float32) {
	for i := range hone.Parallel(len(x)) {
		u := float64(x[i])
		sin, cos := math.Sincos(u)
		s[i], c[i] = float32(sin), float32(-cos)
		log := math.Log(math.Abs(u))
		l[i] = float32(log)
		e := math.Exp(-u)
		l[i] += float32(e)
		w[i] = e
	}
}

// singleSteps are operations that don't round, or round once, in the order and the types in which one writes them.
func singleSteps(d, e, f, g []float32, n []int, x, y []float32, k []uint8) {
	for i := range hone.Parallel(len(x)) {
		u, v := float64(x[i]), float64(y[i])
		d[i] = float32(math.Max(0, math.Min(1, math.Abs(u))))
		e[i] = float32(math.Round(u)) + float32(math.Sqrt(float64(k[i])))
		f[i] = float32(u*v) + x[i] // rounded in between
		g[i] = float32(float64(x[i]*y[i]) + v)
		n[i] = int(math.Floor(math.Min(math.Max(u, -1000), 1000)))
		if u < v || math.IsNaN(u) {
			n[i]++
		}
	}
}

// singleParts are functions with other results than floats.
func singleParts(d, e []float32, n []int, x []float32) {
	for i := range hone.Parallel(len(x)) {
		whole, part := math.Modf(float64(x[i]))
		d[i] = float32(whole) - float32(part)
		f, exp := math.Frexp(float64(x[i]))
		e[i], n[i] = float32(math.Ldexp(float64(float32(f)), exp-1)), exp
	}
}

var (
	Angles      = hone.Func(angles)
	SingleSteps = hone.Func(singleSteps)
	SingleParts = hone.Func(singleParts)
)

func init() {
	add("Angles", angles, Angles, args(f32s, f32s, f32s, f64s, nearly(f32s)), tol(1e-5), fmaTol(1e-5))
	add("SingleSteps", singleSteps, SingleSteps, args(wild32s, f32s, f32s, f32s, vec(whole[int]), wild32s, wild32s, u8s))
	add("SingleParts", singleParts, SingleParts, args(f32s, f32s, vec(whole[int]), wild32s))
}
