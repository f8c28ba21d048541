package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Cubes: loops in loops over three dimensions, which become those of one parallel loop.

// cubesPlanes goes over planes in parallel, and over rows and columns from bounds that are known outside.
func cubesPlanes(out, in []float32, d, h, w, from int) {
	s := h * w
	for z := range hone.Parallel(d - 2) {
		for y := 1; y < h-1; y++ {
			for x := from; x < w-1; x++ {
				i := (z+1)*s + y*w + x
				out[i] = in[i] + 0.1*(in[i-1]+in[i+1]+in[i-w]+in[i+w]+in[i-s]+in[i+s]-6*in[i])
			}
		}
	}
}

var CubesPlanes = hone.Func(cubesPlanes)

// cubesBeside reads something for each plane and each row, and has a border by a condition.
func cubesBeside(out, in, gain []int32, d, h, w int) {
	for z := range hone.Parallel(d) {
		g := gain[z]
		for y := 0; y < h; y++ {
			k := gain[y] + g
			for x := 0; x < w; x++ {
				i := (z*h+y)*w + x
				v := in[i]
				if x > 0 && x < w-1 && y > 0 {
					v += in[i-1] + in[i+1]*k - in[i-w]
				}
				out[i] = v
			}
		}
	}
}

var CubesBeside = hone.Func(cubesBeside)

// cubesTriangle has rows as long as their number says: they are no dimension.
func cubesTriangle(out, in []int32, d, h, w int) {
	for z := range hone.Parallel(d) {
		for y := range h {
			for x := range min(y+1, w) {
				i := (z*h+y)*w + x
				out[i] = in[i] - in[(z*h+y)*w]
			}
		}
	}
}

var CubesTriangle = hone.Func(cubesTriangle)

// cubesHanded has each row read what the one before it has written: only the planes are apart.
func cubesHanded(out, in []int32, d, h, w int) {
	for z := range hone.Parallel(d) {
		for y := 1; y < h; y++ {
			for x := range w {
				i := (z*h+y)*w + x
				out[i] = out[i-w] + in[i]
			}
		}
	}
}

var CubesHanded = hone.Func(cubesHanded)

// cubes are slices that hold a cube, or nearly, one that is as long as its longest side, if so wanted, its sides, and a place in a row.
func cubes(elem gen, gain, from bool) func(r *rand.Rand, n int) []any {
	return func(r *rand.Rand, n int) []any {
		d, h, w := r.Intn(n+1), r.Intn(n+1), r.Intn(n+1)
		short := func(n int) int { return max(n-r.Intn(8)/7*r.Intn(9), 0) }
		out := []any{elem(r, short(d*h*w)), elem(r, short(d*h*w))}
		if gain {
			out = append(out, elem(r, short(max(d, h))))
		}
		out = append(out, d, h, w)
		if from {
			out = append(out, 1-r.Intn(8)/7+r.Intn(3))
		}
		return out
	}
}

func init() {
	add("CubesPlanes", cubesPlanes, CubesPlanes, cubes(f32s, false, true), upTo(40), fmaTol(1e-3))
	add("CubesBeside", cubesBeside, CubesBeside, cubes(i32s, true, false), upTo(40))
	add("CubesTriangle", cubesTriangle, CubesTriangle, cubes(i32s, false, false), upTo(40))
	add("CubesHanded", cubesHanded, CubesHanded, cubes(i32s, false, false), upTo(40))
}
