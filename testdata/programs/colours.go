package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Colours: steps in place over every other point, as on a chessboard, as several people write them.

// coloursStrided begins its rows in turn at the first and at the second point.
func coloursStrided(u, f []float64, w, h, steps int) {
	h = max(h, 0)
	for range steps {
		for c := 0; c < 2; c++ {
			for y := 1; y < h-1; y++ {
				for x := 1 + (y+c)%2; x < w-1; x += 2 {
					i := y*w + x
					u[i] = (u[i-w] + u[i+w] + u[i-1] + u[i+1] - f[i]) / 4
				}
			}
		}
	}
}

var ColoursStrided = hone.Func(coloursStrided)

// coloursAsked asks each point for its colour.
func coloursAsked(u []float32, w, h, steps int) {
	h = max(h, 0)
	for range steps {
		for y := 1; y < h-1; y++ {
			for x := 1; x < w-1; x++ {
				if (x+y)&1 == 0 {
					u[y*w+x] = 0.25 * (u[(y-1)*w+x] + u[(y+1)*w+x] + u[y*w+x-1] + u[y*w+x+1])
				}
			}
		}
		for y := 1; y < h-1; y++ {
			for x := 1; x < w-1; x++ {
				if (x+y)%2 != 0 {
					u[y*w+x] = 0.25 * (u[(y-1)*w+x] + u[(y+1)*w+x] + u[y*w+x-1] + u[y*w+x+1])
				}
			}
		}
	}
}

var ColoursAsked = hone.Func(coloursAsked)

// coloursByTime has one colour in each step.
func coloursByTime(u []float64, w, h, steps int) {
	h = max(h, 0)
	for t := 0; t < 2*steps; t++ {
		for y := 1; y < h-1; y++ {
			for x := 1 + (y+t)%2; x < w-1; x += 2 {
				u[y*w+x] += 0.3 * (u[(y-1)*w+x] + u[(y+1)*w+x] + u[y*w+x-1] + u[y*w+x+1] - 4*u[y*w+x])
			}
		}
	}
}

var ColoursByTime = hone.Func(coloursByTime)

func coloursRow(u []int64, w, y, x0 int) {
	row, up, down := u[y*w:(y+1)*w], u[(y-1)*w:y*w], u[(y+1)*w:(y+2)*w]
	for x := x0; x < w-1; x += 2 {
		row[x] += up[x] ^ down[x] + row[x-1] - row[x+1]
	}
}

// coloursRows has rows and a helper.
func coloursRows(u []int64, w, h, steps int) {
	h, w = max(h, 0), max(w, 0)
	for range steps {
		for y := 1; y < h-1; y++ {
			coloursRow(u, w, y, 1+y%2)
		}
		for y := 1; y < h-1; y++ {
			coloursRow(u, w, y, 2-y%2)
		}
	}
}

var ColoursRows = hone.Func(coloursRows)

// coloursBorders leaves out the border by conditions.
func coloursBorders(u []float32, w, h, steps int) {
	for range steps {
		for c := range 2 {
			for y := 0; y < h; y++ {
				for x := 0; x < w; x++ {
					if x == 0 || y == 0 || x == w-1 || y == h-1 || (x+y)&1 != c {
						continue
					}
					i := y*w + x
					u[i] = (u[i-w] + u[i+w] + u[i-1] + u[i+1]) / 4
				}
			}
		}
	}
}

var ColoursBorders = hone.Func(coloursBorders)

// coloursTurned turns the side over on which a row begins.
func coloursTurned(u []float64, w, h, steps int) int {
	h = max(h, 0)
	last := 0
	for range steps {
		for first := 1; first <= 2; first++ {
			s := first
			for y := 1; y < h-1; y++ {
				for x := s; x < w-1; x += 2 {
					i := y*w + x
					u[i] = (u[i-w] + u[i+w] + u[i-1] + u[i+1]) / 4
				}
				s = 3 - s
			}
			last = s
		}
	}
	return last
}

var ColoursTurned = hone.Func(coloursTurned)

