package pipeline_test

import (
	"fmt"
	"math"
	"math/rand"
	"reflect"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/plan"
	"github.com/hone-go/hone/internal/rt"
)

// residual programs with what they are to compute.
var residual = []struct {
	name, text string
	plain      any
	args       func(r *rand.Rand, n int) []any
}{{
	"saxpy", `func @f(%a: f64, %x: []f64, %y: []f64) -> () {
  %n = len %x : i64
  %m = len %y : i64
  multi %n (%i: i64) {
    check.index %i, %n
    %u = load %x, %i : f64
    check.index %i, %m
    %v = load %y, %i : f64
    %p = mul %a, %u : f64
    %s = add %p, %v : f64
    store %y, %i, %s
    yield
  }
  return
}`,
	func(a float64, x, y []float64) {
		for i := range x {
			y[i] = float64(a*x[i]) + y[i]
		}
	},
	func(r *rand.Rand, n int) []any { return []any{r.Float64(), floats(r, n), floats(r, n+r.Intn(2))} },
}, {
	"clamp in one branch, count in the other", `func @f(%x: []f64, %out: []f64) -> () {
  %n = len %x : i64
  multi %n (%i: i64) {
    %u = load %x, %i : f64
    %zero = const 0 : f64
    %c = lt %u, %zero : bool
    %r = if %c : f64 {
      %k = loop ^l %u, %zero : f64 (%v: f64, %k1: f64) {
        %one = const 1 : f64
        %w = add %v, %one : f64
        %k2 = add %k1, %one : f64
        %done = gt %w, %zero : bool
        if %done {
          break ^l %k2
        } {
          continue ^l %w, %k2
        }
        break ^l %k2
      }
      yield %k
    } {
      %three = const 3 : f64
      %big = gt %u, %three : bool
      %s = select %big, %three, %u : f64
      yield %s
    }
    store %out, %i, %r
    yield
  }
  return
}`,
	func(x, out []float64) {
		for i, u := range x {
			r := min(u, 3)
			if u < 0 {
				for r = 1; u+r <= 0; r++ {
				}
			}
			out[i] = r
		}
	},
	func(r *rand.Rand, n int) []any { return []any{floats(r, n), make([]float64, n)} },
}, {
	"gather with an early exit", `func @f(%x: []f64, %idx: []i32, %out: []f64) -> () {
  %n = len %idx : i64
  %m = len %x : i64
  %k = len %out : i64
  multi %n (%i: i64) {
    check.index %i, %k
    %j = load %idx, %i : i32
    %zero = const 0 : i32
    %neg = lt %j, %zero : bool
    %v = block ^b : f64 {
      %mone = const -1 : f64
      if %neg {
        break ^b %mone
      } {
        yield
      }
      %j64 = conv %j : i64
      check.index %j64, %m
      %e = load %x, %j64 : f64
      yield %e
    }
    store %out, %i, %v
    yield
  }
  return
}`,
	func(x []float64, idx []int32, out []float64) {
		for i, j := range idx {
			v := -1.0
			_ = out[i]
			if j >= 0 {
				v = x[j]
			}
			out[i] = v
		}
	},
	func(r *rand.Rand, n int) []any {
		idx := make([]int32, n)
		for i := range idx {
			idx[i] = int32(r.Intn(n+2) - 2)
		}
		if n > 0 && r.Intn(3) == 0 {
			idx[r.Intn(n)] = int32(n + r.Intn(3))
		}
		return []any{floats(r, n), idx, make([]float64, n)}
	},
}, {
	"dot", `func @f(%x: []f32, %y: []f32) -> (f32) {
  %n = len %x : i64
  %m = len %y : i64
  %zero = const 0 : f32
  %r = multi %n : f32 (%i: i64) {
    check.index %i, %n
    %u = load %x, %i : f32
    check.index %i, %m
    %v = load %y, %i : f32
    %p = mul %u, %v : f32
    reduce %p, %zero (%a: f32, %b: f32) {
      %s = add %a, %b : f32
      yield %s
    }
    yield
  }
  return %r
}`,
	func(x, y []float32) float32 {
		return canonicalSum(len(x), func(i int) float32 { return x[i] * y[i] })
	},
	func(r *rand.Rand, n int) []any { return []any{floats32(r, n), floats32(r, n)} },
}, {
	"rows and columns", `func @f(%out: []i64, %h: i64, %w: i64) -> () {
  %n = len %out : i64
  multi %h, %w (%y: i64, %x: i64) {
    %row = mul %y, %w : i64
    %at = add %row, %x : i64
    check.index %at, %n
    %v = mul %y, %x : i64
    %s = add %v, %at : i64
    store %out, %at, %s
    yield
  }
  return
}`,
	func(out []int64, h, w int) {
		for y := range h {
			for x := range w {
				out[y*w+x] = int64(y*x + y*w + x)
			}
		}
	},
	func(r *rand.Rand, n int) []any {
		h := r.Intn(n + 1)
		w := 0
		if h > 0 {
			w = n / h
		}
		return []any{make([]int64, h*w), h, w}
	},
}}

