package main

import (
	"math"

	"github.com/hone-go/hone"
	"gonum.org/v1/gonum/blas"
	blasgo "gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/dsp/fourier"
	"gonum.org/v1/gonum/dsp/window"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate"
	"gonum.org/v1/gonum/interp"
	lapackgo "gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"
	"gonum.org/v1/gonum/stat"
)

const gonumModule = "gonum.org/v1/gonum"

var (
	dgemv  = hone.Func(blasgo.Implementation.Dgemv)
	dsymv  = hone.Func(blasgo.Implementation.Dsymv)
	dtrsm  = hone.Func(blasgo.Implementation.Dtrsm)
	drot   = hone.Func(blasgo.Implementation.Drot)
	sgemv  = hone.Func(blasgo.Implementation.Sgemv)
	dpotf2 = hone.Func(lapackgo.Implementation.Dpotf2)
	dgetf2 = hone.Func(lapackgo.Implementation.Dgetf2)
)

// spd is a symmetric positive definite matrix.
func spd(seed uint64, n int) []float64 {
	a := uniform(seed, n*n, -1, 1)
	for i := range n {
		for j := range i {
			a[j*n+i] = a[i*n+j]
		}
		a[i*n+i] += float64(n)
	}
	return a
}

var ofBLAS = []*entry{
	{name: "gonum/blas/gonum Dgemv", module: gonumModule, honed: dgemv, least: []status{leastDgemv}, leastTolerance: 1e-12, open: func() instance {
		const m, n = 512, 512
		a, x, y := uniform(1, m*n, -1, 1), uniform(2, n, -1, 1), make([]float64, m)
		var b blasgo.Implementation
		return instance{
			plain:   func() { b.Dgemv(blas.NoTrans, m, n, 1, a, n, x, 1, 0, y, 1) },
			honed:   func() { dgemv.Call(b, blas.NoTrans, m, n, 1, a, n, x, 1, 0, y, 1) },
			least:   func() { leastDgemv.Call(y, a, n, x) },
			results: func() []any { return []any{y} },
		}
	}},
	{name: "gonum/blas/gonum Sgemv", module: gonumModule, honed: sgemv, least: []status{leastSgemv}, leastTolerance: 1e-4, open: func() instance {
		const m, n = 512, 512
		a, x, y := uniform32(1, m*n, -1, 1), uniform32(2, m, -1, 1), make([]float32, n)
		var b blasgo.Implementation
		return instance{
			plain:   func() { b.Sgemv(blas.Trans, m, n, 1, a, n, x, 1, 0, y, 1) },
			honed:   func() { sgemv.Call(b, blas.Trans, m, n, 1, a, n, x, 1, 0, y, 1) },
			least:   func() { leastSgemv.Call(y, a, n, x) },
			results: func() []any { return []any{y} },
		}
	}},
	{name: "gonum/blas/gonum Dsymv", module: gonumModule, honed: dsymv, least: []status{leastDsymv}, leastTolerance: 1e-12, open: func() instance {
		const n = 400
		a, x, y := spd(3, n), uniform(4, n, -1, 1), make([]float64, n)
		var b blasgo.Implementation
		return instance{
			plain:   func() { b.Dsymv(blas.Upper, n, 1, a, n, x, 1, 0, y, 1) },
			honed:   func() { dsymv.Call(b, blas.Upper, n, 1, a, n, x, 1, 0, y, 1) },
			least:   func() { leastDsymv.Call(y, a, n, x) },
			results: func() []any { return []any{y} },
		}
	}},
	{name: "gonum/blas/gonum Dtrsm", module: gonumModule, honed: dtrsm, least: []status{leastDtrsm}, leastTolerance: 1e-12, open: func() instance {
		const n = 192
		a, rhs := spd(5, n), uniform(6, n*n, -1, 1)
		x := cloned(rhs)
		var b blasgo.Implementation
		return instance{
			plain:   func() { b.Dtrsm(blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, n, n, 1, a, n, x, n) },
			honed:   func() { dtrsm.Call(b, blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, n, n, 1, a, n, x, n) },
			least:   func() { leastDtrsm.Call(a, x, n, n) },
			reset:   func() { copy(x, rhs) },
			once:    true,
			results: func() []any { return []any{x} },
		}
	}},
	{name: "gonum/blas/gonum Drot", module: gonumModule, honed: drot, open: func() instance {
		const n = 20000
		x0, y0 := uniform(7, n, -1, 1), uniform(8, n, -1, 1)
		x, y := cloned(x0), cloned(y0)
		c, s := math.Cos(0.3), math.Sin(0.3)
		var b blasgo.Implementation
		return instance{
			plain:   func() { b.Drot(n, x, 1, y, 1, c, s) },
			honed:   func() { drot.Call(b, n, x, 1, y, 1, c, s) },
			reset:   func() { copy(x, x0); copy(y, y0) },
			results: func() []any { return []any{x, y} },
		}
	}},
	{name: "gonum/lapack/gonum Dpotf2", module: gonumModule, honed: dpotf2, least: []status{leastDpotf2}, leastTolerance: 1e-12, open: func() instance {
		const n = 192
		a0 := spd(9, n)
		a, ok := cloned(a0), false
		var l lapackgo.Implementation
		return instance{
			plain:   func() { ok = l.Dpotf2(blas.Upper, n, a, n) },
			honed:   func() { ok = dpotf2.Call(l, blas.Upper, n, a, n) },
			least:   func() { ok = leastDpotf2.Call(a, n) },
			reset:   func() { copy(a, a0) },
			once:    true,
			results: func() []any { return []any{a, ok} },
		}
	}},
	{name: "gonum/lapack/gonum Dgetf2", module: gonumModule, honed: dgetf2, least: []status{leastDgetf2}, leastTolerance: 1e-9, open: func() instance {
		const n = 192
		a0 := uniform(10, n*n, -1, 1)
		a, pivots, ok := cloned(a0), make([]int, n), false
		var l lapackgo.Implementation
		return instance{
			plain:   func() { ok = l.Dgetf2(n, n, a, n, pivots) },
			honed:   func() { ok = dgetf2.Call(l, n, n, a, n, pivots) },
			least:   func() { ok = leastDgetf2.Call(a, n, pivots) },
			reset:   func() { copy(a, a0) },
			once:    true,
			results: func() []any { return []any{a, pivots, ok} },
		}
	}},
}

