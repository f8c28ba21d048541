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
		n := min(scanRound, len(dst)-start)
		runs := (n + scanRun - 1) / scanRun
		fours := n / (4 * scanRun)
		for r := range Parallel(fours) {
			scanFourRuns(dst, start+4*r*scanRun, before[4*r:4*r+4], id, op, f, exclusive, right)
		}
		for r := 4 * fours; r < runs; r++ {
			before[r] = scanOneRun(dst, start+r*scanRun, id, op, f, exclusive, right)
		}
		for r := range runs {
			sum := before[r]
			before[r] = total
			total = follow(total, sum, op, right)
		}
		for r := range Parallel(runs) {
			k := start + r*scanRun
			part := dst[k:min(k+scanRun, len(dst))]
			if right {
				part = dst[max(len(dst)-k-scanRun, 0) : len(dst)-k]
			}
			for i := range part {
				part[i] = follow(before[r], part[i], op, right)
			}
		}
	}
	return total
}

// scanOneRun scans the run that begins at k, counted from where the scan
// begins, and returns the result of all of it.
func scanOneRun[T any](dst []T, k int, id T, op func(a, b T) T, f func(i int) T, exclusive, right bool) T {
	sum := id
	for i := k; i < min(k+scanRun, len(dst)); i++ {
		sum = scanOne(dst, i, sum, op, f, exclusive, right)
	}
	return sum
}

// scanFourRuns scans four runs from k on at a time, so that what is combined in
// one needn't wait for the others, and puts their results into sums.
func scanFourRuns[T any](dst []T, k int, sums []T, id T, op func(a, b T) T, f func(i int) T, exclusive, right bool) {
	a, b, c, d := id, id, id, id
	for i := k; i < k+scanRun; i++ {
		a = scanOne(dst, i, a, op, f, exclusive, right)
		b = scanOne(dst, i+scanRun, b, op, f, exclusive, right)
		c = scanOne(dst, i+2*scanRun, c, op, f, exclusive, right)
		d = scanOne(dst, i+3*scanRun, d, op, f, exclusive, right)
	}
	sums[0], sums[1], sums[2], sums[3] = a, b, c, d
}

// scanOne goes from sum, the result before element i, counted from where the
// scan begins, to the result behind it, and stores the one of the two that is
// asked for.
func scanOne[T any](dst []T, i int, sum T, op func(a, b T) T, f func(i int) T, exclusive, right bool) T {
	if right {
		i = len(dst) - 1 - i
	}
	next := follow(sum, f(i), op, right)
	if exclusive {
		dst[i] = sum
	} else {
		dst[i] = next
	}
	return next
}

// follow combines what a scan has come by with what comes next.
func follow[T any](a, b T, op func(a, b T) T, right bool) T {
	if right {
		return op(b, a)
	}
	return op(a, b)
}