// coloursDeclared says what is independent.
func coloursDeclared(u []float64, w, h, steps int) {
	h = max(h, 0)
	for range steps {
		for c := range 2 {
			for y := range hone.Parallel(h - 2) {
				y++
				for x := 1 + (y+c)&1; x < w-1; x += 2 {
					i := y*w + x
					u[i] = (u[i-w] + u[i+w] + u[i-1] + u[i+1]) / 4
				}
			}
		}
	}
}

var ColoursDeclared = hone.Func(coloursDeclared)

// coloursCube is in three dimensions.
func coloursCube(u []int32, n, steps int) {
	for range steps {
		for c := range 2 {
			for z := 1; z < n-1; z++ {
				for y := 1; y < n-1; y++ {
					for x := 1; x < n-1; x++ {
						if (x+y+z+c)%2 == 0 {
							i := (z*n+y)*n + x
							u[i] = u[i-n*n] + u[i-n] + u[i-1] - 5*u[i] + u[i+1] + u[i+n] + u[i+n*n]
						}
					}
				}
			}
		}
	}
}

var ColoursCube = hone.Func(coloursCube)

// coloursFour has four, so that corners may be looked at, too.
func coloursFour(u []float64, w, h, steps int) {
	h = max(h, 0)
	for range steps {
		for c := range 4 {
			for y := 1; y < h-1; y++ {
				for x := 1; x < w-1; x++ {
					if x&1 == c&1 && y&1 == c>>1 {
						i := y*w + x
						u[i] = (u[i-w-1] + u[i-w] + u[i-w+1] + u[i-1] + u[i+1] + u[i+w-1] + u[i+w] + u[i+w+1]) / 8
					}
				}
			}
		}
	}
}

var ColoursFour = hone.Func(coloursFour)

// coloursNone is one that only looks like it: neighbours of the same colour.
func coloursNone(u []float64, w, h, steps int) {
	h = max(h, 0)
	for range steps {
		for c := range 2 {
			for y := 2; y < h-2; y++ {
				for x := 2; x < w-2; x++ {
					if (x+y)&1 == c {
						i := y*w + x
						u[i] = (u[i-w-1] + u[i-w] + u[i-2] + u[i+1]) / 4
					}
				}
			}
		}
	}
}

var ColoursNone = hone.Func(coloursNone)

func init() {
	steps := one(between(0, 6))
	stepped := func(inputs func(r *rand.Rand, n int) []any) func(r *rand.Rand, n int) []any {
		return func(r *rand.Rand, n int) []any { return append(inputs(r, n), steps(r, n)) }
	}
	add("ColoursStrided", coloursStrided, ColoursStrided, stepped(nestArgs[float64](f64s, 2, 2)), upTo(64))
	add("ColoursAsked", coloursAsked, ColoursAsked, stepped(nestArgs[float32](f32s, 1, 2)), upTo(64))
	add("ColoursByTime", coloursByTime, ColoursByTime, stepped(nestArgs[float64](f64s, 1, 2)), upTo(64))
	add("ColoursRows", coloursRows, ColoursRows, stepped(nestArgs[int64](vec(whole[int64]), 1, 2)), upTo(64))
	add("ColoursBorders", coloursBorders, ColoursBorders, stepped(nestArgs[float32](f32s, 1, 2)), upTo(64))
	add("ColoursTurned", coloursTurned, ColoursTurned, stepped(nestArgs[float64](f64s, 1, 2)), upTo(64))
	add("ColoursDeclared", coloursDeclared, ColoursDeclared, stepped(nestArgs[float64](f64s, 1, 2)), upTo(64))
	add("ColoursFour", coloursFour, ColoursFour, stepped(nestArgs[float64](f64s, 1, 2)), upTo(64))
	add("ColoursNone", coloursNone, ColoursNone, stepped(nestArgs[float64](f64s, 1, 2)), upTo(64))
	cube := sized(func(n int) int { return n * n * n }, vec(whole[int32]))
	add("ColoursCube", coloursCube, ColoursCube, args(cube, size, one(between(0, 5))), upTo(20))
}