var (
	addScaledTo = hone.Func(floats.AddScaledTo)
	cumSum      = hone.Func(floats.CumSum)
	distance    = hone.Func(floats.Distance)
	logSumExp   = hone.Func(floats.LogSumExp)
	maxIdx      = hone.Func(floats.MaxIdx)
	mulTo       = hone.Func(floats.MulTo)
	trapezoidal = hone.Func(integrate.Trapezoidal)
)

var ofFloats = []*entry{
	{name: "gonum/floats AddScaledTo", module: gonumModule, honed: addScaledTo, least: []status{leastAddScaledTo}, open: func() instance {
		x, y := uniform(1, 10000, -1, 1), uniform(2, 10000, -1, 1)
		dst := make([]float64, len(x))
		return instance{
			plain:   func() { floats.AddScaledTo(dst, y, 1.5, x) },
			honed:   func() { addScaledTo.Call(dst, y, 1.5, x) },
			least:   func() { leastAddScaledTo.Call(dst, y, 1.5, x) },
			results: func() []any { return []any{dst} },
		}
	}},
	{name: "gonum/floats CumSum", module: gonumModule, honed: cumSum, least: []status{leastCumSum}, leastTolerance: 1e-11, open: func() instance {
		x := uniform(3, 100000, -1, 1)
		dst := make([]float64, len(x))
		return instance{
			plain:   func() { floats.CumSum(dst, x) },
			honed:   func() { cumSum.Call(dst, x) },
			least:   func() { leastCumSum.Call(dst, x) },
			results: func() []any { return []any{dst} },
		}
	}},
	{name: "gonum/floats Distance", module: gonumModule, honed: distance, least: []status{leastL2}, leastTolerance: 1e-13, open: func() instance {
		x, y := uniform(4, 10000, -1, 1), uniform(5, 10000, -1, 1)
		var d float64
		return instance{
			plain:   func() { d = floats.Distance(x, y, 2) },
			honed:   func() { d = distance.Call(x, y, 2) },
			least:   func() { d = leastL2.Call(x, y) },
			results: func() []any { return []any{d} },
		}
	}},
	{name: "gonum/floats LogSumExp", module: gonumModule, honed: logSumExp, tolerance: 1e-13, open: func() instance {
		x := uniform(6, 10000, -10, 10)
		var d float64
		return instance{
			plain:   func() { d = floats.LogSumExp(x) },
			honed:   func() { d = logSumExp.Call(x) },
			results: func() []any { return []any{d} },
		}
	}},
	{name: "gonum/floats MaxIdx", module: gonumModule, honed: maxIdx, least: []status{leastMaxIdx}, open: func() instance {
		x := normal(7, 100000)
		var at int
		return instance{
			plain:   func() { at = floats.MaxIdx(x) },
			honed:   func() { at = maxIdx.Call(x) },
			least:   func() { at = leastMaxIdx.Call(x) },
			results: func() []any { return []any{at} },
		}
	}},
	{name: "gonum/floats MulTo", module: gonumModule, honed: mulTo, open: func() instance {
		x, y := uniform(8, 10000, -1, 1), uniform(9, 10000, -1, 1)
		dst := make([]float64, len(x))
		return instance{
			plain:   func() { floats.MulTo(dst, x, y) },
			honed:   func() { mulTo.Call(dst, x, y) },
			results: func() []any { return []any{dst} },
		}
	}},
	{name: "gonum/integrate Trapezoidal", module: gonumModule, honed: trapezoidal, least: []status{leastTrapezoidal}, leastTolerance: 1e-11, open: func() instance {
		x, y := uniform(10, 100000, 0.1, 1), uniform(11, 100000, -1, 1)
		floats.CumSum(x, x)
		var d float64
		return instance{
			plain:   func() { d = integrate.Trapezoidal(x, y) },
			honed:   func() { d = trapezoidal.Call(x, y) },
			least:   func() { d = leastTrapezoidal.Call(x, y) },
			results: func() []any { return []any{d} },
		}
	}},
}

