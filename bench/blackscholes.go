package main

import (
	"math"

	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// cnd is the cumulative normal distribution.
func cnd(x float64) float64 {
	return 0.5 * (1 + math.Erf(x*(1/math.Sqrt2)))
}

// price is the Black-Scholes formula for a European call and put.
func price(s, k, r, v, t float64) (call, put float64) {
	sd := v * math.Sqrt(t)
	d1 := (math.Log(s/k) + (r+0.5*v*v)*t) / sd
	n1, n2 := cnd(d1), cnd(d1-sd)
	ke := k * math.Exp(-r*t)
	call = s*n1 - ke*n2
	put = ke*(1-n2) - s*(1-n1)
	return call, put
}

func blackScholes(s, k, r, v, t, call, put []float64) {
	for i := range hone.Parallel(len(s)) {
		call[i], put[i] = price(s[i], k[i], r[i], v[i], t[i])
	}
}

var blackScholesHoned = hone.Func(blackScholes)

var blackScholesWorkload = workload{
	name:     "blackscholes",
	about:    "call and put prices of European options, float64",
	item:     "option",
	params:   []string{"n"},
	defaults: []int{8 << 20},
	tiny:     []int{16},
	peers:    append(python("blackscholes.py", ""), peerSource{file: "blackscholes.c"}, peerSource{file: "blackscholes_libm.c"}),
	open:     openBlackScholes,
}

// blackScholesPlain is the loop as one writes it in Go without hone.
func blackScholesPlain(s, k, r, v, t, call, put []float64) {
	for i := range s {
		call[i], put[i] = price(s[i], k[i], r[i], v[i], t[i])
	}
}

func openBlackScholes(size []int) *instance {
	n := size[0]
	var a [7][]float64 // s, k, r, v, t, call, put
	for j := range a {
		a[j] = rig.Aligned[float64](n)
	}
	rnd := rig.Noise(1)
	for i := range n {
		a[0][i] = rnd.Between(20, 200)
		a[1][i] = a[0][i] * rnd.Between(0.6, 1.6)
		a[2][i] = rnd.Between(0.005, 0.06)
		a[3][i] = rnd.Between(0.1, 0.7)
		a[4][i] = rnd.Between(0.05, 3)
	}
	on := func(f func(s, k, r, v, t, call, put []float64), lo, hi int) {
		f(a[0][lo:hi], a[1][lo:hi], a[2][lo:hi], a[3][lo:hi], a[4][lo:hi], a[5][lo:hi], a[6][lo:hi])
	}
	small := min(n, 16)
	return &instance{
		items:      n,
		bytes:      7 * 8 * n,
		input:      [][]byte{rig.Raw(a[0]), rig.Raw(a[1]), rig.Raw(a[2]), rig.Raw(a[3]), rig.Raw(a[4])},
		forget:     func() { clear(a[5]); clear(a[6]) },
		plain:      func() { on(blackScholesPlain, 0, n) },
		cores:      func() { inBands(n, func(lo, hi int) { on(blackScholesPlain, lo, hi) }) },
		honed:      func() { on(blackScholesHoned.Call, 0, n) },
		output:     func() []byte { return append(append([]byte(nil), rig.Raw(a[5])...), rig.Raw(a[6])...) },
		status:     func() honedStatus { return statusOf(blackScholesHoned) },
		check:      func(want, got []byte) (string, error) { return rig.CloseTo[float64](want, got, 1e-11) },
		smallPlain: func() { on(blackScholesPlain, 0, small) },
		smallHoned: func() { on(blackScholesHoned.Call, 0, small) },
	}
}
