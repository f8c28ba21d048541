package main

import (
	"math"
	"math/bits"
	"math/cmplx"

	"github.com/hone-go/hone"
	"github.com/mjibson/go-dsp/dsputils"
	"github.com/montanaflynn/stats"
)

// Indicators and statistics with the least change: windows that are independent of each other, no errors, flat memory in place of rows.

// leastMaxima are the largest values of windows that end at each place.
func leastMaxima(x []float64, period int) []float64 {
	out := make([]float64, len(x))
	for i := range hone.Parallel(len(x) - period + 1) {
		m := x[i]
		for _, v := range x[i : i+period] {
			if v > m {
				m = v
			}
		}
		out[i+period-1] = m
	}
	return out
}

func leastWilliams(high, low, last []float64, period int) []float64 {
	out := make([]float64, len(last))
	for i := range hone.Parallel(len(last) - period + 1) {
		h, l := high[i], low[i]
		for k := i + 1; k < i+period; k++ {
			if high[k] > h {
				h = high[k]
			}
			if low[k] < l {
				l = low[k]
			}
		}
		if d := (h - l) / -100; d != 0 {
			out[i+period-1] = (h - last[i+period-1]) / d
		}
	}
	return out
}

// leastLine fits a line to each window, anew: other bits than sums that are kept up to date.
func leastLine(x []float64, period int) []float64 {
	out, n := make([]float64, len(x)), float64(period)
	sumX, sumXX := n*(n-1)*0.5, n*(n-1)*(2*n-1)/6
	divisor := sumX*sumX - n*sumXX
	for i := range hone.Parallel(len(x) - period + 1) {
		sumY, sumXY := 0.0, 0.0
		for k, v := range x[i : i+period] {
			sumY += v
			sumXY += float64(period-1-k) * v
		}
		m := (n*sumXY - sumX*sumY) / divisor
		out[i+period-1] = (sumY-m*sumX)/n + m*(n-1)
	}
	return out
}

func leastAverages(x []float64, window int) []float64 {
	out := make([]float64, len(x)-window+1)
	for i := range hone.Parallel(len(out)) {
		sum := 0.0
		for _, v := range x[i : i+window] {
			sum += v
		}
		out[i] = sum / float64(window)
	}
	return out
}

// leastExponent is that of the largest number: divided by 2 to it, squares don't overflow.
func leastExponent(x []float64) int {
	_, e := math.Frexp(hone.Max(len(x), func(i int) float64 { return math.Abs(x[i]) }))
	return max(e, -1021)
}

// leastScaled is the variance, divided by 4 to e.
func leastScaled(x []float64, e int) float64 {
	f := math.Ldexp(1, -e)
	m := leastMean(x) * f
	return hone.Sum(len(x), func(i int) float64 { return (x[i]*f - m) * (x[i]*f - m) }) / float64(len(x))
}

func leastPopulation(x []float64) float64 {
	e := leastExponent(x)
	return math.Ldexp(leastScaled(x, e), 2*e)
}

// leastUnit is x with numbers up to 1.
func leastUnit(x []float64) []float64 {
	e := leastExponent(x)
	return hone.Build(len(x), func(i int) float64 { return math.Ldexp(x[i], -e) })
}

func leastExponentials(x []float64) []float64 {
	top := hone.Max(len(x), func(i int) float64 { return x[i] })
	out := hone.Build(len(x), func(i int) float64 { return math.Exp(x[i] - top) })
	s := hone.Sum(len(x), func(i int) float64 { return out[i] })
	for i := range out {
		out[i] /= s
	}
	return out
}

func leastPearson(x, y []float64) float64 {
	x, y = leastUnit(x), leastUnit(y)
	ex, ey := leastExponent(x), leastExponent(y)
	sx, sy := math.Ldexp(math.Sqrt(leastScaled(x, ex)), ex), math.Ldexp(math.Sqrt(leastScaled(y, ey)), ey)
	mx, my := leastMean(x), leastMean(y)
	xy := hone.Sum(len(x), func(i int) float64 { return (x[i] - mx) * (y[i] - my) })
	return xy / float64(len(x)) / (sx * sy)
}

// leastEuclid keeps what sums of eight squares lose when they are added, Knuth's TwoSum.
func leastEuclid(x, y []float64) float64 {
	sum, lost := 0.0, 0.0
	for i := range len(x) % 8 {
		sum += (x[i] - y[i]) * (x[i] - y[i])
	}
	for i := len(x) % 8; i+8 <= len(x); i += 8 {
		var d [8]float64
		for k := range hone.Unroll(0, 8) {
			d[k] = (x[i+k] - y[i+k]) * (x[i+k] - y[i+k])
		}
		block := ((d[0] + d[1]) + (d[2] + d[3])) + ((d[4] + d[5]) + (d[6] + d[7]))
		total := sum + block
		z := total - sum
		lost += (sum - (total - z)) + (block - z)
		sum = total
	}
	return math.Sqrt(sum + lost)
}

func leastDelayed(x []float64, lags int) float64 {
	x = leastUnit(x)
	m := leastMean(x)
	all := hone.Sum(len(x), func(i int) float64 { return (x[i] - m) * (x[i] - m) })
	delayed := hone.Sum(len(x)-lags, func(i int) float64 { return (x[i+lags] - m) * (x[i] - m) })
	return delayed / all
}

func leastAccumulated(x []float64) []float64 {
	out := make([]float64, len(x))
	leastRunning(out, x)
	return out
}

