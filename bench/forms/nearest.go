package main

import (
	"math"

	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// For each query the index of the nearest point in the plane, the first of those equally near.

func nearestIf(out []int32, qx, qy, px, py []float32) {
	for q := range hone.Parallel(len(out)) {
		best, at := float32(math.Inf(1)), 0
		for i := range px {
			dx, dy := px[i]-qx[q], py[i]-qy[q]
			if d := dx*dx + dy*dy; d < best {
				best, at = d, i
			}
		}
		out[q] = int32(at)
	}
}

// A hit is a point that may be the nearest.
type hit struct {
	d  float32
	at int32
}

func nearestReduce(out []int32, qx, qy, px, py []float32) {
	for q := range hone.Parallel(len(out)) {
		out[q] = hone.Reduce(len(px), hit{float32(math.Inf(1)), math.MaxInt32}, func(a, b hit) hit {
			if b.d < a.d || b.d == a.d && b.at < a.at {
				return b
			}
			return a
		}, func(i int) hit {
			dx, dy := px[i]-qx[q], py[i]-qy[q]
			return hit{dx*dx + dy*dy, int32(i)}
		}).at
	}
}

func nearestTwoPasses(out []int32, qx, qy, px, py []float32) {
	for q := range hone.Parallel(len(out)) {
		dist := func(i int) float32 {
			dx, dy := px[i]-qx[q], py[i]-qy[q]
			return dx*dx + dy*dy
		}
		least := hone.Min(len(px), dist)
		out[q] = int32(hone.Min(len(px), func(i int) int {
			if dist(i) == least {
				return i
			}
			return math.MaxInt32
		}))
	}
}

func nearestBare(out []int32, qx, qy, px, py []float32) {
	for q := 0; q < len(out); q++ {
		best := float32(math.MaxFloat32)
		at := int32(0)
		for i := 0; i < len(px); i++ {
			dx := px[i] - qx[q]
			dy := py[i] - qy[q]
			d := dx*dx + dy*dy
			if d < best {
				best = d
				at = int32(i)
			}
		}
		out[q] = at
	}
}

func nearestBareIndex(out []int32, qx, qy, px, py []float32) {
	dist := func(q, i int) float32 {
		dx, dy := px[i]-qx[q], py[i]-qy[q]
		return dx*dx + dy*dy
	}
	for q := range out {
		at := 0
		for i := 1; i < len(px); i++ {
			if dist(q, i) < dist(q, at) {
				at = i
			}
		}
		out[q] = int32(at)
	}
}

func nearestBareDown(out []int32, qx, qy, px, py []float32) {
	for q := range out {
		x, y := qx[q], qy[q]
		least := float32(math.Inf(1))
		for i := len(px) - 1; i >= 0; i-- {
			dx, dy := px[i]-x, py[i]-y
			if d := dx*dx + dy*dy; d <= least {
				least = d
				out[q] = int32(i)
			}
		}
	}
}

// A point is a point.
type point struct{ x, y float32 }

func (p point) distance(q point) float32 {
	dx, dy := p.x-q.x, p.y-q.y
	return dx*dx + dy*dy
}

func nearestStructs(out []int32, queries, points []point) {
	for q := range hone.Parallel(len(out)) {
		best := hit{d: float32(math.Inf(1))}
		for i, p := range points {
			if d := p.distance(queries[q]); d < best.d {
				best = hit{d, int32(i)}
			}
		}
		out[q] = best.at
	}
}

var (
	nearestIfHoned        = hone.Func(nearestIf)
	nearestReduceHoned    = hone.Func(nearestReduce)
	nearestTwoPassesHoned = hone.Func(nearestTwoPasses)
	nearestStructsHoned   = hone.Func(nearestStructs)
	nearestBareHoned      = hone.Func(nearestBare)
	nearestBareIndexHoned = hone.Func(nearestBareIndex)
	nearestBareDownHoned  = hone.Func(nearestBareDown)
)

var nearest = kernel{
	name:   "nearest",
	about:  "nearest of m points for each of n queries, float32 (data in cache, and beyond L1)",
	cache:  []int{127, 1009},
	memory: []int{61, 200003},
	tiny:   []int{5, 6},
	odd:    [][]int{{1, 1}, {7, 3}, {19, 131}},
	open: func(size []int) *instance {
		n, m := size[0], size[1]
		rnd := rig.Noise(16)
		qx, qy := rig.Noisy[float32](&rnd, n, -1, 1), rig.Noisy[float32](&rnd, n, -1, 1)
		px, py := rig.Noisy[float32](&rnd, m, -1, 1), rig.Noisy[float32](&rnd, m, -1, 1)
		queries, points := rig.Aligned[point](n), rig.Aligned[point](m)
		for i := range queries {
			queries[i] = point{qx[i], qy[i]}
		}
		for i := range points {
			points[i] = point{px[i], py[i]}
		}
		out := rig.Aligned[int32](n)
		call := func(f func(out []int32, qx, qy, px, py []float32)) { f(out, qx, qy, px, py) }
		structs := func(f func(out []int32, queries, points []point)) { f(out, queries, points) }
		return &instance{
			input:  [][]byte{rig.Raw(qx), rig.Raw(qy), rig.Raw(px), rig.Raw(py)},
			reset:  wiped(out),
			output: func() []byte { return rig.Snapshot(out) },
			check:  same[int32](1 + n/50), // two may be equally near but for rounding
			forms: []form{
				marked("if nearer", nearestIfHoned, nearestIf, call),
				marked("hone.Reduce of structs", nearestReduceHoned, nearestReduce, call),
				marked("hone.Min, then its place", nearestTwoPassesHoned, nearestTwoPasses, call),
				marked("slices of structs", nearestStructsHoned, nearestStructs, structs),
				bare("plain loops", nearestBareHoned, nearestBare, call),
				bare("index alone", nearestBareIndexHoned, nearestBareIndex, call),
				bare("counting down, into out", nearestBareDownHoned, nearestBareDown, call),
			},
		}
	},
}
