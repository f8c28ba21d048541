package overhead

import (
	"os"
	"testing"

	"github.com/hone-go/hone"
)

// TestMain has all be compiled: some gain nothing by it but show what a call costs.
func TestMain(m *testing.M) {
	os.Setenv("HONE", "jit")
	os.Exit(m.Run())
}

const n = 16

var (
	x, y, z    = slice[float64](), slice[float64](), slice[float64]()
	a, b, c, d = slice[float32](), slice[float32](), slice[float32](), slice[float32]()
	p, q       = slice[uint8](), slice[uint8]()
	curve      = series{slice[float64](), slice[float64](), 0.5}
	sink       float64
	results    []float64
)

func slice[T float32 | float64 | uint8]() []T {
	s := make([]T, n)
	for i := range s {
		s[i] = T(i + 1)
	}
	return s
}

type kind struct {
	name            string
	compiled, plain func()
	allocs          float64 // for results
}

// kinds of functions, compiled and plain.
var kinds = []kind{
	{"saxpy", func() { Saxpy.Call(0.5, x, y) }, func() { saxpy(0.5, x, y) }, 0},
	{"fma4", func() { Fma4.Call(a, b, c, d) }, func() { fma4(a, b, c, d) }, 0},
	{"dot", func() { sink = Dot.Call(x, y) }, func() { sink = dot(x, y) }, 0},
	{"normalize", func() { sink = Normalize.Call(z) }, func() { sink = normalize(z) }, 0},
	{"scaled", func() { results = Scaled.Call(x, 2) }, func() { results = scaled(x, 2) }, 1},
	{"clip", func() { Clip.Call(x, 5) }, func() { clip(x, 5) }, 0},
	{"horner", func() { sink = Horner.Call(x, 0.5) }, func() { sink = horner(x, 0.5) }, 0},
	{"area", func() { sink = Area.Call(3, 4, 5) }, func() { sink = area(3, 4, 5) }, 0},
	{"slope", func() { sink = Slope.Call(curve, 3) }, func() { sink = slope(curve, 3) }, 0},
	{"bend", func() { sink = Bend.Call(&curve, 3, 1) }, func() { sink = curve.bend(3, 1) }, 0},
	{"blend", func() { Blend.Call(p, q, 4, 4) }, func() { blend(p, q, 4, 4) }, 0},
}

func compiled(t testing.TB) {
	if s := Saxpy.Status(); !s.Compiled {
		t.Skip("SKIPPED: machine code: ", s)
	}
	for _, k := range kinds {
		k.compiled()
	}
	for _, s := range []hone.Status{Fma4.Status(), Dot.Status(), Normalize.Status(), Scaled.Status(), Clip.Status(), Horner.Status(), Area.Status(), Slope.Status(), Bend.Status(), Blend.Status(),
		Largest.Status(), Extremes.Status(), Occurs.Status(), Mean.Status(), Variance.Status(), Place.Status(), Backwards.Status(), Differences.Status()} {
		if !s.Compiled {
			t.Error(s)
		}
	}
}

func BenchmarkCall(b *testing.B) {
	compiled(b)
	for _, k := range kinds {
		b.Run(k.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				k.compiled()
			}
		})
		b.Run(k.name+"/plain", func(b *testing.B) {
			for b.Loop() {
				k.plain()
			}
		})
	}
}

// TestCall: calls that go the way of most give what plain Go does, and so do the others.
func TestCall(t *testing.T) {
	compiled(t)
	for range 100 {
		for _, n := range []int{0, 1, 16, 40_000} {
			c := make([]float64, n)
			for i := range c {
				c[i] = float64(i % 5)
			}
			if got, want := Horner.Call(c, 0.5), horner(c, 0.5); got != want {
				t.Fatalf("%d coefficients: %v, want %v", n, got, want)
			}
		}
		s, u := series{slice[float64](), slice[float64](), 2}, series{slice[float64](), slice[float64](), 2}
		for i := range n - 1 {
			if got, want := Bend.Call(&s, i, 3), u.bend(i, 3); got != want {
				t.Fatalf("bend: %v, want %v", got, want)
			}
			if got, want := Slope.Call(s, i), slope(u, i); got != want {
				t.Fatalf("slope: %v, want %v", got, want)
			}
		}
	}
	for _, call := range []func(){func() { Slope.Call(curve, n) }, func() { Bend.Call(&curve, -1, 1) }, func() { Bend.Call(nil, 0, 1) }} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			call()
		}()
	}
}
