package main

import (
	"fmt"
	"math"
	"runtime"

	"github.com/hone-go/hone"
)

func dot(x, y []float32) float32 {
	return hone.Sum(len(x), func(i int) float32 { return x[i] * y[i] })
}

var dotHoned = hone.Func(dot)

var dotWorkload = workload{
	name:     "dot",
	about:    "dot product, float32: bound by memory",
	item:     "element",
	params:   []string{"n"},
	defaults: []int{16 << 20},
	tiny:     []int{16},
	peers:    []peerSource{{file: "dot.c"}},
	goal:     0.95,
	open:     openDot,
}

// dotPlain is the loop as one writes it in Go without hone.
func dotPlain(x, y []float32) float32 {
	sum := float32(0)
	for i := range x {
		sum += x[i] * y[i]
	}
	return sum
}

func openDot(size []int) *instance {
	n := size[0]
	x, y := aligned[float32](n), aligned[float32](n)
	rnd := noise(2)
	exact, magnitude := 0.0, 0.0
	for i := range n {
		x[i], y[i] = float32(rnd.between(-1, 1)), float32(rnd.between(-1, 1))
		p := float64(x[i]) * float64(y[i])
		exact += p
		magnitude += math.Abs(p)
	}
	var result float64
	small := min(n, 16)
	return &instance{
		items:  n,
		bytes:  8 * n,
		input:  [][]byte{raw(x), raw(y)},
		forget: func() { result = math.NaN() },
		plain:  func() { result = float64(dotPlain(x, y)) },
		cores: func() {
			sums := make(chan float32, runtime.GOMAXPROCS(0))
			inBands(n, func(lo, hi int) { sums <- dotPlain(x[lo:hi], y[lo:hi]) })
			close(sums)
			total := float32(0)
			for s := range sums {
				total += s
			}
			result = float64(total)
		},
		honed:  func() { result = float64(dotHoned.Call(x, y)) },
		output: func() []byte { return append([]byte(nil), raw([]float64{result})...) },
		status: func() honedStatus { return statusOf(dotHoned) },
		// Every contender adds in its own order, so each is held against the sum in float64. A chain
		// of n additions may be off by n ulp of the magnitude at worst, by its square root as a rule.
		check: func(_, got []byte) (string, error) {
			g := cooked[float64](got)
			if len(g) != 1 {
				return "", fmt.Errorf("%d results, not 1", len(g))
			}
			if d := math.Abs(g[0] - exact); !(d <= 1e-4*magnitude+1e-6) {
				return "", fmt.Errorf("the sum is %v, not %v", g[0], exact)
			}
			return fmt.Sprintf("off by %.1e of the sum of magnitudes", math.Abs(g[0]-exact)/magnitude), nil
		},
		smallPlain: func() { result = float64(dotPlain(x[:small], y[:small])) },
		smallHoned: func() { result = float64(dotHoned.Call(x[:small], y[:small])) },
	}
}
