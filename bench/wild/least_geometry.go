package main

import (
	"math"

	"github.com/golang/geo/r3"
	"github.com/golang/geo/s2"
	"github.com/hone-go/hone"
	"github.com/lucasb-eyer/go-colorful"
	"github.com/mmcloughlin/geohash"
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

func leastDeinterleave(lat, lng []float64, at []uint64) {
	for i := range hone.Parallel(len(at)) {
		y, x := 180*(float64(gathered(at[i]))/(1<<32))-90, 360*(float64(gathered(at[i]>>1))/(1<<32))-180
		lat[i], lng[i] = geohash.Box{
			MinLat: y, MaxLat: y + math.Ldexp(180, -32),
			MinLng: x, MaxLng: x + math.Ldexp(360, -32),
		}.Round()
	}
}

func leastLabs(dst [][3]float64, c []colorful.Color, white [3]float64) {
	for i := range hone.Parallel(len(c)) {
		l, a, b := c[i].LabWhiteRef(white)
		dst[i] = [3]float64{l, a, b}
	}
}

func leastBlend(dst []colorful.Color, a, b colorful.Color, white [3]float64) {
	for i := range hone.Parallel(len(dst)) {
		l1, u1, v1 := a.LuvWhiteRef(white)
		l2, u2, v2 := b.LuvWhiteRef(white)
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
	leastDeltaE       = hone.Func(leastDifferences)
	leastCellIDs      = hone.Func(leastCells)
	leastCellLatLngs  = hone.Func(leastCentres)
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

// leastDifferences is the colour difference CIEDE2000 as Sharma, Wu and Dalal (2005) write it.
func leastDifferences(dst []float64, a, b []colorful.Color, white [3]float64) {
	for i := range hone.Parallel(len(dst)) {
		l1, a1, b1 := a[i].LabWhiteRef(white)
		l2, a2, b2 := b[i].LabWhiteRef(white)
		dst[i] = deltaE(100*l1, 100*a1, 100*b1, 100*l2, 100*a2, 100*b2) / 100
	}
}

const degree = math.Pi / 180

func hue(a, b float64) float64 {
	if a == 0 && b == 0 {
		return 0
	}
	h := math.Atan2(b, a)
	if h < 0 {
		h += 2 * math.Pi
	}
	return h / degree
}

// seventh is what the formula has twice: the root of the share of x's seventh power.
func seventh(x float64) float64 {
	p := math.Pow(x, 7)
	return math.Sqrt(p / (p + math.Pow(25, 7)))
}

func deltaE(l1, a1, b1, l2, a2, b2 float64) float64 {
	g := 1 + 0.5*(1-seventh((math.Sqrt(a1*a1+b1*b1)+math.Sqrt(a2*a2+b2*b2))/2))
	a1, a2 = g*a1, g*a2
	c1, c2 := math.Sqrt(a1*a1+b1*b1), math.Sqrt(a2*a2+b2*b2)
	h1, h2 := hue(a1, b1), hue(a2, b2)
	turn, h := 0.0, h1+h2
	if c1*c2 != 0 {
		turn = h2 - h1
		if turn > 180 {
			turn -= 360
		} else if turn < -180 {
			turn += 360
		}
		h /= 2
		if math.Abs(h1-h2) > 180 {
			if h1+h2 < 360 {
				h += 180
			} else {
				h -= 180
			}
		}
	}
	dl, dc, dh := l2-l1, c2-c1, 2*math.Sqrt(c1*c2)*math.Sin(turn/2*degree)
	l, c := (l1+l2)/2-50, (c1+c2)/2
	t := 1 - 0.17*math.Cos((h-30)*degree) + 0.24*math.Cos(2*h*degree) + 0.32*math.Cos((3*h+6)*degree) - 0.20*math.Cos((4*h-63)*degree)
	theta := 30 * math.Exp(-((h-275)/25)*((h-275)/25))
	dl /= 1 + 0.015*l*l/math.Sqrt(20+l*l)
	dc /= 1 + 0.045*c
	dh /= 1 + 0.015*c*t
	return math.Sqrt(dl*dl + dc*dc + dh*dh - 2*seventh(c)*math.Sin(2*theta*degree)*dc*dh)
}

// leastCells finds the cells of S2, at a level of 20, for a table that hilbert makes.
func leastCells(dst []s2.CellID, at []s2.LatLng, table []int) {
	for i := range hone.Parallel(len(at)) {
		p := s2.PointFromLatLng(at[i])
		face, u, v := int(p.LargestComponent()), 0.0, 0.0
		switch {
		case face == 0 && p.X < 0, face == 1 && p.Y < 0, face == 2 && p.Z < 0:
			face += 3
		}
		switch face {
		case 0:
			u, v = p.Y/p.X, p.Z/p.X
		case 1:
			u, v = -p.X/p.Y, p.Z/p.Y
		case 2:
			u, v = -p.X/p.Z, -p.Y/p.Z
		case 3:
			u, v = p.Z/p.X, p.Y/p.X
		case 4:
			u, v = p.Z/p.Y, -p.X/p.Y
		default:
			u, v = -p.Y/p.Z, -p.X/p.Z
		}
		x, y := leafOf(u), leafOf(v)
		id, bits := uint64(face)<<60, face&1
		for k := 7; k >= 0; k-- {
			bits = table[bits+(x>>(4*k)&15)<<6+(y>>(4*k)&15)<<2]
			id |= uint64(bits>>2) << (8 * k)
			bits &= 3
		}
		dst[i] = s2.CellID(2*id + 1).Parent(20)
	}
}

// leafOf is the row of leaves at u on a face.
func leafOf(u float64) int {
	s := 0.5 * math.Sqrt(1+3*math.Abs(u))
	if u < 0 {
		s = 1 - s
	}
	return min(max(int(math.Floor(s2.MaxSize*s)), 0), s2.MaxSize-1)
}

// ofLeaf is where on a face what leafOf has in a row is: at, from 0 to 1.
func ofLeaf(at float64) float64 {
	if at >= 0.5 {
		return (4*at*at - 1) / 3
	}
	return (1 - 4*(1-at)*(1-at)) / 3
}

// leastCentres are those of leaves, for a table that inverse makes of hilbert's.
func leastCentres(dst []s2.LatLng, at []s2.CellID, table []int) {
	for i := range hone.Parallel(len(at)) {
		id := uint64(at[i])
		face := int(id >> 61)
		x, y, bits := 0, 0, face&1
		for k := 7; k >= 0; k-- {
			mask := uint64(255)
			if k == 7 {
				mask = 15 // what is left of the bits behind the face's
			}
			bits = table[bits+int(id>>(8*k+1)&mask)<<2]
			x |= bits >> 6 << (4 * k)
			y |= bits >> 2 & 15 << (4 * k)
			bits &= 3
		}
		u, v := ofLeaf(0.5/s2.MaxSize*float64(2*x+1)), ofLeaf(0.5/s2.MaxSize*float64(2*y+1))
		p := r3.Vector{X: v, Y: u, Z: -1}
		switch face {
		case 0:
			p = r3.Vector{X: 1, Y: u, Z: v}
		case 1:
			p = r3.Vector{X: -u, Y: 1, Z: v}
		case 2:
			p = r3.Vector{X: -u, Y: -v, Z: 1}
		case 3:
			p = r3.Vector{X: -1, Y: -v, Z: -u}
		case 4:
			p = r3.Vector{X: v, Y: -1, Z: -u}
		}
		dst[i] = s2.LatLngFromPoint(s2.Point{Vector: p})
	}
}

// inverse is the table that leads from places on Hilbert's curve to x and y.
func inverse(table []int) []int {
	back := make([]int, len(table))
	for i, v := range table {
		back[v&^3|i&3] = i&^3 | v&3
	}
	return back
}

// hilbert is, for 4 bits of each of x and y and an orientation of Hilbert's curve, where on it these are, in 8 bits, and the orientation there.
func hilbert() []int {
	table := make([]int, 1024)
	places := [4][4]int{{0, 1, 3, 2}, {0, 2, 3, 1}, {3, 2, 0, 1}, {3, 1, 0, 2}}
	turns := [4]int{1, 0, 0, 3}
	for from := range 4 {
		for position := range 256 {
			x, y, now := 0, 0, from
			for shift := 6; shift >= 0; shift -= 2 {
				k := position >> shift & 3
				x, y = 2*x+places[now][k]>>1, 2*y+places[now][k]&1
				now ^= turns[k]
			}
			table[x<<6|y<<2|from] = position<<2 | now
		}
	}
	return table
}
