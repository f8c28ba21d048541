package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Counting: loops that store, and count what they have changed.

type countedPoint struct{ X, Y float64 }

// countedNearest gives each point its nearest centre, and counts those that had another one.
func countedNearest(points, centres []countedPoint, label []int) int {
	moved := 0
	for i, p := range points {
		best, least := 0, 1e300
		for c, q := range centres {
			dx, dy := p.X-q.X, p.Y-q.Y
			if d := dx*dx + dy*dy; d < least {
				best, least = c, d
			}
		}
		if label[i] != best {
			label[i] = best
			moved++
		}
	}
	return moved
}

var CountedNearest = hone.Func(countedNearest)

// countedApart has the coordinates in slices of their own, the first centre ahead of the loop over the others, and stores in any case.
func countedApart(x, y, cx, cy []float32, label []int32) (moved, far int) {
	for i := range x {
		best := 0
		least := (x[i]-cx[0])*(x[i]-cx[0]) + (y[i]-cy[0])*(y[i]-cy[0])
		for c := 1; c < len(cx); c++ {
			if d := (x[i]-cx[c])*(x[i]-cx[c]) + (y[i]-cy[c])*(y[i]-cy[c]); d < least {
				least, best = d, c
			}
		}
		if label[i] != int32(best) {
			moved++
		}
		if label[i] = int32(best); least > 2 {
			far++
		}
	}
	return moved, far
}

var CountedApart = hone.Func(countedApart)

// countedClamped clamps the values of a row by those of a table, from the end on, and tells how much that has changed, by sum and most.
func countedClamped(out, in []int32, table []int32) (sum, most int32) {
	for i := len(in) - 1; i >= 0; i-- {
		v := in[i]
		for _, t := range table {
			if v > t {
				v = (v + t) / 2
			}
		}
		out[i] = v
		sum += in[i] - v
		most = max(most, in[i]-v)
	}
	return sum, most
}

var CountedClamped = hone.Func(countedClamped)

// countedInPlace reads what it has stored just now where the second slice is the first one, moved.
func countedInPlace(a, b []int32, rounds int) (odd int) {
	for i := range a {
		v := a[i]
		for k := range rounds {
			v += b[i] >> k
		}
		if v&1 == 1 {
			odd++
			a[i] = v
		}
	}
	return odd
}

var CountedInPlace = hone.Func(countedInPlace)

// countedAndCut takes back what it has stored, as what is on a stack.
func countedAndCut(x, s []int32) (n int) {
	for _, v := range x {
		s[n] = v
		if v < 0 && n+1 > 2 {
			s[n-1] = 7
		} else {
			n++
		}
	}
	return n
}

var CountedAndCut = hone.Func(countedAndCut)

func init() {
	points := func(d int) gen {
		return plus(d, vec(func(r *rand.Rand) countedPoint { return countedPoint{tame[float64](r), tame[float64](r)} }))
	}
	add("CountedNearest", countedNearest, CountedNearest, args(points(0), fixed(5, points(0)), nearly(vec(between[int](0, 5)))))
	add("CountedApart", countedApart, CountedApart, args(vec(tame[float32]), nearly(vec(tame[float32])), fixed(5, vec(tame[float32])), fixed(5, vec(tame[float32])), nearly(vec(between[int32](0, 5)))))
	add("CountedClamped", countedClamped, CountedClamped, args(nearly(vec(between[int32](-1000, 1000))), vec(between[int32](-1000, 1000)), fixed(4, vec(between[int32](-1000, 1000)))))
	add("CountedInPlace", countedInPlace, CountedInPlace, args(vec(between[int32](-1000, 1000)), nearly(vec(between[int32](-1000, 1000))), index), upTo(150))
	add("CountedAndCut", countedAndCut, CountedAndCut, args(vec(between[int32](-9, 20)), nearly(vec(between[int32](-9, 20)))))
}
