package main

import (
	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// heat2d and heat3d take steps of the heat equation on grids larger than the caches, whose borders stay as they are, as one writes them: two slices change places after each step.
// What is known of the result is in a after an even number of steps.

// heat2d is over 9 points in a square of n^2.
func heat2d(a, b []float64, n, steps int) {
	for range steps {
		for y := 1; y < n-1; y++ {
			for x := 1; x < n-1; x++ {
				i := y*n + x
				b[i] = 0.2*a[i] + 0.12*(a[i-n]+a[i-1]+a[i+1]+a[i+n]) + 0.08*(a[i-n-1]+a[i-n+1]+a[i+n-1]+a[i+n+1])
			}
		}
		a, b = b, a
	}
}

// heat3d is over 7 points in a cube of n^3.
func heat3d(a, b []float64, n, steps int) {
	for range steps {
		for z := 1; z < n-1; z++ {
			for y := 1; y < n-1; y++ {
				for x := 1; x < n-1; x++ {
					i := (z*n+y)*n + x
					b[i] = 0.4*a[i] + 0.1*(a[i-n*n]+a[i-n]+a[i-1]+a[i+1]+a[i+n]+a[i+n*n])
				}
			}
		}
		a, b = b, a
	}
}

var (
	heat2dHoned = hone.Func(heat2d)
	heat3dHoned = hone.Func(heat3d)
)

var heat2dWorkload = workload{
	name:     "heat2d",
	about:    "a loop over time of a 9-point stencil in a square, float64",
	item:     "point and step",
	params:   []string{"n", "steps"},
	defaults: []int{4000, 16},
	tiny:     []int{8, 4},
	peers:    []peerSource{{file: "heat2d.c"}},
	open: func(size []int) *instance {
		n := size[0]
		return openHeat(size, n*n, (n-2)*(n-2), heat2d, heat2dHoned.Call, func() honedStatus { return statusOf(heat2dHoned) })
	},
}

var heat3dWorkload = workload{
	name:     "heat3d",
	about:    "a loop over time of a 7-point stencil in a cube, float64",
	item:     "point and step",
	params:   []string{"n", "steps"},
	defaults: []int{320, 12},
	tiny:     []int{8, 4},
	peers:    []peerSource{{file: "heat3d.c"}},
	open: func(size []int) *instance {
		n := size[0]
		return openHeat(size, n*n*n, (n-2)*(n-2)*(n-2), heat3d, heat3dHoned.Call, func() honedStatus { return statusOf(heat3dHoned) })
	},
}

func openHeat(size []int, points, inner int, plain, honed func(a, b []float64, n, steps int), status func() honedStatus) *instance {
	n, steps := size[0], size[1]&^1
	a, b, start := rig.Aligned[float64](points), rig.Aligned[float64](points), rig.Aligned[float64](points)
	rnd := rig.Noise(6)
	for i := range start {
		start[i] = rnd.Float()
	}
	forget := func() { copy(a, start); copy(b, start) }
	forget()
	return &instance{
		items:  inner * steps,
		bytes:  16 * points * steps,
		input:  [][]byte{rig.Raw(start)},
		forget: forget,
		plain:  func() { plain(a, b, n, steps) },
		honed:  func() { honed(a, b, n, steps) },
		output: func() []byte { return rig.Snapshot(a) },
		status: status,
		check:  func(want, got []byte) (string, error) { return rig.CloseTo[float64](want, got, 1e-12) },
	}
}
