package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Tables of indices: filled by one loop and read afterwards, which the compiler sees through; and some that only look like that.

// tableAround has the neighbours on a circle in tables; n may be less than x has, more, or negative.
func tableAround(x []int32, n int) []int32 {
	left, right := make([]int, n), make([]int, n)
	for i := range n {
		left[i], right[i] = (i+n-1)%n, (i+1)%n
	}
	out := make([]int32, len(x))
	for i := range out {
		out[i] = x[left[i]] - x[right[i]]
	}
	return out
}

// tableByIf has neighbours by conditions, filled downwards.
func tableByIf(x []int32, at int) []int32 {
	n := len(x)
	next := make([]int, n)
	for i := n - 1; i >= 0; i-- {
		if i == n-1 {
			next[i] = 0
		} else {
			next[i] = i + 1
		}
	}
	out := make([]int32, n)
	for i := range hone.Parallel(n) {
		out[i] = x[next[i]] + x[next[at]]
	}
	return out
}

// tableOfRows has the begins of rows, one of which may be too many.
func tableOfRows(x []int32, w, h int) int32 {
	begin := hone.Build(h, func(y int) int { return min(y*w, len(x)) })
	s := int32(0)
	for y := range h {
		for i := begin[y]; i < begin[y+1]; i++ {
			s = s*3 + x[i]
		}
	}
	return s
}

// tableDivides fills a table by a rule that fails if it is come to.
func tableDivides(x []int32, n, d int) []int32 {
	t := make([]int, n)
	for i := range t {
		t[i] = i / d
	}
	for i := range x {
		x[i] += int32(t[i])
	}
	return x
}

// tableTwice is filled, and partly once more.
func tableTwice(x []int32, k int) []int32 {
	n := len(x)
	t := make([]int, n)
	for i := range t {
		t[i] = n - 1 - i
	}
	for i := range min(k, n) {
		t[i] = i
	}
	out := make([]int32, n)
	for i := range out {
		out[i] = x[t[i]]
	}
	return out
}

// tableEarly is read where some of it isn't filled yet.
func tableEarly(x []int32) []int32 {
	n := len(x)
	t, out := make([]int, n), make([]int32, n)
	for i := range n {
		t[i] = (i + 1) % n
		out[i] = x[t[n-1-i]]
	}
	return out
}

// tableAgain is read by one loop before it is filled once more, in each round.
func tableAgain(x []int32, rounds int) []int32 {
	n := len(x)
	t, out := make([]int, n), make([]int32, n)
	for r := range rounds {
		for i := range out {
			out[i] += x[t[i]]
		}
		for i := range t {
			t[i] = min(i+r, n-1)
		}
	}
	return out
}

// tablePartly is filled where a condition holds, or up to a place.
func tablePartly(x []int32, k int) []int32 {
	n := len(x)
	t, u := make([]int, n), make([]int, n)
	for i := range t {
		if x[i] > 0 {
			t[i] = n - 1 - i
		}
	}
	for i := range u {
		if i == k {
			break
		}
		u[i] = n - 1 - i
	}
	out := make([]int32, n)
	for i := range out {
		out[i] = x[t[i]] + 2*x[u[i]]
	}
	return out
}

// tableOfData is read at what the data say, some of which is in no table, and given away.
func tableOfData(x []int32, n int) ([]int32, []int) {
	t, u := make([]int, n), make([]int, n)
	for i := range n {
		t[i], u[i] = max(i-2, 0), i
	}
	for i, v := range x {
		x[i] = int32(t[v] + u[i])
	}
	return x, u
}

var (
	TableAround  = hone.Func(tableAround)
	TableByIf    = hone.Func(tableByIf)
	TableOfRows  = hone.Func(tableOfRows)
	TableDivides = hone.Func(tableDivides)
	TableTwice   = hone.Func(tableTwice)
	TableEarly   = hone.Func(tableEarly)
	TableAgain   = hone.Func(tableAgain)
	TablePartly  = hone.Func(tablePartly)
	TableOfData  = hone.Func(tableOfData)
)

func init() {
	ints := func(r *rand.Rand, n int) []int32 {
		s := make([]int32, n)
		for i := range s {
			s[i] = int32(r.Intn(100) - 20)
		}
		return s
	}
	near := func(r *rand.Rand, n int) int { return n + r.Intn(3) - 1 }
	add("TableAround", tableAround, TableAround, func(r *rand.Rand, n int) []any { return []any{ints(r, n), near(r, n)} })
	add("TableByIf", tableByIf, TableByIf, func(r *rand.Rand, n int) []any { return []any{ints(r, n), r.Intn(n+2) - 1} })
	add("TableOfRows", tableOfRows, TableOfRows, func(r *rand.Rand, n int) []any { return []any{ints(r, n), r.Intn(5) - 1, r.Intn(n + 1)} })
	add("TableDivides", tableDivides, TableDivides, func(r *rand.Rand, n int) []any { return []any{ints(r, n), near(r, n), r.Intn(4) - 1} })
	add("TableTwice", tableTwice, TableTwice, func(r *rand.Rand, n int) []any { return []any{ints(r, n), r.Intn(n + 2)} })
	add("TableEarly", tableEarly, TableEarly, func(r *rand.Rand, n int) []any { return []any{ints(r, n)} })
	add("TableAgain", tableAgain, TableAgain, func(r *rand.Rand, n int) []any { return []any{ints(r, n), r.Intn(4)} })
	add("TablePartly", tablePartly, TablePartly, func(r *rand.Rand, n int) []any { return []any{ints(r, n), r.Intn(n+3) - 1} })
	add("TableOfData", tableOfData, TableOfData, func(r *rand.Rand, n int) []any {
		x := ints(r, n)
		if r.Intn(2) > 0 {
			for i := range x {
				x[i] = max(min(x[i], int32(n-1)), 0)
			}
		}
		return []any{x, near(r, n)}
	})
}
