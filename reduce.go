package hone

import (
	"math"
	"reflect"
	"sync"
	"unsafe"
)

// Number is any type of integers or floating-point numbers.
type Number interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 |
		~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr |
		~float32 | ~float64
}

// Arithmetic is any type of numbers, complex ones included.
type Arithmetic interface {
	Number | ~complex64 | ~complex128
}

// Sum returns f(0) + f(1) + ... + f(n-1), added up in the canonical order (see
// the package comment), and 0 if n <= 0. The calls of f must be independent of
// each other. Integers wrap around.
func Sum[T Arithmetic](n int, f func(i int) T) T {
	var acc [256]T
	return reduceNumbers(acc[:], n, 0, func(a, b T) T { return a + b }, func(k, at int) {
		for j := range acc[:k] {
			acc[j] += f(at + j)
		}
	})
}

// Product returns f(0) * f(1) * ... * f(n-1), multiplied in the canonical order
// (see the package comment), and 1 if n <= 0. The calls of f must be
// independent of each other. Integers wrap around.
func Product[T Arithmetic](n int, f func(i int) T) T {
	mul := func(a, b T) T { return a * b }
	switch reflect.TypeFor[T]().Kind() {
	case reflect.Complex64, reflect.Complex128: // x*1 may be another than x: its infinities become NaNs
		return Reduce(n, 1, mul, f)
	}
	var acc [256]T
	return reduceNumbers(acc[:], n, 1, mul, func(k, at int) {
		for j := range acc[:k] {
			acc[j] *= f(at + j)
		}
	})
}

// Min returns the smallest of f(0), ..., f(n-1). As with the built-in min, the
// result is NaN if any value is NaN, and -0 is smaller than 0. If n <= 0 the
// result is the largest value of T: +Inf for floating-point numbers. The calls
// of f must be independent of each other.
func Min[T Number](n int, f func(i int) T) T {
	_, id := extremes[T]()
	var acc [256]T
	return reduceNumbers(acc[:], n, id, func(a, b T) T { return min(a, b) }, func(k, at int) {
		for j := range acc[:k] {
			acc[j] = min(acc[j], f(at+j))
		}
	})
}

// Max returns the largest of f(0), ..., f(n-1). As with the built-in max, the
// result is NaN if any value is NaN, and 0 is larger than -0. If n <= 0 the
// result is the smallest value of T: -Inf for floating-point numbers. The
// calls of f must be independent of each other.
func Max[T Number](n int, f func(i int) T) T {
	id, _ := extremes[T]()
	var acc [256]T
	return reduceNumbers(acc[:], n, id, func(a, b T) T { return max(a, b) }, func(k, at int) {
		for j := range acc[:k] {
			acc[j] = max(acc[j], f(at+j))
		}
	})
}

// Reduce combines f(0), ..., f(n-1) by op in the canonical order (see the
// package comment), and returns id if n <= 0.
//
// The op should be associative and commutative, if perhaps only up to rounding,
// and id its neutral element, op(id, x) == x: id is used many times. Inside an
// iteration of a parallel loop or of another reduction compiled code goes
// either in the canonical order or from left to right; which, follows from the
// program alone. So whatever op is, the result is the same on every machine,
// for any number of threads, and elsewhere than inside an iteration it is the
// same in library mode. op must have no side effects, and the calls of f must
// be independent of each other.
func Reduce[T any](n int, id T, op func(a, b T) T, f func(i int) T) T {
	if n <= 0 {
		return id
	}
	switch w := partials[T](); {
	case w <= 32:
		var acc [32]T
		return reduceAny(acc[:w], n, id, op, f)
	case w <= 64:
		var acc [64]T
		return reduceAny(acc[:w], n, id, op, f)
	default:
		var acc [256]T
		return reduceAny(acc[:w], n, id, op, f)
	}
}

// reduceAny computes Reduce for n > 0; acc is where the partial results go.
func reduceAny[T any](acc []T, n int, id T, op func(a, b T) T, f func(i int) T) T {
	return reduceBlocks(acc, n, id, op, func(k, at int) {
		for j := range acc[:k] {
			acc[j] = op(acc[j], f(at+j))
		}
	})
}

