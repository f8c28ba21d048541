package forms

import "github.com/hone-go/hone"

// What is below the diagonal of a square matrix is copied to above it: the inner range depends on the outer index.

func triangleParallel(out, a []float64, n int) {
	for i := range hone.Parallel(n) {
		for j := 0; j < i; j++ {
			out[i*n+j] = 2 * a[i*n+j]
		}
	}
}

func triangleRows(out, a []float64, n int) {
	for i := range hone.Parallel(n) {
		src, dst := a[i*n:(i+1)*n], out[i*n:(i+1)*n]
		for j := range i {
			dst[j] = 2 * src[j]
		}
	}
}

func triangleCut(out, a []float64, n int) {
	for i := range hone.Parallel(n) {
		src, dst := a[i*n:][:i], out[i*n:][:i]
		for j, v := range src {
			dst[j] = 2 * v
		}
	}
}

// triangleDown counts down.
//
// Differs: not yet the same: an inner loop is not turned round whose bounds depend on the outer index.
func triangleDown(out, a []float64, n int) {
	for i := range hone.Parallel(n) {
		for j := i - 1; j >= 0; j-- {
			out[i*n+j] = 2 * a[i*n+j]
		}
	}
}

func triangleHelper(out, a []float64, n int) {
	twice := func(k int) { out[k] = 2 * a[k] }
	for i := range hone.Parallel(n) {
		for j := range i {
			twice(i*n + j)
		}
	}
}

func triangleBreak(out, a []float64, n int) {
	for i := range hone.Parallel(n) {
		for j := range n {
			if j >= i {
				break
			}
			out[i*n+j] = 2 * a[i*n+j]
		}
	}
}

func triangleTwoConditions(out, a []float64, n int) {
	for i := range hone.Parallel(n) {
		for j := 0; j < n && j < i; j++ {
			out[i*n+j] = 2 * a[i*n+j]
		}
	}
}

// triangleInt32 has an inner index of 32 bits.
//
// Differs: not yet the same: that the outer index fits into 32 bits is not asked ahead of a declared parallel loop.
func triangleInt32(out, a []float64, n int) {
	for i := range hone.Parallel(n) {
		for j := int32(0); j < int32(i); j++ {
			out[i*n+int(j)] = 2 * a[i*n+int(j)]
		}
	}
}

var (
	triangleParallelHoned      = hone.Func(triangleParallel)
	triangleRowsHoned          = hone.Func(triangleRows)
	triangleCutHoned           = hone.Func(triangleCut)
	triangleDownHoned          = hone.Func(triangleDown)
	triangleHelperHoned        = hone.Func(triangleHelper)
	triangleBreakHoned         = hone.Func(triangleBreak)
	triangleTwoConditionsHoned = hone.Func(triangleTwoConditions)
	triangleInt32Honed         = hone.Func(triangleInt32)
)

func init() {
	add(square, triangleParallel, triangleRows, triangleCut, triangleDown, triangleHelper, triangleBreak, triangleTwoConditions, triangleInt32)
}