var (
	covariance       = hone.Func(stat.Covariance)
	meanVariance     = hone.Func(stat.MeanVariance)
	histogram        = hone.Func(stat.Histogram)
	linearRegression = hone.Func(stat.LinearRegression)
	kullbackLeibler  = hone.Func(stat.KullbackLeibler)
)

var ofStat = []*entry{
	{name: "gonum/stat Covariance", module: gonumModule, honed: covariance, least: []status{leastCovariance}, leastTolerance: 1e-12, open: func() instance {
		x, y := normal(1, 50000), normal(2, 50000)
		var d float64
		return instance{
			plain:   func() { d = stat.Covariance(x, y, nil) },
			honed:   func() { d = covariance.Call(x, y, nil) },
			least:   func() { d = leastCovariance.Call(x, y) },
			results: func() []any { return []any{d} },
		}
	}},
	{name: "gonum/stat MeanVariance", module: gonumModule, honed: meanVariance, least: []status{leastMeanVariance}, leastTolerance: 1e-12, open: func() instance {
		x, w := normal(3, 50000), uniform(4, 50000, 0.5, 1.5)
		var m, v float64
		return instance{
			plain:   func() { m, v = stat.MeanVariance(x, w) },
			honed:   func() { m, v = meanVariance.Call(x, w) },
			least:   func() { m, v = leastMeanVariance.Call(x, w) },
			results: func() []any { return []any{m, v} },
		}
	}},
	{name: "gonum/stat Histogram", module: gonumModule, honed: histogram, least: []status{leastHistogram}, open: func() instance {
		x := uniform(5, 50000, 0.0001, 0.01)
		floats.CumSum(x, x)
		dividers := make([]float64, 101)
		floats.Span(dividers, 0, x[len(x)-1]+1)
		count := make([]float64, 100)
		return instance{
			plain:   func() { stat.Histogram(count, dividers, x, nil) },
			honed:   func() { histogram.Call(count, dividers, x, nil) },
			least:   func() { leastHistogram.Call(count, dividers, x) },
			results: func() []any { return []any{count} },
		}
	}},
	{name: "gonum/stat LinearRegression", module: gonumModule, honed: linearRegression, least: []status{leastRegress}, leastTolerance: 1e-12, open: func() instance {
		x, y := normal(6, 50000), normal(7, 50000)
		var a, b float64
		return instance{
			plain:   func() { a, b = stat.LinearRegression(x, y, nil, false) },
			honed:   func() { a, b = linearRegression.Call(x, y, nil, false) },
			least:   func() { a, b = leastRegress.Call(x, y) },
			results: func() []any { return []any{a, b} },
		}
	}},
	{name: "gonum/stat KullbackLeibler", module: gonumModule, honed: kullbackLeibler, tolerance: 1e-13, least: []status{leastKL}, leastTolerance: 1e-12, open: func() instance {
		p, q := uniform(8, 10000, 0, 2e-4), uniform(9, 10000, 0, 2e-4)
		var d float64
		return instance{
			plain:   func() { d = stat.KullbackLeibler(p, q) },
			honed:   func() { d = kullbackLeibler.Call(p, q) },
			least:   func() { d = leastKL.Call(p, q) },
			results: func() []any { return []any{d} },
		}
	}},
}

