package hone

import (
	"iter"
	"reflect"
)

// Parallel yields 0, 1, ..., n-1, and nothing if n <= 0. Ranging over it
// declares that the iterations are independent, so that compiled code may run
// them at the same time and in any order:
//
//	for i := range hone.Parallel(len(x)) {
//		y[i] = f(x[i])
//	}
//
// No iteration may write what another one reads or writes, but that several
// may write the same value to one place that none reads. With HONE=race in the
// environment, compiled programs look for iterations that do otherwise. In
// library mode the iterations run one after the other, in order.
//
// If iterations panic, the panic of the first one in order is raised; in
// compiled code later iterations may have run as well. A
// function with a loop that may be left early, by break or return, is not
// compiled.
func Parallel(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := 0; i < n; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

// Parallel2 is [Parallel] over the pairs (0, 0), (0, 1), ..., (h-1, w-1), in
// row-major order. It yields nothing if h <= 0 or w <= 0.
//
//	for y, x := range hone.Parallel2(height, width) {
//		img[y*width+x] = shade(x, y)
//	}
func Parallel2(h, w int) iter.Seq2[int, int] {
	if w <= 0 {
		h = 0 // else it would take h steps to yield nothing
	}
	return func(yield func(int, int) bool) {
		for y := 0; y < h; y++ {
			for x := 0; x < w; x++ {
				if !yield(y, x) {
					return
				}
			}
		}
	}
}

// threads is the number of threads that a loop over Parallel may run on: 1 in
// library mode, 0 inside of such a loop. Whatever it is, results must be the
// same; it is for choosing between ways to come by them.
func threads() int { return libraryThreads }

// libraryThreads is what threads returns in library mode; only tests change it.
var libraryThreads = 1

// library reports that this is plain Go and not compiled, so that the shortest
// way to a result is the fastest one.
func library() bool { return libraryThreads == 1 }

// integers reports whether T's values are integers.
func integers[T any]() bool {
	switch reflect.TypeFor[T]().Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return true
	}
	return false
}

// Parallel3 is [Parallel] over the triples {0, 0, 0}, {0, 0, 1}, ...,
// {d-1, h-1, w-1}, in row-major order. It yields nothing if one of d, h and w
// is 0 or less.
//
//	for i := range hone.Parallel3(depth, height, width) {
//		z, y, x := i[0], i[1], i[2]
//		vol[(z*height+y)*width+x] = density(z, y, x)
//	}
func Parallel3(d, h, w int) iter.Seq[[3]int] {
	if h <= 0 || w <= 0 {
		d = 0
	}
	return func(yield func([3]int) bool) {
		for z := 0; z < d; z++ {
			for y := 0; y < h; y++ {
				for x := 0; x < w; x++ {
					if !yield([3]int{z, y, x}) {
						return
					}
				}
			}
		}
	}
}

// Range yields lo, lo+1, ..., hi-1, and nothing if lo >= hi. It is an ordinary
// sequential loop as a function.
func Range(lo, hi int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := lo; i < hi; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

// Step yields lo, lo+step, lo+2*step, ... while these are below hi, or above
// hi if step is negative. It panics, with an integer division by zero, if step
// is 0. hi-lo must not overflow.
func Step(lo, hi, step int) iter.Seq[int] {
	n := (hi - lo) / step
	if (hi-lo)%step != 0 && (lo < hi) == (step > 0) {
		n++
	}
	return func(yield func(int) bool) {
		for k := 0; k < n; k++ {
			if !yield(lo + k*step) {
				return
			}
		}
	}
}

// Unroll yields lo, lo+1, ..., hi-1 like [Range]. In compiled code the loop is
// unrolled completely, with each index a constant, so lo and hi have to be
// known at compile time: constants, or arguments that become constants when
// functions are inlined.
func Unroll(lo, hi int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := lo; i < hi; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

// Hide returns x. In compiled code the result is not known at compile time even
// if x is: nothing is computed, specialised or unrolled on the strength of it.
func Hide[T any](x T) T { return x }
