package vmath

import (
	"math"
	"math/rand/v2"
	"testing"
)

// anyBits draws floats of all magnitudes, and special values.
func anyBits(r *rand.Rand) float64 {
	if r.IntN(4) == 0 {
		return math.Copysign(edges[r.IntN(len(edges))], r.Float64()-0.5)
	}
	return math.Float64frombits(r.Uint64())
}

// TestParts compares functions that are exact, and have results of other types, with package math's.
func TestParts(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range count(200_000) {
		x, y := anyBits(r), anyBits(r)
		n := r.IntN(5000) - 2500
		if r.IntN(20) == 0 {
			n = int(r.Uint64())
		}
		check := func(name string, got, want float64) {
			if !same(got, want) {
				t.Fatalf("%s: arguments %v %v %d: %v, want %v", name, x, y, n, got, want)
			}
		}
		number := func(b bool) float64 {
			if b {
				return 1
			}
			return 0
		}
		f, e := Frexp(x)
		wf, we := math.Frexp(x)
		check("Frexp", f, wf)
		check("Frexp", float64(e), float64(we))
		i, g := Modf(x)
		wi, wg := math.Modf(x)
		check("Modf", i, wi)
		check("Modf", g, wg)
		check("Ldexp", Ldexp(x, n), math.Ldexp(x, n))
		check("Logb", Logb(x), math.Logb(x))
		check("Ilogb", float64(Ilogb(x)), float64(math.Ilogb(x)))
		check("Nextafter", Nextafter(x, y), math.Nextafter(x, y))
		check("Dim", Dim(x, y), math.Dim(x, y))
		check("Mod", Mod(x, y), math.Mod(x, y))
		check("Remainder", Remainder(x, y), math.Remainder(x, y))
		z := math.Ldexp(x, -n%60) // nearer to x
		check("Mod", Mod(x, z), math.Mod(x, z))
		check("Remainder", Remainder(x, z), math.Remainder(x, z))
		check("Round", Round(x), math.Round(x))
		check("RoundToEven", RoundToEven(x), math.RoundToEven(x))
		check("Copysign", Copysign(x, y), math.Copysign(x, y))
		check("Signbit", number(Signbit(x)), number(math.Signbit(x)))
		check("IsNaN", number(IsNaN(x)), number(math.IsNaN(x)))
		check("IsInf", number(IsInf(x, n)), number(math.IsInf(x, n)))
		check("IsInf", number(IsInf(x, 0)), number(math.IsInf(x, 0)))
		check("FMA", FMA(x, y, z), math.FMA(x, y, z))

		a, b := math.Float32frombits(r.Uint32()), float32(y)
		f32, e := Frexp32(a)
		wf, we = math.Frexp(float64(a))
		check("Frexp32", float64(f32), wf)
		check("Frexp32", float64(e), float64(we))
		i32, g32 := Modf32(a)
		wi, wg = math.Modf(float64(a))
		check("Modf32", float64(i32), wi)
		check("Modf32", float64(g32), wg)
		check("Ldexp32", float64(Ldexp32(a, n)), float64(float32(math.Ldexp(float64(a), n))))
		check("Nextafter32", float64(Nextafter32(a, b)), float64(math.Nextafter32(a, b)))
	}
}
