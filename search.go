package hone

import "math"

// Any reports whether cond holds for one of 0, ..., n-1. It calls cond for one
// after the other, up to the first for which it holds; cond must have no side
// effects.
func Any(n int, cond func(i int) bool) bool {
	for i := range n {
		if cond(i) {
			return true
		}
	}
	return false
}

// All reports whether cond holds for all of 0, ..., n-1. It calls cond for one
// after the other, up to the first for which it doesn't hold; cond must have
// no side effects.
func All(n int, cond func(i int) bool) bool {
	return !Any(n, func(i int) bool { return !cond(i) })
}

// Count returns for how many of 0, ..., n-1 cond holds. The calls of cond must
// be independent of each other, as the iterations of [Parallel].
func Count(n int, cond func(i int) bool) int {
	return Sum(n, func(i int) int {
		if cond(i) {
			return 1
		}
		return 0
	})
}

// ArgMin returns the first index of the smallest of f(0), ..., f(n-1), and -1 if
// n <= 0. A NaN counts as smaller than any number. The calls of f must be
// independent of each other, as the iterations of [Parallel].
func ArgMin[T Number](n int, f func(i int) T) int {
	return argOf(n, f, func(x, y T) bool { return x < y })
}

// ArgMax returns the first index of the largest of f(0), ..., f(n-1), and -1 if
// n <= 0. A NaN counts as larger than any number. The calls of f must be
// independent of each other, as the iterations of [Parallel].
func ArgMax[T Number](n int, f func(i int) T) int {
	return argOf(n, f, func(x, y T) bool { return x > y })
}

// place is a value and where it is.
type place[T Number] struct {
	v  T
	at int
}

func argOf[T Number](n int, f func(i int) T, before func(x, y T) bool) int {
	none := place[T]{at: math.MaxInt}
	best := Reduce(n, none, func(a, b place[T]) place[T] {
		if comesBefore(b, a, before) {
			return b
		}
		return a
	}, func(i int) place[T] { return place[T]{f(i), i} })
	if best.at == math.MaxInt {
		return -1
	}
	return best.at
}

// comesBefore reports whether a is to be taken rather than b.
func comesBefore[T Number](a, b place[T], before func(x, y T) bool) bool {
	switch nan, other := a.v != a.v, b.v != b.v; {
	case b.at == math.MaxInt:
		return true
	case a.at == math.MaxInt:
		return false
	case nan != other:
		return nan
	case nan || a.v == b.v:
		return a.at < b.at
	}
	return before(a.v, b.v)
}
