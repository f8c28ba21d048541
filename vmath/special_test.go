package vmath

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hone-go/hone/vmath/internal/bigfn"
	dd "github.com/hone-go/hone/vmath/internal/ddfn"
)

var edges = []float64{
	0, 5e-324, 1e-310, 0x1p-1022, 1e-300, 1e-20, 0x1p-54, 1e-10, 0.25, 0.5, math.Pi / 4, 1 - 0x1p-53, 1,
	1 + 0x1p-52, math.Pi / 2, 1.5, 2, math.E, 3, math.Pi, 4, 5, 5.9, 6, 10, 19, 20, 26.5, 27.2, 27.3, 30, 100, 701,
	708, 709.5, 709.782712893384, 709.7827128933841, 710, 744.4, 745.13, 745.14, 746, 1000, 1021.5, 1023, 1023.999, 1024, 1074, 1075, 1076, 1e5,
	0x1p30, 0x1p31 - 1, 1e10, 0x1p51, 0x1p52 + 1, 0x1p53 - 1, 0x1p53, 0x1p54, 1e22, 1e100, 0x1p1000, 1e300, 0x1p1023, math.MaxFloat64,
	math.Inf(1), math.NaN(),
}

func same(x, y float64) bool {
	return math.Float64bits(x) == math.Float64bits(y) || x != x && y != y
}

// close reports whether y is within a few ulp of want; special values must be the same.
func closeTo(y, want float64) bool {
	if want == 0 || want != want || math.IsInf(want, 0) || math.IsInf(y, 0) {
		return same(y, want)
	}
	return math.Abs(y-want) <= 1e-14*math.Abs(want)+3*5e-324
}

// mathLog is math.Log, right for subnormal arguments too (the assembly of amd64 is not).
func mathLog(f func(float64) float64, of2to54 float64) func(float64) float64 {
	return func(x float64) float64 {
		if x > 0 && x < 0x1p-1022 {
			return f(x*0x1p54) - of2to54
		}
		return f(x)
	}
}

func TestSpecialValues(t *testing.T) {
	for _, c := range []struct {
		name string
		f, g func(float64) float64
	}{
		{"Exp", Exp, math.Exp},
		{"Exp2", Exp2, math.Exp2},
		{"Expm1", Expm1, math.Expm1},
		{"Log", Log, mathLog(math.Log, 54*math.Ln2)},
		{"Log2", Log2, math.Log2},
		{"Log10", Log10, mathLog(math.Log10, 54*math.Ln2/math.Ln10)},
		{"Log1p", Log1p, math.Log1p},
		{"Sin", Sin, math.Sin},
		{"Cos", Cos, math.Cos},
		{"Tan", Tan, math.Tan},
		{"Tanh", Tanh, math.Tanh},
		{"Atan", Atan, math.Atan},
		{"Erf", Erf, math.Erf},
		{"Erfc", Erfc, math.Erfc},
		{"Sqrt", Sqrt, math.Sqrt},
		{"Abs", Abs, math.Abs},
		{"Floor", Floor, math.Floor},
		{"Ceil", Ceil, math.Ceil},
		{"Trunc", Trunc, math.Trunc},
	} {
		for _, x := range edges {
			for _, x := range []float64{x, -x} {
				if got, want := c.f(x), c.g(x); !closeTo(got, want) {
					t.Errorf("%s(%v) = %v, want %v", c.name, x, got, want)
				}
			}
		}
	}
}

func TestSpecialValues2(t *testing.T) {
	for _, c := range []struct {
		name string
		f, g func(x, y float64) float64
	}{
		{"Pow", Pow, math.Pow},
		{"Atan2", Atan2, math.Atan2},
		{"Max", Max, math.Max},
		{"Min", Min, math.Min},
		{"Copysign", Copysign, math.Copysign},
	} {
		for _, x := range edges {
			for _, y := range edges {
				for s := range 4 {
					x, y := math.Copysign(x, float64(s&1)-0.5), math.Copysign(y, float64(s&2)-0.5)
					got, want := c.f(x, y), c.g(x, y)
					if !closeTo(got, want) {
						// package math's own error grows with the exponent
						if c.name == "Pow" && math.Abs(math.Log(got/want)) < 1e-12 {
							continue
						}
						t.Errorf("%s(%v, %v) = %v, want %v", c.name, x, y, got, want)
					}
				}
			}
		}
	}
}

// TestExact checks results that must be exact.
func TestExact(t *testing.T) {
	for n := -1074; n < 1024; n++ {
		p := math.Ldexp(1, n)
		if y := Exp2(float64(n)); y != p {
			t.Errorf("Exp2(%d) = %v", n, y)
		}
		if y := Log2(p); y != float64(n) {
			t.Errorf("Log2(2**%d) = %v", n, y)
		}
		if y := Pow(2, float64(n)); y != p {
			t.Errorf("Pow(2, %d) = %v", n, y)
		}
	}
	for n := -300.0; n < 300; n++ {
		if y := Pow(n, 2); y != n*n {
			t.Errorf("Pow(%v, 2) = %v", n, y)
		}
		if y := Pow(n, 1); y != n {
			t.Errorf("Pow(%v, 1) = %v", n, y)
		}
	}
	for x := 5.8; x < 30; x += 0x1p-10 {
		if y := Erf(x); y > 1 {
			t.Errorf("Erf(%v) = %v", x, y)
		}
		if y := Tanh(x); y > 1 {
			t.Errorf("Tanh(%v) = %v", x, y)
		}
	}
}

// TestHugeAngles holds the Payne-Hanek reduction against multiple precision, also at the
// argument nearest to a multiple of π/2 of all float64 (Muller et al., Handbook of
// Floating-Point Arithmetic, ch. 10): 6381956970095103 · 2**797.
func TestHugeAngles(t *testing.T) {
	bigfn.Precompute(2000)
	rng := rand.New(rand.NewPCG(3, 4))
	d := exponents(29, 1023)
	args := []float64{math.Ldexp(6381956970095103, 797), 0x1p1023, math.MaxFloat64, 1e22}
	for range count(2000) {
		args = append(args, d(rng))
	}
	check := func(name string, x, y, bound float64, ref dd.D) {
		if e := ulps(y, ref, 0); e > bound {
			t.Errorf("%s(%v) = %v: error %.2f ulp", name, x, y, e)
		}
	}
	for _, x := range args {
		s, c := bigfn.SinCos(150, bigfn.New(53, x))
		check("Sin", x, Sin(x), 1.6, fromBig(s))
		check("Cos", x, Cos(x), 1.6, fromBig(c))
		check("Tan", x, Tan(x), 2.5, fromBig(s).Div(fromBig(c)))
	}
}
