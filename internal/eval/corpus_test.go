package eval_test

import (
	"fmt"
	"math"
	"math/rand"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/source"
	"github.com/hone-go/hone/testdata/programs"
)

// copyOf is a deep copy: programs may write to their arguments.
func copyOf(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		c := reflect.MakeSlice(v.Type(), v.Len(), v.Cap())
		for i := range v.Len() {
			c.Index(i).Set(copyOf(v.Index(i)))
		}
		return c
	case reflect.Array:
		c := reflect.New(v.Type()).Elem()
		for i := range v.Len() {
			c.Index(i).Set(copyOf(v.Index(i)))
		}
		return c
	}
	return v
}

func copies(vs []reflect.Value) []reflect.Value {
	out := make([]reflect.Value, len(vs))
	for i, v := range vs {
		out[i] = copyOf(v)
	}
	return out
}

// outcome is what a call did: results, arguments afterwards, or a panic.
func outcome(args []reflect.Value, call func(args []reflect.Value) []reflect.Value) (all []reflect.Value, failure string) {
	args = copies(args)
	defer func() {
		if r := recover(); r != nil {
			all, failure = args, fmt.Sprint(r)
		}
	}()
	return append(call(args), args...), ""
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

func compare(t *testing.T, what string, args, want, got []reflect.Value, wantPanic, gotPanic string, tol float64) {
	t.Helper()
	if wantPanic != gotPanic {
		t.Errorf("%s%v: panics with %q, must be %q", what, args, gotPanic, wantPanic)
		return
	}
	for i := range want { // after a panic, memory: the interpreter does everything in order
		if !alike(want[i], got[i], tol) {
			t.Errorf("%s%v: result or argument %d is %v, must be %v", what, args, i, got[i], want[i])
			return
		}
	}
}

// TestCorpus runs the programs as plain Go, interpreted, and specialised and then interpreted. The iterations of their parallel loops must be
// independent.
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
				if c.Plain == "" {
					t.Fatal("not translated: ", h.Reasons)
				}
				return
			}
			res, err := eval.Specialize(h.Unit, h.Symbol, eval.Options{})
			if err != nil {
				if c.Plain != "" && strings.Contains(err.Error(), c.Plain) || strings.Contains(err.Error(), "cannot be left early") ||
					strings.Contains(err.Error(), "differs between branches") {
					t.Skip(err)
				}
				t.Fatal(err)
			}
			if err := ir.Verify(res, ir.Residual); err != nil {
				t.Fatalf("%v\n%s", err, res)
			}
			fn := reflect.ValueOf(c.Fn)
			r := rand.New(rand.NewSource(1))
			for _, size := range []int{0, 1, 2, 9, 40} {
				if c.MaxSize > 0 && size > c.MaxSize {
					break
				}
				var args []reflect.Value
				for _, a := range c.Inputs(r, size) {
					args = append(args, reflect.ValueOf(a))
				}
				want, wantPanic := outcome(args, fn.Call)
				got, gotPanic := outcome(args, func(a []reflect.Value) []reflect.Value {
					x := eval.New(h.Unit)
					x.Watch(func(r *eval.Race) { t.Error(r) }, false)
					return x.Call(h.Symbol, fn.Type(), a...)
				})
				tol := c.Tol
				if tol > 0 { // package math is itself not exact: its Sin of large arguments, say
					tol = max(tol, 1e-11)
				}
				compare(t, "interpreted", args, want, got, wantPanic, gotPanic, difftest.PlainTol(tol, c.FMATol))
				res, resPanic := outcome(args, func(a []reflect.Value) []reflect.Value {
					return eval.Call(res, h.Symbol, fn.Type(), a...)
				})
				compare(t, "residual", args, got, res, gotPanic, resPanic, 0)
				if t.Failed() {
					t.Logf("%s\n%s", h.Unit, res)
					return
				}
			}
		})
	}
}
