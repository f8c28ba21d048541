package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Nests whose iterations are independent, inside loops whose iterations are not: tiles, steps of time, channels, columns of an elimination.

// tiledProduct adds the product of square matrices, tile by tile.
func tiledProduct[T number](c, a, b []T, n, t int) {
	t = max(t, 1)
	for i0 := 0; i0 < n; i0 += t {
		for k0 := 0; k0 < n; k0 += t {
			for j0 := 0; j0 < n; j0 += t {
				for i := i0; i < min(i0+t, n); i++ {
					for k := k0; k < min(k0+t, n); k++ {
						f := a[i*n+k]
						for j := j0; j < min(j0+t, n); j++ {
							c[i*n+j] += f * b[k*n+j]
						}
					}
				}
			}
		}
	}
}

var (
	TiledProductF32 = hone.Func(tiledProduct[float32])
	TiledProductInt = hone.Func(tiledProduct[int])
)

// fixedTiles knows the size of its tiles.
func fixedTiles(c, a, b []float64, n int) {
	const t = 24
	for k0 := 0; k0 < n; k0 += t {
		for i0 := 0; i0 < n; i0 += t {
			k1, i1 := min(k0+t, n), min(i0+t, n)
			for i := i0; i < i1; i++ {
				for j := range n {
					sum := c[i*n+j]
					for k := k0; k < k1; k++ {
						sum += a[i*n+k] * b[k*n+j]
					}
					c[i*n+j] = sum
				}
			}
		}
	}
}

var FixedTiles = hone.Func(fixedTiles)

// powerSteps multiplies a vector with a matrix time and again.
func powerSteps(m, x, y []float32, n, steps int) float32 {
	most := float32(0)
	for range steps {
		for i := range n {
			sum := float32(0)
			for j := range n {
				sum += m[i*n+j] * x[j]
			}
			y[i] = sum
		}
		most = 0
		for _, v := range y[:n] {
			most = max(most, v)
		}
		for i := range n {
			x[i] = y[i] / most
		}
	}
	return most
}

var PowerSteps = hone.Func(powerSteps)

// channelSums is a layer of a network: 3 by 3 taps from each channel to each.
func channelSums(out, in, taps []float32, from, to, w, h int) {
	ow, oh := w-2, h-2
	for o := 0; o < to; o++ {
		for c := 0; c < from; c++ {
			for y := 0; y < oh; y++ {
				for x := 0; x < ow; x++ {
					s := out[(o*oh+y)*ow+x]
					for dy := range 3 {
						for dx := range 3 {
							s += taps[((o*from+c)*3+dy)*3+dx] * in[(c*h+y+dy)*w+x+dx]
						}
					}
					out[(o*oh+y)*ow+x] = s
				}
			}
		}
	}
}

var ChannelSums = hone.Func(channelSums)

// shortestPaths is Floyd's and Warshall's: row and column k are read while they may be written, with what they have already.
func shortestPaths(d []int32, n int) {
	for k := range n {
		for i := range n {
			for j := range n {
				if via := d[i*n+k] + d[k*n+j]; via < d[i*n+j] {
					d[i*n+j] = via
				}
			}
		}
	}
}

var ShortestPaths = hone.Func(shortestPaths)

// relaxedSteps goes to another grid and back in each step.
func relaxedSteps(a, b []float64, w, h, steps int) {
	for range steps {
		for y := 1; y < h-1; y++ {
			for x := 1; x < w-1; x++ {
				b[y*w+x] = (a[y*w+x-1] + a[y*w+x+1] + a[(y-1)*w+x] + a[(y+1)*w+x]) / 4
			}
		}
		for y := h - 2; y >= 1; y-- {
			for x := w - 2; x >= 1; x-- {
				a[y*w+x] = b[y*w+x]
			}
		}
	}
}

var RelaxedSteps = hone.Func(relaxedSteps)

// clampedSteps has borders in each step.
func clampedSteps(a, b []int32, w, h, steps int) {
	for t := 0; t < steps; t++ {
		for y := range h {
			for x := range w {
				l, r := a[y*w+max(x-1, 0)], a[y*w+min(x+1, w-1)]
				u, d := a[max(y-1, 0)*w+x], a[min(y+1, h-1)*w+x]
				b[y*w+x] = (l+r+u+d)>>2 + int32(t)
			}
		}
		for i := range w * h {
			a[i] ^= b[i]
		}
	}
}

var ClampedSteps = hone.Func(clampedSteps)

// columnsEliminated makes a matrix L and U.
func columnsEliminated(a []float64, n int) {
	for k := 0; k < n; k++ {
		for i := k + 1; i < n; i++ {
			f := a[i*n+k] / a[k*n+k]
			a[i*n+k] = f
			for j := k + 1; j < n; j++ {
				a[i*n+j] -= f * a[k*n+j]
			}
		}
	}
}

var ColumnsEliminated = hone.Func(columnsEliminated)

// failsInStep has an index that is out of range in a late step.
func failsInStep(a, b []int32, w, h, steps int) {
	for t := range steps {
		for y := range h {
			for x := range w {
				b[y*w+x] += a[(y+t)*w+x] * int32(x)
			}
		}
	}
}

var FailsInStep = hone.Func(failsInStep)

