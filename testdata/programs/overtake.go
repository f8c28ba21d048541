package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Panics keep their order, and what comes before one has happened, where loops become one.

// buildThenDivide: an element that isn't there comes before a quotient that isn't.
func buildThenDivide(x []int64, n, d int) (int64, int) {
	t := hone.Build(n, func(i int) int64 { return 2 * x[i] })
	q := n / d
	return hone.Sum(n, func(i int) int64 { return t[i] }), q
}

var BuildThenDivide = hone.Func(buildThenDivide)

// buildThenStore stores only if all elements are there.
func buildThenStore(x []int64, y []float64, n int) int64 {
	t := hone.Build(n, func(i int) int64 { return 2 * x[i] })
	if len(y) > 0 {
		y[0] = float64(n)
	}
	return hone.Sum(n, func(i int) int64 { return t[i] })
}

var BuildThenStore = hone.Func(buildThenStore)

// rowsThenDivide: the two loops would do as a pipeline, but for the division between them.
func rowsThenDivide(x []int64, n, d int) []int64 {
	t := hone.Build(n, func(i int) [2]int64 { return [2]int64{x[i] - x[n-1-i], 3} })
	q := n / d
	u := hone.Build(n, func(i int) int64 { return t[i][1] + x[i] })
	u[0] += int64(q)
	return u
}

var RowsThenDivide = hone.Func(rowsThenDivide)

func init() {
	ints := func(r *rand.Rand, n int) []int64 {
		s := make([]int64, n)
		for i := range s {
			s[i] = int64(r.Intn(100))
		}
		return s
	}
	add("BuildThenDivide", buildThenDivide, BuildThenDivide, func(r *rand.Rand, n int) []any {
		return []any{ints(r, n), max(n+r.Intn(3)-1, 0), r.Intn(3)}
	})
	add("RowsThenDivide", rowsThenDivide, RowsThenDivide, func(r *rand.Rand, n int) []any {
		return []any{ints(r, n), max(n+r.Intn(3)-1, 0), r.Intn(3)}
	})
	add("BuildThenStore", buildThenStore, BuildThenStore, func(r *rand.Rand, n int) []any {
		return []any{ints(r, n), make([]float64, r.Intn(3)), max(n+r.Intn(3)-1, 0)}
	})
}