// blockLen is the number of elements of a block in the canonical order.
const blockLen = 8192

// reduceBlocks computes a reduction for n > 0; acc is where the partial results
// go. fold combines the first k of them with the values of f from one index on: a
// loop that knows the op has one call of a function less for each element.
func reduceBlocks[T any](acc []T, n int, id T, op func(a, b T) T, fold func(k, at int)) T {
	var result T
	for start, left := 0, n; left > 0; start, left = start+blockLen, left-blockLen {
		m := min(left, blockLen)
		for j := range acc {
			acc[j] = id
		}
		for i := 0; i < m; i += len(acc) {
			fold(min(len(acc), m-i), start+i)
		}
		for w := len(acc) / 2; w > 0; w /= 2 {
			for j := range acc[:w] {
				acc[j] = op(acc[j], acc[j+w])
			}
		}
		if start == 0 {
			result = acc[0]
		} else {
			result = op(result, acc[0])
		}
	}
	return result
}

// reduceNumbers is Reduce for an id that is really neutral: op(x, id) is x for
// every x that op returns. So for n < W the partial results from n on, all of
// them id, need not be combined, and Sum of two numbers costs two additions.
// (It holds for sums although 0 + -0 is 0, because a sum that starts as 0 never
// is -0.)
func reduceNumbers[T Arithmetic](acc []T, n int, id T, op func(a, b T) T, fold func(k, at int)) T {
	if n <= 0 {
		return id
	}
	w := 256 / scalarSize(reflect.TypeFor[T]().Kind())
	if n >= w {
		return reduceBlocks(acc[:w], n, id, op, fold)
	}
	for j := range acc[:n] {
		acc[j] = id
	}
	fold(n, 0)
	for w /= 2; w > 0; w /= 2 {
		for j := 0; j < w && j+w < n; j++ {
			acc[j] = op(acc[j], acc[j+w])
		}
	}
	return acc[0]
}

// partials returns W of the canonical order, the number of partial results for
// elements of type T.
func partials[T any]() int {
	t := reflect.TypeFor[T]()
	if size := scalarSize(t.Kind()); size > 0 {
		return 256 / size
	}
	if w, ok := partialsOf.Load(t); ok {
		return w.(int)
	}
	w := 32
	if size, ok := widest(t); ok && size > 0 {
		w = 256 / size
	}
	partialsOf.Store(t, w)
	return w
}

var partialsOf sync.Map // from reflect.Type to int

// widest returns the size in bytes of the widest scalar in t, or 0 if there is
// none; ok is false if t has parts that are no scalars.
func widest(t reflect.Type) (size int, ok bool) {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			s, ok := widest(t.Field(i).Type)
			if !ok {
				return 0, false
			}
			size = max(size, s)
		}
		return size, true
	case reflect.Array:
		return widest(t.Elem())
	}
	size = scalarSize(t.Kind())
	return size, size > 0
}

// scalarSize returns the size in bytes of a scalar type, or 0 for others. int,
// uint and uintptr have 8 bytes here on every platform, so that the canonical
// order is the same.
func scalarSize(k reflect.Kind) int {
	switch k {
	case reflect.Bool, reflect.Int8, reflect.Uint8:
		return 1
	case reflect.Int16, reflect.Uint16:
		return 2
	case reflect.Int32, reflect.Uint32, reflect.Float32, reflect.Complex64:
		return 4
	case reflect.Int, reflect.Uint, reflect.Uintptr, reflect.Int64, reflect.Uint64,
		reflect.Float64, reflect.Complex128:
		return 8
	}
	return 0
}

// extremes returns the smallest and the largest value of T.
func extremes[T Number]() (lo, hi T) {
	var zero T
	one := T(1)
	switch {
	case one/2 != 0: // a floating-point type
		return T(math.Inf(-1)), T(math.Inf(1))
	case zero-one > 0: // an unsigned type
		return zero, zero - one
	}
	top := int64(1)<<(8*unsafe.Sizeof(zero)-1) - 1
	return T(-top - 1), T(top)
}
