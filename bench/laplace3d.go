package main

import (
	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// laplace3d takes steps of Jacobi's method for Laplace's equation in a cube of n^3 points, from start to b, to a,
// to b and so on; steps is even, so that the result is in a. The faces of all three are the same, and stay so.
func laplace3d(a, b, start []float32, n, steps int) {
	jacobi(b, start, n)
	jacobi(a, b, n)
	for range steps/2 - 1 {
		jacobi(b, a, n)
		jacobi(a, b, n)
	}
}

// jacobi sets every inner point to the mean of its six neighbours.
func jacobi(out, in []float32, n int) {
	for z, y := range hone.Parallel2(n-2, n-2) {
		row := ((z+1)*n+y+1)*n + 1
		for x := range hone.Parallel(n - 2) {
			i := row + x
			out[i] = (in[i-n*n] + in[i-n] + in[i-1] + in[i+1] + in[i+n] + in[i+n*n]) / 6
		}
	}
}

var laplace3dHoned = hone.Func(laplace3d)

var laplace3dWorkload = workload{
	name:     "laplace3d",
	about:    "steps of a 7-point stencil in a cube, float32",
	item:     "point and step",
	params:   []string{"n", "steps"},
	defaults: []int{256, 4},
	tiny:     []int{8, 4},
	peers:    append(python("laplace3d.py", ""), peerSource{file: "laplace3d.c"}),
	open:     openLaplace3d,
}

// jacobiPlanes is jacobi in Go without hone, for the inner planes [lo, hi).
func jacobiPlanes(out, in []float32, n, lo, hi int) {
	for z := lo; z < hi; z++ {
		for y := range n - 2 {
			at := ((z+1)*n+y+1)*n + 1
			m := n - 2
			dst := out[at:][:m]
			below, above := in[at-n*n:][:m], in[at+n*n:][:m]
			front, back := in[at-n:][:m], in[at+n:][:m]
			left, right := in[at-1:][:m], in[at+1:][:m]
			for x := range dst {
				dst[x] = (below[x] + front[x] + left[x] + right[x] + back[x] + above[x]) / 6
			}
		}
	}
}

func openLaplace3d(size []int) *instance {
	n, steps := size[0], size[1]&^1
	a, b, start := rig.Aligned[float32](n*n*n), rig.Aligned[float32](n*n*n), rig.Aligned[float32](n*n*n)
	rnd := rig.Noise(6)
	for i := range start {
		start[i] = float32(rnd.Float())
	}
	forget := func() { copy(a, start); copy(b, start) }
	forget()
	plain := func(jacobi func(out, in []float32)) {
		jacobi(b, start)
		jacobi(a, b)
		for range steps/2 - 1 {
			jacobi(b, a)
			jacobi(a, b)
		}
	}
	return &instance{
		items:  (n - 2) * (n - 2) * (n - 2) * steps,
		bytes:  8 * n * n * n * steps,
		input:  [][]byte{rig.Raw(start)},
		forget: forget,
		plain:  func() { plain(func(out, in []float32) { jacobiPlanes(out, in, n, 0, n-2) }) },
		cores: func() {
			plain(func(out, in []float32) {
				inBands(n-2, func(lo, hi int) { jacobiPlanes(out, in, n, lo, hi) })
			})
		},
		honed:  func() { laplace3dHoned.Call(a, b, start, n, steps) },
		output: func() []byte { return rig.Snapshot(a) },
		status: func() honedStatus { return statusOf(laplace3dHoned) },
		check:  func(want, got []byte) (string, error) { return rig.CloseTo[float32](want, got, 1e-6) },
	}
}
