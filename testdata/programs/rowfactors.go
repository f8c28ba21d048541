package programs

import "github.com/hone-go/hone"

// Rows to which a multiple of another row is added, by a factor that each row computes first: several rows can be done at a time, unless one needs what another has stored.

// rowFactors eliminates the first column, and leaves the factors there.
func rowFactors(a, _ []int32, w, h int) {
	for i := 1; i < h; i++ {
		f := a[i*w]*3 - a[0]
		a[i*w] = f
		for j := 1; j < w; j++ {
			a[i*w+j] -= f * a[j]
		}
	}
}

// rowFactorsOf takes the multiples of a row of another matrix, and a whole row in each declared iteration.
func rowFactorsOf(a, b []float32, w, h int) {
	for i := range hone.Parallel(h) {
		f := b[i*w] * 2
		for j := range w {
			a[i*w+j] += f * b[j]
		}
		a[i*w] = f
	}
}

// rowFactorsTwice has rows of two matrices share three of a third.
func rowFactorsTwice(a, b []int32, w, h int) {
	for i := 3; i < h; i++ {
		row, out := a[i*w:(i+1)*w], b[i*w:(i+1)*w]
		f, g := row[0], out[0]
		for j := range row {
			row[j] = row[j]*g + f*a[j] - b[w+j]
			out[j] += f ^ a[w+j]
		}
	}
}

// rowFactorsBefore takes multiples of the row before, which must be done.
func rowFactorsBefore(a, _ []int32, w, h int) {
	for i := 1; i < h; i++ {
		f := a[i*w] * 3
		a[i*w] = f
		for j := 1; j < w; j++ {
			a[i*w+j] -= f * a[(i-1)*w+j]
		}
	}
}

// rowFactorsLast has the factor depend on the end of the row before.
func rowFactorsLast(a, b []int32, w, h int) {
	for i := 1; i < h; i++ {
		f := a[i*w-1]
		for j := range w {
			a[i*w+j] -= f * b[j]
		}
	}
}

var (
	RowFactors       = hone.Func(rowFactors)
	RowFactorsOf     = hone.Func(rowFactorsOf)
	RowFactorsTwice  = hone.Func(rowFactorsTwice)
	RowFactorsBefore = hone.Func(rowFactorsBefore)
	RowFactorsLast   = hone.Func(rowFactorsLast)
)

func init() {
	add("RowFactors", rowFactors, RowFactors, nestArgs[int32](i32s, 2, 2), upTo(300))
	add("RowFactorsOf", rowFactorsOf, RowFactorsOf, nestArgs[float32](f32s, 2, 2), upTo(300))
	add("RowFactorsTwice", rowFactorsTwice, RowFactorsTwice, nestArgs[int32](i32s, 2, 2), upTo(300))
	add("RowFactorsBefore", rowFactorsBefore, RowFactorsBefore, nestArgs[int32](i32s, 2, 2), upTo(300))
	add("RowFactorsLast", rowFactorsLast, RowFactorsLast, nestArgs[int32](i32s, 2, 2), upTo(300))
}
