package hone

import "math"

// Build returns the slice {f(0), f(1), ..., f(n-1)}. It panics as make does if
// n is negative or too large. The calls of f must be independent of each
// other, as the iterations of [Parallel]; in library mode they are made in
// order.
func Build[T any](n int, f func(i int) T) []T {
	s := make([]T, n)
	for i := range s {
		s[i] = f(i)
	}
	return s
}

// Build2 returns the values of f for the pairs (0, 0), (0, 1), ..., (h-1, w-1)
// in row-major order: that of (y, x) is element y*w+x. It panics as make does
// if h or w is negative, or their product too large. The calls of f must be
// independent of each other, as the iterations of [Parallel2].
func Build2[T any](h, w int, f func(y, x int) T) []T {
	s := make([]T, area(h, w))
	for y, x := range Parallel2(h, w) {
		s[y*w+x] = f(y, x)
	}
	return s
}

// Build3 returns the values of f for the triples (0, 0, 0), (0, 0, 1), ...,
// (d-1, h-1, w-1) in row-major order: that of (z, y, x) is element
// (z*h+y)*w+x. It panics as make does if one of d, h and w is negative, or
// their product too large. The calls of f must be independent of each other,
// as the iterations of [Parallel3].
func Build3[T any](d, h, w int, f func(z, y, x int) T) []T {
	s := make([]T, area(d, area(h, w)))
	for i := range Parallel3(d, h, w) {
		s[(i[0]*h+i[1])*w+i[2]] = f(i[0], i[1], i[2])
	}
	return s
}

// area returns h*w, or what no slice has as its length if that can't be one's.
func area(h, w int) int {
	if h < 0 || w < 0 || w > 0 && h > math.MaxInt/w {
		return -1
	}
	return h * w
}
