package hone

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
	if library() {
		count := 0
		for i := range n {
			if cond(i) {
				count++
			}
		}
		return count
	}
	return Sum(n, func(i int) int {
		if cond(i) {
			return 1
		}
		return 0
	})
}

// ArgMin returns the first index of the smallest of f(0), ..., f(n-1), and -1 if
// n <= 0. A NaN counts as smaller than any number. The calls of f must be
// independent of each other, as the iterations of [Parallel]; f may be called
// twice with an index, and must give the same both times.
func ArgMin[T Number](n int, f func(i int) T) int {
	if library() {
		if n <= 0 {
			return -1
		}
		v, at := f(0), 0
		for i := 1; i < n; i++ {
			if x := f(i); !(x >= v) && v == v { // better, or the first NaN
				v, at = x, i
			}
		}
		return at
	}
	return argOf(n, f, Min[T], func(x, y T) bool { return x < y || x != x && y == y })
}

// ArgMax returns the first index of the largest of f(0), ..., f(n-1), and -1 if
// n <= 0. A NaN counts as larger than any number. The calls of f must be
// independent of each other, as the iterations of [Parallel]; f may be called
// twice with an index, and must give the same both times.
func ArgMax[T Number](n int, f func(i int) T) int {
	if library() {
		if n <= 0 {
			return -1
		}
		v, at := f(0), 0
		for i := 1; i < n; i++ {
			if x := f(i); !(x <= v) && v == v { // better, or the first NaN
				v, at = x, i
			}
		}
		return at
	}
	return argOf(n, f, Max[T], func(x, y T) bool { return x > y || x != x && y == y })
}

// argRun is the number of elements of which the best is found first, and only
// in the first run that has the best of all then its place.
const (
	argBits = 13
	argRun  = 1 << argBits
)

// argOf goes over all elements once, without a branch on the way: so compiled
// code does it for several at once.
func argOf[T Number](n int, f func(i int) T, best func(n int, f func(i int) T) T, better func(x, y T) bool) int {
	runs := (max(n, 0) + argRun - 1) >> argBits
	bestOf := func(r int) T {
		lo := r * argRun
		return best(min(argRun, n-lo), func(i int) T { return f(lo + i) })
	}
	v, run := best(0, f), 0
	if threads() < 1 { // no slice is made in an iteration
		for r := range runs {
			if x := bestOf(r); better(x, v) {
				v, run = x, r
			}
		}
	} else {
		for r, x := range Build(runs, bestOf) {
			if better(x, v) {
				v, run = x, r
			}
		}
	}
	lo := max(run*argRun, 0) // which the compiler does not see by itself
	return placeOf(lo, min(n, lo+argRun), v, f, better)
}

// placeOf returns the first index from lo to hi where f gives v, the best there,
// and -1 if there is none.
func placeOf[T Number](lo, hi int, v T, f func(i int) T, better func(x, y T) bool) int {
	if hi <= lo {
		return -1
	}
	for i := lo; i < hi; i++ {
		if x := f(i); x == v || x != x && v != v {
			return i
		}
	}
	// Products and sums are fused in one call of f and not in the other: it depends on what is around it.
	at := lo
	v = f(at)
	for i := lo + 1; i < hi; i++ {
		if x := f(i); better(x, v) {
			v, at = x, i
		}
	}
	return at
}
