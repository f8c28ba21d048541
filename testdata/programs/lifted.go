package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Lifted: loops that go down the columns of matrices that lie row by row, whose order is turned around.

// liftedStencil has the columns outermost, and borders by conditions.
func liftedStencil(out, in []int32, w, h int) {
	for x := 0; x < w; x++ {
		for y := 0; y < h; y++ {
			i := y*w + x
			v := 4 * in[i]
			if x > 0 {
				v -= in[i-1]
			}
			if x < w-1 {
				v -= in[i+1]
			}
			if y > 0 && y < h-1 {
				v -= in[i-w] + in[i+w]
			}
			out[i] = v
		}
	}
}

var LiftedStencil = hone.Func(liftedStencil)

// liftedDeclared reads something for each column, and goes over rows from a bound that is known outside.
func liftedDeclared(a, scale []float32, w, h, from int) {
	for x := range hone.Parallel(w) {
		s := scale[x]
		for y := from; y < h; y++ {
			a[y*w+x] = s*a[y*w+x] + 1
		}
	}
}

var LiftedDeclared = hone.Func(liftedDeclared)

// liftedCube goes through a cube the other way round: along columns of planes in the end.
func liftedCube(out, in []float64, d, h, w int) {
	for x := 1; x < w-1; x++ {
		for y := 1; y < h-1; y++ {
			for z := 1; z < d-1; z++ {
				i := (z*h+y)*w + x
				out[i] = in[i] + 0.5*(in[i-1]+in[i+1]-in[i-w]-in[i+w]) + in[i-w*h] - in[i+w*h]
			}
		}
	}
}

var LiftedCube = hone.Func(liftedCube)

// liftedProduct has the columns of a product outermost.
func liftedProduct(c, a, b []float64, n, m, k int) {
	for j := 0; j < m; j++ {
		for i := 0; i < n; i++ {
			sum := c[i*m+j]
			for l := 0; l < k; l++ {
				sum += a[i*k+l] * b[l*m+j]
			}
			c[i*m+j] = sum
		}
	}
}

var LiftedProduct = hone.Func(liftedProduct)

// liftedChained hands on from row to row: rows stay inside.
func liftedChained(a []int32, w, h int) {
	for x := range hone.Parallel(w) {
		for y := 1; y < h; y++ {
			a[y*w+x] += a[(y-1)*w+x]
		}
	}
}

var LiftedChained = hone.Func(liftedChained)

// liftedTransposed has one matrix along either loop: both orders are as good, and neither is turned around.
func liftedTransposed(out, in []uint16, w, h int) {
	for x := 0; x < w; x++ {
		for y := 0; y < h; y++ {
			out[x*h+y] = in[y*w+x] + 1
		}
	}
}

var LiftedTransposed = hone.Func(liftedTransposed)

// liftedTwo has two dimensions around the rows, of several matrices.
func liftedTwo(out, in []uint8, n, w, h int) {
	for k, x := range hone.Parallel2(n, w) {
		for y := range h {
			out[(k*h+y)*w+x] = in[(k*h+y)*w+x] ^ in[(k*h+h-1-y)*w+x]
		}
	}
}

var LiftedTwo = hone.Func(liftedTwo)

// liftedClamped blurs columns, which are read further at their ends.
func liftedClamped(out, in []float32, w, h int) {
	for x := range hone.Parallel(w) {
		liftedLine(out, in, x, h, w)
	}
}

// liftedLine blurs n numbers that are step apart.
func liftedLine(out, in []float32, begin, n, step int) {
	for i := 0; i < n; i++ {
		a, b := max(i-2, 0), min(i+1, n-1)
		out[begin+i*step] = in[begin+a*step] + 2*in[begin+i*step] + in[begin+b*step]
	}
}

var LiftedClamped = hone.Func(liftedClamped)

// liftedLooked reads rows that a table names.
func liftedLooked(out, in, at []int32, w, h int) {
	for x := range hone.Parallel(w) {
		for y := range min(h, len(at)) {
			out[y*w+x] = in[int(uint32(at[y]))%max(h, 1)*w+x]
		}
	}
}

var LiftedLooked = hone.Func(liftedLooked)

// rowsAndColumns are slices that hold a matrix, or nearly, one that is as long as a row, if so wanted, and its sides.
func rowsAndColumns(elem gen, n int, row, from bool) func(r *rand.Rand, n int) []any {
	return func(r *rand.Rand, size int) []any {
		w, h := r.Intn(size+1), r.Intn(size+1)
		short := func(n int) int { return max(n-r.Intn(8)/7*r.Intn(9), 0) }
		var out []any
		for range n {
			out = append(out, elem(r, short(w*h)))
		}
		if row {
			out = append(out, elem(r, short(w)))
		}
		out = append(out, w, h)
		if from {
			out = append(out, r.Intn(4)-r.Intn(8)/7)
		}
		return out
	}
}

// liftedFactors are the matrices of a product and their sides.
func liftedFactors(r *rand.Rand, size int) []any {
	n, m, k := r.Intn(size+1), r.Intn(size+1), r.Intn(size+1)
	short := func(n int) int { return max(n-r.Intn(8)/7*r.Intn(9), 0) }
	return []any{f64s(r, short(n*m)), f64s(r, short(n*k)), f64s(r, short(k*m)), n, m, k}
}

func init() {
	add("LiftedStencil", liftedStencil, LiftedStencil, rowsAndColumns(i32s, 2, false, false), upTo(150))
	add("LiftedDeclared", liftedDeclared, LiftedDeclared, rowsAndColumns(f32s, 1, true, true), upTo(150), fmaTol(1e-5))
	add("LiftedCube", liftedCube, LiftedCube, cubes(f64s, false, false), upTo(40), fmaTol(1e-9))
	add("LiftedProduct", liftedProduct, LiftedProduct, liftedFactors, upTo(80), fmaTol(1e-9))
	add("LiftedChained", liftedChained, LiftedChained, rowsAndColumns(i32s, 1, false, false), upTo(150))
	add("LiftedTransposed", liftedTransposed, LiftedTransposed, rowsAndColumns(vec(whole[uint16]), 2, false, false), upTo(150))
	add("LiftedClamped", liftedClamped, LiftedClamped, rowsAndColumns(f32s, 2, false, false), upTo(150), fmaTol(1e-5))
	add("LiftedLooked", liftedLooked, LiftedLooked, rowsAndColumns(i32s, 2, true, false), upTo(150))
	add("LiftedTwo", liftedTwo, LiftedTwo, cubes(u8s, false, false), upTo(40))
}
