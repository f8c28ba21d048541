package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Loop nests: plain loops inside parallel ones, which may be given lanes, blocked or taken together where iterations are independent and no
// check fails, and must run as written where not.

// matMulRows is a product of a (m×l) and b (l×n), written with one parallel loop around two plain ones.
func matMulRows[T number](c, a, b []T, m, l, n int) {
	for i := range hone.Parallel(m) {
		for j := range n {
			var sum T
			for k := range l {
				sum += a[i*l+k] * b[k*n+j]
			}
			c[i*n+j] = sum
		}
	}
}

var (
	MatMulRowsF32 = hone.Func(matMulRows[float32])
	MatMulRowsI32 = hone.Func(matMulRows[int32])
)

// matMulPlane is the same over a space of two dimensions.
func matMulPlane[T number](c, a, b []T, m, l, n int) {
	for i, j := range hone.Parallel2(m, n) {
		sum := c[i*n+j]
		for k := range l {
			sum += a[i*l+k] * b[k*n+j]
		}
		c[i*n+j] = sum
	}
}

var (
	MatMulPlaneF64 = hone.Func(matMulPlane[float64])
	MatMulPlaneInt = hone.Func(matMulPlane[int])
)

// matMulOuter adds up outer products: the innermost loop reads and writes c.
func matMulOuter(c, a, b []int32, m, l, n int) {
	for i := range hone.Parallel(m) {
		for k := range l {
			x := a[i*l+k]
			for j := range n {
				c[i*n+j] += x * b[k*n+j]
			}
		}
	}
}

var MatMulOuter = hone.Func(matMulOuter)

// rowShift reads, along each row, what is left of what it writes: with one slice for both, that was written just before.
func rowShift(a, b []int32, w, h int) {
	for y := range hone.Parallel(h) {
		for x := 1; x < w; x++ {
			a[y*w+x] = b[y*w+x-1]*3 + int32(x)
		}
	}
}

var RowShift = hone.Func(rowShift)

// rowPairs writes every other element of a row from its neighbour.
func rowPairs(a, b []int32, w, h int) {
	for y := range hone.Parallel(h) {
		for x := range w / 2 {
			a[y*w+2*x] = b[y*w+2*x+1] - a[y*w+2*x]
		}
	}
}

var RowPairs = hone.Func(rowPairs)

// rowScale multiplies rows by their first element, which it overwrites if s is d.
func rowScale(d, s []float64, w, h int) {
	for y := range hone.Parallel(h) {
		k := s[y*w]
		for x := range w {
			d[y*w+x] = d[y*w+x]*k + 1
		}
	}
}

var RowScale = hone.Func(rowScale)

// rowBlur works on slices of rows.
func rowBlur(dst, src []float32, w, h int) {
	for y := range hone.Parallel(h) {
		in, out := src[y*w:(y+1)*w], dst[y*w:(y+1)*w]
		for x := 1; x < len(in)-1; x++ {
			out[x] = (in[x-1] + 2*in[x] + in[x+1]) / 4
		}
	}
}

var RowBlur = hone.Func(rowBlur)

// rowLookup has an index that only the data know.
func rowLookup(dst []uint16, src []uint8, table []uint16, w, h int) {
	for y := range hone.Parallel(h) {
		for x := range w {
			dst[y*w+x] = table[src[y*w+x]]
		}
	}
}

var RowLookup = hone.Func(rowLookup)

// triangle has rows of different lengths.
func triangle(d, s []int, n int) {
	for i := range hone.Parallel(n) {
		for j := range i {
			d[i*n+j] = s[j*n+i] - j
		}
		for j := i; j < n; j++ {
			d[i*n+j] = i
		}
	}
}

var Triangle = hone.Func(triangle)

// window5 is a window of 5×5, all written out: rows share what they read.
func window5(dst, src []int32, w, h int) {
	for y, x := range hone.Parallel2(h-4, w-4) {
		sum := int32(0)
		for k := range hone.Unroll(0, 5) {
			r := (y + k) * w
			sum += src[r+x] - 4*src[r+x+1] + 6*src[r+x+2]*int32(k-1) - 4*src[r+x+3] + src[r+x+4]
		}
		dst[(y+2)*w+x+2] = sum
	}
}

var Window5 = hone.Func(window5)

// averages3 is a stencil in three dimensions by plain loops.
func averages3(dst, src []float32, d, h, w int) {
	for z := range hone.Parallel(d) {
		for y := range h {
			for x := range w {
				i := (z*h+y)*w + x
				if x > 0 && x < w-1 {
					dst[i] = (src[i-1] + src[i] + src[i+1]) / 3
				} else {
					dst[i] = src[i]
				}
			}
		}
	}
}

var Averages3 = hone.Func(averages3)

// pairwise adds up over all others: the plain loop carries sums.
func pairwise(x []float32, n int) []float32 {
	out := make([]float32, len(x))
	for i := range hone.Parallel(len(x)) {
		s := float32(0)
		for j := range n {
			d := x[j] - x[i]
			s += d * d
		}
		out[i] = s
	}
	return out
}