// countedInFew counts in int32, as some do.
func countedInFew(a, b []uint8, w, h, steps int32) {
	for t := int32(0); t < steps; t++ {
		for y := int32(0); y < h; y++ {
			for x := int32(0); x < w; x++ {
				b[y*w+x] += a[y*w+x] + uint8(t)
			}
		}
	}
}

var CountedInFew = hone.Func(countedInFew)

// settled goes over a picture until little changes.
func settled(a, b []float32, w, h int, least float32) int {
	steps := 0
	for change := float32(math.MaxFloat32); change > least && steps < 6; steps++ {
		for y := 1; y < h-1; y++ {
			for x := 1; x < w-1; x++ {
				b[y*w+x] = (a[y*w+x-1] + 2*a[y*w+x] + a[y*w+x+1]) / 4
			}
		}
		change = 0
		for y := 1; y < h-1; y++ {
			for x := 1; x < w-1; x++ {
				change = max(change, b[y*w+x]-a[y*w+x])
				a[y*w+x] = b[y*w+x]
			}
		}
	}
	return steps
}

var Settled = hone.Func(settled)

// squareOf is a side of squares that n elements are enough for, more or less.
func squareOf(r *rand.Rand, n int) int {
	side := int(math.Sqrt(float64(n)))
	if r.Intn(8) == 0 {
		side++ // an index is out of range
	}
	return side
}

func init() {
	addTiles := func(name string, plain, honed any, parts func(r *rand.Rand, n int) []any) {
		add(name, plain, honed, func(r *rand.Rand, n int) []any {
			return append(parts(r, n), squareOf(r, n), 1+r.Intn(40))
		})
	}
	addTiles("TiledProductF32", tiledProduct[float32], TiledProductF32, func(r *rand.Rand, n int) []any {
		x, y, z := threeParts(r, n, r.Float32)
		return []any{z, x, y}
	})
	addTiles("TiledProductInt", tiledProduct[int], TiledProductInt, func(r *rand.Rand, n int) []any {
		x, y, z := threeParts(r, n, r.Int)
		return []any{z, x, y}
	})
	add("FixedTiles", fixedTiles, FixedTiles, func(r *rand.Rand, n int) []any {
		x, y, z := threeParts(r, n, r.Float64)
		return []any{z, x, y, squareOf(r, n)}
	})
	add("PowerSteps", powerSteps, PowerSteps, func(r *rand.Rand, n int) []any {
		side := squareOf(r, n)
		return []any{f32s(r, n), f32s(r, side), f32s(r, side+r.Intn(2)), side, r.Intn(4)}
	})
	add("ChannelSums", channelSums, ChannelSums, func(r *rand.Rand, n int) []any {
		from, to := 1+r.Intn(3), 1+r.Intn(3)
		w := []int{1, 2, 3, 5, 18, 40}[r.Intn(6)]
		h := n / w
		return []any{f32s(r, to*max((w-2)*(h-2), 0)), f32s(r, from*w*h), f32s(r, from*to*9-r.Intn(6)/5), from, to, w, h}
	})
	add("ShortestPaths", shortestPaths, ShortestPaths, func(r *rand.Rand, n int) []any {
		d := make([]int32, n)
		for i := range d {
			d[i] = r.Int31n(1 << 20)
		}
		return []any{d, squareOf(r, n)}
	})
	grids := func(elements func(r *rand.Rand, n int) (a, b any)) func(r *rand.Rand, n int) []any {
		return func(r *rand.Rand, n int) []any {
			a, b := elements(r, n)
			w := []int{1, 2, 3, 17, 64, 90}[r.Intn(6)]
			return []any{a, b, w, n/w + r.Intn(8)/7, r.Intn(4)}
		}
	}
	add("RelaxedSteps", relaxedSteps, RelaxedSteps, grids(func(r *rand.Rand, n int) (a, b any) {
		x, _, z := threeParts(r, n, r.Float64)
		return x, z
	}))
	int32s := func(r *rand.Rand, n int) (a, b any) {
		x, _, z := threeParts(r, n, r.Int31)
		return x, z
	}
	add("ClampedSteps", clampedSteps, ClampedSteps, grids(int32s))
	add("FailsInStep", failsInStep, FailsInStep, grids(func(r *rand.Rand, n int) (a, b any) {
		x, y, _ := threeParts(r, n+70, r.Int31)
		return x, y
	}))
	add("ColumnsEliminated", columnsEliminated, ColumnsEliminated, func(r *rand.Rand, n int) []any {
		return []any{f64s(r, n), squareOf(r, n)}
	})
	add("CountedInFew", countedInFew, CountedInFew, func(r *rand.Rand, n int) []any {
		x, _, z := threeParts(r, n, func() uint8 { return uint8(r.Uint32()) })
		w := []int32{1, 2, 3, 17, 64, 90}[r.Intn(6)]
		return []any{x, z, w, int32(n)/w + r.Int31n(8)/7, r.Int31n(4)}
	})
	add("Settled", settled, Settled, func(r *rand.Rand, n int) []any {
		x, _, z := threeParts(r, n, r.Float32)
		w := []int{1, 2, 3, 17, 64, 90}[r.Intn(6)]
		return []any{x, z, w, n / w, r.Float32() / 8}
	})
}
