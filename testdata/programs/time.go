package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Time: loops over the steps of a simulation, of which several may be taken in one sweep over the grid.

// timeHeat has slices that change places.
func timeHeat(a, b []float64, w, h, steps int) []float64 {
	h = max(h, 0) // the least integer less one is the greatest: without end where w is small
	for t := 0; t < steps; t++ {
		for y := 1; y < h-1; y++ {
			for x := 1; x < w-1; x++ {
				i := y*w + x
				b[i] = a[i]/4 + (a[i-w-1]+a[i-w+1]+a[i+w-1]+a[i+w+1])/16 + (a[i-w]+a[i-1]+a[i+1]+a[i+w])/8
			}
		}
		a, b = b, a
	}
	return a
}

var TimeHeat = hone.Func(timeHeat)

// timeBorders has borders that are copied, in an if, and says what is independent.
func timeBorders(a, b []float32, w, h, steps int) []float32 {
	for range steps {
		for y, x := range hone.Parallel2(h, w) {
			i := y*w + x
			if y == 0 || x == 0 || y == h-1 || x == w-1 {
				b[i] = a[i]
				continue
			}
			b[i] = (a[i-w] + a[i-1] + a[i+1] + a[i+w]) / 4
		}
		a, b = b, a
	}
	return a
}

var TimeBorders = hone.Func(timeBorders)

// timeCube goes there and back, in three dimensions.
func timeCube(a, b []int32, n, steps int) {
	for range steps {
		for z := 1; z < n-1; z++ {
			for y := 1; y < n-1; y++ {
				for x := 1; x < n-1; x++ {
					i := (z*n+y)*n + x
					b[i] = a[i-n*n] + a[i-n] + a[i-1] - 5*a[i] + a[i+1] + a[i+n] + a[i+n*n]
				}
			}
		}
		for z := 1; z < n-1; z++ {
			for y := 1; y < n-1; y++ {
				for x := 1; x < n-1; x++ {
					i := (z*n+y)*n + x
					a[i] = b[i-n*n] ^ b[i-n] + b[i-1] + b[i] - b[i+1] + b[i+n] ^ b[i+n*n]
				}
			}
		}
	}
}

var TimeCube = hone.Func(timeCube)

// timeWave has three slices that change places.
func timeWave(p, c, n []float64, w, h, steps int) []float64 {
	h = max(h, 0)
	for range steps {
		for y := range hone.Parallel(h - 2) {
			for x := 1; x < w-1; x++ {
				i := (y+1)*w + x
				n[i] = 2*c[i] - p[i] + (c[i-w]+c[i-1]+c[i+1]+c[i+w]-4*c[i])/8
			}
		}
		p, c, n = c, n, p
	}
	return c
}

var TimeWave = hone.Func(timeWave)

// timeCopied copies back what it has stored to a slice of its own, and has sources.
func timeCopied(a, source []int, w, h, steps int) {
	h = max(h, 0)
	b := make([]int, len(a))
	copy(b, a)
	for range steps {
		for y := 2; y < h-2; y++ {
			up, down := a[(y-2)*w:(y-1)*w], a[(y+1)*w:(y+2)*w]
			for x := 0; x < w; x++ {
				b[y*w+x] = up[x] - down[x] + source[y*w+x]
			}
		}
		copy(a, b)
	}
}

var TimeCopied = hone.Func(timeCopied)

// timeLine is of one dimension.
func timeLine(a, b []float64, steps int) ([]float64, []float64) {
	for range steps {
		for i := 2; i < len(a)-2; i++ {
			b[i] = (a[i-2]+a[i+2])/8 + (a[i-1]+a[i]+a[i+1])/4
		}
		a, b = b, a
	}
	return a, b
}

var TimeLine = hone.Func(timeLine)

// timeBehind goes over as much as there is, which a kernel ahead of it has computed, too.
func timeBehind(x []float64, keys []int64, picks []int32, steps int) int {
	n := len(keys)
	picked := picks[uint(n)%uint(len(picks))]
	switch int64(picked) & 3 {
	case 0, 1:
		for range steps {
			for i := range hone.Parallel(n) {
				x[i] *= 1.5
			}
		}
	}
	return n
}

var TimeBehind = hone.Func(timeBehind)

// timeIdle has steps that change nothing.
func timeIdle(a []int64, steps int) int64 {
	for range steps {
		copy(a, a)
	}
	s := int64(0)
	for _, v := range a {
		s += v
	}
	return s
}

var TimeIdle = hone.Func(timeIdle)

func init() {
	steps := one(between(0, 9))
	stepped := func(inputs func(r *rand.Rand, n int) []any) func(r *rand.Rand, n int) []any {
		return func(r *rand.Rand, n int) []any { return append(inputs(r, n), steps(r, n)) }
	}
	add("TimeHeat", timeHeat, TimeHeat, stepped(sameSlice(nestArgs[float64](f64s, 2, 2))), upTo(64))
	add("TimeBorders", timeBorders, TimeBorders, stepped(nestArgs[float32](f32s, 2, 2)), upTo(64))
	cube := sized(func(n int) int { return n * n * n }, vec(whole[int32]))
	add("TimeCube", timeCube, TimeCube, sameSlice(args(cube, cube, size, one(between(0, 5)))), upTo(20))
	add("TimeWave", timeWave, TimeWave, stepped(nestArgs[float64](f64s, 3, 2)), upTo(64))
	add("TimeCopied", timeCopied, TimeCopied, stepped(sameSlice(nestArgs[int](i64s, 2, 2))), upTo(64))
	add("TimeBehind", timeBehind, TimeBehind, args(times(50, f64s), times(50, vec(whole[int64])), vec(whole[int32]), steps), upTo(100))
	add("TimeIdle", timeIdle, TimeIdle, args(times(50, vec(whole[int64])), steps), upTo(100))
	add("TimeLine", timeLine, TimeLine, sameSlice(args(times(50, f64s), times(50, f64s), steps)), upTo(200))
}
