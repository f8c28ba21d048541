package programs

import (
	"math"

	"github.com/hone-go/hone"
)

// Sums in Go's order, and other values that wait for the iteration before, of which much is computed that no iteration waits for.

// slidingDeviation keeps the sums of a window of k elements, and stores the standard deviation of each.
func slidingDeviation(out, x []float64, k int) (s, q float64) {
	if k <= 0 || k > len(x) {
		return
	}
	n := float64(k)
	for _, v := range x[:k] {
		s += v
		q += v * v
	}
	for i := k; i < len(x); i++ {
		old, v := x[i-k], x[i]
		s -= old
		q -= old * old
		s += v
		q += v * v
		if d := q/n - (s/n)*(s/n); d > 0 {
			out[i] = math.Sqrt(d)
		} else {
			out[i] = 0
		}
	}
	return
}

// normalSteps stores where it was and where it goes, both divided.
func normalSteps[T float](x, y []T, a T) (at T) {
	for i, v := range x {
		was := at
		at = at*a + v
		y[i] = was/(1+v*v) - at/(2+v*v)
	}
	return at
}

// decays waits in a branch, and stores under another condition.
func decays(x []float64, y []float32, limit float64) (level float64) {
	y = y[:len(x)]
	for i, v := range x {
		if v > level {
			level = v
		} else {
			level *= 0.96875
		}
		if level > limit {
			y[i] = float32(limit / level * math.Sqrt(level*level+1))
		}
	}
	return level
}

// lateLoads stores what the same iteration loads again, and what it has loaded before.
func lateLoads(x, y []float64, a float64) (s, u float64) {
	y = y[:len(x)]
	for i := range x {
		s += x[i]
		y[i] = math.Sqrt(s*s+a) / (s*s + 3)
		u += y[i]
		x[i] = u / (s*s + 1)
	}
	return
}

// residues is of integers, and carries what it isn't a sum of.
func residues(x, y []uint32) (h uint32) {
	y = y[:len(x)]
	for i, v := range x {
		h = h*31 + v ^ h>>7
		y[i] = h%9973 + h/11*(h%7+v/3) ^ v%1021
	}
	return h
}

var (
	SlidingDeviation = hone.Func(slidingDeviation)
	NormalSteps      = hone.Func(normalSteps[float64])
	NormalSteps32    = hone.Func(normalSteps[float32])
	Decays           = hone.Func(decays)
	LateLoads        = hone.Func(lateLoads)
	Residues         = hone.Func(residues)
)

func init() {
	add("SlidingDeviation", slidingDeviation, SlidingDeviation, overOrBeside[float64](args(nearly(f64s), f64s, one(between(-1, 90)))), fmaTol(1e-3))
	add("NormalSteps", normalSteps[float64], NormalSteps, overOrBeside[float64](args(nearly(f64s), f64s, constant(0.25))), fmaTol(1e-6))
	add("NormalSteps32", normalSteps[float32], NormalSteps32, overOrBeside[float32](args(nearly(f32s), f32s, constant(float32(0.25)))), fmaTol(1e-3))
	add("Decays", decays, Decays, args(f64s, nearly(f32s), constant(0.75)), fmaTol(1e-6))
	add("LateLoads", lateLoads, LateLoads, overOrBeside[float64](args(nearly(f64s), f64s, constant(0.5))), fmaTol(1e-3))
	add("Residues", residues, Residues, overOrBeside[uint32](args(nearly(wholes[uint32]()), wholes[uint32]())))
}
