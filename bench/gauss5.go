package main

import (
	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// gaussWeights are the weights of a 5 x 5 Gaussian kernel.
var gaussWeights = [5][5]float32{
	{.0030, .0133, .0219, .0133, .0030},
	{.0133, .0596, .0983, .0596, .0133},
	{.0219, .0983, .1621, .0983, .0219},
	{.0133, .0596, .0983, .0596, .0133},
	{.0030, .0133, .0219, .0133, .0030},
}

// gauss5 blurs the interior of a picture and leaves the border of out alone.
func gauss5(out, in []float32, w, h int) {
	for y, x := range hone.Parallel2(h-4, w-4) {
		sum := float32(0)
		for dy := range hone.Unroll(0, 5) {
			for dx := range hone.Unroll(0, 5) {
				sum += gaussWeights[dy][dx] * in[(y+dy)*w+x+dx]
			}
		}
		out[(y+2)*w+x+2] = sum
	}
}

var gauss5Honed = hone.Func(gauss5)

var gauss5Workload = workload{
	name:     "gauss5",
	about:    "5 x 5 Gaussian blur of the interior, float32",
	item:     "pixel",
	params:   []string{"w", "h"},
	defaults: []int{2048, 2048},
	tiny:     []int{8, 8},
	peers:    append(python("gauss5.py", ""), peerSource{file: "gauss5.c"}),
	open:     openGauss5,
}

// gauss5Plain is the loop as one writes it in Go without hone, for the rows [lo, hi) of the interior.
func gauss5Plain(out, in []float32, w, lo, hi int) {
	for y := lo; y < hi; y++ {
		for x := range w - 4 {
			sum := float32(0)
			for dy := range gaussWeights {
				row := in[(y+dy)*w+x:][:5]
				for dx, f := range gaussWeights[dy] {
					sum += f * row[dx]
				}
			}
			out[(y+2)*w+x+2] = sum
		}
	}
}

func openGauss5(size []int) *instance {
	w, h := size[0], size[1]
	in, out := rig.Aligned[float32](w*h), rig.Aligned[float32](w*h)
	rnd := rig.Noise(3)
	for i := range in {
		in[i] = float32(rnd.Float())
	}
	return &instance{
		items:  w * h,
		bytes:  8 * w * h,
		input:  [][]byte{rig.Raw(in)},
		forget: func() { clear(out) },
		plain:  func() { gauss5Plain(out, in, w, 0, h-4) },
		cores:  func() { inBands(h-4, func(lo, hi int) { gauss5Plain(out, in, w, lo, hi) }) },
		honed:  func() { gauss5Honed.Call(out, in, w, h) },
		output: func() []byte { return rig.Snapshot(out) },
		status: func() honedStatus { return statusOf(gauss5Honed) },
		check:  func(want, got []byte) (string, error) { return rig.CloseTo[float32](want, got, 1e-6) },
	}
}