var Pairwise = hone.Func(pairwise)

// huge makes index expressions wrap around.
func huge(d, s []int32, w, h, step int) {
	for y := range hone.Parallel(h) {
		for x := range w {
			d[y*w+x] = s[y*step*w+x]
		}
	}
}

var Huge = hone.Func(huge)

// nestArgs makes slices for nests: sizes has the lengths' factors, sometimes with a row or an element missing.
func nestArgs[T any](elem gen, slices int, dims int) func(r *rand.Rand, n int) []any {
	return func(r *rand.Rand, n int) []any {
		var out []any
		var sizes []int
		for range dims {
			sizes = append(sizes, r.Intn(n+1))
		}
		side := 0
		for _, s := range sizes {
			side = max(side, s)
		}
		size := 1
		for range min(dims, 3) {
			size *= side
		}
		if dims == 3 && slices == 3 { // a product of matrices
			size = side * side
		}
		for range slices {
			short := 0
			if size > 0 && r.Intn(8) == 0 {
				short = r.Intn(min(size, side+2))
			}
			out = append(out, elem(r, size-short))
		}
		for _, s := range sizes {
			out = append(out, s)
		}
		return out
	}
}

// overlapping replaces the second slice by the first, or by a part of it; of that there is one row at most, since rows are independent.
func overlapping[T any](inputs func(r *rand.Rand, n int) []any) func(r *rand.Rand, n int) []any {
	return func(r *rand.Rand, n int) []any {
		out := inputs(r, n)
		a := out[0].([]T)
		switch r.Intn(3) {
		case 0:
			out[1] = a
		case 1:
			at := r.Intn(min(len(a), 3) + 1)
			out[1] = a[at:]
			out[3] = min(out[3].(int), 1)
		}
		return out
	}
}

// behindScalars hands a temporary on, behind scalar code that is long enough to become a kernel, where lengths are taken and extents computed.
func behindScalars(x []int64, y []float32, w int) int64 {
	n := len(x)
	if w < 1 || n == 0 {
		return 0
	}
	h := n / w
	some := x[uint(w*7)%uint(n)]<<(uint8(w)%80) + x[uint(w*9)%uint(n)]>>(uint8(n)%80)
	t := make([]float32, h*w)
	for r, c := range hone.Parallel2(h, w) {
		t[r*w+c] = y[r*w+c] + float32(some&0xff)
	}
	for r := range hone.Parallel(h - 1) {
		for c := range w {
			x[r*w+c] += int64(t[r*w+c] + t[(r+1)*w+c])
		}
	}
	return some
}

var BehindScalars = hone.Func(behindScalars)

func init() {
	add("BehindScalars", behindScalars, BehindScalars, args(vec(whole[int64]), f32s, one(between(0, 12))))
	add("MatMulRowsF32", matMulRows[float32], MatMulRowsF32, nestArgs[float32](f32s, 3, 3), upTo(90), fmaTol(1e-2))
	add("MatMulRowsI32", matMulRows[int32], MatMulRowsI32, nestArgs[int32](i32s, 3, 3), upTo(90))
	add("MatMulPlaneF64", matMulPlane[float64], MatMulPlaneF64, nestArgs[float64](f64s, 3, 3), upTo(90), fmaTol(1e-4))
	add("MatMulPlaneInt", matMulPlane[int], MatMulPlaneInt, nestArgs[int](i64s, 3, 3), upTo(90))
	add("MatMulOuter", matMulOuter, MatMulOuter, nestArgs[int32](i32s, 3, 3), upTo(90))
	add("RowShift", rowShift, RowShift, overlapping[int32](nestArgs[int32](i32s, 2, 2)), upTo(150))
	add("RowPairs", rowPairs, RowPairs, overlapping[int32](nestArgs[int32](i32s, 2, 2)), upTo(150))
	add("RowScale", rowScale, RowScale, overlapping[float64](nestArgs[float64](f64s, 2, 2)), upTo(150), fmaTol(1e-6))
	add("RowBlur", rowBlur, RowBlur, nestArgs[float32](f32s, 2, 2), upTo(150))
	add("RowLookup", rowLookup, RowLookup, func(r *rand.Rand, n int) []any {
		w, h := r.Intn(n+1), r.Intn(n+1)
		return []any{make([]uint16, w*h), u8s(r, w*h), u16s(r, 256-r.Intn(2)*r.Intn(20)), w, h}
	}, upTo(150))
	add("Triangle", triangle, Triangle, args(square(i64s), square(i64s), size), upTo(120))
	add("Window5", window5, Window5, nestArgs[int32](i32s, 2, 2), upTo(150))
	add("Averages3", averages3, Averages3, nestArgs[float32](f32s, 2, 3), upTo(30))
	add("Pairwise", pairwise, Pairwise, args(f32s, size), upTo(300), fmaTol(1e-3))
	add("Huge", huge, Huge, args(square(i32s), square(i32s), size, size, one(func(r *rand.Rand) int {
		return []int{1, 0, -1, 1 << 32, 1 << 62, -1 << 63}[r.Intn(6)]
	})), upTo(60))
}
