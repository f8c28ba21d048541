package ddfn

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/hone-go/hone/vmath/internal/bigfn"
)

const prec = 200

func (a D) big() *big.Float {
	return new(big.Float).SetPrec(prec).Add(bigfn.New(prec, a.Hi), bigfn.New(prec, a.Lo))
}

// TestPrecision holds every function to 85 bits.
func TestPrecision(t *testing.T) {
	type fn = func(uint, *big.Float) *big.Float
	rng := rand.New(rand.NewPCG(1, 2))
	uniform := func(lo, hi float64) func() float64 {
		return func() float64 { return lo + (hi-lo)*rng.Float64() }
	}
	small := func() float64 { return math.Ldexp(rng.Float64()-0.5, -rng.IntN(300)) }
	for _, c := range []struct {
		name string
		f    func(float64) D
		g    fn
		arg  func() float64
	}{
		{"Exp", func(x float64) D { return Exp(Of(x)) }, bigfn.Exp, uniform(-600, 700)},
		{"Expm1", func(x float64) D { return Expm1(Of(x)) }, bigfn.Expm1, uniform(-50, 100)},
		{"Expm1", func(x float64) D { return Expm1(Of(x)) }, bigfn.Expm1, small},
		{"Log", func(x float64) D { return Log(Of(x)) }, bigfn.Log, uniform(0, 3)},
		{"Log", func(x float64) D { return Log(Of(x)) }, bigfn.Log, uniform(0.98, 1.02)},
		{"Log", func(x float64) D { return Log(Of(x)) }, bigfn.Log, uniform(0, 1e300)},
		{"Log1p", func(x float64) D { return Log1p(Of(x)) }, bigfn.Log1p, small},
		{"Log1p", func(x float64) D { return Log1p(Of(x)) }, bigfn.Log1p, uniform(-1, 9)},
		{"Sin", func(x float64) D { s, _ := SinCos(Of(x)); return s }, bigfn.Sin, uniform(-9, 9)},
		{"Cos", func(x float64) D { _, c := SinCos(Of(x)); return c }, bigfn.Cos, uniform(-1e9, 1e9)},
		{"Tan", func(x float64) D { return Tan(Of(x)) }, bigfn.Tan, uniform(-1e9, 1e9)},
		{"Tanh", func(x float64) D { return Tanh(Of(x)) }, bigfn.Tanh, uniform(-20, 20)},
		{"Tanh", func(x float64) D { return Tanh(Of(x)) }, bigfn.Tanh, small},
		{"Atan", func(x float64) D { return Atan(Of(x)) }, bigfn.Atan, uniform(-5, 5)},
		{"Atan", func(x float64) D { return Atan(Of(x)) }, bigfn.Atan, small},
		{"Erf", Erf, bigfn.Erf, uniform(-6, 6)},
		{"Erfc", func(x float64) D { y, n := ErfcScaled(x); return y.Scale(n) }, bigfn.Erfc, uniform(-6, 20)},
	} {
		worst := 0.0
		for range 200 {
			x := c.arg()
			want := c.g(prec, bigfn.New(prec, x))
			diff := new(big.Float).Sub(c.f(x).big(), want)
			rel, _ := diff.Quo(diff, want).Float64()
			worst = max(worst, math.Abs(rel))
		}
		if worst > 0x1p-85 {
			t.Errorf("%s: relative error 2^%.1f", c.name, math.Log2(worst))
		}
	}
}
