package main

import "github.com/hone-go/hone"

// summarize returns the mean, the variance and the extremes of the values. It reads as four passes
// over x, but all four run over the same range, so hone makes one of them.
//
// The variance comes from sums of differences to the first value and not to the mean, which would
// have to be known before (the shifted one-pass algorithm: Chan, Golub and LeVeque, "Algorithms for
// computing the sample variance", 1983). It is NaN for a single value.
func summarize(x []float64) (mean, variance, smallest, largest float64) {
	n, first := len(x), x[0]
	sum := hone.Sum(n, func(i int) float64 { return x[i] - first })
	squares := hone.Sum(n, func(i int) float64 { return (x[i] - first) * (x[i] - first) })
	smallest = hone.Min(n, func(i int) float64 { return x[i] })
	largest = hone.Max(n, func(i int) float64 { return x[i] })
	mean = first + sum/float64(n)
	variance = (squares - sum*sum/float64(n)) / float64(n-1)
	return mean, variance, smallest, largest
}

// Summarize is summarize, compiled by hone if the program is run through it.
var Summarize = hone.Func(summarize)

// byHand is summarize written as one loop, for comparison.
func byHand(x []float64) (mean, variance, smallest, largest float64) {
	first, sum, squares := x[0], 0.0, 0.0
	smallest, largest = first, first
	for _, v := range x {
		d := v - first
		sum += d
		squares += d * d
		smallest = min(smallest, v)
		largest = max(largest, v)
	}
	n := float64(len(x))
	return first + sum/n, (squares - sum*sum/n) / (n - 1), smallest, largest
}
