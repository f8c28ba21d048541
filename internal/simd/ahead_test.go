package simd_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/irtest"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/simd"
)

// TestAheadOfLines: of the parts of a vector only those that begin a line ask ahead.
func TestAheadOfLines(t *testing.T) {
	for _, c := range []struct {
		elem         string
		lanes, ahead int // of four parts
	}{
		{"f32", 16, 4}, {"f32", 8, 2}, {"u16", 16, 2}, {"u8", 16, 1}, {"f64", 8, 4},
	} {
		vector := fmt.Sprintf("<%d x %s>", 4*c.lanes, c.elem)
		m, err := ir.Parse("func @f(%lo: i64, %hi: i64, %p: i64) -> () kernel=range {\n%x = mload %p, %lo <ints=[4, 0] mode=ahead> : " + vector + "\nmstore %p, %hi, %x <ints=[4, 0]>\nreturn\n}")
		if err != nil {
			t.Fatal(err)
		}
		k := simd.NewKernel(m.Funcs[0])
		k.Lanes = c.lanes
		if err := simd.Split(k, &simd.Options{Machine: machine.AVX512()}); err != nil {
			t.Fatal(err)
		}
		loads, ahead := 0, 0
		k.Func.Body.Walk(func(o *ir.Op) bool {
			if o.Kind == ir.OpMLoad {
				loads++
				if o.Mode == ir.Ahead {
					ahead++
				}
			}
			return true
		})
		if loads != 4 || ahead != c.ahead {
			t.Errorf("%s: %d of %d loads ask ahead, not %d\n%s", vector, ahead, loads, c.ahead, k.Func)
		}
	}
}

// TestAheadInSequence: loops ask ahead as they were told, in sequence element by element; what is left of one in lanes does not.
func TestAheadInSequence(t *testing.T) {
	const text = `func @f() -> () {
		return
	}

	func @f.k(%lo: i64, %hi: i64, %x: []i32, %at: []i32, %y: []i32) -> () kernel=range {
		%n = len %x : i64
		for %lo, %hi <ints=[1]MODE> (%i: i64) {
			%k = load %at, %i <mode=ahead> : i32
			%j = conv %k : i64
			check.index %j, %n
			%v = load %x, %j : i32
			store %y, %i, %v
			yield
		}
		return
	}`
	for _, mode := range []string{"", " mode=lanes"} {
		m, err := ir.Parse(strings.Replace(text, "MODE", mode, 1))
		if err != nil {
			t.Fatal(err)
		}
		l, err := irtest.LowerKernels(m, simd.Options{Machine: machine.AVX512(), ScratchBytes: 12288})
		if err != nil {
			t.Fatal(err)
		}
		elements, vectors := 0, 0
		l.Kernels[0].Func.Body.Walk(func(o *ir.Op) bool {
			switch {
			case o.Kind != ir.OpMLoad || o.Mode != ir.Ahead:
			case o.Result().Type.IsScalar():
				elements++
			default:
				vectors++
			}
			return true
		})
		if lanes := mode != ""; elements > 0 == lanes || vectors > 0 != lanes {
			t.Errorf("%q: %d loads of elements and %d of vectors ask ahead\n%s", mode, elements, vectors, l.Kernels[0].Func)
		}
	}
}
