package programs

import "github.com/hone-go/hone"

// Programs of which the results are defined whatever slices overlap: no parallel loop has iterations that depend on each other then, as
// long as there is one row at most.

// increments is a sequential loop from one slice to another.
func increments[T number](x, y []T) {
	for i := range min(len(x), len(y)) {
		y[i] = x[i] + 1
	}
}

var (
	IncrementsU8  = hone.Func(increments[uint8])
	IncrementsI32 = hone.Func(increments[int32])
	IncrementsF64 = hone.Func(increments[float64])
)

// backwards is a sequential loop downwards.
func backwards(x, y []int16) {
	for i := min(len(x), len(y)) - 1; i >= 0; i-- {
		y[i] = x[i] * 3
	}
}

var Backwards = hone.Func(backwards)

// sums has two sources.
func sums(x, y, z []float32) {
	for i := range min(len(x), len(y), len(z)) {
		z[i] = x[i] + y[i]
	}
}

var Sums = hone.Func(sums)

// swaps exchanges what two slices hold.
func swaps(x, y []int64) {
	for i := range min(len(x), len(y)) {
		x[i], y[i] = y[i], x[i]
	}
}

var Swaps = hone.Func(swaps)

// twice has two parallel loops, of which the second may read what the first has written.
func twice(a, x, y, b []float64) {
	n := min(len(a), len(x), len(y), len(b))
	for i := range hone.Parallel(n) {
		y[i] = a[i] * 2
	}
	for i := range hone.Parallel(n) {
		b[i] = x[i] + 1
	}
}

var Twice = hone.Func(twice)

// markAndCount writes, then reduces.
func markAndCount(x, y []int32) (sum int32, most int32) {
	for i := range hone.Parallel(len(y)) {
		y[i] = int32(i)
	}
	sum = hone.Sum(len(x), func(i int) int32 { return x[i] })
	for i := range hone.Parallel(len(y)) {
		y[i] = -y[i]
	}
	most = hone.Sum(len(x), func(i int) int32 { return x[i] / 2 })
	return sum, most
}

var MarkAndCount = hone.Func(markAndCount)

// moves copies a slice's elements.
func moves(x, y []uint16) int {
	n := copy(y, x)
	for i := range hone.Parallel(n) {
		y[i]++
	}
	return n
}

var Moves = hone.Func(moves)

// oneRow is a plain loop inside a parallel one.
func oneRow(src, dst []float32, rows, width int) {
	for r := range hone.Parallel(rows) {
		for j := range width {
			dst[r*width+j] = src[r*width+j]*2 + src[r*width]
		}
	}
}

var OneRow = hone.Func(oneRow)

// oneRowOfProducts is a matrix product of one row.
func oneRowOfProducts(a, b, c []float64, rows, inner, cols int) {
	for i := range hone.Parallel(rows) {
		for k := range inner {
			for j := range cols {
				c[i*cols+j] += a[i*inner+k] * b[k*cols+j]
			}
		}
	}
}

var OneRowOfProducts = hone.Func(oneRowOfProducts)

// smooths is a stencil in place or not.
func smooths(x, y []float32) {
	for i := 1; i < min(len(x), len(y))-1; i++ {
		y[i] = (x[i-1] + x[i] + x[i+1]) / 3
	}
}

var Smooths = hone.Func(smooths)

func init() {
	add("IncrementsU8", increments[uint8], IncrementsU8, args(u8s, u8s))
	add("IncrementsI32", increments[int32], IncrementsI32, args(i32s, i32s))
	add("IncrementsF64", increments[float64], IncrementsF64, args(f64s, f64s))
	add("Backwards", backwards, Backwards, args(i16s, i16s))
	add("Sums", sums, Sums, args(f32s, f32s, f32s))
	add("Swaps", swaps, Swaps, args(vec(whole[int64]), vec(whole[int64])))
	add("Twice", twice, Twice, args(f64s, f64s, f64s, f64s))
	add("MarkAndCount", markAndCount, MarkAndCount, args(i32s, i32s))
	add("Moves", moves, Moves, args(vec(whole[uint16]), vec(whole[uint16])))
	add("OneRow", oneRow, OneRow, args(f32s, f32s, constant(1), size))
	small := constant(3)
	add("OneRowOfProducts", oneRowOfProducts, OneRowOfProducts, args(plus(3, f64s), times(3, f64s), f64s, constant(1), small, size))
	add("Smooths", smooths, Smooths, args(f32s, f32s))
}
