package vmath

import (
	"math"
	"math/big"
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

// closeTo reports whether y is within a few ulp of want; special values must be the same.
func closeTo(y, want float64) bool {
	if want == 0 || want != want || math.IsInf(want, 0) || math.IsInf(y, 0) {
		return same(y, want)
	}
	return math.Abs(y-want) <= 1e-15*math.Abs(want)+3*5e-324
}

type bigFunc = func(prec uint, x *big.Float) *big.Float

// exactly returns f(x) rounded to float64.
func exactly(f bigFunc, x float64) float64 {
	y, _ := f(100, bigfn.New(53, x)).Float64()
	return y
}

// TestSpecialValues compares with package math and, where that is inaccurate or wrong
// (the assembly of amd64 for Exp near overflow and Log of subnormal numbers, the
// portable Pow for subnormal or huge arguments), with multiple precision.
func TestSpecialValues(t *testing.T) {
	for _, c := range []struct {
		name string
		f, g func(float64) float64
		h    bigFunc
	}{
		{"Exp", Exp, math.Exp, bigfn.Exp},
		{"Exp2", Exp2, math.Exp2, bigfn.Exp2},
		{"Expm1", Expm1, math.Expm1, bigfn.Expm1},
		{"Log", Log, math.Log, bigfn.Log},
		{"Log2", Log2, math.Log2, bigfn.Log2},
		{"Log10", Log10, math.Log10, bigfn.Log10},
		{"Log1p", Log1p, math.Log1p, bigfn.Log1p},
		{"Sin", Sin, math.Sin, bigfn.Sin},
		{"Cos", Cos, math.Cos, bigfn.Cos},
		{"Tan", Tan, math.Tan, bigfn.Tan},
		{"Tanh", Tanh, math.Tanh, bigfn.Tanh},
		{"Atan", Atan, math.Atan, bigfn.Atan},
		{"Erf", Erf, math.Erf, bigfn.Erf},
		{"Erfc", Erfc, math.Erfc, bigfn.Erfc},
		{"Asin", Asin, math.Asin, nil},
		{"Acos", Acos, math.Acos, nil},
		{"Sinh", Sinh, math.Sinh, bigfn.Sinh},
		{"Cosh", Cosh, math.Cosh, bigfn.Cosh},
		{"Asinh", Asinh, math.Asinh, nil},
		{"Acosh", Acosh, math.Acosh, nil},
		{"Atanh", Atanh, math.Atanh, nil},
		{"Cbrt", Cbrt, math.Cbrt, nil},
		{"Round", Round, math.Round, nil},
		{"RoundToEven", RoundToEven, math.RoundToEven, nil},
		{"Logb", Logb, math.Logb, nil},
		{"Sqrt", Sqrt, math.Sqrt, nil},
		{"Abs", Abs, math.Abs, nil},
		{"Floor", Floor, math.Floor, nil},
		{"Ceil", Ceil, math.Ceil, nil},
		{"Trunc", Trunc, math.Trunc, nil},
	} {
		for _, x := range edges {
			for _, x := range []float64{x, -x} {
				got, want := c.f(x), c.g(x)
				if !closeTo(got, want) && c.h != nil && !math.IsInf(x, 0) && x == x {
					want = exactly(c.h, x)
				}
				if !closeTo(got, want) {
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
		{"Hypot", Hypot, math.Hypot},
		{"Mod", Mod, math.Mod},
		{"Remainder", Remainder, math.Remainder},
		{"Dim", Dim, math.Dim},
		{"Nextafter", Nextafter, math.Nextafter},
		{"Max", Max, math.Max},
		{"Min", Min, math.Min},
		{"Copysign", Copysign, math.Copysign},
	} {
		for _, x := range edges {
			for _, y := range edges {
				for s := range 4 {
					x, y := math.Copysign(x, float64(s&1)-0.5), math.Copysign(y, float64(s&2)-0.5)
					got, want := c.f(x, y), c.g(x, y)
					if c.name == "Atan2" && x < 0 && y < 0 && x/y == 0 {
						want = -math.Pi // package math loses the sign of a quotient that underflows
					}
					finite := x != 0 && !math.IsInf(x, 0) && math.Abs(y) < 1e20
					if !closeTo(got, want) && c.name == "Pow" && finite {
						p, _ := bigfn.Pow(200, bigfn.New(53, math.Abs(x)), bigfn.New(53, y)).Float64()
						want = math.Copysign(p, want)
					}
					if !closeTo(got, want) {
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
		check("Sin", x, Sin(x), 1.7, fromBig(s))
		check("Cos", x, Cos(x), 1.7, fromBig(c))
		check("Tan", x, Tan(x), 1.9, fromBig(s).Div(fromBig(c)))
	}
}
