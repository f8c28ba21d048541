package difftest

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"unsafe"
)

// Diff says where two outcomes differ first, or gives "". Floats may differ by tol relative to the larger of 1 and the values; with a
// tol of 0 their bits must be the same, but for those of NaNs: which NaN an operation gives depends on the order of its operands,
// which Go leaves open.
func Diff(want, got Outcome, tol float64) string {
	if want.Panic != nil || got.Panic != nil {
		if w, g := panicText(want.Panic), panicText(got.Panic); w != g {
			return fmt.Sprintf("%s, want %s", g, w)
		}
		return "" // what else has happened before a panic is not promised
	}
	if d := diffAll("result", want.Results, got.Results, tol); d != "" {
		return d
	}
	return diffAll("argument", want.Args, got.Args, tol)
}

func diffAll(what string, want, got []reflect.Value, tol float64) string {
	if len(want) != len(got) {
		return fmt.Sprintf("%d %ss, want %d", len(got), what, len(want))
	}
	for i := range want {
		if where, d := diff(want[i], got[i], tol); d != "" {
			return fmt.Sprintf("%s %d%s: %s", what, i, where, d)
		}
	}
	return ""
}

// diff gives the path to the first difference and what it is.
func diff(want, got reflect.Value, tol float64) (where, d string) {
	switch want.Kind() {
	case reflect.Slice:
		return diffSlices(want, got, tol)
	case reflect.Array:
		for i := range want.Len() {
			if where, d := diff(want.Index(i), got.Index(i), tol); d != "" {
				return fmt.Sprintf("[%d]%s", i, where), d
			}
		}
	case reflect.Struct:
		for i := range want.NumField() {
			if where, d := diff(want.Field(i), got.Field(i), tol); d != "" {
				return "." + want.Type().Field(i).Name + where, d
			}
		}
	case reflect.Float32, reflect.Float64:
		w, g := want.Float(), got.Float()
		if !sameFloat(w, g, tol) {
			return "", fmt.Sprintf("%v (%x), want %v (%x)", g, g, w, w)
		}
	case reflect.Complex64, reflect.Complex128:
		w, g := want.Complex(), got.Complex()
		if !sameFloat(real(w), real(g), tol) || !sameFloat(imag(w), imag(g), tol) {
			return "", fmt.Sprintf("%v, want %v", g, w)
		}
	default:
		if !want.Equal(got) {
			return "", fmt.Sprintf("%v, want %v", got, want)
		}
	}
	return "", ""
}

func diffSlices(want, got reflect.Value, tol float64) (where, d string) {
	if want.Len() != got.Len() || want.IsNil() != got.IsNil() {
		return "", fmt.Sprintf("%s, want %s", shape(got), shape(want))
	}
	if want.Cap() != got.Cap() {
		return "", fmt.Sprintf("capacity %d, want %d (length %d)", got.Cap(), want.Cap(), got.Len())
	}
	if bytes.Equal(memoryOf(want), memoryOf(got)) {
		return "", ""
	}
	for i := range want.Len() {
		if where, d := diff(want.Index(i), got.Index(i), tol); d != "" {
			return fmt.Sprintf("[%d]%s", i, where), d
		}
	}
	return "", ""
}

func shape(s reflect.Value) string {
	if s.IsNil() {
		return "nil slice"
	}
	return fmt.Sprintf("slice of %d", s.Len())
}

// memoryOf is the memory of a slice's elements.
func memoryOf(s reflect.Value) []byte {
	return unsafe.Slice((*byte)(s.UnsafePointer()), s.Len()*int(s.Type().Elem().Size()))
}

func sameFloat(a, b, tol float64) bool {
	switch {
	case math.Float64bits(a) == math.Float64bits(b) || a != a && b != b:
		return true
	case tol == 0 || a != a || b != b || math.IsInf(a, 0) || math.IsInf(b, 0):
		return false
	}
	return math.Abs(a-b) <= tol*max(1, math.Abs(a), math.Abs(b))
}
