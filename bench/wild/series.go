package main

import (
	"github.com/hone-go/hone"
	"github.com/markcheno/go-talib"
	"github.com/mjibson/go-dsp/dsputils"
	"github.com/mjibson/go-dsp/fft"
	"github.com/mjibson/go-dsp/spectral"
	dspwindow "github.com/mjibson/go-dsp/window"
	"github.com/montanaflynn/stats"
)

const (
	talibModule = "github.com/markcheno/go-talib"
	statsModule = "github.com/montanaflynn/stats"
	goDSPModule = "github.com/mjibson/go-dsp"
)

var (
	sma       = hone.Func(talib.Sma)
	ema       = hone.Func(talib.Ema)
	rsi       = hone.Func(talib.Rsi)
	bbands    = hone.Func(talib.BBands)
	macd      = hone.Func(talib.Macd)
	linearReg = hone.Func(talib.LinearReg)
	talibMax  = hone.Func(talib.Max)
	atr       = hone.Func(talib.Atr)
	correl    = hone.Func(talib.Correl)
	willR     = hone.Func(talib.WillR)
	htTrend   = hone.Func(talib.HtTrendline)
)

// prices are what one has of an instrument in a year of minutes.
const prices = 100000

// indicator is an entry of one series and a period.
func indicator(name string, honed *hone.Fn[func([]float64, int) []float64], plain func([]float64, int) []float64, period int, least func([]float64, int) []float64, of ...status) *entry {
	return &entry{name: "go-talib " + name, module: talibModule, honed: honed, least: of, leastTolerance: 1e-7, open: func() instance {
		p := walk(uint64(period), prices)
		var out []float64
		return instance{
			plain:   func() { out = plain(p, period) },
			honed:   func() { out = honed.Call(p, period) },
			least:   func() { out = least(p, period) },
			results: func() []any { return []any{out} },
		}
	}}
}

var ofTalib = []*entry{
	indicator("Sma", sma, talib.Sma, 20, nil),
	indicator("Ema", ema, talib.Ema, 26, nil),
	indicator("Rsi", rsi, talib.Rsi, 14, nil),
	indicator("LinearReg", linearReg, talib.LinearReg, 30, lessLinearReg, leastLinearReg),
	indicator("Max", talibMax, talib.Max, 50, lessMax, leastMax),
	{name: "go-talib BBands", module: talibModule, honed: bbands, open: func() instance {
		p := walk(1, prices)
		var up, mid, low []float64
		return instance{
			plain:   func() { up, mid, low = talib.BBands(p, 20, 2, 2, talib.SMA) },
			honed:   func() { up, mid, low = bbands.Call(p, 20, 2, 2, talib.SMA) },
			results: func() []any { return []any{up, mid, low} },
		}
	}},
	{name: "go-talib Macd", module: talibModule, honed: macd, open: func() instance {
		p := walk(2, prices)
		var a, b, c []float64
		return instance{
			plain:   func() { a, b, c = talib.Macd(p, 12, 26, 9) },
			honed:   func() { a, b, c = macd.Call(p, 12, 26, 9) },
			results: func() []any { return []any{a, b, c} },
		}
	}},
	{name: "go-talib Atr", module: talibModule, honed: atr, open: func() instance {
		high, low, last, _ := bars(3, prices)
		var out []float64
		return instance{
			plain:   func() { out = talib.Atr(high, low, last, 14) },
			honed:   func() { out = atr.Call(high, low, last, 14) },
			results: func() []any { return []any{out} },
		}
	}},
	{name: "go-talib WillR", module: talibModule, honed: willR, least: []status{leastWillR}, open: func() instance {
		high, low, last, _ := bars(4, prices)
		var out []float64
		return instance{
			plain:   func() { out = talib.WillR(high, low, last, 14) },
			honed:   func() { out = willR.Call(high, low, last, 14) },
			least:   func() { out = leastWillR.Call(high, low, last, 14) },
			results: func() []any { return []any{out} },
		}
	}},
	{name: "go-talib Correl", module: talibModule, honed: correl, open: func() instance {
		x, y := walk(5, prices), walk(6, prices)
		var out []float64
		return instance{
			plain:   func() { out = talib.Correl(x, y, 30) },
			honed:   func() { out = correl.Call(x, y, 30) },
			results: func() []any { return []any{out} },
		}
	}},
	{name: "go-talib HtTrendline", module: talibModule, honed: htTrend, tolerance: 1e-9, open: func() instance {
		p := walk(7, 20000)
		var out []float64
		return instance{
			plain:   func() { out = talib.HtTrendline(p) },
			honed:   func() { out = htTrend.Call(p) },
			results: func() []any { return []any{out} },
		}
	}},
}

