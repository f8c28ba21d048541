package vmath

import (
	"math"
	"math/rand"
	"testing"
)

// TestComplexQuo compares with the language's division, special values included.
func TestComplexQuo(t *testing.T) {
	special := []float64{0, math.Copysign(0, -1), 1, -1, 2.5, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, -0x1p-1074}
	check := func(a, b, c, d float64) {
		want := complex(a, b) / complex(c, d)
		e, f := complexQuo(a, b, c, d)
		same := func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) || x != x && y != y }
		if !same(e, real(want)) || !same(f, imag(want)) {
			t.Errorf("(%v+%vi)/(%v+%vi): %v+%vi, want %v", a, b, c, d, e, f, want)
		}
	}
	for _, a := range special {
		for _, b := range special {
			for _, c := range special {
				for _, d := range special {
					check(a, b, c, d)
				}
			}
		}
	}
	r := rand.New(rand.NewSource(1))
	for range 100000 {
		x := func() float64 { return math.Ldexp(r.Float64()-0.5, r.Intn(2000)-1000) }
		check(x(), x(), x(), x())
		check(r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), r.NormFloat64())
	}
}
