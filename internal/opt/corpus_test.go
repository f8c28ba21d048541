package opt_test

import (
	"fmt"
	"math"
	"math/rand"
	"reflect"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/source"
	"github.com/hone-go/hone/testdata/programs"
)

// passes are all that keep results to the bit, in their order; kernelPasses those over kernels.
var passes, kernelPasses = pipeline.ExactPasses()

// TestCorpus runs the corpus of programs through all passes twice; the verifier has to agree after each, and the results at the end
// have to be plain Go's.
func TestCorpus(t *testing.T) {
	const path = "github.com/hone-go/hone/testdata/programs"
	p, err := source.Load(".", []string{path}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range programs.Cases {
		t.Run(c.Name, func(t *testing.T) {
			h := p.Honed(path, c.Name)
			if h == nil || h.Unit == nil {
				t.Skip("SKIPPED: plain Go")
			}
			m, err := eval.Specialize(h.Unit, h.Symbol, eval.Options{})
			if err != nil {
				t.Skip(err)
			}
			before := m.String()
			for range 2 {
				for _, pass := range passes {
					for _, f := range m.Funcs {
						was := f.String()
						pass.Run(f)
						if err := ir.VerifyFunc(f, ir.Residual); err != nil {
							t.Fatalf("after %s: %v\nbefore:\n%s\nafter:\n%s", pass.Name, err, was, f)
						}
					}
				}
			}
			if !agree(t, c, m, h.Symbol) {
				t.Logf("before:\n%s\nafter:\n%s", before, m)
			}
		})
	}
}

// agree compares the program with plain Go on inputs of several sizes.
func agree(t *testing.T, c programs.Case, m *ir.Module, symbol string) bool {
	fn := reflect.ValueOf(c.Fn)
	r := rand.New(rand.NewSource(1))
	for _, size := range []int{0, 1, 2, 7, 33, 100} {
		if c.MaxSize > 0 && size > c.MaxSize {
			break
		}
		var args []reflect.Value
		for _, a := range c.Inputs(r, size) {
			args = append(args, reflect.ValueOf(a))
		}
		want, wantPanic := outcome(args, fn.Call)
		got, gotPanic := outcome(args, func(a []reflect.Value) []reflect.Value { return eval.Call(m, symbol, fn.Type(), a...) })
		if wantPanic != gotPanic {
			t.Errorf("%v: panics with %q, must be %q", args, gotPanic, wantPanic)
			return false
		}
		for i := range want {
			if wantPanic == "" && !alike(want[i], got[i], difftest.PlainTol(c.Tol, c.FMATol)) {
				t.Errorf("%v: result %d is %v, must be %v", args, i, got[i], want[i])
				return false
			}
		}
	}
	return true
}

// outcome is what a call did: results and arguments afterwards, or a panic.
func outcome(args []reflect.Value, call func([]reflect.Value) []reflect.Value) (all []reflect.Value, failure string) {
	own := make([]reflect.Value, len(args))
	for i, a := range args {
		own[i] = copyOf(a)
	}
	defer func() {
		if r := recover(); r != nil {
			all, failure = own, fmt.Sprint(r)
		}
	}()
	return append(call(own), own...), ""
}

// copyOf is a deep copy.
func copyOf(v reflect.Value) reflect.Value {
	if v.Kind() != reflect.Slice || v.IsNil() {
		return v
	}
	c := reflect.MakeSlice(v.Type(), v.Len(), v.Cap())
	for i := range v.Len() {
		c.Index(i).Set(copyOf(v.Index(i)))
	}
	return c
}

// alike compares bit by bit, NaNs with each other, floats within tol.
func alike(a, b reflect.Value, tol float64) bool {
	if tol < 0 {
		return true
	}
	switch a.Kind() {
	case reflect.Float32, reflect.Float64:
		x, y := a.Float(), b.Float()
		if math.IsNaN(x) || math.IsNaN(y) {
			return math.IsNaN(x) && math.IsNaN(y)
		}
		return math.Float64bits(x) == math.Float64bits(y) || tol > 0 && math.Abs(x-y) <= tol*math.Max(1, math.Max(math.Abs(x), math.Abs(y)))
	case reflect.Complex64, reflect.Complex128:
		x, y := a.Complex(), b.Complex()
		return alike(reflect.ValueOf(real(x)), reflect.ValueOf(real(y)), tol) && alike(reflect.ValueOf(imag(x)), reflect.ValueOf(imag(y)), tol)
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() || a.Kind() == reflect.Slice && a.IsNil() != b.IsNil() {
			return false
		}
		for i := range a.Len() {
			if !alike(a.Index(i), b.Index(i), tol) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range a.NumField() {
			if !alike(a.Field(i), b.Field(i), tol) {
				return false
			}
		}
		return true
	}
	return a.Equal(b)
}
