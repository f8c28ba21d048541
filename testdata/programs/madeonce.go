package programs

import (
	"math"

	"github.com/hone-go/hone"
)

// Package variables that hold functions, and pointers to such.

type filterKernel struct {
	support float64
	at      func(x float64) float64
}

// tentFilter is filled as image libraries fill theirs.
var tentFilter, boxFilter filterKernel

var cubicFilter = &filterKernel{2, func(x float64) float64 {
	if x = math.Abs(x); x < 1 {
		return 1 - x*x
	}
	return cubicScale * x
}}

// cubicScale never changes.
var cubicScale = 0.25

// startSize is assigned behind what reads it ahead.
var startSize int

var startSizes = [2]int{startSize, 3}

type startArea struct{ n int }

func (s startArea) area() float64           { return float64(s.n) }
func (s startArea) scaled(k float64) figure { return s }

var startFigure figure = startArea{7 + startSizes[1]}

func init() {
	startSize = 5
}

func init() {
	boxFilter = filterKernel{0.5, func(x float64) float64 { return 1 }}
	tentFilter = filterKernel{
		support: 1,
		at: func(x float64) float64 {
			x = math.Abs(x)
			if x < 1 {
				return 1 - x
			}
			return 0
		},
	}
}

func (k *filterKernel) apply(x float64) float64 { return k.at(x) * k.support }

func resampled(out, x []float64) {
	use := tentFilter
	for i := range min(len(out), len(x)) {
		out[i] = use.at(x[i])*use.support + cubicFilter.apply(x[i]) + boxFilter.at(x[i]) + float64(startSizes[i&1]) + float64(startSize)
	}
}

var Resampled = hone.Func(resampled)

func startFigures(out []float64) {
	for i := range out {
		out[i] = startFigure.area() + float64(i)
	}
}

var StartFigures = hone.Func(startFigures)

func init() {
	add("Resampled", resampled, Resampled, args(vec(tame[float64]), vec(tame[float64])))
	add("StartFigures", startFigures, StartFigures, args(vec(tame[float64])), plain("computed when the program starts"))
}
