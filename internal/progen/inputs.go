package progen

import (
	"math"
	"math/rand"
	"reflect"
)

// Inputs makes arguments for a function of type t: slices of n elements (seldom a few less, but for the first), numbers with a weakness
// for special ones.
func Inputs(t reflect.Type, r *rand.Rand, n int) []any {
	args := make([]any, t.NumIn())
	for i := range args {
		v := reflect.New(t.In(i)).Elem()
		if v.Kind() == reflect.Slice {
			length := n
			if i > 0 && r.Intn(12) == 0 {
				length = max(0, n-r.Intn(3))
			}
			v.Set(reflect.MakeSlice(v.Type(), length, length+r.Intn(2)*r.Intn(3)))
			for k := range length {
				fill(v.Index(k), r)
			}
		} else {
			fill(v, r)
		}
		args[i] = v.Interface()
	}
	return args
}

func fill(v reflect.Value, r *rand.Rand) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.Intn(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(integer(r, v.Type().Bits())))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(integer(r, v.Type().Bits()) << (64 - v.Type().Bits()) >> (64 - v.Type().Bits()))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(number(r))
	case reflect.Complex64, reflect.Complex128:
		v.SetComplex(complex(number(r), number(r)))
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), r)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), r)
		}
	}
}

// integer is a number of this many bits, sign-extended.
func integer(r *rand.Rand, bits int) uint64 {
	switch r.Intn(8) {
	case 0:
		return uint64(int64(math.MinInt64) >> (64 - bits) * int64(r.Intn(2))) // the least, or 0
	case 1:
		return uint64(int64(math.MaxInt64) >> (64 - bits))
	case 2:
		return uint64(int64(r.Uint64()) >> (64 - bits))
	}
	return uint64(r.Intn(41) - 10)
}

func number(r *rand.Rand) float64 {
	switch r.Intn(10) {
	case 0:
		return [...]float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 1e300, -1e18, 3e9, 1e-310, 0.5, -1, 255, 256}[r.Intn(13)]
	case 1, 2, 3:
		return float64(r.Intn(41) - 20)
	}
	return r.NormFloat64() * 10
}
