package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Plain loops around loops that look until they find, with checks that depend on data: iterations end after unlike times, and one may fail in the middle. What came before
// is stored then, and nothing that comes after.

// searchEach looks for places in a sorted table, or one that isn't.
func searchEach(dst []int, table, x []float64, beyond int) {
	for k, v := range x {
		lo, hi := 0, len(table)+beyond
		for lo < hi {
			if m := int(uint(lo+hi) >> 1); table[m] < v {
				lo = m + 1
			} else {
				hi = m
			}
		}
		dst[k] = lo
	}
}

// followLinks goes from number to number, a few steps, and says where from it came too often, or to 0.
func followLinks(steps, ends []int32, from, next []int32) {
	for i, k := range from {
		n := int32(0)
		for k != 0 && n < 40 {
			k = next[k]
			n++
		}
		steps[i] = n
		ends[i] = k
	}
}

// crossings has a function with several ways out called for each point: the number of edges to its left, or -1 if it is on one.
func crossings(dst []int8, px, py, xs, ys []float64) {
	for i, x := range px {
		dst[i] = edgesLeftOf(x, py[i], xs, ys)
	}
}

func edgesLeftOf(x, y float64, xs, ys []float64) int8 {
	n := int8(0)
	for j := 1; j < len(xs); j++ {
		y0, y1 := ys[j-1], ys[j]
		if y == y0 && x == xs[j-1] {
			return -1
		}
		if (y0 > y) == (y1 > y) {
			continue
		}
		if at := xs[j-1] + (y-y0)/(y1-y0)*(xs[j]-xs[j-1]); x == at {
			return -1
		} else if x > at {
			n++
		}
	}
	return n
}

// longWaits has few iterations that go on for long; of one behind such a one a check fails, perhaps.
func longWaits(dst []uint32, n []int32, table []uint32) {
	for i, k := range n {
		h := uint32(k)
		for k > 0 {
			if h = h*31 + 7; h == 1 {
				k--
			}
			k--
		}
		dst[i] = h ^ table[n[i]&63]
	}
}

var (
	SearchEach  = hone.Func(searchEach)
	FollowLinks = hone.Func(followLinks)
	Crossings   = hone.Func(crossings)
	LongWaits   = hone.Func(longWaits)
)

func init() {
	ordered := func(r *rand.Rand, n int) []float64 {
		s := make([]float64, n)
		for i := range s {
			s[i] = float64(i + r.Intn(2))
		}
		if n > 0 && r.Intn(4) == 0 {
			s[r.Intn(n)] = float64(r.Intn(n))
		}
		return s
	}
	around := func(r *rand.Rand, n, m int) []float64 {
		s := make([]float64, n)
		for i := range s {
			s[i] = float64(r.Intn(2*m+2)) / 2
		}
		return s
	}
	add("SearchEach", searchEach, SearchEach, func(r *rand.Rand, n int) []any {
		m := r.Intn(40)
		return []any{make([]int, max(n-r.Intn(9)/8, 0)), ordered(r, m), around(r, n, m+2), r.Intn(5) / 4}
	})
	add("FollowLinks", followLinks, FollowLinks, func(r *rand.Rand, n int) []any {
		next, from := make([]int32, 33), make([]int32, n)
		for i := range next {
			next[i] = int32(r.Intn(33))
		}
		if r.Intn(2) == 0 {
			next[1+r.Intn(32)] = int32(33 - 34*r.Intn(2))
		}
		for i := range from {
			from[i] = int32(r.Intn(33))
		}
		return []any{make([]int32, n), make([]int32, max(n-r.Intn(9)/8, 0)), from, next}
	})
	add("Crossings", crossings, Crossings, func(r *rand.Rand, n int) []any {
		m := 1 + r.Intn(20)
		return []any{make([]int8, n), around(r, n, 10), around(r, max(n-r.Intn(9)/8, 0), 10), around(r, m, 10), around(r, max(m-r.Intn(9)/8, 0), 10)}
	})
	add("LongWaits", longWaits, LongWaits, func(r *rand.Rand, n int) []any {
		counts, table := make([]int32, n), make([]uint32, 64-r.Intn(4)/3)
		for i := range counts {
			counts[i] = int32(r.Intn(64))
		}
		if n > 0 && r.Intn(4) == 0 {
			counts[r.Intn(n)] = 1<<20 + int32(r.Intn(3))
		}
		for i := range table {
			table[i] = r.Uint32()
		}
		return []any{make([]uint32, n), counts, table}
	})
}
