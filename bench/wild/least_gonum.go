package main

import (
	"math"

	"github.com/hone-go/hone"
)

// What gonum's functions compute, with the least change: loops in place of kernels in assembly, no weights that may be nil.

// leastGemv declares its sums, as gonum's kernels in assembly have four of each: in the order of the terms, each row waits for its own sum, which Go's scalar code does as fast. What changes
// is the order of additions, within leastTolerance.
func leastGemv(y, a []float64, lda int, x []float64) {
	for i := range hone.Parallel(len(y)) {
		row := a[i*lda : i*lda+len(x)]
		y[i] = hone.Sum(len(row), func(j int) float64 { return row[j] * x[j] })
	}
}

func leastGemvTrans(y, a []float32, lda int, x []float32) {
	for j := range hone.Parallel(len(y)) {
		sum := float32(0)
		for i, v := range x {
			sum += v * a[i*lda+j]
		}
		y[j] = sum
	}
}

func leastSymv(y, a []float64, n int, x []float64) {
	for i := range hone.Parallel(n) {
		sum := 0.0
		for j := range i {
			sum += a[j*n+i] * x[j]
		}
		for j := i; j < n; j++ {
			sum += a[i*n+j] * x[j]
		}
		y[i] = sum
	}
}

func leastTrsm(a, b []float64, m, n int) {
	for i := range m {
		row := b[i*n : i*n+n]
		for k := range i {
			f := a[i*m+k]
			for j, v := range b[k*n : k*n+n] {
				row[j] -= f * v
			}
		}
		d := 1 / a[i*m+i]
		for j := range row {
			row[j] *= d
		}
	}
}

func leastCholesky(a []float64, n int) bool {
	for j := range n {
		d := a[j*n+j]
		for k := range j {
			d -= a[k*n+j] * a[k*n+j]
		}
		if d <= 0 || d != d {
			a[j*n+j] = d
			return false
		}
		d = math.Sqrt(d)
		a[j*n+j] = d
		for i := j + 1; i < n; i++ {
			sum := a[j*n+i]
			for k := range j {
				sum -= a[k*n+j] * a[k*n+i]
			}
			a[j*n+i] = sum / d
		}
	}
	return true
}

func leastLU(a []float64, n int, pivots []int) bool {
	ok := true
	for j := range n {
		p := j
		for i := j + 1; i < n; i++ {
			if math.Abs(a[i*n+j]) > math.Abs(a[p*n+j]) {
				p = i
			}
		}
		pivots[j] = p
		if a[p*n+j] == 0 {
			ok = false
			continue
		}
		if p != j {
			for k := range n {
				a[p*n+k], a[j*n+k] = a[j*n+k], a[p*n+k]
			}
		}
		d := 1 / a[j*n+j]
		for i := range hone.Parallel(n - j - 1) {
			row := a[(j+1+i)*n : (j+2+i)*n]
			row[j] *= d
			f := row[j]
			for k := j + 1; k < n; k++ {
				row[k] -= f * a[j*n+k]
			}
		}
	}
	return ok
}

func leastAddScaled(dst, y []float64, f float64, x []float64) {
	for i, v := range x {
		dst[i] = y[i] + f*v
	}
}

func leastRunning(dst, x []float64) {
	sum := 0.0
	for i, v := range x {
		sum += v
		dst[i] = sum
	}
}

func leastDistance(x, y []float64) float64 {
	return math.Sqrt(hone.Sum(len(x), func(i int) float64 { return (x[i] - y[i]) * (x[i] - y[i]) }))
}

// leastArgMax passes over what is no number.
func leastArgMax(x []float64) int {
	return hone.ArgMax(len(x), func(i int) float64 {
		if x[i] != x[i] {
			return math.Inf(-1)
		}
		return x[i]
	})
}

// mustRise panics where x doesn't.
func mustRise(x []float64) {
	if hone.Any(len(x)-1, func(i int) bool { return x[i+1] < x[i] }) {
		panic("not sorted")
	}
}