var (
	statsMean        = hone.Func(stats.Mean)
	statsVariance    = hone.Func(stats.PopulationVariance)
	movingAverage    = hone.Func(stats.MovingAverage)
	cumulativeSum    = hone.Func(stats.CumulativeSum)
	statsCorrelation = hone.Func(stats.Correlation)
	softMax          = hone.Func(stats.SoftMax)
	autoCorrelation  = hone.Func(stats.AutoCorrelation)
	statsMedian      = hone.Func(stats.Median)
	euclidean        = hone.Func(stats.EuclideanDistance)
)

// summary is an entry of one series and one number.
func summary(name string, honed *hone.Fn[func(stats.Float64Data) (float64, error)], plain func(stats.Float64Data) (float64, error), n int, least func(stats.Float64Data) (float64, error), of ...status) *entry {
	return &entry{name: "montanaflynn/stats " + name, module: statsModule, honed: honed, least: of, leastTolerance: 1e-12, open: func() instance {
		x := stats.Float64Data(normal(uint64(n), n))
		var out float64
		var err error
		return instance{
			plain:   func() { out, err = plain(x) },
			honed:   func() { out, err = honed.Call(x) },
			least:   func() { out, err = least(x) },
			results: func() []any { return []any{out, err} },
		}
	}}
}

// transformed is an entry of one series that gives one.
func transformed(name string, honed *hone.Fn[func(stats.Float64Data) ([]float64, error)], plain func(stats.Float64Data) ([]float64, error), tolerance float64, least func(stats.Float64Data) ([]float64, error), of ...status) *entry {
	return &entry{name: "montanaflynn/stats " + name, module: statsModule, honed: honed, tolerance: tolerance, least: of, leastTolerance: 1e-12, open: func() instance {
		x := stats.Float64Data(normal(1, 50000))
		var out []float64
		var err error
		return instance{
			plain:   func() { out, err = plain(x) },
			honed:   func() { out, err = honed.Call(x) },
			least:   func() { out, err = least(x) },
			results: func() []any { return []any{out, err} },
		}
	}}
}

