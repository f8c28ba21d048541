package hone

// scanRun is the number of elements of a run in the canonical order of scans,
// and scanRound how many elements are scanned before what came before them is
// combined into each: so many that this costs every core little, so few that
// they are still in the cache.
const (
	scanRun   = 512
	scanRound = 512 * scanRun
)

// Scan returns the running results of op over f(0), ..., f(n-1), each with its
// own element:
//
//	s[i] = f(0) op f(1) op ... op f(i)
//
// It panics as make does if n is negative or too large.
//
// The op must be associative, if perhaps only up to rounding, and id its
// neutral element. Elements are combined in a canonical order, which follows
// from n alone: from left to right within runs of 512 elements, beginning with
// id; the results of the runs from left to right, beginning with id; then each
// element with what came before its run. So the result is the same on every
// machine, for any number of threads, and in library mode. The op must have no
// side effects, and the calls of f must be independent of each other, as the
// iterations of [Parallel].
//
// A plain loop that adds up floating-point numbers as it goes (s += x[i];
// y[i] = s) has each addition wait for the one before, in compiled code as
// well; Scan hasn't.
func Scan[T any](n int, id T, op func(a, b T) T, f func(i int) T) []T {
	s := make([]T, n)
	scan(s, id, op, f, false, false)
	return s
}

// ScanExclusive is [Scan] without each one's own element, which begins with id,
// and the result of all:
//
//	s[i] = id op f(0) op ... op f(i-1)
//	total = id op f(0) op ... op f(n-1)
func ScanExclusive[T any](n int, id T, op func(a, b T) T, f func(i int) T) (s []T, total T) {
	s = make([]T, n)
	total = scan(s, id, op, f, true, false)
	return s, total
}

// ScanRight is [Scan] from the right:
//
//	s[i] = f(i) op f(i+1) op ... op f(n-1)
//
// The runs of its canonical order begin at the right, too.
func ScanRight[T any](n int, id T, op func(a, b T) T, f func(i int) T) []T {
	s := make([]T, n)
	scan(s, id, op, f, false, true)
	return s
}

// ScanRightExclusive is [ScanRight] without each one's own element, and the
// result of all:
//
//	s[i] = f(i+1) op ... op f(n-1) op id
func ScanRightExclusive[T any](n int, id T, op func(a, b T) T, f func(i int) T) (s []T, total T) {
	s = make([]T, n)
	total = scan(s, id, op, f, true, true)
	return s, total
}

// ScanInto is [Scan] with n = len(dst) into dst; it returns the result of all,
// id if dst is empty. Of dst, f(i) may read dst[i] only: x may be scanned in
// place. If f or op panics, what dst holds afterwards is not specified.
func ScanInto[T any](dst []T, id T, op func(a, b T) T, f func(i int) T) (total T) {
	return scan(dst, id, op, f, false, false)
}

// ScanExclusiveInto is [ScanExclusive] into dst, as [ScanInto] is Scan.
func ScanExclusiveInto[T any](dst []T, id T, op func(a, b T) T, f func(i int) T) (total T) {
	return scan(dst, id, op, f, true, false)
}

// ScanRightInto is [ScanRight] into dst, as [ScanInto] is Scan.
func ScanRightInto[T any](dst []T, id T, op func(a, b T) T, f func(i int) T) (total T) {
	return scan(dst, id, op, f, false, true)
}

// ScanRightExclusiveInto is [ScanRightExclusive] into dst, as [ScanInto] is Scan.
func ScanRightExclusiveInto[T any](dst []T, id T, op func(a, b T) T, f func(i int) T) (total T) {
	return scan(dst, id, op, f, true, true)
}

// scan is all of these. Each run is scanned on its own first, into its place;
// then each element is combined with what came before its run (Blelloch,
// "Prefix Sums and Their Applications", 1990), round by round.
func scan[T any](dst []T, id T, op func(a, b T) T, f func(i int) T, exclusive, right bool) (total T) {
	total = id
	before := make([]T, (min(len(dst), scanRound)+scanRun-1)/scanRun)
	for start := 0; start < len(dst); start += scanRound {
		runs := (min(scanRound, len(dst)-start) + scanRun - 1) / scanRun
		for r := range Parallel(runs) {
			before[r] = scanRunOf(dst, start+r*scanRun, id, op, f, exclusive, right)
		}
		for r := range runs {
			sum := before[r]
			before[r] = total
			total = follow(total, sum, op, right)
		}
		for r := range Parallel(runs) {
			lo, hi := runIn(dst, start+r*scanRun, right)
			for i := lo; i < hi; i++ {
				dst[i] = follow(before[r], dst[i], op, right)
			}
		}
	}
	return total
}

// scanRunOf scans the run that begins at k, counted from where the scan begins,
// and returns the result of all of it.
func scanRunOf[T any](dst []T, k int, id T, op func(a, b T) T, f func(i int) T, exclusive, right bool) T {
	sum := id
	lo, hi := runIn(dst, k, right)
	for j := range hi - lo {
		i := lo + j
		if right {
			i = hi - 1 - j
		}
		v := f(i)
		if exclusive {
			dst[i] = sum
		}
		sum = follow(sum, v, op, right)
		if !exclusive {
			dst[i] = sum
		}
	}
	return sum
}

// runIn returns where the run that begins at k, counted from where the scan
// begins, lies in dst.
func runIn[T any](dst []T, k int, right bool) (lo, hi int) {
	if right {
		return max(len(dst)-k-scanRun, 0), len(dst) - k
	}
	return k, min(k+scanRun, len(dst))
}

// follow combines what a scan has come by with what comes next.
func follow[T any](a, b T, op func(a, b T) T, right bool) T {
	if right {
		return op(b, a)
	}
	return op(a, b)
}