var (
	leastMax              = hone.Func(leastMaxima)
	leastWillR            = hone.Func(leastWilliams)
	leastLinearReg        = hone.Func(leastLine)
	leastMovingAverage    = hone.Func(leastAverages)
	leastStatsMean        = hone.Func(leastMean)
	leastStatsVariance    = hone.Func(leastPopulation)
	leastSoftMax          = hone.Func(leastExponentials)
	leastStatsCorrelation = hone.Func(leastPearson)
	leastAutoCorrelation  = hone.Func(leastDelayed)
	leastCumulativeSum    = hone.Func(leastAccumulated)
	leastEuclidean        = hone.Func(leastEuclid)
	leastGoDSPFFT         = hone.Func(leastFFT)
	leastDCT1D            = hone.Func(leastCosines)
	leastDCT64            = hone.Func(leastCosines64)
	leastToComplex        = hone.Func(dsputils.ToComplex)
	leastCopies           = hone.Func(copies)
)

func lessMean(x stats.Float64Data) (float64, error)     { return leastStatsMean.Call(x), nil }
func lessVariance(x stats.Float64Data) (float64, error) { return leastStatsVariance.Call(x), nil }

func lessCumulativeSum(x stats.Float64Data) ([]float64, error) {
	return leastCumulativeSum.Call(x), nil
}

func lessSoftMax(x stats.Float64Data) ([]float64, error) { return leastSoftMax.Call(x), nil }

// lessToComplex2 has one row after the other compiled.
func lessToComplex2(x [][]float64) [][]complex128 {
	out := make([][]complex128, len(x))
	for i, row := range x {
		out[i] = leastToComplex.Call(row)
	}
	return out
}

// copies are windows of x, one after the other.
func copies(x []float64, size, step, n int) []float64 {
	out := make([]float64, n*size)
	for i, k := range hone.Parallel2(n, size) {
		out[i*size+k] = x[i*step+k]
	}
	return out
}

func lessSegment(x []float64, size, overlap int) [][]float64 {
	step := size - overlap
	out := make([][]float64, (len(x)-overlap)/step)
	all := leastCopies.Call(x, size, step, len(out))
	for i := range out {
		out[i] = all[i*size : (i+1)*size : (i+1)*size]
	}
	return out
}

func lessLinearReg(x []float64, period int) []float64 { return leastLinearReg.Call(x, period) }
func lessMax(x []float64, period int) []float64       { return leastMax.Call(x, period) }

// leastFFT is Cooley and Tukey's, of a power of two numbers; roots are the n-th of 1.
func leastFFT(x, roots []complex128) []complex128 {
	n := len(x)
	out, shift := make([]complex128, n), 64-bits.TrailingZeros(uint(n))
	for i := range hone.Parallel(n) {
		out[i] = x[bits.Reverse64(uint64(i))>>shift]
	}
	for half := 1; half < n; half *= 2 {
		for g, k := range hone.Parallel2(n/(2*half), half) {
			i := g*2*half + k
			a, b := out[i], out[i+half]*roots[k*(n/(2*half))]
			out[i], out[i+half] = a+b, a-b
		}
	}
	return out
}

// leastCosines is Lee's transform of a power of two numbers (1984): sums and scaled differences of ever smaller parts, then what these gave in turns.
func leastCosines(x []float64) {
	n := len(x)
	t := make([]float64, n)
	for size := n; size > 1; size /= 2 {
		half := size / 2
		for at := 0; at < n; at += size {
			for i := range half {
				a, b := x[at+i], x[at+size-1-i]
				t[at+i] = a + b
				t[at+half+i] = (a - b) / (math.Cos((float64(i)+0.5)*math.Pi/float64(size)) * 2)
			}
		}
		copy(x, t)
	}
	for size := 2; size <= n; size *= 2 {
		half := size / 2
		for at := 0; at < n; at += size {
			for i := range half - 1 {
				t[at+2*i] = x[at+i]
				t[at+2*i+1] = x[at+half+i] + x[at+half+i+1]
			}
			t[at+size-2], t[at+size-1] = x[at+half-1], x[at+size-1]
		}
		copy(x, t)
	}
}

// leastCosines64 transforms 64 numbers, step apart, for each of 64 lines, lineStep apart; inverse has what differences are multiplied by, of
// each size from 64 down to 2.
func leastCosines64(x []float64, lineStep, step int, inverse []float64) {
	for line := range hone.Parallel(64) {
		var a, b [64]float64
		for i := range a {
			a[i] = x[line*lineStep+i*step]
		}
		scale := 0
		for size := 64; size > 1; size /= 2 {
			for at := 0; at < 64; at += size {
				for i := range size / 2 {
					p, q := a[at+i], a[at+size-1-i]
					b[at+i], b[at+size/2+i] = p+q, (p-q)*inverse[scale+i]
				}
			}
			a = b
			scale += size / 2
		}
		for size := 2; size <= 64; size *= 2 {
			half := size / 2
			for at := 0; at < 64; at += size {
				for i := range half - 1 {
					b[at+2*i], b[at+2*i+1] = a[at+i], a[at+half+i]+a[at+half+i+1]
				}
				b[at+size-2], b[at+size-1] = a[at+half-1], a[at+size-1]
			}
			a = b
		}
		for i, v := range a {
			x[line*lineStep+i*step] = v
		}
	}
}

// cosines are what leastCosines64 wants.
func cosines() (inverse []float64) {
	for size := 64; size > 1; size /= 2 {
		for i := range size / 2 {
			inverse = append(inverse, 1/(math.Cos((float64(i)+0.5)*math.Pi/float64(size))*2))
		}
	}
	return inverse
}

// rootsOf are the n-th roots of 1, clockwise.
func rootsOf(n int) []complex128 {
	r := make([]complex128, n)
	for i := range r {
		r[i] = cmplx.Rect(1, -2*math.Pi*float64(i)/float64(n))
	}
	return r
}
