package main

import (
	"math"

	"github.com/hone-go/hone"
)

// cnd is the cumulative normal distribution.
func cnd(x float64) float64 {
	return 0.5 * math.Erfc(-x/math.Sqrt2)
}

// price is the Black-Scholes formula: the values of a European call and put on a stock at price s,
// with strike k, interest rate r, volatility v, and t years to go (Black and Scholes 1973).
func price(s, k, r, v, t float64) (call, put float64) {
	sd := v * math.Sqrt(t)
	d1 := (math.Log(s/k) + (r+0.5*v*v)*t) / sd
	d2 := d1 - sd
	discounted := k * math.Exp(-r*t)
	call = s*cnd(d1) - discounted*cnd(d2)
	put = discounted*cnd(-d2) - s*cnd(-d1)
	return call, put
}

// blackScholes prices all options. It is plain Go; Parallel only says that the order of the
// iterations does not matter.
func blackScholes(s, k, r, v, t []float64) (call, put []float64) {
	n := len(s)
	call, put = make([]float64, n), make([]float64, n)
	for i := range hone.Parallel(n) {
		call[i], put[i] = price(s[i], k[i], r[i], v[i], t[i])
	}
	return call, put
}

// BlackScholes is blackScholes, compiled by hone if the program is run through it.
var BlackScholes = hone.Func(blackScholes)
