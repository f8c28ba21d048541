package hone

// maxKeepRuns is the number of parts in which elements are counted, and then
// put in their places.
const (
	keepRun     = 4096
	maxKeepRuns = 4096
)

// Keep returns the values of f(0), ..., f(n-1) for which f says true, in order.
// The result has just the room that it needs; it is empty, and not nil, if
// there are none. The calls of f must be independent of each other, as the
// iterations of [Parallel]; f may be called twice with each index, to count first,
// and must give the same both times.
func Keep[T any](n int, f func(i int) (v T, keep bool)) []T {
	run, places, kept := keepPlaces(n, f)
	s := make([]T, kept)
	keepIn(s, n, run, places, f)
	return s
}

// KeepIndices returns the indices from 0 to n-1 for which cond holds, in order,
// under the conditions of [Keep].
func KeepIndices(n int, cond func(i int) bool) []int {
	return Keep(n, func(i int) (int, bool) { return i, cond(i) })
}

// KeepInto is [Keep] into dst from its first element on; it returns the number
// of values kept. It panics if they are more than dst has room for: nothing is
// stored then. f must not read what KeepInto stores.
func KeepInto[T any](dst []T, n int, f func(i int) (v T, keep bool)) int {
	if threads() <= 1 && n <= len(dst) { // there is room for all: nothing need be counted first
		return keepSome(dst, 0, 0, n, f)
	}
	run, places, kept := keepPlaces(n, f)
	keepIn(dst[:kept:len(dst)], n, run, places, f)
	return kept
}

// Partition returns the values of f(0), ..., f(n-1): first those for which f
// says true, in order, then the others, in order, and the number of the first.
// The conditions are those of [Keep].
func Partition[T any](n int, f func(i int) (v T, first bool)) (s []T, k int) {
	run, places, k := keepPlaces(n, f)
	s = make([]T, max(n, 0))
	for r := range Parallel(len(places)) {
		lo := r * run
		hi := min(lo+run, n)
		at := places[r]
		rest := k + lo - at
		for i := lo; i < hi; i++ {
			v, first := f(i)
			if first {
				s[at] = v
				at++
			} else {
				s[rest] = v
				rest++
			}
		}
	}
	return s, k
}

// keepPlaces cuts n elements into runs of the same length, and says where what
// is kept of each begins, and how much is kept in all.
func keepPlaces[T any](n int, f func(i int) (T, bool)) (run int, places []int, kept int) {
	n = max(n, 0)
	run = max(keepRun, (n+maxKeepRuns-1)/maxKeepRuns)
	places = make([]int, (n+run-1)/run)
	for r := range Parallel(len(places)) {
		lo := r * run
		places[r] = Count(min(run, n-lo), func(i int) bool {
			_, keep := f(lo + i)
			return keep
		})
	}
	for r, count := range places {
		places[r] = kept
		kept += count
	}
	return run, places, kept
}

// keepIn puts what is kept of each run into its place.
func keepIn[T any](dst []T, n, run int, places []int, f func(i int) (T, bool)) {
	for r := range Parallel(len(places)) {
		keepSome(dst, places[r], r*run, min((r+1)*run, n), f)
	}
}

// keepSome puts what is kept of lo, ..., hi-1 into dst from at on, and returns
// where that ends.
func keepSome[T any](dst []T, at, lo, hi int, f func(i int) (T, bool)) int {
	for i := lo; i < hi; i++ {
		if v, keep := f(i); keep {
			dst[at] = v
			at++
		}
	}
	return at
}
