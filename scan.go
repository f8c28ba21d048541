package hone

// scanRun is the number of elements of a run in the canonical order of scans.
// scanRound is how many elements several threads scan in two passes: so many
// that their meeting twice costs little, so few that they are still in the last
// cache when they are scanned. Fewer than scanAlone aren't worth several threads.
const (
	scanRun   = 512
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
// from n alone, in groups of eight and runs of 512. In a group they are combined
// one by one: for a, ..., h there are a, ab, (ab)c, ..., ((((((ab)c)d)e)f)g)h.
// What has come before a group is the result of all runs before its own, which
// are combined from left to right, beginning with id, each of its groups from
// left to right, beginning with id; and then of the groups of its own run before
// it, one by one. Up to seven elements at the end of all are a group of which each
// is combined with all before it, beginning with id.
// So the result is the same on every machine, for any number of threads, and in
// library mode. The op must have no side effects, and the calls of f must be
// independent of each other, as the iterations of [Parallel]; f may be called
// twice with an index, and must give the same both times.
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

// scan is all of these. From one group to the next there is a single application
// of op, and groups are independent of each other but for that. Several threads
// have the results of all runs of a round first (Blelloch, "Prefix Sums and Their
// Applications", 1990).
func scan[T any](dst []T, id T, op func(a, b T) T, f func(i int) T, exclusive, right bool) (total T) {
	total = id
	x := scanning[T]{dst, id, op, exclusive, right}
	if threads() <= 1 || len(dst) < scanAlone {
		for k := 0; k < len(dst); k += scanRun {
			total = x.join(total, x.run(k, total, f))
		}
		return total
	}
	before := make([]T, (min(len(dst), scanRound)+scanRun-1)/scanRun)
	for start := 0; start < len(dst); start += scanRound {
		n := min(scanRound, len(dst)-start)
		runs := (n + scanRun - 1) / scanRun
		for r := range Parallel(runs) {
			before[r] = x.total(start+r*scanRun, f)
		}
		total = x.follow(before[:runs], total)
		for r := range Parallel(runs) {
			x.run(start+r*scanRun, before[r], f)
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

// index is where element i is.
func (x scanning[T]) index(i int) int {
	if x.right {
		return len(x.dst) - 1 - i
	}
	return i
}

// end is the end of the run that begins at k.
func (x scanning[T]) end(k int) int { return min(k+scanRun, len(x.dst)) }

// total is the result of the run that begins at k.
func (x scanning[T]) total(k int, f func(i int) T) T {
	sum := x.id
	end := x.end(k)
	if !integers[T]() { // else any order gives the same
		for ; k+8 <= end; k += 8 {
			_, _, _, _, _, _, _, all := x.group(k, f)
			sum = x.join(sum, all)
		}
	}
	rest := x.id
	for ; k < end; k++ {
		rest = x.join(rest, f(x.index(k)))
	}
	return x.join(sum, rest)
}

// group gives the running results in the group that begins at k.
func (x scanning[T]) group(k int, f func(i int) T) (s0, s1, s2, s3, s4, s5, s6, s7 T) {
	s0, s1, s2, s3 = f(x.index(k)), f(x.index(k+1)), f(x.index(k+2)), f(x.index(k+3))
	s4, s5, s6, s7 = f(x.index(k+4)), f(x.index(k+5)), f(x.index(k+6)), f(x.index(k+7))
	s1 = x.join(s0, s1)
	s2 = x.join(s1, s2)
	s3 = x.join(s2, s3)
	s4 = x.join(s3, s4)
	s5 = x.join(s4, s5)
	s6 = x.join(s5, s6)
	s7 = x.join(s6, s7)
	return s0, s1, s2, s3, s4, s5, s6, s7
}

// run scans the run that begins at k behind what came before it, and returns the
// result of the run.
func (x scanning[T]) run(k int, before T, f func(i int) T) T {
	sum := x.id
	end := x.end(k)
	if !integers[T]() {
		for ; k+8 <= end; k += 8 {
			s0, s1, s2, s3, s4, s5, s6, s7 := x.group(k, f)
			at := k
			if x.exclusive {
				x.dst[x.index(k)] = before
				at++
			}
			x.dst[x.index(at)] = x.join(before, s0)
			x.dst[x.index(at+1)] = x.join(before, s1)
			x.dst[x.index(at+2)] = x.join(before, s2)
			x.dst[x.index(at+3)] = x.join(before, s3)
			x.dst[x.index(at+4)] = x.join(before, s4)
			x.dst[x.index(at+5)] = x.join(before, s5)
			x.dst[x.index(at+6)] = x.join(before, s6)
			before = x.join(before, s7)
			if !x.exclusive {
				x.dst[x.index(k+7)] = before
			}
			sum = x.join(sum, s7)
		}
	}
	rest := x.id
	for ; k < end; k++ {
		at := x.index(k)
		v := rest
		rest = x.join(rest, f(at))
		if !x.exclusive {
			v = rest
		}
		x.dst[at] = x.join(before, v)
	}
	return x.join(sum, rest)
}
