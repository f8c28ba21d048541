package bigfn

import (
	"math"
	"math/big"
	"testing"
)

func TestAgainstMath(t *testing.T) {
	type fn = func(uint, *big.Float) *big.Float
	for _, c := range []struct {
		name string
		f    fn
		g    func(float64) float64
		args []float64
	}{
		{"Exp", Exp, math.Exp, []float64{-700, -1, -1e-9, 0, 1e-300, 0.5, 1, 700}},
		{"Exp2", Exp2, math.Exp2, []float64{-1000, -1, 0.5, 10.25}},
		{"Expm1", Expm1, math.Expm1, []float64{-30, -1e-9, 1e-200, 0.5, 100}},
		{"Log", Log, math.Log, []float64{1e-300, 1e-9, 0.5, 0.7, 1, 1 + 1e-15, 2, 1e300}},
		{"Log1p", Log1p, math.Log1p, []float64{-0.999, -1e-20, 1e-300, 0.5, 1e10, 1e300}},
		{"Log2", Log2, math.Log2, []float64{0.1, 8, 1e100}},
		{"Log10", Log10, math.Log10, []float64{0.1, 8, 1e100}},
		{"Sin", Sin, math.Sin, []float64{-3, 1e-300, 0.5, 3.14159, 22, 1e6}},
		{"Cos", Cos, math.Cos, []float64{-3, 1e-300, 0.5, 3.14159, 22, 1e6}},
		{"Tan", Tan, math.Tan, []float64{-3, 1e-300, 0.5, 1.57, 22}},
		{"Tanh", Tanh, math.Tanh, []float64{-3, 1e-300, 0.5, 10}},
		{"Atan", Atan, math.Atan, []float64{-3, 1e-300, 0.5, 1, 1e300}},
		{"Erf", Erf, math.Erf, []float64{-3, 1e-300, 0.5, 1, 5}},
		{"Erfc", Erfc, math.Erfc, []float64{-3, 1e-300, 0.5, 1, 5, 25}},
	} {
		for _, x := range c.args {
			got, _ := c.f(120, New(120, x)).Float64()
			want := c.g(x)
			if math.Abs(got-want) > 1e-14*math.Abs(want) {
				t.Errorf("%s(%g) = %g, want %g", c.name, x, got, want)
			}
		}
	}
}

func TestConstants(t *testing.T) {
	const pi = "3.14159265358979323846264338327950288419716939937510582097494459"
	const ln2 = "0.69314718055994530941723212145817656807550013436025525412068001"
	if got := Pi(300).Text('f', 62); got != pi {
		t.Errorf("Pi = %s", got)
	}
	if got := Ln2(300).Text('f', 62); got != ln2 {
		t.Errorf("Ln2 = %s", got)
	}
}
