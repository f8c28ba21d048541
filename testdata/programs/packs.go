package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Products of matrices, and what is like them: columns of a slice that all rows of a nest read again, which may be copied ahead of these.

// productPart is a product of parts of matrices whose rows are longer: of some of the terms.
func productPart[T number](c, a, b []T, m, l, n int) {
	w := max(m, l, n)
	for i, j := range hone.Parallel2(m, n) {
		var sum T
		for k := l / 3; k < l; k++ {
			sum += a[i*w+k] * b[k*w+j]
		}
		c[i*w+j] = sum
	}
}

// productBack takes the rows of b from the last one on.
func productBack[T number](c, a, b []T, m, l, n int) {
	for i, j := range hone.Parallel2(m, n) {
		var sum T
		for k := range l {
			sum += a[i*l+k] * b[(l-1-k)*n+j]
		}
		c[i*n+j] += 2 * sum
	}
}

// productTransposed has a transposed, and a row of b as a slice.
func productTransposed(c, a, b []float32, m, l, n int) {
	for i := range m {
		for k := range l {
			row := b[k*n : k*n+n]
			f := a[k*m+i]
			for j, v := range row {
				c[i*n+j] += f * v
			}
		}
	}
}

// twoProducts has one sum of each of two matrices, and one term more.
func twoProducts(c, a, b []float64, m, l, n int) {
	for i, j := range hone.Parallel2(m, n) {
		sum, other := 0.0, c[i*n+j]
		for k := range l {
			sum += a[i*l+k] * b[k*n+j]
			other -= a[i*l+k] * c[(l+k)*n+j]
		}
		c[i*n+j] = max(sum, other)
	}
}

// productWider sums up in wider integers.
func productWider(c []int32, a, b []int8, m, l, n int) {
	for i, j := range hone.Parallel2(m, n) {
		sum := int32(0)
		for k := range l {
			sum += int32(a[i*l+k]) * int32(b[k*n+j])
		}
		c[i*n+j] = sum
	}
}

// rankUpdate changes the lower part of a matrix by what its upper part has.
func rankUpdate(a []float64, m, l, n int) {
	w := l + n
	for i, j := range hone.Parallel2(m, n) {
		sum := a[(l+i)*w+l+j]
		for k := range l {
			sum -= a[(l+i)*w+k] * a[k*w+l+j]
		}
		a[(l+i)*w+l+j] = sum
	}
}

// productPlanes has the same b for all planes of a.
func productPlanes(c, a, b []int32, h, m, l, n int) {
	for z := range hone.Parallel(h) {
		for i := range m {
			for j := range n {
				sum := int32(z)
				for k := range l {
					sum += a[(z*m+i)*l+k] * b[k*n+j]
				}
				c[(z*m+i)*n+j] = sum
			}
		}
	}
}

// leastPaths has a least sum in the place of a sum of products.
func leastPaths(c, a, b []int, m, l, n int) {
	for i, j := range hone.Parallel2(m, n) {
		least := 1 << 40
		for k := range l {
			least = min(least, a[i*l+k]+b[k*n+j])
		}
		c[i*n+j] = least
	}
}

var (
	ProductPartF32    = hone.Func(productPart[float32])
	ProductPartF64    = hone.Func(productPart[float64])
	ProductBackI32    = hone.Func(productBack[int32])
	ProductBackF64    = hone.Func(productBack[float64])
	ProductTransposed = hone.Func(productTransposed)
	TwoProducts       = hone.Func(twoProducts)
	ProductWider      = hone.Func(productWider)
	RankUpdate        = hone.Func(rankUpdate)
	ProductPlanes     = hone.Func(productPlanes)
	LeastPaths        = hone.Func(leastPaths)
)

// farColumns are arguments of a product for which it pays to copy b, whose rows are a power of two apart.
func farColumns(r *rand.Rand, n int) []any {
	m, l, w := 2*n+r.Intn(8), 70-r.Intn(2)*r.Intn(40), 1<<12
	b := make([]float32, l*w)
	for k := range l {
		copy(b[k*w:], f32s(r, n).([]float32))
	}
	return []any{make([]float32, m*w), f32s(r, m*l), b, m, l, n, w}
}

// productFar is a product of matrices whose rows are w apart, but for those of a.
func productFar(c, a, b []float32, m, l, n, w int) {
	for i, j := range hone.Parallel2(m, n) {
		sum := float32(0)
		for k := range l {
			sum += a[i*l+k] * b[k*w+j]
		}
		c[i*w+j] = sum
	}
}

var ProductFar = hone.Func(productFar)

func init() {
	add("ProductPartF32", productPart[float32], ProductPartF32, nestArgs[float32](f32s, 3, 3), upTo(90), fmaTol(1e-2))
	add("ProductPartF64", productPart[float64], ProductPartF64, nestArgs[float64](f64s, 3, 3), upTo(60), fmaTol(1e-4))
	add("ProductBackI32", productBack[int32], ProductBackI32, nestArgs[int32](i32s, 3, 3), upTo(90))
	add("ProductBackF64", productBack[float64], ProductBackF64, nestArgs[float64](f64s, 3, 3), upTo(60), fmaTol(1e-4))
	add("ProductTransposed", productTransposed, ProductTransposed, overlapping[float32](nestArgs[float32](f32s, 3, 3)), upTo(90), chaotic)
	add("TwoProducts", twoProducts, TwoProducts, func(r *rand.Rand, n int) []any {
		m, l, w := r.Intn(n+1), r.Intn(n+1), r.Intn(n+1)
		m = min(m, l) // no row of c that is read is stored
		return []any{f64s(r, 2*l*w), f64s(r, m*l), f64s(r, l*w), m, l, w}
	}, upTo(60), fmaTol(1e-4))
	add("ProductWider", productWider, ProductWider, func(r *rand.Rand, n int) []any {
		m, l, w := r.Intn(n+1), r.Intn(n+1), r.Intn(2*n+1)
		return []any{make([]int32, m*w), i8s(r, m*l), i8s(r, l*w), m, l, w}
	}, upTo(70))
	add("RankUpdate", rankUpdate, RankUpdate, func(r *rand.Rand, n int) []any {
		m, l, w := r.Intn(n+1), r.Intn(n/2+1), r.Intn(n+1)
		return []any{f64s(r, (l+m)*(l+w)), m, l, w}
	}, upTo(70), fmaTol(1e-4))
	add("ProductPlanes", productPlanes, ProductPlanes, func(r *rand.Rand, n int) []any {
		h, m, l, w := r.Intn(5), r.Intn(n+1), r.Intn(n+1), r.Intn(n+1)
		return []any{make([]int32, h*m*w), i32s(r, h*m*l), i32s(r, l*w-r.Intn(2)*r.Intn(l*w/8+1)), h, m, l, w}
	}, upTo(40))
	add("LeastPaths", leastPaths, LeastPaths, nestArgs[int](i64s, 3, 3), upTo(70))
	add("ProductFar", productFar, ProductFar, farColumns, upTo(45), fmaTol(1e-2))
}
