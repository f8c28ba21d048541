package main

import (
	"math"
	"math/rand/v2"
	"os"
)

// usualArg draws from the range that the function is timed with.
func (fn *function) usualArg(r *rand.Rand, second bool) float64 {
	s := fn.usual
	if second && fn.two {
		s = fn.whole
	}
	return s.lo + (s.hi-s.lo)*r.Float64()
}

// anyArg draws from the whole domain: half of the arguments are usual ones, the others have all magnitudes.
func (fn *function) anyArg(r *rand.Rand, second bool) float64 {
	if r.IntN(2) == 0 {
		return fn.usualArg(r, second)
	}
	for {
		x := math.Float64frombits(r.Uint64())
		if r.IntN(2) == 0 { // float32's magnitudes
			x = math.Ldexp(1+r.Float64(), r.IntN(276)-149)
			if r.IntN(2) == 0 {
				x = -x
			}
		}
		if fn.two || fn.whole.lo <= x && x <= fn.whole.hi {
			return x
		}
	}
}

// writeArgs writes n first and n second arguments.
func writeArgs(file string, bits, n int, first, second func(*rand.Rand, bool) float64) error {
	r := rand.New(rand.NewPCG(seed, 2))
	x := make([]float64, 2*n)
	for i := range n {
		x[i], x[n+i] = first(r, false), second(r, true)
	}
	if bits == 64 {
		return os.WriteFile(file, raw(x), 0o600)
	}
	y := make([]float32, 2*n)
	for i := range x {
		y[i] = float32(x[i])
	}
	return os.WriteFile(file, raw(y), 0o600)
}
