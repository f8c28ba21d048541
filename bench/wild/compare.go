package main

import (
	"fmt"
	"math"
	"reflect"
)

// A record is a copy of results: numbers in the order in which they are found, and what is not a number as text.
type record struct {
	shape  []string // lengths, nils, errors, texts
	words  []uint64 // integers and bools
	bytes  []byte
	floats []float64 // float32 too
}

// recordOf follows pointers and slices. A result is compared by what can be reached from it.
func recordOf(results []any) *record {
	r := &record{}
	for _, v := range results {
		switch v := v.(type) {
		case []float64:
			r.shaped("%d, nil %v", len(v), v == nil)
			r.floats = append(r.floats, v...)
		case []byte:
			r.shaped("%d, nil %v", len(v), v == nil)
			r.bytes = append(r.bytes, v...)
		case error:
			r.shaped("%v", v)
		default:
			r.add(reflect.ValueOf(v))
		}
	}
	return r
}

func (r *record) shaped(format string, args ...any) {
	r.shape = append(r.shape, fmt.Sprintf(format, args...))
}

func (r *record) add(v reflect.Value) {
	switch v.Kind() {
	case reflect.Invalid:
		r.shaped("nil")
	case reflect.Bool:
		r.words = append(r.words, map[bool]uint64{true: 1}[v.Bool()])
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		r.words = append(r.words, uint64(v.Int()))
	case reflect.Uint8:
		r.bytes = append(r.bytes, byte(v.Uint()))
	case reflect.Uint, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		r.words = append(r.words, v.Uint())
	case reflect.Float32, reflect.Float64:
		r.floats = append(r.floats, v.Float())
	case reflect.Complex64, reflect.Complex128:
		r.floats = append(r.floats, real(v.Complex()), imag(v.Complex()))
	case reflect.String:
		r.shaped("%s", v.String())
	case reflect.Slice:
		r.shaped("%d, nil %v", v.Len(), v.IsNil())
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			r.add(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			r.add(v.Field(i))
		}
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			r.shaped("nil")
		} else {
			r.add(v.Elem())
		}
	default:
		panic(fmt.Sprintf("results of type %v can't be compared", v.Type()))
	}
}

// differs says where got is something else than want; tolerance as in entry. Where numbers may differ, so may what is rounded to bytes, by 1.
func (want *record) differs(got *record, tolerance float64) error {
	if len(want.shape) != len(got.shape) || len(want.words) != len(got.words) || len(want.bytes) != len(got.bytes) || len(want.floats) != len(got.floats) {
		return fmt.Errorf("results of another shape")
	}
	for i, w := range want.shape {
		if g := got.shape[i]; g != w {
			return fmt.Errorf("shape %d is %.40q, not %.40q", i, g, w)
		}
	}
	for i, w := range want.words {
		if g := got.words[i]; g != w {
			return fmt.Errorf("integer %d is %d, not %d", i, int64(g), int64(w))
		}
	}
	for i, w := range want.bytes {
		if g := got.bytes[i]; g != w && (tolerance == 0 || g+1 != w && w+1 != g) {
			return fmt.Errorf("byte %d is %d, not %d", i, g, w)
		}
	}
	for i, w := range want.floats {
		g := got.floats[i]
		same := math.Float64bits(g) == math.Float64bits(w) || g != g && w != w
		if !same && (tolerance == 0 || !(math.Abs(g-w) <= tolerance*max(1, math.Abs(w)))) {
			return fmt.Errorf("number %d is %v, not %v", i, g, w)
		}
	}
	return nil
}
