package source

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/hone-go/hone/internal/eval"
	language_ "github.com/hone-go/hone/internal/source/testdata/language"
)

// TestRuns runs functions of the language package as plain Go and as IR, and compares results, what became of the arguments, and panics.
func TestRuns(t *testing.T) {
	p := language(t)
	for _, run := range language_.Runs {
		m, reasons := p.TranslateFunc(languagePath, run.Name)
		if len(reasons) > 0 {
			t.Errorf("%s: %v", run.Name, reasons)
			continue
		}
		f := reflect.ValueOf(run.F)
		x := eval.New(m)
		for _, args := range run.Args {
			want := outcome(args, f.Call)
			got := outcome(args, func(args []reflect.Value) []reflect.Value {
				return x.Call(m.Funcs[0].Name, f.Type(), args...)
			})
			if want.panicked != got.panicked || !alike(reflect.ValueOf(want.values), reflect.ValueOf(got.values), run.Tol) {
				t.Errorf("%s%v: got %v, want %v", run.Name, args, got, want)
			}
		}
	}
}

// result is what a call leaves behind: its arguments, then its results; or the panic's message.
type result struct {
	values   []any
	panicked string
}

func outcome(args []any, call func([]reflect.Value) []reflect.Value) (r result) {
	var in []reflect.Value
	for _, a := range args {
		v := reflect.New(reflect.TypeOf(a)).Elem()
		v.Set(reflect.ValueOf(a))
		ownSlices(v)
		in = append(in, v)
		r.values = append(r.values, v.Interface())
	}
	defer func() {
		if e := recover(); e != nil {
			r.panicked = fmt.Sprint(e)
		}
	}()
	for _, v := range call(in) {
		r.values = append(r.values, v.Interface())
	}
	return r
}

// ownSlices gives a value slices of its own, and their elements.
func ownSlices(v reflect.Value) {
	switch v.Kind() {
	case reflect.Slice:
		v.Set(reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, v.Len()), v))
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			ownSlices(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Field(i)
			ownSlices(reflect.NewAt(f.Type(), f.Addr().UnsafePointer()).Elem())
		}
	}
}

// alike compares bit by bit, or with a relative tolerance.
func alike(a, b reflect.Value, tol float64) bool {
	if a.Kind() == reflect.Interface {
		a, b = a.Elem(), b.Elem()
	}
	switch a.Kind() {
	case reflect.Float32, reflect.Float64:
		x, y := a.Float(), b.Float()
		return math.Float64bits(x) == math.Float64bits(y) || x != x && y != y || math.Abs(x-y) <= tol*math.Abs(x)
	case reflect.Complex64, reflect.Complex128:
		x, y := a.Complex(), b.Complex()
		return alike(reflect.ValueOf(real(x)), reflect.ValueOf(real(y)), tol) && alike(reflect.ValueOf(imag(x)), reflect.ValueOf(imag(y)), tol)
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
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