var (
	blackmanHarris  = hone.Func(window.BlackmanHarris)
	radix2          = hone.Func(fourier.CoefficientsRadix2)
	fftCoefficients = hone.Func((*fourier.FFT).Coefficients)
	predictAkima    = hone.Func(predictAll)
	digamma         = hone.Func(digammas)
	rotate          = hone.Func(rotateAll)
	quatMul         = hone.Func(quatProducts)
)

func predictAll(s *interp.AkimaSpline, dst, x []float64) {
	for i, x := range x {
		dst[i] = s.Predict(x)
	}
}

func digammas(dst, x []float64) {
	for i, x := range x {
		dst[i] = mathext.Digamma(x)
	}
}

func rotateAll(r r3.Rotation, p []r3.Vec) {
	for i := range p {
		p[i] = r.Rotate(p[i])
	}
}

func quatProducts(dst, x, y []quat.Number) {
	for i := range dst {
		dst[i] = quat.Mul(x[i], y[i])
	}
}

func quats(seed uint64, n int) []quat.Number {
	q, x := make([]quat.Number, n), uniform(seed, 4*n, -1, 1)
	for i := range q {
		q[i] = quat.Number{Real: x[4*i], Imag: x[4*i+1], Jmag: x[4*i+2], Kmag: x[4*i+3]}
	}
	return q
}

func complexes(seed uint64, n int) []complex128 {
	z, x := make([]complex128, n), uniform(seed, 2*n, -1, 1)
	for i := range z {
		z[i] = complex(x[2*i], x[2*i+1])
	}
	return z
}

var ofDSP = []*entry{
	{name: "gonum/dsp/window BlackmanHarris", module: gonumModule, honed: blackmanHarris, tolerance: 1e-13, open: func() instance {
		x0 := uniform(1, 4096, -1, 1)
		x := cloned(x0)
		return instance{
			plain:   func() { window.BlackmanHarris(x) },
			honed:   func() { blackmanHarris.Call(x) },
			reset:   func() { copy(x, x0) },
			once:    true,
			results: func() []any { return []any{x} },
		}
	}},
	{name: "gonum/dsp/fourier CoefficientsRadix2", module: gonumModule, honed: radix2, tolerance: 1e-11, open: func() instance {
		x0 := complexes(2, 4096)
		x := cloned(x0)
		return instance{
			plain:   func() { fourier.CoefficientsRadix2(x) },
			honed:   func() { radix2.Call(x) },
			reset:   func() { copy(x, x0) },
			once:    true,
			results: func() []any { return []any{x} },
		}
	}},
	{name: "gonum/dsp/fourier FFT.Coefficients", module: gonumModule, honed: fftCoefficients, open: func() instance {
		x := uniform(3, 4096, -1, 1)
		dst := make([]complex128, len(x)/2+1)
		fft := fourier.NewFFT(len(x))
		return instance{
			plain:   func() { fft.Coefficients(dst, x) },
			honed:   func() { fftCoefficients.Call(fft, dst, x) },
			results: func() []any { return []any{dst} },
		}
	}},
	{name: "gonum/interp AkimaSpline.Predict", module: gonumModule, honed: predictAkima, least: []status{leastPiecewiseAt}, leastTolerance: 1e-9, open: func() instance {
		var s interp.AkimaSpline
		xs, ys := make([]float64, 1000), normal(4, 1000)
		floats.Span(xs, 0, 1)
		if err := s.Fit(xs, ys); err != nil {
			panic(err)
		}
		cubics := make([]float64, 4*(len(xs)-1)) // of a value and a slope at either end
		for i := range len(xs) - 1 {
			h, d0, d1 := xs[i+1]-xs[i], s.PredictDerivative(xs[i]), s.PredictDerivative(xs[i+1])
			slope := (ys[i+1] - ys[i]) / h
			copy(cubics[4*i:], []float64{ys[i], d0, (3*slope - 2*d0 - d1) / h, (d0 + d1 - 2*slope) / h / h})
		}
		x := uniform(5, 20000, 0, 1)
		dst := make([]float64, len(x))
		return instance{
			plain:   func() { predictAll(&s, dst, x) },
			honed:   func() { predictAkima.Call(&s, dst, x) },
			least:   func() { leastPiecewiseAt.Call(dst, x, xs, cubics) },
			results: func() []any { return []any{dst} },
		}
	}},
	{name: "gonum/mathext Digamma", module: gonumModule, honed: digamma, tolerance: 1e-12, open: func() instance {
		x := uniform(6, 20000, 0.1, 20)
		dst := make([]float64, len(x))
		return instance{
			plain:   func() { digammas(dst, x) },
			honed:   func() { digamma.Call(dst, x) },
			results: func() []any { return []any{dst} },
		}
	}},
	{name: "gonum/spatial/r3 Rotation.Rotate", module: gonumModule, honed: rotate, open: func() instance {
		p0, x := make([]r3.Vec, 20000), uniform(7, 60000, -1, 1)
		for i := range p0 {
			p0[i] = r3.Vec{X: x[3*i], Y: x[3*i+1], Z: x[3*i+2]}
		}
		p := cloned(p0)
		r := r3.NewRotation(0.7, r3.Vec{X: 1, Y: 2, Z: 3})
		return instance{
			plain:   func() { rotateAll(r, p) },
			honed:   func() { rotate.Call(r, p) },
			reset:   func() { copy(p, p0) },
			results: func() []any { return []any{p} },
		}
	}},
	{name: "gonum/num/quat Mul", module: gonumModule, honed: quatMul, open: func() instance {
		x, y := quats(8, 20000), quats(9, 20000)
		dst := make([]quat.Number, len(x))
		return instance{
			plain:   func() { quatProducts(dst, x, y) },
			honed:   func() { quatMul.Call(dst, x, y) },
			results: func() []any { return []any{dst} },
		}
	}},
}

