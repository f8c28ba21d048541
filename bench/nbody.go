package main

import (
	"math"

	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// A body has a place and a mass.
type body struct{ x, y, z, m float32 }

// A pull is an acceleration.
type pull struct{ ax, ay, az float32 }

// softening keeps bodies that are close to each other from flying apart, and a body from pulling itself.
const softening = 1e-3

// attraction is the pull of all bodies on one of them.
func attraction(p body, bodies []body) pull {
	var a pull
	for j := range bodies {
		q := bodies[j]
		dx, dy, dz := q.x-p.x, q.y-p.y, q.z-p.z
		d2 := dx*dx + dy*dy + dz*dz + softening
		inv := 1 / float32(math.Sqrt(float64(d2)))
		s := q.m * inv * inv * inv
		a.ax += s * dx
		a.ay += s * dy
		a.az += s * dz
	}
	return a
}

func nbody(acc []pull, bodies []body) {
	for i := range hone.Parallel(len(bodies)) {
		acc[i] = attraction(bodies[i], bodies)
	}
}

var nbodyHoned = hone.Func(nbody)

var nbodyWorkload = workload{
	name:     "nbody",
	about:    "all pairs of bodies attract each other, float32, structs",
	item:     "pair",
	params:   []string{"n"},
	defaults: []int{8192},
	tiny:     []int{16},
	peers:    append(python("nbody.py", ""), peerSource{file: "nbody.c"}),
	open:     openNBody,
}

// nbodyPlain is the loop as one writes it in Go without hone, for the bodies [lo, hi).
func nbodyPlain(acc []pull, bodies []body, lo, hi int) {
	for i := lo; i < hi; i++ {
		acc[i] = attraction(bodies[i], bodies)
	}
}

func openNBody(size []int) *instance {
	n := size[0]
	bodies, acc := rig.Aligned[body](n), rig.Aligned[pull](n)
	rnd := rig.Noise(9)
	coordinate := func() float32 { return float32(rnd.Between(-1, 1)) }
	for i := range bodies {
		bodies[i] = body{coordinate(), coordinate(), coordinate(), float32(rnd.Between(.5, 2)) / float32(n)}
	}
	small := min(n, 16)
	return &instance{
		items:      n * n,
		bytes:      (16 + 12) * n,
		input:      [][]byte{rig.Raw(bodies)},
		forget:     func() { clear(acc) },
		plain:      func() { nbodyPlain(acc, bodies, 0, n) },
		cores:      func() { inBands(n, func(lo, hi int) { nbodyPlain(acc, bodies, lo, hi) }) },
		honed:      func() { nbodyHoned.Call(acc, bodies) },
		output:     func() []byte { return rig.Snapshot(acc) },
		status:     func() honedStatus { return statusOf(nbodyHoned) },
		check:      func(want, got []byte) (string, error) { return rig.CloseTo[float32](want, got, 1e-4) },
		smallPlain: func() { nbodyPlain(acc, bodies[:small], 0, small) },
		smallHoned: func() { nbodyHoned.Call(acc, bodies[:small]) },
	}
}
