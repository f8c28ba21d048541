package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Temporaries that are never made: what a loop stores to one is computed where another reads it, if it is seen to read just that.

// recomputedCorners has gradients in temporaries, in plain loops.
func recomputedCorners(out, in []float32, w, h int) {
	gx, gy := make([]float32, w*h), make([]float32, w*h)
	for y := 1; y < h-1; y++ {
		for x := 1; x < w-1; x++ {
			gx[y*w+x] = in[y*w+x+1] - in[y*w+x-1]
			gy[y*w+x] = in[(y+1)*w+x] - in[(y-1)*w+x]
		}
	}
	for y := 2; y < h-2; y++ {
		for x := 2; x < w-2; x++ {
			var a, b, c float32
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					p, q := gx[(y+dy)*w+x+dx], gy[(y+dy)*w+x+dx]
					a += p * p
					b += p * q
					c += q * q
				}
			}
			out[y*w+x] = a*c - b*b - (a+c)*(a+c)/16
		}
	}
}

var RecomputedCorners = hone.Func(recomputedCorners)

// edgePair is what the next function keeps of an element.
type edgePair struct {
	along  int16
	across int32
}

// recomputedStructs has them in structs, and all in rows, with conditions for the borders.
func recomputedStructs(out []int32, in []int16, w, h int) {
	if h < 1 { // the least integer less one is the greatest: without end where w is small
		return
	}
	edges := make([]edgePair, w*h)
	for y := range hone.Parallel(h) {
		for x := range w {
			if x < 1 || x >= w-1 {
				continue
			}
			edges[y*w+x] = edgePair{in[y*w+x+1] - in[y*w+x-1], int32(in[y*w+x]) * 3}
		}
	}
	for y, x := range hone.Parallel2(h-1, w) {
		if x > 1 && x < w-2 {
			e, f := edges[y*w+x-1], edges[(y+1)*w+x+1]
			out[y*w+x] = int32(e.along)*f.across - e.across
		}
	}
}

var RecomputedStructs = hone.Func(recomputedStructs)

// recomputedZeros reads beside what has been stored, too: there is zero.
func recomputedZeros(out, in []int32, w, h int) {
	t := make([]int32, w*h)
	for y, x := range hone.Parallel2(h, w-1) {
		t[y*w+x+1] = in[y*w+x] ^ 5
	}
	for y, x := range hone.Parallel2(h, w-1) {
		out[y*w+x] = t[y*w+x] - 7*t[y*w+x+1]
	}
}

var RecomputedZeros = hone.Func(recomputedZeros)

// recomputedTransposed reads the columns of a matrix as rows.
func recomputedTransposed[T number](c, a, b []T, n int) {
	bt := make([]T, n*n)
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			bt[j*n+i] = b[i*n+j]
		}
	}
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			row, column := a[i*n:(i+1)*n], bt[j*n:(j+1)*n]
			sum := T(0)
			for k := range row {
				sum += row[k] * column[k]
			}
			c[i*n+j] = sum
		}
	}
}

var (
	RecomputedTransposedF64 = hone.Func(recomputedTransposed[float64])
	RecomputedTransposedI16 = hone.Func(recomputedTransposed[int16])
)

// recomputedColumns adds up columns first, with rows as sub-slices.
func recomputedColumns(out, in []uint8, w, h int) {
	sums := make([]uint16, w*h)
	for y := 1; y < h-1; y++ {
		up, row, down := in[(y-1)*w:y*w], in[y*w:(y+1)*w], in[(y+1)*w:(y+2)*w]
		to := sums[y*w : (y+1)*w]
		for x := range to {
			to[x] = uint16(up[x]) + uint16(row[x]) + uint16(down[x])
		}
	}
	for y := 1; y < h-1; y++ {
		s := sums[y*w : (y+1)*w]
		for x := 1; x < w-1; x++ {
			out[y*w+x] = uint8((s[x-1] + s[x] + s[x+1] + 4) / 9)
		}
	}
}

var RecomputedColumns = hone.Func(recomputedColumns)

// recomputedPadded copies what it reads to where there is a frame of a given width around it.
func recomputedPadded(out, in []int32, w, h, frame int) {
	frame = max(0, min(frame, 3))
	pitch := w + 2*frame
	t := make([]int32, pitch*(h+2*frame))
	for y, x := range hone.Parallel2(h, w) {
		t[(y+frame)*pitch+x+frame] = in[y*w+x]
	}
	for y, x := range hone.Parallel2(h-1, w-1) {
		out[y*w+x] = t[(y+frame)*pitch+x+frame] + 3*t[(y+frame+1)*pitch+x+frame+1]
	}
}

var RecomputedPadded = hone.Func(recomputedPadded)

