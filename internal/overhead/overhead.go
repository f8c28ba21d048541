// Package overhead measures what a call of a compiled function costs: on small slices, where that is nearly all of it.
package overhead

import "github.com/hone-go/hone"

// saxpy has two slices and no results.
func saxpy(a float64, x, y []float64) {
	for i := range hone.Parallel(len(x)) {
		y[i] += a * x[i]
	}
}

// Saxpy is saxpy.
var Saxpy = hone.Func(saxpy)

// fma4 has many slices.
func fma4(a, b, c, d []float32) {
	for i := range hone.Parallel(len(a)) {
		d[i] = a[i]*b[i] + c[i]
	}
}

// Fma4 is fma4.
var Fma4 = hone.Func(fma4)

// dot is a reduction.
func dot(x, y []float64) float64 {
	return hone.Sum(len(x), func(i int) float64 { return x[i] * y[i] })
}

// Dot is dot.
var Dot = hone.Func(dot)

// normalize has two loops, of which the second needs the first's result.
func normalize(x []float64) float64 {
	sum := hone.Sum(len(x), func(i int) float64 { return x[i] })
	for i := range hone.Parallel(len(x)) {
		x[i] /= sum
	}
	return sum
}

// Normalize is normalize.
var Normalize = hone.Func(normalize)

// scaled makes its result.
func scaled(x []float64, a float64) []float64 {
	y := make([]float64, len(x))
	for i := range hone.Parallel(len(x)) {
		y[i] = a * x[i]
	}
	return y
}

// Scaled is scaled.
var Scaled = hone.Func(scaled)

// each calls f for the elements of x that are above limit.
func each(x []float64, limit float64, f func(int)) {
	for i := range hone.Parallel(len(x)) {
		if x[i] > limit {
			f(i)
		}
	}
}

// clip uses closures.
func clip(x []float64, limit float64) {
	each(x, limit, func(i int) { x[i] = limit })
}

// Clip is clip.
var Clip = hone.Func(clip)

// horner is a plain sequential loop.
func horner(coeffs []float64, x float64) (y float64) {
	for _, c := range coeffs {
		y = y*x + c
	}
	return y
}

// Horner is horner.
var Horner = hone.Func(horner)

// area has no loop at all.
func area(a, b, c float64) float64 {
	s := (a + b + c) / 2
	return s * (s - a) * (s - b) * (s - c)
}

// Area is area.
var Area = hone.Func(area)

// blend is a loop over rows and columns.
func blend(a, b []uint8, h, w int) {
	for y, x := range hone.Parallel2(h, w) {
		a[y*w+x] = uint8((uint16(a[y*w+x]) + uint16(b[y*w+x])) / 2)
	}
}

// Blend is blend.
var Blend = hone.Func(blend)

// series is a struct of slices.
type series struct {
	at, value []float64
	scale     float64
}

// slope has one for its argument.
func slope(s series, i int) float64 {
	return s.scale * (s.value[i+1] - s.value[i]) / (s.at[i+1] - s.at[i])
}

// Slope is slope.
var Slope = hone.Func(slope)

// bend has one behind a pointer, and stores to it.
func (s *series) bend(i int, by float64) float64 {
	s.value[i] = s.value[i]*s.scale + by
	return s.value[i] - s.value[i+1]
}

// Bend is bend.
var Bend = hone.Func((*series).bend)