func floats(r *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = r.NormFloat64() * 4
	}
	return x
}

func floats32(r *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(r.NormFloat64())
	}
	return x
}

// canonicalSum is a declared sum of float32, spelled out: docs/ir.md, "Patterns".
func canonicalSum(n int, f func(int) float32) float32 {
	total := float32(0)
	for b := 0; b < n; b += 8192 {
		var acc [64]float32
		for i := b; i < min(n, b+8192); i++ {
			acc[(i-b)%64] += f(i)
		}
		for w := 32; w > 0; w /= 2 {
			for j := range w {
				acc[j] += acc[j+w]
			}
		}
		if b == 0 {
			total = acc[0]
		} else {
			total += acc[0]
		}
	}
	return total
}

// call calls and catches the panic.
func call(f func() []reflect.Value) (out []reflect.Value, panicked any) {
	defer func() { panicked = recover() }()
	return f(), nil
}

func TestResidual(t *testing.T) {
	best, err := rt.Detect()
	if err != nil {
		t.Skip("SKIPPED: ", err)
	}
	sizes := []int{0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 127, 129, 200, 1000, 8191, 8193, 20000}
	for _, p := range residual {
		for isa := rt.AVX2; isa <= best; isa++ {
			for _, scalar := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%v/scalar=%v", p.name, isa, scalar), func(t *testing.T) {
					m, err := ir.Parse(p.text)
					if err != nil {
						t.Fatal(err)
					}
					c, err := pipeline.CompileResidual(m.Funcs[0], pipeline.Options{ISA: isa, Scalar: scalar, Verify: true})
					if err != nil {
						t.Fatal(err)
					}
					for _, n := range sizes {
						for seed := range 3 {
							compare(t, c.Program, p.plain, func() []any { return p.args(rand.New(rand.NewSource(int64(seed))), n) })
						}
					}
				})
			}
		}
	}
}

func compare(t *testing.T, p *plan.Program, plain any, args func() []any) {
	t.Helper()
	values := func() []reflect.Value {
		var vs []reflect.Value
		for _, a := range args() {
			vs = append(vs, reflect.ValueOf(a))
		}
		return vs
	}
	want, got := values(), values()
	f := reflect.ValueOf(plain)
	wantOut, wantPanic := call(func() []reflect.Value { return f.Call(want) })
	gotOut, gotPanic := call(func() []reflect.Value { return plan.CallReflect(p, f.Type(), got) })
	if fmt.Sprint(wantPanic) != fmt.Sprint(gotPanic) {
		t.Fatalf("panic %v, want %v", gotPanic, wantPanic)
	}
	if wantPanic != nil {
		return
	}
	for i := range wantOut {
		same(t, "result", wantOut[i], gotOut[i])
	}
	for i := range want {
		same(t, fmt.Sprint("argument ", i), want[i], got[i])
	}
}

func same(t *testing.T, what string, want, got reflect.Value) {
	t.Helper()
	if want.Kind() != reflect.Slice {
		if !equal(want, got) {
			t.Fatalf("%s: %v, want %v", what, got, want)
		}
		return
	}
	if want.Len() != got.Len() {
		t.Fatalf("%s: length %d, want %d", what, got.Len(), want.Len())
	}
	for i := range want.Len() {
		if !equal(want.Index(i), got.Index(i)) {
			t.Fatalf("%s of %d elements: [%d] = %v, want %v", what, want.Len(), i, got.Index(i), want.Index(i))
		}
	}
}

func equal(a, b reflect.Value) bool {
	if a.CanFloat() {
		return math.Float64bits(a.Float()) == math.Float64bits(b.Float())
	}
	return a.Equal(b)
}
