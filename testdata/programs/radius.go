package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Loops from as far below something as above it, where nobody says how far, and others that end with what they are compared with.

// radiusGiven weighs what is at most r away.
func radiusGiven(x, weights, y []float32, r int) {
	for i := range hone.Parallel(len(x)) {
		s := float32(0)
		for d := -r; d <= r; d++ {
			if j := i + d; j >= 0 && j < len(x) {
				s += x[j] * weights[d+r]
			}
		}
		y[i] = s
	}
}

func windowGiven(x, y []int32, r int) {
	for i := range hone.Parallel(len(x)) {
		s := int32(0)
		for j := i - r; j <= i+r; j++ {
			if j >= 0 && j < len(x) {
				s += x[j]
			}
		}
		y[i] = s
	}
}

// squareGiven has plain loops, and rows as slices.
func squareGiven(in, out []float64, w, h, r int) {
	for y := r; y < h-r; y++ {
		row := out[y*w : (y+1)*w]
		for x := r; x < w-r; x++ {
			s := 0.0
			for dy := -r; dy <= r; dy++ {
				for dx := -r; dx <= r; dx++ {
					s += in[(y+dy)*w+x+dx]
				}
			}
			row[x] = s
		}
	}
}

// upperFromOne counts from one, to what it is given.
func upperFromOne(a, x []float64, n int) {
	for i := 1; i <= n; i++ {
		for j := i + 1; j <= n; j++ {
			a[i*(n+1)+j] *= x[i]
		}
	}
}

// untilFound leaves a loop that may begin and end anywhere.
func untilFound(x []int64, r int) (n, last int) {
	for d := -r; d <= r; d++ {
		n++
		if n > len(x) || x[n-1] == 0 {
			return n, d
		}
	}
	return n, r
}

var (
	RadiusGiven  = hone.Func(radiusGiven)
	WindowGiven  = hone.Func(windowGiven)
	SquareGiven  = hone.Func(squareGiven)
	UpperFromOne = hone.Func(upperFromOne)
	UntilFound   = hone.Func(untilFound)
)

// anyRadius is a radius: a small one, or none, or one that no slice is long enough for.
func anyRadius(r *rand.Rand, _ int) any {
	if r.Intn(4) == 0 {
		return [...]int{math.MinInt, math.MinInt + 1, -5, -1, math.MaxInt - 1, math.MaxInt, 1 << 62}[r.Intn(7)]
	}
	return r.Intn(5)
}

func init() {
	near := one(between(-1, 6))
	add("RadiusGiven", radiusGiven, RadiusGiven, args(f32s, plus(9, nearly(f32s)), f32s, near), upTo(3000))
	add("WindowGiven", windowGiven, WindowGiven, args(i32s, nearly(i32s), near), upTo(3000))
	add("SquareGiven", squareGiven, SquareGiven, args(square(f64s), square(f64s), size, size, near), upTo(60))
	add("UpperFromOne", upperFromOne, UpperFromOne, args(square(plus(1, f64s)), plus(1, nearly(f64s)), size), upTo(60))
	add("UntilFound", untilFound, UntilFound, args(vec(whole[int64]), anyRadius), upTo(1000))
}