// recomputedLine goes to and fro over lines, one of them backwards; what the last loop reads of both adds up.
func recomputedLine(in []int32, n int) (sum int64) {
	a, b := make([]int32, n), make([]int32, n)
	for i := range hone.Parallel(n) {
		a[n-1-i] = in[i] * 3
	}
	for i := 0; i < n-2; i++ {
		b[i+1] = a[i+2] - a[i]
	}
	return hone.Sum(n-4, func(i int) int64 { return int64(b[i+2])*int64(i) - int64(b[i+1]) })
}

var RecomputedLine = hone.Func(recomputedLine)

// recomputedChanged reads what has been computed from memory that has changed since.
func recomputedChanged(out, in []int32, w, h int) {
	t := make([]int32, w*h)
	for y, x := range hone.Parallel2(h, w) {
		t[y*w+x] = in[y*w+x] + 1
	}
	for i := range hone.Parallel(w) {
		in[i] -= 9
	}
	for y, x := range hone.Parallel2(h-1, w) {
		out[y*w+x] = t[y*w+x] - t[(y+1)*w+x]
	}
}

var RecomputedChanged = hone.Func(recomputedChanged)

// recomputedOften would be computed again in each iteration of an inner loop of which nobody knows how long it is.
func recomputedOften(out, in []int32, n, taps int) {
	taps = max(0, min(taps, 40))
	t := make([]int32, n)
	for i := range hone.Parallel(n) {
		t[i] = ((in[i]^3)*in[i] + 7) ^ in[i]>>2
	}
	for i := range hone.Parallel(n - taps) {
		sum := int32(0)
		for k := range taps {
			sum += t[i+k]
		}
		out[i] = sum
	}
}

var RecomputedOften = hone.Func(recomputedOften)

// recomputedProducts stores products that are rounded, and adds them up.
func recomputedProducts(out, x, y []float64, n int) {
	t := make([]float64, n)
	for i := 0; i < n; i++ {
		t[i] = x[i] * y[i]
	}
	for i := 1; i < n-1; i++ {
		out[i] = t[i-1] + x[i]*t[i+1]
	}
}

var RecomputedProducts = hone.Func(recomputedProducts)

// recomputedArrays stores to one element of an array in each element, and reads another.
func recomputedArrays(out, in []int32, n, k int) {
	t := make([][4]int32, n)
	for i := range hone.Parallel(n) {
		t[i][k&3] = in[i] + 1
	}
	for i := range hone.Parallel(n) {
		out[i] = t[i][k&3] + 3*t[i][(k+1)&3]
	}
}

var RecomputedArrays = hone.Func(recomputedArrays)

func init() {
	add("RecomputedCorners", recomputedCorners, RecomputedCorners, sameSlice(nestArgs[float32](f32s, 2, 2)), upTo(120), fmaTol(1e-2))
	add("RecomputedStructs", recomputedStructs, RecomputedStructs, func(r *rand.Rand, n int) []any {
		w, h := r.Intn(n+1), r.Intn(n+1)
		return []any{i32s(r, max(w*h-r.Intn(2)*r.Intn(3), 0)), i16s(r, max(w*h-r.Intn(2)*r.Intn(3), 0)), w, h}
	}, upTo(120))
	add("RecomputedZeros", recomputedZeros, RecomputedZeros, sameSlice(nestArgs[int32](i32s, 2, 2)), upTo(120))
	add("RecomputedTransposedF64", recomputedTransposed[float64], RecomputedTransposedF64, args(square(f64s), square(f64s), square(f64s), size), upTo(40), fmaTol(1e-6))
	add("RecomputedTransposedI16", recomputedTransposed[int16], RecomputedTransposedI16, sameSlice(args(square(i16s), square(i16s), square(i16s), size)), upTo(40))
	add("RecomputedColumns", recomputedColumns, RecomputedColumns, sameSlice(nestArgs[uint8](u8s, 2, 2)), upTo(120))
	add("RecomputedPadded", recomputedPadded, RecomputedPadded, func(r *rand.Rand, n int) []any {
		w, h := r.Intn(n+1), r.Intn(n+1)
		return []any{i32s(r, max(w*h-r.Intn(2)*r.Intn(3), 0)), i32s(r, max(w*h-r.Intn(2)*r.Intn(3), 0)), w, h, r.Intn(5)}
	}, upTo(80))
	add("RecomputedLine", recomputedLine, RecomputedLine, args(nearly(i32s), size))
	add("RecomputedChanged", recomputedChanged, RecomputedChanged, sameSlice(nestArgs[int32](i32s, 2, 2)), upTo(120))
	add("RecomputedOften", recomputedOften, RecomputedOften, sameSlice(args(nearly(i32s), nearly(i32s), size, index)))
	add("RecomputedArrays", recomputedArrays, RecomputedArrays, sameSlice(args(nearly(i32s), nearly(i32s), size, index)))
	add("RecomputedProducts", recomputedProducts, RecomputedProducts, sameSlice(args(nearly(f64s), nearly(f64s), nearly(f64s), size)), fmaTol(1e-6))
}
