package hone

// Scatter stores v at dst[at] for the pairs at, v = f(0), ..., f(n-1). No two
// of them may go to the same place; with HONE=race in the environment, compiled
// programs find those that do. The calls of f must be independent of each
// other and of what is stored, as the iterations of [Parallel]. It panics as
// the loop does that it stands for:
//
//	for i := range hone.Parallel(n) {
//		at, v := f(i)
//		dst[at] = v
//	}
func Scatter[T any](dst []T, n int, f func(i int) (at int, v T)) {
	for i := range Parallel(n) {
		at, v := f(i)
		dst[at] = v
	}
}

// ScatterReduce combines dst[at] with v by op, for the pairs at, v = f(0), ...,
// f(n-1); several may go to the same place, where they are combined in order:
//
//	for i := range n {
//		at, v := f(i)
//		dst[at] = op(dst[at], v)
//	}
//
// The calls of f must be independent of each other and of dst.
func ScatterReduce[T any](dst []T, n int, op func(a, b T) T, f func(i int) (at int, v T)) {
	for i := range n {
		at, v := f(i)
		dst[at] = op(dst[at], v)
	}
}

// Histogram combines v into bin at, for the pairs at, v = f(0), ..., f(n-1), and
// returns the bins; those that get nothing are id. It panics if an at is not
// in [0, bins), and as make does if bins is negative or too large.
//
//	count := hone.Histogram(len(img), 256, 0, func(a, b int) int { return a + b },
//		func(i int) (int, int) { return int(img[i]), 1 })
//
// The op must be associative and commutative, if perhaps only up to rounding,
// and id its neutral element. Values that aren't integers are combined in a
// canonical order, which follows from n and bins alone: their indices are cut
// into up to 16 equal parts, each of 16384 elements and 16 elements per bin at
// least; in each, elements of a bin are combined from left to right, beginning
// with id, and then the results of the parts from left to right. So the result
// is the same on every machine, for any number of threads, and in library mode.
// The op must have no side effects, and the calls of f must be independent of
// each other, as the iterations of [Parallel].
func Histogram[T any](n, bins int, id T, op func(a, b T) T, f func(i int) (at int, v T)) []T {
	s := make([]T, bins)
	n = max(n, 0)
	parts := min(n/16384, n/16/max(bins, 1), 16)
	if integers[T]() { // any order gives the same
		parts = min(n/16384, n/4/max(bins, 1), threads())
	}
	if parts <= 1 {
		histogramOf(s, 0, n, id, op, f)
		return s
	}
	part := (n + parts - 1) / parts
	if !integers[T]() && threads() <= 1 {
		histogramOf(s, 0, part, id, op, f)
		next := make([]T, bins)
		for p := 1; p < parts; p++ {
			histogramOf(next, p*part, min((p+1)*part, n), id, op, f)
			for b, v := range next {
				s[b] = op(s[b], v)
			}
		}
		return s
	}
	copies := make([]T, parts*bins)
	for p := range Parallel(parts) {
		histogramOf(copies[p*bins:(p+1)*bins], p*part, min((p+1)*part, n), id, op, f)
	}
	for b := range Parallel(bins) {
		v := copies[b]
		for p := 1; p < parts; p++ {
			v = op(v, copies[p*bins+b])
		}
		s[b] = v
	}
	return s
}

// histogramOf is the histogram of the elements from lo to hi, into s.
func histogramOf[T any](s []T, lo, hi int, id T, op func(a, b T) T, f func(i int) (at int, v T)) {
	for b := range s {
		s[b] = id
	}
	for i := lo; i < hi; i++ {
		at, v := f(i)
		s[at] = op(s[at], v)
	}
}
