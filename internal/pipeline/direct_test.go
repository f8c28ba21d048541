package pipeline_test

import (
	"reflect"
	"testing"
	"unsafe"

	"github.com/hone-go/hone/internal/border"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/plan"
	"github.com/hone-go/hone/internal/rt"
)

const polynomial = `
func @f(%x: []f64, %k: f64, %s: i8) -> (f64, i8) {
  %0 = const 0 : i64
  %n = len %x : i64
  check.index %0, %n
  %a = load %x, %0 : f64
  %b = mul %a, %k : f64
  %t = neg %s : i8
  %1 = const 1 : i64
  check.index %1, %n
  store %x, %1, %b
  return %b, %t
}
`

// polynomialOf is it with its border.
func polynomialOf(t testing.TB) (*plan.Program, *border.Layout) {
	if _, err := rt.Detect(); err != nil {
		t.Skip("SKIPPED: no machine code here")
	}
	m, err := ir.Parse(polynomial)
	if err != nil {
		t.Fatal(err)
	}
	c, err := pipeline.Compile(m, "f", pipeline.Options{ISA: rt.AVX2, Always: true, Verify: true})
	if err != nil {
		t.Fatal(err)
	}
	b, err := border.New("", c.Program.Params, c.Program.Results, reflect.TypeFor[func([]float64, float64, int8) (float64, int8)]())
	if err != nil {
		t.Fatal(err)
	}
	return c.Program, b
}

type polynomialIn struct {
	x []float64
	k float64
	s int8
}

type polynomialOut struct {
	b float64
	t int8
}

// TestDirect: a program that calls one kernel does so without a frame.
func TestDirect(t *testing.T) {
	p, b := polynomialOf(t)
	d := p.Bind(b)
	if !d.Direct() {
		t.Fatal("a frame is needed")
	}
	in, out := polynomialIn{[]float64{3, 0}, 2, -128}, polynomialOut{}
	if !d.Call(unsafe.Pointer(&in), unsafe.Pointer(&out)) || out != (polynomialOut{6, -128}) || in.x[1] != 6 {
		t.Errorf("%v, %v", out, in)
	}
	defer func() {
		if p, ok := recover().(error); !ok || p.Error() != "runtime error: index out of range [1] with length 1" {
			t.Errorf("panics with %v", p)
		}
	}()
	in.x = in.x[:1]
	d.Call(unsafe.Pointer(&in), unsafe.Pointer(&out))
}

func BenchmarkCall(b *testing.B) {
	p, l := polynomialOf(b)
	d := p.Bind(l)
	in, out := polynomialIn{[]float64{3, 0}, 2, -128}, polynomialOut{}
	b.Run("frame", func(b *testing.B) {
		for b.Loop() {
			p.Call(l, unsafe.Pointer(&in), unsafe.Pointer(&out))
		}
	})
	b.Run("direct", func(b *testing.B) {
		for b.Loop() {
			d.Call(unsafe.Pointer(&in), unsafe.Pointer(&out))
		}
	})
}
