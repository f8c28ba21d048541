package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Weights that are appended in a loop inside another, a few for each element, and what they are for: that is what decides whether the function is compiled.

type weighedAxis struct {
	first   []int
	weights [][]float32
}

func newWeighedAxis(old, new int) weighedAxis {
	var a weighedAxis
	scale := float64(old) / float64(new)
	for i := range new {
		first := int(float64(i) * scale)
		last := min(int(float64(i+1)*scale)+1, old-1)
		sum := float32(0)
		var row []float32
		for k := first; k <= last; k++ {
			w := float32(k%3 + 1)
			row = append(row, w)
			sum += w
		}
		for k := range row {
			row[k] /= sum
		}
		a.first = append(a.first, first)
		a.weights = append(a.weights, row)
	}
	return a
}

// weighedRows sums up columns of in, which has rows of w.
func weighedRows(out, in []float32, w int) {
	if w <= 0 || len(in) < w || len(out) < w {
		return
	}
	a := newWeighedAxis(len(in)/w, len(out)/w)
	for y := range len(out) / w {
		for x := range w {
			sum := float32(0)
			for k, f := range a.weights[y] {
				sum += f * in[(a.first[y]+k)*w+x]
			}
			out[y*w+x] = sum
		}
	}
}

// weighedOnly has nothing but the weights.
func weighedOnly(old, new int) []float32 {
	a := newWeighedAxis(old, new)
	return a.weights[new-1]
}

var (
	WeighedRows = hone.Func(weighedRows)
	WeighedOnly = hone.Func(weighedOnly)
)

func init() {
	add("WeighedRows", weighedRows, WeighedRows, func(r *rand.Rand, n int) []any {
		return []any{f32s(r, n/2), f32s(r, n), r.Intn(root(n)+2) - 1}
	})
	add("WeighedOnly", weighedOnly, WeighedOnly, func(r *rand.Rand, n int) []any {
		return []any{1 + r.Intn(root(n)+1), r.Intn(root(n)+1) + r.Intn(9)/8}
	})
}
