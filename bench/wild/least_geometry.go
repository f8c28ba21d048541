package main

import (
	"math"

	"github.com/golang/geo/s2"
	"github.com/hone-go/hone"
	"github.com/lucasb-eyer/go-colorful"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"
)

// Geometry with the least change: slices in place of pointers to them, tables and constants as arguments, loops that are marked.

func leastLength(line s2.Polyline) float64 {
	return hone.Sum(len(line)-1, func(i int) float64 { return line[i].Distance(line[i+1]).Radians() })
}

func leastContains(dst []bool, r orb.Ring, at []orb.Point) {
	for i := range hone.Parallel(len(at)) {
		dst[i] = planar.RingContains(r, at[i])
	}
}

func leastRingArea(r orb.Ring) float64 {
	x, y := r[0][0], r[0][1]
	return math.Abs(0.5 * hone.Sum(len(r)-2, func(i int) float64 {
		p, q := r[i+1], r[i+2]
		return (p[0]-x)*(q[1]-y) - (q[0]-x)*(p[1]-y)
	}))
}

func leastLineDistance(line orb.LineString, p orb.Point) float64 {
	return math.Sqrt(hone.Min(len(line)-1, func(i int) float64 { return planar.DistanceFromSegmentSquared(line[i], line[i+1], p) }))
}

// leastDouglasPeucker marks the points that stay.
func leastDouglasPeucker(line orb.LineString, threshold float64) []bool {
	stays, todo := make([]bool, len(line)), make([]int, 2*len(line))
	stays[0], stays[len(line)-1] = true, true
	todo[1] = len(line) - 1
	for n := 2; n > 0; {
		from, to := todo[n-2], todo[n-1]
		far, at := 0.0, 0
		for i := from + 1; i < to; i++ {
			if d := planar.DistanceFromSegmentSquared(line[from], line[to], line[i]); d > far {
				far, at = d, i
			}
		}
		if far > threshold*threshold {
			stays[at] = true
			todo[n-1], todo[n], todo[n+1] = at, at, to
			n += 2
		} else {
			n -= 2
		}
	}
	return stays
}

// spread has the bits of x at even places.
func spread(x uint32) uint64 {
	z := uint64(x)
	z = (z | z<<16) & 0x0000ffff0000ffff
	z = (z | z<<8) & 0x00ff00ff00ff00ff
	z = (z | z<<4) & 0x0f0f0f0f0f0f0f0f
	z = (z | z<<2) & 0x3333333333333333
	return (z | z<<1) & 0x5555555555555555
}

// gathered are the bits of x at even places.
func gathered(x uint64) uint32 {
	x &= 0x5555555555555555
	x = (x | x>>1) & 0x3333333333333333
	x = (x | x>>2) & 0x0f0f0f0f0f0f0f0f
	x = (x | x>>4) & 0x00ff00ff00ff00ff
	x = (x | x>>8) & 0x0000ffff0000ffff
	return uint32(x | x>>16)
}

func leastInterleave(dst []uint64, lat, lng []float64) {
	for i := range hone.Parallel(len(dst)) {
		dst[i] = spread(uint32((lat[i]+90)/180*(1<<32))) | spread(uint32((lng[i]+180)/360*(1<<32)))<<1
	}
}

// leastDeinterleave gives decimal numbers with as few places as tell cells apart: steps are the powers of ten for that.
func leastDeinterleave(lat, lng []float64, at []uint64, latStep, lngStep float64) {
	for i := range hone.Parallel(len(at)) {
		lat[i] = math.Ceil((180*(float64(gathered(at[i]))/(1<<32))-90)/latStep) * latStep
		lng[i] = math.Ceil((360*(float64(gathered(at[i]>>1))/(1<<32))-180)/lngStep) * lngStep
	}
}

func leastLabs(dst [][3]float64, c []colorful.Color, white [3]float64) {
	for i := range hone.Parallel(len(c)) {
		l, a, b := c[i].LabWhiteRef(white)
		dst[i] = [3]float64{l, a, b}
	}
}

func leastBlend(dst []colorful.Color, a, b colorful.Color, white [3]float64) {
	l1, u1, v1 := a.LuvWhiteRef(white)
	l2, u2, v2 := b.LuvWhiteRef(white)
	for i := range hone.Parallel(len(dst)) {
		t := float64(i) / float64(len(dst)-1)
		dst[i] = colorful.LuvWhiteRef(l1+t*(l2-l1), u1+t*(u2-u1), v1+t*(v2-v1), white).Clamped()
	}
}

var (
	leastPolyline     = hone.Func(leastLength)
	leastRingContains = hone.Func(leastContains)
	leastArea         = hone.Func(leastRingArea)
	leastDistanceFrom = hone.Func(leastLineDistance)
	leastSimplified   = hone.Func(leastDouglasPeucker)
	leastGeohashes    = hone.Func(leastInterleave)
	leastGeohashed    = hone.Func(leastDeinterleave)
	leastLab          = hone.Func(leastLabs)
	leastBlendLuv     = hone.Func(leastBlend)
)

func lessSimplified(line orb.LineString) orb.LineString {
	n := 0
	for i, stays := range leastSimplified.Call(line, 0.001) {
		if stays {
			line[n] = line[i]
			n++
		}
	}
	return line[:n]
}
