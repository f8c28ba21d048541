package vmath

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hone-go/hone/vmath/internal/bigfn"
	dd "github.com/hone-go/hone/vmath/internal/ddfn"
)

const gammaBound, lgammaBound = 1.6, 1.9

// TestGamma tries all ranges that are computed differently, and next to poles.
func TestGamma(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, d := range []domain{
		uniform(0, 8), uniform(8, 30), uniform(30, 171.7), uniform(-8, 0), uniform(-30, -8), uniform(-185, -30),
		exponents(-1021, -2), near(1, 150), near(0.03125, 100),
	} {
		worst, at, worstLog, atLog := 0.0, 0.0, 0.0, 0.0
		for range count(2500) {
			x := d(rng)
			if x == math.Trunc(x) {
				continue
			}
			y, n := dd.Gamma(x)
			if e := ulps(Gamma(x), y, n); e > worst {
				worst, at = e, x
			}
			l := dd.Lgamma(x)
			if min(math.Abs(x-1), math.Abs(x-2)) < 0x1p-10 {
				l = fromBig(bigfn.Lgamma(160, bigfn.New(160, x)))
			}
			got, sign := Lgamma(x)
			if sign > 0 != (y.Hi > 0) {
				t.Errorf("Lgamma(%v) has sign %d", x, sign)
			}
			e := ulps(got, l, 0)
			if x < 0 && math.Abs(got-l.Hi-l.Lo) < 0x1p-52 {
				e = 0
			}
			if e > worstLog {
				worstLog, atLog = e, x
			}
		}
		t.Logf("Gamma: max error %.3f ulp at %v, Lgamma: %.3f ulp at %v", worst, at, worstLog, atLog)
		if worst > gammaBound || worstLog > lgammaBound {
			t.Errorf("Gamma: error %.3f ulp at %v, Lgamma: %.3f ulp at %v", worst, at, worstLog, atLog)
		}
	}
	f := 1.0
	for n := 1.0; n < 23; n++ {
		if y := Gamma(n); y != f {
			t.Errorf("Gamma(%v) = %v, want %v", n, y, f)
		}
		f *= n
	}
}

func TestGammaSpecial(t *testing.T) {
	for _, x := range edges {
		for _, x := range []float64{x, -x} {
			got, want := Gamma(x), math.Gamma(x)
			if math.Abs(got-want) > 1e-13*math.Abs(want) || (got != got) != (want != want) || math.IsInf(got, 0) != math.IsInf(want, 0) || math.Signbit(got) != math.Signbit(want) && want == want {
				t.Errorf("Gamma(%v) = %v, want %v", x, got, want)
			}
			if x != 0 && math.Abs(x) < 0x1p-1022 {
				continue // package math has errors here
			}
			l, s := Lgamma(x)
			wl, ws := math.Lgamma(x)
			if math.Abs(l-wl) > 1e-13*math.Max(1, math.Abs(wl)) || (l != l) != (wl != wl) || math.IsInf(l, 0) != math.IsInf(wl, 0) || s != ws {
				t.Errorf("Lgamma(%v) = %v, %d, want %v, %d", x, l, s, wl, ws)
			}
		}
	}
}

func TestErfinvSpecial(t *testing.T) {
	for _, c := range []struct{ x, inv, cinv float64 }{
		{0, 0, math.Inf(1)}, {math.Copysign(0, -1), math.Copysign(0, -1), math.Inf(1)}, {1, math.Inf(1), 0}, {-1, math.Inf(-1), math.NaN()},
		{2, math.NaN(), math.Inf(-1)}, {1.5, math.NaN(), -Erfinv(0.5)}, {math.Inf(1), math.NaN(), math.NaN()}, {math.Inf(-1), math.NaN(), math.NaN()},
		{math.NaN(), math.NaN(), math.NaN()}, {5e-324, 5e-324, 27.213293210812949},
	} {
		if y := Erfinv(c.x); !same(y, c.inv) {
			t.Errorf("Erfinv(%v) = %v, want %v", c.x, y, c.inv)
		}
		if y := Erfcinv(c.x); !same(y, c.cinv) {
			t.Errorf("Erfcinv(%v) = %v, want %v", c.x, y, c.cinv)
		}
	}
}