var ofStats = []*entry{
	summary("Mean", statsMean, stats.Mean, 50000, lessMean, leastStatsMean),
	summary("PopulationVariance", statsVariance, stats.PopulationVariance, 50001, lessVariance, leastStatsVariance),
	summary("Median", statsMedian, stats.Median, 20000, nil),
	transformed("CumulativeSum", cumulativeSum, stats.CumulativeSum, 0, lessCumulativeSum, leastCumulativeSum),
	transformed("SoftMax", softMax, stats.SoftMax, 1e-13, lessSoftMax, leastSoftMax),
	{name: "montanaflynn/stats MovingAverage", module: statsModule, honed: movingAverage, least: []status{leastMovingAverage}, open: func() instance {
		x := stats.Float64Data(normal(2, 50000))
		var out []float64
		var err error
		return instance{
			plain:   func() { out, err = stats.MovingAverage(x, 50) },
			honed:   func() { out, err = movingAverage.Call(x, 50) },
			least:   func() { out, err = leastMovingAverage.Call(x, 50), nil },
			results: func() []any { return []any{out, err} },
		}
	}},
	{name: "montanaflynn/stats Correlation", module: statsModule, honed: statsCorrelation, least: []status{leastStatsCorrelation}, leastTolerance: 1e-12, open: func() instance {
		x, y := stats.Float64Data(normal(3, 50000)), stats.Float64Data(normal(4, 50000))
		var out float64
		var err error
		return instance{
			plain:   func() { out, err = stats.Correlation(x, y) },
			honed:   func() { out, err = statsCorrelation.Call(x, y) },
			least:   func() { out, err = leastStatsCorrelation.Call(x, y), nil },
			results: func() []any { return []any{out, err} },
		}
	}},
	{name: "montanaflynn/stats AutoCorrelation", module: statsModule, honed: autoCorrelation, least: []status{leastAutoCorrelation}, leastTolerance: 1e-12, open: func() instance {
		x := stats.Float64Data(normal(5, 10000))
		var out float64
		var err error
		return instance{
			plain:   func() { out, err = stats.AutoCorrelation(x, 10) },
			honed:   func() { out, err = autoCorrelation.Call(x, 10) },
			least:   func() { out, err = leastAutoCorrelation.Call(x, 10), nil },
			results: func() []any { return []any{out, err} },
		}
	}},
	{name: "montanaflynn/stats EuclideanDistance", module: statsModule, honed: euclidean, least: []status{leastEuclidean}, open: func() instance {
		x, y := stats.Float64Data(normal(6, 10000)), stats.Float64Data(normal(7, 10000))
		var out float64
		var err error
		return instance{
			plain:   func() { out, err = stats.EuclideanDistance(x, y) },
			honed:   func() { out, err = euclidean.Call(x, y) },
			least:   func() { out, err = leastEuclidean.Call(x, y), nil },
			results: func() []any { return []any{out, err} },
		}
	}},
}

var (
	dspFFT     = hone.Func(fft.FFT)
	hamming    = hone.Func(dspwindow.Hamming)
	toComplex2 = hone.Func(dsputils.ToComplex2)
	dspSegment = hone.Func(spectral.Segment)
)

// rows are h slices of w numbers.
func rows(seed uint64, h, w int) [][]float64 {
	all, s := uniform(seed, h*w, 0, 1), make([][]float64, h)
	for i := range s {
		s[i] = all[i*w : (i+1)*w : (i+1)*w]
	}
	return s
}

var ofGoDSP = []*entry{
	{name: "go-dsp/fft FFT", module: goDSPModule, honed: dspFFT, tolerance: 1e-11, least: []status{leastGoDSPFFT}, open: func() instance {
		x, roots := complexes(1, 4096), rootsOf(4096)
		var out []complex128
		return instance{
			plain:   func() { out = fft.FFT(x) },
			honed:   func() { out = dspFFT.Call(x) },
			least:   func() { out = leastGoDSPFFT.Call(x, roots) },
			results: func() []any { return []any{out} },
		}
	}},
	{name: "go-dsp/window Hamming", module: goDSPModule, honed: hamming, tolerance: 1e-13, open: func() instance {
		var out []float64
		return instance{
			plain:   func() { out = dspwindow.Hamming(4096) },
			honed:   func() { out = hamming.Call(4096) },
			results: func() []any { return []any{out} },
		}
	}},
	{name: "go-dsp/dsputils ToComplex2", module: goDSPModule, honed: toComplex2, least: []status{leastToComplex}, open: func() instance {
		x := rows(2, 256, 256)
		var out [][]complex128
		return instance{
			plain:   func() { out = dsputils.ToComplex2(x) },
			honed:   func() { out = toComplex2.Call(x) },
			least:   func() { out = lessToComplex2(x) },
			results: func() []any { return []any{out} },
		}
	}},
	{name: "go-dsp/spectral Segment", module: goDSPModule, honed: dspSegment, least: []status{leastCopies}, open: func() instance {
		x := uniform(3, 100000, -1, 1)
		var out [][]float64
		return instance{
			plain:   func() { out = spectral.Segment(x, 1024, 512) },
			honed:   func() { out = dspSegment.Call(x, 1024, 512) },
			least:   func() { out = lessSegment(x, 1024, 512) },
			results: func() []any { return []any{out} },
		}
	}},
}
