package hone

// scanRun is the number of elements of a run in the canonical order of scans;
// no power of two, so that runs beside each other lie in other cache lines of a
// set. scanRound is how many elements several threads scan before what came
// before them is combined into each: so many that their meeting twice costs
// little, so few that they are still in the last cache. Fewer than scanAlone aren't worth
// several threads.
const (
	scanRun   = 544
	scanRound = 1024 * scanRun
	scanAlone = 8 * scanRun
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
// from n alone: from left to right within runs of 544 elements, beginning with
// id; the results of the runs from left to right, beginning with id; then each
// element with what came before its run. So the result is the same on every
// machine, for any number of threads, and in library mode. The op must have no
// side effects, and the calls of f must be independent of each other, as the
// iterations of [Parallel]; f may be called twice with an index, and must give
// the same both times.
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

// scan is all of these. Each run is scanned on its own, in its place; then each
// element is combined with what came before its run (Blelloch, "Prefix Sums and
// Their Applications", 1990). On one thread that follows at once, while the run
// is in the nearest cache; else round by round.
func scan[T any](dst []T, id T, op func(a, b T) T, f func(i int) T, exclusive, right bool) (total T) {
	total = id
	x := scanning[T]{dst, id, op, exclusive, right}
	if threads() == 1 || len(dst) < scanAlone {
		k := 0
		for ; !integers[T]() && k+4*scanRun <= len(dst); k += 4 * scanRun {
			x.take(k, 4*scanRun, f)
			a, b, c, d := x.fourRuns(k)
			for r, sum := range [...]T{a, b, c, d} {
				x.behind(k+r*scanRun, total)
				total = x.join(total, sum)
			}
		}
		for ; k < len(dst); k += scanRun {
			total = x.runBehind(k, total, f)
		}
		return total
	}
	before := make([]T, (min(len(dst), scanRound)+scanRun-1)/scanRun)
	for start := 0; start < len(dst); start += scanRound {
		n := min(scanRound, len(dst)-start)
		runs := (n + scanRun - 1) / scanRun
		if integers[T]() { // of which what comes first is worth no memory, and has lanes
			for r := range Parallel(runs) {
				before[r] = x.total(start+r*scanRun, f)
			}
			total = x.follow(before[:runs], total)
			for r := range Parallel(runs) {
				x.runBehind(start+r*scanRun, before[r], f)
			}
			continue
		}
		fours := n / (4 * scanRun)
		for r := range Parallel(fours) {
			k := start + 4*r*scanRun
			x.take(k, 4*scanRun, f)
			a, b, c, d := x.fourRuns(k)
			before[4*r], before[4*r+1], before[4*r+2], before[4*r+3] = a, b, c, d
		}
		rest := start + 4*fours*scanRun
		for r := range Parallel(runs - 4*fours) {
			k := rest + r*scanRun
			x.take(k, scanRun, f)
			before[4*fours+r] = x.oneRun(k)
		}
		total = x.follow(before[:runs], total)
		for r := range Parallel(runs) {
			x.behind(start+r*scanRun, before[r])
		}
	}
	return total
}

// scanning is a scan. Elements are counted from where it begins: at the left,
// or at the right.
type scanning[T any] struct {
	dst              []T
	id               T
	op               func(a, b T) T
	exclusive, right bool
}

// join combines what the scan has come by with what comes next.
func (x scanning[T]) join(a, b T) T {
	if x.right {
		return x.op(b, a)
	}
	return x.op(a, b)
}

// follow puts in the place of each run's result what comes before it, and returns
// the result of all.
func (x scanning[T]) follow(runs []T, total T) T {
	for r, sum := range runs {
		runs[r] = total
		total = x.join(total, sum)
	}
	return total
}

// total is the result of all of the run that begins at k.
func (x scanning[T]) total(k int, f func(i int) T) T {
	sum := x.id
	for i := k; i < min(k+scanRun, len(x.dst)); i++ {
		sum = x.join(sum, f(x.index(i)))
	}
	return sum
}

// index is where element i is.
func (x scanning[T]) index(i int) int {
	if x.right {
		return len(x.dst) - 1 - i
	}
	return i
}

// take puts up to n elements from k on into their places.
func (x scanning[T]) take(k, n int, f func(i int) T) {
	n = min(n, len(x.dst)-k)
	first := k
	if x.right {
		first = len(x.dst) - k - n
	}
	part := x.dst[first : first+n]
	for i := range part {
		part[i] = f(first + i)
	}
}

// oneRun scans the run that begins at k in its place, and returns the result of
// all of it.
func (x scanning[T]) oneRun(k int) T {
	sum := x.id
	for i := k; i < min(k+scanRun, len(x.dst)); i++ {
		sum = x.next(i, sum)
	}
	return sum
}

// fourRuns scans four runs from k on at a time, so that what is combined in one
// needn't wait for the others, and returns their results.
func (x scanning[T]) fourRuns(k int) (a, b, c, d T) {
	a, b, c, d = x.id, x.id, x.id, x.id
	for i := k; i < k+scanRun; i++ {
		a = x.next(i, a)
		b = x.next(i+scanRun, b)
		c = x.next(i+2*scanRun, c)
		d = x.next(i+3*scanRun, d)
	}
	return a, b, c, d
}

// next goes from sum, the result before element i, to the result behind it, and
// puts the one of the two that is asked for into its place.
func (x scanning[T]) next(i int, sum T) T {
	i = x.index(i)
	next := x.join(sum, x.dst[i])
	if x.exclusive {
		x.dst[i] = sum
	} else {
		x.dst[i] = next
	}
	return next
}

// behind combines each element of a run that was scanned on its own with what
// came before the run.
func (x scanning[T]) behind(k int, before T) {
	part := x.dst[k:min(k+scanRun, len(x.dst))]
	if x.right {
		part = x.dst[max(len(x.dst)-k-scanRun, 0) : len(x.dst)-k]
	}
	for i := range part {
		part[i] = x.join(before, part[i])
	}
}

// runBehind scans the run that begins at k behind what came before it, and
// returns the result of both.
func (x scanning[T]) runBehind(k int, before T, f func(i int) T) T {
	sum := x.id
	for i := k; i < min(k+scanRun, len(x.dst)); i++ {
		at := x.index(i)
		v := sum
		sum = x.join(sum, f(at))
		if !x.exclusive {
			v = sum
		}
		x.dst[at] = x.join(before, v)
	}
	return x.join(before, sum)
}
