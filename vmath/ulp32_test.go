package vmath

import (
	"math"
	"math/rand/v2"
	"testing"
)

// ulps32 returns the error of y against want in float32 units in the last place of want.
func ulps32(y float32, want float64) float64 {
	if y != y || want != want || want == 0 || math.IsInf(want, 0) {
		if float64(y) == want || y != y && want != want {
			return 0
		}
		return math.Inf(1)
	}
	if math.IsInf(float64(y), 0) {
		if math.Abs(want) >= 0x1.ffffffp127 && math.Signbit(want) == math.Signbit(float64(y)) {
			return 0
		}
		return math.Inf(1)
	}
	return math.Abs(math.Ldexp(float64(y)-want, -max(math.Ilogb(want)-23, -149)))
}

var accuracy32 = []struct {
	name  string
	f     func(float32) float32
	ref   func(float64) float64
	bound float64
}{
	{"Exp32", Exp32, math.Exp, 1},
	{"Exp232", Exp232, math.Exp2, 1.1},
	{"Expm132", Expm132, math.Expm1, 1.3},
	{"Log32", Log32, math.Log, 1},
	{"Log232", Log232, math.Log2, 1.5},
	{"Log1032", Log1032, math.Log10, 1.1},
	{"Log1p32", Log1p32, math.Log1p, 1.2},
	{"Sin32", Sin32, math.Sin, 1.4},
	{"Cos32", Cos32, math.Cos, 1.4},
	{"Tan32", Tan32, math.Tan, 1.9},
	{"Tanh32", Tanh32, math.Tanh, 1.1},
	{"Atan32", Atan32, math.Atan, 1.6},
	{"Erf32", Erf32, math.Erf, 1.3},
	{"Erfc32", Erfc32, math.Erfc, 1.6},
	{"Asin32", Asin32, math.Asin, 1.3},
	{"Acos32", Acos32, math.Acos, 1.3},
	{"Sinh32", Sinh32, math.Sinh, 1.5},
	{"Cosh32", Cosh32, math.Cosh, 1.4},
	{"Asinh32", Asinh32, math.Asinh, 0.6},
	{"Acosh32", Acosh32, math.Acosh, 0.6},
	{"Atanh32", Atanh32, math.Atanh, 0.6},
	{"Cbrt32", Cbrt32, math.Cbrt, 0.7},
	{"Round32", Round32, math.Round, 0},
	{"RoundToEven32", RoundToEven32, math.RoundToEven, 0},
	{"Logb32", Logb32, math.Logb, 0},
	{"Exp1032", Exp1032, func(x float64) float64 { return math.Pow(10, x) }, 0.6},
	{"Gamma32", Gamma32, math.Gamma, 0.6},
	{"Erfinv32", Erfinv32, math.Erfinv, 0.6},
	{"Erfcinv32", Erfcinv32, Erfcinv, 0.6},
	{"Sqrt32", Sqrt32, math.Sqrt, 0.5},
	{"Abs32", Abs32, math.Abs, 0},
	{"Floor32", Floor32, math.Floor, 0},
	{"Ceil32", Ceil32, math.Ceil, 0},
	{"Trunc32", Trunc32, math.Trunc, 0},
}

// TestAccuracy32 tries every 2**14th float32 of all, every 2**10th around the numbers that
// matter most, and all special values.
func TestAccuracy32(t *testing.T) {
	for _, c := range accuracy32 {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			worst, at := 0.0, float32(0)
			check := func(x float32) {
				y, want := c.f(x), c.ref(float64(x))
				e := ulps32(y, want)
				if want == 0 && math.Signbit(want) != math.Signbit(float64(y)) {
					e = math.Inf(1)
				}
				if !(e <= worst) {
					worst, at = e, x
				}
			}
			for _, x := range edges {
				check(float32(x))
				check(-float32(x))
			}
			step := uint32(1) << 14
			if testing.Short() {
				step <<= 3
			}
			for b := uint32(1) << 8; b < infBits32; b += step + 1 {
				check(math.Float32frombits(b))
				check(-math.Float32frombits(b))
			}
			for b := math.Float32bits(0.01); b < math.Float32bits(100); b += step>>4 + 1 {
				check(math.Float32frombits(b))
				check(-math.Float32frombits(b))
			}
			t.Logf(c.name+": max error %.3f ulp at %v (%x)", worst, at, at)
			if worst > c.bound {
				t.Errorf("error %.3f ulp at %v, stated %.2f", worst, at, c.bound)
			}
		})
	}
}

var accuracy232 = []struct {
	name  string
	f     func(x, y float32) float32
	ref   func(x, y float64) float64
	bound float64
	x, y  []domain
}{
	{"Atan232", Atan232, math.Atan2, 1.7, []domain{uniform(-1, 1), exponents(-20, 20)}, []domain{uniform(-1, 1), exponents(-20, 20)}},
	{"Pow32", Pow32, math.Pow, 0.6,
		[]domain{uniform(0, 10), uniform(0.5, 2), uniform(0.999, 1.001), positive(exponents(-149, 127))},
		[]domain{uniform(-40, 40), uniform(-150, 150), uniform(-90000, 90000), uniform(-1.5, 1.5)}},
	{"Hypot32", Hypot32, math.Hypot, 0.6, []domain{uniform(-1, 1), exponents(-149, 127)}, []domain{uniform(-1, 1), exponents(-149, 127)}},
	{"Mod32", Mod32, math.Mod, 0, []domain{uniform(-100, 100), exponents(-149, 127)}, []domain{uniform(-1, 1), exponents(-149, 127)}},
	{"Remainder32", Remainder32, math.Remainder, 0, []domain{uniform(-100, 100), exponents(-149, 127)}, []domain{uniform(-1, 1), exponents(-149, 127)}},
	{"Dim32", Dim32, math.Dim, 0.5, []domain{uniform(-1, 1)}, []domain{uniform(-1, 1)}},
	{"Max32", Max32, math.Max, 0, []domain{uniform(-1, 1)}, []domain{uniform(-1, 1)}},
	{"Min32", Min32, math.Min, 0, []domain{uniform(-1, 1)}, []domain{uniform(-1, 1)}},
	{"Copysign32", Copysign32, math.Copysign, 0, []domain{uniform(-1, 1)}, []domain{uniform(-1, 1)}},
}

func TestAccuracy232(t *testing.T) {
	for _, c := range accuracy232 {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			worst, atX, atY := 0.0, float32(0), float32(0)
			check := func(x, y float32) {
				z, want := c.f(x, y), c.ref(float64(x), float64(y))
				e := ulps32(z, want)
				if want != 0 && math.Abs(want) < 0x1p-150 && z == 0 || want == 0 && z == 0 {
					e = 0
					if math.Signbit(want) != math.Signbit(float64(z)) {
						e = math.Inf(1)
					}
				}
				if !(e <= worst) {
					worst, atX, atY = e, x, y
				}
			}
			for _, x := range edges {
				for _, y := range edges {
					for s := range 4 {
						check(Copysign32(float32(x), float32(s&1)-0.5), Copysign32(float32(y), float32(s&2)-0.5))
					}
				}
			}
			rng := rand.New(rand.NewPCG(1, 2))
			for i := range c.x {
				for range count(25_000) {
					check(float32(c.x[i](rng)), float32(c.y[i](rng)))
				}
			}
			t.Logf(c.name+": max error %.3f ulp at %v, %v", worst, atX, atY)
			if worst > c.bound {
				t.Errorf("error %.3f ulp at %v, %v, stated %.2f", worst, atX, atY, c.bound)
			}
		})
	}
}