var (
	matScale = hone.Func(scaleDense)
	matApply = hone.Func(applyDense)
	mulElem  = hone.Func(mulElems)
	matSum   = hone.Func(sumOf)
)

// The methods take interface values; these have the types that callers use.
func mulElems(m, a, b *mat.Dense) { m.MulElem(a, b) }
func sumOf(a *mat.Dense) float64  { return mat.Sum(a) }

func scaleDense(m, a *mat.Dense, f float64) { m.Scale(f, a) }

// applyDense has the function that is applied known, as callers do.
func applyDense(m, a *mat.Dense) {
	m.Apply(func(i, j int, v float64) float64 { return v/(1+math.Abs(v)) + float64(i-j) }, a)
}

var ofMat = []*entry{
	{name: "gonum/mat Dense.MulElem", module: gonumModule, honed: mulElem, least: []status{leastMulElem}, open: func() instance {
		a, b := mat.NewDense(300, 300, uniform(1, 90000, -1, 1)), mat.NewDense(300, 300, uniform(2, 90000, -1, 1))
		m := mat.NewDense(300, 300, nil)
		return instance{
			plain:   func() { mulElems(m, a, b) },
			honed:   func() { mulElem.Call(m, a, b) },
			least:   func() { leastMulElem.Call(m.RawMatrix().Data, a.RawMatrix().Data, b.RawMatrix().Data) },
			results: func() []any { return []any{m} },
		}
	}},
	{name: "gonum/mat Dense.Scale", module: gonumModule, honed: matScale, open: func() instance {
		a, m := mat.NewDense(300, 300, uniform(4, 90000, -1, 1)), mat.NewDense(300, 300, nil)
		return instance{
			plain:   func() { scaleDense(m, a, 1.25) },
			honed:   func() { matScale.Call(m, a, 1.25) },
			results: func() []any { return []any{m} },
		}
	}},
	{name: "gonum/mat Dense.Apply", module: gonumModule, honed: matApply, open: func() instance {
		a, m := mat.NewDense(300, 300, uniform(5, 90000, -1, 1)), mat.NewDense(300, 300, nil)
		return instance{
			plain:   func() { applyDense(m, a) },
			honed:   func() { matApply.Call(m, a) },
			results: func() []any { return []any{m} },
		}
	}},
	{name: "gonum/mat Sum", module: gonumModule, honed: matSum, least: []status{leastMatSum}, leastTolerance: 1e-11, open: func() instance {
		a := mat.NewDense(300, 300, uniform(3, 90000, -1, 1))
		var s float64
		return instance{
			plain:   func() { s = sumOf(a) },
			honed:   func() { s = matSum.Call(a) },
			least:   func() { s = leastMatSum.Call(a.RawMatrix().Data) },
			results: func() []any { return []any{s} },
		}
	}},
}