func leastTrapezoids(x, y []float64) float64 {
	mustRise(x)
	return hone.Sum(len(x)-1, func(i int) float64 { return 0.5 * (x[i+1] - x[i]) * (y[i+1] + y[i]) })
}

func leastMean(x []float64) float64 {
	return hone.Sum(len(x), func(i int) float64 { return x[i] }) / float64(len(x))
}

func leastCov(x, y []float64) float64 {
	mx, my, n := leastMean(x), leastMean(y), float64(len(x))
	ss := hone.Sum(len(x), func(i int) float64 { return (x[i] - mx) * (y[i] - my) })
	cx := hone.Sum(len(x), func(i int) float64 { return x[i] - mx })
	cy := hone.Sum(len(x), func(i int) float64 { return y[i] - my })
	return (ss - cx*cy/n) / (n - 1)
}

func leastWeighted(x, w []float64) (mean, variance float64) {
	total := hone.Sum(len(w), func(i int) float64 { return w[i] })
	mean = hone.Sum(len(x), func(i int) float64 { return w[i] * x[i] }) / total
	ss := hone.Sum(len(x), func(i int) float64 { return w[i] * (x[i] - mean) * (x[i] - mean) })
	c := hone.Sum(len(x), func(i int) float64 { return w[i] * (x[i] - mean) })
	return mean, (ss - c*c/total) / (total - 1)
}

func leastRegression(x, y []float64) (alpha, beta float64) {
	beta = leastCov(x, y) / leastCov(x, x)
	return leastMean(y) - beta*leastMean(x), beta
}

func leastBins(count, dividers, x []float64) {
	mustRise(dividers)
	mustRise(x)
	clear(count)
	at := 0
	for _, v := range x {
		for v >= dividers[at+1] {
			at++
		}
		count[at]++
	}
}

func leastDivergence(p, q []float64) float64 {
	return hone.Sum(len(p), func(i int) float64 {
		if p[i] == 0 {
			return 0
		}
		return p[i] * (math.Log(p[i]) - math.Log(q[i]))
	})
}

func leastProducts(dst, x, y []float64) {
	for i := range dst {
		dst[i] = x[i] * y[i]
	}
}

func leastTotal(x []float64) float64 {
	return hone.Sum(len(x), func(i int) float64 { return x[i] })
}

// leastCubics evaluates cubics between knots; each has four coefficients, the lowest first.
func leastCubics(dst, x, knots, cubics []float64) {
	for k := range hone.Parallel(len(x)) {
		lo, hi := 0, len(knots)
		for lo < hi { // the first knot that is larger
			if m := (lo + hi) / 2; knots[m] <= x[k] {
				lo = m + 1
			} else {
				hi = m
			}
		}
		i := min(max(lo-1, 0), len(knots)-2)
		d := x[k] - knots[i]
		c := cubics[4*i : 4*i+4]
		dst[k] = c[0] + d*(c[1]+d*(c[2]+d*c[3]))
	}
}

var (
	leastDgemv        = hone.Func(leastGemv)
	leastSgemv        = hone.Func(leastGemvTrans)
	leastDsymv        = hone.Func(leastSymv)
	leastDtrsm        = hone.Func(leastTrsm)
	leastDpotf2       = hone.Func(leastCholesky)
	leastDgetf2       = hone.Func(leastLU)
	leastAddScaledTo  = hone.Func(leastAddScaled)
	leastCumSum       = hone.Func(leastRunning)
	leastL2           = hone.Func(leastDistance)
	leastMaxIdx       = hone.Func(leastArgMax)
	leastTrapezoidal  = hone.Func(leastTrapezoids)
	leastCovariance   = hone.Func(leastCov)
	leastMeanVariance = hone.Func(leastWeighted)
	leastRegress      = hone.Func(leastRegression)
	leastHistogram    = hone.Func(leastBins)
	leastKL           = hone.Func(leastDivergence)
	leastMulElem      = hone.Func(leastProducts)
	leastMatSum       = hone.Func(leastTotal)
	leastPiecewiseAt  = hone.Func(leastCubics)
)
